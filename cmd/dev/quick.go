package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"
)

type quickTask struct {
	Area  string `arg:"" optional:"" help:"A folder, or the name of one at any depth, as in match: what imports something changed is tested there, too."`
	Since string `default:"main" help:"The branch or commit that changes are counted from."`
}

// Run checks what has changed: format, generated code, vet, and tests of changed packages and of
// those in an area that import one; on SQLite, without the race detector.
func (q quickTask) Run(ctx context.Context) error {
	changed, err := changes(ctx, q.Since)
	if err != nil {
		return err
	}
	packages, err := neighbours(ctx)
	if err != nil {
		return err
	}
	touched := affected(packages, changed, q.Area)
	if len(changed) == 0 || len(touched) == 0 {
		fmt.Println("no package has changed")
		return nil
	}
	var steps []step
	if files := ending(changed, ".go"); len(files) > 0 {
		steps = append(steps, step{"Go files are formatted", func(ctx context.Context) error { return formatted(ctx, files) }})
	}
	if files := ending(changed, ".templ"); len(files) > 0 {
		steps = append(
			steps,
			step{"templ files are formatted", calling("go", append([]string{"tool", "templ", "fmt", "-fail", "-prettier-command=none"}, files...)...)},
			step{"generated code is fresh", generatedFresh},
		)
	}
	return inOrder(ctx, append(
		steps,
		step{"go vet", calling("go", append([]string{"vet"}, touched...)...)},
		step{"tests of " + strings.Join(touched, " "), func(ctx context.Context) error {
			c := command(ctx, "go", append([]string{"test"}, touched...)...)
			c.Env = append(os.Environ(), postgresVariable+"=none")
			return c.Run()
		}},
	)...)
}

// changes lists the files that differ from those where this branch left another, and new ones.
func changes(ctx context.Context, since string) ([]string, error) {
	from, err := output(ctx, "git", "merge-base", since, "HEAD")
	if err != nil {
		return nil, err
	}
	differ, err := output(ctx, "git", "diff", "--name-only", "--relative", strings.TrimSpace(from))
	if err != nil {
		return nil, err
	}
	fresh, err := output(ctx, "git", "ls-files", "--others", "--exclude-standard")
	return slices.Concat(lines(differ), lines(fresh)), err
}

// ending returns the files of a kind that are there.
func ending(files []string, kind string) (all []string) {
	for _, name := range files {
		if _, err := os.Stat(name); err == nil && strings.HasSuffix(name, kind) {
			all = append(all, name)
		}
	}
	return all
}

// formatted fails and names the files that gofumpt would change.
func formatted(ctx context.Context, files []string) error {
	names, err := output(ctx, "go", append([]string{"run", gofumpt, "-l"}, files...)...)
	if err == nil && names != "" {
		err = fmt.Errorf("dev fmt would change\n%s", strings.TrimSpace(names))
	}
	return err
}

// neighbour is a package with what it and its tests import.
type neighbour struct {
	ImportPath                         string
	Imports, TestImports, XTestImports []string
}

// neighbours lists the module's packages.
func neighbours(ctx context.Context) (all []neighbour, err error) {
	out, err := output(ctx, "go", "list", "-json=ImportPath,Imports,TestImports,XTestImports", "./...")
	if err != nil {
		return nil, err
	}
	for d := json.NewDecoder(strings.NewReader(out)); ; {
		var n neighbour
		if err := d.Decode(&n); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		all = append(all, n)
	}
}

// affected returns the packages that files are of, and those of an area that import one of
// them, directly or by others, or whose tests do.
func affected(packages []neighbour, files []string, area string) (all []string) {
	reached := map[string]bool{}
	for _, file := range files {
		if p, ok := packageOf(packages, file); ok && !reached[p] {
			reached[p] = true
			all = append(all, p)
		}
	}
	for again := true; again; {
		again = false
		for _, n := range packages {
			if !reached[n.ImportPath] && slices.ContainsFunc(n.Imports, func(i string) bool { return reached[i] }) {
				reached[n.ImportPath], again = true, true
			}
		}
	}
	for _, n := range packages {
		hit := reached[n.ImportPath] || slices.ContainsFunc(slices.Concat(n.TestImports, n.XTestImports), func(i string) bool { return reached[i] })
		if hit && within(area, n.ImportPath) && !slices.Contains(all, n.ImportPath) {
			all = append(all, n.ImportPath)
		}
	}
	slices.Sort(all)
	return all
}

// packageOf returns the package that a file belongs to: that of its folder, or of the nearest above,
// as of what is embedded or read by tests.
func packageOf(packages []neighbour, file string) (string, bool) {
	for folder := path.Dir(file); folder != "."; folder = path.Dir(folder) {
		if slices.ContainsFunc(packages, func(n neighbour) bool { return n.ImportPath == module+folder }) {
			return module + folder, true
		}
	}
	return "", false
}

// within tells whether a package is in an area: below a folder, or below one of that name. Nothing
// is in no area.
func within(area, name string) bool {
	area = strings.Trim(strings.TrimPrefix(area, "./"), "/")
	return area != "" && strings.Contains("/"+strings.TrimPrefix(name, module)+"/", "/"+area+"/")
}
