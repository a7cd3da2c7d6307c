package play

import (
	"fmt"
	"time"

	"kickabout/engine"
	"kickabout/engine/dice"
	"kickabout/engine/dice/tbd2"
	"kickabout/league"
	"kickabout/league/core"
)

// ThrownBy returns the dice of a match under the second scheme: what belongs to a run of before still comes from that.
func ThrownBy(d core.Dealer, m league.Match) engine.Source {
	var source engine.Source
	for _, r := range league.RunsOf(m) {
		next := d.Throws(r.Dice, league.GivenTo(m, r))
		if source != nil {
			next = after{next, r.Base, source}
		}
		source = next
	}
	return source
}

// after throws the dice events after one, and leaves others to the run before.
type after struct {
	engine.Source
	base   uint32
	before engine.Source
}

// Draw returns the face of a throw.
func (a after) Draw(e uint32, label string, k, sides int) (int, error) {
	if e <= a.base {
		return a.before.Draw(e, label, k, sides)
	}
	return a.Source.Draw(e, label, k, sides)
}

// shownOfRuns returns what a match has shown of all runs of its dice when dice event last was its latest one; of those that
// ended before another event, no links. It is false if what it needs is of a key that is gone.
func shownOfRuns(d core.Dealer, m league.Match, before, last uint32) (tbd2.Runs, bool) {
	all := league.RunsOf(m)
	shown := make(tbd2.Runs, len(all))
	for i, r := range all {
		shown[i].Given = league.GivenTo(m, r)
		until := last
		if i+1 < len(all) {
			until = min(last, all[i+1].Base)
		}
		if until <= r.Base || until < before {
			continue
		}
		var ok bool
		if shown[i], ok = d.Shows(r.Dice, shown[i].Given, until); !ok {
			return nil, false
		}
	}
	return shown, true
}

// Level is how far the dice of a match have come, and those of its twin where that runs too: of a duplicate pair both go on
// from the same throw, and hang on the log of its first match while that runs.
type Level struct {
	Base  uint32      // dice events so far
	Prior dice.Digest // T that the next run goes on from
}

// LevelOf returns how far a running match has come by itself; false if the values of its log are not known.
func LevelOf(s *Matches, v View) (Level, bool, error) {
	chain := v.Match.Chain
	if n := len(v.Match.Log); len(chain) != n || len(chain[n-1]) != len(dice.Digest{}) {
		var err error
		if chain, err = s.ChainOf(v.Match); err != nil || chain == nil {
			return Level{}, false, err
		}
	}
	return Level{dice.LastEvent(v.Match.Log), dice.Digest(chain[len(chain)-1])}, true, nil
}

// Renew makes the dice of a running match anew from a level on, and returns it as it is then, with what is to be stored of
// it. What the players gave to the match counts on; a public value of the tournament does not, since that is known by now.
func Renew(s *Matches, v View, at time.Time, reason string, l Level) (View, league.Renewal, error) {
	m, last := v.Match, v.Match.Log[len(v.Match.Log)-1]
	was := league.RunsOf(m)
	now := was[len(was)-1]
	if now.Dice.Run == 255 {
		return v, league.Renewal{}, fmt.Errorf("the dice of match %s were made anew too often", m.ID)
	}
	now.Base, now.Prior = l.Base, l.Prior
	now.Head, now.Dice = s.core.Dealer.Renew(now.Dice, m.GID)
	m = m.WithRuns(append(was, now))
	if at.Before(last.At) {
		at = last.At
	}
	b := engine.Break{Run: now.Dice.Run, Reason: reason, K0: league.GivenTo(m, now).Sum()}
	r, err := v.Record.Add(engine.Event{Seq: last.Seq + 1, At: at, Act: engine.ActBreak, Text: b.Text()})
	if err != nil {
		return v, league.Renewal{}, fmt.Errorf("making the dice of match %s anew: %w", m.ID, err)
	}
	next, err := s.View(m, r)
	if err != nil {
		return v, league.Renewal{}, err
	}
	chain, err := s.chainAfter(next.Match, last.Seq, r)
	if err != nil {
		return v, league.Renewal{}, fmt.Errorf("chaining match %s: %w", m.ID, err)
	}
	next.Match.Chain = joined(next.Match.Chain, last.Seq, chain)
	p := league.Progress{Match: m.ID, Seen: last.Seq, Events: r.Log[last.Seq:], Chain: chain, State: next.Match.State}
	return next, league.Renewal{Progress: p, Runs: m.Runs}, nil
}
