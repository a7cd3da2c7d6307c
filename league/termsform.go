package league

import (
	"strconv"
	"time"
)

// TermsForm is what of a tournament's terms can be changed at its desk, as typed. While it
// is played, that is the name, the order of the table, the days for a round, late entries
// and who may see it.
type TermsForm struct {
	Name       string
	Places     string
	Least      string // entries without which it is cancelled on its day; "": what the format takes
	Starts     string // TermsTime, UTC; "": no fixed day
	Closes     string // likewise; "": until the start
	CheckIn    string // whole hours before the start; "": nobody need
	Waiting    bool
	Joining    bool
	ThirdPlace bool // the losers of the semi-finals play for it
	Private    bool
	Profile    string // order of the table
	RoundDays  string // "": any number
	Sure       bool   // the order of the table is to change although a match is over
}

// TermsTime is how a moment is typed.
const TermsTime = "2006-01-02T15:04"

// TermsFormOf returns the form as it stands.
func TermsFormOf(t TournamentTerms) TermsForm {
	f := TermsForm{
		Name: t.Name, Places: strconv.Itoa(t.Places), Least: numberText(t.Least), CheckIn: numberText(int(t.CheckIn / time.Hour)),
		Waiting: t.Waiting, Joining: t.Joining, ThirdPlace: t.ThirdPlace, Private: t.Private, Profile: t.Profile, RoundDays: numberText(t.RoundDays),
	}
	if !t.Starts.IsZero() {
		f.Starts = t.Starts.UTC().Format(TermsTime)
	}
	if !t.Closes.IsZero() {
		f.Closes = t.Closes.UTC().Format(TermsTime)
	}
	return f
}

func numberText(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}
