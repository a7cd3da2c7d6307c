package ladder_test

import (
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/formats/ladder"
)

func TestACorrectedResultLiftsAndLowers(t *testing.T) { // R-CO-3
	for _, c := range []struct {
		name   string
		was    engine.Outcome
		change func(*league.Sheet, *league.Fixture)
		want   string // the ladder then
		back   string // and when the correction is taken back
	}{
		{"a loss that was a win", lost(engine.FullTime), nil, "a e b c d", "a b c d e"},
		{"nothing that was a win", engine.Outcome{Ending: engine.Void}, nil, "a e b c d", "a b c d e"},
		{"another win", won(engine.LastGoal), nil, "a b c d e", "a b c d e"},
		{"a win that was none", won(engine.FullTime), func(_ *league.Sheet, f *league.Fixture) { f.Outcome = lost(engine.FullTime) }, "a b c d e", "a b c d e"},
		{"a loss that was nothing", engine.Outcome{Ending: engine.Void}, func(_ *league.Sheet, f *league.Fixture) { f.Outcome = lost(engine.FullTime) }, "a b c d e", ""},
		{"it has had no effect yet", lost(engine.FullTime), func(_ *league.Sheet, f *league.Fixture) { f.Counted = false }, "a b c d e", "a b c d e"},
		{"on the last day", lost(engine.FullTime), func(_ *league.Sheet, f *league.Fixture) { f.Ended = now.Add(-7 * day) }, "a e b c d", "a b c d e"},
		{"a second later", lost(engine.FullTime), func(_ *league.Sheet, f *league.Fixture) { f.Ended = now.Add(-7*day - time.Second) }, "a b c d e", "a b c d e"},
		{"the challenger is above already", lost(engine.FullTime), func(s *league.Sheet, _ *league.Fixture) { s.Entries[1], s.Entries[4] = s.Entries[4], s.Entries[1] }, "a e c d b", "a e c d b"},
		{"the opponent has left", lost(engine.FullTime), func(s *league.Sheet, _ *league.Fixture) { s.Entries = append(s.Entries[:1:1], s.Entries[2:]...) }, "a c d e", "a c d e"},
		{"the challenger came back since", lost(engine.FullTime), func(s *league.Sheet, _ *league.Fixture) { s.Entries[4].Entered = now.Add(-time.Hour) }, "a b c d e", "a b c d e"},
	} {
		s, f := sheet(letters(5)...), match("e", "b", won(engine.FullTime))
		f.Counted = true
		if c.change != nil {
			c.change(&s, &f)
		}
		s.Fixtures = []league.Fixture{f}
		lifted, err := ladder.Format{}.Lift(s, f.Key, c.was)
		if got := order(s, league.Plan{Rulings: lifted}); err != nil || got != c.want {
			t.Errorf("%s: %s, %v, want %s", c.name, got, err, c.want)
		}
		if len(lifted) == 0 {
			continue
		}
		then := s
		then.Entries = append([]league.Entry{s.Entries[0], s.Entries[4]}, s.Entries[1:4]...)
		lowered, err := ladder.Format{}.Lower(then, lifted[0])
		if got := order(then, league.Plan{Rulings: lowered}); err != nil || got != c.back {
			t.Errorf("%s, taken back: %s, %v, want %s", c.name, got, err, c.back)
		}
		if moved, err := (ladder.Format{}).Lower(s, lifted[0]); len(moved) > 0 || err != nil {
			t.Errorf("%s: who is not where they were put is moved: %v, %v", c.name, moved, err)
		}
	}
	s := sheet(letters(3)...)
	for _, d := range []league.Decision{
		{Act: league.ActPlaced, Player: league.Player{ID: "b"}, Text: "2 R-LA-5: beat @c in #m"},
		{Act: league.ActNoted, Player: league.Player{ID: "b"}, Text: "2 R-CO-3: above @c by the corrected result of #m, from place 3"},
	} {
		if moved, err := (ladder.Format{}).Lower(s, d); len(moved) > 0 || err != nil {
			t.Errorf("%v is taken back: %v, %v", d, moved, err)
		}
	}
}
