// Package results reads results of leagues that are played elsewhere, as lines of CSV, and
// counts them as this site counts its own: tables, ratings and odds.
//
// What is wrong with a file is said with its place, as in: line 3, column 4 (winner): there
// should be first, second or nothing, not "third".
package results

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The most that is read. It keeps every sum within whole numbers of 64 bits.
const (
	mostLines   = 100_000
	mostPlayers = 1_000
	mostName    = 100 // characters
)

// A Problem is what is wrong at a place of a file. Columns count those of a table, characters those of a line.
type Problem struct {
	Line, Column int    // from 1; 0: of no place, of the whole line
	Of           string // what the header calls the column; "" if that is not known
	Character    bool   // the column is that of a character
	Text         string // what should be there, and what is
}

func (p *Problem) Error() string {
	switch {
	case p.Line == 0:
		return p.Text
	case p.Column == 0:
		return fmt.Sprintf("line %d: %s", p.Line, p.Text)
	case p.Of != "":
		return fmt.Sprintf("line %d, column %d (%s): %s", p.Line, p.Column, p.Of, p.Text)
	case p.Character:
		return fmt.Sprintf("line %d, character %d: %s", p.Line, p.Column, p.Text)
	}
	return fmt.Sprintf("line %d, column %d: %s", p.Line, p.Column, p.Text)
}

// lines reads a file line by line; its first line names the columns, in any order.
type lines struct {
	csv     *csv.Reader
	header  []string
	fields  []string // of the present line
	count   int
	total   map[string]int // what each player has been paid, in the smallest parts
	derived bool           // from a tournament file: its lines are not those of the file
	whole   bool           // what was wrong is not with one line alone: nothing can be read behind it
}

// newLines reads the header.
func newLines(in io.Reader) (*lines, error) {
	from, derived, err := opened(in)
	if err != nil {
		return nil, err
	}
	l := &lines{csv: from, derived: derived}
	l.csv.FieldsPerRecord, l.csv.ReuseRecord = -1, false
	ok, err := l.read()
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, &Problem{Line: 1, Column: 1, Text: "there should be a header that names the columns, but there is nothing"}
	}
	l.header, l.count = l.fields, 0
	for i, name := range l.header {
		if at := slices.Index(l.header, name); at < i {
			return nil, l.wrong(i, "this column is there twice, it is column %d too", at+1)
		}
	}
	return l, nil
}

// read reads a line; false at the end.
func (l *lines) read() (bool, error) {
	fields, err := l.csv.Read()
	if errors.Is(err, io.EOF) {
		return false, nil
	}
	if parse := new(csv.ParseError); errors.As(err, &parse) {
		l.whole = true
		return false, &Problem{Line: parse.Line, Column: parse.Column, Character: true, Text: "a quotation mark stands inside a field, or is not closed"}
	}
	if err != nil {
		l.whole = true
		return false, fmt.Errorf("cannot read: %w", err)
	}
	for i, f := range fields {
		fields[i] = strings.TrimSpace(f)
	}
	l.fields = fields
	l.count++
	return true, nil
}

// next reads a line of as many columns as the header has; false at the end.
func (l *lines) next() (bool, error) {
	ok, err := l.read()
	switch {
	case !ok:
		return false, err
	case l.count > mostLines:
		l.whole = true
		return false, l.wrong(0, "there should be at most %d lines", mostLines)
	case len(l.fields) < len(l.header):
		line, _ := l.csv.FieldPos(0)
		return false, &Problem{
			Line: line, Column: len(l.fields) + 1, Of: l.header[len(l.fields)],
			Text: fmt.Sprintf("there should be %d columns as in the header, but this one is missing", len(l.header)),
		}
	case len(l.fields) > len(l.header):
		return false, l.wrong(len(l.header), "there should be %d columns as in the header, but there are %d", len(l.header), len(l.fields))
	}
	return true, nil
}

// has says whether the header names exactly these columns and perhaps some of the others.
func (l *lines) has(columns, others []string) bool {
	for _, c := range columns {
		if !slices.Contains(l.header, c) {
			return false
		}
	}
	return !slices.ContainsFunc(l.header, func(h string) bool { return !slices.Contains(columns, h) && !slices.Contains(others, h) })
}

// misnamed is the error of a header that has no layout of those that are read.
func (l *lines) misnamed(layouts string, columns ...string) error {
	at := slices.IndexFunc(l.header, func(h string) bool { return !slices.Contains(columns, h) })
	return l.wrong(max(0, at), "the header should be %s", layouts)
}

// text returns a field; "" where there is no such column.
func (l *lines) text(column string) string {
	if i := slices.Index(l.header, column); i >= 0 {
		return l.fields[i]
	}
	return ""
}

// name returns a field that names a player.
func (l *lines) name(column string) (string, error) {
	name := l.text(column)
	switch {
	case name == "":
		return "", l.bad(column, "the name of a player")
	case !plain(name):
		return "", l.bad(column, "a name in UTF-8 on one line")
	case utf8.RuneCountInString(name) > mostName:
		return "", l.bad(column, fmt.Sprintf("a name of at most %d characters", mostName))
	}
	return name, nil
}

// plain tells whether a text is of letters and signs alone, on one line.
func plain(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, unicode.IsControl)
}

// bad is the error of a field in which something else should stand.
func (l *lines) bad(column, expected string) error {
	value := l.text(column)
	if len(value) > mostName {
		value = value[:mostName] + "…"
	}
	if value == "" {
		return l.wrong(slices.Index(l.header, column), "there should be %s, but there is nothing", expected)
	}
	return l.wrong(slices.Index(l.header, column), "there should be %s, not %q", expected, value)
}

// wrong is an error with the place of a field of the present line.
func (l *lines) wrong(i int, format string, args ...any) error {
	line, _ := l.csv.FieldPos(min(i, len(l.fields)-1))
	p := &Problem{Line: line, Column: i + 1, Text: fmt.Sprintf(format, args...)}
	if i < len(l.header) && l.count > 0 {
		p.Of = l.header[i]
	}
	return p
}

// names numbers players by their first appearance.
type names struct {
	at   map[string]int
	list []string
}

func (n *names) number(name string) int {
	i, ok := n.at[name]
	if !ok {
		if n.at == nil {
			n.at = map[string]int{}
		}
		i = len(n.list)
		n.at[name] = i
		n.list = append(n.list, name)
	}
	return i
}

// pair reads the two players of a line.
func (l *lines) pair(known *names) (first, second string, err error) {
	if first, err = l.name("first"); err != nil {
		return "", "", err
	}
	if second, err = l.name("second"); err != nil {
		return "", "", err
	}
	if first == second {
		return "", "", l.bad("second", "another player than in the column first")
	}
	for _, c := range []string{"first", "second"} {
		if known.number(l.text(c)) >= mostPlayers {
			return "", "", l.bad(c, fmt.Sprintf("a player of those above, since there are %d already, which is the most that is read", mostPlayers))
		}
	}
	return first, second, nil
}
