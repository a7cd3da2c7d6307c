package study

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/engine"
	"kickabout/league"
	"kickabout/views/study"
)

// Chapter is a chapter of a game's course; one of its examples may be under way.
func (s *Learning) Chapter(c echo.Context) error {
	game, chapter, err := s.chapterOf(c)
	if err != nil {
		return err
	}
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	done, err := s.office.ChaptersDone(c.Request().Context(), frame.Viewer)
	if err != nil {
		return err
	}
	in := study.ChapterInput{Frame: frame, Game: game, Chapter: chapter, State: exampleState(c, c.QueryParam("example")), Done: done[game.Info().ID]}
	return s.Render(c, http.StatusOK, study.Chapter(study.NewChapterPage(in)))
}

// FinishChapter notes that a member has done a chapter, and goes on to the next one.
func (s *Learning) FinishChapter(c echo.Context) error {
	game, chapter, err := s.chapterOf(c)
	if err != nil {
		return err
	}
	if err := s.office.FinishChapter(c.Request().Context(), request.Actor(c), game.Info().ID, chapter); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, study.NextChapter(game, chapter))
}

// chapterOf returns the game and the chapter that an address names.
func (s *Learning) chapterOf(c echo.Context) (engine.Game, string, error) {
	game, err := gameOf(s.office, c)
	if err != nil {
		return nil, "", err
	}
	chapter := c.Param("chapter")
	if !study.HasChapter(game, chapter) {
		return nil, "", league.Errorf(league.NotFound, "The rules have no such chapter.")
	}
	return game, chapter, nil
}
