package dicelog

import (
	"context"
	"time"

	"kickabout/engine/dice/anchor"
	"kickabout/engine/dice/tbd2"
	"kickabout/league"
)

// OpenEpoch opens a key of the dice by its number once nothing is thrown by it any more (SCHEME.md 8), and the database notes that
// with it. From then on anybody can make again all that it has ever thrown. The error is of kind league.Illegal where the key is
// still needed, of kind league.NotFound where there is none, and of kind league.Stale where another server was first.
func (s *Log) OpenEpoch(ctx context.Context, epoch uint32) error {
	if s.core.Signers == nil || s.core.Dealer == nil {
		return errNoLog()
	}
	if err := s.AppendToLog(ctx); err != nil { // tournaments that are over open their keys first
		return err
	}
	size, err := s.tree.LogSize(ctx)
	if err != nil {
		return err
	}
	key, mk, err := s.closedKey(ctx, epoch)
	if err != nil {
		return err
	}
	if err := s.mustBeIdle(ctx, epoch); err != nil {
		return err
	}
	at := s.core.Now()
	leaves := []anchor.Leaf{{Kind: anchor.Open, Data: tbd2.OpenLeaf(key.Digest, mk, at.UnixMilli())}}
	from, hashes, err := anchor.Grow(size, leaves, s.hashes(ctx))
	if err != nil {
		return err
	}
	return s.tree.AppendOpening(ctx, size, leaves[0], from, hashes, league.KeyRecord{Name: "dice", Epoch: int(epoch) - 1, Opened: at, Open: mk})
}

// closedKey returns what the log says of a key of the dice, which must be one of before that is not open yet, and the key itself.
func (s *Log) closedKey(ctx context.Context, epoch uint32) (said tbd2.Said, mk tbd2.Key, err error) {
	present, _, _ := s.core.Dealer.Committed(0, 0)
	if epoch == present {
		return said, mk, league.Errorf(league.Illegal, "Key %d of the dice is the present one: what is new is thrown with it. Take another one first, with kickabout key rotate dice.", epoch)
	}
	keys, err := s.tree.NumberedLeaves(ctx, anchor.Key, int64(epoch))
	if err != nil {
		return said, mk, err
	}
	if len(keys) == 0 {
		return said, mk, league.Errorf(league.NotFound, "The log of the dice has no key %d: the present one is key %d.", epoch, present)
	}
	said, ok := tbd2.ReadLeaf(keys[0].Data)
	if !ok {
		return said, mk, unreadable(keys[0])
	}
	opened, _, err := epochOpened(ctx, s.tree, said.Digest)
	if err != nil {
		return said, mk, err
	}
	if opened != nil {
		return said, mk, league.Errorf(league.Illegal, "Key %d of the dice has been open since %s.", epoch, opened.At.Format("2 January 2006, 15:04 UTC"))
	}
	if mk, ok = s.core.Dealer.OpensEpoch(epoch, said.Digest); !ok {
		return said, mk, league.Errorf(league.NotFound, "The file of key %d of the dice is gone, so nobody can open it.", epoch)
	}
	return said, mk, nil
}

// mustBeIdle refuses a key of the dice by which something may still be thrown, and says what.
func (s *Log) mustBeIdle(ctx context.Context, epoch uint32) error {
	epochs := []uint32{epoch}
	for made := range epoch { // what was made by a key that is lost, or under the first scheme, goes on with the next one that deals
		if by, _, _ := s.core.Dealer.Committed(max(1, made), 0); by == epoch {
			epochs = append(epochs, made)
		}
	}
	use, err := s.games.EpochUse(ctx, epochs)
	if err != nil || use == (anchor.Use{}) {
		return err
	}
	return league.Errorf(league.Illegal, "Key %d of the dice is still needed. Games that go on: %d. Games in quarantine: %d. Open offers: %d. Tournaments that are not over: %d.",
		epoch, use.Games, use.Locked, use.Offers, use.Tournaments)
}

// epochOpened returns the key of the dice with a fingerprint as the log has opened it, and its leaf; nil while it is closed.
func epochOpened(ctx context.Context, tree LeavesStore, f tbd2.Digest) (*tbd2.Opened, anchor.Placed, error) {
	leaves, err := tree.NumberedLeaves(ctx, anchor.Open, 0)
	for _, l := range leaves {
		if said, ok := tbd2.ReadLeaf(l.Data); ok && said.Digest == f {
			return &tbd2.Opened{Key: said.Key, At: time.UnixMilli(said.At).UTC()}, l, nil
		}
	}
	return nil, anchor.Placed{}, err
}
