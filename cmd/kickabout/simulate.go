package main

import (
	"errors"
	"math/rand/v2"
	"os"
)

// simulateCmd says how a table will probably end.
type simulateCmd struct {
	Players   string             `help:"A file with the ratings of the players, as rate prints it." default:"" type:"path"`
	Strength  map[string]float64 `help:"The rating of a player by hand, as in ann=1650; several are parted by semicolons." placeholder:"NAME=RATING"`
	Tiebreaks string             `help:"What ranks, as for table; the first must be tp." placeholder:"LIST"`
	Runs      int                `help:"How often the open matches are played, from 1 to 1000000." default:"10000"`
	Seed      uint64             `help:"The same seed gives the same odds." default:"1"`
	CloseWin  bool               `help:"A target win by one goal pays 4-1."`
	JSON      bool               `help:"Print JSON."`
}

// Help is shown by kickabout simulate --help.
func (simulateCmd) Help() string {
	return `The standard input is CSV as for kickabout table:

  first,second,ending,winner,first_goals,second_goals

A line whose ending, winner and goals are empty is a match that is still to be played. The players' ratings come from
--players, CSV of which name and rating count:

  name,rating,deviation,volatility

or from --strength; who is in neither has 1500. Ratings are on the scale of Glicko-2 or Elo: who is 400 points ahead has
odds ten times as good.

The open matches are played --runs times by a model, and ranked each time by the tie-breaks; who is level on all of
them is parted by chance. The model is an ordered logit. Between equals 36 of 100 matches end 5-0, 9 end 4-1, 4 end
3-2, 2 end 2-2, and as many the other way round: it is not fitted to anything, so the odds are no better than that.
Goals are as few as the ending asks for.

Printed are rank, matches, points, the best and the worst rank that are possible, and for each final place the odds
in percent with their standard error; with --json from 0 to 1. Who has a place for sure has 100 or 0. What is wrong with
the input is said with line and column, and nothing else is printed.`
}

// Run prints the odds.
func (c simulateCmd) Run() error {
	if c.Runs < 1 || c.Runs > 1_000_000 {
		return errors.New("--runs should be from 1 to 1000000")
	}
	players, err := playersIn(c.Players)
	if err != nil {
		return err
	}
	results, err := resultsIn(os.Stdin, true, c.CloseWin)
	if err != nil {
		return err
	}
	strength, err := results.Strengths(players, c.Strength)
	if err != nil {
		return err
	}
	order, err := results.Order(c.Tiebreaks)
	if err != nil {
		return err
	}
	forecast, err := results.Simulate(order, strength, c.Runs, rand.New(rand.NewPCG(c.Seed, 0)))
	if err != nil {
		return err
	}
	if c.JSON {
		return forecast.WriteJSON(os.Stdout)
	}
	return forecast.Write(os.Stdout)
}
