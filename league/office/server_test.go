package office_test

import (
	"context"
	"errors"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/correction"
	deskleague "kickabout/league/desk"
	"kickabout/league/moderation"
	"kickabout/league/office"
	playing "kickabout/league/play"
	"kickabout/league/series"
	"kickabout/league/tournaments"
)

// A server delivers before it answers whoever has changed something; here the club does.

// swept stores what is due.
func (c *club) swept() {
	c.t.Helper()
	if err := c.Office.Sweep(context.Background()); err != nil && !c.fails {
		c.t.Errorf("sweeping: %v", err)
	}
}

// delivered looks after what an act has raised.
func (c *club) delivered() {
	c.t.Helper()
	if c.deliver != nil {
		c.deliver(c)
		return
	}
	err := c.Deliver(context.Background(), office.Budget{})
	if err != nil && !c.fails && !errors.Is(err, errCut) && !errors.Is(err, context.Canceled) {
		c.t.Errorf("delivering: %v", err)
	}
}

func (c *club) AddTime(ctx context.Context, by league.Player, id string, g tournaments.TimeGrant) (int, error) {
	c.t.Helper()
	defer c.delivered()
	return c.Office.AddTime(ctx, by, id, g)
}

func (c *club) Adjudicate(ctx context.Context, id string) (playing.View, error) {
	c.t.Helper()
	defer c.delivered()
	return c.Office.Adjudicate(ctx, id)
}

func (c *club) Advance(ctx context.Context) error {
	c.t.Helper()
	defer c.delivered()
	return c.Office.Advance(ctx)
}

func (c *club) AgreeToStart(ctx context.Context, player league.Player, id string) error {
	c.t.Helper()
	defer c.delivered()
	return c.Office.AgreeToStart(ctx, player, id)
}

func (c *club) AtDesk(ctx context.Context, by league.Player, id string, f deskleague.DeskForm) error {
	c.t.Helper()
	defer c.delivered()
	return c.Office.AtDesk(ctx, by, id, f)
}

func (c *club) CancelTournament(ctx context.Context, player league.Player, id string) error {
	c.t.Helper()
	defer c.delivered()
	return c.Office.CancelTournament(ctx, player, id)
}

func (c *club) Challenge(ctx context.Context, player league.Player, of league.Competition, opponent string) (league.Match, error) {
	c.t.Helper()
	defer c.delivered()
	return c.Office.Challenge(ctx, player, of, opponent)
}

func (c *club) CheckIn(ctx context.Context, player league.Player, id string) error {
	c.t.Helper()
	defer c.delivered()
	return c.Office.CheckIn(ctx, player, id)
}

func (c *club) AdvanceCompetitions(ctx context.Context) error {
	c.t.Helper()
	defer c.delivered()
	return c.Office.AdvanceCompetitions(ctx)
}

func (c *club) Confirm(ctx context.Context, player league.Player, id string) error {
	c.t.Helper()
	defer c.delivered()
	return c.Office.Confirm(ctx, player, id)
}

func (c *club) DeleteAccount(ctx context.Context, player league.Player, password string, arrived time.Time) error {
	c.t.Helper()
	defer c.delivered()
	return c.Office.DeleteAccount(ctx, player, password, arrived)
}

func (c *club) EndVacation(ctx context.Context, player league.Player, arrived time.Time) error {
	c.t.Helper()
	defer c.delivered()
	return c.Office.EndVacation(ctx, player, arrived)
}

func (c *club) EnterTournament(ctx context.Context, player league.Player, id string) error {
	c.t.Helper()
	defer c.delivered()
	return c.Office.EnterTournament(ctx, player, id)
}

func (c *club) EnterWith(ctx context.Context, player league.Player, id, word string) error {
	c.t.Helper()
	defer c.delivered()
	return c.Office.EnterWith(ctx, player, id, word)
}

func (c *club) Expel(ctx context.Context, name, reason string) error {
	c.t.Helper()
	defer c.delivered()
	who, err := c.PlayerByName(ctx, name)
	if err != nil {
		return err
	}
	_, err = c.Moderation.Impose(ctx, conduct.Operator(), moderation.Order{Kind: league.SanctionExpel, Player: who.ID, Reason: reason})
	return err
}

func (c *club) GiveTime(ctx context.Context, player league.Player, id string, days int, key string, arrived time.Time) (playing.View, error) {
	c.t.Helper()
	defer c.delivered()
	return c.Office.GiveTime(ctx, player, id, days, key, arrived)
}

func (c *club) InTeam(ctx context.Context, by league.Player, id string, f tournaments.TeamForm) error {
	c.t.Helper()
	defer c.delivered()
	return c.Office.InTeam(ctx, by, id, f)
}

func (c *club) InviteBot(ctx context.Context, player league.Player, id, bot string) error {
	c.t.Helper()
	defer c.delivered()
	return c.Office.InviteBot(ctx, player, id, bot)
}

func (c *club) LeaveTournament(ctx context.Context, player league.Player, id string) error {
	c.t.Helper()
	defer c.delivered()
	return c.Office.LeaveTournament(ctx, player, id)
}

func (c *club) ApplyDueVacations(ctx context.Context) error {
	c.t.Helper()
	defer c.delivered()
	return c.Office.ApplyDueVacations(ctx)
}

func (c *club) MoveBots(ctx context.Context) error {
	c.t.Helper()
	defer c.delivered()
	return c.Office.MoveBots(ctx)
}

func (c *club) Order(ctx context.Context, player league.Player, id, order string, arrived time.Time) (playing.View, error) {
	c.t.Helper()
	defer c.delivered()
	return c.Office.Order(ctx, player, id, order, arrived)
}

func (c *club) PlanVacation(ctx context.Context, player league.Player, p playing.VacationPlan, arrived time.Time) error {
	c.t.Helper()
	defer c.delivered()
	return c.Office.PlanVacation(ctx, player, p, arrived)
}

func (c *club) Play(ctx context.Context, player league.Player, t playing.Turn) (playing.View, error) {
	c.t.Helper()
	defer c.delivered()
	return c.Office.Play(ctx, player, t)
}

func (c *club) PlayOut(ctx context.Context, id string, next func(playing.View) (engine.Event, bool)) (playing.View, error) {
	c.t.Helper()
	defer c.delivered()
	return c.Office.PlayOut(ctx, id, next)
}

func (c *club) Release(ctx context.Context) error {
	c.t.Helper()
	defer c.delivered()
	return c.Office.Release(ctx)
}

func (c *club) RemoveBot(ctx context.Context, player league.Player, id, bot string) error {
	c.t.Helper()
	defer c.delivered()
	return c.Office.RemoveBot(ctx, player, id, bot)
}

func (c *club) Resign(ctx context.Context, player league.Player, id string, arrived time.Time) (playing.View, error) {
	c.t.Helper()
	defer c.delivered()
	return c.Office.Resign(ctx, player, id, arrived)
}

func (c *club) Rest(ctx context.Context, player league.Player, id string, rest bool) error {
	c.t.Helper()
	defer c.delivered()
	return c.Office.Rest(ctx, player, id, rest)
}

func (c *club) RuleMatch(ctx context.Context, by league.Player, match string, ruling league.Ruling, reason string) error {
	c.t.Helper()
	defer c.delivered()
	return c.Office.RuleMatch(ctx, by, match, ruling, reason)
}

func (c *club) Correct(ctx context.Context, by league.Player, match string, f correction.Form) error {
	c.t.Helper()
	defer c.delivered()
	return c.Office.Correct(ctx, by, match, f)
}

func (c *club) UndoCorrection(ctx context.Context, by league.Player, match string, event int, reason string) error {
	c.t.Helper()
	defer c.delivered()
	return c.Office.UndoCorrection(ctx, by, match, event, reason)
}

func (c *club) SetLadder(ctx context.Context, player league.Player, of league.Competition, setting series.LadderSetting) error {
	c.t.Helper()
	defer c.delivered()
	return c.Office.SetLadder(ctx, player, of, setting)
}

func (c *club) StartTournament(ctx context.Context, player league.Player, id string) error {
	c.t.Helper()
	defer c.delivered()
	return c.Office.StartTournament(ctx, player, id)
}

func (c *club) Strike(ctx context.Context, by league.Player, id, player, reason string) error {
	c.t.Helper()
	defer c.delivered()
	return c.Office.Strike(ctx, by, id, player, reason)
}

func (c *club) Sweep(ctx context.Context) error {
	c.t.Helper()
	defer c.delivered()
	return c.Office.Sweep(ctx)
}

func (c *club) WithdrawFrom(ctx context.Context, player league.Player, id string) error {
	c.t.Helper()
	defer c.delivered()
	return c.Office.WithdrawFrom(ctx, player, id)
}

func (c *club) Match(ctx context.Context, viewer league.Viewer, id string) (playing.View, error) {
	c.t.Helper()
	defer c.delivered()
	return c.Office.Match(ctx, viewer, id)
}

func (c *club) MatchesOf(ctx context.Context, viewer league.Viewer, player string, limit int) ([]league.Match, error) {
	c.t.Helper()
	defer c.delivered()
	return c.Office.MatchesOf(ctx, viewer, player, limit)
}

func (c *club) Running(ctx context.Context, viewer league.Viewer, limit int) ([]league.Match, error) {
	c.t.Helper()
	defer c.delivered()
	running, _, err := c.Latest(ctx, viewer, limit, 0)
	return running, err
}

func (c *club) PartOf(ctx context.Context, viewer league.Viewer, player string, part league.Part, after league.Place, limit int) ([]league.Match, league.Place, error) {
	c.t.Helper()
	defer c.delivered()
	return c.Office.PartOf(ctx, viewer, player, part, after, limit)
}

func (c *club) Tournament(ctx context.Context, viewer league.Viewer, id string) (tournaments.TournamentView, error) {
	c.t.Helper()
	defer c.delivered()
	return c.Office.Tournament(ctx, viewer, id)
}

func (c *club) Edition(ctx context.Context, viewer league.Viewer, of league.Competition, edition string) (tournaments.TournamentView, error) {
	c.t.Helper()
	defer c.delivered()
	return c.Office.Edition(ctx, viewer, of, edition)
}

func (c *club) EditionGroup(ctx context.Context, viewer league.Viewer, of league.Competition, edition string, g league.Group) (tournaments.TournamentView, error) {
	c.t.Helper()
	defer c.delivered()
	return c.Office.EditionGroup(ctx, viewer, of, edition, g)
}

func (c *club) MatchRulings(ctx context.Context, by league.Player, match string) (league.MatchRulings, error) {
	c.t.Helper()
	defer c.delivered()
	return c.Office.MatchRulings(ctx, by, match)
}
