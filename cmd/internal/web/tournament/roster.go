package tournament

import (
	"io"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/league"
	"kickabout/league/desk"
	"kickabout/league/roster"
	"kickabout/views/tournament"
	"kickabout/views/ui"
)

// RosterPage is the page on which a director brings a list of players.
func (s *Desk) RosterPage(c echo.Context) error {
	return s.rosterForm(c, http.StatusOK, tournament.RosterInput{})
}

// Roster shows what a list of players would come to, and with do=invite has it come to that.
func (s *Desk) Roster(c echo.Context) error {
	text, err := rosterText(c)
	if err != nil {
		return err
	}
	seen, _ := strconv.Atoi(c.Request().PostFormValue("seen")) // what is no number was not seen
	f := desk.RosterForm{Text: text, Message: c.Request().PostFormValue("message"), Seed: c.Request().PostFormValue("seed") != "", Seen: seen}
	in := tournament.RosterInput{Text: f.Text, Message: f.Message}
	ctx, by, id := c.Request().Context(), request.Actor(c), c.Param("id")
	preview, err := s.office.PreviewRoster(ctx, by, id, f.Text)
	if err != nil {
		return err
	}
	in.Preview = &preview
	if len(preview.Problems) > 0 {
		return s.rosterForm(c, http.StatusUnprocessableEntity, in)
	}
	if c.Request().PostFormValue("do") != "invite" {
		return s.rosterForm(c, http.StatusOK, in)
	}
	err = s.office.InviteRoster(ctx, by, id, f)
	kind := league.KindOf(err)
	switch {
	case err == nil:
		return c.Redirect(http.StatusSeeOther, ui.TournamentURL(id)+"/desk")
	case kind == league.Internal || kind == league.NotFound || kind == league.Forbidden:
		return err
	}
	if in.Errors = ui.FieldSentences(err); in.Errors == nil {
		in.Errors = map[string]string{"": ui.Sentence(err)}
	}
	return s.rosterForm(c, request.StatusOf(kind), in)
}

// rosterText returns the list that was sent: the file if there is one, else the text. More than is read is cut off
// behind the first byte too many.
func rosterText(c echo.Context) (string, error) {
	file, err := c.FormFile("file")
	if err != nil || file.Size == 0 { // no file was chosen
		return c.Request().PostFormValue("text"), nil
	}
	in, err := file.Open()
	if err != nil {
		return "", err
	}
	defer in.Close()
	data, err := io.ReadAll(io.LimitReader(in, roster.MaxBytes+1))
	return string(data), err
}

func (s *Desk) rosterForm(c echo.Context, status int, in tournament.RosterInput) error {
	v, frame, err := s.directed(c, "can bring a list of players")
	if err != nil {
		return err
	}
	in.Frame, in.Tournament = frame, v.Tournament
	return s.Render(c, status, tournament.Roster(tournament.NewRosterPage(in)))
}
