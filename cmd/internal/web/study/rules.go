package study

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/office"
	"kickabout/views/study"
	"kickabout/views/ui"
)

// AllRules is the page that lists the games' rules.
func (s *Handlers) AllRules(c echo.Context) error {
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	return s.Render(c, http.StatusOK, study.Games(study.NewGamesPage(study.GamesInput{Frame: frame, Games: s.office.Games()})))
}

// Rules is the page that explains a game; one of its examples may be under way.
func (s *Handlers) Rules(c echo.Context) error {
	game, err := gameOf(s.office, c)
	if err != nil {
		return err
	}
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	in := study.RulesInput{Frame: frame, Game: game, State: exampleState(c, c.QueryParam("example"))}
	return s.Render(c, http.StatusOK, study.Rules(study.NewRulesPage(in)))
}

// LeagueRules is the law of the league.
func (s *Handlers) LeagueRules(c echo.Context) error { return s.law(c, study.NewLeagueRulesPage) }

// DiceScheme is the scheme that the dice are made by.
func (s *Handlers) DiceScheme(c echo.Context) error { return s.law(c, study.NewDiceSchemePage) }

// FullRules is a game's rules to the letter.
func (s *Handlers) FullRules(c echo.Context) error {
	game, err := gameOf(s.office, c)
	if err != nil {
		return err
	}
	return s.law(c, func(f ui.Frame) (study.LawPage, error) { return study.NewFullRulesPage(f, game) })
}

func (s *Handlers) law(c echo.Context, build func(ui.Frame) (study.LawPage, error)) error {
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	page, err := build(frame)
	if err != nil {
		return err
	}
	return s.Render(c, http.StatusOK, study.Law(page))
}

// Example is one example of a game's rules by itself, for the script.
func (s *Handlers) Example(c echo.Context) error {
	game, err := gameOf(s.office, c)
	if err != nil {
		return err
	}
	state := exampleState(c, c.Param("example"))
	if state.N < 1 || state.N > study.Examples(game) {
		return league.Errorf(league.NotFound, "The rules have no such example.")
	}
	if chapter := c.QueryParam("chapter"); study.HasChapter(game, chapter) {
		state.Chapter = chapter
	}
	return s.Render(c, http.StatusOK, study.Example(study.NewExample(game, state)))
}

// gameOf returns the game that an address names.
func gameOf(o *office.Office, c echo.Context) (engine.Game, error) {
	game, err := o.Game(c.Param("game"))
	if err != nil {
		return nil, league.Errorf(league.NotFound, "There is no game of this name here.")
	}
	return game, nil
}

// exampleState reads how far the reader has come with an example. Nonsense is as
// good as nothing.
func exampleState(c echo.Context, n string) study.ExampleState {
	state := study.ExampleState{
		N: request.Count(n), Ask: c.QueryParam("ask") != "", Roll: request.Count(c.QueryParam("roll")), Play: request.Count(c.QueryParam("play")),
	}
	if c.QueryParams().Has("do") {
		state.Done = append([]engine.Step{}, engine.ParseSteps(c.QueryParam("do"))...)
	}
	return state
}

// Dice is the page that explains the dice.
func (s *Handlers) Dice(c echo.Context) error {
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	o, err := s.office.DiceLog.Overview(c.Request().Context())
	if err != nil {
		return err
	}
	in := study.DiceInput{Frame: frame, SiteAlone: o.Counts.SiteAlone, Contributed: o.Counts.Contributed, PublicStart: o.Counts.PublicStart, First: o.Counts.First, Keys: int(o.Epochs), Restores: o.Restores}
	for _, b := range o.Breaks {
		in.Breaks = append(in.Breaks, study.DiceBreak(b))
	}
	for _, c := range o.Scopes {
		in.Scopes = append(in.Scopes, study.DiceScopes(c))
	}
	if o.Log != nil {
		in.Log = logShown(*o.Log)
	}
	return s.Render(c, http.StatusOK, study.Dice(in))
}
