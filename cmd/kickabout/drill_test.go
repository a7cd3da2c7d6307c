package main

import (
	"bytes"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/secret"
	"kickabout/league"
	"kickabout/league/play"
	"kickabout/store/storetest"
)

// TestADrillRestoresTheNewestBackupAndPlaysThere drills on a site that runs, whole, and then with all that can be wrong.
func TestADrillRestoresTheNewestBackupAndPlaysThere(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		backups := t.TempDir()
		r := &running{t: t, config: serveCmd{Data: t.TempDir(), Addr: "127.0.0.1:0", NoDemo: true, Database: d.Server()}}
		r.start()
		defer func() { r.stop() }()
		ctx, o := t.Context(), r.server.office
		where := []string{"--data", r.config.Data}
		if d.Server() != "" {
			where = append(where, "--database", d.Server())
		}
		run := func(args ...string) (string, error) {
			t.Helper()
			text, err := printed(t, append(args, where...)...)
			if left := filesIn(t, backups); slices.ContainsFunc(left, func(name string) bool { return strings.HasPrefix(name, ".drill") && name != ".drill-mine" }) {
				t.Errorf("%v leaves %q", args, left)
			}
			return text, err
		}
		fails := func(what, says string) {
			t.Helper()
			if _, err := run("backup", "drill", "--backups", backups); err == nil || !strings.Contains(err.Error(), says) {
				t.Errorf("%s: %v, want %q", what, err, says)
			}
			if last, err := r.server.store.LastDrills(ctx, 1); err != nil || !strings.Contains(last[0].Problem, says) || strings.Contains(last[0].Problem, "\n") {
				t.Errorf("%s, remembered: %+v, %v", what, last, err)
			}
			time.Sleep(time.Second) // a drill has the name of its second
		}
		for _, older := range []string{".drill-20200101000000", ".drill-mine"} {
			if err := os.Mkdir(filepath.Join(backups, older), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		fails("without a backup", "there is no backup in")
		if err := os.Remove(filepath.Join(backups, ".drill-mine")); err != nil {
			t.Errorf("what is no drill's is taken away: %v", err)
		}

		guest, err := o.Admit(ctx, o.NewToken())
		if err != nil {
			t.Fatal(err)
		}
		m, err := o.Begin(ctx, guest, play.Proposal{Reservation: o.Reserve().ID, Rules: "streetsoccer/lg", Opponent: "bot:random", Kickoff: league.KickoffMe, Control: "lg"})
		if err != nil {
			t.Fatal(err)
		}
		if text, err := run("backup", "--to", backups); err != nil {
			t.Fatal(text, err)
		}
		before := contents(t, d)["matches"]
		text, err := run("backup", "drill", "--backups", backups)
		if err != nil || !strings.Contains(text, "was restored, and took a move, within ") || !strings.Contains(text, ": 1 matches with ") {
			t.Fatalf("%q, %v", text, err)
		}
		if d.Server() != "" && !slices.Equal(before, contents(t, d)["matches"]) {
			t.Error("the drill was played on the site")
		}
		last, err := r.server.store.LastDrills(ctx, 1)
		if err != nil || last[0].Problem != "" || last[0].Took <= 0 || last[0].Matches != 1 || last[0].Events < 2 || last[0].Bytes == 0 || time.Since(last[0].Taken) > time.Minute {
			t.Errorf("it is remembered as %+v, %v", last, err)
		}
		took, err := lastDrill(r.server.store, func(d league.Drill) time.Duration { return d.Took })(ctx)
		if age, err2 := ageOf(backups); err != nil || err2 != nil || took != last[0].Took.Seconds() || age < 0 || age > 60 {
			t.Errorf("measured: %v s, %v; %v s old, %v", took, err, age, err2)
		}
		time.Sleep(time.Second)

		if text, err := run("jobs", "run", "drill", "--backups", backups); err != nil {
			t.Errorf("the job of the week: %s, %v", text, err)
		}
		if again, err := r.server.store.LastDrills(ctx, 5); err != nil || len(again) != 2 {
			t.Errorf("a drill of the same week: %+v, %v", again, err)
		}

		path := secret.File(r.config.Data, secret.DiceKey)
		if err := os.Rename(path, path+".aside"); err != nil {
			t.Fatal(err)
		}
		fails("without a key", "the dice key is missing")
		if err := os.Rename(path+".aside", path); err != nil {
			t.Fatal(err)
		}

		insert := fmt.Sprintf("INSERT INTO events (match_id, seq, at_ms, side, act, text) VALUES ('%s', 999, 5, 1, 'move', 'x')", m.ID)
		driver, url := "pgx", d.Server()
		if url == "" {
			driver, url = "sqlite3", filepath.Join(r.config.Data, "kickabout.db")
		}
		db, err := sql.Open(driver, url)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if _, err := db.Exec(insert); err != nil {
			t.Fatal(err)
		}
		fails("where a move of long ago is missing", "and 0 of them are restored")

		newest, err := filepath.Glob(filepath.Join(backups, "kickabout-*.kab"))
		if err != nil || len(newest) != 1 {
			t.Fatal(newest, err)
		}
		whole, err := os.ReadFile(newest[0])
		if err != nil {
			t.Fatal(err)
		}
		flipped := bytes.Clone(whole)
		flipped[len(flipped)/2] ^= 1
		if err := os.WriteFile(newest[0], flipped, 0o600); err != nil {
			t.Fatal(err)
		}
		fails("with a damaged backup", "its bytes are not those that were written")
	})
}
