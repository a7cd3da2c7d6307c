// Package office wires the services of the league, brings what has happened to those who wait
// for it, and says what is done again and again. It decides nothing by itself.
package office

import (
	"crypto/rand"
	"log/slog"
	"time"

	"kickabout/engine"
	"kickabout/engine/bot"
	"kickabout/league/arena"
	"kickabout/league/breaks"
	"kickabout/league/channels"
	"kickabout/league/core"
	"kickabout/league/damage"
	"kickabout/league/desk"
	"kickabout/league/dicelog"
	"kickabout/league/follow"
	"kickabout/league/imported"
	"kickabout/league/insight"
	"kickabout/league/learning"
	"kickabout/league/members"
	"kickabout/league/moderation"
	"kickabout/league/offers"
	"kickabout/league/play"
	"kickabout/league/ranking"
	"kickabout/league/reach"
	"kickabout/league/series"
	"kickabout/league/site"
	"kickabout/league/team"
	"kickabout/league/tournaments"
	"kickabout/league/transfer"
)

// The services by names that none of their methods has: an Office has the methods of all of them.
type (
	matches      = play.Matches
	reservations = play.Reservations
	bots         = play.Bots
	vacations    = play.Vacations
	pairs        = play.Pairs
	watch        = play.Watch
	readings     = play.Readings
	ends         = play.Ends
	accounts     = members.Accounts
	sessions     = members.Sessions
	recovery     = members.Recovery
	passkeys     = members.Passkeys
	guards       = members.Guards
	chats        = members.Chats
	mailbox      = members.Mailbox
	formations   = members.Formations
	rankings     = ranking.Ranking
	tallies      = ranking.Tallies
	offering     = offers.Offers
	links        = offers.Links
	contests     = tournaments.Tournaments
	entries      = tournaments.Entries
	proposals    = tournaments.Proposals
	rounds       = tournaments.Rounds
	strikes      = tournaments.Strikes
	upkeep       = tournaments.Upkeep
	draws        = tournaments.Draws
	deskwork     = desk.Desk
	rulings      = desk.Rulings
	rosters      = desk.Rosters
	substitutes  = desk.Substitutes
	corrections  = desk.Corrections
	teams        = team.Teams
	seasons      = series.Series
	editions     = series.Editions
	ladders      = series.Ladders
	analyses     = insight.Analyses
	forecasts    = insight.Odds
	archives     = transfer.Archive
	recheck      = transfer.Recheck
	quarantine   = damage.Quarantine
	puzzles      = learning.Puzzles
	courses      = learning.Course
	followed     = follow.Follow
)

// Office is all services of the league.
type Office struct {
	*core.Core
	*matches
	*reservations
	*bots
	*vacations
	*pairs
	*watch
	*readings
	*ends
	*accounts
	*sessions
	*recovery
	*passkeys
	*guards
	*chats
	*mailbox
	*formations
	*rankings
	*tallies
	*offering
	*links
	*contests
	*entries
	*proposals
	*rounds
	*strikes
	*upkeep
	*draws
	*deskwork
	*rulings
	*rosters
	*substitutes
	*corrections
	*teams
	*seasons
	*editions
	*ladders
	*analyses
	*forecasts
	*archives
	*recheck
	*quarantine
	*puzzles
	*courses
	*followed

	Reach         *reach.Reach           // what players are told where they are not looking
	Addresses     *members.Addresses     // where they get mail
	Programs      *members.Programs      // their BOT accounts
	Contributions *members.Contributions // what they give to dice
	Apps          *members.Apps          // what members allow programs of others
	Moderation    *moderation.Moderation // what those do who look after the site
	Bans          *moderation.Bans       // what absences come to
	Site          *site.Settings         // what is settled about it
	Channels      *channels.Services     // the ways to members besides the pages
	Imported      *imported.Events       // tournaments that were played elsewhere
	Arena         *arena.Arena           // where bots play each other
	Desks         *desk.Watch            // what those who direct tournaments are told of
	DiceLog       *dicelog.Log           // what anybody can hold the site to about its dice
	Breaks        *breaks.Breaks         // of those dice, which are made anew

	store  OfficeStore
	holder string // this process among all that look after facts
}

// New returns an office over its parts. Now is the only place that the time
// comes from.
func New(stores Stores, keys core.Keys, games []engine.Game, players []bot.Bot, now func() time.Time, log *slog.Logger) *Office {
	c := core.New(keys, games, players, now, log)
	c.Days = stores.Rules
	st := site.New(c, stores.Site)
	p := play.New(c, stores.Play, st)
	m := members.New(c, stores.Members, st)
	r := ranking.New(c, stores.Ranking)
	of := offers.New(c, stores.Offers, m, p, r, st)
	t := tournaments.New(c, stores.Tournaments, m, p, r, st)
	s := series.New(c, stores.Series, p, t, st)
	d := desk.New(c, stores.Desk, p, t, r.Previews, s.Series)
	te := team.New(c, stores.Team, t)
	i := insight.New(c, stores.Insight, m, p, t)
	l := learning.New(c, stores.Learning)
	dl := dicelog.New(c, stores.Dice)
	x := transfer.New(c, stores.Transfer, p, r, t, dl)
	mod := moderation.New(c, stores.Moderation, st, m, p)
	return &Office{
		c,
		p.Matches, p.Reservations, p.Bots, p.Vacations, p.Pairs, p.Watch, p.Readings, p.Ends,
		m.Accounts, m.Sessions, m.Recovery, m.Passkeys, m.Guards, m.Chats, m.Mailbox, m.Formations,
		r.Ranking, r.Tallies,
		of.Offers, of.Links,
		t.Tournaments, t.Entries, t.Proposals, t.Rounds, t.Strikes, t.Upkeep, t.Draws,
		d.Desk, d.Rulings, d.Rosters, d.Substitutes, d.Corrections, te.Teams,
		s.Series, s.Editions, s.Ladders,
		i.Analyses, i.Odds,
		x.Archive, x.Recheck, damage.New(c, stores.Damage, p), l.Puzzles, l.Course, follow.New(c, stores.Follow),
		reach.New(c, stores.Reach, m, p, of, d), m.Addresses, m.Programs, m.Contributions, m.Apps, mod, moderation.NewBans(mod), st, channels.New(c, stores.Channels), imported.New(c, stores.Imported, mod), arena.New(c, stores.Arena, p, st), d.Watch, dl, breaks.New(c, stores.Breaks, p, dl),
		stores.Facts, rand.Text(),
	}
}
