// Package series runs the site's own competitions: championships, ladders and cups.
package series

import (
	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/play"
	"kickabout/league/site"
	"kickabout/league/tournaments"
)

// Editions opens the tournaments of the site's own competitions, and goes on with them.
type Editions struct {
	Runs        func(league.Competition) bool
	core        *core.Core
	site        *site.Settings
	players     EditionsPlayers
	store       EditionsStore
	serials     SerialsStore
	entries     *tournaments.Entries
	rounds      *tournaments.Rounds
	tournaments *tournaments.Tournaments
}

// Ladders are competitions that never end.
type Ladders struct {
	core        *core.Core
	store       LaddersStore
	editions    *Editions
	entries     *tournaments.Entries
	rounds      *tournaments.Rounds
	tournaments *tournaments.Tournaments
	annals      annals
}

// Series are the site's own competitions as players meet them: the one door to their editions.
type Series struct {
	core        *core.Core
	site        *site.Settings
	store       SeriesStore
	editions    *Editions
	entries     *tournaments.Entries
	ladders     *Ladders
	matches     *play.Matches
	strikes     *tournaments.Strikes
	tournaments *tournaments.Tournaments
}

// Stores is what the services need of the database.
type Stores struct {
	EditionsPlayers EditionsPlayers
	Editions        EditionsStore
	Serials         SerialsStore
	Ladders         LaddersStore
	Series          SeriesStore
}

// Services are the services of this package.
type Services struct {
	Editions *Editions
	Ladders  *Ladders
	Series   *Series
}

// New wires them.
func New(c *core.Core, stores Stores, playServices *play.Services, tournamentsServices *tournaments.Services, st *site.Settings) *Services {
	s := &Services{
		Editions: &Editions{core: c, site: st, players: stores.EditionsPlayers, store: stores.Editions, serials: stores.Serials, entries: tournamentsServices.Entries, rounds: tournamentsServices.Rounds, tournaments: tournamentsServices.Tournaments},
		Ladders:  &Ladders{core: c, store: stores.Ladders, entries: tournamentsServices.Entries, rounds: tournamentsServices.Rounds, tournaments: tournamentsServices.Tournaments},
		Series:   &Series{core: c, site: st, store: stores.Series, entries: tournamentsServices.Entries, matches: playServices.Matches, strikes: tournamentsServices.Strikes, tournaments: tournamentsServices.Tournaments},
	}
	s.Ladders.editions = s.Editions
	s.Series.editions, s.Series.ladders = s.Editions, s.Ladders
	return s
}
