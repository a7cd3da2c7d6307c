package insight

import (
	"context"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/rating"
)

// Forecast is what a match between two sides would do to their ratings.
type Forecast struct {
	Pool     league.Pool
	Sides    [2]ForecastSide // who asks, and the opponent
	Cases    []rating.Case
	Expected float64 // Tournament points, 0..5; negative: a side is a mere number
}

// ForecastSide is one of the sides.
type ForecastSide struct {
	Name     string // of the player; "" if it is a mere number
	Standing league.Standing
}

// The least and the most rating that a forecast is made for.
const leastAsked, mostAsked = 1000, 4000

// forecastGames is how many games a side has played that is a mere number: its K is the least.
const forecastGames = 30

// Forecast says what a match would do. Each side is a player's name or a rating; rules are
// read as Reservations.Rules does. What is wrong comes as errors of the fields "rules", "own" and
// "opponent", all at once.
func (s *Odds) Forecast(ctx context.Context, viewer league.Viewer, rules, own, opponent string) (Forecast, error) {
	game, variant, err := s.reservations.Rules(rules)
	if err != nil {
		return Forecast{}, err
	}
	f := Forecast{Pool: league.Pool{Game: game.Info().ID, Variant: variant}}
	var problems []error
	for i, typed := range []string{own, opponent} {
		side, err := s.forecastSide(ctx, viewer, f.Pool, []string{"own", "opponent"}[i], strings.TrimSpace(typed))
		if err != nil && league.KindOf(err) == league.Internal {
			return Forecast{}, err
		}
		f.Sides[i] = side
		problems = append(problems, err)
	}
	if f.Sides[0].Name != "" && f.Sides[0].Name == f.Sides[1].Name {
		problems = append(problems, league.FieldErrorf("opponent", "You cannot play a rated game against yourself. Name another player."))
	}
	if err := errors.Join(problems...); err != nil {
		return Forecast{}, err
	}
	a, b := f.Sides[0], f.Sides[1]
	endings := slices.Insert(slices.Clone(game.Info().Endings), 1, engine.Resignation)
	f.Cases = s.core.Ratings.WhatIf(a.Standing, b.Standing, endings, s.core.Now())
	f.Expected = -1
	if a.Name != "" && b.Name != "" {
		f.Expected = s.core.Ratings.Expected(a.Standing, b.Standing, s.core.Now())
	}
	return f, nil
}

// forecastSide reads what was typed for a side.
func (s *Odds) forecastSide(ctx context.Context, viewer league.Viewer, pool league.Pool, field, typed string) (ForecastSide, error) {
	if typed == "" {
		return ForecastSide{}, league.FieldErrorf(field, "Type the name of a player, or a rating such as 1500.")
	}
	number, err := strconv.ParseFloat(strings.ReplaceAll(typed, ",", "."), 64)
	if err == nil && typed[0] >= '0' && typed[0] <= '9' { // else somebody is called Nan
		if !(number >= leastAsked && number <= mostAsked) {
			return ForecastSide{}, league.FieldErrorf(field, "A rating is a number from %d to %d.", leastAsked, mostAsked)
		}
		standing := s.core.Ratings.Fresh()
		standing.Elo, standing.Games = league.Elo(math.Round(number*float64(league.EloPoint))), forecastGames
		return ForecastSide{Standing: standing}, nil
	}
	p, err := s.accounts.PlayerByName(ctx, typed)
	switch {
	case league.KindOf(err) == league.NotFound || league.KindOf(err) == league.Invalid:
		return ForecastSide{}, league.FieldErrorf(field, "There is no player of that name. Type a name as it stands in the list, or a rating such as 1500.")
	case err != nil:
		return ForecastSide{}, err
	}
	latest, err := s.store.RatingHistory(ctx, viewer, p.ID, 1, pool)
	if err != nil {
		return ForecastSide{}, err
	}
	side := ForecastSide{Name: p.Name, Standing: s.core.Ratings.Fresh()}
	if len(latest) > 0 {
		side.Standing = latest[0].After
	}
	return side, nil
}
