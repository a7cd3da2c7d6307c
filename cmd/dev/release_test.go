package main

import (
	"bytes"
	"encoding/json"
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
