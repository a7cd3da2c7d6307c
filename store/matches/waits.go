package matches

import (
	"context"
	"database/sql"
	"time"

	"kickabout/league/span"
	"kickabout/store/sqldb"
)

// Waits returns when matches of a tournament waited for a player, by their id: those that run, for who is to move since
// the other one's last move, and those that were lost on time after a moment, until then.
func (s *Watch) Waits(ctx context.Context, tournament string, lostAfter time.Time) (span.Sets, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	waiting := "CASE WHEN to_move <> 0 THEN to_move ELSE 3 - winner END"
	query := s.db.Reader(ctx).Raw("SELECT CASE WHEN ("+waiting+") = 1 + first_seat THEN player0 ELSE player1 END, "+
		"COALESCE((SELECT MAX(e.at_ms) FROM events e WHERE e.match_id = m.id AND e.act = 'move' AND e.side = 3 - ("+waiting+")), m.created_ms), "+
		"CASE WHEN to_move <> 0 THEN 0 ELSE moved_ms END FROM matches m WHERE tournament = ? AND tournament <> '' AND held = 0 AND "+
		"((counted = 0 AND to_move <> 0) OR (to_move = 0 AND ending = 'timeout' AND moved_ms > ?))", tournament, sqldb.Millis(lostAfter))
	found := map[string][]span.Span{}
	err := sqldb.EachRow(query, func(rows *sql.Rows) error {
		var player string
		var from, until int64
		if err := rows.Scan(&player, &from, &until); err != nil {
			return err
		}
		one := span.Span{From: sqldb.Moment(from), Until: span.Ever}
		if until != 0 {
			one.Until = sqldb.Moment(until)
		}
		found[player] = append(found[player], one)
		return nil
	})
	return setsOf(found), sqldb.Explain(err, "reading for whom matches of tournament %s wait", tournament)
}

// PlannedSince returns when players were on a planned vacation that had not ended at a moment, by their ids.
func (v *Vacations) PlannedSince(ctx context.Context, players []string, since time.Time) (span.Sets, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	found := map[string][]span.Span{}
	var rows []vacationRow
	err := v.db.Reader(ctx).Where("began_ms > 0 AND (ended_ms = 0 OR ended_ms > ?)", sqldb.Millis(since)).Find(&rows).Error
	asked := make(map[string]bool, len(players))
	for _, p := range players {
		asked[p] = true
	}
	for _, r := range rows {
		if until := r.EndedMs; asked[r.PlayerID] {
			if until == 0 {
				until = r.EndsMs
			}
			found[r.PlayerID] = append(found[r.PlayerID], span.Span{From: sqldb.Moment(r.BeganMs), Until: sqldb.Moment(until)})
		}
	}
	return setsOf(found), sqldb.Explain(err, "reading who was on vacation")
}

func setsOf(found map[string][]span.Span) span.Sets {
	sets := make(span.Sets, len(found))
	for player, spans := range found {
		sets[player] = span.Of(spans...)
	}
	return sets
}
