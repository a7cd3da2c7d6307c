package span_test

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kickabout/league/span"
)

var start = time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)

func hour(n int) time.Time { return start.Add(time.Duration(n) * time.Hour) }

func of(pairs ...int) span.Set {
	var spans []span.Span
	for i := 0; i < len(pairs); i += 2 {
		spans = append(spans, span.Span{From: hour(pairs[i]), Until: hour(pairs[i+1])})
	}
	return span.Of(spans...)
}

// TestSetsAreHours compares with the slow way: to look at each hour.
func TestSetsAreHours(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) (in [40]bool, s span.Set) {
			var pairs []int
			for _, from := range rapid.SliceOfN(rapid.IntRange(0, 30), 0, 5).Draw(t, name) {
				until := from + rapid.IntRange(-1, 9).Draw(t, "long")
				pairs = append(pairs, from, until)
				for h := from; h < until; h++ {
					in[h] = true
				}
			}
			return in, of(pairs...)
		}
		a, as := draw("a")
		b, bs := draw("b")
		at := rapid.IntRange(0, 39).Draw(t, "at")
		var without, both, after, length int
		for h := range a {
			if a[h] && !b[h] {
				without++
			}
			if a[h] || b[h] {
				both++
			}
			if a[h] && h >= at {
				after++
			}
			if a[h] && h < at {
				length++
			}
		}
		all := func(s span.Set) int { return int(s.Length(span.Ever) / time.Hour) }
		got := []int{all(as.Without(bs)), all(as.And(bs)), all(as.After(hour(at))), int(as.Length(hour(at)) / time.Hour)}
		if want := []int{without, both, after, length}; fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("without, and, after, length: %v, want %v", got, want)
		}
		if sum := all(as); sum > 0 {
			n := rapid.IntRange(1, sum).Draw(t, "reach")
			when, ok := as.Reach(time.Duration(n) * time.Hour)
			if !ok || as.Length(when) != time.Duration(n)*time.Hour {
				t.Fatalf("%d hours are reached at %v, %v", n, when, ok)
			}
		}
		if _, ok := as.Reach(time.Duration(all(as)+1) * time.Hour); ok {
			t.Fatal("more is reached than there is")
		}
	})
}

func TestNothingFallsDueOnTheFirstDayBack(t *testing.T) { // R-TC-4
	for _, c := range []struct{ from, until, length, want int }{
		{10, 30, 12, 32},     // less than a day away
		{10, 34, 12, 36},     // a day away, and no more
		{10, 35, 12, 59},     // more: the whole first day is free
		{10, 35, 33, 59},     // …
		{10, 35, 34, 59},     // its end
		{10, 35, 35, 60},     // after it
		{10, 35, 9, 9},       // before it
		{10, 5362, 20, 5386}, // 223 days
	} {
		if got := of(c.from, c.until).Add(start, time.Duration(c.length)*time.Hour); !got.Equal(hour(c.want)) {
			t.Errorf("%+v: due after %v", c, got.Sub(start))
		}
	}
}
