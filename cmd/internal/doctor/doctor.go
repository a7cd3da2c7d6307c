// Package doctor looks at everything about a site that its operator can get wrong, and says what to do about it.
package doctor

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"kickabout/cmd/internal/disk"
	"kickabout/cmd/internal/terminal"
	"kickabout/scheduler"
	"kickabout/store"
)

// State is how something is.
type State string

// The states, the best first.
const (
	OK   State = "OK"
	Warn State = "WARN" // the site works; somebody should see to it
	Fail State = "FAIL" // something is broken, or will be lost
)

// A Finding is what was found of one thing.
type Finding struct {
	Check  string `json:"check"`
	State  State  `json:"state"`
	Text   string `json:"text"`
	Remedy string `json:"remedy,omitempty"` // what to do about it; "" where nothing is to be done
}

// A Report is all that was found.
type Report []Finding

// Count returns how many findings have a state.
func (r Report) Count(is State) (n int) {
	for _, f := range r {
		if f.State == is {
			n++
		}
	}
	return n
}

// colours are what the states are shown in.
var colours = map[State]terminal.Colour{OK: terminal.Green, Warn: terminal.Yellow, Fail: terminal.Red}

// Print writes a line for each finding, and below it what to do.
func (r Report) Print(to *os.File) {
	for _, f := range r {
		fmt.Fprintf(to, "%s  %-11s  %s\n", terminal.Paint(to, colours[f.State], fmt.Sprintf("%-4s", f.State)), f.Check, f.Text)
		if f.Remedy != "" {
			fmt.Fprintf(to, "%19s→ %s\n", "", f.Remedy)
		}
	}
}

// Site says where a site is, and how its server is started.
type Site struct {
	Data     string // the folder with the keys and, unless Database says otherwise, the data
	Database string // "postgres://…", or the path of a SQLite file
	Backups  string // the folder of the backups

	TLS  string // as --tls of the server
	Host string // of the public address, for a certificate that was issued and for passkeys; "" if there is none

	Jobs []scheduler.Job // all that its server does again and again

	Now   func() time.Time
	Room  func(folder string) (disk.Room, error) // nil: as the system says
	Files func() (uint64, error)                 // how many files may be open; nil: likewise

	Fix bool // put right what can be put right without a choice
}

// onServer says that the data is on a PostgreSQL server.
func (s Site) onServer() bool { return strings.Contains(s.Database, "://") }

// examination is a look at a site.
type examination struct {
	Site
	report Report
	data   *store.Store // nil: it could not be opened
}

// Examine looks at all of a site, beside its server or without one. Of what a server does each night it does the same:
// a game whose record is damaged is locked, and events that have no hash yet get one. Else nothing changes, but for what
// Fix puts right.
func Examine(ctx context.Context, s Site) Report {
	if s.Room == nil {
		s.Room = disk.Of
	}
	if s.Files == nil {
		s.Files = openFiles
	}
	x := &examination{Site: s}
	for _, look := range []func(context.Context){x.modes, x.room, x.files, x.certificate} {
		look(ctx)
	}
	if !x.open(ctx) {
		return x.report
	}
	defer x.data.Close()
	for _, look := range []func(context.Context){
		x.keys, x.escrow, x.integrity, x.role, x.chains, x.quarantine, x.tournaments, x.facts, x.outbox, x.clock, x.awake, x.copies, x.drill, x.passkeys, x.push,
	} {
		look(ctx)
	}
	return x.report
}

// is notes a finding.
func (x *examination) is(check string, state State, remedy, text string, args ...any) {
	if state == OK {
		remedy = ""
	}
	x.report = append(x.report, Finding{Check: check, State: state, Text: sentence(fmt.Sprintf(text, args...)), Remedy: remedy})
}

// unknown notes that something could not be looked at.
func (x *examination) unknown(check string, err error) {
	x.is(check, Fail, "See to what the message says, then look again.", "This could not be looked at: %v", err)
}

// sentence is a text in one line with a full stop.
func sentence(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if text == "" || strings.HasSuffix(text, ".") {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:] + "."
}

// open opens the database as a command beside the server does.
func (x *examination) open(ctx context.Context) bool {
	data, err := store.OpenBeside(ctx, store.Options{URL: x.Database})
	if err != nil {
		x.is("schema", Fail, "Say where the data is with --data or --database. If the message names another release, install that one; if the folder is empty, restore a backup.", "%v", err)
		return false
	}
	x.data = data
	x.is("schema", OK, "", "The tables are those of this program, version %d.", store.Schema())
	return true
}
