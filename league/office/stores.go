package office

import (
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

// Stores is the database as the services see it: of each package what it needs.
type Stores struct {
	Play        play.Stores
	Members     members.Stores
	Ranking     ranking.Stores
	Offers      offers.Stores
	Tournaments tournaments.Stores
	Desk        desk.Stores
	Team        team.Stores
	Series      series.Stores
	Insight     insight.Stores
	Transfer    transfer.Stores
	Damage      damage.Stores
	Moderation  moderation.Stores
	Learning    learning.Stores
	Channels    channels.Stores
	Arena       arena.Store
	Reach       reach.Stores
	Imported    imported.Store
	Site        site.Store
	Dice        dicelog.Stores
	Breaks      breaks.Store
	Follow      follow.Store
	Rules       core.RuleBook
	Facts       OfficeStore
}

// Over returns one store as all services see it.
func Over[S interface {
	play.BotsStore
	play.ClocksStore
	play.EndsStore
	play.MatchesStore
	play.PairsStore
	play.ReadingsStore
	play.ReservationsStore
	play.VacationsStore
	play.WatchStore
	members.AccountsStore
	members.AddressesStore
	members.AppsStore
	members.ChatsStore
	members.ContributionsStore
	members.FormationsStore
	members.GuardsStore
	members.MailboxStore
	members.PasskeysStore
	members.ProgramsStore
	members.RecoveryStore
	members.SessionsStore
	members.TokensStore
	ranking.RankingStore
	ranking.TalliesStore
	ranking.PreviewsStore
	offers.LinksStore
	offers.OffersBetween
	offers.OffersBlocks
	offers.OffersStore
	tournaments.ContributionsStore
	tournaments.EntriesStore
	tournaments.ProposalsStore
	tournaments.RoundsStore
	tournaments.SpansStore
	tournaments.StrikesStore
	tournaments.TournamentsStore
	tournaments.DrawsStore
	tournaments.UpkeepStore
	desk.DeskStore
	desk.WatchStore
	desk.CorrectionsStore
	desk.SubstitutesStore
	team.TeamsStore
	series.EditionsPlayers
	series.EditionsStore
	series.SerialsStore
	series.LaddersStore
	series.SeriesStore
	insight.AnalysesStore
	insight.OddsStore
	transfer.ArchiveStore
	transfer.RecheckStore
	damage.LocksStore
	moderation.ReportsStore
	moderation.ClosedStore
	moderation.SanctionsStore
	moderation.StaffStore
	moderation.SettingsStore
	learning.PuzzlesStore
	learning.CourseStore
	dicelog.LeavesStore
	dicelog.GamesStore
	channels.FeedsStore
	channels.HooksStore
	channels.DevicesStore
	arena.Store
	reach.NewsStore
	reach.OutboxStore
	reach.HoursStore
	reach.ReadStore
	imported.Store
	follow.Store
	site.Store
	core.RuleBook
	OfficeStore
}](s S) Stores {
	return Stores{
		Play:        play.Stores{Bots: s, Clocks: s, Ends: s, Matches: s, Pairs: s, Readings: s, Reservations: s, Vacations: s, Watch: s},
		Members:     members.Stores{Accounts: s, Addresses: s, Apps: s, Chats: s, Contributions: s, Formations: s, Guards: s, Mailbox: s, Passkeys: s, Programs: s, Recovery: s, Sessions: s, Tokens: s},
		Ranking:     ranking.Stores{Ranking: s, Tallies: s, Previews: s, Programs: s},
		Offers:      offers.Stores{Links: s, OffersBlocks: s, Between: s, Offers: s},
		Tournaments: tournaments.Stores{Contributions: s, Draws: s, Entries: s, Programs: s, Proposals: s, Rounds: s, Spans: s, Strikes: s, Tournaments: s, Upkeep: s},
		Desk:        desk.Stores{Desk: s, Watch: s, Corrections: s, Substitutes: s},
		Team:        team.Stores{Teams: s},
		Series:      series.Stores{EditionsPlayers: s, Editions: s, Serials: s, Ladders: s, Series: s},
		Insight:     insight.Stores{Analyses: s, Odds: s},
		Transfer:    transfer.Stores{Archive: s, Recheck: s},
		Damage:      damage.Stores{Locks: s},
		Moderation:  moderation.Stores{Staff: s, Sanctions: s, Closed: s, Reports: s, Settings: s},
		Learning:    learning.Stores{Puzzles: s, Course: s},
		Channels:    channels.Stores{Feeds: s, Hooks: s, Devices: s},
		Arena:       s,
		Reach:       reach.Stores{News: s, Outbox: s, Hours: s, Read: s},
		Dice:        dicelog.Stores{Tree: s, Games: s},
		Breaks:      s,
		Imported:    s,
		Follow:      s,
		Site:        s,
		Rules:       s,
		Facts:       s,
	}
}
