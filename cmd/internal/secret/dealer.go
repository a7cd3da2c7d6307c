// Package secret keeps what must not lie in the database: the key of the dice, and
// the one without which nobody can guess at passwords.
package secret

import (
	"fmt"
	"io"
	"log/slog"
	"slices"
	"sync"

	"github.com/maypok86/otter/v2"

	"kickabout/engine"
	"kickabout/engine/dice"
	"kickabout/engine/dice/tbd2"
	"kickabout/league"
)

// Dealer deals the dice of all matches from master keys, under both schemes: what is new comes from the present one, and what was
// made with one of before that still counts from that. It keeps
// the chains that were needed last, and of the second scheme the keys of matches: a move needs those of its match more than once.
//
// Keys that were lost to others, and whose files are still there, deal no more, and nor do those that were opened; they only show
// what they have dealt, to both of a duplicate pair.
type Dealer struct {
	mk     dice.Key
	epoch  uint32 // of mk, counted from 1
	kept   *chains
	runs   *otter.Cache[committed, opened]
	links  *otter.Cache[generation, tbd2.Chain]
	former []formerDice // that still deal, the oldest first
	shows  []dice.Key   // that deal no more
}

// committed is a run of the dice of a match under the second scheme, as everybody sees it.
type committed struct {
	league.Commitment
	gid dice.GID
}

// opened is the key of a run, and the master key that it comes from.
type opened struct{ mk, k dice.Key }

// Format hides the keys from every verb of fmt.
func (opened) Format(f fmt.State, _ rune) { io.WriteString(f, "(secret)") }

// generation is one of the chain of a run with a key.
type generation struct {
	k   dice.Key
	gid dice.GID
	run byte
	gen uint16
}

// Format hides the key from every verb of fmt.
func (generation) Format(f fmt.State, _ rune) { io.WriteString(f, "(secret)") }

// keptRuns is how many runs, and how many generations of their chains, are kept at most: less than a kilobyte each.
const keptRuns = 4096

// formerDice is a key of the dice that was replaced and still deals.
type formerDice struct {
	epoch uint32
	mk    dice.Key
}

func newDealer(mk dice.Key, shows ...dice.Key) *Dealer {
	return &Dealer{
		mk: mk, epoch: 1, kept: &chains{}, shows: shows,
		runs:  otter.Must(&otter.Options[committed, opened]{MaximumSize: keptRuns}),
		links: otter.Must(&otter.Options[generation, tbd2.Chain]{MaximumSize: keptRuns}),
	}
}

// first is the key that deals under the first scheme, which began with it: the oldest that is not lost.
func (d *Dealer) first() dice.Key {
	if len(d.former) > 0 {
		return d.former[0].mk
	}
	return d.mk
}

// since returns the key that deals for what was made in an epoch, 0: the present one; the first one after it if that is lost.
func (d *Dealer) since(epoch uint32) formerDice {
	for _, f := range d.former {
		if epoch > 0 && f.epoch >= epoch {
			return f
		}
	}
	return formerDice{d.epoch, d.mk}
}

// dealing returns the keys that deal, the present one first: most of what is asked for is of that.
func (d *Dealer) dealing() []dice.Key {
	all := []dice.Key{d.mk}
	for _, f := range slices.Backward(d.former) {
		all = append(all, f.mk)
	}
	return all
}

// all returns all keys that are there.
func (d *Dealer) all() []dice.Key { return append(d.dealing(), d.shows...) }

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
	d := newDealer(mk, lost...)
	d.former, err = formerKeys(folder)
	if n := len(d.former); n > 0 {
		d.epoch = d.former[n-1].epoch + 1
	}
	return d, err
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
	chain, others := d.chain(gid), d.all()
	for i := 0; chain.Head() != head; i++ {
		if i == len(others) {
			return nil
		}
		chain = dice.NewChain(others[i], gid, 0, dice.Length)
	}
	links := make([]dice.Link, min(int64(n), int64(chain.Len())))
	for i := range links {
		links[i] = chain.Link(i + 1)
	}
	return links
}

func (d *Dealer) chain(gid dice.GID) dice.Chain {
	return d.kept.of(gid, func() dice.Chain { return dice.NewChain(d.first(), gid, 0, dice.Length) })
}

// Fix fixes the dice of a match under the second scheme by the key that deals for what was made in an epoch, 0: by the present one.
func (d *Dealer) Fix(since, scope uint32, gid dice.GID) (dice.Link, league.Commitment) {
	by := d.since(since)
	return d.fixed(by.mk, league.Commitment{Epoch: by.epoch, Scope: scope}, gid)
}

// Renew fixes the next run of the dice of a match under the second scheme, by the key that deals for the run before it. It
// hangs on no public value of a tournament.
func (d *Dealer) Renew(c league.Commitment, gid dice.GID) (dice.Link, league.Commitment) {
	by := d.since(c.Epoch)
	return d.fixed(by.mk, league.Commitment{Epoch: by.epoch, Scope: c.Scope, Run: c.Run + 1}, gid)
}

// fixed returns the head of a run, and the commitment to it.
func (d *Dealer) fixed(mk dice.Key, c league.Commitment, gid dice.GID) (dice.Link, league.Commitment) {
	k := matchKey(mk, c, gid)
	c.Seal = tbd2.Seal(gid, c.Run, k)
	d.runs.Set(committed{c, gid}, opened{mk, k})
	return d.generations(k, gid, c.Run)(0).Head(), c
}

// generations are those of the chain of a run with the key k.
func (d *Dealer) generations(k dice.Key, gid dice.GID, run byte) tbd2.Generations {
	return func(gen uint16) tbd2.Chain {
		g := generation{k, gid, run, gen}
		chain, ok := d.links.GetIfPresent(g)
		if !ok {
			chain = tbd2.NewChain(k, gid, run, gen)
			d.links.Set(g, chain)
		}
		return chain
	}
}

// Committed returns the epoch of the key that deals for what was made in an epoch, 0: of the present one; its fingerprint under
// the second scheme, and the commitment to the key of a scope.
func (d *Dealer) Committed(since, scope uint32) (epoch uint32, f, cs dice.Digest) {
	by, text := d.since(since), league.ScopeText(scope)
	return by.epoch, tbd2.Fingerprint(by.epoch, by.mk), tbd2.Commitment(by.epoch, text, tbd2.ScopeKey(by.epoch, by.mk, text))
}

// Deals says whether dice under the second scheme come from a key that deals.
func (d *Dealer) Deals(gid dice.GID, c league.Commitment) bool {
	_, ok := d.opens(d.dealing(), c, gid)
	return ok
}

// Throws returns the dice of a match under the second scheme, by the key that they are committed to. Of one that deals no more
// only those may be thrown that were shown before.
func (d *Dealer) Throws(c league.Commitment, given tbd2.Given) engine.Source {
	k, ok := d.Opens(c, given.GID)
	if !ok { // nobody asks for it: whatever it throws has no commitment
		k = matchKey(d.mk, c, given.GID)
	}
	return tbd2.SourceOf(d.generations(k, given.GID, given.Run), given)
}

// Opens returns the key of a match under the second scheme, which may be shown when nothing is thrown by it any more;
// false if it is of a key that is gone.
func (d *Dealer) Opens(c league.Commitment, gid dice.GID) (dice.Key, bool) {
	return d.opens(d.all(), c, gid)
}

// opens finds the key of a match by the master key that it comes from, of which its commitment tells.
func (d *Dealer) opens(from []dice.Key, c league.Commitment, gid dice.GID) (dice.Key, bool) {
	c.Tour = dice.Digest{} // which says nothing of the key
	run := committed{c, gid}
	if o, ok := d.runs.GetIfPresent(run); ok && slices.Contains(from, o.mk) {
		return o.k, true
	}
	for _, mk := range from {
		if k := matchKey(mk, c, gid); tbd2.Seal(gid, c.Run, k) == c.Seal {
			d.runs.Set(run, opened{mk, k})
			return k, true
		}
	}
	return dice.Key{}, false
}

// OpensScope returns the key of a scope that was committed to, which may be shown when nothing is thrown by it any more; false if
// it is of a key that is gone. No other key follows from it but those of the matches of the scope.
func (d *Dealer) OpensScope(epoch, scope uint32, cs dice.Digest) (dice.Key, bool) {
	text := league.ScopeText(scope)
	for _, mk := range d.all() {
		if sk := tbd2.ScopeKey(epoch, mk, text); tbd2.Commitment(epoch, text, sk) == cs {
			return sk, true
		}
	}
	return dice.Key{}, false
}

// OpensEpoch returns the key of an epoch by its fingerprint under the second scheme, which may be shown when nothing at all is
// thrown by it any more; false if it is gone.
func (d *Dealer) OpensEpoch(epoch uint32, f dice.Digest) (dice.Key, bool) {
	for _, mk := range d.all() {
		if tbd2.Fingerprint(epoch, mk) == f {
			return mk, true
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
	return tbd2.ShowOf(d.generations(k, given.GID, given.Run), given, last), true
}

// matchKey returns the key of a run of a match.
func matchKey(mk dice.Key, c league.Commitment, gid dice.GID) dice.Key {
	return tbd2.MatchKey(tbd2.ScopeKey(c.Epoch, mk, league.ScopeText(c.Scope)), gid, c.Run)
}

// Format hides the key from every verb of fmt.
func (Dealer) Format(f fmt.State, _ rune) { io.WriteString(f, "(secret)") }

// LogValue hides the key from logs.
func (Dealer) LogValue() slog.Value { return slog.StringValue("(secret)") }
