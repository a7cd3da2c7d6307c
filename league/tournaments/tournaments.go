// Package tournaments runs tournaments from entry to final table.
package tournaments

import (
	"kickabout/league/core"
	"kickabout/league/members"
	"kickabout/league/play"
	"kickabout/league/ranking"
	"kickabout/league/site"
)

// Entries are the ways into a tournament and out of it, up to its start.
type Entries struct {
	core          *core.Core
	store         EntriesStore
	contributions ContributionsStore
	programs      ProgramsStore
	matches       *play.Matches
	ranking       *ranking.Ranking
	reservations  *play.Reservations
	rounds        *Rounds
	strikes       *Strikes
	tournaments   *Tournaments
	upkeep        *Upkeep
}

// Proposals are tournaments that are about to be opened.
type Proposals struct {
	core         *core.Core
	store        ProposalsStore
	accounts     *members.Accounts
	reservations *play.Reservations
	tournaments  *Tournaments
}

// Rounds go on with tournaments that are being played.
type Rounds struct {
	AtOnce int // for how many players a round of a Swiss is drawn while somebody waits for an answer; for more a job does it (R-UT-5)

	core        *core.Core
	store       RoundsStore
	entries     *Entries
	matches     *play.Matches
	strikes     *Strikes
	tournaments *Tournaments
}

// Strikes take players out of tournaments.
type Strikes struct {
	core        *core.Core
	store       StrikesStore
	accounts    *members.Accounts
	entries     *Entries
	matches     *play.Matches
	rounds      *Rounds
	tournaments *Tournaments
}

// Tournaments are read, and changed step by step.
type Tournaments struct {
	Afresh bool // each table is computed whenever somebody looks at it

	core     *core.Core
	site     *site.Settings
	store    TournamentsStore
	spans    SpansStore
	accounts *members.Accounts
	bots     *play.Bots
	entries  *Entries
	matches  *play.Matches
	tables   *tables
}

// Upkeep does what is due about tournaments.
type Upkeep struct {
	core        *core.Core
	store       UpkeepStore
	clocks      *play.Clocks
	entries     *Entries
	matches     *play.Matches
	pairs       *play.Pairs
	rounds      *Rounds
	strikes     *Strikes
	tournaments *Tournaments
	vacations   *play.Vacations
}

// Stores is what the services need of the database.
type Stores struct {
	Contributions ContributionsStore
	Draws         DrawsStore
	Entries       EntriesStore
	Programs      ProgramsStore
	Proposals     ProposalsStore
	Rounds        RoundsStore
	Spans         SpansStore
	Strikes       StrikesStore
	Tournaments   TournamentsStore
	Upkeep        UpkeepStore
}

// Services are the services of this package.
type Services struct {
	Draws       *Draws
	Entries     *Entries
	Proposals   *Proposals
	Rounds      *Rounds
	Strikes     *Strikes
	Tournaments *Tournaments
	Upkeep      *Upkeep
}

// New wires them.
func New(c *core.Core, stores Stores, membersServices *members.Services, playServices *play.Services, rankingServices *ranking.Services, st *site.Settings) *Services {
	s := &Services{
		Entries:     &Entries{core: c, store: stores.Entries, contributions: stores.Contributions, programs: stores.Programs, matches: playServices.Matches, ranking: rankingServices.Ranking, reservations: playServices.Reservations},
		Proposals:   &Proposals{core: c, store: stores.Proposals, accounts: membersServices.Accounts, reservations: playServices.Reservations},
		Rounds:      &Rounds{AtOnce: 400, core: c, store: stores.Rounds, matches: playServices.Matches},
		Strikes:     &Strikes{core: c, store: stores.Strikes, accounts: membersServices.Accounts, matches: playServices.Matches},
		Tournaments: &Tournaments{core: c, site: st, store: stores.Tournaments, spans: stores.Spans, accounts: membersServices.Accounts, bots: playServices.Bots, matches: playServices.Matches, tables: newTables()},
		Upkeep:      &Upkeep{core: c, store: stores.Upkeep, clocks: playServices.Clocks, matches: playServices.Matches, pairs: playServices.Pairs, vacations: playServices.Vacations},
	}
	s.Draws = &Draws{core: c, store: stores.Draws, entries: s.Entries, tournaments: s.Tournaments}
	s.Entries.rounds, s.Entries.strikes, s.Entries.tournaments, s.Entries.upkeep = s.Rounds, s.Strikes, s.Tournaments, s.Upkeep
	s.Proposals.tournaments = s.Tournaments
	s.Rounds.entries, s.Rounds.strikes, s.Rounds.tournaments = s.Entries, s.Strikes, s.Tournaments
	s.Strikes.entries, s.Strikes.rounds, s.Strikes.tournaments = s.Entries, s.Rounds, s.Tournaments
	s.Tournaments.entries = s.Entries
	s.Upkeep.entries, s.Upkeep.rounds, s.Upkeep.strikes, s.Upkeep.tournaments = s.Entries, s.Rounds, s.Strikes, s.Tournaments
	return s
}
