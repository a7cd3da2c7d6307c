package admin

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/league/conduct"
	"kickabout/league/setting"
	"kickabout/views/admin"
)

// Games is which rules are open, and for what.
type Games struct{ admin *Handlers }

// Page is the page of it.
func (s *Games) Page(c echo.Context) error {
	return s.page(c, http.StatusOK, admin.GamesInput{}, nil)
}

func (s *Games) page(c echo.Context, status int, in admin.GamesInput, errors map[string]string) error {
	shell, err := s.admin.shell(c, conduct.ChangeGames)
	if err != nil {
		return err
	}
	shell.Errors = errors
	in.Shell, in.Games = shell, s.admin.office.Games()
	if in.Open, err = s.admin.office.Moderation.Games.Now(c.Request().Context(), by(c)); err != nil {
		return err
	}
	return s.admin.Render(c, status, admin.Games(admin.NewGames(in)))
}

// Set opens and closes what was ticked otherwise than the page had it: whatever somebody else has changed
// meanwhile stays.
func (s *Games) Set(c echo.Context) error {
	form, err := request.Form(c)
	if err != nil {
		return err
	}
	wish := map[setting.Cell]bool{}
	for _, text := range form["was"] {
		wish[setting.CellOf(text)] = false
	}
	for _, text := range form["open"] {
		cell := setting.CellOf(text)
		if _, was := wish[cell]; was {
			delete(wish, cell)
		} else {
			wish[cell] = true
		}
	}
	reason := form.Get("reason")
	if err := s.admin.office.Moderation.Games.Set(c.Request().Context(), by(c), wish, reason); err != nil {
		status, fields, err := wrong(err)
		if err != nil {
			return err
		}
		return s.page(c, status, admin.GamesInput{Wish: wish, Reason: reason}, fields)
	}
	return finish(c, "/admin/games", "games")
}
