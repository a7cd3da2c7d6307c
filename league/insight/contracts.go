package insight

import (
	"context"
	"time"

	"kickabout/league"
	"kickabout/league/assessment"
	"kickabout/league/odds"
)

// AnalysesStore is what Analyses needs of the store.
type AnalysesStore interface {
	// Analysis returns what a match was worth as far as that is known.
	Analysis(ctx context.Context, viewer league.Viewer, match string) (assessment.Analysis, error)
	// ClaimAnalysis takes up a finished match that a judge of a version has not seen to, for the time of
	// a lease. It returns its id and how often it has been taken up; "" if there is none now.
	ClaimAnalysis(ctx context.Context, version int, lease time.Duration) (match string, tries int, err error)
	// FailAnalysis notes why an analysis failed; it is taken up again after a time, never if that is 0.
	FailAnalysis(ctx context.Context, match string, version int, problem string, after time.Duration) error
	// LuckTable finds who had most and least luck in the analysed rated matches of a pool since a moment, of
	// those who played least of them, at most limit each.
	LuckTable(ctx context.Context, viewer league.Viewer, pool league.Pool, from time.Time, least, limit int) (lucky, unlucky []assessment.PlayerLuck, err error)
	// Match returns a match with its log.
	Match(ctx context.Context, viewer league.Viewer, id string) (league.Match, error)
	// PutAnalysis keeps what a match was worth, unless a judge that is as new has done so already.
	PutAnalysis(ctx context.Context, a assessment.Analysis) error
	// TournamentGroup returns a tournament with the entries of some groups alone.
	TournamentGroup(ctx context.Context, viewer league.Viewer, id string, groups ...league.Group) (league.Tournament, error)
	// LuckIn sums up what the analysed matches of a tournament, or some of them, were worth to each of its
	// people.
	LuckIn(ctx context.Context, viewer league.Viewer, of assessment.LuckScope) ([]assessment.PlayerLuck, error)
	// LuckOf sums up by game what a player's analysed matches against people were worth.
	LuckOf(ctx context.Context, viewer league.Viewer, player string) ([]assessment.LuckSum, error)
}

// OddsStore is what Odds needs of the store.
type OddsStore interface {
	// DayOdds returns the odds of a group from day to day, by day and player.
	DayOdds(ctx context.Context, viewer league.Viewer, tournament string, g league.Group) ([]odds.DayOdds, error)
	// Decided returns the matches of a pool between people that ended before a moment, in the
	// order of their end.
	Decided(ctx context.Context, pool league.Pool, before time.Time) ([]odds.Decided, error)
	// ModelFit returns the latest fit of a pool; the zero one if there is none.
	ModelFit(ctx context.Context, pool league.Pool) (odds.ModelFit, error)
	// ModelFits returns the latest fit of each pool, by pool.
	ModelFits(ctx context.Context) ([]odds.ModelFit, error)
	// Pools lists the pools in which somebody has a rating.
	Pools(ctx context.Context) ([]league.PoolSize, error)
	// PutDayOdds keeps odds of a day, unless there are some of that player in that group on that day.
	PutDayOdds(ctx context.Context, odds []odds.DayOdds) error
	// PutModelFit stores a fit, unless there is one of its pool and month already.
	PutModelFit(ctx context.Context, f odds.ModelFit) error
	// RatingHistory returns a player's ratings in pools, the latest first, at most limit of each pool.
	RatingHistory(ctx context.Context, viewer league.Viewer, player string, limit int, pools ...league.Pool) ([]league.Change, error)
	// RunningTournaments lists the ids of the tournaments that are being played, rolling ones apart.
	RunningTournaments(ctx context.Context) ([]string, error)
	// StrengthsAt returns the ratings by Glicko-2 that players had at a moment in a pool, after
	// all that ended until then; who had none is left out.
	StrengthsAt(ctx context.Context, pool league.Pool, players []string, at time.Time) (map[string]league.Rating, error)
}
