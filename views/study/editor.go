package study

import (
	"slices"
	"strconv"
	"strings"

	"kickabout/engine"
	"kickabout/views/ui"
)

// Editor is a position that is being set up by hand: one that can occur or one that cannot yet.
type Editor struct {
	Name     string // "One-Two-Fun, Basic"
	RulesURL string
	Kit      string
	Address  string // of the editor with this position, what is shared
	Text     string // the position
	Rules    string
	Board    ui.Board
	Wrong    string // why the position cannot occur; "" if it can
	Task     string // what can be done now
	Tray     []TrayPiece
	Off      string // where the piece that is picked up goes off the board; "": none is, or it is off
	Drop     string // where no piece is picked up any more
	Choices  []Choices
	Forms    []EditField
	Play     string // where the position is played on; "" while it cannot occur
	Ordinary string // where a turn of the game stands instead; "" if none is known
	Clear    string
}

// TrayPiece is pieces of one kind that are off the board.
type TrayPiece struct {
	ui.BoardPiece
	Pick   string // what picks one up
	Count  string
	Href   string
	Label  string
	Chosen bool
}

// Choices is a setting with few values, each of which is a link.
type Choices struct {
	Label string
	Links []ChoiceLink
}

// ChoiceLink leads to the position with another value.
type ChoiceLink struct {
	Text, Href string
	Chosen     bool
}

// EditField is a setting that is typed or chosen from a list.
type EditField struct {
	Name, Label, Text string
	Options           []ui.Option // nil: it is typed
}

// A Sketch is a position while it is being set up, with the game that it is of.
type Sketch struct {
	engine.Sketch
	Game    engine.Game
	Variant string
}

// NewSketch reads a text as far as pieces can be set up from it; false if it cannot be read even
// so, or if the game does not say how.
func NewSketch(g engine.Game, variant, text string) (Sketch, bool) {
	arranger, ok := g.(engine.Arranger)
	if !ok {
		return Sketch{}, false
	}
	sketch, ok := arranger.Layout(variant).Sketch(text)
	return Sketch{sketch, g, variant}, ok
}

// Wrong says why the position cannot occur; "" if it can.
func (s Sketch) Wrong() string {
	_, err := s.Game.Parse(s.Variant, s.String())
	if err == nil {
		return ""
	}
	for _, t := range s.Spare() {
		if t.Kind == engine.KindKeeper && t.Count > 0 {
			if name := ui.Upper(t.Name); name == t.Name { // "White's keeper"
				return name + " is not on the board."
			}
			return "The " + t.Name + " is not on the board."
		}
	}
	return engine.Reason(err)
}

// pickOf names a set, one of which is picked up.
func pickOf(t engine.PieceSet) string { return strings.TrimSuffix(t.Kind+"-"+t.Side.String(), "-") }

// picked returns the set of what is picked up, and the cell from which, "" if it is off the board;
// false if there is no such piece.
func (s Sketch) picked(pick string) (t engine.PieceSet, from engine.Cell, ok bool) {
	if p, found := s.On(engine.Cell(pick)); found {
		return s.SetOf(p), p.Cell, true
	}
	for _, t := range s.Spare() {
		if t.Count > 0 && pickOf(t) == pick {
			return t, "", true
		}
	}
	return t, "", false
}

// OffBoard is the place of pieces beside the board, in addresses.
const OffBoard = "off"

// Put returns the sketch with the piece that is picked up on a cell, or OffBoard; the same if
// there is no such piece or it cannot stand there.
func (s Sketch) Put(pick, to string) Sketch {
	t, from, ok := s.picked(pick)
	if !ok {
		return s
	}
	if to == OffBoard {
		s.Sketch = s.Moved(from, "")
		return s
	}
	spot, ok := s.ground().SpotOf(engine.Step{Cell: engine.Cell(to)})
	switch {
	case !ok || !t.Fits(spot):
	case from != "":
		s.Sketch = s.Moved(from, engine.Cell(to))
	default:
		s.Sketch = s.Added(t, engine.Cell(to))
	}
	return s
}

// Set returns the sketch with another word in a setting. Where the position could occur, what
// follows from that is set too: the number of the turn is that of the side to move.
func (s Sketch) Set(field int, text string) Sketch {
	sound := func(text string) bool {
		_, err := s.Game.Parse(s.Variant, text)
		return err == nil
	}
	could := sound(s.String())
	s.Sketch = s.With(field, text)
	if could {
		s.Sketch = s.Mended(field, sound)
	}
	return s
}

// ground is the empty board of the game.
func (s Sketch) ground() engine.Diagram {
	p, err := s.Game.Start(s.Variant)
	if err != nil {
		return engine.Diagram{}
	}
	d := p.Diagram()
	return engine.Diagram{Width: d.Width, Height: d.Height, Frame: d.Frame, Court: d.Court, Points: d.Points, Spots: d.Spots, Marks: d.Marks}
}

// The places of two pieces that share a cell, from its middle.
const besideMiddle = 0.26

// diagram draws the sketch.
func (s Sketch) diagram() engine.Diagram {
	d := s.ground()
	taken := map[engine.Cell]bool{}
	for _, p := range s.Pieces {
		spot, ok := d.SpotOf(engine.Step{Cell: p.Cell})
		if !ok {
			continue
		}
		p.X, p.Y = spot.X+spot.W/2, spot.Y+spot.H/2
		if taken[p.Cell] {
			p.X, p.Y = p.X+besideMiddle, p.Y+besideMiddle
		}
		taken[p.Cell] = true
		d.Pieces = append(d.Pieces, p)
	}
	return d
}

// ordinary finds a turn of the game with all pieces on the board, among the examples of its
// rules; "" if there is none.
func (s Sketch) ordinary() string {
	for _, e := range ui.ExamplesOf(s.Game.Rules()) {
		p, err := s.Game.Parse(s.Variant, e.Position)
		if err != nil || p.Next().Side == engine.NoSide {
			continue
		}
		if sketch, ok := NewSketch(s.Game, s.Variant, e.Position); ok && !slices.ContainsFunc(sketch.Spare(), func(t engine.PieceSet) bool { return t.Count > 0 }) {
			return e.Position
		}
	}
	return ""
}

// newEditor builds what is shown of a position that is being set up.
func newEditor(s Sketch, rules, pick string) Editor {
	info := s.Game.Info()
	b := editorBuilder{Sketch: s, rules: rules, info: info}
	e := Editor{
		Name: ui.RulesName(info, s.Variant), RulesURL: ui.RulesURL(info.ID), Kit: ui.Kit(info.Sides), Text: s.String(), Rules: rules,
		Address: b.url(s.Sketch), Wrong: s.Wrong(), Clear: b.url(s.Cleared()),
	}
	if e.Wrong == "" {
		e.Play = ui.TryURL(rules, e.Text, nil) + "#shown"
	}
	if text := s.ordinary(); text != "" {
		e.Ordinary = ui.EditURL(rules, text, "") + "#shown"
	}
	b.held, b.from, b.holds = s.picked(pick)
	b.pick = pick
	b.draw(&e)
	b.fill(&e)
	b.offer(&e)
	return e
}

// editorBuilder holds what an editor is built from.
type editorBuilder struct {
	Sketch
	rules string
	info  engine.Info
	pick  string // what is picked up
	held  engine.PieceSet
	from  engine.Cell // where; "": off the board
	holds bool        // something is
}

// url is the address of the editor with another position.
func (b editorBuilder) url(s engine.Sketch) string {
	return ui.EditURL(b.rules, s.String(), "") + "#shown"
}

// picking is the address at which something is picked up.
func (b editorBuilder) picking(pick string) string {
	return ui.EditURL(b.rules, b.String(), pick) + "#shown"
}

// draw draws the board, on which a touch picks a piece up or puts it down.
func (b editorBuilder) draw(e *Editor) {
	d := b.diagram()
	in := ui.BoardInput{Diagram: d, Sides: b.info.Sides, Touch: map[engine.Step]ui.Touch{}}
	e.Task = "Drag pieces, or touch one and then its new place."
	if b.holds {
		e.Task = ui.Upper(b.held.Name) + ": touch its new place."
		e.Drop = b.url(b.Sketch.Sketch)
		if b.from != "" {
			in.Done = []engine.Step{{Cell: b.from}}
			e.Off = b.url(b.Moved(b.from, ""))
			e.Task = ui.Upper(b.held.Name) + " on " + string(b.from) + ": touch its new place."
		}
	}
	for _, spot := range d.Spots {
		_, here := b.On(spot.Step.Cell)
		switch {
		case b.holds && b.from != "" && spot.Step.Cell == b.from:
			in.Touch[spot.Step] = ui.Back
		case b.holds && b.held.Fits(spot):
			in.Touch[spot.Step] = ui.Legal
		case !b.holds && here:
			in.Touch[spot.Step] = ui.Open
		}
	}
	in.Href = func(step engine.Step, touch ui.Touch) string {
		switch touch {
		case ui.Back:
			return e.Drop
		case ui.Open:
			return b.picking(string(step.Cell))
		}
		return b.url(b.Put(b.pick, string(step.Cell)).Sketch)
	}
	e.Board = ui.NewBoard(in)
	e.Board.Label = e.Name + ", a position being set up"
}

// fill lays what is off the board beside it.
func (b editorBuilder) fill(e *Editor) {
	d := b.ground()
	for _, t := range b.Spare() {
		if t.Count == 0 {
			continue
		}
		d.Pieces = []engine.Piece{{Kind: t.Kind, Side: t.Side}}
		p := TrayPiece{BoardPiece: ui.BoardPieces(ui.PlaneOf(d, false), d, b.info.Sides)[0], Pick: pickOf(t), Label: ui.Upper(t.Name) + ", off the board"}
		if t.Count > 1 {
			p.Count = strconv.Itoa(t.Count)
			p.Label = p.Count + " × " + t.Name + ", off the board"
		}
		p.Chosen = b.holds && b.from == "" && pickOf(b.held) == p.Pick
		p.Href = b.picking(p.Pick)
		if p.Chosen {
			p.Href = e.Drop
		}
		e.Tray = append(e.Tray, p)
	}
}

// offer offers what a position says besides its pieces. A setting whose values are single letters and
// figures is a row of links.
func (b editorBuilder) offer(e *Editor) {
	for _, set := range b.Settings() {
		name := "f" + strconv.Itoa(set.N)
		switch {
		case set.Values == nil:
			e.Forms = append(e.Forms, EditField{Name: name, Label: set.Name, Text: set.Text})
		case slices.ContainsFunc(set.Values, func(v string) bool { return len(v) > 1 }):
			f := EditField{Name: name, Label: set.Name, Text: set.Text}
			for _, v := range set.Values {
				f.Options = append(f.Options, ui.Option{ID: v, Name: b.words(v), Chosen: v == set.Text})
			}
			e.Forms = append(e.Forms, f)
		default:
			c := Choices{Label: set.Name}
			for _, v := range set.Values {
				c.Links = append(c.Links, ChoiceLink{Text: b.words(v), Href: ui.EditURL(b.rules, b.String(), "") + "&" + name + "=" + urlValue(v), Chosen: v == set.Text})
			}
			e.Choices = append(e.Choices, c)
		}
	}
}

// urlValue writes a word of a position for an address.
func urlValue(word string) string {
	return strings.NewReplacer("?", "%3F", "/", "%2F").Replace(word)
}

// phaseWords are what the words of positions are called, where they are no English.
var phaseWords = map[string]string{
	"place": "Placing", "kickoff": "Kick-off", "setup": "Set-up", "move": "Movement", "throw": "Throw-in", "goalkick": "Goal kick",
	"in": "Throw-in", "?": "Not thrown", "-": "None",
}

// words says a word of a position's text for people.
func (b editorBuilder) words(word string) string {
	if n, err := strconv.Atoi(word); err == nil && n >= 1 && n <= len(b.info.Pegs) {
		return ui.Upper(b.info.Pegs[n-1]) + " " + word
	}
	if word == "?" && b.info.Pegs != nil {
		return "Not drawn"
	}
	if first, second, ok := strings.Cut(word, "-"); ok && first != "" {
		return first + " and " + second
	}
	if what, side, ok := strings.Cut(word, "/"); ok {
		return ui.Or(phaseWords[what], ui.Upper(what)) + ", " + b.words(side)
	}
	for _, side := range b.info.Sides {
		if side[:1] == word {
			return side
		}
	}
	return ui.Or(phaseWords[word], ui.Upper(word))
}
