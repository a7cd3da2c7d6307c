package tournament

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/league"
	contests "kickabout/league/tournaments"
	"kickabout/views/tournament"
	"kickabout/views/ui"
)

// TeamPage is the page of a team.
func (s *Handlers) TeamPage(c echo.Context) error {
	return s.teamAt(c, http.StatusOK, c.Param("team"), tournament.TeamTyped{}, nil)
}

func (s *Handlers) teamAt(c echo.Context, status int, team string, typed tournament.TeamTyped, errors map[string]string) error {
	in, err := s.tournamentInput(c)
	if err != nil {
		return err
	}
	page := tournament.TeamInput{Input: in, Team: team, Typed: typed, Errors: errors}
	if in.Tournament.State == league.Registration && in.Tournament.Boards > 0 {
		if page.Rated, err = s.office.TeamStrengths(c.Request().Context(), in.Tournament); err != nil {
			return err
		}
	}
	view, ok := tournament.NewTeamPage(page)
	if !ok {
		return league.Errorf(league.NotFound, "There is no such team in this tournament.")
	}
	return s.Render(c, status, tournament.Team(view))
}

// TeamMatch is the sheet of a team match.
func (s *Handlers) TeamMatch(c echo.Context) error {
	in, err := s.tournamentInput(c)
	if err != nil {
		return err
	}
	page, ok := tournament.NewTeamMatchPage(in, c.Param("match"))
	if !ok {
		return league.Errorf(league.NotFound, "There is no such team match, or it has not begun.")
	}
	return s.Render(c, http.StatusOK, tournament.TeamMatch(page))
}

// InTeam does what a player asks for in a tournament of teams, and goes to the page of the
// team. What was refused is said there, with what was typed still there; a team that was not
// founded has none.
func (s *Handlers) InTeam(c echo.Context) error {
	r := c.Request()
	form := teamForm(r)
	if form.Player == "self" {
		form.Player = request.Actor(c).ID
	}
	err := s.office.InTeam(r.Context(), request.Actor(c), c.Param("id"), form)
	kind := league.KindOf(err)
	switch {
	case err == nil:
		return c.Redirect(http.StatusSeeOther, s.teamGoesTo(c, form))
	case kind == league.Internal || kind == league.NotFound || kind == league.Forbidden && form.Act != "found":
		return err
	}
	fields := ui.FieldSentences(err)
	if fields == nil {
		fields = map[string]string{"": ui.Sentence(err)}
	}
	typed := tournament.TeamTyped{Act: form.Act, Player: form.Player, Board: form.Board, Text: form.Text, Boards: form.Boards}
	if form.Act != "found" {
		if v, err := s.office.Tournament(r.Context(), s.Sees(c), c.Param("id")); err != nil {
			return err
		} else if _, ok := v.Tournament.Team(form.Team); ok {
			return s.teamAt(c, request.StatusOf(kind), form.Team, typed, fields)
		}
	}
	return s.teamRefused(c, request.StatusOf(kind), form, fields)
}

// teamForm reads a form about a team.
func teamForm(r *http.Request) contests.TeamForm {
	f := contests.TeamForm{
		Act: r.PostFormValue("act"), Team: r.PostFormValue("team"), Player: r.PostFormValue("player"), Name: r.PostFormValue("name"),
		Word: r.PostFormValue("word"), Board: r.PostFormValue("board"), Text: r.PostFormValue("text"), Boards: map[string]string{},
	}
	for name := range r.PostForm {
		if id, ok := strings.CutPrefix(name, "board-"); ok {
			f.Boards[id] = r.PostFormValue(name)
		}
	}
	return f
}

// teamGoesTo is the page after something was done: that of the team, as long as there is one.
func (s *Handlers) teamGoesTo(c echo.Context, f contests.TeamForm) string {
	path := "/tournaments/" + url.PathEscape(c.Param("id"))
	v, err := s.office.Tournament(c.Request().Context(), s.Sees(c), c.Param("id"))
	if err != nil {
		return path
	}
	if e, in := v.Tournament.Entrant(request.Actor(c).ID); in && f.Act == "found" {
		f.Team = e.Team
	}
	if _, ok := v.Tournament.Team(f.Team); ok {
		path += "/teams/" + url.PathEscape(f.Team)
	}
	return path
}

// teamRefused is the page of the tournament with the sentence that says why not.
func (s *Handlers) teamRefused(c echo.Context, status int, f contests.TeamForm, fields map[string]string) error {
	in, err := s.tournamentInput(c)
	if err != nil {
		return err
	}
	in.Error, in.TeamName, in.TeamErrors = fields[""], f.Name, fields
	if in.Error == "" && fields["name"] == "" && fields["word"] == "" {
		for _, sentence := range fields {
			in.Error = sentence
		}
	}
	return s.Render(c, status, tournament.View(tournament.NewPage(in)))
}
