package enginetest

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"

	"kickabout/engine"
)

// Runners is a small game for the tests of everything that knows no game. Two
// runners race over ten cells. A side throws a die of four faces and walks that
// far, or jumps: then it throws a die of three faces. A 1 leaves the runner where
// it is, a 2 takes it twice as far and gives its side another turn, a 3 is thrown
// again. The standing order "walk" walks without asking.
type Runners struct{}

// finish is the last cell of the track.
const finish = 10

// Info describes the game.
func (Runners) Info() engine.Info {
	return engine.Info{
		ID: "runners", Name: "Runners", Summary: "Two runners race over ten cells.",
		Variants: []engine.Variant{{
			ID: "short", Name: "Short track", Summary: "Ten cells.",
			Orders: []engine.Order{{ID: "ask", Name: "Ask me"}, {ID: "walk", Name: "Always walk"}},
		}},
		Endings: []engine.Ending{engine.Target},
		Sides:   [2]string{"Amber", "Blue"},
		Credits: "Runners is made for tests.",
	}
}

// Rules says how it is played.
func (Runners) Rules() engine.Rulebook {
	return engine.Rulebook{Lead: "Who reaches the last cell first wins.", Sections: []engine.Section{{
		Title: "A turn", Blocks: []engine.Block{{Text: "Walk as far as the die says, or jump."}},
	}}}
}

// Start returns both runners on cell 0, the first side's throw due.
func (Runners) Start(variant string) (engine.Position, error) {
	if variant != "short" {
		return nil, fmt.Errorf("%w: variant %q of Runners", engine.ErrUnknown, variant)
	}
	return track{side: engine.First, wait: waitDie}, nil
}

// Parse reads "first 3 5 2 move": side to act, cells, die, what is waited for.
func (g Runners) Parse(variant, text string) (engine.Position, error) {
	if _, err := g.Start(variant); err != nil {
		return nil, err
	}
	var p track
	var side string
	if _, err := fmt.Sscanf(text, "%s %d %d %d %s", &side, &p.at[0], &p.at[1], &p.die, &p.wait); err != nil {
		return nil, engine.Unreadable("%q is no position of Runners.", text)
	}
	p.side, _ = engine.ParseSide(side)
	if p.String() != text || !p.sound() {
		return nil, engine.Unreadable("%q is no position of Runners.", text)
	}
	return p, nil
}

// Auto walks if that is the standing order.
func (Runners) Auto(_ engine.Position, order string) (engine.Move, bool) {
	return "walk", order == "walk"
}

// What a track waits for.
const (
	waitDie  = "die"
	waitMove = "move"
	waitJump = "jump"
	waitNone = "over"
)

// A track is a position of Runners.
type track struct {
	side engine.Side
	at   [2]int
	die  int // 0: not thrown
	wait string
}

// sound says whether a match can come to p.
func (p track) sound() bool {
	first, second := p.at[0], p.at[1]
	onTrack := min(first, second) >= 0 && min(first, second) < finish && max(first, second) <= finish
	switch p.wait {
	case waitDie:
		return onTrack && max(first, second) < finish && p.die == 0 && p.side != engine.NoSide
	case waitMove, waitJump:
		return onTrack && max(first, second) < finish && p.die >= 1 && p.die <= 4 && p.side != engine.NoSide
	case waitNone:
		return onTrack && p.die == 0 && p.side != engine.NoSide && p.at[p.side-1] == finish
	}
	return false
}

func (p track) Next() engine.Next {
	switch p.wait {
	case waitDie:
		return engine.Next{Dice: engine.Dice{Label: "die", Count: 1, Sides: 4}}
	case waitJump:
		return engine.Next{Dice: engine.Dice{Label: "jump", Count: 1, Sides: 3, After: true}}
	case waitMove:
		return engine.Next{Side: p.side}
	}
	return engine.Next{}
}

func (p track) Roll(throw ...int) (engine.Position, error) {
	dice := p.Next().Dice
	if len(throw) != 1 || throw[0] < 1 || throw[0] > dice.Sides {
		return nil, engine.Illegal("This throw is not due.")
	}
	switch {
	case p.wait == waitDie:
		p.die, p.wait = throw[0], waitMove
		return p, nil
	case throw[0] == 3:
		return p, nil
	case throw[0] == 2:
		return p.run(2*p.die, p.side), nil
	}
	return p.run(0, p.side.Other()), nil
}

// run takes the runner on; next is the side that throws then.
func (p track) run(cells int, next engine.Side) track {
	runner := &p.at[p.side-1]
	*runner = min(*runner+cells, finish)
	p.die, p.wait = 0, waitDie
	if *runner == finish {
		p.wait = waitNone
		return p
	}
	p.side = next
	return p
}

func (p track) Check(m engine.Move) error {
	if p.wait != waitMove {
		return engine.Illegal("No move is due.")
	}
	if m != "walk" && m != "jump" {
		return engine.Illegal("A runner walks or jumps.")
	}
	return nil
}

func (p track) Play(m engine.Move) (engine.Position, error) {
	if err := p.Check(m); err != nil {
		return nil, err
	}
	if m == "jump" {
		p.wait = waitJump
		return p, nil
	}
	return p.run(p.die, p.side.Other()), nil
}

// moves lists the legal moves.
func (p track) moves() []engine.Move {
	if p.wait != waitMove {
		return nil
	}
	return []engine.Move{"jump", "walk"}
}

func (p track) Count() int                     { return len(p.moves()) }
func (p track) Moves() iter.Seq[engine.Move]   { return slices.Values(p.moves()) }
func (p track) cell(lane, n int) engine.Step   { return engine.Step{Cell: p.cellName(lane, n)} }
func (track) cellName(lane, n int) engine.Cell { return engine.Cell(fmt.Sprintf("%c%d", 'a'+lane, n)) }

func (p track) Random(r *rand.Rand) engine.Move {
	if p.wait != waitMove {
		return ""
	}
	return p.moves()[r.IntN(2)]
}

// Steps touches the runner, then the cell it walks to or the choice to jump.
func (p track) Steps(m engine.Move) ([]engine.Step, error) {
	if err := p.Check(m); err != nil {
		return nil, err
	}
	lane := int(p.side) - 1
	steps := []engine.Step{p.cell(lane, p.at[lane]), {Choice: "jump"}}
	if m == "walk" {
		steps[1] = p.cell(lane, min(p.at[lane]+p.die, finish))
	}
	return steps, nil
}

func (p track) Continue(done []engine.Step) (next []engine.Step, spelt engine.Move) {
	for _, m := range p.moves() {
		steps, _ := p.Steps(m)
		if len(done) > len(steps) || !slices.Equal(steps[:len(done)], done) {
			continue
		}
		if len(done) == len(steps) {
			return nil, m
		}
		if step := steps[len(done)]; !slices.Contains(next, step) {
			next = append(next, step)
		}
	}
	return next, ""
}

func (p track) Outcome() engine.Outcome {
	if p.wait != waitNone {
		return engine.Outcome{}
	}
	return engine.Outcome{Ending: engine.Target, Winner: p.side, Score: p.score()}
}

// score counts the runners that have arrived.
func (p track) score() [2]int { return [2]int{p.at[0] / finish, p.at[1] / finish} }

// Diagram shows the runner where it walks to once that has been touched.
func (p track) Diagram(done ...engine.Step) engine.Diagram {
	if _, m := p.Continue(done); m == "walk" {
		lane := int(p.side) - 1
		p.at[lane] = min(p.at[lane]+p.die, finish)
		d := p.board()
		d.Task, d.Score = "Confirm.", track{at: p.at}.score()
		return d
	}
	return p.board()
}

func (p track) board() engine.Diagram {
	d := engine.Diagram{Width: finish + 1, Height: 2, Score: p.score()}
	if p.die > 0 {
		d.Throw, d.ThrowSides = []int{p.die}, 4
	}
	if p.wait == waitMove {
		d.Task = "Walk, or jump."
	}
	for lane, at := range p.at {
		y := float64(lane)
		for n := range finish + 1 {
			d.Spots = append(d.Spots, engine.Spot{
				Step: p.cell(lane, n), Name: string(p.cellName(lane, n)), X: float64(n), Y: y, W: 1, H: 1, Zone: "pitch",
			})
		}
		d.Pieces = append(d.Pieces, engine.Piece{
			Kind: "figure", Side: engine.Side(lane + 1), Name: Runners{}.Info().Sides[lane], Cell: p.cellName(lane, at), X: float64(at) + 0.5, Y: y + 0.5,
		})
	}
	return d
}

func (p track) String() string {
	return fmt.Sprintf("%s %d %d %d %s", p.side, p.at[0], p.at[1], p.die, p.wait)
}
