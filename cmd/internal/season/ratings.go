package season

import (
	"slices"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/rating"
)

// meeting is what a game has brought one of its players, from whom.
type meeting struct {
	league.Change
	opponent string
	gain     league.Elo
}

// measureRatings holds what was won by rated games against R-RA-9, R-FF-4 and R-RA-10.
func (w *world) measureRatings(h *history) error {
	short := w.gauge("farmer", "won from one opponent in 90 days", "points", 60)
	long := w.gauge("farmer", "won from one opponent in 365 days", "points", 120)
	early := w.gauge("farmer", "won by a game given up before the loser's sixth move", "points", 0)
	of := map[[2]string][]meeting{}
	for _, c := range h.pairs() {
		c = slices.DeleteFunc(c, func(c league.Change) bool { return c.Why == league.Refunded })
		if len(c) != 2 {
			continue
		}
		for i := range c {
			m := meeting{c[i], c[1-i].Player, c[i].After.Elo - c[i].Before.Elo}
			key := [2]string{m.Player, m.opponent}
			of[key] = append(of[key], m)
		}
		if err := w.measureEarly(early, c); err != nil {
			return err
		}
	}
	w.uncounted(h)
	standard := rating.Standard()
	for _, list := range of {
		slices.SortFunc(list, func(a, b meeting) int { return a.Ended.Compare(b.Ended) })
		for i, m := range list {
			if m.gain <= 0 {
				continue
			}
			var recent, year league.Elo
			for _, before := range list[:i+1] {
				ago := m.Ended.Sub(before.Ended)
				if ago < standard.Pair.Span {
					recent += before.gain
				}
				if ago < league.RatedYear {
					year += before.gain
				}
			}
			short.see(points(recent), m.Ended, m.Player, m.opponent)
			long.see(points(year), m.Ended, m.Player, m.opponent)
		}
	}
	return nil
}

// uncounted notes how many of the rated games did not count since too much was won from one opponent.
func (w *world) uncounted(h *history) {
	over := 0.0
	for _, c := range h.changes {
		if c.Why == league.OverBudget {
			over++
		}
	}
	if n := len(h.changes); n > 0 {
		w.metric("games not counted by R-RA-9, in percent, of each world", []float64{100 * over / float64(n)})
	}
}

// points returns Elo in points.
func points(e league.Elo) float64 { return float64(e) / float64(league.EloPoint) }

// measureEarly looks at a game that was given up.
func (w *world) measureEarly(g *Gain, c []league.Change) error {
	m, err := w.store.Match(w.ctx, league.Site(), c[0].Match)
	if err != nil {
		return err
	}
	o := m.State.Outcome
	if o.Ending != engine.Resignation && o.Ending != engine.Timeout && o.Ending != engine.Forfeit {
		return nil
	}
	if moved(m.Log, o.Winner.Other()) >= 6 {
		return nil
	}
	for i := range c {
		if c[i].Player == by(m, o.Winner) {
			g.see(points(c[i].After.Elo-c[i].Before.Elo), c[i].Ended, c[i].Player, c[1-i].Player)
		}
	}
	return nil
}

// measureRings holds the list of ratings against R-RA-10: of accounts that have played one another alone, nobody is in
// it while at least nine others are active.
func (w *world) measureRings() error {
	pool := w.pool()
	list, err := w.office.RatingList(w.ctx, pool)
	if err != nil {
		return err
	}
	for _, a := range w.adversaries {
		if _, ok := a.(*ring); !ok {
			continue
		}
		mine, outside, listed := w.accounts(a), 0, 0.0
		for _, l := range list {
			switch in := slices.Contains(mine, l.Player.ID); {
			case in && l.Place > 0:
				listed++
			case !in && l.Standing.Games > 0 && w.Now().Sub(l.Standing.Last) < league.RatedYear:
				outside++
			}
		}
		if outside >= 9 {
			w.rings.see(listed, w.Now(), mine...)
		}
	}
	return nil
}

// pool is that of the ratings of the world.
func (w *world) pool() league.Pool {
	c := w.of.Rules
	for i := range c {
		if c[i] == '/' {
			return league.Pool{Game: c[:i], Variant: c[i+1:]}
		}
	}
	return league.Pool{Game: c}
}
