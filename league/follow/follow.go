// Package follow knows how far everything has come that somebody follows, so that one of a process looks for all who do.
package follow

import (
	"context"
	"time"

	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/play"
)

// Store is what Follow needs of the store. What it returns is of many at once, and goes to nobody: whoever is woken by it
// asks for themselves what they may see.
type Store interface {
	// MatchesReached returns how far matches have come, by their ids, as Chats.Reached tells of one.
	MatchesReached(ctx context.Context, ids []string) (map[string]league.Reached, error)
	// TournamentsReached returns how far tournaments have come, by their ids, as Tournaments.TournamentReached tells of one.
	TournamentsReached(ctx context.Context, ids []string) (map[string]league.Reached, error)
	// PlayersReached returns the numbers of players' last notices, and how much they have not read, by their ids.
	PlayersReached(ctx context.Context, ids []string) (map[string]league.Reached, error)
	// SessionsSeen returns sessions, by their hashes, with what says how long they last and nothing else.
	SessionsSeen(ctx context.Context, hashes []string) ([]league.Session, error)
	// TokensSeen returns tokens, by their hashes.
	TokensSeen(ctx context.Context, hashes []string) ([]league.Token, error)
	// LastEnd returns when the last match ended that did before a moment, in milliseconds; zero if none has.
	LastEnd(ctx context.Context, before time.Time) (at int64, err error)
}

// Follow looks for those who follow something.
type Follow struct {
	core  *core.Core
	store Store
}

// New returns it, and has the hub look by it.
func New(c *core.Core, s Store) *Follow {
	f := &Follow{c, s}
	c.Hub.Looks = map[string]core.Look{
		core.MatchTopic: s.MatchesReached, core.TournamentTopic: s.TournamentsReached, core.PlayerTopic: s.PlayersReached, core.SessionTopic: f.sessions, core.TokenTopic: f.tokens, core.EndsTopic: f.ends,
	}
	return f
}

// sessions returns which sessions last, by their hashes.
func (f *Follow) sessions(ctx context.Context, hashes []string) (map[string]league.Reached, error) {
	list, err := f.store.SessionsSeen(ctx, hashes)
	far, now := make(map[string]league.Reached, len(list)), f.core.Now()
	for _, s := range list {
		far[string(s.Hash[:])] = core.SessionReached(s, now)
	}
	return far, err
}

// tokens returns which tokens last, by their hashes.
func (f *Follow) tokens(ctx context.Context, hashes []string) (map[string]league.Reached, error) {
	list, err := f.store.TokensSeen(ctx, hashes)
	far, now := make(map[string]league.Reached, len(list)), f.core.Now()
	for _, t := range list {
		far[string(t.Hash[:])] = core.TokenReached(t, now)
	}
	return far, err
}

// ends returns when the last match ended of whose end it is known, under the one id that there is.
func (f *Follow) ends(ctx context.Context, _ []string) (map[string]league.Reached, error) {
	at, err := f.store.LastEnd(ctx, f.core.Now().Add(-play.EndIsKnown))
	return map[string]league.Reached{"": {int(at)}}, err
}

// EndsReached returns when the last match ended of those that EndedAfter lists, in milliseconds; zero if there is none.
func (f *Follow) EndsReached(ctx context.Context) (at int, err error) {
	far, err := f.ends(ctx, nil)
	if err != nil {
		return 0, err
	}
	f.core.Hub.Reached(core.EndsTopic, far[""])
	return far[""][0], nil
}

// PlayerReached returns the number of a player's last notice, and how much they have not read.
func (f *Follow) PlayerReached(ctx context.Context, player string) (notice, unread int, err error) {
	far, err := f.store.PlayersReached(ctx, []string{player})
	if err != nil {
		return 0, 0, err
	}
	f.core.Hub.Reached(core.PlayerTopic+player, far[player])
	return far[player][0], far[player][1], nil
}
