package league

import (
	"slices"
	"testing"
	"time"

	"kickabout/engine"
)

func TestAPauseComesOnTopOfTheDaysOfARound(t *testing.T) { // R-UT-7
	day := func(n int) time.Time { return may.AddDate(0, 0, n) }
	for _, c := range []struct {
		what  string
		rests []Rest
		want  int
	}{
		{"without a pause", nil, 10},
		{"a pause in it", []Rest{{From: day(3), Until: day(5)}}, 12},
		{"a pause before it", []Rest{{From: day(-5), Until: day(-3)}}, 10},
		{"a pause up to its first day", []Rest{{From: day(-5), Until: day(0)}}, 10},
		{"a pause that it begins in", []Rest{{From: day(-5), Until: day(2)}}, 12},
		{"a pause on its last day", []Rest{{From: day(9), Until: day(20)}}, 21},
		{"a pause after it", []Rest{{From: day(10), Until: day(20)}}, 10},
		{"a second pause in the days that the first one has brought", []Rest{{From: day(3), Until: day(5)}, {From: day(11), Until: day(12)}}, 13},
		{"a second pause after them", []Rest{{From: day(3), Until: day(5)}, {From: day(12), Until: day(13)}}, 12},
	} {
		if got := LastDay(day(0), 10, c.rests); !got.Equal(day(c.want)) {
			t.Errorf("%s: %v, want day %d", c.what, got, c.want)
		}
	}
	s := Sheet{Rests: []Rest{{From: day(3), Until: day(5)}}}
	if got := s.Ends(day(0)); !got.IsZero() {
		t.Errorf("a round without a last day ends on %v", got)
	}
	if s.Terms.RoundDays = 10; !s.Ends(time.Time{}).IsZero() || !s.Ends(day(0)).Equal(day(12)) {
		t.Errorf("it ends on %v", s.Ends(day(0)))
	}
	over := engine.Outcome{Ending: engine.FullTime, Winner: engine.First}
	s.Fixtures = []Fixture{{Key: "g1/1", Began: day(0)}, {Key: "g1/2", Began: day(1)}, {Key: "g1/3", Began: day(0), Outcome: over}, {Key: "g1/4"}}
	late := []FixtureAct{{Key: "g1/1", Act: engine.ActAdjudicate}}
	for n, want := range map[int][]FixtureAct{11: nil, 12: late} {
		if s.Now = day(n); !slices.Equal(s.Late(), want) {
			t.Errorf("on day %d late is %v", n, s.Late())
		}
	}
	s.Terms.RoundDays = 0
	if late := s.Late(); late != nil {
		t.Errorf("without a last day %v is late", late)
	}
}
