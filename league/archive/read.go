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

	"kickabout/engine/record"
)

// maxLine is the most bytes of a line: those of a match with its record, and much more.
const maxLine = 4 << 20

// A Line is one line of a file.
type Line struct {
	Number int // from 1
	Type   string
	data   []byte // without the end of the line
}

// A Reader reads the lines of a file, and sees to it that they stand in the one order in
// which they are written. Its errors are *record.Fault, but for those of the file itself.
type Reader struct {
	Header Header

	tables []*Table
	in     *bufio.Reader
	sum    hash.Hash
	number int
	at     int   // which table the lines are of
	last   []any // the key of the line before, if it is of the same table
	ended  bool
}

// NewReader reads the first line. The tables are those of this program, in the order in which
// files hold them.
func NewReader(in io.Reader, tables []*Table) (*Reader, error) {
	r := &Reader{in: bufio.NewReaderSize(in, 64<<10), sum: sha256.New(), tables: tables}
	l, err := r.line()
	if err == io.EOF {
		return nil, fault(1, nil, 0, "The file is empty; the first line of an export is expected.")
	}
	if err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(l.data))
	d.DisallowUnknownFields()
	if err := d.Decode(&r.Header); err != nil || r.Header.Type != opening {
		return nil, l.fault(0, "This is no export: its first line begins with {\"type\":%q,\"format\":%q.", opening, Format)
	}
	if r.Header.Format != Format {
		return nil, l.fault(l.find("format"), "The format is %q; %q is read here.", r.Header.Format, Format)
	}
	return r, nil
}

// Next returns the next line; io.EOF behind the last one, which has been checked.
func (r *Reader) Next() (Line, error) {
	before := r.sum.Sum(nil)
	l, err := r.line()
	switch {
	case err == io.EOF && r.ended:
		return Line{}, io.EOF
	case err == io.EOF:
		return Line{}, fault(r.number+1, nil, 0, "The file ends too early: a line of type %q is expected at its end.", ending)
	case err != nil:
		return Line{}, err
	case r.ended:
		return Line{}, l.fault(0, "Something follows the line of type %q, which is the last one.", ending)
	}
	if l.Type, err = l.kind(); err != nil {
		return Line{}, err
	}
	if l.Type != ending {
		return l, nil
	}
	if err := l.concluded(l.Number-1, before); err != nil {
		return Line{}, err
	}
	r.ended = true
	return r.Next()
}

// line reads a line, whatever it holds.
func (r *Reader) line() (Line, error) {
	l := Line{Number: r.number + 1}
	for {
		part, err := r.in.ReadSlice('\n')
		l.data = append(l.data, part...)
		switch {
		case err == io.EOF && len(l.data) == 0:
			return Line{}, io.EOF
		case err == io.EOF:
			return Line{}, l.fault(len(l.data), "The file ends in the middle of this line.")
		case len(l.data) > maxLine:
			return Line{}, l.fault(0, "This line has more than %d bytes.", maxLine)
		case err == bufio.ErrBufferFull:
			continue
		case err != nil:
			return Line{}, fmt.Errorf("reading line %d: %w", l.Number, err)
		}
		r.sum.Write(l.data)
		r.number++
		l.data = l.data[:len(l.data)-1]
		if !utf8.Valid(l.data) {
			return Line{}, l.fault(0, "This line is no text in UTF-8.")
		}
		return l, nil
	}
}

// kind returns the type that a line says it is of.
func (l Line) kind() (string, error) {
	begin := []byte(`{"type":`)
	if !bytes.HasPrefix(l.data, begin) {
		return "", l.fault(0, "A line begins with %s.", begin)
	}
	text, _, err := l.value(len(begin), Column{Name: "type", Kind: Text})
	if err != nil {
		return "", err
	}
	return text.(string), nil
}

// concluded checks the last line.
func (l Line) concluded(lines int, sum []byte) error {
	want := fmt.Sprintf(`{"type":"%s","lines":%d,"sha256":"%x"}`, ending, lines, sum)
	if string(l.data) == want {
		return nil
	}
	at := 0
	for at < min(len(want), len(l.data)) && want[at] == l.data[at] {
		at++
	}
	return l.fault(at, "By the lines before, %s is expected: something in the file was changed.", want)
}

// Row reads a line as a row of the table that its type names, which is not before those that
// were read already. It returns where what follows the columns begins.
func (r *Reader) Row(l Line) (row Row, rest int, err error) {
	at := r.at
	for at < len(r.tables) && (r.tables[at].Type != l.Type || r.tables[at].Secret && !r.Header.Secrets) {
		at++
	}
	if at == len(r.tables) {
		return Row{}, 0, l.fault(len(`{"type":`), "%s", r.unexpected(l.Type))
	}
	if at != r.at {
		r.at, r.last = at, nil
	}
	row, rest, err = l.row(r.tables[at])
	if err != nil {
		return Row{}, 0, err
	}
	key := row.key()
	if r.last != nil && compareKeys(r.last, key) >= 0 {
		name := row.Table.Key[0]
		return Row{}, 0, l.fault(l.find(name), "Lines of type %q stand once each, ordered by %v: this one does not come after the line before.", l.Type, row.Table.Key)
	}
	r.last = key
	return row, rest, nil
}

// unexpected says what is wrong with a line whose type may not stand here.
func (r *Reader) unexpected(kind string) string {
	for i, t := range r.tables {
		switch {
		case t.Type != kind:
		case t.Secret && !r.Header.Secrets:
			return fmt.Sprintf("A line of type %q is expected only in a file with secrets.", kind)
		default:
			return fmt.Sprintf("A line of type %q is expected before those of type %q.", r.tables[i].Type, r.tables[r.at].Type)
		}
	}
	var known []string
	for _, t := range r.tables {
		known = append(known, t.Type)
	}
	return fmt.Sprintf("There is no type %q; the types are %v.", kind, known)
}

// row reads the columns of a table.
func (l Line) row(t *Table) (Row, int, error) {
	row := Row{Table: t, Values: make([]any, len(t.Columns))}
	at := len(`{"type":""`) + len(t.Type)
	for i, c := range t.Columns {
		var err error
		if at, err = l.name(at, c.Name); err != nil {
			return Row{}, 0, err
		}
		if row.Values[i], at, err = l.value(at, c); err != nil {
			return Row{}, 0, err
		}
	}
	return row, at, nil
}

// Field reads a field that follows the columns; at is where it begins.
func (l Line) Field(at int, name string) (json []byte, from, end int, err error) {
	if from, err = l.name(at, name); err != nil {
		return nil, 0, 0, err
	}
	if end, err = l.skip(from); err != nil {
		return nil, 0, 0, err
	}
	return l.data[from:end], from, end, nil
}

// Close checks that nothing follows.
func (l Line) Close(at int) error {
	if string(l.data[at:]) != "}" {
		return l.fault(at, "The line is expected to end here with a brace.")
	}
	return nil
}

// name reads the name of a value.
func (l Line) name(at int, name string) (int, error) {
	want := string(appendName(nil, name))
	if !bytes.HasPrefix(l.data[at:], []byte(want)) {
		return 0, l.fault(at, "%s is expected here.", want)
	}
	return at + len(want), nil
}

// value reads the value of a column.
func (l Line) value(at int, c Column) (value any, end int, err error) {
	if end, err = l.skip(at); err != nil {
		return nil, 0, err
	}
	value, ok := parseValue(l.data[at:end], c)
	if !ok {
		return nil, 0, l.fault(at, "%s is expected for %q.", expected(c), c.Name)
	}
	return value, end, nil
}

// parseValue undoes appendValue: it takes the one form that it writes.
func parseValue(text []byte, c Column) (value any, ok bool) {
	if string(text) == "null" {
		if c.Kind == Moment && !c.Null {
			return int64(0), true
		}
		return nil, c.Null
	}
	switch c.Kind {
	case Whole:
		n, err := strconv.ParseInt(string(text), 10, 64)
		value, ok = n, err == nil
	case Real:
		f, err := strconv.ParseFloat(string(text), 64)
		value, ok = f, err == nil
	default:
		var s string
		if json.Unmarshal(text, &s) != nil {
			return nil, false
		}
		value, ok = s, true
		switch c.Kind {
		case Moment:
			t, err := time.Parse(moment, s)
			value, ok = t.UnixMilli(), err == nil && t.UnixMilli() != 0
		case Bytes:
			b, err := hex.DecodeString(s)
			value, ok = b, err == nil
		}
	}
	if !ok {
		return nil, false
	}
	again, err := appendValue(nil, c, value)
	return value, err == nil && bytes.Equal(again, text)
}

// expected says what a column takes.
func expected(c Column) string {
	text := map[Kind]string{
		Text: "A text in quotes", Whole: "A whole number", Real: "A number", Bytes: "Hexadecimal digits in quotes",
		Moment: `A moment such as "2027-05-01T12:00:00.000Z"`,
	}[c.Kind]
	if c.Null || c.Kind == Moment {
		text += ", or null,"
	}
	return text
}

// skip returns where the JSON value ends that begins at a place.
func (l Line) skip(at int) (int, error) {
	depth := 0
	for i := at; i < len(l.data); i++ {
		switch b := l.data[i]; b {
		case '"':
			end := closing(l.data, i+1)
			if end < 0 {
				return 0, l.fault(i, "This text has no end: quotes are expected.")
			}
			i = end
		case '{', '[':
			depth++
			continue
		case '}', ']', ',':
			if depth == 0 && i > at {
				return i, nil
			}
			if depth == 0 {
				return 0, l.fault(at, "A value is expected here.")
			}
			if b != ',' {
				depth--
			}
		default:
			continue
		}
		if depth == 0 {
			return i + 1, nil
		}
	}
	return 0, l.fault(len(l.data), "The line ends too early: a brace is expected.")
}

// closing returns where the quotes stand that end a text; -1 if there are none.
func closing(data []byte, at int) int {
	for i := at; i < len(data); i++ {
		switch data[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return -1
}

// find returns where the value of a name stands first.
func (l Line) find(name string) int {
	want := appendName(nil, name)
	if i := bytes.Index(l.data, want); i >= 0 {
		return i + len(want)
	}
	return 0
}

// Fault returns what is wrong with the value of a name, in a whole sentence.
func (l Line) Fault(name, format string, args ...any) error {
	return l.fault(l.find(name), format, args...)
}

func (l Line) fault(at int, format string, args ...any) error {
	return fault(l.Number, l.data, at, format, args...)
}

func fault(line int, data []byte, at int, format string, args ...any) error {
	return &record.Fault{Line: line, Column: utf8.RuneCount(data[:min(at, len(data))]) + 1, Reason: fmt.Sprintf(format, args...)}
}

// Importable says whether a file can be put into tables of a version: it must be of a whole
// site and of that version.
func (h Header) Importable(schema int64) error {
	switch {
	case h.Holds != Site:
		return fault(1, nil, 0, "The file holds a part of a site (%q); the export of a whole site is expected.", h.Holds)
	case h.Schema < schema:
		return fault(1, nil, 0, "The file has tables of version %d, this program those of version %d: let this program serve the old database once, then export it again.", h.Schema, schema)
	case h.Schema > schema:
		return fault(1, nil, 0, "The file has tables of version %d, this program only those of version %d: a later program is expected.", h.Schema, schema)
	}
	return nil
}

// ReadKey reads the line of a key.
func ReadKey(l Line) (k SiteKey, err error) {
	d := json.NewDecoder(bytes.NewReader(l.data))
	d.DisallowUnknownFields()
	if d.Decode(&k) != nil || k.Name == "" || k.Text == "" {
		return k, l.fault(0, `{"type":%q,"name":"…","text":"…"} is expected here.`, KeyLine)
	}
	return k, nil
}

// ReadDamaged reads a line that stands for a match whose record is damaged.
func ReadDamaged(l Line) (found Damaged, err error) {
	d := json.NewDecoder(bytes.NewReader(l.data))
	d.DisallowUnknownFields()
	if d.Decode(&found) != nil || found.Match == "" {
		return found, l.fault(0, `{"type":%q,"match":"…","reason":"…"} is expected here.`, DamagedLine)
	}
	return found, nil
}

// ReadKeys returns the keys at the beginning of a file.
func ReadKeys(in io.Reader) (keys []SiteKey, err error) {
	r, err := NewReader(in, nil)
	if err != nil {
		return nil, err
	}
	for r.Header.Secrets {
		l, err := r.Next()
		if err == io.EOF || err == nil && l.Type != KeyLine {
			break
		}
		if err != nil {
			return nil, err
		}
		k, err := ReadKey(l)
		if err != nil {
			return nil, err
		}
		keys = append(keys, k)
	}
	return keys, nil
}
