package trf

import (
	"slices"
	"strconv"
	"strings"

	"kickabout/engine"
)

// check looks at what no line says alone: that numbers are players, that opponents agree, and
// that the points are those of the results.
func (r *reader) check() error {
	played := r.file.Played()
	for i, p := range r.file.Players {
		r.line = r.lines[i]
		for k, g := range p.Games {
			if g.Opponent != 0 {
				if text := r.disagree(p, k); text != "" {
					return r.wrong(firstGame+k*gameWidth, text)
				}
			}
		}
		before, with := r.file.Score(p, played), r.file.Score(p, len(p.Games))
		if p.Points != before && p.Points != with {
			return r.wrong(81, "expected "+strings.TrimSpace(decimal(before))+", the points of the results, found "+strings.TrimSpace(decimal(p.Points)))
		}
	}
	for i, b := range r.file.Byes {
		if b.Round == 0 {
			r.file.Byes[i].Round = played + 1
		}
	}
	return r.known()
}

// known looks whether lines name players that there are.
func (r *reader) known() error {
	for _, n := range r.names {
		if !r.seen[n.number] {
			r.line = n.line
			return r.wrong(n.column, "expected only numbers of players of this file, found "+strconv.Itoa(n.number))
		}
	}
	return nil
}

// Score returns the points of a player after some rounds, in tenths.
func (f File) Score(p Player, rounds int) (sum int) {
	for k := range rounds {
		sum += f.worth(p, k)
	}
	for _, a := range f.Abnormal {
		if a.Result == 0 && slices.Contains(a.Players, p.Number) && a.Round <= rounds {
			sum += a.Points
		}
	}
	return sum
}

// worth returns what a round has paid a player: the last line about such a result that names them
// counts, or one that names nobody.
func (f File) worth(p Player, round int) int {
	g := p.game(round)
	tenths := f.Points.one(g)
	for _, a := range f.Abnormal {
		if a.Result != 0 && a.Result == g.abnormal() && (a.Round == 0 || a.Round == round+1) && (len(a.Players) == 0 || slices.Contains(a.Players, p.Number)) {
			tenths = a.Points
		}
	}
	return tenths
}

// abnormal is a result as a line 299 has it.
func (g Game) abnormal() byte {
	switch g.Result {
	case '1':
		return 'W'
	case '=':
		return 'D'
	case '0':
		if g.Opponent != 0 {
			return 'L'
		}
	case 0:
		if g.Opponent == 0 {
			return 'Z'
		}
	}
	return g.Result
}

// disagree says what is wrong between a player and their opponent in a round.
func (r *reader) disagree(p Player, round int) string {
	g := p.Games[round]
	i := slices.IndexFunc(r.file.Players, func(q Player) bool { return q.Number == g.Opponent })
	if i < 0 || g.Opponent == p.Number {
		return "expected the number of another player of this file, found " + strconv.Itoa(g.Opponent)
	}
	var back Game
	if q := r.file.Players[i]; round < len(q.Games) {
		back = q.Games[round]
	}
	fits := "expected a match that line " + strconv.Itoa(r.lines[i]) + " has too: "
	switch {
	case back.Opponent != p.Number:
		return fits + "there the opponent is " + strconv.Itoa(back.Opponent)
	case back.Side != g.Side.Other():
		return fits + "one plays w and the other b"
	case g.played() != back.played() || (g.Result == 0) != (back.Result == 0):
		return fits + "it is played for both or for neither"
	case strings.ContainsRune("1W+", rune(g.Result)) && strings.ContainsRune("1W+", rune(back.Result)):
		return fits + "both cannot win"
	case strings.ContainsRune("=D", rune(g.Result)) != strings.ContainsRune("=D", rune(back.Result)):
		return fits + "it is drawn for both or for neither"
	}
	return ""
}

// played tells whether a match counts as played.
func (g Game) played() bool {
	return g.Opponent != 0 && g.Side != engine.NoSide && g.Result != 0 && g.Result != '+' && g.Result != '-'
}

func (p Points) one(g Game) int {
	switch g.Result {
	case '1', 'W', '+', 'F':
		return p.Win
	case '=', 'D', 'H':
		return p.Draw
	case '0', 'L':
		return p.Loss
	case 'U':
		return p.Bye
	case '-':
		return p.Forfeit
	}
	if g.Opponent != 0 {
		return p.Unknown
	}
	return p.Absent
}

// Played returns how many rounds were paired: up to the last one in which anybody has an
// opponent or the bye that pairing gives. A round behind them in which some have byes says who
// is absent in the next.
func (f File) Played() (rounds int) {
	for _, p := range f.Players {
		for k, g := range p.Games {
			if g.Opponent != 0 || g.Result == 'U' {
				rounds = max(rounds, k+1)
			}
		}
	}
	return rounds
}
