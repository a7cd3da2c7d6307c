package members

import (
	"context"
	"crypto/sha256"
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
	store    GuardsStore
}

// NoteSecurity keeps an event for 180 days.
func (s *Guards) NoteSecurity(ctx context.Context, e league.SecurityEvent) error {
	e.ID, e.At = s.core.NewID(), s.core.Now()
	e.Browser = strings.ToValidUTF8(e.Browser[:min(len(e.Browser), longBrowser)], "")
	return s.store.NoteSecurity(ctx, e)
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
// something was not their doing.
func (s *Guards) NotMeLink(player string) string {
	text := player + "." + strconv.FormatInt(s.core.Now().Add(notMeLasts).Unix(), 36)
	return text + "." + s.core.Sign(notMePurpose, text)
}

// NotMe ends all that opens the account of a link, its password too, and returns whose it is: nothing but a recovery
// opens it then. A link that is over, or none of ours, is of kind league.NotFound.
func (s *Guards) NotMe(ctx context.Context, link string) (league.Player, error) {
	a, err := s.notMe(ctx, link)
	if err != nil {
		return league.Player{}, err
	}
	err = s.store.EndAccess(ctx, a.Player.ID, [32]byte{}, &league.Recovered{Had: a.Password, Password: s.core.Passwords.Nobodys()})
	return a.Player, err
}

// NotMePlayer returns whose account a link is about.
func (s *Guards) NotMePlayer(ctx context.Context, link string) (league.Player, error) {
	a, err := s.notMe(ctx, link)
	return a.Player, err
}

func (s *Guards) notMe(ctx context.Context, link string) (league.Account, error) {
	i := strings.LastIndexByte(link, '.')
	over := league.Errorf(league.NotFound, "This link is no longer valid. It works for 7 days.")
	if i < 0 || !s.core.Signed(notMePurpose, link[:i], link[i+1:]) {
		return league.Account{}, over
	}
	player, ends, _ := strings.Cut(link[:i], ".")
	until, err := strconv.ParseInt(ends, 36, 64)
	if err != nil || s.core.Now().Unix() >= until {
		return league.Account{}, over
	}
	a, err := s.accounts.store.AccountOf(ctx, player)
	if league.KindOf(err) == league.NotFound || err == nil && a.Player.Kind != league.Member {
		err = over
	}
	return a, err
}
