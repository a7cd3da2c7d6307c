// Package elsewhere is what the site shows of tournaments that were played elsewhere: over the board, by mail, in
// another league. Such an event is archived whole, as its results say it. It is no tournament of the site: nothing in
// it is rated, nobody in it is a member, and its names are plain text.
package elsewhere

import (
	"errors"
	"net/url"
	"slices"
	"strings"
	"time"

	"kickabout/league"
	"kickabout/league/oneline"
)

// The most that is said of an event.
const (
	longName   = 80  // letters of its name
	longPlace  = 100 // letters of where it was played
	longSource = 300 // bytes of the address of its source
)

// earliest is the first year in which anybody can have played.
const earliest = 1900

// A Day is a day of the calendar, as "2026-05-31".
type Day string

// An Event is a tournament that was played elsewhere.
type Event struct {
	ID       string
	Importer league.Player // who brought it here
	About
	File    string // of its results, in the one way in which they are kept: see Results.CSV
	Summary        // follows from the file

	Imported time.Time
	Changed  time.Time // when its results or what is said of it were brought again; else when it was imported
}

// About is what is said of an event besides its results.
type About struct {
	Name          string
	Game, Variant string // "" if it was none of the games that can be played here
	First, Last   Day    // on which it was played
	Place         string // where; "" if that is not said
	Source        string // address of a page about it, over https; "" if there is none
	Count         Count
	Private       bool // nobody but the importer is shown it
}

// Summary is what a list says of the results of an event.
type Summary struct {
	Players, Games int
	Winners        string // who ended first, as "Ann" or "Ann and Bob"
}

// Listed is where the event stands in lists: the latest first.
func (e Event) Listed() league.Place { return league.Place{At: e.Imported.UnixMilli(), ID: e.ID} }

// Knows says whether a viewer is shown the event.
func (e Event) Knows(viewer league.Player) bool {
	return !e.Private || viewer.ID != "" && viewer.ID == e.Importer.ID
}

// Form is what somebody fills in to import an event.
type Form struct {
	Name        string
	Game        string // and variant, as "streetsoccer/lg"; "" for none
	First, Last string // days; without a last one it was played on one day
	Place       string
	Source      string
	Count       string // id of a Count
	Private     bool
	Text        string // the file
}

// About reads what a form says of an event; rules lists the sets of rules that it may name. Today is the last day on
// which anything can have been played. What is wrong are errors of the form's fields: "name", "game", "first", "last",
// "place", "source" and "count".
func (f Form) About(rules []string, today time.Time) (About, error) {
	name, err := oneline.Clean("name", f.Name, longName)
	if err == nil && name == "" {
		err = league.FieldErrorf("name", "Enter what the event is called.")
	}
	place, wrong := oneline.Clean("place", f.Place, longPlace)
	err = errors.Join(err, wrong)
	a := About{Name: name, Place: place, Count: Count(f.Count), Private: f.Private}
	if f.Game != "" {
		if !slices.Contains(rules, f.Game) {
			err = errors.Join(err, league.FieldErrorf("game", "Choose one of the games, or none of them."))
		}
		a.Game, a.Variant, _ = strings.Cut(f.Game, "/")
	}
	if !slices.Contains(Counts(), a.Count) {
		err = errors.Join(err, league.FieldErrorf("count", "Choose what a game pays."))
	}
	a.Source, wrong = source(f.Source)
	err = errors.Join(err, wrong)
	a.First, wrong = day("first", f.First, today)
	err = errors.Join(err, wrong)
	if a.Last = a.First; strings.TrimSpace(f.Last) != "" {
		if a.Last, wrong = day("last", f.Last, today); wrong == nil && a.Last < a.First {
			wrong = league.FieldErrorf("last", "The last day is before the first one.")
		}
		err = errors.Join(err, wrong)
	}
	if err != nil {
		return About{}, err
	}
	return a, nil
}

// source reads the address of a page about an event.
func source(typed string) (string, error) {
	typed = strings.TrimSpace(typed)
	if typed == "" {
		return "", nil
	}
	at, err := url.Parse(typed)
	if err != nil || len(typed) > longSource || at.Scheme != "https" || at.Hostname() == "" || at.User != nil || strings.ContainsAny(typed, " \t\r\n\\\"'<>`") {
		return "", league.FieldErrorf("source", "Enter the address of a page about the event, of at most %d characters. It begins with https://.", longSource)
	}
	return at.String(), nil
}

// day reads a day.
func day(field, typed string, today time.Time) (Day, error) {
	typed = strings.TrimSpace(typed)
	at, err := time.Parse(time.DateOnly, typed)
	switch {
	case typed == "":
		return "", league.FieldErrorf(field, "Enter the day, as in 2026-05-31.")
	case err != nil || at.Year() < earliest:
		return "", league.FieldErrorf(field, "Enter a day, as in 2026-05-31.")
	case at.After(today):
		return "", league.FieldErrorf(field, "This day is still to come. Import the event when it is over.")
	}
	return Day(typed), nil
}

// Time is the beginning of a day in UTC; zero for none.
func (d Day) Time() time.Time {
	at, err := time.Parse(time.DateOnly, string(d))
	if err != nil {
		return time.Time{}
	}
	return at
}

// A List says which events are listed, the latest first.
type List struct {
	Game  string // "": any
	After league.Place
	Limit int
}

// A Budget is how many events one member may have imported: at most so many in all, and lately since a moment.
type Budget struct {
	Most, Lately int
	Since        time.Time
}
