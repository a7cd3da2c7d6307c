package office

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"kickabout/league"
	"kickabout/league/account"
)

// Accounts keeps accounts and their sessions.
type Accounts interface {
	// SignUp stores an account under all keys of its player's name and begins its first
	// session. A guest of the same id becomes the member and keeps what he played; his
	// sessions end. If a key is taken the error is of kind league.Stale; if the player is
	// a member already, of kind league.Forbidden.
	SignUp(ctx context.Context, a league.Account, keys []string, s league.Session) error
	// SignIn begins a session of a member whose password was found to be right. The session
	// that the browser had before ends; if it was a guest's, the member takes over his
	// matches. If the account is gone or its password another by now, the error is of kind
	// league.Stale.
	SignIn(ctx context.Context, a league.Account, s league.Session, before [32]byte) error
	// Account returns the account whose name has a key.
	Account(ctx context.Context, key string) (league.Account, error)
	// AccountOf returns the account of a player.
	AccountOf(ctx context.Context, player string) (league.Account, error)
	// SetPassword replaces the password that an account had; of kind league.Stale if it is
	// another by now.
	SetPassword(ctx context.Context, player, had, password string) error
	// ChangePassword is SetPassword; it also ends all sessions and begins a new one.
	ChangePassword(ctx context.Context, player, had, password string, s league.Session) error
	// Erase deletes an account whose password was found to be right, and all that is the
	// player's alone; what he played stays, under the new name. Of kind league.Stale if the
	// password is another by now.
	Erase(ctx context.Context, a league.Account, name string) error

	// Session returns a session and whose it is.
	Session(ctx context.Context, hash [32]byte) (league.Session, league.Player, error)
	// Sessions lists a player's sessions, the one seen last first.
	Sessions(ctx context.Context, player string) ([]league.Session, error)
	// SeeSession notes a visit.
	SeeSession(ctx context.Context, hash [32]byte, at time.Time) error
	// EndSession ends one session of a player.
	EndSession(ctx context.Context, player string, hash [32]byte) error
	// EndOtherSessions ends all sessions of a player but one.
	EndOtherSessions(ctx context.Context, player string, but [32]byte) error
	// EndOldSessions ends the sessions that were last seen before a moment.
	EndOldSessions(ctx context.Context, before time.Time) error
}

// Passwords hashes passwords. Each call takes some time and memory, on purpose.
type Passwords interface {
	// Hash returns what to store of a password.
	Hash(password string) string
	// Check reports whether a hash is of a password, and if so, whether it was made with
	// less effort than is due now and should be replaced.
	Check(password, hash string) (right, weak bool)
	// Nobodys returns a hash that no password has and that takes as long to check as
	// those that are made now.
	Nobodys() string
}

// Credentials are what somebody signs up or in with, as typed.
type Credentials struct {
	Name     string
	Password string
	Token    string // of the session that the browser has now; ends
	Browser  string // its User-Agent
}

// SignUp makes an account and begins its first session, whose token it returns. Who was a
// guest keeps his id and all that he played. What is wrong with the name or the password comes
// as field errors; a member is forbidden to sign up again.
func (o *Office) SignUp(ctx context.Context, c Credentials) (league.Player, string, error) {
	now := o.Now()
	player, err := o.Visitor(ctx, c.Token)
	if err != nil {
		return league.Player{}, "", err
	}
	name, nameErr := o.newName(ctx, c.Name)
	if err := errors.Join(nameErr, account.Password(name, c.Password)); err != nil {
		return league.Player{}, "", err
	}
	if player.ID == "" {
		player = league.Player{ID: o.newID(), Created: now}
	}
	if player.Kind == league.Member {
		return league.Player{}, "", league.Errorf(league.Forbidden, "You have an account already. Sign out first to make another one.")
	}
	player.Name, player.Kind = name, league.Member
	var hash string
	if err := o.hashing.pass(ctx, func() { hash = o.passwords.Hash(account.Spelling(c.Password)) }); err != nil {
		return league.Player{}, "", err
	}
	token, session := o.newSession(player, c.Browser)
	err = o.store.SignUp(ctx, league.Account{Player: player, Password: hash, Created: now}, account.Keys(name), session)
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

// newName checks a name that somebody wants to have.
func (o *Office) newName(ctx context.Context, typed string) (string, error) {
	name, err := account.Name(typed)
	if err != nil {
		return "", err
	}
	for _, key := range account.Keys(name) {
		taken := key == account.Key(sitePlayer().Name)
		for _, b := range o.bots {
			taken = taken || key == account.Key(b.Name())
		}
		if taken {
			return name, errTaken()
		}
		if _, err := o.store.Account(ctx, key); league.KindOf(err) != league.NotFound {
			return name, errors.Join(err, errTaken())
		}
	}
	return name, nil
}

// SignIn begins a session of the member with a name and password, and returns its
// token. A name that nobody has gets the same answer as a wrong password, after the same time.
func (o *Office) SignIn(ctx context.Context, c Credentials) (league.Player, string, error) {
	a, err := o.authenticate(ctx, c)
	if err != nil {
		return league.Player{}, "", err
	}
	if a.Player.Kind == league.Expelled {
		return league.Player{}, "", league.FieldErrorf("name", "This account has been closed because of cheating.")
	}
	token, session := o.newSession(a.Player, c.Browser)
	err = o.store.SignIn(ctx, a, session, sha256.Sum256([]byte(c.Token)))
	if league.KindOf(err) == league.Stale {
		err = errWrong()
	}
	if err != nil {
		return league.Player{}, "", err
	}
	return a.Player, token, nil
}

func errWrong() error { return league.FieldErrorf("password", "Name or password is wrong.") }

// authenticate finds the account of a name and makes sure of its password.
func (o *Office) authenticate(ctx context.Context, c Credentials) (league.Account, error) {
	if len(c.Password) > account.LongestPassword {
		return league.Account{}, errWrong()
	}
	a, err := o.accountNamed(ctx, c.Name)
	if league.KindOf(err) == league.NotFound {
		a, err = league.Account{Password: o.passwords.Nobodys()}, nil
	}
	if err != nil {
		return league.Account{}, err
	}
	right, err := o.check(ctx, &a, c.Password)
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
func (o *Office) check(ctx context.Context, a *league.Account, password string) (right bool, err error) {
	var weak bool
	password = account.Spelling(password)
	if err := o.hashing.pass(ctx, func() { right, weak = o.passwords.Check(password, a.Password) }); err != nil || !right || !weak {
		return right, err
	}
	var anew string
	if err := o.hashing.pass(ctx, func() { anew = o.passwords.Hash(password) }); err != nil {
		return false, err
	}
	if err := o.store.SetPassword(ctx, a.Player.ID, a.Password, anew); err != nil {
		return false, fmt.Errorf("renewing a hash: %w", err)
	}
	a.Password = anew
	return true, nil
}

// owner returns the account of a player, having made sure that it is he who asks. The
// field is where he typed his password.
func (o *Office) owner(ctx context.Context, player league.Player, field, password string) (league.Account, error) {
	if err := mustBeMember(player, "this is about an account."); err != nil {
		return league.Account{}, err
	}
	a, err := o.store.AccountOf(ctx, player.ID)
	if err != nil {
		return league.Account{}, err
	}
	right := false
	if len(password) <= account.LongestPassword {
		if right, err = o.check(ctx, &a, password); err != nil {
			return league.Account{}, err
		}
	}
	if !right {
		return league.Account{}, league.FieldErrorf(field, "This is not your password.")
	}
	return a, nil
}

// ChangePassword gives an account another password. All its sessions end and a new one
// begins, whose token it returns. Tokens of programs go on. What is wrong comes as errors of the
// fields "old" and "password".
func (o *Office) ChangePassword(ctx context.Context, player league.Player, old, password, browser string) (token string, err error) {
	a, err := o.owner(ctx, player, "old", old)
	if err := errors.Join(err, account.Password(player.Name, password)); err != nil {
		return "", err
	}
	var hash string
	if err := o.hashing.pass(ctx, func() { hash = o.passwords.Hash(account.Spelling(password)) }); err != nil {
		return "", err
	}
	token, session := o.newSession(player, browser)
	err = o.store.ChangePassword(ctx, player.ID, a.Password, hash, session)
	if league.KindOf(err) == league.Stale {
		err = league.FieldErrorf("old", "%s", err.Error())
	}
	return token, err
}

// DeleteAccount resigns a member's running matches, takes him out of tournaments that
// have not started, and deletes his account with all
// that is his alone. What he played stays as it was, under a name that says nothing.
// A wrong password is an error of the field "gone".
func (o *Office) DeleteAccount(ctx context.Context, player league.Player, password string, arrived time.Time) error {
	a, err := o.owner(ctx, player, "gone", password)
	if err != nil {
		return err
	}
	if err := o.leaveAll(ctx, player, arrived); err != nil {
		return err
	}
	err = o.store.Erase(ctx, a, "deleted-"+player.ID[:min(len(player.ID), 6)])
	if league.KindOf(err) == league.Stale {
		return league.FieldErrorf("gone", "%s", err.Error())
	}
	if err != nil {
		return err
	}
	return o.leaveAll(ctx, player, arrived) // what was begun in the meantime
}

// leaveAll ends what waits for a player: tournaments that have not started, where he
// leaves or calls off his own, tournaments that are being played, from which he withdraws,
// and running matches, which he resigns.
func (o *Office) leaveAll(ctx context.Context, player league.Player, arrived time.Time) error {
	open, err := o.store.Tournaments(ctx, league.Registration, everything)
	if err != nil {
		return err
	}
	open = slices.DeleteFunc(open, func(t league.Tournament) bool { return t.Organiser.ID != player.ID })
	entered, err := o.store.EntriesOf(ctx, player.ID, entriesAtOnce)
	if err != nil {
		return err
	}
	for _, t := range append(open, entered...) {
		switch {
		case t.Organiser.ID == player.ID && t.State == league.Registration:
			err = o.CancelTournament(ctx, player, t.ID)
		case t.State == league.Registration, t.State == league.Running && t.Rolling:
			err = o.LeaveTournament(ctx, player, t.ID)
		case t.State == league.Running:
			err = o.WithdrawFrom(ctx, player, t.ID)
		}
		if err != nil && league.KindOf(err) == league.Internal { // else it has started or ended meanwhile
			return fmt.Errorf("leaving tournament %s: %w", t.ID, err)
		}
	}
	matches, err := o.MatchesOf(ctx, player.ID, everything)
	if err != nil {
		return err
	}
	for _, m := range matches {
		if _, running := m.Mover(); !running {
			continue
		}
		if _, err := o.Resign(ctx, player, m.ID, arrived); err != nil && league.KindOf(err) != league.Late {
			return fmt.Errorf("resigning for a player who leaves: %w", err)
		}
	}
	return nil
}

// everything is a limit for lists that are wanted whole.
const everything = math.MaxInt32

// PlayerByName returns the member who has a name, however it is written; of kind
// league.NotFound if there is none.
func (o *Office) PlayerByName(ctx context.Context, name string) (league.Player, error) {
	a, err := o.accountNamed(ctx, name)
	return a.Player, err
}

// accountNamed returns the account of a name, however it is written.
func (o *Office) accountNamed(ctx context.Context, name string) (league.Account, error) {
	if name, err := account.Name(name); err == nil {
		return o.store.Account(ctx, account.Key(name))
	}
	return league.Account{}, league.Errorf(league.NotFound, "There is no player of this name.")
}

// mustBeMember refuses who has no account; the sentence goes on with what it would take one for.
func mustBeMember(p league.Player, what string) error {
	if p.Kind == league.Member {
		return nil
	}
	return league.Errorf(league.Forbidden, "Sign up first: %s", what)
}
