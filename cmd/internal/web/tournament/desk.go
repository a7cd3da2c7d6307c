package tournament

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/league"
	"kickabout/league/desk"
	contests "kickabout/league/tournaments"
	"kickabout/views/tournament"
	"kickabout/views/ui"
)

// Page is the desk of a tournament.
func (s *Desk) Page(c echo.Context) error {
	return s.at(c, http.StatusOK, 0, tournament.DeskTyped{}, nil)
}

// Act does what a director asks for and shows the desk again. What was refused is said
// beside its field, with what was typed still there.
func (s *Desk) Act(c echo.Context) error {
	r := c.Request()
	form := deskForm(r)
	fields, status, err := s.done(c, form)
	if fields == nil {
		return err
	}
	typed := tournament.DeskTyped{Act: form.Act, Player: form.Player, Other: form.Other, Text: form.Text, Round: form.Round, Seeds: form.Seeds, Event: form.Event, Terms: form.Terms}
	return s.at(c, status, form.Seen, typed, fields)
}

// done does what a form asks for, and then goes to the desk. Where it is refused beside its fields these come with the status
// of the page; without them the answer is given.
func (s *Desk) done(c echo.Context, form desk.DeskForm) (fields map[string]string, status int, err error) {
	err = s.office.AtDesk(c.Request().Context(), request.Actor(c), c.Param("id"), form)
	kind := league.KindOf(err)
	switch {
	case err == nil:
		return nil, 0, c.Redirect(http.StatusSeeOther, "/tournaments/"+url.PathEscape(c.Param("id"))+"/desk")
	case kind == league.Internal || kind == league.NotFound || kind == league.Forbidden:
		return nil, 0, err
	}
	if fields = ui.FieldSentences(err); fields == nil {
		fields = map[string]string{"": ui.Sentence(err)}
	}
	return fields, request.StatusOf(kind), nil
}

// deskForm reads a form of the desk.
func deskForm(r *http.Request) desk.DeskForm {
	f := desk.DeskForm{
		Act: r.PostFormValue("act"), Player: r.PostFormValue("player"), Other: r.PostFormValue("other"), Text: r.PostFormValue("text"), Round: r.PostFormValue("round"),
		Seeds: map[string]string{},
		Terms: league.TermsForm{Typed: typed(league.DeskTerms(), league.Term.DeskName, r.PostFormValue), Sure: r.PostFormValue("sure") != ""},
	}
	f.Seen, _ = strconv.Atoi(r.PostFormValue("seen"))   // what is no number was not seen
	f.Event, _ = strconv.Atoi(r.PostFormValue("event")) // and is no event
	fields := []string{"act", "seen", "player", "other", "text", "round", "event", "sure"}
	for name := range r.PostForm {
		if id, ok := strings.CutPrefix(name, "seed-"); ok {
			f.Seeds[id] = r.PostFormValue(name)
			fields = append(fields, name)
		}
	}
	f.Terms.Unknown = unknown(r.PostForm, fields, league.DeskTerms(), league.Term.DeskName)
	return f
}

// directed returns the tournament of a page that is for those who direct it, and its frame.
func (s *Desk) directed(c echo.Context, may string) (contests.TournamentView, ui.Frame, error) {
	v, err := s.office.Tournament(c.Request().Context(), s.Sees(c), c.Param("id"))
	if err != nil {
		return v, ui.Frame{}, err
	}
	frame, err := s.Frame(c)
	if err == nil && !s.office.Directs(frame.Viewer, v.Tournament) {
		err = league.Errorf(league.Forbidden, "Only who directs this tournament %s.", may)
	}
	return v, frame, err
}

// at renders the desk. Seen is up to where the viewer had seen the log.
func (s *Desk) at(c echo.Context, status, seen int, typed tournament.DeskTyped, errors map[string]string) error {
	v, frame, err := s.directed(c, "can open its organiser page")
	if err != nil {
		return err
	}
	t := v.Tournament
	requests, err := s.office.RulingRequests(c.Request().Context(), s.Sees(c), t)
	if err != nil {
		return err
	}
	gifts, err := s.office.Desks.Gifts(c.Request().Context(), s.Sees(c), t.ID)
	if err != nil {
		return err
	}
	values, err := mayEnterValue(c, s.office, frame.Viewer, t)
	if err != nil {
		return err
	}
	counting := league.Latest(v.Matches) // without games that are played again
	gifts = slices.DeleteFunc(gifts, func(g league.Gift) bool {
		return !slices.ContainsFunc(counting, func(m league.Match) bool { return m.ID == g.Match })
	})
	return s.Render(c, status, tournament.Desk(tournament.NewDeskPage(tournament.DeskInput{
		Frame: frame, Games: s.office.Games(), Tournament: t, Format: v.Format, Requests: requests, Gifts: gifts, Values: values, Seen: seen, Typed: typed, Errors: errors,
	})))
}
