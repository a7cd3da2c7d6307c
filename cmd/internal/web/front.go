package web

import (
	"errors"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/offer"
	"kickabout/cmd/internal/web/request"
	"kickabout/cmd/internal/web/tournament"
	"kickabout/engine"
	"kickabout/engine/scene"
	"kickabout/league"
	"kickabout/league/series"
	"kickabout/views/front"
	"kickabout/views/match"
	offerview "kickabout/views/offer"
	"kickabout/views/study"
	"kickabout/views/ui"
)

// How much the front page shows.
const (
	runningRead   = 18 // of which the page shows some
	finishedShown = 3
	nearestRead   = 24 // editions open for entry, of which the page looks at some
)

// front is the page that says what goes on now. For a guest it has a scene, as far as its address has brought that: a
// move that comes along is answered with the address of what came of it. With rematch it is the page on which a match
// against a bot is begun once more.
func (s *site) front(c echo.Context) error {
	if c.QueryParam("rematch") != "" {
		return s.play(c)
	}
	in, err := s.frontInput(c)
	if err != nil {
		return err
	}
	if in.Viewer.Kind != league.Member {
		if in.Scene, err = s.sceneInput(c, in.StartInput); err != nil {
			return err
		}
		if c.QueryParam("move") != "" && in.Scene != nil {
			return c.Redirect(http.StatusSeeOther, ui.SceneURL(in.Scene.Record.Game.Info().ID, in.Scene.N, in.Scene.Moves, nil))
		}
	}
	return s.Render(c, http.StatusOK, front.View(front.NewPage(in)))
}

// scene is the part of the front page that is the scene; a move that comes along is made first.
func (s *site) scene(c echo.Context) error {
	start, in, err := s.sceneAlone(c)
	if err != nil {
		return err
	}
	in.Start, _ = front.NewQuickStart(start)
	in.Waiting = start.Waiting
	return s.Render(c, http.StatusOK, front.Scene(front.NewSceneView(*in)))
}

// sceneSteps tells the script what may be touched in a scene after some steps, where that is too much for its page.
func (s *site) sceneSteps(c echo.Context) error {
	_, in, err := s.sceneAlone(c)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, study.ContinueOnPage(in.Record, in.Done, false))
}

// sceneAlone is sceneInput of a scene that there must be.
func (s *site) sceneAlone(c echo.Context) (front.StartInput, *front.SceneInput, error) {
	start, err := s.startInput(c)
	if err != nil {
		return start, nil, err
	}
	in, err := s.sceneInput(c, start)
	if err == nil && in == nil {
		err = league.Errorf(league.NotFound, "There are no scenes here.")
	}
	return start, in, err
}

// sceneInput reads how far a scene has come, by default the one of the day of the first game before it is touched; nil
// where no game is begun that has any.
func (s *site) sceneInput(c echo.Context, start front.StartInput) (*front.SceneInput, error) {
	typed := c.QueryParam("game")
	game := start.SceneGame(typed)
	switch {
	case game == nil && typed != "":
		return nil, league.Errorf(league.NotFound, "There is no such scene. The front page begins another one.")
	case game == nil:
		return nil, nil
	}
	n := 1 + int(s.office.Now().Unix()/int64((24*time.Hour)/time.Second))%scene.Count(game.Info().ID)
	if typed := c.QueryParam("scene"); typed != "" {
		n = request.Count(typed)
	}
	moves := ui.MovesOfText(c.QueryParam("moves"))
	if move := c.QueryParam("move"); move != "" {
		moves = append(moves, engine.Move(move))
	}
	p, err := scene.Load(game, n, moves)
	switch {
	case errors.Is(err, engine.ErrUnknown):
		return nil, league.Errorf(league.NotFound, "There is no such scene. The front page begins another one.")
	case engine.Reason(err) != "":
		return nil, league.Errorf(league.Invalid, "This scene cannot be played on from its address: %s The front page begins it anew.", engine.Reason(err))
	case err != nil:
		return nil, err
	}
	return &front.SceneInput{Play: p, Done: engine.ParseSteps(c.QueryParam("do"))}, nil
}

// play is the page of all choices of a match against a bot; its form may be filled for a match once more (rematch), or
// with the rules of a game.
func (s *site) play(c echo.Context) error {
	in, err := s.startPageInput(c)
	if err != nil {
		return err
	}
	in.Form.Rules = s.RulesOf(c.QueryParam)
	if match := c.QueryParam("rematch"); match != "" {
		if in.Form, err = s.offers.Rematch(c, in.Viewer, match); err != nil {
			return err
		}
	}
	return s.Render(c, http.StatusOK, front.Start(front.NewStartPage(in)))
}

// startInput is what a match against a bot is begun with, on dice of its own.
func (s *site) startInput(c echo.Context) (front.StartInput, error) {
	frame, err := s.Frame(c)
	reservation := s.office.Reserve()
	return front.StartInput{
		Frame: frame, Games: s.office.Games(), Opponents: s.study.Opponents(), Reservation: reservation.ID, Sealed: reservation.Sealed(),
	}, err
}

func (s *site) startPageInput(c echo.Context) (front.StartPageInput, error) {
	in, err := s.startInput(c)
	return front.StartPageInput{StartInput: in}, err
}

// watch is the part of the front page that changes by itself.
func (s *site) watch(c echo.Context) error {
	live, err := goingOn(s, c)
	if err != nil {
		return err
	}
	return s.Render(c, http.StatusOK, front.Watch(live.watch))
}

// live is what goes on on the site, and what has just ended.
type live struct {
	watch   front.WatchView
	results []match.ResultLine
}

// goingOn reads what goes on.
func goingOn(s *site, c echo.Context) (live, error) {
	return request.Piece(s.Site, c, "matches of the front page", func(viewer league.Viewer) (l live, err error) {
		running, finished, err := s.office.Latest(c.Request().Context(), viewer, runningRead, finishedShown)
		l.watch = front.NewWatchView(s.office.Games(), running, s.office.Now())
		for _, m := range finished {
			l.results = append(l.results, match.NewResult(s.office.Games(), m))
		}
		return l, err
	})
}

// contests are those of the front page.
type contests struct{ editions, open []league.Tournament }

// frontInput is what the front page shows, with dice of its own.
func (s *site) frontInput(c echo.Context) (front.Input, error) {
	in, err := request.ForVisitors(s.Site, c, func() (front.Input, error) { return s.frontShown(c) })
	reservation := s.office.Reserve()
	in.Reservation, in.Sealed = reservation.ID, reservation.Sealed()
	return in, err
}

// frontShown reads what is shown on the front page. A member's matches that wait, and where they stand, are shown to
// nobody else.
func (s *site) frontShown(c echo.Context) (in front.Input, err error) {
	ctx := c.Request().Context()
	frame, err := s.Frame(c)
	if err != nil {
		return in, err
	}
	in.StartInput = front.StartInput{Frame: frame, Games: s.office.Games(), Opponents: s.study.Opponents()}
	reads := []func() error{
		func() (err error) { in.Mine, err = request.Running(s.Site, c, frame.Viewer); return err },
		func() (err error) { in.Offers, err = s.office.Offers(ctx, frame.Viewer); return err },
		func() (err error) {
			l, err := goingOn(s, c)
			in.Watch, in.Results = l.watch, l.results
			return err
		},
		func() (err error) {
			in.Notices, err = s.office.SiteNotices(ctx, s.office.Now().Add(-noticesNew))
			return err
		},
		func() (err error) {
			found, err := request.Piece(s.Site, c, "tournaments of the front page", func(viewer league.Viewer) (f contests, err error) {
				f.editions, f.open, err = s.office.EditionsBeside(ctx, viewer, s.office.Now(), league.TournamentList{State: league.Registration, Limit: tournament.OpenShown})
				return f, err
			})
			in.Editions, in.Cups = found.editions, found.open
			in.Nearest = series.Nearest(in.Editions, nearestRead)
			return err
		},
	}
	if frame.Viewer.Kind == league.Member {
		reads = append(reads,
			func() (err error) { in.Seats, err = s.calendar.Seats(c, frame.Viewer); return err },
			func() (err error) { in.Puzzle, err = s.learning.PuzzleInput(c, frame, ""); return err },
		)
	}
	for _, read := range reads {
		if err := read(); err != nil {
			return in, err
		}
	}
	return in, nil
}

// begin starts a match and goes to it. What was wrong is said beside its field,
// with what was typed still there and a new reservation.
func (s *site) begin(c echo.Context) error {
	form := s.offers.FormOf(c)
	giveBack, wait := s.Limits.Games.Take(request.Neighbourhood(c.RealIP()), request.Arrived(c))
	if err := request.TooOften(c, wait); err != nil {
		return err
	}
	m, err := s.office.Begin(c.Request().Context(), request.Actor(c), offer.ProposalOf(c, form))
	if err != nil {
		giveBack()
	}
	if fields := ui.FieldSentences(err); fields != nil {
		return s.startAgain(c, http.StatusUnprocessableEntity, form, fields)
	}
	if err != nil && league.KindOf(err) == league.Stale {
		return s.startAgain(c, http.StatusConflict, form, map[string]string{"": ui.Sentence(err)})
	}
	if err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/matches/"+m.ID)
}

func (s *site) startAgain(c echo.Context, status int, form offerview.StartForm, errors map[string]string) error {
	in, err := s.startPageInput(c)
	if err != nil {
		return err
	}
	in.Form, in.Errors = form, errors
	if status != http.StatusConflict { // after which the reservation is used up
		reservation := s.office.ReserveAgain(c.Request().PostFormValue("reservation"))
		in.Reservation, in.Sealed = reservation.ID, reservation.Sealed()
	}
	return s.Render(c, status, front.Start(front.NewStartPage(in)))
}

// noticesNew is how long the front page shows a notice of the site.
const noticesNew = 7 * 24 * time.Hour
