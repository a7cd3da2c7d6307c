package tbd2

import (
	"fmt"
	"io"

	"kickabout/engine"
)

// Source returns the dice of a run with the key k, one generation of its chain at a time. What it throws follows from
// what is given, whoever asks and however often; it is for one goroutine.
func Source(k Key, g Given) engine.Source { return &source{k: k, given: g, k0: g.Sum()} }

type source struct {
	k     Key
	given Given
	k0    Digest
	chain Chain
	gen   uint16
}

// Format hides the key from every verb of fmt.
func (source) Format(f fmt.State, _ rune) { io.WriteString(f, "(secret)") }

// Draw returns the face of a throw, 1..sides. It fails for what is not of this run, and for dice that the scheme does
// not know.
func (s *source) Draw(e uint32, label string, k, sides int) (int, error) {
	if e <= s.given.Base || sides < 1 || sides > MaxSides || k < 0 || k > 0xFFFF || len(label) > 0xFFFF {
		return 0, fmt.Errorf("there is no throw %d of %q with %d sides in dice event %d", k, label, sides, e)
	}
	gen, index := Place(e, s.given.Base)
	if s.chain.Len() == 0 || gen != s.gen {
		s.chain, s.gen = NewChain(s.k, s.given.GID, s.given.Run, gen), gen
	}
	key := EventKey(s.chain.Link(int(index)), Message(s.k0, e, make([]*PlayerLink, len(s.given.Seats)), nil))
	return 1 + Draw(key, label, k, sides), nil
}

// Show returns what a match has shown of a run when dice event last was its latest one: links above that stay secret.
func Show(k Key, g Given, last uint32) Shown {
	s := Shown{Given: g}
	var chain Chain
	for e := g.Base + 1; e <= last; e++ {
		gen, index := Place(e, g.Base)
		if index == 1 {
			chain = NewChain(k, g.GID, g.Run, gen)
		}
		s.Links = append(s.Links, chain.Link(int(index)))
		if index == ShowNext {
			s.Heads = append(s.Heads, NewChain(k, g.GID, g.Run, gen+1).Head())
		}
	}
	return s
}
