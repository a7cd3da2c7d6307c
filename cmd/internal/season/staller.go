package season

import (
	"time"

	"kickabout/engine/clock"
	"kickabout/league"
	"kickabout/league/outlook"
	"kickabout/league/play"
	"kickabout/league/vacation"
)

// staller moves when there is no other way: when the bank is empty and no day of vacation will be used for them any more.
type staller struct{ ordinary }

func newStaller(r *run, lead *person) adversary {
	lead.keen = 1
	return &staller{ordinary{r, lead}}
}

func (s *staller) moves(v play.View, p *person, _ time.Time) time.Time {
	deadline := v.Clocks.Deadline()
	if book, err := s.r.store.VacationBook(s.r.ctx, p.ID); err == nil {
		if takes, err := s.r.office.TakesDay(s.r.ctx, v, book); err == nil && takes {
			return deadline.Add(time.Second)
		}
	}
	return deadline.Add(-time.Minute)
}

// measureWaits holds the waits of all games of events against the clock and R-VA-7, and events against the day on which they
// end at the latest.
func (w *world) measureWaits(h *history) error {
	one := w.gauge("staller", "one wait, over the largest bank and the days in a row", "days", 0)
	whole := w.gauge("staller", "one game, over its clock and twice the days in all", "days", 0)
	late := w.gauge("staller", "the end of an event, over the day on which it ends at the latest", "days", 0)
	game := w.options.Games[0].Info()
	var took, over []float64
	for _, m := range h.matches {
		control, err := clock.ByID(m.Control)
		if err != nil {
			return err
		}
		bound := vacation.BoundOf(control.ID)
		longest := outlook.SpanOf(game, control).WithVacation(bound.All).Longest
		for _, x := range h.waits(m) {
			took = append(took, days(x.took))
			if !m.DaysBound && !w.lacks("R-VA-7") {
				continue
			}
			one.seeIn(m, days(x.took-control.Cap-bound.Row), x.at, by(m, x.by))
		}
		if m.State.Outcome.Over() && game.Turns > 0 {
			last := m.Log[len(m.Log)-1].At
			if m.Twin != "" {
				longest *= 2 // it may wait for the other game as long
			}
			whole.seeIn(m, days(last.Sub(m.Created)-longest-h.paused[m.Tournament].Between(m.Created, last)), last, m.Seats[0].Player.ID, m.Seats[1].Player.ID)
		}
	}
	for _, t := range h.tournaments {
		if game.Turns > 0 && atOnce(t.Format) && t.State == league.Finished {
			past := t.Ended.Sub(h.paused[t.ID].Add(t.Started, outlook.SpanOf(game, controlOf(t)).WithVacation(vacation.BoundOf(t.Control).All).Longest))
			late.see(days(past), t.Ended, everybody(t)...)
			over = append(over, max(0, days(past)))
		}
	}
	w.metric("days waited on one move", took)
	if game.Turns > 0 && atOnce(w.of.Format) {
		w.metric("days that an event went on after the day on which it ends at the latest", over)
	}
	return nil
}

// atOnce says that all games of an event of a format begin with it.
func atOnce(format string) bool {
	return format == "roundrobin" || format == "minicup" || format == "monthlycup"
}

func controlOf(t league.Tournament) clock.Control {
	c, _ := clock.ByID(t.Control)
	return c
}

func everybody(t league.Tournament) (ids []string) {
	for _, e := range t.Entries {
		ids = append(ids, e.Player.ID)
	}
	return ids
}

func days(d time.Duration) float64 { return d.Hours() / 24 }
