package backup

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"gorm.io/gorm"

	"kickabout/engine/enginetest"
	"kickabout/store/sqldb"
	"kickabout/store/storetest"
)

// childVariable makes the test program take or restore a backup and be killed at a step.
const childVariable = "KICKABOUT_TEST_KILLED_AT"

func TestMain(m *testing.M) {
	at := step(os.Getenv(childVariable))
	if at == "" {
		os.Exit(m.Run())
	}
	die := func(s step) error {
		if s == at {
			syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		}
		return nil
	}
	var err error
	if act, from, to := os.Args[1], os.Args[2], os.Args[3]; act == "take" {
		_, _, err = Take(context.Background(), Options{URL: from, To: to, steps: die})
	} else {
		_, _, err = Restore(context.Background(), from, Into{Database: to, steps: die})
	}
	fmt.Println("was not killed:", err)
	os.Exit(1)
}

// killed lets a child do something until it is killed at a step.
func killed(t *testing.T, at step, args ...string) {
	t.Helper()
	child := exec.Command(os.Args[0], args...)
	child.Env = append(os.Environ(), childVariable+"="+string(at))
	out, err := child.CombinedOutput()
	if child.ProcessState == nil || child.ProcessState.ExitCode() != -1 {
		t.Fatalf("at %s: %v, %s", at, err, out)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// odd is what texts may be.
const odd = "tab\tline\nreturn\r back\\slash \\. \\N 'quote' \"two\" “ü” 🎲"

// filled is an open database in which there is something of every kind of column.
func filled(t *testing.T, d storetest.Database) *sqldb.DB {
	t.Helper()
	db := storetest.OpenDB(t, d)
	for _, row := range []struct {
		statement string
		values    []any
	}{
		{"INSERT INTO players (id, name, kind, created_ms) VALUES ('ann', ?, 'member', 1), ('bob', 'Bob', 'member', 9223372036854775807)", []any{odd}},
		{"INSERT INTO sessions (player_id, hash, created_ms) VALUES ('ann', ?, 1), ('bob', ?, 1)", []any{bytes.Repeat([]byte{7}, 32), bytes.Repeat([]byte{8}, 32)}},
		{"INSERT INTO tokens (player_id, hash, label, created_ms, used_ms) VALUES ('ann', ?, 'bot', 1, 0)", []any{bytes.Repeat([]byte{9}, 32)}},
		{"INSERT INTO heartbeats (id, at_ms) VALUES (1, 1234567890123)", nil},
		{"UPDATE weighing SET epoch = 5", nil},
		{
			"INSERT INTO model_fits (game, variant, month, matches, rated, cut1, cut2, cut3, cut4, cut5, cut6, slope, log_loss, base, fitted_ms) VALUES ('g', '', '2026-11', 1, 1, -1e300, ?, 0, 1e-300, 0.1, 3, ?, ?, 0.1, 1)",
			[]any{-1.0 / 3, 0.1 + 0.2, 1e-323},
		},
		{
			"INSERT INTO offers (id, author, invited, game, variant, control, rated, kickoff, message, contribution, gid, head, created_ms, expires_ms, state) VALUES ('o', 'ann', NULL, 'g', '', '', 0, 'me', ?, ?, ?, ?, 1, 2, 'open')",
			[]any{odd, []byte{0, 1, '\\', '\n', 255}, make([]byte, 16), make([]byte, 32)},
		},
		{
			"INSERT INTO offers (id, author, invited, game, variant, control, rated, kickoff, message, contribution, gid, head, created_ms, expires_ms, state, counters, linked) VALUES ('a', 'bob', 'ann', 'g', '', '', 0, 'me', '', ?, ?, ?, 1, 2, 'open', 'o', 1)",
			[]any{[]byte{}, bytes.Repeat([]byte{1}, 16), make([]byte, 32)},
		},
		{
			"INSERT INTO matches (id, game, variant, control, gid, head, player0, player1, contribution0, contribution1, created_ms, last_seq, position, first_seat, to_move, score_first, score_second, deadline_ms, due_ms, moved_ms, ending, winner) VALUES ('m', 'g', '', '', ?, ?, 'ann', 'bob', ?, ?, 1, 1, '', 0, 1, 0, 0, 99, 0, 1, '', 0)",
			[]any{make([]byte, 16), make([]byte, 32), []byte{}, []byte{}},
		},
		{"INSERT INTO events (match_id, seq, at_ms, side, act, text, chain) VALUES ('m', 1, 77, 1, 'move', ?, NULL), ('m', 2, 78, 1, 'move', '', ?)", []any{odd, bytes.Repeat([]byte{7}, 32)}},
	} {
		must(t, db.Bare(t.Context()).Exec(row.statement, row.values...).Error)
	}
	return db
}

// rows reads all tables but that of the migrations, each row as a line.
func rows(t *testing.T, url string) map[string][]string {
	t.Helper()
	driver, list := "sqlite3", "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'goose%' AND name NOT LIKE 'sqlite%'"
	if strings.Contains(url, "://") {
		driver, list = "pgx", "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'goose%'"
	}
	db, err := sql.Open(driver, url)
	must(t, err)
	defer db.Close()
	all := map[string][]string{}
	for _, name := range query(t, db, list) {
		name = strings.Trim(name, `["]`)
		all[name] = query(t, db, "SELECT * FROM "+name)
		slices.Sort(all[name])
	}
	return all
}

func query(t *testing.T, db *sql.DB, statement string) (lines []string) {
	t.Helper()
	rows, err := db.Query(statement)
	must(t, err)
	defer rows.Close()
	columns, err := rows.Columns()
	must(t, err)
	for rows.Next() {
		values, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		must(t, rows.Scan(into...))
		lines = append(lines, fmt.Sprintf("%q", values))
		if len(values) == 1 {
			lines[len(lines)-1] = fmt.Sprint(values[0])
		}
	}
	must(t, rows.Err())
	return lines
}

// another returns an empty place of the same engine: a folder that is not there, or a database.
func another(t *testing.T, d storetest.Database) string {
	t.Helper()
	if d.Server() != "" {
		return storetest.Postgres(t).URL
	}
	return filepath.Join(t.TempDir(), "new", "kickabout.db")
}

// taken is a backup of a database.
func taken(t *testing.T, d storetest.Database) (string, Manifest) {
	t.Helper()
	path, m, err := Take(t.Context(), Options{URL: d.URL, To: filepath.Join(t.TempDir(), "backups"), Program: "1.2.3"})
	must(t, err)
	return path, m
}

// asRestored changes the rows of a database of filled to what they are once it is restored from a backup.
func asRestored(t *testing.T, is map[string][]string) map[string][]string {
	t.Helper()
	const awake, asleep = ` '\x00' "read play`, ` '\x01' "read play`
	if len(is["tokens"]) != 1 || strings.Count(is["tokens"][0], awake) != 1 {
		t.Fatalf("the token is %q", is["tokens"])
	}
	is["sessions"] = nil
	is["tokens"] = []string{strings.Replace(is["tokens"][0], awake, asleep, 1)}
	for i, offer := range is["offers"] {
		if strings.HasPrefix(offer, `["a" `) {
			is["offers"][i] = strings.Replace(offer, `"open"`, `"expired"`, 1)
		}
	}
	is["site_notices"] = []string{"[\"restored\" '�' '�']"} // moments are no letters
	return is
}

func TestARestoredSiteIsTheSameButForWhatIsEnded(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		t.Parallel()
		filled(t, d)
		path, m := taken(t, d)
		if found, err := Verify(t.Context(), path, nil); err != nil || !cmp.Equal(found, m) {
			t.Errorf("verified: %v\n%s", err, cmp.Diff(m, found))
		}
		to := another(t, d)
		_, ended, err := Restore(t.Context(), path, Into{Database: to})
		must(t, err)
		if want := (Ended{Sessions: 2, Tokens: 1, Links: 1, Asleep: true, BeatMs: 1234567890123}); ended != want {
			t.Errorf("ended %+v, want %+v", ended, want)
		}
		want := rows(t, d.URL)
		if len(want["players"]) != 2 || len(want["offers"]) != 2 || len(want["events"]) != 2 {
			t.Fatalf("not much is compared: %v", want)
		}
		if diff := cmp.Diff(asRestored(t, want), rows(t, to)); diff != "" {
			t.Errorf("the tables differ:\n%s", diff)
		}
		if (m.Mark != Mark{"m", 2, 78}) || m.Engine != d.Name || m.Program != "1.2.3" {
			t.Errorf("the manifest says %+v", m)
		}
		if len(m.Heads) != 1 || (m.Heads[0] != Head{"events", "m", 2, strings.Repeat("07", 32)}) {
			t.Errorf("the newest heads are %+v", m.Heads)
		}
		for _, c := range []struct {
			head Head
			says string
		}{
			{m.Heads[0], ""},
			{Head{"events", "m", 2, strings.Repeat("08", 32)}, "line 2 of match m is bound to other lines"},
			{Head{"events", "m", 3, m.Heads[0].Value}, "does not have line 3 of match m"},
			{Head{"audit", "", 1, m.Heads[0].Value}, "line 1 of the log of the site"},
			{Head{"lines", "m", 1, m.Heads[0].Value}, "the chat of match m"},
			{Head{"tournament_events", "t", 1, m.Heads[0].Value}, "tournament t"},
			{Head{"players", "m", 1, ""}, "does not know"},
		} {
			err := Follows(t.Context(), d.URL, Manifest{Heads: []Head{c.head}})
			if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
				t.Errorf("%+v: %v, want %q", c.head, err, c.says)
			}
		}
		if newest := sqldb.Schema(); m.Schema != newest {
			t.Errorf("version %d, %v", m.Schema, err)
		}
		db, err := sqldb.Open(t.Context(), sqldb.Options{URL: to}) // as a server does
		must(t, err)
		must(t, db.Close())
	})
}

// TestWhatWasToBeSentIsMootOnARestoredSite: what was due by then was sent after the backup, or is no use any more. What is
// due later, and alarms, which say what is left when they are due, go on.
func TestWhatWasToBeSentIsMootOnARestoredSite(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		t.Parallel()
		db := filled(t, d)
		before := time.Now()
		at := before.Add(24 * time.Hour) // of the restoration
		for key, l := range map[string]struct {
			event, state string
			due          time.Time
		}{
			"due": {"match.ended", "waiting", before}, "since": {"match.ended", "waiting", at}, "going": {"match.ended", "sending", before}, "digest": {"digest", "waiting", at.Add(-time.Minute)},
			"later": {"offer.lapses", "waiting", at.Add(time.Millisecond)}, "alarm": {"alarm.24h", "waiting", at.Add(-time.Hour)}, "sent": {"match.ended", "sent", before}, "dead": {"alarm.2h", "dead", before},
		} {
			must(t, db.Bare(t.Context()).Exec("INSERT INTO outbox (key, player_id, channel, target, event, joined, subject, seq, n, items, since_ms, due_ms, state) VALUES (?, 'ann', 'mail', '', ?, '', 'm', 1, 1, 1, 1, ?, ?)",
				key, l.event, l.due.UnixMilli(), l.state).Error)
		}
		must(t, db.Bare(t.Context()).Exec("UPDATE players SET notices = 7, fanned = 3 WHERE id = 'ann'").Error)
		path, _ := taken(t, d)
		to := another(t, d)
		_, _, err := Restore(t.Context(), path, Into{Database: to, Now: func() time.Time { return at }})
		must(t, err)
		restored, err := sqldb.Open(t.Context(), sqldb.Options{URL: to})
		must(t, err)
		defer restored.Close()
		var rows []struct {
			Key, State string
			EndedMs    int64
		}
		must(t, restored.Bare(t.Context()).Raw("SELECT key, state, ended_ms FROM outbox").Scan(&rows).Error)
		is := map[string]string{}
		for _, r := range rows {
			is[r.Key] = r.State
			if (r.State == "moot") != (r.EndedMs > 0) {
				t.Errorf("%s is %s and ended at %d", r.Key, r.State, r.EndedMs)
			}
		}
		want := map[string]string{"due": "moot", "since": "moot", "going": "moot", "digest": "moot", "later": "waiting", "alarm": "waiting", "sent": "sent", "dead": "dead"}
		if diff := cmp.Diff(want, is); diff != "" {
			t.Error(diff)
		}
		var behind int
		must(t, restored.Bare(t.Context()).Raw("SELECT COUNT(*) FROM players WHERE fanned < notices").Scan(&behind).Error)
		if behind != 0 {
			t.Error("what was noticed before the backup makes letters")
		}
	})
}

// stays are the columns with hashes or secrets whose rows a restoration leaves as they are, and why.
var stays = map[string]string{
	"answered_challenges.hash": "keeps an answer from being given twice",
	"certificates.sealed":      "of no account, and useless without the key of the site",
	"closed_addresses.hash":    "opens nothing: it tells that an address is the same",
	"dice_hashes.hash":         "of the public log",
	"recovery_codes.hash":      "whoever has lost a passkey would be locked out",
	"tournament_words.hash":    "of a text that all may read",
}

// TestWhatOpensAnAccountEndsOnARestoredSite: whatever lets somebody in without a password may have been ended after the
// backup. A column for another such thing belongs here.
func TestWhatOpensAnAccountEndsOnARestoredSite(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		t.Parallel()
		db := filled(t, d)
		hash := func(n byte) []byte { return bytes.Repeat([]byte{n}, 32) }
		for _, row := range []struct {
			statement string
			values    []any
		}{
			{"INSERT INTO feeds (player_id, hash, label, created_ms, used_ms) VALUES ('ann', ?, 'f', 1, 0)", []any{hash(1)}},
			{"INSERT INTO recovery_links (player_id, hash, bound, made_ms, ends_ms) VALUES ('ann', ?, ?, 1, 9223372036854775807)", []any{hash(2), hash(3)}},
			{"INSERT INTO subscriptions (player_id, hash, session, endpoint, p256dh, auth, created_ms) VALUES ('ann', ?, ?, 'https://push.example', 'k', 'a', 1)", []any{hash(4), hash(7)}},
			{"INSERT INTO addresses (player_id, address, verified_ms, wanted, wanted_hash, wanted_ms) VALUES ('ann', 'ann@example.org', 5, 'thief@example.org', ?, 6)", []any{hash(5)}},
			{"INSERT INTO tokens (player_id, hash, label, created_ms, used_ms, kind) VALUES ('ann', ?, 'app', 1, 0, 'access')", []any{hash(6)}},
			{"INSERT INTO hooks (id, player_id, scope, subject, format, label, sealed, shown, created_ms) VALUES ('h', 'ann', 'player', 'ann', 'json', 'l', ?, 's', 1)", []any{hash(8)}},
		} {
			must(t, db.Bare(t.Context()).Exec(row.statement, row.values...).Error)
		}
		path, m := taken(t, d)
		to := another(t, d)
		_, _, err := Restore(t.Context(), path, Into{Database: to})
		must(t, err)
		restored, err := sqldb.Open(t.Context(), sqldb.Options{URL: to})
		must(t, err)
		defer restored.Close()
		counted := map[string]bool{}
		for what, counts := range map[string]string{
			"sessions.hash":         "SELECT COUNT(*) FROM sessions",
			"feeds.hash":            "SELECT COUNT(*) FROM feeds",
			"recovery_links.hash":   "SELECT COUNT(*) FROM recovery_links",
			"subscriptions.hash":    "SELECT COUNT(*) FROM subscriptions",
			"addresses.wanted_hash": "SELECT COUNT(*) FROM addresses WHERE wanted <> '' OR wanted_hash IS NOT NULL OR wanted_ms <> 0",
			"tokens.hash":           "SELECT COUNT(*) FROM tokens WHERE kind <> '' OR asleep = 0",
			"hooks.sealed":          "SELECT COUNT(*) FROM hooks WHERE off_ms = 0",
		} {
			var n int
			must(t, db.Bare(t.Context()).Raw(counts).Scan(&n).Error)
			if n == 0 {
				t.Errorf("%s: nothing was there before", what)
			}
			must(t, restored.Bare(t.Context()).Raw(counts).Scan(&n).Error)
			if n != 0 {
				t.Errorf("%s: %d live again", what, n)
			}
			counted[what] = true
		}
		var address string
		must(t, restored.Bare(t.Context()).Raw("SELECT address FROM addresses WHERE verified_ms = 5").Scan(&address).Error)
		if address != "ann@example.org" {
			t.Errorf("mail goes to %q", address)
		}
		for _, table := range m.Tables {
			for _, column := range table.Columns {
				what := table.Name + "." + column
				if (strings.HasSuffix(column, "hash") || column == "sealed") && !counted[what] && stays[what] == "" {
					t.Errorf("whether %s ends on a restored site is decided nowhere", what)
				}
			}
		}
	})
}

func TestABackupHoldsWhatWasAcknowledgedBeforeIt(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		t.Parallel()
		db := filled(t, d)
		var last, before atomic.Int64 // the number of the last write that was acknowledged
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() {
			for n := int64(1); ctx.Err() == nil; n++ {
				err := db.Write(t.Context(), func(tx *gorm.DB) error { // a name comes with each player
					if err := tx.Exec("INSERT INTO players (id, name, kind, created_ms) VALUES (?, 'x', 'member', ?)", fmt.Sprint("p", n), n).Error; err != nil {
						return err
					}
					return tx.Exec("INSERT INTO names (key, player_id) VALUES (?, ?)", fmt.Sprint("n", n), fmt.Sprint("p", n)).Error
				})
				if err != nil {
					done <- err
					return
				}
				last.Store(n)
			}
			done <- nil
		}()
		for last.Load() < 100 {
			time.Sleep(time.Millisecond)
		}
		folder := t.TempDir()
		clock := func() time.Time {
			before.Store(last.Load())
			return time.Now()
		}
		path, m, err := Take(t.Context(), Options{URL: d.URL, To: folder, Now: clock})
		must(t, err)
		during := last.Load() - before.Load()
		stop()
		must(t, <-done)
		to := another(t, d)
		_, _, err = Restore(t.Context(), path, Into{Database: to})
		must(t, err)
		is := rows(t, to)
		players, names := int64(len(is["players"]))-2, int64(len(is["names"]))
		t.Logf("%d writes before the mark, %d in the backup, %d while it was made, taken at %s", before.Load(), players, during, m.Taken)
		if players < before.Load() || players != names {
			t.Errorf("%d writes were acknowledged; the backup has %d players and %d names", before.Load(), players, names)
		}
		for n := range players {
			if !slices.ContainsFunc(is["names"], func(line string) bool { return strings.Contains(line, fmt.Sprintf(`"n%d"`, n+1)) }) {
				t.Fatalf("write %d of %d is not in the backup", n+1, players)
			}
		}
	})
}

func TestABackupIsForItsOwnerAlone(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		t.Parallel()
		storetest.OpenDB(t, d)
		modes := map[string]os.FileMode{}
		to := filepath.Join(t.TempDir(), "backups")
		look := func(step) error {
			return filepath.WalkDir(to, func(path string, _ os.DirEntry, err error) error {
				if err != nil {
					return err
				}
				info, err := os.Stat(path)
				if err == nil {
					modes[path] |= info.Mode().Perm()
				}
				return err
			})
		}
		path, _, err := Take(t.Context(), Options{URL: d.URL, To: to, steps: look})
		must(t, err)
		into := another(t, d)
		_, _, err = Restore(t.Context(), path, Into{Database: into})
		must(t, err)
		if d.Server() == "" {
			info, err := os.Stat(into)
			must(t, err)
			modes[into] = info.Mode().Perm()
			if info, err = os.Stat(filepath.Dir(into)); err != nil || info.Mode().Perm() != 0o700 {
				t.Errorf("the folder of the data has mode %v, %v", info.Mode(), err)
			}
		}
		if len(modes) < 5 {
			t.Errorf("only %v were looked at", modes)
		}
		for name, mode := range modes {
			if mode&0o077 != 0 {
				t.Errorf("%s has mode %v", name, mode)
			}
		}
	})
}

func TestABackupThatIsKilledIsWholeOrNotThere(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		t.Parallel()
		filled(t, d)
		for _, at := range []step{begun, copied, packed, synced, named} {
			to := t.TempDir()
			killed(t, at, "take", d.URL, to)
			var whole []string
			for _, f := range inFolder(t, to) {
				if !strings.HasPrefix(f, ".") {
					whole = append(whole, f)
				}
			}
			if (len(whole) > 0) != (at == named) {
				t.Errorf("killed when it was %s there are %q", at, whole)
			}
			for _, f := range whole {
				if _, err := Verify(t.Context(), filepath.Join(to, f), nil); err != nil {
					t.Errorf("killed when it was %s: %v", at, err)
				}
			}
			later := time.Now().Add(time.Hour)
			path, _, err := Take(t.Context(), Options{URL: d.URL, To: to, Now: func() time.Time { return later }})
			must(t, err)
			if want := append([]string{".lock"}, append(whole, filepath.Base(path))...); !slices.Equal(inFolder(t, to), want) {
				t.Errorf("killed when it was %s, and taken again: %q", at, inFolder(t, to))
			}
		}
	})
}

func inFolder(t *testing.T, folder string) (names []string) {
	t.Helper()
	there, err := os.ReadDir(folder)
	must(t, err)
	for _, f := range there {
		names = append(names, f.Name())
	}
	return names
}

func TestARestorationThatIsKilledIsWholeOrNotThere(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		t.Parallel()
		filled(t, d)
		path, _ := taken(t, d)
		want := asRestored(t, rows(t, d.URL))
		steps := []step{checked, revoked, synced, named}
		if d.Server() != "" {
			steps = []step{checked, copied, revoked}
		}
		for _, at := range steps {
			to := another(t, d)
			killed(t, at, "restore", path, to)
			if at != named { // else it is there already
				if _, err := os.Stat(to); err == nil {
					t.Errorf("killed when it was %s a server finds a database", at)
				}
				_, _, err := Restore(t.Context(), path, Into{Database: to})
				must(t, err)
			}
			if diff := cmp.Diff(want, rows(t, to)); diff != "" {
				t.Errorf("killed when it was %s, the tables differ:\n%s", at, diff)
			}
			if d.Server() == "" {
				if names := inFolder(t, filepath.Dir(to)); !slices.Equal(names, []string{"kickabout.db", "kickabout.db.lock"}) {
					t.Errorf("killed when it was %s, and restored again: %q", at, names)
				}
			}
		}
	})
}

func TestDamageIsFound(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		t.Parallel()
		filled(t, d)
		path, _ := taken(t, d)
		whole, err := os.ReadFile(path)
		must(t, err)
		bad := filepath.Join(t.TempDir(), "bad.kab")
		found := func(what string, data []byte, says string) {
			t.Helper()
			must(t, os.WriteFile(bad, data, 0o600))
			if _, err := Verify(t.Context(), bad, nil); err == nil || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s: %v", what, err)
			}
		}
		for at := 0; at < len(whole); at += max(1, len(whole)/max(20, enginetest.Size(300))) {
			flipped := bytes.Clone(whole)
			flipped[at] ^= 1 << (at % 8)
			found(fmt.Sprintf("a bit of byte %d", at), flipped, "is damaged")
		}
		stride := 7
		if enginetest.Size(stride) < stride {
			stride = 97
		}
		for at := len(whole) - 2100; at < len(whole); at += stride { // the seal and the end
			flipped := bytes.Clone(whole)
			flipped[at] ^= 1 << (at % 8)
			found(fmt.Sprintf("a bit of byte %d", at), flipped, "is damaged")
		}
		for _, n := range []int{0, 1, 511, 512, 2048, len(whole) / 2, len(whole) - 1} {
			found(fmt.Sprintf("%d bytes of it", n), whole[:n], "is damaged")
		}
		found("a byte more", append(bytes.Clone(whole), 0), "is damaged")
		found("a foreign file", bytes.Repeat([]byte("SQLite format 3\x00"), 1000), "no backup of Kickabout")
		at := bytes.Index(whole, []byte("quote"))
		flipped := bytes.Clone(whole)
		flipped[at] ^= 1
		found("a word", flipped, "its bytes are not those that were written; table ")
		must(t, os.WriteFile(bad, flipped, 0o600))
		to := another(t, d)
		if _, _, err := Restore(t.Context(), bad, Into{Database: to}); err == nil {
			t.Error("a damaged backup is restored")
		}
		if _, err := os.Stat(filepath.Dir(to)); err == nil {
			t.Error("a damaged backup leaves a folder behind")
		}
	})
}

// resealed is a backup with another manifest and data, well packed.
func resealed(t *testing.T, path string, change func(m *Manifest, members []member)) string {
	t.Helper()
	f, err := os.Open(path)
	must(t, err)
	defer f.Close()
	body, err := unseal(f)
	must(t, err)
	b, err := read(body)
	must(t, err)
	var members []member
	for {
		name, err := b.next()
		if err != nil {
			break
		}
		one := member{name, filepath.Join(t.TempDir(), filepath.Base(name))}
		must(t, extract(b.members, one.path))
		members = append(members, one)
	}
	change(&b.manifest, members)
	other, err := os.Create(filepath.Join(t.TempDir(), "other.kab"))
	must(t, err)
	defer other.Close()
	must(t, pack(other, b.manifest, members))
	return other.Name()
}

// TestWhatIsSealedIsHeldToItsManifest is of what was wrong already when it was packed.
func TestWhatIsSealedIsHeldToItsManifest(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		t.Parallel()
		filled(t, d)
		path, _ := taken(t, d)
		at := func(m *Manifest, name string) *Table {
			return &m.Tables[slices.IndexFunc(m.Tables, func(t Table) bool { return t.Name == name })]
		}
		cases := map[string]struct {
			change func(m *Manifest, members []member)
			says   string
		}{
			"a hash":         {func(m *Manifest, _ []member) { at(m, "players").SHA256 = "00" }, "table players differs from what was written"},
			"rows":           {func(m *Manifest, _ []member) { at(m, "players").Rows++ }, "table players has 2 rows, and 3 were written down"},
			"a form":         {func(m *Manifest, _ []member) { m.Format = 2 }, "it has form 2, and this program reads form 1"},
			"an engine":      {func(m *Manifest, _ []member) { m.Engine = "dbase" }, `an engine "dbase"`},
			"a table less":   {func(m *Manifest, _ []member) { m.Tables = m.Tables[:len(m.Tables)-1] }, "written down"},
			"another member": {func(_ *Manifest, members []member) { members[0].name = "other" }, "is missing"},
		}
		if d.Server() == "" {
			cases["a version"] = struct {
				change func(m *Manifest, members []member)
				says   string
			}{func(m *Manifest, _ []member) { m.Schema = 3 }, "and 3 was written down"}
			cases["a page"] = struct {
				change func(m *Manifest, members []member)
				says   string
			}{func(_ *Manifest, members []member) {
				f, err := os.OpenFile(members[0].path, os.O_RDWR, 0)
				must(t, err)
				defer f.Close()
				_, err = f.WriteAt(bytes.Repeat([]byte{255}, 100), 3*4096)
				must(t, err)
			}, "SQLite finds its database damaged"}
		}
		for name, c := range cases {
			if _, err := Verify(t.Context(), resealed(t, path, c.change), nil); err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%s: %v, want %q", name, err, c.says)
			}
		}
		newer := resealed(t, path, func(m *Manifest, _ []member) { m.Schema, m.Program = 9999, "9.9.9" })
		to := another(t, d)
		_, _, err := Restore(t.Context(), newer, Into{Database: to, Program: "1.0.0"})
		if err == nil || !strings.Contains(err.Error(), "written by Kickabout 9.9.9 with tables of version 9999, and this is Kickabout 1.0.0 for tables of version") {
			t.Errorf("a newer one: %v", err)
		}
	})
}

func TestOnlyWhatIsEmptyIsRestoredInto(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		t.Parallel()
		filled(t, d)
		path, _ := taken(t, d)
		if d.Server() != "" {
			before := rows(t, d.URL)
			if _, _, err := Restore(t.Context(), path, Into{Database: d.URL}); err == nil || !strings.Contains(err.Error(), "the database is not empty") {
				t.Errorf("over a site: %v", err)
			}
			if diff := cmp.Diff(before, rows(t, d.URL)); diff != "" {
				t.Errorf("what was there has changed:\n%s", diff)
			}
			fresh := storetest.Postgres(t)
			storetest.OpenDB(t, fresh) // makes the tables
			_, _, err := Restore(t.Context(), path, Into{Database: fresh.URL})
			must(t, err)
			return
		}
		for _, name := range []string{"kickabout.db", "kickabout.db-wal", "letter.txt", "backups/x", "keys/dice.key"} {
			folder := t.TempDir()
			must(t, os.MkdirAll(filepath.Dir(filepath.Join(folder, name)), 0o700))
			must(t, os.WriteFile(filepath.Join(folder, name), []byte("mine"), 0o600))
			before := inFolder(t, folder)
			_, _, err := Restore(t.Context(), path, Into{Database: filepath.Join(folder, "kickabout.db")})
			if err == nil || !strings.Contains(err.Error(), "is not empty, there is "+before[0]) {
				t.Errorf("beside %s: %v", name, err)
			}
			if is, err := os.ReadFile(filepath.Join(folder, name)); string(is) != "mine" || err != nil || !slices.Equal(inFolder(t, folder), before) {
				t.Errorf("beside %s: %d bytes of it, %v, and there is %q", name, len(is), err, inFolder(t, folder))
			}
		}
		folder := t.TempDir()
		must(t, os.WriteFile(filepath.Join(folder, "dice.key"), []byte("mine"), 0o600))
		lock, err := sqldb.Lock(filepath.Join(folder, "kickabout.db"))
		must(t, err)
		if _, _, err := Restore(t.Context(), path, Into{Database: filepath.Join(folder, "kickabout.db")}); err == nil || !strings.Contains(err.Error(), "another server is running") {
			t.Errorf("where a server starts: %v", err)
		}
		must(t, lock.Close())
		_, _, err = Restore(t.Context(), path, Into{Database: filepath.Join(folder, "kickabout.db")})
		must(t, err)
		if names := inFolder(t, folder); !slices.Equal(names, []string{"dice.key", "kickabout.db", "kickabout.db.lock"}) {
			t.Errorf("beside a key: %q", names)
		}
	})
}

func TestABackupGoesToItsOwnEngine(t *testing.T) {
	storetest.OnPostgres(t, func(t *testing.T, d storetest.Database) {
		t.Parallel()
		storetest.OpenDB(t, d)
		path, _ := taken(t, d)
		if _, _, err := Restore(t.Context(), path, Into{Database: filepath.Join(t.TempDir(), "kickabout.db")}); err == nil || !strings.Contains(err.Error(), "is of a site on PostgreSQL") {
			t.Errorf("into a folder: %v", err)
		}
	})
	d := storetest.SQLite(t)
	storetest.OpenDB(t, d)
	path, _ := taken(t, d)
	if _, _, err := Restore(t.Context(), path, Into{Database: "postgres:///x"}); err == nil || !strings.Contains(err.Error(), "is of a site in a SQLite file") {
		t.Errorf("into a server: %v", err)
	}
}

// TestAnOlderSiteIsRestoredAsItWas is of a program that has been upgraded meanwhile.
func TestAnOlderSiteIsRestoredAsItWas(t *testing.T) {
	storetest.OnPostgres(t, func(t *testing.T, d storetest.Database) {
		t.Parallel()
		const old = 45
		has, err := sqldb.MigrateTo(t.Context(), d.URL, old)
		if err != nil || has != old {
			t.Fatal(has, err)
		}
		path, m := taken(t, d)
		to := another(t, d)
		_, ended, err := Restore(t.Context(), path, Into{Database: to})
		must(t, err)
		if ended.Asleep {
			t.Error("tokens sleep in tables that do not know of that")
		}
		want := rows(t, d.URL)
		want["site_notices"] = []string{"[\"restored\" '�' '�']"}
		if m.Schema != old || !cmp.Equal(want, rows(t, to)) {
			t.Errorf("version %d", m.Schema)
		}
		newer := another(t, d)
		db, err := sqldb.Open(t.Context(), sqldb.Options{URL: newer})
		must(t, err)
		must(t, db.Close())
		if _, _, err := Restore(t.Context(), path, Into{Database: newer}); err == nil || !strings.Contains(err.Error(), "those of the backup of version 45") {
			t.Errorf("into newer tables: %v", err)
		}
	})
}

// TestNumbersDoNotDependOnTheServer is of a server that writes numbers shorter than they are.
func TestNumbersDoNotDependOnTheServer(t *testing.T) {
	storetest.OnPostgres(t, func(t *testing.T, d storetest.Database) {
		t.Parallel()
		db := filled(t, d)
		must(t, db.Bare(t.Context()).Exec("DO $$ BEGIN EXECUTE 'ALTER DATABASE ' || current_database() || ' SET extra_float_digits = -10'; END $$").Error)
		path, _ := taken(t, d)
		to := another(t, d)
		_, _, err := Restore(t.Context(), path, Into{Database: to})
		must(t, err)
		number := func(url string) []string {
			db, err := sql.Open("pgx", url)
			must(t, err)
			defer db.Close()
			return query(t, db, "SELECT encode(float8send(slope), 'hex') FROM model_fits")
		}
		if was, is := number(d.URL), number(to); !slices.Equal(was, is) {
			t.Errorf("%v came back as %v", was, is)
		}
	})
}

// TestNoTableCountsByItself is of what a restoration would have to set besides rows.
func TestNoTableCountsByItself(t *testing.T) {
	storetest.OnPostgres(t, func(t *testing.T, d storetest.Database) {
		t.Parallel()
		var sequences []string
		must(t, storetest.OpenDB(t, d).Bare(t.Context()).Raw("SELECT relname FROM pg_class WHERE relkind = 'S' AND relname NOT LIKE 'goose%'").Scan(&sequences).Error)
		if len(sequences) > 0 {
			t.Errorf("%v: a restoration sets no sequence", sequences)
		}
	})
}

func TestABackupNeedsRoom(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		t.Parallel()
		storetest.OpenDB(t, d)
		from, err := openSource(t.Context(), d.URL)
		must(t, err)
		defer from.close()
		size, err := from.size(t.Context())
		must(t, err)
		if size < 100_000 {
			t.Errorf("the database takes %d bytes", size)
		}
		for _, c := range []struct {
			free  int64
			sound bool
		}{{2 * size, true}, {2*size - 1, false}} {
			to := t.TempDir()
			_, _, err := Take(t.Context(), Options{URL: d.URL, To: to, Free: func(string) (int64, error) { return c.free, nil }})
			if (err == nil) != c.sound || err != nil && !strings.Contains(err.Error(), "needs twice its size") {
				t.Errorf("with %d bytes for %d: %v", c.free, size, err)
			}
			if !c.sound && !slices.Equal(inFolder(t, to), []string{".lock"}) {
				t.Errorf("it leaves %q", inFolder(t, to))
			}
		}
	})
	if n, err := Free(t.TempDir()); err != nil || n <= 0 {
		t.Errorf("free: %d, %v", n, err)
	}
}

func TestOneBackupAtATimeInAFolder(t *testing.T) {
	t.Parallel()
	d := storetest.SQLite(t)
	storetest.OpenDB(t, d)
	to := t.TempDir()
	var inner error
	_, _, err := Take(t.Context(), Options{URL: d.URL, To: to, steps: func(s step) error {
		if s == packed {
			_, _, inner = Take(t.Context(), Options{URL: d.URL, To: to})
		}
		return nil
	}})
	must(t, err)
	if inner == nil || !strings.Contains(inner.Error(), "another backup is being written to") {
		t.Errorf("beside another one: %v", inner)
	}
	now := time.Now()
	for i := range 2 {
		_, _, err := Take(t.Context(), Options{URL: d.URL, To: to, Now: func() time.Time { return now.Add(time.Hour) }})
		if (err != nil) != (i == 1) {
			t.Errorf("in the same second: %v", err)
		}
	}
}

func TestWhatIsNoSiteIsNotBackedUp(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	other := filepath.Join(folder, "other.db")
	must(t, os.WriteFile(other, nil, 0o600))
	for path, says := range map[string]string{filepath.Join(folder, "none.db"): "no such file", other: "reading the version of the tables"} {
		to := filepath.Join(t.TempDir(), "backups")
		if _, _, err := Take(t.Context(), Options{URL: path, To: to}); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", path, err)
		}
		if names := inFolder(t, to); !slices.Equal(names, []string{".lock"}) {
			t.Errorf("it leaves %q", names)
		}
	}
}

// TestAFileThatAKilledServerLeft is of a log beside the file that nobody has read into it.
func TestAFileThatAKilledServerLeft(t *testing.T) {
	t.Parallel()
	d := storetest.SQLite(t)
	filled(t, d)
	folder := t.TempDir()
	for _, suffix := range []string{"", "-wal"} { // as of a moment, without what is in memory
		data, err := os.ReadFile(d.URL + suffix)
		must(t, err)
		must(t, os.WriteFile(filepath.Join(folder, "kickabout.db"+suffix), data, 0o600))
	}
	path, m := taken(t, storetest.Database{URL: filepath.Join(folder, "kickabout.db")})
	if m.Mark.Seq != 2 {
		t.Errorf("the mark is %+v", m.Mark)
	}
	if _, err := Verify(t.Context(), path, nil); err != nil {
		t.Error(err)
	}
}

// TestWhatLivesAgainIsNamed compares a restored site with a newer backup, and with what is left of the database.
func TestWhatLivesAgainIsNamed(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		t.Parallel()
		db := filled(t, d)
		change := func(statement string, values ...any) {
			t.Helper()
			must(t, db.Bare(t.Context()).Exec(statement, values...).Error)
		}
		for _, name := range []string{"cleo", "dan", "eve", "fay"} {
			change("INSERT INTO players (id, name, kind, created_ms) VALUES (?, ?, 'member', 1)", name, name)
			change("INSERT INTO accounts (player_id, password, created_ms) VALUES (?, 'before', 1)", name)
		}
		change("UPDATE players SET kind = 'deleted' WHERE id = 'eve'") // before the backup
		path, _ := taken(t, d)
		change("UPDATE players SET kind = 'deleted', name = 'deleted-1' WHERE id = 'cleo'")
		change("DELETE FROM accounts WHERE player_id = 'cleo'")
		change("UPDATE accounts SET password = 'after' WHERE player_id = 'dan'")
		newer, _ := taken(t, d)
		to := another(t, d)
		_, _, err := Restore(t.Context(), path, Into{Database: to})
		must(t, err)
		want := Revived{Closed: []string{"cleo"}, Passwords: []string{"dan"}}
		for _, from := range []string{newer, d.URL} {
			if is, err := RevivedSince(t.Context(), to, from); err != nil || !cmp.Equal(is, want) {
				t.Errorf("by %s: %+v, %v", from, is, err)
			}
		}
		if is, err := RevivedSince(t.Context(), to, path); err != nil || len(is.Closed)+len(is.Passwords) > 0 {
			t.Errorf("by the backup itself: %+v, %v", is, err)
		}
		if _, err := RevivedSince(t.Context(), to, filepath.Join(t.TempDir(), "none.kab")); err == nil {
			t.Error("a backup that is not there was compared with")
		}
	})
}
