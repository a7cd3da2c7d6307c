package outlook_test

import (
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/clock"
	"kickabout/league/outlook"
)

func TestATournamentEndsBetweenTwoDays(t *testing.T) { // the table of 2.11
	game := engine.Info{Turns: 25, ExtraTurns: 10}
	hours := func(d time.Duration) int { return int(d.Hours()) }
	for id, want := range map[string]int{"lg": 2 * (240 + 35*36), "slow": 2 * (72 + 35*36), "fast": 2 * (72 + 35*12), "live": 2 * (24 + 35*4)} {
		c, _ := clock.ByID(id)
		if s := outlook.SpanOf(game, c); hours(s.Longest) != want || hours(s.Quick) != 25*12 {
			t.Errorf("%s: %+v, want %d hours", id, s, want)
		}
	}
	if c, _ := clock.ByID("lg"); outlook.SpanOf(engine.Info{}, c) != (outlook.Span{}) {
		t.Error("a game without a last turn has a span")
	}
	start := time.Date(2027, 5, 1, 0, 0, 0, 0, time.UTC)
	span := outlook.Span{Quick: 24 * time.Hour, Longest: 240 * time.Hour}
	for _, c := range []struct {
		about       string
		outlook     outlook.Outlook
		span        outlook.Span
		days        int
		first, last int // days from the start; -1: no telling
	}{
		{"all at once", outlook.Outlook{Rounds: 1, Chain: 1}, span, 0, 1, 10},
		{"three rounds with deciders", outlook.Outlook{Rounds: 3, Chain: 6}, span, 0, 3, 60},
		{"rounds with a last day", outlook.Outlook{Rounds: 3, Chain: 6}, span, 5, 3, 30},
		{"a last day beyond all", outlook.Outlook{Rounds: 1, Chain: 1}, span, 99, 1, 10},
		{"a game without a last turn", outlook.Outlook{Rounds: 1, Chain: 1}, outlook.Span{}, 0, -1, -1},
		{"the same with a last day", outlook.Outlook{Rounds: 2, Chain: 2}, outlook.Span{}, 7, -1, 14},
	} {
		first, last := c.outlook.Ends(start, c.span, c.days)
		for i, at := range []time.Time{first, last} {
			want := []int{c.first, c.last}[i]
			if want < 0 != at.IsZero() || want >= 0 && !at.Equal(start.AddDate(0, 0, want)) {
				t.Errorf("%s: %v, want day %d", c.about, at, want)
			}
		}
	}
}
