package main

import (
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// eachFile looks at the files below a folder of the repository, tests and generated code apart. A name is as it is
// written from the top, with slashes.
func eachFile(t *testing.T, folder string, look func(path, name string)) {
	t.Helper()
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(filepath.Join(root, folder), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(path, "_test.go") || strings.HasSuffix(path, "_templ.go") {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err == nil {
			look(path, filepath.ToSlash(name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
