package team

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/oneline"
	"kickabout/league/tournaments"
)

// teamActs are all acts. Those that bring a player in ask of them what the tournament asks of
// everybody.
func teamActs() map[string]teamAct {
	return map[string]teamAct{
		"found":   {(*Teams).teamFound, true},    // Name, Word
		"ask":     {(*Teams).teamAsk, true},      // Team, Word
		"call":    {(*Teams).teamCall, false},    // Team, Player
		"join":    {(*Teams).teamJoin, true},     // Team, Word; who is invited
		"take":    {(*Teams).teamTake, false},    // Team, Player who asks, or whom a director puts into it
		"release": {(*Teams).teamRelease, false}, // Team, Player
		"line-up": {(*Teams).teamLineUp, false},  // Team, Boards
		"field":   {(*Teams).teamField, false},   // Player, a reserve, Board, Text
	}
}

type teamAct struct {
	add   func(*Teams, context.Context, *league.TournamentProgress, league.Player, tournaments.TeamForm) error
	enter bool
}

// Acts lists what can be done about the teams of a tournament.
func Acts() []string {
	var acts []string
	for act := range teamActs() {
		acts = append(acts, act)
	}
	slices.Sort(acts)
	return acts
}

// InTeam does what a player asks for in a tournament of teams. The last team to become
// complete starts a tournament that starts when it is full. What is wrong comes as field errors.
func (s *Teams) InTeam(ctx context.Context, by league.Player, id string, f tournaments.TeamForm) error {
	act, known := teamActs()[f.Act]
	if err := core.MustBeMember(by, tournaments.TournamentsTake); err != nil {
		return err
	}
	if !known {
		return league.FieldErrorf("act", "There is no such thing to do in a team.")
	}
	if act.enter {
		if err := s.checkEntry(ctx, by, id, f.Word); err != nil {
			return err
		}
	}
	return s.tournaments.ActInTournament(ctx, by, id, func(p *league.TournamentProgress) error {
		if err := act.add(s, ctx, p, by, f); err != nil {
			return err
		}
		if t := p.Tournament; t.State != league.Registration || !t.WhenFull || !t.Full() {
			return nil
		}
		return s.entries.Start(ctx, p, league.Player{})
	})
}

// checkEntry refuses who may not enter a tournament, unless they have entered.
func (s *Teams) checkEntry(ctx context.Context, player league.Player, id, word string) error {
	if err := s.strikes.MayEnter(ctx, player); err != nil {
		return err
	}
	t, err := s.store.Tournament(ctx, league.Of(player), id)
	if err != nil {
		return err
	}
	if _, in := t.Entrant(player.ID); in {
		return nil
	}
	if err := s.entries.CheckConditions(ctx, player, t); err != nil {
		return err
	}
	return s.entries.Opens(ctx, player, t, word)
}

func (s *Teams) teamFound(_ context.Context, p *league.TournamentProgress, by league.Player, f tournaments.TeamForm) error {
	name, err := oneline.Clean("name", f.Name, tournaments.LongestTeam)
	if err == nil && len([]rune(name)) < tournaments.ShortestTeam {
		err = league.FieldErrorf("name", "Give the team a name of at least %d letters.", tournaments.ShortestTeam)
	}
	if err != nil {
		return err
	}
	if e, in := p.Tournament.Entrant(by.ID); in && e.Team != "" {
		if team, _ := p.Tournament.Team(e.Team); team.Name == name && team.Captain == by.ID {
			return tournaments.ErrNothing // a double click
		}
	}
	return s.tournaments.AppendDecisions(p, league.Decision{By: by, Act: league.ActFounded, Player: by, Text: name})
}

func (s *Teams) teamAsk(_ context.Context, p *league.TournamentProgress, by league.Player, f tournaments.TeamForm) error {
	if team, ok := p.Tournament.Team(f.Team); ok && p.Tournament.Has(by.ID, team.Asks()) {
		return tournaments.ErrNothing
	}
	return s.tournaments.AppendDecisions(p, league.Decision{By: by, Act: league.ActAsked, Player: by, Text: f.Team})
}

func (s *Teams) teamCall(ctx context.Context, p *league.TournamentProgress, by league.Player, f tournaments.TeamForm) error {
	player, err := s.tournaments.Named(ctx, f.Player)
	if err != nil {
		return err
	}
	if player.Kind != league.Member {
		return league.FieldErrorf("player", "There is no player of this name with an account.")
	}
	if p.Tournament.Has(player.ID, league.Banned) {
		return league.FieldErrorf("player", "Those who direct this tournament do not let %s enter it.", player.Name)
	}
	return s.appendOnce(ctx, p, league.Decision{By: by, Act: league.ActCalled, Player: player, Text: f.Team})
}

func (s *Teams) teamJoin(_ context.Context, p *league.TournamentProgress, by league.Player, f tournaments.TeamForm) error {
	if e, in := p.Tournament.Entrant(by.ID); in && e.Team == f.Team && f.Team != "" {
		return tournaments.ErrNothing
	}
	return s.tournaments.AppendDecisions(p, league.Decision{By: by, Act: league.ActJoined, Player: by, Text: f.Team})
}

func (s *Teams) teamTake(_ context.Context, p *league.TournamentProgress, by league.Player, f tournaments.TeamForm) error {
	player, err := s.findPlayer(p.Tournament, f)
	if err != nil {
		return err
	}
	if e, in := p.Tournament.Entrant(player.ID); in && e.Team == f.Team && f.Team != "" {
		return tournaments.ErrNothing
	}
	return s.tournaments.AppendDecisions(p, league.Decision{By: by, Act: league.ActJoined, Player: player, Text: f.Team})
}

func (s *Teams) teamRelease(ctx context.Context, p *league.TournamentProgress, by league.Player, f tournaments.TeamForm) error {
	player := by
	if f.Player != by.ID { // who has said no twice is no longer there to be found
		var err error
		if player, err = s.findPlayer(p.Tournament, f); err != nil {
			return err
		}
	}
	return s.appendOnce(ctx, p, league.Decision{By: by, Act: league.ActReleased, Player: player, Text: f.Team})
}

// lookedBack is how many events back it is looked for whether something was done already.
const lookedBack = 100

// appendOnce is decided for what may be sent twice: what comes too late is fine if it is the
// last that was done about the player.
func (s *Teams) appendOnce(ctx context.Context, p *league.TournamentProgress, d league.Decision) error {
	t := p.Tournament
	refused := s.tournaments.AppendDecisions(p, d)
	if league.KindOf(refused) != league.Stale {
		return refused
	}
	after := max(0, t.Last-lookedBack)
	log, err := s.store.TournamentLog(ctx, league.Of(d.By), t.ID, after, t.Last-after)
	if err != nil {
		return err
	}
	for _, was := range slices.Backward(log) {
		if was.Player.ID == d.Player.ID {
			if was.By.ID == d.By.ID && was.Act == d.Act && was.Text == d.Text {
				return tournaments.ErrNothing
			}
			break
		}
	}
	return refused
}

// findPlayer finds a player of a tournament, or who asks or is invited, by their id.
func (s *Teams) findPlayer(t league.Tournament, f tournaments.TeamForm) (league.Player, error) {
	if e, in := t.Entrant(f.Player); in {
		return e.Player, nil
	}
	for _, a := range t.Roles {
		if a.Player.ID == f.Player && a.Role.IsWish() {
			return a.Player, nil
		}
	}
	return league.Player{}, league.FieldErrorf("player", "Choose one of the players.")
}

// teamLineUp gives the players of a team the boards that were typed. The stronger play at the
// higher boards (R-TE-3).
func (s *Teams) teamLineUp(ctx context.Context, p *league.TournamentProgress, by league.Player, f tournaments.TeamForm) error {
	t := p.Tournament
	team, ok := t.Team(f.Team)
	if !ok {
		return league.Errorf(league.Stale, "There is no such team in this tournament any more.")
	}
	players := t.LineUp(team.ID)
	order := make([]league.Entrant, len(players))
	for _, e := range players {
		n, err := strconv.Atoi(strings.TrimSpace(f.Boards[e.Player.ID]))
		if err != nil || n < 1 || n > len(players) {
			return league.FieldErrorf("boards", "Give %s a number from 1 to %d.", e.Player.Name, len(players))
		}
		if other := order[n-1]; other.Player.ID != "" {
			return league.FieldErrorf("boards", "%s and %s have the same number, %d. Give each player a different one.", other.Player.Name, e.Player.Name, n)
		}
		order[n-1] = e
	}
	if slices.Equal(order, players) {
		return tournaments.ErrNothing
	}
	ratings, err := s.entries.TeamStrengths(ctx, t)
	if err != nil {
		return err
	}
	if above, below, ok := tournaments.TooLow(order, ratings); ok {
		return league.FieldErrorf("boards", "%s is rated %d and cannot play above %s, who is rated %d: at a higher board may play who is rated at most %d lower (R-TE-3).",
			above.Name, ratings[above.ID], below.Name, ratings[below.ID], tournaments.BoardTolerance)
	}
	return s.tournaments.AppendDecisions(p, tournaments.LineUpDecision(by, team, order))
}
