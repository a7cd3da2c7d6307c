package sqldb_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/league"
	"kickabout/store"
	"kickabout/store/sqldb"
	"kickabout/store/storetest"
)

// noon is a moment to count from.
var noon = time.Date(2027, 5, 1, 12, 0, 0, 0, time.UTC)

// must fails the test at an error.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// older opens a database whose tables are of an older version, until the end of the test.
func older(t *testing.T, d storetest.Database, version int64) *sqldb.DB {
	t.Helper()
	s, err := sqldb.OpenAt(t.Context(), sqldb.Options{URL: d.URL, Relaxed: d.Name == "sqlite"}, version)
	must(t, err)
	t.Cleanup(func() { s.Close() })
	return s
}

// TestPausesOfBeforeAreFoundInTheLogs fills the log of tournaments with pauses as a program of
// version 39 left it: version 40 keeps the spans beside it.
func TestPausesOfBeforeAreFoundInTheLogs(t *testing.T) {
	at := func(minutes int) time.Time { return noon.Add(time.Duration(minutes) * time.Minute) }
	type pause struct {
		minute int
		act    league.TournamentAct
	}
	paused, resumed := league.ActPaused, league.ActResumed
	cups := map[string]struct {
		log  []pause
		want []league.Rest
	}{
		"no pause":                        {},
		"a pause":                         {[]pause{{1, paused}, {7, resumed}}, []league.Rest{{From: at(1), Until: at(7)}}},
		"a pause of no time":              {[]pause{{1, paused}, {1, resumed}}, []league.Rest{{From: at(1), Until: at(1)}}},
		"a pause that lasts":              {[]pause{{1, paused}}, nil},
		"a pause, and another that lasts": {[]pause{{1, paused}, {3, resumed}, {8, paused}}, []league.Rest{{From: at(1), Until: at(3)}}},
		"three pauses": {
			[]pause{{1, paused}, {2, league.ActAnnounced}, {3, resumed}, {5, paused}, {7, resumed}, {300, paused}, {2000, resumed}},
			[]league.Rest{{From: at(1), Until: at(3)}, {From: at(5), Until: at(7)}, {From: at(300), Until: at(2000)}},
		},
	}
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		s := older(t, d, 39)
		exec := func(statement string, values ...any) {
			t.Helper()
			must(t, s.Bare(t.Context()).Exec(statement, values...).Error)
		}
		exec("INSERT INTO players (id, name, kind, created_ms) VALUES ('ann', 'Ann', 'member', 1)")
		n := 0
		for id, cup := range cups {
			n++
			state, began := "running", noon.UnixMilli()
			exec(`INSERT INTO tournaments (id, gid, head, name, format, game, variant, control, places, cycles, when_full, organiser_id, created_ms, state, started_ms, ended_ms, last_seq)
				VALUES (?, ?, ?, ?, 'roundrobin', 'streetsoccer', 'lg', 'lg', 4, 1, 0, 'ann', ?, ?, ?, 0, ?)`,
				id, []byte(fmt.Sprintf("%016d", n)), make([]byte, 32), id, began, state, began, len(cup.log)+1)
			for i, p := range cup.log {
				exec("INSERT INTO tournament_events (tournament_id, seq, at_ms, by_id, act, text) VALUES (?, ?, ?, 'ann', ?, '')", id, i+2, at(p.minute).UnixMilli(), p.act)
			}
		}
		must(t, s.Close())

		now := storetest.Open(t, d)
		for id, cup := range cups {
			got, err := now.Tournament(t.Context(), league.Site(), id)
			must(t, err)
			if fmt.Sprint(got.Rests) != fmt.Sprint(cup.want) {
				t.Errorf("%s: %v, want %v", id, got.Rests, cup.want)
			}
		}
	})
}

// TestRulesOfBeforeAreFoundInTheTexts fills the log of a tournament as a program of version 44 left
// it: version 46 keeps the rule of an event beside its text, and finds it as the program does.
func TestRulesOfBeforeAreFoundInTheTexts(t *testing.T) {
	texts := map[string]string{
		"R-FF-7: 5 games in a row lost on time without a move": "R-FF-7",
		"voided R-FF-7: withdrew":                              "R-FF-7",
		"ann R-CH-10: moved away: for good":                    "R-CH-10",
		"forfeited R-FF-9: said R-FF-7: nonsense":              "R-FF-9",
		"he broke R-FF-7: often":                               "",
		"R-FF-7":                                               "",
		"R-FF-7:x":                                             "",
		"R-FF-: x":                                             "",
		"R-FFF-7: x":                                           "",
		"r-ff-7: x":                                            "",
		"R-FF-7a: x":                                           "",
		"d1/g1: ann bob":                                       "",
		"":                                                     "",
	}
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		s := older(t, d, 44)
		exec := func(statement string, values ...any) {
			t.Helper()
			must(t, s.Bare(t.Context()).Exec(statement, values...).Error)
		}
		exec("INSERT INTO players (id, name, kind, created_ms) VALUES ('ann', 'Ann', 'member', 1)")
		exec(`INSERT INTO tournaments (id, gid, head, name, format, game, variant, control, places, cycles, when_full, organiser_id, created_ms, state, started_ms, ended_ms, last_seq)
			VALUES ('cup', ?, ?, 'Cup', 'roundrobin', 'streetsoccer', 'lg', 'lg', 4, 1, 0, 'ann', 1, 'registration', 0, 0, ?)`, make([]byte, 16), make([]byte, 32), len(texts))
		n := 0
		for text := range texts {
			n++
			exec("INSERT INTO tournament_events (tournament_id, seq, at_ms, act, player_id, text) VALUES ('cup', ?, 1, 'struck', 'ann', ?)", n, text)
		}
		must(t, s.Close())
		must(t, storetest.Open(t, d).Close())

		now, err := sqldb.OpenBeside(t.Context(), sqldb.Options{URL: d.URL, Relaxed: d.Name == "sqlite"})
		must(t, err)
		defer now.Close()
		var events []struct{ Text, Rule string }
		must(t, now.Bare(t.Context()).Raw("SELECT text, rule FROM tournament_events").Scan(&events).Error)
		if len(events) != len(texts) {
			t.Errorf("%d events", len(events))
		}
		for _, e := range events {
			if program := (league.Decision{Text: e.Text}).Rule(); e.Rule != texts[e.Text] || program != texts[e.Text] {
				t.Errorf("the rule of %q is %q in the database, %q in the program, want %q", e.Text, e.Rule, program, texts[e.Text])
			}
		}
		if err := now.Bare(t.Context()).Exec("UPDATE tournament_events SET rule = ''").Error; err == nil {
			t.Error("the log can be changed after that")
		}
	})
}

// TestAStepThatIsMissingIsNamedAndNothingIsDone: a database of a program between two releases may
// lack a step before its last one. The steps are tried in their order alone, so that such a
// database is refused, as it is.
func TestAStepThatIsMissingIsNamedAndNothingIsDone(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		s := storetest.Open(t, d)
		must(t, s.PutBots(t.Context(), []league.Player{{ID: "ann", Name: "Ann", Kind: league.Bot, Created: noon}}))
		must(t, s.Close())
		db, err := sqldb.OpenBeside(t.Context(), sqldb.Options{URL: d.URL, Relaxed: d.Name == "sqlite"})
		must(t, err)
		must(t, db.Bare(t.Context()).Exec("DELETE FROM goose_db_version WHERE version_id IN (36, 39)").Error)
		must(t, db.Close())
		options := store.Options{URL: d.URL, Relaxed: d.Name == "sqlite"}
		for name, importing := range map[string]bool{"a server": false, "an import": true} {
			options.Importing = importing
			s, err := store.Open(t.Context(), options)
			if err == nil {
				s.Close()
			}
			if err == nil || !strings.Contains(err.Error(), "missing") || !strings.Contains(err.Error(), "36,39") {
				t.Errorf("%s opens it: %v", name, err)
			}
		}
	})
}

func TestTheSchemaOfAnOpenDatabaseIsThatOfTheProgram(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		must(t, storetest.Open(t, d).Close())
		db, err := sqldb.OpenBeside(t.Context(), sqldb.Options{URL: d.URL})
		must(t, err)
		defer db.Close()
		var version int64
		must(t, db.Reader(t.Context()).Raw("SELECT MAX(version_id) FROM goose_db_version").Scan(&version).Error)
		if version != sqldb.Schema() || version < 47 {
			t.Errorf("the tables are of version %d, the program is made for %d", version, sqldb.Schema())
		}
	})
}

// TestASiteOfBeforeIsOpenForEveryGame: one that nobody has come to yet is not, nor is a new one.
func TestASiteOfBeforeIsOpenForEveryGame(t *testing.T) {
	const before = 54
	exec := func(d *sqldb.DB, statement string, values ...any) {
		t.Helper()
		must(t, d.Bare(t.Context()).Exec(statement, values...).Error)
	}
	for name, site := range map[string]struct {
		version int64
		fill    func(d *sqldb.DB)
		open    bool
	}{
		"a member": {before, func(d *sqldb.DB) {
			exec(d, "INSERT INTO players (id, name, kind, created_ms) VALUES ('ann', 'Ann', 'member', 1)")
			exec(d, "INSERT INTO accounts (player_id, password, created_ms) VALUES ('ann', 'x', 1)")
		}, true},
		"a match": {before, func(d *sqldb.DB) {
			exec(d, "INSERT INTO players (id, name, kind, created_ms) VALUES ('bot:easy', 'Easy', 'bot', 1), ('bot:hard', 'Hard', 'bot', 1)")
			exec(d, `INSERT INTO matches (id, game, variant, control, gid, head, player0, player1, contribution0, contribution1, created_ms, last_seq, position, first_seat, to_move, score_first, score_second, deadline_ms, due_ms, moved_ms, ending, winner)
				VALUES ('m', 'streetsoccer', 'lg', 'lg', ?, ?, 'bot:easy', 'bot:hard', '', '', 1, 1, 'p', 0, 1, 0, 0, 2, 2, 1, '', 0)`, make([]byte, 16), make([]byte, 32))
		}, true},
		"nobody":     {before, func(*sqldb.DB) {}, false},
		"a new site": {0, nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
				if site.version > 0 {
					s := older(t, d, site.version)
					site.fill(s)
					must(t, s.Close())
				}
				set, err := storetest.Open(t, d).Settings(t.Context())
				must(t, err)
				if open := set["games"] == "all"; open != site.open || len(set) > 1 {
					t.Errorf("what is settled: %v", set)
				}
			})
		})
	}
}

// TestChangedRulesHoldOnAnOlderSiteFromAnAnnouncedDayOn: at least 14 days after its tables are brought up to date; on a new one
// they have always held (R-TM-1). Whom players have met is filled in from what is there (R-RA-10).
func TestChangedRulesHoldOnAnOlderSiteFromAnAnnouncedDayOn(t *testing.T) {
	t.Parallel()
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		s := older(t, d, 110)
		exec := func(statement string, values ...any) {
			t.Helper()
			must(t, s.Bare(t.Context()).Exec(statement, values...).Error)
		}
		const day = 86_400_000
		exec("INSERT INTO players (id, name, kind, created_ms) VALUES ('ann', 'Ann', 'member', 1), ('bob', 'Bob', 'member', 1), ('cleo', 'Cleo', 'member', 1)")
		for i, opponent := range []string{"bob", "cleo", "bob"} {
			id, gid := fmt.Sprintf("m%d", i), make([]byte, 16)
			gid[0] = byte(i)
			ended := int64(1+200*i) * day
			exec(`INSERT INTO matches (id, game, variant, control, gid, head, player0, player1, contribution0, contribution1, created_ms, last_seq, position, first_seat, to_move, score_first, score_second, deadline_ms, due_ms, moved_ms, ending, winner, rated, weighed)
				VALUES (?, 'g', 'v', 'lg', ?, ?, 'ann', ?, '', '', 1, 1, 'p', 0, 0, 1, 0, 0, 0, ?, 'full time', 1, 1, 1)`, id, gid, make([]byte, 32), opponent, ended)
			before := int64(0)
			if i > 0 {
				before = int64(1+200*(i-1)) * day
			}
			for seat, player := range []string{"ann", opponent} {
				latest := 0
				if i == 2 || seat == 1 && i == 1 {
					latest = 1
				}
				exec(`INSERT INTO ratings (match_id, seat, player_id, game, variant, ended_ms, why, late, latest, before_elo, before_games, before_wins, before_grade, before_rating, before_deviation, before_volatility, before_last_ms, after_elo, after_games, after_wins, after_grade, after_rating, after_deviation, after_volatility, after_last_ms)
					VALUES (?, ?, ?, 'g', 'v', ?, '', 0, ?, 0, 0, 0, 0, 0, 0, 0, ?, 0, 1, 0, 0, 0, 0, 0, ?)`, id, seat, player, ended, latest, before, ended)
			}
		}
		must(t, s.Close())
		now := time.Now()
		site := storetest.Open(t, d)
		days, err := site.RuleDays(t.Context())
		must(t, err)
		for _, rule := range []league.RuleChange{league.FairRatings, league.LadderRules, league.Absences, league.Waiting} {
			from := days[rule]
			if ahead := from.Sub(now); ahead < 14*24*time.Hour || ahead > 15*24*time.Hour+time.Minute || !from.Equal(from.Truncate(24*time.Hour)) {
				t.Errorf("the rules of %s hold from %v on, and it is %v", rule, from, now)
			}
		}
		history, err := site.RatingHistory(t.Context(), league.Site(), "ann", 9, league.Pool{Game: "g", Variant: "v"})
		must(t, err)
		var faced []string
		for _, c := range history {
			faced = append(faced, fmt.Sprintf("%s %d %d", c.Match, c.Before.Faced, c.After.Faced))
		}
		if got := strings.Join(faced, ", "); got != "m2 2 2, m1 1 2, m0 0 1" { // Bob of the first match is forgotten by the third
			t.Errorf("met: %s", got)
		}
	})
}

// breaking finds what a program of before a migration could not live with: it is gone or has another name, or a row
// without it is refused.
var breaking = []*regexp.Regexp{
	regexp.MustCompile(`(?i)^ALTER TABLE \S+ (DROP COLUMN|RENAME|ALTER COLUMN \S+ (SET NOT NULL|TYPE|DROP DEFAULT))`),
	regexp.MustCompile(`(?i)^DROP TABLE`),
}

// unfilled finds a column that each row needs and that no default fills.
func unfilled(statement string) bool {
	words := strings.ToUpper(statement)
	return strings.Contains(words, "ADD COLUMN") && strings.Contains(words, "NOT NULL") && !strings.Contains(words, "DEFAULT")
}

// breaks returns the statements of a migration that a program of before could not live with.
func breaks(migration string) (found []string) {
	var text strings.Builder
	for line := range strings.Lines(migration) {
		if line, _, _ = strings.Cut(line, "--"); line != "" {
			text.WriteString(" " + line)
		}
	}
	for s := range strings.SplitSeq(text.String(), ";") {
		s = strings.Join(strings.Fields(s), " ")
		if unfilled(s) || slices.ContainsFunc(breaking, func(r *regexp.Regexp) bool { return r.MatchString(s) }) {
			found = append(found, s)
		}
	}
	return found
}

// TestTheReleaseBeforeCanUseTheTables holds migrations to what minReader says: since that schema nothing goes and
// nothing new is needed.
func TestTheReleaseBeforeCanUseTheTables(t *testing.T) {
	files, err := sqldb.Migrations.ReadDir("migrations")
	if err != nil {
		t.Fatal(err)
	}
	looked := 0
	for _, f := range files {
		var version int64
		if _, err := fmt.Sscanf(f.Name(), "%d_", &version); err != nil {
			t.Fatal(f.Name(), err)
		}
		if version <= sqldb.MinReader {
			continue
		}
		text, err := sqldb.Migrations.ReadFile("migrations/" + f.Name())
		if err != nil {
			t.Fatal(err)
		}
		looked++
		for _, s := range breaks(string(text)) {
			t.Errorf("%s: %s\nA program of before cannot live with it. Do it a release later, or raise minReader.", f.Name(), s)
		}
	}
	t.Logf("%d migrations since %d", looked, sqldb.MinReader)
	for _, s := range []string{
		"-- +goose Up\nALTER TABLE players DROP COLUMN name;", "ALTER TABLE a RENAME TO b;", "DROP TABLE x;", "alter table a rename column b to c;",
		"ALTER TABLE a\n  ADD COLUMN b TEXT NOT NULL; -- needed", "ALTER TABLE a ALTER COLUMN b SET NOT NULL;",
	} {
		if len(breaks(s)) != 1 {
			t.Errorf("%q breaks nothing", s)
		}
	}
	for _, s := range []string{"CREATE TABLE a (b TEXT NOT NULL);", "ALTER TABLE a ADD COLUMN b TEXT NOT NULL DEFAULT '';", "-- DROP TABLE x;\nALTER TABLE a ADD COLUMN b TEXT;"} {
		if found := breaks(s); len(found) > 0 {
			t.Errorf("%q breaks %q", s, found)
		}
	}
}

// TestWhatWasGivenUpBeforeIsFoundInTheAnalyses fills analyses as a program of version 136 left them: what an end off the board
// gave up is part of them already, to First, whose seat stands with the match.
func TestWhatWasGivenUpBeforeIsFoundInTheAnalyses(t *testing.T) { // R-PT-5
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		s := older(t, d, 136)
		exec := func(statement string, values ...any) {
			t.Helper()
			must(t, s.Bare(t.Context()).Exec(statement, values...).Error)
		}
		exec("INSERT INTO players (id, name, kind, created_ms) VALUES ('ann', 'Ann', 'member', 1), ('bob', 'Bob', 'member', 1)")
		for i, c := range []struct {
			id, text string
			first    int
		}{
			{"given", `{"parts":[{"seq":2,"kind":"throw","given":9},{"seq":3,"kind":"end","given":1500}]}`, 0},
			{"to the other seat", `{"parts":[{"seq":3,"kind":"end","given":1500}]}`, 1},
			{"nothing", `{"parts":[{"seq":2,"kind":"decision"}]}`, 0},
			{"no parts", `{"parts":null}`, 0},
		} {
			exec(`INSERT INTO matches (id, game, variant, control, gid, head, player0, player1, contribution0, contribution1, created_ms, last_seq, position, first_seat, to_move, score_first, score_second, deadline_ms, due_ms, moved_ms, ending, winner)
				VALUES (?, 'g', 'v', 'lg', ?, ?, 'ann', 'bob', '', '', 1, 1, 'p', ?, 0, 1, 0, 0, 0, 1, 'resignation', 1)`, c.id, []byte(fmt.Sprintf("%016d", i)), make([]byte, 32), c.first)
			exec(`INSERT INTO analyses (match_id, version, tries, next_ms, problem, made_ms, text, points0, luck0, cost0, decisions0, adjusted0, points1, luck1, cost1, decisions1, adjusted1)
				VALUES (?, 2, 0, 0, '', 1, ?, 5000, 0, 0, 0, 5000, 0, 0, 0, 0, 0)`, c.id, c.text)
		}
		must(t, s.Close())

		now := storetest.Open(t, d)
		for id, want := range map[string][4]int{"given": {1500, 3500, -1500, 1500}, "to the other seat": {-1500, 6500, 1500, -1500}, "nothing": {0, 5000, 0, 0}, "no parts": {0, 5000, 0, 0}} {
			a, err := now.Analysis(t.Context(), league.Site(), id)
			must(t, err)
			if got := [4]int{a.Seats[0].Given, a.Seats[0].Adjusted, a.Seats[1].Given, a.Seats[1].Adjusted}; got != want {
				t.Errorf("%s: %v, want %v", id, got, want)
			}
		}
	})
}
