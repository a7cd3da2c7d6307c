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

// readsAll says which functions may read as the site, league.Site(), by their files: those that write
// or are jobs, exports by the operator, and what tests share. "": all of the file. What is read to be
// shown is read for whoever looks.
var readsAll = map[string]string{
	"cmd/internal/season/absence.go":        "",
	"cmd/internal/season/adversary.go":      "",
	"cmd/internal/season/careless.go":       "",
	"cmd/internal/season/check.go":          "",
	"cmd/internal/season/copier.go":         "",
	"cmd/internal/season/history.go":        "",
	"cmd/internal/season/holder.go":         "",
	"cmd/internal/season/kingmaker.go":      "",
	"cmd/internal/season/outage.go":         "",
	"cmd/internal/season/pair.go":           "",
	"cmd/internal/season/play.go":           "",
	"cmd/internal/season/quitter.go":        "",
	"cmd/internal/season/ratings.go":        "",
	"cmd/internal/season/sandbagger.go":     "",
	"cmd/internal/season/script/cast.go":    "",
	"cmd/internal/season/script/command.go": "",
	"cmd/internal/season/script/show.go":    "",
	"cmd/internal/season/script/wish.go":    "",
	"cmd/internal/season/season.go":         "unlistedTexts",
	"cmd/internal/season/unmarked.go":       "",
	"cmd/internal/season/world.go":          "",
	"cmd/internal/season/years.go":          "",
	"cmd/kickabout/export.go":               "write",
	"cmd/kickabout/metrics.go":              "overdueMatches",
	"cmd/kickabout/quarantine.go":           "logIn",
	"cmd/kickabout/reports.go":              "written printDrops",
	"league/dicelog/dicelog.go":             "addMoved addScopes addStarts",
	"league/dicelog/opening.go":             "addOpened",
	"league/damage/damage.go":               "check",
	"league/breaks/breaks.go":               "level",
	"league/desk/desk.go":                   "roundToCome",
	"league/desk/lost.go":                   "note voidLost",
	"league/desk/undo.go":                   "undoStrike",
	"league/desk/watch.go":                  "lookAtGames lookAtRound tell",
	"league/insight/analysis.go":            "analyse",
	"league/insight/odds.go":                "recordOddsOf",
	"league/play/adjudicate.go":             "Adjudicate",
	"league/play/bots.go":                   "BeginDemo MakeMoves moveBot",
	"league/play/pair.go":                   "Release ReleasePair Throws release throwHeld",
	"league/play/pause.go":                  "appendClockEvent",
	"league/play/settle.go":                 "SweepOverdue storeDue",
	"league/play/proof.go":                  "thrownOut",
	"league/play/vacation.go":               "eachRunning full quiet",
	"league/ranking/rating.go":              "Rate",
	"league/series/competition.go":          "SeriesState advanceEditions applyStep openEdition recentEditions",
	"league/series/ladder.go":               "requestLeave",
	"league/series/right.go":                "takeOut",
	"league/series/retire.go":               "before counterpart playedOut retire rows",
	"league/tournaments/absence.go":         "leaveQueues",
	"league/desk/substitute.go":             "LapseCalls wholeSeat",
	"league/tournaments/advance.go":         "advanceAll advance finish rule",
	"league/tournaments/await.go":           "DrawDue drawOne",
	"league/tournaments/begin.go":           "begin",
	"league/tournaments/left.go":            "EndAll WithdrawAll",
	"league/tournaments/lifecycle.go":       "AlignClocks StartDue",
	"league/tournaments/lot.go":             "closing",
	"league/tournaments/playout.go":         "PlayOut",
	"league/tournaments/recount.go":         "recount recountFixtures",
	"league/tournaments/strike.go":          "removeFrom",
	"league/tournaments/substitute.go":      "substitute",
	"league/transfer/export.go":             "Export",
	"league/transfer/recompute.go":          "compareRatings recheckMatch",
	"store/matches/lock.go":                 "MatchHead",

	"cmd/internal/web/webtest/browser.go": "String",
	"cmd/internal/web/webtest/links.go":   "MustMatch",
	"cmd/internal/web/webtest/scenes.go":  "AllResign",
	"cmd/internal/web/webtest/world.go":   "View",
}

func TestTheHouseSaysWhoReadsAsTheSite(t *testing.T) {
	used := map[string]bool{}
	eachFile(t, "", func(path, name string) {
		if !strings.HasSuffix(name, ".go") {
			return
		}
		for _, function := range readersOfAll(t, path) {
			allowed, listed := readsAll[name]
			if !listed || allowed != "" && !slices.Contains(strings.Fields(allowed), function) {
				t.Errorf("%s: %s reads as the site", name, function)
			}
			used[name], used[name+" "+function] = true, true
		}
	})
	for name, functions := range readsAll {
		if !used[name] {
			t.Errorf("%s does not read as the site, and is listed", name)
		}
		for _, function := range strings.Fields(functions) {
			if !used[name+" "+function] {
				t.Errorf("%s: %s does not read as the site, and is listed", name, function)
			}
		}
	}
}

// readersOfAll lists the functions of a file that name league.Site.
func readersOfAll(t *testing.T, path string) (functions []string) {
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
			if s, ok := n.(*ast.SelectorExpr); ok && s.Sel.Name == "Site" {
				if of, ok := s.X.(*ast.Ident); ok && of.Name == "league" {
					functions = append(functions, name)
				}
			}
			return true
		})
	}
	return functions
}
