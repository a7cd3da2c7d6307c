package script

import (
	"fmt"
	"strconv"
	"strings"

	"kickabout/engine"
	"kickabout/league"
)

// kinds are the ways in which a script says that a match ends (league rules 1).
var kinds = map[string]engine.Ending{
	"N": engine.FullTime, "S": engine.SuddenDeath, "L": engine.LastGoal, "Z": engine.Goalless, "F": engine.Resignation,
}

// result plays the running match of two players to an outcome: the first one is First. Where
// the kind and the goals do not say who wins, their name does.
func (t *teller) result(args []string) error {
	m, err := t.running(args[0], args[1])
	if err != nil {
		return err
	}
	ending, ok := kinds[args[2]]
	if !ok {
		return fmt.Errorf("there is no kind %q", args[2])
	}
	winner, goals := engine.NoSide, [2]int{-1, -1}
	for _, a := range args[3:] {
		home, away, isScore := strings.Cut(a, ":")
		switch {
		case isScore:
			var err2 error
			if goals[0], err = strconv.Atoi(home); err == nil {
				goals[1], err2 = strconv.Atoi(away)
			}
			if err != nil || err2 != nil {
				return fmt.Errorf("%q is no score", a)
			}
		case a == args[0]:
			winner = engine.First
		case a == args[1]:
			winner = engine.Second
		default:
			return fmt.Errorf("%q does not play here", a)
		}
	}
	if ending == engine.Resignation {
		return t.gives(m, winner.Other())
	}
	fits := func(r engine.Record) bool {
		o := r.Outcome()
		ends := o.Ending == ending || ending == engine.FullTime && o.Ending == engine.Target // both are N (R-PT-3)
		return ends && (winner == engine.NoSide || o.Winner == winner) && (goals[0] < 0 || o.Score == goals)
	}
	possible := func(r engine.Record) bool {
		score := r.Score()
		return goals[0] < 0 || score[0] <= goals[0] && score[1] <= goals[1]
	}
	return t.Force(t.ctx, m, fits, possible)
}

// gives has a side give a match up.
func (t *teller) gives(m league.Match, side engine.Side) error {
	if side == engine.NoSide {
		return fmt.Errorf("say who wins")
	}
	_, err := t.Office().Resign(t.ctx, m.Seats[m.SeatOf(side)].Player, m.ID, t.Now())
	return err
}
