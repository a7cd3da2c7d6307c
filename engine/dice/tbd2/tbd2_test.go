package tbd2

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"kickabout/engine/dice"
)

// TestEveryFaceHasTheSameNumberOfValues counts, for dice of one byte and of two, how many values give each face.
func TestEveryFaceHasTheSameNumberOfValues(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 2, 6, 129, 255, 256, 257, 300, 40_000, 65_535, 65_536} {
		counts, values := make([]int, n), 256
		if n > 256 {
			values = 65536
		}
		for c := range values {
			v, refused := fair(n, func(t uint32) Digest { // the value first, then what no die refuses
				var b Digest
				switch {
				case t > 0:
				case n <= 256:
					b[0] = byte(c)
				default:
					binary.BigEndian.PutUint16(b[:], uint16(c))
				}
				return b
			})
			if refused == 0 {
				counts[v]++
			}
		}
		for v, got := range counts {
			if got != values/n {
				t.Fatalf("n = %d: %d values give %d, want %d", n, got, v, values/n)
			}
		}
	}
}

// TestAGenerationLeadsDownLinkByLink follows a chain as who verifies does.
func TestAGenerationLeadsDownLinkByLink(t *testing.T) {
	t.Parallel()
	gid := GID{1}
	c := NewChain(Key{2}, gid, 3, 4)
	for i := Length; i > 0; i-- {
		if Down(Server, 3, 4, uint32(i), gid, c.Link(i)) != c.Link(i-1) {
			t.Fatalf("link %d does not lead to the one before it", i)
		}
	}
	all := c.Links(0, Length)
	for first := range Length + 1 {
		for last := first - 1; last <= Length; last++ {
			if got := c.Links(first, last); !slices.Equal(got, all[first:last+1]) {
				t.Fatalf("links %d to %d are others by themselves", first, last)
			}
		}
	}
	if c.Len() != Length || (Chain{}).Len() != 0 {
		t.Errorf("%d links above the head", c.Len())
	}
	for name, other := range map[string]Chain{
		"another key": NewChain(Key{3}, gid, 3, 4), "another match": NewChain(Key{2}, GID{2}, 3, 4),
		"another run": NewChain(Key{2}, gid, 2, 4), "another generation": NewChain(Key{2}, gid, 3, 5),
	} {
		if other.Head() == c.Head() {
			t.Errorf("%s has the same head", name)
		}
	}
}

// TestPlacesFollowOneAnother counts events through three generations of a run that began late.
func TestPlacesFollowOneAnother(t *testing.T) {
	t.Parallel()
	for n := range uint32(3 * Length) {
		gen, index := Place(17+n+1, 17)
		if uint32(gen)*Length+index != n+1 || index < 1 || index > Length {
			t.Fatalf("event %d of the run is link %d of generation %d", n+1, index, gen)
		}
	}
}

// TestSecretsDoNotShow prints what must not be read.
func TestSecretsDoNotShow(t *testing.T) {
	t.Parallel()
	key := Key{0xAB, 0xCD}
	for _, v := range []any{ScopeKey(1, key, "0"), MatchKey(key, GID{}, 0), NewChain(key, GID{}, 0, 0), []Chain{PlayerChain(key, CID{}, 0)}} {
		if text := fmt.Sprintf("%v %+v %#v %x", v, v, v, v); strings.Count(text, "(secret)") != 4 {
			t.Errorf("it shows as %.80s", text)
		}
	}
}

// TestARecordRefusesWhatItCannotHold has one fault in each.
func TestARecordRefusesWhatItCannotHold(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 65_536)
	die := func(f Face) Record { return Record{Throw: &Throw{E: 1, Draws: []Face{f}}} }
	if _, err := TranscriptNext(Digest{}, die(Face{"die", 65_535, MaxSides, MaxSides})); err != nil {
		t.Fatal("the greatest throw is refused:", err)
	}
	for name, r := range map[string]Record{
		"a long act": {Act: long}, "a long text": {Text: long},
		"no throws": {Throw: &Throw{}}, "256 throws": {Throw: &Throw{Draws: make([]Face, 256)}},
		"a long label": die(Face{long, 0, 6, 1}), "a negative k": die(Face{"die", -1, 6, 1}), "a great k": die(Face{"die", 65_536, 6, 1}),
		"no sides": die(Face{"die", 0, 0, 0}), "too many sides": die(Face{"die", 0, MaxSides + 1, 1}),
		"no face": die(Face{"die", 0, 6, 0}), "a seventh face": die(Face{"die", 0, 6, 7}),
	} {
		if _, err := TranscriptNext(Digest{}, r); !errors.Is(err, ErrTooLong) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestNotesOfOtherLinesAreRefused signs with the right keys what is neither receipt nor checkpoint.
func TestNotesOfOtherLinesAreRefused(t *testing.T) {
	t.Parallel()
	s, err := NewSigners(Key{1}, "league.example")
	check(t, err)
	gid, digest := strings.Repeat("0a", 16), strings.Repeat("0b", 32)
	genuine := []string{receiptHead, s.Origin, gid, "3", digest, "1790000000000", "-"}
	for at, wrong := range map[int][]string{0: {"tbd3/receipt"}, 2: {"0a", strings.ToUpper(gid)}, 3: {"-1", "x", "4294967296"}, 4: {gid}, 5: {"now"}, 6: {"", "x"}} {
		for _, line := range wrong {
			lines := append([]string{}, genuine...)
			lines[at] = line
			signed, err := sign(strings.Join(append(lines, ""), "\n"), s.receipts)
			check(t, err)
			if _, _, err := OpenReceipt(signed, s.ReceiptsKey()); !errors.Is(err, errNote) {
				t.Errorf("%q in line %d: %v", line, at, err)
			}
		}
	}
	for _, text := range []string{"league.example\n", "league.example\n1\n", "league.example\n-1\nAAAA\n", "league.example\nx\n" + digest + "\n", "league.example\n1\nAAAA\n"} {
		signed, err := sign(text, s.log)
		check(t, err)
		if _, _, err := OpenCheckpoint(signed, s.LogKey()); !errors.Is(err, errNote) {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, origin := range []string{"", "a b", "a+b"} {
		if _, err := NewSigners(Key{1}, origin); err == nil {
			t.Errorf("%q names a key", origin)
		}
	}
}

// BenchmarkMatch makes what a new match costs, beside what one of tbd1 does.
func BenchmarkMatch(b *testing.B) {
	b.Run("tbd1", func(b *testing.B) {
		for b.Loop() {
			dice.NewChain(Key{1}, GID{2}, 0, dice.Length)
		}
	})
	b.Run("tbd2", func(b *testing.B) {
		for b.Loop() {
			k := MatchKey(Key{1}, GID{2}, 0)
			Seal(GID{2}, 0, k)
			NewChain(k, GID{2}, 0, 0)
		}
	})
}
