package series

import (
	"context"
	"slices"

	"kickabout/league"
	"kickabout/league/formats/championship"
	"kickabout/league/formats/minicup"
	"kickabout/league/setting"
)

// What is retired (rules 1.2 of StreetSoccer): what runs by such rules goes on to its end, with the rounds and finals that
// are earned in it. Who waits for something to begin waits in the competition that succeeds it.

// heirOf returns the competition that succeeds one by retired rules; false if they are not retired.
func (s *Editions) heirOf(c league.Competition) (league.Competition, bool) {
	heir, retired := s.core.Retired()[c.Rules()]
	if !retired {
		return c, false
	}
	pool := league.ParsePool(heir)
	return league.Competition{Format: c.Format, Game: pool.Game, Variant: pool.Variant}, true
}

// forerunner returns the competition by retired rules that another one succeeds; false if there is none.
func (s *Editions) forerunner(c league.Competition) (league.Competition, bool) {
	for rules, heir := range s.core.Retired() {
		if heir == c.Rules() {
			pool := league.ParsePool(rules)
			return league.Competition{Format: c.Format, Game: pool.Game, Variant: pool.Variant}, true
		}
	}
	return c, false
}

// retire ends what of a competition by retired rules has not begun, and a ladder once its matches are over. It is
// level-triggered: what it has done is not there the next time.
func (s *Editions) retire(ctx context.Context, c league.Competition) error {
	heir, retired := s.heirOf(c)
	if !retired {
		return nil
	}
	editions, err := s.store.Editions(ctx, league.Site(), c.ID(), s.core.Now())
	if err != nil {
		return err
	}
	for _, t := range editions {
		ends := t.State == league.Registration
		if t.State == league.Running && t.Rolling {
			if ends, err = s.playedOut(ctx, t); err != nil {
				return err
			}
		}
		if !ends {
			continue
		}
		if err := s.moveEntrants(ctx, t, heir); err != nil {
			return err
		}
		if err := s.archive(ctx, c, t); err != nil {
			return err
		}
	}
	return nil
}

// playedOut says that no match of a ladder runs any more, and that what its matches came to has had its effect.
func (s *Editions) playedOut(ctx context.Context, t league.Tournament) (bool, error) {
	if err := s.rounds.AdvanceAll(ctx, t.ID); err != nil {
		return false, err
	}
	matches, err := s.players.Fixtures(ctx, league.Site(), t.ID)
	return !slices.ContainsFunc(matches, func(m league.Match) bool { return !m.State.Outcome.Over() }), err
}

// moveEntrants lets those who are in an edition enter the competition that succeeds it, in their order. If the site does
// not run that, they enter nothing.
func (s *Editions) moveEntrants(ctx context.Context, t league.Tournament, heir league.Competition) error {
	open, err := s.open(ctx, heir)
	if err != nil || !open || len(t.Entries) == 0 {
		return err
	}
	for _, e := range t.Entries {
		if e.Player.Kind != league.Member {
			continue
		}
		target, found, err := s.counterpart(ctx, t, heir)
		if err == nil && !found { // the site has not opened it yet, or it has just become full
			if err = s.advanceSteps(ctx, heir, false); err == nil {
				target, found, err = s.counterpart(ctx, t, heir)
			}
		}
		if err != nil {
			return err
		}
		if _, in := target.Entrant(e.Player.ID); !found || in {
			continue
		}
		step := league.Step{Edition: target.Edition, Tell: []string{e.Player.ID}, Decisions: []league.Decision{
			{Act: league.ActEntered, Player: e.Player, Text: textSucceeds.Of(t.Name)},
		}}
		if _, err := s.applyStep(ctx, heir, step); err != nil {
			return err
		}
	}
	return nil
}

// counterpart finds the edition that those enter who waited in one by retired rules: of a mini cup the queue of the same
// level.
func (s *Editions) counterpart(ctx context.Context, t league.Tournament, heir league.Competition) (league.Tournament, bool, error) {
	editions, err := s.store.Editions(ctx, league.Site(), heir.ID(), s.core.Now())
	level, _, levelled := minicup.Level(t.Edition)
	for _, to := range editions {
		same, _, _ := minicup.Level(to.Edition)
		takes := to.State == league.Registration && (to.Places == league.AnyNumber || len(to.Entries) < to.Places)
		if to.Rolling {
			takes = to.State == league.Running
		}
		if takes && (!levelled || same == level) {
			return to, true, err
		}
	}
	return league.Tournament{}, false, err
}

// archive ends an edition from which everybody has moved on.
func (s *Editions) archive(ctx context.Context, c league.Competition, t league.Tournament) error {
	end := league.Decision{Act: league.ActCancelled, Text: textRetired.Of()}
	if t.Rolling {
		end = league.Decision{Act: league.ActFinished}
	}
	_, err := s.applyStep(ctx, c, league.Step{Edition: t.Edition, Decisions: []league.Decision{end}})
	return err
}

// earned says that a step opens an edition that begins with those who have earned their places: a round, a final.
func earned(step league.Step) bool {
	return slices.ContainsFunc(step.Decisions, func(d league.Decision) bool { return d.Act == league.ActStarted })
}

// before reads the editions of the competition that one has succeeded, as far as rights in it may follow from them: the
// seasons of a championship, the groups of a mini cup.
func (s *Editions) before(ctx context.Context, c league.Competition) ([]league.Edition, error) {
	old, ok := s.forerunner(c)
	if !ok || c.Format != championship.ID && c.Format != string(setting.MiniCup) {
		return nil, nil
	}
	list, err := s.store.Editions(ctx, league.Site(), old.ID(), s.core.Now().Add(-series(c).Memory()))
	editions := make([]league.Edition, len(list))
	for i, t := range list {
		editions[i].Tournament = t
	}
	return editions, err
}

// completeBefore adds to the last one of them that is over its tables, if they are looked at.
func (s *Editions) completeBefore(ctx context.Context, state league.SeriesState) (err error) {
	var latest *league.Edition
	for i, e := range state.Before {
		if t := e.Tournament; t.State == league.Finished && (latest == nil || t.Ended.After(latest.Tournament.Ended)) {
			latest = &state.Before[i]
		}
	}
	if r, ok := series(state.Competition).(league.Reader); latest == nil || ok && !r.Reads(state) {
		return nil
	}
	latest.Rows, err = s.rows(ctx, state.Competition, latest.Tournament)
	return err
}

// rows returns the final tables of an edition, group after group.
func (s *Editions) rows(ctx context.Context, c league.Competition, t league.Tournament) (rows []league.Row, err error) {
	matches, err := s.players.Fixtures(ctx, league.Site(), t.ID)
	if err != nil {
		return nil, err
	}
	groups, err := s.tournaments.Groups(t, series(c), matches, s.core.Now())
	for _, g := range groups {
		rows = append(rows, g.Rows...)
	}
	return rows, err
}
