// Package ranking keeps what follows from finished matches: ratings and refunds, records of
// players, models of results, analyses.
package ranking

import (
	"sync/atomic"

	"kickabout/league"
	"kickabout/store/sqldb"
)

// Store keeps ratings.
type Store struct {
	Stand
	db       *sqldb.DB
	ruleDays atomic.Pointer[league.RuleDays] // nil: not read yet
}

// Stand is how some players stand in pools.
type Stand struct{ db *sqldb.DB }

// New returns the ratings of a database.
func New(db *sqldb.DB) *Store { return &Store{Stand: Stand{db}, db: db} }
