// Package oneline keeps what was typed into a field of one line.
package oneline

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"kickabout/league"
)

// mostMarks is how many accents one letter may bear: enough for every script, too
// few to paint over the lines above.
const mostMarks = 5

// Clean returns a text as it was typed into a field of one line in the way it is kept:
// NFC, line breaks and runs of blanks as one blank, none at its ends, without signs
// that nobody sees or that turn the direction of what stands around them. It is
// an error about the field if more than most letters are left; a letter counts
// once with all its accents, and so does an emoji that is made of several signs.
// Clean of what it returned changes nothing.
func Clean(field, typed string, most int) (string, error) {
	if !utf8.ValidString(typed) {
		return "", league.FieldErrorf(field, "Use letters, digits and signs only.")
	}
	text := norm.NFC.String(strings.Map(kept, typed))
	text = strings.Join(strings.Fields(text), " ")
	letters, marks := 0, 0
	joined := false
	for _, r := range text {
		switch {
		case unicode.Is(unicode.M, r):
			if marks++; marks > mostMarks {
				return "", league.FieldErrorf(field, "There are too many accents on one letter.")
			}
			continue
		case !joined && !joins(r):
			letters++
		}
		joined, marks = joins(r) && !isSkin(r), 0
	}
	if letters > most {
		return "", league.FieldErrorf(field, "At most %d letters. This has %d.", most, letters)
	}
	return text, nil
}

// Joiners hold the letters of some scripts and the parts of some emojis together.
const (
	nonJoiner = '\u200C'
	joiner    = '\u200D'
)

// joins reports whether a sign belongs to the one before it.
func joins(r rune) bool { return r == joiner || r == nonJoiner || isSkin(r) }

// isSkin reports whether a sign gives the emoji before it a colour of skin.
func isSkin(r rune) bool { return r >= '\U0001F3FB' && r <= '\U0001F3FF' }

// kept maps what is not seen, and what belongs to no text, to nothing.
func kept(r rune) rune {
	switch {
	case unicode.IsSpace(r):
		return ' '
	case r == joiner, r == nonJoiner, unicode.Is(unicode.Variation_Selector, r):
		return r
	case unicode.In(r, unicode.C, unicode.Other_Default_Ignorable_Code_Point), r == utf8.RuneError:
		return -1
	}
	return r
}
