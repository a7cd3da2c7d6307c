// Package offers keeps offers to play and invitations, with the matches that they reserve.
package offers

import "kickabout/store/sqldb"

// Store keeps offers.
type Store struct{ db *sqldb.DB }

// New returns the offers of a database.
func New(db *sqldb.DB) *Store { return &Store{db} }
