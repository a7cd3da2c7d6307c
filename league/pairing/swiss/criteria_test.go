package swiss

import (
	"slices"
	"testing"

	"kickabout/engine"
	"kickabout/league/pairing"
)

// topscorers returns a tournament before its last round. The first players had the sides told by
// letters (f, s, or - for a bye) and won everything against others, who have left.
func topscorers(histories ...string) Tournament {
	n, rounds := len(histories), len(histories[0])
	at := Tournament{Players: make([]Player, 2*n), Rounds: rounds + 1}
	for i, history := range histories {
		for _, letter := range history {
			mine, his := Past{Kind: Asked, Points: 2}, Past{}
			if letter != '-' {
				side := map[rune]engine.Side{'f': engine.First, 's': engine.Second}[letter]
				mine = Past{Kind: Played, Opponent: n + i, Side: side, Points: 2}
				his = Past{Kind: Played, Opponent: i, Side: side.Other()}
			}
			at.Players[i].Past = append(at.Players[i].Past, mine)
			at.Players[n+i].Past = append(at.Players[n+i].Past, his)
		}
		at.Players[n+i].Absent = true
	}
	return at
}

func TestBeforeTheLastRoundTheTopMayGetASideAgain(t *testing.T) {
	for _, c := range []struct {
		name      string
		histories []string
		want      [][2]int
	}{
		{"C10: rather two of a side running than three more of it", []string{"-ss", "fss", "-ss", "fss"}, [][2]int{{0, 3}, {1, 2}}},
		{"C11: then as few as can be a third time running", []string{"--ss", "ssfs", "--ss", "ssfs"}, [][2]int{{0, 3}, {1, 2}}},
		{"nothing of that, then the halves meet in their order", []string{"-ss", "-ss", "fss", "fss"}, [][2]int{{0, 2}, {1, 3}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := Next(topscorers(c.histories...))
			if err != nil {
				t.Fatal(err)
			}
			var got [][2]int
			for _, p := range r.Pairs {
				got = append(got, [2]int{min(p.First, p.Second), max(p.First, p.Second)})
			}
			if slices.SortFunc(got, func(x, y [2]int) int { return x[0] - y[0] }); !slices.Equal(got, c.want) || len(r.Breaches) > 0 {
				t.Errorf("got %v, %v; want %v", got, r.Breaches, c.want)
			}
		})
	}
}

func TestOnlyResidentsAreSparedASecondFloat(t *testing.T) {
	moved, resident := &player{points: 4}, &player{points: 2, number: 1}
	moved.floats, resident.floats = [2]float{down, down}, [2]float{down, down}
	b := &bracket{draw: &draw{}, vertices: []*player{moved, resident, {number: 2}}, moved: 1, inside: 2}
	for back := range 2 {
		again := b.repeated(back)[0]
		if again.cost(0, 2) != 0 || again.cost(1, 2) != 1 {
			t.Errorf("back %d: C14 and C16 count %d for who was moved down, %d for a resident", back, again.cost(0, 2), again.cost(1, 2))
		}
	}
}

func TestWhoContradictsHimselfIsNotPaired(t *testing.T) {
	played := func(opponent int, side engine.Side) []Past {
		return []Past{{Kind: Played, Opponent: opponent, Side: side}}
	}
	for _, c := range []struct {
		name string
		at   Tournament
	}{
		{"pasts of different lengths", Tournament{Players: []Player{{}, {Past: make([]Past, 1)}}}},
		{"an opponent whom nobody is", Tournament{Players: []Player{{Past: played(7, engine.First)}}}},
		{"himself as opponent", Tournament{Players: []Player{{Past: played(0, engine.First)}}}},
		{"an opponent who knows nothing of it", Tournament{Players: []Player{{Past: played(1, engine.First)}, {Past: make([]Past, 1)}}}},
		{"the same side for both", Tournament{Players: []Player{{Past: played(1, engine.First)}, {Past: played(0, engine.First)}}}},
		{"no side", Tournament{Players: []Player{{Past: played(1, engine.NoSide)}, {Past: played(0, engine.NoSide)}}}},
		{"a pair by hand of one player", Tournament{Players: make([]Player, 2), Forced: [][2]int{{1, 1}}}},
		{"a pair by hand of nobody", Tournament{Players: make([]Player, 2), Forced: [][2]int{{0, 2}}}},
		{"a player in two pairs by hand", Tournament{Players: make([]Player, 3), Forced: [][2]int{{0, 1}, {2, 0}}}},
		{"a pair by hand with who is absent", Tournament{Players: []Player{{}, {Absent: true}}, Forced: [][2]int{{0, 1}}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if r, err := Next(c.at); err == nil {
				t.Errorf("got %v", r)
			}
		})
	}
}

func TestCriteriaWithoutRoomGoButThoseForTheOrderStay(t *testing.T) {
	var criteria []criterion
	for range 60 {
		criteria = append(criteria, criterion{limit: 1 << 19})
	}
	l := plan(criteria, 3)
	for k, shift := range l.shift {
		// 20 bits each: 51 have room in 1,020 bits, three of them the last.
		if (shift == none) != (k >= 48 && k < 57) {
			t.Errorf("criterion %d is at bit %d", k, shift)
		}
	}
	if l.bits > room || l.shift[0]+20 != l.bits || l.shift[59] != 0 {
		t.Errorf("%d bits, the first at %d, the last at %d", l.bits, l.shift[0], l.shift[59])
	}
}

func TestTheHighestBoardComesFirst(t *testing.T) {
	at := Tournament{Players: make([]Player, 6)}
	for i, points := range []int{0, 4, 4, 2, 2, 2} {
		at.Players[i].Past = []Past{{Kind: Asked, Points: points}}
	}
	r, err := Next(at)
	if err != nil {
		t.Fatal(err)
	}
	want := []pairing.Pair{{First: 1, Second: 2}, {First: 3, Second: 4}, {First: 5, Second: 0}}
	for k, p := range r.Pairs {
		if w := want[k]; p != w && (p != pairing.Pair{First: w.Second, Second: w.First}) {
			t.Errorf("board %d is %v, want %v", k+1, p, w)
		}
	}
	if !slices.Equal(r.Downfloats, []int{5}) || !slices.Equal(r.Upfloats, []int{0}) {
		t.Errorf("floats: %v down, %v up", r.Downfloats, r.Upfloats)
	}
}
