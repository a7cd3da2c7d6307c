package anchor

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/tlog"

	"kickabout/engine/dice"
	"kickabout/engine/dice/tbd2"
	"kickabout/engine/enginetest"
)

// log is a log in memory.
type log struct {
	leaves []Leaf
	hashes []dice.Digest
}

func (l *log) read(at []int64) ([]dice.Digest, error) {
	var list []dice.Digest
	for _, n := range at {
		if n >= int64(len(l.hashes)) {
			return list, nil // as a store that lacks one
		}
		list = append(list, l.hashes[n])
	}
	return list, nil
}

func (l *log) add(t *testing.T, leaves ...Leaf) {
	t.Helper()
	from, more, err := Grow(int64(len(l.leaves)), leaves, l.read)
	if err != nil || from != int64(len(l.hashes)) {
		t.Fatalf("hashes from %d on where there are %d: %v", from, len(l.hashes), err)
	}
	l.leaves, l.hashes = append(l.leaves, leaves...), append(l.hashes, more...)
}

func numbered(n int) Leaf { return Leaf{Kind: Day, Data: tbd2.DayLeaf(uint32(n), int64(n))} }

// TestALogGrowsAsOneThatIsMadeAtOnce appends in parts of every size, and compares with tlog's own hash of records.
func TestALogGrowsAsOneThatIsMadeAtOnce(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	var parts, whole log
	var all []Leaf
	for n := 0; n < 700; {
		var some []Leaf
		for range 1 + r.IntN(40) {
			some = append(some, numbered(n))
			n++
		}
		parts.add(t, some...)
		all = append(all, some...)
	}
	whole.add(t, all...)
	one, err := Tree(int64(len(all)), Hashes(parts.read))
	if err != nil {
		t.Fatal(err)
	}
	other, err := Tree(int64(len(all)), Hashes(whole.read))
	if err != nil || one != other {
		t.Errorf("%v, %v, %v", one, other, err)
	}
	if len(parts.hashes) != int(tlog.StoredHashCount(int64(len(all)))) {
		t.Errorf("%d hashes of %d leaves", len(parts.hashes), len(all))
	}
}

// TestWhatIsInTheLogIsProved proves every leaf at sizes of all kinds, and that a later log goes on from an earlier one.
func TestWhatIsInTheLogIsProved(t *testing.T) {
	t.Parallel()
	var l log
	size := enginetest.Size(600)
	for n := range size {
		l.add(t, numbered(n))
	}
	hashes := Hashes(l.read)
	for _, size := range []int{1, 2, 3, 7, 8, size/2 + 1, size} {
		tree, err := Tree(int64(size), hashes)
		if err != nil {
			t.Fatal(err)
		}
		for n := range size {
			proof, err := tlog.ProveRecord(tree.N, int64(n), hashes)
			if err == nil {
				err = tlog.CheckRecord(proof, tree.N, tree.Hash, int64(n), tlog.RecordHash(l.leaves[n].Data))
			}
			if err != nil {
				t.Fatalf("leaf %d of %d: %v", n, size, err)
			}
		}
		for before := 1; before <= size; before++ {
			was, err := Tree(int64(before), hashes)
			if err != nil {
				t.Fatal(err)
			}
			proof, err := tlog.ProveTree(tree.N, was.N, hashes)
			if err == nil {
				err = tlog.CheckTree(proof, tree.N, tree.Hash, was.N, was.Hash)
			}
			if err != nil {
				t.Fatalf("%d after %d: %v", size, before, err)
			}
		}
	}
	a, err := Shown(Placed{N: 5, Leaf: l.leaves[5]}, int64(size), "note", hashes)
	if err != nil || a.Index != 5 || a.Data != fmt.Sprintf("%x", l.leaves[5].Data) || a.Checkpoint != "note" || len(a.Proof) == 0 {
		t.Errorf("%+v, %v", a, err)
	}
	if _, err := Tree(int64(size)+1, hashes); err == nil {
		t.Error("a log has a root that it has not got to")
	}
	failing := errors.New("no disk")
	if _, _, err := Grow(int64(size)|1, []Leaf{numbered(1)}, func([]int64) ([]dice.Digest, error) { return nil, failing }); !errors.Is(err, failing) {
		t.Errorf("hashes that cannot be read: %v", err)
	}
}

// TestAMirrorMakesTheTreeOfTiles reads a log as mirrors do: by tiles alone, from which every hash and so every proof follows.
func TestAMirrorMakesTheTreeOfTiles(t *testing.T) {
	t.Parallel()
	var l log
	const size = 2*TileWidth + 77
	for n := range size {
		l.add(t, numbered(n))
	}
	tree, err := Tree(size, Hashes(l.read))
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	reader := tlog.TileHashReader(tree, tiles{func(tile tlog.Tile) ([]byte, error) {
		asked++
		data, ok, err := Tile(size, tile.L, tile.N, tile.W, l.read)
		if err == nil && !ok {
			err = fmt.Errorf("no tile %v", tile)
		}
		return data, err
	}})
	was, err := Tree(100, Hashes(l.read))
	if err != nil {
		t.Fatal(err)
	}
	proof, err := tlog.ProveTree(size, 100, reader)
	if err == nil {
		err = tlog.CheckTree(proof, tree.N, tree.Hash, 100, was.Hash)
	}
	if err != nil || asked == 0 {
		t.Errorf("%d tiles: %v", asked, err)
	}
	for _, c := range []struct {
		level int
		n     int64
		width int
		ok    bool
	}{
		{0, 0, 256, true},
		{0, 1, 256, true},
		{0, 2, 77, true},
		{0, 2, 1, true},
		{0, 2, 78, false},
		{0, 3, 1, false},
		{0, -1, 1, false},
		{1, 0, 2, true},
		{1, 0, 3, false},
		{2, 0, 1, false},
		{-1, 0, 1, false},
		{8, 0, 1, false},
		{64, 0, 1, false},
		{0, 0, 0, false},
		{0, 0, 257, false},
		{0, 1 << 62, 1, false},
		{0, 1<<63 - 1, 256, false},
	} {
		data, ok, err := Tile(size, c.level, c.n, c.width, l.read)
		if ok != c.ok || err != nil || ok && len(data) != 32*c.width {
			t.Errorf("tile %d/%d of width %d: %d bytes, %v, %v", c.level, c.n, c.width, len(data), ok, err)
		}
	}
	b := Bundle([][]byte{[]byte("ab"), nil, []byte("c")})
	if string(b) != "\x00\x02ab\x00\x00\x00\x01c" {
		t.Errorf("%q", b)
	}
}

// TestPathsOfTiles reads paths as c2sp.org/tlog-tiles writes them, and none that are written otherwise.
func TestPathsOfTiles(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"0/000":                 "0 0 256",
		"0/000.p/1":             "0 0 1",
		"1/x001/234":            "1 1234 256",
		"0/x001/x234/067.p/255": "0 1234067 255",
		"entries/000":           "-1 0 256",
		"entries/x001/000.p/17": "-1 1000 17",
		"data/000":              "",
		"entries/data/000":      "",
		"0/0":                   "",
		"0/1234":                "",
		"0/x000/001":            "",
		"0/001/001":             "",
		"00/001":                "",
		"-1/001":                "",
		"0/000.p/0":             "",
		"0/000.p/256":           "",
		"0/000.p/01":            "",
		"0/000/":                "",
		"0/000?x":               "",
		"entries":               "",
		"":                      "",
		"0/../0/000":            "",
		"0/" + strings.Repeat("x999/", 9) + "999": "",
	} {
		got := ""
		if level, n, width, ok := ParseTile(path); ok {
			got = fmt.Sprint(level, n, width)
		}
		if got != want {
			t.Errorf("the tile at %q is %q, want %q", path, got, want)
		}
	}
}

type tiles struct {
	read func(tlog.Tile) ([]byte, error)
}

func (tiles) Height() int { return tileHeight }

func (t tiles) ReadTiles(list []tlog.Tile) (data [][]byte, err error) {
	for _, tile := range list {
		d, err := t.read(tile)
		if err != nil {
			return nil, err
		}
		data = append(data, d)
	}
	return data, nil
}

func (tiles) SaveTiles([]tlog.Tile, [][]byte) {}

// TestACheckpointIsANoteThatOthersRead opens one by what its text says, without our reader.
func TestACheckpointIsANoteThatOthersRead(t *testing.T) {
	t.Parallel()
	s, err := tbd2.NewSigners(tbd2.Key{1}, "league.example")
	if err != nil {
		t.Fatal(err)
	}
	var l log
	l.add(t, numbered(1), numbered(2))
	tree, err := Tree(2, Hashes(l.read))
	if err != nil {
		t.Fatal(err)
	}
	signed, err := s.Checkpoint(tree)
	if err != nil || !strings.HasPrefix(signed, "league.example\n2\n"+tree.Hash.String()+"\n\n— league.example ") {
		t.Errorf("%q, %v", signed, err)
	}
}

// TestHashesAreReadAtOnce proves leaves of every place by hashes that were read at once, and compares with proofs of one leaf each.
func TestHashesAreReadAtOnce(t *testing.T) {
	t.Parallel()
	var l log
	for n := range 300 {
		l.add(t, numbered(n))
	}
	for _, size := range []int64{1, 2, 7, 64, 257, 300} {
		var leaves []Placed
		for n := int64(0); n < size; n += 1 + size/50 {
			leaves = append(leaves, Placed{n, l.leaves[n]})
		}
		reads := 0
		ahead, err := Ahead(size, leaves, func(at []int64) ([]dice.Digest, error) {
			reads++
			return l.read(at)
		})
		if err != nil || reads > 1 {
			t.Fatalf("size %d: read %d times: %v", size, reads, err)
		}
		for _, leaf := range leaves {
			got, err := Shown(leaf, size, "", ahead)
			if err != nil {
				t.Fatal(err)
			}
			if want, _ := Shown(leaf, size, "", l.read); !slices.Equal(got.Proof, want.Proof) {
				t.Errorf("leaf %d of %d is proved otherwise", leaf.N, size)
			}
		}
	}
	short := func(at []int64) ([]dice.Digest, error) { return make([]dice.Digest, len(at)-1), nil }
	if _, err := Ahead(300, []Placed{{5, l.leaves[5]}}, short); err == nil {
		t.Error("a hash that is not there is not missed")
	}
	if _, err := Ahead(5, []Placed{{5, l.leaves[5]}}, l.read); err == nil {
		t.Error("a leaf behind the end is proved")
	}
}
