package office_test

import (
	"context"

	"kickabout/league"
	"kickabout/league/channels"
	"kickabout/league/core"
	"kickabout/league/damage"
	"kickabout/league/desk"
	"kickabout/league/dicelog"
	"kickabout/league/insight"
	"kickabout/league/learning"
	"kickabout/league/members"
	"kickabout/league/moderation"
	"kickabout/league/offers"
	"kickabout/league/office"
	"kickabout/league/play"
	"kickabout/league/ranking"
	"kickabout/league/reach"
	"kickabout/league/series"
	"kickabout/league/site"
	"kickabout/league/team"
	"kickabout/league/tournaments"
	"kickabout/league/transfer"
)

// Store is a database with all that the services need of it, for tests to stand in for parts of it.
type Store interface {
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
	members.FormationsStore
	members.GuardsStore
	members.MailboxStore
	members.PasskeysStore
	members.RecoveryStore
	members.SessionsStore
	members.TokensStore
	channels.FeedsStore
	channels.HooksStore
	channels.DevicesStore
	ranking.RankingStore
	ranking.TalliesStore
	ranking.PreviewsStore
	offers.LinksStore
	offers.OffersBetween
	offers.OffersBlocks
	offers.OffersStore
	tournaments.EntriesStore
	tournaments.ProposalsStore
	tournaments.RoundsStore
	tournaments.SpansStore
	tournaments.StrikesStore
	tournaments.TournamentsStore
	tournaments.UpkeepStore
	desk.DeskStore
	desk.CorrectionsStore
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
	moderation.SanctionsStore
	moderation.StaffStore
	moderation.SettingsStore
	dicelog.LeavesStore
	dicelog.GamesStore
	learning.PuzzlesStore
	learning.CourseStore
	reach.NewsStore
	reach.OutboxStore
	reach.HoursStore
	reach.ReadStore
	site.Store
	core.RuleBook
	office.OfficeStore
	// Backlog counts the facts that have not been looked after.
	Backlog(ctx context.Context) (league.Backlog, error)
}
