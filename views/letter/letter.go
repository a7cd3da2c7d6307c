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
	Log    *Log   // nil: nothing is said of it
}

// Log is what the log of the dice was at the end of a day. Whoever has kept it can tell if the log is rewritten later.
type Log struct {
	Day        string // "26 November 2026"
	Checkpoint string // lines of text, the last of which is a signature
	URL        string // of the page that says how to use it
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
	if l.Log != nil {
		b.WriteString(l.Log.heading() + "\n\n" + l.Log.Checkpoint + "\nKeep it to check that no game so far is rewritten: " + l.Log.URL + "\n\n")
	}
	b.WriteString("-- \n" + l.Why + "\nChoose what comes: " + l.Manage + "\n")
	if l.Leave != "" {
		b.WriteString("No more mails like this: " + l.Leave + "\n")
	}
	return b.String()
}

func (l *Log) heading() string { return "The log of the dice at the end of " + l.Day }
