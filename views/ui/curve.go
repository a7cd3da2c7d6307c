package ui

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// A Reading is a value from a moment on.
type Reading struct {
	At    time.Time
	Value float64
}

// CurveInput is what the drawing of a value over time is built from.
type CurveInput struct {
	ID       string // of the drawing on its page
	Title    string // what is drawn, of whom: "Rating of Ann in StreetSoccer"
	Head     string // of the values in the table: "Rating"
	Readings []Reading
	Until    time.Time            // to which the last value holds; zero: to its own moment
	Format   func(float64) string // how a value is written; nil: as short as it can be
	Ranks    bool                 // a smaller value is better and stands higher
}

// Curve is a value over time: a line of steps in a drawing, and the same as a table.
type Curve struct {
	ID, Title, Head string
	Text            string // the same in one sentence, for those who do not see it
	Line            string // the path of the steps
	Area            string // the same down to the ground
	End             Point  // where it ends
	Levels          []CurveLevel
	From, To        CurveDate
	Rows            []CurveRow // the latest first
	Left            int        // readings that the table leaves out
}

// CurveLevel is a horizontal line of the drawing with its value.
type CurveLevel struct {
	Y    float64
	Text string
}

// CurveDate is an end of the time that is drawn.
type CurveDate struct{ Machine, Text string }

// CurveRow is a line of the table.
type CurveRow struct {
	At    CurveDate
	Value string
}

// The drawing, in its own units: a line of text is CurveText high.
const (
	curveWidth, curveHeight = 360, 190
	curveLeft, curveRight   = 40, 352
	curveTop, curveBottom   = 12, 164
	CurveText               = 11
	curveRows               = 50 // the most that the table shows
)

// NewCurve draws a value over time; nil if there is no reading. Readings are in the order
// of time.
func NewCurve(in CurveInput) *Curve {
	if len(in.Readings) == 0 {
		return nil
	}
	if in.Format == nil {
		in.Format = Num
	}
	first, last := in.Readings[0], in.Readings[len(in.Readings)-1]
	until := last.At
	if in.Until.After(until) {
		until = in.Until
	}
	c := &Curve{ID: in.ID, Title: in.Title, Head: in.Head, From: dateOf(first.At), To: dateOf(until)}
	low, high := first.Value, first.Value
	for _, r := range in.Readings {
		low, high = min(low, r.Value), max(high, r.Value)
	}
	c.Text = fmt.Sprintf("%s: %s on %s, %s on %s; lowest %s, highest %s.", in.Title,
		in.Format(first.Value), c.From.Text, in.Format(last.Value), c.To.Text, in.Format(low), in.Format(high))
	x := func(t time.Time) float64 {
		span := until.Sub(first.At)
		if span <= 0 {
			return curveLeft
		}
		return curveLeft + (curveRight-curveLeft)*float64(t.Sub(first.At))/float64(span)
	}
	levels := levelsOf(low, high)
	bottom, top := levels[0], levels[len(levels)-1]
	y := func(v float64) float64 {
		share := (v - bottom) / (top - bottom)
		if in.Ranks {
			share = 1 - share
		}
		return curveBottom - (curveBottom-curveTop)*share
	}
	for _, v := range levels {
		c.Levels = append(c.Levels, CurveLevel{y(v), levelText(v)})
	}
	var path strings.Builder
	fmt.Fprintf(&path, "M%s %s", Short(x(first.At)), Short(y(first.Value)))
	for _, r := range in.Readings[1:] {
		fmt.Fprintf(&path, "H%sV%s", Short(x(r.At)), Short(y(r.Value)))
	}
	fmt.Fprintf(&path, "H%s", Short(x(until)))
	c.Line = path.String()
	c.Area = c.Line + "V" + Short(curveBottom) + "H" + Short(x(first.At)) + "Z"
	c.End = Point{x(until), y(last.Value)}
	for i := len(in.Readings) - 1; i >= 0 && len(c.Rows) < curveRows; i-- {
		r := in.Readings[i]
		c.Rows = append(c.Rows, CurveRow{CurveDate{Datetime(r.At), Moment(r.At)}, in.Format(r.Value)})
	}
	c.Left = len(in.Readings) - len(c.Rows)
	return c
}

func dateOf(t time.Time) CurveDate {
	return CurveDate{Datetime(t), t.UTC().Format("2 January 2006")}
}

// Short writes a coordinate with one decimal at most; nothing has no sign.
func Short(x float64) string {
	var room [16]byte
	return string(appendShort(room[:0], x))
}

// appendShort appends a coordinate as Short writes it. A page has thousands of them: those that fit into a drawing are written as
// whole tenths.
func appendShort(b []byte, x float64) []byte {
	const most = 1 << 30
	tenths := math.Round(x * 10)
	if !(math.Abs(tenths) < most) {
		return strconv.AppendFloat(b, tenths/10+0, 'f', -1, 64)
	}
	n := int64(tenths)
	if n < 0 {
		b, n = append(b, '-'), -n
	}
	b = strconv.AppendInt(b, n/10, 10)
	if tenth := n % 10; tenth > 0 {
		b = append(b, '.', byte('0'+tenth))
	}
	return b
}

// levelsOf returns three to six round values that reach from low or below to high or above.
func levelsOf(low, high float64) []float64 {
	span := high - low
	if span <= 0 {
		span = max(1, math.Abs(high)/10)
	}
	unit := math.Pow(10, math.Floor(math.Log10(span/3)))
	step := unit
	for _, times := range []float64{2, 5, 10} {
		if span/step > 4 {
			step = times * unit
		}
	}
	var levels []float64
	bottom := math.Floor(low/step) * step
	for i := 0; ; i++ {
		v := bottom + float64(i)*step
		levels = append(levels, v)
		if v >= high && i > 0 {
			return levels
		}
	}
}

// levelText writes a round value.
func levelText(v float64) string {
	return strconv.FormatFloat(math.Round(v*1e6)/1e6, 'f', -1, 64)
}
