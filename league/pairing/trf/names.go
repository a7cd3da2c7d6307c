package trf

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// longest is how many letters of a name a file holds.
const longest = 47 - 15 + 1

// ReadNames returns a file of players by name, one a line, the best first. An error is an *Error.
func ReadNames(data []byte) (File, error) {
	f, lines := File{Points: Usual()}, map[string]int{}
	for i, line := range strings.Split(strings.TrimPrefix(decode(data), "\ufeff"), "\n") {
		name := strings.TrimSpace(line)
		letters := utf8.RuneCountInString(name)
		control := slices.IndexFunc([]rune(name), unicode.IsControl)
		switch {
		case name == "":
			continue
		case letters > longest:
			return File{}, &Error{i + 1, longest + 1, "expected a name of at most 33 letters, found " + strconv.Itoa(letters)}
		case control >= 0:
			return File{}, &Error{i + 1, control + 1, "expected letters, found a control character"}
		case lines[name] > 0:
			return File{}, &Error{i + 1, 1, "expected each name once, found " + strconv.Quote(name) + " in line " + strconv.Itoa(lines[name]) + " too"}
		case len(f.Players) == maxNumber:
			return File{}, &Error{i + 1, 1, "expected at most 9999 names"}
		}
		lines[name] = i + 1
		f.Players = append(f.Players, Player{Number: len(f.Players) + 1, About: strings.Repeat(" ", 15-10) + name})
	}
	if len(f.Players) == 0 {
		return File{}, &Error{1, 1, "expected players, found none"}
	}
	return f, nil
}

// Is tells whether a text is a file and not a list of names: whether a line begins as those of
// players do.
func Is(data []byte) bool {
	text := strings.NewReplacer("\r", "\n", "\ufeff", "").Replace(string(data))
	return strings.HasPrefix(text, "001 ") || strings.Contains(text, "\n001 ")
}
