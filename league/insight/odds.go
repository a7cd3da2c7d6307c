package insight

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"kickabout/league"
	"kickabout/league/odds"
	"kickabout/league/tournaments"
)

// FitModels fits the month's model of each pool in which somebody has a rating to what ended
// before the month (R-RA-5). A pool that has one already is left alone.
func (s *Odds) FitModels(ctx context.Context) error {
	now := s.core.Now()
	month := time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, time.UTC)
	name := month.Format("2006-01")
	fits, err := s.store.ModelFits(ctx)
	if err != nil {
		return err
	}
	pools, err := s.store.Pools(ctx)
	if err != nil {
		return err
	}
	for _, p := range pools {
		if slices.ContainsFunc(fits, func(f odds.ModelFit) bool { return f.Pool == p.Pool && f.Month >= name }) {
			continue
		}
		decided, err := s.store.Decided(ctx, p.Pool, month)
		if err != nil {
			return err
		}
		matches, rated := odds.Gather(decided)
		if len(matches) == 0 {
			continue
		}
		fit := odds.FitTo(matches)
		err = s.store.PutModelFit(ctx, odds.ModelFit{
			Pool: p.Pool, Month: name, Matches: fit.Matches, Rated: rated,
			Cuts: fit.Model.Cuts, Slope: fit.Model.Slope, LogLoss: fit.LogLoss, Base: fit.Base, Fitted: now,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// ModelFits returns the latest fit of each pool, those too that come from too few matches to be
// published.
func (s *Odds) ModelFits(ctx context.Context) ([]odds.ModelFit, error) {
	return s.store.ModelFits(ctx)
}

// runs is how often a group is played to its end: the standard error of what comes of it is at
// most 0.7 percent.
const runs = 5000

// Odds returns how a group of a tournament will probably end; nil where nothing is open,
// where a bot plays, whose strength the model does not know, or as long as there are too
// few matches of its variant (R-RA-5). The same state of a group gives the same odds on every
// node: the strengths are those at the end of its last match.
func (s *Odds) Odds(ctx context.Context, t league.Tournament, g tournaments.GroupView) (*odds.Group, error) {
	if g.Table == nil || len(g.Table.Open()) == 0 || playsBot(t, g.Rows) {
		return nil, nil
	}
	fit, err := s.store.ModelFit(ctx, league.Pool{Game: t.Game, Variant: t.Variant})
	if err != nil || !odds.Publishable(fit) {
		return nil, err
	}
	state := groupStateOf(t, g, fit)
	f := s.forecasts.at(state)
	f.once.Do(func() { f.odds, f.err = s.simulate(ctx, fit, g, state, t.Started) })
	if f.err != nil {
		s.forecasts.drop(state)
		return nil, f.err
	}
	return &odds.Group{Forecast: f.odds, Fit: fit}, nil
}

// RecordOdds keeps how each group that is being played will probably end, as it stands today. Of a day that is kept
// nothing is computed again.
func (s *Odds) RecordOdds(ctx context.Context) error {
	ids, err := s.store.RunningTournaments(ctx)
	if err != nil {
		return err
	}
	var problems []error
	for _, id := range ids {
		if err := s.recordOddsOf(ctx, id); err != nil {
			problems = append(problems, fmt.Errorf("tournament %s: %w", id, err))
		}
	}
	return errors.Join(problems...)
}

// recordOddsOf keeps the odds of the groups of one tournament.
func (s *Odds) recordOddsOf(ctx context.Context, id string) error {
	v, err := s.tournaments.Tournament(ctx, league.Site(), id)
	if err != nil {
		return err
	}
	today := odds.DayOf(s.core.Now())
	for _, g := range v.Groups {
		kept, err := s.store.DayOdds(ctx, league.Site(), id, g.Group)
		if err != nil {
			return err
		}
		if len(kept) > 0 && kept[len(kept)-1].Day.Equal(today) {
			continue
		}
		given, err := s.Odds(ctx, v.Tournament, g)
		if err != nil {
			return err
		}
		if given == nil {
			continue
		}
		if err := s.store.PutDayOdds(ctx, given.Forecast.OnDay(id, g.Group, today)); err != nil {
			return err
		}
	}
	return nil
}

// DayOdds returns how a group would probably have ended, day by day.
func (s *Odds) DayOdds(ctx context.Context, viewer league.Viewer, tournament string, g league.Group) ([]odds.DayOdds, error) {
	return s.store.DayOdds(ctx, viewer, tournament, g)
}

func playsBot(t league.Tournament, rows []league.Row) bool {
	return slices.ContainsFunc(rows, func(r league.Row) bool {
		e, _ := t.Entrant(r.Player)
		return e.Player.Machine()
	})
}

// groupState names all that the odds of a group depend on.
type groupState [sha256.Size]byte

func groupStateOf(t league.Tournament, g tournaments.GroupView, fit odds.ModelFit) groupState {
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%s\n%d\n%s\n", t.ID, g.Group, t.Last, fit.Month)
	for _, m := range g.Matches {
		fmt.Fprintf(h, "%s %d %v\n", m.Fixture, m.State.First, m.State.Outcome)
	}
	return groupState(h.Sum(nil))
}

// simulate plays a group to its end.
func (s *Odds) simulate(ctx context.Context, fit odds.ModelFit, g tournaments.GroupView, state groupState, started time.Time) (odds.Forecast, error) {
	at := started
	for _, m := range g.Matches {
		if m.State.Outcome.Over() && m.State.Moved.After(at) {
			at = m.State.Moved
		}
	}
	var players []string
	strength := map[string]float64{}
	for _, r := range g.Rows {
		players = append(players, r.Player)
		strength[r.Player] = league.FirstRating
	}
	known, err := s.store.StrengthsAt(ctx, fit.Pool, players, at)
	if err != nil {
		return odds.Forecast{}, err
	}
	for p, r := range known {
		strength[p] = float64(r)
	}
	rng := rand.New(rand.NewPCG(binary.BigEndian.Uint64(state[:8]), binary.BigEndian.Uint64(state[8:16])))
	return odds.Simulate(g.Table, strength, odds.ModelOf(fit), runs, rng)
}

// forecasts keeps the latest odds that were looked at, by the state of the group, so that a
// state is played through once however many look at it.
type forecasts struct {
	mu    sync.Mutex
	of    map[groupState]*forecast
	order []groupState // the oldest first
}

type forecast struct {
	once sync.Once
	odds odds.Forecast
	err  error
}

// forecastsKept is how many odds are kept.
const forecastsKept = 200

// at returns the odds of a state, which may still have to be computed.
func (k *forecasts) at(state groupState) *forecast {
	k.mu.Lock()
	defer k.mu.Unlock()
	if f, ok := k.of[state]; ok {
		return f
	}
	if k.of == nil {
		k.of = map[groupState]*forecast{}
	}
	if len(k.order) >= forecastsKept {
		delete(k.of, k.order[0])
		k.order = k.order[1:]
	}
	f := &forecast{}
	k.of[state], k.order = f, append(k.order, state)
	return f
}

// drop forgets the odds of a state.
func (k *forecasts) drop(state groupState) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.of, state)
	k.order = slices.DeleteFunc(k.order, func(s groupState) bool { return s == state })
}
