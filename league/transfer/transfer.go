// Package transfer exports and imports sites, and checks what is stored against the logs.
package transfer

import (
	"kickabout/league/core"
	"kickabout/league/dicelog"
	"kickabout/league/play"
	"kickabout/league/ranking"
	"kickabout/league/tournaments"
)

// Archive writes what leaves the site, and reads what comes into it.
type Archive struct {
	core        *core.Core
	store       ArchiveStore
	matches     *play.Matches
	tournaments *tournaments.Tournaments
	log         *dicelog.Log
}

// Recheck computes again from the logs what is stored beside them.
type Recheck struct {
	core    *core.Core
	store   RecheckStore
	matches *play.Matches
	ranking *ranking.Ranking
}

// Stores is what the services need of the database.
type Stores struct {
	Archive ArchiveStore
	Recheck RecheckStore
}

// Services are the services of this package.
type Services struct {
	Archive *Archive
	Recheck *Recheck
}

// New wires them.
func New(c *core.Core, stores Stores, playServices *play.Services, rankingServices *ranking.Services, tournamentsServices *tournaments.Services, log *dicelog.Log) *Services {
	s := &Services{
		Archive: &Archive{core: c, store: stores.Archive, matches: playServices.Matches, tournaments: tournamentsServices.Tournaments, log: log},
		Recheck: &Recheck{core: c, store: stores.Recheck, matches: playServices.Matches, ranking: rankingServices.Ranking},
	}
	return s
}
