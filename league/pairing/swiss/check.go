package swiss

import (
	"fmt"
	"slices"

	"kickabout/engine"
)

// check returns what contradicts itself in a tournament.
func (t Tournament) check() error {
	for i, p := range t.Players {
		if len(p.Past) != len(t.Players[0].Past) {
			return fmt.Errorf("player %d has %d rounds behind, player 0 has %d", i, len(p.Past), len(t.Players[0].Past))
		}
	}
	for i, p := range t.Players {
		for r, past := range p.Past {
			if err := t.checkPast(i, r, past); err != nil {
				return err
			}
		}
	}
	return t.checkPairs()
}

func (t Tournament) checkPast(i, r int, past Past) error {
	if past.Kind != Played && past.Kind != Unplayed {
		return nil
	}
	if past.Opponent < 0 || past.Opponent >= len(t.Players) || past.Opponent == i {
		return fmt.Errorf("in round %d player %d has the opponent %d", r+1, i, past.Opponent)
	}
	back := t.Players[past.Opponent].Past[r]
	if back.Kind != past.Kind || back.Opponent != i {
		return fmt.Errorf("in round %d player %d has the opponent %d, but not the other way round", r+1, i, past.Opponent)
	}
	if past.Kind == Played && (past.Side == engine.NoSide || back.Side != past.Side.Other()) {
		return fmt.Errorf("in round %d players %d and %d have no two sides", r+1, i, past.Opponent)
	}
	return nil
}

func (t Tournament) checkPairs() error {
	for _, pair := range slices.Concat(t.Forbidden, t.Forced) {
		for _, i := range pair {
			if i < 0 || i >= len(t.Players) || pair[0] == pair[1] {
				return fmt.Errorf("there is no pair of %d and %d", pair[0], pair[1])
			}
		}
	}
	busy := map[int]bool{}
	for _, pair := range t.Forced {
		for _, i := range pair {
			if busy[i] || t.Players[i].Absent {
				return fmt.Errorf("player %d cannot be paired by hand: absent or paired already", i)
			}
			busy[i] = true
		}
	}
	return nil
}
