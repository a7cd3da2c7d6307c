package main

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// laws are the texts that define rules, each with the ids that are its to define.
//
// An id in bold is a definition; behind it may stand "(not built)". The numbers of headings can
// be cited too: "rules 1.10" beside a game's own code, "league rules 4" and "SCHEME.md 2" anywhere.
var laws = []struct {
	path     string
	ids      *regexp.Regexp
	own      bool           // its ids are cited by the files beside it alone: elsewhere "D5" may be anything
	chapters *regexp.Regexp // how they are cited
}{
	{"league/RULES.md", regexp.MustCompile(`\bR-[A-Z]{2}-\d+\b`), false, regexp.MustCompile(`\bleague rules (\d+)\b`)},
	{"engine/games/streetsoccer/RULES.md", regexp.MustCompile(`\bD\d+\b|(?:\b|Test)SS-?\d{2}b?`), true, gameChapters},
	{"engine/games/onetwofun/RULES.md", regexp.MustCompile(`\b[GO]\d+\b|(?:\b|Test)OT-?\d{2}`), true, gameChapters},
	{"engine/games/cufootball/RULES.md", regexp.MustCompile(`\bC\d+\b|(?:\b|Test)CF-?\d{2}`), true, gameChapters},
	{"engine/dice/SCHEME.md", regexp.MustCompile(`\bno ids, but chapters\b`), false, regexp.MustCompile(`\bSCHEME\.md (\d+(?:(?:, | and )\d+)*)\b`)},
}

var (
	gameChapters = regexp.MustCompile(`\brules (\d\.\d+(?:(?:, | and )\d\.\d+)*)\b`)
	defined      = regexp.MustCompile(`\*\*([A-Z]+-?[A-Z0-9-]*\d+b?)\*\*( \(not built\))?`)
	heading      = regexp.MustCompile(`(?m)^#+ (\d+(?:\.\d+)?) `)
)

// cites says whether the files of a kind may cite rules.
func cites(name string) bool {
	switch path.Ext(name) {
	case ".go":
		return !strings.HasSuffix(name, "_templ.go") && name != "cmd/dev/citation_test.go"
	case ".templ", ".sql", ".md":
		return true
	}
	return false
}

// citationFaults returns what is wrong between the texts of the law and those who cite it, a line
// each; files holds texts by path.
func citationFaults(files map[string]string) (faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	for _, law := range laws {
		text, there := files[law.path]
		if !there {
			fault("%s is missing", law.path)
			continue
		}
		built, cited := map[string]bool{}, map[string]bool{}
		for _, d := range defined.FindAllStringSubmatch(text, -1) {
			switch _, twice := built[d[1]]; {
			case law.ids.FindString(d[1]) != d[1]:
				fault("%s defines %s, which is not its to define", law.path, d[1])
			case twice:
				fault("%s defines %s twice", law.path, d[1])
			}
			built[d[1]] = d[2] == ""
		}
		chapters := map[string]bool{}
		for _, h := range heading.FindAllStringSubmatch(text, -1) {
			chapters[h[1]] = true
		}
		for _, name := range slices.Sorted(maps.Keys(files)) {
			if law.own && path.Dir(name) != path.Dir(law.path) {
				continue
			}
			for _, id := range law.ids.FindAllString(files[name], -1) {
				id = idOf(id)
				is, known := built[id]
				switch {
				case !known:
					fault("%s cites %s, which %s does not define", name, id, law.path)
				case name == law.path:
				case !is && path.Ext(name) != ".md":
					fault("%s cites %s, which is marked as not built", name, id)
				}
				cited[id] = cited[id] || path.Ext(name) != ".md"
			}
			for _, c := range law.chapters.FindAllStringSubmatch(files[name], -1) {
				for _, chapter := range strings.Split(strings.ReplaceAll(c[1], " and ", ", "), ", ") {
					if !chapters[chapter] {
						fault("%s cites chapter %s, which %s does not have", name, chapter, law.path)
					}
				}
			}
		}
		for _, id := range slices.Sorted(maps.Keys(built)) {
			if built[id] && !cited[id] {
				fault("%s defines %s, which no code and no test cites: say (not built) if it is not", law.path, id)
			}
		}
	}
	return faults
}

// idOf returns the id that a test may have in its name: "TestSS15" is of SS-15.
func idOf(cited string) string {
	id := strings.TrimPrefix(cited, "Test")
	if id != cited && !strings.Contains(id, "-") {
		id = id[:2] + "-" + id[2:]
	}
	return id
}

// TestCitationsAndDefinitionsOfRulesAgree holds the code to the law that stands beside it, and
// the law to what is built.
func TestCitationsAndDefinitionsOfRulesAgree(t *testing.T) {
	files := map[string]string{}
	err := filepath.WalkDir("../..", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		hidden := strings.HasPrefix(d.Name(), ".") && d.Name() != ".." && d.Name() != "."
		switch {
		case d.IsDir() && (hidden || d.Name() == "data"):
			return filepath.SkipDir
		case d.IsDir() || !cites(strings.TrimPrefix(filepath.ToSlash(name), "../../")):
			return nil
		}
		text, err := os.ReadFile(name)
		files[strings.TrimPrefix(filepath.ToSlash(name), "../../")] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 500 {
		t.Fatalf("only %d files were found", len(files))
	}
	for _, f := range citationFaults(files) {
		t.Error(f)
	}
}

func TestCitationFaultsAreSeen(t *testing.T) {
	for _, c := range []struct {
		name, file, text, want string
	}{
		{"all is in order", "views/a.templ", "(R-CH-1)", ""},
		{"a rule that nobody has written", "views/a.templ", "(R-CH-99)", "views/a.templ cites R-CH-99"},
		{"also in SQL", "store/migrations/1.sql", "-- R-XX-1", "store/migrations/1.sql cites R-XX-1"},
		{"a decision of the game", "engine/games/streetsoccer/kick.go", "// D77", "kick.go cites D77"},
		{"elsewhere it may be anything", "views/a.go", "// D77", ""},
		{"a vector in the name of a test", "engine/games/onetwofun/a_test.go", "func TestOT77(", "a_test.go cites OT-77"},
		{"a chapter of the game", "engine/games/cufootball/a.go", "(rules 3.1 and 3.99)", "a.go cites chapter 3.99"},
		{"a chapter of the scheme", "league/a.go", "(SCHEME.md 99)", "league/a.go cites chapter 99"},
		{"a chapter of the league", "league/a.go", "(league rules 99)", "league/a.go cites chapter 99"},
		{"what is not built", "league/a.go", "(R-NO-1)", "league/a.go cites R-NO-1, which is marked as not built"},
		{"what is defined and nowhere cited", "league/RULES.md", "**R-CH-1** and **R-CH-2**", "defines R-CH-2, which no code"},
		{"what is defined twice", "league/RULES.md", "**R-CH-1** and **R-CH-1**", "defines R-CH-1 twice"},
		{"what is another's to define", "league/RULES.md", "**R-CH-1** and **D5**", "defines D5, which is not its"},
		{"what the law itself cites", "league/RULES.md", "**R-CH-1** see R-ZZ-1", "league/RULES.md cites R-ZZ-1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := map[string]string{
				"league/RULES.md":                    "## 1 One\n**R-CH-1** and **R-NO-1** (not built)",
				"engine/games/streetsoccer/RULES.md": "## 1.1 One\n**D1**",
				"engine/games/onetwofun/RULES.md":    "## 2.1 One\n**O1** **OT-01**",
				"engine/games/cufootball/RULES.md":   "## 3.1 One\n**C1**",
				"engine/dice/SCHEME.md":              "## 2 Two",
				"league/b.go":                        "R-CH-1, league rules 1, SCHEME.md 2",
				"engine/games/streetsoccer/b.go":     "rules 1.1, D1",
				"engine/games/onetwofun/b_test.go":   "O1, OT-01",
				"engine/games/cufootball/b.go":       "C1",
			}
			files[c.file] = c.text
			got := strings.Join(citationFaults(files), "\n")
			if (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
