package matches

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"gorm.io/gorm"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/store/sqldb"
)

// part says which matches belong to one: a condition for each seat that the player
// may have, their order, and what comes after a place in it.
type part struct {
	seats        [2]string
	order, after string
}

// parts finds the side of a seat in to_move: First, 1, has the seat first_seat.
var parts = map[league.Part]part{
	league.Mine:    {[2]string{"to_move <> 0 AND held = 0 AND to_move = 1 + first_seat", "to_move <> 0 AND held = 0 AND to_move = 2 - first_seat"}, "deadline_ms, id", "(deadline_ms, id) > (?, ?)"},
	league.Theirs:  {[2]string{"to_move <> 0 AND (held = 1 OR to_move = 2 - first_seat)", "to_move <> 0 AND (held = 1 OR to_move = 1 + first_seat)"}, "deadline_ms, id", "(deadline_ms, id) > (?, ?)"},
	league.Playing: {[2]string{"to_move <> 0", "to_move <> 0"}, "deadline_ms, id", "(deadline_ms, id) > (?, ?)"},
	league.Over:    {[2]string{"to_move = 0", "to_move = 0"}, "moved_ms DESC, id DESC", "(moved_ms, id) < (?, ?)"},
}

// PartOf lists a part of a player's matches behind a place, without logs.
func (s *Store) PartOf(ctx context.Context, viewer league.Viewer, player string, which league.Part, after league.Place, limit int) ([]league.Match, error) {
	p := parts[which]
	return inParts(ctx, s.db, viewer, player, []league.PartList{{Part: which, After: after, Limit: limit}}, func(db *gorm.DB) *gorm.DB {
		return db.Order(p.order).Limit(limit)
	})
}

// PartsOf is PartOf of several parts, none of which has a match of another; all are read at once.
func (s *Store) PartsOf(ctx context.Context, viewer league.Viewer, player string, lists ...league.PartList) ([][]league.Match, error) {
	all, err := inParts(ctx, s.db, viewer, player, lists, func(db *gorm.DB) *gorm.DB { return db })
	if err != nil {
		return nil, err
	}
	each := make([][]league.Match, len(lists))
	for i, list := range lists {
		for _, m := range all {
			if hasMatch(list.Part, m, player) {
				each[i] = append(each[i], m)
			}
		}
		slices.SortFunc(each[i], func(a, b league.Match) int { return compareIn(list.Part, a, b) })
		each[i] = each[i][:min(len(each[i]), list.Limit)]
	}
	return each, nil
}

// inParts reads the matches of parts of a player's, and as many of the next as one seat has.
func inParts(ctx context.Context, db *sqldb.DB, viewer league.Viewer, player string, lists []league.PartList, narrow func(*gorm.DB) *gorm.DB) ([]league.Match, error) {
	in, err := SeenMatches(viewer, "matches")
	if err != nil {
		return nil, err
	}
	var of []string
	var ids []any
	for i, list := range lists {
		for seat, column := range []string{"player0", "player1"} {
			p := parts[list.Part]
			from := matchIDs(ctx, db, in).Where(column+" = ? AND "+p.seats[seat], player)
			if list.After != (league.Place{}) {
				from = from.Where(p.after, list.After.At, list.After.ID)
			}
			of, ids = append(of, "SELECT id FROM (?) AS seat"+strconv.Itoa(2*i+seat)), append(ids, from.Order(p.order).Limit(list.Limit))
		}
	}
	return List(ctx, viewer, db, "some of a player's", func(db *gorm.DB) *gorm.DB {
		return narrow(db.Where("matches.id IN ("+strings.Join(of, " UNION ")+")", ids...))
	})
}

// hasMatch says whether a match of a player's is in a part of theirs.
func hasMatch(p league.Part, m league.Match, player string) bool {
	running := m.State.ToMove != engine.NoSide
	mover, _ := m.Mover()
	switch p {
	case league.Mine:
		return running && mover.ID == player
	case league.Theirs:
		return running && (m.State.Held || m.Seats[m.SeatOf(m.State.ToMove.Other())].Player.ID == player)
	case league.Playing:
		return running
	}
	return !running
}

// compareIn is negative where a match stands before another one in a part.
func compareIn(p league.Part, a, b league.Match) int {
	at, bt := a.Place(), b.Place()
	if p == league.Over {
		at, bt = bt, at
	}
	return cmp.Or(cmp.Compare(at.At, bt.At), cmp.Compare(at.ID, bt.ID))
}

// LatestOver lists the matches that each of some players finished last, at most limit of each, in no order and without
// logs. All are read at once.
func (s *Store) LatestOver(ctx context.Context, viewer league.Viewer, players []string, limit int) ([]league.Match, error) {
	in, err := SeenMatches(viewer, "matches")
	if err != nil || len(players) == 0 {
		return nil, err
	}
	over := parts[league.Over]
	var of []string
	var seats []any
	for i, player := range players {
		n := strconv.Itoa(i)
		of = append(of, "SELECT id FROM (SELECT id, moved_ms FROM (?) AS seat0"+n+" UNION SELECT id, moved_ms FROM (?) AS seat1"+n+" ORDER BY "+over.order+" LIMIT ?) AS player"+n)
		for seat, column := range []string{"player0", "player1"} {
			seats = append(seats, matchIDs(ctx, s.db, in).Select("id, moved_ms").Where(column+" = ? AND "+over.seats[seat], player).Order(over.order).Limit(limit))
		}
		seats = append(seats, limit)
	}
	return List(ctx, viewer, s.db, "the latest of some players", func(db *gorm.DB) *gorm.DB {
		return db.Where("matches.id IN ("+strings.Join(of, " UNION ")+")", seats...)
	})
}

// Silence counts the matches that a player has lost on time since their last move.
func (s *Store) Silence(ctx context.Context, player string) (int, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var n int64
	// First, 1, has the seat first_seat; who is not the winner has lost.
	err := s.db.Reader(ctx).Table("matches").
		Where("to_move = 0 AND ending = ? AND moved_ms > (SELECT moved_ms FROM players WHERE id = ?)", string(engine.Timeout), player).
		Where("(player0 = ? AND winner <> 1 + first_seat) OR (player1 = ? AND winner <> 2 - first_seat)", player, player).
		Count(&n).Error
	return int(n), sqldb.Explain(err, "counting what player %s lost on time", player)
}

// Waiting counts the running matches in which it is a player's turn.
func (s *Store) Waiting(ctx context.Context, player string) (int, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var n int
	err := s.db.Reader(ctx).Raw("SELECT "+CountWaiting, map[string]any{"player": player}).Find(&n).Error
	return n, sqldb.Explain(err, "counting what waits for a player")
}

// What other reads ask besides of the running matches of @player.
var (
	// CountWaiting is how many wait for their turn.
	CountWaiting = "(SELECT COUNT(*) FROM matches WHERE player0 = @player AND " + parts[league.Mine].seats[0] + ")" +
		" + (SELECT COUNT(*) FROM matches WHERE player1 = @player AND " + parts[league.Mine].seats[1] + ")"
	// AnyDue is 1 where the deadline of one has passed @due, and 0 elsewhere.
	AnyDue = "CASE WHEN EXISTS (SELECT 1 FROM matches WHERE player0 = @player AND " + parts[league.Playing].seats[0] + " AND deadline_ms < @due)" +
		" OR EXISTS (SELECT 1 FROM matches WHERE player1 = @player AND " + parts[league.Playing].seats[1] + " AND deadline_ms < @due) THEN 1 ELSE 0 END"
)
