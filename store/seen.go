package store

import (
	"context"
	"strings"

	"gorm.io/gorm"
)

// viewerKey is where Seen leaves who reads.
type viewerKey struct{}

// Seen returns a context in which everything that is read of tournaments, of their matches and
// of what belongs to those is what a viewer may know of: the rest is as if it were not there.
// The viewer, asked for when something is read, is a player's id; "": nobody known. If it is
// nil everything is read, as without it.
func (s *Store) Seen(ctx context.Context, viewer func() string) context.Context {
	return context.WithValue(ctx, viewerKey{}, viewer)
}

// known is a condition for the tournaments, named by a column, that whoever reads may know of;
// "" if that is all. Each of its arguments is the id of the viewer. It says the same as
// league.Tournament.Knows. It must not be asked for within a transaction: who the viewer is may
// have to be read.
func known(ctx context.Context, column string) (condition, viewer string) {
	who, _ := ctx.Value(viewerKey{}).(func() string)
	if who == nil {
		return "", ""
	}
	condition = "NOT EXISTS (SELECT 1 FROM tournaments hidden WHERE hidden.id = " + column + " AND hidden.private = 1"
	if viewer = who(); viewer != "" {
		condition += " AND hidden.organiser_id <> ?" +
			" AND NOT EXISTS (SELECT 1 FROM entries mine WHERE mine.tournament_id = hidden.id AND mine.player_id = ?)" +
			" AND NOT EXISTS (SELECT 1 FROM tournament_roles mine WHERE mine.tournament_id = hidden.id AND mine.player_id = ? AND (mine.role IN ('director', 'invited') OR mine.role LIKE 'called %'" +
			" AND NOT EXISTS (SELECT 1 FROM tournament_roles ban WHERE ban.tournament_id = hidden.id AND ban.player_id = mine.player_id AND ban.role = 'banned')))"
	}
	return condition + ")", viewer
}

// knownMatches is likewise a condition for the matches of a table: also those that whoever
// reads plays himself.
func knownMatches(ctx context.Context, table string) (condition, viewer string) {
	condition, viewer = known(ctx, table+".tournament")
	if condition != "" && viewer != "" {
		condition = "(" + table + ".player0 = ? OR " + table + ".player1 = ? OR " + condition + ")"
	}
	return condition, viewer
}

// alsoKnown is knownMatches of the table of matches, as the end of a condition in SQL.
func alsoKnown(ctx context.Context) (condition, viewer string) {
	condition, viewer = knownMatches(ctx, "matches")
	if condition != "" {
		condition = " AND " + condition
	}
	return condition, viewer
}

// ofKnownMatches is a condition for what belongs to matches, named by a column.
func ofKnownMatches(ctx context.Context, column string) (condition, viewer string) {
	condition, viewer = knownMatches(ctx, "whose")
	if condition != "" {
		condition = "EXISTS (SELECT 1 FROM matches whose WHERE whose.id = " + column + " AND " + condition + ")"
	}
	return condition, viewer
}

// narrowed is a query narrowed by one of the conditions above.
func narrowed(db *gorm.DB, condition, viewer string) *gorm.DB {
	if condition == "" {
		return db
	}
	return db.Where(condition, viewers(condition, viewer)...)
}

// viewers returns the arguments of one of the conditions above.
func viewers(condition, viewer string) []any {
	arguments := make([]any, strings.Count(condition, "?"))
	for i := range arguments {
		arguments[i] = viewer
	}
	return arguments
}
