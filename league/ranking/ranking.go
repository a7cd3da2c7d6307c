// Package ranking rates matches and lists players.
package ranking

import (
	"sync"

	"kickabout/league"
	"kickabout/league/core"
)

// Ranking rates matches, and lists who is how strong.
type Ranking struct {
	core     *core.Core
	store    RankingStore
	programs ProgramsStore

	mu   sync.Mutex
	bots map[league.Pool]botList // as they were computed last
}

// Tallies count what players have played.
type Tallies struct {
	core  *core.Core
	store TalliesStore
}

// Previews say what a match would do to ratings.
type Previews struct {
	core  *core.Core
	store PreviewsStore
}

// Stores is what the services need of the database.
type Stores struct {
	Ranking RankingStore
	Tallies TalliesStore

	Programs ProgramsStore
	Previews PreviewsStore
}

// Services are the services of this package.
type Services struct {
	Ranking *Ranking
	Tallies *Tallies

	Previews *Previews
}

// New wires them.
func New(c *core.Core, stores Stores) *Services {
	s := &Services{
		Ranking: &Ranking{core: c, store: stores.Ranking, programs: stores.Programs, bots: map[league.Pool]botList{}},
		Tallies: &Tallies{core: c, store: stores.Tallies},

		Previews: &Previews{core: c, store: stores.Previews},
	}
	return s
}
