package swiss_test

import (
	"testing"

	"pgregory.net/rapid"

	"kickabout/engine"
	"kickabout/league/pairing"
	"kickabout/league/pairing/swiss"
)

// play gives a round results, and adds it to everybody's past. Odd things happen: matches are
// forfeited, drawn, lost.
func play(t *rapid.T, players []swiss.Player, r swiss.Round) {
	past := make([]swiss.Past, len(players))
	for _, p := range r.Pairs {
		kind, first := swiss.Played, rapid.IntRange(0, 2).Draw(t, "points of the first")
		second := 2 - first
		if rapid.IntRange(0, 19).Draw(t, "forfeit") == 0 {
			kind = swiss.Unplayed
		}
		past[p.First] = swiss.Past{Kind: kind, Opponent: p.Second, Side: engine.First, Points: first}
		past[p.Second] = swiss.Past{Kind: kind, Opponent: p.First, Side: engine.Second, Points: second}
	}
	if r.Bye != pairing.Nobody {
		past[r.Bye] = swiss.Past{Kind: swiss.Bye, Points: 2}
	}
	for i := range players {
		if players[i].Absent && rapid.IntRange(0, 3).Draw(t, "asked") == 0 {
			past[i] = swiss.Past{Kind: swiss.Asked, Points: 1}
		}
		players[i].Past = append(players[i].Past, past[i])
	}
}

func TestEveryRoundOfAnyTournamentIsPaired(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 24).Draw(t, "players")
		at := swiss.Tournament{Players: make([]swiss.Player, n), Rounds: rapid.IntRange(1, 9).Draw(t, "rounds")}
		for range at.Rounds {
			present := map[int]bool{}
			for i := range at.Players {
				at.Players[i].Absent = rapid.IntRange(0, 9).Draw(t, "absent") == 0
				present[i] = !at.Players[i].Absent
			}
			r, err := swiss.Next(at)
			if err != nil {
				t.Fatal(err)
			}
			seats := []int{}
			for _, p := range r.Pairs {
				seats = append(seats, p.First, p.Second)
			}
			if r.Bye != pairing.Nobody {
				seats = append(seats, r.Bye)
			}
			for _, i := range seats {
				if !present[i] {
					t.Fatalf("%d is paired twice or absent: %v", i, r)
				}
				delete(present, i)
			}
			for i, is := range present {
				if is {
					t.Fatalf("%d is not paired: %v", i, r)
				}
			}
			play(t, at.Players, r)
		}
	})
}
