package series

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"
	"unicode/utf8"
)

// CalendarICS writes the calendar for calendar programs (RFC 5545). The same date has the
// same identity at every look, so that a program which asks again moves it and does not
// double it.
func CalendarICS(in CalendarInput) []byte {
	var b bytes.Buffer
	line(&b, "BEGIN:VCALENDAR")
	line(&b, "VERSION:2.0")
	line(&b, "PRODID:-//Kickabout//Calendar//EN")
	line(&b, "CALSCALE:GREGORIAN")
	line(&b, "METHOD:PUBLISH")
	line(&b, "X-WR-CALNAME:Kickabout")
	for _, d := range in.dates() {
		sum := sha256.Sum256([]byte(d.key))
		line(&b, "BEGIN:VEVENT")
		line(&b, "UID:"+hex.EncodeToString(sum[:12])+"@kickabout")
		line(&b, "DTSTAMP:"+stamp(in.Now))
		line(&b, "DTSTART:"+stamp(d.At))
		line(&b, "SUMMARY:"+escaped(d.Name+" "+d.What))
		line(&b, "DESCRIPTION:"+escaped(d.Game))
		if in.Address != "" {
			line(&b, "URL:"+strings.TrimSuffix(in.Address, "/")+d.URL)
		}
		line(&b, "TRANSP:TRANSPARENT")
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
