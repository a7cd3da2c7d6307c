package protocol

import (
	"errors"

	"kickabout/engine"
)

// state is the answer about a position that waits for dice or for nothing.
type state struct {
	Position string   `json:"position"`
	Next     next     `json:"next"`
	Outcome  *outcome `json:"outcome,omitempty"`
}

// decision is the answer about a position in which a side must move.
type decision struct {
	state
	Count int           `json:"count"`
	Moves []engine.Move `json:"moves"` // null: more than MaxMoves
}

type next struct {
	Dice *dice  `json:"dice,omitempty"`
	Side string `json:"side,omitempty"`
}

type dice struct {
	Label string `json:"label"`
	Count int    `json:"count"`
	Sides int    `json:"sides"`
}

type outcome struct {
	Ending engine.Ending `json:"ending"`
	Winner string        `json:"winner"`
	Score  [2]int        `json:"score"`
}

type perft struct {
	Perft uint64 `json:"perft"`
}

type move struct {
	Move engine.Move `json:"move"`
}

type best struct {
	Move  engine.Move `json:"move"`
	Value float64     `json:"value"`
}

type errorAnswer struct {
	Error struct {
		Kind    string `json:"kind"`
		Message string `json:"message"`
	} `json:"error"`
}

// describe is the answer about a position.
func describe(p engine.Position) any {
	s := state{Position: p.String()}
	if o := p.Outcome(); o.Over() {
		s.Outcome = &outcome{o.Ending, o.Winner.String(), o.Score}
	}
	n := p.Next()
	if n.Dice.Count > 0 {
		s.Next.Dice = &dice{n.Dice.Label, n.Dice.Count, n.Dice.Sides}
		return s
	}
	if n.Side == engine.NoSide {
		return s
	}
	s.Next.Side = n.Side.String()
	d := decision{state: s, Count: p.Count()}
	if d.Count > MaxMoves {
		return d
	}
	d.Moves = make([]engine.Move, 0, d.Count)
	for m := range p.Moves() {
		d.Moves = append(d.Moves, m)
	}
	return d
}

// failure is the answer to a request that cannot be carried out.
func failure(err error) errorAnswer {
	var a errorAnswer
	a.Error.Kind, a.Error.Message = "parse", err.Error()
	switch {
	case errors.Is(err, engine.ErrIllegal):
		a.Error.Kind = "illegal"
	case errors.Is(err, engine.ErrUnknown):
		a.Error.Kind = "unknown"
	case errors.Is(err, engine.ErrTooMany):
		a.Error.Kind = "toomany"
		a.Error.Message = "There are too many moves to go through one by one."
	}
	if text := engine.Reason(err); text != "" {
		a.Error.Message = text
	}
	return a
}
