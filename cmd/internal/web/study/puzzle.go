package study

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/learning"
	"kickabout/league/puzzle"
	"kickabout/views/study"
	"kickabout/views/ui"
)

// Puzzle is the page of a day's puzzle, of today where no day is named. The steps of an answer are in the address,
// and so is the answer of whoever has no account.
func (s *Learning) Puzzle(c echo.Context) error {
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	day := puzzle.Day(c.Param("day"))
	in, err := s.PuzzleInput(c, frame, day)
	if err == nil && in.Game == nil && day != "" {
		err = league.Errorf(league.NotFound, "There is no puzzle of this day.")
	}
	if err != nil {
		return err
	}
	return s.Render(c, http.StatusOK, study.Puzzle(study.NewPuzzlePage(in)))
}

// PuzzleInput is what is shown of a puzzle; without a game if the day has none.
func (s *Learning) PuzzleInput(c echo.Context, frame ui.Frame, day puzzle.Day) (study.PuzzleInput, error) {
	in := study.PuzzleInput{Frame: frame}
	d, err := s.office.Daily(c.Request().Context(), frame.Viewer, day)
	if league.KindOf(err) == league.NotFound {
		return in, nil
	}
	if err != nil {
		return in, err
	}
	in.Game, in.Puzzle, in.Position, in.Today, in.Try = d.Game, d.Puzzle, d.Position, d.Today, d.Try
	in.Share, in.Marks, in.Streak = d.Share, d.Marks, d.Streak
	in.Done = engine.ParseSteps(c.QueryParam("do"))
	in.Tried = engine.Move(strings.TrimSpace(c.QueryParam("move")))
	if frame.Viewer.Kind == league.Member {
		in.Show, in.Right = d.Try.Done(), !d.Try.Solved.IsZero()
	}
	if in.Tried == "" {
		in.Show = in.Show || frame.Viewer.Kind != league.Member && c.QueryParam("show") != ""
		return in, nil
	}
	err = d.Position.Check(in.Tried)
	switch {
	case err != nil:
		in.Error = engine.Reason(err)
	case !d.Right(in.Tried):
	case frame.Viewer.Kind == league.Member: // an address that somebody wrote; what they answered stands in Try
		in.Tried = ""
	default:
		in.Show, in.Right = true, true
	}
	return in, nil
}

// AnswerPuzzle keeps the answer of a member, and goes back to the puzzle.
func (s *Learning) AnswerPuzzle(c echo.Context) error {
	move := strings.TrimSpace(c.FormValue("move"))
	d, err := s.office.AnswerPuzzle(c.Request().Context(), request.Actor(c), puzzle.Day(c.Param("day")), engine.Move(move))
	if ui.FieldSentences(err) != nil { // the page says what is wrong with it
		err = nil
	}
	if err != nil {
		return err
	}
	query := "?move=" + url.QueryEscape(move)
	if d.Try.Done() {
		query = ""
	}
	return s.toPuzzle(c, d, query)
}

// ShowPuzzle lets a member see the solution.
func (s *Learning) ShowPuzzle(c echo.Context) error {
	d, err := s.office.ShowPuzzle(c.Request().Context(), request.Actor(c), puzzle.Day(c.Param("day")))
	if err != nil {
		return err
	}
	return s.toPuzzle(c, d, "")
}

func (s *Learning) toPuzzle(c echo.Context, d learning.Daily, query string) error {
	address := ui.PuzzleURL(d.Day)
	if d.Today {
		address = ui.PuzzlesURL
	}
	return c.Redirect(http.StatusSeeOther, address+query+"#board")
}
