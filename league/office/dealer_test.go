package office_test

import (
	"crypto/sha256"
	"sync"

	"kickabout/engine"
	"kickabout/engine/dice"
)

// dealer deals the dice from a key that is known to all: what a site keeps
// secret does not matter here.
type dealer struct{ key dice.Key }

// dealt is a chain that a dealer has made.
type dealt struct {
	by  dealer
	gid dice.GID
}

// chains are those that were made last: every look at a match needs its chain, of a thousand links.
var chains = struct {
	sync.Mutex
	of map[dealt]dice.Chain
}{of: map[dealt]dice.Chain{}}

func (d dealer) chain(gid dice.GID) dice.Chain {
	chains.Lock()
	defer chains.Unlock()
	c, ok := chains.of[dealt{d, gid}]
	if !ok {
		if len(chains.of) == 500 {
			clear(chains.of)
		}
		c = dice.NewChain(d.key, gid, 0, dice.Length)
		chains.of[dealt{d, gid}] = c
	}
	return c
}

func (d dealer) Head(gid dice.GID) dice.Link { return d.chain(gid).Head() }

func (d dealer) Mix(purpose, text string) [32]byte {
	return sha256.Sum256([]byte(purpose + "\n" + text))
}

func (d dealer) Source(gid dice.GID, contributions [2]string) engine.Source {
	_, source := d.Deal(gid, contributions)
	return source
}

func (d dealer) Deal(gid dice.GID, contributions [2]string) (dice.Link, engine.Source) {
	c := d.chain(gid)
	return c.Head(), dice.Source(c, dice.MatchContext(gid, c.Head(), contributions))
}

func (d dealer) Links(gid dice.GID, head dice.Link, n uint32) []dice.Link {
	links, c := make([]dice.Link, n), d.chain(gid)
	if c.Head() != head {
		return nil
	}
	for i := range links {
		links[i] = c.Link(i + 1)
	}
	return links
}
