package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// unwelcome are the words that no page, answer, error or command says, and what it says instead.
var unwelcome = []struct {
	words   *regexp.Regexp
	instead string
}{
	{regexp.MustCompile(`(?i)\b(he|his|him|himself|she|hers?|herself)\b`), "a person is they, a figure is it"},
	{regexp.MustCompile(`(?i)\bdesks?\b`), "organiser page"},
	{regexp.MustCompile(`(?i)\blots?\b`), "random, random draw"},
	{regexp.MustCompile(`(?i)\b(the|this|a|its|their|one) seals?\b|\bseals? (of|on)\b`), "commitment, fingerprint"},
	{regexp.MustCompile(`(?i)\bheads?\b`), "fingerprint"},
	{regexp.MustCompile(`(?i)\bfootball\b`), "soccer"},
	{regexp.MustCompile(`(?i)what the game was worth`), "Luck and skill in this game"},
	{regexp.MustCompile(`(?i)why everybody stands`), "How the ranking was decided"},
	{regexp.MustCompile(`(?i)players? (are|is) missing`), "places left"},
	{regexp.MustCompile(`(?i)present password`), "Current password"},
	{regexp.MustCompile(`(?i)where the rules are silent`), "Our rulings on unclear cases"},
	{regexp.MustCompile(`\bI stay\b|(?i)\bwho waits\b`), "Keep my place, Waiting players"},
	{regexp.MustCompile(`(?i)rule so for good|found (the|a) team`), "Make this ruling final, Create the team"},
	{regexp.MustCompile(`(?i)nothing (is )?chosen|the move is complete`), "Touch a figure; Confirm, or touch 3 to go back"},
	{regexp.MustCompile(`(%d|\b[1-6]) (%d|[1-6]) = (%d|[0-9])`), "6 − 2 = 4: the kick-off travels 4"},
	{regexp.MustCompile(`(?i)nobody plays a rated game`), "You cannot play a rated game against yourself"},
	{regexp.MustCompile(`(?i)\bdirectors?\b`), "organiser, who runs a tournament"},
	{regexp.MustCompile(`(?i)\bleader-?boards?\b|\bmatch-?making\b`), "table, pairing"},
	{regexp.MustCompile(`(?i)\btie-?breakers?\b|\btiebreaks?\b`), "tie-break"},
	{regexp.MustCompile(`(?i)\bpre-?moves?\b`), "standing order"},
	{regexp.MustCompile(`(?i)\b(tiers?|pods?|contests?|duels?)\b`), "division, group, game"},
	{regexp.MustCompile(`(?i)\bdefault(ed)? (win|loss)\b|\bfree wins?\b`), "forfeit, walkover, bye"},
	{regexp.MustCompile(`(?i)\b(organiz(e|ers?|ed|ing|ation)|favorites?|neighbors?)\b`), "British spelling"},
	{regexp.MustCompile(`[A-Za-z]!(["\s<]|$)`), "no exclamation marks"},
	{regexp.MustCompile(`(?i)\bplease\b`), "what to do, and no more"},
	{regexp.MustCompile(`(?i)\bendors`), "by FIDE's rules; FIDE has endorsed nothing here (R-FI-5)"},
	{regexp.MustCompile(`%[dsv] : %[dsv]|[0-9] – [0-9]`), "a score without spaces, 2–1"},
}

// valued are the words of the list that people type or programs read: values of the API, codes of
// tie-breaks, and texts in records and chains that are older than the word for them.
var valued = map[string]string{
	"cmd/internal/web/offer/api_invitation.go":      "lot",
	"cmd/internal/web/offer/api_offer.go":           "lot",
	"cmd/internal/web/tournament/api_terms.go":      "football",
	"cmd/internal/web/tournament/api_tournament.go": "football",
	"cmd/kickabout/table.go":                        "lot",
	"engine/record/encode.go":                       "lot",
	"views/help/operator.md":                        "lot",
	"league/account/name.go":                        "organizer",
	"league/lot/lot.go":                             "lot",
	"league/termtable.go":                           "lot",
}

// prose lists, by place, the sentences that people are shown: the text of templates, and the strings of
// more than one word in what makes pages, answers, errors and the output of commands.
func prose(t *testing.T) map[string]string {
	t.Helper()
	said := map[string]string{}
	for _, folder := range []string{"views", "league", "engine", "cmd/internal/web", "cmd/kickabout"} {
		eachFile(t, folder, func(path, name string) {
			read := literals
			switch {
			case strings.HasSuffix(name, "logtext.go"): // logs that are stored hold these
				return
			case strings.HasSuffix(name, ".templ"), strings.HasPrefix(name, "views/help/") && strings.HasSuffix(name, ".md"):
				read = templateText
			case !strings.HasSuffix(name, ".go"):
				return
			}
			if err := read(path, name, said); err != nil {
				t.Fatal(err)
			}
		})
	}
	return said
}

// In a template these are no prose: attributes that nobody is read, and code, but for the strings in it.
var (
	unreadAttribute = regexp.MustCompile(`\b(class|id|name|href|src|for|value|type|style|bgcolor|data-[a-z:-]+|aria-(describedby|labelledby|controls)|d|action|method|marker-end)=("[^"]*"|\{[^}]*\})`)
	codeLine        = regexp.MustCompile(`^(templ|func|for|if|switch|case|@|\}|import|package|type|var|const)`)
	expression      = regexp.MustCompile(`\{[^{}]*\}`)
	quoted          = regexp.MustCompile(`"[^"]*"`)
	code            = regexp.MustCompile("<code[^>]*>[^<]*</code>|`[^`]*`")
	condition       = regexp.MustCompile(`\b[a-z-]+\?=\{[^}]*\}`)
)

func templateText(path, name string, said map[string]string) error {
	source, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	for i, line := range strings.Split(string(source), "\n") {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "//") {
			continue
		}
		line = unreadAttribute.ReplaceAllString(line, "")
		line = code.ReplaceAllString(line, "")
		line = condition.ReplaceAllString(line, "")
		if codeLine.MatchString(line) {
			line = strings.Join(quoted.FindAllString(line, -1), " ")
		}
		line = expression.ReplaceAllStringFunc(line, func(e string) string { return strings.Join(quoted.FindAllString(e, -1), " ") })
		if strings.Contains(line, " ") {
			said[name+":"+strconv.Itoa(i+1)] = line
		}
	}
	return nil
}

// nameInTag is what a tag of a field says to programs alone.
var nameInTag = regexp.MustCompile(`\b(json|enum|form|query|path):"[^"]*"`)

func literals(path, name string, said map[string]string) error {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING && strings.Contains(l.Value, " ") {
			said[name+":"+strconv.Itoa(files.Position(l.Pos()).Line)] += " " + nameInTag.ReplaceAllString(l.Value, "")
		}
		return true
	})
	return nil
}

func TestWhatPeopleReadIsPlainEnglish(t *testing.T) {
	said := prose(t)
	if len(said) < 1000 {
		t.Fatalf("only %d lines of prose were found", len(said))
	}
	var places []string
	for place := range said {
		places = append(places, place)
	}
	slices.Sort(places)
	seen := map[string]bool{}
	for _, place := range places {
		file, _, _ := strings.Cut(place, ":")
		for _, u := range unwelcome {
			word := u.words.FindString(said[place])
			if word != "" && strings.EqualFold(word, valued[file]) {
				seen[file] = true
			} else if word != "" {
				t.Errorf("%s says %q; better: %s\n%s", place, word, u.instead, said[place])
			}
		}
	}
	for file, word := range valued {
		if !seen[file] {
			t.Errorf("%s does not say %q, and is listed", file, word)
		}
	}
}

// unwritten are the packages whose comments are still to be written in this way.
var unwritten = []string{"cmd/internal/admission/", "league/members/", "league/office/"}

// heInComment finds a person, or a figure, that a comment calls he.
var heInComment = regexp.MustCompile(`//.*\b([Hh]e|[Hh]is|[Hh]im|[Hh]imself)\b`)

// TestCommentsSayThey: of a person they, of a figure it.
func TestCommentsSayThey(t *testing.T) {
	for _, folder := range []string{"cmd", "engine", "league", "scheduler", "store", "views"} {
		eachFile(t, folder, func(path, name string) {
			left := slices.ContainsFunc(unwritten, func(part string) bool { return strings.HasPrefix(name, part) })
			if left || !strings.HasSuffix(name, ".go") {
				return
			}
			source, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for i, line := range strings.Split(string(source), "\n") {
				if heInComment.MatchString(line) && !strings.Contains(line, "heInComment") {
					t.Errorf("%s:%d: %s", name, i+1, strings.TrimSpace(line))
				}
			}
		})
	}
}
