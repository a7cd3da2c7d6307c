package match

import (
	"strings"

	"kickabout/engine"
	"kickabout/views/study"
	"kickabout/views/ui"
)

// Tray is what lies between the words and the board where the board leaves room: what was thrown
// before the present throw.
type Tray struct {
	Title  string
	Text   string
	Throws [][]ui.Face // the latest last
	Bag    bool        // they were drawn from one
	Story  []Picture   // of a goal, whose set-ups and kick-off are all that has happened since; nothing else is shown then
}

// mostThrows is how many throws lie on a tray: more leave no room for the words beside them on a phone.
const mostThrows = 3

// tray shows the throws of the running period, such as a possession; where that has just begun, those
// of the move before. A game that counts turns has none.
func (b matchBuilder) tray(d engine.Diagram) *Tray {
	if d.Turns > 0 || d.Period == "" || strings.HasPrefix(d.Period, "Normal") {
		return nil
	}
	plies := b.Plies()
	t := &Tray{Title: "This possession", Text: "No throw before this one.", Bag: b.Info.Pegs != nil}
	if t.Bag {
		t.Title, t.Text = "How a game begins", b.opening()
		if n := min(b.At, len(plies)); n > 0 {
			t.Title = "Last move"
			t.Text = plies[n-1].Colour + " " + plies[n-1].Words + "."
			t.Throws = append(t.Throws, throwsOf(plies[n-1])...)
		}
		return t
	}
	for i, ply := range plies[:min(b.At, len(plies))] {
		if b.PeriodAt(i) == d.Period {
			t.Throws = append(t.Throws, throwsOf(ply)...)
		}
	}
	if n := len(t.Throws); n > 0 {
		t.Text = ui.CountText(n, "throw so far", "throws so far")
		t.Throws = t.Throws[max(0, n-mostThrows):]
	}
	return t
}

// opening says what comes before the first move of a game whose sides set up: to whoever sets up now, where to touch.
func (b matchBuilder) opening() string {
	if b.in.Side != engine.First {
		return "Both sides set up their men, then " + b.Info.Sides[0] + " kicks off."
	}
	return "Touch a formation below, then left or right for the ball, then Confirm. Or place your men one by one."
}

// tell has the last move in the words of the replay, which are easier to read than its squares: who acted, and where
// the ball went. Its pegs lie beside them. A goal it has in pictures.
func (t *Tray) tell(s *study.Stage, story func() []Picture) {
	if t == nil || !t.Bag || s == nil {
		return
	}
	t.Story = story()
	move, ball := "", ""
	for _, e := range s.Events {
		if e.By != "" {
			move, ball = e.Say, ""
		}
		for _, beat := range e.Beats {
			if e.By == "" && (beat.Kind == engine.BeatFlight || beat.Kind == engine.BeatGoal) && beat.Say != "" {
				ball = " " + beat.Say
			}
		}
	}
	if move != "" {
		t.Text = move + ball
	}
}

// throwsOf are the throws of a move, those that it was made with and those that it called for.
func throwsOf(p study.Ply) [][]ui.Face {
	var list [][]ui.Face
	for _, faces := range [][]ui.Face{p.Throw, p.After} {
		if len(faces) > 0 {
			list = append(list, faces)
		}
	}
	return list
}
