package season

import (
	"slices"
	"time"

	"kickabout/league"
	spans "kickabout/league/span"
	"kickabout/league/vacation"
)

// measureEvents notes how long events waited for players of whom all have stopped moving, and how long the games of pairs
// took beside others.
func (w *world) measureEvents(h *history) error {
	lastMove, of := map[string]time.Time{}, map[string][]league.Match{}
	for _, m := range h.matches {
		of[m.Tournament] = append(of[m.Tournament], m)
	}
	for player, moves := range h.conduct().moved {
		lastMove[player] = moves[len(moves)-1]
	}
	var still, over []float64
	for _, t := range h.tournaments {
		if t.Rolling || t.State != league.Finished || t.Started.IsZero() {
			continue
		}
		longest := days(h.longestStill(t, of[t.ID], lastMove))
		still = append(still, longest)
		over = append(over, max(0, longest-days(controlOf(t).Cap+vacation.BoundOf(t.Control).Row)))
	}
	if len(still) > 0 {
		w.metric("days that an event waited for players of whom all have stopped moving", still)
		w.metric("the same, over one wait of its clock", over)
	}
	measureLengths(w, h)
	return nil
}

// longestStill returns the longest time in which a tournament waited for nobody who has moved later.
func (h *history) longestStill(t league.Tournament, matches []league.Match, lastMove map[string]time.Time) (longest time.Duration) {
	var waits []spans.Span
	for _, m := range matches {
		for _, x := range h.waits(m) {
			until := x.at
			if last := lastMove[by(m, x.by)]; last.Before(until) {
				until = last
			}
			if until.After(x.from) {
				waits = append(waits, spans.Span{From: x.from, Until: until})
			}
		}
	}
	slices.SortFunc(waits, func(a, b spans.Span) int { return a.From.Compare(b.From) })
	at := t.Started
	for _, s := range append(waits, spans.Span{From: t.Ended, Until: t.Ended}) {
		if s.From.After(at) {
			longest = max(longest, s.From.Sub(at)-h.paused[t.ID].Between(at, s.From))
		}
		at = latest(at, s.Until)
	}
	return longest
}

// measureLengths notes how long the games of pairs took, and others at the same clocks.
func measureLengths(w *world, h *history) {
	var pairs, others []float64
	for _, m := range h.matches {
		o := m.State.Outcome
		if !o.Over() || o.Ending == "" || givesUp(o.Ending) {
			continue
		}
		took := days(m.Log[len(m.Log)-1].At.Sub(m.Created))
		if m.Twin != "" {
			pairs = append(pairs, took)
		} else {
			others = append(others, took)
		}
	}
	if len(pairs) > 0 && len(others) > 0 {
		w.metric("length, pairs in step : others, of each world", []float64{mean(pairs) / mean(others)})
	}
}

func mean(values []float64) (m float64) {
	for _, v := range values {
		m += v / float64(len(values))
	}
	return m
}
