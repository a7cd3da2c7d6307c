package results

import (
	"fmt"
	"slices"
	"strings"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/table"
	"kickabout/league/tiebreak"
)

// A Bye is a round that a player spent without an opponent.
type Bye struct {
	Line   int // of the file; 0 in a tournament file
	Round  string
	Player string
	Kind   ByeKind
	Points league.Points // in the parts of Results.Digits, as those of games

	pays decimal
}

// ByeKind says how, in the words of the column byeColumn.
type ByeKind string

// The kinds, with the letters that tournament files have for them.
const (
	Paired ByeKind = "pairing" // U: the number was odd
	Full   ByeKind = "full"    // F: with the points of a win
	Half   ByeKind = "half"    // H: with those of a draw
	Absent ByeKind = "absent"  // Z
	Won    ByeKind = "won"     // +
	Lost   ByeKind = "lost"    // -
)

// byeColumn says of a line of points what it is if nobody played: a bye, which has no second player and nothing paid to
// one, or a game that was forfeited.
const (
	byeColumn = "bye"
	forfeited = "forfeit"
)

var byeCodes = []struct {
	kind ByeKind
	code byte
}{{Paired, 'U'}, {Full, 'F'}, {Half, 'H'}, {Absent, 'Z'}, {Won, '+'}, {Lost, '-'}}

// Code is the letter that a tournament file has for a kind; 0 for none.
func (k ByeKind) Code() byte {
	for _, c := range byeCodes {
		if c.kind == k {
			return c.code
		}
	}
	return 0
}

func byeOf(code byte) ByeKind {
	for _, c := range byeCodes {
		if c.code == code {
			return c.kind
		}
	}
	return ""
}

// bye reads a line that is one.
func (l *lines) bye(r *Results) (err error) {
	b := Bye{Kind: ByeKind(l.text(byeColumn))}
	if b.Kind.Code() == 0 {
		var words []string
		for _, c := range byeCodes {
			words = append(words, string(c.kind))
		}
		return l.bad(byeColumn, strings.Join(words, ", ")+" or "+forfeited+", or nothing where a game was played")
	}
	if b.Player, err = l.name("first"); err != nil {
		return err
	}
	for _, column := range []string{"second", "second_points"} {
		if l.text(column) != "" {
			return l.bad(column, "nothing, since a bye has no opponent")
		}
	}
	if b.Round, err = l.round(); err != nil {
		return err
	}
	if b.Round == "" {
		return l.bad(byeColumn, "nothing, or there should be a column "+roundColumn+" too")
	}
	if b.pays, err = l.points("first_points", l.total[b.Player]); err != nil {
		return err
	}
	l.total[b.Player] += b.pays.in(mostDigits)
	r.digits = max(r.digits, b.pays.digits)
	b.Line = l.place()
	r.Byes = append(r.Byes, b)
	return nil
}

// once says who is in a round twice, which nothing can count where there are byes.
func (r Results) once() error {
	if len(r.Byes) == 0 {
		return nil
	}
	seen := map[[2]string]bool{}
	twice := func(line int, round, player string) error {
		if key := [2]string{round, player}; !seen[key] {
			seen[key] = true
			return nil
		}
		return &Problem{Line: line, Text: fmt.Sprintf("%s is in round %s twice, which cannot be where some have byes", player, round)}
	}
	for i, f := range r.Sheet.Fixtures {
		for _, player := range []string{f.First, f.Second} {
			if err := twice(r.Places[i].Line, r.Places[i].Round, player); err != nil {
				return err
			}
		}
	}
	for _, b := range r.Byes {
		if err := twice(b.Line, b.Round, b.Player); err != nil {
			return err
		}
	}
	return nil
}

// Table ranks the players by an order of tie-breaks. Where some have had byes it is one of rounds: byes pay (R-TB-4).
func (r Results) Table(order []tiebreak.Break) (*table.Table, error) {
	if len(r.Byes) == 0 {
		return table.Ordered(r.Sheet, order)
	}
	d := league.Drawing{Legs: 1, Over: true}
	at := map[string]int{}
	round := func(name string) *league.Round {
		k, there := at[name]
		if !there {
			k, at[name] = len(d.Rounds), len(d.Rounds)
			d.Rounds = append(d.Rounds, league.Round{Number: k + 1, Over: true})
		}
		return &d.Rounds[k]
	}
	for _, name := range r.Rounds() {
		round(name)
	}
	drawn := league.Award{}
	for i, f := range r.Sheet.Fixtures {
		b := league.Board{Players: [2]string{f.First, f.Second}, Games: []league.Fixture{f}, Played: !r.Places[i].Forfeit}
		b.Points, _ = r.Sheet.Scoring.Points(f.Outcome)
		if f.Outcome.Winner == engine.NoSide && drawn.Draw == 0 && b.Played {
			drawn.Draw = b.Points[0]
		}
		in := round(r.Places[i].Round)
		in.Boards = append(in.Boards, b)
	}
	for _, b := range r.Byes {
		kind := league.AskedBye
		if slices.Contains([]ByeKind{Paired, Full, Won}, b.Kind) { // no choice of the player's
			kind = league.PairingBye
		}
		if b.Kind == Half && drawn.Draw == 0 {
			drawn.Draw = b.Points
		}
		in := round(b.Round)
		in.Byes = append(in.Byes, league.Bye{Player: b.Player, Kind: kind, Points: b.Points})
	}
	d.Total = len(d.Rounds)
	s := r.Sheet
	s.Scoring = league.Scoring{}
	for ending, award := range r.Sheet.Scoring {
		s.Scoring[ending] = award
	}
	s.Scoring[engine.Goalless] = drawn // what a round pays that somebody missed, for Buchholz
	return table.OrderedInRounds(s, d, order)
}

// Rounds lists the rounds of the file: by number where all have one, else by their first appearance.
func (r Results) Rounds() (all []string) {
	add := func(name string) {
		if name != "" && !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	for _, p := range r.Places {
		add(p.Round)
	}
	for _, b := range r.Byes {
		add(b.Round)
	}
	if !slices.ContainsFunc(all, func(name string) bool { return RoundNumber(name) == 0 }) {
		slices.SortStableFunc(all, func(a, b string) int { return RoundNumber(a) - RoundNumber(b) })
	}
	return all
}
