// Package clock reads the time of both sides off a match's log. Nothing is
// stored but the log: banks and deadlines follow from it (R-TC-1, R-TC-5).
package clock

import (
	"fmt"
	"time"

	"kickabout/engine"
)

// A Control says how much time a side has: a bank at the start, an increment
// after each of its moves, and a cap that the bank never passes.
type Control struct {
	ID                   string // "lg"
	Name                 string // "Classic"
	Bank, Increment, Cap time.Duration
}

// Controls lists the time controls of league rules 11, the default first.
func Controls() []Control {
	const h = time.Hour
	return []Control{
		{"lg", "Classic", 240 * h, 36 * h, 240 * h},
		{"slow", "Slow", 72 * h, 36 * h, 240 * h},
		{"fast", "Fast", 72 * h, 12 * h, 120 * h},
		{"live", "Live", 24 * h, 4 * h, 72 * h},
	}
}

// ByID returns the control with that id; an unknown one wraps engine.ErrUnknown.
func ByID(id string) (Control, error) {
	for _, c := range Controls() {
		if c.ID == id {
			return c, nil
		}
	}
	return Control{}, fmt.Errorf("%w: time control %q", engine.ErrUnknown, id)
}

// Grace is how long the platform waits after a deadline before it ends a match,
// so that moves which had already arrived are counted first. A move that
// arrives within it is late all the same (R-TC-3).
const Grace = 60 * time.Second

// Clocks are the clocks of a match after its last event.
type Clocks struct {
	Control Control          // that increments and cap follow now
	Bank    [2]time.Duration // of First and Second, at Since
	Running engine.Side      // whose clock runs; NoSide: none
	Since   time.Time        // from when on the running clock takes from its bank, unless it rests
	Rest    [2]time.Time     // until when the clocks of First and Second stand still; zero or long past: they do not
	Used    [2]time.Duration // what First and Second have used up until Since: without rests, and without what the platform gave meanwhile
	given   time.Duration    // by the platform to the running side since its turn began, less what has been used of it
}

// Deadline returns when the running clock reaches zero; the zero time if none runs.
func (c Clocks) Deadline() time.Time {
	if c.Running == engine.NoSide {
		return time.Time{}
	}
	return c.from(c.Running).Add(c.Bank[c.Running-1])
}

// Left returns what a side has at a moment; it is never negative.
func (c Clocks) Left(side engine.Side, now time.Time) time.Duration {
	left := c.Bank[side-1]
	if side == c.Running {
		left -= c.passed(side, now)
	}
	return max(0, left)
}

// Rests reports whether a side's clock stands still at a moment.
func (c Clocks) Rests(side engine.Side, now time.Time) bool { return now.Before(c.Rest[side-1]) }

// UsedBy returns what First and Second have used up at a moment, as R-CH-9 counts it.
func (c Clocks) UsedBy(now time.Time) [2]time.Duration {
	if c.Running != engine.NoSide {
		c.spend(c.Running, now)
	}
	return c.Used
}

// Read computes the clocks of a record. A side's clock runs from the event that
// made it that side's turn until its move, or until the match is ended; set-up
// moves and restarts are moves like any other (R-TC-2), standing orders and given
// time interrupt nothing, and a rest stops the clock of its side alone. A move that
// was made the moment it was due was a standing order's: it takes no time and earns
// none, or a keeper who follows the ball would fill their owner's bank while the other
// side plays. A move that is sealed takes the time until then, and nobody's clock runs until it is shown (R-FD-7).
func Read(c Control, r engine.Record) Clocks {
	clocks := Clocks{Control: c, Bank: [2]time.Duration{c.Bank, c.Bank}}
	var due time.Time         // when the decision was due that the match waits for
	var sealed, inNoTime bool // a move is in, and was the moment it was due
	for i, e := range r.Log {
		switch e.Act {
		case engine.ActOrder, engine.ActBreak:
			continue
		case engine.ActTime, engine.ActRest, engine.ActControl:
			running := engine.NoSide
			if !sealed {
				running = mover(r, i)
			}
			clocks.beside(e, running)
			continue
		case engine.ActSeal:
			if sealed, inNoTime = true, e.At.Equal(due); !inNoTime {
				clocks.spend(e.By, e.At)
			}
			clocks.Since = e.At
			continue
		case engine.ActSeats, engine.ActRoll: // no clock ran before it
		case engine.ActMove:
			if !sealed {
				if e.At.Equal(due) {
					continue
				}
				clocks.spend(e.By, e.At)
			} else if inNoTime {
				break
			}
			bank := &clocks.Bank[e.By-1]
			*bank = min(*bank+clocks.Control.Increment, clocks.Control.Cap) // also what was given beyond the cap (R-VA-3)
		default: // the match was ended over the position in which a clock ran
			if side := r.Position.Next().Side; side != engine.NoSide && !sealed {
				clocks.spend(side, e.At)
				clocks.Bank[side-1] = max(0, clocks.Bank[side-1]) // a timeout comes after the deadline
			}
		}
		clocks.Since, due, clocks.given, sealed = e.At, e.At, 0, false
	}
	clocks.Running = r.Next().Side
	return clocks
}

// mover returns the side whose clock runs at an event beside the play: the one that
// makes the next move, or if there is none the one that would have to.
func mover(r engine.Record, i int) engine.Side {
	for _, e := range r.Log[i:] {
		if e.Act == engine.ActMove || e.Act == engine.ActSeal {
			return e.By
		}
		if e.Act == engine.ActRoll {
			return engine.NoSide
		}
	}
	return r.Position.Next().Side
}

// beside is an event that changes clocks alone, while running's clock runs. What
// cannot be read changes nothing: a replayed record has no such event.
func (c *Clocks) beside(e engine.Event, running engine.Side) {
	switch e.Act {
	case engine.ActTime:
		side, gift, err := engine.ParseTime(e.Text)
		if err != nil {
			return
		}
		c.Bank[side-1] += gift
		if e.By == engine.NoSide && side == running {
			c.given += gift
		}
	case engine.ActRest:
		side, until, err := engine.ParseRest(e.Text)
		if err != nil {
			return
		}
		if side == running {
			c.spend(side, e.At)
			c.Since = e.At
		}
		c.Rest[side-1] = until
	case engine.ActControl:
		if control, err := ByID(e.Text); err == nil {
			c.Control = control
		}
	}
}

// from returns from when on a side's running clock takes from its bank.
func (c Clocks) from(side engine.Side) time.Time {
	if rest := c.Rest[side-1]; rest.After(c.Since) {
		return rest
	}
	return c.Since
}

// passed returns what a side's running clock has taken from its bank by a moment.
func (c Clocks) passed(side engine.Side, now time.Time) time.Duration {
	return max(0, now.Sub(c.from(side)))
}

// spend takes the time that has passed off a side's bank.
func (c *Clocks) spend(side engine.Side, until time.Time) {
	passed := c.passed(side, until)
	c.Bank[side-1] -= passed
	free := min(passed, c.given)
	c.given -= free
	c.Used[side-1] += passed - free
}
