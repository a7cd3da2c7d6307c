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
	Word    string // from which follows what they give when nothing waits; "": none
	Used    uint32 // times, such a word
	Done    bool
	Typed   string
	Errors  map[string]string
}

// ContributionsPage is that page.
type ContributionsPage struct {
	ContributionsInput
	Waits string // how many wait
	Uses  string // how often a word was used; "": never
}

// NewContributionsPage builds it.
func NewContributionsPage(in ContributionsInput) ContributionsPage {
	in.Title, in.Description = "Your part of the dice", "What you give to the dice of games that begin without you."
	p := ContributionsPage{ContributionsInput: in, Waits: fmt.Sprintf("%d of your parts are waiting.", in.Waiting)}
	if in.Used > 0 {
		p.Uses = "A word of yours has been used " + ui.CountText(int(in.Used), "time", "times") + "."
	}
	switch in.Waiting {
	case 0:
		if in.Word != "" {
			p.Waits = "None of your parts is waiting: a game that began now would take what follows from your word."
			break
		}
		p.Waits = "None of your parts is waiting: a game that began now would be marked as made by the site alone."
	case 1:
		p.Waits = "One of your parts is waiting."
	case contribution.Most:
		p.Waits += " That is as many as are kept; what you add now is left out."
	}
	return p
}
