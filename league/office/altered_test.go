package office_test

import (
	"context"
	"time"

	"kickabout/league"
	"kickabout/league/odds"
)

// altered is a store of which a test does some things itself; where it says nothing they are done as ever. There is one for
// all tests: for each type that holds a Store the compiler writes its four hundred methods once more.
type altered struct {
	Store
	append           func(ctx context.Context, p league.Progress) error
	appendTournament func(ctx context.Context, p league.TournamentProgress) error
	createTournament func(ctx context.Context, t league.Tournament, matches []league.Match, notices []league.Notice, facts ...league.Fact) error
	acceptOffer      func(ctx context.Context, acceptance league.Acceptance) error
	decided          func(ctx context.Context, pool league.Pool, before time.Time) ([]odds.Decided, error)
	failAnalysis     func(ctx context.Context, match string, version int, problem string, after time.Duration) error
	strengthsAt      func(ctx context.Context, pool league.Pool, players []string, at time.Time) (map[string]league.Rating, error)
	weigh            func(ctx context.Context, w league.Weighed) error
	weighing         func(ctx context.Context, viewer league.Viewer, limit int, span time.Duration) (league.Weighing, error)
}

func (a *altered) Append(ctx context.Context, p league.Progress) error {
	if a.append != nil {
		return a.append(ctx, p)
	}
	return a.Store.Append(ctx, p)
}

func (a *altered) AppendTournament(ctx context.Context, p league.TournamentProgress) error {
	if a.appendTournament != nil {
		return a.appendTournament(ctx, p)
	}
	return a.Store.AppendTournament(ctx, p)
}

func (a *altered) CreateTournament(ctx context.Context, t league.Tournament, matches []league.Match, notices []league.Notice, facts ...league.Fact) error {
	if a.createTournament != nil {
		return a.createTournament(ctx, t, matches, notices, facts...)
	}
	return a.Store.CreateTournament(ctx, t, matches, notices, facts...)
}

func (a *altered) AcceptOffer(ctx context.Context, acceptance league.Acceptance) error {
	if a.acceptOffer != nil {
		return a.acceptOffer(ctx, acceptance)
	}
	return a.Store.AcceptOffer(ctx, acceptance)
}

func (a *altered) Decided(ctx context.Context, pool league.Pool, before time.Time) ([]odds.Decided, error) {
	if a.decided != nil {
		return a.decided(ctx, pool, before)
	}
	return a.Store.Decided(ctx, pool, before)
}

func (a *altered) FailAnalysis(ctx context.Context, match string, version int, problem string, after time.Duration) error {
	if a.failAnalysis != nil {
		return a.failAnalysis(ctx, match, version, problem, after)
	}
	return a.Store.FailAnalysis(ctx, match, version, problem, after)
}

func (a *altered) StrengthsAt(ctx context.Context, pool league.Pool, players []string, at time.Time) (map[string]league.Rating, error) {
	if a.strengthsAt != nil {
		return a.strengthsAt(ctx, pool, players, at)
	}
	return a.Store.StrengthsAt(ctx, pool, players, at)
}

func (a *altered) Weigh(ctx context.Context, w league.Weighed) error {
	if a.weigh != nil {
		return a.weigh(ctx, w)
	}
	return a.Store.Weigh(ctx, w)
}

func (a *altered) Weighing(ctx context.Context, viewer league.Viewer, limit int, span time.Duration) (league.Weighing, error) {
	if a.weighing != nil {
		return a.weighing(ctx, viewer, limit, span)
	}
	return a.Store.Weighing(ctx, viewer, limit, span)
}
