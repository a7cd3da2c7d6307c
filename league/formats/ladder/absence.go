package ladder

import (
	"cmp"
	"slices"
	"time"
)

// holds ends the holds whose time is used up (R-LA-10).
func (l *Ladder) holds() {
	for _, i := range l.order {
		n := l.players[i].note
		if n.Hold.IsZero() {
			continue
		}
		if ends := n.holdEnds(); !ends.After(l.now) {
			l.noted(i, n.Released(ends))
		}
	}
}

// absence moves down who does not move in any match though they have one, and takes them out
// in the end (R-LA-8). What is due at the same moment is done from the bottom up: so two
// who are absent side by side do not lift each other.
func (l *Ladder) absence() {
	type fall struct {
		due    time.Time
		player int32
	}
	for {
		var falls []fall
		for _, i := range l.order {
			if due, ok := l.players[i].due(); ok && !due.After(l.now) {
				falls = append(falls, fall{due, i})
			}
		}
		if len(falls) == 0 {
			return
		}
		slices.SortFunc(falls, func(a, b fall) int {
			return cmp.Or(a.due.Compare(b.due), cmp.Compare(l.players[b.player].place, l.players[a.player].place))
		})
		// Only those of the earliest moment: what comes after them may be due in between.
		for _, f := range falls {
			if !f.due.Equal(falls[0].due) {
				break
			}
			l.fall(f.player, f.due)
		}
	}
}

// idleSince returns since when a player has not moved though they could; false if they are not
// expected to, or may be away.
func (c *climber) idleSince() (time.Time, bool) {
	if c.entry.Away || !c.note.Hold.IsZero() || c.since.IsZero() && !c.locked() {
		return time.Time{}, false
	}
	idle := c.entry.Active
	for _, t := range []time.Time{c.entry.Entered, c.entry.Back, c.note.Back, c.note.Locked, c.since} {
		if t.After(idle) {
			idle = t
		}
	}
	return idle, true
}

// due returns when absence costs a player their next place.
func (c *climber) due() (time.Time, bool) {
	idle, ok := c.idleSince()
	if !ok {
		return time.Time{}, false
	}
	if c.note.Dropped.After(idle) {
		next := c.note.Dropped.Add(idleNext)
		if out := idle.Add(idleOut); out.Before(next) {
			next = out
		}
		return next, true
	}
	return idle.Add(idleFirst), true
}

// fall is what absence costs at a moment.
func (l *Ladder) fall(i int32, due time.Time) {
	c := &l.players[i]
	idle, _ := c.idleSince()
	if !due.Before(idle.Add(idleOut)) {
		l.left(i, textIdle.Of(idleOut/day))
		return
	}
	places, reason := 1, textIdle.Of(due.Sub(idle)/day)
	if c.note.Dropped.After(idle) {
		places = root(c.place)
	}
	l.placed(i, min(c.place+places, len(l.order)), reason)
	n := c.note
	n.Dropped = due
	l.noted(i, n)
}

// withdrawals take out who wanted to leave and has no match any more (R-LA-9).
func (l *Ladder) withdrawals() {
	for _, i := range slices.Clone(l.order) {
		if c := &l.players[i]; c.note.Leaving && c.outgoing+c.incoming == 0 {
			l.left(i, textLeft.Of())
		}
	}
}
