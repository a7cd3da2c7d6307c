package matches

import (
	"context"
	"database/sql"
	"time"

	"kickabout/league/span"
	"kickabout/store/sqldb"
)

// Waits returns when matches of a tournament waited for a player, by their id: those that run, for who is to move since
// the other one's last move, and those that were lost on time after a moment, until then. Beside that it returns when some
// players were on a planned vacation that had not ended at that moment. All is read at once.
func (v *Vacations) Waits(ctx context.Context, tournament string, players []string, since time.Time) (waits, planned span.Sets, err error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	waiting := "CASE WHEN to_move <> 0 THEN to_move ELSE 3 - winner END"
	query := v.db.Reader(ctx).Raw("SELECT 0, CASE WHEN ("+waiting+") = 1 + first_seat THEN player0 ELSE player1 END, "+
		"COALESCE((SELECT MAX(e.at_ms) FROM events e WHERE e.match_id = m.id AND e.act = 'move' AND e.side = 3 - ("+waiting+")), m.created_ms), "+
		"CASE WHEN to_move <> 0 THEN 0 ELSE moved_ms END FROM matches m WHERE tournament = @tournament AND tournament <> '' AND held = 0 AND "+
		"((counted = 0 AND to_move <> 0) OR (to_move = 0 AND ending = 'timeout' AND moved_ms > @since)) UNION ALL "+
		"SELECT 1, player_id, began_ms, CASE WHEN ended_ms = 0 THEN ends_ms ELSE ended_ms END FROM vacations WHERE began_ms > 0 AND (ended_ms = 0 OR ended_ms > @since)",
		map[string]any{"tournament": tournament, "since": sqldb.Millis(since)})
	asked := make(map[string]bool, len(players))
	for _, p := range players {
		asked[p] = true
	}
	var found [2]map[string][]span.Span
	err = sqldb.EachRow(query, func(rows *sql.Rows) error {
		var which int
		var player string
		var from, until int64
		if err := rows.Scan(&which, &player, &from, &until); err != nil {
			return err
		}
		if which == 1 && !asked[player] {
			return nil
		}
		one := span.Span{From: sqldb.Moment(from), Until: span.Ever}
		if until != 0 {
			one.Until = sqldb.Moment(until)
		}
		if found[which] == nil {
			found[which] = map[string][]span.Span{}
		}
		found[which][player] = append(found[which][player], one)
		return nil
	})
	return setsOf(found[0]), setsOf(found[1]), sqldb.Explain(err, "reading for whom matches of tournament %s wait", tournament)
}

func setsOf(found map[string][]span.Span) span.Sets {
	sets := make(span.Sets, len(found))
	for player, spans := range found {
		sets[player] = span.Of(spans...)
	}
	return sets
}
