// Package offers brings players together who want to play.
package offers

import (
	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/members"
	"kickabout/league/play"
	"kickabout/league/ranking"
	"kickabout/league/site"
)

// Links are invitations by a secret address, and counter-offers.
type Links struct {
	core      *core.Core
	store     LinksStore
	offers    *Offers
	vacations *play.Vacations
}

// Offers are open seats, and invitations to named players.
type Offers struct {
	Limits       league.OfferLimits
	core         *core.Core
	site         *site.Settings
	between      OffersBetween
	blocks       OffersBlocks
	store        OffersStore
	accounts     *members.Accounts
	matches      *play.Matches
	ranking      *ranking.Ranking
	reservations *play.Reservations
	vacations    *play.Vacations
}

// Stores is what the services need of the database.
type Stores struct {
	Links        LinksStore
	OffersBlocks OffersBlocks
	Between      OffersBetween
	Offers       OffersStore
}

// Services are the services of this package.
type Services struct {
	Links  *Links
	Offers *Offers
}

// New wires them.
func New(c *core.Core, stores Stores, membersServices *members.Services, playServices *play.Services, rankingServices *ranking.Services, st *site.Settings) *Services {
	s := &Services{
		Links:  &Links{core: c, store: stores.Links, vacations: playServices.Vacations},
		Offers: &Offers{Limits: offerLimits, core: c, site: st, between: stores.Between, blocks: stores.OffersBlocks, store: stores.Offers, accounts: membersServices.Accounts, matches: playServices.Matches, ranking: rankingServices.Ranking, reservations: playServices.Reservations, vacations: playServices.Vacations},
	}
	s.Links.offers = s.Offers
	return s
}
