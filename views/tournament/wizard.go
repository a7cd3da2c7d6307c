package tournament

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"kickabout/engine"
	"kickabout/engine/clock"
	"kickabout/league"
	"kickabout/league/outlook"
	"kickabout/league/tiebreak"
	"kickabout/league/vacation"
	"kickabout/views/ui"
)

// WizardInput is what the page that opens a tournament is built from.
type WizardInput struct {
	ui.Frame
	Games       []engine.Game
	Formats     []league.FormatInfo
	Reservation string            // so that the form sent twice opens one tournament
	Form        url.Values        // the fields as they were typed; nil: good defaults
	Errors      map[string]string // sentences by the field they are about; "": about the whole form
	Drafts      []league.Draft
	Draft       string // id of the draft that this one is kept under; "": none
	Foresight   *Foresight
}

// Foresight is what the tournament of a form will come to.
type Foresight struct {
	Players     int
	What        string // they are teams; "": players
	Outlook     outlook.Outlook
	Start       time.Time // zero: nobody knows when
	First, Last time.Time // between which it ends if it starts then; zero: no telling
	Off         bool      // with all the vacation there may be (R-VA-7)
	Whole       bool      // nothing comes on top of that
}

// WizardPage is the page that opens a tournament.
type WizardPage struct {
	ui.Frame
	Reservation string
	Draft       string
	Drafts      []DraftLine
	Errors      map[string]string
	Rules       ui.RulesChoice
	Formats     []ui.Option
	Controls    []ui.Option
	Cycles      []ui.Option
	Starts      []ui.Option
	Profiles    []ui.Option
	OwnOrder    bool     // the order is one of the organiser's own
	Codes       []string // of tie-breaks with what they mean: "SON: points taken from …"
	Terms       map[league.TermPart][]TermField
	More        bool     // something among the further choices is not as it comes
	Foresight   []string // sentences; nil: not asked for
	form        url.Values
}

// DraftLine is a draft in the list.
type DraftLine struct {
	ID, Name string
	Changed  time.Time
}

// wizardDefaults is what a form begins with.
func wizardDefaults() url.Values {
	return url.Values{
		"format": {"roundrobin"}, "places": {"4"}, "playing": {"1"}, "cycles": {"1"}, "control": {"fast"}, "start": {"full"}, "profile": {"std"}, "seeding": {"lot"},
	}
}

// ownOrder is the profile's choice for an order of one's own.
const ownOrder = "own"

// NewWizardPage builds the page. Without a form it is ready to be sent but for the name.
func NewWizardPage(in WizardInput) WizardPage {
	in.Title = "New tournament"
	form := in.Form
	if form == nil {
		form = wizardDefaults()
	}
	p := WizardPage{
		Frame: in.Frame, Reservation: in.Reservation, Draft: in.Draft, Errors: in.Errors, form: form,
		Rules: ui.NewRulesChoice(in.Games, form.Get("rules"), in.Errors), Controls: ui.TimeControls(),
		Starts: []ui.Option{
			{ID: "full", Name: "When it is full", Summary: "By itself, as soon as the last place is taken."},
			{ID: "day", Name: "On a day", Summary: "By itself, with whoever is in by then."},
			{ID: "organiser", Name: "When I say so", Summary: "Full or not."},
		},
	}
	for _, f := range in.Formats {
		p.Formats = append(p.Formats, ui.Option{ID: f.ID, Name: f.Name, Summary: fmt.Sprintf("%s %d to %s %s.", f.About, f.MinEntries, ui.Thousands(f.MaxEntries), f.Entering())})
	}
	for n, name := range []string{"Once", "Twice", "Three times"} {
		p.Cycles = append(p.Cycles, ui.Option{ID: strconv.Itoa(n + 1), Name: name})
	}
	for _, o := range tiebreak.Profiles() {
		if o.ID != "" {
			p.Profiles = append(p.Profiles, ui.Option{ID: o.ID, Name: o.Name, Summary: ui.OrderText(o.Order)})
		}
	}
	p.Profiles = append(p.Profiles, ui.Option{ID: ownOrder, Name: "My own", Summary: "Codes, the first one first, as in tp+son+de."})
	for _, b := range tiebreak.All() {
		p.Codes = append(p.Codes, strings.ToLower(b.Code)+": "+b.Means)
	}
	p.Terms = termFields(in, form)
	ui.ChooseOption(p.Formats, form.Get("format"))
	ui.ChooseOption(p.Controls, form.Get("control"))
	ui.ChooseOption(p.Cycles, form.Get("cycles"))
	ui.ChooseOption(p.Starts, form.Get("start"))
	ui.ChooseOption(p.Profiles, form.Get("profile"))
	p.More = moreChosen(form) || wrongIn(in.Errors, moreFields())
	for _, d := range in.Drafts {
		p.Drafts = append(p.Drafts, DraftLine{d.ID, cmp.Or(d.Name, "Without a name"), d.Changed})
	}
	if in.Foresight != nil {
		p.Foresight = in.Foresight.sentences()
	}
	return p
}

// TermField is the field of a term in the form.
type TermField struct {
	league.Term
	Label, Value string
	Options      []ui.Option
}

// termFields are the fields of the terms, by the parts of the form.
func termFields(in WizardInput, form url.Values) map[league.TermPart][]TermField {
	fields := map[league.TermPart][]TermField{}
	for _, part := range []league.TermPart{league.PartPlay, league.PartBefore, league.PartEntry, league.PartOrder} {
		for _, t := range league.TermsOf(part) {
			names, some := gamesWith(in, t)
			if !some || t.Moot {
				continue
			}
			f := TermField{Term: t, Label: t.Form.Label, Value: form.Get(t.Name), Options: termOptions(t, "")}
			ui.ChooseOption(f.Options, f.Value)
			if names != "" {
				f.Label = "In " + names + ": " + f.Label
			}
			fields[part] = append(fields[part], f)
		}
	}
	return fields
}

// gamesWith says whether the form asks for a term, and names the games for which alone it does.
func gamesWith(in WizardInput, t league.Term) (names string, some bool) {
	if !t.Rare {
		return "", true
	}
	var with []string
	for _, g := range in.Games {
		if slices.ContainsFunc(in.Formats, func(f league.FormatInfo) bool {
			return t.Has(league.TermContext{Format: f, Game: g.Info(), Start: league.StartDay})
		}) {
			with = append(with, g.Info().Name)
		}
	}
	if len(with) == len(in.Games) {
		return "", len(with) > 0
	}
	return strings.Join(with, ", "), len(with) > 0
}

// moreFields are those among the further choices.
func moreFields() []string {
	fields := []string{"cycles", "password", "profile", "order", "directors"}
	for _, t := range league.FormTerms() {
		if t.Part != league.PartStart {
			fields = append(fields, t.Name)
		}
	}
	return fields
}

// moreChosen says that something among the further choices is not as it comes.
func moreChosen(form url.Values) bool {
	usual := wizardDefaults()
	return slices.ContainsFunc(moreFields(), func(field string) bool { return form.Get(field) != usual.Get(field) })
}

func wrongIn(errors map[string]string, fields []string) bool {
	return slices.ContainsFunc(fields, func(field string) bool { return errors[field] != "" })
}

// Get returns what is in a field.
func (p WizardPage) Get(field string) string { return p.form.Get(field) }

// Has says that a box is ticked.
func (p WizardPage) Has(field string) bool { return p.form.Get(field) != "" }

// sentences says what comes.
func (f Foresight) sentences() []string {
	o := f.Outlook
	each := ui.CountText(o.Least, "game", "games")
	if o.Most != o.Least {
		each = fmt.Sprintf("%d to %d games", o.Least, o.Most)
	}
	if o.Least == 0 {
		each = "up to " + ui.CountText(o.Most, "game", "games")
	}
	all := ui.CountText(o.Matches, "game", "games") + " in all"
	if o.Most != o.Least {
		all = "at most " + all
	}
	list := []string{fmt.Sprintf("With %d %s: %s for each, %s.", f.Players, cmp.Or(f.What, "players"), each, all)}
	switch {
	case f.Last.IsZero():
		list = append(list, "These games have no last turn, so there is no telling when it ends. Give rounds a last day if it must.")
	case f.Start.IsZero():
	case f.First.IsZero() || f.First.Equal(f.Last):
		list = append(list, fmt.Sprintf("If it starts on %s, it ends by %s%s.", ui.DayText(f.Start), ui.DayText(f.Last), f.unless(", unless somebody is on vacation")))
	default:
		all := "all the time there is"
		if f.Off {
			all = "all the time and all the vacation there is"
		}
		list = append(list, fmt.Sprintf("If it starts on %s, it ends between %s (everybody moves twice a day) and %s (everybody uses %s)%s.",
			ui.DayText(f.Start), ui.DayText(f.First), ui.DayText(f.Last), all, f.unless(", vacations apart")))
	}
	return list
}

// unless says what is not counted in; nothing if all is.
func (f Foresight) unless(vacations string) string {
	if f.Whole {
		return ""
	}
	return vacations
}

// Foresee returns what a tournament comes to with all places taken; nil if its format cannot say. Bound: vacation stops its
// games only so long (R-VA-7), and is counted in.
func Foresee(format league.Format, game engine.Info, t league.TournamentTerms, now time.Time, bound bool) *Foresight {
	foreseen, ok := format.(outlook.Foreseen)
	info := format.Info()
	control, err := clock.ByID(t.Control)
	if !ok || err != nil || t.Places < info.MinEntries || t.Places > info.MaxEntries || t.Cycles < 1 || t.Cycles > info.MaxCycles {
		return nil
	}
	f := Foresight{Players: t.Places, What: info.Entering(), Outlook: foreseen.Outlook(t.Places, t), Start: t.Starts}
	if f.Start.IsZero() {
		f.Start = now
	}
	span := outlook.SpanOf(game, control)
	if f.Whole = bound || t.NoVacation; bound && !t.NoVacation {
		f.Off = vacation.BoundOf(t.Control).All > 0
		span = span.WithVacation(vacation.BoundOf(t.Control).All)
	}
	if t.Duplicate {
		span = span.InStep()
	}
	f.First, f.Last = f.Outlook.Ends(f.Start, span, t.RoundDays)
	return &f
}

// OutlookOf is ForesightOf for the part of the form that is asked for again and again: there
// is always something to say.
func OutlookOf(f *Foresight) []string {
	if f == nil {
		return []string{"What it comes to is said here as soon as the choices above fit together."}
	}
	return f.sentences()
}

// ForesightOf says what comes; nil if there is no telling.
func ForesightOf(f *Foresight) []string {
	if f == nil {
		return nil
	}
	return f.sentences()
}

// CloneForm is the form of a tournament like one that there is, without its days, its word and
// its directors.
func CloneForm(t league.Tournament) url.Values {
	form := url.Values{}
	set := func(field, value string) {
		if value != "" && value != "0" {
			form.Set(field, value)
		}
	}
	set("name", t.Name)
	set("format", t.Format)
	set("rules", t.Game+"/"+t.Variant)
	set("control", t.Control)
	set("start", "organiser")
	if t.WhenFull {
		form.Set("start", "full")
	}
	set("profile", t.Profile)
	if strings.Contains(t.Profile, "+") || t.Profile == "tp" {
		form.Set("profile", ownOrder)
		form.Set("order", t.Profile)
	}
	set("places", strconv.Itoa(t.Places))
	set("cycles", strconv.Itoa(t.Cycles))
	if _, plays := t.Entrant(t.Organiser.ID); plays {
		form.Set("playing", "1")
	}
	for _, term := range league.FormTerms() {
		if term.Kind != league.When {
			set(term.Name, term.Typed(t.TournamentTerms))
		}
	}
	set("seeding", cmp.Or(t.Seeding, league.SeedLot))
	return form
}
