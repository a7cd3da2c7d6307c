package season

import (
	"slices"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/formats/ladder"
	"kickabout/league/play"
)

// absentee enters whatever there is, and stays away for three weeks once a year. The absences lie further apart than the
// days for which one counts.
type absentee struct{ ordinary }

// staysAway is for how long, and apart how often.
const (
	staysAway = 21 * day
	apart     = conduct.AbsenceCounts + 2*staysAway
)

func newAbsentee(r *run, lead *person) adversary {
	lead.keen = 1
	for at := r.Now().Add(time.Duration(60+r.random.IntN(120)) * day); at.Before(r.Until); at = at.Add(apart) {
		lead.absent = append(lead.absent, interval{at, at.Add(staysAway)})
	}
	return &absentee{ordinary{r, lead}}
}

// dodger lets games run out that are lost, and moves in the others.
type dodger struct{ ordinary }

// lostBy is how many goals behind a game is lost for them.
const lostBy = 2

func newDodger(r *run, lead *person) adversary {
	lead.keen, lead.skill = 1, 0.2
	return &dodger{ordinary{r, lead}}
}

func (d *dodger) moves(v play.View, p *person, ready time.Time) time.Time {
	side, score := v.Record.Next().Side, v.Record.Score()
	if score[side.Other()-1]-score[side-1] >= lostBy {
		return v.Clocks.Deadline().Add(time.Second)
	}
	return ready
}

// conduct is what of a history says who was away: of each player what they lost on time in events, and their moves there.
type conducted struct {
	lost, moved map[string][]time.Time // in order
}

func (h *history) conduct() conducted {
	c := conducted{map[string][]time.Time{}, map[string][]time.Time{}}
	for _, m := range h.matches {
		for _, e := range m.Log {
			switch e.Act {
			case engine.ActMove:
				c.moved[by(m, e.By)] = append(c.moved[by(m, e.By)], e.At)
			case engine.ActTimeout:
				loser := by(m, m.State.Outcome.Winner.Other())
				c.lost[loser] = append(c.lost[loser], e.At)
			}
		}
	}
	for _, list := range []map[string][]time.Time{c.lost, c.moved} {
		for _, times := range list {
			slices.SortFunc(times, time.Time.Compare)
		}
	}
	return c
}

// movedIn says whether a player moved after one moment and not after another.
func (c conducted) movedIn(player string, after, until time.Time) bool {
	moves := c.moved[player]
	i, _ := slices.BinarySearchFunc(moves, after.Add(1), time.Time.Compare)
	return i < len(moves) && !moves[i].After(until)
}

// absences returns the spans of a player's absences, from the first loss to the last (R-FF-7).
func (c conducted) absences(player string) (all []interval) {
	for _, at := range c.lost[player] {
		if n := len(all); n > 0 {
			last := &all[n-1]
			if at.Sub(last.to) < 72*time.Hour || !c.movedIn(player, last.to, at) {
				last.to = at
				continue
			}
		}
		all = append(all, interval{at, at})
	}
	return all
}

// banned returns how long a player was banned in a span, of what is written down of them.
func banned(steps []league.Sanction, in interval) (sum time.Duration) {
	at := in.from
	slices.SortFunc(steps, func(a, b league.Sanction) int { return conduct.AbsenceLast(a).Compare(conduct.AbsenceLast(b)) })
	for _, s := range steps {
		from, until := latest(at, conduct.AbsenceLast(s)), s.Ban
		if until.After(in.to) {
			until = in.to
		}
		if until.After(from) {
			sum += until.Sub(from)
			at = until
		}
	}
	return sum
}

// measureAbsences holds what absences came to against R-FF-7 and R-FF-11.
func (w *world) measureAbsences(h *history) error {
	steps := map[string][]league.Sanction{}
	var days1000 []float64
	var out, there float64
	c := h.conduct()
	for _, p := range w.people {
		if p.ID == "" {
			continue
		}
		list, err := w.store.SanctionsOf(w.ctx, p.ID)
		if err != nil {
			return err
		}
		list = slices.DeleteFunc(list, func(s league.Sanction) bool {
			return s.Kind != league.SanctionAbsence || !s.Lifted.At.IsZero()
		})
		steps[p.ID] = list
		n := days(banned(list, interval{w.report.From, w.Now()}))
		days1000 = append(days1000, n)
		out, there = out+n, there+days(w.Now().Sub(latest(w.report.From, p.joins)))
	}
	w.measureEntries(h, steps)
	w.measureDodgers(c, steps)
	w.metric("player-days under a ban, of each player", days1000)
	if there > 0 {
		w.metric("player-days under a ban, in percent of all, of each world", []float64{100 * out / there})
	}
	return w.measureAbsentees(h, c, steps)
}

// measureAbsentees looks at who stays away once a year.
func (w *world) measureAbsentees(h *history, c conducted, steps map[string][]league.Sanction) error {
	one := w.gauge("absentee", "absences that one stay away came to", "absences", 1)
	ban := w.gauge("absentee", "banned", "days", 0)
	struck := w.gauge("absentee", "from the first loss on time until they are struck", "days", 21)
	struck.Least = true
	point := w.gauge("absentee", "penalty points of one stay away on a ladder", "points", 1)
	for _, a := range w.adversaries {
		a, ok := a.(*absentee)
		if !ok {
			continue
		}
		id := a.lead.ID
		ban.see(days(banned(steps[id], interval{w.report.From, w.Now()})), w.Now(), id)
		for _, away := range a.lead.absent {
			if away.to.Add(30 * day).After(w.Now()) {
				continue
			}
			in := func(at time.Time) bool { return at.After(away.from) && at.Before(away.to.Add(30*day)) }
			n := 0.0
			for _, s := range steps[id] {
				if in(s.At) {
					n++
				}
			}
			one.see(n, away.to, id)
		}
		for _, t := range h.tournaments {
			log, err := w.store.TournamentLog(w.ctx, league.Site(), t.ID, 0, 1<<30)
			if err != nil {
				return err
			}
			w.measureStay(a, c, log, struck, point)
		}
	}
	return nil
}

// measureStay looks in the log of an event at what the site did about somebody who stays away.
func (w *world) measureStay(a *absentee, c conducted, log []league.Decision, struck, point *Gain) {
	id, penalty := a.lead.ID, 0
	points := map[interval]float64{}
	for _, d := range log {
		if d.Player.ID != id {
			continue
		}
		if d.Act == league.ActStruck && d.By.ID != id {
			for _, lost := range c.lost[id] {
				if lost.Before(d.At) && !c.movedIn(id, lost, d.At) {
					struck.see(days(d.At.Sub(lost)), d.At, id)
					break
				}
			}
		}
		n, err := ladder.ParseNote(d.Text)
		if d.Act != league.ActNoted || err != nil {
			continue
		}
		for _, away := range a.lead.absent {
			if n.Penalty > penalty && d.At.After(away.from) && d.At.Before(away.to.Add(30*day)) {
				points[away] += float64(n.Penalty - penalty)
				point.see(points[away], d.At, id)
			}
		}
		penalty = n.Penalty
	}
}

// measureEntries looks at who has entered an event while they were banned. The jobs run once a day: what was lost on time
// within a day before is not known yet.
func (w *world) measureEntries(h *history, steps map[string][]league.Sanction) {
	g := w.gauge("dodger", "entered while banned", "entries", 0)
	n := 0.0
	for _, t := range h.tournaments {
		for _, e := range t.Entries {
			for _, s := range steps[e.Player.ID] {
				if e.Entered.After(conduct.AbsenceLast(s).Add(day)) && e.Entered.Before(s.Ban) {
					n++
					g.see(n, e.Entered, e.Player.ID)
				}
			}
			g.see(0, e.Entered, e.Player.ID)
		}
	}
}

// measureDodgers looks at who has four absences in 365 days: the fourth keeps them out for 180.
func (w *world) measureDodgers(c conducted, steps map[string][]league.Sanction) {
	g := w.gauge("dodger", "banned in the year after a fourth absence in 365 days", "days", 180)
	g.Least = true
	for id, list := range steps {
		all := c.absences(id)
		for i, a := range all {
			n := 0
			for _, b := range all[:i+1] {
				if b.to.Add(conduct.AbsenceCounts).After(a.to) {
					n++
				}
			}
			if n >= 4 && a.to.Add(181*day).Before(w.Now()) {
				g.see(days(banned(list, interval{a.to, a.to.Add(365 * day)})), a.to, id)
			}
		}
	}
}
