package study

import (
	"strings"
	"testing"

	"kickabout/engine"
	"kickabout/engine/games/streetsoccer"
	"kickabout/views/ui"
)

// touching is the third card of StreetSoccer, where the ball may end on squares two away from c8, after a touch.
func touching(step engine.Step) LessonView {
	return NewLessonView(streetsoccer.Game{}, 3, &step, false)
}

func TestACardSaysWhatIsWrongWithATouch(t *testing.T) {
	card := streetsoccer.Game{}.Rules().Lesson[2]
	if v := touching(engine.Step{Cell: "e8"}); !v.Right || v.Says != card.Says || v.Live || v.Next == "" || v.Show != "" {
		t.Errorf("what answers gives %+v", v)
	}
	if v := touching(engine.Step{Cell: "f9"}); !v.Wrong || v.Right || v.Says != card.Else || !v.Live || v.Next != "" || v.Show == "" {
		t.Errorf("what does not answer gives %+v", v)
	}
	shown := NewLessonView(streetsoccer.Game{}, 3, nil, true)
	if !shown.Right || shown.Live || len(shown.Board.Last) == 0 || shown.Next == "" {
		t.Errorf("the way that is shown is %+v", shown)
	}
	if last := NewLessonView(streetsoccer.Game{}, 6, &engine.Step{Choice: "goal"}, false); !last.Right || last.Next != "" || last.Play == "" {
		t.Errorf("behind the last card comes %+v", last)
	}
}

func TestEverySpotThatACardShowsCanBeTouchedAndNothingTellsWhatIsRight(t *testing.T) {
	v := NewLessonView(streetsoccer.Game{}, 3, nil, false)
	open := 0
	for _, s := range v.Board.Spots {
		switch s.Touch {
		case ui.Open:
			open++
			if !strings.HasPrefix(s.Href, "/learn/streetsoccer/3?touch=") || strings.Contains(s.Label, "touched") {
				t.Errorf("%s leads to %q and is called %q", s.Name, s.Href, s.Label)
			}
		case ui.Untouched:
			if s.Href != "" {
				t.Errorf("%s is not shown, and can be touched", s.Name)
			}
		default:
			t.Errorf("%s tells: %s", s.Name, s.Touch)
		}
	}
	if open != 37 { // 36 squares of rows 5 to 10, and the goal
		t.Errorf("%d spots can be touched", open)
	}
}
