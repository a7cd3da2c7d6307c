package study

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kickabout/engine"
	"kickabout/engine/analysis"
	"kickabout/views/ui"
)

// A TurningPoint is a throw, a decision or an end that changed most of what a match was worth, in words.
type TurningPoint struct {
	Number int    // of the move; 0: the end
	URL    string // of the board after the move
	Text   string
}

// How many turning points are named at most, and what makes one, in thousandths of a point: a lucky throw and a blunder are.
const (
	turningShown = 4
	turningLeast = 500
)

// turning is a part of a match that may be named, and its turn.
type turning struct {
	analysis.Part
	turn int
	last bool // of all parts
}

// swing is how much it changed, whoever gained.
func (t turning) swing() int { return max(t.Luck, -t.Luck, t.Cost, t.Given, -t.Given) }

// turningPoints names what changed most, in the order of the match.
func (b analysisBuilder) turningPoints(turns []worthTurn) (points []TurningPoint) {
	var all, named []turning
	for i, turn := range turns {
		for _, part := range turn.parts {
			all = append(all, turning{Part: part, turn: i})
		}
	}
	if len(all) == 0 {
		return nil
	}
	all[len(all)-1].last = true
	for _, t := range all {
		if t.swing() >= turningLeast {
			named = append(named, t)
		}
	}
	slices.SortStableFunc(named, func(a, b turning) int { return cmp.Compare(b.swing(), a.swing()) })
	named = named[:min(turningShown, len(named))]
	slices.SortStableFunc(named, func(a, b turning) int { return cmp.Compare(a.Seq, b.Seq) })
	plies, ahead, since := b.Plies(), b.ahead(), b.aheadSince()
	for _, t := range named {
		var p TurningPoint
		words := ""
		if t.turn < len(plies) && t.Kind != analysis.End {
			p.Number, p.URL, words = plies[t.turn].Number, plies[t.turn].URL, plies[t.turn].Words
		}
		p.Text = b.turned(t, words)
		if t.Seq == since && !t.last {
			p.Text += " From then on " + ahead + " ahead."
		}
		points = append(points, p)
	}
	return points
}

// turned says what a throw, a decision, of which the move is given in words, or an end did.
func (b analysisBuilder) turned(t turning, words string) string {
	side := cmp.Or(t.Side, engine.First)
	mine, whom, who := b.player(side).Name+"’s", "them", "they"
	if side == b.in.Side {
		mine, whom, who = "Your", "you", "you"
	}
	stood := fmt.Sprintf("; after it %s stood at %s\u00a0of\u00a05.", who, worthText(b.worthTo(side, t.After), 1))
	if t.last {
		stood = ", and with it the game ended."
	}
	switch {
	case t.Kind == analysis.Decision:
		return mine + " move " + words + " cost " + whom + " " + worthText(t.Cost, 1) + " points" + stood
	case t.Kind == analysis.End:
		gainer := engine.First
		if t.Given < 0 {
			gainer = engine.Second
		}
		name := b.player(gainer).Name
		if gainer == b.in.Side {
			name = "you"
		}
		return "It gave " + name + " " + worthText(max(t.Given, -t.Given), 1) + " points more than the board had promised."
	}
	luck := t.Luck
	if side == engine.Second {
		luck = -luck
	}
	if t.Side == engine.NoSide {
		mine, whom = "The", b.player(side).Name
	}
	thrown := mine + " " + b.thrown(t.Part)
	if luck < 0 {
		return thrown + " cost " + whom + " " + worthText(-luck, 1) + " points" + stood
	}
	return thrown + " brought " + whom + " " + worthText(luck, 1) + " points" + stood
}

// worthTo turns what a position is worth to First into what it is worth to a side.
func (analysisBuilder) worthTo(side engine.Side, first int) int {
	if side == engine.Second {
		return analysis.Whole - first
	}
	return first
}

// thrown tells a throw for people: "throw of 6 and 4", "draw of green".
func (b analysisBuilder) thrown(part analysis.Part) string {
	var numbers []int
	for face := range strings.FieldsSeq(part.Throw) {
		n, _ := strconv.Atoi(face) // the log has no others
		numbers = append(numbers, n)
	}
	sides := 0
	for _, e := range b.in.Record.Log {
		if e.Seq == part.Seq && len(e.Draws) > 0 {
			sides = e.Draws[0].Sides
		}
	}
	faces := ui.FacesOfThrow(b.Info, numbers, sides)
	if len(faces) > 0 && faces[0].Peg != "" {
		return "draw of " + ui.FacesText(faces)
	}
	return "throw of " + ui.FacesText(faces)
}

// ahead says who was in the end: "you were"; only of a match that somebody won.
func (b analysisBuilder) ahead() string {
	parts := b.in.Found.Parts
	side := engine.First
	if 2*parts[len(parts)-1].After < analysis.Whole {
		side = engine.Second
	}
	if side == b.in.Side {
		return "you were"
	}
	return b.player(side).Name + " was"
}

// aheadSince is the event since which the winner was ahead all the time; 0: since the start, or nobody won.
func (b analysisBuilder) aheadSince() (seq int) {
	parts := b.in.Found.Parts
	sign := func(first int) int { return cmp.Compare(2*first, analysis.Whole) }
	winner := sign(parts[len(parts)-1].After)
	if winner == 0 {
		return 0
	}
	for _, part := range parts {
		if sign(part.Before) != winner && sign(part.After) == winner {
			seq = part.Seq
		}
	}
	return seq
}
