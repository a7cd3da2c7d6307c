// Package core is what all services of the league share: the time, ids, signatures, dice, games,
// and the signals by which they wake each other.
package core

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"kickabout/engine"
	"kickabout/engine/bot"
	"kickabout/engine/dice"
	"kickabout/engine/dice/tbd2"
	"kickabout/league"
	"kickabout/league/rating"
)

// Core is what all services share. Its exported fields are set before use only.
type Core struct {
	Keys
	Hashing   Queue // to the passwords; whoever serves the world sets one that is bounded
	Bots      []bot.Bot
	Log       *slog.Logger
	Hub       *Hub
	Quick     Wakeup                // of the bots that answer at once
	Slow      Wakeup                // of those that think, and of analyses
	Ratings   rating.System         // how ratings are computed
	IDs       func() string         // makes the ids of players and tournaments; nil: at random. Set for what is to be played again just so
	Raised    *Inbox                // facts that are to be looked after
	Late      Wakeup                // of what a request had no time for
	Told      Wakeup                // of who makes news of notices, and sends them
	Overdue   Wakeup                // of the sweep, by who has read what is due
	Yield     func(context.Context) // has work that nobody waits for wait while there is something more urgent; nil: there never is
	Scarce    func() bool           // says that the disk has room for moves alone; nil: it never does
	Unstudied bool                  // leaves finished matches without an analysis until somebody calls AnalyseNext, and days without a puzzle
	Mailer    Mailer                // what letters leave by; nil: this site sends none
	Beacon    Beacon                // where public values come from; nil: nothing is fetched
	Days      RuleBook              // from when on rules hold here, and when the site was away; nil: all have always held, and it never was
	Directors []string              // the names of the members who direct the site's own competitions

	games []engine.Game
	now   func() time.Time
}

// New returns a core over its parts. Now is the only place that the time comes from.
func New(keys Keys, games []engine.Game, bots []bot.Bot, now func() time.Time, log *slog.Logger) *Core {
	return &Core{
		Keys: keys, Hashing: unlimited{}, Bots: bots, Log: log,
		Hub: newHub(), Quick: newWakeup(), Slow: newWakeup(), Raised: &Inbox{}, Late: newWakeup(), Told: newWakeup(), Overdue: newWakeup(), Ratings: rating.Standard(), games: games, now: now,
	}
}

// Deals says whether dice are still thrown: their key was not lost. Whoever has no key at all
// cannot tell.
func (c *Core) Deals(s league.Sealed) bool {
	switch {
	case c.Dealer == nil:
		return true
	case s.Dice.Second():
		return c.Dealer.Deals(s.GID, s.Dice)
	}
	return c.Dealer.Head(s.GID) == s.Head
}

// Note passes on the error of a change. Where there is none, the facts that were written with it are
// looked after by this process; else another look finds what is written.
func (c *Core) Note(err error, facts ...league.Fact) error {
	if err == nil {
		c.Raised.Add(facts...)
		if slices.ContainsFunc(facts, long) {
			c.Late.Wake()
		}
	}
	return err
}

// MustBeMember refuses who has no account; the sentence goes on with what it would take one for.
func MustBeMember(p league.Player, what string) error {
	if p.Kind == league.Member {
		return nil
	}
	return league.Errorf(league.Forbidden, "Sign up first: %s", what)
}

// MustAgree refuses who may not agree on games with others: members and BOT accounts may.
func MustAgree(p league.Player) error {
	if p.Agrees() {
		return nil
	}
	return MustBeMember(p, "games between people need an account.")
}

// BotPrefix begins the id of the player that a bot is.
const BotPrefix = "bot:"

// PlayerOf returns the player that stands for a bot.
func PlayerOf(b bot.Bot) league.Player {
	return league.Player{ID: BotPrefix + b.ID(), Name: b.Name(), Kind: league.Bot}
}

// SitePlayer organises the site's competitions.
func SitePlayer() league.Player {
	return league.Player{ID: "site", Name: "Kickabout", Kind: league.SiteItself}
}

// Dealer knows the secret that fair dice come from, and deals them under both schemes. The first four are of the
// first one.
type Dealer interface {
	// Head returns the head of the chain that belongs to a GID: what is shown
	// before anybody contributes.
	Head(gid dice.GID) dice.Link
	// Source returns the dice of a match.
	Source(gid dice.GID, contributions [2]string) engine.Source
	// Links returns the links 1..n of the chain of a GID with a head, to be shown with the throws; none if that chain is
	// of a key that is gone.
	Links(gid dice.GID, head dice.Link, n uint32) []dice.Link

	// Fix fixes the dice of a match of a scope by the key that deals for what was made in an epoch, 0: by the present one. Its
	// head and its commitment are shown before anybody contributes.
	Fix(since, scope uint32, gid dice.GID) (dice.Link, league.Commitment)
	// Renew fixes the next run of the dice of a match, by the key that deals for the run before it.
	Renew(c league.Commitment, gid dice.GID) (dice.Link, league.Commitment)
	// Committed returns the epoch, counted from 1, of the key that deals for what was made in an epoch, 0: of the present one;
	// its fingerprint under the second scheme, and the commitment to the key of a scope that follows from it. That is the key of
	// the epoch, or if it is lost the first one after it that is not.
	Committed(since, scope uint32) (epoch uint32, f, cs dice.Digest)
	// Deals says whether dice come from a key that deals.
	Deals(gid dice.GID, c league.Commitment) bool
	// Throws returns the dice of a match, which must be of a key that deals; of one that deals no more only those may be thrown
	// that were shown before.
	Throws(c league.Commitment, given tbd2.Given) engine.Source
	// Shows returns what a match has shown of its dice when dice event last was its latest one; false if they are of a
	// key that is gone.
	Shows(c league.Commitment, given tbd2.Given, last uint32) (tbd2.Shown, bool)
	// Opens returns the key of a match, which may be shown when nothing is thrown by it any more; false if it is gone.
	Opens(c league.Commitment, gid dice.GID) (dice.Key, bool)
	// OpensScope returns the key of a scope that was committed to, which may be shown when nothing is thrown by it any more;
	// false if it is gone.
	OpensScope(epoch, scope uint32, cs dice.Digest) (dice.Key, bool)
	// OpensEpoch returns the key of the dice of an epoch by its fingerprint under the second scheme, which may be shown when
	// nothing at all is thrown by it any more; false if it is gone.
	OpensEpoch(epoch uint32, f dice.Digest) (dice.Key, bool)
}

// Beacon is a source of public values, which nobody can foresee or make up. It may take a while: no request asks it.
type Beacon interface {
	// Round returns the signature of a round, which is checked to be the network's.
	Round(ctx context.Context, round uint64) (signature []byte, err error)
}

// Mixer knows the secret of what must be unguessable but repeatable and is no die: a bot's own
// randomness, a signature.
type Mixer interface {
	// Mix derives 32 secret bytes from a text.
	Mix(purpose, text string) [32]byte
}

// Marker remembers outside of the database how far the log of the dice was shown, so that a restored database is known as one
// (SCHEME.md 8.1).
type Marker interface {
	// Mark notes that the log is shown with so many leaves, and the hash of its tree; it is safe on disk when it returns.
	Mark(ctx context.Context, size int64, hash dice.Digest) error
}

// Keys are what knows the secrets of a site; nil for whoever does without.
type Keys struct {
	Dealer    Dealer
	Site      Mixer
	Passwords Passwords
	Signers   *tbd2.Signers // of receipts and of the log of the dice
	Mark      Marker        // of how far that log was shown; nil: nobody keeps it, as beside the server
	Showable  int64         // how many leaves of that log may be shown where nobody keeps the mark; 0: all

	// Former mixed on sites from before there was a key for Site, nil elsewhere. What it signed counts for a while after
	// there was one: see Mixers.
	Former Mixer
	Since  time.Time
}

// Now returns the present moment in UTC, in whole milliseconds as it is stored.
func (c *Core) Now() time.Time { return c.now().UTC().Truncate(time.Millisecond) }

// Games lists the games that can be played.
func (c *Core) Games() []engine.Game { return c.games }

// RuleSets lists the sets of rules by which something new may begin, as "streetsoccer/lg", in the order of the catalogue.
func (c *Core) RuleSets() []string {
	var all []string
	for _, g := range c.games {
		for _, v := range g.Info().Live() {
			all = append(all, g.Info().ID+"/"+v.ID)
		}
	}
	return all
}

// AllRuleSets lists all sets of rules, those that are retired among them, as RuleSets does.
func (c *Core) AllRuleSets() []string {
	var all []string
	for _, g := range c.games {
		for _, v := range g.Info().Variants {
			all = append(all, g.Info().ID+"/"+v.ID)
		}
	}
	return all
}

// Retired lists the sets of rules that are retired, and by which others they are succeeded.
func (c *Core) Retired() map[string]string {
	successors := map[string]string{}
	for _, g := range c.games {
		for _, v := range g.Info().Variants {
			if v.Retired() {
				successors[g.Info().ID+"/"+v.ID] = g.Info().ID + "/" + v.Successor
			}
		}
	}
	return successors
}

// MustBeLive refuses to begin something by the rules of a variant that is retired, which may have options; the sentence
// says what is played instead.
func (c *Core) MustBeLive(game, variant string) error {
	g, err := c.Game(game)
	if err != nil {
		return err
	}
	v, _ := g.Info().Variant(variant)
	if !v.Retired() {
		return nil
	}
	return league.Errorf(league.Forbidden, "“%s” of %s is retired: what is being played by it goes on to its end, and nothing new begins. Its successor is “%s”.", v.Name, g.Info().Name, successorName(g.Info(), v))
}

func successorName(info engine.Info, v engine.Variant) string {
	successor, _ := info.Variant(v.Successor)
	return successor.Name
}

// Title names a game and a variant of it: "StreetSoccer, Little Golem".
func (c *Core) Title(game, variant string) string {
	g, err := c.Game(game)
	if err != nil {
		return game
	}
	info := g.Info()
	for _, v := range info.Variants {
		if v.ID == variant && len(info.Variants) > 1 {
			return info.Name + ", " + v.Name
		}
	}
	return info.Name
}

// Game finds a game by its id; an unknown one wraps engine.ErrUnknown.
func (c *Core) Game(id string) (engine.Game, error) {
	for _, g := range c.games {
		if g.Info().ID == id {
			return g, nil
		}
	}
	return nil, fmt.Errorf("%w: game %q", engine.ErrUnknown, id)
}

// Safely turns a panic of what is thought out into an error: one match must not end the work on the
// others.
func Safely(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return f()
}
