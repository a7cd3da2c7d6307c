package series

import (
	"context"
	"time"

	"kickabout/league"
)

// EditionsPlayers is what Editions needs of the store.
type EditionsPlayers interface {
	// EntriesOf lists the tournaments in which a player is or was, with all their entries
	// and without logs, the latest first.
	EntriesOf(ctx context.Context, viewer league.Viewer, player string, limit int) ([]league.Tournament, error)
	// Fixtures lists the matches of a tournament, without logs, by their keys.
	Fixtures(ctx context.Context, viewer league.Viewer, tournament string) ([]league.Match, error)
	// FixturesOf lists the matches of some tournaments that were read by their keys, with no more of each than
	// a format may know.
	FixturesOf(ctx context.Context, tournaments []league.Tournament) ([]league.Match, error)
	// GroupsFixtures lists the matches of the groups of tournaments that were read with the entries of one
	// group each, by their keys, with no more of each than a format may know.
	GroupsFixtures(ctx context.Context, tournaments []league.Tournament) ([]league.Match, error)
	// Player returns a player.
	Player(ctx context.Context, id string) (league.Player, error)
	// Strengths returns the ratings by Glicko-2 that players have in a pool; who has none is
	// left out.
	Strengths(ctx context.Context, pool league.Pool, players []string) (map[string]league.Rating, error)
}

// EditionsStore is what Editions needs of the store.
type EditionsStore interface {
	// AllEditions lists the editions of all competitions that have not ended, and so many of those that ended after
	// a moment, the latest, with their entries and without logs, by their opening; and users' tournaments of some lists, of
	// different states, likewise: those of one list after those of the other, the latest first.
	AllEditions(ctx context.Context, viewer league.Viewer, after time.Time, ended int, lists ...league.TournamentList) (editions, others []league.Tournament, err error)
	// CreateTournament stores a tournament with its log, matches that begin with it and
	// notices. If its id is taken, or there is such an edition of its competition, the
	// error is of kind league.Stale and nothing is written.
	CreateTournament(ctx context.Context, t league.Tournament, matches []league.Match, notices []league.Notice, facts ...league.Fact) error
	// Editions lists the editions of a competition that have not ended or ended after a
	// moment, with their entries and without logs, by their opening.
	Editions(ctx context.Context, viewer league.Viewer, competition string, after time.Time) ([]league.Tournament, error)
	// EditionsFor lists the editions of a competition that have not ended, and of those that
	// ended after a moment the ones in which some players were, likewise.
	EditionsFor(ctx context.Context, viewer league.Viewer, competition string, after time.Time, players []string) ([]league.Tournament, error)
	// WithEditions lists those of some competitions of which there is or was an edition.
	WithEditions(ctx context.Context, competitions []string) ([]string, error)
	// Honours lists the editions of competitions that have ended and in which a title was won, the latest first: those of
	// some formats, of others those of some names, and those of which a title is noted; each with the entries of those alone
	// who won it, of whom something was noted or who were expelled later, and without its log.
	Honours(ctx context.Context, viewer league.Viewer, formats, others, editions []string, limit int) ([]league.Tournament, error)
	// OpenEditions lists the editions of a competition that take entries, likewise.
	OpenEditions(ctx context.Context, viewer league.Viewer, competition string) ([]league.Tournament, error)
	// PlayingIn lists the tournaments that are being played in which a player has a seat, the
	// latest first, each with their entry alone and without its log; no rolling ones.
	PlayingIn(ctx context.Context, viewer league.Viewer, player string, limit int) ([]league.Tournament, error)
	// PlayingGroups is PlayingIn with the entries of everybody in the player's group.
	PlayingGroups(ctx context.Context, viewer league.Viewer, player string, limit int) ([]league.Tournament, error)
	// Qualified lists the ids of those who have qualified in an edition of a competition since
	// a moment and of whom one of some notes stands there.
	Qualified(ctx context.Context, competition string, since time.Time, notes []string) ([]string, error)
	// Tournament returns a tournament with its entries and without its log.
	Tournament(ctx context.Context, viewer league.Viewer, id string) (league.Tournament, error)
}

// SerialsStore counts tournaments for Editions.
type SerialsStore interface {
	// NextSerial returns the serial number of the tournament that is made next. Of two who ask at once one alone gets a
	// tournament stored under it.
	NextSerial(ctx context.Context) (uint32, error)
}

// LaddersStore is what Ladders needs of the store.
type LaddersStore interface {
	// Acts returns the events of some acts of a tournament that was read, after one event and up to another,
	// in their order and without the names of the players.
	Acts(ctx context.Context, t league.Tournament, after, until int, acts ...league.TournamentAct) ([]league.Decision, error)
	// Player returns a player.
	Player(ctx context.Context, id string) (league.Player, error)
	// Players returns players by their ids, without those that are not there.
	Players(ctx context.Context, ids []string) (map[string]league.Player, error)
	// RecentFixtures lists the matches of a rolling tournament that run, that have not been
	// counted, or that ended after a moment, without logs, by their keys.
	RecentFixtures(ctx context.Context, viewer league.Viewer, tournament string, after time.Time) ([]league.Match, error)
	// Standings returns players by their ids with how they stand in a pool, which is zero for who has no rating there;
	// those that are not there are left out.
	Standings(ctx context.Context, pool league.Pool, players []string) (map[string]league.Rated, error)
	// Tournament returns a tournament with its entries and without its log.
	Tournament(ctx context.Context, viewer league.Viewer, id string) (league.Tournament, error)
	// TournamentsAt returns the tournaments that have some ids, in no order, with their entries and without logs; those
	// that are not there are left out.
	TournamentsAt(ctx context.Context, viewer league.Viewer, ids ...string) ([]league.Tournament, error)
	// TournamentLog returns the events of a tournament after one of them, in their order.
	TournamentLog(ctx context.Context, viewer league.Viewer, id string, after, limit int) ([]league.Decision, error)
}

// SeriesStore is what Series needs of the store.
type SeriesStore interface {
	// GroupFixtures lists the matches of a group of a tournament, without logs, by their keys.
	GroupFixtures(ctx context.Context, viewer league.Viewer, tournament string, g league.Group) ([]league.Match, error)
	// Player returns a player.
	Player(ctx context.Context, id string) (league.Player, error)
	// TournamentGroup returns a tournament with the entries of some groups alone.
	TournamentGroup(ctx context.Context, viewer league.Viewer, id string, groups ...league.Group) (league.Tournament, error)
	// TournamentLog returns the events of a tournament after one of them, in their order.
	TournamentLog(ctx context.Context, viewer league.Viewer, id string, after, limit int) ([]league.Decision, error)
}
