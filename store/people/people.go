// Package people keeps those who play: players and their accounts, sessions and tokens, whom they
// have blocked, what they were told, and the answers to their requests. What names a player anywhere
// in the tables stands here too, with what becomes of it when an account is deleted.
package people

import "kickabout/store/sqldb"

// Store keeps people.
type Store struct{ db *sqldb.DB }

// New returns the people of a database.
func New(db *sqldb.DB) *Store { return &Store{db} }
