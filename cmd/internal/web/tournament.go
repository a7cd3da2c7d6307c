package web

import (
	"context"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"kickabout/league"
	"kickabout/league/formats/championship"
	"kickabout/views"
)

// How many tournaments the lists show.
const (
	tournamentsShown = 50
	openShown        = 3 // on the front page
)

// tournaments is the list of tournaments.
func (s *site) tournaments(c echo.Context) error {
	ctx := c.Request().Context()
	frame, _, err := s.frame(c)
	if err != nil {
		return err
	}
	in := views.TournamentsInput{
		Frame: frame, Games: s.office.Games(), Formats: s.office.Formats(),
		Game: c.QueryParam("game"), Format: c.QueryParam("format"), State: league.TournamentState(c.QueryParam("state")),
	}
	for state, list := range map[league.TournamentState]*[]league.Tournament{
		league.Registration: &in.Open, league.Running: &in.Running, league.Finished: &in.Finished,
	} {
		if in.State != "" && in.State != state {
			continue
		}
		if *list, err = s.office.TournamentsOf(ctx, state, in.Game, in.Format, tournamentsShown); err != nil {
			return err
		}
	}
	return s.render(c, http.StatusOK, views.Tournaments(views.NewTournamentsPage(in)))
}

// tournament is the page of a tournament.
func (s *site) tournament(c echo.Context) error {
	in, err := s.tournamentInput(c)
	if err != nil {
		return err
	}
	if in.Tournament.Format == championship.ID {
		return c.Redirect(http.StatusSeeOther, views.SeasonURL(in.Tournament))
	}
	if ladder, ok := ladderOfTournament(in.Tournament); ok {
		return c.Redirect(http.StatusSeeOther, ladderPath(ladder)) // it has a page of its own
	}
	return s.render(c, http.StatusOK, views.Tournament(views.NewTournamentPage(in)))
}

func (s *site) tournamentInput(c echo.Context) (views.TournamentInput, error) {
	v, err := s.office.Tournament(c.Request().Context(), c.Param("id"))
	if err != nil {
		return views.TournamentInput{}, err
	}
	frame, _, err := s.frame(c)
	in := views.TournamentInput{
		Frame: frame, Directs: s.office.Directs(frame.Viewer, v.Tournament), Games: s.office.Games(), Tournament: v.Tournament, Format: v.Format, Matches: v.Matches,
		Ask: views.TableAsk{Group: c.QueryParam("group"), Sort: c.QueryParam("sort"), If: c.QueryParam("if"), Luck: c.QueryParam("luck")},
	}
	in.Rows, in.Bracket, in.League = v.Rows, v.Bracket, v.Teams
	if in.Drawing, in.Standings, in.Joins = v.Drawing, v.Table, v.Joins; v.Drawing != nil {
		in.Rests, in.MayRest = s.office.Rests(v, frame.Viewer.ID)
	}
	switch staged := v.Staged(); {
	case err != nil:
	case len(v.Groups) == 1 && !staged:
		in.Table = v.Groups[0].Table
		in.Odds, err = s.office.Odds(c.Request().Context(), v.Tournament, v.Groups[0])
	case v.Tournament.Format != championship.ID: // whose groups have pages of their own
		for _, g := range v.Groups {
			if g.Table == nil {
				continue
			}
			given, err := s.office.Odds(c.Request().Context(), v.Tournament, g)
			if err != nil {
				return in, err
			}
			in.Groups = append(in.Groups, views.GroupOf{Group: g.Group, Table: g.Table, Matches: g.Matches, Odds: given})
		}
	}
	if err == nil && v.Tournament.State != league.Registration {
		in.Worth, err = s.office.WorthIn(c.Request().Context(), league.WorthScope{Tournament: v.Tournament.ID})
	}
	for _, b := range s.office.Opponents() {
		in.Bots = append(in.Bots, b.Player)
	}
	if err == nil && v.Tournament.State == league.Registration && v.Tournament.Competition == "" {
		in.Foresight = s.foreseen(v.Tournament.TournamentTerms)
		if frame.Viewer.Kind == league.Member {
			in.Refused, err = s.office.Refuses(c.Request().Context(), frame.Viewer, v.Tournament)
		}
	}
	return in, err
}

// tournamentStream sends the live part of a tournament's page whenever it changes.
func (s *site) tournamentStream(c echo.Context) error {
	id, seen := c.Param("id"), markOf(c)
	wake, stop := s.office.ListenTournament(id)
	defer stop()
	stream := eventRetry()
	return s.follow(c, feed{kind: eventStream, wake: wake, beat: eventBeat, full: eventFull, news: func(ctx context.Context) ([]byte, error) {
		news := stream
		stream = nil
		last, over, err := s.office.TournamentReached(ctx, id)
		if now := (mark{last, over}); err != nil || now == seen {
			return news, err
		}
		seen = mark{last, over}
		in, err := s.tournamentInput(c)
		if err != nil {
			return nil, err
		}
		return appendEvent(ctx, news, seen, views.TournamentLive(views.NewTournamentPage(in)))
	}})
}

// The acts in a tournament. Each answers with the tournament's page: as it is now,
// or as it is with the sentence that says why not.

func (s *site) enterTournament(c echo.Context) error {
	return s.tournamentActed(c, s.office.EnterWith(c.Request().Context(), actor(c), c.Param("id"), c.Request().PostFormValue("word")))
}

func (s *site) leaveTournament(c echo.Context) error {
	ctx, id := c.Request().Context(), c.Param("id")
	if c.Request().PostFormValue("sure") != "" { // from the page that says what it does
		return s.tournamentActed(c, s.office.WithdrawFrom(ctx, actor(c), id))
	}
	return s.tournamentActed(c, s.office.LeaveTournament(ctx, actor(c), id))
}

// restTournament lets a player sit out the next round, or play it after all.
func (s *site) restTournament(c echo.Context) error {
	return s.tournamentActed(c, s.office.Rest(c.Request().Context(), actor(c), c.Param("id"), c.Request().PostFormValue("rest") == "yes"))
}

// pairingReport sends a tournament to pairing programs; ?before=3 as it was when round 3 was drawn.
func (s *site) pairingReport(c echo.Context) error {
	before := 0
	if typed := c.QueryParam("before"); typed != "" {
		n, err := strconv.Atoi(typed)
		if err != nil || n < 1 {
			return league.Errorf(league.NotFound, "There is no such round.")
		}
		before = n
	}
	report, err := s.office.PairingReport(c.Request().Context(), c.Param("id"), before)
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="report.trf"`)
	return c.Blob(http.StatusOK, "text/plain; charset=UTF-8", []byte(report))
}

func (s *site) inviteBot(c echo.Context) error {
	return s.tournamentActed(c, s.office.InviteBot(c.Request().Context(), actor(c), c.Param("id"), c.Request().PostFormValue("bot")))
}

func (s *site) removeBot(c echo.Context) error {
	return s.tournamentActed(c, s.office.RemoveBot(c.Request().Context(), actor(c), c.Param("id"), c.Request().PostFormValue("bot")))
}

func (s *site) startTournament(c echo.Context) error {
	return s.tournamentActed(c, s.office.StartTournament(c.Request().Context(), actor(c), c.Param("id")))
}

func (s *site) cancelTournament(c echo.Context) error {
	return s.tournamentActed(c, s.office.CancelTournament(c.Request().Context(), actor(c), c.Param("id")))
}

func (s *site) tournamentActed(c echo.Context, refusal error) error {
	kind := league.KindOf(refusal)
	switch {
	case refusal == nil:
		return s.toTournament(c)
	case kind == league.Internal || kind == league.NotFound:
		return refusal
	}
	in, err := s.tournamentInput(c)
	if err != nil {
		return err
	}
	if k, ok := league.ParseCompetition(in.Tournament.Competition); ok && k.Format == championship.ID {
		return s.championshipPage(c, k, statusOf(kind), refusal.Error())
	}
	if ladder, ok := ladderOfTournament(in.Tournament); ok {
		return s.ladderRefused(c, ladder, refusal)
	}
	in.Error = refusal.Error()
	return s.render(c, statusOf(kind), views.Tournament(views.NewTournamentPage(in)))
}

// toTournament goes on to the page of a tournament; who has left a private one goes to the list.
func (s *site) toTournament(c echo.Context) error {
	path := "/tournaments/" + c.Param("id")
	if _, _, err := s.office.TournamentReached(c.Request().Context(), c.Param("id")); league.KindOf(err) == league.NotFound {
		path = "/tournaments"
	} else if err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, path)
}

// tableCSV sends a tournament's table for spreadsheets.
func (s *site) tableCSV(c echo.Context) error {
	in, err := s.tournamentInput(c)
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="table.csv"`)
	return c.Blob(http.StatusOK, "text/csv; charset=UTF-8", views.TableCSV(in))
}

// tableJSON sends a tournament's table for programs.
func (s *site) tableJSON(c echo.Context) error {
	in, err := s.tournamentInput(c)
	if err != nil {
		return err
	}
	table, err := views.TableJSON(in)
	if err != nil {
		return err
	}
	return c.Blob(http.StatusOK, echo.MIMEApplicationJSON, table)
}

// seeding sends all that somebody needs to check a tournament's lot.
func (s *site) seeding(c echo.Context) error {
	v, err := s.office.Tournament(c.Request().Context(), c.Param("id"))
	if err != nil {
		return err
	}
	seeding, ok := s.office.Seeding(v.Tournament)
	if !ok {
		return league.Errorf(league.NotFound, "The lot is drawn when the tournament starts.")
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `inline; filename="seeding.json"`)
	return c.Blob(http.StatusOK, echo.MIMEApplicationJSON, seeding.Encode())
}
