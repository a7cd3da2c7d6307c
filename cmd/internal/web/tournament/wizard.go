package tournament

import (
	"context"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/league"
	"kickabout/league/office"
	contests "kickabout/league/tournaments"
	"kickabout/views/tournament"
	"kickabout/views/ui"
)

// Form is the form that opens a tournament: with good defaults, as a draft or as a
// tournament that there is.
func (s *Handlers) Form(c echo.Context) error {
	ctx, draft, clone := c.Request().Context(), c.QueryParam("draft"), c.QueryParam("clone")
	switch {
	case draft != "":
		frame, err := s.Frame(c)
		if err != nil {
			return err
		}
		d, err := s.office.Draft(ctx, frame.Viewer, draft)
		if err != nil {
			return err
		}
		form, err := url.ParseQuery(d.Form)
		if err != nil {
			return err
		}
		form.Set("draft", d.ID)
		return s.wizard(c, http.StatusOK, form, nil)
	case clone != "":
		v, err := s.office.Tournament(ctx, s.Sees(c), clone)
		if err != nil {
			return err
		}
		if v.Tournament.Competition != "" {
			return league.Errorf(league.NotFound, "There is no such tournament.")
		}
		return s.wizard(c, http.StatusOK, tournament.CloneForm(v.Tournament), nil)
	}
	return s.wizard(c, http.StatusOK, nil, nil)
}

func (s *Handlers) wizard(c echo.Context, status int, form url.Values, errors map[string]string) error {
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	if frame.Viewer.Kind != league.Member {
		return s.Render(c, status, tournament.NeedsAccount(tournament.NewNeedsAccount(frame)))
	}
	drafts, err := s.office.Drafts(c.Request().Context(), frame.Viewer)
	if err != nil {
		return err
	}
	in := tournament.WizardInput{
		Frame: frame, Games: s.office.Games(), Formats: s.office.Formats(), Reservation: s.office.ReserveTournament(),
		Form: form, Errors: errors, Drafts: drafts, Draft: form.Get("draft"),
	}
	if form != nil {
		if in.Foresight, err = s.foresight(c.Request().Context(), form); err != nil {
			return err
		}
	}
	return s.Render(c, status, tournament.Wizard(tournament.NewWizardPage(in)))
}

// proposalOf reads the form.
func (s *Handlers) proposalOf(form url.Values) contests.TournamentProposal {
	profile := form.Get("profile")
	if profile == "own" {
		profile = form.Get("order")
	}
	return contests.TournamentProposal{
		Reservation: form.Get("reservation"), Name: form.Get("name"), Format: form.Get("format"), Rules: s.RulesOf(form.Get),
		Places: form.Get("places"), Cycles: form.Get("cycles"), Control: form.Get("control"), Start: form.Get("start"), Profile: profile,
		Playing: form.Get("playing") != "", Password: form.Get("password"), Directors: form.Get("directors"), Typed: typed(league.FormTerms(), league.Term.FormName, form.Get),
	}
}

// typed reads what was typed for some terms, by what their fields are called.
func typed(terms []league.Term, called func(league.Term) string, get func(field string) string) league.Typed {
	read := league.Typed{}
	for _, t := range terms {
		read.Set(t.Name, get(called(t)))
	}
	return read
}

// unknown finds the first field of a form that is neither among some fields nor one of some terms;
// numbers of games have a dot in their names. It is "" if there is none.
func unknown(form url.Values, fields []string, terms []league.Term, called func(league.Term) string) (name string) {
	for _, name := range slices.Sorted(maps.Keys(form)) {
		isTerm := slices.ContainsFunc(terms, func(t league.Term) bool { return called(t) == name })
		if !isTerm && !slices.Contains(fields, name) && !strings.Contains(name, ".") {
			return name
		}
	}
	return ""
}

// formFields are the fields of the form that opens a tournament beside the terms.
var formFields = []string{
	"reservation", "draft", "do", "name", "format", "rules", "places", "cycles", "control", "start", "profile", "order", "playing", "password", "directors",
}

// foresight is what the tournament of a form comes to, as far as it can be understood.
func (s *Handlers) foresight(ctx context.Context, form url.Values) (*tournament.Foresight, error) {
	terms, _ := s.office.TournamentTerms(s.proposalOf(form))
	bound, err := willBind(ctx, s.office, terms)
	return s.foreseen(terms, bound), err
}

// willBind says that in a tournament that starts as its terms say vacation stops games only so long (R-VA-7).
func willBind(ctx context.Context, o *office.Office, terms league.TournamentTerms) (bool, error) {
	days, err := o.RuleDays(ctx)
	starts := o.Now()
	if terms.Starts.After(starts) {
		starts = terms.Starts
	}
	return days.Hold(league.VacationBounds, starts), err
}

func (s *Handlers) foreseen(terms league.TournamentTerms, bound bool) *tournament.Foresight {
	format, ok := s.office.Format(terms.Format)
	game, err := s.office.Game(terms.Game)
	if !ok || err != nil {
		return nil
	}
	return tournament.Foresee(format, game.Info(), terms, s.office.Now(), bound)
}

// Outlook is the part of the wizard's page that follows the form.
func (s *Handlers) Outlook(c echo.Context) error {
	f, err := s.foresight(c.Request().Context(), c.QueryParams())
	if err != nil {
		return err
	}
	return s.Render(c, http.StatusOK, tournament.Foreseen(tournament.OutlookOf(f)))
}

// Open opens a tournament and goes to it, or keeps the form as a draft. What was
// wrong is said beside its field, with what was typed still there.
func (s *Handlers) Open(c echo.Context) error {
	r := c.Request()
	form, err := request.Form(c)
	if err != nil {
		return err
	}
	form = maps.Clone(form)
	form.Set("rules", s.RulesOf(r.PostFormValue)) // with its numbers
	switch form.Get("do") {
	case "preview":
		return s.wizard(c, http.StatusOK, form, nil)
	case "draft":
		return s.saveDraft(c, form)
	}
	if name := unknown(form, formFields, league.FormTerms(), league.Term.FormName); name != "" {
		return s.wizard(c, http.StatusUnprocessableEntity, form, map[string]string{"": ui.Sentence(league.NoTerm(name))})
	}
	p := s.proposalOf(form)
	t, err := s.office.CreateTournament(r.Context(), request.Actor(c), p)
	if fields := ui.FieldSentences(err); fields != nil {
		if form.Get("profile") == "own" {
			fields["order"] = fields["profile"]
		}
		return s.wizard(c, http.StatusUnprocessableEntity, form, fields)
	}
	if league.KindOf(err) == league.Forbidden {
		return s.wizard(c, http.StatusForbidden, form, map[string]string{"": ui.Sentence(err)})
	}
	if err == nil && form.Get("draft") != "" {
		err = s.office.DropDraft(r.Context(), request.Actor(c), form.Get("draft"))
	}
	if err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/tournaments/"+t.ID)
}

// saveDraft keeps a form.
func (s *Handlers) saveDraft(c echo.Context, form url.Values) error {
	id := form.Get("draft")
	kept := maps.Clone(form)
	for _, field := range []string{"reservation", "draft", "do", "password"} {
		kept.Del(field)
	}
	id, err := s.office.SaveDraft(c.Request().Context(), request.Actor(c), id, form.Get("name"), kept.Encode())
	if fields := ui.FieldSentences(err); fields != nil {
		return s.wizard(c, http.StatusUnprocessableEntity, form, fields)
	}
	if kind := league.KindOf(err); kind == league.Forbidden || kind == league.Invalid {
		return s.wizard(c, request.StatusOf(kind), form, map[string]string{"": ui.Sentence(err)})
	}
	if err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/tournaments/new?draft="+url.QueryEscape(id))
}

// DropDraft deletes a draft.
func (s *Handlers) DropDraft(c echo.Context) error {
	if err := s.office.DropDraft(c.Request().Context(), request.Actor(c), c.Param("draft")); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/tournaments/new")
}
