package member

import (
	"fmt"

	"kickabout/league/contribution"
	"kickabout/views/ui"
)

// ContributionsInput is what the page of a member's parts of the dice is made of.
type ContributionsInput struct {
	ui.Frame
	Waiting int
	Done    bool
	Typed   string
	Errors  map[string]string
}

// ContributionsPage is that page.
type ContributionsPage struct {
	ContributionsInput
	Waits string // how many wait
}

// NewContributionsPage builds it.
func NewContributionsPage(in ContributionsInput) ContributionsPage {
	in.Title, in.Description = "Your part of the dice", "What you give to the dice of games that begin without you."
	p := ContributionsPage{in, fmt.Sprintf("%d of your parts are waiting.", in.Waiting)}
	switch in.Waiting {
	case 0:
		p.Waits = "None of your parts is waiting: a game that began now would be marked as made by the site alone."
	case 1:
		p.Waits = "One of your parts is waiting."
	case contribution.Most:
		p.Waits += " That is as many as are kept; what you add now is left out."
	}
	return p
}
