// Package contests keeps tournaments and the editions of competitions: their logs, entries and
// roles, and the matches that begin with an event of theirs.
//
// A tournament's row, its entries and roles are copies of what its log comes to, written with it.
package contests

import "kickabout/store/sqldb"

// Store keeps tournaments.
type Store struct{ db *sqldb.DB }

// New returns the tournaments of a database.
func New(db *sqldb.DB) *Store { return &Store{db} }
