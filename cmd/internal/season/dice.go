package season

import (
	"kickabout/cmd/internal/secret"
	"kickabout/engine"
	"kickabout/engine/dice"
	"kickabout/engine/dice/tbd2"
	"kickabout/league"
)

// scripted is a dealer of fair dice that a script may tell what comes up next.
type scripted struct {
	*secret.Dealer
	next  []int
	given map[throw]int // so that the same throw is the same when it is asked for again
}

type throw struct {
	gid   dice.GID
	e     uint32
	label string
	k     int
}

func newScripted(d *secret.Dealer) *scripted {
	return &scripted{Dealer: d, given: map[throw]int{}}
}

// Source returns the dice of a match under the first scheme.
func (s *scripted) Source(gid dice.GID, contributions [2]string) engine.Source {
	return scriptedSource{s, gid, s.Dealer.Source(gid, contributions)}
}

// Throws returns the dice of a match under the second scheme.
func (s *scripted) Throws(c league.Commitment, given tbd2.Given) engine.Source {
	return scriptedSource{s, given.GID, s.Dealer.Throws(c, given)}
}

type scriptedSource struct {
	dealer *scripted
	gid    dice.GID
	fair   engine.Source
}

func (s scriptedSource) Draw(e uint32, label string, k, sides int) (int, error) {
	t := throw{s.gid, e, label, k}
	if face, ok := s.dealer.given[t]; ok {
		return face, nil
	}
	if next := s.dealer.next; len(next) > 0 && next[0] <= sides {
		s.dealer.next, s.dealer.given[t] = next[1:], next[0]
		return next[0], nil
	}
	return s.fair.Draw(e, label, k, sides)
}
