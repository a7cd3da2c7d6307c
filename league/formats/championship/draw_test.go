package championship_test

import (
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kickabout/league/formats/championship"
)

// down are players who come down from level 1, and at home those who played in level 2
// before: two groups of the lowest level. from is the group that each comes from, in the
// order of placement; 0: they stay.
func twoGroups(from []int) [][]championship.Candidate {
	levels := [][]championship.Candidate{nil, nil}
	for i, g := range from {
		c := championship.Candidate{Player: fmt.Sprintf("p%02d", i), Last: championship.Ended{Level: 2, Group: 1, Rank: 3}}
		if g > 0 {
			c.Last = championship.Ended{Level: 3, Group: g, Rank: 1}
		}
		levels[1] = append(levels[1], c)
	}
	return levels
}

func TestGroupsAreDealtInSnakeOrder(t *testing.T) { // R-CH-8
	drawn := championship.Draw(twoGroups(make([]int, 12)))
	if want := []string{"p00", "p03", "p04", "p07", "p08", "p11"}; !slices.Equal(drawn[len(drawn)-2].Players, want) {
		t.Errorf("group 1 is %v, want %v", drawn[len(drawn)-2].Players, want)
	}
	if want := []string{"p01", "p02", "p05", "p06", "p09", "p10"}; !slices.Equal(drawn[len(drawn)-1].Players, want) {
		t.Errorf("group 2 is %v, want %v", drawn[len(drawn)-1].Players, want)
	}
}

// meetings counts the pairs in a group, as a set of players, who come from one group.
func meetings(from []int, group uint) (n int) {
	for i := range from {
		for j := range i {
			if group&(1<<i) != 0 && group&(1<<j) != 0 && from[i] > 0 && from[i] == from[j] {
				n++
			}
		}
	}
	return n
}

// TestTheDrawPartsWhoCameUpTogether compares the draw of two groups with every way to
// share them out: no other one lets fewer of those meet who came up from one group. It also
// counts how often it took more exchanges than it had to.
func TestTheDrawPartsWhoCameUpTogether(t *testing.T) { // R-CH-8
	more, cases := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		from := rapid.SliceOfN(rapid.IntRange(0, 4), 10, 14).Draw(t, "from")
		n := len(from)
		drawn := championship.Draw(twoGroups(from))
		one := uint(0)
		for _, p := range drawn[len(drawn)-2].Players {
			var i int
			fmt.Sscanf(p, "p%d", &i)
			one |= 1 << i
		}
		snake := uint(0)
		for i := range n {
			if i%4 == 0 || i%4 == 3 {
				snake |= 1 << i
			}
		}
		all := uint(1)<<n - 1
		size := bits.OnesCount(snake)
		if bits.OnesCount(one) != size {
			t.Fatalf("the groups have %d and %d players", bits.OnesCount(one), n-bits.OnesCount(one))
		}
		fewest, exchanges := n*n, n
		for other := range all {
			if bits.OnesCount(other) != size {
				continue
			}
			meet, far := meetings(from, other)+meetings(from, all&^other), bits.OnesCount(other&^snake)
			if meet < fewest || meet == fewest && far < exchanges {
				fewest, exchanges = meet, far
			}
		}
		got := meetings(from, one) + meetings(from, all&^one)
		if got != fewest {
			t.Fatalf("%d pairs meet again, %d would have to: %v drawn %b", got, fewest, from, one)
		}
		cases++
		if bits.OnesCount(one&^snake) > exchanges {
			more++
		}
	})
	t.Logf("%d of %d draws took more exchanges than they had to", more, cases)
}
