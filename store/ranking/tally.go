package ranking

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/store/matches"
	"kickabout/store/sqldb"
)

// tallyRow counts the matches that a player ended in one way, from one seat as one side.
type tallyRow struct {
	Seat        int
	FirstSeat   int
	Ending      string
	Winner      int
	Matches     int
	ScoreFirst  int
	ScoreSecond int
}

// add adds the row to its ending's tally.
func (r tallyRow) add(t *league.Tally) {
	side, goals, against := engine.First, r.ScoreFirst, r.ScoreSecond
	if r.Seat != r.FirstSeat {
		side, goals, against = engine.Second, against, goals
	}
	t.Goals += goals
	t.GoalsAgainst += against
	switch engine.Side(r.Winner) {
	case side:
		t.Won += r.Matches
	case side.Other():
		t.Lost += r.Matches
	default:
		t.Drawn += r.Matches
	}
}

// tallyQuery reads tallyRows. Each half of it, for one of the seats, is read from its own
// index alone, since a bot has very many matches.
func tallyQuery(in matches.Sight, player, opponent string) (query string, arguments []any) {
	half := func(seat, mine, other string) string {
		text := "SELECT " + seat + " AS seat, first_seat, ending, winner, COUNT(*) AS matches, SUM(score_first) AS score_first, SUM(score_second) AS score_second" +
			" FROM matches WHERE to_move = 0 AND ending <> ? AND " + mine + " = ? AND " + other + " <> ?"
		arguments = append(arguments, string(engine.Void), player, player)
		if opponent != "" {
			text += " AND " + other + " = ?"
			arguments = append(arguments, opponent)
		}
		arguments = append(arguments, in.Arguments()...)
		return text + in.And() + " GROUP BY ending, winner, first_seat"
	}
	return half("0", "player0", "player1") + " UNION ALL " + half("1", "player1", "player0"), arguments
}

// Tallies counts a player's finished matches by their ending, against one opponent or
// against all (""). Matches that were declared void count for nothing; so do those that
// somebody played against themselves.
func (s *Store) Tallies(ctx context.Context, viewer league.Viewer, player, opponent string) ([]league.Tally, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	in, err := matches.SeenMatches(viewer, "matches")
	if err != nil {
		return nil, err
	}
	query, arguments := tallyQuery(in, player, opponent)
	var rows []tallyRow
	err = s.db.Reader(ctx).Raw(query, arguments...).Find(&rows).Error
	if err != nil {
		return nil, sqldb.Explain(err, "counting a player's matches")
	}
	return talliesOf(rows), nil
}

// TalliesOf is Tallies of some players against all, by the players' ids, read at once.
func (s *Store) TalliesOf(ctx context.Context, viewer league.Viewer, players []string) (map[string][]league.Tally, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	in, err := matches.SeenMatches(viewer, "matches")
	if err != nil || len(players) == 0 {
		return nil, err
	}
	var all []any
	queries := make([]string, len(players))
	for i, player := range players {
		query, arguments := tallyQuery(in, player, "")
		n := strconv.Itoa(i)
		queries[i], all = "SELECT "+n+" AS n, of"+n+".* FROM ("+query+") of"+n, append(all, arguments...)
	}
	var rows []struct {
		N     int
		Tally tallyRow `gorm:"embedded"`
	}
	if err := s.db.Reader(ctx).Raw(strings.Join(queries, " UNION ALL "), all...).Find(&rows).Error; err != nil {
		return nil, sqldb.Explain(err, "counting the matches of players")
	}
	of := map[string][]tallyRow{}
	for _, r := range rows {
		of[players[r.N]] = append(of[players[r.N]], r.Tally)
	}
	tallies := make(map[string][]league.Tally, len(of))
	for player, rows := range of {
		tallies[player] = talliesOf(rows)
	}
	return tallies, nil
}

// talliesOf adds up the rows of a player by their ending.
func talliesOf(rows []tallyRow) (tallies []league.Tally) {
	for _, r := range rows {
		ending := engine.Ending(r.Ending)
		at := slices.IndexFunc(tallies, func(t league.Tally) bool { return t.Ending == ending })
		if at < 0 {
			at = len(tallies)
			tallies = append(tallies, league.Tally{Ending: ending})
		}
		r.add(&tallies[at])
	}
	slices.SortFunc(tallies, func(a, b league.Tally) int { return strings.Compare(string(a.Ending), string(b.Ending)) })
	return tallies
}

// Conduct says how a player has played so far: how many matches they have finished, those that are
// void apart, and of the last so many how many there are and how many they lost on time (R-UT-2).
func (s *Store) Conduct(ctx context.Context, player string, last int) (finished, recent, flagged int, err error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	query, arguments := tallyQuery(matches.Sight{}, player, "") // a rule does not hang on who asks
	db := s.db.Reader(ctx)
	if err := db.Raw("SELECT COALESCE(SUM(matches), 0) FROM ("+query+") t", arguments...).Find(&finished).Error; err != nil {
		return 0, 0, 0, sqldb.Explain(err, "counting the matches of player %s", player)
	}
	half := func(seat, lost string) string { // each half has its index
		return "SELECT * FROM (SELECT moved_ms, id, CASE WHEN ending = @timeout AND winner <> " + lost + " THEN 1 ELSE 0 END AS lost FROM matches" +
			" WHERE " + seat + " = @player AND to_move = 0 AND ending <> @void ORDER BY moved_ms DESC, id LIMIT @last) half"
	}
	var counted struct{ Recent, Flagged int }
	err = db.Raw("SELECT COUNT(*) AS recent, COALESCE(SUM(lost), 0) AS flagged FROM (SELECT * FROM ("+half("player0", "1 + first_seat")+
		" UNION ALL "+half("player1", "2 - first_seat")+") both_seats ORDER BY moved_ms DESC, id LIMIT @last) latest",
		map[string]any{"player": player, "timeout": string(engine.Timeout), "void": string(engine.Void), "last": last}).Find(&counted).Error
	return finished, counted.Recent, counted.Flagged, sqldb.Explain(err, "reading how player %s has played", player)
}
