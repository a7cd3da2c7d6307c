package ranking

import (
	"context"
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

type standingRow struct {
	Elo        int64
	Games      int
	Wins       int
	Grade      int
	Rating     float64
	Deviation  float64
	Volatility float64
	LastMs     int64
	Faced      int
}

func standingToRow(s league.Standing) standingRow {
	return standingRow{
		int64(s.Elo), s.Games, s.Wins, int(s.Grade),
		float64(s.Strength.Rating), float64(s.Strength.Deviation), float64(s.Strength.Volatility), sqldb.Millis(s.Last), s.Faced,
	}
}

func (r standingRow) standing() league.Standing {
	return league.Standing{
		Elo: league.Elo(r.Elo), Games: r.Games, Wins: r.Wins, Grade: league.Grade(r.Grade), Last: sqldb.Moment(r.LastMs), Faced: r.Faced,
		Strength: league.Strength{Rating: league.Rating(r.Rating), Deviation: league.Deviation(r.Deviation), Volatility: league.Volatility(r.Volatility)},
	}
}

type ratingRow struct {
	MatchID  string
	Seat     int
	PlayerID string
	Game     string
	Variant  string
	EndedMs  int64
	Why      string
	Late     int
	Latest   int
	Before   standingRow `gorm:"embedded;embeddedPrefix:before_"`
	After    standingRow `gorm:"embedded;embeddedPrefix:after_"`
}

func (ratingRow) TableName() string { return "ratings" }

func ratingToRow(c league.Change) ratingRow {
	seat := c.Seat
	if c.Why == league.Refunded {
		seat += refundSeats
	}
	return ratingRow{
		c.Match, seat, c.Player, c.Pool.Game, c.Pool.Variant, sqldb.Millis(c.Ended), string(c.Why), sqldb.Flag(c.Late), sqldb.Flag(c.Current),
		standingToRow(c.Before), standingToRow(c.After),
	}
}

// refundSeats is what the seat of a refund is raised by: there the match itself has its row.
const refundSeats = 2

func (r ratingRow) change() league.Change {
	return league.Change{
		Match: r.MatchID, Seat: r.Seat % refundSeats, Player: r.PlayerID, Pool: league.Pool{Game: r.Game, Variant: r.Variant}, Ended: sqldb.Moment(r.EndedMs),
		Why: league.Uncounted(r.Why), Late: r.Late != 0, Current: r.Latest != 0, Before: r.Before.standing(), After: r.After.standing(),
	}
}

// Weighing returns what it takes to rate the next matches, at most limit of them; none if
// all are weighed. Late goes back for a span. Refunds that are due before them come instead,
// and alone. The epoch is read before all else, so that what others change meanwhile makes
// Weigh refuse.
func (s *Store) Weighing(ctx context.Context, viewer league.Viewer, limit int, span time.Duration) (w league.Weighing, err error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	defer func() { err = sqldb.Explain(err, "looking for matches to rate") }()
	if _, _, err := viewer.Sees(); err != nil {
		return league.Weighing{}, err
	}
	db := s.db.Reader(ctx)
	if err := db.Table("weighing").Select("epoch").Scan(&w.Epoch).Error; err != nil {
		return league.Weighing{}, err
	}
	first, found, err := firstUnweighed(db)
	if err != nil {
		return w, err
	}
	refund, refunds, err := firstRefund(db, "weighed = 0")
	if refunds && (!found || refund.Before(first)) && err == nil {
		return w, weighRefunds(db, &w, refund, limit)
	}
	if err != nil || !found {
		return w, err
	}
	err = weighingFrom(ctx, s.db, viewer, &w, first, limit, span)
	return w, err
}

// WeighingOf returns what it takes to rate one finished match at its place, without any match if it is not rated.
func (s *Store) WeighingOf(ctx context.Context, viewer league.Viewer, match league.Moment, span time.Duration) (w league.Weighing, err error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	if _, _, err = viewer.Sees(); err == nil {
		err = weighingFrom(ctx, s.db, viewer, &w, match, 1, span)
	}
	if len(w.Matches) > 0 && w.Matches[0].ID != match.Match {
		w = league.Weighing{}
	}
	return w, sqldb.Explain(err, "looking how match %s is rated", match.Match)
}

// weighingFrom adds what it takes to rate the matches from a moment on, at most limit of them and up to the next refunds.
func weighingFrom(ctx context.Context, sdb *sqldb.DB, viewer league.Viewer, w *league.Weighing, first league.Moment, limit int, span time.Duration) error {
	db := sdb.Reader(ctx)
	until, bounded, err := firstRefund(db, "(at_ms, match_id) > (?, ?)", sqldb.Millis(first.Ended), first.Match)
	if err != nil {
		return err
	}
	w.Matches, err = matches.List(ctx, viewer, sdb, "rated", func(db *gorm.DB) *gorm.DB {
		db = db.Where(matches.Weighable+" AND (matches.moved_ms, matches.id) >= (?, ?)", sqldb.Millis(first.Ended), first.Match)
		if bounded {
			db = db.Where("(matches.moved_ms, matches.id) < (?, ?)", sqldb.Millis(until.Ended), until.Match)
		}
		return db.Order("matches.moved_ms, matches.id").Limit(limit)
	})
	if err != nil || len(w.Matches) == 0 {
		return err
	}
	first = w.Matches[0].Moment()
	if w.Before, err = standingsBefore(db, holdersOf(w.Matches), first); err != nil {
		return err
	}
	if w.Late, err = lateBefore(db, w.Matches, span); err != nil {
		return err
	}
	return lately(db, w, first)
}

// firstUnweighed returns the moment of the first match that waits to be rated; false if
// there is none.
func firstUnweighed(db *gorm.DB) (league.Moment, bool, error) {
	var first matches.Row
	found := db.Select("id, moved_ms").Where(matches.Weighable + " AND weighed = 0").Order("moved_ms, id").Limit(1).Find(&first)
	return league.Moment{Ended: sqldb.Moment(first.State.MovedMs), Match: first.ID}, found.RowsAffected > 0, found.Error
}

// holder is a player in a pool.
type holder struct{ game, variant, player string }

// holdersOf returns the players of matches, each once, in order.
func holdersOf(matches []league.Match) (all []holder) {
	for _, m := range matches {
		for _, s := range m.Seats {
			all = append(all, holder{m.Game, m.Variant, s.Player.ID})
		}
	}
	return each(all)
}

// each returns every holder once, in order.
func each(all []holder) []holder {
	slices.SortFunc(all, func(a, b holder) int {
		return strings.Compare(a.game+"\n"+a.variant+"\n"+a.player, b.game+"\n"+b.variant+"\n"+b.player)
	})
	return slices.Compact(all)
}

// ofHolders returns a condition on game, variant and player_id that holds for some holders. It
// names pool by pool, so that each player is looked up in the index of those.
func ofHolders(holders []holder) (condition string, arguments []any) {
	players := map[league.Pool][]string{}
	for _, h := range holders {
		pool := league.Pool{Game: h.game, Variant: h.variant}
		players[pool] = append(players[pool], h.player)
	}
	var parts []string
	for pool, ids := range players {
		parts = append(parts, "(game = ? AND variant = ? AND player_id IN ?)")
		arguments = append(arguments, pool.Game, pool.Variant, ids)
	}
	return "(" + strings.Join(parts, " OR ") + ")", arguments
}

// standingsBefore returns the last rating of each holder before a moment. It is their latest, but for those who have been rated from there on already.
func standingsBefore(db *gorm.DB, holders []holder, first league.Moment) ([]league.Change, error) {
	at := sqldb.Millis(first.Ended)
	condition, arguments := ofHolders(holders)
	var rows []ratingRow
	err := db.Where("latest = 1 AND "+condition, arguments...).Find(&rows).Error
	if err != nil {
		return nil, err
	}
	var before []league.Change
	for _, r := range rows {
		if r.EndedMs > at || r.EndedMs == at && r.MatchID >= first.Match {
			var earlier []ratingRow
			err := db.Where("player_id = ? AND game = ? AND variant = ?", r.PlayerID, r.Game, r.Variant).
				Where("(ended_ms, match_id) < (?, ?)", at, first.Match).
				Order("ended_ms DESC, match_id DESC, seat DESC").Limit(1).Find(&earlier).Error
			if err != nil {
				return nil, err
			}
			if len(earlier) == 0 {
				continue
			}
			r = earlier[0]
		}
		before = append(before, r.change())
	}
	return before, nil
}

// lateBefore returns what the players of matches lost on time within a span before the first.
func lateBefore(db *gorm.DB, matches []league.Match, span time.Duration) ([]league.Change, error) {
	var players []string
	for _, h := range holdersOf(matches) {
		players = append(players, h.player)
	}
	first := matches[0].State.Moved
	var rows []ratingRow
	err := db.Where("late = 1 AND player_id IN ? AND ended_ms >= ?", players, sqldb.Millis(first.Add(-span))).
		Where("(ended_ms, match_id) < (?, ?)", sqldb.Millis(first), matches[0].ID).Order("ended_ms, match_id, seat").Find(&rows).Error
	return changes(rows), err
}

func changes(rows []ratingRow) []league.Change {
	var all []league.Change
	for _, r := range rows {
		all = append(all, r.change())
	}
	return all
}

// PeakRatings returns the Elo that players have in pools now, and the highest that they have had since a moment; those of
// whom no match there has been rated are left out.
func (s *Store) PeakRatings(ctx context.Context, players map[league.Pool][]string, since time.Time) (map[league.Pool]map[string]league.Peak, error) {
	peaks := map[league.Pool]map[string]league.Peak{}
	var holders []holder
	for pool, ids := range players {
		peaks[pool] = map[string]league.Peak{}
		for _, id := range ids {
			holders = append(holders, holder{pool.Game, pool.Variant, id})
		}
	}
	if len(holders) == 0 {
		return peaks, nil
	}
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	condition, arguments := ofHolders(holders)
	at := sqldb.Millis(since)
	var rows []struct {
		PlayerID, Game, Variant string
		Elo, Games, Highest     *int64
	}
	// What they had when the time began, before their first match in it, counts unless they had none.
	err := s.db.Reader(ctx).Model(&ratingRow{}).Where(condition, arguments...).Where("(latest = 1 OR ended_ms >= ?)", at).
		Select("player_id, game, variant, MAX(CASE WHEN latest = 1 THEN after_elo END) AS elo, MAX(CASE WHEN latest = 1 THEN after_games END) AS games, "+
			"MAX(CASE WHEN ended_ms < ? THEN NULL WHEN before_games > 0 AND before_elo > after_elo THEN before_elo ELSE after_elo END) AS highest", at).
		Group("player_id, game, variant").Find(&rows).Error
	for _, r := range rows {
		if r.Games == nil || *r.Games == 0 {
			continue
		}
		peak := league.Peak{Now: league.Elo(*r.Elo), Highest: league.Elo(*r.Elo)}
		if r.Highest != nil {
			peak.Highest = max(peak.Highest, league.Elo(*r.Highest))
		}
		peaks[league.Pool{Game: r.Game, Variant: r.Variant}][r.PlayerID] = peak
	}
	return peaks, sqldb.Explain(err, "reading the peaks of players")
}

// GivenUp lists the rated matches that counted and that their losers resigned after fewer than so
// many moves, since a moment (R-RA-7).
func (s *Store) GivenUp(ctx context.Context, viewer league.Viewer, since time.Time, moves int) ([]league.GivenUp, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []struct {
		Rating ratingRow        `gorm:"embedded"`
		Player people.PlayerRow `gorm:"embedded;embeddedPrefix:p_"`
		Made   int
	}
	const made = "CASE WHEN m.winner = 1 THEN m.moves_second ELSE m.moves_first END"
	in, err := matches.SeenMatches(viewer, "m")
	if err != nil {
		return nil, err
	}
	err = in.Narrow(s.db.Reader(ctx)).Table("ratings").Select("ratings.*, "+people.PlayerColumns("p", "p_")+", "+made+" AS made").
		Joins("JOIN matches m ON m.id = ratings.match_id").Joins("JOIN players p ON p.id = ratings.player_id").
		Where("m.rated = 1 AND m.ending = ? AND m.moved_ms >= ? AND ratings.why = ''", engine.Resignation, sqldb.Millis(since)).
		Where("ratings.seat = CASE WHEN m.winner = 1 THEN 1 - m.first_seat ELSE m.first_seat END").
		Where(made+" < ?", moves).Find(&rows).Error
	if err != nil {
		return nil, sqldb.Explain(err, "listing matches given up early")
	}
	list := make([]league.GivenUp, len(rows))
	for i, r := range rows {
		list[i] = league.GivenUp{Player: r.Player.Player(), Moves: r.Made, Change: r.Rating.change()}
	}
	return list, nil
}

// Weigh writes the ratings of matches, of both players of each and in order, in place of
// what was rated from there on. If anybody else has written ratings since the epoch was
// read the error is of kind league.Stale and nothing is written.
func (s *Store) Weigh(ctx context.Context, w league.Weighed) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		raised := tx.Exec("UPDATE weighing SET epoch = epoch + 1 WHERE epoch = ?", w.Epoch)
		if raised.Error != nil {
			return raised.Error
		}
		if raised.RowsAffected != 1 {
			return league.Errorf(league.Stale, "Others have rated these games.")
		}
		if err := matches.Unweigh(tx, w.From); err != nil {
			return err
		}
		return insertChanges(tx, w.Changes)
	})
	return sqldb.Explain(err, "writing ratings")
}

// insertChanges writes ratings behind all others.
func insertChanges(tx *gorm.DB, all []league.Change) error {
	if len(all) == 0 {
		return nil
	}
	last := map[holder]int{} // the number of each player's last change
	var matches, refunds []string
	for i, c := range all {
		last[holder{c.Pool.Game, c.Pool.Variant, c.Player}] = i
		if c.Why == league.Refunded {
			refunds = append(refunds, c.Match)
		} else {
			matches = append(matches, c.Match)
		}
	}
	rows := make([]ratingRow, len(all))
	var holders []holder
	for i, c := range all {
		h := holder{c.Pool.Game, c.Pool.Variant, c.Player}
		if c.Current = last[h] == i; c.Current {
			holders = append(holders, h)
		}
		rows[i] = ratingToRow(c)
	}
	condition, arguments := ofHolders(holders)
	err := tx.Exec("UPDATE ratings SET latest = 0 WHERE latest = 1 AND "+condition, arguments...).Error
	if err != nil {
		return err
	}
	if err := tx.Create(&rows).Error; err != nil {
		return err
	}
	if len(refunds) > 0 {
		if err := tx.Exec("UPDATE refunds SET weighed = 1 WHERE match_id IN ?", refunds).Error; err != nil {
			return err
		}
	}
	if len(matches) == 0 {
		return nil
	}
	// Sums, since no index of rated matches may answer this: a planner that takes one for small
	// reads all of it. The ids have theirs.
	done := tx.Exec("UPDATE matches SET weighed = 1 WHERE id IN ? AND rated + 0 = 1 AND to_move + 0 = 0", slices.Compact(matches))
	if done.Error == nil && done.RowsAffected*2 != int64(len(matches)) {
		return fmt.Errorf("%d ratings are of %d finished matches", len(matches), done.RowsAffected)
	}
	return done.Error
}
