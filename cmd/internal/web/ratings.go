package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"kickabout/league"
	"kickabout/views"
)

// ratings is the rating list of a pool.
func (s *site) ratings(c echo.Context) error {
	in, err := s.ratingsInput(c)
	if err != nil && league.KindOf(err) != league.NotFound {
		return err
	}
	status := http.StatusOK
	if err != nil {
		in.Error, status = err.Error(), http.StatusNotFound
	}
	if in.Luck, err = s.office.Fortunes(c.Request().Context(), in.Pool); err != nil {
		return err
	}
	return s.render(c, status, views.Ratings(views.NewRatingsPage(in)))
}

// ratingsInput reads the list that is asked for. Where no game has the rules asked for, the
// error is of kind league.NotFound, and the list is that of the first game.
func (s *site) ratingsInput(c echo.Context) (views.RatingsInput, error) {
	frame, _, err := s.frame(c)
	if err != nil {
		return views.RatingsInput{}, err
	}
	ctx := c.Request().Context()
	in := views.RatingsInput{Frame: frame, Directs: s.office.DirectsSite(frame.Viewer), Games: s.office.Games(), Sort: c.QueryParam("sort"), Page: count(c.QueryParam("page"))}
	if in.Pools, err = s.office.Pools(ctx); err != nil {
		return views.RatingsInput{}, err
	}
	var unknown error
	if in.Pool, unknown = s.pool(c.QueryParam("rules")); unknown != nil {
		in.Pool, _ = s.pool("")
	}
	if in.Lines, err = s.office.RatingList(ctx, in.Pool); err != nil {
		return views.RatingsInput{}, err
	}
	if in.Bots, err = s.office.BotRatings(ctx, in.Pool); err != nil {
		return views.RatingsInput{}, err
	}
	return in, unknown
}

// pool reads the rules of a pool as addresses write them; "" is the first game's.
func (s *site) pool(rules string) (league.Pool, error) {
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

// ratingsCSV sends all ratings of a pool for spreadsheets.
func (s *site) ratingsCSV(c echo.Context) error {
	in, err := s.ratingsInput(c)
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="ratings.csv"`)
	return c.Blob(http.StatusOK, "text/csv; charset=UTF-8", views.RatingsCSV(in))
}

// ratingsJSON sends all ratings of a pool for programs.
func (s *site) ratingsJSON(c echo.Context) error {
	in, err := s.ratingsInput(c)
	if err != nil {
		return err
	}
	list, err := views.RatingsJSON(in)
	if err != nil {
		return err
	}
	return c.Blob(http.StatusOK, echo.MIMEApplicationJSON, list)
}

// ratingRules tells how ratings work.
func (s *site) ratingRules(c echo.Context) error {
	frame, _, err := s.frame(c)
	if err != nil {
		return err
	}
	fits, err := s.office.ModelFits(c.Request().Context())
	if err != nil {
		return err
	}
	return s.render(c, http.StatusOK, views.RatingRules(views.NewRatingRulesPage(views.RatingRulesInput{
		Frame: frame, System: s.office.Ratings, Games: s.office.Games(), Fits: fits,
	})))
}

// forecast is the calculator. A form that was not sent yet asks for the viewer's own.
func (s *site) forecast(c echo.Context) error {
	frame, _, err := s.frame(c)
	if err != nil {
		return err
	}
	in := views.ForecastInput{Frame: frame, Games: s.office.Games(), Rules: c.QueryParam("rules"), Own: c.QueryParam("own"), Opponent: c.QueryParam("opponent")}
	if !c.QueryParams().Has("own") && !c.QueryParams().Has("opponent") {
		if frame.Viewer.Kind == league.Member {
			in.Own = frame.Viewer.Name
		}
		return s.render(c, http.StatusOK, views.Forecast(views.NewForecastPage(in)))
	}
	f, err := s.office.Forecast(c.Request().Context(), in.Rules, in.Own, in.Opponent)
	status := http.StatusOK
	switch {
	case err == nil:
		in.Rules = f.Pool.String()
		in.Forecast = &views.ForecastResult{
			Pool: f.Pool, Names: [2]string{f.Sides[0].Name, f.Sides[1].Name},
			Before: [2]league.Standing{f.Sides[0].Standing, f.Sides[1].Standing}, Cases: f.Cases, Expected: f.Expected,
		}
	case league.Fields(err) != nil:
		in.Errors, status = league.Fields(err), http.StatusUnprocessableEntity
	default:
		return err
	}
	return s.render(c, status, views.Forecast(views.NewForecastPage(in)))
}
