package archive

import (
	"encoding/csv"
	"encoding/hex"
	"io"
	"strconv"
	"strings"
	"time"
)

// Out is where rows and what follows from them go: a Writer, or a CSV.
type Out interface {
	Row(r Row, further ...Field) error
	Object(v any)
	End() error
}

// A CSV writes the lines of one type for spreadsheets, with the names of the columns above
// them: rows of a table, or the places in tables.
type CSV struct {
	out   *csv.Writer
	of    string // the type
	begun bool
}

// CSVTypes are what a CSV may be of, by what people call it.
var CSVTypes = map[string]string{"tables": PlaceLine, "matches": MatchType, "entries": "entry", "ratings": "rating", "players": "player", "log": "decision"}

// NewCSV writes lines of a type.
func NewCSV(w io.Writer, of string) *CSV { return &CSV{out: csv.NewWriter(w), of: of} }

// Row writes a row if it is of the type.
func (c *CSV) Row(r Row, _ ...Field) error {
	if r.Table.Type != c.of {
		return nil
	}
	var names, cells []string
	for i, column := range r.Table.Columns {
		names = append(names, column.Name)
		cells = append(cells, cell(column, r.Values[i]))
	}
	c.put(names, cells)
	return c.out.Error()
}

// Object writes a place if places are asked for.
func (c *CSV) Object(v any) {
	p, ok := v.(Place)
	if !ok || c.of != PlaceLine {
		return
	}
	number := strconv.Itoa
	c.put(strings.Fields("tournament group rank player name points played won drawn lost open goals against struck"), []string{
		p.Tournament, p.Group, number(p.Rank), p.Player, plain(p.Name), strconv.FormatFloat(p.Points, 'f', -1, 64), number(p.Played),
		number(p.Won), number(p.Drawn), number(p.Lost), number(p.Open), number(p.Goals), number(p.Against), strconv.FormatBool(p.Struck),
	})
}

// End writes all that waits to be written.
func (c *CSV) End() error {
	c.out.Flush()
	return c.out.Error()
}

// put writes a line, and the names above the first one. Errors stay.
func (c *CSV) put(names, cells []string) {
	if !c.begun {
		c.begun = true
		_ = c.out.Write(names)
	}
	_ = c.out.Write(cells)
}

// cell returns a value as a cell has it.
func cell(c Column, value any) string {
	switch v := value.(type) {
	case string:
		return plain(v)
	case []byte:
		return hex.EncodeToString(v)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	case int64:
		switch {
		case c.Kind != Moment:
			return strconv.FormatInt(v, 10)
		case v != 0:
			return time.UnixMilli(v).UTC().Format(moment)
		}
	}
	return ""
}

// plain keeps spreadsheets from reading what somebody typed as a formula.
func plain(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r\n|%＝＋－＠", []rune(text)[0]) {
		return "'" + text
	}
	return text
}
