package rating

import (
	"math"

	"kickabout/league"
)

// Halves is what a match pays in Elo: 2 for a win, 1 for each side of a drawn match, 0.
type Halves int

// EloSystem is Little Golem's Elo (R-RA-2): both new numbers come from those before the
// match; K falls by one with each game, from K to LeastK; the result is rounded to four
// decimals, half away from zero.
//
// Promises: a number never falls below Floor; for the same numbers and opponent it does
// not fall when the result is better; a win never lowers it and a loss never raises it, as long
// as it was not below Floor.
type EloSystem struct {
	Start, Floor league.Elo
	K, LeastK    int
	LastGoalWins bool // the last scorer of a level match wins (profile lg); else it is drawn (std)
}

// eloSpread is the distance at which the stronger one is expected to win e times as often;
// it is ten times at 400 points.
const eloSpread = 400 * float64(league.EloPoint) / math.Ln10

// Expected returns the share of the wins that a player is expected to take who is so many
// points ahead.
func (e EloSystem) Expected(ahead league.Elo) Share {
	return Share(1 / (1 + math.Exp(-float64(ahead)/eloSpread)))
}

// Factor returns K after a number of games.
func (e EloSystem) Factor(games int) int { return max(e.LeastK, e.K-games) }

// After returns a player's number after a match, their games before it counted.
func (e EloSystem) After(own league.Elo, games int, got Halves, expected Share) league.Elo {
	gain := e.gain(games, Share(got)/2, expected)
	return max(e.Floor, league.Elo(math.Round(float64(own)+gain)))
}

// gain is what a match adds to a player's number.
func (e EloSystem) gain(games int, got, expected Share) float64 {
	return float64(e.Factor(games)) * float64(league.EloPoint) * float64(got-expected)
}

// An EloMeeting is a result against an opponent as they were before.
type EloMeeting struct {
	Opponent league.Elo
	Share    Share
}

// Together returns a player's number after matches that are rated together: each by the
// numbers before all of them and by the K of its place among their matches. There is no floor,
// and it is rounded once.
func (e EloSystem) Together(own league.Elo, games int, meetings ...EloMeeting) league.Elo {
	sum := 0.0
	for k, m := range meetings {
		sum += e.gain(games+k, m.Share, e.Expected(own-m.Opponent))
	}
	return league.Elo(math.Round(float64(own) + sum))
}

// GradeNeeds returns the Elo and the wins that a grade asks for (R-RA-3).
func GradeNeeds(g league.Grade) (league.Elo, int) {
	if g <= 0 {
		return 0, 0
	}
	return (1200 + 50*league.Elo(g)) * league.EloPoint, int(g) * (int(g) + 1) / 2
}

// Earned returns the grade of a player who had one: the next ones too, as long as both
// conditions hold for each of them. A grade is never lost.
func Earned(had league.Grade, elo league.Elo, wins int) league.Grade {
	for had < league.TopGrade {
		needElo, needWins := GradeNeeds(had + 1)
		if elo < needElo || wins < needWins {
			break
		}
		had++
	}
	return had
}
