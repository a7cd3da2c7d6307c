package archive

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"io"
	"strconv"
	"time"
	"unicode/utf8"
)

// moment is how a line writes a moment: UTC, to the millisecond.
const moment = "2006-01-02T15:04:05.000Z"

// A Writer writes the lines of a file. The first error stays.
type Writer struct {
	out   *bufio.Writer
	sum   hash.Hash
	lines int
	line  []byte
	err   error
}

// NewWriter writes the first line.
func NewWriter(w io.Writer, h Header) *Writer {
	h.Type, h.Format = opening, Format
	a := &Writer{out: bufio.NewWriterSize(w, 64<<10), sum: sha256.New()}
	a.Object(h)
	return a
}

// Object writes a value as a line; the first name of its JSON is "type".
func (w *Writer) Object(v any) {
	text, err := compact(v)
	if err != nil {
		w.fail(err)
		return
	}
	w.line = append(w.line[:0], text...)
	w.put()
}

// A Field is what a line holds besides the columns: JSON without blanks.
type Field struct {
	Name string
	JSON []byte
}

// Row writes a row, and further fields behind its columns. It returns the first error of all
// that was written, so that whoever reads rows knows when to stop.
func (w *Writer) Row(r Row, further ...Field) error {
	line, err := appendRow(w.line[:0], r)
	if err != nil {
		w.fail(err)
		return w.err
	}
	for _, f := range further {
		line = append(appendName(line, f.Name), f.JSON...)
	}
	w.line = append(line, '}')
	w.put()
	return w.err
}

// End writes the last line and all that waits to be written. It returns the first error of
// all that was written.
func (w *Writer) End() error {
	if w.err == nil {
		w.line = fmt.Appendf(w.line[:0], `{"type":"%s","lines":%d,"sha256":"%x"}`, ending, w.lines, w.sum.Sum(nil))
		w.put()
	}
	if w.err == nil {
		w.err = w.out.Flush()
	}
	return w.err
}

func (w *Writer) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

// put writes the line.
func (w *Writer) put() {
	if w.err != nil {
		return
	}
	w.line = append(w.line, '\n')
	w.sum.Write(w.line)
	_, w.err = w.out.Write(w.line)
	w.lines++
}

// appendRow appends a row as JSON without its closing brace.
func appendRow(line []byte, r Row) ([]byte, error) {
	line = append(line, `{"type":`...)
	line = strconv.AppendQuote(line, r.Table.Type)
	for i, c := range r.Table.Columns {
		var err error
		if line, err = appendValue(appendName(line, c.Name), c, r.Values[i]); err != nil {
			return nil, fmt.Errorf("%s of a line of type %s: %w", c.Name, r.Table.Type, err)
		}
	}
	return line, nil
}

func appendName(line []byte, name string) []byte {
	return append(strconv.AppendQuote(append(line, ','), name), ':')
}

func appendValue(line []byte, c Column, value any) ([]byte, error) {
	switch v := value.(type) {
	case nil:
		return append(line, "null"...), nil
	case string:
		if !utf8.ValidString(v) {
			return nil, fmt.Errorf("%q is no text in UTF-8", v)
		}
		text, err := compact(v)
		return append(line, text...), err
	case []byte:
		return strconv.AppendQuote(line, hex.EncodeToString(v)), nil
	case float64:
		text, err := json.Marshal(v)
		return append(line, text...), err
	case int64:
		switch {
		case c.Kind != Moment:
			return strconv.AppendInt(line, v, 10), nil
		case v == 0:
			return append(line, "null"...), nil
		}
		line = append(line, '"')
		return append(time.UnixMilli(v).UTC().AppendFormat(line, moment), '"'), nil
	}
	return nil, fmt.Errorf("%T cannot be written", value)
}

// compact returns a value as JSON on one line.
func compact(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}
