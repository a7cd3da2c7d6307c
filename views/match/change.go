package match

import (
	"fmt"
	"strings"

	"kickabout/league"
	"kickabout/league/rating"
	"kickabout/views/ui"
)

// uncountedText says why a match did not count, to go on after "Not rated: ".
func uncountedText(why league.Uncounted, s rating.System) string {
	switch why {
	case league.AgainstBot:
		return "games against bots are not."
	case league.AgainstHimself:
		return "one player had both sides."
	case league.WasVoid:
		return "it does not count for anybody."
	case league.TooEarly:
		return fmt.Sprintf("it was given up before the loser had made %d moves.", s.LeastMoves)
	case league.OverBudget:
		return fmt.Sprintf("from one opponent you can win at most %d rating points in %d days and %d in a year, and this would have been more.", int(s.Pair.Most/league.EloPoint), int(s.Pair.Span.Hours()/24), int(s.Pair.MostYear/league.EloPoint))
	case league.AtFloor:
		return fmt.Sprintf("the loser has the lowest rating there is, %d, and can lose nothing.", int(s.Elo.Floor/league.EloPoint))
	case league.TooManyLate:
		return fmt.Sprintf("the loser had lost %d other games on time in the last %d hours. The points of the game stay as they are.", s.LateLosses, int(s.LateSpan.Hours()))
	}
	return "its ending has no price."
}

// ChangeText writes a change with a sign: "+30.0", "−12.5".
func ChangeText(e league.Elo) string { return strings.Replace(e.Signed(), "-", "−", 1) }

// RatingChange is what a match did to a player's rating, in words.
type RatingChange struct {
	Name   string
	Change string // "+30.0"
	Now    string // "1530.0, 19 kyu"
	URL    string // of the rating list
	Earned bool   // a new grade
	Not    string // why it changed nothing for them alone; "" if it did
	Rule   string // where the rule of that stands
}

// ruleOf is the rule by which a match did not count; "" where it says itself why.
func ruleOf(why league.Uncounted) string {
	switch why {
	case league.OverBudget, league.AtFloor:
		return ui.RuleURL("R-RA-9")
	case league.TooEarly, league.TooManyLate:
		return ui.RuleURL("R-FF-4")
	case league.AgainstBot:
		return ui.RuleURL("R-RA-8")
	}
	return ""
}

// botOf returns the machine in a match of which one player is one.
func botOf(m league.Match) league.Player {
	if m.Seats[0].Player.Machine() {
		return m.Seats[0].Player
	}
	return m.Seats[1].Player
}

// ratingChanges tells what a finished match did to the ratings, or why it did nothing; unrated is
// "" while that is not known yet.
func ratingChanges(m league.Match, changes []league.Change) (rated []RatingChange, unrated, rule string) {
	bots := m.Seats[0].Player.Machine() || m.Seats[1].Player.Machine()
	switch {
	case m.Helps:
		return nil, "it helps to rate " + botOf(m).Name + ", and moves no other rating.", ui.RuleURL("R-BO-4")
	case bots:
		return nil, uncountedText(league.AgainstBot, rating.System{}), ruleOf(league.AgainstBot)
	case !m.Rated:
		return nil, "it was not played for ratings.", ""
	case len(changes) == 2 && changes[0].Why == changes[1].Why && changes[0].Why != "":
		return nil, uncountedText(changes[0].Why, rating.Standard()), ruleOf(changes[0].Why)
	}
	for _, c := range changes {
		if c.Why != "" { // it counts for the other side
			rated = append(rated, RatingChange{Name: m.Seats[c.Seat].Player.Name, Not: uncountedText(c.Why, rating.Standard()), Rule: ruleOf(c.Why)})
			continue
		}
		rated = append(rated, RatingChange{
			Name: m.Seats[c.Seat].Player.Name, Change: ChangeText(c.After.Elo - c.Before.Elo), Now: c.After.Elo.String() + ", " + c.After.Grade.String(),
			URL: ui.RatingsURL(c.Pool), Earned: c.After.Grade > c.Before.Grade,
		})
	}
	return rated, "", ""
}
