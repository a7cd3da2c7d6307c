package tournaments

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/play"
	"kickabout/league/rating"
)

// remindBefore is how long before its start a tournament is announced once more.
const remindBefore = 24 * time.Hour

// StartDue does what is due about the tournaments that have a day to start on: reminds,
// opens the check-in, starts them or calls them off (R-UT-1). It is level-triggered: what
// lay in a time when the site was down is done by the next run, and a second one finds
// nothing to do.
func (s *Upkeep) StartDue(ctx context.Context) error {
	upcoming, err := s.store.Upcoming(ctx, league.Site())
	problems := []error{err}
	for _, t := range upcoming {
		if !due(t, s.core.Now()) {
			continue
		}
		err := s.tournaments.Decide(ctx, league.Site(), t.ID, func(p *league.TournamentProgress) error { return s.startOrRemind(ctx, p) })
		if err != nil {
			problems = append(problems, fmt.Errorf("tournament %s: %w", t.ID, err))
		}
	}
	return errors.Join(problems...)
}

// due says that something is to be done about a tournament that is to start.
func due(t league.Tournament, now time.Time) bool {
	return t.State == league.Registration && t.Closed.IsZero() && (startsNow(t, now) || reminder(t, now) != "" || tooFew(t, now) != "")
}

// startsNow says that the day has come on which a tournament is to start.
func startsNow(t league.Tournament, now time.Time) bool {
	return !t.Starts.IsZero() && !now.Before(t.Starts)
}

// tooFew returns what those who are in a tournament or direct it are to be told when entries have closed and
// there are not enough players; "" if they were.
func tooFew(t league.Tournament, now time.Time) string {
	format, err := play.FormatOf(t)
	if err != nil || t.Closes.IsZero() || !untold(t, t.Closes, now) {
		return ""
	}
	least := max(t.Least, format.Info().MinEntries)
	if in, what := counted(t); in < least {
		return textTooFewEntered.Of(in, least, what)
	}
	return ""
}

// startOrRemind does what is due about one of them.
func (s *Upkeep) startOrRemind(ctx context.Context, p *league.TournamentProgress) error {
	t, now := p.Tournament, s.core.Now()
	switch {
	case !due(t, now):
		return ErrNothing
	case startsNow(t, now):
	case reminder(t, now) != "":
		return s.tournaments.AppendDecisions(p, league.Decision{Act: league.ActTold, Text: reminder(t, now)})
	default:
		return s.tournaments.AppendDecisions(p, league.Decision{Act: league.ActTold, Text: tooFew(t, now)})
	}
	if err := s.removeAbsent(p); err != nil {
		return err
	}
	format, err := play.FormatOf(t)
	if err != nil {
		return err
	}
	least := max(t.Least, format.Info().MinEntries)
	if in, what := counted(p.Tournament); in < least {
		return s.tournaments.AppendDecisions(p, league.Decision{Act: league.ActCancelled, Text: textTooFewToStart.Of(in, least, what)})
	}
	return s.entries.Start(ctx, p, league.Player{})
}

// reminder returns what all who have entered are to be told now; "" if they were.
func reminder(t league.Tournament, now time.Time) string {
	at := t.Starts.UTC().Format("2 January 15:04")
	switch {
	case t.CheckIn > 0 && untold(t, t.Starts.Add(-t.CheckIn), now):
		return textCheckIn.Of(at)
	case untold(t, t.Starts.Add(-remindBefore), now):
		return textStarts.Of(at)
	}
	return ""
}

// untold says that a moment has come since a tournament was opened, and that nobody was told
// so far.
func untold(t league.Tournament, moment, now time.Time) bool {
	return !now.Before(moment) && t.Told.Before(moment) && t.Created.Before(moment)
}

// removeAbsent takes out who has not checked in; bots are there.
func (s *Upkeep) removeAbsent(p *league.TournamentProgress) error {
	t := p.Tournament
	if t.CheckIn == 0 {
		return nil
	}
	var absent []league.Decision
	for _, e := range t.Entries {
		if e.Present.IsZero() && !e.Player.Machine() {
			absent = append(absent, league.Decision{Act: league.ActLeft, Player: e.Player, Text: textAbsent.Of()})
		}
	}
	return s.tournaments.AppendDecisions(p, absent...)
}

// drawSeeds returns the draw of a tournament that starts: those who have a place, by seed, as
// its terms say.
func (s *Upkeep) drawSeeds(ctx context.Context, t league.Tournament) (string, error) {
	if t.Seeding == "" || t.Seeding == league.SeedLot {
		lot, err := s.entries.draw(ctx, t)
		return lot.String(), err
	}
	t.Entries = slices.Clone(drawnFrom(t))
	rated, err := s.store.RatedPlayers(ctx, league.Pool{Game: t.Game, Variant: t.Variant})
	if err != nil {
		return "", err
	}
	system, err := s.core.System(ctx)
	if err != nil {
		return "", err
	}
	now := s.core.Now()
	ratings, listed := map[string]league.Rating{}, map[string]int{}
	others := rating.Active(rated, now) - 1
	for _, r := range rated {
		ratings[r.Player.ID] = r.Standing.Strength.Rating
		if in, _ := system.Place(r.Standing, others, now); in && !now.Before(system.Since) {
			listed[r.Player.ID] = 1 // ahead of those whom nobody has tested (R-RA-10)
		}
	}
	slices.SortStableFunc(t.Entries, func(a, b league.Entrant) int {
		if t.Seeding == league.SeedHand && a.Seed != b.Seed {
			return cmp.Compare(handSeed(a), handSeed(b))
		}
		return cmp.Or(listed[b.Player.ID]-listed[a.Player.ID], cmp.Compare(ratings[b.Player.ID], ratings[a.Player.ID]), a.Seq-b.Seq)
	})
	ids := make([]string, len(t.Entries))
	for i, e := range t.Entries {
		ids[i] = e.Player.ID
	}
	return league.DrawText([]league.Drawn{{Players: ids}}), nil
}

// handSeed is the seed that a director gave; without one, behind all.
func handSeed(e league.Entrant) int {
	if e.Seed == 0 {
		return league.AnyNumber
	}
	return e.Seed
}

// AlignClocks has the clocks of the matches of a tournament, "" for all, stand or run as their tournaments
// do, and ends the matches of those that were called off. It is level-triggered.
func (s *Upkeep) AlignClocks(ctx context.Context, tournament string) error {
	var problems []error
	each := func(act func(context.Context, league.Match) error) func([]league.Match, error) {
		return func(matches []league.Match, err error) {
			problems = append(problems, err)
			for _, m := range matches {
				if tournament == "" || m.Tournament == tournament {
					problems = append(problems, act(ctx, m))
				}
			}
		}
	}
	each(s.clocks.Halt)(s.store.Unhalted(ctx, league.Site(), league.Halt))
	each(s.clocks.Resume)(s.store.Halted(ctx, league.Site(), league.Halt))
	each(func(ctx context.Context, m league.Match) error { return s.rounds.rule(ctx, m.ID, engine.ActVoid, "") })(s.store.CalledOff(ctx, league.Site()))
	return errors.Join(problems...)
}
