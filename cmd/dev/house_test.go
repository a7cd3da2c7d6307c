package main

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// slack is the part of a limit, one in so many, by which a figure may fall below it before the
// limit is to follow: not every small step has to touch the table.
const slack = 10

// TestTheHouseKeepsItsMeasures is a ratchet: what has become better does not become worse again.
func TestTheHouseKeepsItsMeasures(t *testing.T) {
	found, err := surveyed(t.Context(), "../../...")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range measures {
		if why := m.complaint(found[m.name].value); why != "" {
			t.Errorf("%s: %s (%s)", m.name, why, found[m.name].where)
		}
	}
}

// complaint says what is wrong between a figure and its limit; "" if nothing.
func (m measure) complaint(value int) string {
	aim := max(value, m.goal)
	switch {
	case value > m.limit:
		return "they are " + strconv.Itoa(value) + ", and may be " + strconv.Itoa(m.limit)
	case m.limit < m.goal || aim < m.limit-m.limit/slack:
		return "lower the limit in house.go from " + strconv.Itoa(m.limit) + " to " + strconv.Itoa(aim) + ", which is reached"
	}
	return ""
}

func TestTheHouseIsARatchet(t *testing.T) {
	for _, c := range []struct {
		value, limit, goal int
		sound              bool
	}{
		{420, 420, 40, true},
		{421, 420, 40, false},
		{380, 420, 40, true},
		{377, 420, 40, false},
		{30, 40, 40, true},
		{30, 60, 40, false},
		{8, 9, 0, false},
		{0, 0, 0, true},
		{1, 0, 0, false},
		{1, 3, 4, false},
	} {
		if why := (measure{limit: c.limit, goal: c.goal}).complaint(c.value); (why == "") != c.sound {
			t.Errorf("%+v: %q", c, why)
		}
	}
}

func TestTheHouseIsMeasured(t *testing.T) {
	const text = `package office
		import (
			"context"
			"kickabout/league/formats/swiss"
		)
		type A struct{}
		func (a *A) One() { a.Two(nil) }
		func (a A) Two(run func()) { three(a) }
		func three(a A) { defer func() { go handed(a.Four) }() }
		func handed(func()) {}
		func (a A) Four() { a.One() }
		func alone() { alone() }
		type Small interface{ One(); Two(func()) }
		type Large interface { Small; Three() }
		func ways(n int, c chan int) bool {
			for range n {
				if n > 1 && n < 5 || n == 7 { return true }
			}
			switch n { case 1: case 2, 3: default: }
			select { case <-c: default: }
			func() { for {} }()
			return false
		}
		var _ = context.WithValue(context.WithValue(context.Background(), key{}, swiss.X), key{}, 1)
		type key struct{}`
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, "a.go", text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	h := house{path: "league/office", files: []*ast.File{f}, names: []string{"a.go"}, written: []*ast.File{f}, lines: 7}
	h.info = types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	c := types.Config{Importer: importer.Default(), Error: func(error) {}} // it cannot find swiss
	h.pkg, _ = c.Check(module+h.path, set, h.files, &h.info)

	got := survey{}
	got.add(h)
	for name, want := range map[string]figure{
		methodsOfType:      {3, "league/office.A"},
		methodsOfInterface: {3, "league/office.Large"},
		recursion:          {4, "league/office: A.Four A.One A.Two three"},
		linesOfPackage:     {7, "league/office"},
		complexity:         {9, "league/office.ways"},
		contextKeys:        {1, "league/office key{}"},
		formatFiles:        {},
	} {
		if got[name] != want {
			t.Errorf("%s: got %v, want %v", name, got[name], want)
		}
	}
	for path, counts := range map[string]bool{
		"views": true, "views/match": true, "views/series": false, "cmd/internal/web": true, "cmd/internal/web/tournament": false, "store": false,
	} {
		h.path = path
		got := survey{}
		got.add(h)
		if n := got[formatFiles].value; n > 0 != counts {
			t.Errorf("%s has %d files that know single formats", path, n)
		}
	}
}

func TestTheLargestCircleIsFound(t *testing.T) {
	graph := map[string][]string{}
	for _, line := range strings.Fields("a>b b>c c>a c>d d>e e>f f>g g>d h>a i>i") {
		from, to, _ := strings.Cut(line, ">")
		graph[from] = append(graph[from], to)
	}
	if got := circle(graph); !slices.Equal(got, strings.Fields("d e f g")) {
		t.Errorf("got %q", got)
	}
	if got := circle(map[string][]string{"a": {"b"}, "b": {"c"}}); got != nil {
		t.Errorf("got %q where nothing leads back", got)
	}
}
