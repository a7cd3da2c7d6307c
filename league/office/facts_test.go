package office_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// deliverers are the files that may call Deliver and DeliverDue: what answers those who change
// something, the workers, the jobs, the commands, and what plays seasons by a clock of its own.
// A service never does, so that nothing comes of an act behind its back.
var deliverers = []string{
	"cmd/internal/season/outage.go", "cmd/internal/season/season.go", "cmd/internal/season/script/cast.go", "cmd/internal/season/years.go",
	"cmd/internal/web/request/act.go", "cmd/internal/web/webtest/working.go", "cmd/internal/web/webtest/world.go", "cmd/kickabout/expel.go", "cmd/kickabout/jobs.go", "cmd/internal/renewal/renewal.go", "cmd/kickabout/quarantine.go", "cmd/kickabout/reports.go", "cmd/kickabout/user.go",
	"league/office/facts.go", "league/office/jobs.go", "league/office/work.go",
}

func TestOnlyWhoAnswersOrWorksDelivers(t *testing.T) {
	var found []string
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok && slices.Contains([]string{"Deliver", "DeliverDue", "deliverDue"}, s.Sel.Name) {
				name, _ := filepath.Rel(root, path)
				found = append(found, filepath.ToSlash(name))
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(found)
	for _, name := range slices.Compact(found) {
		if !slices.Contains(deliverers, name) {
			t.Errorf("%s delivers", name)
		}
	}
	if len(slices.Compact(found)) < len(deliverers) {
		t.Errorf("of those that deliver only %v were found", found)
	}
}
