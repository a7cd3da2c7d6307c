package member

import (
	"fmt"
	"math"
	"strconv"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/odds"
	"kickabout/league/rating"
	"kickabout/views/match"
	"kickabout/views/ui"
)

// ForecastInput is what the calculator is built from.
type ForecastInput struct {
	ui.Frame
	Games         []engine.Game
	Rules         string // as typed: "streetsoccer/lg"
	Own, Opponent string // likewise
	Errors        map[string]string
	Forecast      *ForecastResult // nil: nothing to show yet
}

// ForecastResult is what a match between two sides would do.
type ForecastResult struct {
	Pool     league.Pool
	Names    [2]string // "" of a mere number
	Before   [2]league.Standing
	Cases    []rating.Case
	Expected float64 // tournament points; negative: unknown
}

// ForecastPage is the calculator: what a match would do to a rating.
type ForecastPage struct {
	ui.Frame
	Rules         []PoolChoice
	Own, Opponent string
	Errors        map[string]string
	Shown         bool
	Sides         string // "Ann (1530.0, 19 kyu) against Bob (1470.0, 20 kyu)"
	Expected      string // a sentence; "" if it is not known
	Rows          []ForecastRow
	List          string // the rating list of the pool
	Numbers       bool   // a side is a mere number
}

// PoolChoice is a choice of a game with its variant.
type PoolChoice struct {
	Value, Name string
	Chosen      bool
}

// ForecastRow is what one outcome would do.
type ForecastRow struct {
	Outcome string // "You win at full time"
	Points  string // "5–0"
	Change  string // "+30.0"
	After   string // "1530.0", with the grade that it brings: "1530.0, 19 kyu"
	Kind    string // "won", "drawn", "lost"
}

// NewForecastPage builds the calculator.
func NewForecastPage(in ForecastInput) ForecastPage {
	p := ForecastPage{Frame: in.Frame, Own: in.Own, Opponent: in.Opponent, Errors: in.Errors}
	p.Title = "What if I win?"
	p.Description = "What a game would do to a rating, for each way in which it may end."
	known := false
	for _, g := range in.Games {
		for _, v := range g.Info().Live() {
			c := PoolChoice{ui.RulesID(g.Info().ID, v.ID), ui.RulesName(g.Info(), v.ID), false}
			c.Chosen = c.Value == in.Rules
			known = known || c.Chosen
			p.Rules = append(p.Rules, c)
		}
	}
	pool := league.ParsePool(in.Rules)
	if g := ui.GameOf(in.Games, pool.Game); g != nil && !known {
		if _, err := g.Info().Ruleset(pool.Variant); err == nil { // with options, or retired
			p.Rules = append(p.Rules, PoolChoice{in.Rules, ui.RulesName(g.Info(), pool.Variant), true})
		}
	}
	if f := in.Forecast; f != nil {
		p.show(f)
	}
	return p
}

func (p *ForecastPage) show(f *ForecastResult) {
	p.Shown, p.List = true, ui.RatingsURL(f.Pool)
	side := func(i int) string {
		text := f.Before[i].Elo.String()
		if f.Names[i] == "" {
			p.Numbers = true
			return text
		}
		return f.Names[i] + " (" + text + ", " + f.Before[i].Grade.String() + ")"
	}
	p.Sides = side(0) + " against " + side(1)
	if f.Expected >= 0 {
		p.Expected = fmt.Sprintf("%s is expected to take %s of 5 points.", f.Names[0], strconv.FormatFloat(math.Round(f.Expected*100)/100, 'f', 2, 64))
	}
	for _, c := range f.Cases {
		row := ForecastRow{
			Points: c.Points[0].String() + "–" + c.Points[1].String(), Change: match.ChangeText(c.Elo), After: c.After.Elo.String(),
			Outcome: ui.Upper(string(c.Outcome.Ending)), Kind: "drawn",
		}
		if f.Names[0] != "" && c.After.Grade > f.Before[0].Grade {
			row.After += ", " + c.After.Grade.String()
		}
		if c.Outcome.Ending == engine.Resignation {
			row.Outcome = "Resignation or time"
		}
		switch c.Outcome.Winner {
		case engine.First:
			row.Kind = "won"
		case engine.Second:
			row.Kind = "lost"
		}
		p.Rows = append(p.Rows, row)
	}
}

// RatingRulesInput is what the page about ratings is built from.
type RatingRulesInput struct {
	ui.Frame
	System rating.System
	Games  []engine.Game
	Fits   []odds.ModelFit // the latest of each pool
}

// RatingRulesPage tells how ratings work, with the numbers that the site computes by.
type RatingRulesPage struct {
	ui.Frame
	Start, Floor          string // "1500"
	K, LeastK, LastK      int    // LastK: the game from which on it is the least
	Drawn                 bool   // a level match whose last scorer gets more is drawn
	Moves, Losses         int
	Hours, Days           int
	Provisional, Listed   string
	DeviationFrom, Lowest string
	Year                  string // what a deviation of 60 has grown to after a year
	Tau, Volatility       string
	Grades                []GradeRow
	Models                []ModelView
	Enough                int    // games that a model takes
	Since                 string // the day from which on the newer rules hold, "10 December 2026"; "": they have always held here
}

// GradeRow is a grade with what it takes.
type GradeRow struct {
	Grade, Elo string
	Wins       int
}

// NewRatingRulesPage builds the page about ratings.
func NewRatingRulesPage(in RatingRulesInput) RatingRulesPage {
	s := in.System
	whole := func(e league.Elo) string { return strconv.Itoa(int(e / league.EloPoint)) }
	year := s.Glicko.Grown(league.Strength{Deviation: 60, Volatility: s.Glicko.Start.Volatility}, s.Glicko.PerDay*365)
	p := RatingRulesPage{
		Frame: in.Frame, Start: whole(s.Elo.Start), Floor: whole(s.Elo.Floor), K: s.Elo.K, LeastK: s.Elo.LeastK, LastK: s.Elo.K - s.Elo.LeastK + 1,
		Drawn: !s.Elo.LastGoalWins, Moves: s.LeastMoves, Losses: s.LateLosses, Hours: int(s.LateSpan.Hours()), Days: int(s.ListedSpan.Hours() / 24),
		Provisional: ui.Num(float64(s.Provisional)), Listed: ui.Num(float64(s.Listed)), DeviationFrom: ui.Num(float64(s.Glicko.Ceiling)), Lowest: ui.Num(float64(s.Glicko.Floor)),
		Year: strconv.Itoa(int(math.Round(float64(year.Deviation)))), Tau: ui.Num(s.Glicko.Tau), Volatility: ui.Num(float64(s.Glicko.Start.Volatility)),
	}
	if !s.Since.IsZero() {
		p.Since = ui.DayText(s.Since)
	}
	p.Models, p.Enough = modelViews(in.Games, in.Fits), odds.Enough
	p.Title = "How ratings work"
	p.Description = "How ratings, grades and strengths are computed, with all numbers."
	for g := league.Grade(1); g <= league.TopGrade; g++ {
		elo, wins := rating.GradeNeeds(g)
		p.Grades = append(p.Grades, GradeRow{g.String(), whole(elo), wins})
	}
	return p
}
