package season

import (
	"fmt"
	"math/rand/v2"
	"time"

	"kickabout/engine/clock"
	"kickabout/league"
)

const day = 24 * time.Hour

// person is a member who comes and goes as they like.
type person struct {
	league.Player
	style
	keen   float64 // how likely they enter something on a day when they look in
	joins  time.Time
	quits  time.Time // for good, without a word
	absent []interval
	bends  adversary // how they bend the rules; nil: they do not
	rests  time.Time // until when they have planned a vacation; zero: they have not
}

// interval is a time in which somebody does not look in.
type interval struct{ from, to time.Time }

// people makes up so many persons; the first half is there from the beginning, the others
// join over the years. A share of the time each of them is absent.
func people(random *rand.Rand, many int, start, end time.Time, absent float64) []*person {
	all := make([]*person, many)
	for i := range all {
		p := &person{joins: start, quits: end.Add(day)}
		p.Name = name(i)
		p.skill = random.Float64()
		p.pace = time.Duration(2+random.IntN(10)) * time.Hour
		p.resigns = random.Float64() * 0.05
		p.keen = 0.02 + 0.3*random.Float64()
		if i >= many/2 {
			p.joins = start.Add(time.Duration(random.Int64N(int64(end.Sub(start)))))
		}
		if random.Float64() < 0.25 {
			p.quits = p.joins.Add(time.Duration(random.Int64N(int64(end.Sub(p.joins)))))
		}
		p.stayAway(random, end, absent)
		all[i] = p
	}
	return all
}

// stayAway makes up when a person is absent: from five days to seven weeks at a time.
func (p *person) stayAway(random *rand.Rand, end time.Time, share float64) {
	if share <= 0 {
		return
	}
	for at := p.joins; at.Before(end); {
		away := time.Duration(5+random.IntN(45)) * day
		here := time.Duration(float64(away) * (1/share - 1) * 2 * random.Float64())
		at = at.Add(here)
		p.absent = append(p.absent, interval{at, at.Add(away)})
		at = at.Add(away)
	}
}

// back returns when a person who would do something at a moment does it.
func (p *person) back(at time.Time) time.Time {
	for _, a := range p.absent {
		if !at.Before(a.from) && at.Before(a.to) {
			at = a.to
		}
	}
	if !at.Before(p.quits) {
		return at.Add(1000 * day)
	}
	return at
}

// here tells whether a person looks in at a moment.
func (p *person) here(at time.Time) bool { return !at.Before(p.joins) && p.back(at).Equal(at) }

// leaves returns for how long a person will be absent from the next day on; 0: they will not.
func (p *person) leaves(now time.Time) time.Duration {
	for _, a := range p.absent {
		if a.from.After(now) && !a.from.After(now.Add(day)) {
			return a.to.Sub(now)
		}
	}
	return 0
}

// hurried is how a person plays under a clock: nobody takes more time than they get.
func (p *person) hurried(control string) style {
	y := p.style
	if c, err := clock.ByID(control); err == nil {
		y.pace = min(y.pace, c.Increment*2/3)
	}
	return y
}

// name names the i-th player, from 0: they are made up, and their name says so.
func name(i int) string { return fmt.Sprintf("Player %d", i+1) }
