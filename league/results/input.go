package results

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"kickabout/league/pairing/trf"
)

// peeked is how much of a file is looked at to see how it is written; maxTournament is what a tournament file may have.
const (
	peeked        = 64 << 10
	maxTournament = 12 << 20
)

// Delimiter returns what parts the columns of a table: of comma, semicolon and tab what stands most often in its first
// line outside of quotation marks; a comma where none does.
func Delimiter(text string) rune {
	count, quoted, begun := map[rune]int{}, false, false
	for _, r := range text {
		switch {
		case r == '"':
			quoted = !quoted
		case quoted:
		case r == '\n' || r == '\r':
			if begun {
				return mostOf(count)
			}
			continue
		}
		begun = true
		if !quoted {
			count[r]++
		}
	}
	return mostOf(count)
}

func mostOf(count map[rune]int) rune {
	best := ','
	for _, r := range ";\t" {
		if count[r] > count[best] {
			best = r
		}
	}
	return best
}

// opened returns a file and its delimiter. A tournament file (TRF16, TRF26) becomes a table of what its games paid.
func opened(in io.Reader) (from *csv.Reader, derived bool, err error) {
	b := bufio.NewReaderSize(in, peeked)
	head, err := b.Peek(peeked)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, false, fmt.Errorf("cannot read: %w", err)
	}
	if strings.HasPrefix(string(head), "\ufeff") { // some programs begin so
		_, _ = b.Discard(len("\ufeff"))
	}
	if trf.Is(head) {
		from, err = ofTournament(b)
		return from, true, err
	}
	r := csv.NewReader(b)
	r.Comma = Delimiter(strings.TrimPrefix(string(head), "\ufeff"))
	return r, false, nil
}

func ofTournament(in io.Reader) (*csv.Reader, error) {
	data, err := io.ReadAll(io.LimitReader(in, maxTournament+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("cannot read: %w", err)
	case len(data) > maxTournament:
		return nil, fmt.Errorf("the file is longer than %d MB", maxTournament>>20)
	}
	f, err := trf.Read(data)
	if at := new(trf.Error); errors.As(err, &at) {
		return nil, &Problem{Line: at.Line, Column: at.Column, Text: at.Text}
	}
	if err == nil {
		err = readable(f, data)
	}
	if err != nil {
		return nil, err
	}
	games, err := f.Results()
	if err != nil {
		return nil, &Problem{Text: err.Error()}
	}
	var table bytes.Buffer
	w := csv.NewWriter(&table)
	_ = w.Write(append(strings.Split(pointsLayout, ","), roundColumn, byeColumn))
	for _, g := range games {
		first, second, unplayed := decimal{g.Points[0], 1}.String(), decimal{g.Points[1], 1}.String(), ""
		switch {
		case g.Second == "":
			second, unplayed = "", string(byeOf(g.Unplayed))
		case g.Unplayed != 0:
			unplayed = forfeited
		}
		_ = w.Write([]string{g.First, g.Second, first, second, strconv.Itoa(g.Round), unplayed})
	}
	w.Flush()
	return csv.NewReader(&table), w.Error()
}

// nameAt is the column in which the name of a player begins in a tournament file.
const nameAt = 15

// readable says which name of a tournament file has a sign in it that is none to be read.
func readable(f trf.File, data []byte) error {
	line, seen := 0, 0
	for text := range strings.Lines(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.TrimPrefix(string(data), "\ufeff"))) {
		line++
		if !strings.HasPrefix(text, "001 ") || seen == len(f.Players) {
			continue
		}
		if !plain(f.Players[seen].Name()) { // they are in the order of the lines
			return &Problem{Line: line, Column: nameAt, Text: "there should be a name of letters and signs alone"}
		}
		seen++
	}
	return nil
}
