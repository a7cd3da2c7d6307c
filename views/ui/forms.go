package ui

import (
	"fmt"
	"time"

	"kickabout/engine/clock"
)

// Opponent is a bot to play against.
type Opponent struct {
	ID, Name string
	Summary  string // how strong it is, in plain words
}

// Option is one of several that a form offers.
type Option struct {
	ID, Name, Summary string
	Chosen            bool
}

// Opponents offers the bots to play against.
func Opponents(list []Opponent) []Option {
	options := make([]Option, len(list))
	for i, o := range list {
		options[i] = Option{ID: o.ID, Name: o.Name, Summary: o.Summary}
	}
	return options
}

// TimeControls offers the time controls (league rules 11).
func TimeControls() []Option {
	var options []Option
	for _, c := range clock.Controls() {
		options = append(options, Option{
			ID: c.ID, Name: c.Name,
			Summary: fmt.Sprintf("%s at the start, %s more after each move.", SpanText(c.Bank), SpanText(c.Increment)),
		})
	}
	return options
}

// SpanText writes a time in the unit in which it is round: "10 days", "36 hours", "7 minutes", and "about 50 hours" where it
// is not. Up to two hours are minutes.
func SpanText(d time.Duration) string {
	unit, name := time.Hour, "hour"
	switch {
	case d >= 48*time.Hour && d%(24*time.Hour) == 0:
		unit, name = 24*time.Hour, "day"
	case d < 2*time.Hour && d%time.Hour != 0:
		unit, name = time.Minute, "minute"
	}
	about := ""
	if d%unit != 0 {
		about = "about "
	}
	n := max(1, d.Round(unit)/unit)
	if n != 1 {
		name += "s"
	}
	return fmt.Sprintf("%s%d %s", about, n, name)
}

// ChooseOption marks the option with the id; the first if there is none such.
func ChooseOption(options []Option, id string) {
	for i := range options {
		if options[i].ID == id {
			options[i].Chosen = true
			return
		}
	}
	if len(options) > 0 {
		options[0].Chosen = true
	}
}
