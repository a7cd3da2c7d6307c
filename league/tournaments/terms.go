package tournaments

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"kickabout/league"
	"kickabout/league/oneline"
)

// CleanReasonIn is CleanReason for another field.
func CleanReasonIn(field, typed string) (string, error) {
	reason, err := oneline.Clean(field, typed, LongReason)
	if err == nil && reason == "" {
		err = league.FieldErrorf(field, "Say why: everybody in the tournament can read it.")
	}
	return reason, err
}

// Agrees says what a term does not go with.
func Agrees(c league.TermContext, term league.Term, field string) error {
	if term.Check == nil {
		return nil
	}
	if wrong := term.Check(c); wrong != "" {
		return league.FieldErrorf(field, "%s", wrong)
	}
	return nil
}

// TournamentName reads the name of a tournament.
func TournamentName(typed string) (string, error) {
	name, err := oneline.Clean("name", typed, longestName)
	if err == nil && utf8.RuneCountInString(name) < shortestName {
		err = league.FieldErrorf("name", "Give it a name of at least %d letters.", shortestName)
	}
	return name, err
}

// NumberIn reads a whole number; "" is 0.
func NumberIn(field, typed string, from, to int) (int, error) {
	if typed = strings.TrimSpace(typed); typed == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(typed)
	if err != nil || n < from || n > to {
		return 0, league.FieldErrorf(field, "Type a whole number from %d to %d.", from, to)
	}
	return n, nil
}
