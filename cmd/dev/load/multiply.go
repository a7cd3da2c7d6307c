package main

import (
	"context"
	"database/sql"
	"encoding/base32"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A site has histories of many players and many seasons where it has many matches. What is finished of a built site is copied
// for that: to other players, who are as many more as there are seasons more, and to seasons before the one that was played.
// The copies have the rows that the originals have, under ids of their own, but no throw or value of a chain is
// drawn anew: their dice are of a key that nobody has, so that nobody can tell whether they are what was written.

// multiplied is how often what is finished of a site is there, the one that was played among them.
type multiplied struct{ worlds, seasons int }

// timesFor returns how often it takes so many matches to make at least so many.
func timesFor(of, want int) multiplied {
	times := (want + of - 1) / of
	worlds := max(1, int(math.Sqrt(float64(times))))
	return multiplied{worlds, (times + worlds - 1) / worlds}
}

// seasonLong is by how much a season of the copies is earlier than the next one: more than its matches take.
const seasonLong = 30 * 24 * time.Hour

// lostKey is the epoch of a key of dice that nobody has.
const lostKey = 999

// A copying says how the rows of a table are copied: which, and what becomes of columns; others stay as they are. In an
// expression t is the row, and c the copy, of the table copies.
type copying struct {
	table, which string
	players      bool // each world has its own, in all its seasons
	columns      map[string]string
}

// finished are matches that are over, ended tournaments that are with all their matches. Of the originals, the tables over
// and closed have the ids.
const (
	finished  = "to_move = 0"
	ended     = "state = 'finished' AND rolling = 0"
	inMatches = "match_id IN (SELECT id FROM temp.over)"
	inCups    = "tournament_id IN (SELECT id FROM temp.closed)"
)

// ofPlayer is who plays in place of a player in a copy; bots play in all of them.
func ofPlayer(column string) string {
	return "CASE WHEN c.world = 0 OR NOT EXISTS (SELECT 1 FROM accounts WHERE player_id = t." + column + ") THEN t." + column + " ELSE c.people || substr(t." + column + ", 1, 8) END"
}

// ofCopy is the id of a copy of a match or a tournament.
func ofCopy(column string) string { return "c.prefix || substr(t." + column + ", 1, 6)" }

// earlier is a moment of a copy; none stays none.
func earlier(column string) string {
	return "CASE WHEN t." + column + " > 0 THEN t." + column + " - c.earlier_ms ELSE t." + column + " END"
}

// inEnded is what a copied match has of its tournament; one of a tournament that goes on is copied as one outside of any.
func inEnded(value string) string {
	return "CASE WHEN t.tournament IN (SELECT id FROM temp.closed) THEN " + value + " ELSE '' END"
}

var copyings = []copying{
	{"players", "id IN (SELECT player_id FROM accounts)", true, map[string]string{
		"id": ofPlayer("id"), "name": "t.name || ' of ' || (c.world + 1)", "created_ms": "t.created_ms - c.earliest_ms", "notices": "0", "fanned": "0",
	}},
	{"names", "player_id IN (SELECT player_id FROM accounts)", true, map[string]string{"key": "t.key || 'of' || (c.world + 1)", "player_id": ofPlayer("player_id")}},
	{"accounts", "", true, map[string]string{"player_id": ofPlayer("player_id"), "created_ms": "t.created_ms - c.earliest_ms"}},
	{"tournaments", ended, false, map[string]string{
		"id": ofCopy("id"), "gid": "randomblob(16)", "edition": "substr(t.edition, 1, instr(t.edition || '-', '-')) || (100000 + c.n * 10000 + t.serial)",
		"created_ms": earlier("created_ms"), "started_ms": earlier("started_ms"), "ended_ms": earlier("ended_ms"), "closed_ms": earlier("closed_ms"),
		"changed_ms": earlier("changed_ms"), "told_ms": earlier("told_ms"), "serial": "0", "epoch": "0", "seal": "NULL", "tour": "NULL",
	}},
	{"tournament_events", inCups, false, map[string]string{
		"tournament_id": ofCopy("tournament_id"), "at_ms": earlier("at_ms"), "by_id": ofPlayer("by_id"), "player_id": ofPlayer("player_id"), "chain": "NULL",
	}},
	{"entries", inCups, false, map[string]string{
		"tournament_id": ofCopy("tournament_id"), "player_id": ofPlayer("player_id"), "entered_ms": earlier("entered_ms"), "qualified_ms": earlier("qualified_ms"),
	}},
	{"matches", finished, false, map[string]string{
		"id": ofCopy("id"), "gid": "randomblob(16)", "player0": ofPlayer("player0"), "player1": ofPlayer("player1"),
		"created_ms": earlier("created_ms"), "moved_ms": earlier("moved_ms"),
		"tournament": inEnded(ofCopy("tournament")), "fixture": inEnded("t.fixture"), "epoch": fmt.Sprint(lostKey),
	}},
	{"events", inMatches, false, map[string]string{"match_id": ofCopy("match_id"), "at_ms": earlier("at_ms")}},
	{"rolls", inMatches, false, map[string]string{"match_id": ofCopy("match_id")}},
	{"dice_logged", inMatches, false, map[string]string{"match_id": ofCopy("match_id")}},
	{"analyses", inMatches, false, map[string]string{"match_id": ofCopy("match_id"), "made_ms": earlier("made_ms"), "next_ms": earlier("next_ms")}},
	{"ratings", inMatches, false, map[string]string{
		"match_id": ofCopy("match_id"), "player_id": ofPlayer("player_id"), "ended_ms": earlier("ended_ms"),
		"before_last_ms": earlier("before_last_ms"), "after_last_ms": earlier("after_last_ms"), "latest": "CASE WHEN c.season = 0 THEN t.latest ELSE 0 END",
	}},
}

// atOnce is how many copies one statement makes.
const atOnce = 250

// openSite opens the database of a site by one connection, with options of the driver.
func openSite(data, options string) (*sql.DB, error) {
	db, err := sql.Open("sqlite3", "file:"+filepath.Join(data, "site", "kickabout.db")+"?"+options)
	if err == nil {
		db.SetMaxOpenConns(1)
	}
	return db, err
}

// multiply copies what is finished in the database of a site until at least so many matches are.
func multiply(ctx context.Context, data string, matches int) (m multiplied, err error) {
	db, err := openSite(data, "_journal_mode=OFF&_synchronous=OFF&_foreign_keys=0&_cache_size=-500000&_locking_mode=EXCLUSIVE")
	if err != nil {
		return m, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	var have int
	if err := db.QueryRowContext(ctx, "SELECT COUNT(*) FROM matches WHERE "+finished).Scan(&have); err != nil {
		return m, err
	}
	if have == 0 {
		return m, errors.New("no match of the site is finished")
	}
	m = timesFor(have, matches)
	if err := m.lay(ctx, db); err != nil {
		return m, err
	}
	for _, c := range copyings {
		if err := m.copy(ctx, db, c); err != nil {
			return m, fmt.Errorf("copying %s: %w", c.table, err)
		}
	}
	_, err = db.ExecContext(ctx, "PRAGMA journal_mode = WAL")
	return m, err
}

// atRest has the nightly jobs of a site wait that read all there is: they would be measured as a part of what is asked for.
func atRest(ctx context.Context, data string) (err error) {
	db, err := openSite(data, "_busy_timeout=5000")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	_, err = db.ExecContext(ctx, "UPDATE jobs SET next_ms = ? WHERE name IN ('damage', 'recheck')", time.Now().Add(20*time.Hour).UnixMilli())
	return err
}

// base32Low is the alphabet of ids, in its order.
var base32Low = base32.NewEncoding("234567abcdefghijklmnopqrstuvwxyz").WithPadding(base32.NoPadding)

// prefixOf is what the ids of a copy begin with: they go up with its number.
func prefixOf(n int) string {
	return base32Low.EncodeToString(binary.BigEndian.AppendUint64(nil, uint64(n)<<34))[:6]
}

// lay says which copies there are: those of later numbers are of earlier seasons.
func (m multiplied) lay(ctx context.Context, db *sql.DB) error {
	for _, table := range []string{
		"over AS SELECT id FROM matches WHERE " + finished,
		"closed AS SELECT id FROM tournaments WHERE " + ended,
		"copies (n INTEGER PRIMARY KEY, world INTEGER, season INTEGER, people TEXT, prefix TEXT, earlier_ms INTEGER, earliest_ms INTEGER)",
	} {
		if _, err := db.ExecContext(ctx, "CREATE TEMP TABLE "+table); err != nil {
			return err
		}
	}
	for n := 1; n < m.worlds*m.seasons; n++ {
		world, season := n%m.worlds, n/m.worlds
		_, err := db.ExecContext(ctx, "INSERT INTO copies VALUES (?, ?, ?, ?, ?, ?, ?)", n, world, season, fmt.Sprintf("%04x", world), prefixOf(n),
			(time.Duration(season) * seasonLong).Milliseconds(), (time.Duration(m.seasons) * seasonLong).Milliseconds())
		if err != nil {
			return err
		}
	}
	return nil
}

// copy makes the copies of one table, in the order of their keys.
func (m multiplied) copy(ctx context.Context, db *sql.DB, c copying) error {
	var columns, values []string
	rows, err := db.QueryContext(ctx, "SELECT name FROM pragma_table_info(?)", c.table)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return err
		}
		value := "t." + name
		if as, ok := c.columns[name]; ok {
			value = as
		}
		columns, values = append(columns, name), append(values, value)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return err
	}
	for name := range c.columns {
		if !slices.Contains(columns, name) {
			return fmt.Errorf("it has no column %q", name)
		}
	}
	which := c.which
	if which == "" {
		which = "true"
	}
	if _, err := db.ExecContext(ctx, "CREATE TEMP TABLE originals AS SELECT * FROM "+c.table+" WHERE "+which+" ORDER BY rowid"); err != nil {
		return err
	}
	from := "temp.copies AS c CROSS JOIN temp.originals AS t WHERE c.n BETWEEN ? AND ?"
	if c.players {
		from += " AND c.world > 0 AND c.season = 0"
	}
	for n := 1; n < m.worlds*m.seasons; n += atOnce {
		_, err := db.ExecContext(ctx, "INSERT INTO main."+c.table+" ("+strings.Join(columns, ", ")+") SELECT "+strings.Join(values, ", ")+
			" FROM "+from, n, n+atOnce-1)
		if err != nil {
			return err
		}
	}
	_, err = db.ExecContext(ctx, "DROP TABLE originals")
	return err
}
