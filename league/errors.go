package league

import (
	"errors"
	"fmt"
)

// Kind tells apart what may go wrong for a user, so that a page, an API and a
// command each find the fitting answer.
type Kind string

// The kinds of errors that users see.
const (
	Invalid   Kind = "invalid"   // what was typed or sent makes no sense
	NotFound  Kind = "not found" // there is no such thing, or not for this user
	Forbidden Kind = "forbidden" // it is there, but not this user's to do
	Stale     Kind = "stale"     // the match has moved on
	Illegal   Kind = "illegal"   // the rules of the game forbid it
	Late      Kind = "late"      // the time ran out, or the match is over
	Busy      Kind = "busy"      // too much at once, from one sender or from all; later it will do
	Damaged   Kind = "damaged"   // what is stored of it is not what was written
	Internal  Kind = "internal"  // everything else; its text is never shown
)

// Error is an error that is told to the user. It keeps the format of what it says and the
// values in it, so that whoever renders it, a page or the API, can say it in other words.
type Error struct {
	Kind   Kind
	Field  string // the form field it is about; "" if none
	Format string // of whole sentences, in English
	Args   []any
}

// Error says it in English.
func (e *Error) Error() string { return fmt.Sprintf(e.Format, e.Args...) }

// Errorf returns an error whose text, a whole sentence, may be shown to the user.
func Errorf(kind Kind, format string, args ...any) error {
	return &Error{Kind: kind, Format: format, Args: args}
}

// FieldErrorf is Errorf about one field of a form; its kind is Invalid.
func FieldErrorf(field, format string, args ...any) error {
	return &Error{Kind: Invalid, Field: field, Format: format, Args: args}
}

// AtField returns an error as one about a field of a form, whatever kind it was of.
func AtField(field string, err error) error {
	if e, ok := err.(*Error); ok {
		return FieldErrorf(field, e.Format, e.Args...)
	}
	return FieldErrorf(field, "%v", err)
}

// KindOf returns the kind of the first Error in err's chain, else Internal.
func KindOf(err error) Kind {
	var e *Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return Internal
}

// Fields returns all field errors inside err by field, those of errors joined together
// included; nil if there are none.
func Fields(err error) map[string]error {
	var fields map[string]error
	var walk func(error)
	walk = func(err error) {
		switch e := err.(type) {
		case *Error:
			if e.Field == "" {
				return
			}
			if fields == nil {
				fields = map[string]error{}
			}
			fields[e.Field] = e
		case interface{ Unwrap() []error }:
			for _, inner := range e.Unwrap() {
				walk(inner)
			}
		case interface{ Unwrap() error }:
			walk(e.Unwrap())
		}
	}
	walk(err)
	return fields
}

// OptionField names the field in which a form asks for an option of a game:
// "onetwofun.goals". What is wrong with it is an error of this field.
func OptionField(game, option string) string { return game + "." + option }

// Unreadable is the error about a stored tournament that this program cannot read whole, as when
// a newer one has written it. Nobody is shown such a tournament, and nothing is written to it.
type Unreadable struct {
	Tournament string // id
	Why        error
}

func (e *Unreadable) Error() string {
	return fmt.Sprintf("tournament %s cannot be read: %v", e.Tournament, e.Why)
}

// Unwrap returns why.
func (e *Unreadable) Unwrap() error { return e.Why }
