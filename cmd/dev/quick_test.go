package main

import (
	"slices"
	"strings"
	"testing"
)

func TestAChangeReachesWhatImportsItInItsArea(t *testing.T) {
	n := func(name, imports, tests, others string) neighbour {
		paths := func(text string) (all []string) {
			for _, f := range strings.Fields(text) {
				all = append(all, module+f)
			}
			return all
		}
		return neighbour{module + name, paths(imports), paths(tests), paths(others)}
	}
	packages := []neighbour{
		n("league", "", "", ""),
		n("views/ui", "league", "", ""),
		n("views/match", "views/ui", "", ""),
		n("views/series", "views/match", "", ""),
		n("views/picture", "", "", ""),
		n("views/law", "", "", "views/ui"),
		n("cmd/internal/web/match", "views/match", "", ""),
	}
	for _, c := range []struct{ name, files, area, want string }{
		{"what has changed alone", "views/ui/board.go", "", "views/ui"},
		{"with its area", "views/ui/board.go", "views", "views/law views/match views/series views/ui"},
		{"an area at any depth", "views/ui/board.go", "match", "cmd/internal/web/match views/match views/ui"},
		{"a folder as one types it", "views/ui/board.go", "./cmd/internal/web/", "cmd/internal/web/match views/ui"},
		{"no part of a name", "views/ui/board.go", "mat", "views/ui"},
		{"who imports nothing of it", "views/series/page.go", "views", "views/series"},
		{"tests do not reach further", "views/law/law.go", "views", "views/law"},
		{"what a package embeds or reads", "views/ui/testdata/page.html league/RULES.md", "", "league views/ui"},
		{"what is of no package", "README.md testdata/seasons/swiss.txtar", "views", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var want []string
			for _, name := range strings.Fields(c.want) {
				want = append(want, module+name)
			}
			if got := affected(packages, strings.Fields(c.files), c.area); !slices.Equal(got, want) {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}
