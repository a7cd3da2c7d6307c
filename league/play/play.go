// Package play runs the matches: moves, clocks, vacations, duplicate pairs and bots.
package play

import (
	"context"
	"sync/atomic"
	"time"

	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/site"
	"kickabout/league/vacation"
)

// Bots move for those players that are programs.
type Bots struct {
	core         *core.Core
	site         *site.Settings
	store        BotsStore
	matches      *Matches
	reservations *Reservations
	moving       inProgress
}

// Clocks stop and start the clocks of matches.
type Clocks struct {
	core      *core.Core
	store     ClocksStore
	matches   *Matches
	vacations *Vacations
}

// Matches are played by moves; each is a log of events.
type Matches struct {
	OnMove func(game string) // is told of each move that has been stored; nil: nobody counts

	core         *core.Core
	store        MatchesStore
	records      *records
	bots         *Bots
	clocks       *Clocks
	pairs        *Pairs
	reservations *Reservations
	vacations    *Vacations
	watch        *Watch
}

// Pairs keeps two matches with the same throws in step.
type Pairs struct {
	core         *core.Core
	store        PairsStore
	clocks       *Clocks
	matches      *Matches
	reservations *Reservations
}

// Readings know how far players have been shown their matches, and which way their boards lie.
type Readings struct {
	store   ReadingsStore
	matches *Matches
}

// Reservations begin matches: first the dice are fixed, then the match is made.
type Reservations struct {
	core  *core.Core
	site  *site.Settings
	store ReservationsStore
	bots  *Bots
}

// Vacations are days on which the time of a player does not count.
type Vacations struct {
	VacationRule vacation.Rule
	core         *core.Core
	store        VacationsStore
	clocks       *Clocks
	matches      *Matches
	watch        *Watch
}

// Watch keeps the time in which the site was away from counting.
type Watch struct {
	Witness func(context.Context) (time.Time, error)
	core    *core.Core
	store   WatchStore
	beaten  atomic.Int64

	restores atomic.Pointer[[]league.SiteNotice] // nil: not asked for yet
}

// Stores is what the services need of the database.
type Stores struct {
	Bots         BotsStore
	Clocks       ClocksStore
	Ends         EndsStore
	Matches      MatchesStore
	Pairs        PairsStore
	Readings     ReadingsStore
	Reservations ReservationsStore
	Vacations    VacationsStore
	Watch        WatchStore
}

// Services are the services of this package.
type Services struct {
	Bots         *Bots
	Clocks       *Clocks
	Ends         *Ends
	Matches      *Matches
	Pairs        *Pairs
	Readings     *Readings
	Reservations *Reservations
	Vacations    *Vacations
	Watch        *Watch
}

// New wires them.
func New(c *core.Core, stores Stores, st *site.Settings) *Services {
	s := &Services{
		Bots:         &Bots{core: c, site: st, store: stores.Bots},
		Clocks:       &Clocks{core: c, store: stores.Clocks},
		Ends:         &Ends{core: c, store: stores.Ends},
		Matches:      &Matches{core: c, store: stores.Matches, records: newRecords()},
		Pairs:        &Pairs{core: c, store: stores.Pairs},
		Readings:     &Readings{store: stores.Readings},
		Reservations: &Reservations{core: c, site: st, store: stores.Reservations},
		Vacations:    &Vacations{VacationRule: vacation.Std, core: c, store: stores.Vacations},
		Watch:        &Watch{core: c, store: stores.Watch},
	}
	s.Bots.matches, s.Bots.reservations = s.Matches, s.Reservations
	s.Clocks.matches, s.Clocks.vacations = s.Matches, s.Vacations
	s.Matches.bots, s.Matches.clocks, s.Matches.pairs, s.Matches.reservations, s.Matches.vacations, s.Matches.watch = s.Bots, s.Clocks, s.Pairs, s.Reservations, s.Vacations, s.Watch
	s.Pairs.clocks, s.Pairs.matches, s.Pairs.reservations = s.Clocks, s.Matches, s.Reservations
	s.Readings.matches = s.Matches
	s.Reservations.bots = s.Bots
	s.Vacations.clocks, s.Vacations.matches, s.Vacations.watch = s.Clocks, s.Matches, s.Watch
	return s
}
