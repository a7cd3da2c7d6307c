package match

import (
	"slices"
	"strings"
	"testing"

	"kickabout/engine"
	"kickabout/engine/enginetest"
)

// TestWhatAGoalEndedStaysOnTheBoard: the ball, or the markers, lie where the replay leaves them, and the way into the net
// is drawn.
func TestWhatAGoalEndedStaysOnTheBoard(t *testing.T) {
	t.Parallel()
	looked := map[string]bool{}
	for name, r := range keptMatches(t) {
		if !enginetest.Proving() && strings.HasSuffix(name, "-random") {
			continue // enough without them
		}
		goal, ok := r.Decider()
		if !ok || len(r.Log)-goal.Seq > 0 {
			continue
		}
		looked[r.Game.Info().ID] = true
		page := NewPage(seen(t, r, ""))
		before, told := r.Tell(goal.Seq - 1)
		frame := engine.Frame(before.Pieces)
		for _, e := range told {
			frame = frame.After(e.Beats...)
		}
		if len(page.Board.Pieces) != len(frame) || page.Board.LastFlights == "" {
			t.Errorf("%s ends with %d pieces, %d are shown; flights %q", name, len(frame), len(page.Board.Pieces), page.Board.LastFlights)
		}
	}
	if len(looked) != 3 {
		t.Errorf("a goal ended %v", looked)
	}
}

// TestAGoalWithSetUpsIsToldInPictures: how it fell, how both sides stood then, and the kick-off; of each what has happened
// so far.
func TestAGoalWithSetUpsIsToldInPictures(t *testing.T) {
	t.Parallel()
	whole := keptMatches(t)["cufootball-culica-greedy"]
	goal := whole.Goals()[0]
	side := whole.Game.Info().Sides[goal.Side-1]
	page := func(last int) Page {
		r, err := engine.Replay(whole.Game, whole.Variant, whole.Log[:last])
		if err != nil {
			t.Fatal(err)
		}
		return NewPage(seen(t, r, ""))
	}
	texts := func(p Page) (list []string) {
		for _, picture := range p.Tray.Story {
			list = append(list, picture.Text)
		}
		return list
	}
	scores := side + " " + goal.Number + " scores"
	if got := texts(page(goal.Seq)); !slices.Equal(got, []string{scores}) {
		t.Errorf("after the goal: %q", got)
	}
	if got := texts(page(goal.Seq - 1)); len(got) > 0 {
		t.Errorf("before the goal: %q", got)
	}
	kicked := 0 // the throw of the kick-off
	for _, e := range whole.Log[goal.Seq:] {
		if e.Act == engine.ActRoll {
			kicked = e.Seq
			break
		}
	}
	p := page(kicked)
	want := []string{scores, "Both set up", "Kick-off, " + strings.ToLower(whole.Game.Info().Sides[goal.Side.Other()-1])}
	if got := texts(p); !slices.Equal(got, want) {
		t.Errorf("after the kick-off: %q, want %q", got, want)
	}
	for _, e := range whole.Log[kicked:] {
		if e.Act == engine.ActMove {
			if got := texts(page(e.Seq)); len(got) > 0 {
				t.Errorf("after the next move: %q", got)
			}
			break
		}
	}
	if story := p.Tray.Story; len(story) == 3 {
		before, _ := whole.Tell(kicked - 1)
		if story[0].Board.LastFlights == "" || len(story[1].Board.Pieces) != len(before.Pieces) || len(story[2].Throw) != 1 {
			t.Errorf("the pictures are %+v", story)
		}
	}
}
