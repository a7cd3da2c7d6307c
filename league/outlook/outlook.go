// Package outlook says what a tournament comes to before it is played: how many games it has, and between which days it
// ends.
package outlook

import (
	"time"

	"kickabout/engine"
	"kickabout/engine/clock"
	"kickabout/league"
)

// Outlook is what a tournament with so many players comes to, before it is played.
type Outlook struct {
	Matches int // in all, at most: a knock-out may need a decider in every tie
	Least   int // of one player
	Most    int // likewise
	Rounds  int // matches that follow one upon another at least; 1: all begin at once
	Chain   int // likewise, at most
}

// Foreseen is a format that can say what a tournament comes to.
type Foreseen interface {
	league.Format
	// Outlook is asked for numbers of players and terms that the format takes.
	Outlook(players int, t league.TournamentTerms) Outlook
}

// Span is how long a match takes: if both sides move twice a day, and if both use all the
// time that there is. Zero: there is no bound.
type Span struct{ Quick, Longest time.Duration }

// SpanOf returns the span of a match of a game at a time control: a side that has used up its
// bank has the increments of all its moves but the last (R-TC-1).
func SpanOf(game engine.Info, c clock.Control) Span {
	if game.Turns == 0 {
		return Span{}
	}
	turns := game.Turns + game.ExtraTurns
	return Span{
		Quick:   time.Duration(game.Turns) * 12 * time.Hour,
		Longest: 2 * (c.Bank + time.Duration(turns)*c.Increment), // the placing is a move more
	}
}

// WithVacation returns the span of a match in which vacation stops each clock for so long at most (R-VA-7).
func (s Span) WithVacation(each time.Duration) Span {
	if s.Longest > 0 {
		s.Longest += 2 * each
	}
	return s
}

// InStep returns the span of the two matches of a duplicate pair: each may wait for the other all the
// time that there is in that one.
func (s Span) InStep() Span {
	s.Longest *= 2
	return s
}

// Ends returns between which moments a tournament that starts then ends, by the span of its matches; a
// match of a round that has a last day is over on it. Zero times: there is no telling.
func (o Outlook) Ends(start time.Time, s Span, roundDays int) (first, last time.Time) {
	longest := s.Longest
	if day := time.Duration(roundDays) * 24 * time.Hour; day > 0 && (longest == 0 || day < longest) {
		longest = day
	}
	if longest > 0 {
		last = start.Add(time.Duration(o.Chain) * longest)
	}
	if s.Quick > 0 {
		first = start.Add(time.Duration(o.Rounds) * min(s.Quick, longest))
	}
	return first, last
}
