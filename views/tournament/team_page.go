package tournament

import (
	"fmt"
	"slices"
	"strconv"

	"kickabout/league"
	"kickabout/views/ui"
)

// TeamInput is what the page of a team is built from.
type TeamInput struct {
	Input
	Team   string         // id
	Rated  map[string]int // ratings of the tournament's players
	Typed  TeamTyped
	Errors map[string]string
}

// TeamTyped is what was typed into a form of the page of a team.
type TeamTyped struct {
	Act, Player, Board, Text string
	Boards                   map[string]string
}

// TeamPage is the page of a team.
type TeamPage struct {
	ui.Frame
	URL, Cup, CupURL string
	ID, Name         string
	State            string
	Lines            []TeamLine
	Missing          int // boards without a player
	LineUp           bool
	Tools            bool // the viewer is its captain, or directs the tournament, before the start
	Field            bool // likewise while it is played, and there is a reserve
	Reserves         []ui.Option
	Boards           []ui.Option
	Free             []ui.Option // whom a director may put into it
	Asks             []TeamLine
	Called           []TeamLine
	Ask, Asked       bool
	Invited          bool
	Leave            bool
	Word             bool
	SignUp           bool
	Room             bool
	Matches          []TeamMatchLine
	Typed            TeamTyped
	Errors           map[string]string
}

// TeamLine is a player of a team, or who wants to be one.
type TeamLine struct {
	ID, Name, URL    string
	Board, Number    string
	Rating           string
	Bot, You         bool
	Captain, Out     bool
	Points           string // since the start
	Won, Drawn, Lost int
}

// NewTeamPage builds the page of a team; false if the tournament has no such team.
func NewTeamPage(in TeamInput) (TeamPage, bool) {
	t := in.Tournament
	team, ok := t.Team(in.Team)
	if !ok {
		return TeamPage{}, false
	}
	in.Title = team.Name
	in.Description = fmt.Sprintf("%s, a team of %s.", team.Name, t.Name)
	p := TeamPage{
		Frame: in.Frame, URL: ui.TeamURL(t.ID, team.ID), Cup: t.Name, CupURL: ui.TournamentURL(t.ID), ID: team.ID, Name: team.Name, State: teamSays(t, team),
		Typed: in.Typed, Errors: in.Errors, Matches: in.matchLines(team),
	}
	players := t.LineUp(team.ID)
	for i, e := range players {
		p.Lines = append(p.Lines, in.teamLine(team, e, i))
	}
	p.Missing = max(0, t.Boards-len(players))
	p.Room = t.State == league.Registration && len(players) < t.Boards+league.Reserves
	if in.Viewer.ID != "" && (team.Captain == in.Viewer.ID || in.Directs) {
		in.tools(&p, team, players)
	}
	if in.Directs && p.Room {
		p.Free = in.teamless()
	}
	in.membership(&p, team)
	return p, true
}

// tools are those of its captain, and of who directs the tournament: before the start what makes the team,
// later what replaces a player.
func (in TeamInput) tools(p *TeamPage, team league.Team, players []league.Entrant) {
	switch in.Tournament.State {
	case league.Registration:
		p.Tools, p.LineUp = true, len(players) > 1
		p.Asks, p.Called = in.wishing(team.Asks()), in.wishing(team.Called())
	case league.Running:
		in.fieldable(p, players)
	}
}

// membership says how the viewer comes into the team, or out of it.
func (in TeamInput) membership(p *TeamPage, team league.Team) {
	t := in.Tournament
	viewer, entered := t.Entrant(in.Viewer.ID)
	if p.Room && viewer.Team == "" && in.Viewer.Kind == league.Member {
		p.Invited, p.Asked = t.Has(in.Viewer.ID, team.Called()), t.Has(in.Viewer.ID, team.Asks())
		p.Ask = !p.Invited && !p.Asked && (entered || mayEnter(t, in.Viewer.ID) && in.Refused == nil)
	}
	p.Word = t.Password && !entered
	p.SignUp = p.Room && in.Viewer.Kind != league.Member
	p.Leave = t.State == league.Registration && entered && viewer.Team == team.ID
}

// teamless lists the players who are in no team.
func (in TeamInput) teamless() (players []ui.Option) {
	for _, e := range in.Tournament.Entries {
		if e.Team == "" {
			players = append(players, ui.Option{ID: e.Player.ID, Name: e.Player.Name})
		}
	}
	return players
}

// matchLines lists the matches of a team, from the start on.
func (in TeamInput) matchLines(team league.Team) (lines []TeamMatchLine) {
	if in.League == nil {
		return nil
	}
	for _, m := range in.League.Matches {
		if slices.Contains(m.Teams[:], team.ID) {
			lines = append(lines, in.teamMatchLine(m, team.ID))
		}
	}
	return lines
}

// fieldable offers the reserves that may take over a board.
func (in TeamInput) fieldable(p *TeamPage, players []league.Entrant) {
	t := in.Tournament
	for _, e := range players {
		name := ui.Option{ID: e.Player.ID, Name: e.Player.Name, Chosen: e.Player.ID == in.Typed.Player}
		switch {
		case e.Board <= t.Boards:
			board := strconv.Itoa(e.Board)
			p.Boards = append(p.Boards, ui.Option{ID: board, Name: "Board " + board + ": " + e.Player.Name, Chosen: board == in.Typed.Board})
		case e.Board <= t.Boards+league.Reserves && e.Out == league.Stays:
			p.Reserves = append(p.Reserves, name)
		}
	}
	p.Field = len(p.Reserves) > 0
}

// wishing lists who asks to play for a team, or is invited.
func (in TeamInput) wishing(role league.Role) (list []TeamLine) {
	for _, player := range in.Tournament.Wishes(role) {
		list = append(list, TeamLine{ID: player.ID, Name: player.Name, URL: ui.PlayerURL(player), Rating: ratingOf(in.Rated, player.ID)})
	}
	return list
}

func ratingOf(rated map[string]int, player string) string {
	if r, ok := rated[player]; ok {
		return strconv.Itoa(r)
	}
	return ""
}

func (in TeamInput) teamLine(team league.Team, e league.Entrant, i int) TeamLine {
	t := in.Tournament
	l := TeamLine{
		ID: e.Player.ID, Name: e.Player.Name, URL: ui.PlayerURL(e.Player), Board: boardText(t, e), Number: strconv.Itoa(i + 1), Rating: ratingOf(in.Rated, e.Player.ID),
		Bot: e.Player.Kind == league.Bot, You: in.Viewer.ID != "" && e.Player.ID == in.Viewer.ID, Captain: e.Player.ID == team.Captain, Out: e.Out != league.Stays,
	}
	if typed, ok := in.Typed.Boards[e.Player.ID]; ok {
		l.Number = typed
	}
	for _, r := range in.Rows {
		if r.Player == e.Player.ID {
			l.Points, l.Won, l.Drawn, l.Lost = ui.PointsText(r.Points), r.Won, r.Drawn, r.Lost
		}
	}
	return l
}

// typed returns what was typed into the player's field of an act.
func (p TeamPage) typed(act string) string {
	if p.Typed.Act == act {
		return p.Typed.Player
	}
	return ""
}
