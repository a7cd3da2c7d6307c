package ranking

import (
	"context"
	"time"

	"kickabout/league"
	"kickabout/league/program"
)

// ProgramsStore is what the ratings of bots need of the store about BOT accounts.
type ProgramsStore interface {
	// Programs lists the BOT accounts of an owner, or all of them if that is "", the oldest first.
	Programs(ctx context.Context, owner string) ([]program.Program, error)
}

// RankingStore is what Ranking needs of the store.
type RankingStore interface {
	// GivenUp lists the rated matches that counted and that their losers resigned after fewer
	// than so many moves, since a moment.
	GivenUp(ctx context.Context, viewer league.Viewer, since time.Time, moves int) ([]league.GivenUp, error)
	// LatestOver lists the matches that each of some players finished last, at most limit of each, in no order and without
	// logs.
	LatestOver(ctx context.Context, viewer league.Viewer, players []string, limit int) ([]league.Match, error)
	// PeakRatings returns the Elo that players have in pools now, and the highest that they have had since a moment, by
	// their ids; those of whom no match there has been rated are left out.
	PeakRatings(ctx context.Context, players map[league.Pool][]string, since time.Time) (map[league.Pool]map[string]league.Peak, error)
	// Player returns a player.
	Player(ctx context.Context, id string) (league.Player, error)
	// PlayersRatings returns a player's latest rating in each pool in which a match of theirs counted, by pool,
	// and how many others were active there since a moment, counted up to league.Testers.
	PlayersRatings(ctx context.Context, player string, since time.Time) ([]league.PoolRating, error)
	// Pools lists the pools in which somebody has a rating.
	Pools(ctx context.Context) ([]league.PoolSize, error)
	// RatedPlayers returns everybody who has a rating in a pool, the highest Elo first.
	RatedPlayers(ctx context.Context, pool league.Pool) ([]league.Rated, error)
	// RatingHistory returns a player's ratings in pools, the latest first, at most limit of each pool.
	RatingHistory(ctx context.Context, viewer league.Viewer, player string, limit int, pools ...league.Pool) ([]league.Change, error)
	// RatingsOf returns what a match did, by seat; nothing if it is not weighed.
	RatingsOf(ctx context.Context, viewer league.Viewer, match string) ([]league.Change, error)
	// Refund notes that whoever has not won against a player who was expelled, in rated matches that
	// ended from a moment on, gets back at another what that took from them. Of one player it
	// is noted once. Each of them is told once, of one of the matches; these notices are returned.
	Refund(ctx context.Context, player string, since, at time.Time) ([]league.Notice, error)
	// Weigh writes ratings in place of all from a moment on. If anybody else has written
	// ratings since the epoch was read, the error is of kind league.Stale and nothing is
	// written.
	Weigh(ctx context.Context, w league.Weighed) error
	// Weighing returns what it takes to rate the next matches, or to make the next refunds, at
	// most limit of them; without any if all are weighed. Late goes back for a span.
	Weighing(ctx context.Context, viewer league.Viewer, limit int, span time.Duration) (league.Weighing, error)
}

// PreviewsStore is what Previews needs of the store.
type PreviewsStore interface {
	// WeighingOf returns what it takes to rate one finished match at its place, without any match if it is not rated. Late goes
	// back for a span.
	WeighingOf(ctx context.Context, viewer league.Viewer, match league.Moment, span time.Duration) (league.Weighing, error)
}

// TalliesStore is what Tallies needs of the store.
type TalliesStore interface {
	// GameTallies counts a player's finished matches by game, against one opponent or against all ("").
	GameTallies(ctx context.Context, viewer league.Viewer, player, opponent string) (map[string]league.Tally, error)
	// MatchesBetween lists the finished matches of two players, the latest first, without logs, at most limit of them.
	MatchesBetween(ctx context.Context, viewer league.Viewer, player, opponent string, limit int) ([]league.Match, error)
	// Meetings lists what the matches that ended since a moment gave a player, of those that counted for them, in order.
	Meetings(ctx context.Context, viewer league.Viewer, player string, since time.Time) ([]league.Meeting, error)
	// MostMet lists whom a player has finished most matches with, at most limit of them.
	MostMet(ctx context.Context, viewer league.Viewer, player string, limit int) ([]league.Player, error)
	// MoveLogs returns the events, without what they say, of the matches that each of some players finished last against
	// others, at most last of them each, by the players' ids.
	MoveLogs(ctx context.Context, viewer league.Viewer, players []string, last int) (map[string][]league.MoveLog, error)
	// Player returns a player.
	Player(ctx context.Context, id string) (league.Player, error)
	// Players returns players by their ids, without those that are not there.
	Players(ctx context.Context, ids []string) (map[string]league.Player, error)
	// Tallies counts a player's finished matches by their ending, against one opponent or
	// against all ("").
	Tallies(ctx context.Context, viewer league.Viewer, player, opponent string) ([]league.Tally, error)
	// TalliesOf is Tallies of some players against all, by the players' ids.
	TalliesOf(ctx context.Context, viewer league.Viewer, players []string) (map[string][]league.Tally, error)
	// Waiting counts the running matches in which it is a player's turn.
	Waiting(ctx context.Context, player string) (int, error)
}
