package store

import (
	"context"
	"slices"
	"strings"

	"kickabout/engine"
	"kickabout/league"
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
func tallyQuery(ctx context.Context, player, opponent string) (query string, arguments []any) {
	known, viewer := alsoKnown(ctx)
	half := func(seat, mine, other string) string {
		text := "SELECT " + seat + " AS seat, first_seat, ending, winner, COUNT(*) AS matches, SUM(score_first) AS score_first, SUM(score_second) AS score_second" +
			" FROM matches WHERE to_move = 0 AND ending <> ? AND " + mine + " = ? AND " + other + " <> ?"
		arguments = append(arguments, string(engine.Void), player, player)
		if opponent != "" {
			text += " AND " + other + " = ?"
			arguments = append(arguments, opponent)
		}
		arguments = append(arguments, viewers(known, viewer)...)
		return text + known + " GROUP BY ending, winner, first_seat"
	}
	return half("0", "player0", "player1") + " UNION ALL " + half("1", "player1", "player0"), arguments
}

// Tallies counts a player's finished matches by their ending, against one opponent or
// against all (""). Matches that were declared void count for nothing; so do those that
// somebody played against himself.
func (s *Store) Tallies(ctx context.Context, player, opponent string) ([]league.Tally, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	query, arguments := tallyQuery(ctx, player, opponent)
	var rows []tallyRow
	err := s.reader.WithContext(ctx).Raw(query, arguments...).Scan(&rows).Error
	if err != nil {
		return nil, explain(err, "counting a player's matches")
	}
	var tallies []league.Tally
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
	return tallies, nil
}

// Waiting counts the running matches in which it is a player's turn.
func (s *Store) Waiting(ctx context.Context, player string) (int, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	mine := parts[league.Mine].seats
	var n int
	err := s.reader.WithContext(ctx).Raw("SELECT (SELECT COUNT(*) FROM matches WHERE player0 = ? AND "+mine[0]+")"+
		" + (SELECT COUNT(*) FROM matches WHERE player1 = ? AND "+mine[1]+")", player, player).Scan(&n).Error
	return n, explain(err, "counting what waits for a player")
}

// Player returns a player; league.NotFound if there is none.
func (s *Store) Player(ctx context.Context, id string) (league.Player, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	var row playerRow
	err := s.reader.WithContext(ctx).Where("id = ?", id).Take(&row).Error
	return row.player(), explain(missing(err, "There is no such player."), "reading a player")
}
