package dicelog

import (
	"context"
	"slices"

	"golang.org/x/mod/sumdb/tlog"

	"kickabout/engine/dice"
	"kickabout/engine/dice/anchor"
	"kickabout/engine/dice/tbd2"
	"kickabout/league"
)

// A Snapshot is the log as one checkpoint has it: all that is shown of it in one file hangs on that. It is for one goroutine.
type Snapshot struct {
	Checkpoint string // a signed note

	log  *Log
	tree tlog.Tree
	told map[key]bool
}

// key is a tournament by its serial number under the key of the dice of an epoch; 0: the key itself.
type key struct{ epoch, serial uint32 }

// Snapshot returns the log as it is, or as it was when it had so many leaves; 0: as it is, nil while the site has none.
func (s *Log) Snapshot(ctx context.Context, size int64) (*Snapshot, error) {
	if s.core.Signers == nil {
		return nil, nil
	}
	checkpoint, tree, err := s.Checkpoint(ctx, size)
	if league.KindOf(err) == league.NotFound && size == 0 {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &Snapshot{Checkpoint: checkpoint, log: s, tree: tree, told: map[key]bool{}}, nil
}

// shown returns leaves with the proof that they are in the log.
func (p *Snapshot) shown(ctx context.Context, leaves []anchor.Placed) ([]tbd2.Anchor, error) {
	anchors := make([]tbd2.Anchor, 0, len(leaves))
	hashes, err := anchor.Ahead(p.tree.N, leaves, p.log.hashes(ctx))
	if err != nil {
		return nil, err
	}
	for _, l := range leaves {
		a, err := anchor.Shown(l, p.tree.N, p.Checkpoint, hashes)
		if err != nil {
			return nil, err
		}
		anchors = append(anchors, a)
	}
	return anchors, nil
}

// signer returns the leaf of the keys that sign, by which the checkpoint is signed; none while the log does not have it.
func (p *Snapshot) signer(ctx context.Context) ([]anchor.Placed, error) {
	now := tbd2.SignerLeaf(p.log.core.Signers.LogKey(), p.log.core.Signers.ReceiptsKey(), 0)
	signers, err := p.log.tree.LastLeaves(ctx, anchor.Signer, 100)
	for _, l := range signers { // the last one first
		if l.N < p.tree.N && sameBut8(l.Data, now) {
			return []anchor.Placed{l}, err
		}
	}
	return nil, err
}

// Signer returns the leaf that names the keys by which the checkpoint is signed; none while the log does not have it.
func (p *Snapshot) Signer(ctx context.Context) ([]tbd2.Anchor, error) {
	leaves, err := p.signer(ctx)
	if err != nil {
		return nil, err
	}
	return p.shown(ctx, leaves)
}

// Matches returns for each of some games what the log has of it alone: the seals, and the newest state that is none of after the
// game was read. Of a game under the first scheme there is nothing.
func (p *Snapshot) Matches(ctx context.Context, games []league.Match) ([][]tbd2.Anchor, error) {
	var gids []dice.GID
	for _, m := range games {
		if m.Dice.Second() {
			gids = append(gids, m.GID)
			if as := league.AnchoredAs(m); as != m.GID {
				gids = append(gids, as)
			}
		}
	}
	if len(gids) == 0 {
		return make([][]tbd2.Anchor, len(games)), nil
	}
	leaves, err := p.log.tree.LeavesOf(ctx, gids...)
	if err != nil {
		return nil, err
	}
	of := map[dice.GID][]anchor.Placed{}
	for _, l := range leaves {
		of[l.GID] = append(of[l.GID], l)
	}
	var chosen []anchor.Placed
	ends := make([]int, len(games))
	for i, m := range games {
		if m.Dice.Second() {
			chosen = append(chosen, p.ofMatch(m, of)...)
		}
		ends[i] = len(chosen)
	}
	anchors, err := p.shown(ctx, chosen)
	if err != nil {
		return nil, err
	}
	all, from := make([][]tbd2.Anchor, len(games)), 0
	for i, end := range ends {
		all[i], from = anchors[from:end:end], end
	}
	return all, nil
}

// ofMatch chooses what is shown of a game, given the leaves by the GIDs that they name.
func (p *Snapshot) ofMatch(m league.Match, of map[dice.GID][]anchor.Placed) (list []anchor.Placed) {
	for _, l := range of[m.GID] {
		if l.Kind == anchor.Seal && l.N < p.tree.N {
			list = append(list, l)
		}
	}
	states := of[league.AnchoredAs(m)]
	for _, l := range slices.Backward(states) {
		if l.Kind == anchor.State && l.N < p.tree.N && l.Number <= int64(len(m.Log)) {
			return append(list, l)
		}
	}
	return list
}

// Openings returns what is open of the keys of the dice of a game, with what the log had of these before: the leaves of its
// tournament, and of the keys of the dice. What it has returned once it does not return again.
func (p *Snapshot) Openings(ctx context.Context, m league.Match) ([]tbd2.Anchor, error) {
	if !m.Dice.Second() {
		return nil, nil
	}
	var leaves []anchor.Placed
	for _, r := range league.RunsOf(m) {
		for _, k := range []key{{r.Dice.Epoch, m.Dice.Scope}, {r.Dice.Epoch, 0}} {
			if p.told[k] {
				continue
			}
			p.told[k] = true
			opened, err := p.opening(ctx, k)
			if err != nil {
				return nil, err
			}
			leaves = append(leaves, before(opened, p.tree.N)...)
		}
	}
	return p.shown(ctx, leaves)
}

func (p *Snapshot) opening(ctx context.Context, k key) ([]anchor.Placed, error) {
	if k.serial == 0 {
		return p.ofEpoch(ctx, k.epoch)
	}
	return p.ofScope(ctx, k.epoch, k.serial)
}

// ofScope returns the leaf of a tournament by its serial number under the key of an epoch, and behind it the one that opens its
// key; none while that is not open.
func (p *Snapshot) ofScope(ctx context.Context, epoch, serial uint32) ([]anchor.Placed, error) {
	opened, err := p.log.tree.NumberedLeaves(ctx, anchor.Open, int64(serial))
	if err != nil || len(opened) == 0 {
		return nil, err
	}
	scopes, err := p.log.tree.NumberedLeaves(ctx, anchor.Scope, int64(serial))
	if err != nil {
		return nil, err
	}
	for _, l := range scopes {
		scope, ok := tbd2.ReadLeaf(l.Data)
		if !ok || scope.Epoch != epoch {
			continue
		}
		for _, o := range opened {
			if said, ok := tbd2.ReadLeaf(o.Data); ok && said.Digest == scope.Digest {
				return []anchor.Placed{l, o}, nil
			}
		}
	}
	return nil, nil
}

// ofEpoch returns the leaf of the key of the dice of an epoch, and behind it the one that opens it; none while it is closed.
func (p *Snapshot) ofEpoch(ctx context.Context, epoch uint32) ([]anchor.Placed, error) {
	keys, err := p.log.tree.NumberedLeaves(ctx, anchor.Key, int64(epoch))
	if err != nil || len(keys) == 0 {
		return nil, err
	}
	said, ok := tbd2.ReadLeaf(keys[0].Data)
	if !ok {
		return nil, unreadable(keys[0])
	}
	opened, leaf, err := epochOpened(ctx, p.log.tree, said.Digest)
	if err != nil || opened == nil {
		return nil, err
	}
	return []anchor.Placed{keys[0], leaf}, nil
}

// Lot returns what the log has of the draw of a tournament by its serial number: the keys that sign, the commitment, what was
// bound when the entries were closed, and the key once it is open.
func (p *Snapshot) Lot(ctx context.Context, serial uint32) ([]tbd2.Anchor, error) {
	list, err := p.signer(ctx)
	for _, kind := range []anchor.Kind{anchor.Scope, anchor.Start, anchor.Open} {
		if err != nil {
			return nil, err
		}
		var more []anchor.Placed
		more, err = p.log.tree.NumberedLeaves(ctx, kind, int64(serial))
		list = append(list, more...)
	}
	if err != nil {
		return nil, err
	}
	list = slices.DeleteFunc(list, func(l anchor.Placed) bool { return l.N >= p.tree.N }) // it was added meanwhile
	return p.shown(ctx, list)
}

// Anchors returns what the log has of a game under the second scheme, each leaf with the proof that it is in the log of a size
// (0: as it is): the keys that sign, the seals, the newest state up to that size, and what is open of the keys of its dice.
func (s *Log) Anchors(ctx context.Context, m league.Match, size int64) ([]tbd2.Anchor, error) {
	if !m.Dice.Second() {
		return []tbd2.Anchor{}, nil
	}
	p, err := s.Snapshot(ctx, size)
	if err != nil || p == nil {
		return []tbd2.Anchor{}, err
	}
	signer, err := p.Signer(ctx)
	if err != nil {
		return nil, err
	}
	of, err := p.Matches(ctx, []league.Match{m})
	if err != nil {
		return nil, err
	}
	opened, err := p.Openings(ctx, m)
	return append(append(signer, of[0]...), opened...), err
}

// LotAnchors returns what the log as it is has of the draw of a tournament by its serial number; see Snapshot.Lot.
func (s *Log) LotAnchors(ctx context.Context, serial uint32) ([]tbd2.Anchor, error) {
	p, err := s.Snapshot(ctx, 0)
	if err != nil || p == nil {
		return []tbd2.Anchor{}, err
	}
	return p.Lot(ctx, serial)
}
