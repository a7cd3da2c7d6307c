package tournament

import (
	"bytes"
	"encoding/csv"
	"strconv"

	"kickabout/league"
	"kickabout/league/formats/teams"
	"kickabout/views/ui"
)

// TeamsCSV writes the table of teams for spreadsheets: what each criterion counts, and the
// board points taken from each of the others.
func TeamsCSV(in Input) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	table := in.teamTable("")
	head := []string{"Rank", "Team", "Played", "Won", "Level", "Lost", "Open"}
	for _, c := range teams.Order() {
		head = append(head, c.Code)
	}
	for _, h := range table.Heads {
		head = append(head, ui.PlainCell("v "+h.Name))
	}
	w.Write(head) // into memory: cannot fail
	rows := in.League.Rows()
	for i, r := range table.Rows {
		line := []string{r.Rank, ui.PlainCell(r.Name)}
		for _, n := range []int{rows[i].Played, rows[i].Won, rows[i].Drawn, rows[i].Lost, rows[i].Open} {
			line = append(line, strconv.Itoa(n))
		}
		for k, c := range teams.Order() {
			value := ""
			if k < len(rows[i].Values) {
				value = unitText(rows[i].Values[k], c.Unit)
			}
			line = append(line, value)
		}
		for j, cell := range r.Cells {
			line = append(line, resultCell(cell, i == j))
		}
		w.Write(line)
	}
	w.Flush()
	return b.Bytes()
}

// JSONTeams is a league of teams for programs. Points are as players read them.
type JSONTeams struct {
	Order   []string        `json:"order" doc:"What ranks teams, by codes."`
	Table   []JSONTeam      `json:"table"`
	Matches []JSONTeamMatch `json:"matches"`
}

// JSONTeam is a team in its table.
type JSONTeam struct {
	Rank        int                `json:"rank" doc:"0 before the start."`
	Team        string             `json:"team" doc:"Its id."`
	Name        string             `json:"name"`
	Captain     string             `json:"captain" doc:"Name of its captain."`
	MatchPoints int                `json:"match_points"`
	BoardPoints float64            `json:"board_points"`
	Won         int                `json:"won"`
	Level       int                `json:"level"`
	Lost        int                `json:"lost"`
	Open        int                `json:"open"`
	Best        int                `json:"best" doc:"Best rank still possible."`
	Worst       int                `json:"worst"`
	Struck      bool               `json:"struck" doc:"With all results void."`
	Values      map[string]float64 `json:"values" doc:"What each criterion counts, by its code."`
	Players     []JSONTeamPlayer   `json:"players"`
	Asks        []string           `json:"asks,omitempty" doc:"Names of who asks to play for it, before the start."`
	Called      []string           `json:"called,omitempty" doc:"Names of whom it invites, likewise."`
}

// JSONTeamPlayer is a player of a team.
type JSONTeamPlayer struct {
	Player string `json:"player" doc:"Name."`
	Board  int    `json:"board" doc:"More than 4: a reserve; more than 6: who was replaced."`
	Out    bool   `json:"out"`
}

// JSONTeamMatch is a match of two teams.
type JSONTeamMatch struct {
	Key         string     `json:"key"`
	Teams       [2]string  `json:"teams" doc:"Ids."`
	BoardPoints [2]float64 `json:"board_points"`
	MatchPoints *[2]int    `json:"match_points" doc:"Null until it is over."`
	Games       []string   `json:"games" doc:"Ids of its matches, by boards."`
}

// JSONTeamsOf returns a league of teams for programs; nil without one. Before the start, where
// there is no league yet, the teams are there as they were founded.
func JSONTeamsOf(t league.Tournament, l *teams.League) *JSONTeams {
	if t.Boards == 0 {
		return nil
	}
	v := &JSONTeams{Order: []string{}, Table: []JSONTeam{}, Matches: []JSONTeamMatch{}}
	for _, c := range teams.Order() {
		v.Order = append(v.Order, c.Code)
	}
	if l == nil {
		for _, team := range t.Teams {
			v.Table = append(v.Table, jsonTeam(t, teams.Row{Team: team.ID}))
		}
		return v
	}
	for _, r := range l.Rows() {
		v.Table = append(v.Table, jsonTeam(t, r))
	}
	for _, m := range l.Matches {
		match := JSONTeamMatch{Key: string(m.Key), Teams: m.Teams, Games: []string{}}
		for side, p := range m.Points {
			match.BoardPoints[side] = float64(p) / 10
		}
		if m.Over {
			match.MatchPoints = &m.Match
		}
		for _, b := range m.Boards {
			for _, f := range b.Games {
				if f.Match != "" {
					match.Games = append(match.Games, f.Match)
				}
			}
		}
		v.Matches = append(v.Matches, match)
	}
	return v
}

func jsonTeam(t league.Tournament, r teams.Row) JSONTeam {
	team, _ := t.Team(r.Team)
	captain, _ := t.Entrant(team.Captain)
	v := JSONTeam{
		Rank: r.Rank, Team: r.Team, Name: team.Name, Captain: captain.Player.Name, MatchPoints: r.MatchPoints, BoardPoints: float64(r.Points) / 10,
		Won: r.Won, Level: r.Drawn, Lost: r.Lost, Open: r.Open, Best: r.Best, Worst: r.Worst, Struck: r.Out, Values: map[string]float64{}, Players: []JSONTeamPlayer{},
	}
	for k, c := range teams.Order() {
		if k < len(r.Values) {
			v.Values[c.Code] = float64(r.Values[k]) / float64(c.Unit)
		}
	}
	for _, e := range t.LineUp(r.Team) {
		v.Players = append(v.Players, JSONTeamPlayer{Player: e.Player.Name, Board: e.Board, Out: e.Out != league.Stays})
	}
	v.Asks, v.Called = namesOf(t.Wishes(team.Asks())), namesOf(t.Wishes(team.Called()))
	return v
}

func namesOf(players []league.Player) (names []string) {
	for _, p := range players {
		names = append(names, p.Name)
	}
	return names
}
