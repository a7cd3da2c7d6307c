package season

import (
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/tournaments"
)

// quitter leaves an event when somebody has won as much from them as one game pays: it is worth nothing to that player if
// everything becomes void.
type quitter struct{ ordinary }

func newQuitter(r *run, lead *person) adversary {
	lead.keen = 1
	return &quitter{ordinary{r, lead}}
}

func (q *quitter) looks(time.Time) error {
	if q.lead.ID == "" {
		return nil
	}
	entries, err := q.events()
	if err != nil {
		return err
	}
	for _, t := range entries {
		e, in := t.Entrant(q.lead.ID)
		if !in || t.State != league.Running || t.Rolling || e.Out != league.Stays {
			continue
		}
		fixtures, err := q.r.store.Fixtures(q.r.ctx, league.Site(), t.ID)
		if err != nil {
			return err
		}
		lost := 0
		for _, m := range fixtures {
			if o := m.State.Outcome; o.Over() && o.Winner != engine.NoSide && by(m, o.Winner.Other()) == q.lead.ID {
				lost++
			}
		}
		if lost == 0 {
			continue
		}
		if err := q.r.told(q.r.office.WithdrawFrom(q.r.ctx, q.lead.Player, t.ID)); err != nil {
			return err
		}
		q.r.did(q.lead, "withdraw %s %s", t.Name, word(q.lead.Name))
	}
	return nil
}

// events lists what they have entered.
func (q *quitter) events() (all []league.Tournament, err error) {
	w := q.r.world
	if own(w.of.Format) {
		return q.r.store.EntriesOf(q.r.ctx, league.Site(), q.lead.ID, 100)
	}
	for _, id := range w.cups {
		t, err := q.r.store.Tournament(q.r.ctx, league.Site(), id)
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, nil
}

// leaving is what a player who left a group played there with one other.
type leaving struct {
	games    int           // of the two
	finished league.Points // that the other one got in those that were over by then
	open     int           // those that were not
	got      league.Points // that the other one has from them in the table
}

// fullGame is what the winner of a game that is given up gets.
const fullGame = league.Points(50)

// kept is what the other one has if what was played counts; else it is nothing.
func (l leaving) kept() league.Points { return l.finished + league.Points(l.open)*fullGame }

// wrong counts whose points follow from neither one treatment nor the other, whichever fits better: all must be
// treated alike (R-FF-5).
func wrong(all []leaving) int {
	asVoid, asKept := 0, 0
	for _, l := range all {
		if l.got != 0 {
			asVoid++
		}
		if l.got != l.kept() {
			asKept++
		}
	}
	return min(asVoid, asKept)
}

// measureLeaving looks at groups that one player has left.
func (w *world) measureLeaving(h *history) error {
	hangs := w.gauge("quitter", "tournament points of one player that hang on how a leaver is treated", "points", 10)
	mixed := w.gauge("quitter", "players of a group treated in another way than the others", "players", 0)
	half := w.gauge("quitter", "groups treated against the half of R-FF-5", "groups", 0)
	for _, t := range h.tournaments {
		if t.Rolling || t.Started.IsZero() || t.Format == "knockout" || t.Format == "swiss" {
			continue
		}
		log, err := w.store.TournamentLog(w.ctx, league.Site(), t.ID, 0, 1<<30)
		if err != nil {
			return err
		}
		struck := map[string]time.Time{}
		for _, d := range log {
			if d.Act == league.ActStruck {
				struck[d.Player.ID] = d.At
			}
		}
		if len(struck) == 0 {
			continue
		}
		v, err := w.office.Tournament(w.ctx, league.Site(), t.ID)
		if err != nil {
			return err
		}
		for _, g := range v.Groups {
			w.measureGroup(h, t, g, struck, hangs, mixed, half)
		}
	}
	return nil
}

// measureGroup looks at one group, if just one player has left it.
func (w *world) measureGroup(h *history, t league.Tournament, g tournaments.GroupView, struck map[string]time.Time, hangs, mixed, half *Gain) {
	var out string
	for _, row := range g.Rows {
		if !struck[row.Player].IsZero() {
			if out != "" {
				return
			}
			out = row.Player
		}
	}
	if out == "" {
		return
	}
	at, with := struck[out], map[string]*leaving{}
	elsewhere, over, games := map[string]league.Points{}, 0, 0
	for _, m := range g.Matches {
		points, ok := m.Scoring().Points(m.State.Outcome)
		if !ok && m.State.Outcome.Ending != engine.Void {
			return // it is not over
		}
		for _, side := range []engine.Side{engine.First, engine.Second} {
			me, they := by(m, side), by(m, side.Other())
			if they != out {
				elsewhere[me] += points[side-1]
				continue
			}
			l := with[me]
			if l == nil {
				l = &leaving{}
				with[me] = l
			}
			l.games, games = l.games+1, games+1
			if w.before(h, m, at) {
				over++
				l.finished += points[side-1]
			} else {
				l.open++
			}
		}
	}
	var all []leaving
	for _, row := range g.Rows {
		if l := with[row.Player]; l != nil && row.Player != out {
			l.got = row.Points - elsewhere[row.Player]
			hangs.see(float64(l.kept())/10, at, row.Player, out)
			all = append(all, *l)
		}
	}
	mixed.see(float64(wrong(all)), at, out)
	e, _ := t.Entrant(out)
	against := 0.0
	if (2*over < games) != (e.Out == league.Voided) {
		against = 1
	}
	half.see(against, at, out)
}

// before says that a match was over before a moment.
func (w *world) before(h *history, m league.Match, at time.Time) bool {
	for _, full := range h.matches {
		if full.ID == m.ID {
			last := full.Log[len(full.Log)-1]
			return last.Act != engine.ActForfeit && last.Act != engine.ActVoid && last.At.Before(at)
		}
	}
	return false
}
