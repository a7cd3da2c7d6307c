package main

import (
	"compress/gzip"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"kickabout/league"
)

// TestEveryReleaseUpgrades restores a small site of each release, starts the present program on it, and compares
// what is stored with the logs.
func TestEveryReleaseUpgrades(t *testing.T) {
	t.Parallel()
	releases, err := filepath.Glob("testdata/releases/*/site.kab.gz")
	if err != nil || len(releases) == 0 {
		t.Fatalf("there are no sites of releases, %v", err)
	}
	for _, file := range releases {
		t.Run(filepath.Base(filepath.Dir(file)), func(t *testing.T) {
			t.Parallel()
			data := t.TempDir()
			for _, key := range []string{"dice.key", "password.key", "site.key"} {
				text, err := os.ReadFile(filepath.Join(filepath.Dir(file), key))
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(data, key), text, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if err := (restoreCmd{File: unpacked(t, file), Data: data}).Run(t.Context()); err != nil {
				t.Fatal(err)
			}
			r := &running{t: t, config: serveCmd{Data: data, Addr: "127.0.0.1:0", NoDemo: true}}
			r.start()
			played, err := r.server.store.Finished(t.Context(), league.Site(), 50)
			if err != nil || len(played) == 0 {
				t.Fatalf("no game is over, %v", err)
			}
			for _, path := range []string{"/", "/ratings", "/competitions", "/matches/" + played[0].ID} {
				if status, _ := asked(t, r.address, path); status != http.StatusOK {
					t.Errorf("%s: %d", path, status)
				}
			}
			r.stop()
			if err := (recomputeCmd{Check: true, Data: data}).Run(t.Context()); err != nil {
				t.Errorf("what is stored differs from the logs: %v", err)
			}
		})
	}
}

// unpacked writes what a file of gzip holds into another one, and returns its name.
func unpacked(t *testing.T, file string) string {
	t.Helper()
	from, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	text, err := gzip.NewReader(from)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "site.kab")
	to, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer to.Close()
	if _, err := io.Copy(to, text); err != nil {
		t.Fatal(err)
	}
	return name
}
