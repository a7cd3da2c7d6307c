package main

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// played is a site on which two members have a match in a cup that has ended, one has another with a bot in a cup that goes on,
// and both play.
const played = `
INSERT INTO players (id, name, kind, created_ms) VALUES ('aaaaaaaaaaaa', 'Ann', 'member', 9e12), ('bbbbbbbbbbbb', 'Bob', 'member', 9e12), ('bot:easy', 'Easy', 'bot', 1);
INSERT INTO names VALUES ('ann', 'aaaaaaaaaaaa'), ('bob', 'bbbbbbbbbbbb'), ('easy', 'bot:easy');
INSERT INTO accounts VALUES ('aaaaaaaaaaaa', 'x', 9e12), ('bbbbbbbbbbbb', 'x', 9e12);
INSERT INTO tournaments (id, gid, head, name, format, game, variant, control, places, cycles, when_full, organiser_id, created_ms, state, started_ms, ended_ms, last_seq, competition, edition, serial, epoch, seal)
VALUES ('cccccccccccc', randomblob(16), randomblob(32), 'Cup', 'minicup', 'g', 'v', 'c', 2, 1, 1, 'aaaaaaaaaaaa', 9e12, 'finished', 9e12, 9e12, 2, 'minicup/g/v', 'l0-0001', 1, 1, randomblob(32)),
	('dddddddddddd', randomblob(16), randomblob(32), 'Cup', 'minicup', 'g', 'v', 'c', 2, 1, 1, 'aaaaaaaaaaaa', 9e12, 'running', 9e12, 0, 1, 'minicup/g/v', 'l0-0002', 2, 1, randomblob(32));
INSERT INTO tournament_events (tournament_id, seq, at_ms, by_id, act, player_id, text) VALUES ('cccccccccccc', 1, 9e12, NULL, 'created', NULL, ''), ('cccccccccccc', 2, 9e12, 'bbbbbbbbbbbb', 'entered', 'bbbbbbbbbbbb', ''), ('dddddddddddd', 1, 9e12, NULL, 'created', NULL, '');
INSERT INTO entries (tournament_id, player_id, seq, seed, winner) VALUES ('cccccccccccc', 'bbbbbbbbbbbb', 2, 1, 0);
INSERT INTO matches (id, game, variant, control, gid, head, player0, player1, contribution0, contribution1, created_ms, last_seq, position, first_seat, to_move, score_first, score_second, deadline_ms, due_ms, moved_ms, ending, winner, rated, weighed, analysed, tournament, fixture, epoch, seal)
VALUES ('eeeeeeeeeeee', 'g', 'v', 'c', randomblob(16), randomblob(32), 'aaaaaaaaaaaa', 'bbbbbbbbbbbb', x'', x'', 9e12, 2, '', 0, 0, 1, 0, 0, 0, 9e12, 'full time', 1, 1, 1, 3, 'cccccccccccc', 'r1', 1, randomblob(32)),
	('ffffffffffff', 'g', 'v', 'c', randomblob(16), randomblob(32), 'bot:easy', 'bbbbbbbbbbbb', x'', x'', 9e12, 1, '', 0, 0, 1, 0, 0, 0, 9e12, 'full time', 1, 0, 0, 0, 'dddddddddddd', 'r1', 1, randomblob(32)),
	('gggggggggggg', 'g', 'v', 'c', randomblob(16), randomblob(32), 'aaaaaaaaaaaa', 'bbbbbbbbbbbb', x'', x'', 9e12, 1, '', 0, 1, 1, 0, 9e12, 0, 9e12, '', 0, 0, 0, 0, '', '', 1, randomblob(32));
INSERT INTO events (match_id, seq, at_ms, side, act, text, chain) VALUES ('eeeeeeeeeeee', 1, 9e12, 0, 'seats', '0', x'00'), ('eeeeeeeeeeee', 2, 9e12, 0, 'roll', '1 6', x'00'), ('ffffffffffff', 1, 9e12, 0, 'seats', '0', NULL), ('gggggggggggg', 1, 9e12, 0, 'seats', '0', NULL);
INSERT INTO rolls VALUES ('eeeeeeeeeeee', 1, 'turn', 0, 6, 6, 2);
INSERT INTO dice_logged VALUES ('eeeeeeeeeeee', 2, 1), ('gggggggggggg', 1, 0);
INSERT INTO analyses (match_id, version, tries, next_ms, problem, made_ms, text, points0, luck0, cost0, decisions0, adjusted0, points1, luck1, cost1, decisions1, adjusted1) VALUES ('eeeeeeeeeeee', 3, 1, 9e12, '', 9e12, '{}', 5, 0, 0, 1, 5, 0, 0, 0, 1, 0);
INSERT INTO ratings (match_id, seat, player_id, game, variant, ended_ms, why, late, latest, before_elo, before_games, before_wins, before_grade, before_rating, before_deviation, before_volatility, before_last_ms, after_elo, after_games, after_wins, after_grade, after_rating, after_deviation, after_volatility, after_last_ms)
VALUES ('eeeeeeeeeeee', 0, 'aaaaaaaaaaaa', 'g', 'v', 9e12, '', 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 9e12), ('eeeeeeeeeeee', 1, 'bbbbbbbbbbbb', 'g', 'v', 9e12, '', 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 9e12);
INSERT INTO jobs VALUES ('recheck', '', 0, 0, 1, 0, 0, ''), ('advance', '', 0, 0, 1, 0, 0, '');
`

// small is a folder with the database of a small site, with the tables that a site has.
func small(t *testing.T) (data string, db *sql.DB) {
	t.Helper()
	data = t.TempDir()
	schema, err := os.ReadFile(filepath.Join("..", "..", "..", "store", "schema", "sqlite.sql"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(data, "site"), 0o700); err != nil {
		t.Fatal(err)
	}
	if db, err = openSite(data, "_busy_timeout=5000"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	if _, err := db.Exec(string(schema) + played); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil { // whoever copies has it alone
		t.Fatal(err)
	}
	if db, err = openSite(data, "mode=ro"); err != nil {
		t.Fatal(err)
	}
	return data, db
}

// count asks for a number.
func count(t *testing.T, db *sql.DB, query string) (n int64) {
	t.Helper()
	if err := db.QueryRow("SELECT " + query).Scan(&n); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return n
}

func TestWhatIsFinishedIsCopiedWithAllItsRows(t *testing.T) {
	t.Parallel()
	data, db := small(t)
	m, err := multiply(t.Context(), data, 20)
	if err != nil || m != (multiplied{3, 4}) {
		t.Fatalf("%+v, %v", m, err)
	}
	const day = int64(24 * time.Hour / time.Millisecond)
	for query, want := range map[string]int64{
		"COUNT(*) FROM matches WHERE to_move = 0":                                    24,
		"COUNT(*) FROM matches WHERE to_move <> 0":                                   1,
		"COUNT(*) FROM matches WHERE tournament <> '' AND to_move = 0":               13, // and the one of the cup that goes on
		"COUNT(*) FROM tournaments":                                                  13,
		"COUNT(DISTINCT edition) FROM tournaments":                                   13,
		"COUNT(*) FROM tournaments WHERE serial > 0":                                 2,
		"COUNT(*) FROM tournament_events":                                            25,
		"COUNT(*) FROM entries":                                                      12,
		"COUNT(*) FROM players":                                                      7,
		"COUNT(*) FROM accounts":                                                     6,
		"COUNT(*) FROM names":                                                        7,
		"COUNT(DISTINCT player1) FROM matches":                                       3,
		"COUNT(*) FROM matches WHERE player0 = 'bot:easy'":                           12,
		"COUNT(*) FROM events":                                                       37,
		"COUNT(*) FROM rolls":                                                        12,
		"COUNT(*) FROM dice_logged":                                                  13,
		"COUNT(*) FROM analyses":                                                     12,
		"COUNT(*) FROM ratings":                                                      24,
		"COUNT(*) FROM ratings WHERE latest = 1":                                     6,
		"9000000000000 - MIN(moved_ms) FROM matches":                                 3 * 30 * day,
		"COUNT(*) FROM events JOIN matches ON id = match_id WHERE at_ms <> moved_ms": 0,
		"COUNT(*) FROM pragma_foreign_key_check":                                     0,
		fmt.Sprintf("COUNT(*) FROM matches WHERE to_move = 0 AND epoch = %d AND length(id) = 12", lostKey): 22,
	} {
		if got := count(t, db, query); got != want {
			t.Errorf("%s: %d, want %d", query, got, want)
		}
	}
	if worse, err := multiply(t.Context(), t.TempDir(), 20); err == nil {
		t.Errorf("of no site %+v was made", worse)
	}
}

func TestJobsThatReadAllAreAtRest(t *testing.T) {
	t.Parallel()
	data, db := small(t)
	if err := atRest(t.Context(), data); err != nil {
		t.Fatal(err)
	}
	if count(t, db, "next_ms FROM jobs WHERE name = 'recheck'") < time.Now().UnixMilli() || count(t, db, "next_ms FROM jobs WHERE name = 'advance'") != 1 {
		t.Error("the nightly job is due, or another is not")
	}
}

func TestABacklogWaits(t *testing.T) {
	t.Parallel()
	data, db := small(t)
	piled, err := pile(t.Context(), data, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	all := int(count(t, db, "COUNT(*) FROM matches WHERE to_move = 0"))
	waiting, made, err := piled.waits(t.Context())
	if err != nil || waiting != all || waiting < 100 || made != 0 {
		t.Fatalf("of %d matches %d wait, %d are analysed, %v", all, waiting, made, err)
	}
	work, err := openSite(data, "_busy_timeout=5000")
	if err != nil {
		t.Fatal(err)
	}
	defer work.Close()
	const analyse = `INSERT INTO analyses (match_id, version, tries, next_ms, problem, made_ms, text, points0, luck0, cost0, decisions0, adjusted0, points1, luck1, cost1, decisions1, adjusted1)
		SELECT id, 3, 1, 0, '', 1, '{}', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 FROM matches WHERE to_move = 0; UPDATE matches SET analysed = 3`
	if _, err := work.Exec(analyse); err != nil {
		t.Fatal(err)
	}
	if waiting, _, err = piled.waits(t.Context()); err != nil || waiting != 0 {
		t.Fatalf("of those that are analysed %d wait, %v", waiting, err)
	}
	if was, left, err := piled.idle(t.Context()); err != nil || was != 0 || left != 0 {
		t.Errorf("%d wait, then %d, %v", was, left, err)
	}
}

// TestABacklogIsHeldToWhatIsBesideIt: 0.95 of moves and of pages, nothing refused, and an end.
func TestABacklogIsHeldToWhatIsBesideIt(t *testing.T) {
	t.Parallel()
	without := turnout{moves: 200, pages: 400, within: time.Second}
	for _, c := range []struct {
		with          turnout
		waiting, left int
		missed        int
	}{
		{turnout{moves: 190, pages: 380, within: time.Second, made: 1}, 5, 0, 0},
		{turnout{moves: 380, pages: 760, within: 2 * time.Second}, 5, 0, 0},
		{turnout{moves: 189, pages: 380, within: time.Second}, 5, 0, 1},
		{turnout{moves: 190, pages: 379, within: time.Second}, 5, 0, 1},
		{turnout{moves: 190, pages: 380, within: time.Second}, 0, 0, 1}, // it was emptied beside them
		{turnout{moves: 190, pages: 380, within: time.Second}, 5, 1, 1}, // it does not empty
		{turnout{moves: 190, pages: 380, within: time.Second, refused: 1}, 5, 0, 1},
	} {
		missed := 0
		for _, g := range backlogGoals(without, c.with, c.waiting, c.left) {
			if !g.met() {
				missed++
			}
		}
		if missed != c.missed {
			t.Errorf("%+v: %d goals are missed", c, missed)
		}
	}
}
