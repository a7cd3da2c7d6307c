package match

import (
	"fmt"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/vacation"
	"kickabout/views/ui"
)

// Off is what is said of vacations in a match that goes on.
type Off struct {
	Away   []AwayLine // who is on vacation
	Whose  string     // vacation can put the deadline off: "Your vacation", "The vacation of Bob"
	Latest time.Time  // to when at most; zero: it is not said
	Spent  string     // that it cannot any more; "" if that is not so
	Bound  string     // for how long it may; "": no rule says so
	Rule   string     // where the rule stands that bounds it; "" without a Bound
}

// AwayLine says until when somebody is on vacation.
type AwayLine struct {
	Who   string // "Bob is", "You are"
	Until time.Time
}

// vacationRule bounds for how long vacation stops a match of an event.
const vacationRule = "R-VA-7"

// boundText says for how long vacation stops a match; "" where no rule says so.
func boundText(m league.Match) string {
	if !m.DaysBound || m.NoVacation {
		return ""
	}
	return BoundText(m.Control)
}

// BoundText says for how long vacation stops a game of an event at a time control.
func BoundText(control string) string {
	b := vacation.BoundOf(control)
	if b.All == 0 {
		return "At this clock vacation stops no game."
	}
	return fmt.Sprintf("A player's vacation stops a game for at most %d days between two moves of theirs, and %d in all.", b.Row/vacation.DayLong, b.All/vacation.DayLong)
}

// offOf says what vacations do to a match; nil if there is nothing to say.
func offOf(in Input) *Off {
	if in.Record.Next().Over() {
		return nil
	}
	o := Off{Latest: in.Latest, Bound: boundText(in.Match)}
	if o.Bound != "" {
		o.Rule = ui.RuleURL(vacationRule)
	}
	for _, side := range []engine.Side{engine.First, engine.Second} {
		if until := in.Away[side-1]; !until.IsZero() {
			who := in.Match.Seats[in.Record.SeatOf(side)].Player.Name + " is"
			if side == in.Side {
				who = "You are"
			}
			o.Away = append(o.Away, AwayLine{who, until})
		}
	}
	mover := in.Clocks.Running
	if mover != engine.NoSide {
		o.Whose = in.Match.Seats[in.Record.SeatOf(mover)].Player.Name + "'s vacation"
		if mover == in.Side {
			o.Whose = "Your vacation"
		}
	}
	if in.Spent {
		o.Spent = o.Whose + " has stopped this game for as long as it may. The time now runs out at the deadline."
	}
	if mover == engine.NoSide || !o.Latest.After(in.Clocks.Deadline()) && !in.Clocks.Rests(mover, in.Now) {
		o.Latest = time.Time{}
	}
	if len(o.Away) == 0 && o.Latest.IsZero() && o.Spent == "" {
		return nil
	}
	return &o
}
