// Package office is the shell around the rules: the one place where they meet
// the database, the clock and the dice. It says what is to happen; the store
// sees to it that it happens at once or not at all.
package office

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"kickabout/engine"
	"kickabout/engine/bot"
	"kickabout/engine/dice"
	"kickabout/league"
	"kickabout/league/rating"
)

// Store keeps players and matches. Each method is atomic by itself. An error
// about something that is not there is of kind league.NotFound.
type Store interface {
	Accounts
	Tokens

	// Admit stores a player together with a session, unless the session is there
	// already; it returns the session's player either way.
	Admit(ctx context.Context, s league.Session, p league.Player) (league.Player, error)
	// PutBots stores the bots that are not there yet.
	PutBots(ctx context.Context, bots []league.Player) error

	// CreateMatch stores a match with its log, and notices of it. If its id or GID is
	// taken the error is of kind league.Stale and nothing is written.
	CreateMatch(ctx context.Context, m league.Match, notices ...league.Notice) error
	// Match returns a match with its log.
	Match(ctx context.Context, id string) (league.Match, error)
	// Append adds progress to a match. If the match's last event is no longer
	// Seen, if it is over, or if Arrived is after its deadline, the error is of kind
	// league.Stale and nothing is written.
	Append(ctx context.Context, p league.Progress) error
	// Answer returns what was remembered of a request.
	Answer(ctx context.Context, player, key string) (league.Answer, error)

	// The lists come without logs, at most limit long.

	// MatchesOf lists a player's matches: running ones first, by deadline, then
	// finished ones, the latest first.
	MatchesOf(ctx context.Context, player string, limit int) ([]league.Match, error)
	// Running lists running matches, the one that moved last first.
	Running(ctx context.Context, limit int) ([]league.Match, error)
	// Finished lists finished matches, the one that ended last first.
	Finished(ctx context.Context, limit int) ([]league.Match, error)
	// Overdue lists running matches whose deadline is before a moment, the oldest first.
	Overdue(ctx context.Context, before time.Time, limit int) ([]league.Match, error)
	// Due lists running matches in which one of some bots is to move at or before a moment,
	// the longest due first.
	Due(ctx context.Context, by time.Time, bots []string, limit int) ([]league.Match, error)
	// Postpone lets a bot wait until a later moment in a match that still is where it was seen.
	Postpone(ctx context.Context, match string, seen int, due time.Time) error

	Views
	Notices
	Parts
	Chats
	Tournaments
	Competitions
	Strikes
	Desks
	Conditions
	Drafts
	Recounts
	Offers
	Pairs
	Tallies
	Watch
	Vacations
	Ratings
	Models
	Recomputations
	Archives
	Analyses
}

// Dealer knows the secret that fair dice come from.
type Dealer interface {
	// Head returns the head of the chain that belongs to a GID: what is shown
	// before anybody contributes.
	Head(gid dice.GID) dice.Link
	// Source returns the dice of a match.
	Source(gid dice.GID, contributions [2]string) engine.Source
	// Deal returns both at once, for a match to which nobody contributes any more.
	Deal(gid dice.GID, contributions [2]string) (dice.Link, engine.Source)
	// Links returns the links 1..n of the chain of a GID, to be shown with the throws.
	Links(gid dice.GID, n uint32) []dice.Link
	// Mix derives 32 secret bytes from a text, for what must be unguessable but
	// repeatable: a bot's own randomness, a signature.
	Mix(purpose, text string) [32]byte
}

// Office runs the matches.
type Office struct {
	Limits  league.OfferLimits // on offers; to be changed before use only
	Ratings rating.System      // likewise
	Judge   Judge              // likewise: of finished matches
	IDs     func() string      // makes the ids of players and tournaments; nil: at random. Set before use, for what is to be played again just so

	store     Store
	dealer    Dealer
	passwords Passwords
	games     []engine.Game
	bots      []bot.Bot
	now       func() time.Time
	log       *slog.Logger
	quick     lane // of the bots that answer at once
	slow      lane // of those that think, and of analyses
	moving    claims
	hashing   gate // to the passwords
	hub       *hub

	// Directors are the names of the members who direct the site's own competitions. It is
	// set before the office is used.
	Directors []string

	// LinesAMinute is how many lines of chat a player may say in a minute; 0: ten. It is
	// set before the office is used.
	LinesAMinute int

	// Witness tells the time by another clock than the office's, as that of a database on its own
	// machine; nil: there is none. It is set before the office is used.
	Witness func(context.Context) (time.Time, error)

	// VacationRule says how many days of vacation members get. It is set before the office is used.
	VacationRule league.VacationRule
	// Runs says which of the competitions that there could be the site runs; nil: all. It is
	// set before the office is used.
	Runs      func(league.Competition) bool
	annals    annals
	forecasts forecasts
	beaten    atomic.Int64 // the heartbeat that this process has written last, in Unix milliseconds; 0: none
}

// How many passwords are hashed at once, and how many wait for it.
const (
	hashesAtOnce = 4
	hashesQueued = 50
)

// New returns an office over its parts. Now is the only place that the time
// comes from.
func New(store Store, dealer Dealer, passwords Passwords, games []engine.Game, bots []bot.Bot, now func() time.Time, log *slog.Logger) *Office {
	return &Office{
		store: store, dealer: dealer, passwords: passwords, games: games, bots: bots, now: now, log: log,
		quick: newLane(), slow: newLane(), hashing: newGate(hashesAtOnce, hashesQueued), hub: newHub(), Limits: offerLimits, Ratings: rating.Standard(), Judge: StandardJudge(),
		VacationRule: league.VacationStd,
	}
}

// Now returns the present moment in UTC, in whole milliseconds as it is stored.
func (o *Office) Now() time.Time { return o.now().UTC().Truncate(time.Millisecond) }

// Games lists the games that can be played.
func (o *Office) Games() []engine.Game { return o.games }

// Game finds a game by its id; an unknown one wraps engine.ErrUnknown.
func (o *Office) Game(id string) (engine.Game, error) {
	for _, g := range o.games {
		if g.Info().ID == id {
			return g, nil
		}
	}
	return nil, fmt.Errorf("%w: game %q", engine.ErrUnknown, id)
}
