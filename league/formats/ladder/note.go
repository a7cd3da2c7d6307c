package ladder

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"kickabout/league/span"
)

// Note is what the ladder keeps of a player besides their place.
type Note struct {
	Manual  bool          // picks their opponents themselves (R-LA-4)
	Leaving bool          // leaves when their running matches are over (R-LA-9)
	Locked  time.Time     // lost on time as the challenged side: no matches until they move after that; zero: not (R-LA-7)
	Penalty int           // points for time-outs (R-LA-7)
	Kicks   int           // how much oftener they were First than Second
	Dropped time.Time     // the moment up to which their absence has cost them places (R-LA-8)
	Hold    time.Time     // since when they hold their place; zero: they do not (R-LA-10)
	Whole   bool          // the hold is paid in whole days, as all that begin since the rule says so
	Back    time.Time     // when their last hold ended
	Holds   span.Set      // holds that have ended and may still matter to the idle clock (R-LA-8)
	Held    time.Duration // for how long they held it in the year HeldIn, until Back
	HeldIn  int
}

// noteTime is how a note writes moments: to the millisecond, as they are stored.
const noteTime = "2006-01-02T15:04:05.999Z"

// String writes the note as words parted by blanks, in this order: "manual penalty=2
// kicks=-1"; "" if there is nothing to note.
func (n Note) String() string {
	var words []string
	word := func(there bool, name string, value ...string) {
		if there {
			words = append(words, strings.Join(append([]string{name}, value...), "="))
		}
	}
	moment := func(name string, t time.Time) { word(!t.IsZero(), name, t.UTC().Format(noteTime)) }
	word(n.Manual, "manual")
	word(n.Leaving, "leaving")
	moment("locked", n.Locked)
	word(n.Penalty != 0, "penalty", strconv.Itoa(n.Penalty))
	word(n.Kicks != 0, "kicks", strconv.Itoa(n.Kicks))
	moment("dropped", n.Dropped)
	moment("hold", n.Hold)
	word(n.Whole, "whole")
	moment("back", n.Back)
	for _, h := range n.Holds {
		word(true, "was", h.From.UTC().Format(noteTime)+"/"+h.Until.UTC().Format(noteTime))
	}
	word(n.Held != 0, "held", fmt.Sprintf("%d/%s", n.HeldIn, n.Held))
	return strings.Join(words, " ")
}

// ParseNote undoes String; any other text is an error.
func ParseNote(text string) (Note, error) {
	var n Note
	if text == "" {
		return n, nil
	}
	for word := range strings.SplitSeq(text, " ") {
		if err := n.read(word); err != nil {
			return Note{}, fmt.Errorf("%q is no note of a ladder: %w", text, err)
		}
	}
	if n.String() != text {
		return Note{}, fmt.Errorf("%q is no note of a ladder: it would be %q", text, n)
	}
	return n, nil
}

// read takes in one word of a note.
func (n *Note) read(word string) (err error) {
	name, value, _ := strings.Cut(word, "=")
	switch name {
	case "manual":
		n.Manual = true
	case "leaving":
		n.Leaving = true
	case "locked":
		n.Locked, err = time.Parse(noteTime, value)
	case "penalty":
		n.Penalty, err = strconv.Atoi(value)
	case "kicks":
		n.Kicks, err = strconv.Atoi(value)
	case "dropped":
		n.Dropped, err = time.Parse(noteTime, value)
	case "hold":
		n.Hold, err = time.Parse(noteTime, value)
	case "whole":
		n.Whole = true
	case "back":
		n.Back, err = time.Parse(noteTime, value)
	case "was":
		from, until, _ := strings.Cut(value, "/")
		var h span.Span
		if h.From, err = time.Parse(noteTime, from); err == nil {
			h.Until, err = time.Parse(noteTime, until)
		}
		n.Holds = append(n.Holds, h)
	case "held":
		year, held, _ := strings.Cut(value, "/")
		if n.HeldIn, err = strconv.Atoi(year); err == nil {
			n.Held, err = time.ParseDuration(held)
		}
	default:
		err = fmt.Errorf("there is no word %q", name)
	}
	return err
}

// HoldLeft returns how long the place can still be held in the year of a moment (R-LA-10), where the site was away at times:
// these are no part of a hold (R-TC-4).
func (n Note) HoldLeft(now time.Time, away span.Set) time.Duration {
	return holdAYear - n.held(now, away)
}

// into returns when so much of the present hold has passed.
func (n Note) into(length time.Duration, away span.Set) time.Time {
	at, _ := span.Set{{From: n.Hold, Until: span.Ever}}.Without(away).Reach(length)
	return at.UTC()
}

// held returns for how long the place was held in the year of a moment, until then.
func (n Note) held(now time.Time, away span.Set) time.Duration {
	now = now.UTC()
	var held time.Duration
	if n.HeldIn == now.Year() {
		held = n.Held
	}
	switch {
	case n.Hold.IsZero():
		return held
	case n.Whole:
		return held + n.daysIn(now.Year(), now, away)
	}
	from := time.Date(now.Year(), 1, 1, 0, 0, 0, 0, time.UTC)
	if n.Hold.After(from) {
		from = n.Hold
	}
	if !now.After(from) {
		return held
	}
	return held + now.Sub(from) - away.Between(from, now)
}

// daysIn returns the days of the present hold that began in a year, before a moment: a day is paid whole, to the year
// in which it begins.
func (n Note) daysIn(year int, until time.Time, away span.Set) (days time.Duration) {
	for passed := time.Duration(0); ; passed += day {
		at := n.into(passed, away)
		if !at.Before(until) {
			return days
		}
		if at.Year() == year {
			days += day
		}
	}
}

// MayHold returns from when on a place can be held, at a moment when it is not (R-LA-10); false if too few days are
// left of the year.
func (n Note) MayHold(now time.Time) (from time.Time, ok bool) {
	if !n.Back.IsZero() {
		from = n.Back.Add(holdApart)
	}
	return from, n.HoldLeft(now, nil) >= holdLeast
}

// MayResume returns from when on a hold can be ended: one that is paid in whole days lasts a week.
func (n Note) MayResume(away span.Set) time.Time {
	if !n.Whole {
		return n.Hold
	}
	return n.into(holdLeast, away)
}

// holdEnds returns when the hold comes to its end by itself: as soon as a year has seen
// thirty days of it. One of whole days ends when no day is left for the next.
func (n Note) holdEnds(away span.Set) time.Time {
	begin := n.Hold.UTC()
	if n.Whole {
		passed := time.Duration(0)
		for n.held(n.into(passed, away), away)+day <= holdAYear {
			passed += day
		}
		return n.into(passed, away)
	}
	ends := n.into(n.HoldLeft(begin, away), away)
	if newYear := time.Date(begin.Year()+1, 1, 1, 0, 0, 0, 0, time.UTC); ends.After(newYear) {
		return n.into(newYear.Sub(begin)-away.Between(begin, newYear)+holdAYear, away)
	}
	return ends
}

// holdsKept is for how long a hold that has ended is remembered: longer than anybody can be idle.
const holdsKept = 180 * day

// heldBefore returns when the last hold ended if it is from before holds were remembered; the zero time if it is not.
func (n Note) heldBefore() time.Time {
	if len(n.Holds) > 0 {
		return time.Time{}
	}
	return n.Back
}

// Released returns the note with its hold ended at a moment.
func (n Note) Released(at time.Time, away span.Set) Note {
	n.Held, n.HeldIn = min(n.held(at, away), holdAYear), at.UTC().Year()
	n.Holds = n.Holds.After(at.Add(-holdsKept)).And(span.Set{{From: n.Hold, Until: at}})
	n.Hold, n.Whole, n.Back = time.Time{}, false, at
	return n
}
