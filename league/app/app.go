// Package app says what the programs of others are that members allow to act for them by OAuth 2: what may be
// registered, and where a member may be sent back to (RFC 6749, RFC 8252, RFC 9700).
package app

import (
	"errors"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"kickabout/league"
	"kickabout/league/oneline"
)

const (
	longName      = 40  // letters of a name
	longAddress   = 400 // bytes
	mostRedirects = 5   // addresses of an app
	challengeSize = 43  // of SHA-256 in base64url without padding (RFC 7636, 4.2)

	shortestVerifier, longestVerifier = 43, 128 // RFC 7636, 4.1
)

// How long what an app gets can be used: a code is exchanged at once, what acts ends soon after it has leaked, and each
// use of a refresh token begins its time anew, until the member is asked again.
const (
	CodeLasts    = time.Minute
	AccessLasts  = time.Hour
	RefreshLasts = 90 * 24 * time.Hour
	GrantLasts   = 365 * 24 * time.Hour
)

// App is a program that its owner has registered. It has no secret: it runs where others can read it.
type App struct {
	ID        string
	Owner     string // id of a player
	Name      string
	Site      string   // address of a page about it
	Redirects []string // where members may be sent back to
	Created   time.Time
}

// Grant is what a member has allowed an app.
type Grant struct {
	Family    string // names it, and is a part of each secret but the access token
	App       App    // of one that is stored: whole
	Player    string // id
	Scopes    league.Scopes
	Redirect  string // where the code was sent
	Challenge string // S256 (RFC 7636, 4.2)
	Made      time.Time
	Used      time.Time // zero: never
	Ends      time.Time // of the refresh token
}

// RefreshEnds is when a refresh token ends that is given at a moment.
func (g Grant) RefreshEnds(at time.Time) time.Time {
	ends, last := at.Add(RefreshLasts), g.Made.Add(GrantLasts)
	if last.Before(ends) {
		return last
	}
	return ends
}

// Form is what somebody fills in to register an app.
type Form struct {
	Name, Site string
	Redirects  string // an address a line
}

// App reads a form. What is wrong are errors of the fields "name", "site" and "redirects".
func (f Form) App() (App, error) {
	name, err := oneline.Clean("name", f.Name, longName)
	if err == nil && name == "" {
		err = league.FieldErrorf("name", "Enter what the app is called.")
	}
	site, wrong := url.Parse(strings.TrimSpace(f.Site))
	if wrong != nil || len(f.Site) > longAddress || site.Scheme != "https" || site.Host == "" || site.User != nil {
		err = errors.Join(err, league.FieldErrorf("site", "Enter the address of a page about the app. It begins with https://."))
	}
	redirects := strings.Fields(f.Redirects)
	switch {
	case len(redirects) == 0 || len(redirects) > mostRedirects:
		err = errors.Join(err, league.FieldErrorf("redirects", "Enter 1 to %d addresses, each on a line of its own.", mostRedirects))
	default:
		for _, r := range redirects {
			if !returnable(r) {
				err = errors.Join(err, league.FieldErrorf("redirects", "Nobody is sent to %q: an address begins with https://, or with http://127.0.0.1, http://[::1] or http://localhost on one's own machine, and has no #.", r))
				break
			}
		}
	}
	if err != nil {
		return App{}, err
	}
	return App{Name: name, Site: site.String(), Redirects: redirects}, nil
}

// returnable says whether somebody may be sent to an address with a code: over TLS, or to a program on their own machine
// (RFC 8252, 7.3).
func returnable(address string) bool {
	at, err := url.Parse(address)
	if err != nil || len(address) > longAddress || at.Host == "" || strings.ContainsFunc(at.Host, strange) || at.User != nil || strings.Contains(address, "#") {
		return false
	}
	return at.Scheme == "https" || at.Scheme == "http" && loopback(at.Hostname())
}

// strange says of a sign that no host has it, by its name or number and a port: it would mean something in a policy of
// what a page may load.
func strange(r rune) bool {
	return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune(".-:[]", r)
}

func loopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

// Returns says whether a member may be sent back to an address: one of those that are registered, letter by letter, but
// for the port on one's own machine, which is known only when the program runs (RFC 8252, 7.3).
func (a App) Returns(address string) bool {
	if !returnable(address) {
		return false
	}
	return slices.ContainsFunc(a.Redirects, func(registered string) bool {
		return registered == address || withoutPort(registered) == withoutPort(address)
	})
}

// withoutPort leaves the port of an address on one's own machine out; others stay as they are.
func withoutPort(address string) string {
	at, err := url.Parse(address)
	if err != nil || at.Scheme != "http" || !loopback(at.Hostname()) {
		return address
	}
	at.Host = strings.TrimSuffix(at.Host, ":"+at.Port())
	return at.String()
}

// Origin is what a browser knows the page by to which an address leads, as in https://app.example:8443.
func Origin(address string) string {
	at, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return at.Scheme + "://" + at.Host
}

// CheckVerifier makes sure that a text has the length of a verifier, if there is one (RFC 7636, 4.1).
func CheckVerifier(verifier string) error {
	if verifier != "" && (len(verifier) < shortestVerifier || len(verifier) > longestVerifier) {
		return league.FieldErrorf("code_verifier", "A code_verifier has %d to %d signs.", shortestVerifier, longestVerifier)
	}
	return nil
}

// Challenged says whether a text can be a challenge by S256 (RFC 7636, 4.2).
func Challenged(challenge string) bool {
	return len(challenge) == challengeSize && !strings.ContainsFunc(challenge, func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && r != '-' && r != '_'
	})
}
