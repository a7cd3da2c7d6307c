// Package account says what a member may be called and which passwords will do.
// Names are kept apart not only where they differ in bytes but where people see
// that they differ.
package account

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"kickabout/league"
)

// How long a name is, in signs that people count as one.
const (
	ShortestName = 2
	LongestName  = 20
)

// BotMark ends the names of BOT accounts, and of nobody else: so it stands wherever such a name is shown (R-BO-1).
const BotMark = " BOT"

// BotName returns the name of a BOT account by what comes before the mark. One that is too long is an error of the field
// "name".
func BotName(base string) (string, error) {
	if lettersOf(base) > LongestName-len(BotMark) {
		return "", wrong("The name of a bot has at most %d letters before “BOT”.", LongestName-len(BotMark))
	}
	return base + BotMark, nil
}

// longestBytes bounds a name before anything is computed of it.
const longestBytes = 512

// Name checks a name as it was typed and returns it in the one way it is written
// from then on (NFKC, single blanks). The error is about the field "name" and says
// what to change.
func Name(typed string) (string, error) {
	if len(typed) > longestBytes || !utf8.ValidString(typed) {
		return "", wrong("A name has at most %d letters.", LongestName)
	}
	name := strings.Join(strings.FieldsFunc(norm.NFKC.String(typed), func(r rune) bool { return r == ' ' }), " ")
	for _, check := range []func(string) error{characters, order, length, oneScript, notReserved} {
		if err := check(name); err != nil {
			return "", err
		}
	}
	return name, nil
}

func wrong(format string, args ...any) error { return league.FieldErrorf("name", format, args...) }

// joiners may stand between the letters and digits of a name.
const joiners = " -_.'’"

// characters lets through letters, marks on them, ten digits and joiners.
func characters(name string) error {
	for _, r := range name {
		switch {
		case unseen(r):
			return wrong("There is a sign in this name that cannot be seen (%U). Type the name anew instead of pasting it.", r)
		case unicode.In(r, unicode.L, unicode.Mn, unicode.Mc), '0' <= r && r <= '9', strings.ContainsRune(joiners, r):
		default:
			return wrong("“%c” cannot stand in a name. Use letters, the digits 0 to 9, blanks and - _ . '", r)
		}
	}
	return nil
}

// unseen tells signs that leave no mark of their own: controls, those that turn the
// direction of the text, fillers and selectors.
func unseen(r rune) bool {
	return !unicode.IsGraphic(r) || unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// order wants a letter or digit at both ends and between two joiners, a letter
// somewhere, and no tower of marks.
func order(name string) error {
	letters, joined, marks := 0, true, 0
	for _, r := range name {
		switch {
		case strings.ContainsRune(joiners, r):
			if joined {
				return wrong("A name begins and ends with a letter or digit, and has one between two other signs.")
			}
			joined, marks = true, 0
		case unicode.Is(unicode.M, r):
			if marks++; joined || marks > 3 {
				return wrong("There are too many accents on one letter.")
			}
		default:
			joined, marks = false, 0
			if unicode.IsLetter(r) {
				letters++
			}
		}
	}
	switch {
	case name == "":
		return wrong("Choose a name.")
	case joined:
		return wrong("A name begins and ends with a letter or digit, and has one between two other signs.")
	case letters == 0:
		return wrong("A name needs a letter.")
	}
	return nil
}

// length counts a letter and the marks on it as one.
func length(name string) error {
	if n := lettersOf(name); n < ShortestName || n > LongestName {
		return wrong("A name has %d to %d letters; this has %d.", ShortestName, LongestName, n)
	}
	return nil
}

func lettersOf(name string) (n int) {
	for _, r := range name {
		if !unicode.Is(unicode.M, r) {
			n++
		}
	}
	return n
}

// Marked says whether a name looks as if it were a BOT account's.
func Marked(name string) bool {
	words := strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune(joiners, r) })
	return len(words) > 1 && Key(words[len(words)-1]) == Key(strings.TrimSpace(BotMark))
}

// together are the scripts that people write in one word; any other mixture is
// a trick more often than a name (the highly restrictive level of UTS 39).
var together = []string{"Latin Han Hiragana Katakana", "Latin Han Bopomofo", "Latin Han Hangul"}

// oneScript refuses letters of several alphabets in one name.
func oneScript(name string) error {
	var first, other rune
	var used []string
	for _, r := range name {
		script := scriptOf(r)
		if script == "" || slices.Contains(used, script) {
			continue
		}
		if first == 0 {
			first = r
		}
		other = r
		used = append(used, script)
	}
	if len(used) < 2 || slices.ContainsFunc(together, func(scripts string) bool { return within(used, strings.Fields(scripts)) }) {
		return nil
	}
	return wrong("Use letters of one alphabet: “%c” is %s and “%c” is %s.", first, used[0], other, used[len(used)-1])
}

func within(some, all []string) bool {
	return !slices.ContainsFunc(some, func(s string) bool { return !slices.Contains(all, s) })
}

// scriptOf returns the script that a sign belongs to; "" for those that all scripts share.
func scriptOf(r rune) string {
	if unicode.In(r, unicode.Common, unicode.Inherited) {
		return ""
	}
	for script, table := range unicode.Scripts {
		if unicode.Is(table, r) {
			return script
		}
	}
	return ""
}

// notReserved keeps names free that the site gives itself, or that speak for it.
func notReserved(name string) error {
	for _, key := range Keys(name) {
		if strings.HasPrefix(key, Key("guest")) || strings.HasPrefix(key, Key("deleted")) || slices.ContainsFunc(reserved, func(r string) bool { return key == Key(r) }) {
			return wrong("This name is reserved. Choose another one.")
		}
	}
	return nil
}

var reserved = strings.Fields("admin administrator anonymous anybody bot bots everybody kickabout moderator nobody " +
	"office official organiser organizer owner root site somebody staff support system webmaster you")
