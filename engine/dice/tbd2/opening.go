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
	key Key
	cs  Digest
	at  int64
}

// openings returns what the log has opened, among the leaves that hold.
func (c *claim) openings() (list []opening) {
	for _, a := range c.anchored {
		if said, ok := ReadLeaf(a.data); ok && said.Kind == "open" {
			list = append(list, opening{said.Key, said.Digest, said.At})
		}
	}
	return list
}

// promised says whether the leaf of the tournament with the commitment to an opened key is there, too.
func (c *claim) promised(o opening, epoch uint32, scope string) bool {
	return slices.ContainsFunc(c.anchored, func(a anchor) bool {
		said, ok := ReadLeaf(a.data)
		return ok && said.Kind == "scope" && said.Digest == o.cs && said.Epoch == epoch && fmt.Sprint(said.Serial) == scope
	})
}

// scopeOpened makes the runs again from the keys that the tournament has had, where the log has them: then the key of no match
// was picked either. What was thrown by a key after that was open, everybody could have known.
func (c *claim) scopeOpened() {
	p := c.proof
	for _, o := range c.openings() {
		first := slices.IndexFunc(c.runs, func(r Shown) bool { return Commitment(r.Epoch, p.Scope, o.key) == o.cs })
		if first < 0 {
			c.say(Wrong, "The opened key of the tournament is not the one that was committed to.")
			continue
		}
		epoch := c.runs[first].Epoch
		if i := slices.IndexFunc(c.runs, func(r Shown) bool { return r.Epoch == epoch && !c.follows(o.key, r) }); i >= 0 {
			c.say(Wrong, "The dice of run %d do not follow from the key of the tournament: they were picked.", c.runs[i].Run)
			continue
		}
		if i := slices.IndexFunc(p.Log, func(e ProofEvent) bool {
			return e.ProofThrow != nil && e.At > o.at && c.runs.of(e.E).Epoch == epoch
		}); i >= 0 {
			c.say(Wrong, "The key of the tournament was open before event %d was thrown.", p.Log[i].Seq)
			continue
		}
		what := "all dice of this match"
		if p.Epoch != c.runs[len(c.runs)-1].Epoch {
			what = fmt.Sprintf("the dice of this match under key %d", epoch)
		}
		c.sayOpened(o, c.promised(o, epoch, p.Scope), what)
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
	for _, o := range l.openings() {
		k := MatchKey(o.key, l.lot.GID, 0)
		switch {
		case o.cs != l.cs: // the tournament was drawn by another key than the one that it went on with
			continue
		case Commitment(p.Epoch, p.Scope, o.key) != o.cs:
			l.say(Wrong, "The opened key of the tournament is not the one that was committed to.")
		case Seal(l.lot.GID, 0, k) != l.lot.Seal || NewChain(k, l.lot.GID, 0, 0).Head() != l.lot.Head:
			l.say(Wrong, "The draw does not follow from the key of the tournament: it was picked.")
		default:
			l.sayOpened(o, l.promised(o, p.Epoch, p.Scope), "the draw")
		}
	}
}

// sayOpened says that all follows from the key of the tournament; proved is that as far as the log has what it was committed to.
func (c *claim) sayOpened(o opening, committed bool, what string) {
	if !committed {
		c.say(NotProved, "The key of the tournament has been open since %s, and %s come from it; that it was committed to is not anchored here.", moment(o.at), what)
		return
	}
	c.say(Proved, "The key of the tournament has been open since %s, and %s come from it.", moment(o.at), what)
}
