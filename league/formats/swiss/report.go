package swiss

import (
	"slices"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/pairing/trf"
)

// Report writes a tournament as the file that pairing programs read: with the rounds before one,
// and with who was not paired in that one, so that they can pair it too. 0 is the round that is
// drawn next. What a director has paired by hand has no place in such a file, which says then that
// its system is another one than FIDE's.
func (f Format) Report(s league.Sheet, before int, name func(player string) string) (string, error) {
	e, err := f.read(s)
	if err != nil {
		return "", err
	}
	d := e.drawing()
	if before == 0 {
		before = len(d.Rounds) + 1
	}
	if before < 1 || before > len(d.Rounds)+1 {
		return "", league.Errorf(league.NotFound, "There is no such round. %d are drawn.", len(d.Rounds))
	}
	file := trf.File{Type: "FIDE_DUTCH", Rounds: e.total, First: e.kickoff(), Points: trf.Usual()}
	var away []int
	for i, p := range e.seats {
		line := trf.Player{Number: i + 1, About: "     " + name(p.id)}
		for k := range before - 1 {
			line.Games = append(line.Games, e.game(i, k))
		}
		if !e.pairedIn(i, before) {
			away = append(away, i+1)
		}
		line.Points = e.chessPoints(i, before-1)
		file.Players = append(file.Players, line)
	}
	if len(away) > 0 {
		file.Byes = []trf.Bye{{Kind: 'Z', Round: before, Players: away}}
	}
	for _, rule := range e.sheet.Pairs {
		first, ok := e.at[rule.First]
		second, ok2 := e.at[rule.Second]
		if rule.Round > 0 && rule.Round <= before {
			file.Type = "CUSTOM_SWISS"
		}
		if ok && ok2 && rule.Round == 0 {
			file.Apart = append(file.Apart, trf.Apart{From: 1, To: e.total, Players: []int{first + 1, second + 1}})
		}
	}
	return file.String(), nil
}

// pairedIn says that a player is in a round with a match, or with the bye that the pairing gives.
func (e *event) pairedIn(i, round int) bool {
	if round > len(e.rounds) {
		return e.in(i, round) && !e.sits(i, round)
	}
	return slices.ContainsFunc(e.rounds[round-1], func(b board) bool { return b.first == i || b.second == i }) ||
		e.bye(i, round).Kind == league.PairingBye
}

// game is a round of a player, counted from 0. One that is not over has no result.
func (e *event) game(i, k int) trf.Game {
	for _, b := range e.rounds[k] {
		switch i {
		case b.first:
			return trf.Game{Opponent: b.second + 1, Side: engine.First, Result: e.result(b, 0)}
		case b.second:
			return trf.Game{Opponent: b.first + 1, Side: engine.Second, Result: e.result(b, 1)}
		}
	}
	return trf.Game{Result: map[league.ByeKind]byte{league.PairingBye: 'U', league.AskedBye: 'H', league.Missed: 'Z', league.Withdrawn: 'Z'}[e.bye(i, k+1).Kind]}
}

func (e *event) result(b board, seat int) byte {
	if !roundOver([]board{b}) {
		return 0
	}
	points := e.matchPoints(b)
	switch {
	case !e.played(b) && points[seat] == 2:
		return '+'
	case !e.played(b):
		return '-'
	}
	return "0=1"[points[seat]]
}

// chessPoints are those of some rounds, in tenths of a win.
func (e *event) chessPoints(i, rounds int) (sum int) {
	for k := range rounds {
		switch e.game(i, k).Result {
		case '1', '+', 'U':
			sum += 10
		case '=', 'H':
			sum += 5
		}
	}
	return sum
}
