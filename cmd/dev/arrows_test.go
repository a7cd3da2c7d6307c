package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// top is everything that may lie in the root. Names that begin with a dot are
// free, and data is what a server that was started there keeps.
var top = strings.Fields("cmd engine league store scheduler views testdata README.md LICENSE go.mod go.sum data")

// A source is what a package's files without tests import and use.
type source struct {
	path    string
	imports []string
	uses    []string // of imported packages: "time.Now", "math/rand/v2.IntN"
}

// breaches returns what packages do against the architecture, a line each.
func breaches(packages []source) (all []string) {
	for _, p := range packages {
		row, known := rowOf(p.path)
		if !known {
			all = append(all, p.path+" is a place that the architecture does not know")
			continue
		}
		all = append(all, importBreaches(row, p)...)
		all = append(all, useBreaches(row, p)...)
	}
	return all
}

func importBreaches(a arrow, p source) (all []string) {
	for _, name := range p.imports {
		own, ours := strings.CutPrefix(name, module)
		allowed := true
		switch {
		case ours:
			allowed = fitsAny(a.ours, own)
		case strings.Contains(strings.Split(name, "/")[0], "."):
			allowed = fitsAny(a.theirs, name)
		case a.pure:
			// crypto/rand is a global source of randomness too.
			allowed = fitsAny(a.theirs, name) || !slices.Contains([]string{"context", "log", "log/slog", "crypto/rand"}, name)
		}
		if !allowed {
			all = append(all, fmt.Sprintf("%s must not import %s", p.path, name))
		}
	}
	return all
}

// useBreaches finds clocks that are read and global randomness. The time comes
// to the services from outside, and to the rules from the services; a *rand.Rand is
// passed where one is needed.
func useBreaches(a arrow, p source) (all []string) {
	for _, use := range p.uses {
		dot := strings.LastIndex(use, ".")
		from, name := use[:dot], use[dot+1:]
		allowed := true
		switch from {
		case "time":
			allowed = !a.pure && !a.service || !slices.Contains(strings.Fields("Now Since Until"), name)
		case "math/rand", "math/rand/v2":
			allowed = slices.Contains(strings.Fields("New NewPCG NewChaCha8 Rand Source PCG ChaCha8"), name)
		case "go":
			allowed = !a.pure
		}
		if !allowed {
			all = append(all, fmt.Sprintf("%s must not use %s", p.path, use))
		}
	}
	return all
}

func TestNoPackageImportsAgainstTheArrows(t *testing.T) {
	packages := load(t)
	if len(packages) < 10 {
		t.Fatalf("only %d packages were found", len(packages))
	}
	for _, b := range breaches(packages) {
		t.Error(b)
	}
}

func TestTheTopLevelIsFixed(t *testing.T) {
	there, err := os.ReadDir("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range there {
		if !strings.HasPrefix(f.Name(), ".") && !slices.Contains(top, f.Name()) {
			t.Errorf("%s does not belong into the root", f.Name())
		}
	}
}

func TestBreachesAreSeen(t *testing.T) {
	for _, c := range []struct {
		name, pkg, imports, uses string
		sound                    bool
	}{
		{name: "rules may use the standard library", pkg: "engine/games/streetsoccer", imports: "fmt time kickabout/engine kickabout/engine/bot", sound: true},
		{name: "a generator may be made and passed", pkg: "engine/bot", imports: "math/rand/v2", uses: "math/rand/v2.New math/rand/v2.Rand", sound: true},
		{name: "the shell may be stopped and may log", pkg: "league/office", imports: "context log/slog kickabout/league/rating", uses: "time.Duration time.NewTimer", sound: true},
		{name: "the program hands over the clock", pkg: "cmd/kickabout", imports: "kickabout/store", uses: "time.Now", sound: true},
		{name: "the engine imports nothing of ours", pkg: "engine", imports: "kickabout/store"},
		{name: "the engine does not import its games", pkg: "engine", imports: "kickabout/engine/games"},
		{name: "a game does not import another", pkg: "engine/games/cufootball", imports: "kickabout/engine/games/streetsoccer"},
		{name: "a game imports nothing of others", pkg: "engine/games/streetsoccer", imports: "golang.org/x/text/cases"},
		{name: "dice do not look at the league", pkg: "engine/dice", imports: "kickabout/league"},
		{name: "rules cannot be stopped", pkg: "engine/bot", imports: "context"},
		{name: "rules do not log", pkg: "league/rating", imports: "log/slog"},
		{name: "rules do not print to the log", pkg: "engine/protocol", imports: "log"},
		{name: "rules do not read the clock", pkg: "engine/clock", uses: "time.Now"},
		{name: "nor by its difference", pkg: "league", uses: "time.Since"},
		{name: "rules throw no dice of their own", pkg: "engine/games/onetwofun", uses: "math/rand/v2.IntN"},
		{name: "nor of the old generator", pkg: "league/pairing", uses: "math/rand.Shuffle"},
		{name: "nor of the system's", pkg: "league/pairing", imports: "crypto/rand"},
		{name: "nobody uses global randomness", pkg: "cmd/internal/web", uses: "math/rand/v2.N"},
		{name: "rules start nothing that runs beside them", pkg: "engine/games/cufootball", uses: "go.statement"},
		{name: "the shell may", pkg: "league/office", uses: "go.statement", sound: true},
		{name: "the shell is told the time", pkg: "league/office", uses: "time.Now"},
		{name: "the shell does not know the store", pkg: "league/office", imports: "kickabout/store"},
		{name: "the shell is handed the games", pkg: "league/office", imports: "kickabout/engine/games"},
		{name: "the league does not know its shell", pkg: "league", imports: "kickabout/league/office"},
		{name: "a format does not know the shell", pkg: "league/formats/swiss", imports: "kickabout/league/office"},
		{name: "a service is told the time", pkg: "league/play", uses: "time.Now"},
		{name: "matches do not know tournaments", pkg: "league/play", imports: "kickabout/league/tournaments"},
		{name: "nor offers", pkg: "league/play", imports: "kickabout/league/offers"},
		{name: "tournaments know matches", pkg: "league/tournaments", imports: "kickabout/league/play kickabout/league/formats kickabout/engine/dice", sound: true},
		{name: "but no series", pkg: "league/tournaments", imports: "kickabout/league/series"},
		{name: "what one player has knows nothing of rows of matches", pkg: "store/people", imports: "kickabout/store/matches"},
		{name: "no part of the store knows the whole", pkg: "store/contests", imports: "kickabout/store"},
		{name: "what all pages share knows no page", pkg: "views/ui", imports: "kickabout/views/match"},
		{name: "a match's page is no tournament's", pkg: "views/match", imports: "kickabout/views/tournament"},
		{name: "nor does it know formats", pkg: "views/match", imports: "kickabout/league/formats/swiss"},
		{name: "a tournament's page shows matches", pkg: "views/tournament", imports: "kickabout/views/match kickabout/views/ui", sound: true},
		{name: "handlers of matches do not call those of series", pkg: "cmd/internal/web/match", imports: "kickabout/cmd/internal/web/series"},
		{name: "the site is not made of what tests use of it", pkg: "cmd/internal/web", imports: "kickabout/cmd/internal/web/webtest"},
		{name: "nor is the program", pkg: "cmd/kickabout", imports: "kickabout/cmd/internal/web/webtest"},
		{name: "what all handlers share knows none of them", pkg: "cmd/internal/web/request", imports: "kickabout/cmd/internal/web/match"},
		{name: "nor do those of members know formats", pkg: "cmd/internal/web/member", imports: "kickabout/league/formats/swiss"},
		{name: "handlers of series call those of tournaments", pkg: "cmd/internal/web/series", imports: "kickabout/cmd/internal/web/tournament kickabout/league/formats/minicup", sound: true},
		{name: "the store does not know the shell", pkg: "store", imports: "kickabout/league/office"},
		{name: "the scheduler knows nothing of ours", pkg: "scheduler", imports: "kickabout/league"},
		{name: "views know no HTTP framework", pkg: "views", imports: "github.com/labstack/echo/v4"},
		{name: "views know no store", pkg: "views", imports: "kickabout/store"},
		{name: "views know no shell", pkg: "views", imports: "kickabout/league/office"},
		{name: "web knows no store", pkg: "cmd/internal/web", imports: "kickabout/store"},
		{name: "web knows no database", pkg: "cmd/internal/web", imports: "gorm.io/gorm"},
		{name: "only web imports echo", pkg: "cmd/kickabout", imports: "github.com/labstack/echo/v4"},
		{name: "only the metrics import Prometheus", pkg: "league/play", imports: "github.com/prometheus/client_golang/prometheus"},
		{name: "nor does the program", pkg: "cmd/kickabout", imports: "github.com/prometheus/client_golang/prometheus"},
		{name: "only the scheduler imports cron", pkg: "league/office", imports: "github.com/robfig/cron/v3"},
		{name: "only the harness drives a browser", pkg: "cmd/kickabout", imports: "github.com/chromedp/chromedp"},
		{name: "the program does not use what tests use of the engine", pkg: "cmd/kickabout", imports: "kickabout/engine/enginetest"},
		{name: "nor of the store", pkg: "cmd/kickabout", imports: "kickabout/store/storetest"},
		{name: "nor the browser", pkg: "cmd/internal/web", imports: "kickabout/cmd/internal/browser"},
		{name: "a game is tested by the suite, not made of it", pkg: "engine/games/streetsoccer", imports: "kickabout/engine/enginetest"},
		{name: "an unknown place is a breach", pkg: "cmd/internal/attic"},
		{name: "so is one below a known one", pkg: "store/cache"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := breaches([]source{{module + c.pkg, strings.Fields(c.imports), strings.Fields(c.uses)}})
			if c.sound != (len(got) == 0) {
				t.Errorf("breaches: %q", got)
			}
		})
	}
}

func TestUsesAreReadOffAFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.go")
	text := `package a
		import (
			"fmt"
			clock "time"
			"math/rand/v2"
		)
		var now = clock.Now
		func f(r *rand.Rand) { go fmt.Println(rand.IntN(6), r.IntN(6)) }`
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	want := []string{"time.Now", "math/rand/v2.Rand", "go.statement", "fmt.Println", "math/rand/v2.IntN"}
	if got := uses(t, name); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// load lists the module's packages and reads their files without tests.
func load(t *testing.T) (packages []source) {
	t.Helper()
	list, err := output(t.Context(), "go", "list", "-json=ImportPath,Dir,Imports,GoFiles,CgoFiles", "../../...")
	if err != nil {
		t.Fatal(err)
	}
	for d := json.NewDecoder(strings.NewReader(list)); ; {
		var p struct {
			ImportPath, Dir            string
			Imports, GoFiles, CgoFiles []string
		}
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return packages
		} else if err != nil {
			t.Fatal(err)
		}
		s := source{path: p.ImportPath, imports: p.Imports}
		for _, name := range append(p.GoFiles, p.CgoFiles...) {
			s.uses = append(s.uses, uses(t, filepath.Join(p.Dir, name))...)
		}
		packages = append(packages, s)
	}
}

// uses returns what a file uses of the packages it imports, and "go.statement" where it
// starts a goroutine.
func uses(t *testing.T, name string) (all []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]string{} // in this file -> import path
	for _, i := range file.Imports {
		from, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		names[path.Base(strings.TrimSuffix(from, "/v2"))] = from
		if i.Name != nil {
			names[i.Name.Name] = from
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch s := n.(type) {
		case *ast.GoStmt:
			all = append(all, "go.statement")
		case *ast.SelectorExpr:
			if x, ok := s.X.(*ast.Ident); ok && names[x.Name] != "" {
				all = append(all, names[x.Name]+"."+s.Sel.Name)
			}
		}
		return true
	})
	return all
}
