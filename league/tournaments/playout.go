package tournaments

import (
	"context"
	"fmt"
	"slices"
	"time"

	"kickabout/engine"
	"kickabout/engine/clock"
	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/play"
)

// PlayOut plays a match on for both sides, for programs that play many of them at scripted
// moments: next is asked, with the match as it stands, for what the side to move does, a
// move or a resignation and its moment, until it knows nothing more or the match is over.
// All of it is written at once, by one Append. What a match does to ratings is left to Rate:
// it may have ended long before others that are rated, which are rated again then. What would come after the present, or after
// the deadline, is not played; before the last event is at its moment.
//
// Whoever else plays on the match meanwhile makes it fail as league.Stale, with nothing written.
func (s *Upkeep) PlayOut(ctx context.Context, id string, next func(play.View) (engine.Event, bool)) (play.View, error) {
	v, err := s.matches.Load(ctx, league.Site(), id)
	if err != nil {
		return play.View{}, err
	}
	control, err := clock.ByID(v.Match.Control)
	if err != nil {
		return play.View{}, fmt.Errorf("match %s: %w", id, err)
	}
	before, now := v, s.core.Now()
	var source engine.Source // takes a moment to make, and is not needed where nothing is played
	var arrived time.Time    // of the first event
	movers := map[string]time.Time{}
	move := "" // that is sealed
	for v.Record.Next().Side != engine.NoSide {
		e, ok := next(v)
		last := v.Record.Log[len(v.Record.Log)-1]
		e.At = e.At.UTC().Truncate(time.Millisecond) // as it is stored
		if e.Seq = last.Seq + 1; e.At.Before(last.At) {
			e.At = last.At
		}
		if !ok || e.At.After(now) || v.Overdue(e.At) {
			break
		}
		if source == nil {
			if source, err = s.pairs.Throws(ctx, v.Match); err != nil {
				return before, err
			}
			arrived = e.At
		}
		if e.Act == engine.ActMove {
			movers[v.Match.Seats[v.Record.SeatOf(e.By)].Player.ID] = e.At
		}
		turn, was := v, v.Record
		if v.Record, err = was.Add(e); err == nil {
			if e, move = play.Seal(e, was, source); move != "" {
				v.Record, err = was.Add(e)
			}
		}
		if err != nil {
			return before, fmt.Errorf("adding to match %s: %w", id, err)
		}
		if v.Record, _, err = v.Record.Drive(e.At, source); err != nil {
			return before, fmt.Errorf("driving match %s: %w", id, err)
		}
		v.Clocks = clock.Read(control, v.Record)
		if v.Away && move == "" {
			if v, err = s.vacations.Turned(ctx, turn, v.Record); err != nil {
				return before, err
			}
			v.Away = turn.Away
		}
	}
	if source == nil {
		return before, nil
	}
	return s.playedOut(ctx, before, v.Record, move, arrived, movers)
}

// playedOut stores what a record has more than the match as it was read, and the move that is sealed, if one is.
func (s *Upkeep) playedOut(ctx context.Context, before play.View, r engine.Record, move string, arrived time.Time, movers map[string]time.Time) (play.View, error) {
	next, err := s.matches.View(before.Match, r)
	if err != nil {
		return before, err
	}
	seen := before.Match.State.Last
	notices := core.NoticesOf(before.Match, play.EventOf(next), "", s.core.Now(), r.Seq)
	next, err = s.matches.AppendProgress(ctx, next, league.Progress{
		Match: before.Match.ID, Seen: seen, Arrived: arrived, Events: r.Log[seen:], State: next.Match.State, Movers: movers, Notices: notices, Seal: play.SealOf(before.Record, r, move),
		Facts: slices.DeleteFunc(play.FactsOf(next), func(f league.Fact) bool { return f.Kind == league.MatchEnded }),
	})
	if err != nil {
		return before, err
	}
	return next, nil
}
