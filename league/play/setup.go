package play

import (
	"context"
	"time"

	"kickabout/engine"
	"kickabout/league"
)

// How far is looked back for a set-up.
const (
	setUpMatches = 50 // of the player, by any rules
	setUpLogs    = 5  // of those by the same rules that are read whole
)

// LastSetUp returns the latest set-up that a player has made on the same side by the same rules and
// that is legal in a match in which it is for them to set up; "" if there is none. It is found in
// their matches: nothing is kept of it.
func (s *Matches) LastSetUp(ctx context.Context, player league.Player, v View) (engine.Move, error) {
	side, p := v.Match.SideOf(player.ID), v.Record.Position
	if side == engine.NoSide || p.Next().Side != side || !engine.SetsUp(v.Record.Game, p) {
		return "", nil
	}
	if m, _ := lastLegal(v.Record.Log, side, p); m != "" {
		return m, nil
	}
	viewer := league.Of(player)
	list, err := s.store.MatchesOf(ctx, viewer, player.ID, setUpMatches)
	if err != nil {
		return "", err
	}
	var latest time.Time
	var found engine.Move
	left := setUpLogs
	for _, other := range list {
		if left == 0 {
			break
		}
		if other.ID == v.Match.ID || other.Game != v.Match.Game || other.Variant != v.Match.Variant || other.SideOf(player.ID) != side {
			continue
		}
		left--
		whole, err := s.read(ctx, viewer, other.ID)
		if kind := league.KindOf(err); kind == league.Damaged || kind == league.NotFound {
			continue
		}
		if err != nil {
			return "", err
		}
		if m, at := lastLegal(whole.Record.Log, side, p); m != "" && at.After(latest) {
			found, latest = m, at
		}
	}
	return found, nil
}

// lastLegal returns the last move of a side in a log that is legal in a position, and when it was
// made. A set-up is written like no other move, so what is legal where one is due was one.
func lastLegal(log []engine.Event, side engine.Side, p engine.Position) (engine.Move, time.Time) {
	for i := len(log) - 1; i >= 0; i-- {
		if e := log[i]; e.Act == engine.ActMove && e.By == side && p.Check(engine.Move(e.Text)) == nil {
			return engine.Move(e.Text), e.At
		}
	}
	return "", time.Time{}
}
