package storetest_test

import (
	"context"

	"gorm.io/gorm"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/store"
	"kickabout/store/sqldb"
	"kickabout/store/storetest"
)

// The two Appends below are as Append must not be. The race proof has to find them
// out; else it proves nothing.

// lastWriterWins appends without asking whether the match is still where the
// caller saw it: it numbers the events anew, behind whatever is there by then.
func lastWriterWins(s *store.Store, ctx context.Context, p league.Progress) error {
	err := storetest.Below(s).Write(ctx, func(tx *gorm.DB) error {
		var last int
		if err := tx.Raw("SELECT last_seq FROM matches WHERE id = ?", p.Match).Scan(&last).Error; err != nil {
			return err
		}
		p := behind(p, last)
		is := p.State
		columns := map[string]any{
			"last_seq": is.Last, "position": is.Position, "first_seat": is.First, "to_move": int(is.ToMove),
			"score_first": is.Score[0], "score_second": is.Score[1], "moves_first": is.Moves[0], "moves_second": is.Moves[1],
			"deadline_ms": sqldb.Millis(is.Deadline), "due_ms": sqldb.Millis(is.Due), "moved_ms": sqldb.Millis(is.Moved),
			"ending": string(is.Outcome.Ending), "winner": int(is.Outcome.Winner), "clock": is.Control, "held": sqldb.Flag(is.Held),
		}
		if err := tx.Table("matches").Where("id = ?", p.Match).Updates(columns).Error; err != nil {
			return err
		}
		return insertLog(tx, p.Match, p.Events)
	})
	if sqldb.Duplicate(err) {
		return league.Errorf(league.Stale, "The match has moved on.")
	}
	return err
}

// insertLog writes events and their throws.
func insertLog(tx *gorm.DB, match string, events []engine.Event) error {
	for _, e := range events {
		err := tx.Exec("INSERT INTO events (match_id, seq, at_ms, side, act, text) VALUES (?, ?, ?, ?, ?, ?)",
			match, e.Seq, sqldb.Millis(e.At), int(e.By), string(e.Act), e.Text).Error
		if err != nil {
			return err
		}
		for _, d := range e.Draws {
			err := tx.Exec("INSERT INTO rolls (match_id, e, label, k, sides, face, seq) VALUES (?, ?, ?, ?, ?, ?, ?)",
				match, d.E, d.Label, d.K, d.Sides, d.Face, e.Seq).Error
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// checkThenAct compares first and writes then, in two steps.
func checkThenAct(s *store.Store, ctx context.Context, p league.Progress) error {
	m, err := s.Match(ctx, league.Site(), p.Match)
	if err != nil {
		return err
	}
	_, running := m.Mover()
	if m.State.Last != p.Seen || !running || !p.Arrived.IsZero() && p.Arrived.After(m.State.Deadline) {
		return league.Errorf(league.Stale, "The match has moved on.")
	}
	return lastWriterWins(s, ctx, p)
}

// behind returns progress as if the match's last event had been another one.
func behind(p league.Progress, last int) league.Progress {
	shift := last - p.Seen
	events := append(p.Events[:0:0], p.Events...)
	for i := range events {
		events[i].Seq += shift
		events[i].Draws = append(events[i].Draws[:0:0], events[i].Draws...)
		for j := range events[i].Draws {
			events[i].Draws[j].E += uint32(shift)
		}
	}
	p.Events = events
	p.State.Last += shift
	return p
}
