package play

import (
	"io"
	"time"

	"kickabout/engine"
	"kickabout/engine/clock"
)

// slowShare is the share of all the time used in a match, in percent, above which a
// side has played too slowly.
const slowShare = 80

// Verdict returns the event that ends a running match at a moment over the board as
// it stands (R-CH-9). A side that has used more than 80 % of all the time used loses;
// otherwise a leader wins, and level with goals the side that scored last; without a
// goal nobody does. Rests, and time that the platform gave, do not count as used. For
// a match that is over it returns no event: one without an act.
func Verdict(r engine.Record, c clock.Clocks, at time.Time) engine.Event {
	if r.Next().Over() {
		return engine.Event{}
	}
	e := engine.Event{Act: engine.ActAdjudicate}
	if slow := slowest(c.UsedBy(at)); slow != engine.NoSide {
		e.Text = engine.AgainstSlowPlay(slow.Other())
		return e
	}
	switch score := r.Score(); {
	case score[0] > score[1]:
		e.Text = engine.First.String()
	case score[1] > score[0]:
		e.Text = engine.Second.String()
	default:
		e.Text = lastScorer(r).String()
	}
	return e
}

// slowest returns the side that has used more than its share.
func slowest(used [2]time.Duration) engine.Side {
	limit := (used[0] + used[1]) / 100 * slowShare
	switch {
	case used[0] > limit:
		return engine.First
	case used[1] > limit:
		return engine.Second
	}
	return engine.NoSide
}

// lastScorer returns the side that scored last; NoSide if none did.
func lastScorer(r engine.Record) engine.Side {
	var last engine.Side
	var score [2]int
	i := 0
	note := func(now [2]int) {
		for s := range score {
			if now[s] > score[s] {
				last = engine.Side(s + 1)
			}
		}
		score = now
	}
	_, err := engine.Rebuild(r.Game, r.Variant, func(sofar *engine.Record) (engine.Event, error) {
		note(sofar.Score())
		if i == len(r.Log) {
			return engine.Event{}, io.EOF
		}
		i++
		return r.Log[i-1], nil
	})
	if err != nil {
		return engine.NoSide // a log that was replayed can be replayed again
	}
	return last
}
