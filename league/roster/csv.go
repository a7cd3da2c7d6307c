package roster

import (
	"encoding/csv"
	"errors"
	"io"
	"strings"

	"kickabout/league/results"
)

// A cell is a field of a table, trimmed, and the line on which it begins.
type cell struct {
	text string
	line int
}

// split returns the cells of a table, without empty lines. There is at least one row, and each has a cell.
func split(text string) (rows [][]cell, bad *Problem) {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, r.FieldsPerRecord = results.Delimiter(text), -1
	for {
		fields, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if parse := new(csv.ParseError); errors.As(err, &parse) {
			return nil, &Problem{parse.Line, parse.Column, "a quotation mark stands inside a field, or is not closed (the column is that of the character)."}
		}
		row, empty := make([]cell, len(fields)), true
		for i, f := range fields {
			line, _ := r.FieldPos(i)
			row[i] = cell{strings.TrimSpace(f), line}
			empty = empty && row[i].text == ""
		}
		if !empty {
			rows = append(rows, row)
		}
	}
	if len(rows) == 0 {
		return nil, &Problem{1, 1, "there should be a list of players, but there is nothing."}
	}
	return rows, nil
}
