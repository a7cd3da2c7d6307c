// Package member serves people: a member's own account, vacation and notices, and what others see of
// players and their ratings.
package member

import (
	"kickabout/cmd/internal/web/match"
	"kickabout/cmd/internal/web/request"
	"kickabout/league/office"
)

// Accounts answer requests about what is the viewer's own.
type Accounts struct {
	*request.Site
	office *office.Office
}

// NewAccounts returns the handlers of accounts.
func NewAccounts(site *request.Site, o *office.Office) *Accounts {
	return &Accounts{Site: site, office: o}
}

// Players answer requests about players and ratings.
type Players struct {
	*request.Site
	office  *office.Office
	matches *match.Handlers
}

// NewPlayers returns the handlers of players and ratings.
func NewPlayers(site *request.Site, o *office.Office, matches *match.Handlers) *Players {
	return &Players{Site: site, office: o, matches: matches}
}
