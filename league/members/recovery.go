package members

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"strings"
	"time"

	"kickabout/league"
	"kickabout/league/account"
	"kickabout/league/contact"
	"kickabout/league/core"
)

const (
	codesAtOnce = 8              // recovery codes of a member
	codeLetters = 26             // of a code: 130 random bits
	linkLasts   = 24 * time.Hour // of the link that an operator makes
	linkBytes   = 52             // letters of what is secret in a link: 260 bits
	codeGroup   = 5              // letters that are written together; six in the last group
)

// Recovery lets the owners of accounts in again who have lost what they signed in with.
type Recovery struct {
	core      *core.Core
	accounts  *Accounts
	addresses *Addresses
	store     RecoveryStore
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
	for ; len(letters) > codeGroup+1; letters = letters[codeGroup:] {
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

// bound returns what a ticket is bound to: the password that an account has.
func bound(a league.Account) [32]byte { return sha256.Sum256([]byte(a.Password)) }

// boundTo returns what a link is bound to: the password that an account has, and where its mail goes.
func (s *Recovery) boundTo(ctx context.Context, a league.Account) ([32]byte, error) {
	at, err := s.addresses.Address(ctx, a.Player.ID)
	return sha256.Sum256([]byte(a.Password + "\n" + at.Address)), err
}

// mailedLasts is how long a link counts that came by mail.
const mailedLasts = 30 * time.Minute

// MailLinks sends links by which passwords are set to those who have a name, or get mail at an address: to where their
// mail goes, if anywhere. Link makes the whole of it from what is secret; may says of each account whether there may be
// another letter. Nothing says what came of it: whoever asks is not to learn who is known here.
func (s *Recovery) MailLinks(ctx context.Context, typed string, link func(secret string) string, may func(player string) bool) error {
	if s.core.Mailer == nil {
		return nil
	}
	var targets []contact.Address
	if a, err := s.accounts.accountNamed(ctx, typed); err == nil {
		at, err := s.addresses.Address(ctx, a.Player.ID)
		if err != nil {
			return err
		}
		at.Player = a.Player.ID
		targets = append(targets, at)
	} else if league.KindOf(err) != league.NotFound {
		return err
	}
	others, err := s.addresses.AddressesOf(ctx, typed)
	if err != nil {
		return err
	}
	for _, at := range append(targets, others...) {
		if at.Address == "" || !may(at.Player) {
			continue
		}
		if err := s.mailLink(ctx, at, link); err != nil {
			s.core.Log.WarnContext(ctx, "mailing a recovery link", "account", at.Player, "err", err)
		}
	}
	return nil
}

// mailLink sends a link to one account.
func (s *Recovery) mailLink(ctx context.Context, at contact.Address, link func(secret string) string) error {
	a, err := s.accounts.store.AccountOf(ctx, at.Player)
	if err != nil || a.Player.Kind != league.Member {
		return err
	}
	secret, _, err := s.makeLink(ctx, a, mailedLasts)
	if err != nil {
		return err
	}
	return s.core.Mailer.Send(ctx, core.Mail{
		To: at.Address, Key: "recovery:" + secret, Subject: "Set a new password",
		Text: "Hello " + a.Player.Name + ",\n\nset a new password here:\n\n" + link(secret) +
			"\n\nThe link works once, for 30 minutes. If you did not ask for it, do nothing: your password stays as it is.\n",
	})
}

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
	return s.makeLink(ctx, a, linkLasts)
}

func (s *Recovery) makeLink(ctx context.Context, a league.Account, lasts time.Duration) (secret string, until time.Time, err error) {
	to, err := s.boundTo(ctx, a)
	if err != nil {
		return "", time.Time{}, err
	}
	secret, now := rand.Text()+rand.Text(), s.core.Now()
	until = now.Add(lasts)
	return secret, until, s.store.PutLink(ctx, league.RecoveryLink{Hash: sha256.Sum256([]byte(secret)), Player: a.Player.ID, Bound: to, Made: now, Ends: until})
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
	if err == nil {
		var to [32]byte
		if to, err = s.boundTo(ctx, a); err == nil && (a.Player.Kind != league.Member || to != l.Bound) {
			err = errOldLink()
		}
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
