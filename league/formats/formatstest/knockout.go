package formatstest

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"kickabout/engine"
	"kickabout/league"
)

// KnockOut checks what holds of every knock-out at any moment, given what its keys begin with
// ("" or "s2/") and its players by seed: nobody plays two ties of a round, or a tie after one
// that their opponent went on from; byes are of the first round and of the top seeds; where nobody
// left, who goes on is who has won the tie, and who lost in the same round shares the rank that
// the rounds leave them; but the losers of the semi-finals, where they play for it, the third
// and the fourth one.
func KnockOut(s *Stages, stage string, seeds []string) error {
	k := knockOut{s: s, seeds: seeds, rounds: bits.Len(uint(len(seeds) - 1)), in: map[int]map[string]*tie{}}
	for _, f := range s.Sheet.Fixtures {
		if err := k.add(f, stage); err != nil {
			return err
		}
	}
	if err := k.out(); err != nil {
		return err
	}
	if !s.Calm {
		return nil
	}
	if err := k.byes(); err != nil {
		return err
	}
	return k.won()
}

type knockOut struct {
	s      *Stages
	seeds  []string
	rounds int
	in     map[int]map[string]*tie // by round and player
	third  *tie                    // for the third place
}

type tie struct {
	key     string
	players [2]string // as they stand in its first match
	games   []league.Fixture
}

func (k *knockOut) add(f league.Fixture, stage string) error {
	if !strings.HasPrefix(string(f.Key), stage+"r") {
		return nil
	}
	var round, number, board int
	if _, err := fmt.Sscanf(string(f.Key[len(stage):]), "r%d/t%d/b%d", &round, &number, &board); err != nil {
		return fmt.Errorf("fixture %s: %w", f.Key, err)
	}
	if k.s.Sheet.Terms.ThirdPlace && round == k.rounds && number == 2 {
		return k.addThird(f)
	}
	if k.in[round] == nil {
		k.in[round] = map[string]*tie{}
	}
	t := k.in[round][f.First]
	if t == nil {
		t = &tie{key: f.Key.Round(), players: [2]string{f.First, f.Second}}
	}
	t.games = append(t.games, f)
	for _, player := range []string{f.First, f.Second} {
		if there := k.in[round][player]; there != nil && there != t || t.key != f.Key.Round() {
			return fmt.Errorf("%s plays two ties of round %d: %s", player, round, f.Key)
		}
		k.in[round][player] = t
	}
	return nil
}

// addThird takes a match for the third place.
func (k *knockOut) addThird(f league.Fixture) error {
	if k.third == nil {
		k.third = &tie{key: f.Key.Round(), players: [2]string{f.First, f.Second}}
	}
	k.third.games = append(k.third.games, f)
	for _, player := range k.third.players {
		if f.First != player && f.Second != player {
			return fmt.Errorf("%s meets %s for the third place, which is between %v", f.First, f.Second, k.third.players)
		}
	}
	return nil
}

// thirdPlace checks who plays for it, where nobody left: all who lost in the semi-finals, if they
// were two, and nobody who has come to the final; and which rank is whose at the end.
func (k *knockOut) thirdPlace(ranks map[string]int) error {
	var lost []string
	for player, t := range k.in[k.rounds-1] {
		if winner := k.winner(t); winner != "" && winner != player {
			lost = append(lost, player)
		}
	}
	switch {
	case k.third == nil && len(lost) == 2 && k.s.Sheet.Terms.ThirdPlace && len(k.s.Winners) > 0:
		return fmt.Errorf("%v lost the semi-finals, and do not meet", lost)
	case k.third == nil:
		return nil
	}
	winner := k.winner(k.third)
	for _, player := range k.third.players {
		if k.in[k.rounds][player] != nil || !slices.Contains(lost, player) {
			return fmt.Errorf("%s plays for the third place; the semi-finals were lost by %v", player, lost)
		}
		want := 4
		if player == winner {
			want = 3
		}
		if len(k.s.Winners) > 0 && ranks[player] != want {
			return fmt.Errorf("%q has won the third place, and %s has rank %d", winner, player, ranks[player])
		}
	}
	return nil
}

// out checks that who has lost plays no more, and that everybody plays until they have lost.
func (k *knockOut) out() error {
	for round, ties := range k.in {
		for player, t := range ties {
			other := t.players[0]
			if other == player {
				other = t.players[1]
			}
			for later := round + 1; later <= k.rounds; later++ {
				if k.in[later][player] != nil && k.in[later][other] != nil {
					return fmt.Errorf("%s and %s both go on from %s", player, other, t.key)
				}
				if k.s.Calm && later > round+1 && k.in[later][player] != nil && k.in[later-1][player] == nil {
					return fmt.Errorf("%s plays in round %d and not in the one before", player, later)
				}
			}
		}
	}
	return nil
}

// byes checks that who begins in the second round is a top seed, and that there are as many as
// the bracket has room for; nobody begins later.
func (k *knockOut) byes() error {
	free := 1<<k.rounds - len(k.seeds)
	for round := 2; round <= k.rounds; round++ {
		for player := range k.in[round] {
			seed := slices.Index(k.seeds, player)
			if k.in[1][player] == nil && (round > 2 && k.in[2][player] == nil || seed >= free) {
				return fmt.Errorf("%s, seed %d, begins in round %d", player, seed+1, round)
			}
		}
	}
	for _, player := range k.seeds[free:] {
		if k.in[1][player] == nil && len(k.s.Winners) > 0 {
			return fmt.Errorf("%s has not played in round 1", player)
		}
	}
	return nil
}

// won checks of each tie that is decided who goes on from it, and where its loser ends.
func (k *knockOut) won() error {
	rows, err := k.s.Rows()
	if err != nil {
		return err
	}
	ranks := map[string]int{}
	for _, r := range rows {
		ranks[r.Player] = r.Rank
	}
	for round, ties := range k.in {
		for _, t := range ties {
			winner := k.winner(t)
			for _, player := range t.players {
				on := k.in[round+1][player] != nil || slices.Contains(k.s.Winners, player)
				if on && player != winner {
					return fmt.Errorf("%s goes on from %s, which %q has won: %v", player, t.key, winner, t.games)
				}
				if want := 1<<(k.rounds-round) + 1; len(k.s.Winners) > 0 && !(k.third != nil && slices.Contains(k.third.players[:], player)) && !on && ranks[player] != want {
					return fmt.Errorf("%s lost in round %d of %d, and has rank %d", player, round, k.rounds, ranks[player])
				}
			}
		}
	}
	return k.thirdPlace(ranks)
}

// winner finds who has won a tie, as slowly as R-UT-4 reads; "" if nobody has so far.
func (k *knockOut) winner(t *tie) string {
	points, goals := map[string]league.Points{}, map[string]int{}
	var last league.Fixture
	for _, f := range t.games {
		if !f.Outcome.Over() {
			return ""
		}
		if strings.HasSuffix(string(f.Key), fmt.Sprintf("/b%d", k.s.Sheet.Terms.Cycles+1)) {
			last = f
			continue
		}
		p, _ := k.s.Sheet.Scoring.Points(f.Outcome)
		points[f.First] += p[0]
		points[f.Second] += p[1]
		g := goalsOf(f.Outcome)
		goals[f.First] += g[0]
		goals[f.Second] += g[1]
	}
	a, b := t.players[0], t.players[1]
	switch {
	case points[a] > points[b] || points[a] == points[b] && goals[a] > goals[b]:
		return a
	case points[b] > points[a] || goals[b] > goals[a]:
		return b
	case last.Key == "":
		return ""
	case last.Outcome.Winner == engine.First:
		return last.First
	case last.Outcome.Winner == engine.Second:
		return last.Second
	case slices.Index(k.seeds, a) < slices.Index(k.seeds, b):
		return a
	}
	return b
}

// goalsOf is R-FF-1.
func goalsOf(o engine.Outcome) [2]int {
	lead := o.Score[0] - o.Score[1]
	switch o.Ending {
	case engine.Void:
		return [2]int{}
	case engine.Timeout, engine.Resignation, engine.Forfeit:
		if o.Winner == engine.First && lead < 3 {
			return [2]int{3, 0}
		}
		if o.Winner == engine.Second && lead > -3 {
			return [2]int{0, 3}
		}
	}
	return o.Score
}
