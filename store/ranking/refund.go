package ranking

import (
	"context"
	"time"

	"gorm.io/gorm"

	"kickabout/league"
	"kickabout/store/matches"
	"kickabout/store/people"
	"kickabout/store/sqldb"
)

// refundRow is a match whose loser gets back what it took from them (R-FF-9).
type refundRow struct {
	MatchID string
	Seat    int
	AtMs    int64
	Weighed int
}

func (refundRow) TableName() string { return "refunds" }

// Refund notes that whoever has not won against a player who was expelled, in rated matches
// that ended from a moment on, gets back at another what that took from them. Of one player it
// is noted once. Opponents who were expelled themselves get nothing. Each of the others is told once,
// of the last of the matches; these notices are returned.
func (s *Store) Refund(ctx context.Context, player string, since, at time.Time) (notices []league.Notice, err error) {
	err = s.db.Write(ctx, func(tx *gorm.DB) error {
		notices = nil
		var n int64
		err := tx.Table("refunds").Joins("JOIN matches ON matches.id = refunds.match_id").
			Where(lostTo, player, player).Count(&n).Error
		if err != nil || n > 0 {
			return err
		}
		for seat, mine := range []string{"player1", "player0"} {
			other := []string{"player0", "player1"}[seat]
			err := tx.Exec("INSERT INTO refunds (match_id, seat, at_ms) SELECT matches.id, ?, ? FROM matches JOIN players ON players.id = "+other+
				" WHERE "+matches.Weighable+" AND "+mine+" = ? AND "+other+" <> ? AND players.kind <> ? AND winner <> CASE first_seat WHEN ? THEN 1 ELSE 2 END"+
				" AND matches.moved_ms >= ? AND matches.moved_ms < ? ON CONFLICT DO NOTHING",
				seat, sqldb.Millis(at), player, player, string(league.Expelled), seat, sqldb.Millis(since), sqldb.Millis(at)).Error
			if err != nil {
				return err
			}
		}
		if notices, err = refundNotices(tx, player, at); err != nil {
			return err
		}
		return people.InsertNotices(tx, notices, nil)
	})
	return notices, sqldb.Explain(err, "refunding what was lost to player %s", player)
}

// lostTo are the refunds of what was lost to a player, who may have got back something too.
const lostTo = "((player0 = ? AND seat = 1) OR (player1 = ? AND seat = 0))"

// refundNotices tells the members who get something back at a moment since a player was expelled.
func refundNotices(tx *gorm.DB, expelled string, at time.Time) ([]league.Notice, error) {
	var rows []struct {
		Player, Match string
		Seq           int
	}
	err := tx.Raw("SELECT CASE refunds.seat WHEN 0 THEN player0 ELSE player1 END AS player, matches.id AS match, last_seq AS seq"+
		" FROM refunds JOIN matches ON matches.id = refunds.match_id WHERE at_ms = ? AND "+lostTo+" ORDER BY moved_ms DESC, matches.id",
		sqldb.Millis(at), expelled, expelled).Scan(&rows).Error
	var notices []league.Notice
	told := map[string]bool{}
	for _, r := range rows {
		if !told[r.Player] {
			notices = append(notices, league.Notice{Player: r.Player, At: at, Kind: league.MatchNotice, Subject: r.Match, Seq: r.Seq})
		}
		told[r.Player] = true
	}
	return notices, err
}

// Refunds lists all refunds that stand in the ratings, in their order, without what was lost.
func (s *Store) Refunds(ctx context.Context) ([]league.Refund, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []refundRow
	err := s.db.Reader(ctx).Where("weighed = 1").Order("at_ms, match_id").Find(&rows).Error
	refunds := make([]league.Refund, len(rows))
	for i, r := range rows {
		refunds[i] = league.Refund{Match: r.MatchID, Seat: r.Seat, At: sqldb.Moment(r.AtMs)}
	}
	return refunds, sqldb.Explain(err, "listing refunds")
}

// firstRefund returns the moment of the first refund of which a condition holds; false if
// there is none.
func firstRefund(db *gorm.DB, condition string, arguments ...any) (league.Moment, bool, error) {
	var first refundRow
	found := db.Where(condition, arguments...).Order("at_ms, match_id").Limit(1).Find(&first)
	return league.Moment{Ended: sqldb.Moment(first.AtMs), Match: first.MatchID}, found.RowsAffected > 0, found.Error
}

// weighRefunds reads what it takes to make the refunds of one moment from one of them on. If a
// match ends in the same moment, those behind it are made again after it.
func weighRefunds(db *gorm.DB, w *league.Weighing, first league.Moment, limit int) error {
	var rows []struct {
		AtMs int64
		Lost ratingRow `gorm:"embedded"`
	}
	err := db.Table("refunds").Where("at_ms = ? AND refunds.match_id >= ?", sqldb.Millis(first.Ended), first.Match).
		Select("at_ms, ratings.*").Joins("JOIN ratings ON ratings.match_id = refunds.match_id AND ratings.seat = refunds.seat").
		Order("at_ms, refunds.match_id").Limit(limit).Scan(&rows).Error
	if err != nil || len(rows) == 0 {
		return err
	}
	var holders []holder
	for _, r := range rows {
		c := r.Lost.change()
		w.Refunds = append(w.Refunds, league.Refund{Match: c.Match, Seat: c.Seat, At: sqldb.Moment(r.AtMs), Lost: c})
		holders = append(holders, holder{c.Pool.Game, c.Pool.Variant, c.Player})
	}
	if w.Before, err = standingsBefore(db, each(holders), first); err != nil {
		return err
	}
	var made []ratingRow
	err = db.Where("why = ? AND ended_ms = ? AND match_id < ?", string(league.Refunded), sqldb.Millis(first.Ended), first.Match).Order("match_id").Find(&made).Error
	w.Refunded = changes(made)
	return err
}
