package storetest_test

import (
	"fmt"
	"testing"
	"time"

	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

// BenchmarkAppend appends a move with the throw after it.
func BenchmarkAppend(b *testing.B) {
	storetest.Bench(b, func(b *testing.B, d storetest.Database) {
		s := storetest.Open(b, d)
		admit(b, s, "ann", "bob")
		m := create(b, s, newMatch(1))
		for b.Loop() {
			p := move(m, "Mc2c5", noon)
			must(b, s.Append(b.Context(), p))
			m.State = p.State
		}
	})
}

// BenchmarkBareCommit is what Append is measured by: the commit of one row in the
// same file, with the same settings, by the bare driver.
func BenchmarkBareCommit(b *testing.B) {
	storetest.Bench(b, func(b *testing.B, d storetest.Database) {
		s := storetest.Open(b, d)
		must(b, raw(s).Exec("CREATE TABLE bare (n BIGINT)").Error)
		db, err := raw(s).DB()
		must(b, err)
		for b.Loop() {
			must(b, second(db.ExecContext(b.Context(), "INSERT INTO bare VALUES (1)")))
		}
	})
}

// BenchmarkAppendStale is what a second tab costs.
func BenchmarkAppendStale(b *testing.B) {
	storetest.Bench(b, func(b *testing.B, d storetest.Database) {
		s := storetest.Open(b, d)
		admit(b, s, "ann", "bob")
		m := create(b, s, newMatch(1))
		p := move(m, "Mc2c5", noon)
		must(b, s.Append(b.Context(), p))
		for b.Loop() {
			if s.Append(b.Context(), p) == nil {
				b.Fatal("a move counted twice")
			}
		}
	})
}

// BenchmarkMatch reads a match of 150 events.
func BenchmarkMatch(b *testing.B) {
	storetest.Bench(b, func(b *testing.B, d storetest.Database) {
		s := storetest.Open(b, d)
		admit(b, s, "ann", "bob")
		m := newMatch(1)
		for len(m.Log) < 150 {
			m = after(m, move(m, "Mc2c5", noon))
		}
		create(b, s, m)
		for b.Loop() {
			must(b, second(s.Match(b.Context(), league.Site(), m.ID)))
		}
	})
}

// BenchmarkOverdue finds 50 overdue matches among many that run.
func BenchmarkOverdue(b *testing.B) {
	for _, n := range []int{10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			storetest.Bench(b, func(b *testing.B, d storetest.Database) {
				s := storetest.Open(b, d)
				admit(b, s, "ann", "bob")
				m := create(b, s, newMatch(1))
				multiply(b, s, d.Name, n)
				before := m.State.Deadline.Add(50 * time.Second)
				for b.Loop() {
					got, err := s.Overdue(b.Context(), league.Site(), before, 100)
					if err != nil || len(got) != 50 {
						b.Fatalf("%d are overdue, %v", len(got), err)
					}
				}
			})
		})
	}
}

// multiply makes n matches of the one that is there, each with its deadline a second
// after the one before.
func multiply(b *testing.B, s *store.Store, engine string, n int) {
	b.Helper()
	gid := map[string]string{"sqlite": "randomblob(16)", "postgres": "decode(md5(i::text), 'hex')"}[engine]
	must(b, raw(s).Exec(`
		INSERT INTO matches (id, game, variant, control, gid, head, player0, player1, contribution0, contribution1, created_ms,
			last_seq, position, first_seat, to_move, score_first, score_second, deadline_ms, due_ms, moved_ms, ending, winner)
		WITH RECURSIVE numbers (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < ?)
		SELECT id || '-' || i, game, variant, control, `+gid+`, head, player0, player1, contribution0, contribution1, created_ms,
			last_seq, position, first_seat, to_move, score_first, score_second, deadline_ms + 1000 * i, due_ms, moved_ms + i, ending, winner
		FROM numbers CROSS JOIN matches`, n-1).Error)
	must(b, raw(s).Exec("ANALYZE").Error)
}
