// Package transfer takes out what a store holds, row by row in an order that is the same in every
// database, and takes it into an empty one.
package transfer

import "kickabout/store/sqldb"

// Store takes out and in archives.
type Store struct{ db *sqldb.DB }

// New returns the archives of a database.
func New(db *sqldb.DB) *Store { return &Store{db} }
