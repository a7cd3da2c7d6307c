package engine

import "fmt"

// A Walkthrough is a game, or the beginning of one, that a rulebook plays through: from the start on, throw by throw and move
// by move.
type Walkthrough struct {
	Variant string
	Caption string // what there is to see, one sentence
	Plays   []Play
}

// A Play is what happens next in a walkthrough: a throw or a move, exactly one of the two.
type Play struct {
	Throw []int // the faces
	Move  Move
}

// Changes returns what each play changes. What the rules forbid wraps the error of Position.Roll or Position.Play.
func (w Walkthrough) Changes(g Game) ([]Change, error) {
	p, err := g.Start(w.Variant)
	if err != nil {
		return nil, err
	}
	changes := make([]Change, len(w.Plays))
	for i, play := range w.Plays {
		c := Change{Was: p, Move: play.Move, Faces: play.Throw}
		if c.Move != "" {
			c.Is, err = p.Play(play.Move)
		} else {
			c.Is, err = p.Roll(play.Throw...)
		}
		if err != nil {
			return nil, fmt.Errorf("play %d: %w", i+1, err)
		}
		p, changes[i] = c.Is, c
	}
	return changes, nil
}
