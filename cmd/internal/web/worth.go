package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"kickabout/league/office"
	"kickabout/views"
)

// worthAgain is when a page that waits for an analysis looks again, in seconds.
const worthAgain = "5"

// worth is the page about what a finished match was worth. While that is being worked out, the page
// comes again by itself.
func (s *site) worth(c echo.Context) error {
	in, err := s.worthInput(c)
	if err != nil {
		return err
	}
	if in.Soon {
		c.Response().Header().Set("Refresh", worthAgain)
	}
	return s.render(c, http.StatusOK, views.Worth(views.NewWorthPage(in)))
}

func (s *site) worthInput(c echo.Context) (views.WorthInput, error) {
	a, err := s.office.Analysis(c.Request().Context(), c.Param("id"))
	if err != nil {
		return views.WorthInput{}, err
	}
	frame, _, err := s.frame(c)
	in := views.WorthInput{Frame: frame, Match: a.Match, Record: a.Record, Side: a.Match.SideOf(frame.Viewer.ID), Found: a.Found}
	switch a.State {
	case office.AnalysisDue:
		in.Soon, in.Missed = true, "The game is being worked through. That takes some seconds, and longer while many games end."
	case office.AnalysisFailed:
		in.Missed = "This game could not be worked through, so nobody knows what it was worth."
	case office.AnalysisNone:
		in.Missed = "Nobody was paid for this game, so it was worth nothing."
	}
	return in, err
}
