// Package ui is what pages of all areas share: the frame, boards, tables, curves, forms, words, and every
// address of the site.
package ui

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"kickabout/league"
	"kickabout/league/setting"
	"kickabout/views"
)

// Frame is what every page shows around its own subject.
type Frame struct {
	Title       string        // of the tab; builders that know a better one set it
	Description string        // for link previews; "" for the site's own
	Image       string        // address of the picture of link previews, 1200 x 630; "" if there is none
	ImageAlt    string        // what it shows
	Feed        string        // address of the feed that tells the same as the page; "": none
	OEmbed      string        // address of what says how it is embedded; "": it is not
	Viewer      league.Player // who looks at it; zero: nobody known yet
	Bell        int           // what waits for the viewer's answer, and news that they have not read
	Invited     int           // of what waits, invitations to matches
	Bounced     bool          // letters to the viewer's address come back
	Exposed     bool          // nothing but the password opens the viewer's account
	Waiting     int           // running matches in which the viewer is to move
	Now         time.Time     // UTC
	LAN         bool          // the site is served over http in a network of its own
	Site        Site          // what is settled about it
	Full        bool          // on a phone the page takes the whole screen: it has its own way back
}

// Site is what the owner has settled about the site as far as every page shows it. The zero value is a site of which
// nothing is settled.
type Site struct {
	Name     string                // "": Kickabout
	Tagline  string                // what it is, in one line; "" for the usual words
	Logo     Logo                  // of its own
	Colours  string                // address of a style sheet with its colours; "" for the usual ones
	Texts    []Link                // pages of its owner: imprint, privacy …
	NoIndex  bool                  // search engines are asked to stay away
	NoSignUp bool                  // it takes no new accounts, but of those who are invited perhaps
	Invites  bool                  // new accounts are by invitation
	NoGuests bool                  // games take an account
	Closed   map[setting.Cell]bool // of what nothing new begins
}

// Logo is a picture that stands beside the name of a site; zero: the usual one.
type Logo struct {
	URL           string
	Width, Height int // in pixels
}

// Link leads to a page.
type Link struct{ Text, URL string }

// Open says whether something new may begin in a part by the rules of a variant, which may have options.
func (s Site) Open(game, variant string, part setting.Part) bool {
	variant, _, _ = strings.Cut(variant, ",")
	return !s.Closed[setting.Cell{Rules: RulesID(game, variant), Part: part}]
}

// Runs says whether new editions of a competition open.
func (s Site) Runs(c league.Competition) bool {
	return s.Open(c.Game, c.Variant, setting.Part(c.Format))
}

// SiteName is how the site is called.
func (f Frame) SiteName() string { return cmp.Or(f.Site.Name, "Kickabout") }

// FullTitle is the title with the site's name: "Rules · Kickabout".
func (f Frame) FullTitle() string {
	if f.Title == "" {
		return f.SiteName()
	}
	return f.Title + " · " + f.SiteName()
}

// Tab is the title with the number of what waits, matches and news, in front: "(2) Rules · Kickabout".
// The script of every page keeps the number right.
func (f Frame) Tab() string {
	if n := f.Waiting + f.Bell; n > 0 {
		return "(" + strconv.Itoa(n) + ") " + f.FullTitle()
	}
	return f.FullTitle()
}

func (f Frame) description() string {
	return cmp.Or(f.Description, f.Site.Tagline, siteDescription)
}

// icon is the favicon: one that stands out while a turn waits.
func (f Frame) icon() string {
	if f.Waiting+f.Bell > 0 {
		return views.Asset("favicon-waiting.svg")
	}
	return views.Asset("favicon.svg")
}

func (f Frame) bellText() string {
	if f.Bell == 0 {
		return "Inbox"
	}
	return "Inbox, " + strconv.Itoa(f.Bell) + " new"
}

func (f Frame) waitingText() string {
	if f.Waiting == 1 {
		return " game waits for you"
	}
	return " games wait for you"
}

// CheckerURL is where the script is that checks the dice of a match; it is loaded when somebody asks for that.
func CheckerURL() string { return views.Asset("proof.js") }
