package web

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/views"
)

// allRules is the page that lists the games' rules.
func (s *site) allRules(c echo.Context) error {
	frame, _, err := s.frame(c)
	if err != nil {
		return err
	}
	return s.render(c, http.StatusOK, views.Games(views.NewGamesPage(views.GamesInput{Frame: frame, Games: s.office.Games()})))
}

// rules is the page that explains a game; one of its examples may be under way.
func (s *site) rules(c echo.Context) error {
	game, err := s.gameOf(c)
	if err != nil {
		return err
	}
	frame, _, err := s.frame(c)
	if err != nil {
		return err
	}
	in := views.RulesInput{Frame: frame, Game: game, State: exampleState(c, c.QueryParam("example"))}
	return s.render(c, http.StatusOK, views.Rules(views.NewRulesPage(in)))
}

// example is one example of a game's rules by itself, for the script.
func (s *site) example(c echo.Context) error {
	game, err := s.gameOf(c)
	if err != nil {
		return err
	}
	state := exampleState(c, c.Param("example"))
	if state.N < 1 || state.N > views.Examples(game) {
		return league.Errorf(league.NotFound, "The rules have no such example.")
	}
	return s.render(c, http.StatusOK, views.Example(views.NewExample(game, state)))
}

// gameOf returns the game that an address names.
func (s *site) gameOf(c echo.Context) (engine.Game, error) {
	game, err := s.office.Game(c.Param("game"))
	if err != nil {
		return nil, league.Errorf(league.NotFound, "There is no game of this name here.")
	}
	return game, nil
}

// exampleState reads how far the reader has come with an example. Nonsense is as
// good as nothing.
func exampleState(c echo.Context, n string) views.ExampleState {
	state := views.ExampleState{
		N: count(n), Ask: c.QueryParam("ask") != "", Roll: count(c.QueryParam("roll")), Play: count(c.QueryParam("play")),
	}
	if c.QueryParams().Has("do") {
		state.Done = append([]engine.Step{}, engine.ParseSteps(c.QueryParam("do"))...)
	}
	return state
}

// count reads a number of a query; 0 for what is none.
func count(text string) int {
	n, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		return 0
	}
	return int(n)
}
