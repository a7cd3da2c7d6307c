package members

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"kickabout/league"
	"kickabout/league/core"
)

const (
	tokenPrefix = "kab_" // makes a token that leaked known for what it is
	mostTokens  = 20     // of one member
	longLabel   = 40     // letters
)

// MakeToken makes a token by which a program acts for a member, and returns its
// secret, which is not kept. A label tells its owner what it is for. Who is no member is
// forbidden; a label that is too long is a field error.
func (s *Sessions) MakeToken(ctx context.Context, player league.Player, label string) (secret string, err error) {
	if err := core.MustBeMember(player, "a token acts for an account."); err != nil {
		return "", err
	}
	if label, err = league.CleanText("label", label, longLabel); err != nil {
		return "", err
	}
	secret = tokenPrefix + rand.Text() + rand.Text() // 260 bits
	t := league.Token{Hash: sha256.Sum256([]byte(secret)), Player: player.ID, Label: label, Created: s.core.Now()}
	if err := s.tokens.AddToken(ctx, t, mostTokens); err != nil {
		return "", err
	}
	return secret, nil
}

// PlayerByToken returns the player for whom a token acts; of kind league.NotFound if it
// is no token, or one that has ended, and league.Forbidden if it sleeps.
func (s *Sessions) PlayerByToken(ctx context.Context, secret string) (league.Player, error) {
	if !strings.HasPrefix(secret, tokenPrefix) {
		return league.Player{}, league.Errorf(league.NotFound, "There is no such token.")
	}
	t, player, err := s.tokens.Token(ctx, sha256.Sum256([]byte(secret)))
	if err != nil {
		return league.Player{}, err
	}
	if t.Asleep {
		return league.Player{}, league.Errorf(league.Forbidden, "This token sleeps, because the site was restored from a backup. Wake it on your account page.")
	}
	if now := s.core.Now(); now.Sub(t.Used) >= seenEvery {
		if err := s.tokens.UseToken(ctx, t.Hash, now); err != nil {
			s.core.Log.WarnContext(ctx, "noting the use of a token", "err", err) // the program is not to suffer from it
		}
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
