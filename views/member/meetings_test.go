package member

import (
	"strings"
	"testing"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/views/viewstest"
)

func TestAMeetingIsDrawnFromTheSideOfTheReader(t *testing.T) {
	for _, c := range []struct {
		name  string
		o     engine.Outcome
		class string
		goals float64 // up or down
	}{
		{"won by two", engine.Outcome{Ending: engine.FullTime, Winner: engine.First, Score: [2]int{3, 1}}, "won", 2},
		{"lost by nine", engine.Outcome{Ending: engine.FullTime, Winner: engine.Second, Score: [2]int{0, 9}}, "lost", meetingsGoals},
		{"won level, by the last goal", engine.Outcome{Ending: engine.LastGoal, Winner: engine.First, Score: [2]int{1, 1}}, "won", 1},
		{"lost on time with two goals more", engine.Outcome{Ending: engine.Timeout, Winner: engine.Second, Score: [2]int{2, 0}}, "lost", 2},
		{"goalless", engine.Outcome{Ending: engine.Goalless}, "drawn", 0},
	} {
		for _, side := range []engine.Side{engine.First, engine.Second} {
			got, want := newMeetingMark(c.o, side), c.class
			if side == engine.Second {
				want = map[string]string{"won": "lost", "lost": "won", "drawn": "drawn"}[c.class]
			}
			up := got.Y+got.Height <= meetingsLine
			if got.Class != want || want == "won" != up && want != "drawn" || want != "drawn" && got.Height != c.goals*meetingsGoal {
				t.Errorf("%s, side %v: %+v", c.name, side, got)
			}
		}
	}
}

func TestNobodyMeetsThemselves(t *testing.T) {
	in := profilePart(t, PartRecord)
	if p := NewPlayerPage(in); p.Between == nil || !strings.HasPrefix(p.Between.Text, "3 games: you won 1, ") || len(p.Between.Marks) != 3 || p.Between.Marks[0].Class != "won" {
		t.Errorf("Ann and Bob: %+v", p.Between)
	}
	self, none, part := in, in, in
	self.Player = in.Viewer
	none.Between = Meetings{}
	part.Part = PartOverview
	for name, in := range map[string]PlayerInput{"the reader's own page": self, "a player not met": none, "another part": part} {
		if p := NewPlayerPage(in); p.Between != nil {
			t.Errorf("%s has meetings: %+v", name, p.Between)
		}
	}
	in.Between.Tally = league.Tally{Won: 70}
	if p := NewPlayerPage(in); !strings.HasSuffix(p.Between.Note, "The latest 3 are shown.") {
		t.Errorf("of 70 meetings three are drawn, and it says: %s", p.Between.Note)
	}
	if html := viewstest.Rendered(t, Player(NewPlayerPage(profilePart(t, PartRecord)))); strings.Contains(html, "style=") {
		t.Error("the drawing has inline styles")
	}
}
