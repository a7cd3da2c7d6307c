package study

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kickabout/engine"
	"kickabout/engine/analysis"
	"kickabout/league"
	"kickabout/views/ui"
)

// AnalysisInput is what the page about what a match was worth is built from.
type AnalysisInput struct {
	ui.Frame
	Match  league.Match
	Record engine.Record
	Side   engine.Side // of the viewer; NoSide: they did not play
	Missed string      // why nothing can be said, or not yet; "": all is in Found
	Soon   bool        // and that it will be there soon
	Found  analysis.Analysis
}

// AnalysisPage says what a match was worth.
type AnalysisPage struct {
	ui.Frame
	URL     string // of the match
	Kit     string
	Names   string // "Ann v Bob"
	Rules   string
	Missed  string
	Soon    bool
	Judge   string
	Lines   [2]AnalysisLine // of First and Second
	Sums    []AnalysisSum
	Kept    bool // the ending paid less than there was
	GivenUp bool // it ended off the board
	Curve   AnalysisCurve
	Turns   []AnalysisTurn
	Turning []TurningPoint
	Errors  [2]AnalysisErrors // the viewer's side first
	Coach   string            // where the viewer can guess their moves; "" if they did not play
}

// AnalysisLine is what a match was worth to a side.
type AnalysisLine struct {
	Side                   engine.Side
	Colour, Name, URL      string
	You                    bool
	Score                  string // own goals first: "2 : 3"
	Points, Luck, Adjusted string // "0", "−1.9", "1.9"
	Given                  string // "given up to you 1.5"; "" where the match ended on the board
	Beyond                 bool   // Adjusted is more or less than can be paid
	Level, Mean            string // "club", "0.064"; "" if there was no choice
	Decisions              int
	Marks                  string // "2 inaccuracies, 1 blunder"
}

// AnalysisSum is a line of the sum that comes to the points of both.
type AnalysisSum struct {
	Name, Hint string
	Values     [2]string // "+0.312"
	Total      bool
}

// AnalysisTurn is a turn with what it was worth.
type AnalysisTurn struct {
	Ply
	End              string // instead of a move: how the match ended
	Luck, Cost, Left string // to the side of the curve, but Cost to whose turn it is; Left is the worth after it
	Mark             string
}

// AnalysisErrors are the decisions of a side that cost most.
type AnalysisErrors struct {
	Colour, Name string
	You          bool
	List         []AnalysisError
}

// AnalysisError is a decision that was not the best.
type AnalysisError struct {
	Number       int
	Throw        []ui.Face
	Cost, Mark   string
	Played, Best string // the moves for people
	URL          string // of the board after it
	Board        ui.Board
	Try          string // where the position can be tried
}

// worstShown is how many costly decisions of a side are shown on a board.
const worstShown = 3

// NewAnalysisPage builds the page about what a match was worth.
func NewAnalysisPage(in AnalysisInput) AnalysisPage {
	info := in.Record.Game.Info()
	p := AnalysisPage{
		Frame: in.Frame, URL: ui.MatchURL(in.Match.ID), Kit: ui.Kit(info.Sides), Rules: ui.RulesName(info, in.Record.Variant),
		Missed: in.Missed, Soon: in.Soon,
	}
	b := analysisBuilder{in: in, pov: cmp.Or(in.Side, engine.First)}
	p.Names = b.player(engine.First).Name + " v " + b.player(engine.Second).Name
	p.Title = "Luck and skill: " + p.Names
	p.Description = "How much of " + p.Names + " was luck and what each decision cost."
	if in.Side != engine.NoSide {
		p.Coach = p.URL + "/coach"
	}
	if in.Missed != "" {
		return p
	}
	b.Replay = NewReplay(in.Record, in.Match.ID).Show(-1) // no move is the present one
	p.Judge, p.Kept, p.GivenUp = in.Found.Judge, in.Found.Unpaid > 0, in.Found.Given(engine.First) != 0
	p.Lines = [2]AnalysisLine{b.line(engine.First), b.line(engine.Second)}
	p.Sums = b.sums()
	turns := b.turns()
	p.Curve, p.Turns, p.Turning = b.curve(turns), b.told(turns), b.turningPoints(turns)
	p.Errors = [2]AnalysisErrors{b.errors(b.pov), b.errors(b.pov.Other())}
	return p
}

// analysisBuilder holds what the page is built from.
type analysisBuilder struct {
	Replay
	in  AnalysisInput
	pov engine.Side // whom the curve is about
}

func (b analysisBuilder) player(side engine.Side) league.Player {
	return b.in.Match.Seats[b.in.Record.SeatOf(side)].Player
}

// worthSigned writes thousandths of a point with a sign and so many decimals: "+0.31", "−1.9", "0.0".
func worthSigned(thousandths, decimals int) string {
	text := worthText(thousandths, decimals)
	if thousandths > 0 && strings.Trim(text, "0.") != "" {
		return "+" + text
	}
	return text
}

// worthText writes thousandths of a point with so many decimals, half away from zero: "−1.9".
func worthText(thousandths, decimals int) string {
	unit := []int{1000, 100, 10, 1}[decimals]
	n := (max(thousandths, -thousandths) + unit/2) / unit
	whole := 1000 / unit
	text := strconv.Itoa(n / whole)
	if decimals > 0 {
		text += fmt.Sprintf(".%0*d", decimals, n%whole)
	}
	if thousandths < 0 && n > 0 {
		return "−" + text
	}
	return text
}

// line sums a match up for a side.
func (b analysisBuilder) line(side engine.Side) AnalysisLine {
	found, who, score := b.in.Found, b.player(side), b.in.Record.Score()
	l := AnalysisLine{
		Side: side, Colour: b.Info.Sides[side-1], Name: who.Name, URL: ui.PlayerURL(who), You: side == b.in.Side,
		Score:  ui.ScoreText([2]int{score[side-1], score[side.Other()-1]}),
		Points: league.Points(found.Points[side-1] / 100).String(), Luck: worthSigned(found.Luck(side), 1), Adjusted: worthText(found.Adjusted(side), 1),
		Given: b.given(side), Level: found.Level(side), Decisions: found.Decisions(side), Marks: b.marks(side),
	}
	l.Beyond = found.Adjusted(side) < 0 || found.Adjusted(side) > analysis.Whole
	if l.Decisions > 0 {
		l.Mean = worthText(found.Cost(side)/l.Decisions, 3)
	}
	return l
}

// given says what an end off the board gave a side or took from it (R-PT-5); "" where the match ended on the board.
func (b analysisBuilder) given(side engine.Side) string {
	n := b.in.Found.Given(side)
	switch {
	case n == 0:
		return ""
	case b.ruled():
		return "by the ruling " + worthSigned(n, 1)
	case n > 0:
		return "given up by the other side " + worthText(n, 1)
	}
	return "gave up " + worthText(-n, 1)
}

// ruled says that a ruling ended the match: nobody gave anything up.
func (b analysisBuilder) ruled() bool {
	e := b.in.Record.Outcome().Ending
	return e == engine.Adjudication || e == engine.SlowPlay
}

// marks counts what stands out of a side's decisions and throws.
func (b analysisBuilder) marks(side engine.Side) string {
	counts := map[analysis.Mark]int{}
	for _, part := range b.in.Found.Parts {
		if part.Side == side {
			counts[part.Mark]++
		}
	}
	var texts []string
	for _, m := range markNames {
		if n := counts[m.mark]; n > 0 {
			texts = append(texts, ui.CountText(n, m.one, m.many))
		}
	}
	return strings.Join(texts, ", ")
}

// markNames are the marks, those of decisions first.
var markNames = []struct {
	mark      analysis.Mark
	one, many string
}{
	{analysis.Inaccuracy, "inaccuracy", "inaccuracies"},
	{analysis.Mistake, "mistake", "mistakes"},
	{analysis.Blunder, "blunder", "blunders"},
	{analysis.Lucky, "lucky throw", "lucky throws"},
	{analysis.Joker, "joker", "jokers"},
	{analysis.Unlucky, "unlucky throw", "unlucky throws"},
	{analysis.Antijoker, "anti-joker", "anti-jokers"},
}

// markName is what one mark is called; "" for none.
func markName(m analysis.Mark) string {
	for _, n := range markNames {
		if n.mark == m {
			return n.one
		}
	}
	return ""
}

// sums adds up what came to the points of both sides, to the thousandth.
func (b analysisBuilder) sums() []AnalysisSum {
	f := b.in.Found
	row := func(name, hint string, of func(engine.Side) int) AnalysisSum {
		return AnalysisSum{Name: name, Hint: hint, Values: [2]string{worthSigned(of(engine.First), 3), worthSigned(of(engine.Second), 3)}}
	}
	start := func(s engine.Side) int { return b.worthTo(s, f.Start) }
	list := []AnalysisSum{
		row("Start", "what the game promised before the first throw", start),
		row("Luck", "of all throws", f.Luck),
		row("Own decisions", "what the best would have kept", func(s engine.Side) int { return -f.Cost(s) }),
		row("The other’s decisions", "", func(s engine.Side) int { return f.Cost(s.Other()) }),
	}
	if f.Given(engine.First) != 0 {
		name := "Given up"
		if b.ruled() {
			name = "The ruling"
		}
		list = append(list, row(name, "what the end paid above the worth of the last board: neither luck nor skill", f.Given))
	}
	list = append(list, row("Drift", "what the judge saw only later", f.Drift))
	if f.Unpaid != 0 {
		list = append(list, row("Not paid", "what this result keeps from both", func(engine.Side) int { return -f.Unpaid }))
	}
	total := AnalysisSum{Name: "Points", Total: true}
	for i, points := range f.Points {
		total.Values[i] = worthText(points, 3)
	}
	return append(list, total)
}

// A worthTurn is a decision with the throws that belong to it, in thousandths for the side of the
// curve; the last may be the end alone.
type worthTurn struct {
	by    engine.Side // who decided; NoSide: nobody did
	luck  int
	cost  int // of the decision, to by
	after int
	marks []string
	parts []analysis.Part
	end   bool
}

// turns parts an analysis into turns.
func (b analysisBuilder) turns() []worthTurn {
	sign := 1
	if b.pov == engine.Second {
		sign = -1
	}
	var list []worthTurn
	var now worthTurn
	begun, late := false, 0 // whether now has throws already, and how many still belong to the turn before
	for _, part := range b.in.Found.Parts {
		at := &now
		switch {
		case part.Kind == analysis.Throw && late > 0:
			at, late = &list[len(list)-1], late-1
		case part.Kind == analysis.Decision:
			now.by = part.Side
		case part.Kind == analysis.End:
			now.end = true
		}
		at.luck += sign * part.Luck
		at.cost += part.Cost
		at.after = b.worthTo(b.pov, part.After)
		at.parts = append(at.parts, part)
		if name := markName(part.Mark); name != "" {
			at.marks = append(at.marks, name)
		}
		if at != &now {
			continue
		}
		begun = true
		if part.Kind == analysis.Decision {
			list, begun = append(list, now), false
			now = worthTurn{}
			if len(list) < len(b.all) {
				late = len(b.all[len(list)].after)
			}
		}
	}
	if begun {
		list = append(list, now)
	}
	return list
}

// told writes the turns as lines of a table.
func (b analysisBuilder) told(turns []worthTurn) []AnalysisTurn {
	plies := b.Plies()
	list := make([]AnalysisTurn, len(turns))
	for i, t := range turns {
		list[i] = AnalysisTurn{Luck: worthSigned(t.luck, 2), Left: worthText(t.after, 2), Mark: strings.Join(t.marks, ", ")}
		if t.by == engine.NoSide || i >= len(plies) {
			list[i].End = "The end"
			continue
		}
		list[i].Ply, list[i].Cost = plies[i], worthText(t.cost, 2)
	}
	return list
}

// The drawing of a match, in its own units.
const (
	worthWidth               = 360
	worthLeft, worthRight    = 28, 352
	worthTop, worthBottom    = 10, 130
	worthBarTop, worthBarEnd = 150, 230
	worthHeight              = 250
)

// errors finds what cost a side most, with boards.
func (b analysisBuilder) errors(side engine.Side) AnalysisErrors {
	e := AnalysisErrors{Colour: b.Info.Sides[side-1], Name: b.player(side).Name, You: side == b.in.Side}
	type costly struct {
		analysis.Part
		turn int
	}
	var worst []costly
	turn := 0
	for _, part := range b.in.Found.Parts {
		if part.Kind == analysis.Decision {
			if turn++; part.Side == side && part.Mark != "" {
				worst = append(worst, costly{part, turn})
			}
		}
	}
	slices.SortStableFunc(worst, func(a, b costly) int { return cmp.Compare(b.Cost, a.Cost) })
	before := decisionsOf(b.in.Record)
	for _, w := range worst[:min(worstShown, len(worst))] {
		if w.turn <= len(before) && w.turn < len(b.all) {
			e.List = append(e.List, b.mistake(w.Part, w.turn, before[w.turn-1]))
		}
	}
	return e
}

// decisionsOf returns the positions in which the moves of a record were made.
func decisionsOf(r engine.Record) (list []engine.Position) {
	p, err := r.Game.Start(r.Variant)
	for _, e := range r.Log {
		if err != nil {
			return list
		}
		switch e.Act {
		case engine.ActRoll:
			p, err = p.Roll(facesOf(e.Draws)...)
		case engine.ActMove:
			list = append(list, p)
			p, err = p.Play(engine.Move(e.Text))
		}
	}
	return list
}

// mistake draws a decision with the move that was made and the best one.
func (b analysisBuilder) mistake(part analysis.Part, turn int, p engine.Position) AnalysisError {
	p = engine.Board(b.in.Record.Game, p, b.all[turn-1].numbers)
	d := p.Diagram()
	played, best := storyOf(p, d, part.Move), storyOf(p, d, part.Best)
	e := AnalysisError{
		Number: turn, Throw: b.faces(b.all[turn].throws), Cost: worthText(part.Cost, 2), Mark: markName(part.Mark),
		Played: played.words(), Best: best.words(), URL: b.URL(turn),
		Try: ui.TryURL(ui.RulesID(b.Info.ID, b.in.Record.Variant), p.String(), nil),
	}
	e.Board = ui.NewSmallBoard(ui.BoardInput{Diagram: d, Sides: b.Info.Sides, Trace: placeless(played.trace(d)), Better: placeless(best.trace(d))})
	e.Board.Label = fmt.Sprintf("Board before move %d. Played: %s. Best: %s.", turn, e.Played, e.Best)
	return e
}

// storyOf tells a legal move.
func storyOf(p engine.Position, d engine.Diagram, m engine.Move) story {
	steps, _ := p.Steps(m)
	return told(p, d, steps)
}

// MoveWords tells a legal move in the squares that it goes by, as lists of moves do.
func MoveWords(p engine.Position, m engine.Move) string {
	return storyOf(p, p.Diagram(), m).words()
}

// placeless is a trail on the board before the move: nothing has come from anywhere.
func placeless(t ui.MoveTrace) ui.MoveTrace {
	t.From = nil
	return t
}
