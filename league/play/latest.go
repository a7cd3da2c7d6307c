package play

import (
	"context"
	"slices"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/span"
	"kickabout/league/vacation"
)

// VacationOutlook is what vacation can still do to the deadline of a match.
type VacationOutlook struct {
	Latest time.Time // to when it can put it off at most; zero: nobody has looked, since nothing points to a vacation
	Spent  bool      // it cannot any more, though its player has days: it has stopped the match for as long as it may (R-VA-7)
}

// pressed is how much is left on a clock where it is said to when vacation can put the deadline off.
const pressed = 24 * time.Hour

// VacationOutlook returns to when the vacation of the player to move can put the deadline of a match off (R-TC-6): what they have
// planned, and every day that they will have until then. It is looked for if somebody in the match has planned one, if
// vacation has fed that clock before, and if little time is left.
func (s *Vacations) VacationOutlook(ctx context.Context, v View) (r VacationOutlook, err error) {
	player, running := v.Match.Mover()
	side, now := v.Clocks.Running, s.core.Now()
	if !running || side == engine.NoSide || player.Kind != league.Member || v.Match.NoVacation || league.Halted(v.Clocks, side) {
		return r, nil
	}
	helped := slices.ContainsFunc(v.Record.Log, func(e engine.Event) bool { return helps(e, side) })
	if !v.Away && !helped && v.Clocks.Left(side, now) > pressed {
		return r, nil
	}
	w, err := s.matches.worldOf(ctx, v, span.Ever, span.Ever)
	if err != nil {
		return r, err
	}
	w.paused = time.Time{}
	if off, open := w.book.Open(); open && !off.Began.IsZero() { // its days are spoken for
		w.book, _ = w.rule.Spend(w.book, off.N, off.Ends, w.away)
	}
	began := v.Clocks.Deadline()
	for {
		p, ok := due(v, w)
		if !ok || !p.step.extends() {
			break
		}
		if v, err = s.withEvents(v, p.events); err != nil {
			return r, err
		}
		w.book = p.book
	}
	r.Latest = v.Clocks.Deadline()
	has := w.rule.Balance(w.book, r.Latest) >= 1
	r.Spent = !r.Latest.After(began) && has && !takesDay(v, side, w.book, w.away, r.Latest) && !v.Clocks.Rests(side, now)
	return r, nil
}

// helps says that an event gave a side time, or stopped its clock, by the platform.
func helps(e engine.Event, side engine.Side) bool {
	var to engine.Side
	switch {
	case e.By != engine.NoSide:
	case e.Act == engine.ActTime:
		to, _, _ = engine.ParseTime(e.Text)
	case e.Act == engine.ActRest:
		to, _, _ = engine.ParseRest(e.Text)
	}
	return to == side
}

// TakesDay says whether a day of vacation will be used when the time of the player to move runs out in a match, by their book.
func (s *Vacations) TakesDay(ctx context.Context, v View, book vacation.Book) (bool, error) {
	away, err := s.core.Outages(ctx)
	deadline := v.Clocks.Deadline()
	return s.VacationRule.Balance(book, deadline) >= 1 && !v.Match.NoVacation && takesDay(v, v.Clocks.Running, book, away, deadline), err
}
