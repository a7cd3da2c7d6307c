package views

import "kickabout/engine"

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
	return choices(p, nil)
}

func choices(p engine.Position, done []engine.Step) []Choice {
	next, _ := p.Continue(done)
	var list []Choice
	for _, s := range next {
		path := append(done[:len(done):len(done)], s)
		_, move := p.Continue(path)
		list = append(list, Choice{Step: s.String(), Move: move, Next: choices(p, path)})
	}
	return list
}

// Continuation is what may come after some steps, as the board script reads it.
type Continuation struct {
	Next []string    `json:"next"`
	Move engine.Move `json:"move"`
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
