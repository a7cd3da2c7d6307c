package study

import (
	"fmt"
	"strconv"

	"kickabout/engine"
	"kickabout/engine/analysis"
	"kickabout/league"
	"kickabout/views/ui"
)

// CoachInput is what the page on which somebody guesses the moves of their own match is built from.
type CoachInput struct {
	ui.Frame
	Match       league.Match
	Record      engine.Record
	Side        engine.Side
	Found       analysis.Analysis
	Turn        int             // which of their decisions is guessed, from 1
	Done        []engine.Step   // touched so far
	Guess       engine.Move     // that was made; "": none yet
	Weighed     *analysis.Guess // what it costs
	Tried, Lost int             // guesses before this one, and what they cost, in thousandths
	Error       string          // what is wrong with the guess
}

// CoachPage is the page on which a player guesses the moves of their own match.
type CoachPage struct {
	ui.Frame
	Kit, Names, URL, Worth string
	Address                string // of this page without a query
	Turn, Of               int
	Tried, Lost            int
	Score                  string // "3 guesses cost 0.21 points so far"
	Colour, Goals, Period  string
	Dice                   ui.Throw
	Board                  ui.Board
	Words, Undo, Guess     string // the guess as it is entered, and where it is made
	Choices                []ActLink
	Groups                 []MoveGroup
	Typed, Error           string
	Answer                 *CoachAnswer // nil: nothing was guessed yet
	Skip                   string       // to the next decision; "" behind the last
}

// CoachAnswer says what a guess was worth.
type CoachAnswer struct {
	Guess, Played, Best string // the moves for people
	Cost, Then, Mark    string // of the guess, and of the move that was made in the match
	Headline            string
	Next                string // to the next decision; "": this was the last
}

// CoachTurns returns which decisions of a match, counted from 1, a side can guess: those with a choice.
func CoachTurns(found analysis.Analysis, side engine.Side) (list []int) {
	n := 0
	for _, part := range found.Parts {
		if part.Kind == analysis.Decision {
			if n++; part.Side == side && !part.Forced {
				list = append(list, n)
			}
		}
	}
	return list
}

// CoachPosition returns the position of the n-th decision of a record, counted from 1; false if there is none.
func CoachPosition(r engine.Record, n int) (engine.Position, bool) {
	all := decisionsOf(r)
	if n < 1 || n > len(all) {
		return nil, false
	}
	return all[n-1], true
}

// NewCoachPage builds the page.
func NewCoachPage(in CoachInput) CoachPage {
	info := in.Record.Game.Info()
	turns := CoachTurns(in.Found, in.Side)
	n := turns[in.Turn-1]
	p, _ := CoachPosition(in.Record, n)
	b := coachBuilder{in: in, info: info, turns: len(turns), n: n, all: tell(in.Record).stops}
	b.p = engine.Board(in.Record.Game, p, b.all[n-1].numbers)
	b.d = b.p.Diagram()
	page := CoachPage{
		Frame: in.Frame, Kit: ui.Kit(info.Sides), URL: ui.MatchURL(in.Match.ID), Turn: in.Turn, Of: len(turns), Tried: in.Tried, Lost: in.Lost,
		Colour: info.Sides[in.Side-1], Goals: ui.ScoreText(b.d.Score), Period: ui.TurnText(b.d), Dice: ui.ThrowOf(info, b.d, nil), Error: in.Error, Typed: string(in.Guess),
	}
	page.Worth, page.Address = page.URL+"/analysis", page.URL+"/coach"
	page.Names = in.Match.Seats[in.Record.SeatOf(engine.First)].Player.Name + " v " + in.Match.Seats[in.Record.SeatOf(engine.Second)].Player.Name
	page.Title = "Guess your moves: " + page.Names
	if in.Turn < len(turns) {
		page.Skip = b.url(in.Turn+1, in.Tried, in.Lost) + "#board"
	}
	if in.Weighed != nil {
		b.answer(&page)
	} else {
		b.ask(&page)
	}
	page.Score = "Nothing is guessed yet."
	tried, lost := in.Tried, in.Lost
	if in.Weighed != nil {
		tried, lost = tried+1, lost+in.Weighed.Cost
	}
	if tried > 0 {
		page.Score = fmt.Sprintf("%s cost %s points in all.", ui.CountText(tried, "guess", "guesses"), worthText(lost, 2))
	}
	page.Board.Label = "Board before move " + strconv.Itoa(n)
	return page
}

// coachBuilder holds what the page is built from.
type coachBuilder struct {
	in    CoachInput
	info  engine.Info
	p     engine.Position
	d     engine.Diagram
	all   []replayStop
	n     int // which decision of the match it is
	turns int
}

// url is where a decision is guessed, with the score so far.
func (b coachBuilder) url(turn, tried, lost int) string {
	return fmt.Sprintf("%s/coach?turn=%d&tried=%d&lost=%d", ui.MatchURL(b.in.Match.ID), turn, tried, lost)
}

// ask lets the guess be entered.
func (b coachBuilder) ask(p *CoachPage) {
	here := b.url(b.in.Turn, b.in.Tried, b.in.Lost)
	e := NewEntry(EntryInput{Position: b.p, Board: b.d, Sides: b.info.Sides, Done: b.in.Done, Href: func(done []engine.Step) string {
		if len(done) == 0 {
			return here + "#board"
		}
		return here + "&do=" + ui.StepsQuery(done) + "#board"
	}})
	p.Board, p.Words, p.Undo = e.Board, e.Words, e.Undo
	for _, c := range e.Spare {
		p.Choices = append(p.Choices, ActLink{Text: c.Text, Href: c.Href})
	}
	p.Guess = string(e.Move)
	p.Groups = MoveGroups(b.d, newDecision(b.p, b.d, Look{}).choices())
}

// answer shows the guess beside what was played and what is best.
func (b coachBuilder) answer(p *CoachPage) {
	part := b.played()
	guess, best := storyOf(b.p, b.d, b.in.Guess), storyOf(b.p, b.d, b.in.Weighed.Best)
	a := &CoachAnswer{
		Guess: guess.words(), Best: best.words(), Played: storyOf(b.p, b.d, part.Move).words(),
		Cost: worthText(b.in.Weighed.Cost, 2), Then: worthText(part.Cost, 2), Mark: markName(b.in.Weighed.Mark), Headline: "That is the best move",
	}
	switch {
	case b.in.Weighed.Cost > 0 && b.in.Weighed.Cost < part.Cost:
		a.Headline = "Better than in the game"
	case b.in.Weighed.Cost > 0 && b.in.Guess == part.Move:
		a.Headline = "As in the game, and there is a better one"
	case b.in.Weighed.Cost > 0:
		a.Headline = "There is a better move"
	}
	if b.in.Turn < b.turns {
		a.Next = b.url(b.in.Turn+1, b.in.Tried+1, b.in.Lost+b.in.Weighed.Cost) + "#board"
	}
	board := ui.BoardInput{Diagram: b.d, Sides: b.info.Sides, Trace: placeless(guess.trace(b.d))}
	if b.in.Weighed.Cost > 0 {
		board.Better = placeless(best.trace(b.d))
	}
	p.Board, p.Answer = ui.NewBoard(board), a
}

// played returns the part of the decision that is guessed.
func (b coachBuilder) played() analysis.Part {
	n := 0
	for _, part := range b.in.Found.Parts {
		if part.Kind == analysis.Decision {
			if n++; n == b.n {
				return part
			}
		}
	}
	return analysis.Part{}
}
