package tbd2

import (
	"fmt"
	"io"

	"kickabout/engine"
)

// Generations returns a generation of the chain of a run of a match; they are counted from 0. Whoever has it knows the throws
// to come.
type Generations func(gen uint16) Chain

// Made returns the generations of a run of a match with the key k, each of which is made when it is asked for.
func Made(k Key, gid GID, run byte) Generations {
	return func(gen uint16) Chain { return NewChain(k, gid, run, gen) }
}

// Source returns the dice of a run with the key k, one generation of its chain at a time. What it throws follows from
// what is given, whoever asks and however often; it is for one goroutine.
func Source(k Key, g Given) engine.Source { return SourceOf(Made(k, g.GID, g.Run), g) }

// SourceOf is Source of the generations of the run.
func SourceOf(chains Generations, g Given) engine.Source {
	return &source{chains: chains, given: g, k0: g.Sum()}
}

type source struct {
	chains Generations
	given  Given
	k0     Digest
	e      uint32 // dice event that was thrown last, 0 for none
	key    Digest // of that
}

// Format hides the key from every verb of fmt.
func (source) Format(f fmt.State, _ rune) { io.WriteString(f, "(secret)") }

// Draw returns the face of a throw, 1..sides. It fails for what is not of this run, and for dice that the scheme does
// not know.
func (s *source) Draw(e uint32, label string, k, sides int) (int, error) {
	if e <= s.given.Base || sides < 1 || sides > MaxSides || k < 0 || k > 0xFFFF || len(label) > 0xFFFF {
		return 0, fmt.Errorf("there is no throw %d of %q with %d sides in dice event %d", k, label, sides, e)
	}
	if e != s.e {
		gen, index := Place(e, s.given.Base)
		s.key = EventKey(s.chains(gen).Link(int(index)), Message(s.k0, e, make([]*PlayerLink, len(s.given.Seats)), nil))
		s.e = e
	}
	return 1 + Draw(s.key, label, k, sides), nil
}

// Show returns what a match has shown of a run when dice event last was its latest one: links above that stay secret.
func Show(k Key, g Given, last uint32) Shown { return ShowOf(Made(k, g.GID, g.Run), g, last) }

// ShowOf is Show of the generations of the run.
func ShowOf(chains Generations, g Given, last uint32) Shown {
	s := Shown{Given: g}
	if last <= g.Base {
		return s
	}
	newest, index := Place(last, g.Base)
	for gen := range int(newest) + 1 {
		until := Length
		if gen == int(newest) {
			until = int(index)
		}
		s.Links = append(s.Links, chains(uint16(gen)).Links(1, until)...)
		if until >= ShowNext {
			s.Heads = append(s.Heads, chains(uint16(gen+1)).Head())
		}
	}
	return s
}
