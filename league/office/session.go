package office

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strings"
	"time"

	"kickabout/league"
)

const (
	// SessionAge is how long a session lasts without a visit: as long as browsers keep a
	// cookie at most.
	SessionAge = 400 * 24 * time.Hour
	// seenEvery is how often a visit is written down, so that not every page costs a write.
	seenEvery   = time.Hour
	longBrowser = 256 // bytes of a User-Agent that are kept
)

// Visit is who looks at a page.
type Visit struct {
	Player  league.Player  // zero: nobody known
	Session league.Session // by which he is known
	Fresh   bool           // the first visit for some time: the cookie may be renewed
}

// Visit returns who it is whose browser has a session token; the zero Visit if the
// token is nobody's.
func (o *Office) Visit(ctx context.Context, token string) (Visit, error) {
	if token == "" {
		return Visit{}, nil
	}
	session, player, err := o.store.Session(ctx, sha256.Sum256([]byte(token)))
	if league.KindOf(err) == league.NotFound {
		return Visit{}, nil
	}
	if err != nil {
		return Visit{}, err
	}
	now := o.Now()
	if now.Sub(session.Seen) > SessionAge {
		return Visit{}, nil
	}
	v := Visit{Player: player, Session: session, Fresh: now.Sub(session.Seen) >= seenEvery}
	if v.Fresh {
		if err := o.store.SeeSession(ctx, session.Hash, now); err != nil {
			o.log.Warn("noting a visit", "err", err) // no reason to show no page
		}
	}
	return v, nil
}

// newSession makes a session with a token that nobody has seen before.
func (o *Office) newSession(p league.Player, browser string) (token string, s league.Session) {
	token = o.NewToken()
	now := o.Now()
	browser = strings.ToValidUTF8(browser[:min(len(browser), longBrowser)], "")
	return token, league.Session{Hash: sha256.Sum256([]byte(token)), Player: p.ID, Created: now, Seen: now, Browser: browser}
}

// SignOut ends the session of a token; it is no error if there is none.
func (o *Office) SignOut(ctx context.Context, token string) error {
	v, err := o.Visit(ctx, token)
	if err != nil || v.Player.ID == "" {
		return err
	}
	return o.store.EndSession(ctx, v.Player.ID, v.Session.Hash)
}

// Sessions lists a player's sessions, the one seen last first.
func (o *Office) Sessions(ctx context.Context, player league.Player) ([]league.Session, error) {
	return o.store.Sessions(ctx, player.ID)
}

// EndSession ends a session of a player, named by its hash in hexadecimal; it is no
// error if there is none.
func (o *Office) EndSession(ctx context.Context, player league.Player, id string) error {
	hash, err := hashOf(id)
	if err != nil {
		return err
	}
	return o.store.EndSession(ctx, player.ID, hash)
}

// EndOtherSessions ends all sessions of a player but that of a token.
func (o *Office) EndOtherSessions(ctx context.Context, player league.Player, token string) error {
	return o.store.EndOtherSessions(ctx, player.ID, sha256.Sum256([]byte(token)))
}

// EndOldSessions ends the sessions that nobody has used for SessionAge.
func (o *Office) EndOldSessions(ctx context.Context) error {
	if err := o.store.EndOldSessions(ctx, o.Now().Add(-SessionAge)); err != nil {
		return fmt.Errorf("ending old sessions: %w", err)
	}
	return nil
}
