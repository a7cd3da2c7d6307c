package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestTools carries out testdata/tools/*.txtar: the arguments in args, the standard input in
// stdin, what must come of it in stdout or, where the program is to fail, in stderr. Other
// files lie in the folder that args calls $DIR. The head of a file says where its facts are
// from.
func TestTools(t *testing.T) {
	files, err := filepath.Glob("testdata/tools/*.txtar")
	if err != nil || len(files) < 10 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			folder, has := t.TempDir(), map[string]string{}
			for _, f := range archive.Files {
				has[f.Name] = string(f.Data)
				if err := os.WriteFile(filepath.Join(folder, f.Name), f.Data, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			args := strings.Fields(strings.ReplaceAll(has["args"], "$DIR", folder))
			out, complaint, code := kickabout(t, has["stdin"], args...)
			complaint = strings.ReplaceAll(complaint, folder, "$DIR")
			if out != has["stdout"] || complaint != has["stderr"] || (code != 0) != (has["stderr"] != "") {
				t.Errorf("exit code %d\n-- stdout --\n%s-- stderr --\n%s", code, out, complaint)
			}
		})
	}
}
