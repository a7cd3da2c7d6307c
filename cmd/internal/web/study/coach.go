package study

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"kickabout/engine"
	"kickabout/engine/analysis"
	"kickabout/league"
	"kickabout/league/insight"
	"kickabout/views/study"
)

// Coach lets a player guess the moves of their own finished match. Which decision, the steps of a guess
// and the score so far are in the address; the same guess always costs the same.
func (s *Handlers) Coach(c echo.Context) error {
	a, err := s.office.Analysis(c.Request().Context(), s.Sees(c), c.Param("id"))
	if err != nil {
		return err
	}
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	side := a.Match.SideOf(frame.Viewer.ID)
	if side == engine.NoSide {
		return league.Errorf(league.Forbidden, "You can guess the moves of your own games only.")
	}
	turns := study.CoachTurns(a.Found, side)
	if a.State != insight.AnalysisMade || len(turns) == 0 { // which that page says
		return c.Redirect(http.StatusSeeOther, "/matches/"+a.Match.ID+"/analysis")
	}
	in := study.CoachInput{
		Frame: frame, Match: a.Match, Record: a.Record, Side: side, Found: a.Found, Turn: within(c.QueryParam("turn"), 1, len(turns)),
		Done: engine.ParseSteps(c.QueryParam("do")), Guess: engine.Move(strings.TrimSpace(c.QueryParam("move"))),
	}
	in.Tried = within(c.QueryParam("tried"), 0, len(turns))
	in.Lost = within(c.QueryParam("lost"), 0, in.Tried*analysis.Whole)
	status := http.StatusOK
	if in.Guess != "" {
		p, _ := study.CoachPosition(a.Record, turns[in.Turn-1])
		if weighed, err := analysis.Weigh(p, in.Guess); err == nil {
			in.Weighed = &weighed
		} else {
			in.Error, status = engine.Reason(err), http.StatusUnprocessableEntity
		}
	}
	return s.Render(c, status, study.Coach(study.NewCoachPage(in)))
}

// within reads a number of an address; nonsense is the least one that may be.
func within(text string, least, most int) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		return least
	}
	return min(max(n, least), most)
}
