package contests

import (
	"context"

	"kickabout/league"
	"kickabout/store/sqldb"
)

// Substitutes finds the tournaments in which somebody is asked to play for another one.
type Substitutes struct{ of *Store }

// NewSubstitutes returns the substitutes of a database.
func NewSubstitutes(db *sqldb.DB) *Substitutes { return &Substitutes{New(db)} }

// Calling lists the ids of tournaments that are being played and in which somebody is asked to play for another one.
func (s *Substitutes) Calling(ctx context.Context) (ids []string, err error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	err = s.of.db.Reader(ctx).Table("tournaments").Where("state = ? AND EXISTS (SELECT 1 FROM tournament_roles WHERE tournament_id = tournaments.id AND role LIKE 'substitute %')", string(league.Running)).
		Order("id").Pluck("id", &ids).Error
	return ids, sqldb.Explain(err, "looking for tournaments that ask for substitutes")
}
