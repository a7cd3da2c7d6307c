package rating

import (
	"cmp"
	"slices"
	"time"

	"kickabout/league"
)

// A DropRule says which rating drops are shown to the directors of the site (R-RA-7): so many
// matches given up early within a span, that cost so much together. Nothing follows from it by
// itself.
type DropRule struct {
	Moves   int           // the loser made fewer
	Matches int           // at least
	Lost    league.Elo    // at least, all together
	Span    time.Duration // from the first match to the last
	Back    time.Duration // how far back it is looked at
}

// StandardDrop is the usual rule. A match given up before the sixth move lowers the loser alone (R-FF-4) and is
// among these.
func StandardDrop() DropRule {
	return DropRule{Moves: 10, Matches: 3, Lost: 60 * league.EloPoint, Span: 30 * 24 * time.Hour, Back: 90 * 24 * time.Hour}
}

// A Drop is what a player lost in a pool by giving matches up early.
type Drop struct {
	Player      league.Player
	Pool        league.Pool
	Lost        league.Elo
	Matches     []string // ids, in the order of their end
	First, Last time.Time
}

// Drops finds what the rule shows, of each player and pool the worst span, the greatest loss
// first. The matches come in any order.
func (r DropRule) Drops(matches []league.GivenUp) []Drop {
	type key struct {
		player string
		pool   league.Pool
	}
	of := map[key][]league.GivenUp{}
	for _, g := range matches {
		if g.Moves < r.Moves && g.Change.Why == "" {
			k := key{g.Player.ID, g.Change.Pool}
			of[k] = append(of[k], g)
		}
	}
	var drops []Drop
	for _, list := range of {
		slices.SortFunc(list, func(a, b league.GivenUp) int {
			return cmp.Or(a.Change.Ended.Compare(b.Change.Ended), cmp.Compare(a.Change.Match, b.Change.Match))
		})
		if d := r.worst(list); len(d.Matches) >= r.Matches && d.Lost >= r.Lost {
			drops = append(drops, d)
		}
	}
	slices.SortFunc(drops, func(a, b Drop) int {
		return cmp.Or(cmp.Compare(b.Lost, a.Lost), cmp.Compare(a.Player.ID, b.Player.ID), cmp.Compare(a.Pool.String(), b.Pool.String()))
	})
	return drops
}

// worst returns the span that cost the most, of those with enough matches if there is one; of
// several the latest. The list is of one player and pool, in order.
func (r DropRule) worst(list []league.GivenUp) (worst Drop) {
	for from := range list {
		d := Drop{Player: list[from].Player, Pool: list[from].Change.Pool, First: list[from].Change.Ended}
		for _, g := range list[from:] {
			if g.Change.Ended.Sub(d.First) > r.Span {
				break
			}
			d.Matches, d.Last = append(d.Matches, g.Change.Match), g.Change.Ended
			d.Lost += g.Change.Before.Elo - g.Change.After.Elo
		}
		if enough := len(d.Matches) >= r.Matches; enough && d.Lost >= worst.Lost {
			worst = d
		}
	}
	return worst
}
