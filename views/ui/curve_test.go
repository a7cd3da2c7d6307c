package ui

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/views/viewstest"
)

func TestLevelsAreRoundAndHoldAllValues(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		want      []float64
	}{
		{1470, 1530, []float64{1460, 1480, 1500, 1520, 1540}},
		{1500, 1500, []float64{1500, 1550}},
		{1012, 1988, []float64{1000, 1500, 2000}},
		{1, 1, []float64{1, 1.5}},
		{1, 13, []float64{0, 5, 10, 15}},
		{0, 0, []float64{0, 0.5}},
	} {
		got := levelsOf(c.low, c.high)
		if len(got) < 2 || len(got) > 7 || got[0] > c.low || got[len(got)-1] < c.high {
			t.Errorf("%v to %v: %v", c.low, c.high, got)
		}
		if c.high > c.low && !slices.Equal(got, c.want) {
			t.Errorf("%v to %v: %v, want %v", c.low, c.high, got, c.want)
		}
	}
}

func TestACurveIsStepsFromTheFirstReadingToNow(t *testing.T) {
	day := func(n int) time.Time { return viewstest.KickedOff.AddDate(0, 0, n) }
	readings := []Reading{{day(0), 1500}, {day(5), 1530}, {day(10), 1515}}
	c := NewCurve(CurveInput{ID: "r", Title: "Rating of Ann", Head: "Rating", Readings: readings, Until: day(20)})
	// 20 days are 312 wide: day 5 stands at 40 + 78, day 10 at 40 + 156; levels 1500 to 1530.
	if want := "M40 164H118V12H196V88H352"; c.Line != want {
		t.Errorf("the line is %s, want %s", c.Line, want)
	}
	if want := "Rating of Ann: 1500 on 1 May 2027, 1515 on 21 May 2027; lowest 1500, highest 1530."; c.Text != want {
		t.Errorf("the text is %q, want %q", c.Text, want)
	}
	if len(c.Rows) != 3 || c.Rows[0].Value != "1515" || c.Left != 0 || c.End != (Point{352, 88}) {
		t.Errorf("rows %v, end %v", c.Rows, c.End)
	}
	ranks := NewCurve(CurveInput{ID: "r", Title: "Rank", Readings: []Reading{{day(0), 3}, {day(1), 1}}, Ranks: true})
	if ranks.Levels[0].Y > ranks.Levels[len(ranks.Levels)-1].Y {
		t.Errorf("of ranks the first stands highest: %v", ranks.Levels)
	}
	if NewCurve(CurveInput{}) != nil {
		t.Error("a curve of nothing")
	}
	one := NewCurve(CurveInput{ID: "r", Title: "One", Readings: readings[:1], Format: func(v float64) string { return fmt.Sprintf("%.1f", v) }})
	if one.Line != "M40 164H40" || one.Rows[0].Value != "1500.0" || strings.Contains(one.Area, "NaN") {
		t.Errorf("one reading: %+v", one)
	}
	var many []Reading
	for n := range 200 {
		many = append(many, Reading{day(n), float64(n % 7)})
	}
	if c := NewCurve(CurveInput{Title: "Many", Readings: many}); len(c.Rows) != curveRows || c.Left != 200-curveRows {
		t.Errorf("%d rows, %d left out", len(c.Rows), c.Left)
	}
}

func TestShortWritesWhatNumWritesOfTheSameTenths(t *testing.T) {
	for n := -3000; n <= 3000; n++ {
		if x := float64(n) / 10; Short(x) != Num(x+0) || Short(x+0.04) != Num(x+0) || Short(x-0.04) != Num(x+0) {
			t.Fatalf("%v is written as %q, %q and %q", x, Short(x), Short(x+0.04), Short(x-0.04))
		}
	}
	for x, want := range map[float64]string{-0.01: "0", math.Copysign(0, -1): "0", 1e12: "1000000000000", -2.25e9: "-2250000000", math.Inf(1): "+Inf"} {
		if got := Short(x); got != want {
			t.Errorf("%v is written as %q, want %q", x, got, want)
		}
	}
}
