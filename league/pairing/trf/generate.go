package trf

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"kickabout/engine"
	"kickabout/league/pairing"
	"kickabout/league/pairing/swiss"
)

// Chances say what a tournament is like that Generate makes up. Rates are of a thousand, for each player
// and round.
type Chances struct {
	Seed     uint64
	Players  int
	Rounds   int
	Draws    int  // of games that are played
	Forfeits int  // of games
	Away     int  // a round without points
	Asked    int  // a bye with half of the points
	Leaves   int  // does not come again
	Baku     bool // accelerated
}

// String writes them as they are given on the command line.
func (c Chances) String() string {
	text := fmt.Sprintf("--seed %d --players %d --rounds %d --draws %d --forfeits %d --away %d --asked %d --leaves %d", c.Seed, c.Players, c.Rounds, c.Draws, c.Forfeits, c.Away, c.Asked, c.Leaves)
	if c.Baku {
		text += " --baku"
	}
	return text
}

// Generate makes up a Swiss tournament and plays it to its end (R-FI-3). The same chances give the same file on
// every machine, with themselves in its first line: all is drawn from a generator that is part of
// the language, in the order of the numbers, and of whole numbers alone.
func Generate(c Chances) (File, error) {
	f := File{
		Other:  []string{"### kickabout pair --generate " + c.String(), "012 A tournament by chance", "092 Swiss"},
		Rounds: c.Rounds, Type: "FIDE_DUTCH", Order: []string{"PTS", "BH/C1", "BH", "DE", "WIN", "TPN"}, Points: Usual(),
	}
	if c.Baku {
		f.Type += "_BAKU"
	}
	g := generator{c, rand.New(rand.NewPCG(c.Seed, 2026)), f, make([]int, c.Players), make([]bool, c.Players)}
	g.f.First = engine.Side(1 + g.IntN(2))
	for i := range c.Players {
		g.ratings[i] = 1000 + g.IntN(1601)
	}
	slices.Sort(g.ratings)
	slices.Reverse(g.ratings)
	for i, rating := range g.ratings {
		about := fmt.Sprintf("     %-33s %4d", fmt.Sprintf("Player %d", i+1), rating)
		g.f.Players = append(g.f.Players, Player{Number: i + 1, About: about})
	}
	for round := range c.Rounds {
		if err := g.round(round); err != nil {
			return f, err
		}
	}
	ranks, err := g.f.Ranks()
	for i := range ranks {
		g.f.Players[i].Rank = ranks[i]
	}
	return g.f, err
}

type generator struct {
	Chances
	*rand.Rand
	f       File
	ratings []int
	gone    []bool
}

func (g *generator) one(ofThousand int) bool { return g.IntN(1000) < ofThousand }

// round pairs a round and plays it.
func (g *generator) round(round int) error {
	byes := map[byte][]int{}
	for i := range g.f.Players {
		g.gone[i] = g.gone[i] || round > 0 && g.one(g.Leaves)
		away, asked := g.one(g.Away), g.one(g.Asked)
		switch {
		case g.gone[i] || away:
			byes['Z'] = append(byes['Z'], i+1)
		case asked:
			byes['H'] = append(byes['H'], i+1)
		}
	}
	g.f.Byes = nil
	for _, kind := range "HZ" {
		if len(byes[byte(kind)]) > 0 {
			g.f.Byes = append(g.f.Byes, Bye{Kind: byte(kind), Round: round + 1, Players: byes[byte(kind)]})
		}
	}
	at, err := g.f.Before(round)
	if err != nil {
		return err
	}
	drawn, err := swiss.Next(at)
	if err != nil {
		return err
	}
	var bye []int
	if drawn.Bye != pairing.Nobody {
		bye = []int{drawn.Bye}
	}
	g.f = g.f.pair(round, drawn.Pairs, bye)
	slices.SortFunc(drawn.Pairs, func(p, q pairing.Pair) int { return min(p.First, p.Second) - min(q.First, q.Second) })
	for _, p := range drawn.Pairs {
		g.play(round, p)
	}
	for i, p := range g.f.Players {
		g.f.Players[i].Points = g.f.Score(p, round+1)
	}
	return nil
}

// play makes up a result: who has a better rating wins more often, in a line that is near Elo's curve.
func (g *generator) play(round int, p pairing.Pair) {
	first, second := &g.f.Players[p.First].Games[round], &g.f.Players[p.Second].Games[round]
	forfeit, drawn, first1000 := g.one(g.Forfeits), g.one(g.Draws), g.IntN(1000)
	wins := first1000 < max(20, min(980, 500+(g.ratings[p.First]-g.ratings[p.Second])*10/9))
	results := "01"
	switch {
	case forfeit && first1000%10 == 0:
		results = "--"
	case forfeit && wins:
		results = "+-"
	case forfeit:
		results = "-+"
	case drawn:
		results = "=="
	case wins:
		results = "10"
	}
	first.Result, second.Result = results[0], results[1]
}
