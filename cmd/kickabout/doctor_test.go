package main

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/disk"
	"kickabout/cmd/internal/doctor"
	"kickabout/cmd/internal/secret"
	"kickabout/league"
	"kickabout/league/office"
	"kickabout/store/backup"
	"kickabout/store/storetest"
)

// TestTheDoctorFindsWhatIsWrong looks at a site that runs and is well, and then at it with one thing wrong after the other.
func TestTheDoctorFindsWhatIsWrong(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		data, backups := t.TempDir(), t.TempDir()
		r := &running{t: t, config: serveCmd{Data: data, Addr: "127.0.0.1:0", NoDemo: true, Database: d.Server()}}
		r.start()
		defer func() { r.stop() }()
		ctx, s := t.Context(), r.server.store
		ratedMatch(t, r.server.office)
		where := []string{"--data", data}
		if d.Server() != "" {
			where = append(where, "--database", d.Server())
		}
		must := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		off, room, files := time.Duration(0), disk.Room{Free: 90 << 30, Total: 100 << 30}, uint64(4096)
		site := doctor.Site{
			Data: data, Database: databaseOf(data, d.Server()), Backups: backups,
			Jobs:  append(jobsOf(&office.Office{}, true), backupJobs(data, d.Server(), backups, backup.Standard, nil)...),
			Now:   func() time.Time { return time.Now().Add(off) },
			Room:  func(string) (disk.Room, error) { return room, nil },
			Files: func() (uint64, error) { return files, nil },
		}
		// finds wants exactly so many checks not to be well: names with their states.
		finds := func(what string, want ...string) {
			t.Helper()
			var is []string
			for _, f := range doctor.Examine(ctx, site) {
				if f.Text == "" || f.State != doctor.OK && f.Remedy == "" || strings.Contains(f.Text, "\n") {
					t.Errorf("%s: %+v says too little, or too much", what, f)
				}
				if (f.Check == "integrity" || f.Check == "role") && d.Server() != "" { // as the server of the test happens to be
					continue
				}
				if f.State != doctor.OK {
					is = append(is, f.Check+" "+string(f.State))
				}
			}
			slices.Sort(is)
			slices.Sort(want)
			if !slices.Equal(is, want) {
				t.Errorf("%s: the doctor finds %q, want %q", what, is, want)
			}
		}
		finds("a new site", "backups WARN", "drill WARN", "key export WARN")

		_, err := printed(t, append([]string{"backup", "--to", backups}, where...)...)
		must(err)
		must(s.RecordDrill(ctx, league.Drill{At: time.Now(), Backup: "b", Taken: time.Now()}))
		must(s.NoteExport(ctx, time.Now(), secret.Names()...))
		finds("a site that is well")

		old := filepath.Join(backups, "kickabout-20260101T120000Z.kab")
		must(os.WriteFile(old, nil, 0o644))
		finds("a backup that others may read", "modes WARN")
		site.Fix = true
		finds("the same, put right")
		site.Fix = false
		finds("the same, afterwards")
		if info, err := os.Stat(old); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("it has the mode %v, %v", info.Mode(), err)
		}

		room.Free = 5 << 30
		finds("a disk that fills up", "disk WARN")
		room.Free = 1 << 30
		finds("a disk that is nearly full", "disk FAIL")
		room.Free = 90 << 30
		files = 1000
		finds("few files", "open files WARN")
		files = 255
		finds("too few files", "open files FAIL")
		files = 4096

		must(s.RecordDrill(ctx, league.Drill{At: time.Now().Add(time.Second), Problem: "the keys"}))
		finds("a drill that failed", "drill FAIL")
		must(s.RecordDrill(ctx, league.Drill{At: time.Now().Add(2 * time.Second), Backup: "b", Taken: time.Now()}))

		delivered := func() { // by these clocks all would be late that is left over, or that the server is about to deliver
			for {
				left, err := s.Backlog(ctx)
				must(err)
				if left.Facts == 0 {
					return
				}
				must(r.server.office.Deliver(ctx, office.Budget{}))
				time.Sleep(time.Millisecond)
			}
		}
		for ahead, want := range map[time.Duration][]string{
			5 * time.Second:      {"clock WARN"},
			-10 * time.Minute:    {"clock FAIL"},
			8 * 24 * time.Hour:   {"clock FAIL", "backups FAIL", "server WARN"},
			20 * 24 * time.Hour:  {"clock FAIL", "backups FAIL", "drill WARN", "server WARN"},
			400 * 24 * time.Hour: {"clock FAIL", "backups FAIL", "drill WARN", "key export WARN", "server WARN"},
		} {
			delivered()
			off = ahead
			finds("a clock that is "+ahead.String()+" ahead", want...)
		}
		off = 0

		must(s.Register(ctx, "backup", time.Now().Add(-time.Hour))) // which this server does not do
		finds("a job that is late", "jobs WARN")
		epoch, _, err := s.Claim(ctx, "backup", "somebody", time.Minute, time.Hour, true)
		must(err)
		finds("a job that somebody does")
		_, err = s.Finish(ctx, "backup", epoch, time.Now().Add(time.Hour), "no room")
		must(err)
		finds("a job that failed", "jobs WARN")
		epoch, _, err = s.Claim(ctx, "backup", "somebody", time.Minute, time.Hour, true)
		must(err)
		_, err = s.Finish(ctx, "backup", epoch, time.Now().Add(time.Hour), "")
		must(err)

		driver, url := "pgx", d.Server()
		if url == "" {
			driver, url = "sqlite3", site.Database+"?_busy_timeout=10000"
		}
		db, err := sql.Open(driver, url)
		must(err)
		defer db.Close()
		_, err = db.ExecContext(ctx, fmt.Sprintf("INSERT INTO facts (kind, subject, part, mark, since_ms, due_ms, tries, holder, expires_ms, problem) VALUES ('x', 'y', '', 1, 1, %d, 0, '', 0, '')", time.Now().Add(time.Hour).UnixMilli()))
		must(err)
		finds("something that nobody has looked after", "facts WARN")
		_, err = db.ExecContext(ctx, "DELETE FROM facts WHERE kind = 'x'")
		must(err)

		r.stop() // it would stop by itself
		path := secret.File(data, secret.DiceKey)
		must(os.Rename(path, path+".aside"))
		finds("a key that is missing", "keys FAIL")
		must(os.Rename(path+".aside", path))
	})
}

// TestTheDoctorFindsALogThatSomebodyWrote looks at a log of the site with a line that is bound to none before it.
func TestTheDoctorFindsALogThatSomebodyWrote(t *testing.T) {
	t.Parallel()
	s := newOrdered(t, "Ann", "Bob")
	chains := func() (is doctor.Finding) {
		t.Helper()
		out, _, _ := kickabout(t, "", "doctor", "--json", "--data", s.folder)
		var r doctor.Report
		if err := json.Unmarshal([]byte(out), &r); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return r[slices.IndexFunc(r, func(f doctor.Finding) bool { return f.Check == "chains" })]
	}
	if is := chains(); is.State != doctor.OK || is.Remedy != "" {
		t.Errorf("on a site that is whole: %+v", is)
	}
	s.close()
	db := storetest.OpenDB(t, storetest.Database{URL: s.url})
	s.must(db.Bare(t.Context()).Exec("INSERT INTO audit (n, at_ms, by_id, act, subject, reason, detail, chain) VALUES (1, 1, '', 'x', '', 'y', '', zeroblob(32))").Error)
	s.must(db.Close())
	s.open()
	if is := chains(); is.State != doctor.Fail || !strings.Contains(is.Text, "1 log is not what was written, first the site log") {
		t.Errorf("with a line of somebody else: %+v", is)
	}
}

// TestTheDoctorSaysByItsExitCodeHowItIs runs the program itself.
func TestTheDoctorSaysByItsExitCodeHowItIs(t *testing.T) {
	t.Parallel()
	r := serve(t)
	out, complaint, code := kickabout(t, "", "doctor", "--data", r.config.Data)
	if code != 1 || !strings.Contains(out, "WARN  backups") || !strings.Contains(out, "→ ") || !strings.Contains(complaint, "of the checks warn and 0 fail") {
		t.Errorf("exit code %d: %s%s", code, out, complaint)
	}
	if out, _, code := kickabout(t, "", "doctor", "--data", t.TempDir()); code != 2 || !strings.Contains(out, "FAIL  schema") {
		t.Errorf("exit code %d: %s", code, out)
	}
	if code := exitCode(fmt.Errorf("looking: %w", diagnosis{1, 1})); code != 2 {
		t.Errorf("what fails counts for more than what warns: exit code %d", code)
	}
	if err := r.server.store.AddPasskey(t.Context(), league.Passkey{ID: "one", Player: r.signUp("Ann").ID, Name: "phone", Record: `{"host":"kickabout.example"}`, Made: time.Now()}, 10); err != nil {
		t.Fatal(err)
	}
	if out, _, code := kickabout(t, "", "doctor", "--data", r.config.Data, "--url", "https://league.example"); code != 2 || !strings.Contains(out, "FAIL  passkeys") {
		t.Errorf("exit code %d: %s", code, out)
	}
	if out, _, code := kickabout(t, "", "doctor", "--data", r.config.Data, "--url", "https://kickabout.example"); code != 1 || !strings.Contains(out, "OK    passkeys") {
		t.Errorf("exit code %d: %s", code, out)
	}
	pair := selfSigned(t)
	out, _, _ = kickabout(t, "", "doctor", "--data", r.config.Data, "--tls", pair)
	if !strings.Contains(out, "FAIL  certificate") || !strings.Contains(out, "The certificate ends on") {
		t.Errorf("a certificate that ends in an hour:\n%s", out)
	}
}
