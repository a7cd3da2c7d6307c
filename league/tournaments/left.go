package tournaments

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/members"
)

// WithdrawAll ends what waits for a player: tournaments that have not started, where they leave or
// call off their own, and tournaments that are being played, from which they withdraw.
func (s *Strikes) WithdrawAll(ctx context.Context, player league.Player, door Door) error {
	open, err := s.store.Tournaments(ctx, league.Site(), league.Registration, members.Everything)
	if err != nil {
		return err
	}
	open = slices.DeleteFunc(open, func(t league.Tournament) bool { return t.Organiser.ID != player.ID })
	entered, err := s.store.EntriesOf(ctx, league.Site(), player.ID, entriesAtOnce)
	if err != nil {
		return err
	}
	var problems []error
	for _, t := range append(open, entered...) {
		switch {
		case t.Organiser.ID == player.ID && t.State == league.Registration:
			err = s.entries.cancel(ctx, player, t.ID)
		case t.State == league.Registration, t.State == league.Running && t.Rolling:
			err = s.entries.leave(ctx, player, t.ID, door)
		case t.State == league.Running:
			if err = s.withdraw(ctx, player, t.ID); league.KindOf(err) != league.Internal || err == nil {
				err = s.rounds.AdvanceAll(ctx, t.ID) // before what is left is resigned: what runs there is forfeited
			}
		default:
			continue
		}
		if err != nil && league.KindOf(err) == league.Internal { // else it has started or ended meanwhile
			problems = append(problems, fmt.Errorf("leaving tournament %s: %w", t.ID, err))
		}
	}
	return errors.Join(problems...)
}

// EndAll resigns the running matches of who has deleted their account; those of who was expelled are
// forfeited.
func (s *Strikes) EndAll(ctx context.Context, id, _ string) error {
	player, err := s.store.Player(ctx, id)
	if err != nil {
		return err
	}
	matches, err := s.store.RunningOf(ctx, league.Site(), id, time.Time{})
	problems := []error{err}
	for _, m := range matches {
		switch {
		case m.Locked: // another look finds it once it is put right
			continue
		case player.Kind == league.Deleted:
			if _, err = s.matches.Resign(ctx, player, m.ID, s.core.Now()); league.KindOf(err) == league.Late {
				err = nil
			}
		case player.Kind == league.Expelled && m.Tournament == "":
			err = s.rounds.rule(ctx, m.ID, engine.ActForfeit, m.SideOf(id).String())
		}
		problems = append(problems, err)
	}
	return errors.Join(problems...)
}
