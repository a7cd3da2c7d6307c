package trf

import (
	"fmt"
	"strings"

	"kickabout/engine"
)

// String writes a file, so that Read of it gives the same again. Lines of others come first,
// then the players, then what pairing must know.
func (f File) String() string {
	var b strings.Builder
	for _, line := range f.Other {
		fmt.Fprintln(&b, line)
	}
	for _, p := range f.Players {
		fmt.Fprintln(&b, p)
	}
	if f.Rounds > 0 {
		fmt.Fprintln(&b, "XXR", f.Rounds)
	}
	f.configuration(&b)
	if len(f.Absent) > 0 {
		fmt.Fprintln(&b, "XXZ", list(f.Absent))
	}
	for _, group := range f.Forbidden {
		fmt.Fprintln(&b, strings.TrimSpace("XXP "+list(group)))
	}
	f.worths(&b)
	return b.String()
}

func (f File) configuration(b *strings.Builder) {
	words := "XXC"
	switch f.First {
	case engine.First:
		words += " white1"
	case engine.Second:
		words += " black1"
	}
	if f.ByPlace {
		words += " rank"
	}
	if words != "XXC" {
		fmt.Fprintln(b, words)
	}
}

// worths writes the points that are not the usual ones.
func (f File) worths(b *strings.Builder) {
	p, usual := f.Points, Usual()
	for _, w := range []struct {
		code      string
		is, usual int
	}{
		{"BBW", p.Win, usual.Win},
		{"BBD", p.Draw, usual.Draw},
		{"BBL", p.Loss, usual.Loss},
		{"BBU", p.Bye, usual.Bye},
		{"BBZ", p.Absent, usual.Absent},
		{"BBF", p.Forfeit, usual.Forfeit},
	} {
		if w.is != w.usual {
			fmt.Fprintln(b, w.code, decimal(w.is))
		}
	}
}

func list(numbers []int) string {
	return strings.Trim(fmt.Sprint(numbers), "[]")
}

func decimal(tenths int) string {
	return fmt.Sprintf("%4s", fmt.Sprintf("%d.%d", tenths/10, tenths%10))
}

// String writes a line 001.
func (p Player) String() string {
	about := p.About
	if short := 80 - 10 + 1 - len([]rune(about)); short > 0 {
		about += strings.Repeat(" ", short)
	}
	rank := ""
	if p.Rank > 0 {
		rank = fmt.Sprint(p.Rank)
	}
	line := fmt.Sprintf("001 %4d %s%s %4s", p.Number, about, decimal(p.Points), rank)
	for _, g := range p.Games {
		line += g.String()
	}
	return strings.TrimRight(line, " ")
}

// String writes a round in ten columns.
func (g Game) String() string {
	side, result, opponent := "-", " ", "0000"
	switch g.Side {
	case engine.First:
		side = "w"
	case engine.Second:
		side = "b"
	}
	if g.Result != 0 {
		result = string(g.Result)
	}
	switch {
	case g == Game{}:
		return strings.Repeat(" ", gameWidth)
	case g.Opponent != 0:
		opponent = fmt.Sprintf("%4d", g.Opponent)
	}
	return "  " + opponent + " " + side + " " + result
}
