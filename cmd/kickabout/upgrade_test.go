package main

import (
	"compress/gzip"
	"database/sql"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kickabout/engine/enginetest"
	"kickabout/league"
	"kickabout/store"
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
			data := siteOfRelease(t, file)
			r := &running{t: t, config: serveCmd{Data: data, Addr: "127.0.0.1:0", NoDemo: true}}
			r.start()
			played, err := r.server.store.Latest(t.Context(), league.Site(), 0, 50)
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

// siteOfRelease restores a site of a release into a folder.
func siteOfRelease(t *testing.T, file string) string {
	t.Helper()
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
	return data
}

// TestProofAnUpgradeThatIsKilledGoesOn kills the program again and again while it brings the tables of a release up to
// date: afterwards all is as if nothing had happened.
func TestProofAnUpgradeThatIsKilledGoesOn(t *testing.T) { // RELIABILITY R14
	t.Parallel()
	const file = "testdata/releases/development/site.kab.gz"
	whole := &running{t: t, config: serveCmd{Data: siteOfRelease(t, file), Addr: "127.0.0.1:0", NoDemo: true}}
	whole.start()
	whole.stop()
	want := tablesOf(t, whole.config.Data)
	r := rand.New(rand.NewPCG(14, 0))
	rounds, kills, cut := enginetest.Size(20), 0, map[int64]int{}
	for range rounds {
		f := newFleet(t, "real")
		f.data = siteOfRelease(t, file)
		for at := tablesIn(t, f.data); at < store.Schema(); {
			at = f.killInUpgrade(at, r)
			kills++
			cut[at]++
		}
		server := f.start()
		if err := server.Process.Signal(syscall.SIGTERM); err != nil {
			t.Error(err)
		}
		server.Wait()
		if err := (recomputeCmd{Check: true, Data: f.data}).Run(t.Context()); err != nil {
			t.Errorf("what is stored differs from the logs: %v", err)
		}
		if diff := cmp.Diff(want, tablesOf(t, f.data)); diff != "" {
			t.Errorf("what was killed differs:\n%s", diff)
		}
		before, err := filepath.Glob(filepath.Join(f.data, "backups", "before-*.kab"))
		if err != nil || len(before) != 1 {
			t.Errorf("of the time before the upgrade there are %q, %v", before, err)
		}
	}
	t.Logf("%d upgrades, %d kills, which left the tables at versions %v", rounds, kills, slices.Sorted(maps.Keys(cut)))
	if kills == rounds {
		t.Error("nothing was killed before its end")
	}
}

// killInUpgrade starts the server on tables of a version, kills it once it has changed them, and returns the version
// that they have then.
func (f *fleet) killInUpgrade(at int64, r *rand.Rand) int64 {
	f.t.Helper()
	server := f.spawn()
	done := at
	for began := time.Now(); done == at; time.Sleep(time.Millisecond) {
		if time.Since(began) > 5*time.Minute {
			f.t.Fatalf("the tables stay as they were at %d", at)
		}
		done = tablesIn(f.t, f.data)
	}
	time.Sleep(time.Duration(r.IntN(8)) * time.Millisecond)
	if err := server.Process.Kill(); err != nil {
		f.t.Fatal(err)
	}
	server.Wait()
	now := tablesIn(f.t, f.data)
	if now < done {
		f.t.Fatalf("a step that was done, %d, is not: %d", done, now)
	}
	return now
}

// tablesIn returns the version of the tables in a folder.
func tablesIn(t *testing.T, data string) (version int64) {
	t.Helper()
	db, err := sql.Open("sqlite3", "file:"+filepath.Join(data, "kickabout.db")+"?_busy_timeout=10000")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.QueryRow("SELECT MAX(version_id) FROM goose_db_version").Scan(&version); err != nil {
		t.Fatal(err)
	}
	return version
}

// restoredSince is a moment between the last event of the site of a release and all that a server does to it now:
// bots move, time is given back, competitions open.
const restoredSince = "1795478400000" // 24 November 2026

// tablesOf returns how the tables in a folder are made, and what they held before a server was started.
func tablesOf(t *testing.T, data string) (lines []string) {
	t.Helper()
	db, err := sql.Open("sqlite3", filepath.Join(data, "kickabout.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	read := func(statement string) {
		rows, err := db.Query(statement)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		for rows.Next() {
			var line string
			if err := rows.Scan(&line); err != nil {
				t.Fatal(err)
			}
			lines = append(lines, line)
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
	}
	read("SELECT type || ' ' || name || ' ' || COALESCE(sql, '') FROM sqlite_master ORDER BY 1")
	read("SELECT match_id || ' ' || seq || ' ' || act || ' ' || text FROM events WHERE act <> 'time' AND at_ms < " + restoredSince + " ORDER BY match_id, seq")
	read("SELECT id || ' ' || kind || ' ' || name FROM players WHERE created_ms < " + restoredSince + " ORDER BY id")
	read("SELECT id || ' ' || name || ' ' || state || ' ' || serial FROM tournaments WHERE created_ms < " + restoredSince + " ORDER BY id")
	return lines
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
