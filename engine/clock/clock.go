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

// Controls lists the time controls of platform rule 2.11, the default first.
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
	Bank    [2]time.Duration // of First and Second, at the start of the running turn or at the end
	Running engine.Side      // whose clock runs; NoSide: none
	Since   time.Time        // since when
}

// Deadline returns when the running clock reaches zero; the zero time if none runs.
func (c Clocks) Deadline() time.Time {
	if c.Running == engine.NoSide {
		return time.Time{}
	}
	return c.Since.Add(c.Bank[c.Running-1])
}

// Left returns what a side has at a moment; it is never negative.
func (c Clocks) Left(side engine.Side, now time.Time) time.Duration {
	left := c.Bank[side-1]
	if side == c.Running {
		left -= max(0, now.Sub(c.Since))
	}
	return max(0, left)
}

// Read computes the clocks of a record. A side's clock runs from the event that
// made it that side's turn until its move, or until the match is ended; set-up
// moves and restarts are moves like any other (R-TC-2), standing orders and given
// time interrupt nothing. A move that was made the moment it was due was a standing
// order's: it takes no time and earns none, or a keeper who follows the ball would
// fill his owner's bank while the other side plays.
func Read(c Control, r engine.Record) Clocks {
	clocks := Clocks{Bank: [2]time.Duration{c.Bank, c.Bank}}
	for _, e := range r.Log {
		switch e.Act {
		case engine.ActOrder:
			continue
		case engine.ActTime:
			if side, gift, err := engine.ParseTime(e.Text); err == nil {
				clocks.Bank[side-1] += gift
			}
			continue
		case engine.ActSeats, engine.ActRoll: // no clock ran before it
		case engine.ActMove:
			if e.At.Equal(clocks.Since) {
				continue
			}
			bank := clocks.spend(e.By, e.At)
			*bank = min(*bank+c.Increment, c.Cap) // also what was given beyond the cap (R-VA-3)
		default: // the match was ended over the position in which a clock ran
			if side := r.Position.Next().Side; side != engine.NoSide {
				bank := clocks.spend(side, e.At)
				*bank = max(0, *bank) // a timeout comes after the deadline
			}
		}
		clocks.Since = e.At
	}
	clocks.Running = r.Next().Side
	return clocks
}

// spend takes the time since the turn began off a side's bank.
func (c *Clocks) spend(side engine.Side, until time.Time) *time.Duration {
	bank := &c.Bank[side-1]
	*bank -= until.Sub(c.Since)
	return bank
}
