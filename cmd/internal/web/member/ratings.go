package member

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/league"
	"kickabout/league/assessment"
	"kickabout/views/member"
	"kickabout/views/ui"
)

// Ratings is the rating list of a pool.
func (s *Players) Ratings(c echo.Context) error {
	in, err := s.ratingsInput(c)
	if err != nil && league.KindOf(err) != league.NotFound {
		return err
	}
	status := http.StatusOK
	if err != nil {
		in.Error, status = ui.Sentence(err), http.StatusNotFound
	}
	in.Luck, err = request.Piece(s.Site, c, "luck in "+in.Pool.String(), func(viewer league.Viewer) (assessment.LuckTable, error) {
		return s.office.LuckTable(c.Request().Context(), viewer, in.Pool)
	})
	if err != nil {
		return err
	}
	return s.Render(c, status, member.Ratings(member.NewRatingsPage(in)))
}

// ratingsInput reads the list that is asked for. Where no game has the rules asked for, the
// error is of kind league.NotFound, and the list is that of the first game.
func (s *Players) ratingsInput(c echo.Context) (member.RatingsInput, error) {
	frame, err := s.Frame(c)
	if err != nil {
		return member.RatingsInput{}, err
	}
	ctx := c.Request().Context()
	in := member.RatingsInput{Frame: frame, Directs: s.office.DirectsSite(frame.Viewer), Games: s.office.Games(), Sort: c.QueryParam("sort"), Page: request.Count(c.QueryParam("page"))}
	if in.Pools, err = s.office.Pools(ctx); err != nil {
		return member.RatingsInput{}, err
	}
	var unknown error
	if in.Pool, unknown = s.pool(c.QueryParam("rules")); unknown != nil {
		in.Pool, _ = s.pool("")
	}
	in.Lines, err = request.Piece(s.Site, c, "ratings in "+in.Pool.String(), func(league.Viewer) ([]league.RatingLine, error) {
		return s.office.RatingList(c.Request().Context(), in.Pool)
	})
	if err != nil {
		return member.RatingsInput{}, err
	}
	if in.Bots, err = s.office.BotRatings(ctx, in.Pool); err != nil {
		return member.RatingsInput{}, err
	}
	return in, unknown
}

// pool reads the rules of a pool as addresses write them; "" is the first game's.
func (s *Players) pool(rules string) (league.Pool, error) {
	if rules == "" {
		first := s.office.Games()[0].Info()
		return league.Pool{Game: first.ID, Variant: first.Variants[0].ID}, nil
	}
	game, variant, err := s.office.Rules(rules)
	if err != nil {
		return league.Pool{}, league.Errorf(league.NotFound, "There is no game with these rules. Choose one from the list.")
	}
	return league.Pool{Game: game.Info().ID, Variant: variant}, nil
}

// RatingsCSV sends all ratings of a pool for spreadsheets.
func (s *Players) RatingsCSV(c echo.Context) error {
	in, err := s.ratingsInput(c)
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="ratings.csv"`)
	return c.Blob(http.StatusOK, "text/csv; charset=UTF-8", member.RatingsCSV(in))
}

// RatingsJSON sends all ratings of a pool for programs.
func (s *Players) RatingsJSON(c echo.Context) error {
	in, err := s.ratingsInput(c)
	if err != nil {
		return err
	}
	list, err := member.RatingsJSON(in)
	if err != nil {
		return err
	}
	return c.Blob(http.StatusOK, echo.MIMEApplicationJSON, list)
}

// RatingRules tells how ratings work.
func (s *Players) RatingRules(c echo.Context) error {
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	fits, err := s.office.ModelFits(c.Request().Context())
	if err != nil {
		return err
	}
	system, err := s.office.System(c.Request().Context())
	if err != nil {
		return err
	}
	return s.Render(c, http.StatusOK, member.RatingRules(member.NewRatingRulesPage(member.RatingRulesInput{
		Frame: frame, System: system, Games: s.office.Games(), Fits: fits,
	})))
}

// Forecast is the calculator. A form that was not sent yet asks for the viewer's own.
func (s *Players) Forecast(c echo.Context) error {
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	in := member.ForecastInput{Frame: frame, Games: s.office.Games(), Rules: c.QueryParam("rules"), Own: c.QueryParam("own"), Opponent: c.QueryParam("opponent")}
	if !c.QueryParams().Has("own") && !c.QueryParams().Has("opponent") {
		if frame.Viewer.Kind == league.Member {
			in.Own = frame.Viewer.Name
		}
		return s.Render(c, http.StatusOK, member.Forecast(member.NewForecastPage(in)))
	}
	f, err := s.office.Forecast(c.Request().Context(), s.Sees(c), in.Rules, in.Own, in.Opponent)
	status := http.StatusOK
	switch {
	case err == nil:
		in.Rules = f.Pool.String()
		in.Forecast = &member.ForecastResult{
			Pool: f.Pool, Names: [2]string{f.Sides[0].Name, f.Sides[1].Name},
			Before: [2]league.Standing{f.Sides[0].Standing, f.Sides[1].Standing}, Cases: f.Cases, Expected: f.Expected,
		}
	case ui.FieldSentences(err) != nil:
		in.Errors, status = ui.FieldSentences(err), http.StatusUnprocessableEntity
	default:
		return err
	}
	return s.Render(c, status, member.Forecast(member.NewForecastPage(in)))
}
