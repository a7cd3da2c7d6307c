package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"filippo.io/age"

	"kickabout/cmd/internal/secret"
	"kickabout/engine/bot"
	"kickabout/engine/dice"
	"kickabout/engine/games"
	"kickabout/league"
	"kickabout/league/core"
	membersleague "kickabout/league/members"
	"kickabout/league/office"
	"kickabout/league/play"
	"kickabout/store"
	"kickabout/store/storetest"
)

// filesIn lists the names of the files in a folder.
func filesIn(t *testing.T, folder string) (names []string) {
	t.Helper()
	list, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range list {
		names = append(names, f.Name())
	}
	return names
}

// TestKeysAndDataBelongTogether starts a site again and again while its keys are lost, changed and
// brought back.
func TestKeysAndDataBelongTogether(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		ctx, data, folder := t.Context(), open(), t.TempDir()
		p := keysIn(folder)
		if _, err := p.Prepare(ctx, data); err != nil {
			t.Fatal(err)
		}
		if got, want := filesIn(t, folder), []string{"dice.key", "password.key", "sign.key", "site.key"}; !slices.Equal(got, want) {
			t.Fatalf("a new site has %v, want %v", got, want)
		}
		if _, err := p.Prepare(ctx, data); err != nil {
			t.Errorf("the second start: %v", err)
		}
		refused := func(what, says string) {
			t.Helper()
			before := filesIn(t, folder)
			_, err := p.Prepare(ctx, data)
			if !errors.Is(err, secret.ErrKeys) || !strings.Contains(err.Error(), says) {
				t.Errorf("%s: %v, want a refusal that says %q", what, err, says)
			}
			if exitCode(err) != 78 {
				t.Errorf("%s: exit code %d, want 78", what, exitCode(err))
			}
			if after := filesIn(t, folder); !slices.Equal(before, after) {
				t.Errorf("%s: the folder held %v and holds %v", what, before, after)
			}
			if err := p.Check(ctx, data); !errors.Is(err, secret.ErrKeys) {
				t.Errorf("%s, checked: %v", what, err)
			}
		}
		for _, name := range secret.Names() {
			path, aside := secret.File(folder, name), filepath.Join(t.TempDir(), "aside")
			if err := os.Rename(path, aside); err != nil {
				t.Fatal(err)
			}
			refused(name+" is gone", "the "+name+" key is missing")
			if err := secret.Make(folder, name); err != nil {
				t.Fatal(err)
			}
			refused(name+" is another", "the "+name+" key is another one")
			if err := os.Rename(aside, path); err != nil {
				t.Fatal(err)
			}
			if _, err := p.Prepare(ctx, data); err != nil {
				t.Errorf("%s is back: %v", name, err)
			}
		}
		elsewhere := keysIn(t.TempDir()) // another node that was given no keys
		if _, err := elsewhere.Prepare(ctx, data); !errors.Is(err, secret.ErrKeys) || len(filesIn(t, elsewhere.Folder)) > 0 {
			t.Errorf("a node without keys: %v", err)
		}
	})
}

// forgetting is a database that knows of no keys, as those of old sites.
type forgetting struct {
	*store.Store
	recorded []league.KeyRecord
}

func (f *forgetting) Keys(context.Context) ([]league.KeyRecord, error) { return f.recorded, nil }

func (f *forgetting) RecordKeys(_ context.Context, keys ...league.KeyRecord) error {
	f.recorded = append(f.recorded, keys...)
	return nil
}

// TestASiteOfOldKeepsItsKeys starts a site whose database does not know its keys so far.
func TestASiteOfOldKeepsItsKeys(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		ctx, data, folder := t.Context(), open(), t.TempDir()
		p := keysIn(folder)
		ring, err := p.Prepare(ctx, data)
		if err != nil {
			t.Fatal(err)
		}
		o := office.New(office.Over(data), keysOf(ring), games.All(), bot.All(), time.Now, slog.New(slog.DiscardHandler))
		if err := o.PutBots(ctx); err != nil {
			t.Fatal(err)
		}
		guest, err := o.Admit(ctx, o.NewToken())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := o.Begin(ctx, guest, play.Proposal{
			Reservation: o.Reserve().ID, Rules: "streetsoccer/lg", Opponent: "bot:random", Kickoff: "lot", Control: "live",
		}); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{secret.SiteKey, secret.SignKey} {
			if err := os.Remove(secret.File(folder, name)); err != nil {
				t.Fatal(err)
			}
		}
		old := &forgetting{Store: data}
		again, err := p.Prepare(ctx, old)
		if err != nil || len(old.recorded) != 4 {
			t.Fatalf("%d keys were recorded, %v", len(old.recorded), err)
		}
		if gid := (dice.GID{1}); again.Dice.Head(gid) != ring.Dice.Head(gid) || *again.Site == *ring.Site {
			t.Error("the dice changed, or the site's key came from nowhere")
		}
		path, aside := secret.File(folder, secret.DiceKey), filepath.Join(t.TempDir(), "aside")
		if err := os.Rename(path, aside); err != nil {
			t.Fatal(err)
		}
		if err := secret.Make(folder, secret.DiceKey); err != nil {
			t.Fatal(err)
		}
		old.recorded = nil
		if _, err := p.Prepare(ctx, old); !errors.Is(err, secret.ErrKeys) || !strings.Contains(err.Error(), "does not give the dice") || len(old.recorded) > 0 {
			t.Errorf("with another key of the dice: %v, %d recorded", err, len(old.recorded))
		}
	})
}

// TestWhatTheOldKeySignedCountsForAWhile uses what was signed before a site had a key for it.
func TestWhatTheOldKeySignedCountsForAWhile(t *testing.T) {
	data, folder := storetest.Open(t, storetest.SQLite(t)), t.TempDir()
	ring, err := keysIn(folder).Prepare(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	at := func(site bool) *office.Office {
		keys := keysOf(ring)
		if !site {
			keys.Site, keys.Former = ring.Former(), nil
		}
		return office.New(office.Over(data), keys, games.All(), bot.All(), func() time.Time { return now }, slog.New(slog.DiscardHandler))
	}
	before := at(false)
	token, reserved := before.NewToken(), before.Reserve()
	after := at(true)
	again := after.ReserveAgain(reserved.ID)
	if again.ID != reserved.ID || again.GID != reserved.GID || again.Head != reserved.Head {
		t.Error("a form that was open lost its dice")
	}
	if _, err := after.Admit(t.Context(), token); err != nil {
		t.Errorf("a visitor's cookie: %v", err)
	}
	now = now.Add(core.ReservationSpan)
	if after.ReserveAgain(reserved.ID).ID == reserved.ID {
		t.Error("a form holds its dice by the old key for more than a day")
	}
	if _, err := after.Admit(t.Context(), token); err != nil {
		t.Errorf("a visitor's cookie, the next day: %v", err)
	}
	now = now.Add(core.FormerSpan)
	if _, err := after.Admit(t.Context(), before.NewToken()); league.KindOf(err) != league.Forbidden {
		t.Errorf("a cookie of the old key, long after: %v", err)
	}
}

// TestTheProgramRefusesForeignKeysAndLaterData starts the program itself.
func TestTheProgramRefusesForeignKeysAndLaterData(t *testing.T) {
	r := serve(t)
	r.answers()
	r.stop()
	r.stop = func() {}
	folder := r.config.Data
	if err := os.Chmod(filepath.Join(folder, "kickabout.db"), 0o644); err != nil {
		t.Fatal(err)
	}
	r.start()
	info, err := os.Stat(filepath.Join(folder, "kickabout.db"))
	if err != nil || info.Mode() != 0o600 {
		t.Errorf("the database has mode %v, %v", info.Mode(), err)
	}
	out, complaint, code := kickabout(t, "", "key", "list", "--data", folder)
	if code != 0 || strings.Count(out, "\n") != 5 {
		t.Errorf("key list ends with %d: %s%s", code, out, complaint)
	}
	if out, complaint, code = kickabout(t, "", "key", "check", "--data", folder); code != 0 || !strings.Contains(out, "All keys") {
		t.Errorf("key check ends with %d: %s%s", code, out, complaint)
	}
	r.answers()
	r.stop()
	r.stop = func() {}
	path := secret.File(folder, secret.DiceKey)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"--addr", "127.0.0.1:0"}, {"key", "check"}, {"jobs", "run", "sweep"}} {
		_, complaint, code := kickabout(t, "", append(args, "--data", folder)...)
		if code != 78 || !strings.Contains(complaint, "the dice key is missing") {
			t.Errorf("%v without the key ends with %d: %s", args, code, complaint)
		}
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Error("a key was made where one is expected")
	}
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	later(t, filepath.Join(folder, "kickabout.db"))
	for _, args := range [][]string{{"--addr", "127.0.0.1:0"}, {"key", "check"}} {
		_, complaint, code := kickabout(t, "", append(args, "--data", folder)...)
		if code != 78 || !strings.Contains(complaint, "kickabout 9.0.0 wrote it") {
			t.Errorf("%v on later data ends with %d: %s", args, code, complaint)
		}
	}
}

// answers fails unless the site serves its front page.
func (r *running) answers() {
	r.t.Helper()
	answer, err := http.Get(r.address)
	if err != nil {
		r.t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		r.t.Fatalf("the front page answers %s", answer.Status)
	}
}

// later makes a database one of a release to come.
func later(t *testing.T, path string) {
	t.Helper()
	db := storetest.OpenDB(t, storetest.Database{URL: path})
	if err := db.Bare(t.Context()).Exec("UPDATE site SET written_by = 'kickabout 9.0.0', min_reader = 1000").Error; err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestKeysAreKeptSafeReplacedAndBroughtBack goes through what an operator does to the keys of a site.
func TestKeysAreKeptSafeReplacedAndBroughtBack(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		r := &running{t: t, config: serveCmd{Data: t.TempDir(), Addr: "127.0.0.1:0", NoDemo: true, Database: d.Server()}}
		r.start()
		defer func() { r.stop() }()
		ctx, folder := t.Context(), r.config.Data
		ann := membersleague.Credentials{Name: "Ann", Password: secretWords}
		if _, _, err := r.server.office.SignUp(ctx, ann); err != nil {
			t.Fatal(err)
		}
		says := func(want string, args ...string) {
			t.Helper()
			if args = append(args, "--data", folder); d.Server() != "" {
				args = append(args, "--database", d.Server())
			}
			text, err := printed(t, args...)
			if text += fmt.Sprint(err); !strings.Contains(text, want) {
				t.Errorf("%v says %q, want %q", args, text, want)
			}
		}
		place := t.TempDir()
		identity, err := age.GenerateX25519Identity()
		if err != nil {
			t.Fatal(err)
		}
		mine, sealed := filepath.Join(place, "identity"), filepath.Join(place, "keys.age")
		if err := os.WriteFile(mine, []byte(identity.String()+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		says("holds the keys dice, password, sign, site", "key", "export", sealed, "--to", identity.Recipient().String(), "--armour")
		says("already: take another name", "key", "export", sealed, "--to", identity.Recipient().String())
		says("--to names no recipient", "key", "export", filepath.Join(place, "other"), "--to", "somebody")
		says("fewer than 12 characters", "key", "export", filepath.Join(place, "other"), "--passphrase-file", pathOf(t, "short"))
		if names := filesIn(t, place); !slices.Equal(names, []string{"identity", "keys.age"}) {
			t.Errorf("there is %q", names)
		}
		if d.Server() == "" {
			says("another server is running", "key", "rotate", "password")
		} else {
			says("a server has served this database", "key", "rotate", "password")
		}
		r.stop()
		r.forgotten()

		if err := os.Remove(secret.File(folder, secret.DiceKey)); err != nil {
			t.Fatal(err)
		}
		says("the dice key is missing", "key", "check")
		says("4 keys are in", "key", "import", sealed, "--identity", mine)
		says("All keys are there", "key", "check")

		says("the owners of 1 passwords", "key", "rotate", "password")
		r.start()
		if _, _, err := r.server.office.SignIn(ctx, ann); err != nil {
			t.Errorf("with the old password after a rotation: %v", err)
		}
		r.restart()
		if names := filesIn(t, folder); slices.Contains(names, "password-0.key") {
			t.Errorf("nobody needs the old key any more: %q", names)
		}
		if _, _, err := r.server.office.SignIn(ctx, ann); err != nil {
			t.Errorf("with the password as it was hashed anew: %v", err)
		}
		r.stop()
		r.forgotten()
		says("another password key already", "key", "import", sealed, "--identity", mine)

		says("No password is right any more", "key", "lost", "password", "--reason", "The disk was sold.")
		says("have ended", "key", "lost", "site", "--reason", "The disk was sold.")
		r.start()
		if _, _, err := r.server.office.SignIn(ctx, ann); err == nil {
			t.Error("a password outlives its key")
		}
		ann.Password = "two tall ships"
		says("Ann has another password", "password", "ann", "--password-file", pathOf(t, ann.Password))
		says("There is no player", "password", "bob", "--password-file", pathOf(t, ann.Password))
		if _, _, err := r.server.office.SignIn(ctx, ann); err != nil {
			t.Errorf("with the password that the operator gave: %v", err)
		}
	})
}

// forgotten has a server on PostgreSQL be gone for long, so that nobody has to wait.
func (r *running) forgotten() {
	r.t.Helper()
	if r.config.Database == "" {
		return
	}
	db := storetest.OpenDB(r.t, storetest.Database{URL: r.config.Database})
	defer db.Close()
	if err := db.Bare(r.t.Context()).Exec("UPDATE heartbeats SET at_ms = at_ms - 100000").Error; err != nil {
		r.t.Fatal(err)
	}
}

// pathOf is the path of a file that holds a line.
func pathOf(t *testing.T, line string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "line")
	if err := os.WriteFile(path, []byte(line+"\nand more\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestAServerWhoseKeysChangeStops changes the keys of a site under its server.
func TestAServerWhoseKeysChangeStops(t *testing.T) {
	for name, change := range map[string]func(r *running) error{
		"the file is gone": func(r *running) error { return os.Remove(secret.File(r.config.Data, secret.SiteKey)) },
		"the database knows another": func(r *running) error {
			return r.server.store.RecordKeys(t.Context(), league.KeyRecord{Name: secret.DiceKey, Epoch: 1, Fingerprint: "aa", Born: time.Now()})
		},
	} {
		s, err := serveCmd{Data: t.TempDir(), Addr: "127.0.0.1:0", NoDemo: true}.open(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer s.close()
		if err := s.assemble(t.Context(), office.Over(s.store)); err != nil {
			t.Fatal(err)
		}
		s.keysWatched = 20 * time.Millisecond
		done := make(chan error, 1)
		go func() { done <- s.run(t.Context()) }()
		select {
		case err := <-done:
			t.Fatalf("with the right keys it stops: %v", err)
		case <-time.After(200 * time.Millisecond):
		}
		if err := change(&running{config: s.config, server: s}); err != nil {
			t.Fatal(err)
		}
		select {
		case err := <-done:
			if exitCode(err) != misconfigured {
				t.Errorf("%s: it stops with %v", name, err)
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("%s: it goes on", name)
		}
	}
}
