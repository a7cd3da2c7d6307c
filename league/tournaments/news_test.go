package tournaments

import (
	"log/slog"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/core"
)

// TestADeciderEndsNoRound has one of two ties of a round need another match: the round goes on, and nobody is told that it is
// over before the next one begins.
func TestADeciderEndsNoRound(t *testing.T) {
	noon := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	rounds := &Rounds{core: core.New(core.Keys{}, nil, nil, func() time.Time { return noon }, slog.New(slog.DiscardHandler))}
	var cup league.Tournament
	for _, id := range []string{"ann", "bob", "cleo", "dan"} {
		cup.Entries = append(cup.Entries, league.Entrant{Player: league.Player{ID: id, Kind: league.Member}})
	}
	played := func(fixture, first, second string) league.Match {
		m := league.Match{Fixture: fixture, Created: noon}
		m.Seats[0].Player.ID, m.Seats[1].Player.ID, m.State.ToMove = first, second, engine.NoSide
		return m
	}
	before := []league.Match{played("c1/r1/b1", "ann", "bob"), played("c1/r1/b2", "cleo", "dan")}
	if told := rounds.roundNotices(cup, before, []league.Fixture{{Key: "c1/r1/b2/d1", First: "dan", Second: "cleo"}}); len(told) > 0 {
		t.Errorf("of a decider are told %+v", told)
	}
	if told := rounds.roundNotices(cup, nil, []league.Fixture{{Key: "c1/r1/b1", First: "ann", Second: "bob"}}); len(told) > 0 {
		t.Errorf("of the first round, which begins with the tournament, are told %+v", told)
	}
	told := rounds.roundNotices(cup, before, []league.Fixture{{Key: "c1/r2/b1", First: "ann", Second: "cleo"}})
	events := map[string]league.EventName{}
	for _, n := range told {
		events[n.Player] = n.Event
	}
	if len(told) != 4 || events["ann"] != league.TournamentRound || events["cleo"] != league.TournamentRound || events["bob"] != league.TournamentRoundOver || events["dan"] != league.TournamentRoundOver {
		t.Errorf("of the next round are told %v", events)
	}
}
