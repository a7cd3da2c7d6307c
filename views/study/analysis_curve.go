package study

import (
	"fmt"
	"strconv"
	"strings"

	"kickabout/engine"
	"kickabout/engine/analysis"
	"kickabout/views/ui"
)

// AnalysisCurve is the worth of a match to one side, turn by turn, with what luck and
// decisions did to it.
type AnalysisCurve struct {
	Side   engine.Side
	Title  string
	Text   string // the same in a sentence
	Line   string // the path
	Levels []ui.CurveLevel
	Zero   string // of the bars
	Bars   []AnalysisBar
	Turns  []ui.CurveLevel // where turns stand along the bottom: Y is the place to the right
	Scale  string          // how much the longest bar is
}

// AnalysisBar is a bar from the zero line.
type AnalysisBar struct{ X, Y, W, H, Class string }

// curve draws the turns.
func (b analysisBuilder) curve(turns []worthTurn) AnalysisCurve {
	colour := b.Info.Sides[b.pov-1]
	c := AnalysisCurve{Side: b.pov, Title: "Luck and skill of " + b.player(b.pov).Name + " (" + colour + "), in points"}
	if b.pov == b.in.Side {
		c.Title = "Your luck and skill (" + colour + "), in points"
	}
	start := b.worthTo(b.pov, b.in.Found.Start)
	x := func(turn float64) float64 {
		return worthLeft + (worthRight-worthLeft)*turn/float64(max(1, len(turns)))
	}
	y := func(v int) float64 {
		return worthBottom - (worthBottom-worthTop)*float64(min(max(v, 0), analysis.Whole))/analysis.Whole
	}
	for _, v := range []int{0, 1000, 2000, 3000, 4000, 5000} {
		c.Levels = append(c.Levels, ui.CurveLevel{Y: y(v), Text: strconv.Itoa(v / 1000)})
	}
	var path strings.Builder
	fmt.Fprintf(&path, "M%s %s", ui.Short(x(0)), ui.Short(y(start)))
	most, low, high := 500, start, start
	for i, t := range turns {
		fmt.Fprintf(&path, "L%s %s", ui.Short(x(float64(i+1))), ui.Short(y(t.after)))
		most = max(most, t.luck, -t.luck, t.cost)
		low, high = min(low, t.after), max(high, t.after)
	}
	c.Line = path.String()
	c.Text = fmt.Sprintf("%s: %s at the start, %s at the end of %s; lowest %s, highest %s.", c.Title,
		worthText(start, 2), worthText(b.last(turns, start), 2), ui.CountText(len(turns), "turn", "turns"), worthText(low, 2), worthText(high, 2))
	c.Scale = worthText(most, 1)
	c.bars(b.pov, turns, most, x)
	return c
}

// last returns the worth after all turns.
func (b analysisBuilder) last(turns []worthTurn, start int) int {
	if len(turns) == 0 {
		return start
	}
	return turns[len(turns)-1].after
}

// bars draws luck and cost of each turn: up is good for the side of the curve.
func (c *AnalysisCurve) bars(pov engine.Side, turns []worthTurn, most int, x func(float64) float64) {
	const zero = (worthBarTop + worthBarEnd) / 2
	c.Zero = "M" + ui.Num(worthLeft) + " " + ui.Num(zero) + "H" + ui.Num(worthRight)
	every := max(1, (len(turns)+5)/6)
	bar := func(from, to float64, v int, class string) {
		if v == 0 {
			return
		}
		h := max(0.5, (worthBarEnd-worthBarTop)/2*float64(max(v, -v))/float64(most))
		top := zero - h
		if v < 0 {
			top = zero
		}
		c.Bars = append(c.Bars, AnalysisBar{ui.Short(x(from)), ui.Short(top), ui.Short(max(0.6, x(to)-x(from))), ui.Short(h), class})
	}
	for i, t := range turns {
		at := float64(i)
		bar(at+0.1, at+0.5, t.luck, "luck")
		cost := t.cost
		if t.by == pov {
			cost = -cost
		}
		bar(at+0.5, at+0.9, cost, "cost")
		if i%every == every-1 && i < len(turns) {
			c.Turns = append(c.Turns, ui.CurveLevel{Y: x(at + 0.5), Text: strconv.Itoa(i + 1)})
		}
	}
}
