package ranking

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/store/matches"
	"kickabout/store/people"
	"kickabout/store/sqldb"
)

// RatingsOf returns what a match did to the ratings of its players, by seat; nothing if it is
// not weighed.
func (s *Store) RatingsOf(ctx context.Context, viewer league.Viewer, match string) ([]league.Change, error) {
	in, err := matches.OfSeenMatches(viewer, "ratings.match_id")
	if err != nil {
		return nil, err
	}
	return readRatings(ctx, s.db, func(db *gorm.DB) *gorm.DB {
		return in.Narrow(db.Where("match_id = ? AND seat < ?", match, refundSeats)).Order("seat")
	})
}

// PlayersRatings returns a player's latest rating in each pool in which a match of theirs
// counted, by pool, and how many others were active there since a moment.
func (s *Store) PlayersRatings(ctx context.Context, player string, since time.Time) ([]league.PoolRating, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []struct {
		Rating ratingRow `gorm:"embedded"`
		Others int
	}
	const others = "(SELECT COUNT(*) FROM (SELECT 1 FROM ratings l WHERE l.latest = 1 AND l.game = ratings.game AND l.variant = ratings.variant" +
		" AND l.player_id <> ratings.player_id AND l.after_last_ms > ? LIMIT ?) few)" // so many are enough
	err := s.db.Reader(ctx).Table("ratings").Select("ratings.*, "+others+" AS others", sqldb.Millis(since), league.Testers).
		Where("player_id = ? AND latest = 1 AND after_games > 0", player).Order("game, variant").Find(&rows).Error
	ratings := make([]league.PoolRating, len(rows))
	for i, r := range rows {
		c := r.Rating.change()
		ratings[i] = league.PoolRating{Pool: c.Pool, Standing: c.After, Others: r.Others}
	}
	return ratings, sqldb.Explain(err, "reading the ratings of player %s", player)
}

// RatingHistory returns a player's ratings in pools, the latest first, at most limit of each pool;
// also those of matches that did not count. It is one statement for all pools, each of which is read from the end of its
// index.
func (s *Store) RatingHistory(ctx context.Context, viewer league.Viewer, player string, limit int, pools ...league.Pool) ([]league.Change, error) {
	in, err := matches.OfSeenMatches(viewer, "ratings.match_id")
	if err != nil || len(pools) == 0 {
		return nil, err
	}
	const latestFirst = "ended_ms DESC, match_id DESC, seat DESC"
	return readRatings(ctx, s.db, func(db *gorm.DB) *gorm.DB {
		parts, of := make([]string, len(pools)), make([]any, len(pools))
		for i, pool := range pools {
			parts[i] = fmt.Sprintf("SELECT * FROM (?) p%d", i)
			of[i] = in.Narrow(db.Model(&ratingRow{}).Where("player_id = ? AND game = ? AND variant = ?", player, pool.Game, pool.Variant)).
				Order(latestFirst).Limit(limit)
		}
		return db.Table("("+strings.Join(parts, " UNION ALL ")+") ratings", of...).Order(latestFirst)
	})
}

func readRatings(ctx context.Context, db *sqldb.DB, narrow func(*gorm.DB) *gorm.DB) ([]league.Change, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []ratingRow
	err := narrow(db.Reader(ctx)).Find(&rows).Error
	return changes(rows), sqldb.Explain(err, "reading ratings")
}

// afterColumns are those of how somebody stands: the others of a rating are no use to lists of thousands.
const afterColumns = "after_elo, after_games, after_wins, after_grade, after_rating, after_deviation, after_volatility, after_last_ms, after_faced, "

// ratedRow is how a player stands.
type ratedRow struct {
	After  standingRow      `gorm:"embedded;embeddedPrefix:after_"`
	Player people.PlayerRow `gorm:"embedded;embeddedPrefix:p_"`
}

// RatedPlayers returns everybody who has a rating in a pool, the highest Elo first.
func (s *Store) RatedPlayers(ctx context.Context, pool league.Pool) ([]league.Rated, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []ratedRow
	err := s.db.Reader(ctx).Table("ratings").Select(afterColumns+people.PlayerColumns("p", "p_")).
		Joins("LEFT JOIN players p ON p.id = ratings.player_id").
		Where("latest = 1 AND after_games > 0 AND game = ? AND variant = ?", pool.Game, pool.Variant).
		Order("after_elo DESC, player_id").Find(&rows).Error
	if err != nil {
		return nil, sqldb.Explain(err, "listing the ratings of %s", pool)
	}
	rated := make([]league.Rated, len(rows))
	for i, r := range rows {
		rated[i] = league.Rated{Player: r.Player.Player(), Standing: r.After.standing()}
	}
	return rated, nil
}

// Standings returns players by their ids with how they stand in a pool, which is zero for who has no rating there; those
// that are not there are left out.
func (s *Stand) Standings(ctx context.Context, pool league.Pool, players []string) (map[string]league.Rated, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	stand := make(map[string]league.Rated, len(players))
	for chunk := range slices.Chunk(players, sqldb.RowsAtOnce) {
		var rows []ratedRow
		err := s.db.Reader(ctx).Table("players p").Select(afterColumns+people.PlayerColumns("p", "p_")).
			Joins("LEFT JOIN ratings ON ratings.player_id = p.id AND latest = 1 AND after_games > 0 AND game = ? AND variant = ?", pool.Game, pool.Variant).
			Where("p.id IN ?", chunk).Find(&rows).Error
		if err != nil {
			return nil, sqldb.Explain(err, "reading how players stand in %s", pool)
		}
		for _, r := range rows {
			stand[r.Player.ID] = league.Rated{Player: r.Player.Player(), Standing: r.After.standing()}
		}
	}
	return stand, nil
}

// Strengths returns the ratings by Glicko-2 that players have in a pool; who has none is left out.
func (s *Store) Strengths(ctx context.Context, pool league.Pool, players []string) (map[string]league.Rating, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	strengths := make(map[string]league.Rating, len(players))
	for chunk := range slices.Chunk(players, sqldb.RowsAtOnce) {
		query := s.db.Reader(ctx).Table("ratings").Select("player_id, after_rating").
			Where("latest = 1 AND after_games > 0 AND game = ? AND variant = ? AND player_id IN ?", pool.Game, pool.Variant, chunk)
		err := sqldb.EachRow(query, func(rows *sql.Rows) error {
			var player string
			var rating float64
			err := rows.Scan(&player, &rating)
			strengths[player] = league.Rating(rating)
			return err
		})
		if err != nil {
			return nil, sqldb.Explain(err, "reading ratings in %s", pool)
		}
	}
	return strengths, nil
}

// Pools lists the pools in which somebody has a rating.
func (s *Store) Pools(ctx context.Context) ([]league.PoolSize, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []struct {
		Game, Variant string
		Players       int
	}
	err := s.db.Reader(ctx).Table("ratings").Select("game, variant, COUNT(*) AS players").
		Where("latest = 1 AND after_games > 0").Group("game, variant").Order("game, variant").Find(&rows).Error
	if err != nil {
		return nil, sqldb.Explain(err, "listing pools")
	}
	pools := make([]league.PoolSize, len(rows))
	for i, r := range rows {
		pools[i] = league.PoolSize{Pool: league.Pool{Game: r.Game, Variant: r.Variant}, Players: r.Players}
	}
	return pools, nil
}

// gameRow is a tallyRow of one game.
type gameRow struct {
	Game  string
	Tally tallyRow `gorm:"embedded"`
}

// gameQuery reads gameRows. As with tallyQuery, each half is read from its own index alone.
func gameQuery(in matches.Sight, player, opponent string) (query string, arguments []any) {
	half := func(seat, mine, other string) string {
		against, who := " <> ?", player
		if opponent != "" {
			against, who = " = ?", opponent
		}
		arguments = append(append(arguments, string(engine.Void), player, who), in.Arguments()...)
		return "SELECT game, " + seat + " AS seat, first_seat, winner, COUNT(*) AS matches, SUM(score_first) AS score_first, SUM(score_second) AS score_second" +
			" FROM matches WHERE to_move = 0 AND ending <> ? AND " + mine + " = ? AND " + other + against + in.And() + " GROUP BY game, winner, first_seat"
	}
	return half("0", "player0", "player1") + " UNION ALL " + half("1", "player1", "player0"), arguments
}

// GameTallies counts a player's finished matches by game, against one opponent or against all (""). What counts is as
// with Tallies.
func (s *Store) GameTallies(ctx context.Context, viewer league.Viewer, player, opponent string) (map[string]league.Tally, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	in, err := matches.SeenMatches(viewer, "matches")
	if err != nil {
		return nil, err
	}
	query, arguments := gameQuery(in, player, opponent)
	var rows []gameRow
	if err := s.db.Reader(ctx).Raw(query, arguments...).Find(&rows).Error; err != nil {
		return nil, sqldb.Explain(err, "counting a player's matches by game")
	}
	sums := map[string]league.Tally{}
	for _, r := range rows {
		sum := sums[r.Game]
		r.Tally.add(&sum)
		sums[r.Game] = sum
	}
	return sums, nil
}

// MatchesBetween lists the finished matches of two players, the latest first, without logs. What counts is as with Tallies.
func (s *Store) MatchesBetween(ctx context.Context, viewer league.Viewer, player, opponent string, limit int) ([]league.Match, error) {
	return matches.List(ctx, viewer, s.db, "two players'", func(db *gorm.DB) *gorm.DB {
		const half = "SELECT id FROM matches WHERE to_move = 0 AND player0 = ? AND player1 = ?" // each has its index; else all matches are looked at by two who never met
		return db.Where("matches.id IN ("+half+" UNION ALL "+half+") AND ending <> ?", player, opponent, opponent, player, string(engine.Void)).
			Order("moved_ms DESC, matches.id DESC").Limit(limit)
	})
}

// MostMet lists whom a player has finished most matches with, at most limit of them.
func (s *Store) MostMet(ctx context.Context, viewer league.Viewer, player string, limit int) ([]league.Player, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	in, err := matches.SeenMatches(viewer, "matches")
	if err != nil {
		return nil, err
	}
	var arguments []any
	half := func(mine, other string) string {
		arguments = append(append(arguments, string(engine.Void), player, player), in.Arguments()...)
		return "SELECT " + other + " AS opponent, COUNT(*) AS matches FROM matches WHERE to_move = 0 AND ending <> ? AND " + mine + " = ? AND " + other + " <> ?" + in.And() + " GROUP BY " + other
	}
	halves := half("player0", "player1") + " UNION ALL " + half("player1", "player0")
	var rows []people.PlayerRow
	err = s.db.Reader(ctx).Raw("SELECT players.id, name, kind, created_ms FROM (SELECT opponent, SUM(matches) AS matches FROM ("+
		halves+") AS seats GROUP BY opponent ORDER BY matches DESC, opponent LIMIT ?) AS met"+
		" JOIN players ON players.id = met.opponent ORDER BY met.matches DESC, players.id",
		append(arguments, limit)...).Find(&rows).Error
	if err != nil {
		return nil, sqldb.Explain(err, "listing a player's opponents")
	}
	players := make([]league.Player, len(rows))
	for i, r := range rows {
		players[i] = r.Player()
	}
	return players, nil
}
