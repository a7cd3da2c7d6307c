package feed

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// CalendarType is the media type of calendars.
const CalendarType = "text/calendar; charset=UTF-8"

// A Calendar is a list of dates.
type Calendar struct {
	Name  string
	Dates []Date
}

// A Date is something that happens at a moment. It takes no time of the day's: others may make an appointment then.
type Date struct {
	Key     string // its own for ever: the same date has it at every look, so that a program which asks again moves it and does not double it
	At      time.Time
	Changed time.Time // when what is said of it became so
	Title   string
	Text    string
	URL     string          // a whole address; "": none
	Alarms  []time.Duration // how long before it a program is to remind of it
}

// ICS writes the calendar.
func (c Calendar) ICS() []byte {
	var b bytes.Buffer
	line(&b, "BEGIN:VCALENDAR")
	line(&b, "VERSION:2.0")
	line(&b, "PRODID:-//Kickabout//Calendar//EN")
	line(&b, "CALSCALE:GREGORIAN")
	line(&b, "METHOD:PUBLISH")
	line(&b, "X-WR-CALNAME:"+escaped(c.Name))
	for _, d := range c.Dates {
		sum := sha256.Sum256([]byte(d.Key))
		line(&b, "BEGIN:VEVENT")
		line(&b, "UID:"+hex.EncodeToString(sum[:12])+"@kickabout")
		line(&b, "DTSTAMP:"+stamp(d.Changed))
		line(&b, "DTSTART:"+stamp(d.At))
		line(&b, "SUMMARY:"+escaped(d.Title))
		if d.Text != "" {
			line(&b, "DESCRIPTION:"+escaped(d.Text))
		}
		if d.URL != "" {
			line(&b, "URL:"+d.URL)
		}
		line(&b, "TRANSP:TRANSPARENT")
		for _, before := range d.Alarms {
			line(&b, "BEGIN:VALARM")
			line(&b, "ACTION:DISPLAY")
			line(&b, "DESCRIPTION:"+escaped(d.Title))
			line(&b, fmt.Sprintf("TRIGGER:-PT%dM", int(before.Minutes())))
			line(&b, "END:VALARM")
		}
		line(&b, "END:VEVENT")
	}
	line(&b, "END:VCALENDAR")
	return b.Bytes()
}

// stamp writes a moment in UTC, in whole seconds.
func stamp(at time.Time) string { return at.UTC().Format("20060102T150405Z") }

// escaped writes text so that no sign of it means anything.
func escaped(text string) string {
	return strings.NewReplacer(`\`, `\\`, ";", `\;`, ",", `\,`, "\r\n", `\n`, "\n", `\n`, "\r", `\n`).Replace(text)
}

// lineOctets is the most octets that a line may have without its end.
const lineOctets = 75

// line writes a content line, folded where it is too long and never inside a letter.
func line(b *bytes.Buffer, text string) {
	room := lineOctets
	for len(text) > room {
		cut := room
		for cut > 0 && !utf8.RuneStart(text[cut]) {
			cut--
		}
		b.WriteString(text[:cut] + "\r\n ")
		text, room = text[cut:], lineOctets-1 // the blank counts
	}
	b.WriteString(text + "\r\n")
}
