// Package views turns matches into HTML: domain in, pages out. It knows no HTTP
// and no database. Every page is a templ component that takes one value, and a
// pure function builds that value.
package views

import (
	"strconv"
	"time"

	"kickabout/league"
)

// Frame is what every page shows around its own subject.
type Frame struct {
	Title       string        // of the tab; builders that know a better one set it
	Description string        // for link previews; "" for the site's own
	Image       string        // address of the picture of link previews, 1200 x 630; "" if there is none
	ImageAlt    string        // what it shows
	Viewer      league.Player // who looks at it; zero: nobody known yet
	Waiting     int           // running matches in which the viewer is to move
	Now         time.Time     // UTC
}

func (f Frame) title() string {
	if f.Title == "" {
		return "Kickabout"
	}
	return f.Title + " · Kickabout"
}

// tab is the title with the number of matches that wait in front: "(2) Rules · Kickabout".
// The script of every page keeps the number right.
func (f Frame) tab() string {
	if f.Waiting > 0 {
		return "(" + strconv.Itoa(f.Waiting) + ") " + f.title()
	}
	return f.title()
}

func (f Frame) description() string {
	if f.Description == "" {
		return siteDescription
	}
	return f.Description
}

// icon is the favicon: one that stands out while a turn waits.
func (f Frame) icon() string {
	if f.Waiting > 0 {
		return Asset("favicon-waiting.svg")
	}
	return Asset("favicon.svg")
}

func (f Frame) waitingText() string {
	if f.Waiting == 1 {
		return " game waits for you"
	}
	return " games wait for you"
}
