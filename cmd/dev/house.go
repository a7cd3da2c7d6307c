package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

type houseTask struct{}

// Run prints the measures of the structure, the present limit and the goal of each, and where
// each is reached.
func (houseTask) Run(ctx context.Context) error {
	found, err := surveyed(ctx, "./...")
	if err != nil {
		return err
	}
	fmt.Printf("%-46s %7s %7s %7s\n", "", "now", "limit", "goal")
	for _, m := range measures {
		f := found[m.name]
		fmt.Printf("%-46s %7d %7d %7d  %s\n", m.name, f.value, m.limit, m.goal, f.where)
	}
	for _, name := range slices.Sorted(maps.Keys(found)) {
		if !slices.ContainsFunc(measures, func(m measure) bool { return m.name == name }) {
			fmt.Printf("%-46s %7d %15s  %s\n", name, found[name].value, "", found[name].where)
		}
	}
	return nil
}

// A measure is something of which the code is to have little.
type measure struct {
	name  string
	limit int // what it may be at present: lowered as the code gets there
	goal  int
}

// measures is the ratchet. A limit comes down with the code and never rises.
var measures = []measure{
	{methodsOfType, 40, 40},
	{methodsOfInterface, 12, 12},
	{recursion, 1, 1},
	{linesOfPackage, 6_000, 6_000},
	{complexity, 20, 20},
	{complexFunctions, 0, 0},
	{formatFiles, 0, 0},
	{contextKeys, 0, 0},
}

// The names of the measures.
const (
	methodsOfType      = "methods of a type"
	methodsOfInterface = "methods of an interface"
	recursion          = "functions of a service that call each other"
	linesOfPackage     = "hand-written Go lines of a package"
	linesOfTemplates   = "lines of templates of a package"
	complexity         = "cyclomatic complexity"
	complexFunctions   = "functions above the goal of complexity"
	formatFiles        = "files of pages that know single formats"
	contextKeys        = "context keys of services and store"
)

// figure is what a measure has come to, and where.
type figure struct {
	value int
	where string
}

// survey gathers the figures.
type survey map[string]figure

// most keeps the largest of what is measured.
func (s survey) most(name string, value int, where string) {
	if value > s[name].value {
		s[name] = figure{value, where}
	}
}

// more counts one, and names all that were counted.
func (s survey) more(name, where string) {
	f := s[name]
	f.value++
	f.where = strings.TrimPrefix(f.where+", "+where, ", ")
	s[name] = f
}

// house is a package as its files without tests have it.
type house struct {
	path    string // without the module's name
	files   []*ast.File
	names   []string    // theirs
	written []*ast.File // those that nothing generates
	lines   int         // of these
	templ   int         // lines of templates
	pkg     *types.Package
	info    types.Info
}

// surveyed measures the packages that go list names.
func surveyed(ctx context.Context, pattern string) (survey, error) {
	all, err := houses(ctx, pattern)
	if err != nil {
		return nil, err
	}
	s := survey{}
	for _, h := range all {
		s.add(h)
	}
	return s, nil
}

// add measures a package.
func (s survey) add(h house) {
	s.most(linesOfPackage, h.lines, h.path)
	s.most(linesOfTemplates, h.templ, h.path)
	for _, name := range h.pkg.Scope().Names() {
		of, ok := h.pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || of.IsAlias() {
			continue
		}
		if i, ok := of.Type().Underlying().(*types.Interface); ok {
			s.most(methodsOfInterface, i.NumMethods(), h.path+"."+name)
		} else if n, ok := of.Type().(*types.Named); ok {
			s.most(methodsOfType, n.NumMethods(), h.path+"."+name)
		}
	}
	for _, f := range h.written {
		for _, d := range f.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				n := branches(f)
				s.most(complexity, n, h.path+"."+f.Name.Name)
				if n > goalOf(complexity) {
					s.more(complexFunctions, h.path+"."+f.Name.Name)
				}
			}
		}
	}
	if area, below := pages(h.path); below && area != "series" && area != "tournament" {
		for i, f := range h.files {
			if importsBelow(f, module+"league/formats") {
				s.more(formatFiles, h.path+"/"+h.names[i])
			}
		}
	}
	row, _ := rowOf(h.path)
	if row.service {
		around := circle(calls(h))
		s.most(recursion, len(around), h.path+": "+strings.Join(around, " "))
	}
	if row.service || fits("store/...", h.path) {
		var keys []string
		for _, f := range h.files {
			keys = append(keys, contextKeyIn(f)...)
		}
		slices.Sort(keys)
		for _, key := range slices.Compact(keys) {
			s.more(contextKeys, h.path+" "+key)
		}
	}
}

func goalOf(name string) int {
	return measures[slices.IndexFunc(measures, func(m measure) bool { return m.name == name })].goal
}

// pages tells whether a package makes pages or answers requests, and of which area.
func pages(path string) (area string, ok bool) {
	for _, place := range []string{"views", "cmd/internal/web"} {
		if below, found := strings.CutPrefix(path+"/", place+"/"); found {
			return strings.TrimSuffix(below, "/"), true
		}
	}
	return "", false
}

func importsBelow(f *ast.File, path string) bool {
	return slices.ContainsFunc(f.Imports, func(i *ast.ImportSpec) bool {
		return strings.HasPrefix(i.Path.Value, `"`+path+"/")
	})
}

// branches is the cyclomatic complexity of a function: one, and one more for each place where it
// may go either way, in the functions within it too.
func branches(f *ast.FuncDecl) int {
	n := 1
	ast.Inspect(f, func(node ast.Node) bool {
		switch b := node.(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt:
			n++
		case *ast.CaseClause:
			n += min(1, len(b.List))
		case *ast.CommClause:
			if b.Comm != nil {
				n++
			}
		case *ast.BinaryExpr:
			if b.Op == token.LAND || b.Op == token.LOR {
				n++
			}
		}
		return true
	})
	return n
}

// contextKeyIn names the keys under which a file puts values into a context.
func contextKeyIn(f *ast.File) (names []string) {
	ast.Inspect(f, func(n ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		if !ok || len(c.Args) != 3 {
			return true
		}
		if s, ok := c.Fun.(*ast.SelectorExpr); ok && s.Sel.Name == "WithValue" {
			names = append(names, types.ExprString(c.Args[1]))
		}
		return true
	})
	return names
}

// calls says which functions and methods of a package each of them names: who hands a function
// over calls it as well as who calls it at once. Calls through interfaces are not followed.
func calls(h house) map[string][]string {
	graph := map[string][]string{}
	for _, f := range h.files {
		for _, d := range f.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Body == nil {
				continue
			}
			from := nameOf(h.info.Defs[f.Name].(*types.Func))
			ast.Inspect(f.Body, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					if to, ok := h.info.Uses[id].(*types.Func); ok && to.Pkg() == h.pkg {
						graph[from] = append(graph[from], nameOf(to.Origin()))
					}
				}
				return true
			})
		}
	}
	return graph
}

// nameOf names a function or method within its package.
func nameOf(f *types.Func) string {
	r := f.Signature().Recv()
	if r == nil {
		return f.Name()
	}
	of := r.Type()
	if p, ok := of.(*types.Pointer); ok {
		of = p.Elem()
	}
	return types.TypeString(of, func(*types.Package) string { return "" }) + "." + f.Name()
}

// circle returns the largest set of names that all lead to each other, sorted; nil if none leads
// back. It is Tarjan's algorithm.
func circle(graph map[string][]string) (largest []string) {
	index, low := map[string]int{}, map[string]int{}
	var stack []string
	var visit func(string)
	visit = func(v string) {
		index[v] = len(index) + 1
		low[v] = index[v]
		stack = append(stack, v)
		for _, w := range graph[v] {
			if index[w] == 0 {
				visit(w)
				low[v] = min(low[v], low[w])
			} else if slices.Contains(stack, w) {
				low[v] = min(low[v], index[w])
			}
		}
		if low[v] != index[v] {
			return
		}
		at := slices.Index(stack, v)
		around := slices.Clone(stack[at:])
		stack = stack[:at]
		if len(around) > len(largest) && (len(around) > 1 || slices.Contains(graph[v], v)) {
			largest = around
		}
	}
	for _, v := range slices.Sorted(maps.Keys(graph)) {
		if index[v] == 0 {
			visit(v)
		}
	}
	slices.Sort(largest)
	return largest
}

// listed is what go list says of a package.
type listed struct {
	ImportPath, Dir, Export string
	GoFiles, CgoFiles       []string
	Module                  *struct{ Path string }
}

// houses reads and checks the module's packages. What they import, each other too, comes out of the
// build cache; only services are checked with the bodies of their functions, as nothing else needs it.
func houses(ctx context.Context, pattern string) (all []house, err error) {
	packages, err := goList(ctx, pattern)
	if err != nil {
		return nil, err
	}
	exports := map[string]string{}
	for _, p := range packages {
		exports[p.ImportPath] = p.Export
	}
	set := token.NewFileSet()
	compiled := importer.ForCompiler(set, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	for _, p := range packages {
		if p.Module == nil || p.Module.Path+"/" != module {
			continue
		}
		h := house{path: strings.TrimPrefix(p.ImportPath, module)}
		if err := h.read(set, p); err != nil {
			return nil, err
		}
		row, _ := rowOf(h.path)
		h.info = types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
		c := types.Config{Importer: compiled, IgnoreFuncBodies: !row.service, FakeImportC: true}
		if h.pkg, err = c.Check(p.ImportPath, set, h.files, &h.info); err != nil {
			return nil, err
		}
		all = append(all, h)
	}
	return all, nil
}

// read parses a package's files without tests and counts their lines.
func (h *house) read(set *token.FileSet, p listed) error {
	for _, name := range slices.Concat(p.GoFiles, p.CgoFiles) {
		f, err := parser.ParseFile(set, filepath.Join(p.Dir, name), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		h.files, h.names = append(h.files, f), append(h.names, name)
		if !ast.IsGenerated(f) {
			h.written = append(h.written, f)
			h.lines += set.File(f.Pos()).LineCount() - 1
		}
	}
	templates, err := filepath.Glob(filepath.Join(p.Dir, "*.templ"))
	if err != nil {
		return err
	}
	for _, name := range templates {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		h.templ += strings.Count(string(text), "\n")
	}
	return nil
}

// goList lists packages and all they need, with where the build cache has what they export.
func goList(ctx context.Context, pattern string) (all []listed, err error) {
	out, err := output(ctx, "go", "list", "-export", "-deps", "-json=ImportPath,Dir,Export,GoFiles,CgoFiles,Module", pattern)
	if err != nil {
		return nil, err
	}
	for d := json.NewDecoder(strings.NewReader(out)); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	slices.SortFunc(all, func(a, b listed) int { return cmp.Compare(a.ImportPath, b.ImportPath) })
	return all, nil
}
