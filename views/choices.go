package views

import (
	"net/url"
	"slices"
	"strings"

	"kickabout/engine"
)

// MostChoices is how many legal moves a page carries whole; with more the script
// asks the server step by step.
const MostChoices = 1000

// A Choice is a step that may come next, with what may come after it.
type Choice struct {
	Step string      `json:"step"`
	Move engine.Move `json:"move,omitempty"` // the move that is spelt with this step
	Next []Choice    `json:"next,omitempty"`
}

// Choices returns all ways to enter a legal move of p, step by step; nil if
// nobody must move or if there are more than MostChoices moves.
func Choices(p engine.Position) []Choice {
	if n := p.Count(); n == 0 || n > MostChoices {
		return nil
	}
	next, _ := p.Continue(nil)
	return choicesAfter(p, nil, next)
}

func choicesAfter(p engine.Position, done, next []engine.Step) []Choice {
	var list []Choice
	for _, s := range next {
		path := append(done[:len(done):len(done)], s)
		after, move := p.Continue(path)
		list = append(list, Choice{Step: s.String(), Move: move, Next: choicesAfter(p, path, after)})
	}
	return list
}

// Continuation is what may come after some steps, as the board script reads it.
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

// turnChoices is what a page tells the board script of the running turn.
type turnChoices struct {
	Seq  int      `json:"seq"`
	Key  string   `json:"key"`
	Tree []Choice `json:"tree"` // null: ask the server
}

// moveGroup is the legal moves that begin with the same step.
type moveGroup struct {
	label string // "e5, yellow figure 3"
	moves []namedMove
}

type namedMove struct {
	move  engine.Move
	words string
}

// moveGroups lists the moves of a tree of choices by their first step. A move
// that can be entered in several ways is listed once.
func moveGroups(s speller, tree []Choice) []moveGroup {
	seen := map[engine.Move]bool{}
	var groups []moveGroup
	for _, first := range tree {
		step := engine.ParseStep(first.Step)
		g := moveGroup{label: s.name(step)}
		if spot, ok := s.diagram.SpotOf(step); ok {
			g.label = spotLabel(spot.Name, standing(s.diagram, spot), false, Untouched)
		}
		g.collect(s, first, nil, seen)
		if len(g.moves) > 0 {
			groups = append(groups, g)
		}
	}
	return groups
}

func (g *moveGroup) collect(s speller, c Choice, before []engine.Step, seen map[engine.Move]bool) {
	path := append(before[:len(before):len(before)], engine.ParseStep(c.Step))
	if c.Move != "" && !seen[c.Move] {
		seen[c.Move] = true
		g.moves = append(g.moves, namedMove{c.Move, s.words(path)})
	}
	for _, next := range c.Next {
		g.collect(s, next, path, seen)
	}
}

// touches says what touching each spot does after some steps, and what the steps
// are then. A step that may come next comes next; one that could have come
// earlier takes the place of what was chosen since; a chosen one goes back.
func touches(p engine.Position, done []engine.Step) (map[engine.Step]Touch, map[engine.Step][]engine.Step) {
	touch, then := map[engine.Step]Touch{}, map[engine.Step][]engine.Step{}
	for n := len(done); n >= 0; n-- {
		next, _ := p.Continue(done[:n])
		for _, s := range next {
			if _, known := touch[s]; known {
				continue
			}
			touch[s] = Instead
			if n == len(done) {
				touch[s] = Legal
			}
			then[s] = append(done[:n:n], s)
		}
	}
	for i, s := range done {
		if touch[s] == Legal {
			continue
		}
		touch[s] = Back
		then[s] = done[:i+1]
		if i == len(done)-1 {
			then[s] = done[:i]
		}
	}
	return touch, then
}

// doQuery writes steps as the query of a match page: "?do=c2,c5"; "" for none.
func doQuery(steps []engine.Step) string {
	if len(steps) == 0 {
		return ""
	}
	return "?do=" + stepsQuery(steps)
}

// stepsQuery writes steps as the value of a query.
func stepsQuery(steps []engine.Step) string {
	texts := make([]string, len(steps))
	for i, s := range steps {
		texts[i] = url.QueryEscape(s.String())
	}
	return strings.Join(texts, ",")
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
