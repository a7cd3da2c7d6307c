// Package channels keeps the ways to members that they have opened besides the pages of the site.
package channels

import "kickabout/store/sqldb"

// Store keeps them.
type Store struct{ db *sqldb.DB }

// New returns those of a database.
func New(db *sqldb.DB) *Store { return &Store{db} }
