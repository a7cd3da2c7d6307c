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
// over is an error, unless the file says what such a result is worth.
func (f File) Tournament() (swiss.Tournament, error) { return f.Before(f.Played()) }

// Before returns what pairing a round must know that has so many before it.
func (f File) Before(rounds int) (swiss.Tournament, error) {
	t := swiss.Tournament{Rounds: f.Rounds, Win: f.Points.Win, Loss: f.Points.Loss, First: f.First}
	if t.First == engine.NoSide {
		t.First = f.firstSide()
	}
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
			if g.Opponent != 0 && g.Result == 0 && f.Points.Unknown == 0 {
				return t, fmt.Errorf("round %d is not over: the match of %d and %d has no result", k+1, p.Number, g.Opponent)
			}
			seat.Past[k] = swiss.Past{Kind: g.kind(), Opponent: max(seats[g.Opponent], 0), Side: g.Side, Points: f.worth(p, k)}
		}
		seat.Absent = f.away(p, rounds)
		seat.Extra = f.extra(p.Number, rounds+1)
		for k := range rounds { // what is paid or taken away beside results
			seat.Past[k].Points += f.bonus(p.Number, k+1)
		}
	}
	for _, a := range f.Apart {
		if a.From > rounds+1 || a.To <= rounds {
			continue
		}
		for k, x := range a.Players {
			for _, y := range a.Players[:k] {
				if x != y {
					t.Forbidden = append(t.Forbidden, [2]int{seats[x], seats[y]})
				}
			}
		}
	}
	return t, nil
}

// firstSide returns the side of the best seed who was paired in the first round: where the file
// says nothing else, kick-offs begin with that (152).
func (f File) firstSide() engine.Side {
	side, best := engine.NoSide, 0
	for i, p := range f.Players {
		if g := p.game(0); g.Side != engine.NoSide && (side == engine.NoSide || f.Seat(i) < best) {
			side, best = g.Side, f.Seat(i)
		}
	}
	return side
}

// away tells whether a player is not paired in a round that has so many before it.
func (f File) away(p Player, rounds int) bool {
	g := p.game(rounds)
	return g != Game{} && g.Opponent == 0 && g.Result != 'U' || g == Game{} && rounds < f.Played() ||
		slices.ContainsFunc(f.Byes, func(b Bye) bool { return b.Round == rounds+1 && slices.Contains(b.Players, p.Number) })
}

// bonus returns what lines 299 without a result pay a player in a round; those of all rounds in
// the first one.
func (f File) bonus(number, round int) (sum int) {
	for _, a := range f.Abnormal {
		if a.Result == 0 && max(a.Round, 1) == round && slices.Contains(a.Players, number) {
			sum += a.Points
		}
	}
	return sum
}

// extra returns the points that a player has for the pairing alone, of each of some rounds: those of
// lines 250, else those of Baku where the system is accelerated so.
func (f File) extra(number, rounds int) (all []int) {
	baku := f.Accelerated()
	if len(f.Extra) == 0 && !baku {
		return nil
	}
	for r := range rounds {
		sum := 0
		for _, e := range f.Extra {
			if e.From <= r+1 && r+1 <= e.To && e.First <= number && number <= e.Last {
				sum += e.Points
			}
		}
		if baku {
			sum = swiss.Baku(len(f.Players), f.Rounds, f.place(number), r) * f.Points.Win / 2
		}
		all = append(all, sum)
	}
	return all
}

// place returns how many players have a better seed.
func (f File) place(number int) (n int) {
	seat := -1
	for i, p := range f.Players {
		if p.Number == number {
			seat = f.Seat(i)
		}
	}
	for i := range f.Players {
		if f.Seat(i) < seat {
			n++
		}
	}
	return n
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
func (f File) Pair(pairs []pairing.Pair, byes []int) File { return f.pair(f.Played(), pairs, byes) }

func (f File) pair(round int, pairs []pairing.Pair, byes []int) File {
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
		f.Players[i] = f.Players[i].with(round, games[f.Players[i].Number], f.asked(f.Players[i].Number, round+1))
		f.Players[i].Points = f.Score(f.Players[i], round+1)
	}
	var later []Bye
	for _, b := range f.Byes {
		if b.Round != round+1 {
			later = append(later, b)
		}
	}
	f.Byes = later
	return f
}

// asked returns the bye that lines say a player has in a round, or none without points.
func (f File) asked(number, round int) Game {
	for _, b := range f.Byes {
		if b.Round == round && slices.Contains(b.Players, number) {
			return Game{Result: b.Kind}
		}
	}
	return Game{Result: 'Z'}
}

// with returns the player with another round: what is paired, else what the file said about it before,
// else a bye.
func (p Player) with(round int, paired, bye Game) Player {
	g := paired
	if g == (Game{}) {
		g = p.game(round)
	}
	if g == (Game{}) {
		g = bye
	}
	p.Games = slices.Clone(p.Games)
	for len(p.Games) <= round {
		p.Games = append(p.Games, Game{})
	}
	p.Games[round] = g
	return p
}
