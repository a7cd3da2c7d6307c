package views

import (
	"fmt"
	"strconv"
	"time"

	"kickabout/engine"
	"kickabout/league"
)

// left writes how much time there is, in its two greatest units: "3 days 4 h",
// "4 h 12 min", "12 min". The script writes the same.
func left(d time.Duration) string {
	minutes := int(max(0, d) / time.Minute)
	days, hours := minutes/(24*60), minutes/60%24
	switch {
	case days > 1:
		return fmt.Sprintf("%d days %d h", days, hours)
	case days == 1:
		return fmt.Sprintf("1 day %d h", hours)
	case hours > 0:
		return fmt.Sprintf("%d h %d min", hours, minutes%60)
	case minutes > 0:
		return fmt.Sprintf("%d min", minutes)
	}
	return "under 1 min"
}

// moment writes a time for people who have no script to show it in their zone.
func moment(t time.Time) string { return t.UTC().Format("Mon 2 Jan 2006, 15:04 UTC") }

// machine writes a time for the datetime attribute.
func machine(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// scoreText writes a score as it is spoken of: "2:1".
func scoreText(score [2]int) string {
	return strconv.Itoa(score[0]) + ":" + strconv.Itoa(score[1])
}

// pointsText writes tenths of points as points: "5", "2.5".
func pointsText(p league.Points) string {
	return strconv.FormatFloat(float64(p)/10, 'f', -1, 64)
}

// outcomeText says how a match ended, in one sentence; sides are what the game
// calls First and Second.
func outcomeText(o engine.Outcome, sides [2]string) string {
	score := scoreText(o.Score)
	winner, loser := "", ""
	if o.Winner != engine.NoSide {
		winner, loser = sides[o.Winner-1], sides[o.Winner.Other()-1]
		if o.Winner == engine.Second { // told from the winner's side
			score = scoreText([2]int{o.Score[1], o.Score[0]})
		}
	}
	switch o.Ending {
	case engine.FullTime:
		return fmt.Sprintf("%s wins %s at full time.", winner, score)
	case engine.Target:
		return fmt.Sprintf("%s wins %s with the last goal that was needed.", winner, score)
	case engine.SuddenDeath:
		return fmt.Sprintf("%s wins %s in sudden death.", winner, score)
	case engine.LastGoal:
		return fmt.Sprintf("Level at %s to the end; %s wins because it scored the last goal.", score, winner)
	case engine.Goalless:
		return "Drawn 0:0: nobody scored to the end."
	case engine.Resignation:
		return fmt.Sprintf("%s wins: %s resigned at %s.", winner, loser, scoreText(o.Score))
	case engine.Timeout:
		return fmt.Sprintf("%s wins: %s ran out of time at %s.", winner, loser, scoreText(o.Score))
	case engine.Forfeit:
		return fmt.Sprintf("%s wins without play: %s forfeited.", winner, loser)
	case engine.DoubleForfeit:
		return "Both sides forfeited; nobody wins."
	case engine.Adjudication:
		if winner == "" {
			return fmt.Sprintf("Stopped at %s and decided as drawn.", scoreText(o.Score))
		}
		return fmt.Sprintf("Stopped at %s and decided as a win for %s.", scoreText(o.Score), winner)
	case engine.SlowPlay:
		return fmt.Sprintf("Stopped at %s and decided as a win for %s: %s played too slowly.", scoreText(o.Score), winner, loser)
	case engine.Void:
		return "This game was declared void and does not count."
	}
	return ""
}

// priceText says what an outcome pays, the winner first: "5 – 0 points"; "" if it
// pays nothing at all or has no price.
func priceText(s league.Scoring, o engine.Outcome) string {
	points, ok := s.Points(o)
	if !ok || points == [2]league.Points{} {
		return ""
	}
	return pointsText(max(points[0], points[1])) + " – " + pointsText(min(points[0], points[1])) + " points"
}

// plural picks the word that fits a number.
func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
