package members

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"strings"
	"time"

	"kickabout/league"
	"kickabout/league/account"
	"kickabout/league/core"
)

const (
	codesAtOnce = 8              // recovery codes of a member
	codeLetters = 25             // of a code: 125 random bits
	linkLasts   = 24 * time.Hour // of the link that an operator makes
	linkBytes   = 52             // letters of what is secret in a link: 260 bits
	codeGroup   = 5              // letters that are written together
)

// Recovery lets the owners of accounts in again who have lost what they signed in with.
type Recovery struct {
	core     *core.Core
	accounts *Accounts
	store    RecoveryStore
}

// MakeCodes gives a member new recovery codes, which are not kept: only their hashes are. Those before are void. Who
// has no account is forbidden.
func (s *Recovery) MakeCodes(ctx context.Context, player league.Player) ([]string, error) {
	if err := core.MustBeMember(player, "a recovery code opens an account."); err != nil {
		return nil, err
	}
	var codes []string
	var hashes [][32]byte
	for range codesAtOnce {
		letters := rand.Text()[:codeLetters]
		codes, hashes = append(codes, grouped(letters)), append(hashes, sha256.Sum256([]byte(letters)))
	}
	return codes, s.store.PutCodes(ctx, player.ID, hashes, s.core.Now())
}

// grouped writes the letters of a code so that they can be copied by hand.
func grouped(letters string) string {
	var groups []string
	for ; len(letters) > codeGroup; letters = letters[codeGroup:] {
		groups = append(groups, letters[:codeGroup])
	}
	return strings.Join(append(groups, letters), "-")
}

// codeHash returns the hash of a recovery code, however it was typed.
func codeHash(typed string) [32]byte {
	letters := strings.Map(func(r rune) rune {
		switch {
		case 'A' <= r && r <= 'Z', '2' <= r && r <= '7':
			return r
		case r == '0':
			return 'O'
		case r == '1':
			return 'I'
		case r == '8':
			return 'B'
		}
		return -1
	}, strings.ToUpper(typed[:min(len(typed), 4*codeLetters)]))
	return sha256.Sum256([]byte(letters))
}

// Codes returns how many recovery codes of a player are left, and when they were made; zero if there are none.
func (s *Recovery) Codes(ctx context.Context, player league.Player) (left int, made time.Time, err error) {
	return s.store.Codes(ctx, player.ID)
}

func errWrongCode() error {
	return league.FieldErrorf("code", "Name or code is wrong, or the code has been used.")
}

// RecoverByCode sets the password of the account of a name for whoever has a recovery code of it, once. All sessions
// and tokens end. What is wrong comes as errors of the fields "code" and "password"; a name that nobody has gets the
// same answer as a wrong code.
func (s *Recovery) RecoverByCode(ctx context.Context, name, code, password string) (league.Player, error) {
	a, err := s.accounts.accountNamed(ctx, name)
	if err != nil && league.KindOf(err) != league.NotFound {
		return league.Player{}, err
	}
	hash := codeHash(code)
	owner, err := s.store.CodeOwner(ctx, hash)
	switch {
	case league.KindOf(err) == league.NotFound, err == nil && (owner != a.Player.ID || a.Player.Kind != league.Member):
		return league.Player{}, errWrongCode()
	case err != nil:
		return league.Player{}, err
	}
	if more, err := s.accounts.passkeys.HasPasskey(ctx, a.Player.ID); err != nil {
		return league.Player{}, err
	} else if more {
		return league.Player{}, league.FieldErrorf("code", "This account has passkeys: sign in with one of them, or with the password and this code.")
	}
	return s.recover(ctx, a, password, league.Recovered{Code: &hash}, errWrongCode())
}

// recover gives an account another password. Where somebody else was first the error is late.
func (s *Recovery) recover(ctx context.Context, a league.Account, password string, r league.Recovered, late error) (league.Player, error) {
	if err := s.accounts.mayHave(ctx, a.Player.Name, password); err != nil {
		return league.Player{}, err
	}
	r.Player, r.Had, r.At = a.Player.ID, a.Password, s.core.Now()
	if err := s.core.Hashing.Pass(ctx, func() { r.Password = s.core.Passwords.Hash(account.Spelling(password)) }); err != nil {
		return league.Player{}, err
	}
	err := s.store.Recover(ctx, r)
	if league.KindOf(err) == league.Stale {
		err = late
	}
	return a.Player, err
}

// bound returns what a link is bound to: the password that an account has.
func bound(a league.Account) [32]byte { return sha256.Sum256([]byte(a.Password)) }

// MakeLink makes what is secret in a link by which the owner of the account of a name sets another password, once: for
// whoever runs the site, who has made sure that it is the owner who asks. It counts until a moment. An unknown name is
// not found.
func (s *Recovery) MakeLink(ctx context.Context, name string) (secret string, until time.Time, err error) {
	a, err := s.accounts.accountNamed(ctx, name)
	if err != nil {
		return "", time.Time{}, err
	}
	if a.Player.Kind != league.Member {
		return "", time.Time{}, league.Errorf(league.Forbidden, "This account is closed.")
	}
	secret, now := rand.Text()+rand.Text(), s.core.Now()
	until = now.Add(linkLasts)
	return secret, until, s.store.PutLink(ctx, league.RecoveryLink{Hash: sha256.Sum256([]byte(secret)), Player: a.Player.ID, Bound: bound(a), Made: now, Ends: until})
}

func errOldLink() error {
	return league.Errorf(league.NotFound, "This link is no longer valid. It works once, for a while, and only until the password changes. Ask for a new one.")
}

// Recoverable returns whose account a link opens; of kind league.NotFound if it opens none any more.
func (s *Recovery) Recoverable(ctx context.Context, secret string) (league.Player, error) {
	a, _, err := s.linked(ctx, secret)
	return a.Player, err
}

func (s *Recovery) linked(ctx context.Context, secret string) (league.Account, league.RecoveryLink, error) {
	if len(secret) != linkBytes {
		return league.Account{}, league.RecoveryLink{}, errOldLink()
	}
	l, err := s.store.Link(ctx, sha256.Sum256([]byte(secret)))
	if err == nil && !s.core.Now().Before(l.Ends) {
		err = errOldLink()
	}
	if err != nil {
		return league.Account{}, l, asOldLink(err)
	}
	a, err := s.accounts.store.AccountOf(ctx, l.Player)
	if err == nil && (a.Player.Kind != league.Member || bound(a) != l.Bound) {
		err = errOldLink()
	}
	return a, l, asOldLink(err)
}

// asOldLink gives all that is not there one answer.
func asOldLink(err error) error {
	if league.KindOf(err) == league.NotFound {
		return errOldLink()
	}
	return err
}

// RecoverByLink sets the password of the account that a link opens. All sessions and tokens end. Where the account has
// passkeys it takes a recovery code as well. What is wrong is an error of the fields "password" and "code"; a link that
// opens nothing any more is of kind league.NotFound.
func (s *Recovery) RecoverByLink(ctx context.Context, secret, password, code string) (league.Player, error) {
	a, l, err := s.linked(ctx, secret)
	if err != nil {
		return league.Player{}, err
	}
	by := league.Recovered{Link: &l.Hash}
	more, err := s.accounts.passkeys.HasPasskey(ctx, a.Player.ID)
	if err != nil {
		return league.Player{}, err
	}
	if more {
		hash := codeHash(code)
		if owner, err := s.store.CodeOwner(ctx, hash); league.KindOf(err) == league.NotFound || err == nil && owner != a.Player.ID {
			return league.Player{}, league.FieldErrorf("code", "The code is wrong, or has been used.")
		} else if err != nil {
			return league.Player{}, err
		}
		by.Code = &hash
	}
	return s.recover(ctx, a, password, by, errOldLink())
}

// ForgetLinks deletes links that are over.
func (s *Recovery) ForgetLinks(ctx context.Context) error {
	return s.store.ForgetLinks(ctx, s.core.Now())
}
