package tournaments

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"kickabout/engine/dice/anchor"
	"kickabout/engine/dice/beacon"
	"kickabout/engine/dice/tbd2"
	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/core"
	"kickabout/league/lot"
	"kickabout/league/play"
)

// Draws draws tournaments whose entries are closed and that await a public value (SCHEME.md 3).
type Draws struct {
	core        *core.Core
	store       DrawsStore
	entries     *Entries
	tournaments *Tournaments
}

// DrawsStore is what Draws needs of the store.
type DrawsStore interface {
	// AwaitingDraw lists the tournaments whose entries are closed and that have not started, with their entries and without
	// logs, those first that were closed first.
	AwaitingDraw(ctx context.Context, viewer league.Viewer) ([]league.Tournament, error)
	// NumberedLeaves lists the leaves of a kind that have one of some numbers and name no game, in their order.
	NumberedLeaves(ctx context.Context, kind anchor.Kind, numbers ...int64) ([]anchor.Placed, error)
	// Role returns what a member does for the site.
	Role(ctx context.Context, player string) (league.SiteRole, error)
	// Tournament returns a tournament with its entries and without its log; league.NotFound if there is none.
	Tournament(ctx context.Context, viewer league.Viewer, id string) (league.Tournament, error)
}

// awaits says that a tournament is to be drawn with a public value: the site has a source of them and a log that fixes the
// round. The site's own competitions and tournaments of teams never wait.
func (s *Entries) awaits(t league.Tournament) bool {
	return s.core.Beacon != nil && s.core.Signers != nil && t.Dice.Second() && t.Competition == "" && t.Boards == 0
}

// startWithout is a start by the organiser while the public value is awaited, which may be without it after a while. What the
// site would start is started when the value comes.
func (s *Entries) startWithout(p *league.TournamentProgress, by league.Player) error {
	t := p.Tournament
	if by.ID == "" {
		return ErrNothing
	}
	try := *p // who may not start it at all is told that first
	if err := s.tournaments.AppendDecisions(&try, league.Decision{By: by, Act: league.ActStarted}); league.KindOf(err) == league.Forbidden {
		return err
	}
	if from := t.Closed.Add(league.ValueWithin); s.core.Now().Before(from) {
		return league.Errorf(league.Stale, "The draw awaits its public value. If that cannot be had, you can start without it from %s UTC.", from.Format("2 January 15:04"))
	}
	return s.tournaments.AppendDecisions(p, league.Decision{By: by, Act: league.ActRuled, Text: textWithoutValue.Of()})
}

// DrawDue draws the tournaments whose public value can be had, and tells the players of those that wait which value they wait
// for. It is level-triggered, and asks the network: no request calls it.
func (s *Draws) DrawDue(ctx context.Context) error {
	waiting, err := s.store.AwaitingDraw(ctx, league.Site())
	problems := []error{err}
	for _, t := range waiting {
		if err := s.drawOne(ctx, t); err != nil {
			problems = append(problems, fmt.Errorf("drawing tournament %s: %w", t.ID, err))
		}
	}
	return errors.Join(problems...)
}

// drawOne does what is due about one of them. The round is fixed by the leaf that has the start, and stays so whatever happens.
func (s *Draws) drawOne(ctx context.Context, t league.Tournament) error {
	closed, err := s.tournaments.closing(ctx, t)
	if err != nil {
		return err
	}
	if !s.holds(t, closed) { // under the present key it waits anew
		return s.tournaments.Decide(ctx, league.Site(), t.ID, func(p *league.TournamentProgress) error {
			if p.Tournament.State != league.Registration {
				return ErrNothing
			}
			return s.entries.close(ctx, p, league.Player{})
		})
	}
	round, err := s.roundOf(ctx, t)
	if err != nil || round == 0 {
		return err
	}
	at := comes(round)
	if t.Told.Before(t.Closed) {
		err := s.tournaments.Decide(ctx, league.Site(), t.ID, func(p *league.TournamentProgress) error {
			if p.Tournament.State != league.Registration || !p.Tournament.Told.Before(p.Tournament.Closed) {
				return ErrNothing
			}
			return s.tournaments.AppendDecisions(p, league.Decision{Act: league.ActTold, Text: textAwaits.Of(round, at.Format("2 January 15:04"))})
		})
		if err != nil {
			return err
		}
	}
	if s.core.Beacon == nil || s.core.Now().Before(at) {
		return nil
	}
	signature, err := s.core.Beacon.Round(ctx, round)
	if err != nil {
		s.core.Log.WarnContext(ctx, "a public value cannot be had", "tournament", t.ID, "round", round, "err", err)
		return nil // the next run asks again
	}
	return s.take(ctx, league.Site(), league.Player{}, t, closed, round, signature)
}

// holds says that the key by which the entries of a tournament were closed was not lost.
func (s *Draws) holds(t league.Tournament, closed lot.Closing) bool {
	_, _, cs := s.core.Dealer.Committed(t.Dice.Epoch, t.Serial)
	return cs == closed.Commitment
}

// comes returns when the network signs a round.
func comes(round uint64) time.Time {
	return time.Unix(tbd2.QuicknetStart+int64(round-1)*tbd2.QuicknetPeriod, 0).UTC()
}

// take draws a tournament with the signature of the round that it awaits, which was checked: the job has fetched it, or an admin
// has brought it. Of two at once one alone draws, and the other one does nothing.
func (s *Draws) take(ctx context.Context, viewer league.Viewer, by league.Player, awaiting league.Tournament, closed lot.Closing, round uint64, signature []byte) error {
	return s.tournaments.Decide(ctx, viewer, awaiting.ID, func(p *league.TournamentProgress) error {
		if t := p.Tournament; t.State != league.Registration || t.Dice.Tour != awaiting.Dice.Tour {
			return ErrNothing // somebody else was first, or it was closed once more and takes another value
		}
		return s.drawWith(ctx, p, by, closed, round, signature)
	})
}

// roundOf returns the round whose value a tournament awaits; 0 as long as the log of the dice does not have its start.
func (s *Draws) roundOf(ctx context.Context, t league.Tournament) (uint64, error) {
	leaves, err := s.store.NumberedLeaves(ctx, anchor.Start, int64(t.Serial))
	if err != nil {
		return 0, err
	}
	for _, l := range leaves {
		if said, ok := tbd2.ReadLeaf(l.Data); ok && said.Tour == t.Dice.Tour { // else it was closed by a key that was lost
			return tbd2.FirstRound(said.At/1000 + tbd2.StartAfter), nil
		}
	}
	return 0, nil
}

// drawWith starts a tournament with the value that it has awaited.
func (s *Draws) drawWith(ctx context.Context, p *league.TournamentProgress, by league.Player, closed lot.Closing, round uint64, signature []byte) error {
	t := p.Tournament
	format, err := play.FormatOf(t)
	if err != nil {
		return err
	}
	if in, what := counted(t); in < format.Info().MinEntries { // some have left
		return s.tournaments.AppendDecisions(p, league.Decision{Act: league.ActCancelled, Text: textTooFewToStart.Of(in, format.Info().MinEntries, what)})
	}
	value := closed.Begin(league.ScopeText(t.Serial), beacon.Network(), round, signature)
	if err := s.tournaments.AppendDecisions(p, league.Decision{By: by, Act: league.ActValued, Text: value.String()}); err != nil {
		return err
	}
	if by.ID != "" {
		p.Audit = append(p.Audit, league.AuditLine{At: s.core.Now(), By: by.ID, Act: string(conduct.EnterValue), Subject: t.ID, Detail: strconv.FormatUint(round, 10)})
	}
	return s.entries.drawn(ctx, p, league.Player{})
}

// bound returns what the players have given to the public value of a tournament, by their ids; nil where there is none. Dice
// to which somebody gives something else hang on no public value: it was known by then.
func (s *Entries) bound(ctx context.Context, t league.Tournament) (map[string]string, error) {
	if !t.Valued {
		return nil, nil
	}
	closed, err := s.tournaments.closing(ctx, t)
	given := map[string]string{}
	for _, e := range closed.Entries {
		given[e.Player] = e.Contribution
	}
	return given, err
}

// hangs says that all that is given to a match was bound before the public value was known.
func hangs(bound map[string]string, f league.Fixture, given [2]string) bool {
	first, in := bound[f.First]
	second, too := bound[f.Second]
	return in && too && first == given[0] && second == given[1]
}
