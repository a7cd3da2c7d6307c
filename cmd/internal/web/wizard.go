package web

import (
	"maps"
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"kickabout/league"
	"kickabout/league/office"
	"kickabout/views"
)

// newTournament is the form that opens a tournament: with good defaults, as a draft or as a
// tournament that there is.
func (s *site) newTournament(c echo.Context) error {
	ctx, draft, clone := c.Request().Context(), c.QueryParam("draft"), c.QueryParam("clone")
	switch {
	case draft != "":
		frame, _, err := s.frame(c)
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
		v, err := s.office.Tournament(ctx, clone)
		if err != nil {
			return err
		}
		if v.Tournament.Competition != "" {
			return league.Errorf(league.NotFound, "There is no such tournament.")
		}
		return s.wizard(c, http.StatusOK, views.CloneForm(v.Tournament), nil)
	}
	return s.wizard(c, http.StatusOK, nil, nil)
}

func (s *site) wizard(c echo.Context, status int, form url.Values, errors map[string]string) error {
	frame, _, err := s.frame(c)
	if err != nil {
		return err
	}
	if frame.Viewer.Kind != league.Member {
		return s.render(c, status, views.TournamentNeedsAccount(views.NewTournamentNeedsAccount(frame)))
	}
	drafts, err := s.office.Drafts(c.Request().Context(), frame.Viewer)
	if err != nil {
		return err
	}
	in := views.WizardInput{
		Frame: frame, Games: s.office.Games(), Formats: s.office.Formats(), Reservation: s.office.ReserveTournament(),
		Form: form, Errors: errors, Drafts: drafts, Draft: form.Get("draft"),
	}
	if form != nil {
		in.Foresight = s.foresight(form)
	}
	return s.render(c, status, views.Wizard(views.NewWizardPage(in)))
}

// proposalOf reads the form.
func (s *site) proposalOf(form url.Values) office.TournamentProposal {
	profile := form.Get("profile")
	if profile == "own" {
		profile = form.Get("order")
	}
	return office.TournamentProposal{
		Reservation: form.Get("reservation"), Name: form.Get("name"), Format: form.Get("format"), Rules: s.rulesOf(form.Get),
		Places: form.Get("places"), Cycles: form.Get("cycles"), Control: form.Get("control"), Start: form.Get("start"), Profile: profile,
		Playing: form.Get("playing") != "", NoVacation: form.Get("no_vacation") != "", AtOnce: form.Get("at_once") != "", Duplicate: form.Get("duplicate") != "", CloseWin: form.Get("close_win") != "",
		ThirdPlace: form.Get("third_place") != "", GroupSize: form.Get("group_size"), Through: form.Get("through"), RoundDays: form.Get("round_days"), Rounds: form.Get("rounds"),
		Starts: form.Get("starts"), Closes: form.Get("closes"), CheckIn: form.Get("check_in"), Least: form.Get("least"),
		Waiting: form.Get("waiting") != "", Joining: form.Get("joining") != "",
		From: form.Get("rating_from"), To: form.Get("rating_to"), Finished: form.Get("finished"), Flagged: form.Get("flagged"),
		Password: form.Get("password"), ByInvite: form.Get("by_invitation") != "", Private: form.Get("private") != "", NoBots: form.Get("no_bots") != "",
		Seeding: form.Get("seeding"), Directors: form.Get("directors"),
	}
}

// foresight is what the tournament of a form comes to, as far as it can be understood.
func (s *site) foresight(form url.Values) *views.Foresight {
	terms, _ := s.office.TournamentTerms(s.proposalOf(form))
	return s.foreseen(terms)
}

func (s *site) foreseen(terms league.TournamentTerms) *views.Foresight {
	format, ok := s.office.Format(terms.Format)
	game, err := s.office.Game(terms.Game)
	if !ok || err != nil {
		return nil
	}
	return views.Foresee(format, game.Info(), terms, s.office.Now())
}

// outlook is the part of the wizard's page that follows the form.
func (s *site) outlook(c echo.Context) error {
	return s.render(c, http.StatusOK, views.Foreseen(views.OutlookOf(s.foresight(c.QueryParams()))))
}

// openTournament opens a tournament and goes to it, or keeps the form as a draft. What was
// wrong is said beside its field, with what was typed still there.
func (s *site) openTournament(c echo.Context) error {
	r := c.Request()
	form, err := c.FormParams()
	if err != nil {
		return league.Errorf(league.Invalid, "This form cannot be read.")
	}
	form = maps.Clone(form)
	form.Set("rules", s.rulesOf(r.PostFormValue)) // with its numbers
	switch form.Get("do") {
	case "preview":
		return s.wizard(c, http.StatusOK, form, nil)
	case "draft":
		return s.saveDraft(c, form)
	}
	p := s.proposalOf(form)
	t, err := s.office.CreateTournament(r.Context(), actor(c), p)
	if fields := league.Fields(err); fields != nil {
		if form.Get("profile") == "own" {
			fields["order"] = fields["profile"]
		}
		return s.wizard(c, http.StatusUnprocessableEntity, form, fields)
	}
	if league.KindOf(err) == league.Forbidden {
		return s.wizard(c, http.StatusForbidden, form, map[string]string{"": err.Error()})
	}
	if err == nil && form.Get("draft") != "" {
		err = s.office.DropDraft(r.Context(), actor(c), form.Get("draft"))
	}
	if err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/tournaments/"+t.ID)
}

// saveDraft keeps a form.
func (s *site) saveDraft(c echo.Context, form url.Values) error {
	id := form.Get("draft")
	kept := maps.Clone(form)
	for _, field := range []string{"reservation", "draft", "do", "password"} {
		kept.Del(field)
	}
	id, err := s.office.SaveDraft(c.Request().Context(), actor(c), id, form.Get("name"), kept.Encode())
	if fields := league.Fields(err); fields != nil {
		return s.wizard(c, http.StatusUnprocessableEntity, form, fields)
	}
	if kind := league.KindOf(err); kind == league.Forbidden || kind == league.Invalid {
		return s.wizard(c, statusOf(kind), form, map[string]string{"": err.Error()})
	}
	if err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/tournaments/new?draft="+url.QueryEscape(id))
}

// dropDraft deletes a draft.
func (s *site) dropDraft(c echo.Context) error {
	if err := s.office.DropDraft(c.Request().Context(), actor(c), c.Param("draft")); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/tournaments/new")
}
