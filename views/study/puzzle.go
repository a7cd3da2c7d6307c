package study

import (
	"fmt"
	"strings"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/puzzle"
	"kickabout/views/ui"
)

// PuzzleInput is what the page of a day's puzzle is built from.
type PuzzleInput struct {
	ui.Frame
	Game     engine.Game // nil: this day has none, and nothing else counts
	Puzzle   puzzle.Puzzle
	Position engine.Position
	Today    bool
	Try      puzzle.Try // of a member
	Share    puzzle.Share
	Marks    []puzzle.Mark // of a member, the latest first
	Streak   int
	Done     []engine.Step // touched so far
	Tried    engine.Move   // the answer given last; "": none
	Right    bool          // it was
	Show     bool          // the solution may be shown
	Error    string        // what is wrong with the answer
}

// PuzzlePage is the page of a day's puzzle.
type PuzzlePage struct {
	ui.Frame
	Panel   *PuzzlePanel // nil: there is no puzzle
	Member  bool
	Address string // of the page without a query
	Post    string // below it answers are sent
	Kit     string
	Words   string // the answer as it is entered
	Undo    string
	Move    string // it, once it is whole
	Choices []ActLink
	Groups  []MoveGroup
	Typed   string
	Error   string
	Wrong   string // what is said of a wrong answer
	Answer  *PuzzleAnswer
}

// PuzzlePanel is what is shown of a puzzle everywhere.
type PuzzlePanel struct {
	URL    string
	Title  string // "Daily puzzle", "Puzzle of 25 Nov 2026"
	Game   string // "StreetSoccer, Little Golem rules"
	Ask    string // "Yellow to move, die 4."
	Board  ui.Board
	Kit    string
	Dice   ui.Throw
	Streak string // "6 days in a row"; "": none
	Share  string // "61 % of 23 players solved it at the first try"; "": nobody has tried
	Week   *Week
	Done   bool // the viewer has solved it, or seen the solution
}

// Week is the last seven days, for a member.
type Week struct {
	Label string
	Days  []WeekDay
}

// WeekDay is a day of it.
type WeekDay struct{ Letter, Class string }

// PuzzleAnswer is the solution.
type PuzzleAnswer struct {
	Headline string
	Best     string // the move for people
	Played   string // what was played in the match
	Lead     string // "at least 0.52 points better than any other move"
	Judge    string
	Match    string // its address
}

// NewPuzzlePanel builds what is shown of a puzzle; nil if there is none.
func NewPuzzlePanel(in PuzzleInput) *PuzzlePanel {
	if in.Game == nil {
		return nil
	}
	info, d := in.Game.Info(), in.Position.Diagram()
	p := PuzzlePanel{
		URL: ui.PuzzleURL(in.Puzzle.Day), Title: "Daily puzzle", Game: ui.RulesName(info, in.Puzzle.Pool.Variant), Kit: ui.Kit(info.Sides),
		Dice: ui.ThrowOf(info, d, nil), Done: in.Try.Done(), Board: ui.NewBoard(ui.BoardInput{Diagram: d, Sides: info.Sides}),
	}
	if in.Today {
		p.URL = ui.PuzzlesURL
	} else {
		p.Title = "Puzzle of " + ui.DayText(in.Puzzle.Day.Begins())
	}
	p.Ask = info.Sides[in.Position.Next().Side-1] + " to move. Find the best move."
	p.Board.Label = "The puzzle: " + p.Ask
	if in.Streak > 0 {
		p.Streak = ui.CountText(in.Streak, "day in a row", "days in a row")
	}
	if in.Share.Tried > 0 {
		p.Share = fmt.Sprintf("%d of %s solved it at the first try.", in.Share.AtOnce, ui.CountText(in.Share.Tried, "player", "players"))
	}
	if in.Viewer.Kind == league.Member {
		p.Week = newWeek(in.Marks, puzzle.DayOf(in.Now))
	}
	return &p
}

// newWeek draws the seven days up to today.
func newWeek(marks []puzzle.Mark, today puzzle.Day) *Week {
	of := map[puzzle.Day]bool{}
	for _, m := range marks {
		of[m.Day] = m.Solved
	}
	w, solved := &Week{}, 0
	for n := -6; n <= 0; n++ {
		day := today.Add(n)
		d := WeekDay{Letter: day.Begins().Weekday().String()[:1], Class: "none"}
		if right, had := of[day]; had {
			d.Class = "missed"
			if right {
				d.Class, solved = "solved", solved+1
			} else if n == 0 {
				d.Class = "open"
			}
		}
		w.Days = append(w.Days, d)
	}
	w.Label = fmt.Sprintf("The last 7 days: %d solved", solved)
	return w
}

// NewPuzzlePage builds the page of a day's puzzle.
func NewPuzzlePage(in PuzzleInput) PuzzlePage {
	p := PuzzlePage{Frame: in.Frame, Panel: NewPuzzlePanel(in), Member: in.Viewer.Kind == league.Member, Typed: string(in.Tried), Error: in.Error}
	p.Title = "Daily puzzle"
	p.Description = "One position a day from a game that was played here: find the move that is far better than all others."
	if p.Panel == nil {
		return p
	}
	p.Title, p.Address, p.Post, p.Kit = p.Panel.Title, p.Panel.URL, ui.PuzzleURL(in.Puzzle.Day), p.Panel.Kit
	b := puzzleBuilder{in: in, info: in.Game.Info(), d: in.Position.Diagram()}
	if in.Show {
		b.answer(&p)
		return p
	}
	b.ask(&p)
	return p
}

// puzzleBuilder holds what the page is built from.
type puzzleBuilder struct {
	in   PuzzleInput
	info engine.Info
	d    engine.Diagram
}

// ask lets the answer be entered.
func (b puzzleBuilder) ask(p *PuzzlePage) {
	e := NewEntry(EntryInput{Position: b.in.Position, Board: b.d, Sides: b.info.Sides, Done: b.in.Done, Href: func(done []engine.Step) string {
		return p.Address + DoQuery(done) + "#board"
	}})
	label := p.Panel.Board.Label
	p.Panel.Board, p.Words, p.Undo, p.Move = e.Board, e.Words, e.Undo, string(e.Move)
	p.Panel.Board.Label = label
	for _, c := range e.Spare {
		p.Choices = append(p.Choices, ActLink{Text: c.Text, Href: c.Href})
	}
	p.Groups = MoveGroups(b.d, newDecision(b.in.Position, b.d, Look{Sides: b.info.Sides}).choices())
	if b.in.Tried != "" && b.in.Error == "" {
		words := storyOf(b.in.Position, b.d, b.in.Tried).words()
		p.Wrong = fmt.Sprintf("%s is not it: another move is worth at least %s points more. Try again.", words, worthText(b.in.Puzzle.Margin, 2))
	}
}

// answer shows the solution beside what was played.
func (b puzzleBuilder) answer(p *PuzzlePage) {
	in := b.in
	best := storyOf(in.Position, b.d, in.Puzzle.Answer)
	a := PuzzleAnswer{
		Headline: "The solution", Best: best.words(), Played: storyOf(in.Position, b.d, in.Puzzle.Played).words(),
		Lead: "at least " + worthText(in.Puzzle.Margin, 2) + " points better than any other move", Judge: fmt.Sprintf("%s, version %d", in.Puzzle.Judge, in.Puzzle.Version),
		Match: ui.MatchURL(in.Puzzle.Match),
	}
	switch {
	case in.Right && (in.Try.Tries == 1 || in.Viewer.Kind != league.Member):
		a.Headline = "Solved at the first try"
		if in.Viewer.Kind != league.Member {
			a.Headline = "Solved"
		}
	case in.Right:
		a.Headline = "Solved at try " + fmt.Sprint(in.Try.Tries)
	}
	label := p.Panel.Board.Label
	p.Panel.Board = ui.NewBoard(ui.BoardInput{Diagram: b.d, Sides: b.info.Sides, Trace: placeless(best.trace(b.d))})
	p.Panel.Board.Label = label + " " + strings.TrimSuffix(a.Headline, ".") + ": " + a.Best
	p.Answer = &a
}

// dayWord says what a day of the week came to.
func dayWord(class string) string {
	return map[string]string{"solved": "solved", "open": "open", "missed": "not solved", "none": "no puzzle"}[class]
}
