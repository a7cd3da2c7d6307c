package web

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"kickabout/league"
	"kickabout/league/office"
	"kickabout/views"
)

// deskPage is the desk of a tournament.
func (s *site) deskPage(c echo.Context) error {
	return s.deskAt(c, http.StatusOK, 0, views.DeskTyped{}, nil)
}

// desk does what a director asks for and shows the desk again. What was refused is said
// beside its field, with what was typed still there.
func (s *site) desk(c echo.Context) error {
	r := c.Request()
	form := deskForm(r)
	err := s.office.AtDesk(r.Context(), actor(c), c.Param("id"), form)
	kind := league.KindOf(err)
	switch {
	case err == nil:
		return c.Redirect(http.StatusSeeOther, "/tournaments/"+url.PathEscape(c.Param("id"))+"/desk")
	case kind == league.Internal || kind == league.NotFound || kind == league.Forbidden:
		return err
	}
	fields := league.Fields(err)
	if fields == nil {
		fields = map[string]string{"": err.Error()}
	}
	typed := views.DeskTyped{Act: form.Act, Player: form.Player, Other: form.Other, Text: form.Text, Round: form.Round, Seeds: form.Seeds, Event: form.Event, Terms: form.Terms}
	return s.deskAt(c, statusOf(kind), form.Seen, typed, fields)
}

// deskForm reads a form of the desk.
func deskForm(r *http.Request) office.DeskForm {
	f := office.DeskForm{
		Act: r.PostFormValue("act"), Player: r.PostFormValue("player"), Other: r.PostFormValue("other"), Text: r.PostFormValue("text"), Round: r.PostFormValue("round"),
		Seeds: map[string]string{},
		Terms: league.TermsForm{
			Name: r.PostFormValue("name"), Places: r.PostFormValue("places"), Least: r.PostFormValue("least"), Starts: r.PostFormValue("starts"), Closes: r.PostFormValue("closes"),
			CheckIn: r.PostFormValue("checkin"), Waiting: r.PostFormValue("waiting") != "", Joining: r.PostFormValue("joining") != "", Private: r.PostFormValue("private") != "", ThirdPlace: r.PostFormValue("third_place") != "",
			Profile: r.PostFormValue("profile"), RoundDays: r.PostFormValue("rounddays"), Sure: r.PostFormValue("sure") != "",
		},
	}
	f.Seen, _ = strconv.Atoi(r.PostFormValue("seen"))   // what is no number was not seen
	f.Event, _ = strconv.Atoi(r.PostFormValue("event")) // and is no event
	for name := range r.PostForm {
		if id, ok := strings.CutPrefix(name, "seed-"); ok {
			f.Seeds[id] = r.PostFormValue(name)
		}
	}
	return f
}

// directed returns the tournament of a page that is for those who direct it, and its frame.
func (s *site) directed(c echo.Context, may string) (office.TournamentView, views.Frame, error) {
	v, err := s.office.Tournament(c.Request().Context(), c.Param("id"))
	if err != nil {
		return v, views.Frame{}, err
	}
	frame, _, err := s.frame(c)
	if err == nil && !s.office.Directs(frame.Viewer, v.Tournament) {
		err = league.Errorf(league.Forbidden, "Only who directs this tournament %s.", may)
	}
	return v, frame, err
}

// deskAt renders the desk. Seen is up to where the viewer had seen the log.
func (s *site) deskAt(c echo.Context, status, seen int, typed views.DeskTyped, errors map[string]string) error {
	v, frame, err := s.directed(c, "sits at its desk")
	if err != nil {
		return err
	}
	t := v.Tournament
	format, _ := s.office.Format(t.Format)
	_, joins := format.(league.Joining)
	return s.render(c, status, views.Desk(views.NewDeskPage(views.DeskInput{
		Frame: frame, Games: s.office.Games(), Tournament: t, Joins: joins, Semifinals: v.Format.ThirdPlace, Pairs: v.Format.Paired, Seen: seen, Typed: typed, Errors: errors,
	})))
}

// checkIn is that a player says before the start that he is there.
func (s *site) checkIn(c echo.Context) error {
	return s.tournamentActed(c, s.office.CheckIn(c.Request().Context(), actor(c), c.Param("id")))
}
