package play

import (
	"context"
	"time"

	"kickabout/engine"
	"kickabout/league"
)

// Freeze has the clocks of a player stand still until a moment in all matches that run, where they do not already for
// longer.
func (s *Vacations) Freeze(ctx context.Context, player string, until time.Time) error {
	return s.eachRunning(ctx, player, time.Time{}, func(m league.Match) error {
		return s.clocks.appendClockEvent(ctx, m.ID, s.core.Now(), func(v View, at time.Time) (engine.Event, bool, error) {
			side := v.Match.SideOf(player)
			if side == engine.NoSide || !until.After(at) || !v.Clocks.Rest[side-1].Before(until) {
				return engine.Event{}, false, nil
			}
			return engine.Event{Act: engine.ActRest, Text: engine.RestText(side, until)}, true, nil
		})
	})
}

// Thaw has them run again, but for those of a player who is on vacation, and in tournaments that are paused.
func (s *Vacations) Thaw(ctx context.Context, player string) error {
	_, on, err := s.OnVacation(ctx, player)
	if err != nil || on {
		return err
	}
	return s.eachRunning(ctx, player, time.Time{}, func(m league.Match) error { return s.clocks.startClock(ctx, m.ID, player, s.core.Now()) })
}
