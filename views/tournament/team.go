package tournament

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kickabout/league"
	"kickabout/league/formats/teams"
	"kickabout/views/ui"
)

// TeamsView is the part of a tournament's page about its teams.
type TeamsView struct {
	URL     string
	Cards   []TeamCard // before the start
	Places  int        // for teams that are not founded yet
	Invites []TeamCard // to which the viewer is invited
	Free    []EntryLine
	Found   bool // the viewer may found a team
	Word    bool // and must know one to enter
	Typed   string
	Errors  map[string]string

	Table   *TeamTable // from the start on
	Rounds  []TeamRound
	Players []TeamPlayer
}

// TeamCard is a team in a list.
type TeamCard struct {
	ID, Name, URL string
	Says          string // "3 of 4 players, captain Ann"
	Mine          bool
}

// TeamTable is the table of teams, with the crosstable.
type TeamTable struct {
	Heads []ui.CrossHead
	Rows  []TeamRow
	Order string
	Open  bool // some team match is not over
}

// TeamRow is one line of it.
type TeamRow struct {
	Rank, Name, URL  string
	Mine, Out, First bool
	MatchPoints      int
	Points           string
	Won, Drawn, Lost int
	Can              string // ranks it can still have
	Why              string // what parts it from the row above
	Cells            [][]ui.CrossResult
}

// TeamRound is a round of team matches.
type TeamRound struct {
	Title   string
	Matches []TeamMatchLine
}

// TeamMatchLine is a team match in a list.
type TeamMatchLine struct {
	URL   string // "" before it begins
	Teams [2]string
	Score string // "18 : 12"
	Says  string // "being played, 3 of 8 games over"
	Mine  bool
}

// TeamPlayer is a line of the table of players.
type TeamPlayer struct {
	Name, URL, Team, TeamURL string
	Board                    string
	Bot, You, Out            bool
	Points                   string
	Won, Drawn, Lost, Open   int
}

// teamsView builds the part of a page about teams; nil in a tournament of players.
func (in Input) teamsView() *TeamsView {
	t := in.Tournament
	if t.Boards == 0 {
		return nil
	}
	v := &TeamsView{URL: ui.TournamentURL(t.ID), Places: max(0, t.Places-len(t.Teams)), Word: t.Password, Typed: in.TeamName, Errors: in.TeamErrors}
	mine, entered := t.Entrant(in.Viewer.ID)
	if in.League != nil {
		v.Table, v.Rounds, v.Players = in.teamTable(mine.Team), in.teamRounds(mine.Team), in.teamPlayers()
		return v
	}
	for _, team := range t.Teams {
		card := TeamCard{ID: team.ID, Name: team.Name, URL: ui.TeamURL(t.ID, team.ID), Says: teamSays(t, team), Mine: team.ID == mine.Team}
		if v.Cards = append(v.Cards, card); in.Viewer.ID != "" && t.Has(in.Viewer.ID, team.Called()) {
			v.Invites = append(v.Invites, card)
		}
	}
	for _, e := range t.Entries {
		if e.Team == "" {
			v.Free = append(v.Free, EntryLine{
				ID: e.Player.ID, Name: e.Player.Name, URL: ui.PlayerURL(e.Player), Bot: e.Player.Kind == league.Bot, You: entered && e.Player.ID == in.Viewer.ID,
				Removable: in.Viewer.ID != "" && in.Viewer.ID == t.Organiser.ID && e.Player.Kind == league.Bot,
			})
		}
	}
	v.Found = t.State == league.Registration && in.Viewer.Kind == league.Member && mine.Team == "" && v.Places > 0 && (entered || mayEnter(t, in.Viewer.ID)) && in.Refused == nil
	return v
}

// teamSays says how many players a team has, and who its captain is.
func teamSays(t league.Tournament, team league.Team) string {
	players := t.LineUp(team.ID)
	captain, _ := t.Entrant(team.Captain)
	says := fmt.Sprintf("%d of %d players", len(players), t.Boards)
	if more := len(players) - t.Boards; more >= 0 {
		says = "Complete"
		if more > 0 {
			says += ", " + ui.CountText(more, "reserve", "reserves")
		}
	}
	return says + ", captain " + captain.Player.Name
}

func teamName(t league.Tournament, id string) string {
	team, _ := t.Team(id)
	return team.Name
}

// teamTable builds the table of teams.
func (in Input) teamTable(mine string) *TeamTable {
	t, v := in.Tournament, &TeamTable{}
	rows := in.League.Rows()
	for _, r := range rows {
		v.Heads = append(v.Heads, ui.CrossHead{Name: teamName(t, r.Team), URL: ui.TeamURL(t.ID, r.Team)})
	}
	for i, r := range rows {
		row := TeamRow{
			Rank: strconv.Itoa(r.Rank), Name: teamName(t, r.Team), URL: ui.TeamURL(t.ID, r.Team), Mine: r.Team == mine, Out: r.Out,
			First: r.Rank == 1 && t.State == league.Finished && !r.Out, MatchPoints: r.MatchPoints, Points: ui.PointsText(r.Points), Won: r.Won, Drawn: r.Drawn, Lost: r.Lost,
			Can: placesCan(r),
		}
		if r.Out {
			row.Rank = "–"
		} else if i > 0 {
			row.Why = whyText(t, r)
		}
		for _, other := range rows {
			row.Cells = append(row.Cells, in.teamCell(r.Team, other.Team))
		}
		v.Rows, v.Open = append(v.Rows, row), v.Open || r.Open > 0 && !r.Out
	}
	var names []string
	for _, c := range teams.Order() {
		names = append(names, c.Name)
	}
	v.Order = strings.Join(names, ", ")
	return v
}

func placesCan(r teams.Row) string {
	switch {
	case r.Out:
		return ""
	case r.Best == r.Worst:
		return strconv.Itoa(r.Best)
	}
	return fmt.Sprintf("%d–%d", r.Best, r.Worst)
}

// whyText says what puts a team below the one above it: "SON 6 < 8".
func whyText(t league.Tournament, r teams.Row) string {
	for _, c := range teams.Order() {
		if c.Code != r.Above.Code {
			continue
		}
		if c.Code == "LOT" {
			return "by random draw behind " + teamName(t, r.Above.Who)
		}
		return fmt.Sprintf("%s %s, %s has %s", c.Name, unitText(r.Above.Mine, c.Unit), teamName(t, r.Above.Who), unitText(r.Above.Theirs, c.Unit))
	}
	return "level with " + teamName(t, r.Above.Who)
}

// unitText writes what is counted in parts of a unit.
func unitText(n, unit int) string {
	return strconv.FormatFloat(float64(n)/float64(unit), 'f', -1, 64)
}

// teamCell is what one team took from another, a team match each.
func (in Input) teamCell(team, other string) (cell []ui.CrossResult) {
	for _, m := range in.League.Matches {
		side := slices.Index(m.Teams[:], team)
		if side < 0 || m.Teams[1-side] != other || team == other || !m.Begun {
			continue
		}
		r := ui.CrossResult{URL: ui.TeamMatchURL(in.Tournament.ID, m.Key), Text: ui.PointsText(m.Points[side]), Class: []string{"lost", "drawn", "won"}[m.Match[side]]}
		against := teamName(in.Tournament, other)
		r.Label = fmt.Sprintf("%s board points, %s against %s", r.Text, ui.CountText(m.Match[side], "match point", "match points"), against)
		if !m.Over {
			r.Class, r.Label = "playing", fmt.Sprintf("Against %s: being played, %s board points so far%s", against, r.Text, in.pendingSays(m))
		}
		cell = append(cell, r)
	}
	return cell
}

// pendingSays says how many games of a team match are pending, since their records are damaged; "" if none is.
func (in Input) pendingSays(m teams.Match) string {
	n := 0
	for _, b := range m.Boards {
		for _, f := range b.Games {
			if slices.ContainsFunc(in.Matches, func(match league.Match) bool { return match.ID == f.Match && match.Pending() }) {
				n++
			}
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(", %d pending", n)
}

// teamRounds lists the team matches by rounds.
func (in Input) teamRounds(mine string) (rounds []TeamRound) {
	last := ""
	for _, m := range in.League.Matches {
		cycle, round := m.Round()
		title := fmt.Sprintf("Round %d", round)
		if in.Tournament.Cycles > 1 {
			title = fmt.Sprintf("Cycle %d, round %d", cycle, round)
		}
		if title != last {
			rounds, last = append(rounds, TeamRound{Title: title}), title
		}
		into := &rounds[len(rounds)-1]
		into.Matches = append(into.Matches, in.teamMatchLine(m, mine))
	}
	return rounds
}

func (in Input) teamMatchLine(m teams.Match, mine string) TeamMatchLine {
	t := in.Tournament
	l := TeamMatchLine{Teams: [2]string{teamName(t, m.Teams[0]), teamName(t, m.Teams[1])}, Says: in.teamMatchSays(m), Mine: mine != "" && slices.Contains(m.Teams[:], mine)}
	if m.Begun {
		l.URL, l.Score = ui.TeamMatchURL(t.ID, m.Key), teamScore(m.Points)
	}
	return l
}

// teamMatchSays says how far a team match is.
func (in Input) teamMatchSays(m teams.Match) string {
	all := 2 * teams.Boards
	switch {
	case m.Over:
		return "over"
	case m.Begun:
		return fmt.Sprintf("being played, %d of %d games over", all-m.Open, all) + in.pendingSays(m)
	}
	return "begins when both teams have finished the one before"
}

// teamPlayers lists what each player has done.
func (in Input) teamPlayers() (list []TeamPlayer) {
	t := in.Tournament
	for _, r := range in.Rows {
		e, _ := t.Entrant(r.Player)
		list = append(list, TeamPlayer{
			Name: e.Player.Name, URL: ui.PlayerURL(e.Player), Team: teamName(t, e.Team), TeamURL: ui.TeamURL(t.ID, e.Team), Board: boardText(t, e),
			Bot: e.Player.Kind == league.Bot, You: in.Viewer.ID != "" && e.Player.ID == in.Viewer.ID, Out: e.Out != league.Stays,
			Points: ui.PointsText(r.Points), Won: r.Won, Drawn: r.Drawn, Lost: r.Lost, Open: r.Open,
		})
	}
	slices.SortStableFunc(list, func(a, b TeamPlayer) int { return cmp.Compare(len(a.Board), len(b.Board)) }) // reserves last
	slices.SortStableFunc(list, func(a, b TeamPlayer) int { return cmp.Compare(a.Board, b.Board) })
	return list
}

// boardText names the board of an entrant.
func boardText(t league.Tournament, e league.Entrant) string {
	switch {
	case e.Board > t.Boards+league.Reserves:
		return "replaced"
	case e.Board > t.Boards:
		return "reserve"
	}
	return strconv.Itoa(e.Board)
}

// winningTeams names the teams that share the first place of a finished tournament.
func winningTeams(t league.Tournament) string {
	var winners []league.Player
	for _, team := range t.Teams {
		if slices.ContainsFunc(t.LineUp(team.ID), func(e league.Entrant) bool { return e.Winner }) {
			winners = append(winners, league.Player{Name: team.Name})
		}
	}
	return NameList(winners)
}

// winnersText names who has won a tournament.
func winnersText(t league.Tournament) string {
	if t.Boards > 0 {
		return winningTeams(t)
	}
	return NameList(t.Winners())
}

// takenText says how many places are taken.
func takenText(t league.Tournament) string {
	if t.Boards > 0 {
		return fmt.Sprintf("%d of %d teams", len(t.Teams), t.Places)
	}
	return fmt.Sprintf("%d of %d places taken", len(t.Entries), t.Places)
}

// teamText tells what was done about a team.
func teamText(t league.Tournament, d league.Decision) string {
	id, reason, _ := strings.Cut(d.Text, " ")
	name, by := cmp.Or(teamName(t, id), "a team that is no more"), d.By.Name
	own := d.By.ID == d.Player.ID
	switch d.Act {
	case league.ActFounded:
		return fmt.Sprintf("%s founded the team %s.", d.Player.Name, d.Text)
	case league.ActAsked:
		return fmt.Sprintf("%s asks to play for %s.", d.Player.Name, name)
	case league.ActCalled:
		return fmt.Sprintf("%s invited %s to %s.", by, d.Player.Name, name)
	case league.ActJoined:
		return fmt.Sprintf("%s plays for %s.", d.Player.Name, name)
	case league.ActReleased:
		if own {
			return fmt.Sprintf("%s does not play for %s after all.", d.Player.Name, name)
		}
		return fmt.Sprintf("%s does not play for %s, says %s.", d.Player.Name, name, by)
	case league.ActLined:
		return lineUpText(t, by, name, reason)
	case league.ActFielded:
		e, _ := t.Entrant(d.Player.ID)
		return fmt.Sprintf("%s took over board %s of %s: %s.", d.Player.Name, id, teamName(t, e.Team), reason)
	}
	return ""
}

// lineUpText tells the boards of a team.
func lineUpText(t league.Tournament, by, name, ids string) string {
	var players []string
	for _, id := range strings.Fields(ids) {
		players = append(players, nameIn(t, id))
	}
	if by == "" {
		by = "By rating (R-TE-3), the site"
	}
	return fmt.Sprintf("%s set the boards of %s: %s.", by, name, strings.Join(players, ", "))
}

// matchesOver counts the team matches that are over.
func matchesOver(l *teams.League) (n int) {
	for _, m := range l.Matches {
		if m.Over {
			n++
		}
	}
	return n
}
