package trf

import (
	"fmt"
	"strings"

	"kickabout/engine"
)

// String writes a file as FIDE has it since 2026, so that Read of it gives the same again. Lines of
// others come first, then the players, then what pairing must know.
func (f File) String() string {
	var b strings.Builder
	for _, line := range f.Other {
		fmt.Fprintln(&b, line)
	}
	for _, p := range f.Players {
		fmt.Fprintln(&b, p)
	}
	if f.Rounds > 0 {
		fmt.Fprintln(&b, "142", f.Rounds)
	}
	if f.First != engine.NoSide {
		fmt.Fprintln(&b, "152", map[engine.Side]string{engine.First: "W", engine.Second: "B"}[f.First])
	}
	if f.ByPlace {
		fmt.Fprintln(&b, "XXC rank")
	}
	f.worths(&b)
	if f.Type != "" {
		fmt.Fprintln(&b, "192", f.Type)
	}
	if len(f.Order) > 0 {
		fmt.Fprintln(&b, "212", strings.Join(f.Order, ","))
	}
	for _, x := range f.Byes {
		fmt.Fprintf(&b, "240 %c %03d%s\n", x.Kind, x.Round, list(x.Players))
	}
	for _, x := range f.Extra {
		fmt.Fprintf(&b, "250      %s %03d %03d %4d %4d\n", decimal(x.Points), x.From, x.To, x.First, x.Last)
	}
	for _, x := range f.Apart {
		fmt.Fprintf(&b, "260 %03d %03d%s\n", x.From, x.To, list(x.Players))
	}
	for _, x := range f.Abnormal {
		fmt.Fprintln(&b, x)
	}
	return b.String()
}

// String writes a line 299.
func (a Abnormal) String() string {
	kind, tenths := " ", decimal(max(a.Points, -a.Points))
	if a.Result != 0 {
		kind = string(a.Result)
	}
	if a.Points < 0 {
		tenths = fmt.Sprintf("%5s", "-"+strings.TrimSpace(tenths))
	}
	return fmt.Sprintf("299 %s       %5s  %03d%s", kind, tenths, a.Round, list(a.Players))
}

// worths writes the points if they are not the usual ones. That a match lost without play pays
// anything else than a round without a match has no place in FIDE's line.
func (f File) worths(b *strings.Builder) {
	p := f.Points
	if p == Usual() {
		return
	}
	line := ""
	for _, w := range []struct {
		symbol string
		is     int
	}{{"W", p.Win}, {"D", p.Draw}, {"L", p.Loss}, {"P", p.Bye}, {"X", p.Unknown}, {"Z", p.Absent}} {
		line += fmt.Sprintf("%s%-8s", w.symbol, decimal(w.is))
	}
	fmt.Fprintln(b, "162 ", strings.TrimRight(line, " "))
	if p.Forfeit != p.Absent {
		fmt.Fprintln(b, "BBF", decimal(p.Forfeit))
	}
}

// list writes players' numbers, each behind a blank.
func list(numbers []int) (text string) {
	for _, n := range numbers {
		text += fmt.Sprintf(" %4d", n)
	}
	return text
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
