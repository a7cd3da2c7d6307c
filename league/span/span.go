// Package span reckons with stretches of time: how long something lasted, without what does not count.
package span

import (
	"slices"
	"time"
)

// Ever is when a stretch ends of which nobody knows yet when it does.
var Ever = time.Date(2200, time.January, 1, 0, 0, 0, 0, time.UTC)

// Span is a stretch of time: From is in it, Until is not.
type Span struct{ From, Until time.Time }

// Set is stretches by their order, none of which meet.
type Set []Span

// Sets are sets by the ids of those whom they are about.
type Sets map[string]Set

// Of returns all time that is in any of some stretches, which may overlap.
func Of(spans ...Span) Set {
	spans = slices.DeleteFunc(slices.Clone(spans), func(s Span) bool { return !s.From.Before(s.Until) })
	slices.SortFunc(spans, func(a, b Span) int { return a.From.Compare(b.From) })
	var all Set
	for _, s := range spans {
		if n := len(all); n > 0 && !s.From.After(all[n-1].Until) {
			all[n-1].Until = later(all[n-1].Until, s.Until)
			continue
		}
		all = append(all, s)
	}
	return all
}

// And returns all time that is in either of two sets.
func (s Set) And(o Set) Set { return Of(slices.Concat(s, o)...) }

// Without returns the time of a set that is not in another one.
func (s Set) Without(o Set) Set {
	var left Set
	for _, a := range s {
		from := a.From
		for _, b := range o {
			if !b.Until.After(from) {
				continue
			}
			if !b.From.Before(a.Until) {
				break
			}
			if b.From.After(from) {
				left = append(left, Span{from, b.From})
			}
			from = b.Until
		}
		if from.Before(a.Until) {
			left = append(left, Span{from, a.Until})
		}
	}
	return left
}

// After returns the time of a set from a moment on.
func (s Set) After(from time.Time) Set {
	if len(s) == 0 {
		return nil
	}
	return s.Without(Set{{time.Time{}, from}})
}

// Length returns how much time of a set lies before a moment.
func (s Set) Length(until time.Time) (sum time.Duration) {
	for _, a := range s {
		if !a.From.Before(until) {
			break
		}
		end := a.Until
		if end.After(until) {
			end = until
		}
		sum += end.Sub(a.From)
	}
	return sum
}

// Between returns how much time of a set lies between two moments.
func (s Set) Between(from, until time.Time) time.Duration {
	return s.Length(until) - s.Length(from)
}

// Reach returns when so much time of a set has passed; false if there is not so much in it. What never ends reaches
// everything.
func (s Set) Reach(length time.Duration) (time.Time, bool) {
	for _, a := range s {
		if left := a.Until.Sub(a.From); length > left {
			length -= left
			continue
		}
		return a.From.Add(length), true
	}
	return time.Time{}, false
}

// FirstDay is for how long nothing falls due after one was away for longer than that.
const FirstDay = 24 * time.Hour

// Back returns when something comes due that was to come due at a moment, if the site was away for some stretches: on the
// first day after one of more than a day nothing does (R-TC-4).
func (s Set) Back(due time.Time) time.Time {
	for _, a := range s {
		if first := a.Until.Add(FirstDay); a.Until.Sub(a.From) > FirstDay && !due.Before(a.From) && due.Before(first) {
			due = first
		}
	}
	return due
}

// Add returns the moment at which so much time has passed since another one, without the stretches of a set, and nothing
// comes due on the first day after a long one (R-TC-4).
func (s Set) Add(since time.Time, length time.Duration) time.Time {
	due, ok := Set{{since, Ever}}.Without(s).Reach(length)
	if !ok {
		return Ever
	}
	return s.Back(due)
}

// Ago undoes Add: what was to come due so long after a moment is due at another one if the moment is not after what Ago returns.
func (s Set) Ago(now time.Time, length time.Duration) time.Time {
	for _, a := range slices.Backward(s) { // nothing has come due since a long one began whose first day lasts
		if a.Until.Sub(a.From) > FirstDay && !a.From.After(now) && now.Before(a.Until.Add(FirstDay)) {
			now = a.From.Add(-time.Nanosecond)
		}
	}
	for _, a := range slices.Backward(s) {
		if !a.From.Before(now) {
			continue
		}
		after := now.Sub(a.Until)
		if after < 0 {
			now, after = a.From, 0
			continue
		}
		if after >= length {
			break
		}
		length -= after
		now = a.From
	}
	return now.Add(-length)
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
