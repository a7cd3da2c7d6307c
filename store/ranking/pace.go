package ranking

import (
	"context"
	"strconv"
	"strings"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/store/matches"
	"kickabout/store/sqldb"
)

// MoveLogs returns the events, without what they say, of the matches that each of some players finished last against
// others, at most last of them each, by the players' ids.
func (s *Store) MoveLogs(ctx context.Context, viewer league.Viewer, players []string, last int) (map[string][]league.MoveLog, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	in, err := matches.SeenMatches(viewer, "matches")
	if err != nil || len(players) == 0 {
		return nil, err
	}
	var arguments []any
	half := func(player, seat, mine, other string) string { // each has its index
		arguments = append(arguments, player, player)
		arguments = append(arguments, in.Arguments()...)
		arguments = append(arguments, last)
		return "SELECT * FROM (SELECT id, moved_ms, CASE WHEN first_seat = " + seat + " THEN 1 ELSE 2 END AS mine FROM matches WHERE to_move = 0 AND " + mine + " = ? AND " + other + " <> ?" +
			in.And() + " ORDER BY moved_ms DESC, id LIMIT ?) half" + seat
	}
	latest := make([]string, len(players))
	for i, player := range players {
		n := strconv.Itoa(i)
		latest[i] = "SELECT " + n + " AS n, id, mine FROM (SELECT * FROM (" + half(player, "0", "player0", "player1") + " UNION ALL " + half(player, "1", "player1", "player0") +
			") seats ORDER BY moved_ms DESC, id LIMIT ?) latest" + n
		arguments = append(arguments, last)
	}
	query := "SELECT latest.n, e.match_id, e.at_ms, e.side, e.act, latest.mine FROM (" + strings.Join(latest, " UNION ALL ") + ") latest JOIN events e ON e.match_id = latest.id ORDER BY latest.n, e.match_id, e.seq"
	var rows []struct {
		N          int
		MatchID    string
		AtMs       int64
		Side, Mine int
		Act        string
	}
	if err := s.db.Reader(ctx).Raw(query, arguments...).Find(&rows).Error; err != nil {
		return nil, sqldb.Explain(err, "reading how fast players play")
	}
	logs := map[string][]league.MoveLog{}
	for i, r := range rows {
		player := players[r.N]
		if i == 0 || rows[i-1].N != r.N || rows[i-1].MatchID != r.MatchID {
			logs[player] = append(logs[player], league.MoveLog{Side: engine.Side(r.Mine)})
		}
		l := &logs[player][len(logs[player])-1]
		l.Log = append(l.Log, engine.Event{At: sqldb.Moment(r.AtMs), By: engine.Side(r.Side), Act: engine.Act(r.Act)})
	}
	return logs, nil
}
