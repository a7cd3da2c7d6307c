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
)

// Dealer deals the dice of all matches from one master key. It keeps the chains that were needed last:
// making one takes a tenth of a millisecond, and one request needs that of its match more than once.
//
// Keys that were lost to others, and whose files are still there, deal no more; they only show what they have dealt.
type Dealer struct {
	mk   dice.Key
	kept *chains
	lost []dice.Key
}

func newDealer(mk dice.Key, lost ...dice.Key) *Dealer { return &Dealer{mk, &chains{}, lost} }

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
	_, source := d.Deal(gid, contributions)
	return source
}

// Deal returns Head and Source of one chain: making it is most of what a match that
// begins by itself costs.
func (d *Dealer) Deal(gid dice.GID, contributions [2]string) (dice.Link, engine.Source) {
	chain := d.chain(gid)
	return chain.Head(), dice.Source(chain, dice.MatchContext(gid, chain.Head(), contributions))
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

// Format hides the key from every verb of fmt.
func (Dealer) Format(f fmt.State, _ rune) { io.WriteString(f, "(secret)") }

// LogValue hides the key from logs.
func (Dealer) LogValue() slog.Value { return slog.StringValue("(secret)") }
