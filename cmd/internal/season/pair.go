package season

import (
	"container/heap"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"kickabout/engine"
	"kickabout/engine/clock"
	"kickabout/league"
	"kickabout/league/play"
)

// A duplicate pair is looked at as one: what is done in one of its games lets the other go on (R-FD-7).

// pairs are the duplicate pairs that are being played, by the id of one of the two games.
type pairs map[string]string

// key returns the id by which the pair of a match is known; its own for a match that is in none.
func pairKey(m league.Match) string {
	if m.Twin != "" {
		return min(m.ID, m.Twin)
	}
	return m.ID
}

// playPair plays both games of a pair on as far as they go, and says when they are to be looked at again.
func playPair(r *run, id, twin string, now time.Time) error {
	var again time.Time
	sooner := func(at time.Time) {
		if again.IsZero() || at.Before(again) {
			again = at
		}
	}
	events := 0
	for before := -1; before != events; {
		before, events, again = events, 0, time.Time{}
		for _, id := range []string{id, twin} {
			v, due, err := r.playOn(r.ctx, id, r)
			if r.tap.dead {
				return r.alive(err) // which looks at all again
			}
			if err != nil {
				return err
			}
			events += len(v.Record.Log)
			deadline := v.Clocks.Deadline()
			switch {
			case v.Record.Next().Over() || v.Match.State.Held:
			case due.After(deadline): // the sweep sees to it
				sooner(deadline.Add(clock.Grace + 2*time.Second))
			default:
				sooner(due)
			}
		}
	}
	if again.IsZero() {
		return nil
	}
	heap.Push(&r.due, appointment{latest(again, now.Add(time.Second)), id})
	return nil
}

// nextInPairs returns when something is to be done next in a pair; the zero time if in none.
func nextInPairs(r *run) (at time.Time) {
	for _, a := range r.due {
		if _, ok := r.pairs[a.match]; ok && (at.IsZero() || a.at.Before(at)) {
			at = a.at
		}
	}
	return at
}

// sentinel is what stands in the place of a move that is in, while it is looked whether anybody but its author gets it.
const sentinel = "the move of somebody else"

// lookAtPairs holds the pairs that are being played against R-FD-7.
func (r *run) lookAtPairs() error {
	for id, twin := range r.pairs {
		var two [2]league.Match
		for i, id := range []string{id, twin} {
			head, err := r.store.Head(r.ctx, league.Site(), id)
			if err != nil {
				return err
			}
			two[i] = head.Match
		}
		if two[0].State.Outcome.Over() && two[1].State.Outcome.Over() {
			delete(r.pairs, id)
			r.report.Checks["both games of a pair have the same throws (R-FD-7)"]++
			if err := r.pairInStep(r.ctx, id, twin, func(line string) { r.violation("%s", line) }); err != nil {
				return err
			}
			continue
		}
		r.holds("no pair stands still while nobody's clock in it runs (R-FD-7)", ticks(two[0]) || ticks(two[1]), "%s and %s wait for each other", id, twin)
		if err := lookAtSeals(r, two); err != nil {
			return err
		}
	}
	return nil
}

// ticks says that somebody's time runs in a match, or stands still by a vacation or a pause.
func ticks(m league.Match) bool { return !m.State.Outcome.Over() && !m.State.Held }

// lookAtSeals looks whether a move that is in reaches anybody but its author.
func lookAtSeals(r *run, two [2]league.Match) error {
	for _, m := range two {
		if !m.State.Held || r.world == nil || r.world.leaks == nil {
			continue
		}
		if _, err := r.tap.Store.SealedMove(r.ctx, m.ID); league.KindOf(err) == league.NotFound {
			continue // it waits for a throw
		} else if err != nil {
			return err
		}
		leaked, err := leaksOf(r, m)
		if err != nil {
			return err
		}
		r.world.leaks.seeIn(m, leaked, r.Now(), m.Seats[0].Player.ID, m.Seats[1].Player.ID)
	}
	return nil
}

// leaksOf counts in what of the answers of the office others can read the move of a match that is in: its opponent, somebody
// who looks on. Its author can, or the answer is none to go by.
func leaksOf(r *run, m league.Match) (leaked float64, err error) {
	r.tap.marks = true
	defer func() { r.tap.marks = false }()
	for _, viewer := range []league.Viewer{league.Public(), league.Of(m.Seats[0].Player), league.Of(m.Seats[1].Player)} {
		v, err := r.office.Match(r.ctx, viewer, m.ID)
		if err != nil {
			return 0, err
		}
		author := v.Match.Seats[max(0, v.Record.SeatOf(v.Record.Sealed))].Player.ID
		reads, err := readsSealed(v)
		switch {
		case err != nil:
			return 0, err
		case viewer.Player() == author:
			r.holds("who has made a sealed move can read it", reads, "the author of the move in match %s cannot", m.ID)
		case reads:
			leaked++
		}
	}
	return leaked, nil
}

// readsSealed says that a view of a match tells the move that is in, or says more in its log than that one is.
func readsSealed(v play.View) (bool, error) {
	text, err := json.Marshal([]any{v.Match, v.Record.Log, v.Record.Orders, v.Sealed})
	says := func(e engine.Event) bool { return e.Act == engine.ActSeal && (e.Text != "" || len(e.Draws) > 0) }
	return strings.Contains(string(text), sentinel) || slices.ContainsFunc(v.Record.Log, says), err
}

// seenMoves returns the moves of a match that a player sees, with the sides that made them.
func seenMoves(r *run, id string, p league.Player) (moves []engine.Event, over bool, err error) {
	v, err := r.office.Match(r.ctx, league.Of(p), id)
	if err != nil {
		return nil, false, err
	}
	return movesOf(v), v.Record.Next().Over(), nil
}

func movesOf(v play.View) (moves []engine.Event) {
	for _, e := range v.Record.Log {
		if e.Act == engine.ActMove {
			moves = append(moves, e)
		}
	}
	return moves
}

// pairsInStep notes pairs of tournaments whose games have not thrown the same, also after their dice were made anew (R-FD-7).
func (s *Site) pairsInStep(ctx context.Context, note func(string)) error {
	ids, err := s.store.TournamentIDs(ctx)
	if err != nil {
		return err
	}
	for _, id := range ids {
		fixtures, err := s.store.Fixtures(ctx, league.Site(), id)
		if err != nil {
			return err
		}
		for _, m := range fixtures {
			if m.Twin == "" || m.Twin < m.ID {
				continue
			}
			if err := s.pairInStep(ctx, m.ID, m.Twin, note); err != nil {
				return err
			}
		}
	}
	return nil
}

// pairInStep notes that the two games of a pair have not thrown the same.
func (s *Site) pairInStep(ctx context.Context, id, twin string, note func(string)) error {
	var two [2]league.Match
	for i, id := range []string{id, twin} {
		m, err := s.store.Match(ctx, league.Site(), id)
		if err != nil {
			return err
		}
		two[i] = m
	}
	if d, apart := firstApart(two[0].Log, two[1].Log); apart {
		note(fmt.Sprintf("matches %s and %s are a pair, and have thrown %s %d of throw %d as %d and as another face", id, twin, d.Label, d.K, d.E, d.Face))
	}
	return nil
}

// firstApart returns the first throw of one log that the other one has with another face; false if there is none.
func firstApart(a, b []engine.Event) (engine.Draw, bool) {
	there := map[engine.Draw]int{}
	bare := func(d engine.Draw) engine.Draw {
		d.Face = 0
		return d
	}
	for _, e := range b {
		for _, d := range e.Draws {
			there[bare(d)] = d.Face
		}
	}
	for _, e := range a {
		for _, d := range e.Draws {
			if face, ok := there[bare(d)]; ok && face != d.Face {
				return d, true
			}
		}
	}
	return engine.Draw{}, false
}
