package study

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"kickabout/engine"
	"kickabout/engine/enginetest"
	"kickabout/views/ui"
	"kickabout/views/viewstest"
)

// trailOf returns the trail that the last of some moves of the opening leaves.
func trailOf(t *testing.T, moves int) (ui.MoveTrace, engine.Diagram) {
	t.Helper()
	all := tell(viewstest.Played(t, moves)).stops
	last := all[len(all)-1]
	return last.story.trace(last.diagram), last.diagram
}

func TestATraceShowsWhatMoved(t *testing.T) {
	for _, c := range []struct {
		name  string
		moves int
		cells string // highlighted, in reading order
		path  int    // points of the way
		moved string // the pieces that came from elsewhere
	}{
		{"a placing is only highlighted", 1, "f6 d3 e1", 0, ""},
		{"a kick-off is the way of the ball", 3, "e6 d5", 2, "ball"},
		{"a walk to the ball and a kick", 4, "e8 b7 e6", 4, "ball red figure 5"},
		{"a plain walk", 5, "f8 f6", 2, "yellow figure 5"},
		{"a goal ends in the goal", 13, "the red goal a8 d7", 4, "yellow figure 3"},
		{"a restart begins where the keeper came from", 14, "a10 c10 f10", 4, "ball red keeper"},
	} {
		t.Run(c.name, func(t *testing.T) {
			trail, after := trailOf(t, c.moves)
			var cells, moved []string
			for _, s := range trail.Spots {
				cells = append(cells, s.Name)
			}
			for _, i := range slices.Sorted(maps.Keys(trail.From)) {
				moved = append(moved, after.Pieces[i].Name)
			}
			slices.Sort(moved)
			if got := strings.Join(cells, " "); got != c.cells {
				t.Errorf("highlighted %q, want %q", got, c.cells)
			}
			if got := slices.Concat(slices.Concat(trail.Paths, trail.Flights)...); len(got) != c.path {
				t.Errorf("the way is %v, want %d points", got, c.path)
			}
			if got := strings.Join(moved, " "); got != c.moved {
				t.Errorf("moved %q, want %q", got, c.moved)
			}
		})
	}
}

// A game numbers the figures of one position from 1; on the page a figure wears
// its number through the whole match.
func TestAFigureKeepsItsNumber(t *testing.T) {
	all := tell(viewstest.Played(t, 14)).stops
	relabelled := 0
	for i := 3; i < len(all); i++ { // from the kick-off on all figures are there
		before, after := all[i-1].diagram, all[i].diagram
		moved := movers(before, after)
		labels := map[engine.Side]string{}
		for j, p := range after.Pieces {
			if p.Kind != "figure" {
				continue
			}
			old := indexAt(before, p)
			if from, ok := moved[j]; ok {
				old = from
			}
			if before.Pieces[old].Label != p.Label || !strings.HasSuffix(p.Name, " "+p.Label) {
				t.Errorf("move %d: %q was %q", i, p.Name, before.Pieces[old].Name)
			}
			labels[p.Side] += p.Label
			if old != j {
				relabelled++
			}
		}
		for side, text := range labels {
			digits := strings.Split(text, "")
			slices.Sort(digits)
			if strings.Join(digits, "") != "2345" {
				t.Errorf("move %d: %s has the numbers %s", i, side, text)
			}
		}
	}
	if relabelled == 0 {
		t.Fatal("no figure passed another: the test proves nothing")
	}
}

// A throw that says what becomes of a move stands behind it; the others before the move
// that is made with them.
func TestThrowsStandWithTheMoveThatTheyBelongTo(t *testing.T) {
	dice := enginetest.Script(t, 2, 2, 4, 1)
	r, err := engine.Begin(enginetest.Runners{}, "short", viewstest.KickedOff, 0, nil)
	for _, move := range []string{"", "jump", "walk"} {
		if err == nil && move != "" {
			r, err = r.Add(engine.Event{Seq: len(r.Log) + 1, At: viewstest.KickedOff, By: engine.First, Act: engine.ActMove, Text: move})
		}
		if err == nil {
			r, _, err = r.Drive(viewstest.KickedOff, dice)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	all := tell(r).stops
	jump, walk := all[1], all[2]
	if len(jump.throws) != 1 || len(jump.after) != 1 || jump.after[0].sides != 3 || len(walk.throws) != 1 || walk.throws[0].faces[0] != 4 || len(walk.after) != 0 {
		t.Errorf("the jump: %v before, %v behind it; the walk: %v, %v", jump.throws, jump.after, walk.throws, walk.after)
	}
	if jump.words != "a0, jump" || walk.words != "a4 – a8" || jump.diagram.Pieces[0].Cell != "a4" {
		t.Errorf("told as %q and %q; after the jump the runner stands on %s", jump.words, walk.words, jump.diagram.Pieces[0].Cell)
	}
	if at := NewReplay(r, "").ShowAfter(jump.seq).At; at != 1 {
		t.Errorf("the board after the jump is stop %d", at)
	}
}
