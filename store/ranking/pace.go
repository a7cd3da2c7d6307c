package ranking

import (
	"context"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/store/matches"
	"kickabout/store/sqldb"
)

// MoveLogs returns the events, without what they say, of the matches that a player finished last against others, at
// most last of them.
func (s *Store) MoveLogs(ctx context.Context, viewer league.Viewer, player string, last int) ([]league.MoveLog, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	in, err := matches.SeenMatches(viewer, "matches")
	if err != nil {
		return nil, err
	}
	var arguments []any
	half := func(seat, mine, other string) string { // each has its index
		arguments = append(arguments, player, player)
		arguments = append(arguments, in.Arguments()...)
		arguments = append(arguments, last)
		return "SELECT * FROM (SELECT id, moved_ms, CASE WHEN first_seat = " + seat + " THEN 1 ELSE 2 END AS mine FROM matches WHERE to_move = 0 AND " + mine + " = ? AND " + other + " <> ?" +
			in.And() + " ORDER BY moved_ms DESC, id LIMIT ?) half" + seat
	}
	query := "SELECT e.match_id, e.at_ms, e.side, e.act, latest.mine FROM (SELECT * FROM (" + half("0", "player0", "player1") + " UNION ALL " + half("1", "player1", "player0") +
		") seats ORDER BY moved_ms DESC, id LIMIT ?) latest JOIN events e ON e.match_id = latest.id ORDER BY e.match_id, e.seq"
	var rows []struct {
		MatchID    string
		AtMs       int64
		Side, Mine int
		Act        string
	}
	if err := s.db.Reader(ctx).Raw(query, append(arguments, last)...).Scan(&rows).Error; err != nil {
		return nil, sqldb.Explain(err, "reading how fast player %s plays", player)
	}
	var logs []league.MoveLog
	for i, r := range rows {
		if i == 0 || rows[i-1].MatchID != r.MatchID {
			logs = append(logs, league.MoveLog{Side: engine.Side(r.Mine)})
		}
		l := &logs[len(logs)-1]
		l.Log = append(l.Log, engine.Event{At: sqldb.Moment(r.AtMs), By: engine.Side(r.Side), Act: engine.Act(r.Act)})
	}
	return logs, nil
}
