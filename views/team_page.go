package views

import (
	"fmt"
	"slices"
	"strconv"

	"kickabout/league"
)

// TeamInput is what the page of a team is built from.
type TeamInput struct {
	TournamentInput
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
	Frame
	URL, Cup, CupURL string
	ID, Name         string
	State            string
	Lines            []TeamLine
	Missing          int // boards without a player
	LineUp           bool
	Tools            bool // the viewer is its captain, or directs the tournament, before the start
	Field            bool // likewise while it is played, and there is a reserve
	Reserves         []Option
	Boards           []Option
	Free             []Option // whom a director may put into it
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
	viewer, entered := t.Entrant(in.Viewer.ID)
	may := in.Viewer.ID != "" && (team.Captain == in.Viewer.ID || in.Directs)
	open := t.State == league.Registration
	p := TeamPage{
		Frame: in.Frame, URL: teamURL(t.ID, team.ID), Cup: t.Name, CupURL: tournamentURL(t.ID), ID: team.ID, Name: team.Name, State: teamSays(t, team),
		Typed: in.Typed, Errors: in.Errors, Tools: may && open, Word: t.Password && !entered,
	}
	players := t.LineUp(team.ID)
	for i, e := range players {
		p.Lines = append(p.Lines, in.teamLine(team, e, i))
	}
	p.LineUp = p.Tools && len(players) > 1
	p.Missing = max(0, t.Boards-len(players))
	p.Room = open && len(players) < t.Boards+league.Reserves
	if p.Tools {
		p.Asks, p.Called = in.wishing(team.Asks()), in.wishing(team.Called())
	}
	if in.Directs && p.Room {
		for _, e := range t.Entries {
			if e.Team == "" {
				p.Free = append(p.Free, Option{ID: e.Player.ID, Name: e.Player.Name})
			}
		}
	}
	if p.Room && viewer.Team == "" && in.Viewer.Kind == league.Member {
		p.Invited, p.Asked = t.Has(in.Viewer.ID, team.Called()), t.Has(in.Viewer.ID, team.Asks())
		p.Ask = !p.Invited && !p.Asked && (entered || mayEnter(t, in.Viewer.ID) && in.Refused == "")
	}
	p.SignUp = p.Room && in.Viewer.Kind != league.Member
	p.Leave = open && entered && viewer.Team == team.ID
	if may && t.State == league.Running {
		in.fieldable(&p, players)
	}
	if in.League != nil {
		for _, m := range in.League.Matches {
			if slices.Contains(m.Teams[:], team.ID) {
				p.Matches = append(p.Matches, in.teamMatchLine(m, team.ID))
			}
		}
	}
	return p, true
}

// fieldable offers the reserves that may take over a board.
func (in TeamInput) fieldable(p *TeamPage, players []league.Entrant) {
	t := in.Tournament
	for _, e := range players {
		name := Option{ID: e.Player.ID, Name: e.Player.Name, Chosen: e.Player.ID == in.Typed.Player}
		switch {
		case e.Board <= t.Boards:
			board := strconv.Itoa(e.Board)
			p.Boards = append(p.Boards, Option{ID: board, Name: "Board " + board + ": " + e.Player.Name, Chosen: board == in.Typed.Board})
		case e.Board <= t.Boards+league.Reserves && e.Out == league.Stays:
			p.Reserves = append(p.Reserves, name)
		}
	}
	p.Field = len(p.Reserves) > 0
}

// wishing lists who asks to play for a team, or is invited.
func (in TeamInput) wishing(role league.Role) (list []TeamLine) {
	for _, player := range in.Tournament.Wishes(role) {
		list = append(list, TeamLine{ID: player.ID, Name: player.Name, URL: playerURL(player), Rating: ratingOf(in.Rated, player.ID)})
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
		ID: e.Player.ID, Name: e.Player.Name, URL: playerURL(e.Player), Board: boardText(t, e), Number: strconv.Itoa(i + 1), Rating: ratingOf(in.Rated, e.Player.ID),
		Bot: e.Player.Kind == league.Bot, You: in.Viewer.ID != "" && e.Player.ID == in.Viewer.ID, Captain: e.Player.ID == team.Captain, Out: e.Out != league.Stays,
	}
	if typed, ok := in.Typed.Boards[e.Player.ID]; ok {
		l.Number = typed
	}
	for _, r := range in.Rows {
		if r.Player == e.Player.ID {
			l.Points, l.Won, l.Drawn, l.Lost = pointsText(r.Points), r.Won, r.Drawn, r.Lost
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
