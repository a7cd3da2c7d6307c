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
	"kickabout/league/results"
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
	unplayed := len(r.Byes) > 0 || slices.ContainsFunc(r.Games, func(g Game) bool { return g.Forfeit })
	write := func(round, how string, line []string) {
		if r.Rounds != nil {
			line = append([]string{round}, line...)
		}
		if unplayed {
			line = append(line, how)
		}
		_ = w.Write(line) // into memory: cannot fail
	}
	write("round", "bye", head)
	for _, g := range r.Games {
		line, how := []string{g.First, g.Second, g.Points[0].String(), g.Points[1].String()}, ""
		if g.Forfeit {
			how = "forfeit"
		}
		if r.Played {
			o := g.Outcome
			winner := [...]string{engine.NoSide: "", engine.First: "first", engine.Second: "second"}[o.Winner]
			line = []string{g.First, g.Second, string(o.Ending), winner, strconv.Itoa(o.Score[0]), strconv.Itoa(o.Score[1])}
		}
		write(g.Round, how, line)
	}
	for _, y := range r.Byes {
		write(y.Round, string(y.Kind), []string{y.Player, "", y.Points.String(), ""})
	}
	w.Flush()
	return b.String()
}

// errNoFile says what a tournament file has no room for.
var errNoFile = errors.New("a tournament file needs rounds that are numbered from 1 to 99, each player once in each of them, and names of at most 33 letters")

// TRF writes the results as a tournament file, from which Read reads the same games and byes with the same points; of a
// file that says how games ended it has the points alone. It is an error where such a file has no room for them.
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
	all := r.entries(numbers)
	price(&f, all)
	for _, e := range all {
		round := results.RoundNumber(e.round)
		if round == 0 || round > trf.MaxRounds {
			return "", errNoFile
		}
		p := &f.Players[e.player-1]
		if !enter(p, round, e.game) {
			return "", errNoFile
		}
		p.Points += e.points
		except(&f, e, round)
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

// An entry is how a player spent a round.
type entry struct {
	player int // number
	round  string
	game   trf.Game
	points int
}

// entries lists how the players spent the rounds: games, then byes.
func (r Results) entries(numbers map[string]int) (all []entry) {
	for _, g := range r.Games {
		a, b := numbers[g.First], numbers[g.Second]
		signs := [2]byte{'=', '='}
		switch {
		case g.Points[0] > g.Points[1]:
			signs = [2]byte{'1', '0'}
		case g.Points[0] < g.Points[1]:
			signs = [2]byte{'0', '1'}
		}
		if g.Forfeit {
			for i, s := range signs {
				signs[i] = map[byte]byte{'1': '+', '0': '-', '=': '-'}[s]
			}
		}
		all = append(all, entry{a, g.Round, trf.Game{Opponent: b, Side: engine.First, Result: signs[0]}, int(g.Points[0])},
			entry{b, g.Round, trf.Game{Opponent: a, Side: engine.Second, Result: signs[1]}, int(g.Points[1])})
	}
	for _, b := range r.Byes {
		all = append(all, entry{numbers[b.Player], b.Round, trf.Game{Result: b.Kind.Code()}, int(b.Points)})
	}
	return all
}

// worth is where a file says what a result pays; nil for one that it does not know.
func worth(p *trf.Points, result byte) *int {
	return map[byte]*int{
		'1': &p.Win, '+': &p.Win, 'F': &p.Win, '=': &p.Draw, 'H': &p.Draw, '0': &p.Loss, 'U': &p.Bye, 'Z': &p.Absent, '-': &p.Forfeit,
	}[result]
}

// price says what results pay: what they do in the first entries that have them.
func price(f *trf.File, all []entry) {
	priced := map[*int]bool{}
	for _, e := range all {
		if at := worth(&f.Points, e.game.Result); !priced[at] {
			priced[at], *at = true, e.points
		}
	}
	if !priced[&f.Points.Bye] {
		f.Points.Bye = f.Points.Win
	}
}

// except adds to the file that a result has paid something else than such results do.
func except(f *trf.File, e entry, round int) {
	if e.points == *worth(&f.Points, e.game.Result) {
		return
	}
	kind := e.game.Result
	if as, known := map[byte]byte{'1': 'W', '=': 'D', '0': 'L'}[kind]; known {
		kind = as
	}
	at := slices.IndexFunc(f.Abnormal, func(a trf.Abnormal) bool { return a.Result == kind && a.Round == round && a.Points == e.points })
	if at < 0 {
		at = len(f.Abnormal)
		f.Abnormal = append(f.Abnormal, trf.Abnormal{Result: kind, Round: round, Points: e.points})
	}
	f.Abnormal[at].Players = append(f.Abnormal[at].Players, e.player)
}
