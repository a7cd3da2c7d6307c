package office_test

import (
	"crypto/sha256"
	"sync"

	"kickabout/engine"
	"kickabout/engine/dice"
	"kickabout/engine/dice/tbd2"
	"kickabout/league"
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
	c := d.chain(gid)
	return dice.Source(c, dice.MatchContext(gid, c.Head(), contributions))
}

func (d dealer) Fix(_, scope uint32, gid dice.GID) (dice.Link, league.Commitment) {
	c := league.Commitment{Epoch: 1, Scope: scope}
	k := d.matchKey(c, gid)
	c.Seal = tbd2.Seal(gid, 0, k)
	return tbd2.NewChain(k, gid, 0, 0).Head(), c
}

func (d dealer) Renew(c league.Commitment, gid dice.GID) (dice.Link, league.Commitment) {
	c.Run, c.Tour = c.Run+1, dice.Digest{}
	k := d.matchKey(c, gid)
	c.Seal = tbd2.Seal(gid, c.Run, k)
	return tbd2.NewChain(k, gid, c.Run, 0).Head(), c
}

func (d dealer) Committed(_, scope uint32) (epoch uint32, f, cs dice.Digest) {
	text := league.ScopeText(scope)
	return 1, tbd2.Fingerprint(1, d.key), tbd2.Commitment(1, text, tbd2.ScopeKey(1, d.key, text))
}

func (d dealer) matchKey(c league.Commitment, gid dice.GID) dice.Key {
	return tbd2.MatchKey(tbd2.ScopeKey(c.Epoch, d.key, league.ScopeText(c.Scope)), gid, c.Run)
}

func (d dealer) Deals(gid dice.GID, c league.Commitment) bool {
	return tbd2.Seal(gid, c.Run, d.matchKey(c, gid)) == c.Seal
}

func (d dealer) Throws(c league.Commitment, given tbd2.Given) engine.Source {
	return tbd2.Source(d.matchKey(c, given.GID), given)
}

func (d dealer) Opens(c league.Commitment, gid dice.GID) (dice.Key, bool) {
	return d.matchKey(c, gid), d.Deals(gid, c)
}

func (d dealer) OpensScope(epoch, scope uint32, cs dice.Digest) (dice.Key, bool) {
	text := league.ScopeText(scope)
	sk := tbd2.ScopeKey(epoch, d.key, text)
	return sk, tbd2.Commitment(epoch, text, sk) == cs
}

func (d dealer) OpensEpoch(epoch uint32, f dice.Digest) (dice.Key, bool) {
	return d.key, tbd2.Fingerprint(epoch, d.key) == f
}

func (d dealer) Shows(c league.Commitment, given tbd2.Given, last uint32) (tbd2.Shown, bool) {
	return tbd2.Show(d.matchKey(c, given.GID), given, last), d.Deals(given.GID, c)
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
