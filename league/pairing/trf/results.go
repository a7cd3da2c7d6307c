package trf

import (
	"fmt"
	"strconv"

	"kickabout/engine"
)

// A Result is a game that is over: who met, and what it paid them, in tenths.
type Result struct {
	Round         int // from 1
	First, Second string
	Points        [2]int
}

// Results lists the games that are over, round by round; the first is who had the first move, or the lower number where
// nobody played. Who shares a name with another player, or has none, has their number with it. A file in which players
// have points from elsewhere than games, as by byes, has no such list.
func (f File) Results() (results []Result, err error) {
	names, at := map[int]string{}, map[int]Player{}
	count := map[string]int{}
	for _, p := range f.Players {
		count[p.Name()]++
	}
	rounds := 0
	for _, p := range f.Players {
		names[p.Number], at[p.Number] = p.Name(), p
		if p.Name() == "" || count[p.Name()] > 1 {
			names[p.Number] = fmt.Sprintf("%s (%d)", p.Name(), p.Number)
		}
		rounds = max(rounds, len(p.Games))
	}
	sum := map[int]int{} // by numbers
	for k := range rounds {
		for _, p := range f.Players {
			g := p.game(k)
			if g.Opponent == 0 || g.Result == 0 || g.Side == engine.Second || g.Side == engine.NoSide && g.Opponent < p.Number {
				continue
			}
			r := Result{k + 1, names[p.Number], names[g.Opponent], [2]int{f.worth(p, k), f.worth(at[g.Opponent], k)}}
			sum[p.Number] += r.Points[0]
			sum[g.Opponent] += r.Points[1]
			results = append(results, r)
		}
	}
	for _, p := range f.Players {
		if f.Score(p, rounds) != sum[p.Number] {
			return nil, fmt.Errorf("%s has points without a game, as by a bye, which a table of results cannot count; kickabout pair --check ranks such a file", strconv.Quote(names[p.Number]))
		}
	}
	return results, nil
}
