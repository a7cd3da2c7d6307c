// Package learning looks after what members learn by: the daily puzzles, which it makes of what went wrong in
// finished matches, and how far each has come with them and with the courses of the games.
package learning

import "kickabout/league/core"

// Stores is what the services need of the database.
type Stores struct {
	Puzzles PuzzlesStore
	Course  CourseStore
}

// Services are the services of this package.
type Services struct {
	Puzzles *Puzzles
	Course  *Course
}

// New wires them.
func New(c *core.Core, stores Stores) *Services {
	return &Services{Puzzles: &Puzzles{core: c, store: stores.Puzzles}, Course: &Course{core: c, store: stores.Course}}
}
