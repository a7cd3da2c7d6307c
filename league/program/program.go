// Package program says what BOT accounts are: players whose moves a program chooses, which belong to a member (R-BO-1).
package program

import (
	"errors"
	"net/url"
	"strings"
	"time"

	"kickabout/league"
	"kickabout/league/account"
	"kickabout/league/oneline"
)

// Most is how many BOT accounts an owner may have that are not closed (R-BO-1).
const Most = 3

const (
	longPlays   = 120 // letters of what plays
	longAddress = 400 // bytes
)

// HeardEvery is how precisely it is known when a program last came: its uses of a token are noted no more often.
const HeardEvery = 5 * time.Minute

// Program is a BOT account.
type Program struct {
	Player  league.Player // of kind league.Program
	Owner   league.Player
	Plays   string // which program plays, and whose it is
	Site    string // address of a page about it; "" without one
	Arena   bool   // it plays in the hourly arena
	Created time.Time
	Heard   time.Time // when it last came, give or take HeardEvery; zero: never
	Closed  time.Time // zero: it is not
}

// Acts is nil if tokens of the account act at present, as far as it and its owner go; what is held against the owner is
// asked beside it.
func (p Program) Acts() error {
	switch {
	case !p.Closed.IsZero():
		return league.Errorf(league.Forbidden, "This BOT account is closed.")
	case p.Owner.Kind != league.Member:
		return league.Errorf(league.Forbidden, "Nobody answers for this BOT account any more, so it does not act.")
	}
	return nil
}

// Form is what somebody fills in to register a BOT account.
type Form struct {
	Name        string
	Plays, Site string
}

// Details reads what the form says about the program. What is wrong are errors of the fields "plays" and "site".
func (f Form) Details() (plays, site string, err error) {
	plays, err = oneline.Clean("plays", f.Plays, longPlays)
	if err == nil && plays == "" {
		err = league.FieldErrorf("plays", "Say which program plays, and who wrote it.")
	}
	if site = strings.TrimSpace(f.Site); site != "" {
		at, wrong := url.Parse(site)
		if wrong != nil || len(site) > longAddress || at.Scheme != "https" || at.Host == "" || at.User != nil {
			return plays, site, errors.Join(err, league.FieldErrorf("site", "The address of a page begins with https://. Leave this empty if there is none."))
		}
		site = at.String()
	}
	return plays, site, err
}

// BaseName reads the name that is typed, without the mark, which is put behind it and may be typed as well.
func (f Form) BaseName() (string, error) {
	typed := strings.TrimSpace(f.Name)
	if n := len(typed) - len(account.BotMark); n >= 0 && strings.EqualFold(typed[n:], account.BotMark) {
		typed = typed[:n]
	}
	name, err := account.Name(typed)
	if err == nil {
		_, err = account.BotName(name)
	}
	return name, err
}
