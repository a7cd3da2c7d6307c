package study

import (
	"slices"

	"kickabout/engine"
	"kickabout/views/ui"
)

// MostChoices is how many legal moves a page carries whole; with more the script
// asks the server step by step.
const MostChoices = 1000

// mostNodes is how many steps a page carries at most: where men may move in any
// order there are many more ways to enter the moves than there are moves.
const mostNodes = 3 * MostChoices

// A Choice is a step that may come next, with what may come after it.
type Choice struct {
	Step string      `json:"step"`
	Move engine.Move `json:"move,omitempty"` // the move that is spelt with this step
	Show Show        `json:"show"`
	Next []Choice    `json:"next,omitempty"`
}

// Show is what a step changes on the page.
type Show struct {
	Say    string          `json:"say,omitempty"`    // what it adds to the words
	Walk   string          `json:"walk,omitempty"`   // what it adds to the path along the ways of figures
	Flight string          `json:"flight,omitempty"` // and of the ball
	Task   string          `json:"task,omitempty"`   // "" if it stays
	Hint   *string         `json:"hint,omitempty"`   // nil if it stays
	Kicks  *bool           `json:"kicks,omitempty"`  // nil if it stays
	Notes  *[]ui.BoardNote `json:"notes,omitempty"`  // nil if they stay
	Used   *[]string       `json:"used,omitempty"`   // the labels under the dice; nil if they stay
	Aim    *string         `json:"aim,omitempty"`    // path of what is to be crossed; nil if it stays
	Gone   []int           `json:"gone,omitempty"`   // the pieces that disappear, by their numbers on the page
	Put    []PutPiece      `json:"put,omitempty"`    // those that change
	Come   []ui.BoardPiece `json:"come,omitempty"`   // those that appear; they get the next numbers
}

// PutPiece is what changes of a piece; "" stays.
type PutPiece struct {
	N     int    `json:"n"`
	At    string `json:"at,omitempty"`
	Cell  string `json:"cell,omitempty"`
	Name  string `json:"name,omitempty"`
	Label string `json:"label,omitempty"`
}

// A Look is how a page draws its board.
type Look struct {
	Sides  [2]string // what the game calls First and Second
	Turned bool      // the board is turned by half
}

// A scene is what the page shows at a point of a move's story.
type scene struct {
	story
	look                Look
	words, walk, flight string
	task, aim           string
	notes               []ui.BoardNote
	dice                []string
	pieces              []ui.BoardPiece
}

func newScene(s story, look Look) scene {
	plane := ui.PlaneOf(s.diagram, look.Turned)
	return scene{
		story: s, look: look, words: s.words(), walk: plane.Lines(s.walks()), flight: plane.Lines(s.flights()), task: s.task(),
		aim: plane.Aim(s.diagram), notes: plane.Notes(s.diagram), dice: s.used(), pieces: ui.BoardPieces(plane, s.diagram, look.Sides),
	}
}

// show is what changes from a scene to the one after it.
func (s scene) show(after scene) Show {
	// A story only grows at its end, and so do its words and its ways.
	show := Show{Say: after.words[len(s.words):], Walk: after.walk[len(s.walk):], Flight: after.flight[len(s.flight):]}
	if after.task != s.task {
		show.Task = after.task
	}
	if after.diagram.Hint != s.diagram.Hint {
		show.Hint = &after.diagram.Hint
	}
	if after.diagram.Kicks != s.diagram.Kicks {
		show.Kicks = &after.diagram.Kicks
	}
	if !slices.Equal(after.notes, s.notes) {
		notes := append([]ui.BoardNote{}, after.notes...)
		show.Notes = &notes
	}
	if !slices.Equal(after.dice, s.dice) {
		show.Used = &after.dice
	}
	if after.aim != s.aim {
		show.Aim = &after.aim
	}
	for i, n := range s.numbers {
		if !slices.Contains(after.numbers, n) {
			show.Gone = append(show.Gone, s.numbers[i])
		}
	}
	for i, n := range after.numbers {
		p := after.pieces[i]
		before := slices.Index(s.numbers, n)
		if before < 0 {
			show.Come = append(show.Come, p)
		} else if old := s.pieces[before]; p != old {
			show.Put = append(show.Put, PutPiece{n, changed(old.At, p.At), changed(old.Cell, p.Cell), changed(old.Name, p.Name), changed(old.Label, p.Label)})
		}
	}
	return show
}

func changed(before, after string) string {
	if before == after {
		return ""
	}
	return after
}

// A decision is what the choices of the running turn are found from.
type decision struct {
	p     engine.Position
	begin scene
	nodes int // steps found so far
}

// newDecision begins with the board as the page shows it before the first step.
func newDecision(p engine.Position, board engine.Diagram, look Look) *decision {
	return &decision{p: p, begin: newScene(beginStory(p, board), look)}
}

// choices returns all ways to enter a legal move, step by step; nil if nobody must
// move or if there are too many to carry.
func (t *decision) choices() []Choice {
	if n := t.p.Count(); n == 0 || n > MostChoices {
		return nil
	}
	tree := t.choicesAfter(t.begin, nil, t.begin.first)
	if t.nodes > mostNodes {
		return nil
	}
	return tree
}

func (t *decision) choicesAfter(s scene, done, next []engine.Step) []Choice {
	var list []Choice
	for _, step := range next {
		if t.nodes++; t.nodes > mostNodes {
			return nil
		}
		path := add(done, step)
		after, move := t.p.Continue(path)
		then := newScene(s.step(step, t.p.Diagram(path...)), s.look)
		list = append(list, Choice{step.String(), move, s.show(then), t.choicesAfter(then, path, after)})
	}
	return list
}

// Continuation is what may come after some steps.
type Continuation struct {
	Next []string    `json:"next"`
	Move engine.Move `json:"move"` // the move that the steps spell already; "" if none
}

// Continue returns the continuation of done in p.
func Continue(p engine.Position, done []engine.Step) Continuation {
	next, move := p.Continue(done)
	c := Continuation{Next: make([]string, len(next)), Move: move}
	for i, s := range next {
		c.Next[i] = s.String()
	}
	return c
}

// ShownContinuation is a continuation with what its last step changes on the page, as
// the board script reads it.
type ShownContinuation struct {
	Continuation
	Show Show `json:"show"`
}

// ContinueOnPage returns the continuation of done in the turn that a record waits for,
// on the board that its match page shows.
func ContinueOnPage(r engine.Record, done []engine.Step, turned bool) ShownContinuation {
	p := r.Board()
	c := ShownContinuation{Continuation: Continue(p, done)}
	if done = spelt(p, done); len(done) > 0 {
		before := told(p, p.Diagram(), done[:len(done)-1])
		look := Look{r.Game.Info().Sides, turned}
		c.Show = newScene(before, look).show(newScene(before.step(done[len(done)-1], p.Diagram(done...)), look))
	}
	return c
}

// TurnChoices is what a page tells the board script of the running turn.
type TurnChoices struct {
	Seq    int             `json:"seq"`
	Ask    string          `json:"ask,omitempty"` // where what may be touched next is asked for; "": of the match itself
	Key    string          `json:"key"`
	Idle   string          `json:"idle"` // what is said before the first step
	Task   string          `json:"task"`
	Hint   string          `json:"hint"`
	Kicks  bool            `json:"kicks"`
	Notes  []ui.BoardNote  `json:"notes"`
	Used   []string        `json:"used,omitempty"` // the labels under the dice
	Aim    string          `json:"aim"`
	Pieces []ui.BoardPiece `json:"pieces"` // before the first step
	Tree   []Choice        `json:"tree"`   // null: ask the server
}

// NewTurnChoices tells them of a position on the board as the page shows it.
func NewTurnChoices(p engine.Position, board engine.Diagram, look Look) TurnChoices {
	t := newDecision(p, board, look)
	return TurnChoices{
		Idle: t.begin.idle(), Task: t.begin.task, Hint: board.Hint, Kicks: board.Kicks, Notes: append([]ui.BoardNote{}, t.begin.notes...),
		Used: t.begin.dice, Aim: t.begin.aim, Pieces: append([]ui.BoardPiece{}, t.begin.pieces...), Tree: t.choices(),
	}
}

// MoveGroup is the legal moves that begin with the same step.
type MoveGroup struct {
	Label string // "e5, yellow figure 3"
	Moves []namedMove
}

type namedMove struct {
	Move  engine.Move
	Words string
}

// MoveGroups lists the moves of a tree of choices by their first step. A move
// that can be entered in several ways is listed once.
func MoveGroups(d engine.Diagram, tree []Choice) []MoveGroup {
	seen := map[engine.Move]bool{}
	var groups []MoveGroup
	for _, first := range tree {
		step := engine.ParseStep(first.Step)
		g := MoveGroup{Label: stepName(d, step)}
		if spot, ok := d.SpotOf(step); ok {
			g.Label = ui.SpotLabel(spot.Name, ui.Standing(d, spot), false, ui.Untouched)
		}
		g.collect(first, "", seen)
		if len(g.Moves) > 0 {
			groups = append(groups, g)
		}
	}
	return groups
}

func (g *MoveGroup) collect(c Choice, words string, seen map[engine.Move]bool) {
	words += c.Show.Say
	if c.Move != "" && !seen[c.Move] {
		seen[c.Move] = true
		g.Moves = append(g.Moves, namedMove{c.Move, words})
	}
	for _, next := range c.Next {
		g.collect(next, words, seen)
	}
}

// touches says what touching each spot does after some steps, and what the steps
// are then. A step that may come next comes next; one that could have come
// earlier takes the place of what was chosen since; a chosen one goes back.
func touches(p engine.Position, done []engine.Step) (map[engine.Step]ui.Touch, map[engine.Step][]engine.Step) {
	touch, then := map[engine.Step]ui.Touch{}, map[engine.Step][]engine.Step{}
	for n := len(done); n >= 0; n-- {
		next, _ := p.Continue(done[:n])
		for _, s := range next {
			if _, known := touch[s]; known {
				continue
			}
			touch[s] = ui.Instead
			if n == len(done) {
				touch[s] = ui.Legal
			}
			then[s] = append(done[:n:n], s)
		}
	}
	for i, s := range done {
		if touch[s] == ui.Legal {
			continue
		}
		touch[s] = ui.Back
		then[s] = done[:i+1]
		if i == len(done)-1 {
			then[s] = done[:i]
		}
	}
	return touch, then
}

// DoQuery writes steps as the query of a match page: "?do=c2,c5"; "" for none.
func DoQuery(steps []engine.Step) string {
	if len(steps) == 0 {
		return ""
	}
	return "?do=" + ui.StepsQuery(steps)
}

// spelt returns the longest part of done that leads somewhere in p: what a
// reader typed into the address may be anything.
func spelt(p engine.Position, done []engine.Step) []engine.Step {
	for i, s := range done {
		if next, _ := p.Continue(done[:i]); !slices.Contains(next, s) {
			return done[:i]
		}
	}
	return done
}
