package members

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"strconv"
	"strings"
	"time"

	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/oneline"
)

const (
	mostPasskeys    = 10 // of a member
	longPasskeyName = 40 // letters
	challengeLasts  = 5 * time.Minute
)

// RelyingParty speaks WebAuthn: it writes what browsers need, and checks what they answer.
type RelyingParty interface {
	// Create returns what a browser needs to make a passkey of a player who has some, as JSON, and what is needed to
	// check its answer.
	Create(of league.Player, has []league.Passkey) (options, state []byte, err error)
	// Created checks the answer and returns the passkey.
	Created(of league.Player, state, answer []byte) (league.Passkey, error)
	// Ask returns what a browser needs to prove who sits at it: by one of some passkeys of a player, or, if there are
	// none, by any of anybody.
	Ask(of league.Player, has []league.Passkey) (options, state []byte, err error)
	// Answered checks the answer and returns the passkey with its new count, and whose it is. Find looks it up. One that
	// counts fewer answers than before is ErrCopied.
	Answered(state, answer []byte, find func(id string) (league.Passkey, league.Player, error)) (league.Passkey, league.Player, error)
}

// ErrCopied says that a passkey counts fewer answers than before: there may be two of it.
var ErrCopied = errors.New("the passkey counts fewer answers than before")

// SecurityCopied is that such a passkey was refused.
const SecurityCopied league.EventName = "security.passkey.copied"

// CopiedPasskey is the refusal of a passkey of which there may be two. Its owner is to be told.
type CopiedPasskey struct {
	error
	Player string // whose it is
}

// Unwrap returns what whoever uses it is told.
func (e *CopiedPasskey) Unwrap() error { return e.error }

// Passkeys are what members sign in with instead of a password, or besides it.
type Passkeys struct {
	Party RelyingParty // nil: the site takes no passkeys. Set before use only

	core     *core.Core
	accounts *Accounts
	store    PasskeysStore
}

// Challenge is what a browser is asked.
type Challenge struct {
	Options []byte // for the browser, JSON
	Ticket  string // comes back with the answer
}

// TakesPasskeys says whether the site takes passkeys.
func (s *Passkeys) TakesPasskeys() bool { return s.Party != nil }

// Passkeys lists a player's passkeys, the oldest first.
func (s *Passkeys) Passkeys(ctx context.Context, player league.Player) ([]league.Passkey, error) {
	return s.store.Passkeys(ctx, player.ID)
}

// challenge makes one that counts for a purpose.
func (s *Passkeys) challenge(purpose string, options, state []byte, err error) (Challenge, error) {
	if err != nil {
		return Challenge{}, err
	}
	text := strconv.FormatInt(s.core.Now().Add(challengeLasts).UnixMilli(), 36) + "." + base64.RawURLEncoding.EncodeToString(state)
	return Challenge{options, text + "." + s.core.Sign("challenge to "+purpose, text)}, nil
}

func errLateAnswer() error {
	return league.FieldErrorf("passkey", "That took too long, or was answered before. Try again.")
}

func errPasskey() error {
	return league.FieldErrorf("passkey", "This passkey does not open the account. Try again, or sign in in another way.")
}

// state returns what a challenge is checked by, once, if its ticket counts for a purpose.
func (s *Passkeys) state(ctx context.Context, purpose, ticket string) ([]byte, error) {
	if s.Party == nil {
		return nil, errPasskey()
	}
	i := strings.LastIndexByte(ticket, '.')
	if i < 0 || !s.core.Signed("challenge to "+purpose, ticket[:i], ticket[i+1:]) {
		return nil, errLateAnswer()
	}
	ends, coded, _ := strings.Cut(ticket[:i], ".")
	until, err := strconv.ParseInt(ends, 36, 64)
	now := s.core.Now()
	if err != nil || now.UnixMilli() >= until {
		return nil, errLateAnswer()
	}
	state, err := base64.RawURLEncoding.DecodeString(coded)
	if err != nil {
		return nil, errLateAnswer()
	}
	err = s.store.AnswerChallenge(ctx, sha256.Sum256([]byte(ticket)), now, time.UnixMilli(until))
	if league.KindOf(err) == league.Stale {
		err = errLateAnswer()
	}
	return state, err
}

// BeginPasskey asks a browser to make a passkey of a member. Who has no account is forbidden, and so is everybody where
// the site takes none.
func (s *Passkeys) BeginPasskey(ctx context.Context, player league.Player) (Challenge, error) {
	if err := core.MustBeMember(player, "a passkey opens an account."); err != nil {
		return Challenge{}, err
	}
	if s.Party == nil {
		return Challenge{}, league.Errorf(league.Forbidden, "This site takes no passkeys.")
	}
	has, err := s.store.Passkeys(ctx, player.ID)
	if err != nil {
		return Challenge{}, err
	}
	options, state, err := s.Party.Create(player, has)
	return s.challenge("add "+player.ID, options, state, err)
}

// AddPasskey keeps the passkey that a browser has made for a member. What is wrong is an error of the fields "passkey"
// and "name".
func (s *Passkeys) AddPasskey(ctx context.Context, player league.Player, ticket string, answer []byte, name string) error {
	name, err := oneline.Clean("name", name, longPasskeyName)
	if err != nil {
		return err
	}
	state, err := s.state(ctx, "add "+player.ID, ticket)
	if err != nil {
		return err
	}
	key, err := s.Party.Created(player, state, answer)
	if err != nil {
		s.core.Log.InfoContext(ctx, "a passkey was not made", "err", err)
		return league.FieldErrorf("passkey", "The passkey could not be made. Try again.")
	}
	key.Player, key.Name, key.Made = player.ID, name, s.core.Now()
	err = s.store.AddPasskey(ctx, key, mostPasskeys)
	if kind := league.KindOf(err); err != nil && (kind == league.Forbidden || kind == league.Stale) {
		err = league.AtField("passkey", err)
	}
	return err
}

// EndPasskey forgets a passkey of a player, named by its id in hexadecimal; it is no error if there is none.
func (s *Passkeys) EndPasskey(ctx context.Context, player league.Player, id string) error {
	bytes, err := hex.DecodeString(id)
	if err != nil {
		return league.Errorf(league.NotFound, "There is no such thing any more.")
	}
	return s.store.EndPasskey(ctx, player.ID, string(bytes))
}

// DropPasskeys forgets all passkeys of a member, for whoever runs the site, and returns how many there were.
func (s *Passkeys) DropPasskeys(ctx context.Context, player league.Player) (int64, error) {
	return s.store.DropPasskeys(ctx, player.ID)
}

// answered checks the answer to a challenge. By whose passkeys it was asked is a player's id; "" for anybody's.
func (s *Passkeys) answered(ctx context.Context, purpose, of, ticket string, answer []byte) (league.Account, error) {
	state, err := s.state(ctx, purpose, ticket)
	if err != nil {
		return league.Account{}, err
	}
	var a league.Account
	var had uint32
	key, _, err := s.Party.Answered(state, answer, func(id string) (league.Passkey, league.Player, error) {
		key, err := s.store.Passkey(ctx, id)
		if err == nil && of != "" && key.Player != of {
			err = errPasskey()
		}
		if err == nil {
			a, err = s.accounts.store.AccountOf(ctx, key.Player)
		}
		had = key.Count
		return key, a.Player, err
	})
	if err == nil {
		err = s.store.UsePasskey(ctx, key, had, s.core.Now())
	}
	if err != nil {
		s.core.Log.WarnContext(ctx, "a passkey was refused", "account", a.Player.ID, "err", err)
		if errors.Is(err, ErrCopied) {
			return league.Account{}, &CopiedPasskey{errPasskey(), a.Player.ID}
		}
		return league.Account{}, errPasskey()
	}
	return a, nil
}

// BeginPasskeySignIn asks a browser who it is.
func (s *Passkeys) BeginPasskeySignIn(context.Context) (Challenge, error) {
	if s.Party == nil {
		return Challenge{}, league.Errorf(league.Forbidden, "This site takes no passkeys.")
	}
	options, state, err := s.Party.Ask(league.Player{}, nil)
	return s.challenge("sign in", options, state, err)
}

// SignInByPasskey begins a session of the member whose passkey a browser has used, and returns its token. What is wrong
// is an error of the field "passkey".
func (s *Passkeys) SignInByPasskey(ctx context.Context, c Credentials, ticket string, answer []byte) (league.Player, string, error) {
	a, err := s.answered(ctx, "sign in", "", ticket, answer)
	if err != nil {
		return league.Player{}, "", err
	}
	return s.accounts.begin(ctx, a, c)
}

// BeginProof asks a browser for a passkey of a member.
func (s *Passkeys) BeginProof(ctx context.Context, player league.Player) (Challenge, error) {
	return s.ask(ctx, "prove "+player.ID, player)
}

func (s *Passkeys) ask(ctx context.Context, purpose string, of league.Player) (Challenge, error) {
	has, err := s.store.Passkeys(ctx, of.ID)
	if err != nil {
		return Challenge{}, err
	}
	if s.Party == nil || len(has) == 0 {
		return Challenge{}, league.Errorf(league.Forbidden, "There is no passkey for this account.")
	}
	options, state, err := s.Party.Ask(of, has)
	return s.challenge(purpose, options, state, err)
}

// ProveByPasskey makes sure that it is its owner who sits at the browser of a member's session, and returns the token
// that the session has from then on. What is wrong is an error of the field "passkey".
func (s *Passkeys) ProveByPasskey(ctx context.Context, player league.Player, token, ticket string, answer []byte) (anew string, err error) {
	if _, err := s.answered(ctx, "prove "+player.ID, player.ID, ticket, answer); err != nil {
		return "", err
	}
	return s.accounts.proved(ctx, token)
}

// SecondFactor says that a password was right, and that a passkey or a recovery code is wanted as well.
type SecondFactor struct {
	Player league.Player
	Ticket string // comes back with it
}

// Error says so in a sentence.
func (*SecondFactor) Error() string { return "This account takes a passkey as well as the password." }

const secondPurpose = "second factor"

// second makes the ticket of somebody whose password was right.
func (s *Passkeys) second(a league.Account) *SecondFactor {
	sum := bound(a)
	text := strings.Join([]string{a.Player.ID, hex.EncodeToString(sum[:]), strconv.FormatInt(s.core.Now().Add(challengeLasts).UnixMilli(), 36)}, ".")
	return &SecondFactor{a.Player, text + "." + s.core.Sign(secondPurpose, text)}
}

// Halfway returns the account of a ticket whose password was right a little while ago, and is the same still.
func (s *Passkeys) halfway(ctx context.Context, ticket string) (league.Account, error) {
	late := league.FieldErrorf("", "That took too long. Type your name and password again.")
	i := strings.LastIndexByte(ticket, '.')
	if i < 0 || !s.core.Signed(secondPurpose, ticket[:i], ticket[i+1:]) {
		return league.Account{}, late
	}
	parts := strings.Split(ticket[:i], ".")
	until, err := strconv.ParseInt(parts[len(parts)-1], 36, 64)
	if len(parts) != 3 || err != nil || s.core.Now().UnixMilli() >= until {
		return league.Account{}, late
	}
	a, err := s.accounts.store.AccountOf(ctx, parts[0])
	if league.KindOf(err) == league.NotFound {
		return league.Account{}, late
	}
	if sum := bound(a); err == nil && hex.EncodeToString(sum[:]) != parts[1] {
		err = late
	}
	return a, err
}

// Halfway returns who has typed their password a little while ago, by the ticket that they were given. What is wrong is
// an error of the field "".
func (s *Passkeys) Halfway(ctx context.Context, ticket string) (league.Player, error) {
	a, err := s.halfway(ctx, ticket)
	return a.Player, err
}

// BeginSecondFactor asks the browser of somebody whose password was right for a passkey.
func (s *Passkeys) BeginSecondFactor(ctx context.Context, ticket string) (Challenge, error) {
	a, err := s.halfway(ctx, ticket)
	if err != nil {
		return Challenge{}, err
	}
	return s.ask(ctx, "second "+a.Player.ID, a.Player)
}

// SignInSecond begins the session of somebody whose password was right, by a passkey.
func (s *Passkeys) SignInSecond(ctx context.Context, c Credentials, halfway, ticket string, answer []byte) (league.Player, string, error) {
	a, err := s.halfway(ctx, halfway)
	if err != nil {
		return league.Player{}, "", err
	}
	if _, err := s.answered(ctx, "second "+a.Player.ID, a.Player.ID, ticket, answer); err != nil {
		return league.Player{}, "", err
	}
	return s.accounts.begin(ctx, a, c)
}

// SignInByCode begins the session of somebody whose password was right, by a recovery code, which is used up. What is
// wrong is an error of the field "code".
func (s *Passkeys) SignInByCode(ctx context.Context, c Credentials, halfway, code string) (league.Player, string, error) {
	a, err := s.halfway(ctx, halfway)
	if err != nil {
		return league.Player{}, "", err
	}
	if err := s.useCode(ctx, a.Player, code); err != nil {
		return league.Player{}, "", err
	}
	return s.accounts.begin(ctx, a, c)
}

// useCode uses up a recovery code of a player; what is wrong with it is an error of the field "code".
func (s *Passkeys) useCode(ctx context.Context, player league.Player, code string) error {
	err := s.store.UseCode(ctx, player.ID, codeHash(code), s.core.Now())
	if league.KindOf(err) == league.Stale {
		err = league.FieldErrorf("code", "The code is wrong, or has been used.")
	}
	return err
}

// HasPasskey says whether a player has a passkey that the site takes.
func (s *Passkeys) HasPasskey(ctx context.Context, player string) (bool, error) {
	if s.Party == nil {
		return false, nil
	}
	has, err := s.store.Passkeys(ctx, player)
	return len(has) > 0, err
}
