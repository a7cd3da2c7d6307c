package tournament

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/formats/teams"
	"kickabout/views/ui"
)

// TeamMatchPage is the sheet of a team match.
type TeamMatchPage struct {
	ui.Frame
	Cup, CupURL string
	Title       string // round
	Teams       [2]ui.CrossHead
	Score       string
	Says        string
	Boards      []TeamBoard
	Pending     bool // the record of a game is damaged
}

// TeamBoard is one board of it.
type TeamBoard struct {
	Board   string
	Players [2]ui.CrossHead
	Points  string
	Games   []ui.CrossResult
}

// NewTeamMatchPage builds the sheet of a team match that has begun; false if there is none of
// this id.
func NewTeamMatchPage(in Input, id string) (TeamMatchPage, bool) {
	if in.League == nil {
		return TeamMatchPage{}, false
	}
	at := slices.IndexFunc(in.League.Matches, func(m teams.Match) bool { return ui.TeamMatchID(m.Key) == id && m.Begun })
	if at < 0 {
		return TeamMatchPage{}, false
	}
	t, m := in.Tournament, in.League.Matches[at]
	p := TeamMatchPage{Frame: in.Frame, Cup: t.Name, CupURL: ui.TournamentURL(t.ID), Says: ui.Upper(in.teamMatchSays(m)) + "."}
	cycle, round := m.Round()
	p.Title = fmt.Sprintf("Round %d", round)
	if t.Cycles > 1 {
		p.Title = fmt.Sprintf("Cycle %d, round %d", cycle, round)
	}
	for i, team := range m.Teams {
		p.Teams[i] = ui.CrossHead{Name: teamName(t, team), URL: ui.TeamURL(t.ID, team)}
	}
	p.Score, p.Pending = teamScore(m.Points), in.pendingSays(m) != ""
	if m.Over {
		p.Says = fmt.Sprintf("Over: match points %d–%d.", m.Match[0], m.Match[1])
	}
	p.Frame.Title = p.Teams[0].Name + " v " + p.Teams[1].Name
	p.Frame.Description = fmt.Sprintf("%s, %s of %s.", p.Frame.Title, strings.ToLower(p.Title), t.Name)
	for n, b := range m.Boards {
		p.Boards = append(p.Boards, in.teamBoard(m, n, b))
	}
	return p, true
}

// teamBoard is one board, from the view of the first team.
func (in Input) teamBoard(m teams.Match, n int, b teams.Board) TeamBoard {
	t := in.Tournament
	v := TeamBoard{Board: strconv.Itoa(n + 1), Points: teamScore(b.Points)}
	for _, f := range b.Games {
		at := slices.IndexFunc(in.Matches, func(match league.Match) bool { return match.ID == f.Match && f.Match != "" })
		if at < 0 {
			continue
		}
		side, home, away := engine.First, f.First, f.Second
		if e, _ := t.Entrant(f.First); e.Team != m.Teams[0] {
			side, home, away = engine.Second, f.Second, f.First
		}
		for i, id := range []string{home, away} {
			e, _ := t.Entrant(id)
			v.Players[i] = ui.CrossHead{Name: e.Player.Name, URL: ui.PlayerURL(e.Player)}
		}
		other, _ := t.Entrant(away)
		v.Games = append(v.Games, ui.NewCrossResult(in.Matches[at], side, other.Player))
	}
	return v
}

// teamScore writes what two teams took from each other: "7–3".
func teamScore(points [2]league.Points) string {
	return ui.PointsText(points[0]) + "–" + ui.PointsText(points[1])
}
