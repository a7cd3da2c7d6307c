package program

import (
	"cmp"
	"slices"
	"time"
)

// Game is a game of the arena.
type Game struct {
	Match         string
	Hour          time.Time // of the arena
	First, Second string    // ids of players
	Over          bool
}

// A Pairing is who plays whom; First has the first move.
type Pairing struct{ First, Second string }

// meeting is one that could be paired, and what speaks against it.
type meeting struct {
	a, b   string
	met    int  // how often the two have met
	house  bool // b is a bot of the site
	latest int  // when they did so last, as the number of the game in the history; -1: never
}

// Pair pairs each of some bots once, with one another or with bots of the site, of which each plays as many as it is asked
// for. Those meet first that have met least, those of one owner never; of the two that one begins which has begun less. It
// follows from its arguments alone.
func Pair(bots []Program, house []string, history []Game) []Pairing {
	type two [2]string
	met, latest, first := map[two]int{}, map[two]int{}, map[string]int{}
	pairOf := func(a, b string) two { return two{min(a, b), max(a, b)} }
	for i, g := range history {
		key := pairOf(g.First, g.Second)
		met[key]++
		latest[key] = i + 1
		first[g.First]++
		first[g.Second]--
	}
	var all []meeting
	for i, p := range bots {
		a := p.Player.ID
		for _, q := range bots[i+1:] {
			if b := q.Player.ID; a != b && p.Owner.ID != q.Owner.ID {
				all = append(all, meeting{a, b, met[pairOf(a, b)], false, latest[pairOf(a, b)]})
			}
		}
		for _, b := range house {
			all = append(all, meeting{a, b, met[pairOf(a, b)], true, latest[pairOf(a, b)]})
		}
	}
	slices.SortStableFunc(all, func(x, y meeting) int {
		return cmp.Or(cmp.Compare(x.met, y.met), cmp.Compare(x.latest, y.latest), cmp.Compare(b2i(x.house), b2i(y.house)), cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b))
	})
	var pairings []Pairing
	paired := map[string]bool{}
	for _, m := range all {
		if paired[m.a] || paired[m.b] {
			continue
		}
		paired[m.a], paired[m.b] = true, !m.house
		p := Pairing{m.a, m.b}
		// Where both have begun as often it goes by how often they have met.
		if first[m.b] < first[m.a] || first[m.b] == first[m.a] && m.met%2 == 1 {
			p = Pairing{m.b, m.a}
		}
		pairings = append(pairings, p)
	}
	return pairings
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
