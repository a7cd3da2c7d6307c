package league_test

import (
	"testing"

	"kickabout/engine"
	"kickabout/league"
)

func TestSeatsAndSidesOfAMatch(t *testing.T) {
	m := league.Match{Seats: [2]league.Seat{{Player: league.Player{ID: "ann"}}, {Player: league.Player{ID: "bob"}}}}
	m.State = league.State{First: 1, ToMove: engine.First}
	if got := m.SideOf("bob"); got != engine.First {
		t.Errorf("bob, whose seat is First, has side %q", got)
	}
	if got := m.SideOf("ann"); got != engine.Second {
		t.Errorf("ann has side %q", got)
	}
	if m.SideOf("cleo") != engine.NoSide || m.SideOf("") != engine.NoSide {
		t.Error("a stranger, or nobody, has a side")
	}
	if p, ok := m.Mover(); !ok || p.ID != "bob" {
		t.Errorf("the mover is %v", p)
	}
	m.Seats[0].Player.ID = "bob"
	for _, side := range []engine.Side{engine.First, engine.Second} {
		m.State.ToMove = side
		if got := m.SideOf("bob"); got != side {
			t.Errorf("who plays against himself has side %q when %q is to move", got, side)
		}
	}
	m.State.ToMove = engine.NoSide
	if _, ok := m.Mover(); ok {
		t.Error("somebody is to move after the end")
	}
}
