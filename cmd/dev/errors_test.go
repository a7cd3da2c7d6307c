package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strings"
	"testing"
)

// renderers are the places in which an error becomes words: pages, the API, commands. Before, it keeps
// its format and its values, so that it can be said in another language.
var renderers = []string{"views/", "cmd/internal/web/", "cmd/kickabout/", "cmd/dev/"}

// rendersErrors says which functions elsewhere ask an error for its text, and why.
var rendersErrors = map[string]string{
	"cmd/internal/letters/letters.go Send":          "stored, for the operator, as why a letter did not go",
	"cmd/internal/webhook/channel.go OutcomeOf":     "stored, for the operator, as why a letter waits",
	"cmd/internal/mail/mail.go refusal":             "what a mail server said",
	"league/members/address.go Refused":             "stored, as what a mail server said",
	"league/reach/send.go sendOne":                  "stored, for the operator, as why a letter waits",
	"engine/protocol/answer.go failure":             "an answer to a program",
	"engine/record/fault.go faultAt":                "a fault says what the rules of the game say",
	"engine/record/json.go decode":                  "a fault says what the decoder says",
	"engine/games/onetwofun/chances.go readChances": "of what is embedded, as a panic",
	"cmd/internal/browser/axe.go axeScript":         "a test is skipped for it",
	"cmd/internal/browser/page.go must":             "what a failing test prints",
	"cmd/internal/season/script/script.go line":     "a script holds it against its own words",
	"cmd/internal/season/years.go told":             "a report of a simulation",
	"league/archive/csv.go Row":                     "csv.Writer returns its error so",
	"league/archive/csv.go End":                     "csv.Writer returns its error so",
	"league/elsewhere/results.go sentences":         "a report of what is wrong with a file, as people read it",
	"league/insight/analysis.go AnalyseNext":        "stored, for the operator, as why the last try failed",
	"league/office/facts.go lookAfter":              "stored, for the operator, as what held a fact up",
	"league/results/input.go ofTournament":          "csv.Writer returns its error so",
	"league/results/rate.go WritePlayers":           "csv.Writer returns its error so",
	"league/transfer/recompute.go recheckMatch":     "a line of a command's report",
	"scheduler/lease.go finish":                     "stored, for the operator, as how a run ended",
}

func TestErrorsKeepTheirValuesUntilTheyAreShown(t *testing.T) {
	used := map[string]bool{}
	eachFile(t, "", func(path, name string) {
		if !strings.HasSuffix(name, ".go") || slices.ContainsFunc(renderers, func(place string) bool { return strings.HasPrefix(name, place) }) {
			return
		}
		for _, function := range renderingFunctions(t, path) {
			place := name + " " + function
			if used[place] = true; rendersErrors[place] == "" {
				t.Errorf("%s asks an error for its text", place)
			}
		}
	})
	for place := range rendersErrors {
		if !used[place] {
			t.Errorf("%s asks no error for its text, and is listed", place)
		}
	}
}

// renderingFunctions lists the functions of a file that call a method Error without arguments.
func renderingFunctions(t *testing.T, path string) (functions []string) {
	t.Helper()
	source, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), path, source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	for _, decl := range file.Decls {
		name := "outside of functions"
		if f, ok := decl.(*ast.FuncDecl); ok {
			name = f.Name.Name
		}
		ast.Inspect(decl, func(n ast.Node) bool {
			if c, ok := n.(*ast.CallExpr); ok && len(c.Args) == 0 {
				if s, ok := c.Fun.(*ast.SelectorExpr); ok && s.Sel.Name == "Error" {
					functions = append(functions, name)
				}
			}
			return true
		})
	}
	return functions
}
