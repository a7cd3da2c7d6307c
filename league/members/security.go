package members

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strconv"
	"strings"
	"time"

	"kickabout/league"
	"kickabout/league/core"
)

const (
	securityKept = 180 * 24 * time.Hour // how long an event is kept
	notMeLasts   = 7 * 24 * time.Hour   // how long somebody may say that it was not they
	mostKnown    = 4                    // members whom one browser is known by
)

// Guards keep the log of who gets in and who is kept out, and know browsers again.
type Guards struct {
	core     *core.Core
	accounts *Accounts
	mail     AddressesStore
	store    GuardsStore
}

// NoteSecurity keeps an event for 180 days, and tells its player of it by a name, unless that is "". An event that has
// an id is kept and told once.
func (s *Guards) NoteSecurity(ctx context.Context, e league.SecurityEvent, tell league.EventName) error {
	e.At = s.core.Now()
	if e.ID == "" {
		e.ID = s.core.NewID()
	}
	e.Browser = strings.ToValidUTF8(e.Browser[:min(len(e.Browser), longBrowser)], "")
	if tell == "" {
		return s.store.NoteSecurity(ctx, e)
	}
	return s.store.NoteSecurity(ctx, e, league.Notice{Player: e.Player, At: e.At, Kind: league.SecurityNotice, Subject: e.ID, Event: tell})
}

// NoteOperator keeps what whoever runs the site did to the ways into a player's account, such as "sessions", and tells them.
func (s *Guards) NoteOperator(ctx context.Context, player league.Player, act string) error {
	return s.NoteSecurity(ctx, league.SecurityEvent{Act: "operator: " + act, Player: player.ID}, league.SecurityOperator)
}

// endsSoon is how long before its end the owner of a token is told.
const endsSoon = 7 * 24 * time.Hour

// TellEndingTokens tells the owners of tokens that end within 7 days, once of each.
func (s *Guards) TellEndingTokens(ctx context.Context) error {
	now := s.core.Now()
	list, err := s.store.TokensEnding(ctx, now, now.Add(endsSoon))
	problems := []error{err}
	for _, t := range list {
		e := league.SecurityEvent{ID: "ends-" + hex.EncodeToString(t.Hash[:8]), Act: "token ends in 7 days", Player: t.Player}
		problems = append(problems, s.NoteSecurity(ctx, e, league.SecurityEnding))
	}
	return errors.Join(problems...)
}

// SecurityOf lists the latest events about a player, the latest first.
func (s *Guards) SecurityOf(ctx context.Context, player league.Player, limit int) ([]league.SecurityEvent, error) {
	return s.store.SecurityOf(ctx, player.ID, limit)
}

// ForgetSecurity deletes the events that are older than 180 days.
func (s *Guards) ForgetSecurity(ctx context.Context) error {
	return s.store.ForgetSecurity(ctx, s.core.Now().Add(-securityKept))
}

// knownPurpose is what a browser is known by.
const knownPurpose = "known browser"

// KnownBrowser says whether a browser that shows this has been signed in by a player before, and returns what it is to show from
// now on. Nothing of it is kept here.
func (s *Guards) KnownBrowser(player league.Player, shown string) (known bool, anew string) {
	all := strings.Split(shown[:min(len(shown), 512)], "~")
	for _, one := range all {
		secret, signature, _ := strings.Cut(one, ".")
		if s.core.Signed(knownPurpose, player.ID+" "+secret, signature) {
			return true, shown
		}
	}
	secret := s.core.NewID()
	all = append([]string{secret + "." + s.core.Sign(knownPurpose, player.ID+" "+secret)}, all...)
	return false, strings.Trim(strings.Join(all[:min(len(all), mostKnown)], "~"), "~")
}

// EndOthers ends all sessions of a player but that of a token, and all tokens of programs.
func (s *Guards) EndOthers(ctx context.Context, player league.Player, token string) error {
	return s.store.EndAccess(ctx, player.ID, sha256.Sum256([]byte(token)), nil)
}

// notMePurpose is what the links are signed for by which somebody says that it was not they.
const notMePurpose = "not me"

// NotMeLink makes what is secret in a link by which the owner of an account, without signing in, says for 7 days that
// something was not their doing. Where mail went before it was sent elsewhere, "" if it was not, gets it again then.
func (s *Guards) NotMeLink(player, before string) string {
	text := player + "." + strconv.FormatInt(s.core.Now().Add(notMeLasts).Unix(), 36)
	if before != "" {
		text += "." + hex.EncodeToString([]byte(before))
	}
	return text + "." + s.core.Sign(notMePurpose, text)
}

// NotMe ends all that opens the account of a link, its password too, and returns whose it is: nothing but a recovery
// opens it then. A link that is over, or none of ours, is of kind league.NotFound.
func (s *Guards) NotMe(ctx context.Context, link string) (league.Player, error) {
	a, before, err := s.notMe(ctx, link)
	if err != nil {
		return league.Player{}, err
	}
	err = s.store.EndAccess(ctx, a.Player.ID, [32]byte{}, &league.Recovered{Had: a.Password, Password: s.core.Passwords.Nobodys()})
	if err == nil && before != "" {
		err = s.mail.PutAddress(ctx, a.Player.ID, before, s.core.Now(), Everything) // a recovery by mail is theirs again
	}
	return a.Player, err
}

// UndoAddress has mail go again to where it went before, by a link of a letter that said that it does no more; all else
// stays as it is. A link that is over, or none of ours, or that knows of no address is of kind league.NotFound.
func (s *Guards) UndoAddress(ctx context.Context, link string) (league.Player, error) {
	a, before, err := s.notMe(ctx, link)
	if err == nil && before == "" {
		err = league.Errorf(league.NotFound, "This link is about no address.")
	}
	if err != nil {
		return league.Player{}, err
	}
	return a.Player, s.mail.PutAddress(ctx, a.Player.ID, before, s.core.Now(), Everything)
}

// NotMePlayer returns whose account a link is about, and where mail goes again by it; "" if that stays as it is.
func (s *Guards) NotMePlayer(ctx context.Context, link string) (who league.Player, before string, err error) {
	a, before, err := s.notMe(ctx, link)
	return a.Player, before, err
}

func (s *Guards) notMe(ctx context.Context, link string) (a league.Account, before string, err error) {
	i := strings.LastIndexByte(link, '.')
	over := league.Errorf(league.NotFound, "This link is no longer valid. It works for 7 days.")
	if i < 0 || !s.core.Signed(notMePurpose, link[:i], link[i+1:]) {
		return a, "", over
	}
	player, rest, _ := strings.Cut(link[:i], ".")
	ends, written, _ := strings.Cut(rest, ".")
	until, err := strconv.ParseInt(ends, 36, 64)
	if err != nil || s.core.Now().Unix() >= until {
		return a, "", over
	}
	address, err := hex.DecodeString(written)
	if err != nil {
		return a, "", over
	}
	a, err = s.accounts.store.AccountOf(ctx, player)
	if league.KindOf(err) == league.NotFound || err == nil && a.Player.Kind != league.Member {
		err = over
	}
	return a, string(address), err
}

// TellFormer tells where a member's mail went before that it goes elsewhere now, by a letter that leads to where it is
// undone; link makes the whole of it from what is secret. Where the site sends no mail it does nothing.
func (s *Guards) TellFormer(ctx context.Context, player, before string, link func(secret string) string) error {
	if s.core.Mailer == nil || before == "" {
		return nil
	}
	a, err := s.accounts.store.AccountOf(ctx, player)
	if err != nil {
		return err
	}
	secret := s.NotMeLink(player, before)
	return s.core.Mailer.Send(ctx, core.Mail{
		To: before, Key: "former:" + secret, Subject: "Mail no longer comes to this address",
		Text: "Hello " + a.Player.Name + ",\n\nthe mail of your account no longer comes to this address, because it was changed or removed in your account." +
			"\n\nUndo that, or say that it was not you:\n\n" + link(secret) +
			"\n\nThe link works for 7 days. There you have mail come here again. If somebody else was at your account, you sign out everything there too, and set a new password. If all is well, do nothing.\n",
	})
}
