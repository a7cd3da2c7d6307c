package main

import (
	"errors"
	"fmt"
	"os"

	"kickabout/league/results"
)

// rateCmd rates games on the standard input.
type rateCmd struct {
	System  string  `help:"The system: elo or glicko2." enum:"elo,glicko2" required:""`
	Players string  `help:"A file with the ratings that players have before the first game." default:"" type:"path"`
	Tau     float64 `help:"Of Glicko-2: how fast volatility may change, from 0.1 to 2." default:"0.5"`
}

// Help is shown by kickabout rate --help.
func (rateCmd) Help() string {
	return `The standard input is CSV of games, --players CSV of players:

  period,first,second,first_score
  name,rating,deviation,volatility,games

The score of the first player is from 0 to 1; the second has the rest. Periods are whole numbers, or texts such
as 2027-05, in ascending order. All games of a period are rated together, by the ratings before it. Of the
players, deviation, volatility and games may be left out: what is printed can be given as --players the next time.

elo      Starts at 1500. K is 60 less the games rated before, at least 30, game by game also within a period;
         each is expected to score 1/(1+10^((opponent-own)/400)). There is no floor. Rounded to four decimals after
         each period. Deviation and volatility stay empty.
glicko2  As in Mark Glickman's example of the system. Starts at 1500, deviation 350, volatility 0.06. There is no
         floor and no ceiling. Each period in the input is one period, however far the next one is: who does not
         play in it has a deviation that grows by one, from the beginning if listed in --players, else from the period of the
         first game on.

Printed is name,rating,deviation,volatility,games in the order of --players, then of the first games. What is wrong with
the input is said with line and column, and nothing else is printed.`
}

// Run prints the players.
func (c rateCmd) Run() error {
	if !(c.Tau >= 0.1 && c.Tau <= 2) {
		return errors.New("--tau should be from 0.1 to 2")
	}
	players, err := playersIn(c.Players)
	if err != nil {
		return err
	}
	periods, err := results.ReadPeriods(os.Stdin)
	if err != nil {
		return err
	}
	by := results.Rater(results.Elo{})
	if c.System == "glicko2" {
		by = results.Glicko2{Tau: c.Tau}
	}
	return results.WritePlayers(os.Stdout, results.Rate(players, periods, by), by)
}

// playersIn reads a file of players; none without a file.
func playersIn(file string) ([]results.Player, error) {
	if file == "" {
		return nil, nil
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("cannot read the file: %w", err)
	}
	defer f.Close()
	players, err := results.ReadPlayers(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return players, nil
}
