package swiss

import (
	"crypto/sha256"
	"fmt"
	"slices"

	"kickabout/engine"
	"kickabout/league"
	dutch "kickabout/league/pairing/swiss"
)

// next draws the round behind the last one, without those who are absent now (R-FF-7), if two are left.
func (e *event) next() (league.Plan, error) {
	round, there := len(e.rounds)+1, 0
	for i := range e.seats {
		if e.in(i, round) && !e.seats[i].silent {
			there++
		}
	}
	drawn := *e
	drawn.seats = slices.Clone(e.seats)
	for i := range drawn.seats {
		if p := &drawn.seats[i]; p.silent && there > 1 && e.in(i, round) {
			p.note.Away = append(slices.Clone(p.note.Away), round)
		}
	}
	plan, err := drawn.draw(round)
	for i, p := range drawn.seats {
		if text := p.note.String(); err == nil && text != e.seats[i].note.String() {
			plan.Rulings = append(plan.Rulings, league.Decision{Act: league.ActNoted, Player: league.Player{ID: p.id}, Text: text})
		}
	}
	return plan, err
}

// missing draws what the last round lacks if only a part of it was drawn: somebody is in it who
// has neither a match nor a bye. What is there must be as it would be drawn now.
func (e *event) missing() league.Plan {
	last := len(e.rounds)
	if last == 0 || e.whole() {
		return league.Plan{}
	}
	before := *e
	before.rounds = e.rounds[:last-1]
	plan, err := before.draw(last)
	if err != nil {
		return league.Plan{}
	}
	for _, f := range e.sheet.Fixtures {
		if !slices.Contains(plan.Fixtures, league.Fixture{Key: f.Key, First: f.First, Second: f.Second}) && e.roundOf(f) == last {
			return league.Plan{}
		}
	}
	plan.Fixtures = slices.DeleteFunc(plan.Fixtures, func(f league.Fixture) bool {
		_, there := e.sheet.Find(f.Key)
		return there
	})
	return plan
}

func (e *event) roundOf(f league.Fixture) (round int) {
	var leg, number int
	fmt.Sscanf(string(f.Key), "c%d/r%d/b%d", &leg, &round, &number) // read has looked at it
	return round
}

// whole says that everybody who was in the last round has all their matches of it, or a bye.
func (e *event) whole() bool {
	last := len(e.rounds)
	there := map[int]bool{}
	for _, b := range e.rounds[last-1] {
		there[b.first], there[b.second] = true, true
		if slices.ContainsFunc(b.games, func(f league.Fixture) bool { return f.Key == "" }) {
			return false
		}
	}
	for i := range e.seats {
		if !there[i] && e.in(i, last) && e.bye(i, last).Kind == league.Missed {
			return false
		}
	}
	return true
}

// draw pairs a round, and notes who has a bye in it.
func (e *event) draw(round int) (league.Plan, error) {
	t := e.tournament(round)
	r, err := dutch.Next(t)
	if err != nil {
		return league.Plan{}, fmt.Errorf("pairing round %d: %w", round, err)
	}
	var plan league.Plan
	for leg := range e.sheet.Terms.Cycles {
		for n, p := range r.Pairs {
			f := league.Fixture{Key: key(leg+1, round, n+1), First: e.seats[p.First].id, Second: e.seats[p.Second].id}
			if leg == 1 {
				f.First, f.Second = f.Second, f.First
			}
			plan.Fixtures = append(plan.Fixtures, f)
		}
	}
	for i, p := range e.seats {
		note := p.note.without(round)
		switch {
		case !e.in(i, round):
			continue
		case i == r.Bye:
			note.Byes = append(note.Byes, round)
		case e.sits(i, round):
			note.Off, note.Rests = round, false
		}
		if text := note.String(); text != p.note.String() {
			plan.Rulings = append(plan.Rulings, league.Decision{Act: league.ActNoted, Player: league.Player{ID: p.id}, Text: text})
		}
	}
	return plan, nil
}

// sits says that a player has a bye in a round because they asked for it. If that would leave
// nobody to pair, nobody has.
func (e *event) sits(i, round int) bool {
	asked := func(i int) bool {
		return e.seats[i].note.Off == round || e.seats[i].note.Rests && e.seats[i].note.Off == 0
	}
	plays := 0
	for k := range e.seats {
		if e.in(k, round) && !asked(k) {
			plays++
		}
	}
	return plays > 1 && asked(i)
}

// tournament is what the pairing must know.
func (e *event) tournament(round int) dutch.Tournament {
	t := dutch.Tournament{Rounds: e.total, First: e.kickoff(), Players: make([]dutch.Player, len(e.seats))}
	for i := range e.seats {
		t.Players[i] = dutch.Player{Past: make([]dutch.Past, round-1), Absent: !e.in(i, round) || e.sits(i, round)}
		for k := range round - 1 {
			t.Players[i].Past[k] = e.past(i, k+1)
		}
	}
	for k := range round - 1 {
		for _, b := range e.rounds[k] {
			t.Players[b.first].Past[k], t.Players[b.second].Past[k] = e.pasts(b)
		}
	}
	for _, rule := range e.sheet.Pairs {
		first, ok := e.at[rule.First]
		second, ok2 := e.at[rule.Second]
		switch pair := [2]int{first, second}; {
		case !ok || !ok2:
		case rule.Round == 0:
			t.Forbidden = append(t.Forbidden, pair)
		case rule.Round == round && !t.Players[first].Absent && !t.Players[second].Absent:
			t.Forced = append(t.Forced, pair)
		}
	}
	return t
}

// past is a round without a match.
func (e *event) past(i, round int) dutch.Past {
	switch e.bye(i, round).Kind {
	case league.PairingBye:
		return dutch.Past{Kind: dutch.Bye, Points: 2}
	case league.AskedBye:
		return dutch.Past{Kind: dutch.Asked, Points: 1}
	}
	return dutch.Past{Kind: dutch.Absent}
}

// pasts is a round with one, for both.
func (e *event) pasts(b board) (first, second dutch.Past) {
	kind := dutch.Unplayed
	if e.played(b) {
		kind = dutch.Played
	}
	points := e.matchPoints(b)
	first = dutch.Past{Kind: kind, Opponent: b.second, Side: engine.First, Points: points[0]}
	second = dutch.Past{Kind: kind, Opponent: b.first, Side: engine.Second, Points: points[1]}
	return first, second
}

// matchPoints are what a board counts for pairing (R-UT-5): 2 for one who has won, which a
// single match pays with four or five points and two with more than the opponent's; 1 each if
// it is undecided, and nothing where nobody has got anything.
func (e *event) matchPoints(b board) [2]int {
	p := e.points(b)
	if e.void(b.first) || e.void(b.second) {
		return [2]int{}
	}
	won := p[0] - p[1]
	if least := e.sheet.Scoring[engine.SuddenDeath]; e.sheet.Terms.Cycles == 1 && max(won, -won) < least.Win-least.Loss {
		won = 0 // three points against two
	}
	switch {
	case won > 0:
		return [2]int{2, 0}
	case won < 0:
		return [2]int{0, 2}
	case p[0]+p[1] == 0 || !e.played(b): // both have forfeited
		return [2]int{}
	}
	return [2]int{1, 1}
}

// kickoff is the side of the top seed in their first match, by lot: the lowest bit of the first
// byte of SHA-256(seed || "kick-off").
func (e *event) kickoff() engine.Side {
	sum := sha256.Sum256(append(slices.Clone(e.sheet.Lot), "kick-off"...))
	return engine.Side(1 + sum[0]&1)
}
