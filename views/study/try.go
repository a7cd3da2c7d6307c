package study

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/views/ui"
)

// TryInput is what the page on which positions are tried is built from.
type TryInput struct {
	ui.Frame
	Games    []engine.Game
	Typed    string            // the rules, as typed: "onetwofun/basic,goals=3"
	Text     string            // the position, as typed
	Errors   map[string]string // sentences by the field they are about
	Game     engine.Game       // nil if nothing can be shown
	Rules    string            // game and variant in the one form that they have
	Position engine.Position
	Done     []engine.Step // touched so far
	Tried    engine.Move   // one that was refused, see Errors["move"]
	Bots     []ui.Opponent // who may be asked what they would do
	Asked    string        // id of the bot that was; "" if none
	Hint     *TryHint      // what it said; see Errors["bot"] if it said nothing
	Sketch   *Sketch       // while the position is set up by hand: nothing of it is tried then
	Picked   string        // the piece that is picked up, see Sketch.Put
}

// TryHint is what a bot would do in a position.
type TryHint struct {
	Move  engine.Move
	Value float64 // what the side that moves may expect then, in tournament points from 0 to 5
}

// TryPage is the page on which positions are tried.
type TryPage struct {
	ui.Frame
	Choice      ui.RulesChoice
	Text        string
	MostLetters int
	Errors      map[string]string
	Shown       *TryView // nil if the rules or the position cannot be understood
	Editor      *Editor  // instead, while the position is set up by hand
	Mend        string   // where a position that cannot occur is set right; "": nowhere
}

// TryView is a position that is tried.
type TryView struct {
	Name     string // "One-Two-Fun, Basic"
	RulesURL string
	Address  string // of this page: what is shared
	Text     string // the position
	Edit     string // where it is changed by hand
	Board    ui.Board
	Dice     ui.Throw
	Score    string
	Sides    [2]string
	Turn     string // "Normal time, turn 7 of 25"
	Headline string // what the position waits for, or how it ended
	Task     string

	Throws  *ThrowTable // of the throw that is due
	Words   string      // the steps chosen
	Undo    string
	Play    string    // where the move entered leads; "" while something is missing
	Choices []ActLink // steps that have no place on the board
	Count   int       // legal moves
	Groups  []MoveGroup
	Rules   string // for the form that lists the moves
	Tried   string
	Bots    []ui.Option // to be asked; nil where nobody is to move
	Advice  string      // "Hard would play this. It expects 3.1 of 5 points for Yellow."
	Advised string      // that move
}

// ThrowTable is every throw that may be made, with where it leads.
type ThrowTable struct {
	Dice  engine.Dice
	Heads []int // faces of the last die
	Rows  []ThrowRow
}

// ThrowRow is the throws that begin with the same die; Head is its face, 0 if there is
// one die only.
type ThrowRow struct {
	Head  int
	Cells []ThrowCell
}

// ThrowCell is one throw.
type ThrowCell struct {
	Face  int
	Href  string
	Text  string // "14", "again"
	Label string // "Throw 2 and 3: 14 moves"
}

// Most of what the page lists or reads.
const (
	MostThrows      = 36
	PositionLetters = 500 // of a position's text
)

// NewTryPage builds the page on which positions are tried.
func NewTryPage(in TryInput) TryPage {
	p := TryPage{
		Frame: in.Frame, Choice: ui.NewStudyChoice(in.Games, in.Typed, in.Errors), Text: in.Text, MostLetters: PositionLetters, Errors: in.Errors,
	}
	p.Title = "Try a position"
	p.Description = "Set up, type or paste a position of any game, see the board, throw and move."
	if in.Sketch != nil {
		editor := newEditor(*in.Sketch, in.Rules, in.Picked)
		p.Editor, p.Text = &editor, editor.Text
		p.Title = "Set up a position of " + in.Game.Info().Name
		return p
	}
	if in.Game != nil && in.Position == nil {
		_, variant, _ := strings.Cut(in.Rules, "/")
		if _, ok := NewSketch(in.Game, variant, in.Text); ok {
			p.Mend = ui.EditURL(in.Rules, in.Text, "") + "#shown"
		}
	}
	if in.Position != nil {
		shown := newTryView(in)
		p.Shown = &shown
		p.Title = "Try a position of " + in.Game.Info().Name
	}
	return p
}

func newTryView(in TryInput) TryView {
	b := tryBuilder{in: in, p: in.Position, info: in.Game.Info(), done: spelt(in.Position, in.Done)}
	b.d = b.p.Diagram(b.done...)
	_, variant, _ := strings.Cut(in.Rules, "/")
	v := TryView{
		Name: ui.RulesName(b.info, variant), RulesURL: ui.RulesURL(b.info.ID), Address: ui.TryURL(in.Rules, b.p.String(), nil), Text: b.p.String(),
		Edit: ui.EditURL(in.Rules, b.p.String(), "") + "#shown",
		Dice: ui.ThrowOf(b.info, b.d, nil), Score: ui.ScoreText(b.d.Score), Sides: b.info.Sides, Turn: ui.TurnText(b.d), Rules: in.Rules, Tried: string(in.Tried),
	}
	b.say(&v)
	b.decide(&v)
	b.ask(&v)
	return v
}

// tryBuilder holds what a view is built from.
type tryBuilder struct {
	in   TryInput
	p    engine.Position
	info engine.Info
	done []engine.Step
	d    engine.Diagram
}

// url is the address of a position after this one.
func (b tryBuilder) url(p engine.Position, done []engine.Step) string {
	return ui.TryURL(b.in.Rules, p.String(), done) + "#shown"
}

// say finds out what the position waits for.
func (b tryBuilder) say(v *TryView) {
	next := b.p.Next()
	switch {
	case next.Over():
		outcome := b.p.Outcome()
		v.Headline = ui.OutcomeText(outcome, b.info.Sides)
		v.Task = ui.Upper(ui.PriceText(league.Standard(), outcome))
	case next.Dice.Count > 0:
		v.Headline = ui.ThrowWords(b.info).Due
		v.Throws = b.throws(next.Dice)
		if b.info.Pegs == nil {
			v.Task = ui.CountText(next.Dice.Count, "die", "dice") + " with " + strconv.Itoa(next.Dice.Sides) + " faces."
		}
	default:
		v.Headline = b.info.Sides[next.Side-1] + " to move"
		if v.Task = b.d.Task; v.Task == complete {
			v.Task = "Play this move, or undo." // as the buttons beside it say
		}
	}
}

// throws lists every throw of the dice; nil if there are too many.
func (b tryBuilder) throws(dice engine.Dice) *ThrowTable {
	t := ThrowTable{Dice: dice}
	for face := 1; face <= dice.Sides; face++ {
		t.Heads = append(t.Heads, face)
	}
	switch {
	case dice.Count == 1 && dice.Sides <= MostThrows:
		t.Rows = []ThrowRow{{Cells: b.row(t.Heads)}}
	case dice.Count == 2 && dice.Sides*dice.Sides <= MostThrows:
		for _, face := range t.Heads {
			t.Rows = append(t.Rows, ThrowRow{face, b.row(t.Heads, face)})
		}
	default:
		return nil
	}
	return &t
}

// row lists the throws that begin with some faces.
func (b tryBuilder) row(faces []int, before ...int) []ThrowCell {
	cells := make([]ThrowCell, len(faces))
	for i, face := range faces {
		throw := append(before[:len(before):len(before)], face)
		cells[i] = ThrowCell{Face: face, Text: "–", Label: "Throw " + ui.FacesText(ui.FacesOfThrow(b.info, throw, len(faces)))}
		after, err := b.p.Roll(throw...)
		if err != nil { // the game has no such throw
			continue
		}
		text, means := b.leadsTo(after)
		cells[i].Href, cells[i].Text, cells[i].Label = b.url(after, nil), text, cells[i].Label+": "+means
	}
	return cells
}

// leadsTo says in short, and in words, what comes after a throw.
func (b tryBuilder) leadsTo(after engine.Position) (text, means string) {
	next := after.Next()
	switch {
	case next.Over():
		return "end", "the game ends"
	case after.String() == b.p.String():
		return "again", "it is thrown again"
	case next.Dice.Count > 0:
		return "–", "nothing to decide, the next throw is due"
	}
	n := after.Count()
	return strconv.Itoa(n), ui.CountText(n, "move", "moves")
}

// decide draws the board, with what the side to move may do.
func (b tryBuilder) decide(v *TryView) {
	v.Board = ui.NewBoard(ui.BoardInput{Diagram: b.d, Sides: b.info.Sides})
	if b.p.Next().Side != engine.NoSide {
		before := b.p.Diagram()
		e := NewEntry(EntryInput{
			Position: b.p, Board: before, Sides: b.info.Sides, Done: b.done,
			Href: func(done []engine.Step) string { return b.url(b.p, done) },
		})
		v.Board, v.Words, v.Undo = e.Board, e.Words, e.Undo
		for _, c := range e.Spare {
			v.Choices = append(v.Choices, ActLink{Text: c.Text, Href: c.Href})
		}
		if after, err := b.p.Play(e.Move); e.Move != "" && err == nil {
			v.Play = b.url(after, nil)
		}
		v.Count = b.p.Count()
		v.Groups = MoveGroups(before, newDecision(b.p, before, Look{}).choices())
	}
	v.Board.Label = v.Name + ", " + v.Headline
}

// ask offers the bots for advice, and says what one of them advised.
func (b tryBuilder) ask(v *TryView) {
	side := b.p.Next().Side
	if side == engine.NoSide {
		return
	}
	v.Bots = ui.Opponents(b.in.Bots)
	slices.Reverse(v.Bots) // the strongest is asked unless another one is
	ui.ChooseOption(v.Bots, b.in.Asked)
	if b.in.Hint == nil {
		return
	}
	for _, o := range v.Bots {
		if o.Chosen {
			v.Advice = fmt.Sprintf("%s would play this. It expects %.1f of 5 points for %s.", o.Name, b.in.Hint.Value, b.info.Sides[side-1])
		}
	}
	v.Advised = string(b.in.Hint.Move)
}
