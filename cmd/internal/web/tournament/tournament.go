package tournament

import (
	"context"
	"net/http"
	"slices"
	"strconv"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/engine/dice/tbd2"
	"kickabout/league"
	"kickabout/league/assessment"
	"kickabout/league/odds"
	"kickabout/league/office"
	contests "kickabout/league/tournaments"
	"kickabout/views/tournament"
	"kickabout/views/ui"
)

// CheckIn is that a player says before the start that they are there.
func (s *Handlers) CheckIn(c echo.Context) error {
	return s.Acted(c, s.office.CheckIn(c.Request().Context(), request.Actor(c), c.Param("id")))
}

// How many tournaments the lists show.
const (
	TournamentsShown = 50
	OpenShown        = 3 // on the front page
)

// List is the list of tournaments.
func (s *Handlers) List(c echo.Context) error {
	in, err := request.ForVisitors(s.Site, c, func() (tournament.TournamentsInput, error) { return s.listInput(c) })
	if err != nil {
		return err
	}
	return s.Render(c, http.StatusOK, tournament.Tournaments(tournament.NewTournamentsPage(in)))
}

func (s *Handlers) listInput(c echo.Context) (tournament.TournamentsInput, error) {
	ctx := c.Request().Context()
	frame, err := s.Frame(c)
	if err != nil {
		return tournament.TournamentsInput{}, err
	}
	in := tournament.TournamentsInput{
		Frame: frame, Games: s.office.Games(), Formats: s.office.Formats(),
		Game: c.QueryParam("game"), Format: c.QueryParam("format"), State: league.TournamentState(c.QueryParam("state")),
	}
	states := slices.DeleteFunc(slices.Clone(States), func(state league.TournamentState) bool { return in.State != "" && in.State != state })
	if len(states) == 0 { // nonsense was asked for
		return in, nil
	}
	list, err := s.office.TournamentsOf(ctx, s.Sees(c), Lists(league.TournamentList{Game: in.Game, Format: in.Format, Limit: TournamentsShown}, states...)...)
	in.Open, in.Running, in.Finished = In(league.Registration, list), In(league.Running, list), In(league.Finished, list)
	return in, err
}

// States are those in which tournaments are listed.
var States = []league.TournamentState{league.Registration, league.Running, league.Finished}

// Lists returns a list for each of some states.
func Lists(as league.TournamentList, states ...league.TournamentState) []league.TournamentList {
	lists := make([]league.TournamentList, len(states))
	for i, state := range states {
		lists[i] = as
		lists[i].State = state
	}
	return lists
}

// In returns the tournaments of a list that are in a state.
func In(state league.TournamentState, list []league.Tournament) (those []league.Tournament) {
	for _, t := range list {
		if t.State == state {
			those = append(those, t)
		}
	}
	return those
}

// Page is the page of a tournament.
func (s *Handlers) Page(c echo.Context) error {
	in, err := request.ForVisitors(s.Site, c, func() (tournament.Input, error) { return s.tournamentInput(c) })
	if err != nil {
		return err
	}
	k, known := league.ParseCompetition(in.Tournament.Competition)
	switch kind := in.Format.Kind; { // of those that have a page of their own
	case kind == league.Divisions:
		return c.Redirect(http.StatusSeeOther, ui.SeasonURL(in.Tournament))
	case kind == league.Challenges && known:
		return c.Redirect(http.StatusSeeOther, ui.LadderURL(k))
	}
	return s.Render(c, http.StatusOK, tournament.View(tournament.NewPage(in)))
}

func (s *Handlers) tournamentInput(c echo.Context) (tournament.Input, error) {
	v, err := s.office.Tournament(c.Request().Context(), s.Sees(c), c.Param("id"))
	if err != nil {
		return tournament.Input{}, err
	}
	frame, err := s.Frame(c)
	in := tournament.Input{
		Frame: frame, Directs: s.office.Directs(frame.Viewer, v.Tournament), Games: s.office.Games(), Tournament: v.Tournament, Format: v.Format, Matches: v.Matches, Address: s.AddressOf(c),
		Ask: ui.TableAsk{Group: c.QueryParam("group"), Sort: c.QueryParam("sort"), If: c.QueryParam("if"), Luck: c.QueryParam("luck")},
	}
	if v.Drawing != nil {
		in.Rests, in.MayRest = s.office.Rests(v, frame.Viewer.ID)
	}
	showTables(&in, v, false)
	if err == nil {
		err = s.addOdds(c, &in, v)
	}
	if err == nil && v.Tournament.State != league.Registration {
		in.Worth, err = s.office.LuckIn(c.Request().Context(), s.Sees(c), assessment.LuckScope{Tournament: v.Tournament.ID})
	}
	for _, b := range s.office.Opponents() {
		in.Bots = append(in.Bots, b.Player)
	}
	if err == nil && v.Tournament.State == league.Registration {
		in.Owned, err = s.ownBots(c, frame.Viewer)
	}
	if err == nil && v.Tournament.State == league.Registration {
		in.Bound, err = willBind(c.Request().Context(), s.office, v.Tournament.TournamentTerms)
	}
	if err == nil {
		in.Values, err = mayEnterValue(c, s.office, frame.Viewer, v.Tournament)
	}
	if err == nil && !v.Tournament.Ended.IsZero() {
		in.Opened, err = s.office.DiceLog.Opened(c.Request().Context(), v.Tournament.Serial)
	}
	in.Added = contests.AddedTime(v.Tournament.Log)
	if err == nil && v.Tournament.State == league.Registration && v.Tournament.Competition == "" {
		in.Foresight = s.foreseen(v.Tournament.TournamentTerms, in.Bound)
		if frame.Viewer.Kind == league.Member {
			in.Refused, err = s.office.EntryObstacle(c.Request().Context(), frame.Viewer, v.Tournament)
		}
	}
	return in, err
}

// showTables adds the tables of a tournament, or its bracket. Groups that have pages of their own are among them if they
// are wanted.
func showTables(in *tournament.Input, v contests.TournamentView, pagesToo bool) {
	in.Rows, in.Bracket, in.League = v.Rows, v.Bracket, v.Teams
	in.Drawing, in.Standings, in.Joins = v.Drawing, v.Table, v.Joins
	switch {
	case len(v.Groups) == 1 && !v.Staged():
		in.Table = v.Groups[0].Table
	case v.Format.Kind != league.Divisions || pagesToo:
		for _, g := range v.Groups {
			if g.Table != nil {
				in.Groups = append(in.Groups, tournament.GroupOf{Group: g.Group, Table: g.Table, Matches: g.Matches})
			}
		}
	}
}

// addOdds adds how the groups that are shown will probably end.
func (s *Handlers) addOdds(c echo.Context, in *tournament.Input, v contests.TournamentView) (err error) {
	shown := slices.DeleteFunc(slices.Clone(v.Groups), func(g contests.GroupView) bool { return g.Table == nil })
	if in.Groups == nil && len(v.Groups) == 1 && !v.Staged() {
		in.Odds, in.Days, err = s.oddsOf(c, v.Tournament, v.Groups[0])
	}
	for i := range in.Groups {
		if err == nil {
			in.Groups[i].Odds, in.Groups[i].Days, err = s.oddsOf(c, v.Tournament, shown[i])
		}
	}
	return err
}

// oddsOf reads how a group will probably end, and how it would have, day by day.
func (s *Handlers) oddsOf(c echo.Context, t league.Tournament, g contests.GroupView) (*odds.Group, []odds.DayOdds, error) {
	given, err := s.office.Odds(c.Request().Context(), t, g)
	if err != nil || given == nil {
		return nil, nil, err
	}
	days, err := s.office.DayOdds(c.Request().Context(), s.Sees(c), t.ID, g.Group)
	return given, days, err
}

// Embedded shows a tournament on pages of other sites: ?group= is one of its groups alone.
func Embedded(s *Handlers) echo.HandlerFunc {
	return func(c echo.Context) error {
		shown, err := request.ForFollowers(s.Site, c, "", func() (templ.Component, error) { return embedded(c, s) })
		if err != nil {
			return err
		}
		return request.RenderEmbedded(c, s.Site, shown)
	}
}

func embedded(c echo.Context, s *Handlers) (templ.Component, error) {
	v, err := s.office.Tournament(c.Request().Context(), league.Public(), c.Param("id"))
	if err != nil {
		return nil, err
	}
	frame, err := request.PublicFrame(c.Request().Context(), s.Site)
	if err != nil {
		return nil, err
	}
	if k, ok := league.ParseCompetition(v.Tournament.Competition); ok && s.embeds[k.Format] != nil {
		return s.embeds[k.Format](c.Request().Context(), frame, k)
	}
	in := tournament.Input{Frame: frame, Games: s.office.Games(), Tournament: v.Tournament, Format: v.Format, Matches: v.Matches}
	if one := c.QueryParam("group"); one != "" {
		v.Groups = slices.DeleteFunc(slices.Clone(v.Groups), func(g contests.GroupView) bool { return ui.GroupPath(g.Group) != one })
		if len(v.Groups) == 0 {
			return nil, league.Errorf(league.NotFound, "There is no such group.")
		}
	}
	showTables(&in, v, true)
	return tournament.Embedded(tournament.NewPage(in)), nil
}

// Stream sends the live part of a tournament's page whenever it changes.
func (s *Handlers) Stream(c echo.Context) error {
	id, seen := c.Param("id"), request.MarkOf(c)
	wake, stop := s.office.ListenTournament(id)
	defer stop()
	stream := request.EventRetry()
	return s.Follow(c, request.Feed{Kind: request.EventStream, Wake: wake, Beat: request.EventBeat, Full: request.EventFull, News: func(ctx context.Context) ([]byte, error) {
		news := stream
		stream = nil
		reached, err := reachedBy(s.Site, s.office, c, s.Sees(c), s.Credential(c) != "", id)
		now := request.Mark{Seq: reached[0], Line: reached[1]}
		if err != nil || now == seen {
			return news, err
		}
		seen = now
		piece, err := request.ForFollowers(s.Site, c, " at "+now.String(), func() ([]byte, error) {
			in, err := s.tournamentInput(c)
			if err != nil {
				return nil, err
			}
			return request.AppendEvent(ctx, nil, now, tournament.Live(tournament.NewPage(in)))
		})
		return append(news, piece...), err
	}})
}

// reachedBy returns how many events of a tournament's log there are, and how many of its matches are over.
func reachedBy(s *request.Site, o *office.Office, c echo.Context, viewer league.Viewer, own bool, id string) (request.Reached, error) {
	return request.ReachedBy(s, c, own, "tournament "+id, o.TournamentNewsNumber(id), func(ctx context.Context) (int, int, error) {
		return o.TournamentReached(ctx, viewer, id)
	})
}

// The acts in a tournament.

// Enter enters the viewer.
func (s *Handlers) Enter(c echo.Context) error {
	ctx, form, player, id := c.Request().Context(), c.Request(), request.Actor(c), c.Param("id")
	if err := s.office.GiveContribution(ctx, player, id, form.PostFormValue("contribution")); err != nil && league.KindOf(err) != league.Stale { // who comes too late is told so below
		return s.Acted(c, err)
	}
	return s.Acted(c, s.office.EnterWith(ctx, player, id, form.PostFormValue("word")))
}

// Leave takes the viewer out.
func (s *Handlers) Leave(c echo.Context) error {
	ctx, id := c.Request().Context(), c.Param("id")
	if c.Request().PostFormValue("sure") != "" { // from the page that says what it does
		return s.Acted(c, s.office.WithdrawFrom(ctx, request.Actor(c), id))
	}
	return s.Acted(c, s.office.LeaveTournament(ctx, request.Actor(c), id))
}

// Rest lets a player sit out the next round, or play it after all.
func (s *Handlers) Rest(c echo.Context) error {
	return s.Acted(c, s.office.Rest(c.Request().Context(), request.Actor(c), c.Param("id"), c.Request().PostFormValue("rest") == "yes"))
}

// PairingReport sends a tournament to pairing programs; ?before=3 as it was when round 3 was drawn.
func (s *Handlers) PairingReport(c echo.Context) error {
	before := 0
	if typed := c.QueryParam("before"); typed != "" {
		n, err := strconv.Atoi(typed)
		if err != nil || n < 1 {
			return league.Errorf(league.NotFound, "There is no such round.")
		}
		before = n
	}
	report, err := s.office.PairingReport(c.Request().Context(), s.Sees(c), c.Param("id"), before)
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="report.trf"`)
	return c.Blob(http.StatusOK, "text/plain; charset=UTF-8", []byte(report))
}

// Start starts a tournament.
func (s *Handlers) Start(c echo.Context) error {
	return s.Acted(c, s.office.StartTournament(c.Request().Context(), request.Actor(c), c.Param("id")))
}

// Cancel calls it off.
func (s *Handlers) Cancel(c echo.Context) error {
	return s.Acted(c, s.office.CancelTournament(c.Request().Context(), request.Actor(c), c.Param("id")))
}

// Acted answers an act with the tournament's page: as it is now, or as it is with the sentence that says why
// not.
func (s *Handlers) Acted(c echo.Context, refusal error) error {
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
	if k, ok := league.ParseCompetition(in.Tournament.Competition); ok && s.refused[k.Format] != nil {
		return s.refused[k.Format](c, k, refusal)
	}
	in.Error = ui.Sentence(refusal)
	return s.Render(c, request.StatusOf(kind), tournament.View(tournament.NewPage(in)))
}

// toTournament goes on to the page of a tournament; who has left a private one goes to the list.
func (s *Handlers) toTournament(c echo.Context) error {
	path := "/tournaments/" + c.Param("id")
	if _, _, err := s.office.TournamentReached(c.Request().Context(), s.Sees(c), c.Param("id")); league.KindOf(err) == league.NotFound {
		path = "/tournaments"
	} else if err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, path)
}

// TableCSV sends a tournament's table for spreadsheets.
func (s *Handlers) TableCSV(c echo.Context) error {
	in, err := s.tournamentInput(c)
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="table.csv"`)
	return c.Blob(http.StatusOK, "text/csv; charset=UTF-8", tournament.TableCSV(in))
}

// TableJSON sends a tournament's table for programs.
func (s *Handlers) TableJSON(c echo.Context) error {
	in, err := s.tournamentInput(c)
	if err != nil {
		return err
	}
	table, err := tournament.TableJSON(in)
	if err != nil {
		return err
	}
	return c.Blob(http.StatusOK, echo.MIMEApplicationJSON, table)
}

// Seeding sends all that somebody needs to check a tournament's lot.
func (s *Handlers) Seeding(c echo.Context) error {
	v, err := s.office.Tournament(c.Request().Context(), s.Sees(c), c.Param("id"))
	if err != nil {
		return err
	}
	seeding, ok := s.office.Seeding(v.Tournament)
	if !ok {
		return league.Errorf(league.NotFound, "The random draw is made when the tournament starts.")
	}
	if file, second := seeding.(tbd2.LotProof); second {
		if file.Anchors, err = s.office.DiceLog.LotAnchors(c.Request().Context(), v.Tournament.Serial); err != nil {
			return err
		}
		seeding = file
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `inline; filename="seeding.json"`)
	return c.Blob(http.StatusOK, echo.MIMEApplicationJSON, seeding.Encode())
}
