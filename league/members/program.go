package members

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"kickabout/league"
	"kickabout/league/account"
	"kickabout/league/conduct"
	"kickabout/league/core"
	"kickabout/league/program"
)

// Programs are the BOT accounts of members (chapter 18 of the rules). Nobody signs in to one: it has no password, and acts
// by tokens that its owner makes.
type Programs struct {
	core     *core.Core
	accounts *Accounts
	store    ProgramsStore
}

// botScopes is all that a token of a BOT account may be made for: what it may not enter it cannot ask for (R-BO-2).
const botScopes = league.ScopeRead | league.ScopePlay

// Register registers a BOT account of a member, for good. What is wrong with the form are errors of its fields; who is no
// member, or has as many as anybody may, is forbidden.
func (s *Programs) Register(ctx context.Context, by league.Player, form program.Form) (program.Program, error) {
	if err := core.MustBeMember(by, "a BOT account belongs to somebody."); err != nil {
		return program.Program{}, err
	}
	base, nameErr := form.BaseName()
	if nameErr == nil {
		nameErr = s.accounts.mustBeFree(ctx, base)
	}
	plays, site, err := form.Details()
	if err := errors.Join(nameErr, err); err != nil {
		return program.Program{}, err
	}
	name, err := account.BotName(base)
	if err != nil {
		return program.Program{}, err
	}
	now := s.core.Now()
	p := program.Program{
		Player: league.Player{ID: s.core.NewID(), Name: name, Kind: league.Program, Created: now}, Owner: by,
		Plays: plays, Site: site, Created: now,
	}
	err = s.store.AddProgram(ctx, p, account.Keys(name), program.Most)
	if league.KindOf(err) == league.Stale {
		err = errTaken()
	}
	return p, err
}

// codePurpose is what the codes are signed for by which an account becomes somebody's bot; codeSpan is how long one is good.
const (
	codePurpose = "bot owner"
	codeSpan    = 24 * time.Hour
)

// OwnerCode returns the code by which an account that a program plays for becomes a BOT account of a member: its holder types
// it there. It is good for a day. Nothing of it is kept.
func (s *Programs) OwnerCode(owner league.Player) (code string, until time.Time) {
	until = s.core.Now().Add(codeSpan).Truncate(time.Hour).Add(time.Hour)
	text := owner.ID + "." + strconv.FormatInt(until.Unix(), 36)
	return text + "." + s.core.Sign(codePurpose, text), until
}

// ownerOf returns whose code it is.
func (s *Programs) ownerOf(ctx context.Context, code string) (league.Player, error) {
	wrong := league.FieldErrorf("code", "This is no such code, or its time is over. The owner finds one on their page of bots.")
	text, signature, ok := cutLast(strings.TrimSpace(code))
	id, end, both := cutLast(text)
	if !ok || !both || !s.core.Signed(codePurpose, text, signature) {
		return league.Player{}, wrong
	}
	until, err := strconv.ParseInt(end, 36, 64)
	if err != nil || !s.core.Now().Before(time.Unix(until, 0)) {
		return league.Player{}, wrong
	}
	a, err := s.accounts.store.AccountOf(ctx, id)
	if league.KindOf(err) == league.NotFound || err == nil && a.Player.Kind != league.Member {
		err = wrong
	}
	return a.Player, err
}

// cutLast cuts at the last dot.
func cutLast(text string) (before, after string, found bool) {
	i := strings.LastIndexByte(text, '.')
	if i < 0 {
		return text, "", false
	}
	return text[:i], text[i+1:], true
}

// Mark makes the account of a member a BOT account of whose code it is, before its first rated game and for good (R-BO-1):
// BOT ends its name, nobody signs in to it any more, and all that is a person's about it is erased. What is wrong with the
// form are errors of the fields "code", "plays", "site" and "name".
func (s *Programs) Mark(ctx context.Context, player league.Player, code string, form program.Form) (program.Program, error) {
	if err := core.MustBeMember(player, "this is about an account."); err != nil {
		return program.Program{}, err
	}
	owner, ownerErr := s.ownerOf(ctx, code)
	if ownerErr == nil && owner.ID == player.ID {
		ownerErr = league.FieldErrorf("code", "This is the code of this account itself. Its owner is another account, a person's: use the code from there.")
	}
	plays, site, err := form.Details()
	name, nameErr := account.BotName(player.Name)
	if nameErr == nil {
		nameErr = s.accounts.mustBeFree(ctx, name)
	}
	if err := errors.Join(ownerErr, err, nameErr); err != nil {
		return program.Program{}, err
	}
	a, err := s.accounts.store.AccountOf(ctx, player.ID)
	if err != nil {
		return program.Program{}, err
	}
	marked := player
	marked.Name, marked.Kind = name, league.Program
	p := program.Program{Player: marked, Owner: owner, Plays: plays, Site: site, Created: s.core.Now()}
	return p, s.store.MarkProgram(ctx, a, p, account.Keys(name), program.Most)
}

// Program returns a BOT account; of kind league.NotFound if there is none of that id.
func (s *Programs) Program(ctx context.Context, id string) (program.Program, error) {
	return s.store.Program(ctx, id)
}

// Programs lists all BOT accounts, the oldest first, those that are closed too.
func (s *Programs) Programs(ctx context.Context) ([]program.Program, error) {
	return s.store.Programs(ctx, "")
}

// OwnedBy lists those of an owner.
func (s *Programs) OwnedBy(ctx context.Context, owner league.Player) ([]program.Program, error) {
	if owner.ID == "" {
		return nil, nil
	}
	return s.store.Programs(ctx, owner.ID)
}

// owned returns an open BOT account of an owner. Of anybody else's there is none.
func (s *Programs) owned(ctx context.Context, owner league.Player, id string) (program.Program, error) {
	if err := core.MustBeMember(owner, "a BOT account belongs to somebody."); err != nil {
		return program.Program{}, err
	}
	p, err := s.store.Program(ctx, id)
	if err == nil && (p.Owner.ID != owner.ID || !p.Closed.IsZero()) {
		err = league.Errorf(league.NotFound, "You have no such bot.")
	}
	return p, err
}

// Describe says anew what plays, and whether it takes part in the hourly arena. What is wrong are errors of the form's
// fields "plays" and "site"; the name stays.
func (s *Programs) Describe(ctx context.Context, owner league.Player, id string, form program.Form, arena bool) (program.Program, error) {
	p, err := s.owned(ctx, owner, id)
	if err != nil {
		return program.Program{}, err
	}
	if p.Plays, p.Site, err = form.Details(); err != nil {
		return p, err
	}
	p.Arena = arena
	return p, s.store.DescribeProgram(ctx, p)
}

// Close closes a BOT account for good: its tokens end, and it takes part in nothing new. Its games go on to their end by
// the clock, and its name stays taken.
func (s *Programs) Close(ctx context.Context, owner league.Player, id string) error {
	p, err := s.owned(ctx, owner, id)
	if err != nil {
		return err
	}
	return s.store.CloseProgram(ctx, p.Player.ID, s.core.Now())
}

// MakeToken makes a token by which a program acts for a BOT account, and returns its secret, which is not kept. It may
// read and play, nothing else. What is wrong with the order are errors of the fields "label" and "days".
func (s *Programs) MakeToken(ctx context.Context, owner league.Player, id string, o league.TokenOrder) (secret string, err error) {
	p, err := s.owned(ctx, owner, id)
	if err != nil {
		return "", err
	}
	o.Scopes = botScopes
	secret, t, err := newToken(s.core.Now(), p.Player, o)
	if err != nil {
		return "", err
	}
	return secret, s.store.AddProgramToken(ctx, t, mostTokens)
}

// TokensOf lists the tokens of a BOT account for its owner, the newest first.
func (s *Programs) TokensOf(ctx context.Context, owner league.Player, id string) ([]league.Token, error) {
	p, err := s.owned(ctx, owner, id)
	if err != nil {
		return nil, err
	}
	return s.store.Tokens(ctx, p.Player.ID)
}

// EndToken ends a token of a BOT account, named by its hash in hexadecimal; it is no error if there is none.
func (s *Programs) EndToken(ctx context.Context, owner league.Player, id, token string) error {
	p, err := s.owned(ctx, owner, id)
	if err != nil {
		return err
	}
	hash, err := hashOf(token)
	if err != nil {
		return err
	}
	return s.store.EndToken(ctx, p.Player.ID, hash)
}

// WakeToken lets a token of a BOT account be used again that has slept since the site was restored.
func (s *Programs) WakeToken(ctx context.Context, owner league.Player, id, token string) error {
	p, err := s.owned(ctx, owner, id)
	if err != nil {
		return err
	}
	hash, err := hashOf(token)
	if err != nil {
		return err
	}
	return s.store.WakeToken(ctx, p.Player.ID, hash)
}

// mayAct is nil if a BOT account acts by its tokens at present: it is open, and so is the account of its owner. It notes
// that the program was heard of.
func (s *Programs) mayAct(ctx context.Context, player league.Player) error {
	p, err := s.store.Program(ctx, player.ID)
	if err != nil {
		return err
	}
	if err := p.Acts(); err != nil {
		return err
	}
	now := s.core.Now()
	steps, err := s.accounts.store.SanctionsOf(ctx, p.Owner.ID)
	if err != nil {
		return err
	}
	own, err := s.accounts.store.SanctionsOf(ctx, player.ID)
	if err != nil {
		return err
	}
	if conduct.MayBegin(steps, now) != nil || conduct.MayBegin(own, now) != nil {
		return league.Errorf(league.Forbidden, "This BOT account does not act for now, because of a step against it or its owner. The page /standing says more to the owner.")
	}
	if now.Sub(p.Heard) >= program.HeardEvery {
		if err := s.store.HearProgram(ctx, player.ID, now); err != nil {
			s.core.Log.WarnContext(ctx, "noting that a bot was heard of", "err", err) // the program is not to suffer from it
		}
	}
	return nil
}

// named returns the player of a BOT account by its name, however that is written; of kind league.NotFound if there is none.
func (s *Programs) named(ctx context.Context, name string) (league.Player, error) {
	p, err := s.store.ProgramNamed(ctx, account.Key(name))
	return p.Player, err
}
