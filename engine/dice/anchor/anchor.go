// Package anchor has the tree of the log of the dice (SCHEME.md 5): how it grows leaf by leaf, what proves that a leaf is in
// it, and the tiles that mirrors read it by (https://c2sp.org/tlog-tiles). It is pure: hashes are handed in.
package anchor

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"kickabout/engine/dice"
	"kickabout/engine/dice/tbd2"
)

// Kind is the type of a leaf.
type Kind string

// The kinds of leaves that are appended.
const (
	Key    Kind = "key"
	Lost   Kind = "lost"
	Signer Kind = "signer"
	Scope  Kind = "scope"
	Start  Kind = "start"
	Seal   Kind = "seal"
	State  Kind = "state"
	Open   Kind = "open"
	Break  Kind = "break"
	Day    Kind = "day"
)

// Leaf is one leaf of the log.
type Leaf struct {
	Kind   Kind
	Number int64    // the event of a state, the serial number of a scope, of its start or its opened key, the epoch of a key, a day as 20260921; else 0, as of an opened key of the dice
	GID    dice.GID // by which a seal or a state names a game; zero of other leaves
	Data   []byte
}

// Placed is a leaf with its place in the log.
type Placed struct {
	N int64
	Leaf
}

// A Cursor is where a look at games goes on that are in the order of when they moved last, and of their ids: behind it.
// The zero one is before all of them.
type Cursor struct {
	Moved time.Time
	Match string
}

// Moved is a game of which the log lacks its seals or its newest state.
type Moved struct {
	Match  string // its id, which no leaf has
	GID    dice.GID
	As     dice.GID     // by which states name it
	Runs   []tbd2.Given // of its dice, the first one first
	N      uint32       // its last event
	T      dice.Digest
	Over   bool
	Sealed bool // its seals are there, one of each run
}

// Unlogged is a tournament whose commitment the log lacks.
type Unlogged struct {
	Serial, Epoch uint32 // of the key of its lot
	Rolling       bool
}

// Closed is a tournament whose entries are closed.
type Closed struct {
	Serial uint32
	Epoch  uint32      // of the key of its lot
	Tour   dice.Digest // KT
}

// Counts is how many games there are by what may be said of their dice.
type Counts struct {
	SiteAlone   int64 // A0
	Contributed int64 // A
	PublicStart int64 // AS
	First       int64 // under the first scheme
}

// Scopes is how many tournaments were made under the key of an epoch, and how many of them were cancelled: before they started,
// and after; and of how many the key is open.
type Scopes struct {
	Epoch                          uint32 // 0: under the first scheme
	Made, Unstarted, Ended, Opened int64
}

// Use is what may still be thrown by a key of the dice: how many games go on, or are in quarantine, of which nobody knows whether
// they go on, how many offers are open, and how many tournaments are not over.
type Use struct{ Games, Locked, Offers, Tournaments int64 }

// Hashes is where the hashes of the tree are read, by the numbers that tlog stores them under.
type Hashes func(at []int64) ([]dice.Digest, error)

// ReadHashes makes it what tlog reads.
func (h Hashes) ReadHashes(at []int64) ([]tlog.Hash, error) {
	list, err := h(at)
	if err != nil {
		return nil, err
	}
	if len(list) != len(at) {
		return nil, fmt.Errorf("the log has %d of %d hashes", len(list), len(at))
	}
	hashes := make([]tlog.Hash, len(list))
	for i, d := range list {
		hashes[i] = tlog.Hash(d)
	}
	return hashes, nil
}

// Grow returns the hashes that a log of some size gets with more leaves, and the number of the first.
func Grow(size int64, leaves []Leaf, there Hashes) (from int64, added []dice.Digest, err error) {
	from = tlog.StoredHashIndex(0, size)
	known := Hashes(func(at []int64) ([]dice.Digest, error) {
		list := make([]dice.Digest, len(at))
		var old, places []int64
		for i, n := range at {
			if n >= from {
				list[i] = added[n-from]
				continue
			}
			old, places = append(old, n), append(places, int64(i))
		}
		if len(old) == 0 {
			return list, nil
		}
		read, err := there(old)
		if err != nil || len(read) != len(old) {
			return read, err
		}
		for i, d := range read {
			list[places[i]] = d
		}
		return list, nil
	})
	for i, l := range leaves {
		more, err := tlog.StoredHashes(size+int64(i), l.Data, known)
		if err != nil {
			return 0, nil, err
		}
		for _, h := range more {
			added = append(added, dice.Digest(h))
		}
	}
	return from, added, nil
}

// Tree returns what a checkpoint of a size says.
func Tree(size int64, there Hashes) (tlog.Tree, error) {
	root, err := tlog.TreeHash(size, there)
	return tlog.Tree{N: size, Hash: root}, err
}

// Shown returns a leaf with the proof that it is in the tree of a checkpoint of a size, as files of matches have it.
func Shown(l Placed, size int64, checkpoint string, there Hashes) (tbd2.Anchor, error) {
	a := tbd2.Anchor{Data: hex.EncodeToString(l.Data), Index: l.N, Proof: []string{}, Checkpoint: checkpoint}
	proof, err := tlog.ProveRecord(size, l.N, there)
	for _, h := range proof {
		a.Proof = append(a.Proof, hex.EncodeToString(h[:]))
	}
	return a, err
}

// Ahead reads at once the hashes that the proofs of some leaves of a log of a size are made of, and returns where Shown then reads
// them.
func Ahead(size int64, leaves []Placed, there Hashes) (Hashes, error) {
	read := map[int64]dice.Digest{}
	for _, l := range leaves {
		if _, err := tlog.ProveRecord(size, l.N, Hashes(func(at []int64) ([]dice.Digest, error) {
			for _, n := range at {
				read[n] = dice.Digest{}
			}
			return make([]dice.Digest, len(at)), nil
		})); err != nil {
			return nil, err
		}
	}
	if len(read) > 0 {
		numbers := slices.Sorted(maps.Keys(read))
		list, err := there(numbers)
		if err != nil {
			return nil, err
		}
		if len(list) != len(numbers) {
			return nil, fmt.Errorf("the log has %d of %d hashes", len(list), len(numbers))
		}
		for i, n := range numbers {
			read[n] = list[i]
		}
	}
	return func(at []int64) ([]dice.Digest, error) {
		var list []dice.Digest
		for _, n := range at {
			if h, ok := read[n]; ok {
				list = append(list, h)
			}
		}
		return list, nil
	}, nil
}

// The tiles of a log: so many hashes wide, which is so many levels high.
const (
	TileWidth  = 256
	tileHeight = 8
)

// Tile returns the hashes of a tile of a log of a size: of level 0 those of the leaves. Width is less than TileWidth for
// one that is not full yet. False: there is no such tile.
func Tile(size int64, level int, n int64, width int, there Hashes) ([]byte, bool, error) {
	if level < 0 || level > 7 || n < 0 || width < 1 || width > TileWidth || n > (size>>(tileHeight*level))/TileWidth || n*TileWidth+int64(width) > size>>(tileHeight*level) {
		return nil, false, nil
	}
	data, err := tlog.ReadTileData(tlog.Tile{H: tileHeight, L: level, N: n, W: width}, there)
	return data, err == nil, err
}

// ParseTile reads the path of a tile behind tile/ (https://c2sp.org/tlog-tiles): its level, -1 of the leaves themselves, its
// number, and its width. False: no tile is written so.
func ParseTile(path string) (level int, n int64, width int, ok bool) {
	if strings.HasPrefix(path, "data/") { // as tlog calls the leaves, and nobody else
		return 0, 0, 0, false
	}
	if rest, of := strings.CutPrefix(path, "entries/"); of {
		path = "data/" + rest
	}
	t, err := tlog.ParseTilePath(fmt.Sprintf("tile/%d/%s", tileHeight, path))
	return t.L, t.N, t.W, err == nil
}

// Bundle returns leaves as tiles of entries have them: each with its length before it.
func Bundle(leaves [][]byte) []byte {
	var b []byte
	for _, data := range leaves {
		b = binary.BigEndian.AppendUint16(b, uint16(len(data)))
		b = append(b, data...)
	}
	return b
}
