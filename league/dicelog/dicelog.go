// Package dicelog keeps the public log of the dice (SCHEME.md 5): what the site has fixed and what has happened, in an order
// that nobody can change afterwards without being seen, and what proves that something is in it.
package dicelog

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"kickabout/engine/dice"
	"kickabout/engine/dice/anchor"
	"kickabout/engine/dice/tbd2"
	"kickabout/league"
	"kickabout/league/core"
)

// Log is the log of a site. A site without signers keeps none.
type Log struct {
	core  *core.Core
	tree  LeavesStore
	games GamesStore
	last  atomic.Pointer[count] // of all games; nil: none yet
}

// Stores is what the service needs of the database.
type Stores struct {
	Tree  LeavesStore
	Games GamesStore
}

// New wires it.
func New(c *core.Core, stores Stores) *Log {
	return &Log{core: c, tree: stores.Tree, games: stores.Games}
}

// errNoLog is that the site has no log yet.
func errNoLog() error {
	return league.Errorf(league.NotFound, "This site keeps no log of its dice yet.")
}

// How the log is written.
const (
	atOnce  = 500              // games, and tournaments, in one transaction
	overlap = 10 * time.Minute // of two looks at what has moved: who wrote it may have been slow
	passes  = 400              // most transactions of one run of the job
)

// AppendToLog adds to the log what it lacks: keys, tournaments, what was bound when their entries were closed, games that have begun or ended, keys of
// tournaments in which nothing is thrown any more, and after the end of a day, in UTC, the states of those that have moved, with a leaf for the day behind them. Only one process does so at a time; of two
// the slower one adds nothing, and finds what is left the next time.
func (s *Log) AppendToLog(ctx context.Context) error {
	if s.core.Signers == nil || s.core.Dealer == nil {
		return nil
	}
	for _, add := range []func(context.Context, time.Time) error{s.addKeys, s.addScopes, s.addStarts, s.addGames, s.addOpened, s.addDay} {
		err := add(ctx, s.core.Now())
		if league.KindOf(err) == league.Stale {
			return nil // another server is at it
		}
		if err != nil {
			return err
		}
	}
	return s.showable(ctx)
}

// showable marks the log as it is, so that a database that is restored is known even where nobody has asked for the log.
func (s *Log) showable(ctx context.Context) error {
	if s.core.Mark == nil {
		return nil
	}
	_, _, err := s.Checkpoint(ctx, 0)
	if league.KindOf(err) == league.NotFound {
		return nil
	}
	return err
}

// put appends leaves behind the first size ones, with what the log has of some games after them. Size is what the log had
// before anybody looked what it lacks: if it has moved on since, somebody else may have added that.
func (s *Log) put(ctx context.Context, size int64, leaves []anchor.Leaf, games []anchor.Moved) error {
	if len(leaves)+len(games) == 0 {
		return nil
	}
	from, hashes, err := anchor.Grow(size, leaves, s.hashes(ctx))
	if err != nil {
		return err
	}
	return s.tree.AppendLeaves(ctx, size, leaves, from, hashes, games)
}

func (s *Log) hashes(ctx context.Context) anchor.Hashes {
	return func(at []int64) ([]dice.Digest, error) { return s.tree.LogHashes(ctx, at) }
}

// addKeys adds the keys of the dice that are new, what became of those before, and the keys of signatures.
func (s *Log) addKeys(ctx context.Context, now time.Time) error {
	size, err := s.tree.LogSize(ctx)
	if err != nil {
		return err
	}
	at := now.UnixMilli()
	leaves, err := s.keys(ctx, at)
	if err != nil {
		return err
	}
	signs := tbd2.SignerLeaf(s.core.Signers.LogKey(), s.core.Signers.ReceiptsKey(), at)
	signers, err := s.tree.LastLeaves(ctx, anchor.Signer, 1)
	if err != nil {
		return err
	}
	if len(signers) == 0 || !sameBut8(signers[0].Data, signs) {
		leaves = append(leaves, anchor.Leaf{Kind: anchor.Signer, Data: signs})
	}
	return s.put(ctx, size, leaves, nil)
}

// sameBut8 compares leaves but for the moment at their ends.
func sameBut8(a, b []byte) bool {
	return len(a) == len(b) && len(a) > 8 && string(a[:len(a)-8]) == string(b[:len(b)-8])
}

// keys returns the leaves that the log lacks of the keys of the dice: of those that were lost, with the reason that was given, and
// of those that deal, with the commitment to what is outside of tournaments.
func (s *Log) keys(ctx context.Context, at int64) (leaves []anchor.Leaf, err error) {
	present, _, _ := s.core.Dealer.Committed(0, 0)
	logged, err := s.tree.LastLeaves(ctx, anchor.Key, int(present)+1)
	if err != nil {
		return nil, err
	}
	lost, err := s.tree.LastLeaves(ctx, anchor.Lost, int(present)+1)
	if err != nil {
		return nil, err
	}
	records, err := s.games.KeyEpochs(ctx, "dice")
	if err != nil {
		return nil, err
	}
	has := func(list []anchor.Placed, epoch int64) bool {
		return slices.ContainsFunc(list, func(l anchor.Placed) bool { return l.Number == epoch })
	}
	for _, key := range slices.Backward(logged) {
		for _, next := range records { // the database counts from 0: it is the one that took the place of this key
			if int64(next.Epoch) != key.Number || next.Kept || has(lost, key.Number) {
				continue
			}
			said, ok := tbd2.ReadLeaf(key.Data)
			if !ok {
				return nil, unreadable(key)
			}
			leaves = append(leaves, anchor.Leaf{Kind: anchor.Lost, Number: key.Number, Data: tbd2.LostLeaf(said.Digest, next.Reason, at)})
		}
	}
	open := openKeys(records)
	for epoch := uint32(1); epoch <= present; epoch++ {
		is, f, cs := s.core.Dealer.Committed(epoch, 0)
		mk, opened := open[epoch]
		if opened {
			is, f, cs = epoch, tbd2.Fingerprint(epoch, mk.Open), committed(epoch, 0, mk.Open)
		}
		if is != epoch || has(logged, int64(epoch)) { // it is lost, or told already
			continue
		}
		leaves = append(leaves,
			anchor.Leaf{Kind: anchor.Key, Number: int64(epoch), Data: tbd2.KeyLeaf(epoch, f, at)},
			anchor.Leaf{Kind: anchor.Scope, Data: tbd2.ScopeLeaf(epoch, 0, cs, at)})
		if opened { // elsewhere, by the log of the site that was imported
			leaves = append(leaves, anchor.Leaf{Kind: anchor.Open, Data: tbd2.OpenLeaf(f, mk.Open, mk.Opened.UnixMilli())})
		}
	}
	return leaves, nil
}

// openKeys returns the keys of the dice that are open, by their epochs counted from 1.
func openKeys(records []league.KeyRecord) map[uint32]league.KeyRecord {
	open := map[uint32]league.KeyRecord{}
	for _, k := range records {
		if !k.Opened.IsZero() {
			open[uint32(k.Epoch)+1] = k
		}
	}
	return open
}

// committed returns the commitment to the key of a scope that follows from an open key.
func committed(epoch, scope uint32, mk dice.Key) dice.Digest {
	text := league.ScopeText(scope)
	return tbd2.Commitment(epoch, text, tbd2.ScopeKey(epoch, mk, text))
}

// addScopes adds the tournaments, in the order of their serial numbers: each once, once more if its key was lost, and those that
// roll with each key, since their games are dealt by the present one.
func (s *Log) addScopes(ctx context.Context, now time.Time) error {
	keys, err := s.tree.LastLeaves(ctx, anchor.Key, 1)
	if err != nil || len(keys) == 0 {
		return err
	}
	lost, err := s.tree.LastLeaves(ctx, anchor.Lost, 1)
	if err != nil {
		return err
	}
	since := int64(0)
	if len(lost) > 0 {
		since = lost[0].N
	}
	records, err := s.games.KeyEpochs(ctx, "dice")
	if err != nil {
		return err
	}
	open := openKeys(records)
	for range passes {
		size, err := s.tree.LogSize(ctx)
		if err != nil {
			return err
		}
		lacks, err := s.games.UnloggedScopes(ctx, league.Site(), since, max(since, keys[0].N), atOnce)
		if err != nil || len(lacks) == 0 {
			return err
		}
		var leaves []anchor.Leaf
		for _, t := range lacks {
			made := max(1, t.Epoch)
			if t.Rolling {
				made = 0
			}
			epoch, _, cs := s.core.Dealer.Committed(made, t.Serial)
			if mk, opened := open[made]; opened { // it is over, and was dealt by that key elsewhere
				epoch, cs = made, committed(made, t.Serial, mk.Open)
			}
			leaves = append(leaves, anchor.Leaf{Kind: anchor.Scope, Number: int64(t.Serial), Data: tbd2.ScopeLeaf(epoch, t.Serial, cs, now.UnixMilli())})
		}
		if err := s.put(ctx, size, leaves, nil); err != nil {
			return err
		}
	}
	return nil
}

// addStarts adds what was bound when the entries of tournaments were closed, and once more when a public value came to it.
// What was bound by a key of the dice that is lost binds nothing any more.
func (s *Log) addStarts(ctx context.Context, now time.Time) error {
	since, _, err := s.since(ctx)
	if err != nil {
		return err
	}
	size, err := s.tree.LogSize(ctx)
	if err != nil {
		return err
	}
	closed, err := s.games.ClosedTournaments(ctx, league.Site(), since)
	if err != nil {
		return err
	}
	numbers := make([]int64, len(closed))
	for i, c := range closed {
		numbers[i] = int64(c.Serial)
	}
	there, err := s.tree.NumberedLeaves(ctx, anchor.Start, numbers...)
	if err != nil {
		return err
	}
	var leaves []anchor.Leaf
	for _, c := range closed {
		epoch, _, cs := s.core.Dealer.Committed(c.Epoch, c.Serial)
		data := tbd2.StartLeaf(cs, c.Tour, now.UnixMilli())
		if epoch == c.Epoch && !slices.ContainsFunc(there, func(l anchor.Placed) bool { return l.Number == int64(c.Serial) && sameBut8(l.Data, data) }) {
			leaves = append(leaves, anchor.Leaf{Kind: anchor.Start, Number: int64(c.Serial), Data: data})
		}
	}
	return s.put(ctx, size, leaves, nil)
}

// since returns from when on what has moved may not be in the log, and up to when somebody has looked.
func (s *Log) since(ctx context.Context) (since, looked time.Time, err error) {
	if looked, err = s.games.LogLooked(ctx); err == nil && !looked.IsZero() {
		since = looked.Add(-overlap)
	}
	return since, looked, err
}

// addGames adds the seals of games that have begun, and the states of those that have ended.
func (s *Log) addGames(ctx context.Context, now time.Time) error {
	since, looked, err := s.since(ctx)
	if err != nil {
		return err
	}
	if whole, err := s.addMoved(ctx, since, false, now); err != nil || !whole || now.Sub(looked) < overlap {
		return err
	}
	return s.games.NoteLogLooked(ctx, now)
}

// addMoved adds what the log lacks of games that have moved since a moment, as much of it as one run of the job adds, and says
// whether that was all. Each game is looked at once: after the start of a large season there are hundreds of thousands.
func (s *Log) addMoved(ctx context.Context, since time.Time, states bool, now time.Time) (whole bool, err error) {
	over, after := true, anchor.Cursor{Moved: since}
	for range passes {
		size, err := s.tree.LogSize(ctx)
		if err != nil {
			return false, err
		}
		games, next, err := s.games.UnloggedGames(ctx, league.Site(), over, after, states, atOnce)
		if err != nil {
			return false, err
		}
		leaves, err := s.ofGames(ctx, games, states, now.UnixMilli())
		if err != nil {
			return false, err
		}
		if err := s.mark(ctx, size, leaves, games, states); err != nil {
			return false, err
		}
		if after = next; after == (anchor.Cursor{}) {
			if !over {
				return true, nil
			}
			over, after = false, anchor.Cursor{Moved: since}
		}
	}
	return false, nil
}

// mark appends the leaves of games. Where only their seals were to be added the log has their states at event 0.
func (s *Log) mark(ctx context.Context, size int64, leaves []anchor.Leaf, games []anchor.Moved, states bool) error {
	for i := range games {
		if !games[i].Over && !states {
			games[i].N = 0
		}
	}
	return s.put(ctx, size, leaves, games)
}

// ofGames returns the leaves that games lack: of an imported one the seals of all runs that its dice had elsewhere. The two of a
// duplicate pair have one seal a run.
func (s *Log) ofGames(ctx context.Context, games []anchor.Moved, states bool, at int64) ([]anchor.Leaf, error) {
	sealed, err := s.sealed(ctx, games)
	if err != nil {
		return nil, err
	}
	var leaves []anchor.Leaf
	for _, m := range games {
		if !m.Sealed {
			leaves = append(leaves, sealed.add(m.Runs...)...)
		}
		if m.Over || states {
			leaves = append(leaves, anchor.Leaf{Kind: anchor.State, Number: int64(m.N), GID: m.As, Data: tbd2.StateLeaf(m.As, m.N, m.T, m.Over, at)})
		}
	}
	return leaves, nil
}

// seals are the runs of dice that have a seal in the log.
type seals map[sealedRun]bool

type sealedRun struct {
	gid dice.GID
	run byte
}

// add returns the seals of those of some runs that have none yet, and counts them in.
func (s seals) add(runs ...tbd2.Given) (leaves []anchor.Leaf) {
	for _, r := range runs {
		if is := (sealedRun{r.GID, r.Run}); !s[is] {
			s[is] = true
			leaves = append(leaves, anchor.Leaf{Kind: anchor.Seal, GID: r.GID, Data: tbd2.SealLeaf(r.GID, r.Run, r.Seal, r.Head, r.Prior, 0)})
		}
	}
	return leaves
}

// sealed says which runs of the games that are new to the log have a seal there, by their twins: a duplicate pair shares its
// runs, but one of the two may have ended before the last.
func (s *Log) sealed(ctx context.Context, games []anchor.Moved) (seals, error) {
	var gids []dice.GID
	for _, m := range games {
		if !m.Sealed {
			gids = append(gids, m.GID)
		}
	}
	sealed := seals{}
	if len(gids) == 0 {
		return sealed, nil
	}
	there, err := s.tree.LeavesOf(ctx, gids...)
	for _, l := range there {
		if l.Kind != anchor.Seal {
			continue
		}
		said, ok := tbd2.ReadLeaf(l.Data)
		if !ok {
			return nil, unreadable(l)
		}
		sealed[sealedRun{l.GID, byte(said.Number)}] = true
	}
	return sealed, err
}

// addDay ends the day before, once.
func (s *Log) addDay(ctx context.Context, now time.Time) error {
	ended := dayOf(now.Add(-24 * time.Hour))
	last, err := s.lastDay(ctx)
	if err != nil || last >= ended {
		return err
	}
	// All: a clock may have run out long before that was seen.
	if whole, err := s.addMoved(ctx, time.Time{}, true, now); err != nil || !whole {
		return err
	}
	size, err := s.tree.LogSize(ctx)
	if err != nil {
		return err
	}
	if last, err = s.lastDay(ctx); err != nil || last >= ended { // as the log is now
		return err
	}
	return s.put(ctx, size, []anchor.Leaf{{Kind: anchor.Day, Number: ended, Data: tbd2.DayLeaf(uint32(ended), now.UnixMilli())}}, nil)
}

// lastDay returns the last day that has ended in the log; of a new log, the one before it was made.
func (s *Log) lastDay(ctx context.Context) (int64, error) {
	days, err := s.tree.LastLeaves(ctx, anchor.Day, 1)
	if err != nil {
		return 0, err
	}
	if len(days) > 0 {
		return days[0].Number, nil
	}
	first, err := s.tree.Leaves(ctx, 0, 1)
	if err != nil || len(first) == 0 {
		return 0, err
	}
	born, ok := tbd2.ReadLeaf(first[0].Data)
	if !ok {
		return 0, unreadable(first[0])
	}
	return dayOf(time.UnixMilli(born.At).Add(-24 * time.Hour)), nil
}

func unreadable(l anchor.Placed) error {
	return fmt.Errorf("leaf %d of the log of the dice cannot be read", l.N)
}

// dayOf writes the day of a moment, in UTC, as 20260921.
func dayOf(t time.Time) int64 {
	y, m, d := t.UTC().Date()
	return int64(y)*10000 + int64(m)*100 + int64(d)
}

// Checkpoint returns the signed checkpoint of the log as it is, or as it was when it had so many leaves; 0: as it is.
func (s *Log) Checkpoint(ctx context.Context, size int64) (string, tlog.Tree, error) {
	if s.core.Signers == nil {
		return "", tlog.Tree{}, errNoLog()
	}
	now, err := s.tree.LogSize(ctx)
	if err != nil {
		return "", tlog.Tree{}, err
	}
	if size == 0 {
		size = now
		if s.core.Showable > 0 {
			size = min(size, s.core.Showable)
		}
	}
	if size < 1 || size > now {
		return "", tlog.Tree{}, errNoLog()
	}
	tree, err := anchor.Tree(size, s.hashes(ctx))
	if err == nil && s.core.Mark != nil {
		err = s.core.Mark.Mark(ctx, tree.N, dice.Digest(tree.Hash))
	}
	if err != nil {
		return "", tlog.Tree{}, err
	}
	signed, err := s.core.Signers.Checkpoint(tree)
	return signed, tree, err
}

// Tile returns the tile of the log at a path behind tile/ (https://c2sp.org/tlog-tiles): of its hashes, or of its leaves.
func (s *Log) Tile(ctx context.Context, path string) ([]byte, error) {
	level, n, width, ok := anchor.ParseTile(path)
	switch {
	case !ok:
		return nil, errNoTile()
	case level < 0:
		return s.entries(ctx, n, width)
	}
	size, err := s.tree.LogSize(ctx)
	if err != nil {
		return nil, err
	}
	data, ok, err := anchor.Tile(size, level, n, width, s.hashes(ctx))
	if err == nil && !ok {
		err = errNoTile()
	}
	return data, err
}

// entries returns a tile of the leaves.
func (s *Log) entries(ctx context.Context, n int64, width int) ([]byte, error) {
	if n > 1<<40 {
		return nil, errNoTile()
	}
	list, err := s.tree.Leaves(ctx, n*anchor.TileWidth, width)
	if err != nil {
		return nil, err
	}
	if len(list) != width {
		return nil, errNoTile()
	}
	var leaves [][]byte
	for _, l := range list {
		leaves = append(leaves, l.Data)
	}
	return anchor.Bundle(leaves), nil
}

func errNoTile() error { return league.Errorf(league.NotFound, "The log has no such tile.") }
