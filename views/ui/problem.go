package ui

import "kickabout/league"

// ProblemInput is what the page about a failed request is built from.
type ProblemInput struct {
	Frame
	Status int    // of HTTP
	Text   string // whole sentences for the user; "" for those that fit the status
	ID     string // of the request, to quote; shown where the site is at fault
	Back   string // where to go on; "" for the front page
	Retry  string // the page that was asked for, where it may be there soon; "" else
	SignIn bool   // an account may be what is missing
	Again  *Again // the form that was sent, to send it again; nil if none was
}

// Again is a form that sends what was sent before.
type Again struct {
	Action    string
	Fields    []Field
	Passwords []string // names of fields that have to be typed anew
}

// Field is a field of a form that was filled in.
type Field struct{ Name, Value string }

// FaultWords says what does not work, for whoever asked for a page.
func FaultWords(fault league.Fault) string {
	switch fault {
	case league.DiskFull:
		return "The site’s disk is full, so nothing can be saved at the moment."
	case league.Away:
		return "The site’s database cannot be reached at the moment."
	case league.Locked, league.Slow, league.Exhausted:
		return "The site has more to do than it can manage at the moment."
	}
	return "The site cannot read or save its data at the moment."
}

// ProblemPage is the page about a failed request.
type ProblemPage struct {
	Frame
	Heading  string
	Text     string
	ID       string
	Back     string
	BackText string
	SignIn   bool
	Again    *Again
}

// NewProblem builds the page about a failed request.
func NewProblem(in ProblemInput) ProblemPage {
	heading, text := problemWords(in.Status)
	p := ProblemPage{Frame: in.Frame, Heading: heading, Text: text, Back: "/", BackText: "To the front page", SignIn: in.SignIn, Again: in.Again}
	if in.Text != "" {
		p.Text = in.Text
	}
	if in.Back != "" {
		p.Back, p.BackText = in.Back, "Go on there"
	}
	if in.Retry != "" {
		p.Back, p.BackText = in.Retry, "Try again"
	}
	if in.Status >= 500 {
		p.ID = in.ID
	}
	p.Title = heading
	return p
}

// problemWords are the heading of a status and what to say if nothing better is known.
func problemWords(status int) (heading, text string) {
	switch status {
	case 400, 422:
		return "That did not work", "What was sent makes no sense here. Go back, look at the form and send it again."
	case 403:
		return "Not yours to do", "This is there, but it is not yours to do. If you came from another site, open the page here and try again."
	case 404:
		return "Nothing here", "There is no such page. Perhaps the address was cut off when it was copied."
	case 405:
		return "Not that way", "This address takes nothing of that kind. Open the page it belongs to and use its form."
	case 409:
		return "The game has moved on", "Something happened in between. Open the present board and look again."
	case 410:
		return "Too late", "The time ran out or the game is over, so nothing more can be played in it."
	case 413:
		return "Too much at once", "More was sent than any form here needs. Nothing of it was kept."
	case 423:
		return "A damaged record", "This game is locked. The operator of the site can restore it."
	case 429:
		return "Too many requests", "Wait a minute, then try again."
	case 503:
		return "Back in a moment", "The site cannot answer at the moment. Try again in a minute."
	}
	return "Something went wrong", "This is a fault of the site, not yours. Every move that was accepted is kept. Try again in a minute."
}
