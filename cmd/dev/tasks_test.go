package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestStepsStopAtTheFirstFailure(t *testing.T) {
	var done []string
	does := func(name string, err error) step {
		return step{name, func(context.Context) error { done = append(done, name); return err }}
	}
	broken := errors.New("broken")
	err := inOrder(t.Context(), does("one", nil), does("two", broken), does("three", nil))
	if !errors.Is(err, broken) || !strings.HasPrefix(err.Error(), "two: ") {
		t.Errorf("the error is %v, want that of two", err)
	}
	if want := []string{"one", "two"}; !slices.Equal(done, want) {
		t.Errorf("done: %q, want %q", done, want)
	}
}

func TestWhatRunsAtOnceEndsWithTheFirstFailure(t *testing.T) {
	broken := errors.New("broken")
	met := make(chan bool)
	waits := func(ctx context.Context) error { close(met); <-ctx.Done(); return ctx.Err() }
	fails := func(context.Context) error { <-met; return broken } // so both have begun
	if err := atOnce(waits, fails)(t.Context()); !errors.Is(err, broken) {
		t.Errorf("the error is %v, want the one that was first", err)
	}
	fine := func(context.Context) error { return nil }
	if err := atOnce(fine, fine)(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestAFailedProgramFailsItsStep(t *testing.T) {
	if err := calling("go", "no-such-command")(t.Context()); err == nil {
		t.Error("there was no error")
	}
	if _, err := output(t.Context(), "go", "no-such-command"); err == nil {
		t.Error("there was no error from a program whose output is read")
	}
}

func TestAProgramSaysWhatItSpent(t *testing.T) {
	c := command(t.Context(), "sh", "-c", "sh -c 'i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done'")
	if got := spent(c); got != "" {
		t.Errorf("before it has run it says %q", got)
	}
	if err := c.Run(); err != nil {
		t.Fatal(err)
	}
	var s float64
	if _, err := fmt.Sscanf(spent(c), "%f s of CPU: sh -c sh -c 'i=0;", &s); err != nil || s == 0 {
		t.Errorf("it says %q, %v", spent(c), err)
	}
}

func TestGeneratedFilesAreCompared(t *testing.T) {
	sum := func(s string) (sum [32]byte) { copy(sum[:], s); return sum }
	before := map[string][32]byte{"same": sum("1"), "changed": sum("1"), "removed": sum("1")}
	after := map[string][32]byte{"same": sum("1"), "changed": sum("2"), "added": {}}
	if got, want := differing(before, after), []string{"added", "changed", "removed"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestFuzzTargetsAreReadOffTheList(t *testing.T) {
	got := targets("FuzzRead\nFuzzWrite\nok  \tkickabout/a\t0.003s\n" +
		"?   \tkickabout/b\t[no test files]\nok  \tkickabout/c\t0.1s\nFuzzLog\nok  \tkickabout/d\t0.2s\n")
	want := []target{{"kickabout/a", "FuzzRead"}, {"kickabout/a", "FuzzWrite"}, {"kickabout/d", "FuzzLog"}}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestProofsAreFoundByWhatTheirTestsImport(t *testing.T) {
	got, err := testedBy(t.Context(), "container/ring")
	if err != nil {
		t.Fatal(err)
	}
	// go list is called in this folder: no test in it imports this.
	if len(got) != 0 {
		t.Errorf("got %q, want none", got)
	}
	got, err = testedBy(t.Context(), "archive/tar")
	if want := []string{"kickabout/cmd/dev"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
}

func TestGoldenFilesAreWhereTheFlagIs(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"a/one_test.go":     `var update = flag.Bool("update", false, "")`,
		"a/two_test.go":     `if *update {`,
		"b/none_test.go":    `package b`,
		"c/sub/one_test.go": `flag.Bool("update"`,
	} {
		if err := put(filepath.Join(root, name), []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(root)
	got, err := updatable(".")
	if want := []string{"./a", "./c/sub"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
}

func TestGoldenPagesCanAllBeRewritten(t *testing.T) {
	t.Chdir("../..")
	folders, err := updatable(".")
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob("views/*/testdata/*.html")
	if err != nil || len(pages) < 150 {
		t.Fatalf("%d golden pages, %v", len(pages), err)
	}
	for _, page := range pages {
		if folder := "./" + filepath.ToSlash(filepath.Dir(filepath.Dir(page))); !slices.Contains(folders, folder) {
			t.Errorf("%s is not rewritten with the others", page)
		}
	}
}

func TestMigrationsAreNumberedOn(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"00001_matches.sql", "00009_rows.postgres.sql", "00009_rows.sqlite.sql", "README"} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name string
		task migrationTask
		want []string // nil: refused
	}{
		{"one portable file", migrationTask{Name: "add_ratings"}, []string{"00010_add_ratings.sql"}},
		{"one for each database", migrationTask{Name: "v2", Two: true}, []string{"00010_v2.postgres.sql", "00010_v2.sqlite.sql"}},
		{"a name is no path", migrationTask{Name: "../x"}, nil},
		{"a name has no capitals", migrationTask{Name: "Ratings"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := c.task.names(folder)
			if !slices.Equal(got, c.want) || (err == nil) != (c.want != nil) {
				t.Errorf("got %q, %v, want %q", got, err, c.want)
			}
		})
	}
}

func TestOneFileIsUnpacked(t *testing.T) {
	var packed bytes.Buffer
	g := gzip.NewWriter(&packed)
	files := tar.NewWriter(g)
	for _, name := range []string{"package/a.js", "package/b.js"} {
		if err := files.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: int64(len(name))}); err != nil {
			t.Fatal(err)
		}
		if _, err := files.Write([]byte(name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(files.Close(), g.Close()); err != nil {
		t.Fatal(err)
	}
	archive := filepath.Join(t.TempDir(), "new", "a.tgz")
	if err := put(archive, packed.Bytes()); err != nil {
		t.Fatal(err)
	}
	got, err := unpacked(archive, "package/b.js")
	if err != nil || string(got) != "package/b.js" {
		t.Errorf("got %q, %v", got, err)
	}
	if _, err := unpacked(archive, "package/c.js"); err == nil {
		t.Error("a file that is not in the archive was found")
	}
}

func TestFiguresAreReadOffBenchmarksAndCallgrind(t *testing.T) {
	all := figures("goos: linux\nBenchmarkA/bulk  \t 1000\t 12.5 ns/op\t 80.25 M-successors/s\nBenchmarkB \t 7\t 3 ns/op\nPASS\n")
	if len(all) != 2 || all["BenchmarkA/bulk"]["M-successors/s"] != 80.25 || all["BenchmarkB"]["ns/op"] != 3 {
		t.Errorf("figures %v", all)
	}
	if n := collected("==7== Events    : Ir\n==7== Collected : 19970585\n==7== \n"); n != 19_970_585 {
		t.Errorf("%v instructions", n)
	}
	if n := collected("no such tool\n"); n != 0 {
		t.Errorf("%v instructions of nothing", n)
	}
}

func TestALessonIsComparedByteForByte(t *testing.T) {
	l := lesson{file: filepath.Join(t.TempDir(), "learnt.bin")}
	if err := l.compare([]byte("ab")); err == nil {
		t.Error("a file that is not there is taken for what was learnt")
	}
	if err := put(l.file, []byte("ab")); err != nil {
		t.Fatal(err)
	}
	if err := l.compare([]byte("ab")); err != nil {
		t.Error(err)
	}
	if err := l.compare([]byte("ac")); err == nil {
		t.Error("a file that differs is taken for what was learnt")
	}
}
