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

// SpanText writes a round time: "10 days", "36 hours".
func SpanText(d time.Duration) string {
	if d >= 48*time.Hour && d%(24*time.Hour) == 0 {
		return fmt.Sprintf("%d days", d/(24*time.Hour))
	}
	return fmt.Sprintf("%d hours", d/time.Hour)
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
