package store

import (
	"context"

	"gorm.io/gorm"

	"kickabout/league"
)

// part says which matches belong to one: a condition for each seat that the player
// may have, their order, and what comes after a place in it.
type part struct {
	seats        [2]string
	order, after string
}

// parts finds the side of a seat in to_move: First, 1, has the seat first_seat.
var parts = map[league.Part]part{
	league.Mine:   {[2]string{"to_move <> 0 AND held = 0 AND to_move = 1 + first_seat", "to_move <> 0 AND held = 0 AND to_move = 2 - first_seat"}, "deadline_ms, id", "(deadline_ms, id) > (?, ?)"},
	league.Theirs: {[2]string{"to_move <> 0 AND (held = 1 OR to_move = 2 - first_seat)", "to_move <> 0 AND (held = 1 OR to_move = 1 + first_seat)"}, "deadline_ms, id", "(deadline_ms, id) > (?, ?)"},
	league.Over:   {[2]string{"to_move = 0", "to_move = 0"}, "moved_ms DESC, id DESC", "(moved_ms, id) < (?, ?)"},
}

// PartOf lists a part of a player's matches behind a place, without logs.
func (s *Store) PartOf(ctx context.Context, player string, which league.Part, after league.Place, limit int) ([]league.Match, error) {
	p := parts[which]
	return s.list(ctx, "some of a player's", func(db *gorm.DB) *gorm.DB {
		seat := func(column, condition string) *gorm.DB {
			from := s.matchIDs(ctx).Where(column+" = ? AND "+condition, player)
			if after != (league.Place{}) {
				from = from.Where(p.after, after.At, after.ID)
			}
			return from.Order(p.order).Limit(limit)
		}
		return db.Where("matches.id IN (SELECT id FROM (?) AS seat0 UNION SELECT id FROM (?) AS seat1)", seat("player0", p.seats[0]), seat("player1", p.seats[1])).
			Order(p.order).Limit(limit)
	})
}
