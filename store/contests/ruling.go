package contests

import (
	"context"

	"gorm.io/gorm"

	"kickabout/league"
	"kickabout/store/sqldb"
)

// Rulings finds the tournaments in which rulings are wanted.
type Rulings struct{ of *Store }

// NewRulings returns the rulings of a database.
func NewRulings(db *sqldb.DB) *Rulings { return &Rulings{New(db)} }

// RulingsFor lists running tournaments in which a ruling is wanted and that a player directs, without logs and with no
// entries but the player's: of those of the site itself all, if they are among those who look after them.
func (s *Rulings) RulingsFor(ctx context.Context, viewer league.Viewer, player string, site bool, limit int) ([]league.Tournament, error) {
	list, err := s.of.tournaments(ctx, viewer, func(db *gorm.DB) *gorm.DB {
		directs := "tournaments.organiser_id = @player OR tournaments.id IN (SELECT tournament_id FROM tournament_roles WHERE player_id = @player AND role = @director)"
		if site {
			directs += " OR tournaments.organiser_id IN (SELECT id FROM players WHERE kind = @site)"
		}
		return db.Where("tournaments.state = @running AND ("+directs+") AND EXISTS (SELECT 1 FROM tournament_roles wants WHERE wants.tournament_id = tournaments.id AND wants.role LIKE @wanted)",
			map[string]any{"player": player, "director": string(league.Director), "running": string(league.Running), "site": string(league.SiteItself), "wanted": string(league.WantsRuling("%"))}).
			Order("tournaments.id").Limit(limit)
	}, func(db *gorm.DB) *gorm.DB { return db.Where("player_id = ?", player) })
	return list, sqldb.Explain(err, "listing in what player %s is to rule", player)
}
