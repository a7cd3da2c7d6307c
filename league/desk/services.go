// Package desk is the work of those who direct a tournament.
package desk

import (
	"kickabout/league/core"
	"kickabout/league/play"
	"kickabout/league/tournaments"
)

// Desk is what directors do at the desk of a tournament.
type Desk struct {
	core        *core.Core
	store       DeskStore
	strikes     *tournaments.Strikes
	tournaments *tournaments.Tournaments
}

// Rulings are the decisions of directors about single matches, and those of the site.
type Rulings struct {
	core        *core.Core
	store       DeskStore
	matches     *play.Matches
	strikes     *tournaments.Strikes
	tournaments *tournaments.Tournaments
}

// Rosters are the lists of players that directors bring along.
type Rosters struct {
	desk *Desk
}

// Stores is what the services need of the database.
type Stores struct {
	Desk DeskStore
}

// Services are the services of this package.
type Services struct {
	Desk    *Desk
	Rulings *Rulings
	Rosters *Rosters
}

// New wires them.
func New(c *core.Core, stores Stores, playServices *play.Services, tournamentsServices *tournaments.Services) *Services {
	s := &Services{
		Desk:    &Desk{core: c, store: stores.Desk, strikes: tournamentsServices.Strikes, tournaments: tournamentsServices.Tournaments},
		Rulings: &Rulings{core: c, store: stores.Desk, matches: playServices.Matches, strikes: tournamentsServices.Strikes, tournaments: tournamentsServices.Tournaments},
	}
	s.Rosters = &Rosters{s.Desk}
	return s
}
