// Package feed writes what programs of readers ask for again and again: feeds (RFC 4287) and calendars (RFC 5545). What is
// said in them comes from the pages of each area. Nothing in it depends on when it is written, so that who asks again
// and finds nothing new is told so.
package feed

import (
	"bytes"
	"encoding/xml"
	"slices"
	"time"
)

// AtomType is the media type of feeds.
const AtomType = "application/atom+xml; charset=UTF-8"

// Most is how many entries a feed has at most: the latest ones.
const Most = 50

// A Feed is a list of news. Addresses are whole ones.
type Feed struct {
	Title, Subtitle string
	Self            string // its own address, and what it is known by; of a private one nobody is to know that
	ID              string // what it is known by, an address too; "": Self
	Home            string // address of the page that shows the same
	Author          string // who says it: the name of the site
	Since           time.Time
	Entries         []Entry
}

// An Entry is one of the news.
type Entry struct {
	ID      string // its own for ever: an address, and what has happened there
	Title   string
	Text    string // in plain words; "" where the title says all
	URL     string // of the page about it
	Changed time.Time
}

// What follows is how RFC 4287 writes it.
type (
	atomFeed struct {
		XMLName  xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
		ID       string      `xml:"id"`
		Title    string      `xml:"title"`
		Subtitle string      `xml:"subtitle,omitempty"`
		Updated  string      `xml:"updated"`
		Author   atomPerson  `xml:"author"`
		Links    []atomLink  `xml:"link"`
		Entries  []atomEntry `xml:"entry"`
	}
	atomEntry struct {
		ID      string       `xml:"id"`
		Title   string       `xml:"title"`
		Updated string       `xml:"updated"`
		Link    atomLink     `xml:"link"`
		Content *atomContent `xml:"content"`
	}
	atomLink struct {
		Rel  string `xml:"rel,attr"`
		Type string `xml:"type,attr,omitempty"`
		Href string `xml:"href,attr"`
	}
	atomPerson struct {
		Name string `xml:"name"`
	}
	atomContent struct {
		Type string `xml:"type,attr"`
		Text string `xml:",chardata"`
	}
)

// Atom writes the feed, its latest entries first.
func (f Feed) Atom() []byte {
	entries := slices.Clone(f.Entries)
	slices.SortStableFunc(entries, func(a, b Entry) int { return b.Changed.Compare(a.Changed) })
	entries = entries[:min(len(entries), Most)]
	id := f.ID
	if id == "" {
		id = f.Self
	}
	out := atomFeed{ID: id, Title: f.Title, Subtitle: f.Subtitle, Author: atomPerson{f.Author}, Updated: atomTime(f.Since)}
	out.Links = []atomLink{{"self", "application/atom+xml", f.Self}, {"alternate", "text/html", f.Home}}
	if len(entries) > 0 && entries[0].Changed.After(f.Since) {
		out.Updated = atomTime(entries[0].Changed)
	}
	for _, e := range entries {
		entry := atomEntry{ID: e.ID, Title: e.Title, Updated: atomTime(e.Changed), Link: atomLink{"alternate", "text/html", e.URL}}
		if e.Text != "" {
			entry.Content = &atomContent{"text", e.Text}
		}
		out.Entries = append(out.Entries, entry)
	}
	var b bytes.Buffer
	b.WriteString(xml.Header)
	if err := xml.NewEncoder(&b).Encode(out); err != nil {
		panic(err) // texts and times always encode
	}
	b.WriteByte('\n')
	return b.Bytes()
}

// atomTime writes a moment as RFC 3339 does.
func atomTime(at time.Time) string { return at.UTC().Format(time.RFC3339) }
