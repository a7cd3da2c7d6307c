package elsewhere

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"kickabout/engine"
	"kickabout/league/pairing/trf"
)

// CSV writes the results as a table that Read reads as the same results, counted in the same way. There is one such table
// of the same results, and spreadsheets find no formula in it.
func (r Results) CSV() string {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	head := []string{"first", "second", "first_points", "second_points"}
	if r.Played {
		head = []string{"first", "second", "ending", "winner", "first_goals", "second_goals"}
	}
	_ = w.Write(r.inRound("round", head)) // into memory: cannot fail
	for _, g := range r.Games {
		line := []string{g.First, g.Second, g.Points[0].String(), g.Points[1].String()}
		if r.Played {
			o := g.Outcome
			winner := [...]string{engine.NoSide: "", engine.First: "first", engine.Second: "second"}[o.Winner]
			line = []string{g.First, g.Second, string(o.Ending), winner, strconv.Itoa(o.Score[0]), strconv.Itoa(o.Score[1])}
		}
		_ = w.Write(r.inRound(g.Round, line))
	}
	w.Flush()
	return b.String()
}

// inRound puts the round before a line, where there are rounds.
func (r Results) inRound(round string, line []string) []string {
	if r.Rounds == nil {
		return line
	}
	return append([]string{round}, line...)
}

// errNoFile says what a tournament file has no room for.
var errNoFile = errors.New("a tournament file needs rounds that are numbered from 1 to 99, each player once in each of them, and names of at most 33 letters")

// TRF writes the results as a tournament file, from which Read reads the same games with the same points; of a file that
// says how games ended it has the points alone. It is an error where such a file has no room for them.
func (r Results) TRF(name string) (string, error) {
	f := trf.File{Other: []string{"012 " + name}, Points: trf.Usual()}
	numbers := map[string]int{}
	for i, player := range r.Players {
		if utf8.RuneCountInString(player) > 33 {
			return "", errNoFile
		}
		numbers[player] = i + 1
		f.Players = append(f.Players, trf.Player{Number: i + 1, About: "    " + " " + fmt.Sprintf("%-33s", player)})
	}
	if r.Rounds == nil {
		return "", errNoFile
	}
	r.price(&f)
	for _, g := range r.Games {
		round := roundNumber(g.Round)
		if round == 0 || round > trf.MaxRounds {
			return "", errNoFile
		}
		a, b := &f.Players[numbers[g.First]-1], &f.Players[numbers[g.Second]-1]
		signs := [2]byte{'=', '='}
		switch {
		case g.Points[0] > g.Points[1]:
			signs = [2]byte{'1', '0'}
		case g.Points[0] < g.Points[1]:
			signs = [2]byte{'0', '1'}
		}
		if !enter(a, round, trf.Game{Opponent: b.Number, Side: engine.First, Result: signs[0]}) ||
			!enter(b, round, trf.Game{Opponent: a.Number, Side: engine.Second, Result: signs[1]}) {
			return "", errNoFile
		}
		for seat, p := range []*trf.Player{a, b} {
			p.Points += int(g.Points[seat])
			r.except(&f, p.Number, round, signs[seat], int(g.Points[seat]))
		}
	}
	text := f.String()
	if _, report := Read(text, AsFile); len(report.Problems) > 0 {
		return "", errNoFile // there are more points than its columns hold, say
	}
	return text, nil
}

// enter puts a game into a round of a player; false if there is one already.
func enter(p *trf.Player, round int, g trf.Game) bool {
	for len(p.Games) < round {
		p.Games = append(p.Games, trf.Game{})
	}
	if p.Games[round-1] != (trf.Game{}) {
		return false
	}
	p.Games[round-1] = g
	return true
}

// price says what wins, draws and losses pay in the first games that have them.
func (r Results) price(f *trf.File) {
	won, drawn := false, false
	for _, g := range r.Games {
		high, low := int(max(g.Points[0], g.Points[1])), int(min(g.Points[0], g.Points[1]))
		switch {
		case high == low && !drawn:
			drawn, f.Points.Draw = true, high
		case high != low && !won:
			won, f.Points.Win, f.Points.Bye, f.Points.Loss = true, high, high, low
		}
	}
}

// except adds to the file that a result has paid something else than such results do.
func (r Results) except(f *trf.File, player, round int, sign byte, points int) {
	kind, usual := byte('L'), f.Points.Loss
	switch sign {
	case '1':
		kind, usual = 'W', f.Points.Win
	case '=':
		kind, usual = 'D', f.Points.Draw
	}
	if points == usual {
		return
	}
	at := slices.IndexFunc(f.Abnormal, func(a trf.Abnormal) bool { return a.Result == kind && a.Round == round && a.Points == points })
	if at < 0 {
		at = len(f.Abnormal)
		f.Abnormal = append(f.Abnormal, trf.Abnormal{Result: kind, Round: round, Points: points})
	}
	f.Abnormal[at].Players = append(f.Abnormal[at].Players, player)
}
