package table

import (
	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/tiebreak"
)

// inRounds tells the crosstable how everybody spent the rounds, and counts what is to come.
func (t *Table) inRounds(number map[string]int) {
	rounds := make([][]tiebreak.Round, len(t.players))
	for i := range rounds {
		rounds[i] = make([]tiebreak.Round, len(t.drawing.Rounds))
	}
	for k, round := range t.drawing.Rounds {
		for _, b := range round.Boards {
			for seat, player := range b.Players {
				other, there := number[b.Players[1-seat]]
				if i, ok := number[player]; ok && i >= 0 {
					rounds[i][k] = boardRound(b, seat, other, there)
				}
			}
		}
		for _, b := range round.Byes {
			if i, ok := number[b.Player]; ok && i >= 0 {
				rounds[i][k] = tiebreak.Round{Opponent: tiebreak.Nobody, Chosen: b.Kind != league.PairingBye, Points: b.Points, Bye: true}
			}
		}
	}
	drawn := t.sheet.Scoring[engine.Goalless].Draw * league.Points(t.drawing.Legs)
	t.cross.InRounds(rounds, drawn)
	t.undrawn = make([]int, len(t.players))
	for _, e := range t.sheet.Entries {
		if i, ok := number[e.Player]; ok && i >= 0 && e.Out == league.Stays && !t.drawing.Over {
			t.undrawn[i] = (t.drawing.Total - len(t.drawing.Rounds)) * t.drawing.Legs
		}
	}
}

// boardRound is a round of who sits on a seat of a board. While nothing is over it is as if it
// were played: nobody has given it up.
func boardRound(b league.Board, seat, other int, there bool) tiebreak.Round {
	r := tiebreak.Round{Opponent: other, Points: b.Points[seat]}
	over := true
	for _, f := range b.Games {
		over = over && f.Outcome.Over()
	}
	if !there || other < 0 || over && !b.Played {
		r.Opponent = tiebreak.Nobody
		r.Chosen = over && b.Points[seat] < b.Points[1-seat]
	}
	return r
}
