package tbd2

import (
	"fmt"
	"slices"
	"time"
)

// Opened is the key of a scope that was opened.
type Opened struct {
	Key Key // SK
	At  time.Time
}

// opening is the key of a tournament that the log has opened.
type opening struct {
	key       Key
	cs        Digest
	at        int64
	committed bool // the leaf of the tournament with its commitment is there, too
}

// openings returns what the log has opened, among the leaves that hold.
func (c *claim) openings(epoch uint32, scope string) (list []opening) {
	for _, a := range c.anchored {
		said, ok := ReadLeaf(a.data)
		if !ok || said.Kind != "open" {
			continue
		}
		o := opening{key: said.Key, cs: said.Digest, at: said.At}
		o.committed = slices.ContainsFunc(c.anchored, func(a anchor) bool {
			said, ok := ReadLeaf(a.data)
			return ok && said.Kind == "scope" && said.Digest == o.cs && said.Epoch == epoch && fmt.Sprint(said.Serial) == scope
		})
		list = append(list, o)
	}
	return list
}

// scopeOpened makes all runs again from the key of the tournament, where the log has it: then the key of no match was picked
// either. What was thrown after that key was open, everybody could have known.
func (c *claim) scopeOpened() {
	p := c.proof
	for _, o := range c.openings(p.Epoch, p.Scope) {
		if Commitment(p.Epoch, p.Scope, o.key) != o.cs {
			c.say(Wrong, "The opened key of the tournament is not the one that was committed to.")
			continue
		}
		if i := slices.IndexFunc(c.runs, func(r Shown) bool { return !c.follows(o.key, r) }); i >= 0 {
			c.say(Wrong, "The dice of run %d do not follow from the key of the tournament: they were picked.", c.runs[i].Run)
			continue
		}
		if i := slices.IndexFunc(p.Log, func(e ProofEvent) bool { return e.ProofThrow != nil && e.At > o.at }); i >= 0 {
			c.say(Wrong, "The key of the tournament was open before event %d was thrown.", p.Log[i].Seq)
			continue
		}
		c.sayOpened(o, "all dice of this match")
	}
}

// follows says whether all that a run has shown follows from the key of the tournament.
func (c *claim) follows(sk Key, r Shown) bool {
	k := MatchKey(sk, c.gid, r.Run)
	if Seal(c.gid, r.Run, k) != r.Seal || NewChain(k, c.gid, r.Run, 0).Head() != r.Head {
		return false
	}
	_, picked := c.picked(k, r)
	return !picked
}

// scopeOpened makes the draw's commitment again from the key of the tournament, where the log has it.
func (l *lotClaim) scopeOpened() {
	p := l.proof
	for _, o := range l.openings(p.Epoch, p.Scope) {
		k := MatchKey(o.key, l.lot.GID, 0)
		switch {
		case o.cs != l.cs: // the tournament was drawn by another key than the one that it went on with
			continue
		case Commitment(p.Epoch, p.Scope, o.key) != o.cs:
			l.say(Wrong, "The opened key of the tournament is not the one that was committed to.")
		case Seal(l.lot.GID, 0, k) != l.lot.Seal || NewChain(k, l.lot.GID, 0, 0).Head() != l.lot.Head:
			l.say(Wrong, "The draw does not follow from the key of the tournament: it was picked.")
		default:
			l.sayOpened(o, "the draw")
		}
	}
}

// sayOpened says that all follows from the key of the tournament; proved is that as far as the log has what it was committed to.
func (c *claim) sayOpened(o opening, what string) {
	if !o.committed {
		c.say(NotProved, "The key of the tournament has been open since %s, and %s come from it; that it was committed to is not anchored here.", moment(o.at), what)
		return
	}
	c.say(Proved, "The key of the tournament has been open since %s, and %s come from it.", moment(o.at), what)
}
