package trf

import (
	"fmt"
	"slices"

	"kickabout/engine"
	"kickabout/league/pairing"
	"kickabout/league/pairing/swiss"
)

// Seat returns the place of a player of the file among those of Tournament.
func (f File) Seat(i int) int {
	if f.ByPlace {
		return i
	}
	return f.Players[i].Number - 1
}

// Tournament returns what pairing the next round must know. Players have the number of the file
// less one; numbers that the file leaves out are players who are absent. A round that is not
// over is an error.
func (f File) Tournament() (swiss.Tournament, error) {
	rounds := f.Played()
	t := swiss.Tournament{Rounds: f.Rounds, Win: f.Points.Win, Loss: f.Points.Loss, First: f.First}
	seats := map[int]int{}
	for i, p := range f.Players {
		seats[p.Number] = f.Seat(i)
		for len(t.Players) <= f.Seat(i) {
			t.Players = append(t.Players, swiss.Player{Past: make([]swiss.Past, rounds), Absent: true})
		}
	}
	for i, p := range f.Players {
		seat := &t.Players[f.Seat(i)]
		for k := range rounds {
			g := p.game(k)
			if g.Opponent != 0 && g.Result == 0 {
				return t, fmt.Errorf("round %d is not over: the match of %d and %d has no result", k+1, p.Number, g.Opponent)
			}
			seat.Past[k] = swiss.Past{Kind: g.kind(), Opponent: max(seats[g.Opponent], 0), Side: g.Side, Points: f.Points.one(g)}
		}
		seat.Absent = slices.Contains(f.Absent, p.Number) || p.game(rounds) != Game{}
	}
	for _, group := range f.Forbidden {
		for k, a := range group {
			for _, b := range group[:k] {
				if a != b {
					t.Forbidden = append(t.Forbidden, [2]int{seats[a], seats[b]})
				}
			}
		}
	}
	return t, nil
}

func (p Player) game(round int) Game {
	if round < len(p.Games) {
		return p.Games[round]
	}
	return Game{}
}

func (g Game) kind() swiss.Kind {
	switch {
	case g.played():
		return swiss.Played
	case g.Opponent != 0:
		return swiss.Unplayed
	case g.Result == 'U':
		return swiss.Bye
	case g.Result == 'H' || g.Result == 'F':
		return swiss.Asked
	}
	return swiss.Absent
}

// Pair enters the next round, by seat: pairs without results, byes with their points, everybody
// else absent.
func (f File) Pair(pairs []pairing.Pair, byes []int) File {
	round := f.Played()
	games := map[int]Game{}
	number := map[int]int{}
	for i, p := range f.Players {
		number[f.Seat(i)] = p.Number
	}
	for _, p := range pairs {
		games[number[p.First]] = Game{Opponent: number[p.Second], Side: engine.First}
		games[number[p.Second]] = Game{Opponent: number[p.First], Side: engine.Second}
	}
	for _, bye := range byes {
		games[number[bye]] = Game{Result: 'U'}
	}
	f.Players = slices.Clone(f.Players)
	for i := range f.Players {
		f.Players[i] = f.Players[i].with(round, games[f.Players[i].Number], f.Points)
	}
	f.Absent = nil
	return f
}

// with returns the player with another round. What the file said about it before stays.
func (p Player) with(round int, g Game, worth Points) Player {
	was := p.game(round)
	if g == (Game{}) {
		g = was
	}
	if g == (Game{}) {
		g = Game{Result: 'Z'}
	}
	p.Games = slices.Clone(p.Games)
	for len(p.Games) <= round {
		p.Games = append(p.Games, Game{})
	}
	p.Games[round] = g
	p.Points = worth.of(p.Games)
	return p
}
