package members

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"time"

	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/oneline"
)

const (
	tokenPrefix = "kab_" // makes a token that leaked known for what it is
	mostTokens  = 20     // of one member
	longLabel   = 40     // letters
)

// MakeToken makes a token by which a program acts for a member, and returns its
// secret, which is not kept. A label tells its owner what it is for. Who is no member is
// forbidden; what is wrong with the order are errors of the fields "label", "scopes" and "days".
func (s *Sessions) MakeToken(ctx context.Context, player league.Player, o league.TokenOrder) (secret string, err error) {
	if err := core.MustBeMember(player, "a token acts for an account."); err != nil {
		return "", err
	}
	secret, t, err := newToken(s.core.Now(), player, o)
	if err != nil {
		return "", err
	}
	if err := s.tokens.AddToken(ctx, t, mostTokens); err != nil {
		return "", err
	}
	return secret, nil
}

// newToken makes a token for a player by an order, and its secret.
func newToken(now time.Time, player league.Player, o league.TokenOrder) (secret string, t league.Token, err error) {
	label, err := oneline.Clean("label", o.Label, longLabel)
	if !slices.Contains(league.TokenDays(), o.Days) {
		err = errors.Join(err, league.FieldErrorf("days", "A token lasts for 30, 90 or 365 days."))
	}
	if o.Scopes&^league.AllScopes != 0 {
		err = errors.Join(err, league.FieldErrorf("scopes", "There are the scopes %s.", league.AllScopes))
	}
	if err != nil {
		return "", league.Token{}, err
	}
	secret = tokenPrefix + rand.Text() + rand.Text() // 260 bits
	return secret, league.Token{
		Hash: sha256.Sum256([]byte(secret)), Player: player.ID, Label: label, Created: now, Scopes: o.Scopes | league.ScopeRead, Ends: now.AddDate(0, 0, o.Days),
	}, nil
}

// ScopeError says that a token is not made for what was asked by it.
type ScopeError struct {
	error
	Needs league.Scopes
}

// Unwrap returns the error of the league, of kind league.Forbidden.
func (e *ScopeError) Unwrap() error { return e.error }

// PlayerByToken returns the player for whom a token acts; of kind league.NotFound if it
// is no token, or one that has ended, and league.Forbidden if it sleeps. For what it was not made the error is a
// *ScopeError.
func (s *Sessions) PlayerByToken(ctx context.Context, secret string, needs league.Scopes) (league.Player, error) {
	if !strings.HasPrefix(secret, tokenPrefix) {
		return league.Player{}, league.Errorf(league.NotFound, "There is no such token.")
	}
	hash := sha256.Sum256([]byte(secret))
	t, player, err := s.tokens.Token(ctx, hash)
	if err != nil {
		return league.Player{}, err
	}
	if t.Asleep {
		return league.Player{}, league.Errorf(league.Forbidden, "This token sleeps, because the site was restored from a backup. Wake it on your account page.")
	}
	now := s.core.Now()
	defer func() { s.core.Hub.Reached(core.TokenTopic+string(hash[:]), core.TokenReached(t, now)) }()
	if !now.Before(t.Ends) {
		return league.Player{}, league.Errorf(league.NotFound, "The time of this token is over.")
	}
	if !t.Scopes.Has(needs) {
		return league.Player{}, &ScopeError{league.Errorf(league.Forbidden, "This takes a token with the scope “%s”; this one has “%s”. Make another one on your account page.", needs, t.Scopes), needs}
	}
	if player.Kind == league.Program {
		if err := s.programs.mayAct(ctx, player); err != nil {
			return league.Player{}, err
		}
	}
	if now.Sub(t.Used) >= league.SeenEvery {
		if err := s.tokens.UseToken(ctx, t.Hash, now); err != nil {
			s.core.Log.WarnContext(ctx, "noting the use of a token", "err", err) // the program is not to suffer from it
		}
		t.Used = now
	}
	return player, nil
}

// Tokens lists a player's tokens, the newest first.
func (s *Sessions) Tokens(ctx context.Context, player league.Player) ([]league.Token, error) {
	return s.tokens.Tokens(ctx, player.ID)
}

// WakeToken lets a token of a player be used again that has slept since the site was restored. It is named by its hash
// in hexadecimal; it is no error if there is none.
func (s *Sessions) WakeToken(ctx context.Context, player league.Player, id string) error {
	hash, err := hashOf(id)
	if err != nil {
		return err
	}
	return s.tokens.WakeToken(ctx, player.ID, hash)
}

// EndToken ends a token of a player, named by its hash in hexadecimal; it is no error
// if there is none.
func (s *Sessions) EndToken(ctx context.Context, player league.Player, id string) error {
	hash, err := hashOf(id)
	if err != nil {
		return err
	}
	return s.tokens.EndToken(ctx, player.ID, hash)
}

// hashOf reads the hash that names a session or a token.
func hashOf(id string) (hash [32]byte, err error) {
	if n, err := hex.Decode(hash[:], []byte(id[:min(len(id), 64)])); err != nil || n != len(hash) || len(id) != 64 {
		return hash, league.Errorf(league.NotFound, "There is no such thing any more.")
	}
	return hash, nil
}
