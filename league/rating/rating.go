// Package rating says how strong players are: Little Golem's Elo with its grades, which
// people see, and Glicko-2, which seeds, warns and foretells (R-RA-1). The two
// never mix. A System holds all numbers; a Book keeps the standings of players while
// matches are added in the order of their end.
package rating

import (
	"time"

	"kickabout/engine"
	"kickabout/league"
)

// System is the two systems and the bounds on what counts.
type System struct {
	Elo     EloSystem
	Glicko  GlickoSystem
	Scoring league.Scoring // what the shares of Glicko come from

	LeastMoves  int           // that the loser must have made in a match that was not played out
	LateLosses  int           // that count within LateSpan
	LateSpan    time.Duration // R-FF-4
	Pair        PairBudget    // R-RA-9
	Testers     int           // whom one must have played for a rating that counts (R-RA-10)
	Since       time.Time     // matches that end before are rated without R-RA-9, R-RA-10 and the new R-FF-4 (R-TM-1)
	RefundMost  int           // points that a player gets back for one who is expelled (R-FF-9)
	RefundSpan  time.Duration // before that, in which what they lost is given back
	Provisional league.Deviation
	Listed      league.Deviation // at most, for a place in the list
	ListedSpan  time.Duration    // since the last match that counted
}

// Standard is the recommended profile, std: a level match whose last scorer gets 3 points of
// 5 is drawn for Elo.
func Standard() System {
	return System{
		Elo: EloSystem{Start: 1500 * league.EloPoint, Floor: 1000 * league.EloPoint, K: 60, LeastK: 30},
		Glicko: GlickoSystem{
			Start: league.Strength{Rating: 1500, Deviation: 350, Volatility: 0.06},
			Tau:   0.5, Floor: 45, Ceiling: 350, PerDay: 0.21436,
		},
		Scoring: league.Standard(), LeastMoves: 6, LateLosses: 2, LateSpan: 72 * time.Hour,
		Pair: StandardBudget(), Testers: league.Testers,
		RefundMost: 150, RefundSpan: 180 * 24 * time.Hour,
		Provisional: 110, Listed: 75, ListedSpan: 90 * 24 * time.Hour,
	}
}

// LittleGolem is the profile lg: as Standard, but the last scorer wins.
func LittleGolem() System {
	s := Standard()
	s.Elo.LastGoalWins = true
	return s
}

// Fresh is the standing of somebody without a match.
func (s System) Fresh() league.Standing {
	return league.Standing{Elo: s.Elo.Start, Strength: s.Glicko.Start}
}

// Now returns a player's strength at a moment: their deviation has grown since their last match.
func (s System) Now(p league.Standing, now time.Time) league.Strength {
	return s.Glicko.Grown(p.Strength, s.Glicko.Elapsed(p.Last, now))
}

// Place says how a player stands at a moment: listed among those whose numbers are sure
// and fresh and who have played enough others, and provisional while they are far from sure
// or have not (R-RA-4, R-RA-10). Others is how many more are active in the pool.
func (s System) Place(p league.Standing, others int, now time.Time) (listed, provisional bool) {
	d, tested := s.Now(p, now).Deviation, s.tested(p, others, now)
	return p.Games > 0 && tested && d <= s.Listed && now.Sub(p.Last) <= s.ListedSpan, d >= s.Provisional || !tested
}

// tested says whether a player has played as many others as a rating that counts takes (R-RA-10). In a
// pool in which fewer are active it takes all of these.
func (s System) tested(p league.Standing, others int, now time.Time) bool {
	return now.Before(s.Since) || p.Faced >= min(s.Testers, others)
}

// Expected returns the tournament points that a player is expected to take from an
// opponent in a match, 0..5. It goes by how unsure both ratings are, so that what the two are expected
// to take adds up to 5 (R-RA-4).
func (s System) Expected(own, opponent league.Standing, now time.Time) float64 {
	return 5 * float64(s.Glicko.Outlook(s.Now(own, now), s.Now(opponent, now)))
}

// A Result is what a match counts for ratings: of First and Second.
type Result struct {
	Halves [2]Halves
	Shares [2]Share
}

// Result returns what an outcome counts; ok is false if it counts nothing. Shares are parts
// of the tournament points that were paid; Elo knows a win, a loss and a drawn match (league rules 1).
func (s System) Result(o engine.Outcome) (r Result, ok bool) {
	points, ok := s.Scoring.Points(o)
	paid := points[0] + points[1]
	if !ok || paid <= 0 {
		return Result{}, false
	}
	r.Shares = [2]Share{Share(points[0]) / Share(paid), Share(points[1]) / Share(paid)}
	switch {
	case o.Winner == engine.NoSide || s.level(o) && !s.Elo.LastGoalWins:
		r.Halves = [2]Halves{1, 1}
	case o.Winner == engine.First:
		r.Halves = [2]Halves{2, 0}
	default:
		r.Halves = [2]Halves{0, 2}
	}
	return r, true
}

// level says that neither side led, and the last scorer took the greater part.
func (s System) level(o engine.Outcome) bool {
	return o.Ending == engine.LastGoal || o.Ending == engine.Adjudication && o.Score[0] == o.Score[1]
}

// Rate returns the standings of First and Second after a match that ended at a moment. Both
// come from the numbers before it. Grades stay: whether one is earned depends on other matches too (R-RA-10).
func (s System) Rate(before [2]league.Standing, r Result, ended time.Time) [2]league.Standing {
	first := s.Elo.Expected(before[0].Elo - before[1].Elo)
	expected := [2]Share{first, 1 - first}
	strength := [2]league.Strength{s.Now(before[0], ended), s.Now(before[1], ended)}
	after := before
	for i := range after {
		p := &after[i]
		p.Elo = s.Elo.After(p.Elo, p.Games, r.Halves[i], expected[i])
		p.Games++
		if r.Halves[i] == 2 {
			p.Wins++
		}
		elapsed := s.Glicko.Elapsed(p.Last, ended)
		p.Strength = s.Glicko.Period(p.Strength, elapsed, Meeting{strength[1-i], r.Shares[i]})
		p.Last = ended
	}
	return after
}
