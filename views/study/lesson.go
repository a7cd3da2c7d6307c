package study

import (
	"slices"
	"strconv"

	"kickabout/engine"
	"kickabout/views/ui"
)

// LessonInput is what a card of a lesson is built from.
type LessonInput struct {
	ui.Frame
	Game    engine.Game
	Card    int          // from 1; the lesson has so many
	Touched *engine.Step // nil: nothing yet
	Show    bool         // the way is shown
}

// LessonPage is one card of the lesson of a game.
type LessonPage struct {
	ui.Frame
	Lesson LessonView
	Rules  string // where the course begins
}

// LessonView is a card: one idea, one board, one thing to touch.
type LessonView struct {
	Game  string
	Kit   string
	Card  int
	Of    int
	Cards []LessonMark
	Text  string
	Board ui.Board
	Live  bool // the board can be touched
	Dice  ui.Throw
	Ask   string // what to touch
	Says  string // what is said of the touch; "" before one
	Right bool
	Wrong bool
	Show  string // where the way is shown; "": it is, or the card has been answered
	Stage *Stage // that way, for the player in the browser; nil before it is to be shown, or if there is none

	Samples ui.Throw
	Again   string // where the card begins anew
	Next    string // the next card; behind the last one "", see Play
	Play    string // where one plays; "" before the last card is answered
}

// LessonMark is a card in the row above.
type LessonMark struct{ Class string }

// Cards returns how many cards the lesson of a game has.
func Cards(g engine.Game) int { return len(g.Rules().Lesson) }

// NewLessonPage builds the page of a card.
func NewLessonPage(in LessonInput) LessonPage {
	info := in.Game.Info()
	p := LessonPage{Frame: in.Frame, Lesson: NewLessonView(in.Game, in.Card, in.Touched, in.Show), Rules: ui.RulesURL(info.ID)}
	p.Title = info.Name + " in a minute"
	p.Description = "Learn " + info.Name + " in a minute: " + strconv.Itoa(p.Lesson.Of) + " cards, one thing to touch on each."
	return p
}

// NewLessonView builds a card as far as a reader has come with it.
func NewLessonView(g engine.Game, n int, touched *engine.Step, show bool) LessonView {
	info, cards := g.Info(), g.Rules().Lesson
	c := cards[n-1]
	here := ui.LessonURL(info.ID, n)
	v := LessonView{Game: info.Name, Kit: ui.Kit(info.Sides), Card: n, Of: len(cards), Text: c.Text, Ask: c.Ask, Again: here + "#lesson"}
	for i := range cards {
		v.Cards = append(v.Cards, LessonMark{[]string{"done", "at", ""}[min(1, max(-1, i+1-n))+1]})
	}
	p, err := g.Parse(c.Variant, c.Position)
	if err != nil { // a test sees that this does not happen
		v.Says = engine.Reason(err)
		return v
	}
	if touched != nil {
		next, _ := p.Continue(c.Done)
		v.Says, v.Right = c.Answer(*touched, slices.Contains(next, *touched))
		v.Wrong = !v.Right
	}
	if show {
		v.Says, v.Right, v.Wrong = c.Says, true, false
	}
	b := cardBuilder{info: info, card: c, p: p, touched: touched, show: show, here: here}
	v.Board, v.Live = b.board(v.Right), !v.Right
	if show {
		v.Stage, v.Samples = b.stage(g), Samples(info)
	}
	v.Dice = ui.ThrowOf(info, p.Diagram(), nil)
	if !v.Right {
		v.Show = here + "?show=1#lesson"
		return v
	}
	if n < len(cards) {
		v.Next = ui.LessonURL(info.ID, n+1) + "#lesson"
	} else {
		v.Play = "/play"
	}
	return v
}

// cardBuilder holds what the board of a card is built from.
type cardBuilder struct {
	info    engine.Info
	card    engine.Card
	p       engine.Position
	touched *engine.Step
	show    bool
	here    string // address of the card
}

// board draws the card: while it waits for an answer all that shows can be touched, and
// nothing tells what is right.
func (b cardBuilder) board(answered bool) ui.Board {
	if answered {
		return b.answer()
	}
	d, s := b.p.Diagram(b.card.Done...), told(b.p, b.p.Diagram(), b.card.Done)
	top, bottom := b.card.View(d)
	in := ui.BoardInput{Diagram: d, Sides: b.info.Sides, Done: b.card.Done, Walks: s.walks(), Flights: s.flights(), Ghosts: s.ghosts(), Touch: map[engine.Step]ui.Touch{}}
	for _, spot := range d.Spots {
		if y := ui.Middle(spot).Y; top <= y && y <= bottom {
			in.Touch[spot.Step] = ui.Open
		}
	}
	in.Href = func(s engine.Step, _ ui.Touch) string {
		return b.here + "?touch=" + ui.StepsQuery([]engine.Step{s}) + "#lesson"
	}
	in.Get = in.Href
	return b.cut(in, d)
}

// answer draws what a right touch brings: the way that is shown is that of the whole move.
func (b cardBuilder) answer() ui.Board {
	before := b.p.Diagram()
	steps := append(append([]engine.Step{}, b.card.Done...), b.card.Right[0])
	if !b.show && b.touched != nil {
		steps[len(steps)-1] = *b.touched
	} else if whole, err := b.p.Steps(b.card.Move); err == nil && begins(whole, steps) {
		steps = whole
	}
	s := told(b.p, before, steps)
	return b.cut(ui.BoardInput{Diagram: s.diagram, Sides: b.info.Sides, Trace: s.trace(s.diagram)}, s.diagram)
}

// stage tells the whole move of the card.
func (b cardBuilder) stage(g engine.Game) *Stage {
	is, err := b.p.Play(b.card.Move)
	if err != nil {
		return nil // it is about something else than a move
	}
	board, told := engine.TellChanges(g, []engine.Change{{Was: b.p, Is: is, Move: b.card.Move}})
	if told == nil {
		return nil
	}
	return NewStage(newBeats(board, told, len(told), len(told)), board, b.info.Sides, false)
}

// begins says that steps are the first of whole.
func begins(whole, steps []engine.Step) bool {
	return len(whole) >= len(steps) && engine.FormatSteps(whole[:len(steps)]) == engine.FormatSteps(steps)
}

// cut draws the part of the board that the card shows.
func (b cardBuilder) cut(in ui.BoardInput, d engine.Diagram) ui.Board {
	board := ui.NewBoard(in)
	top, bottom := b.card.View(d)
	board.Box = board.Cut(d, top, bottom)
	board.Label = "Board of the card: " + plain(b.card.Ask)
	return board
}
