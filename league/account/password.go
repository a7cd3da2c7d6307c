package account

import (
	_ "embed"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"kickabout/league"
)

// How long a password is.
const (
	ShortestPassword = 8   // characters
	LongestPassword  = 256 // bytes
)

// common is a list of passwords that are tried first wherever passwords are guessed,
// one a line, small letters.
//
//go:embed common.txt
var common string

var commonSet = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for _, line := range strings.Fields(common) {
		set[line] = true
	}
	return set
})

// Password checks a new password of a player of some name. The error is about the
// field "password".
func Password(name, password string) error {
	small := fold(password)
	characters := utf8.RuneCountInString(password)
	switch {
	case characters < ShortestPassword:
		return weak("A password has at least %d characters; this has %d.", ShortestPassword, characters)
	case len(password) > LongestPassword:
		return weak("A password has at most %d characters.", LongestPassword)
	case commonSet()[small], few(small):
		return weak("This password is among the first that anybody would try. Choose another one; a few words in a row are good.")
	case name != "" && strings.Contains(small, fold(name)) && characters-utf8.RuneCountInString(name) < 4:
		return weak("This password is your name, or almost. Choose another one.")
	}
	return nil
}

func weak(format string, args ...any) error { return league.FieldErrorf("password", format, args...) }

// few says that a text is made of one or two different characters.
func few(text string) bool {
	different := map[rune]bool{}
	for _, r := range text {
		different[r] = true
	}
	return len(different) < 3
}

// Spelling returns a password as it is hashed: keyboards write é in two ways.
func Spelling(password string) string { return norm.NFC.String(password) }
