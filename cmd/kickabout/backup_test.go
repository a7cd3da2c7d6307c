package main

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kickabout/cmd/internal/secret"
	"kickabout/engine/bot"
	"kickabout/engine/games"
	"kickabout/league"
	membersleague "kickabout/league/members"
	"kickabout/league/office"
	"kickabout/league/play"
	"kickabout/store"
	"kickabout/store/backup"
	"kickabout/store/sqldb"
	"kickabout/store/storetest"
)

// TestASiteComesBackFromABackup takes a backup beside a running site, restores the backup elsewhere and starts the site there, half an hour later by its clock.
func TestASiteComesBackFromABackup(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		r := &running{t: t, config: serveCmd{Data: t.TempDir(), Addr: "127.0.0.1:0", NoDemo: true, Database: d.Server()}}
		r.start()
		defer func() { r.stop() }()
		o, ctx := r.server.office, t.Context()
		must := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		ratedMatch(t, o)
		ann, session, err := o.SignUp(ctx, membersleague.Credentials{Name: "Cleo", Password: secretWords})
		must(err)
		token, err := o.MakeToken(ctx, ann, league.TokenOrder{Label: "bot", Scopes: league.AllScopes, Days: 365})
		must(err)
		m, err := o.Begin(ctx, ann, play.Proposal{Reservation: o.Reserve().ID, Rules: "onetwofun/basic", Opponent: "bot:random", Kickoff: league.KickoffMe, Control: "lg"})
		must(err)

		where := func(data, database string) []string {
			if database == "" {
				return []string{"--data", data}
			}
			return []string{"--data", data, "--database", database}
		}
		backups := filepath.Join(t.TempDir(), "kept")
		text, err := printed(t, append([]string{"backup", "--to", backups}, where(r.config.Data, r.config.Database)...)...)
		if err != nil || !strings.Contains(text, ".kab holds ") {
			t.Fatalf("%q, %v", text, err)
		}
		found, err := filepath.Glob(filepath.Join(backups, "*.kab"))
		if err != nil || len(found) != 1 {
			t.Fatal(found, err)
		}
		file := found[0]
		if text, err = printed(t, "backup", "verify", file); err != nil || strings.Count(text, "\n") != 1 || !strings.Contains(text, " is whole, ") {
			t.Errorf("verified: %q, %v", text, err)
		}
		noKeysIn(t, file, r.config.Data)
		if p, err := o.Visitor(ctx, session); err != nil || p != ann {
			t.Fatalf("the session is of %v, %v", p, err)
		}
		must(o.SignOut(ctx, session)) // after the backup
		r.stop()

		place, to := t.TempDir(), d
		if d.Server() == "" {
			to.URL = filepath.Join(place, "kickabout.db")
		} else {
			to = storetest.Postgres(t)
		}
		text, err = printed(t, append([]string{"restore", file}, where(place, to.Server())...)...)
		must(err)
		for _, part := range []string{"tokens of the API (1) sleep", "cannot be said without a newer backup", "the time since then", "There is no " + secret.File(place, secret.DiceKey)} {
			if !strings.Contains(text, part) {
				t.Errorf("it does not say %q:\n%s", part, text)
			}
		}
		from := d
		if d.Server() == "" {
			from.URL = filepath.Join(r.config.Data, "kickabout.db")
		}
		was, is := contents(t, from), contents(t, to)
		if len(was["sessions"]) == 0 || len(was["tokens"]) != 1 || len(is["sessions"]) != 0 || len(is["tokens"]) != 1 {
			t.Errorf("%d sessions and %d tokens became %d and %d", len(was["sessions"]), len(was["tokens"]), len(is["sessions"]), len(is["tokens"]))
		}
		for _, table := range []string{"accounts", "ratings", "names"} {
			if diff := cmp.Diff(was[table], is[table]); diff != "" {
				t.Errorf("%s:\n%s", table, diff)
			}
		}

		for _, name := range secret.Names() {
			key, err := os.ReadFile(secret.File(r.config.Data, name))
			must(err)
			must(os.WriteFile(secret.File(place, name), key, 0o600))
		}
		s, err := serveCmd{Data: place, Database: to.Server(), Addr: "127.0.0.1:0", NoDemo: true}.open(ctx)
		must(err)
		defer s.close()
		before, err := s.store.Match(ctx, league.Site(), m.ID)
		must(err)
		beat, err := s.store.Heartbeat(ctx)
		must(err)
		now := beat.Add(30 * time.Minute)
		restored := &stillSite{t: t, folder: place, url: to.URL, now: now, store: s.store, dealer: s.keys.Dealer.(*secret.Dealer)}
		restored.office = officeAt(s, func() time.Time { return now })
		must(restored.office.RecordHeartbeat(ctx))
		after, err := s.store.Match(ctx, league.Site(), m.ID)
		must(err)
		if given := after.State.Deadline.Sub(before.State.Deadline); given != 30*time.Minute {
			t.Errorf("a running game got back %v", given)
		}
		if _, err := restored.office.PlayerByToken(ctx, token, league.ScopeRead); league.KindOf(err) != league.Forbidden {
			t.Errorf("a token lives again, which may have been ended after the backup: %v", err)
		}
		tokens, err := restored.office.Tokens(ctx, ann)
		must(err)
		must(restored.office.WakeToken(ctx, ann, fmt.Sprintf("%x", tokens[0].Hash)))
		if p, err := restored.office.PlayerByToken(ctx, token, league.ScopeRead); err != nil || p != ann {
			t.Errorf("a token that was woken acts for %v, %v", p, err)
		}
		v, err := restored.office.Match(ctx, league.Of(ann), m.ID)
		must(err)
		restores, err := restored.office.Restores(ctx, v)
		must(err)
		if len(restores) != 1 || restores[0].Event != before.State.Last {
			t.Errorf("the game was taken back %+v, and stood at event %d", restores, before.State.Last)
		}
		if p, err := restored.office.Visitor(ctx, session); err != nil || p == ann {
			t.Errorf("a session that was ended after the backup lives again: %v", err)
		}
		if text, err = printed(t, append([]string{"recompute", "--check"}, where(place, to.Server())...)...); err != nil {
			t.Errorf("recomputed: %s, %v", text, err)
		}
	})
}

// noKeysIn fails if a file holds a key of a folder, in whatever form it is written.
func noKeysIn(t *testing.T, file, folder string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range secret.Names() {
		text, err := os.ReadFile(secret.File(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		word := bytes.TrimSpace(text)
		plain, err := hex.DecodeString(string(word))
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(bytes.ToLower(data), word) || bytes.Contains(data, plain) {
			t.Errorf("the backup holds the key of the %s", name)
		}
	}
}

func TestBackupsOfEachHour(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		data, folder := t.TempDir(), t.TempDir()
		if d.Server() == "" {
			d.URL = filepath.Join(data, "kickabout.db")
		}
		s, err := serveCmd{Data: data, Database: d.Server(), Addr: "127.0.0.1:0"}.open(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer s.close()
		for i := range 30 { // of earlier hours
			name := time.Now().UTC().Add(time.Duration(-i-1) * time.Hour).Format("kickabout-20060102T150405Z.kab")
			if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		args := []string{"jobs", "run", "backup", "--data", data, "--backups", folder}
		if d.Server() != "" {
			args = append(args, "--database", d.URL)
		}
		if text, err := printed(t, args...); err != nil || !strings.HasPrefix(text, "backup ran in ") {
			t.Fatalf("%q, %v", text, err)
		}
		left, err := filepath.Glob(filepath.Join(folder, "*.kab"))
		if err != nil || len(left) < 24 || len(left) > 27 {
			t.Errorf("%d are left, %v", len(left), err)
		}
		newest := left[len(left)-1]
		if text, err := printed(t, "backup", "verify", newest); err != nil {
			t.Errorf("the newest one: %s, %v", text, err)
		}
		if text, err := printed(t, args...); err != nil {
			t.Errorf("at once again: %q, %v", text, err)
		}
		if again, err := filepath.Glob(filepath.Join(folder, "*.kab")); err != nil || len(again) != len(left) {
			t.Errorf("at once again there are %d, %v", len(again), err)
		}
	})
	if jobs := backupJobs("data", "", "", backup.Standard, nil); jobs != nil {
		t.Errorf("without a folder there is %v", jobs)
	}
}

func TestADamagedBackupEndsTheCommand(t *testing.T) {
	file := filepath.Join(t.TempDir(), "kickabout-20261123T221500Z.kab")
	if err := os.WriteFile(file, []byte("not a backup"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"backup", "verify", file}, {"restore", file, "--data", filepath.Join(t.TempDir(), "new")}} {
		if out, complaint, code := kickabout(t, "", args...); code != 1 || out != "" || !strings.Contains(complaint, "it is no backup of Kickabout, or its end is missing") {
			t.Errorf("%v: exit code %d, %s%s", args, code, out, complaint)
		}
	}
}

// officeAt is the office of a server by another clock.
func officeAt(s *server, now func() time.Time) *office.Office {
	return office.New(office.Over(s.store), s.keys, games.All(), bot.All(), now, slog.New(slog.DiscardHandler))
}

// TestTheTablesAreBackedUpBeforeTheyAreChanged starts a site whose tables are those of an older program.
func TestTheTablesAreBackedUpBeforeTheyAreChanged(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		const old = 48
		data := t.TempDir()
		path := d.Server()
		if path == "" {
			path = filepath.Join(data, "kickabout.db")
			if err := os.WriteFile(path, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if has, err := sqldb.MigrateTo(t.Context(), path, old); err != nil || has != old {
			t.Fatal(has, err)
		}
		site, backups := serveCmd{Data: data, Database: d.Server(), Addr: "127.0.0.1:0"}, filepath.Join(data, "backups")
		for range 2 {
			s, err := site.open(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			s.close()
			name := backup.NameBefore(store.Schema())
			if names := filesIn(t, backups); !slices.Equal(names, []string{".lock", name}) {
				t.Fatalf("there is %q", names)
			}
			m, err := backup.Verify(t.Context(), filepath.Join(backups, name), nil)
			if err != nil || m.Schema != old {
				t.Errorf("the backup is of version %d, %v", m.Schema, err)
			}
		}
		fresh := serveCmd{Data: t.TempDir(), Addr: "127.0.0.1:0"}
		s, err := fresh.open(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		s.close()
		if names := filesIn(t, fresh.Data); slices.Contains(names, "backups") {
			t.Errorf("a new site is backed up: %q", names)
		}
	})
}

// TestABackupBetweenAnEndAndItsFactsIsWhole takes backups while nobody has looked yet after what happened: matches have
// ended and are not rated, an account is closed and still in everything.
func TestABackupBetweenAnEndAndItsFactsIsWhole(t *testing.T) {
	d := storetest.SQLite(t)
	o, s := busySite(t, d)
	ctx, folder := t.Context(), t.TempDir()
	n := 0
	whole := func(what string) {
		t.Helper()
		n++
		path, _, err := backup.Take(ctx, backup.Options{URL: d.URL, To: folder, Now: func() time.Time { return time.Unix(int64(n), 0) }})
		if err != nil {
			t.Fatal(err)
		}
		if text, err := printed(t, "backup", "verify", path); err != nil || !strings.Contains(text, "and its logs say what is stored beside them") {
			t.Errorf("when %s: %s, %v", what, text, err)
		}
	}
	waits := func(what string, want bool) {
		t.Helper()
		open, err := s.Backlog(ctx)
		if err != nil || (open.Facts > 0) != want {
			t.Fatalf("when %s, %d facts wait, %v", what, open.Facts, err)
		}
	}
	rated := func(one, another string) {
		t.Helper()
		var both []league.Player
		for _, name := range []string{one, another} {
			p, _, err := o.SignUp(ctx, membersleague.Credentials{Name: name, Password: secretWords})
			if err != nil {
				t.Fatal(err)
			}
			both = append(both, p)
		}
		offer, err := o.Propose(ctx, both[0], play.Proposal{Reservation: o.Reserve().ID, Rules: "streetsoccer/lg", Kickoff: league.KickoffMe, Control: "lg", Rated: true})
		if err != nil {
			t.Fatal(err)
		}
		m, err := o.Accept(ctx, both[1], offer.Offer.ID, "", false, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		sixEach(t, o, m.ID)
		if _, err := o.Resign(ctx, both[0], m.ID, time.Now()); err != nil {
			t.Fatal(err)
		}
	}
	if err := o.Deliver(ctx, office.Budget{}); err != nil {
		t.Fatal(err)
	}
	rated("Dan", "Eve")
	waits("a match has ended", true)
	whole("a match has ended")
	if err := o.Sweep(ctx); err != nil {
		t.Fatal(err)
	}
	if err := o.Deliver(ctx, office.Budget{}); err != nil {
		t.Fatal(err)
	}
	whole("all is delivered")
	rated("Fay", "Gus")
	if err := expelled(ctx, o, "Eve", "cheating"); err != nil {
		t.Fatal(err)
	}
	waits("somebody is expelled", true)
	whole("somebody is expelled")
	if err := o.Deliver(ctx, office.Budget{}); err != nil {
		t.Fatal(err)
	}
	whole("all is delivered again")
}

// TestWhatRootWritesBelongsToTheAccountOfTheSite takes a backup as root into a folder of another account, which is to read it.
func TestWhatRootWritesBelongsToTheAccountOfTheSite(t *testing.T) {
	t.Parallel()
	if os.Getuid() != 0 {
		t.Skip("only root can write for another account")
	}
	r, to := serve(t), t.TempDir()
	const account = 65532
	if err := os.Chown(to, account, account); err != nil {
		t.Fatal(err)
	}
	if out, complaint, code := kickabout(t, "", "backup", "--data", r.config.Data, "--to", to); code != 0 {
		t.Fatalf("exit code %d: %s%s", code, out, complaint)
	}
	files, err := os.ReadDir(to)
	if err != nil || len(files) < 2 { // the backup, and what keeps two from being written at once
		t.Fatal(files, err)
	}
	for _, f := range files {
		info, err := f.Info()
		if err != nil {
			t.Fatal(err)
		}
		if is := info.Sys().(*syscall.Stat_t); is.Uid != account || is.Gid != account {
			t.Errorf("%s belongs to %d:%d", f.Name(), is.Uid, is.Gid)
		}
	}
}
