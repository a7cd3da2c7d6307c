package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestABillListsWhatAProgramIsMadeOf reads the program of these tests.
func TestABillListsWhatAProgramIsMadeOf(t *testing.T) {
	text, err := billOf(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	var b bill
	if err := json.Unmarshal(text, &b); err != nil {
		t.Fatal(err)
	}
	found := map[string]component{}
	for _, c := range b.Components {
		found[c.Name] = c
	}
	if c := found["github.com/alecthomas/kong"]; !strings.HasPrefix(c.Purl, "pkg:golang/github.com/alecthomas/kong@v1.") || len(c.Properties) != 1 || !strings.HasPrefix(c.Properties[0].Value, "h1:") {
		t.Errorf("a module is %+v", c)
	}
	if c := found["stdlib"]; !strings.HasPrefix(c.Version, "go1.") {
		t.Errorf("the standard library is %+v", c)
	}
	if b.Format != "CycloneDX" || b.Metadata.Component.Name != "kickabout" || len(b.Dependencies) != 1 || len(b.Dependencies[0].DependsOn) != len(b.Components) {
		t.Errorf("%s of %+v, %+v", b.Format, b.Metadata.Component, b.Dependencies)
	}
	again, err := billOf(os.Args[0])
	if err != nil || !bytes.Equal(text, again) {
		t.Errorf("the second time it is another one, %v", err)
	}
	if _, err := billOf("release_test.go"); err == nil {
		t.Error("a file that is no program has a bill")
	}
}

func TestSumsAreThoseOfSha256sum(t *testing.T) {
	name := filepath.Join(t.TempDir(), "abc")
	if err := os.WriteFile(name, []byte("abc"), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := sumsOf([]string{name})
	if want := "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  abc\n"; err != nil || got != want {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
	if _, err := sumsOf([]string{name + ".not"}); err == nil {
		t.Error("a file that is not there has a sum")
	}
}

// TestAReleaseIsTheSameTwice builds the commit in two folders, the second time with nothing left of the first: which
// takes minutes.
func TestAReleaseIsTheSameTwice(t *testing.T) {
	if os.Getenv("KICKABOUT_PROVE") == "" {
		t.Skip("go run ./cmd/dev prove ./cmd/dev builds it")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	from := root
	var folders, sums [2]string
	for i := range folders { // both before anything takes minutes, in which somebody may commit
		folders[i] = t.TempDir()
		if _, err := output(t.Context(), "git", "clone", "--quiet", "--no-hardlinks", from, folders[i]); err != nil {
			t.Fatal(err)
		}
		from = folders[i]
	}
	for i := range sums {
		out := t.TempDir()
		if i > 0 {
			t.Setenv("GOCACHE", t.TempDir())
		}
		t.Chdir(folders[i])
		if err := (releaseTask{Out: out, Arch: []string{"amd64"}, Weaknesses: "none"}).Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(out, "SHA256SUMS"))
		if err != nil {
			t.Fatal(err)
		}
		sums[i] = string(text)
	}
	if t.Log(sums[0]); sums[0] != sums[1] || strings.Count(sums[0], "\n") != 2 {
		t.Errorf("first\n%sthen\n%s", sums[0], sums[1])
	}
}

// weakness is an entry of a list of known weaknesses, of a function of the standard library.
const weakness = `{"schema_version": "1.3.1", "id": "GO-2026-0001", "modified": "2026-11-01T00:00:00Z", "published": "2026-11-01T00:00:00Z",
	"summary": "A weakness for a test", "details": "There is none.",
	"affected": [{"package": {"name": "stdlib", "ecosystem": "Go"}, "ranges": [{"type": "SEMVER", "events": [{"introduced": "0"}]}],
		"ecosystem_specific": {"imports": [{"path": "net/url", "symbols": ["FUNCTION"]}]}}],
	"references": [{"type": "WEB", "url": "https://kickabout.example/weakness"}],
	"database_specific": {"url": "https://kickabout.example/weakness", "review_status": "REVIEWED"}}`

// listOfWeaknesses makes a list with a function of net/url as its one entry, and returns its address.
func listOfWeaknesses(t *testing.T, function string) string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range map[string]string{
		"index/db.json":        `{"modified": "2026-11-01T00:00:00Z"}`,
		"index/modules.json":   `[{"path": "stdlib", "vulns": [{"id": "GO-2026-0001", "modified": "2026-11-01T00:00:00Z"}]}]`,
		"index/vulns.json":     `[{"id": "GO-2026-0001", "modified": "2026-11-01T00:00:00Z"}]`,
		"ID/GO-2026-0001.json": strings.Replace(weakness, "FUNCTION", function, 1),
	} {
		writeInto(t, filepath.Join(folder, name), text)
	}
	return "file://" + folder
}

func writeInto(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestAReleaseWithAKnownWeaknessIsRefused releases a program of a few lines, which calls one function of net/url and not
// another.
func TestAReleaseWithAKnownWeaknessIsRefused(t *testing.T) {
	if os.Getenv("KICKABOUT_PROVE") == "" {
		t.Skip("go run ./cmd/dev prove ./cmd/dev runs it: it builds govulncheck")
	}
	folder := t.TempDir()
	t.Chdir(folder)
	writeInto(t, "go.mod", "module kickabout\n\ngo 1.26\n")
	writeInto(t, "cmd/kickabout/main.go", "package main\n\nimport \"net/url\"\n\nfunc main() { _, _ = url.Parse(\"/\") }\n")
	for _, args := range [][]string{{"init", "--quiet"}, {"add", "."}, {"-c", "user.name=x", "-c", "user.email=x@example.org", "commit", "--quiet", "-m", "x"}} {
		if text, err := output(t.Context(), "git", args...); err != nil {
			t.Fatal(text, err)
		}
	}
	out := filepath.Join(t.TempDir(), "out")
	task := releaseTask{Out: out, Arch: []string{"amd64"}, Weaknesses: listOfWeaknesses(t, "Parse")}
	if err := task.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "known weaknesses") {
		t.Errorf("a weakness that the program calls: %v", err)
	}
	task.Weaknesses = "file://" + filepath.Join(folder, "nowhere")
	if err := task.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "known weaknesses") {
		t.Errorf("a list that cannot be read: %v", err)
	}
	if _, err := os.Stat(out); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("something of a release that was refused is there: %v", err)
	}
	task.Weaknesses = listOfWeaknesses(t, "PathUnescape")
	if err := task.Run(t.Context()); err != nil {
		t.Errorf("a weakness of what the program does not call: %v", err)
	}
	if _, err := os.Stat(filepath.Join(out, "SHA256SUMS")); err != nil {
		t.Error(err)
	}
}
