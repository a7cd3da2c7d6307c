// Package letter writes the mails that players get.
package letter

import (
	"strings"

	"kickabout/views/ui"
)

// Letter is what a mail says.
type Letter struct {
	Site   string // name of the site
	Title  string
	Parts  []Part
	Board  bool   // a picture goes with it, as cid:board
	Why    string // one sentence: why it comes
	Manage string // address of the page where its reader chooses what comes
	Leave  string // address that ends letters like it; "": nobody can leave them
}

// Part is some lines under a heading; "" of the first one.
type Part struct {
	Heading string
	Lines   []ui.Link
}

// Text is the letter as plain text.
func (l Letter) Text() string {
	var b strings.Builder
	alone := len(l.Parts) == 1 && len(l.Parts[0].Lines) == 1 && l.Parts[0].Lines[0].Text == l.Title
	if !alone {
		b.WriteString(l.Title + "\n\n")
	}
	for _, p := range l.Parts {
		if p.Heading != "" {
			b.WriteString(p.Heading + "\n\n")
		}
		for _, line := range p.Lines {
			b.WriteString(line.Text + "\n" + line.URL + "\n\n")
		}
	}
	b.WriteString("-- \n" + l.Why + "\nChoose what comes: " + l.Manage + "\n")
	if l.Leave != "" {
		b.WriteString("No more mails like this: " + l.Leave + "\n")
	}
	return b.String()
}
