package study

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"kickabout/league"
	"kickabout/views/study"
	"kickabout/views/ui"
)

// Bots is the page about the bots.
func (s *Handlers) Bots(c echo.Context) error {
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	in := study.BotsInput{Frame: frame, Games: s.office.Games(), Manners: map[string][]string{}}
	meetings, err := s.office.Meetings()
	if err != nil {
		return err
	}
	for _, m := range meetings {
		in.Meetings = append(in.Meetings, study.Meeting{Game: m.Game, First: m.First, Second: m.Second, Matches: m.Matches, Points: m.Points, Error: m.Error, Command: m.Command()})
	}
	for _, b := range s.office.Opponents() {
		in.Bots = append(in.Bots, ui.Opponent{ID: b.Player.ID, Name: b.Player.Name, Summary: b.Summary})
		in.Reservations = append(in.Reservations, s.office.Reserve().ID)
	}
	for _, g := range in.Games {
		info := g.Info()
		in.Manners[info.ID] = s.office.Manners(g)
		pool := league.Pool{Game: info.ID, Variant: info.Variants[0].ID}
		lines, err := s.office.BotRatings(c.Request().Context(), pool)
		if err != nil {
			return err
		}
		in.Ratings = append(in.Ratings, lines...)
	}
	return s.Render(c, http.StatusOK, study.Bots(study.NewBotsPage(in)))
}
