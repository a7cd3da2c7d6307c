package record

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"kickabout/engine"
)

// A Fault is what is wrong with a file and where. It wraps engine.ErrParse where the
// file cannot be read, engine.ErrIllegal where it breaks the rules.
type Fault struct {
	Line, Column int    // from 1; columns count characters
	Reason       string // a whole sentence
	kind         error
}

func (f *Fault) Error() string {
	return fmt.Sprintf("Line %d, column %d: %s", f.Line, f.Column, f.Reason)
}

func (f *Fault) Unwrap() error { return f.kind }

// faultAt returns the fault of an error at an offset of a text.
func faultAt(text string, pos int, err error) *Fault {
	before := text[:min(pos, len(text))]
	start := strings.LastIndexByte(before, '\n') + 1
	kind := engine.ErrParse
	if errors.Is(err, engine.ErrIllegal) {
		kind = engine.ErrIllegal
	}
	return &Fault{
		Line: strings.Count(before, "\n") + 1, Column: utf8.RuneCountInString(before[start:]) + 1,
		Reason: cmp.Or(engine.Reason(err), err.Error()), kind: kind,
	}
}

func (p *parser) fault(pos int, err error) error { return faultAt(p.text, pos, err) }

func (p *parser) unreadable(pos int, format string, args ...any) error {
	return p.fault(pos, engine.Unreadable(format, args...))
}

func (p *parser) illegal(pos int, format string, args ...any) error {
	return p.fault(pos, engine.Illegal(format, args...))
}
