package onetwofun

import (
	"strings"
	"testing"

	"kickabout/engine"
)

func TestDiagramShowsThePosition(t *testing.T) {
	d := parsed(t, "professional", "play B e8,f9,g14 2-5 0:1 12 f1,g15 B -").Diagram()
	if d.Width != 11 || d.Height != 17 || len(d.Spots) != 166 || !d.Points {
		t.Fatalf("%v by %v with %d spots, points %v, want 11 by 17 with 166", d.Width, d.Height, len(d.Spots), d.Points)
	}
	for i, want := range map[int]engine.Spot{
		0:   {Step: engine.Step{Cell: "a15"}, Name: "a15", X: 0, Y: 1, W: 1, H: 1, Zone: "corner", Owner: engine.Second},
		2:   {Step: engine.Step{Cell: "c15"}, Name: "c15", X: 2, Y: 1, W: 1, H: 1, Zone: "penalty", Owner: engine.Second},
		80:  {Step: engine.Step{Cell: "d8"}, Name: "d8", X: 3, Y: 8, W: 1, H: 1, Zone: "circle"},
		76:  {Step: engine.Step{Cell: "k9"}, Name: "k9", X: 10, Y: 7, W: 1, H: 1, Zone: "pitch"},
		123: {Step: engine.Step{Cell: "c4"}, Name: "c4", X: 2, Y: 12, W: 1, H: 1, Zone: "penalty", Owner: engine.First},
		165: {Step: engine.Step{Choice: "goal"}, Name: "White's goal", X: 4, Y: 16, W: 3, H: 1, Zone: "goal", Owner: engine.First},
	} {
		if d.Spots[i] != want {
			t.Errorf("spot %d is\n%+v, want\n%+v", i, d.Spots[i], want)
		}
	}
	want := []engine.Piece{
		{Kind: "keeper", Side: engine.First, Label: "1", Name: "White's keeper", Cell: "f1", X: 5.5, Y: 15.5},
		{Kind: "keeper", Side: engine.Second, Label: "1", Name: "Black's keeper", Cell: "g15", X: 6.5, Y: 1.5},
		{Kind: "marker", Label: "A", Name: "marker A", Cell: "e8", X: 4.5, Y: 8.5},
		{Kind: "marker", Label: "B", Name: "marker B", Cell: "f9", X: 5.5, Y: 7.5},
		{Kind: "marker", Label: "C", Name: "marker C", Cell: "g14", X: 6.5, Y: 2.5},
	}
	if len(d.Pieces) != len(want) {
		t.Fatalf("%d pieces, want %d", len(d.Pieces), len(want))
	}
	for i := range want {
		if d.Pieces[i] != want[i] {
			t.Errorf("piece %d is\n%+v, want\n%+v", i, d.Pieces[i], want[i])
		}
	}
	if len(d.Throw) != 2 || d.Throw[0] != 2 || d.Throw[1] != 5 || d.ThrowSides != 6 || d.Score != [2]int{0, 1} || d.Period != "Possession 12 of 200" {
		t.Errorf("throw %v of %d, score %v, %q", d.Throw, d.ThrowSides, d.Score, d.Period)
	}
	goal := parsed(t, "basic", "kickoff W - - 0:0 1 - - -").Diagram().Spots[0]
	if goal.Name != "Black's goal" || goal.Y != 0 || goal.Owner != engine.Second {
		t.Errorf("White shoots at %+v", goal)
	}
}

// While a move is entered the pieces stand where the steps bring them, the line to
// be crossed is drawn, and the task says what is left.
func TestDiagramShowsAMoveBeingEntered(t *testing.T) {
	const (
		kickOff = "kickoff W - - 0:0 1 - - -"
		start   = "play W e8,f8,g8 1-2 0:0 1 - - -"
		double  = "play W b10,b11,h11 3-3 0:0 1 - - -"
		near    = "play W c14,e13,h14 1-3 0:0 1 - - -"
		corner  = "play W a15,f15,k15 2-5 0:0 1 - - -"
		foul    = "penalty W c12,f13,j11 1-1 0:0 1 - - -"
		keeper  = "keeper B e13,f8,g8 ? 0:0 1 f1,f14 - -"
	)
	for _, c := range []struct{ name, variant, text, done, pieces, aims, task string }{
		{"no marker yet", "basic", kickOff, "", "", "", "Kick off: put 3 markers on points of the kick-off circle."},
		{"one marker put", "basic", kickOff, "h8", "h8", "", "Kick off: put 2 more markers on points of the kick-off circle."},
		{"two", "basic", kickOff, "h8,d8", "d8,h8", "", "Kick off: put 1 more marker on points of the kick-off circle."},
		{"all", "basic", kickOff, "h8,d8,e8", "d8,e8,h8", "", "Confirm."},
		{"a throw", "basic", start, "", "e8,f8,g8", "", "Touch the marker that goes first, 1 or 2 points."},
		{"a marker chosen", "basic", start, "e8", "e8,f8,g8", "", "Move it 1 or 2 points sideways or diagonally forward."},
		{"moved", "basic", start, "e8,d9", "d9,f8,g8", "M3.5 7.5L6.5 8.5", "Choose the second marker: it goes 2 points across the line."},
		{"either second marker", "basic", "play W d8,e8,g8 2-2 0:0 1 - - -", "d8,f10", "f10,e8,g8", "M5.5 6.5L6.5 8.5 M5.5 6.5L4.5 8.5", "Choose the second marker: it goes 2 points across the line."},
		{"the second chosen", "basic", start, "e8,d9,f8", "d9,f8,g8", "M3.5 7.5L6.5 8.5", "Move it 2 points diagonally forward, across the line."},
		{"and moved", "basic", start, "e8,d9,f8,h10", "d9,h10,g8", "M3.5 7.5L6.5 8.5", "Confirm."},
		{"a step that leads nowhere is left out", "basic", start, "e8,d9,g8,a1", "d9,f8,g8", "M3.5 7.5L6.5 8.5", "Choose the second marker: it goes 2 points across the line."},
		{"a shot", "basic", near, "c14,b14,e13", "b14,e13,h14", "M1.5 2.5L7.5 2.5", "Shoot: touch the goal."},
		{"a goal", "basic", near, "c14,b14,e13,=goal", "b14,h14", "M1.5 2.5L7.5 2.5", "Confirm."},
		{"a double", "basic", double, "", "b10,b11,h11", "", "Double 3: play on with two markers, or take a free kick."},
		{"an indirect free kick", "basic", double, "=indirect free kick", "b10,b11,h11", "", "Indirect free kick: both dice are thrown again."},
		{"a direct one", "basic", double, "=direct free kick", "b10,b11,h11", "", "Direct free kick: choose the marker that goes 6 points."},
		{"its marker", "basic", double, "=direct free kick,b10", "b10,b11,h11", "M1.5 5.5L7.5 5.5", "Shoot: touch the goal."},
		{"a corner kick only", "basic", corner, "", "a15,f15,k15", "", "No play of two markers is possible: take a corner kick."},
		{"a corner kick too", "basic", "play W a15,f8,h8 2-3 0:0 1 - - -", "", "a15,f8,h8", "", "Touch the marker that goes 2 or 3 first, or take a corner kick."},
		{"a corner kick", "basic", corner, "=corner kick", "a15,f15,k15", "", "Corner kick: choose the marker in the corner."},
		{"its marker", "basic", corner, "=corner kick,a15", "a15,f15,k15", "", "Corner kick: 2, 5 or 7 points backward or along the goal line."},
		{"and moved", "basic", corner, "=corner kick,a15,a13", "a13,f15,k15", "", "Confirm."},
		{"free kicks only", "basic", "play W e15,f15,g15 3-3 0:0 1 - - -", "", "e15,f15,g15", "", "Double 3: take a free kick."},
		{"a penalty", "basic", foul, "", "c12,f13,j11", "", "Penalty: choose the marker that shoots."},
		{"its marker", "basic", foul, "j11", "c12,f13,f13", "", "Penalty: put the marker from c12 on a point beside the area."},
		{"one cleared", "basic", foul, "j11,b11", "b11,f13,f13", "", "Penalty: put the marker from f13 on a point beside the area."},
		{"a keeper", "professional", keeper, "", "f1,f14,e13,f8,g8", "", "Move your keeper one point, or touch it to let it stay."},
		{"and moved", "professional", keeper, "g15", "f1,g15,e13,f8,g8", "", "Confirm."},
		{"a throw is due", "basic", "play W e8,f8,g8 ? 0:0 1 - - -", "e8", "e8,f8,g8", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := parsed(t, c.variant, c.text).Diagram(engine.ParseSteps(c.done)...)
			var pieces, aims []string
			for _, p := range d.Pieces {
				pieces = append(pieces, string(p.Cell))
			}
			for _, m := range d.Marks {
				if m.Kind == "aim" {
					aims = append(aims, m.Path)
				}
			}
			if got := strings.Join(pieces, ","); got != c.pieces {
				t.Errorf("pieces on %s, want %s", got, c.pieces)
			}
			if got := strings.Join(aims, " "); got != c.aims {
				t.Errorf("aims %s, want %s", got, c.aims)
			}
			if d.Task != c.task {
				t.Errorf("task %q, want %q", d.Task, c.task)
			}
		})
	}
}

func TestAMarkerOnTheKeeperIsSeen(t *testing.T) {
	d := parsed(t, "professional", "play B e8,f15,g8 ? 0:0 2 f1,f15 - -").Diagram()
	keeper, marker := d.Pieces[1], d.Pieces[3]
	if marker.Cell != keeper.Cell || marker.X == keeper.X || marker.Y == keeper.Y {
		t.Errorf("keeper %+v, marker %+v", keeper, marker)
	}
}

// Each die says for which marker it is used, as soon as that is known.
func TestDiceAreUsedForMarkers(t *testing.T) {
	t.Parallel()
	const (
		start  = "play W e8,f8,g8 1-2 0:0 1 - - -"
		double = "play W b10,b11,h11 3-3 0:0 1 - - -"
		near   = "play W c14,e13,h14 1-3 0:0 1 - - -"
		corner = "play W a15,f15,k15 2-5 0:0 1 - - -"
	)
	for _, c := range []struct{ text, done, used string }{
		{start, "", " "},
		{start, "e8", " "},
		{start, "e8,d9", "e8 "},
		{start, "e8,d9,f8", "e8 f8"},
		{start, "e8,d9,f8,h10", "e8 f8"},
		{start, "e8,c10", " e8"},
		{start, "e8,d9,a1", "e8 "},
		{near, "c14,b14,e13,=goal", "c14 e13"},
		{double, "=indirect free kick", " "},
		{double, "=direct free kick", " "},
		{double, "=direct free kick,b10", "b10 b10"},
		{corner, "=corner kick,a15", " "},
		{corner, "=corner kick,a15,c13", "a15 "},
		{corner, "=corner kick,a15,f10", " a15"},
		{corner, "=corner kick,a15,h8", "a15 a15"},
		{"kickoff W - - 0:0 1 - - -", "h8", ""},
		{"penalty W c12,f13,j11 1-1 0:0 1 - - -", "", ""},
	} {
		var used []string
		for _, cell := range parsed(t, "basic", c.text).Diagram(engine.ParseSteps(c.done)...).Used {
			used = append(used, string(cell))
		}
		if got := strings.Join(used, " "); got != c.used {
			t.Errorf("%s after %q: %q, want %q", c.text, c.done, got, c.used)
		}
	}
}
