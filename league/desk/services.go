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
	corrections *Corrections
	store       DeskStore
	strikes     *tournaments.Strikes
	substitutes *Substitutes
	tournaments *tournaments.Tournaments
}

// Substitutes are those who play on for somebody who has dropped out early (R-UT-8).
type Substitutes struct {
	core        *core.Core
	store       SubstitutesStore
	places      Places
	entries     *tournaments.Entries
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
	Desk        DeskStore
	Watch       WatchStore
	Corrections CorrectionsStore
	Substitutes SubstitutesStore
}

// Services are the services of this package.
type Services struct {
	Desk    *Desk
	Rulings *Rulings
	Rosters *Rosters
	Watch   *Watch

	Corrections *Corrections
	Substitutes *Substitutes
}

// New wires them.
func New(c *core.Core, stores Stores, playServices *play.Services, tournamentsServices *tournaments.Services, previews Previews, places Places) *Services {
	s := &Services{
		Desk:    &Desk{core: c, store: stores.Desk, strikes: tournamentsServices.Strikes, tournaments: tournamentsServices.Tournaments},
		Rulings: &Rulings{core: c, store: stores.Desk, matches: playServices.Matches, strikes: tournamentsServices.Strikes, tournaments: tournamentsServices.Tournaments},
	}
	s.Corrections = &Corrections{rulings: s.Rulings, store: stores.Corrections, previews: previews}
	s.Desk.corrections = s.Corrections
	s.Substitutes = &Substitutes{
		core: c, store: stores.Substitutes, places: places, entries: tournamentsServices.Entries, strikes: tournamentsServices.Strikes, tournaments: tournamentsServices.Tournaments,
	}
	s.Desk.substitutes = s.Substitutes
	s.Rosters = &Rosters{s.Desk}
	s.Watch = &Watch{c, stores.Watch, tournamentsServices.Tournaments}
	return s
}
