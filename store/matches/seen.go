package matches

import (
	"strings"

	"gorm.io/gorm"

	"kickabout/league"
)

// Sight is which rows a viewer may read, as a condition in SQL. Every read of tournaments, of
// matches and of what belongs to those is narrowed by one. Each argument of the condition is the
// id of the viewer. The zero value is everything.
type Sight struct{ condition, viewer string }

// SeenTournaments returns the tournaments, named by a column, that a viewer may know of. It says
// the same as league.Viewer.Knows.
func SeenTournaments(viewer league.Viewer, column string) (Sight, error) {
	everything, player, err := viewer.Sees()
	if err != nil || everything {
		return Sight{}, err
	}
	condition := "NOT EXISTS (SELECT 1 FROM tournaments hidden WHERE hidden.id = " + column + " AND hidden.private = 1"
	if player != "" {
		condition += " AND hidden.organiser_id <> ?" +
			" AND NOT EXISTS (SELECT 1 FROM entries mine WHERE mine.tournament_id = hidden.id AND mine.player_id = ?)" +
			" AND NOT EXISTS (SELECT 1 FROM tournament_roles mine WHERE mine.tournament_id = hidden.id AND mine.player_id = ? AND (mine.role IN ('director', 'invited') OR mine.role LIKE 'substitute %' OR mine.role LIKE 'called %'" +
			" AND NOT EXISTS (SELECT 1 FROM tournament_roles ban WHERE ban.tournament_id = hidden.id AND ban.player_id = mine.player_id AND ban.role = 'banned')))"
	}
	return Sight{condition + ")", player}, nil
}

// SeenMatches likewise returns the matches of a table: also those that the viewer plays themselves.
func SeenMatches(viewer league.Viewer, table string) (Sight, error) {
	in, err := SeenTournaments(viewer, table+".tournament")
	if in.condition != "" && in.viewer != "" {
		in.condition = "(" + table + ".player0 = ? OR " + table + ".player1 = ? OR " + in.condition + ")"
	}
	return in, err
}

// OfSeenMatches returns what belongs to matches, named by a column, that a viewer may know of.
func OfSeenMatches(viewer league.Viewer, column string) (Sight, error) {
	in, err := SeenMatches(viewer, "whose")
	if in.condition != "" {
		in.condition = "EXISTS (SELECT 1 FROM matches whose WHERE whose.id = " + column + " AND " + in.condition + ")"
	}
	return in, err
}

// Narrow narrows a query to what is seen.
func (in Sight) Narrow(db *gorm.DB) *gorm.DB {
	if in.condition == "" {
		return db
	}
	return db.Where(in.condition, in.Arguments()...)
}

// And is the condition as the end of another one.
func (in Sight) And() string {
	if in.condition == "" {
		return ""
	}
	return " AND " + in.condition
}

// Arguments returns those of the condition.
func (in Sight) Arguments() []any {
	arguments := make([]any, strings.Count(in.condition, "?"))
	for i := range arguments {
		arguments[i] = in.viewer
	}
	return arguments
}

// Viewer returns the id that each argument of the condition is.
func (in Sight) Viewer() string { return in.viewer }
