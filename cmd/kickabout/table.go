package main

import (
	"io"
	"os"

	"kickabout/league/results"
)

// tableCmd ranks the players of results on the standard input.
type tableCmd struct {
	Tiebreaks string `help:"What ranks, the first one first, as in tp,son,de. Without it tp,son,de,nw,gd,gf,to,lot, or of these what points alone can tell." placeholder:"LIST"`
	CloseWin  bool   `help:"A target win by one goal pays 4-1."`
	JSON      bool   `help:"Print JSON."`
}

// Help is shown by kickabout table --help.
func (tableCmd) Help() string {
	return `The standard input is CSV with one of two headers:

  first,second,ending,winner,first_goals,second_goals
  first,second,first_points,second_points

Columns are parted by commas, semicolons or tabs. A tournament file (TRF16 or TRF26) is read too, by what its games
and byes paid.

With columns round and bye, the second header takes rounds that somebody spent without an opponent: first and
first_points are theirs, second and second_points are empty, and bye is pairing (the number was odd), full, half
(points that were asked for), absent, won or lost. In a game that nobody came to play it is forfeit.

The first header pays 5-0, 4-1, 3-2 or 2-2 by the ending: full time or target 5-0, sudden death 4-1, last goal 3-2,
goalless 2-2; resignation, timeout and forfeit 5-0; double forfeit nothing; adjudication by the board, 4-1 for a
leader, 3-2 where it is level with goals, else 2-2; slow play 4-1; void matches do not count. The winner is
first, second or nothing. Goals are those on the board: a match that was given up counts 3:0 unless its winner
led by three. The second header pays what it says, in any scoring, as 1, 0.5 and 0.

Players may meet as often as they like. Who is level on everything shares a rank, in the order of the file.

The tie-breaks are ` + results.Codes() + `: points; SON (the points from each opponent times that opponent's, added up; for
1, 0.5 and 0 this is Sonneborn-Berger); direct encounter; wins on the board; goal difference; goals; fewer
own time-outs; the random draw, which parts nobody here; direct points and direct goal difference; Sonneborn-Berger by
wins and draws; Koya; wins. Where one compares only players who are level, - (in JSON null) stands for the others.

What is wrong with the input is said with line and column, and nothing else is printed.`
}

// resultsIn reads results, of which close wins may pay less.
func resultsIn(in io.Reader, open, closeWins bool) (results.Results, error) {
	found, err := results.ReadResults(in, open)
	if err == nil && closeWins {
		err = found.CloseWins()
	}
	return found, err
}

// Run prints the table.
func (c tableCmd) Run() error {
	found, err := resultsIn(os.Stdin, false, c.CloseWin)
	if err != nil {
		return err
	}
	order, err := found.Order(c.Tiebreaks)
	if err != nil {
		return err
	}
	standings, err := found.Standings(order)
	if err != nil {
		return err
	}
	if c.JSON {
		return standings.WriteJSON(os.Stdout)
	}
	return standings.Write(os.Stdout)
}
