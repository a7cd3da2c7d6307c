package main

import (
	"database/sql"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/doctor"
	"kickabout/store"
	"kickabout/store/storetest"
)

// TestWhatThePackagesSetIsKnown finds variables and flags in the files of the packages and in the manuals that the
// program does not have.
func TestWhatThePackagesSetIsKnown(t *testing.T) {
	t.Parallel()
	parser, err := parserOf(t.Context(), &cli{})
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{"KICKABOUT_TOKEN": true, "KICKABOUT_PASSPHRASE": true, "KICKABOUT_PASSWORD": true} // of no flag
	for _, leaf := range parser.Model.Leaves(true) {
		for _, group := range leaf.AllFlags(true) {
			for _, f := range group {
				known["--"+f.Name] = true
				for _, name := range f.Envs {
					known[name] = true
				}
			}
		}
	}
	files, err := filepath.Glob("../dev/package/*")
	if err != nil || len(files) < 6 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	manuals, err := filepath.Glob("../../views/help/*.md")
	if err != nil || len(manuals) < 7 {
		t.Fatalf("%d manuals, %v", len(manuals), err)
	}
	variable, flag := regexp.MustCompile(`KICKABOUT_[A-Z_]+`), regexp.MustCompile(`--[a-z][a-z-]+`)
	found := 0
	for _, name := range append(files, manuals...) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			words := variable.FindAllString(line, -1)
			if strings.Contains(line, "kickabout --") {
				_, call, _ := strings.Cut(line, "kickabout --")
				words = append(words, flag.FindAllString("--"+call, -1)...)
			}
			for _, w := range words {
				if found++; !known[w] {
					t.Errorf("%s: there is no %s\n%s", name, w, line)
				}
			}
		}
	}
	if found < 20 {
		t.Errorf("only %d were found", found)
	}
}

// TestThePackagesRoleIsEnoughForTheSite runs what the package with PostgreSQL runs on its first start: the site's role makes
// its tables and works, and the doctor, who would warn of a role that may do everything, finds nothing too much. From
// outside nobody signs in as that one.
func TestThePackagesRoleIsEnoughForTheSite(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("psql"); err != nil {
		t.Skip("there is no psql; on Debian it is in postgresql-client")
	}
	folder := filepath.Dir(storetest.NewCluster(t).Socket())
	as := func(role, database string) string {
		return "postgres:///" + database + "?" + url.Values{"host": {folder}, "user": {role}}.Encode()
	}
	const password = `a 'quoted" \one $HOME`
	db, err := sql.Open("pgx", as("postgres", "postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), "ALTER ROLE postgres PASSWORD 'as the image gives it'"); err != nil {
		t.Fatal(err)
	}
	first := exec.CommandContext(t.Context(), "sh", filepath.Join("..", "dev", "package", "postgres.sh"))
	first.Env = append(os.Environ(), "PGHOST="+folder, "POSTGRES_PASSWORD="+password)
	if out, err := first.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	says := func(role string) (f doctor.Finding) {
		t.Helper()
		s, err := store.Open(t.Context(), store.Options{URL: as(role, "kickabout")})
		if err != nil {
			t.Fatalf("as %s: %v", role, err)
		}
		defer s.Close()
		for _, f = range doctor.Examine(t.Context(), doctor.Site{Data: t.TempDir(), Database: as(role, "kickabout"), Backups: t.TempDir(), Now: time.Now}) {
			if f.Check == "role" {
				return f
			}
		}
		t.Fatal("the doctor does not look at the role")
		return f
	}
	if f := says("kickabout"); f.State != doctor.OK {
		t.Errorf("of the role of the site the doctor says %+v", f)
	}
	if f := says("postgres"); f.State != doctor.Warn || !strings.Contains(f.Text, "BYPASSRLS, CREATEROLE, REPLICATION, SUPERUSER") || !strings.Contains(f.Remedy, "NOSUPERUSER") {
		t.Errorf("of the role that may do everything the doctor says %+v", f)
	}
	var verifier string
	if err := db.QueryRowContext(t.Context(), "SELECT rolpassword FROM pg_authid WHERE rolname = 'kickabout' AND rolcreatedb").Scan(&verifier); err != nil || !strings.HasPrefix(verifier, "SCRAM-SHA-256$") {
		t.Errorf("the role of the site signs in by %q, %v", verifier, err)
	}
	var locked bool
	if err := db.QueryRowContext(t.Context(), "SELECT bool_and(rolpassword IS NULL) FROM pg_authid WHERE rolsuper").Scan(&locked); err != nil || !locked {
		t.Errorf("who may do everything has a password: %v, %v", !locked, err)
	}
}
