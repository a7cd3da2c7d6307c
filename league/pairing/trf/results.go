package trf

import (
	"fmt"
	"strconv"

	"kickabout/engine"
)

// A Result is a game that is over: who met, and what it paid them, in tenths. Or it is a round that somebody spent without
// an opponent: then Second is "".
type Result struct {
	Round         int // from 1
	First, Second string
	Points        [2]int
	Unplayed      byte // how First spent a round in which nobody played: F H U Z + -; 0: it was played
}

// Results lists the games that are over, round by round, and behind them the byes; the first is who had the first move, or
// the lower number where nobody played. Who shares a name with another player, or has none, has their number with it. A
// file in which players have points beside those of their rounds has no such list.
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
	var byes []Result
	sum := map[int]int{} // by numbers
	for k := range rounds {
		for _, p := range f.Players {
			g := p.game(k)
			r := Result{Round: k + 1, First: names[p.Number], Points: [2]int{f.worth(p, k)}}
			if !g.played() {
				r.Unplayed = g.Result
			}
			switch {
			case g.Result == 0 || g.Opponent != 0 && (g.Side == engine.Second || g.Side == engine.NoSide && g.Opponent < p.Number):
				continue
			case g.Opponent == 0:
				byes = append(byes, r)
			default:
				r.Second, r.Points[1] = names[g.Opponent], f.worth(at[g.Opponent], k)
				results = append(results, r)
			}
			sum[p.Number] += r.Points[0]
			sum[g.Opponent] += r.Points[1]
		}
	}
	for _, p := range f.Players {
		if f.Score(p, rounds) != sum[p.Number] {
			return nil, fmt.Errorf("%s has points beside those of games and byes, which a table of results cannot count; kickabout pair --check ranks such a file", strconv.Quote(names[p.Number]))
		}
	}
	return append(results, byes...), nil
}
