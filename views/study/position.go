// Package study shows what there is to learn from: the rules with their examples, boards on which
// positions are tried, matches move by move and what they were worth, the bots.
package study

import (
	"errors"
	"strings"

	"kickabout/engine"
	"kickabout/engine/record"
	"kickabout/league"
	"kickabout/views/ui"
)

// PositionInput is what the page on which records are looked at is built from.
type PositionInput struct {
	ui.Frame
	Games []engine.Game
	Match *record.Match // nil: none yet
	Of    string        // id of the match here that it is; "" if it was sent
	At    int           // after how many moves the board shows
	Text  string        // as it was sent
	Error error         // why it could not be read
}

// PositionPage is the page on which records are looked at.
type PositionPage struct {
	ui.Frame
	Text     string
	Error    string
	Culprit  string // the line that the error is about, with a mark below the place
	Examples []RecordExample
	Study    *Study // nil: no record yet
}

// RecordExample shows how a match of a game is written.
type RecordExample struct{ Game, Rules, Text string }

// Study is a record on its board.
type Study struct {
	Kit      string // classes with the colours of the sides
	Rules    string
	RulesURL string
	Game     string // a class of the style sheet
	Names    [2]StudySide
	Score    string
	Headline string // how it ended, or what is due
	Now      string // which board shows
	Turn     string
	Board    ui.Board
	Dice     ui.Throw
	Plies    []StudyPly

	At, Last int    // the board shown, and the last one
	Text     string // the record, which the forms carry on; "" if it is a match here
	Of       string // its id then
	Method   string // of the forms
	Position string
	Try      string
	Headers  []StudyHeader
	MatchURL string
}

// StudySide is a side of a record.
type StudySide struct {
	Side         engine.Side
	Colour, Name string
	Kit          string // class of the style sheet
	Winner       bool
}

// StudyHeader is a line above the log.
type StudyHeader struct{ Name, Value string }

// StudyPly is a line of the list of moves.
type StudyPly struct {
	Ply
	At int
}

// sampleMoves is how long the examples of the format are.
const sampleMoves = 9

// NewPositionPage builds the page.
func NewPositionPage(in PositionInput) PositionPage {
	p := PositionPage{Frame: in.Frame, Text: in.Text}
	p.Title = "Analysis board"
	p.Description = "Paste the record of a whole match and step through its boards; how records are written, with an example for each game."
	if in.Match != nil {
		p.Study, p.Full = newStudy(in), true
		p.Title = "Analysis: " + p.Study.title()
		return p
	}
	p.fault(in.Error)
	for _, g := range in.Games {
		info := g.Info()
		if m, err := record.Sample(g, info.Variants[0].ID, sampleMoves); err == nil {
			p.Examples = append(p.Examples, RecordExample{info.Name, ui.RulesName(info, info.Variants[0].ID), record.Encode(m)})
		}
	}
	return p
}

// fault says what is wrong with a text, and shows its line.
func (p *PositionPage) fault(err error) {
	if err == nil {
		return
	}
	p.Error = err.Error()
	if strings.TrimSpace(p.Text) == "" {
		p.Error = "Paste a record here, or choose a file."
		return
	}
	var f *record.Fault
	lines := strings.Split(strings.ReplaceAll(p.Text, "\r\n", "\n"), "\n")
	if errors.As(err, &f) && f.Line <= len(lines) {
		if line := []rune(lines[f.Line-1]); len(line) < widest {
			p.Culprit = string(line) + "\n" + strings.Repeat(" ", f.Column-1) + "^"
		}
	}
}

// widest is the longest line that is shown once more, in characters.
const widest = 200

func newStudy(in PositionInput) *Study {
	r := in.Match.Record
	info := r.Game.Info()
	b := NewReplay(r, "")
	b = b.Show(min(max(0, in.At), b.Last()))
	d := b.Diagram()
	s := &Study{
		Game: info.ID, Kit: ui.Kit(info.Sides), Rules: ui.RulesName(info, r.Variant), RulesURL: ui.RulesURL(info.ID),
		Score: ui.ScoreText(d.Score), Turn: ui.TurnText(d), At: b.At, Last: b.Last(), Dice: b.Dice(d), Now: studyNow(b),
		Board: b.Still(d), Headline: studyHeadline(r, info), Plies: studyPlies(b), Headers: studyHeaders(*in.Match),
	}
	s.carry(in)
	for i, side := range []engine.Side{engine.First, engine.Second} {
		s.Board.Fit = "none" // it fills its stage
		s.Names[i] = StudySide{side, info.Sides[i], in.Match.Headers[info.Sides[i]], ui.KitOf(info.Sides, side), r.Outcome().Winner == side}
	}
	s.Position, s.Try = b.Position().String(), b.Try(nil)
	return s
}

// carry says what the forms send, so that the next board is one of the same match.
func (s *Study) carry(in PositionInput) {
	if in.Of != "" {
		s.Of, s.Method, s.MatchURL = in.Of, "get", ui.MatchURL(in.Of)
		return
	}
	s.Text, s.Method = record.Encode(*in.Match), "post"
}

func (s *Study) title() string {
	if s.Names[0].Name == "" && s.Names[1].Name == "" {
		return s.Rules
	}
	return s.Names[0].called() + " v " + s.Names[1].called()
}

// called is the name of the player, or what the side is called.
func (s StudySide) called() string {
	if s.Name == "" {
		return s.Colour
	}
	return s.Name
}

// studyNow names the board that shows.
func studyNow(b Replay) string {
	if b.At == 0 {
		return "Before the first move"
	}
	return "After " + b.MoveText()
}

// studyHeadline says how the match ended, or that it has not.
func studyHeadline(r engine.Record, info engine.Info) string {
	o := r.Outcome()
	if !o.Over() {
		return "No end yet"
	}
	text := ui.OutcomeText(o, info.Sides)
	if price := ui.PriceText(league.Standard(), o); price != "" {
		text += " " + price + "."
	}
	return text
}

func studyPlies(b Replay) []StudyPly {
	var list []StudyPly
	for i, ply := range b.Plies() {
		list = append(list, StudyPly{ply, i + 1})
	}
	return list
}

// studyHeaders lists the headers that the page says nowhere else.
func studyHeaders(m record.Match) []StudyHeader {
	var list []StudyHeader
	sides := m.Record.Game.Info().Sides
	for _, name := range m.Names() {
		if name != sides[0] && name != sides[1] && name != record.Points {
			list = append(list, StudyHeader{name, m.Headers[name]})
		}
	}
	return list
}
