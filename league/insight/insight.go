// Package insight tells luck from skill, and what is likely.
package insight

import (
	"kickabout/league/core"
	"kickabout/league/members"
	"kickabout/league/play"
	"kickabout/league/tournaments"
)

// Analyses say what finished matches were worth.
type Analyses struct {
	Judge       Judge
	core        *core.Core
	store       AnalysesStore
	matches     *play.Matches
	tournaments *tournaments.Tournaments
}

// Odds fit the models of results, and say what is likely by them.
type Odds struct {
	core         *core.Core
	store        OddsStore
	accounts     *members.Accounts
	reservations *play.Reservations
	tournaments  *tournaments.Tournaments
	forecasts    forecasts
}

// Stores is what the services need of the database.
type Stores struct {
	Analyses AnalysesStore
	Odds     OddsStore
}

// Services are the services of this package.
type Services struct {
	Analyses *Analyses
	Odds     *Odds
}

// New wires them.
func New(c *core.Core, stores Stores, membersServices *members.Services, playServices *play.Services, tournamentsServices *tournaments.Services) *Services {
	s := &Services{
		Analyses: &Analyses{Judge: StandardJudge(), core: c, store: stores.Analyses, matches: playServices.Matches, tournaments: tournamentsServices.Tournaments},
		Odds:     &Odds{core: c, store: stores.Odds, accounts: membersServices.Accounts, reservations: playServices.Reservations, tournaments: tournamentsServices.Tournaments},
	}
	return s
}
