package league

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"kickabout/engine"
	"kickabout/league/internal/invented"
)

// Term describes one of the terms of a tournament: all that forms, programs, logs and pages need
// to know of it. One that is added to the table is asked for, kept and told everywhere.
type Term struct {
	Name  string // in forms and for programs: "round_days"
	Log   string // in the text of the terms: "days"; what is yes or no is written by it alone
	Alias string // at the director's desk; "": Name
	Kind  TermKind
	At    func(*TournamentTerms) any // where it is: *string, *int, *bool, *time.Time or *time.Duration, by its kind
	Yes   string                     // of a Flag that is at a *string: the id that stands there for yes

	Part    TermPart // of the form that opens a tournament; "": it is not asked for there, or by hand
	Form    Asking   // there
	Desk    Asking   // at the director's desk; without a label it cannot be changed there
	Options []TermOption
	Rare    bool // the form asks for it only where some format and game have use for it
	Moot    bool // each tournament of players has it by now: it is accepted, changes nothing, and pages do not ask for it
	ByHand  bool // pages and answers to programs tell it in a way of their own; else by its label and its value

	// Until is the last state in which it may change; "": it is fixed for good.
	Until  TournamentState
	Fits   func(TermContext) bool           // has this tournament use for it; nil: any
	Bounds func(TermContext) (from, to int) // of a number or of hours; nil: from 1 to any
	Check  func(TermContext) (wrong string) // against the others, once all are read; nil: it goes with all
}

// TermKind says what a term's values are.
type TermKind int

// The kinds of terms.
const (
	Flag   TermKind = iota // yes or no
	Number                 // whole; 0: none
	Hours                  // whole; 0: none
	When                   // a moment of UTC, by the minute; zero: none
	Choice                 // one of Options
	Text
)

// TermPart is a part of the form that opens a tournament.
type TermPart string

// The parts.
const (
	PartStart  TermPart = "start"  // when it starts
	PartPlay   TermPart = "play"   // how it is played
	PartBefore TermPart = "before" // until it starts
	PartEntry  TermPart = "entry"  // who may enter
	PartOrder  TermPart = "order"  // who stands where
)

// Asking is how a term is asked for.
type Asking struct {
	Place       int // among the others there; 0: behind them
	Label, Hint string
	Doc         string // for programs
}

// TermOption is a value of a Choice.
type TermOption struct{ ID, Name string }

// TermContext is what a term hangs on while it is read.
type TermContext struct {
	Now     time.Time
	Format  FormatInfo
	Game    engine.Info
	Control string          // id of the time control; "" where it is no matter
	Start   string          // how the tournament starts, as the form says; "" at the desk
	Terms   TournamentTerms // as far as they are read
	Was     TournamentTerms // at the desk: as they are
	In      int             // likewise: players who are in it, or teams
}

// AtDesk says that the terms of a tournament that is there are changed.
func (c TermContext) AtDesk() bool { return c.Start == "" }

// Typed is what was typed for terms, by their names; what is yes or no is "" for no.
type Typed map[string]string

// Set types a value.
func (t *Typed) Set(name, value string) {
	if *t == nil {
		*t = Typed{}
	}
	(*t)[name] = value
}

// Tick types yes or no.
func (t *Typed) Tick(name string, yes bool) {
	t.Set(name, flagText(yes))
}

func flagText(yes bool) string {
	if yes {
		return "1"
	}
	return ""
}

// Terms lists all terms but those that are fixed with the format and the game, in the order of the log.
func Terms() []Term { return slices.Clone(allTerms()) }

// allTerms are the terms of the table, and what a test has added to it.
func allTerms() []Term {
	all := terms
	for _, t := range invented.Terms {
		all = append(slices.Clip(all), t.(Term))
	}
	return all
}

// TermsOf lists the terms of a part of the form, in its order.
func TermsOf(part TermPart) []Term {
	list := slices.DeleteFunc(Terms(), func(t Term) bool { return t.Part != part })
	slices.SortStableFunc(list, func(a, b Term) int { return cmp.Compare(a.Form.place(), b.Form.place()) })
	return list
}

// FormTerms lists the terms that the form that opens a tournament asks for by their descriptors.
func FormTerms() []Term {
	return slices.DeleteFunc(Terms(), func(t Term) bool { return t.Part == "" })
}

// DeskTerms lists the terms that can be changed at the desk, in its order.
func DeskTerms() []Term {
	list := slices.DeleteFunc(Terms(), func(t Term) bool { return t.Desk.Label == "" })
	slices.SortStableFunc(list, func(a, b Term) int { return cmp.Compare(a.Desk.place(), b.Desk.place()) })
	return list
}

// TermByName finds a term.
func TermByName(name string) (Term, bool) {
	all := allTerms()
	i := slices.IndexFunc(all, func(t Term) bool { return t.Name == name })
	if i < 0 {
		return Term{}, false
	}
	return all[i], true
}

func (a Asking) place() int {
	if a.Place == 0 {
		return len(allTerms())
	}
	return a.Place
}

// FormName is the name of its field in the form that opens a tournament.
func (t Term) FormName() string { return t.Name }

// DeskName is the name of its field at the desk.
func (t Term) DeskName() string { return cmp.Or(t.Alias, t.Name) }

// May says that it may still change.
func (t Term) May(state TournamentState) bool {
	return t.Until != "" && (state == Registration || state == Running && t.Until == Running)
}

// Has says that a tournament has use for it.
func (t Term) Has(c TermContext) bool { return t.Fits == nil || t.Fits(c) }

// Copy gives one tournament's terms the value that another's have.
func (t Term) Copy(to *TournamentTerms, from TournamentTerms) {
	switch at := t.At(to).(type) {
	case *string:
		*at = *t.At(&from).(*string)
	case *bool:
		*at = *t.At(&from).(*bool)
	case *int:
		*at = *t.At(&from).(*int)
	case *time.Duration:
		*at = *t.At(&from).(*time.Duration)
	case *time.Time:
		*at = *t.At(&from).(*time.Time)
	}
}

// write returns "name=value", the name alone of what is yes or no, and "" for a zero.
func (t Term) write(terms *TournamentTerms) string {
	value := ""
	switch at := t.At(terms).(type) {
	case *string:
		if t.Kind == Flag && *at == t.Yes {
			return t.Log
		}
		if t.Kind != Flag {
			value = *at
		}
	case *bool:
		if *at {
			return t.Log
		}
	case *int:
		value = numberText(*at)
	case *time.Duration:
		if *at != 0 {
			value = strconv.Itoa(int(*at/time.Hour)) + "h"
		}
	case *time.Time:
		if !at.IsZero() {
			value = at.UTC().Format(time.RFC3339)
		}
	}
	if value == "" || t.Log == "" {
		return ""
	}
	return t.Log + "=" + value
}

// read undoes write, as far as it is understood: what is not comes out otherwise when it
// is written again.
func (t Term) read(terms *TournamentTerms, value string) {
	switch at := t.At(terms).(type) {
	case *string:
		if *at = value; t.Kind == Flag {
			*at = t.Yes
		}
	case *bool:
		*at = true
	case *int:
		*at, _ = strconv.Atoi(value)
	case *time.Duration:
		*at, _ = time.ParseDuration(value)
	case *time.Time:
		*at, _ = time.Parse(time.RFC3339, value)
	}
}

// Typed returns its value as somebody types it.
func (t Term) Typed(terms TournamentTerms) string {
	switch at := t.At(&terms).(type) {
	case *string:
		if t.Kind == Flag {
			return flagText(*at == t.Yes)
		}
		return *at
	case *bool:
		return flagText(*at)
	case *int:
		return numberText(*at)
	case *time.Duration:
		return numberText(int(*at / time.Hour))
	case *time.Time:
		if !at.IsZero() {
			return at.UTC().Format(TermsTime)
		}
	}
	return ""
}

// Value returns its value for programs: of hours their number.
func (t Term) Value(terms TournamentTerms) any {
	switch at := t.At(&terms).(type) {
	case *string:
		if t.Kind == Flag {
			return *at == t.Yes
		}
	case *time.Duration:
		return int(*at / time.Hour)
	}
	return t.At(&terms)
}

// Words tells its value: "Days for a round: 7".
func (t Term) Words(terms TournamentTerms) string {
	label, value := cmp.Or(t.Form.Label, t.Desk.Label), t.Typed(terms)
	if i := slices.IndexFunc(t.Options, func(o TermOption) bool { return o.ID == value }); i >= 0 {
		value = t.Options[i].Name
	}
	if t.Kind == Flag {
		value = map[bool]string{true: "yes", false: "no"}[value != ""]
	}
	return label + ": " + cmp.Or(value, "none")
}

// Type reads what was typed into the terms of a context. What is wrong is an error of a field.
func (t Term) Type(c *TermContext, field, typed string) error {
	typed = strings.TrimSpace(typed)
	switch at := t.At(&c.Terms).(type) {
	case *bool:
		*at = typed != ""
	case *int:
		n, err := t.number(*c, field, typed)
		*at = n
		return err
	case *time.Duration:
		n, err := t.number(*c, field, typed)
		*at = time.Duration(n) * time.Hour
		return err
	case *time.Time:
		was := *t.At(&c.Was).(*time.Time)
		moment, err := momentTyped(field, typed, was, c.Now)
		*at = moment
		return err
	case *string:
		if t.Kind != Flag {
			return t.word(at, field, typed)
		}
		if *at == t.Yes {
			*at = ""
		}
		if typed != "" {
			*at = t.Yes
		}
	}
	return nil
}

// longestTerm is how long a text that is a term may be.
const longestTerm = 40

// word reads a choice or a text. What parts the terms in the log can stand in none.
func (t Term) word(at *string, field, typed string) error {
	*at = typed
	known := typed == "" || slices.ContainsFunc(t.Options, func(o TermOption) bool { return o.ID == typed })
	switch {
	case t.Kind == Choice && !known:
		return FieldErrorf(field, "There is no such %s. Choose one from the list.", strings.ToLower(cmp.Or(t.Form.Label, t.Desk.Label)))
	case t.Kind == Text && (strings.ContainsAny(typed, " ,=") || utf8.RuneCountInString(typed) > longestTerm):
		return FieldErrorf(field, "Type a word of at most %d letters.", longestTerm)
	}
	return nil
}

// number reads a whole number; "" is 0.
func (t Term) number(c TermContext, field, typed string) (int, error) {
	from, to := 1, AnyNumber
	if t.Bounds != nil {
		from, to = t.Bounds(c)
	}
	if typed == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(typed)
	if err != nil || n < from || n > to {
		return 0, FieldErrorf(field, "Type a whole number from %d to %d.", from, to)
	}
	return n, nil
}

// momentTyped reads a moment to come, or the one that was there; "" is the zero time.
func momentTyped(field, typed string, was, now time.Time) (time.Time, error) {
	if typed == "" {
		return time.Time{}, nil
	}
	at, err := time.Parse(TermsTime, typed)
	switch {
	case err != nil:
		return at, FieldErrorf(field, "Type a day and a time of UTC, as in 2027-05-01T18:00.")
	case at.Equal(was.Truncate(time.Minute)):
		return was, nil
	case !at.After(now):
		return at, FieldErrorf(field, "Choose a moment that is still to come.")
	case at.After(now.AddDate(2, 0, 0)):
		return at, FieldErrorf(field, "Choose a moment within two years.")
	}
	return at, nil
}
