package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// ruled is how a sentence begins that the site writes into the log of a tournament.
var ruled = regexp.MustCompile(`\bR-[A-Z]{2}-[0-9]+: `)

// TestWhatIsWrittenIntoLogsIsListed holds the sentences that name their rule, wherever a service or a format
// writes one, to the lists by which they are recognised.
func TestWhatIsWrittenIntoLogsIsListed(t *testing.T) {
	for dir, files := range logWriters(t) {
		var declared, listed []string
		for name, file := range files {
			for _, decl := range file.Decls {
				switch d := decl.(type) {
				case *ast.GenDecl:
					if texts := logTextsIn(d); texts != nil {
						declared = append(declared, texts...)
						continue
					}
				case *ast.FuncDecl:
					if d.Name.Name == "LogTexts" {
						listed = append(listed, namesIn(d.Body)...)
					}
				}
				ast.Inspect(decl, func(n ast.Node) bool {
					if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING && ruled.MatchString(l.Value) {
						t.Errorf("%s: %s is no league.LogText", name, l.Value)
					}
					return true
				})
			}
		}
		for _, text := range declared {
			if !slices.Contains(listed, text) {
				t.Errorf("%s: LogTexts does not list %s", dir, text)
			}
		}
	}
}

// logWriters parses the services and formats, by folder and file.
func logWriters(t *testing.T) map[string]map[string]*ast.File {
	t.Helper()
	folders := map[string]map[string]*ast.File{}
	for _, pattern := range []string{"../../league/*/*.go", "../../league/formats/*/*.go"} {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			source, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, source, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			dir := filepath.Dir(path)
			if folders[dir] == nil {
				folders[dir] = map[string]*ast.File{}
			}
			folders[dir][path] = file
		}
	}
	return folders
}

// logTextsIn names the constants of type league.LogText of a declaration; nil if it has none.
func logTextsIn(d *ast.GenDecl) (names []string) {
	for _, spec := range d.Specs {
		v, ok := spec.(*ast.ValueSpec)
		if !ok {
			continue
		}
		if of, ok := v.Type.(*ast.SelectorExpr); ok && of.Sel.Name == "LogText" {
			names = append(names, v.Names[0].Name)
		}
	}
	return names
}

// namesIn lists all names in a function.
func namesIn(body *ast.BlockStmt) (names []string) {
	ast.Inspect(body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			names = append(names, id.Name)
		}
		return true
	})
	return names
}
