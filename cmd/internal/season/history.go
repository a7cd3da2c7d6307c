package season

import (
	"slices"
	"time"

	"kickabout/engine"
	"kickabout/league"
	spans "kickabout/league/span"
)

// history is all that has happened in a world, as it is stored: what bounds are held against.
type history struct {
	tournaments []league.Tournament
	events      map[string]league.Tournament // by id
	matches     []league.Match               // of events, with their logs, in no order
	changes     []league.Change              // of ratings, in their order
	away        spans.Set
	paused      map[string]spans.Set // of events, by id, with what the site was away for
}

// read reads it.
func (w *world) read() (*history, error) {
	h := &history{events: map[string]league.Tournament{}, paused: map[string]spans.Set{}}
	var err error
	if h.tournaments, err = w.opened(); err != nil {
		return nil, err
	}
	for _, t := range h.tournaments {
		h.events[t.ID] = t
		fixtures, err := w.store.Fixtures(w.ctx, league.Site(), t.ID)
		if err != nil {
			return nil, err
		}
		for _, f := range fixtures {
			m, err := w.store.Match(w.ctx, league.Site(), f.ID)
			if err != nil {
				return nil, err
			}
			h.matches = append(h.matches, m)
		}
	}
	if h.changes, err = w.store.RatingsBetween(w.ctx, league.Moment{}, league.Moment{}); err != nil {
		return nil, err
	}
	h.away, err = w.office.Outages(w.ctx)
	for _, t := range h.tournaments {
		h.paused[t.ID] = h.away
		for _, rest := range t.Rests {
			h.paused[t.ID] = h.paused[t.ID].And(spans.Of(spans.Span{From: rest.From, Until: rest.Until}))
		}
	}
	return h, err
}

// pairs returns the changes by match: of the two who played it.
func (h *history) pairs() map[string][]league.Change {
	of := map[string][]league.Change{}
	for _, c := range h.changes {
		of[c.Match] = append(of[c.Match], c)
	}
	return of
}

// wait is how long one decision of a match took.
type wait struct {
	by   engine.Side
	from time.Time
	took time.Duration // without what the site was away for, and pauses
	at   time.Time     // when it was made, or the time was out
}

// waits returns all waits of a match: from one decision to the next, or to the time-out. A move that is in waits for the
// other game of a pair, and for nobody in this one (R-FD-7).
func (h *history) waits(m league.Match) (all []wait) {
	since, sealed := m.Log[0].At, false
	for _, e := range m.Log[1:] {
		side := e.By
		switch e.Act {
		case engine.ActTimeout:
			side = m.State.Outcome.Winner.Other()
		case engine.ActMove, engine.ActResign, engine.ActSeal:
		default:
			continue
		}
		if shown := sealed && e.Act == engine.ActMove; !shown {
			all = append(all, wait{side, since, e.At.Sub(since) - h.paused[m.Tournament].Between(since, e.At), e.At})
		}
		since, sealed = e.At, e.Act == engine.ActSeal
	}
	return all
}

// by says that a player has a seat in a match.
func by(m league.Match, side engine.Side) string { return m.Seats[m.SeatOf(side)].Player.ID }

// accounts returns the ids of who follows a policy, of all their accounts.
func (w *world) accounts(a adversary) (ids []string) {
	for _, p := range w.people {
		if p.bends == a && p.ID != "" {
			ids = append(ids, p.ID)
		}
	}
	slices.Sort(ids)
	return ids
}
