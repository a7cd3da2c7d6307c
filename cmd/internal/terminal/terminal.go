// Package terminal is what commands show to somebody who looks on: colours, and how far long work has come. A file, a pipe
// or a program gets neither.
package terminal

import (
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// Colour is one of those that every terminal has.
type Colour string

// The colours, as ECMA-48 has them.
const (
	Red    Colour = "\x1b[31m"
	Green  Colour = "\x1b[32m"
	Yellow Colour = "\x1b[33m"
	plain         = "\x1b[0m"
)

// Paint returns a text in a colour for a file, if that is a terminal that has colours and nobody wants it without
// (no-color.org).
func Paint(to *os.File, c Colour, text string) string {
	if !term.IsTerminal(int(to.Fd())) || os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return text
	}
	return string(c) + text + plain
}

// Unknown is the number of steps of work of which nobody knows how much it is.
const Unknown = -1

// Progress is how far work has come.
type Progress struct{ bar *progressbar.ProgressBar }

// Show shows on the standard error how far work of so many steps has come, until it is done, if that is a terminal.
func Show(what string, steps int64) Progress {
	return Progress{progressbar.NewOptions64(steps,
		progressbar.OptionSetWriter(os.Stderr), progressbar.OptionSetVisibility(term.IsTerminal(int(os.Stderr.Fd()))),
		progressbar.OptionSetDescription(what), progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish(),
		progressbar.OptionSetWidth(20), progressbar.OptionShowCount(), progressbar.OptionSpinnerType(14))}
}

// Step says that one more is done.
func (p Progress) Step() { _ = p.bar.Add(1) } // what cannot be shown is not

// Done takes it away.
func (p Progress) Done() { _ = p.bar.Finish() }

// Reader is a reader that shows how much of so many bytes is read.
func (p Progress) Reader(r io.Reader) io.Reader { return io.TeeReader(r, counting(p)) }

// counting steps by bytes.
type counting struct{ bar *progressbar.ProgressBar }

func (c counting) Write(b []byte) (int, error) {
	_ = c.bar.Add(len(b))
	return len(b), nil
}
