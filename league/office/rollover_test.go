package office_test

import (
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"kickabout/engine/enginetest"
	"kickabout/league"
	"kickabout/league/formats/championship"
	"kickabout/store/storetest"
)

// BenchmarkRollOver rolls a championship over through the office: it closes the entries, places
// the players, starts the season with the matches of every group, and opens the next season with
// everybody renewed. Then every match is over at once: the season ends with its tables and
// transfers (finish), and the next one starts by them (next). Beside the first three the rows that
// came of that are inserted by the bare driver, as many in a statement as it takes, in one
// transaction. The ratios are of time (x) and of the
// processor time of this process (cpu-x), without that of a PostgreSQL server.
func BenchmarkRollOver(b *testing.B) {
	for _, n := range []int{1000, enginetest.Size(100_000)} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			storetest.Bench(b, func(b *testing.B, d storetest.Database) {
				var office, bare, finish, next spent
				for range b.N {
					c := newClub(b, storetest.Open(b, d))
					bare.add(rollOver(b, c, d, n, &office))
					for db := driver(b, d); playedOut(b, db) > 0; {
						finish.add(c.compete(b, c.clock()))
					}
					c.rolled(b, nextEdition("2027-05"), n, &next)
					d = another(b, d)
				}
				runs := float64(b.N)
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(office.wall.Seconds()/runs, "s")
				b.ReportMetric(office.cpu.Seconds()/runs, "cpu-s")
				b.ReportMetric(finish.cpu.Seconds()/runs, "finish-cpu-s")
				b.ReportMetric(next.cpu.Seconds()/runs, "next-cpu-s")
				b.ReportMetric(bare.wall.Seconds()/runs, "bare-s")
				b.ReportMetric(bare.cpu.Seconds()/runs, "bare-cpu-s")
				b.ReportMetric(float64(office.wall)/float64(bare.wall), "x")
				b.ReportMetric(float64(office.cpu)/float64(bare.cpu), "cpu-x")
			})
		})
	}
}

// spent is what something took.
type spent struct{ wall, cpu time.Duration }

func (s *spent) add(more spent) { s.wall, s.cpu = s.wall+more.wall, s.cpu+more.cpu }

// spend measures what something takes.
func spend(b *testing.B, do func()) spent {
	before, began := processor(b), time.Now()
	do()
	return spent{time.Since(began), processor(b) - before}
}

// processor returns what this process has used so far.
func processor(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// another returns a fresh database of the same kind.
func another(b *testing.B, d storetest.Database) storetest.Database {
	if d.Name == "sqlite" {
		return storetest.Site(b)
	}
	return storetest.Postgres(b)
}

// rollOver rolls a season of n players over, and inserts the same rows into another database.
func rollOver(b *testing.B, c *club, d storetest.Database, n int, office *spent) (bare spent) {
	c.Runs = func(of league.Competition) bool { return of == streets }
	db := driver(b, d)
	c.setTime(time.Date(2027, 2, 1, 0, 0, 0, 0, time.UTC))
	c.must(c.AdvanceCompetitions(b.Context()))
	p := league.TournamentProgress{Tournament: c.seasonAt("2027-05").Tournament}
	p.Seen, p.Was, p.WasRoles, p.Tournament.Log = p.Tournament.Last, p.Tournament.Entries, p.Tournament.Roles, nil
	var entries []league.Decision
	for i := range n {
		player := c.member(fmt.Sprintf("p%06d", i))
		entries = append(entries, league.Decision{Seq: p.Seen + 1 + i, At: c.Now(), By: player, Act: league.ActEntered, Player: player})
	}
	season, err := p.Tournament.Add(entries...)
	c.must(err)
	p.Tournament = season
	c.must(c.store.AppendTournament(b.Context(), p))
	storetest.Analyze(b, d)
	before := everything(b, db)
	c.rolled(b, "2027-05", n, office)
	return insertBare(b, another(b, d), rows(b, db, "players"), without(everything(b, db), before))
}

// rolled closes the entries of a season, starts it, and opens the next one with its n players.
func (c *club) rolled(b *testing.B, edition string, n int, office *spent) {
	season := c.seasonAt(edition).Tournament
	for _, at := range []time.Time{season.Closes, season.Starts, championship.Opens(season.Starts)} {
		office.add(c.compete(b, at))
	}
	if next := c.seasonAt(nextEdition(edition)).Tournament; len(next.Entries) != n {
		b.Fatalf("%d players are in the season after %s", len(next.Entries), edition)
	}
}

// compete lets the competitions go on at a moment.
func (c *club) compete(b *testing.B, at time.Time) spent {
	c.setTime(at)
	return spend(b, func() { c.must(c.AdvanceCompetitions(b.Context())) })
}

// playedOut ends all matches behind the store's back, and counts those that ran: who wins hangs
// on their ids, which are as good as random.
func playedOut(b *testing.B, db *sql.DB) int64 {
	done, err := db.ExecContext(b.Context(), "UPDATE matches SET to_move = 0, deadline_ms = 0, due_ms = 0, ending = 'sudden death',"+
		" winner = CASE WHEN id < 'm' THEN 1 ELSE 2 END, score_first = 1, score_second = 1 WHERE to_move <> 0")
	if err != nil {
		b.Fatal(err)
	}
	n, err := done.RowsAffected()
	if err != nil {
		b.Fatal(err)
	}
	return n
}

// driver opens a database behind the store's back.
func driver(b *testing.B, d storetest.Database) *sql.DB {
	name, url := "pgx", d.URL
	if d.Name == "sqlite" {
		name, url = "sqlite3", "file:"+d.URL+"?_foreign_keys=on&_busy_timeout=10000"
	}
	db, err := sql.Open(name, url)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	return db
}

// content is rows of a table.
type content struct {
	table   string
	columns []string
	rows    [][]any
}

// Everything reads the tables that a roll-over writes, each after those that it refers to.
func everything(b *testing.B, db *sql.DB) (all []content) {
	for _, table := range []string{"tournaments", "entries", "tournament_events", "matches", "events", "rolls", "notices"} {
		all = append(all, rows(b, db, table))
	}
	return all
}

func rows(b *testing.B, db *sql.DB, table string) content {
	found, err := db.QueryContext(b.Context(), "SELECT * FROM "+table)
	if err != nil {
		b.Fatal(err)
	}
	defer found.Close()
	c := content{table: table}
	if c.columns, err = found.Columns(); err != nil {
		b.Fatal(err)
	}
	for found.Next() {
		row, into := make([]any, len(c.columns)), make([]any, len(c.columns))
		for i := range row {
			into[i] = &row[i]
		}
		if err := found.Scan(into...); err != nil {
			b.Fatal(err)
		}
		c.rows = append(c.rows, row)
	}
	if err := found.Err(); err != nil {
		b.Fatal(err)
	}
	return c
}

// without leaves the rows that are new or changed.
func without(all, before []content) []content {
	for i := range all {
		old := map[string]bool{}
		for _, row := range before[i].rows {
			old[fmt.Sprint(row...)] = true
		}
		all[i].rows = slices.DeleteFunc(all[i].rows, func(row []any) bool { return old[fmt.Sprint(row...)] })
	}
	return all
}

// insertBare inserts rows into a database that has the players alone.
func insertBare(b *testing.B, d storetest.Database, players content, all []content) spent {
	storetest.Open(b, d)
	db := driver(b, d)
	insert := func(contents ...content) {
		tx, err := db.BeginTx(b.Context(), nil)
		if err != nil {
			b.Fatal(err)
		}
		defer tx.Rollback()
		for _, c := range contents {
			for some := range slices.Chunk(c.rows, 30_000/len(c.columns)) {
				if _, err := tx.ExecContext(b.Context(), c.statement(d, len(some)), slices.Concat(some...)...); err != nil {
					b.Fatal(c.table, err)
				}
			}
		}
		if err := tx.Commit(); err != nil {
			b.Fatal(err)
		}
	}
	if _, err := db.ExecContext(b.Context(), "DELETE FROM players"); err != nil { // the site itself, which is among those that come
		b.Fatal(err)
	}
	insert(players)
	storetest.Analyze(b, d)
	return spend(b, func() { insert(all...) })
}

// statement is the one that inserts n rows.
func (c content) statement(d storetest.Database, n int) string {
	var values []string
	for i := range n {
		places := make([]string, len(c.columns))
		for j := range places {
			places[j] = "?"
			if d.Name == "postgres" {
				places[j] = fmt.Sprintf("$%d", i*len(c.columns)+j+1)
			}
		}
		values = append(values, "("+strings.Join(places, ", ")+")")
	}
	return "INSERT INTO " + c.table + " (" + strings.Join(c.columns, ", ") + ") VALUES " + strings.Join(values, ", ")
}
