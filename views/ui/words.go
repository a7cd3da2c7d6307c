package ui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/conduct"
)

// DayText writes a day for people: "1 June 2027".
func DayText(at time.Time) string { return at.UTC().Format("2 January 2006") }

// NumberedDay writes a day as 20260921 for people; "" of 0.
func NumberedDay(day int64) string {
	at, err := time.Parse("20060102", strconv.FormatInt(day, 10))
	if err != nil {
		return ""
	}
	return DayText(at)
}

// GameOf returns the game of a match; nil if it is not in the catalogue.
func GameOf(games []engine.Game, id string) engine.Game {
	for _, g := range games {
		if g.Info().ID == id {
			return g
		}
	}
	return nil
}

// RulesName names a game and its rules: "StreetSoccer, Little Golem rules".
func RulesName(info engine.Info, variant string) string {
	rules, err := info.Ruleset(variant)
	if err != nil {
		return info.Name
	}
	return info.Name + ", " + rules.Title()
}

// normalTime is the period of games that have another one; it begins with the kick-off.
const normalTime = "Normal time"

// PeriodText names the period of a board on which no turns are counted: "Before kick-off", "Possession 3 of 200".
func PeriodText(d engine.Diagram) string {
	if !KickedOff(d) {
		return "Before kick-off"
	}
	return d.Period
}

// KickedOff says that there is play to be seen on a board: of games with a normal time the first turn of it has been taken.
func KickedOff(d engine.Diagram) bool { return d.Turn > 0 || d.Period != normalTime }

// TurnText counts the turns: "Normal time, turn 7 of 25".
func TurnText(d engine.Diagram) string {
	if d.Turn == 0 {
		return PeriodText(d)
	}
	count := fmt.Sprintf("turn %d of %d", d.Turn, d.Turns)
	if d.Turns == 0 {
		count = fmt.Sprintf("turn %d", d.Turn)
	}
	if d.Period == "" {
		return Upper(count)
	}
	return d.Period + ", " + count
}

// Upper makes the first letter great; texts here begin with plain ones.
func Upper(text string) string {
	if text == "" || !slices.Contains([]byte("abcdefghijklmnopqrstuvwxyz"), text[0]) {
		return text
	}
	return string(text[0]-'a'+'A') + text[1:]
}

// MonthText writes a month for people: "May 2027".
func MonthText(name string) string {
	at, err := time.Parse("2006-01", name)
	if err != nil {
		return name
	}
	return at.Format("January 2006")
}

// FixedText writes a number with so many decimals.
func FixedText(x float64, decimals int) string { return strconv.FormatFloat(x, 'f', decimals, 64) }

// Signed is FixedText with a minus that is as wide as a digit.
func Signed(x float64, decimals int) string {
	return strings.Replace(FixedText(x, decimals), "-", "−", 1)
}

// Slug makes the id of a heading: "No surrounding" becomes "no-surrounding".
func Slug(title string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(title), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	}), "-")
}

// GameRules names a game with its variant.
func GameRules(games []engine.Game, id, variant string) string {
	if g := GameOf(games, id); g != nil {
		return RulesName(g.Info(), variant)
	}
	return id
}

// Or is the first text, or the second where that is empty.
func Or(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

// After returns a text that goes on where another ends, behind what parts them; "" if there is none. In a template a
// condition would leave a blank before it.
func After(separator, text string) string {
	if text == "" {
		return ""
	}
	return separator + text
}

// Thousands writes a whole number from 0 on, as "1,503,450".
func Thousands(n int) string {
	text := strconv.Itoa(n)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}

// CountText counts things: "1 game", "3 games".
func CountText(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + more
}

// Moment writes a time for people who have no script to show it in their zone.
func Moment(t time.Time) string { return t.UTC().Format("Mon 2 Jan 2006, 15:04 UTC") }

// Datetime writes a time for the datetime attribute.
func Datetime(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// ScoreText writes a score: "2–1".
func ScoreText(score [2]int) string {
	return strconv.Itoa(score[0]) + "–" + strconv.Itoa(score[1])
}

// GoalsText writes goals for and against, over many games: "11:5".
func GoalsText(goals, against int) string {
	return strconv.Itoa(goals) + ":" + strconv.Itoa(against)
}

// PointsText writes tenths of points as points: "5", "2.5".
func PointsText(p league.Points) string {
	return strconv.FormatFloat(float64(p)/10, 'f', -1, 64)
}

// OutcomeText says how a match ended, in one sentence; sides are what the game
// calls First and Second.
func OutcomeText(o engine.Outcome, sides [2]string) string {
	score := ScoreText(o.Score)
	winner, loser := "", ""
	if o.Winner != engine.NoSide {
		winner, loser = sides[o.Winner-1], sides[o.Winner.Other()-1]
		if o.Winner == engine.Second { // told from the winner's side
			score = ScoreText([2]int{o.Score[1], o.Score[0]})
		}
	}
	switch o.Ending {
	case engine.FullTime:
		return fmt.Sprintf("%s wins %s at full time.", winner, score)
	case engine.Target:
		return fmt.Sprintf("%s wins %s, first to %d goals.", winner, score, max(o.Score[0], o.Score[1]))
	case engine.SuddenDeath:
		return fmt.Sprintf("%s wins %s in sudden death.", winner, score)
	case engine.LastGoal:
		return fmt.Sprintf("Level at %s to the end; %s wins because it scored the last goal.", score, winner)
	case engine.Goalless:
		return "Drawn 0–0: nobody scored to the end."
	case engine.Resignation:
		return fmt.Sprintf("%s wins: %s resigned at %s.", winner, loser, ScoreText(o.Score))
	case engine.Timeout:
		return fmt.Sprintf("%s wins: %s ran out of time at %s.", winner, loser, ScoreText(o.Score))
	case engine.Forfeit:
		return fmt.Sprintf("%s wins without play: %s forfeited.", winner, loser)
	case engine.DoubleForfeit:
		return "Both sides forfeited; nobody wins."
	case engine.Adjudication:
		if winner == "" {
			return fmt.Sprintf("Stopped at %s and decided as drawn.", ScoreText(o.Score))
		}
		return fmt.Sprintf("Stopped at %s and decided as a win for %s.", ScoreText(o.Score), winner)
	case engine.SlowPlay:
		return fmt.Sprintf("Stopped at %s and decided as a win for %s: %s played too slowly.", ScoreText(o.Score), winner, loser)
	case engine.Void:
		return "This game was declared void and does not count."
	}
	return ""
}

// PriceText says what an outcome pays, the winner first: "5–0 points"; "" if it
// pays nothing at all or has no price.
func PriceText(s league.Scoring, o engine.Outcome) string {
	points, ok := s.Points(o)
	if !ok || points == [2]league.Points{} {
		return ""
	}
	return PointsText(max(points[0], points[1])) + "–" + PointsText(min(points[0], points[1])) + " points"
}

// Plural picks the word that fits a number.
func Plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// SonText writes SON, which is counted in hundredths.
func SonText(son int) string { return strconv.FormatFloat(float64(son)/100, 'f', -1, 64) }

// PointsWord writes points with their word: "1 point", "2.5 points".
func PointsWord(p league.Points) string {
	if p == 10 {
		return "1 point"
	}
	return PointsText(p) + " points"
}

// Ordinal writes a rank: "1st", "12th".
func Ordinal(n int) string { return conduct.Ordinal(n) }

// LoggedOrdinal is Ordinal of a number that a log begins with; what is none stays.
func LoggedOrdinal(text string) string {
	if n, err := strconv.Atoi(text); err == nil {
		return Ordinal(n)
	}
	return text
}
