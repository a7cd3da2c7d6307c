package office

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kickabout/league"
	"kickabout/league/formats/teams"
)

// TeamForm is what a player asks for in a tournament of teams, as typed. Which fields an act
// takes stands beside it.
type TeamForm struct {
	Act    string            // one of the acts of TeamActs
	Team   string            // id
	Player string            // name of whom to invite; else an id
	Name   string            // of a new team
	Word   string            // that the tournament opens with
	Boards map[string]string // numbers of boards by the ids of players
	Board  string            // that a reserve takes over
	Text   string            // reason
}

// teamActs are all acts. Those that bring a player in ask of him what the tournament asks of
// everybody.
func teamActs() map[string]teamAct {
	return map[string]teamAct{
		"found":   {(*Office).teamFound, true},    // Name, Word
		"ask":     {(*Office).teamAsk, true},      // Team, Word
		"call":    {(*Office).teamCall, false},    // Team, Player
		"join":    {(*Office).teamJoin, true},     // Team, Word; who is invited
		"take":    {(*Office).teamTake, false},    // Team, Player who asks, or whom a director puts into it
		"release": {(*Office).teamRelease, false}, // Team, Player
		"line-up": {(*Office).teamLineUp, false},  // Team, Boards
		"field":   {(*Office).teamField, false},   // Player, a reserve, Board, Text
	}
}

type teamAct struct {
	add   func(*Office, context.Context, *league.TournamentProgress, league.Player, TeamForm) error
	enter bool
}

// TeamActs lists what can be done about the teams of a tournament.
func TeamActs() []string {
	var acts []string
	for act := range teamActs() {
		acts = append(acts, act)
	}
	slices.Sort(acts)
	return acts
}

const (
	shortestTeam = 3
	longestTeam  = 40
	// apart is by how much a player at a higher board may be rated lower (R-TE-3).
	apart = 100
	// unrated is the rating of who has none: what everybody starts with (R-RA-4).
	unrated = 1500
)

// InTeam does what a player asks for in a tournament of teams. The last team to become
// complete starts a tournament that starts when it is full. What is wrong comes as field errors.
func (o *Office) InTeam(ctx context.Context, by league.Player, id string, f TeamForm) error {
	act, known := teamActs()[f.Act]
	if err := mustBeMember(by, tournamentsTake); err != nil {
		return err
	}
	if !known {
		return league.FieldErrorf("act", "There is no such thing to do in a team.")
	}
	if act.enter {
		if err := o.welcome(ctx, by, id, f.Word); err != nil {
			return err
		}
	}
	err := o.actInTournament(ctx, by, id, func(p *league.TournamentProgress) error {
		if err := act.add(o, ctx, p, by, f); err != nil {
			return err
		}
		if t := p.Tournament; t.State != league.Registration || !t.WhenFull || !t.Full() {
			return nil
		}
		return o.start(ctx, p, league.Player{})
	})
	if err == nil && f.Act == "field" {
		err = o.advanceAll(context.WithoutCancel(ctx), id) // hands his games over
	}
	return err
}

// welcome refuses who may not enter a tournament, unless he has entered.
func (o *Office) welcome(ctx context.Context, player league.Player, id, word string) error {
	if err := o.mayEnter(ctx, player); err != nil {
		return err
	}
	t, err := o.store.Tournament(ctx, id)
	if err != nil {
		return err
	}
	if _, in := t.Entrant(player.ID); in {
		return nil
	}
	if err := o.admit(ctx, player, t); err != nil {
		return err
	}
	return o.opens(ctx, player, t, word)
}

func (o *Office) teamFound(_ context.Context, p *league.TournamentProgress, by league.Player, f TeamForm) error {
	name, err := league.CleanText("name", f.Name, longestTeam)
	if err == nil && len([]rune(name)) < shortestTeam {
		err = league.FieldErrorf("name", "Give the team a name of at least %d letters.", shortestTeam)
	}
	if err != nil {
		return err
	}
	if e, in := p.Tournament.Entrant(by.ID); in && e.Team != "" {
		if team, _ := p.Tournament.Team(e.Team); team.Name == name && team.Captain == by.ID {
			return errNothing // a double click
		}
	}
	return o.decided(p, league.Decision{By: by, Act: league.ActFounded, Player: by, Text: name})
}

func (o *Office) teamAsk(_ context.Context, p *league.TournamentProgress, by league.Player, f TeamForm) error {
	if team, ok := p.Tournament.Team(f.Team); ok && p.Tournament.Has(by.ID, team.Asks()) {
		return errNothing
	}
	return o.decided(p, league.Decision{By: by, Act: league.ActAsked, Player: by, Text: f.Team})
}

func (o *Office) teamCall(ctx context.Context, p *league.TournamentProgress, by league.Player, f TeamForm) error {
	player, err := o.named(ctx, f.Player)
	if err != nil {
		return err
	}
	if player.Kind != league.Member {
		return league.FieldErrorf("player", "There is no player of this name with an account.")
	}
	if p.Tournament.Has(player.ID, league.Banned) {
		return league.FieldErrorf("player", "Those who direct this tournament do not let %s enter it.", player.Name)
	}
	return o.decidedOnce(ctx, p, league.Decision{By: by, Act: league.ActCalled, Player: player, Text: f.Team})
}

func (o *Office) teamJoin(_ context.Context, p *league.TournamentProgress, by league.Player, f TeamForm) error {
	if e, in := p.Tournament.Entrant(by.ID); in && e.Team == f.Team && f.Team != "" {
		return errNothing
	}
	return o.decided(p, league.Decision{By: by, Act: league.ActJoined, Player: by, Text: f.Team})
}

func (o *Office) teamTake(_ context.Context, p *league.TournamentProgress, by league.Player, f TeamForm) error {
	player, err := o.concerned(p.Tournament, f)
	if err != nil {
		return err
	}
	if e, in := p.Tournament.Entrant(player.ID); in && e.Team == f.Team && f.Team != "" {
		return errNothing
	}
	return o.decided(p, league.Decision{By: by, Act: league.ActJoined, Player: player, Text: f.Team})
}

func (o *Office) teamRelease(ctx context.Context, p *league.TournamentProgress, by league.Player, f TeamForm) error {
	player := by
	if f.Player != by.ID { // who has said no twice is no longer there to be found
		var err error
		if player, err = o.concerned(p.Tournament, f); err != nil {
			return err
		}
	}
	return o.decidedOnce(ctx, p, league.Decision{By: by, Act: league.ActReleased, Player: player, Text: f.Team})
}

// lookedBack is how many events back it is looked for whether something was done already.
const lookedBack = 100

// decidedOnce is decided for what may be sent twice: what comes too late is fine if it is the
// last that was done about the player.
func (o *Office) decidedOnce(ctx context.Context, p *league.TournamentProgress, d league.Decision) error {
	t := p.Tournament
	refused := o.decided(p, d)
	if league.KindOf(refused) != league.Stale {
		return refused
	}
	after := max(0, t.Last-lookedBack)
	log, err := o.store.TournamentLog(ctx, t.ID, after, t.Last-after)
	if err != nil {
		return err
	}
	for _, was := range slices.Backward(log) {
		if was.Player.ID == d.Player.ID {
			if was.By.ID == d.By.ID && was.Act == d.Act && was.Text == d.Text {
				return errNothing
			}
			break
		}
	}
	return refused
}

// concerned finds a player of a tournament, or who asks or is invited, by his id.
func (o *Office) concerned(t league.Tournament, f TeamForm) (league.Player, error) {
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
func (o *Office) teamLineUp(ctx context.Context, p *league.TournamentProgress, by league.Player, f TeamForm) error {
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
			return league.FieldErrorf("boards", "%s and %s have the same number, %d. Give each of them one of his own.", other.Player.Name, e.Player.Name, n)
		}
		order[n-1] = e
	}
	if slices.Equal(order, players) {
		return errNothing
	}
	ratings, err := o.strengths(ctx, t)
	if err != nil {
		return err
	}
	if above, below, ok := tooLow(order, ratings); ok {
		return league.FieldErrorf("boards", "%s is rated %d and cannot play above %s, who is rated %d: at a higher board may play who is rated at most %d lower (R-TE-3).",
			above.Name, ratings[above.ID], below.Name, ratings[below.ID], apart)
	}
	return o.decided(p, lined(by, team, order))
}

// lined is that the boards of a team are set.
func lined(by league.Player, team league.Team, order []league.Entrant) league.Decision {
	text := team.ID
	for _, e := range order {
		text += " " + e.Player.ID
	}
	return league.Decision{By: by, Act: league.ActLined, Text: text}
}

// tooLow finds a player who is rated too low to stand above another one.
func tooLow(order []league.Entrant, ratings map[string]int) (above, below league.Player, found bool) {
	for i, a := range order {
		for _, b := range order[i+1:] {
			if ratings[a.Player.ID] < ratings[b.Player.ID]-apart {
				return a.Player, b.Player, true
			}
		}
	}
	return league.Player{}, league.Player{}, false
}

// strengths returns the ratings of a tournament's players, as shown: whole points.
func (o *Office) strengths(ctx context.Context, t league.Tournament) (map[string]int, error) {
	rated, err := o.store.RatedPlayers(ctx, league.Pool{Game: t.Game, Variant: t.Variant})
	if err != nil {
		return nil, err
	}
	ratings := map[string]int{}
	for _, e := range t.Entries {
		ratings[e.Player.ID] = unrated
	}
	for _, r := range rated {
		if _, in := ratings[r.Player.ID]; in {
			ratings[r.Player.ID] = int(r.Standing.Strength.Rating)
		}
	}
	return ratings, nil
}

// Strengths returns the ratings that the boards of a tournament's teams are held against.
func (o *Office) Strengths(ctx context.Context, t league.Tournament) (map[string]int, error) {
	return o.strengths(ctx, t)
}

// gather makes a tournament of teams ready for its start: players without a complete team are
// left out, and boards that the ratings do not allow are set by rating (R-TE-3).
func (o *Office) gather(ctx context.Context, p *league.TournamentProgress) error {
	t := p.Tournament
	if t.Boards == 0 {
		return nil
	}
	complete := t.Complete()
	var decisions []league.Decision
	for _, e := range t.Entries {
		if !slices.ContainsFunc(complete, func(team league.Team) bool { return team.ID == e.Team }) {
			decisions = append(decisions, league.Decision{Act: league.ActLeft, Player: e.Player, Text: "R-TE-1: " + leftOut(t, e)})
		}
	}
	ratings, err := o.strengths(ctx, t)
	if err != nil {
		return err
	}
	for _, team := range complete {
		order := t.LineUp(team.ID)
		if _, _, wrong := tooLow(order, ratings); !wrong {
			continue
		}
		slices.SortStableFunc(order, func(a, b league.Entrant) int { return cmp.Compare(ratings[b.Player.ID], ratings[a.Player.ID]) })
		decisions = append(decisions, lined(league.Player{}, team, order))
	}
	return o.decided(p, decisions...)
}

// leftOut says why a player is not in a tournament of teams when it starts.
func leftOut(t league.Tournament, e league.Entrant) string {
	team, ok := t.Team(e.Team)
	if !ok {
		return "plays for no team"
	}
	return fmt.Sprintf("%s has %d of %d players", team.Name, len(t.LineUp(team.ID)), t.Boards)
}

// counted returns how many entries a tournament has, and what they are: teams, or players.
func counted(t league.Tournament) (n int, what string) {
	if t.Boards > 0 {
		return len(t.Complete()), "complete teams"
	}
	return len(t.Entries), "players"
}

// leagueOf returns the table of a tournament of teams with all that can be asked of it; nil
// of any other, and before the start.
func (o *Office) leagueOf(t league.Tournament, matches []league.Match) (*teams.League, error) {
	if t.Boards == 0 || t.Started.IsZero() {
		return nil, nil
	}
	return teams.Format{}.Standings(o.sheetOf(t, "", matches, o.Now()))
}

// missesOut says that a fixture is one of a player who is out.
func missesOut(t league.Tournament, f league.Fixture) bool {
	for _, player := range []string{f.First, f.Second} {
		if e, ok := t.Entrant(player); ok && e.Out != league.Stays {
			return true
		}
	}
	return false
}

// inTeam lists those of a team whom a decision about it concerns: its captain, or all.
func inTeam(t league.Tournament, d league.Decision) []league.Player {
	id, _, _ := strings.Cut(d.Text, " ")
	switch d.Act {
	case league.ActAsked, league.ActJoined, league.ActReleased:
		team, _ := t.Team(id)
		captain, _ := t.Entrant(team.Captain)
		return []league.Player{captain.Player}
	case league.ActFielded:
		e, _ := t.Entrant(d.Player.ID)
		id = e.Team
	case league.ActLined:
	default:
		return nil
	}
	var players []league.Player
	for _, e := range t.LineUp(id) {
		players = append(players, e.Player)
	}
	return players
}
