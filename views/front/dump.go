package front

import (
	"fmt"

	"kickabout/views/ui"
)

// DumpFile is one of the files of the open dump.
type DumpFile struct {
	Name   string
	Lines  int
	Bytes  int64
	SHA256 string
}

// DumpPage is the page of the open dump.
type DumpPage struct {
	ui.Frame
	Through string     // the last day that is written; "": none is
	Days    []DumpFile // the latest first, as many as are shown
	More    int        // days that are not shown
	Players *DumpFile
}

// dumpShown is how many days the page shows; the index has all.
const dumpShown = 31

// NewDumpPage builds the page from all days, the oldest first.
func NewDumpPage(f ui.Frame, through string, days []DumpFile, players *DumpFile) DumpPage {
	f.Title = "Open dump"
	p := DumpPage{Frame: f, Through: through, Players: players, More: max(0, len(days)-dumpShown)}
	for i := len(days) - 1; i >= p.More; i-- {
		p.Days = append(p.Days, days[i])
	}
	return p
}

// size is how large a file is.
func (f DumpFile) size() string {
	switch {
	case f.Bytes < 1<<10:
		return fmt.Sprintf("%d bytes", f.Bytes)
	case f.Bytes < 1<<20:
		return fmt.Sprintf("%.1f kB", float64(f.Bytes)/(1<<10))
	}
	return fmt.Sprintf("%.1f MB", float64(f.Bytes)/(1<<20))
}
