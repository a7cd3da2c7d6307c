// Package team is what players do in tournaments of teams.
package team

import (
	"kickabout/league/core"
	"kickabout/league/tournaments"
)

// Teams are what players do in teams.
type Teams struct {
	store       TeamsStore
	entries     *tournaments.Entries
	strikes     *tournaments.Strikes
	tournaments *tournaments.Tournaments
}

// Stores is what the services need of the database.
type Stores struct {
	Teams TeamsStore
}

// Services are the services of this package.
type Services struct {
	Teams *Teams
}

// New wires them.
func New(c *core.Core, stores Stores, tournamentsServices *tournaments.Services) *Services {
	s := &Services{
		Teams: &Teams{store: stores.Teams, entries: tournamentsServices.Entries, strikes: tournamentsServices.Strikes, tournaments: tournamentsServices.Tournaments},
	}
	return s
}
