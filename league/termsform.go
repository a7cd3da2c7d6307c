package league

import "strconv"

// TermsForm is what of a tournament's terms can be changed at its desk, as typed: DeskTerms.
type TermsForm struct {
	Typed
	Sure    bool   // the order of the table is to change although a match is over
	Unknown string // a field of the form that is no term; "": none
}

// NoTerm refuses what somebody typed as a term of a tournament and is none.
func NoTerm(name string) error {
	return Errorf(Invalid, "There is no term “%s” of a tournament.", name)
}

// TermsTime is how a moment is typed.
const TermsTime = "2006-01-02T15:04"

// TermsFormOf returns the form as it stands.
func TermsFormOf(t TournamentTerms) TermsForm {
	f := TermsForm{Typed: Typed{}}
	for _, term := range DeskTerms() {
		f.Set(term.Name, term.Typed(t))
	}
	return f
}

func numberText(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// The ways in which a tournament starts, as a form says them.
const (
	StartFull      = "full"      // by itself, as soon as every place is taken
	StartDay       = "day"       // by itself, on its day
	StartOrganiser = "organiser" // when the organiser says so
)
