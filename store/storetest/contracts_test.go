package storetest_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"kickabout/league/office"
	"kickabout/store"
)

var _ = office.Over[*store.Store]

// TestEveryMethodOfAContractIsInASuite: a service declares what it needs of the store as an interface,
// and says in its comments what is to be relied on. The tests of an interface are its suite: the files here
// whose names begin with its own. Each method is called by one, on both databases.
func TestEveryMethodOfAContractIsInASuite(t *testing.T) {
	called, found := callsOf(t, "*_test.go"), 0
	err := filepath.WalkDir("../../league", func(folder string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		for name, methods := range contracts(t, folder) {
			for _, m := range methods {
				found++
				if !called[m] {
					t.Errorf("%s: %s.%s is called by no suite", folder, name, m)
				}
			}
			if len(methods) > 12 {
				t.Errorf("%s: %s has %d methods: cut it by subjects", folder, name, len(methods))
			}
		}
		return nil
	})
	must(t, err)
	if found < 100 {
		t.Errorf("only %d methods were found", found)
	}
}

// contracts finds the interfaces of a folder that the store keeps to, with the methods that they
// name themselves.
func contracts(t *testing.T, folder string) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	for _, file := range parsed(t, filepath.Join(folder, "*.go")) {
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok {
				return true
			}
			if i, ok := spec.Type.(*ast.InterfaceType); ok {
				if methods := methodsOf(i); keepsTo(methods) {
					all[spec.Name.Name] = methods
				}
			}
			return false
		})
	}
	return all
}

// methodsOf returns the names of the methods that an interface names itself.
func methodsOf(i *ast.InterfaceType) (names []string) {
	for _, m := range i.Methods.List {
		for _, n := range m.Names {
			names = append(names, n.Name)
		}
	}
	return names
}

// keepsTo says whether the store has all of some methods.
func keepsTo(methods []string) bool {
	whole := reflect.TypeFor[*store.Store]()
	for _, m := range methods {
		if _, has := whole.MethodByName(m); !has {
			return false
		}
	}
	return len(methods) > 0
}

// callsOf returns which methods, of whatever, are called in files of this folder.
func callsOf(t *testing.T, pattern string) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	for _, file := range parsed(t, pattern) {
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if s, ok := call.Fun.(*ast.SelectorExpr); ok {
					all[s.Sel.Name] = true
				}
			}
			return true
		})
	}
	return all
}

// parsed reads the files that fit a pattern; of other folders those without tests.
func parsed(t *testing.T, pattern string) (files []*ast.File) {
	t.Helper()
	names, err := filepath.Glob(pattern)
	must(t, err)
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") != strings.HasSuffix(pattern, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		must(t, err)
		files = append(files, file)
	}
	return files
}
