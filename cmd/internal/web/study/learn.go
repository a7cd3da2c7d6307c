package study

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/engine"
	"kickabout/league"
	"kickabout/views/study"
)

// Learn is the page from which everything leads that there is to learn.
func (s *Learning) Learn(c echo.Context) error {
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	puzzle, err := s.PuzzleInput(c, frame, "")
	if err != nil {
		return err
	}
	done, err := s.office.ChaptersDone(c.Request().Context(), frame.Viewer)
	if err != nil {
		return err
	}
	in := study.LearnInput{Frame: frame, Games: s.office.Games(), Puzzle: puzzle, Done: done}
	return s.Render(c, http.StatusOK, study.Learn(study.NewLearnPage(in)))
}

// Lesson is a card of a game's lesson, the first one where none is named. What was touched is in the address.
func (s *Learning) Lesson(c echo.Context) error {
	game, err := gameOf(s.office, c)
	if err != nil {
		return err
	}
	card := 1
	if typed := c.Param("card"); typed != "" {
		card = request.Count(typed)
	}
	if card < 1 || card > study.Cards(game) {
		return league.Errorf(league.NotFound, "This lesson has no such card.")
	}
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	in := study.LessonInput{Frame: frame, Game: game, Card: card, Show: c.QueryParam("show") != ""}
	if touched := engine.ParseSteps(c.QueryParam("touch")); len(touched) == 1 {
		in.Touched = &touched[0]
	}
	return s.Render(c, http.StatusOK, study.LessonCard(study.NewLessonPage(in)))
}
