// Package contribution says what players may give to the dice of their games (SCHEME.md 2, 3).
package contribution

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"kickabout/engine/dice"
)

// How many contributions of a player wait for games that begin without them.
const (
	Most  = 64
	Stock = 48 // up to which a browser adds its own, so that there is room for what is typed
)

// LongWord is how many bytes the word of a player has at most, from which follows what they give when nothing waits.
const LongWord = 48

// WordProblem says what is wrong with such a word; "" if nothing. An empty one gives nothing.
func WordProblem(word string) string {
	if len(word) > LongWord {
		return fmt.Sprintf("At most %d characters; letters with accents count for more than one. This has %d.", LongWord, len(word))
	}
	return Problem(word)
}

// Problem says what is wrong with a contribution; "" if nothing. An empty one gives nothing.
func Problem(text string) string {
	switch {
	case len(text) > dice.MaxContribution:
		return fmt.Sprintf("At most %d characters; letters with accents count for more than one. This has %d.", dice.MaxContribution, len(text))
	case !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl):
		return "Use letters, digits and signs only."
	}
	return ""
}
