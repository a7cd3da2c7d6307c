package tournaments

import (
	"context"
	"fmt"

	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/play"
)

// Enter takes a place in a tournament, which may open with a word. The last free place of a
// tournament that starts when it is full starts it.
func (s *Entries) Enter(ctx context.Context, player league.Player, id, word string, door Door) error {
	if err := s.strikes.MayEnter(ctx, player); err != nil {
		return err
	}
	t, err := s.store.Tournament(ctx, league.Of(player), id)
	if err != nil {
		return err
	}
	if err := s.CheckConditions(ctx, player, t); err != nil {
		return err
	}
	if err := s.Opens(ctx, player, t, word); err != nil {
		return err
	}
	return s.enter(ctx, player, id, player, door)
}

// MayBegin refuses who may begin no new games for a while.
func (s *Entries) MayBegin(ctx context.Context, player league.Player) error {
	return s.strikes.MayBegin(ctx, player)
}

// A Door says what the series of an edition asks of who comes and goes, besides what every
// tournament asks. The zero Door asks nothing.
type Door struct {
	// CheckEntry refuses a player who may not enter by themselves. It is asked with the tournament as it
	// was before.
	CheckEntry func(ctx context.Context, t league.Tournament, player league.Player) error
	// CancelLeave takes back that an entrant wants to leave; false if they do not want to.
	CancelLeave func(p *league.TournamentProgress, player string) (bool, error)
	// RequestLeave notes that an entrant leaves later; false if they can leave at once.
	RequestLeave func(ctx context.Context, p *league.TournamentProgress, player string) (bool, error)
}

// elsewhere tells who comes too late for an edition that starts when it is full where to
// find the next one.
func elsewhere(t league.Tournament, player league.Player, err error) error {
	if _, in := t.Entrant(player.ID); in || t.Competition == "" || !t.WhenFull || league.KindOf(err) != league.Stale {
		return err
	}
	return league.Errorf(league.Stale, "%s The next one takes entries already: you find it on the page of the competition.", err)
}

func (s *Entries) enter(ctx context.Context, by league.Player, id string, player league.Player, door Door) error {
	return s.tournaments.ActInTournament(ctx, by, id, func(p *league.TournamentProgress) error {
		if format, err := play.FormatOf(p.Tournament); err != nil {
			return err
		} else if _, bySite := format.(league.Series); bySite && player.Machine() {
			return league.Errorf(league.Forbidden, "Bots have no place in the site's own competitions.")
		}
		before := p.Tournament
		if door.CancelLeave != nil {
			if stays, err := door.CancelLeave(p, player.ID); stays || err != nil {
				return err
			}
		}
		if err := s.tournaments.AppendDecisions(p, league.Decision{By: by, Act: league.ActEntered, Player: player}); err != nil {
			return elsewhere(before, player, err)
		}
		if door.CheckEntry == nil && before.Competition != "" {
			return fmt.Errorf("tournament %s: an edition is entered through its series", before.ID)
		}
		if door.CheckEntry != nil {
			if err := door.CheckEntry(ctx, before, player); err != nil {
				return err
			}
		}
		if p.Tournament.State == league.Running && !p.Tournament.Rolling && p.Tournament.Joining {
			return s.assignSeatLate(ctx, p, player)
		}
		if !p.Tournament.WhenFull || !p.Tournament.Full() {
			return nil
		}
		return s.Start(ctx, p, league.Player{})
	})
}

// Leave gives a place back, before the start, or when the door lets the player go.
func (s *Entries) Leave(ctx context.Context, player league.Player, id string, door Door) error {
	if err := core.MustBeMember(player, TournamentsTake); err != nil {
		return err
	}
	return s.leave(ctx, player, id, door)
}

func (s *Entries) leave(ctx context.Context, player league.Player, id string, door Door) error {
	return s.tournaments.Decide(ctx, league.Of(player), id, func(p *league.TournamentProgress) error {
		if door.RequestLeave != nil {
			if later, err := door.RequestLeave(ctx, p, player.ID); later || err != nil {
				return err
			}
		}
		return s.tournaments.AppendDecisions(p, league.Decision{By: player, Act: league.ActLeft, Player: player})
	})
}

func (s *Entries) cancel(ctx context.Context, player league.Player, id string) error {
	return s.tournaments.Decide(ctx, league.Of(player), id, func(p *league.TournamentProgress) error {
		return s.tournaments.AppendDecisions(p, league.Decision{By: player, Act: league.ActCancelled})
	})
}

// AssignSeat gives a player who waits a seat, with what the format notes of who comes late.
func (s *Tournaments) AssignSeat(ctx context.Context, p *league.TournamentProgress, joining league.Joining, d league.Decision) error {
	decisions := []league.Decision{d}
	if p.Tournament.State == league.Running {
		sheet, _, err := s.Sheet(ctx, p.Tournament, "")
		if err != nil {
			return err
		}
		note, err := joining.Joins(sheet)
		if err != nil {
			return err
		}
		if note != "" {
			decisions = append(decisions, league.Decision{Act: league.ActNoted, Player: d.Player, Text: note})
		}
	}
	return s.AppendDecisions(p, decisions...)
}

// assignSeatLate gives who has entered while a tournament is played a seat at once, where its format has
// one (R-UT-6). With the format's reason why there is none they do not enter.
func (s *Entries) assignSeatLate(ctx context.Context, p *league.TournamentProgress, player league.Player) error {
	format, err := play.FormatOf(p.Tournament)
	if err != nil {
		return err
	}
	joining, ok := format.(league.Joining)
	if !ok {
		return nil // they wait for the seat of another
	}
	return s.tournaments.AssignSeat(ctx, p, joining, league.Decision{Act: league.ActSeated, Player: player, Text: textEnteredLate.Of()})
}
