package tournaments

import (
	"context"
	"time"

	"kickabout/league/program"

	"kickabout/league"
	"kickabout/league/span"
)

// EntriesStore is what Entries needs of the store.
type EntriesStore interface {
	// Conduct says how a player has played so far: how many matches they have finished, and of the
	// last so many how many there are and how many they lost on time.
	Conduct(ctx context.Context, player string, last int) (finished, recent, flagged int, err error)
	// DiceBreaks returns how often dice were made anew, on the sites that this one was imported from too.
	DiceBreaks(ctx context.Context) (int, error)
	// EntryWord returns the hash of the word that opens a tournament which was read; "" if there is none.
	EntryWord(ctx context.Context, t league.Tournament) (string, error)
	// PartOf lists a part of a player's matches behind a place, without logs.
	PartOf(ctx context.Context, viewer league.Viewer, player string, part league.Part, after league.Place, limit int) ([]league.Match, error)
	// PartsOf is PartOf of several parts, none of which has a match of another; all are read at once.
	PartsOf(ctx context.Context, viewer league.Viewer, player string, lists ...league.PartList) ([][]league.Match, error)
	// RatedPlayers returns everybody who has a rating in a pool, the highest Elo first.
	RatedPlayers(ctx context.Context, pool league.Pool) ([]league.Rated, error)
	// SeesPrivate says whether a player may know of some tournament that the public may not.
	SeesPrivate(ctx context.Context, player string) (bool, error)
	// Tournament returns a tournament with its entries and without its log.
	Tournament(ctx context.Context, viewer league.Viewer, id string) (league.Tournament, error)
}

// ContributionsStore is what Entries needs of the store about what players give to dice.
type ContributionsStore interface {
	// GiveContribution keeps what a player gives to the dice of a tournament, in the place of what they gave before.
	GiveContribution(ctx context.Context, tournament, player, value string, at time.Time) error
	// TakeContributions returns what players give to the dice of games of a tournament that begin now, by their ids: what
	// they have given to the tournament, else the first that waits, else what follows from their word, which then is what they
	// have given. Who has neither gives nothing. Of two who ask at once both get the same.
	TakeContributions(ctx context.Context, tournament string, players []string, at time.Time) (map[string]string, error)
	// UseContributions returns the first that waits of what players give to dice, by their ids, each of which is used
	// up then, else what follows from their word. Who has neither gives nothing.
	UseContributions(ctx context.Context, players []string) (map[string]string, error)
}

// ProposalsStore is what Proposals needs of the store.
type ProposalsStore interface {
	// CreateTournament stores a tournament with its log, matches that begin with it and
	// notices. If its id is taken, or there is such an edition of its competition, the
	// error is of kind league.Stale and nothing is written.
	CreateTournament(ctx context.Context, t league.Tournament, matches []league.Match, notices []league.Notice, facts ...league.Fact) error
	// Draft returns a player's draft.
	Draft(ctx context.Context, player, id string) (league.Draft, error)
	// Drafts lists a player's drafts, the one changed last first.
	Drafts(ctx context.Context, player string) ([]league.Draft, error)
	// DropDraft deletes a player's draft; one that is gone already is no error.
	DropDraft(ctx context.Context, player, id string) error
	// NextSerial returns the serial number of the tournament that is made next. Of two who ask at once one alone gets a
	// tournament stored under it.
	NextSerial(ctx context.Context) (uint32, error)
	// Organised returns how many tournaments of an organiser are in a state.
	Organised(ctx context.Context, player string, state league.TournamentState) (int, error)
	// PutDraft stores a draft, in place of one of the same id if that is the player's too; if it
	// is somebody else's, or they would have more than so many, the error is of kind
	// league.Forbidden.
	PutDraft(ctx context.Context, d league.Draft, most int) error
	// SetEntryWord notes the hash of the word that opens a tournament, in place of an earlier one.
	SetEntryWord(ctx context.Context, tournament, hash string) error
	// Tournament returns a tournament with its entries and without its log.
	Tournament(ctx context.Context, viewer league.Viewer, id string) (league.Tournament, error)
}

// RoundsStore is what Rounds needs of the store.
type RoundsStore interface {
	// GroupsBefore returns in which groups players were in the edition that began last before a tournament, of the same
	// competition, if it has not ended or ended after a moment.
	GroupsBefore(ctx context.Context, t league.Tournament, since time.Time, players []string) (map[string]league.Group, error)
	// GroupsFixtures lists the matches of the groups of tournaments that were read with the entries of one
	// group each, by their keys, with no more of each than a format may know.
	GroupsFixtures(ctx context.Context, tournaments []league.Tournament) ([]league.Match, error)
	// Paced lists the running tournaments whose rounds have a last day.
	Paced(ctx context.Context) ([]string, error)
	// PlayedOut lists the running tournaments none of whose matches is running.
	PlayedOut(ctx context.Context) ([]string, error)
	// Tournament returns a tournament with its entries and without its log.
	Tournament(ctx context.Context, viewer league.Viewer, id string) (league.Tournament, error)
	// TournamentGroup returns a tournament with the entries of some groups alone.
	TournamentGroup(ctx context.Context, viewer league.Viewer, id string, groups ...league.Group) (league.Tournament, error)
}

// StrikesStore is what Strikes needs of the store.
type StrikesStore interface {
	// Banned returns when a rule of the site last took a player out for being silent; the
	// zero time if none did.
	Banned(ctx context.Context, player, rule string) (time.Time, error)
	// EntriesOf lists the tournaments in which a player is or was, with all their entries
	// and without logs, the latest first.
	EntriesOf(ctx context.Context, viewer league.Viewer, player string, limit int) ([]league.Tournament, error)
	// Fixtures lists the matches of a tournament, without logs, by their keys.
	Fixtures(ctx context.Context, viewer league.Viewer, tournament string) ([]league.Match, error)
	// LostOnTime returns the matches of competitions that a player has lost on time after a moment: when, by their ids.
	LostOnTime(ctx context.Context, player string, since time.Time) (map[string]time.Time, error)
	// MovedBetween returns the first move that a player has made anywhere after a moment and up to another; the zero
	// time if there is none.
	MovedBetween(ctx context.Context, player string, after, until time.Time) (time.Time, error)
	// Player returns a player.
	Player(ctx context.Context, id string) (league.Player, error)
	// PutAbsence stores the step of an absence, or what has become of one that is there by now, with notices of it. If
	// there is another step about the same match the error is of kind league.Stale; one that was struck out stays so.
	PutAbsence(ctx context.Context, a league.Sanction, notices ...league.Notice) error
	// RunningOf lists all running matches of a player that began at or after a moment,
	// without logs.
	RunningOf(ctx context.Context, viewer league.Viewer, player string, since time.Time) ([]league.Match, error)
	// SanctionsOf lists the steps that were taken against a player, the latest first.
	SanctionsOf(ctx context.Context, player string) ([]league.Sanction, error)
	// Silence counts the matches that a player has lost on time since their last move.
	Silence(ctx context.Context, player string) (int, error)
	// Tournament returns a tournament with its entries and without its log.
	Tournament(ctx context.Context, viewer league.Viewer, id string) (league.Tournament, error)
	// Tournaments lists users' tournaments in a state, the latest first, without logs.
	Tournaments(ctx context.Context, viewer league.Viewer, state league.TournamentState, limit int) ([]league.Tournament, error)
}

// TournamentsStore is what Tournaments needs of the store.
type TournamentsStore interface {
	// AppendTournament adds progress to a tournament. If its last event is no longer
	// Seen the error is of kind league.Stale and nothing is written.
	AppendTournament(ctx context.Context, p league.TournamentProgress) error
	// Fixtures lists the matches of a tournament, without logs, by their keys.
	Fixtures(ctx context.Context, viewer league.Viewer, tournament string) ([]league.Match, error)
	// FixturesToPlan is RecentFixtures of a tournament that was read, with no more of each match than a
	// format may know.
	FixturesToPlan(ctx context.Context, t league.Tournament, after time.Time) ([]league.Match, error)
	// GroupFixtures lists the matches of a group of a tournament, without logs, by their keys.
	GroupFixtures(ctx context.Context, viewer league.Viewer, tournament string, g league.Group) ([]league.Match, error)
	// GroupToPlan is GroupFixtures of a tournament that was read, with no more of each match than a format
	// may know.
	GroupToPlan(ctx context.Context, t league.Tournament, g league.Group) ([]league.Match, error)
	// Known returns what is known of players, by their ids.
	Known(ctx context.Context, players []string, at time.Time) (map[string]league.Known, error)
	// Tournament returns a tournament with its entries and without its log.
	Tournament(ctx context.Context, viewer league.Viewer, id string) (league.Tournament, error)
	// TournamentLog returns the events of a tournament after one of them, in their order.
	TournamentLog(ctx context.Context, viewer league.Viewer, id string, after, limit int) ([]league.Decision, error)
	// TournamentReached returns how far a tournament has come: the number of its last
	// event, and how many of its matches are over.
	TournamentReached(ctx context.Context, viewer league.Viewer, id string) (last, over int, err error)
	// Tournaments lists users' tournaments in a state, the latest first, without logs.
	Tournaments(ctx context.Context, viewer league.Viewer, state league.TournamentState, limit int) ([]league.Tournament, error)
	// TournamentsOf lists the tournaments of some lists, likewise, those of one list after those of the other. No two are
	// of the same state.
	TournamentsOf(ctx context.Context, viewer league.Viewer, lists ...league.TournamentList) ([]league.Tournament, error)
}

// SpansStore is what Tournaments needs of the store about what has lasted for how long.
type SpansStore interface {
	// Waits returns when matches of a tournament waited for a player, by their id: those that run, for who is to move
	// since the other one's last move, and those that were lost on time after a moment, until then. Beside that it returns
	// when some players were on a planned vacation that had not ended at that moment.
	Waits(ctx context.Context, tournament string, players []string, since time.Time) (waits, planned span.Sets, err error)
}

// UpkeepStore is what Upkeep needs of the store.
type UpkeepStore interface {
	// Absent lists the members who have a place in a tournament that does not roll, have lost a match of a competition
	// on time since they took it, at or before a moment, and have made no move since that loss.
	Absent(ctx context.Context, by time.Time) ([]string, error)
	// CalledOff lists running matches of tournaments that have been cancelled, without logs.
	CalledOff(ctx context.Context, viewer league.Viewer) ([]league.Match, error)
	// Fixtures lists the matches of a tournament, without logs, by their keys.
	Fixtures(ctx context.Context, viewer league.Viewer, tournament string) ([]league.Match, error)
	// Halted lists running matches whose deadline is not before a moment and whose
	// tournaments are not paused, without logs.
	Halted(ctx context.Context, viewer league.Viewer, halt time.Time) ([]league.Match, error)
	// RatedPlayers returns everybody who has a rating in a pool, the highest Elo first.
	RatedPlayers(ctx context.Context, pool league.Pool) ([]league.Rated, error)
	// RecentFixtures lists the matches of a rolling tournament that run, that have not been
	// counted, or that ended after a moment, without logs, by their keys.
	RecentFixtures(ctx context.Context, viewer league.Viewer, tournament string, after time.Time) ([]league.Match, error)
	// Tournament returns a tournament with its entries and without its log.
	Tournament(ctx context.Context, viewer league.Viewer, id string) (league.Tournament, error)
	// TournamentIDs lists the ids of all tournaments.
	TournamentIDs(ctx context.Context) ([]string, error)
	// TournamentLog returns the events of a tournament after one of them, in their order.
	TournamentLog(ctx context.Context, viewer league.Viewer, id string, after, limit int) ([]league.Decision, error)
	// Unhalted lists running matches of paused tournaments whose deadline is before a
	// moment, without logs.
	Unhalted(ctx context.Context, viewer league.Viewer, halt time.Time) ([]league.Match, error)
	// Upcoming lists users' tournaments that take entries and have a day to start on, or one on
	// which entries close, with their entries and without logs, by that day.
	Upcoming(ctx context.Context, viewer league.Viewer) ([]league.Tournament, error)
}

// ProgramsStore is what Entries needs of the store about BOT accounts.
type ProgramsStore interface {
	// Program returns a BOT account by its id, ProgramNamed by the key of its name; of kind league.NotFound if there is none.
	Program(ctx context.Context, id string) (program.Program, error)
	ProgramNamed(ctx context.Context, key string) (program.Program, error)
}
