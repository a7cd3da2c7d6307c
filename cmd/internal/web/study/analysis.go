package study

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"kickabout/league/insight"
	"kickabout/views/study"
)

// worthAgain is when a page that waits for an analysis looks again, in seconds.
const worthAgain = "5"

// Analysis is the page about what a finished match was worth. While that is being worked out, the page
// comes again by itself.
func (s *Handlers) Analysis(c echo.Context) error {
	in, err := s.analysisInput(c)
	if err != nil {
		return err
	}
	if in.Soon {
		c.Response().Header().Set("Refresh", worthAgain)
	}
	return s.Render(c, http.StatusOK, study.Analysis(study.NewAnalysisPage(in)))
}

func (s *Handlers) analysisInput(c echo.Context) (study.AnalysisInput, error) {
	a, err := s.office.Analysis(c.Request().Context(), s.Sees(c), c.Param("id"))
	if err != nil {
		return study.AnalysisInput{}, err
	}
	frame, err := s.Frame(c)
	in := study.AnalysisInput{Frame: frame, Match: a.Match, Record: a.Record, Side: a.Match.SideOf(frame.Viewer.ID), Found: a.Found}
	switch a.State {
	case insight.AnalysisDue:
		in.Soon, in.Missed = true, "The game is being worked through. That takes some seconds, and longer while many games end."
	case insight.AnalysisFailed:
		in.Missed = "This game could not be worked through, so nobody knows what it was worth."
	case insight.AnalysisNone:
		in.Missed = "Nobody was paid for this game, so it was worth nothing."
	}
	return in, err
}
