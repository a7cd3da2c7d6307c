package dice

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
)

// throws is how many dice the statistics look at, throwsPerEvent how many of
// them come from one dice event.
const (
	throws         = 1_000_000
	throwsPerEvent = 16
)

// The values that chi-squared passes once in a hundred times, with 5 degrees of
// freedom for the faces and 35 for pairs of them.
const (
	facesLimit = 15.09
	pairsLimit = 57.34
)

// throwMany throws dice of six with the keys of many matches.
func throwMany() []int {
	faces := make([]int, throws)
	var group sync.WaitGroup
	match := uint64(0)
	for part := range slices.Chunk(faces, Length*throwsPerEvent) {
		gid := GID(binary.BigEndian.AppendUint64(make([]byte, 8), match))
		group.Go(func() { throwMatch(part, gid) })
		match++
	}
	group.Wait()
	return faces
}

// throwMatch fills faces with throws of one match.
func throwMatch(faces []int, gid GID) {
	c := NewChain(Key{0: 0x5e, 31: 0xed}, gid, 0, Length)
	k0 := MatchContext(gid, c.Head(), [2]string{"here", "there"})
	e := 0
	for event := range slices.Chunk(faces, throwsPerEvent) {
		e++
		key := EventKey(c.Link(e), Message(k0, gid, uint32(e), make([]*PlayerLink, 2), nil))
		for k := range event {
			event[k] = 1 + Draw(key, "die", k, 6)
		}
	}
}

// chiSquares measures how far faces, and pairs of one face and the next, are
// from being equally frequent.
func chiSquares(faces []int) (single, pairs float64) {
	var ones, twos [36]int
	for i, f := range faces {
		ones[f-1]++
		if i%2 == 1 {
			twos[6*(faces[i-1]-1)+f-1]++
		}
	}
	return chiSquare(ones[:6]), chiSquare(twos[:])
}

func chiSquare(counts []int) (sum float64) {
	total := 0
	for _, c := range counts {
		total += c
	}
	want := float64(total) / float64(len(counts))
	for _, c := range counts {
		sum += (float64(c) - want) * (float64(c) - want) / want
	}
	return sum
}

func TestDiceAreFairAndTheTestWouldSeeUnfairOnes(t *testing.T) {
	faces := throwMany()
	r := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		name   string
		faces  []int
		unfair bool
	}{
		{"the dice", faces, false},
		{"a byte modulo 6, nothing refused", change(faces, func(_, _ int) int { return 1 + r.IntN(256)%6 }), true},
		{"a six that is one hundredth likelier", change(faces, func(_, face int) int {
			if r.IntN(500) == 0 { // a hundredth of a sixth, taken from the other five sixths
				return 6
			}
			return face
		}), true},
		{"the same k for two throws", change(faces, func(i, _ int) int { return faces[i-i%2] }), true},
	} {
		t.Run(c.name, func(t *testing.T) {
			single, pairs := chiSquares(c.faces)
			if flagged := single > facesLimit || pairs > pairsLimit; flagged != c.unfair {
				t.Errorf("chi-squared is %.2f for the faces (limit %.2f) and %.2f for pairs (limit %.2f)", single, facesLimit, pairs, pairsLimit)
			}
		})
	}
}

// change returns other faces, made from the index and the face of each.
func change(faces []int, how func(i, face int) int) []int {
	changed := make([]int, len(faces))
	for i, f := range faces {
		changed[i] = how(i, f)
	}
	return changed
}
