package ladder

import (
	"cmp"
	"slices"
	"time"

	"kickabout/league"
	"kickabout/league/span"
)

// holds ends the holds whose time is used up (R-LA-10), none on the first day after a long outage (R-TC-4).
func (l *Ladder) holds() {
	for _, i := range l.order {
		n := l.players[i].note
		if n.Hold.IsZero() {
			continue
		}
		if ends := l.outages.Back(n.holdEnds(l.outages)); !ends.After(l.now) {
			l.noted(i, n.Released(ends, l.outages))
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
			if due, ok := l.due(&l.players[i]); ok && !due.After(l.now) {
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

// waited returns when a match of the ladder waited for a player, or they were locked, since their last move: without
// vacations and holds, and without what the ladder was paused for or the site was away (R-LA-8, R-TC-4).
func (c *climber) waited(s league.Sheet) span.Set {
	base, gone := c.entry.Active, s.Gone[c.entry.Player].And(s.Outages).And(c.note.Holds)
	for _, t := range []time.Time{c.entry.Entered, c.note.heldBefore()} {
		if t.After(base) {
			base = t
		}
	}
	for _, r := range s.Rests {
		gone = gone.And(span.Set{{From: r.From, Until: r.Until}})
	}
	waits := s.Waits[c.entry.Player]
	if c.locked() {
		from := c.note.Locked
		if silent := c.entry.Silent; from.IsZero() || !silent.IsZero() && silent.Before(from) {
			from = silent
		}
		waits = waits.And(span.Set{{From: from, Until: span.Ever}})
	}
	return waits.After(base).Without(gone)
}

// due returns when absence costs a player their next place.
func (l *Ladder) due(c *climber) (time.Time, bool) {
	if l.counted {
		if c.entry.Away || !c.note.Hold.IsZero() {
			return time.Time{}, false
		}
		due, ok := c.waits.Reach(min(idleOut, c.nextFall()))
		return l.outages.Back(due), ok
	}
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

// fell says that a player has fallen since their last move.
func (c *climber) fell() bool { return len(c.waits) > 0 && c.note.Dropped.After(c.waits[0].From) }

// nextFall returns after how much waiting a player falls the next time.
func (c *climber) nextFall() time.Duration {
	if c.fell() {
		return c.waits.Length(c.note.Dropped) + idleNext
	}
	return idleFirst
}

// fall is what absence costs at a moment.
func (l *Ladder) fall(i int32, due time.Time) {
	c := &l.players[i]
	var idle time.Duration
	var again bool
	text := textWaited
	if l.counted {
		idle, again = c.waits.Length(due), c.fell()
	} else {
		since, _ := c.idleSince()
		idle, again, text = due.Sub(since), c.note.Dropped.After(since), textIdle
	}
	if idle >= idleOut {
		l.left(i, text.Of(idleOut/day))
		return
	}
	places := 1
	if again {
		places = root(c.place)
	}
	l.placed(i, min(c.place+places, len(l.order)), text.Of(idle/day))
	n := c.note
	n.Dropped = due
	l.noted(i, n)
}

// Idle returns how long matches of the ladder have waited for a player, or they were locked, since their last move, and
// when that costs their next place; the zero time if nothing waits for them (R-LA-8).
func (l *Ladder) Idle(player string) (idle time.Duration, falls time.Time) {
	i, in := l.number[player]
	if !in || !l.counted {
		return 0, time.Time{}
	}
	c := &l.players[i]
	falls, _ = l.due(c)
	return c.waits.Length(l.now), falls
}

// withdrawals take out who wanted to leave and has no match any more (R-LA-9).
func (l *Ladder) withdrawals() {
	for _, i := range slices.Clone(l.order) {
		if c := &l.players[i]; c.note.Leaving && c.outgoing+c.incoming == 0 {
			l.left(i, textLeft.Of())
		}
	}
}
