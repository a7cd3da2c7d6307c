package trf

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"kickabout/engine"
)

// Read reads a file. Lines end with a line feed, a carriage return, or both; text that is no
// UTF-8 is taken for Latin-1. An error is an *Error.
func Read(data []byte) (File, error) {
	r := reader{file: File{Points: Usual()}, seen: map[int]bool{}}
	text := strings.TrimPrefix(decode(data), "\ufeff")
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	for i, line := range strings.Split(text, "\n") {
		r.line, r.text = i+1, []rune(strings.TrimRight(line, " \t"))
		if err := r.read(); err != nil {
			return File{}, err
		}
	}
	if err := r.check(); err != nil {
		return File{}, err
	}
	return r.file, nil
}

func decode(data []byte) string {
	if utf8.Valid(data) {
		return string(data)
	}
	latin := make([]rune, len(data))
	for i, b := range data {
		latin[i] = rune(b)
	}
	return string(latin)
}

type reader struct {
	file  File
	line  int
	text  []rune
	lines []int // of each player
	seen  map[int]bool
	names []place // where lines name players

	bought bool // the file says what a bye of the pairing is worth
}

// A place is where a line names a player.
type place struct{ number, line, column int }

// wrong returns an error at a column.
func (r *reader) wrong(column int, text string) error {
	return &Error{Line: r.line, Column: column, Text: text}
}

// read reads a line.
func (r *reader) read() error {
	if len(r.text) == 0 {
		return nil
	}
	code := r.part(1, 3)
	if len(r.text) > 3 && r.text[3] != ' ' && code != "###" {
		return r.wrong(4, "expected a blank behind the three letters that say what the line is about")
	}
	switch read := records[code]; {
	case read != nil:
		return read(r)
	case slices.Contains(ofTeams, code):
		return r.wrong(1, "expected a tournament of players, found a line of one of teams: "+code)
	case strings.HasPrefix(code, "XX") || strings.HasPrefix(code, "BB"):
		return r.wrong(1, "expected lines that are known here; this one would change the pairing: "+code)
	}
	return r.keep()
}

// part returns columns of the line without the blanks around.
func (r *reader) part(from, to int) string {
	return strings.TrimSpace(string(r.raw(from, to)))
}

func (r *reader) raw(from, to int) []rune {
	if len(r.text) < from {
		return nil
	}
	return r.text[from-1 : min(to, len(r.text))]
}

// A word of a line and the column where it begins.
type word struct {
	text   string
	column int
}

// words returns what stands behind the first three letters.
func (r *reader) words() (all []word) {
	for i := 3; i < len(r.text); i++ {
		switch {
		case r.text[i] == ' ':
		case r.text[i-1] == ' ':
			all = append(all, word{string(r.text[i]), i + 1})
		default:
			all[len(all)-1].text += string(r.text[i])
		}
	}
	return all
}

// only returns the one word of a line.
func (r *reader) only(expected string) (word, error) {
	words := r.words()
	if len(words) != 1 {
		return word{}, r.wrong(5, "expected "+expected+" and nothing else")
	}
	return words[0], nil
}

func (r *reader) number() error {
	w, err := r.only("a number of rounds")
	if err != nil {
		return err
	}
	n := &r.file.Rounds
	*n, err = strconv.Atoi(w.text)
	if err != nil || *n < 1 || *n > MaxRounds {
		return r.wrong(w.column, "expected a number of rounds from 1 to 99, found "+strconv.Quote(w.text))
	}
	return nil
}

// MaxRounds is how many rounds a file has at most.
const MaxRounds = 99

const maxNumber = 9999

// numbers reads players' numbers as words.
func (r *reader) numbers() (all []int, err error) {
	for _, w := range r.words() {
		n, err := strconv.Atoi(w.text)
		if err != nil || n < 1 || n > maxNumber {
			return nil, r.wrong(w.column, "expected a player's number, found "+strconv.Quote(w.text))
		}
		all = append(all, n)
		r.names = append(r.names, place{n, r.line, w.column})
	}
	return all, nil
}

func (r *reader) initial() error {
	w, err := r.only("W or B")
	switch {
	case err != nil:
		return err
	case w.text == "W":
		r.file.First = engine.First
	case w.text == "B":
		r.file.First = engine.Second
	default:
		return r.wrong(w.column, "expected W or B, found "+strconv.Quote(w.text))
	}
	return nil
}

func (r *reader) worth() error {
	w, err := r.only("points")
	if err != nil {
		return err
	}
	tenths, ok := points(w.text)
	if !ok {
		return r.wrong(w.column, "expected points like 0.5, found "+strconv.Quote(w.text))
	}
	p := &r.file.Points
	switch r.part(1, 3) {
	case "BBW":
		p.Win = tenths
	case "BBD":
		p.Draw = tenths
	case "BBL":
		p.Loss = tenths
	case "BBU":
		p.Bye, r.bought = tenths, true
	case "BBZ":
		p.Absent = tenths
	case "BBF":
		p.Forfeit = tenths
	}
	return nil
}

// points reads points with at most one digit behind the point.
func points(text string) (tenths int, ok bool) {
	whole, part, dotted := strings.Cut(text, ".")
	if dotted && len(part) != 1 {
		return 0, false
	}
	n, err := strconv.ParseUint(whole+part, 10, 16)
	if !dotted {
		n *= 10
	}
	return int(n), err == nil && len(whole) > 0 && n < 10_000
}
