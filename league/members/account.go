package members

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"kickabout/league"
	"kickabout/league/account"
	"kickabout/league/conduct"
	"kickabout/league/core"
	"kickabout/league/setting"
)

// Credentials are what somebody signs up or in with, as typed.
type Credentials struct {
	Name     string
	Password string
	Token    string // of the session that the browser has now; ends
	Browser  string // its User-Agent
	Brief    bool   // not to stay signed in when the browser is closed

	Invitation string // to sign up; "" if there is none
}

// SignUp makes an account and begins its first session, whose token it returns. Who was a
// guest keeps his id and all that he played. What is wrong with the name or the password comes
// as field errors; a member is forbidden to sign up again, and so is whoever MaySignUp keeps out.
func (s *Accounts) SignUp(ctx context.Context, c Credentials) (league.Player, string, error) {
	if err := s.MaySignUp(ctx, c.Invitation); err != nil {
		return league.Player{}, "", err
	}
	now := s.core.Now()
	player, err := s.sessions.Visitor(ctx, c.Token)
	if err != nil {
		return league.Player{}, "", err
	}
	name, nameErr := s.NewName(ctx, c.Name)
	if err := errors.Join(nameErr, s.mayHave(ctx, name, c.Password)); err != nil {
		return league.Player{}, "", err
	}
	if player.ID == "" {
		player = league.Player{ID: s.core.NewID(), Created: now}
	}
	if player.Kind == league.Member {
		return league.Player{}, "", league.Errorf(league.Forbidden, "You have an account already. Sign out first to make another one.")
	}
	player.Name, player.Kind = name, league.Member
	var hash string
	if err := s.core.Hashing.Pass(ctx, func() { hash = s.core.Passwords.Hash(account.Spelling(c.Password)) }); err != nil {
		return league.Player{}, "", err
	}
	token, session := s.sessions.newSession(player, league.NoRole, c.Browser, !c.Brief)
	err = s.store.SignUp(ctx, league.Account{Player: player, Password: hash, Created: now}, account.Keys(name), session)
	if league.KindOf(err) == league.Stale {
		err = errTaken()
	}
	if err != nil {
		return league.Player{}, "", err
	}
	return player, token, nil
}

func errTaken() error {
	return league.FieldErrorf("name", "This name is taken, or looks too much like one that is. Choose another one.")
}

// NewName checks a name that somebody wants to have, or is to have, and returns how it is written. What is wrong is
// an error of the field "name".
func (s *Accounts) NewName(ctx context.Context, typed string) (string, error) {
	name, err := account.Name(typed)
	if err != nil {
		return "", err
	}
	if account.Marked(name) {
		return name, league.FieldErrorf("name", "Names that end in BOT are those of bots. Choose another one.")
	}
	return name, s.mustBeFree(ctx, name)
}

// MarkedName returns the name that an account of a name gets when it is marked as a program's (R-BO-5): BOT ends it. Where that
// is somebody's, or too long, what comes before is changed as little as it takes.
func (s *Accounts) MarkedName(ctx context.Context, name string) (string, error) {
	letters := []rune(name)
	for n := 1; ; n++ {
		base := strings.TrimSpace(string(letters[:min(len(letters), account.LongestName-len(account.BotMark)-len(" 9"))]))
		if n > 1 {
			base += " " + strconv.Itoa(n)
		}
		marked, err := account.BotName(base)
		if err != nil {
			return "", err
		}
		err = s.mustBeFree(ctx, marked)
		if err == nil {
			if _, err = s.programs.named(ctx, marked); err == nil {
				err = errTaken()
			} else if league.KindOf(err) == league.NotFound {
				return marked, nil
			}
		}
		if league.Fields(err)["name"] == nil || n == 9 {
			return "", err
		}
	}
}

// mustBeFree refuses a name that somebody has, or that looks like theirs, as an error of the field "name".
func (s *Accounts) mustBeFree(ctx context.Context, name string) error {
	for _, key := range account.Keys(name) {
		taken := key == account.Key(core.SitePlayer().Name)
		for _, b := range s.core.Bots {
			taken = taken || key == account.Key(b.Name())
		}
		if taken {
			return errTaken()
		}
		if _, err := s.store.Account(ctx, key); league.KindOf(err) != league.NotFound {
			return errors.Join(err, errTaken())
		}
	}
	return nil
}

// SignIn begins a session of the member with a name and password, and returns its
// token. A name that nobody has gets the same answer as a wrong password, after the same time. Where the account has
// passkeys the error is a *SecondFactor.
func (s *Accounts) SignIn(ctx context.Context, c Credentials) (league.Player, string, error) {
	a, err := s.authenticate(ctx, c)
	if err != nil {
		return league.Player{}, "", err
	}
	if err := s.mayEnter(ctx, a.Player); err != nil {
		return league.Player{}, "", err
	}
	if more, err := s.passkeys.HasPasskey(ctx, a.Player.ID); err != nil {
		return league.Player{}, "", err
	} else if more {
		return league.Player{}, "", s.passkeys.second(a)
	}
	return s.begin(ctx, a, c)
}

// begin begins a session of a member who has proved to be the owner of an account.
func (s *Accounts) begin(ctx context.Context, a league.Account, c Credentials) (league.Player, string, error) {
	if err := s.mayEnter(ctx, a.Player); err != nil {
		return league.Player{}, "", err
	}
	role, err := s.store.Role(ctx, a.Player.ID)
	if err != nil {
		return league.Player{}, "", err
	}
	token, session := s.sessions.newSession(a.Player, role, c.Browser, !c.Brief)
	err = s.store.SignIn(ctx, a, session, sha256.Sum256([]byte(c.Token)))
	if league.KindOf(err) == league.Stale {
		err = errWrong()
	}
	if err != nil {
		return league.Player{}, "", err
	}
	return a.Player, token, nil
}

// mayEnter refuses those whose account is closed, or locked.
func (s *Accounts) mayEnter(ctx context.Context, player league.Player) error {
	if player.Kind == league.Expelled {
		return league.FieldErrorf("name", "This account has been closed because of cheating. The page about your standing, /standing, says more.")
	}
	list, err := s.store.SanctionsOf(ctx, player.ID)
	if err != nil {
		return err
	}
	if err := conduct.MaySignIn(list, s.core.Now()); err != nil {
		return league.AtField("name", err)
	}
	return nil
}

// Identify returns whose name and password these are, also if the account is closed or locked: so that its owner
// learns why. Nothing else comes of it.
func (s *Accounts) Identify(ctx context.Context, name, password string) (league.Player, error) {
	a, err := s.authenticate(ctx, Credentials{Name: name, Password: password})
	return a.Player, err
}

// mayHave checks a password that somebody of a name wants to have. What is wrong is an error of the field "password".
func (s *Accounts) mayHave(ctx context.Context, name, password string) error {
	settled, err := s.site.Values(ctx)
	if err != nil {
		return err
	}
	words := []string{settled.Of(setting.Name)}
	for _, g := range s.core.Games() {
		words = append(words, g.Info().Name)
	}
	return account.Password(name, password, words...)
}

func errWrong() error { return league.FieldErrorf("password", "Name or password is wrong.") }

// authenticate finds the account of a name and makes sure of its password.
func (s *Accounts) authenticate(ctx context.Context, c Credentials) (league.Account, error) {
	if len(c.Password) > account.LongestPassword {
		return league.Account{}, errWrong()
	}
	a, err := s.accountNamed(ctx, c.Name)
	if league.KindOf(err) == league.NotFound {
		a, err = league.Account{Password: s.core.Passwords.Nobodys()}, nil
	}
	if err != nil {
		return league.Account{}, err
	}
	right, err := s.check(ctx, &a, c.Password)
	if err != nil {
		return league.Account{}, err
	}
	if !right || a.Player.ID == "" {
		return league.Account{}, errWrong()
	}
	return a, nil
}

// check reports whether a password is an account's. A hash that has become weak is
// replaced, now that the password is at hand.
func (s *Accounts) check(ctx context.Context, a *league.Account, password string) (right bool, err error) {
	var weak bool
	password = account.Spelling(password)
	if err := s.core.Hashing.Pass(ctx, func() { right, weak = s.core.Passwords.Check(password, a.Password) }); err != nil || !right || !weak {
		return right, err
	}
	var anew string
	if err := s.core.Hashing.Pass(ctx, func() { anew = s.core.Passwords.Hash(password) }); err != nil {
		return false, err
	}
	if err := s.store.SetPassword(ctx, a.Player.ID, a.Password, anew); err != nil {
		return false, fmt.Errorf("renewing a hash: %w", err)
	}
	a.Password = anew
	return true, nil
}

// owner returns the account of a player, having made sure that it is he who asks. The
// field is where he typed his password.
func (s *Accounts) owner(ctx context.Context, player league.Player, field, password string) (league.Account, error) {
	if err := core.MustBeMember(player, "this is about an account."); err != nil {
		return league.Account{}, err
	}
	a, err := s.store.AccountOf(ctx, player.ID)
	if err != nil {
		return league.Account{}, err
	}
	right := false
	if len(password) <= account.LongestPassword {
		if right, err = s.check(ctx, &a, password); err != nil {
			return league.Account{}, err
		}
	}
	if !right {
		return league.Account{}, league.FieldErrorf(field, "This is not your password.")
	}
	return a, nil
}

// PasswordChange is how a member changes the password.
type PasswordChange struct {
	Old     string // as typed
	New     string // as typed
	Browser string // its User-Agent
	Brief   bool   // not to stay signed in when the browser is closed
	Spare   bool   // tokens of programs go on
}

// ChangePassword gives an account another password. All its sessions end and a new one begins, whose token it returns.
// Tokens of programs end too, unless they are spared. What is wrong comes as errors of the fields "old" and "password".
func (s *Accounts) ChangePassword(ctx context.Context, player league.Player, c PasswordChange) (token string, err error) {
	a, err := s.owner(ctx, player, "old", c.Old)
	if err := errors.Join(err, s.mayHave(ctx, player.Name, c.New)); err != nil {
		return "", err
	}
	role, err := s.store.Role(ctx, player.ID)
	if err != nil {
		return "", err
	}
	var hash string
	if err := s.core.Hashing.Pass(ctx, func() { hash = s.core.Passwords.Hash(account.Spelling(c.New)) }); err != nil {
		return "", err
	}
	token, session := s.sessions.newSession(player, role, c.Browser, !c.Brief)
	err = s.store.ChangePassword(ctx, player.ID, a.Password, hash, session, c.Spare)
	if league.KindOf(err) == league.Stale {
		err = league.AtField("old", err)
	}
	return token, err
}

// ResetPassword gives the account of a name another password, whatever the one before is: for whoever runs
// the site, who has made sure that it is the owner who asks. All its sessions and tokens end.
// What is wrong with the password is an error of the field "password"; an unknown name is not found.
func (s *Accounts) ResetPassword(ctx context.Context, name, password string) (league.Player, error) {
	a, err := s.accountNamed(ctx, name)
	if err != nil {
		return league.Player{}, err
	}
	if a.Player.Kind != league.Member {
		return league.Player{}, league.Errorf(league.Forbidden, "This account is closed.")
	}
	if err := s.mayHave(ctx, a.Player.Name, password); err != nil {
		return league.Player{}, err
	}
	var hash string
	if err := s.core.Hashing.Pass(ctx, func() { hash = s.core.Passwords.Hash(account.Spelling(password)) }); err != nil {
		return league.Player{}, err
	}
	return a.Player, s.store.ResetPassword(ctx, a.Player.ID, a.Password, hash)
}

// DeleteAccount deletes a member's account with all that is theirs alone. What they played stays as it
// was, under a name that says nothing; running matches are resigned, and tournaments left, once it is
// closed.
// A wrong password is an error of the field "gone".
func (s *Accounts) DeleteAccount(ctx context.Context, player league.Player, password string, arrived time.Time) error {
	a, err := s.owner(ctx, player, "gone", password)
	if err != nil {
		return err
	}
	err = s.core.Note(s.store.Erase(ctx, a, "deleted-"+player.ID[:min(len(player.ID), 6)], league.Fact{Kind: league.PlayerLeft, Subject: player.ID, Part: league.LeftDeleted}), league.Fact{Kind: league.PlayerLeft, Subject: player.ID, Part: league.LeftDeleted})
	if league.KindOf(err) == league.Stale {
		return league.AtField("gone", err)
	}
	return err
}

// Prove makes sure that it is its owner who sits at the browser of a member's session, and returns the token that the
// session has from then on. A wrong password is an error of the field "proof". Where the account has passkeys the password alone
// is not enough: it takes a recovery code as well, which is used up, and what is wrong with that is an error of the field "code".
func (s *Accounts) Prove(ctx context.Context, player league.Player, token, password, code string) (anew string, err error) {
	if _, err := s.owner(ctx, player, "proof", password); err != nil {
		return "", err
	}
	more, err := s.passkeys.HasPasskey(ctx, player.ID)
	if err == nil && more {
		err = s.passkeys.useCode(ctx, player, code)
	}
	if err != nil {
		return "", err
	}
	return s.proved(ctx, token)
}

// proved notes that somebody has proved in the session of a token who they are, and returns its new token.
func (s *Accounts) proved(ctx context.Context, token string) (anew string, err error) {
	anew = s.core.NewToken()
	return anew, s.store.ProveSession(ctx, sha256.Sum256([]byte(token)), sha256.Sum256([]byte(anew)), s.core.Now())
}

// Everything is a limit for lists that are wanted whole.
const Everything = math.MaxInt32

// PlayerByName returns the member, or the BOT account, who has a name, however it is written; of kind
// league.NotFound if there is none.
func (s *Accounts) PlayerByName(ctx context.Context, name string) (league.Player, error) {
	if account.Marked(name) {
		p, err := s.programs.named(ctx, name)
		if league.KindOf(err) != league.NotFound {
			return p, err
		}
		a, err := s.store.Account(ctx, account.Key(name)) // one that was marked later (R-BO-5)
		return a.Player, err
	}
	a, err := s.accountNamed(ctx, name)
	return a.Player, err
}

// accountNamed returns the account of a name, however it is written.
func (s *Accounts) accountNamed(ctx context.Context, name string) (league.Account, error) {
	if name, err := account.Name(name); err == nil {
		return s.store.Account(ctx, account.Key(name))
	}
	return league.Account{}, league.Errorf(league.NotFound, "There is no player of this name.")
}
