package storetest_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"gorm.io/gorm"

	"kickabout/engine/enginetest"
	"kickabout/league"
	"kickabout/store"
	"kickabout/store/sqldb"
	"kickabout/store/storetest"
)

func TestAReopenedDatabaseHasEverything(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		m := create(t, s, newMatch(1))
		p := move(m, "Mc2c5", noon.Add(time.Hour))
		p.Answer = answer(m, "key")
		must(t, s.Append(t.Context(), p))
		must(t, s.Close())

		s = open()
		wantMatch(t, s, after(m, p))
		if a, err := s.Answer(t.Context(), p.Answer.Player, "key"); err != nil || a != *p.Answer {
			t.Errorf("the answer is %v, %v, want %v", a, err, *p.Answer)
		}
		_, player, err := s.Session(t.Context(), sessionOf("ann"))
		if err != nil || player != person("ann") {
			t.Errorf("the session's player is %v, %v", player, err)
		}
	})
}

func TestTwoServersCannotOpenOneFile(t *testing.T) {
	d := storetest.Site(t)
	first := storetest.Open(t, d)
	_, err := store.Open(t.Context(), store.Options{URL: d.URL})
	if err == nil || !strings.Contains(err.Error(), "another server is running on "+d.URL) {
		t.Errorf("the second server got %v", err)
	}
	must(t, first.Close())
	storetest.Open(t, d)
}

func TestSeveralServersMayOpenOnePostgres(t *testing.T) {
	storetest.OnPostgres(t, func(t *testing.T, d storetest.Database) {
		var all sync.WaitGroup
		for range 8 { // all want to migrate at once
			all.Go(func() {
				s, err := store.Open(t.Context(), store.Options{URL: d.URL})
				if err != nil {
					t.Error(err)
					return
				}
				s.Close()
			})
		}
		all.Wait()
	})
}

// TestFoldersMayHaveOddNames: in a check it is one folder whose name is odd in all these ways, and a proof has one for each.
func TestFoldersMayHaveOddNames(t *testing.T) {
	odd := []string{"with blanks", "what?", "a#b", "100%", "%41", "a?_journal_mode=DELETE&b", "ü/ö", "semi;colon", "plus+", "'quoted\""}
	if enginetest.Sized(1, len(odd)) == 1 {
		odd = []string{strings.Join(odd, "")}
	}
	for _, name := range odd {
		t.Run(name, func(t *testing.T) {
			folder := filepath.Join(t.TempDir(), name)
			d := storetest.Database{URL: filepath.Join(folder, "kick about?.db")}
			s := storetest.Open(t, d)
			admit(t, s, "ann", "bob")
			create(t, s, newMatch(1))
			if _, err := os.Stat(d.URL); err != nil {
				t.Errorf("the database is elsewhere: %v", err)
			}
			files, err := os.ReadDir(folder)
			must(t, err)
			for _, f := range files {
				if !strings.HasPrefix(f.Name(), "kick about?.db") {
					t.Errorf("%q lies in the folder", f.Name())
				}
			}
		})
	}
}

func TestOpenRefusesWhatIsNoDatabase(t *testing.T) {
	folder := t.TempDir()
	text := filepath.Join(folder, "text")
	must(t, os.WriteFile(text, []byte(strings.Repeat("no database\n", 100)), 0o600))
	for name, url := range map[string]string{
		"nothing":                       "",
		"another kind of database":      "mysql://localhost/kickabout",
		"a folder":                      folder,
		"a file that is something else": text,
		"a server that is not there":    "postgres:///kickabout?host=" + folder,
		"a port that is no number":      "postgres://ann:secret@localhost:port/kickabout",
	} {
		t.Run(name, func(t *testing.T) {
			s, err := store.Open(t.Context(), store.Options{URL: url})
			if err == nil {
				s.Close()
				t.Fatalf("%q was opened", url)
			}
			if strings.Contains(err.Error(), "secret") {
				t.Errorf("the error tells the password: %v", err)
			}
		})
	}
	if _, err := os.Stat(text + "-wal"); err == nil {
		t.Error("a file that is no database was written to")
	}
}

func TestTheOpenDatabaseHasTheSettings(t *testing.T) {
	s := storetest.Open(t, storetest.Site(t))
	for name, pool := range map[string]*gorm.DB{"writer": raw(s), "reader": reader(s)} {
		for pragma, want := range map[string]map[string]string{
			"journal_mode":       {"writer": "wal", "reader": "wal"},
			"synchronous":        {"writer": "2"},
			"busy_timeout":       {"writer": "5000", "reader": "5000"},
			"foreign_keys":       {"writer": "1"},
			"recursive_triggers": {"writer": "1"},
			"query_only":         {"writer": "0", "reader": "1"},
		} {
			var is string
			must(t, pool.Raw("PRAGMA "+pragma).Scan(&is).Error)
			if want[name] != "" && is != want[name] {
				t.Errorf("the %s has %s = %s, want %s", name, pragma, is, want[name])
			}
		}
	}
}

func TestTheReaderCannotWrite(t *testing.T) {
	s := storetest.Open(t, storetest.SQLite(t))
	if err := reader(s).Exec("DELETE FROM answers").Error; err == nil {
		t.Error("the reader wrote")
	}
}

func TestNothingOfThePlayersGetsIntoTheLogs(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		var log strings.Builder
		db, err := sqldb.Open(t.Context(), sqldb.Options{URL: d.URL, Log: slog.New(slog.NewTextHandler(&log, nil))})
		must(t, err)
		s := storetest.Over(db)
		defer s.Close()
		admit(t, s, "ann", "bob")
		m := newMatch(1)
		m.Seats[0].Contribution = strings.Repeat("secret", 20) // too long
		taken := create(t, s, newMatch(2))
		for name, err := range map[string]error{
			"a check":         s.CreateMatch(t.Context(), m),
			"a taken id":      s.CreateMatch(t.Context(), taken),
			"a missing match": second(s.Match(t.Context(), league.Site(), "secret")),
			"a wrong query":   raw(s).Exec("INSERT INTO nowhere VALUES (?)", "secret").Error,
		} {
			if err == nil {
				t.Errorf("%s passed", name)
			} else if strings.Contains(err.Error(), "secret") {
				t.Errorf("%s: the error holds values: %v", name, err)
			}
		}
		if !strings.Contains(log.String(), "migrated") {
			t.Error("the log is not used")
		}
		if strings.Contains(log.String(), "secret") || strings.Contains(log.String(), "INSERT") {
			t.Errorf("the log holds statements:\n%s", log.String())
		}
	})
}

func TestWhoGivesUpWhileWaitingHasWrittenNothing(t *testing.T) {
	s := storetest.Open(t, storetest.SQLite(t)) // one connection writes, so that it can be kept busy
	admit(t, s, "ann", "bob")
	m := create(t, s, newMatch(1))
	must(t, storetest.Below(s).Write(t.Context(), func(*gorm.DB) error {
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error)
		go func() { done <- s.Append(ctx, move(m, "Mc2c5", noon)) }()
		cancel()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("Append returned %v", err)
		}
		return nil
	}))
	wantMatch(t, s, m)
}

func TestAWriteThatHasBegunIsCarriedThrough(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ctx, cancel := context.WithCancel(t.Context())
		must(t, storetest.Below(s).Write(ctx, func(tx *gorm.DB) error {
			cancel()
			return tx.Exec("INSERT INTO players (id, name, kind, created_ms) VALUES ('id-eve', 'eve', 'guest', 1)").Error
		}))
		var n int64
		must(t, reader(s).Table("players").Count(&n).Error)
		if n != 1 {
			t.Errorf("%d players were stored", n)
		}
	})
}

func TestCallsOnAContextThatHasEnded(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		m := create(t, s, newMatch(1))
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		for name, call := range map[string]func() error{
			"Session":     func() error { return third(s.Session(ctx, sessionOf("ann"))) },
			"Admit":       func() error { return second(s.Admit(ctx, league.Session{Player: "x"}, person("eve"))) },
			"PutBots":     func() error { return s.PutBots(ctx, []league.Player{person("bot")}) },
			"CreateMatch": func() error { return s.CreateMatch(ctx, newMatch(2)) },
			"Match":       func() error { return second(s.Match(ctx, league.Site(), m.ID)) },
			"Append":      func() error { return s.Append(ctx, move(m, "Mc2c5", noon)) },
			"Answer":      func() error { return second(s.Answer(ctx, "id-ann", "key")) },
			"MatchesOf":   func() error { return second(s.MatchesOf(ctx, league.Site(), "id-ann", 9)) },
			"PartOf":      func() error { return second(s.PartOf(ctx, league.Site(), "id-ann", league.Mine, league.Place{}, 9)) },
			"Running":     func() error { return second(s.Running(ctx, league.Site(), 9)) },
			"Latest":      func() error { return second(s.Latest(ctx, league.Site(), 9, 9)) },
			"EndedAfter":  func() error { return second(s.EndedAfter(ctx, league.Site(), league.Place{}, noon, 9)) },
			"Overdue":     func() error { return second(s.Overdue(ctx, league.Site(), noon, 9)) },
			"Due":         func() error { return second(s.Due(ctx, league.Site(), noon, []string{"id-ann"}, 9)) },
		} {
			err := call()
			if !errors.Is(err, context.Canceled) || league.KindOf(err) != league.Internal {
				t.Errorf("%s returned %v", name, err)
			}
		}
		wantMatch(t, s, m)
	})
}

func TestOnlyScratchFilesAreWrittenInARelaxedWay(t *testing.T) {
	relaxed := func(url string) error {
		db, err := sqldb.Open(t.Context(), sqldb.Options{URL: url, Relaxed: true})
		if err == nil {
			var synchronous int
			must(t, db.Bare(t.Context()).Raw("PRAGMA synchronous").Scan(&synchronous).Error)
			if synchronous != 0 {
				t.Errorf("a relaxed file has synchronous = %d", synchronous)
			}
			db.Close()
		}
		return err
	}
	d := storetest.Site(t)
	for range 2 { // new, and a scratch file again
		must(t, relaxed(d.URL))
	}
	s := storetest.Open(t, d) // is served
	var synchronous int
	must(t, raw(s).Raw("PRAGMA synchronous").Scan(&synchronous).Error)
	if synchronous != 2 {
		t.Errorf("a served file has synchronous = %d", synchronous)
	}
	must(t, s.Close())
	if err := relaxed(d.URL); err == nil || !strings.Contains(err.Error(), "that of a site") {
		t.Errorf("a file that was served is relaxed: %v", err)
	}
	if err := relaxed("postgres:///kickabout"); err == nil || !strings.Contains(err.Error(), "only files") {
		t.Errorf("PostgreSQL is relaxed: %v", err)
	}
}
