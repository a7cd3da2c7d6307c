// Package archive is the form in which a site, a tournament or what one player has is taken
// out and put in again: a file of lines, each one JSON object whose first name is "type".
//
//	{"type":"export","format":"kickabout-export/1","schema":33,"holds":"site","of":"","secrets":false}
//	{"type":"player","id":"…","name":"ann","kind":"member","created":"2027-05-01T12:00:00.000Z",…}
//	{"type":"match","id":"…",…,"record":{"format":"kickabout-record/1",…},"dice":{"link":"…","transcript":"…"}}
//	{"type":"end","lines":3,"sha256":"…"}
//
// The first line says what the file holds and the last one how many lines stand before it
// and what they hash to, so that a file that was cut or changed is known. In between, each
// line is a row of one table: its columns in their order, written in one form only. Lines
// of a table stand together, ordered by its key, so that the same data gives the same
// bytes, and a reader needs no memory to find a line that stands twice.
package archive

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"strings"
	"time"

	"kickabout/engine"
)

// Format names the form and its edition.
const Format = "kickabout-export/1"

// The types of lines that are no rows of tables.
const (
	opening = "export"
	ending  = "end"
	KeyLine = "key" // a key of the site, in files with secrets

	DamagedLine = "damaged" // a match that is left out, since its record is not what was written
)

// Damaged is the line that stands for a match whose record is damaged. What belongs to the match is left out
// too.
type Damaged struct {
	Type   string `json:"type"`
	Match  string `json:"match"` // its id
	Reason string `json:"reason"`
}

// Incomplete is the error about a file that is written, but for matches that are damaged.
type Incomplete struct{ Matches int }

func (i *Incomplete) Error() string {
	return fmt.Sprintf("the export is written, but for %d games whose record is damaged", i.Matches)
}

// A Header is what the first line says.
type Header struct {
	Type    string `json:"type"`
	Format  string `json:"format"`
	Schema  int64  `json:"schema"` // the version of the tables
	Holds   Holds  `json:"holds"`
	Of      string `json:"of"`      // the id or name of whose it is; "" for a site
	Secrets bool   `json:"secrets"` // whether it also holds what nobody but the operator may see
}

// Holds says what a file is about.
type Holds string

// What there is to take out.
const (
	Site        Holds = "site"
	Tournament  Holds = "tournament"
	Competition Holds = "competition" // all editions, or one: "championship/streetsoccer/lg/2027-05"
	Matches     Holds = "matches"     // of a player
	Account     Holds = "account"     // everything that is a member's
)

// A Kind is how the values of a column are written.
type Kind int

// In Go a value is a string, int64, float64, int64 or []byte, and nil for null.
const (
	Text   Kind = iota
	Whole       // a number
	Real        // a number with a fraction
	Moment      // milliseconds since 1970; as text in UTC, null for 0
	Bytes       // as text in hexadecimal digits
)

// A Column is one name of a line.
type Column struct {
	Name string // as lines have it: "created"
	In   string // as the table has it: "created_ms"
	Kind Kind
	Null bool // may be null
}

// A Table is a type of lines: what they hold and in which order.
type Table struct {
	Type    string // "player"
	In      string // the table in the database: "players"
	Columns []Column
	Key     []string          // names of the columns that order the lines; no two lines have the same
	Refs    map[string]string // names of columns that name a line of another type, with that type
	Secret  bool              // only in files with secrets
	About   string            // what a line is, for the schema
}

// MatchType is the type of lines that come with a record and the proof of its dice.
const MatchType = "match"

// NewColumn returns the column of a table by its name and type there; moments are known by
// their names.
func NewColumn(in, kind string, null bool) Column {
	c := Column{Name: in, In: in, Null: null}
	kind = strings.ToUpper(kind)
	name, moment := strings.CutSuffix(in, "_ms")
	switch {
	case moment:
		c.Name, c.Kind = name, Moment
	case kind == "BYTEA":
		c.Kind = Bytes
	case strings.HasPrefix(kind, "DOUBLE"):
		c.Kind = Real
	case strings.HasPrefix(kind, "BIGINT"), strings.HasPrefix(kind, "INT"):
		c.Kind = Whole
	}
	return c
}

// A Row is one line: a value for each column. A match comes with its log, and with the values of its events
// in their chain, or why it has none.
type Row struct {
	Table   *Table
	Values  []any
	Log     []engine.Event
	Chain   [][]byte
	Damaged error
}

// at returns the value of a column, nil if there is none of that name.
func (r Row) at(name string) any {
	for i, c := range r.Table.Columns {
		if c.Name == name {
			return r.Values[i]
		}
	}
	return nil
}

// Text returns the text in a column; "" if it holds none.
func (r Row) Text(name string) string {
	text, _ := r.at(name).(string)
	return text
}

// Int returns the number in a column; 0 if it holds none.
func (r Row) Int(name string) int {
	n, _ := r.at(name).(int64)
	return int(n)
}

// Time returns the moment in a column; zero if it holds none.
func (r Row) Time(name string) time.Time {
	ms, _ := r.at(name).(int64)
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

// Bytes returns the bytes in a column; nil if it holds none.
func (r Row) Bytes(name string) []byte {
	b, _ := r.at(name).([]byte)
	return b
}

// key returns the values that order rows.
func (r Row) key() []any {
	key := make([]any, len(r.Table.Key))
	for i, name := range r.Table.Key {
		key[i] = r.at(name)
	}
	return key
}

// compareKeys orders keys of one table; null comes first.
func compareKeys(a, b []any) int {
	for i := range a {
		if c := compareValues(a[i], b[i]); c != 0 {
			return c
		}
	}
	return 0
}

func compareValues(a, b any) int {
	switch x := a.(type) {
	case string:
		y, _ := b.(string)
		return strings.Compare(x, y)
	case int64:
		y, _ := b.(int64)
		return cmp.Compare(x, y)
	case []byte:
		y, _ := b.([]byte)
		return bytes.Compare(x, y)
	}
	return 0
}

// A Scope says which rows are taken out.
type Scope struct {
	Holds       Holds
	Of          string   // as the header says it
	Secrets     bool     // what nobody but the operator may see too
	Tournaments []string // of a tournament or a competition: the ids
	Player      string   // of matches or an account: the id
	CSV         string   // a type: its lines alone, for spreadsheets; "": all as JSON
}

// A SiteKey is a key of the site: the text of its file.
type SiteKey struct {
	Type string `json:"type"`
	Name string `json:"name"` // "dice", "password", "sign", "site", or of one that was replaced "dice-1", "password-0", "lost-dice-0"
	Text string `json:"text"`
}

// Schema is the JSON Schema of the lines. It is written from the tables by a test.
//
//go:embed schema.json
var Schema []byte
