// Package feedtest reads feeds and calendars as strangers would: feeds by the rules of RFC 4287, calendars by a parser
// that is not ours.
package feedtest

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"net/url"
	"time"

	ics "github.com/arran4/golang-ical"
)

// atom is the namespace of feeds.
const atom = "http://www.w3.org/2005/Atom"

// An Entry is what a reader shows of an entry.
type Entry struct{ ID, Title, Text, URL string }

// element is any element, as it is written.
type element struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Text     string     `xml:",chardata"`
	Elements []element  `xml:",any"`
}

// all lists the elements of a name in an element.
func (e element) all(name string) (list []element) {
	for _, c := range e.Elements {
		if c.XMLName == (xml.Name{Space: atom, Local: name}) {
			list = append(list, c)
		}
	}
	return list
}

func (e element) attr(name string) string {
	for _, a := range e.Attrs {
		if a.Name.Local == name && a.Name.Space == "" {
			return a.Value
		}
	}
	return ""
}

// Atom reads a feed; an error says which rule of RFC 4287 it breaks.
func Atom(body []byte) (title string, entries []Entry, err error) {
	var root element
	d := xml.NewDecoder(bytes.NewReader(body))
	if err := d.Decode(&root); err != nil {
		return "", nil, err
	}
	if root.XMLName != (xml.Name{Space: atom, Local: "feed"}) {
		return "", nil, fmt.Errorf("the root is %v", root.XMLName)
	}
	for _, c := range root.Elements {
		if c.XMLName.Space != atom {
			return "", nil, fmt.Errorf("there is an element %v", c.XMLName)
		}
	}
	updated, err := common(root)
	if err != nil {
		return "", nil, fmt.Errorf("the feed: %w", err)
	}
	if authors := root.all("author"); len(authors) != 1 || len(authors[0].all("name")) != 1 || authors[0].all("name")[0].Text == "" {
		return "", nil, fmt.Errorf("4.1.1: a feed has an author with a name")
	}
	if linkOf(root, "self") == "" {
		return "", nil, fmt.Errorf("4.1.1: a feed names its own address")
	}
	seen := map[string]bool{}
	for _, c := range root.all("entry") {
		at, err := common(c)
		if err != nil {
			return "", nil, fmt.Errorf("an entry: %w", err)
		}
		e := Entry{ID: c.all("id")[0].Text, Title: c.all("title")[0].Text, URL: linkOf(c, "alternate")}
		if seen[e.ID] {
			return "", nil, fmt.Errorf("4.1.1: two entries are %s", e.ID)
		}
		seen[e.ID] = true
		if at.After(updated) {
			return "", nil, fmt.Errorf("4.2.15: %s changed after the feed", e.ID)
		}
		if content := c.all("content"); len(content) == 1 {
			e.Text = content[0].Text
			if kind := content[0].attr("type"); kind != "text" {
				return "", nil, fmt.Errorf("4.1.3: content of the type %q", kind)
			}
		} else if len(content) > 1 || e.URL == "" {
			return "", nil, fmt.Errorf("4.1.2: %s has %d contents and leads to %q", e.ID, len(content), e.URL)
		}
		entries = append(entries, e)
	}
	return root.all("title")[0].Text, entries, nil
}

// common checks what a feed and an entry have in common, and returns when it changed.
func common(e element) (updated time.Time, err error) {
	for _, name := range []string{"id", "title", "updated"} {
		if n := len(e.all(name)); n != 1 {
			return updated, fmt.Errorf("4.1.1, 4.1.2: %d elements %s", n, name)
		}
	}
	if id, err := url.Parse(e.all("id")[0].Text); err != nil || !id.IsAbs() {
		return updated, fmt.Errorf("4.2.6: %q is no IRI", e.all("id")[0].Text)
	}
	for _, l := range e.all("link") {
		if at, err := url.Parse(l.attr("href")); err != nil || !at.IsAbs() {
			return updated, fmt.Errorf("4.2.7: a link to %q", l.attr("href"))
		}
	}
	return time.Parse(time.RFC3339, e.all("updated")[0].Text)
}

func linkOf(e element, rel string) string {
	for _, l := range e.all("link") {
		if l.attr("rel") == rel {
			return l.attr("href")
		}
	}
	return ""
}

// A Date is what a program shows of a date.
type Date struct {
	UID, Summary, Text, URL string
	At                      time.Time
	Alarms                  []string // their triggers
}

// Calendar reads a calendar by a parser that is not ours.
func Calendar(body []byte) (name string, dates []Date, err error) {
	for i, line := range bytes.Split(body, []byte("\r\n")) {
		if len(line) > 75 || bytes.ContainsAny(line, "\r\n") {
			return "", nil, fmt.Errorf("3.1: line %d is %q", i+1, line)
		}
	}
	c, err := ics.ParseCalendar(bytes.NewReader(body))
	if err != nil {
		return "", nil, err
	}
	for _, p := range c.CalendarProperties {
		if p.IANAToken == "X-WR-CALNAME" {
			name = p.Value
		}
	}
	for _, e := range c.Events() {
		at, err := e.GetStartAt()
		if err != nil {
			return "", nil, err
		}
		if _, err := e.GetDtStampTime(); err != nil {
			return "", nil, fmt.Errorf("3.6.1: %w", err)
		}
		d := Date{UID: e.Id(), Summary: valueOf(e, ics.ComponentPropertySummary), Text: valueOf(e, ics.ComponentPropertyDescription), URL: valueOf(e, ics.ComponentPropertyUrl), At: at}
		for _, a := range e.Alarms() {
			d.Alarms = append(d.Alarms, a.GetProperty(ics.ComponentPropertyTrigger).Value)
		}
		dates = append(dates, d)
	}
	return name, dates, nil
}

func valueOf(e *ics.VEvent, name ics.ComponentProperty) string {
	if p := e.GetProperty(name); p != nil {
		return p.Value
	}
	return ""
}
