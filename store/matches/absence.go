package matches

import (
	"context"
	"strings"
	"time"

	"kickabout/engine"
	"kickabout/store/sqldb"
)

// lostOn is that a seat has lost a match of a competition on time after a moment: First, 1, has the seat first_seat; who
// is not the winner has lost.
var lostOn = [2]string{
	"player0 = ? AND winner <> 1 + first_seat AND to_move = 0 AND ending = ? AND tournament <> '' AND moved_ms > ?",
	"player1 = ? AND winner <> 2 - first_seat AND to_move = 0 AND ending = ? AND tournament <> '' AND moved_ms > ?",
}

// LostOnTime returns the matches of competitions that a player has lost on time after a moment: when, by their ids.
func (s *Store) LostOnTime(ctx context.Context, player string, since time.Time) (map[string]time.Time, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []struct {
		ID      string
		MovedMs int64
	}
	from := sqldb.Millis(since)
	err := s.db.Reader(ctx).Raw("SELECT id, moved_ms FROM matches WHERE "+lostOn[0]+" UNION SELECT id, moved_ms FROM matches WHERE "+lostOn[1]+"",
		player, string(engine.Timeout), from, player, string(engine.Timeout), from).Find(&rows).Error
	losses := make(map[string]time.Time, len(rows))
	for _, r := range rows {
		losses[r.ID] = sqldb.Moment(r.MovedMs)
	}
	return losses, sqldb.Explain(err, "reading what player %s has lost on time", player)
}

// playedOn asks for the moves that a seat has made after a moment and up to another: in matches that had begun by then, and in
// which something has happened since. Those that are over and those that go on are asked for apart, since each have their index:
// without one all events are read.
var playedOn = func() string {
	var parts []string
	for _, seat := range []string{"m.player0 = @player AND e.side = 1 + m.first_seat", "m.player1 = @player AND e.side = 2 - m.first_seat"} {
		for _, state := range []string{"m.to_move = 0", "m.to_move <> 0"} {
			parts = append(parts, "SELECT MIN(e.at_ms) AS at_ms FROM matches m JOIN events e ON e.match_id = m.id WHERE "+state+" AND "+seat+
				" AND m.created_ms <= @until AND m.moved_ms > @after AND e.act = 'move' AND e.at_ms > @after AND e.at_ms <= @until")
		}
	}
	return strings.Join(parts, " UNION ALL ")
}()

// MovedBetween returns the first move that a player has made anywhere after a moment and up to another; the zero time if
// there is none.
func (s *Store) MovedBetween(ctx context.Context, player string, after, until time.Time) (time.Time, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var at int64
	err := s.db.Reader(ctx).Raw("SELECT COALESCE(MIN(at_ms), 0) FROM ("+playedOn+") AS moves",
		map[string]any{"player": player, "after": sqldb.Millis(after), "until": sqldb.Millis(until)}).Find(&at).Error
	return sqldb.Moment(at), sqldb.Explain(err, "reading whether player %s has moved", player)
}
