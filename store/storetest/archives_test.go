package storetest_test

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"kickabout/league"
	"kickabout/league/archive"
	"kickabout/store"
	"kickabout/store/storetest"
)

// TestNothingSecretIsExportedWithoutSecrets: a column of bytes, or one that sounds like a secret,
// is in a table of secrets, or stands here with why it is none.
func TestNothingSecretIsExportedWithoutSecrets(t *testing.T) {
	open := map[string]string{
		"tournaments.gid": "public before anybody enters", "tournaments.head": "likewise", "tournaments.seal": "likewise",
		"tournaments.tour": "made of what was given with the entries, which the log has", "matches.tour": "likewise",
		"matches.gid": "public before anybody contributes", "matches.head": "likewise",
		"matches.contribution0": "public on the page of the match", "matches.contribution1": "likewise",
		"offers.gid": "public before anybody contributes", "offers.head": "likewise", "offers.contribution": "public with the match", "offer_games.gid": "public before anybody contributes", "offer_games.head": "likewise",
		"matches.seal": "public before anybody contributes", "offers.seal": "likewise", "offer_games.seal": "likewise",
		"answers.body": "a hash of a move that the log of the match holds", "answers.key": "a request that was answered", "names.key": "a name", "settings.key": "the name of a setting",
		"opened_keys.key": "everybody has it by the log of the dice",
		"audit.chain":     "a hash of lines that are exported too",
	}
	s := storetest.Open(t, storetest.SQLite(t))
	tables, err := s.ArchiveTables(t.Context())
	must(t, err)
	suspicious := 0
	for _, table := range tables {
		for _, c := range table.Columns {
			sounds := slices.ContainsFunc([]string{"password", "secret", "hash", "key", "token", "seed_", "salt"}, func(word string) bool { return strings.Contains(c.In, word) })
			if c.Kind != archive.Bytes && !sounds {
				continue
			}
			suspicious++
			if !table.Secret && open[table.In+"."+c.In] == "" {
				t.Errorf("%s.%s may be a secret: let its exportTable say so, or say here why it is none", table.In, c.In)
			}
		}
	}
	if suspicious < len(open) {
		t.Errorf("only %d columns were looked at", suspicious)
	}
}

// archived returns all rows of a site.
func archived(t *testing.T, s *store.Store) (rows []archive.Row) {
	t.Helper()
	must(t, s.Export(t.Context(), league.Site(), archive.Scope{Holds: archive.Site, Secrets: true}, func(r archive.Row) error {
		rows = append(rows, r)
		return nil
	}))
	return rows
}

// filled puts something into a few tables.
func filled(t *testing.T, s *store.Store) {
	t.Helper()
	ann, bob := signUp(t, s, "ann"), signUp(t, s, "bob")
	m := newMatch(1)
	m.Seats[0].Player, m.Seats[1].Player = ann.Player, bob.Player
	create(t, s, m)
	must(t, second(s.Say(t.Context(), league.Line{Match: m.ID, Author: ann.Player.ID, At: noon, Text: "hello"}, nil, noon, 10)))
	must(t, s.AddToken(t.Context(), league.Token{Hash: sessionOf("token"), Player: ann.Player.ID, Label: "my bot", Created: noon}, 2))
}

func TestAnImportThatWasStoppedGoesOnAndNothingElseCanBeDoneBefore(t *testing.T) {
	source := storetest.Open(t, storetest.SQLite(t))
	filled(t, source)
	rows := archived(t, source)
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		options := store.Options{URL: d.URL, Relaxed: d.Name == "sqlite", Importing: true}
		s, err := store.Open(t.Context(), options)
		must(t, err)
		file, other := sessionOf("file"), sessionOf("other file")
		line, err := s.BeginImport(t.Context(), file)
		must(t, err)
		must(t, s.Import(t.Context(), line, 5, rows[:4]))

		err = s.Import(t.Context(), line, 9, rows[4:8])
		wantKind(t, err, league.Stale)
		if err := s.Import(t.Context(), 5, 9, append(slices.Clone(rows[4:8]), rows[0])); err == nil {
			t.Error("a row went in twice")
		}
		must(t, s.Close())
		for name, open := range map[string]func(context.Context, store.Options) (*store.Store, error){"a server": store.Open, "a command": store.OpenBeside} {
			if s, err := open(t.Context(), store.Options{URL: d.URL, Relaxed: options.Relaxed}); err == nil || !strings.Contains(err.Error(), "import into it was not finished") {
				t.Errorf("%s opens the half of a site: %v, %v", name, s, err)
			}
		}

		s, err = store.Open(t.Context(), options)
		must(t, err)
		_, err = s.BeginImport(t.Context(), other)
		wantKind(t, err, league.Stale)
		line, err = s.BeginImport(t.Context(), file)
		must(t, err)
		if line != 5 {
			t.Fatalf("the import goes on behind line %d", line)
		}
		must(t, s.Import(t.Context(), 5, int64(len(rows)), rows[4:]))
		must(t, s.EndImport(t.Context()))
		must(t, s.Close())

		s, err = store.Open(t.Context(), store.Options{URL: d.URL, Relaxed: options.Relaxed})
		must(t, err)
		defer s.Close()
		got := archived(t, s)
		if len(got) != len(rows) {
			t.Fatalf("%d rows are there, want %d", len(got), len(rows))
		}
		for i := range rows {
			if a, b := lineOf(t, rows[i]), lineOf(t, got[i]); a != b || len(rows[i].Log) != len(got[i].Log) {
				t.Errorf("row %d is %s, want %s", i, b, a)
			}
		}
		_, err = s.BeginImport(t.Context(), file)
		wantKind(t, err, league.Stale)
	})
}

// lineOf returns a row as a file has it.
func lineOf(t *testing.T, r archive.Row) string {
	t.Helper()
	var b bytes.Buffer
	w := archive.NewWriter(&b, archive.Header{})
	must(t, w.Row(r))
	must(t, w.End())
	return strings.Split(b.String(), "\n")[1]
}

func TestAnExportStopsWhereItsReaderStops(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		filled(t, s)
		full := errors.New("the disk is full")
		n := 0
		err := s.Export(t.Context(), league.Site(), archive.Scope{Holds: archive.Site}, func(archive.Row) error {
			if n++; n == 3 {
				return full
			}
			return nil
		})
		if !errors.Is(err, full) || n != 3 {
			t.Errorf("after %d rows: %v", n, err)
		}
		again := archived(t, s) // the connection is free again
		if len(again) < 8 {
			t.Errorf("only %d rows are there", len(again))
		}
	})
}

// TestAnExportIsOfOneMoment: what is written while it is read is not in it.
func TestAnExportIsOfOneMoment(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		filled(t, s)
		want, got := len(archived(t, s)), 0
		must(t, s.Export(t.Context(), league.Site(), archive.Scope{Holds: archive.Site, Secrets: true}, func(archive.Row) error {
			if got++; got == 1 {
				m := newMatch(2)
				m.Seats[0].Player, m.Seats[1].Player = of("ann"), of("bob")
				create(t, s, m)
			}
			return nil
		}))
		if now := len(archived(t, s)); got != want || now != want+1 {
			t.Errorf("%d rows, want %d; now there are %d", got, want, now)
		}
	})
}
