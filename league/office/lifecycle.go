package office

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"kickabout/league"
)

// remindBefore is how long before its start a tournament is announced once more.
const remindBefore = 24 * time.Hour

// begins does what is due about the tournaments that have a day to start on: reminds,
// opens the check-in, starts them or calls them off (R-UT-1). It is level-triggered: what
// lay in a time when the site was down is done by the next run, and a second one finds
// nothing to do.
func (o *Office) begins(ctx context.Context) error {
	upcoming, err := o.store.Upcoming(ctx)
	problems := []error{err}
	for _, t := range upcoming {
		if !due(t, o.Now()) {
			continue
		}
		err := o.decide(ctx, t.ID, func(p *league.TournamentProgress) error { return o.begin(ctx, p) })
		if err != nil {
			problems = append(problems, fmt.Errorf("tournament %s: %w", t.ID, err))
		}
	}
	return errors.Join(problems...)
}

// due says that something is to be done about a tournament that is to start.
func due(t league.Tournament, now time.Time) bool {
	return t.State == league.Registration && (startsNow(t, now) || comes(t, now) != "" || tooFew(t, now) != "")
}

// startsNow says that the day has come on which a tournament is to start.
func startsNow(t league.Tournament, now time.Time) bool {
	return !t.Starts.IsZero() && !now.Before(t.Starts)
}

// tooFew returns what those who are in a tournament or direct it are to be told when entries have closed and
// there are not enough players; "" if they were.
func tooFew(t league.Tournament, now time.Time) string {
	format, err := formatOf(t)
	if err != nil || t.Closes.IsZero() || !passed(t, t.Closes, now) {
		return ""
	}
	least := max(t.Least, format.Info().MinEntries)
	if in, what := counted(t); in < least {
		return fmt.Sprintf("R-UT-1: entries have closed with %d of at least %d %s", in, least, what)
	}
	return ""
}

// begin does what is due about one of them.
func (o *Office) begin(ctx context.Context, p *league.TournamentProgress) error {
	t, now := p.Tournament, o.Now()
	switch {
	case !due(t, now):
		return errNothing
	case startsNow(t, now):
	case comes(t, now) != "":
		return o.decided(p, league.Decision{Act: league.ActTold, Text: comes(t, now)})
	default:
		return o.decided(p, league.Decision{Act: league.ActTold, Text: tooFew(t, now)})
	}
	if err := o.leaveOut(p); err != nil {
		return err
	}
	format, err := formatOf(t)
	if err != nil {
		return err
	}
	least := max(t.Least, format.Info().MinEntries)
	if in, what := counted(p.Tournament); in < least {
		return o.decided(p, league.Decision{Act: league.ActCancelled, Text: fmt.Sprintf("R-UT-1: on its day there were %d of at least %d %s", in, least, what)})
	}
	return o.start(ctx, p, league.Player{})
}

// comes returns what all who have entered are to be told now; "" if they were.
func comes(t league.Tournament, now time.Time) string {
	at := t.Starts.UTC().Format("2 January 15:04")
	switch {
	case t.CheckIn > 0 && passed(t, t.Starts.Add(-t.CheckIn), now):
		return fmt.Sprintf("R-UT-1: check-in is open until %s UTC; who does not check in is left out", at)
	case passed(t, t.Starts.Add(-remindBefore), now):
		return fmt.Sprintf("R-UT-1: it starts on %s UTC", at)
	}
	return ""
}

// passed says that a moment has come since a tournament was opened, and that nobody was told
// so far.
func passed(t league.Tournament, moment, now time.Time) bool {
	return !now.Before(moment) && t.Told.Before(moment) && t.Created.Before(moment)
}

// leaveOut takes out who has not checked in; bots are there.
func (o *Office) leaveOut(p *league.TournamentProgress) error {
	t := p.Tournament
	if t.CheckIn == 0 {
		return nil
	}
	var absent []league.Decision
	for _, e := range t.Entries {
		if e.Present.IsZero() && e.Player.Kind != league.Bot {
			absent = append(absent, league.Decision{Act: league.ActLeft, Player: e.Player, Text: "R-UT-1: did not check in"})
		}
	}
	return o.decided(p, absent...)
}

// seeded returns the draw of a tournament that starts: those who have a place, by seed, as
// its terms say.
func (o *Office) seeded(ctx context.Context, t league.Tournament) (string, error) {
	if t.Entries = slices.Clone(t.Entries); t.Boards == 0 {
		t.Entries = t.Entries[:min(len(t.Entries), t.Places)] // the others wait for one
	}
	if t.Seeding == "" || t.Seeding == league.SeedLot {
		lot, err := o.draw(t)
		return lot.String(), err
	}
	rated, err := o.store.RatedPlayers(ctx, league.Pool{Game: t.Game, Variant: t.Variant})
	if err != nil {
		return "", err
	}
	ratings := map[string]league.Rating{}
	for _, r := range rated {
		ratings[r.Player.ID] = r.Standing.Strength.Rating
	}
	slices.SortStableFunc(t.Entries, func(a, b league.Entrant) int {
		if t.Seeding == league.SeedHand && a.Seed != b.Seed {
			return cmp.Compare(handSeed(a), handSeed(b))
		}
		return cmp.Or(cmp.Compare(ratings[b.Player.ID], ratings[a.Player.ID]), a.Seq-b.Seq)
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
