// Package secret keeps what must not lie in the database: the key of the dice, and
// the one without which nobody can guess at passwords.
package secret

import (
	"fmt"
	"io"
	"log/slog"
	"sync"

	"kickabout/engine"
	"kickabout/engine/dice"
	"kickabout/engine/dice/tbd2"
	"kickabout/league"
)

// Dealer deals the dice of all matches from one master key, under both schemes. Of the first it keeps the chains that
// were needed last: making one takes a tenth of a millisecond, and one request needs that of its match more than once.
// Those of the second take a tenth of that and are made when they are asked for.
//
// Keys that were lost to others, and whose files are still there, deal no more; they only show what they have dealt.
type Dealer struct {
	mk    dice.Key
	epoch uint32 // of mk, counted from 1
	kept  *chains
	lost  []dice.Key
}

func newDealer(mk dice.Key, lost ...dice.Key) *Dealer { return &Dealer{mk, 1, &chains{}, lost} }

// chains are the two halves of what is kept, each of at most keptChains: once the first is full it takes the
// place of the second.
type chains struct {
	sync.Mutex
	first, second map[dice.GID]dice.Chain
}

// keptChains is how many chains each half holds, 32 kB each.
const keptChains = 64

// of returns the chain of a GID, which is made if it is not kept.
func (c *chains) of(gid dice.GID, makes func() dice.Chain) dice.Chain {
	c.Lock()
	chain, ok := c.first[gid]
	if !ok {
		if chain, ok = c.second[gid]; ok {
			c.keep(gid, chain)
		}
	}
	c.Unlock()
	if ok {
		return chain
	}
	chain = makes()
	c.Lock()
	defer c.Unlock()
	c.keep(gid, chain)
	return chain
}

func (c *chains) keep(gid dice.GID, chain dice.Chain) {
	if c.first == nil || len(c.first) >= keptChains {
		c.first, c.second = make(map[dice.GID]dice.Chain, keptChains), c.first
	}
	c.first[gid] = chain
}

// Open reads the key of the dice in a folder.
func Open(folder string) (*Dealer, error) {
	mk, err := readKey(File(folder, DiceKey), DiceKey)
	if err != nil {
		return nil, err
	}
	lost, err := lostDice(folder)
	if err != nil {
		return nil, err
	}
	return newDealer(mk, lost...), nil
}

// Dealing returns a dealer by the text of a key file, wherever that is kept.
func Dealing(text string) (*Dealer, error) {
	mk, ok := parseKey(text)
	if !ok {
		return nil, fmt.Errorf("this is no key of dice: it must hold %d hexadecimal digits and a newline", 2*keySize)
	}
	return newDealer(mk), nil
}

// Head returns the head of the chain that belongs to a GID.
func (d *Dealer) Head(gid dice.GID) dice.Link { return d.chain(gid).Head() }

// Source returns the dice of a match with these contributions.
func (d *Dealer) Source(gid dice.GID, contributions [2]string) engine.Source {
	chain := d.chain(gid)
	return dice.Source(chain, dice.MatchContext(gid, chain.Head(), contributions))
}

// Links returns the links 1..n of the chain of a GID with a head, fewer if the chain is shorter; none if that chain is
// of a key that is gone.
func (d *Dealer) Links(gid dice.GID, head dice.Link, n uint32) []dice.Link {
	chain := d.chain(gid)
	for i := 0; chain.Head() != head; i++ {
		if i == len(d.lost) {
			return nil
		}
		chain = dice.NewChain(d.lost[i], gid, 0, dice.Length)
	}
	links := make([]dice.Link, min(int64(n), int64(chain.Len())))
	for i := range links {
		links[i] = chain.Link(i + 1)
	}
	return links
}

func (d *Dealer) chain(gid dice.GID) dice.Chain {
	return d.kept.of(gid, func() dice.Chain { return dice.NewChain(d.mk, gid, 0, dice.Length) })
}

// Fix fixes the dice of a match under the second scheme.
func (d *Dealer) Fix(scope uint32, gid dice.GID) (dice.Link, league.Commitment) {
	c := league.Commitment{Epoch: d.epoch, Scope: scope}
	k := matchKey(d.mk, c, gid)
	c.Seal = tbd2.Seal(gid, 0, k)
	return tbd2.NewChain(k, gid, 0, 0).Head(), c
}

// Committed returns the epoch of the present key, its fingerprint under the second scheme, and the commitment to the key of
// a scope.
func (d *Dealer) Committed(scope uint32) (epoch uint32, f, cs dice.Digest) {
	text := league.ScopeText(scope)
	return d.epoch, tbd2.Fingerprint(d.epoch, d.mk), tbd2.Commitment(d.epoch, text, tbd2.ScopeKey(d.epoch, d.mk, text))
}

// Deals says whether dice under the second scheme come from the present key.
func (d *Dealer) Deals(gid dice.GID, c league.Commitment) bool {
	return tbd2.Seal(gid, 0, matchKey(d.mk, c, gid)) == c.Seal
}

// Throws returns the dice of a match under the second scheme, by the present key.
func (d *Dealer) Throws(c league.Commitment, given tbd2.Given) engine.Source {
	return tbd2.Source(matchKey(d.mk, c, given.GID), given)
}

// Opens returns the key of a match under the second scheme, which may be shown when nothing is thrown by it any more;
// false if it is of a key that is gone.
func (d *Dealer) Opens(c league.Commitment, gid dice.GID) (dice.Key, bool) {
	for _, mk := range append([]dice.Key{d.mk}, d.lost...) {
		if k := matchKey(mk, c, gid); tbd2.Seal(gid, 0, k) == c.Seal {
			return k, true
		}
	}
	return dice.Key{}, false
}

// OpensScope returns the key of a scope that was committed to, which may be shown when nothing is thrown by it any more; false if
// it is of a key that is gone. No other key follows from it but those of the matches of the scope.
func (d *Dealer) OpensScope(epoch, scope uint32, cs dice.Digest) (dice.Key, bool) {
	text := league.ScopeText(scope)
	for _, mk := range append([]dice.Key{d.mk}, d.lost...) {
		if sk := tbd2.ScopeKey(epoch, mk, text); tbd2.Commitment(epoch, text, sk) == cs {
			return sk, true
		}
	}
	return dice.Key{}, false
}

// Shows returns what a match under the second scheme has shown of its dice when dice event last was its latest one;
// false if they are of a key that is gone.
func (d *Dealer) Shows(c league.Commitment, given tbd2.Given, last uint32) (tbd2.Shown, bool) {
	k, ok := d.Opens(c, given.GID)
	if !ok {
		return tbd2.Shown{}, false
	}
	return tbd2.Show(k, given, last), true
}

// matchKey returns the key of run 0 of a match.
func matchKey(mk dice.Key, c league.Commitment, gid dice.GID) dice.Key {
	return tbd2.MatchKey(tbd2.ScopeKey(c.Epoch, mk, league.ScopeText(c.Scope)), gid, 0)
}

// Format hides the key from every verb of fmt.
func (Dealer) Format(f fmt.State, _ rune) { io.WriteString(f, "(secret)") }

// LogValue hides the key from logs.
func (Dealer) LogValue() slog.Value { return slog.StringValue("(secret)") }
