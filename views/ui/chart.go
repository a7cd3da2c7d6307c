package ui

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Chart is values over equal steps, such as rounds, days or weeks: lines in a drawing, the same in one sentence,
// and the same as a table.
type Chart struct {
	ID     string // of the drawing on its page
	Text   string // for those who do not see it
	Note   string // what the drawing does not say itself; "" for nothing
	Levels []ChartMark
	Ticks  []ChartMark
	Bands  []ChartBand
	Lines  []ChartLine // those that matter most last, on top of the others
	Table  ChartTable
}

// ChartMark is a value or a step with its place along its axis.
type ChartMark struct {
	At   float64
	Text string
}

// ChartBand is a span of values over all steps.
type ChartBand struct {
	Y, Height float64
	Text      string
}

// ChartLine is a line of the drawing.
type ChartLine struct {
	Class  string // "mine", "lead", "third" or "other"
	Path   string
	End    Point
	Label  string // at its end; "" for none
	LabelY float64
}

// ChartTable is what a drawing shows, as a table: each row begins with its head.
type ChartTable struct {
	Name string // says of what
	Head []string
	Rows [][]string
}

// ChartInput is what a drawing of lines is built from.
type ChartInput struct {
	ID, Text, Note string
	First, Last    int              // steps, both drawn
	Step           func(int) string // how a step is written; nil: as its number
	Level          func(float64) string
	Low, High      float64 // values that the drawing reaches over at least
	Ranks          bool    // a smaller value is better and stands higher
	Bands          []ChartRange
	Series         []ChartSeries
	Table          ChartTable
}

// ChartSeries is the values of one line, from the first step on; NaN is none.
type ChartSeries struct {
	Class  string
	Name   string // whose it is, shortened where the drawing has no room for it; "" for nobody's
	Label  string // what is written at its end, behind the name
	Values []float64
}

// ChartRange is a span of values that is marked.
type ChartRange struct {
	From, To float64
	Text     string
}

// The drawing, in its own units. Labels stand right of the lines.
const (
	chartWidth, chartHeight = 340, 190
	chartLeft, chartRight   = 26, 228
	chartTop, chartBottom   = 12, 166
	chartLabelGap           = 14 // between the middles of two labels
	chartLabelAt            = 9  // from the end of a line
	chartLabelSize          = 12 // of the letters, as the style sheet says
	chartTicks              = 6  // the most that there are
	chartTickGap            = 6  // between the words of two of them
)

// chartOrder is what stands on top of what.
var chartOrder = []string{"other", "third", "lead", "mine"}

// NewChart draws values over steps.
func NewChart(in ChartInput) Chart {
	c := Chart{ID: in.ID, Text: in.Text, Note: in.Note, Table: in.Table}
	if in.Step == nil {
		in.Step = strconv.Itoa
	}
	if in.Level == nil {
		in.Level = levelText
	}
	low, high := in.reach()
	levels := levelsOf(low, high)
	if in.Ranks {
		levels = rankLevels(low, high)
	}
	y := scale(levels[0], levels[len(levels)-1], chartBottom, chartTop)
	if in.Ranks {
		y = scale(levels[0], levels[len(levels)-1], chartTop, chartBottom)
	}
	for _, v := range levels {
		c.Levels = append(c.Levels, ChartMark{y(v), in.Level(v)})
	}
	x := scale(float64(in.First), float64(max(in.Last, in.First+1)), chartLeft, chartRight)
	every := in.tickEvery()
	for s := in.First; s <= in.Last; s += every {
		c.Ticks = append(c.Ticks, ChartMark{x(float64(s)), in.Step(s)})
	}
	for _, b := range in.Bands {
		top, bottom := min(y(b.From), y(b.To)), max(y(b.From), y(b.To))
		c.Bands = append(c.Bands, ChartBand{top, bottom - top, b.Text})
	}
	for _, s := range in.Series {
		if line, ok := s.line(in.First, x, y); ok {
			c.Lines = append(c.Lines, line)
		}
	}
	slices.SortStableFunc(c.Lines, func(a, b ChartLine) int {
		return cmp.Compare(slices.Index(chartOrder, a.Class), slices.Index(chartOrder, b.Class))
	})
	c.spreadLabels()
	return c
}

// tickEvery returns every how many steps one is written, so that there are few and none runs into the next.
func (in ChartInput) tickEvery() int {
	steps := float64(max(1, in.Last-in.First))
	widest := max(widthOf(in.Step(in.First)), widthOf(in.Step(in.Last)))
	room := widest*chartLabelSize + chartTickGap
	return max(1, int(math.Ceil(steps/(chartTicks-1))), int(math.Ceil(steps*room/(chartRight-chartLeft))))
}

// reach returns the least and the greatest value that is to be drawn.
func (in ChartInput) reach() (low, high float64) {
	low, high = in.Low, in.High
	for _, s := range in.Series {
		for _, v := range s.Values {
			if !math.IsNaN(v) {
				low, high = min(low, v), max(high, v)
			}
		}
	}
	for _, b := range in.Bands {
		low, high = min(low, b.From), max(high, b.To)
	}
	return low, high
}

// scale returns a function that takes from and to, and what is between them, to a and b.
func scale(from, to, a, b float64) func(float64) float64 {
	return func(v float64) float64 { return a + (b-a)*(v-from)/(to-from) }
}

// rankLevels returns two to six ranks that reach from low to high or below.
func rankLevels(low, high float64) []float64 {
	step := math.Max(1, math.Ceil((high-low)/4))
	levels := []float64{low}
	for levels[len(levels)-1] < high || len(levels) < 2 {
		levels = append(levels, levels[len(levels)-1]+step)
	}
	return levels
}

// line draws a series; false if it has no value.
func (s ChartSeries) line(first int, x, y func(float64) float64) (ChartLine, bool) {
	line := ChartLine{Class: s.Class}
	var path strings.Builder
	pen := "M"
	for i, v := range s.Values {
		if math.IsNaN(v) {
			continue // the line goes on with the next value
		}
		line.End = Point{x(float64(first + i)), y(v)}
		path.WriteString(pen + Short(line.End.X) + " " + Short(line.End.Y))
		pen = "L"
	}
	line.Path = path.String()
	line.Label = labelOf(s.Name, s.Label, (chartWidth-line.End.X-chartLabelAt)/chartLabelSize)
	return line, line.Path != ""
}

// spreadLabels puts labels beside the ends of their lines, so far apart that each can be read.
func (c *Chart) spreadLabels() {
	var labelled []*ChartLine
	for i := range c.Lines {
		if c.Lines[i].Label != "" {
			c.Lines[i].LabelY = c.Lines[i].End.Y
			labelled = append(labelled, &c.Lines[i])
		}
	}
	slices.SortStableFunc(labelled, func(a, b *ChartLine) int { return cmp.Compare(a.End.Y, b.End.Y) })
	for i := 1; i < len(labelled); i++ {
		labelled[i].LabelY = max(labelled[i].LabelY, labelled[i-1].LabelY+chartLabelGap)
	}
	for i, lowest := len(labelled)-1, float64(chartBottom); i >= 0; i-- {
		labelled[i].LabelY = min(labelled[i].LabelY, lowest)
		lowest = labelled[i].LabelY - chartLabelGap
	}
}

// labelOf writes a name and what stands behind it in so much room, in ems: a name for which that is too little is
// shortened. It is isolated: what is written beside it keeps its order whichever way the name is read.
func labelOf(name, text string, room float64) string {
	if name == "" {
		return text
	}
	if text != "" {
		text = " " + text
	}
	room -= widthOf(text)
	if widthOf(name) > room {
		runes := []rune(name)
		for len(runes) > 1 && widthOf(string(runes)+"…") > room {
			runes = runes[:len(runes)-1]
		}
		name = strings.TrimSpace(string(runes)) + "…"
	}
	return "\u2068" + name + "\u2069" + text
}

// widths are how wide bold letters are at most in the fonts of usual systems, in ems. What is in none of them is 0.7 up
// to the end of Latin, and a whole em beyond.
var widths = []struct {
	letters string
	em      float64
}{
	{" !',.:;Iijl|‘’", 0.38}, {"()-[]frst", 0.56}, {"ABCDEFGHJKLNOPQRSTUVXYZ", 0.82}, {"%@MWmw…", 1.1},
}

// widthOf is how wide bold letters are at most, in ems.
func widthOf(text string) float64 {
	total := 0.0
letters:
	for _, r := range text {
		for _, w := range widths {
			if strings.ContainsRune(w.letters, r) {
				total += w.em
				continue letters
			}
		}
		if r <= unicode.MaxLatin1 {
			total += 0.7
		} else {
			total++
		}
	}
	return total
}

// Spark is a small line without words beside a row that says the same.
type Spark struct {
	Path string
	End  Point
}

// The room of a spark line.
const (
	sparkLeft, sparkRight = 3, 66
	sparkTop, sparkBottom = 5, 27
)

// NewSpark draws the way of a value, the greatest on top, or with ranks the smallest; nil of fewer than two values.
func NewSpark(values []float64, ranks bool) *Spark {
	if len(values) < 2 {
		return nil
	}
	low, high := slices.Min(values), slices.Max(values)
	if low == high {
		low, high = low-1, high+1
	}
	if ranks {
		low, high = high, low
	}
	x, y := scale(0, float64(len(values)-1), sparkLeft, sparkRight), scale(low, high, sparkBottom, sparkTop)
	line, _ := ChartSeries{Values: values}.line(0, x, y)
	return &Spark{line.Path, line.End}
}
