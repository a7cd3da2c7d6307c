// Package help is the manuals of the site: Markdown that stands in this folder, as pages and as text for a
// terminal. Who adds a manual adds a file and a line to topics.
package help

import (
	"embed"
	"slices"
	"sync"

	"kickabout/league"
	"kickabout/views/law"
	"kickabout/views/ui"
)

//go:embed *.md
var files embed.FS

// A Topic is a manual.
type Topic struct {
	Name    string // as addresses and the command line have it
	Title   string // of links to it
	Summary string // whom it is for, in one sentence
}

// topics is the manuals in the order in which they are offered.
var topics = []Topic{
	{"player", "Play", "How games go on here: turns, clocks, offers, tournaments, ratings, and what to do when something is wrong."},
	{"organiser", "Organise", "How to open a tournament and direct it, from the first entry to the final table."},
	{"api", "Programs", "How a program plays and organises through the API, and how it works with records and exports."},
	{"operator", "Operate", "How to install, run, back up, restore, upgrade and watch a site; every command, flag, metric and job."},
	{"security", "Security", "What protects accounts, games and the machine, what the log says of it, and how to report a weakness."},
	{"privacy", "Privacy", "What a site knows of a player, who sees it, how long it is kept, and how to get or delete it."},
	{"changelog", "Changes", "What has changed in each release, and what operators must do when they upgrade."},
}

// Topics returns the manuals in the order in which they are offered.
func Topics() []Topic { return slices.Clone(topics) }

// Markdown returns a manual as it is written; an error of kind league.NotFound if there is none of this name.
func Markdown(name string) (string, error) {
	if !slices.ContainsFunc(topics, func(t Topic) bool { return t.Name == name }) {
		return "", league.Errorf(league.NotFound, "There is no manual of this name.")
	}
	text, err := files.ReadFile(name + ".md")
	return string(text), err
}

// parsed is all manuals as pages show them.
var parsed = sync.OnceValues(func() (map[string]law.Text, error) {
	all := map[string]law.Text{}
	for _, t := range topics {
		text, err := Markdown(t.Name)
		if err != nil {
			return nil, err
		}
		if all[t.Name], err = law.Parse(text, ui.RuleURL); err != nil {
			return nil, err
		}
	}
	return all, nil
})

// Page is the page of a manual, or that which lists them.
type Page struct {
	ui.Frame
	Topics []Topic
	Here   string   // name of the manual; "" on the list
	Text   law.Text // of the manual
	Script []string // what makes more of the page
}

// NewListPage builds the page that lists the manuals.
func NewListPage(f ui.Frame) Page {
	f.Title = "Help"
	f.Description = "Manuals for players, organisers, programmers and operators."
	return Page{Frame: f, Topics: topics}
}

// NewManualPage builds the page of a manual; an error of kind league.NotFound if there is none of this name.
func NewManualPage(f ui.Frame, name string) (Page, error) {
	all, err := parsed()
	if err != nil {
		return Page{}, err
	}
	at := slices.IndexFunc(topics, func(t Topic) bool { return t.Name == name })
	if at < 0 {
		return Page{}, league.Errorf(league.NotFound, "There is no manual of this name. The list of all manuals is at /help.")
	}
	f.Title, f.Description = all[name].Title, topics[at].Summary
	return Page{Frame: f, Topics: topics, Here: name, Text: all[name]}, nil
}

// NewReferencePage builds the page of a text that is beside the manuals: the reference of the API.
func NewReferencePage(f ui.Frame, text law.Text) Page {
	f.Title, f.Description = text.Title, "Every operation of the API with what it takes and what it answers."
	return Page{Frame: f, Topics: topics, Here: "", Text: text, Script: []string{"try.js"}}
}
