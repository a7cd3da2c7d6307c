package members

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strings"
	"time"

	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/setting"
)

const (
	// SessionAge is how long the session of a guest lasts without a visit: as long as browsers keep a
	// cookie at most.
	SessionAge  = 400 * 24 * time.Hour
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
func (s *Sessions) Visit(ctx context.Context, token string) (Visit, error) {
	if token == "" {
		return Visit{}, nil
	}
	hash := sha256.Sum256([]byte(token))
	session, player, err := s.store.Session(ctx, hash)
	missing := league.KindOf(err) == league.NotFound
	if err != nil && !missing {
		return Visit{}, err
	}
	now := s.core.Now()
	if missing || session.Over(now) {
		s.core.Hub.Reached(core.SessionTopic+string(hash[:]), league.Reached{})
		return Visit{}, nil
	}
	v := Visit{Player: player, Session: session, Fresh: now.Sub(session.Seen) >= league.SeenEvery}
	if v.Fresh {
		if err := s.store.SeeSession(ctx, session.Hash, now); err != nil {
			s.core.Log.WarnContext(ctx, "noting a visit", "err", err) // no reason to show no page
		} else {
			session.Seen = now
		}
	}
	s.core.Hub.Reached(core.SessionTopic+string(hash[:]), core.SessionReached(session, now))
	return v, nil
}

// lasts says how long a session of a member with a role lasts: without a visit, and in all. Whoever does not stay
// signed in is out when the browser is closed, and after some hours in any case.
func lasts(role league.SiteRole, stay bool) (idle, all time.Duration) {
	const day = 24 * time.Hour
	idle, all = 60*day, 365*day // people move once a week
	if role != league.NoRole {
		idle, all = 12*time.Hour, 7*day
	}
	if !stay {
		all = 12 * time.Hour
		idle = min(idle, all)
	}
	return idle, all
}

// newSession makes a session of a member with a token that nobody has seen before.
func (s *Sessions) newSession(p league.Player, role league.SiteRole, browser string, stay bool) (token string, session league.Session) {
	token = s.core.NewToken()
	now := s.core.Now()
	browser = strings.ToValidUTF8(browser[:min(len(browser), longBrowser)], "")
	idle, all := lasts(role, stay)
	return token, league.Session{
		Hash: sha256.Sum256([]byte(token)), Player: p.ID, Created: now, Seen: now, Browser: browser, Proved: now, Idle: idle, Ends: now.Add(all), Kept: stay,
	}
}

// SignOut ends the session of a token; it is no error if there is none.
func (s *Sessions) SignOut(ctx context.Context, token string) error {
	v, err := s.Visit(ctx, token)
	if err != nil || v.Player.ID == "" {
		return err
	}
	return s.store.EndSession(ctx, v.Player.ID, v.Session.Hash)
}

// Sessions lists a player's sessions, the one seen last first.
func (s *Sessions) Sessions(ctx context.Context, player league.Player) ([]league.Session, error) {
	return s.store.Sessions(ctx, player.ID)
}

// EndSession ends a session of a player, named by its hash in hexadecimal; it is no
// error if there is none.
func (s *Sessions) EndSession(ctx context.Context, player league.Player, id string) error {
	hash, err := hashOf(id)
	if err != nil {
		return err
	}
	return s.store.EndSession(ctx, player.ID, hash)
}

// EndOtherSessions ends all sessions of a player but that of a token.
func (s *Sessions) EndOtherSessions(ctx context.Context, player league.Player, token string) error {
	return s.store.EndOtherSessions(ctx, player.ID, sha256.Sum256([]byte(token)))
}

// EndOldSessions ends the sessions that are over by themselves.
func (s *Sessions) EndOldSessions(ctx context.Context) error {
	if err := s.store.EndOldSessions(ctx, s.core.Now()); err != nil {
		return fmt.Errorf("ending old sessions: %w", err)
	}
	return nil
}

// Visitor returns the player whose session token it is; the zero player if the
// token is nobody's yet.
func (s *Sessions) Visitor(ctx context.Context, token string) (league.Player, error) {
	v, err := s.Visit(ctx, token)
	return v.Player, err
}

// Admit returns the player whose session token it is, a new guest if it is
// nobody's yet. A token that NewToken did not make is forbidden, and so are guests where nobody wants them.
func (s *Sessions) Admit(ctx context.Context, token string) (league.Player, error) {
	player, err := s.Visitor(ctx, token)
	if err != nil || player.ID != "" {
		return player, err
	}
	secret, signature, _ := strings.Cut(token, ".")
	if !s.core.Signed("session", secret, signature) {
		return league.Player{}, league.Errorf(league.Forbidden, "Your browser sent a cookie that is not from this site. Reload the page and try again.")
	}
	settled, err := s.site.Values(ctx)
	if err != nil {
		return league.Player{}, err
	}
	if settled.Of(setting.Guests) != setting.On {
		return league.Player{}, league.Errorf(league.Forbidden, "Sign in first: on this site games take an account.")
	}
	now := s.core.Now()
	id := s.core.NewID()
	guest := league.Player{ID: id, Name: "Guest " + strings.ToUpper(id[:4]), Kind: league.Guest, Created: now}
	session := league.Session{Hash: sha256.Sum256([]byte(token)), Player: id, Created: now, Seen: now, Idle: SessionAge, Kept: true}
	player, err = s.store.Admit(ctx, session, guest)
	if err != nil {
		return league.Player{}, fmt.Errorf("admitting a guest: %w", err)
	}
	return player, nil
}
