package tbd2

import (
	"fmt"
	"slices"
	"time"
)

// Opened is the key of a scope, or of an epoch, that was opened.
type Opened struct {
	Key Key // SK, or MK
	At  time.Time
}

// opening is the key of a tournament, or a key of the dice, that the log has opened.
type opening struct {
	key Key
	of  Digest // CS, or F
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
		return ok && said.Kind == "scope" && said.Digest == o.of && said.Epoch == epoch && fmt.Sprint(said.Serial) == scope
	})
}

// scopeOpened makes the runs again from the keys that the tournament has had, where the log has them: then the key of no match
// was picked either. What was thrown by a key after that was open, everybody could have known.
func (c *claim) scopeOpened() {
	p := c.proof
	for _, o := range c.openings() {
		if c.epochOpened(o) {
			continue
		}
		first := slices.IndexFunc(c.runs, func(r Shown) bool { return Commitment(r.Epoch, p.Scope, o.key) == o.of })
		if first < 0 {
			c.say(Wrong, "The opened key of the tournament is not the one that was committed to.")
			continue
		}
		epoch := c.runs[first].Epoch
		if i := slices.IndexFunc(c.runs, func(r Shown) bool { return r.Epoch == epoch && !c.follows(o.key, r) }); i >= 0 {
			c.say(Wrong, "The dice of run %d do not follow from the key of the tournament: they were picked.", c.runs[i].Run)
			continue
		}
		if seq, ok := c.thrownAfter(o, epoch); ok {
			c.say(Wrong, "The key of the tournament was open before event %d was thrown.", seq)
			continue
		}
		if c.sayOpened(o, c.promised(o, epoch, p.Scope), "The key of the tournament", c.diceOf(epoch)) {
			c.open = append(c.open, epoch)
		}
	}
	c.report.Open = !slices.ContainsFunc(c.runs, func(r Shown) bool { return !slices.Contains(c.open, r.Epoch) })
}

// epochOpened makes the runs again from a key of the dice, if that is what was opened: then the key of no tournament was picked
// either, and outside of tournaments that of no match. It is false for the key of a tournament.
func (c *claim) epochOpened(o opening) bool {
	named, announced := c.keyOf(o.of)
	first := slices.IndexFunc(c.runs, func(r Shown) bool { return Fingerprint(r.Epoch, o.key) == o.of })
	if first < 0 {
		if announced {
			c.say(Wrong, "The opened key %d of the dice is not the one that this match was dealt by.", named)
		}
		return announced
	}
	epoch := c.runs[first].Epoch
	sk := ScopeKey(epoch, o.key, c.proof.Scope)
	if i := slices.IndexFunc(c.runs, func(r Shown) bool { return r.Epoch == epoch && !c.follows(sk, r) }); i >= 0 {
		c.say(Wrong, "The dice of run %d do not follow from key %d of the dice: they were picked.", c.runs[i].Run, epoch)
		return true
	}
	if seq, ok := c.thrownAfter(o, epoch); ok {
		c.say(Wrong, "Key %d of the dice was open before event %d was thrown.", epoch, seq)
		return true
	}
	if c.sayOpened(o, announced && named == epoch, fmt.Sprintf("Key %d of the dice", epoch), c.diceOf(epoch)) {
		c.open = append(c.open, epoch)
	}
	return true
}

// keyOf returns the epoch of the key of the dice that was committed to by a fingerprint, as far as its leaf is there.
func (c *claim) keyOf(f Digest) (epoch uint32, ok bool) {
	for _, a := range c.anchored {
		if said, ok := ReadLeaf(a.data); ok && said.Kind == "key" && said.Digest == f {
			return said.Epoch, true
		}
	}
	return 0, false
}

// thrownAfter finds an event whose throws are of a key that was open by then, of which everybody could have known them.
func (c *claim) thrownAfter(o opening, epoch uint32) (seq int, ok bool) {
	for _, e := range c.proof.Log {
		if e.ProofThrow != nil && e.At > o.at && c.runs.of(e.E).Epoch == epoch {
			return e.Seq, true
		}
	}
	return 0, false
}

// diceOf says what comes from the key of an epoch.
func (c *claim) diceOf(epoch uint32) string {
	if c.proof.Epoch != c.runs[len(c.runs)-1].Epoch {
		return fmt.Sprintf("the dice of this match under key %d come", epoch)
	}
	return "all dice of this match come"
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
		case o.of != l.cs: // the tournament was drawn by another key than the one that it went on with
			continue
		case Commitment(p.Epoch, p.Scope, o.key) != o.of:
			l.say(Wrong, "The opened key of the tournament is not the one that was committed to.")
		case Seal(l.lot.GID, 0, k) != l.lot.Seal || NewChain(k, l.lot.GID, 0, 0).Head() != l.lot.Head:
			l.say(Wrong, "The draw does not follow from the key of the tournament: it was picked.")
		default:
			l.sayOpened(o, l.promised(o, p.Epoch, p.Scope), "The key of the tournament", "the draw comes")
		}
	}
}

// sayOpened says what follows from a key; proved is that as far as the log has what it was committed to, which is returned.
func (c *claim) sayOpened(o opening, committed bool, key, what string) bool {
	if committed {
		c.say(Proved, "%s has been open since %s, and %s from it.", key, moment(o.at), what)
	} else {
		c.say(NotProved, "%s has been open since %s, and %s from it; that it was committed to is not anchored here.", key, moment(o.at), what)
	}
	return committed
}
