package play

import (
	"context"
	"fmt"
	"slices"
	"time"

	"kickabout/engine"
	"kickabout/engine/clock"
	"kickabout/league"
	"kickabout/league/span"
	"kickabout/league/vacation"
)

// Reads write nothing. What is due in a match, the fall of its flag above all, is found by one pure
// function: who writes stores the first step and asks again, who reads adds the steps in memory.

// step is what can be due in a match.
type step string

// The steps.
const (
	stepBack step = "back" // it is the first day after a long outage (R-TC-4)
	stepRest step = "rest" // the planned vacation of the player to move begins
	stepDay  step = "day"  // a day of vacation puts the deadline off
	stepHalt step = "halt" // the tournament was paused before the deadline
	stepFlag step = "flag" // the time is out
)

// extends says that a step puts a deadline off: vacation does (R-VA-1), and the first day after a long outage (R-TC-4).
func (s step) extends() bool { return s == stepBack || s == stepRest || s == stepDay }

// pending is a step that is due in a match.
type pending struct {
	step   step
	book   vacation.Book  // the world's, after the step
	events []engine.Event // that the match gets
}

// world is what decides about a match besides its log.
type world struct {
	now    time.Time
	by     time.Time // a deadline before it has passed
	rule   vacation.Rule
	book   vacation.Book // of the player to move; empty where vacation does not help
	paused time.Time     // since when the tournament is paused; zero if it is not
	quiet  quiet
	away   span.Set // when the site was
}

// quiet is the span in which a tournament allows no planned vacation (R-VA-4); of no length: none.
type quiet struct{ from, to time.Time }

// limits are what bounds a planned vacation of a player in a match.
type limits struct {
	quiet quiet
	book  vacation.Book // of the player; empty where nothing hangs on it
	away  span.Set      // when the site was
}

// due returns the first step that is due in a match; false if there is none. A match that waits for
// its twin has no deadline. Each step changes something, so that asking again comes to an end.
func due(v View, w world) (pending, bool) {
	deadline, mover := v.Clocks.Deadline(), v.Record.Next().Side
	if v.Record.Next().Over() || v.Match.State.Held || !w.by.After(deadline) {
		return pending{}, false
	}
	if lacks := w.away.Back(deadline).Sub(deadline); lacks > 0 {
		text := fmt.Sprintf("%s %d", mover, (lacks+time.Second-1)/time.Second)
		return pending{stepBack, w.book, []engine.Event{{At: deadline, Act: engine.ActTime, Text: text}}}, true
	}
	if p, ok := restDue(v, w); ok {
		return p, true
	}
	if w.rule.Balance(w.book, deadline) >= 1 && takesDay(v, mover, w.book, w.away, deadline) {
		player, _ := v.Match.Mover()
		book := w.book
		book.Days = append(slices.Clone(book.Days), vacation.Day{Player: player.ID, N: len(book.Days) + 1, At: deadline, Match: v.Match.ID})
		text := fmt.Sprintf("%s %d", mover, vacation.DayLong/time.Second)
		return pending{stepDay, book, []engine.Event{{At: deadline, Act: engine.ActTime, Text: text}}}, true
	}
	if !w.paused.IsZero() && !deadline.Before(w.paused) {
		p := pending{step: stepHalt, book: w.book}
		for _, side := range []engine.Side{engine.First, engine.Second} {
			if e, ok := haltEvent(v, side); ok {
				e.At = w.paused
				p.events = append(p.events, e)
			}
		}
		return p, true
	}
	return pending{stepFlag, w.book, []engine.Event{{At: deadline, Act: engine.ActTimeout, Text: mover.String()}}}, true
}

// takesDay says whether a match may get one more day of vacation of the player of a side at a moment (R-VA-7).
func takesDay(v View, side engine.Side, book vacation.Book, away span.Set, at time.Time) bool {
	return !v.Match.DaysBound || vacation.BoundOf(v.Match.Control).Left(vacation.HadIn(book, v.Record, side, away, at)) >= vacation.DayLong
}

// restDue returns the planned vacation of the player to move that was to begin before their deadline:
// late, but not too late. It uses the days that have begun by now.
func restDue(v View, w world) (pending, bool) {
	planned, ok := w.book.Open()
	if !ok || !planned.Began.IsZero() || planned.Begins.After(v.Clocks.Deadline()) {
		return pending{}, false
	}
	book, off := w.rule.Spend(w.book, planned.N, w.now, w.away)
	p := pending{step: stepRest, book: book}
	if e, ok := restEvent(v, off, limits{w.quiet, w.book, w.away}, notBeforeLast(v, off.Begins)); ok {
		p.events = []engine.Event{e}
	}
	return p, len(p.events) > 0 || len(book.Days) > len(w.book.Days) || !off.Ends.Equal(planned.Ends)
}

// restEvent stops the clock of a player for a vacation from a moment on, once; false: it does not.
func restEvent(v View, off vacation.Vacation, l limits, at time.Time) (engine.Event, bool) {
	side := v.Match.SideOf(off.Player)
	if side == engine.NoSide || !off.Ends.After(off.Begins) || league.Halted(v.Clocks, side) || vacation.RestedSince(v.Record, side, off.Begins) {
		return engine.Event{}, false
	}
	until := restUntil(v, off, l, side, at)
	return engine.Event{At: at, Act: engine.ActRest, Text: engine.RestText(side, until)}, until.After(at)
}

// restUntil returns until when a vacation stops the clock of a side from a moment on; a
// moment not after that one: not at all.
func restUntil(v View, off vacation.Vacation, l limits, side engine.Side, at time.Time) time.Time {
	until := vacation.RestUntil(off, l.book, v.Match, v.Record, v.Clocks, side, l.away, at)
	if q := l.quiet; q.from.Before(until) && at.Before(q.to) {
		return q.from
	}
	return until
}

// haltEvent stops the clock of a side until its tournament goes on; false: it stands still already.
func haltEvent(v View, side engine.Side) (engine.Event, bool) {
	return engine.Event{Act: engine.ActRest, Text: engine.RestText(side, league.Halt)}, !league.Halted(v.Clocks, side)
}

// notBeforeLast returns a moment, or that of the last event of a match if it came later.
func notBeforeLast(v View, at time.Time) time.Time {
	if last := v.Record.Log[len(v.Record.Log)-1].At; last.After(at) {
		return last
	}
	return at
}

// worldOf reads what decides about a match besides its log. Where no time has run out by a moment,
// nothing does.
func (s *Matches) worldOf(ctx context.Context, v View, now, by time.Time) (world, error) {
	w := world{now: now, by: by, rule: s.vacations.VacationRule}
	if v.Record.Next().Over() || v.Match.State.Held || !v.Overdue(by) {
		return w, nil
	}
	var err error
	if w.away, err = s.core.Outages(ctx); err != nil {
		return w, err
	}
	if player, _ := v.Match.Mover(); player.Kind == league.Member && !v.Match.NoVacation {
		if w.book, err = s.store.VacationBook(ctx, player.ID); err != nil {
			return w, err
		}
	}
	if v.Match.Tournament == "" {
		return w, nil
	}
	if w.paused, err = s.store.PausedSince(ctx, v.Match); err == nil {
		w.quiet, err = s.vacations.quiet(ctx, v.Match)
	}
	return w, err
}

// asDue returns a match with all that is due in it, and writes nothing of it: the sweep does.
func (s *Matches) asDue(ctx context.Context, v View) (View, error) {
	now := s.watch.readNow()
	w, err := s.worldOf(ctx, v, now, now.Add(-clock.Grace))
	if err != nil {
		return View{}, err
	}
	for {
		p, ok := due(v, w)
		if !ok {
			return v, nil
		}
		s.core.Overdue.Wake()
		w.book = p.book
		if v, err = s.vacations.withEvents(v, p.events); err != nil {
			return View{}, err
		}
	}
}

// withEvents returns a match as it is with events that are due in it, in memory.
func (s *Vacations) withEvents(v View, events []engine.Event) (View, error) {
	for _, e := range events {
		e.Seq, e.At = v.Record.Log[len(v.Record.Log)-1].Seq+1, notBeforeLast(v, e.At)
		r, err := v.Record.Add(e)
		if err != nil {
			return View{}, fmt.Errorf("showing what is due in match %s: %w", v.Match.ID, err)
		}
		next, err := s.matches.View(v.Match, r)
		if err != nil {
			return View{}, err
		}
		next.Reading, next.Away = v.Reading, v.Away
		v = next
	}
	return v, nil
}
