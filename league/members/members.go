// Package members keeps accounts, sessions, chats, notices and formations.
package members

import (
	"kickabout/league/core"
	"kickabout/league/site"
)

// Accounts are names and passwords.
type Accounts struct {
	core     *core.Core
	site     *site.Settings
	store    AccountsStore
	sessions *Sessions
	passkeys *Passkeys
	programs *Programs
}

// Chats are what the players of a match say to each other.
type Chats struct {
	LinesAMinute int // that one player may write beside a match; 0: as many as usual
	core         *core.Core
	store        ChatsStore
}

// Mailbox is the notices to players.
type Mailbox struct {
	core  *core.Core
	store MailboxStore
}

// Sessions are the browsers and programs that act for a player.
type Sessions struct {
	core     *core.Core
	site     *site.Settings
	store    SessionsStore
	tokens   TokensStore
	programs *Programs
}

// Stores is what the services need of the database.
type Stores struct {
	Accounts      AccountsStore
	Addresses     AddressesStore
	Apps          AppsStore
	Chats         ChatsStore
	Contributions ContributionsStore
	Formations    FormationsStore
	Guards        GuardsStore
	Mailbox       MailboxStore
	Passkeys      PasskeysStore
	Programs      ProgramsStore
	Recovery      RecoveryStore
	Sessions      SessionsStore
	Tokens        TokensStore
}

// Services are the services of this package.
type Services struct {
	Accounts      *Accounts
	Addresses     *Addresses
	Apps          *Apps
	Chats         *Chats
	Contributions *Contributions
	Formations    *Formations
	Guards        *Guards
	Mailbox       *Mailbox
	Passkeys      *Passkeys
	Programs      *Programs
	Recovery      *Recovery
	Sessions      *Sessions
}

// New wires them.
func New(c *core.Core, stores Stores, st *site.Settings) *Services {
	s := &Services{
		Accounts:      &Accounts{core: c, site: st, store: stores.Accounts},
		Addresses:     &Addresses{core: c, store: stores.Addresses},
		Apps:          &Apps{core: c, store: stores.Apps},
		Chats:         &Chats{core: c, store: stores.Chats},
		Contributions: &Contributions{core: c, store: stores.Contributions},
		Formations:    &Formations{core: c, store: stores.Formations},
		Mailbox:       &Mailbox{core: c, store: stores.Mailbox},
		Sessions:      &Sessions{core: c, site: st, store: stores.Sessions, tokens: stores.Tokens},
	}
	s.Accounts.sessions = s.Sessions
	s.Programs = &Programs{core: c, accounts: s.Accounts, store: stores.Programs}
	s.Accounts.programs, s.Sessions.programs = s.Programs, s.Programs
	s.Passkeys = &Passkeys{core: c, accounts: s.Accounts, store: stores.Passkeys}
	s.Accounts.passkeys = s.Passkeys
	s.Guards = &Guards{core: c, accounts: s.Accounts, mail: stores.Addresses, store: stores.Guards}
	s.Recovery = &Recovery{core: c, accounts: s.Accounts, addresses: s.Addresses, store: stores.Recovery}
	return s
}
