package series

import (
	"strings"
	"time"

	"kickabout/views/feed"
)

// reminder is how long before a date of their own calendar players are reminded of it.
const reminder = 24 * time.Hour

// OwnDates are the dates of tournaments that somebody is in, with reminders of those to come.
func OwnDates(in CalendarInput) []feed.Date {
	var dates []feed.Date
	for _, d := range in.dates() {
		date := feed.Date{Key: d.key, At: d.At, Changed: d.changed, Title: d.Name + " " + d.What, Text: d.Game, URL: in.Address + d.URL}
		if !d.Over {
			date.Alarms = []time.Duration{reminder}
		}
		dates = append(dates, date)
	}
	return dates
}

// CalendarICS writes the calendar for calendar programs.
func CalendarICS(in CalendarInput) []byte {
	c := feed.Calendar{Name: in.SiteName()}
	for _, d := range in.dates() {
		date := feed.Date{Key: d.key, At: d.At, Changed: in.Now, Title: d.Name + " " + d.What, Text: d.Game}
		if in.Address != "" {
			date.URL = strings.TrimSuffix(in.Address, "/") + d.URL
		}
		c.Dates = append(c.Dates, date)
	}
	return c.ICS()
}
