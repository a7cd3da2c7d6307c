package members

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"strings"

	"kickabout/league"
	"kickabout/league/app"
	"kickabout/league/core"
)

const (
	codePrefix    = "kac_"
	refreshPrefix = "kar_"
	familySize    = 26 // letters of rand.Text
	mostApps      = 10 // of one member
	mostGrants    = 50 // likewise
)

// Apps are the programs of others that members allow to act for them. They get tokens by OAuth 2; what an app may do by
// one is what any program may by a token.
type Apps struct {
	core  *core.Core
	store AppsStore
}

// Register registers an app of a member. What is wrong with the form are errors of its fields; who is no member, or has
// too many apps, is forbidden.
func (s *Apps) Register(ctx context.Context, by league.Player, form app.Form) (app.App, error) {
	if err := core.MustBeMember(by, "an app is registered by its author."); err != nil {
		return app.App{}, err
	}
	a, err := form.App()
	if err != nil {
		return app.App{}, err
	}
	a.ID, a.Owner, a.Created = s.core.NewID(), by.ID, s.core.Now()
	return a, s.store.AddApp(ctx, a, mostApps)
}

// App returns an app and whose it is; of kind league.NotFound if there is none.
func (s *Apps) App(ctx context.Context, id string) (app.App, league.Player, error) {
	return s.store.App(ctx, id)
}

// Of lists the apps that a player has registered.
func (s *Apps) Of(ctx context.Context, player league.Player) ([]app.App, error) {
	return s.store.AppsOf(ctx, player.ID)
}

// Remove removes an app of a player: nobody is asked for it any more, and what it was allowed ends.
func (s *Apps) Remove(ctx context.Context, player league.Player, id string) error {
	return s.store.DropApp(ctx, player.ID, id)
}

// Allow notes what a member allows an app, and returns the code that is sent to it. Its player, app, scopes, redirect and
// challenge are given; reading comes with each scope. Who is no member is forbidden.
func (s *Apps) Allow(ctx context.Context, player league.Player, g app.Grant) (code string, err error) {
	if err := core.MustBeMember(player, "an app acts for an account."); err != nil {
		return "", err
	}
	g.Player, g.Family, g.Made, g.Scopes = player.ID, rand.Text(), s.core.Now(), g.Scopes|league.ScopeRead
	code = codePrefix + g.Family + rand.Text() + rand.Text()
	return code, s.store.AddGrant(ctx, g, sha256.Sum256([]byte(code)), g.Made.Add(app.CodeLasts), mostGrants)
}

// SpendCode takes a code and returns what was allowed. It does so once: if a code comes again somebody has read it, and
// the app has to ask the member again. What cannot be taken is of kind league.NotFound; what has ended by that is returned.
func (s *Apps) SpendCode(ctx context.Context, code string) (app.Grant, error) {
	return s.store.SpendCode(ctx, familyIn(codePrefix, code), sha256.Sum256([]byte(code)), s.core.Now())
}

// SpendRefresh is the same for a refresh token, which is replaced at each use.
func (s *Apps) SpendRefresh(ctx context.Context, token string) (app.Grant, error) {
	return s.store.SpendRefresh(ctx, familyIn(refreshPrefix, token), sha256.Sum256([]byte(token)), s.core.Now())
}

// familyIn reads the family out of a secret of an app; "" if it is none.
func familyIn(prefix, secret string) string {
	rest, ok := strings.CutPrefix(secret, prefix)
	if !ok || len(rest) < familySize {
		return ""
	}
	return rest[:familySize]
}

// Tokens are what an app acts by and what it gets the next ones for.
type Tokens struct{ Access, Refresh string }

// NewTokens makes the tokens for what was spent. They are good for nothing before they are issued.
func (s *Apps) NewTokens(g app.Grant) Tokens {
	return Tokens{tokenPrefix + rand.Text() + rand.Text(), refreshPrefix + g.Family + rand.Text() + rand.Text()}
}

// Issue stores tokens for what was spent: by the first the app may do what the scopes say, by the second it gets others for
// all that was allowed. If that has ended meanwhile the error is of kind league.NotFound.
func (s *Apps) Issue(ctx context.Context, g app.Grant, t Tokens, scopes league.Scopes) error {
	now := s.core.Now()
	access := league.Token{Hash: sha256.Sum256([]byte(t.Access)), Created: now, Scopes: scopes&g.Scopes | league.ScopeRead, Ends: now.Add(app.AccessLasts)}
	refresh := league.Token{Hash: sha256.Sum256([]byte(t.Refresh)), Created: now, Scopes: g.Scopes, Ends: g.RefreshEnds(now)}
	return s.store.AddTokens(ctx, g.Family, access, refresh)
}

// Revoke ends what an app was allowed, by one of its tokens; it is no error if that is none of this app (RFC 7009, 2.2).
func (s *Apps) Revoke(ctx context.Context, id, token string) error {
	g, err := s.Behind(ctx, token)
	if err != nil || g.Family == "" || g.App.ID != id {
		return err
	}
	return s.store.EndFamily(ctx, "", g.Family)
}

// Behind returns what a token of an app came of, with the id of the app alone; zero if there is no such token.
func (s *Apps) Behind(ctx context.Context, token string) (app.Grant, error) {
	return s.store.GrantOf(ctx, sha256.Sum256([]byte(token)))
}

// Break ends all that came of what was spent: it was shown by somebody whom it was not given to.
func (s *Apps) Break(ctx context.Context, g app.Grant) error {
	return s.store.EndFamily(ctx, "", g.Family)
}

// Allowed lists what a player has allowed, the latest first.
func (s *Apps) Allowed(ctx context.Context, player league.Player) ([]app.Grant, error) {
	return s.store.Grants(ctx, player.ID)
}

// End ends what a player has allowed an app; it is no error if there is no such thing.
func (s *Apps) End(ctx context.Context, player league.Player, family string) error {
	return s.store.EndFamily(ctx, player.ID, family)
}
