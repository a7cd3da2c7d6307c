package contact

import "time"

// Feed lets programs that know its secret read what waits for a member. Only the SHA-256 of the secret is stored.
type Feed struct {
	Hash    [32]byte
	Player  string
	Label   string // what its owner calls it; may be empty
	Created time.Time
	Used    time.Time // the last use, give or take an hour; zero: never
}

// HookScope says whose events a webhook is told.
type HookScope string

// The scopes, and what the Subject of such a webhook is.
const (
	HookPlayer     HookScope = "player"     // id of a member
	HookTournament HookScope = "tournament" // id of a tournament
	HookSite       HookScope = "site"       // ""
)

// HookFormat says how a webhook is written to.
type HookFormat string

// The formats.
const (
	HookJSON    HookFormat = "json"    // as Standard Webhooks, signed
	HookDiscord HookFormat = "discord" // a line in a channel of Discord
)

// Hook is a webhook: an address that is told what happens.
type Hook struct {
	ID       string
	Owner    string // id of the member who added it
	Scope    HookScope
	Subject  string
	Format   HookFormat
	Label    string // what its owners call it; may be empty
	Sealed   []byte // its address, which the site's key opens
	Shown    string // what its owners see of the address
	Created  time.Time
	Failures int       // that came one after the other
	Failing  time.Time // when the first of them was; zero: none
	Off      time.Time // since when nothing is sent; zero: it works
	Tried    time.Time // the last time; zero: never
	Said     string    // what came back then
	Told     int64     // how far it has been told: the number of an event of its tournament, the moment of an event of the site
	Due      time.Time // not before; zero: at once
}

// After so many failures in a row over so long a time a webhook is switched off.
const (
	HookFailures = 20
	HookPatience = 3 * 24 * time.Hour
)

// Answered returns the webhook after a try at a moment, and what was said to it. Gone is that the other side wants
// nothing any more: then it is off at once.
func (h Hook) Answered(at time.Time, sent, gone bool, said string) Hook {
	h.Tried, h.Said = at, said
	switch {
	case sent:
		h.Failures, h.Failing, h.Off = 0, time.Time{}, time.Time{}
		return h
	case h.Failures == 0:
		h.Failing = at
	}
	h.Failures++
	if h.Off.IsZero() && (gone || h.Failures >= HookFailures && at.Sub(h.Failing) >= HookPatience) {
		h.Off = at
	}
	return h
}

// Word is what a channel is given to say.
type Word struct {
	ID    string // its own, the same each time that it is tried again
	Kind  string // of the events that it tells: "turn"
	Title string
	Text  string // "" where the title says all
	URL   string // a whole address; "": none
	At    time.Time

	Topic   string    // what it replaces where that was not seen yet; "": nothing
	Waiting int       // how many games wait for whoever reads it; -1: that does not change
	Until   time.Time // until when it is of use; zero: any time
	Urgent  bool
}

// Subscription is a browser that the site may push words to. It ends with the session in which it was made.
type Subscription struct {
	Hash     [32]byte // SHA-256 of the endpoint
	Player   string
	Session  [32]byte
	Browser  string // the User-Agent of that session
	Endpoint string // where the push service of its maker takes words
	Key      string // of the browser, base64url: a point of P-256
	Auth     string // its secret, base64url: 16 bytes
	Created  time.Time
}

// Outcome is what became of a word. Neither Sent nor Gone is a failure after which it may be tried again.
type Outcome struct {
	Sent  bool
	Gone  bool          // nobody wants any more words there
	After time.Duration // how long to wait at least before the next try, as the other side says; 0: it does not
	Said  string        // what came back, for the owner
}
