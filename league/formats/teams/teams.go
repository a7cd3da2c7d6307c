// Package teams is the format in which teams of four boards play each other (R-TE-1): each
// board against the same board of the other team, two games with the kick-off once each.
package teams

import (
	"fmt"

	"kickabout/league"
	"kickabout/league/outlook"
)

// ID names the format.
const ID = "teams"

// Boards is how many players of a team play at a time (R-TE-1).
const Boards = 4

// legs is how many games each board of a team match plays.
const legs = 2

// Format is the team league: a round robin of teams.
type Format struct{}

// Info describes it.
func (Format) Info() league.FormatInfo {
	return league.FormatInfo{
		ID: ID, Name: "Team league", Kind: league.TeamLeague, MinEntries: 3, MaxEntries: 12, MaxCycles: 2, Boards: Boards, RoundDays: 60, Terms: []string{"round_days", "at_once"},
		About: "Teams of four boards play each other, every board two games.", Legs: "How often each pair of teams meets", Twice: 1,
	}
}

// Outlook counts the games of a league of so many teams.
func (Format) Outlook(teams int, t league.TournamentTerms) outlook.Outlook {
	matches := (teams - 1) * t.Cycles
	o := outlook.Outlook{Matches: teams * matches / 2 * Boards * legs, Most: matches * legs, Rounds: 1, Chain: 1}
	if !t.AtOnce {
		o.Rounds = matches
		o.Chain = (teams - 1 + teams%2) * t.Cycles // one may wait for others that rest
	}
	return o // a reserve may have no game at all
}

// Plan draws the team matches that can begin: all at once, or those of two teams that have
// none to finish before.
func (f Format) Plan(s league.Sheet) (league.Plan, error) {
	l, err := newLeague(s)
	if err != nil {
		return league.Plan{}, err
	}
	var plan league.Plan
	for _, m := range l.Matches {
		plan.Fixtures = append(plan.Fixtures, l.missing(m)...)
		plan.Acts = append(plan.Acts, l.overdue(m)...)
	}
	if !l.over() {
		return plan, nil
	}
	plan.Finished = true
	for _, r := range l.Rows() {
		if r.Rank == 1 && !r.Out && !l.nothing(l.team[r.Team]) {
			plan.Winners = append(plan.Winners, l.staying(r.Team)...)
		}
	}
	return plan, nil
}

// Table ranks the players by the place of their team: those of one team share the rank.
func (f Format) Table(s league.Sheet, g league.Group) ([]league.Row, error) {
	if g != "" {
		return nil, nil
	}
	l, err := newLeague(s)
	if err != nil {
		return nil, err
	}
	return l.players(), nil
}

// Standings returns the league with all that can be asked of it.
func (Format) Standings(s league.Sheet) (*League, error) { return newLeague(s) }

// Exit says how a player leaves: their games that are not over are lost, as those of a missing
// board are (R-TE-4), whatever they have played; a reserve may take over their board. Of a whole
// team, League.Exit says so.
func (Format) Exit(league.Sheet, string) league.Exit { return league.Forfeited }

// newLeague reads a sheet.
func newLeague(s league.Sheet) (*League, error) {
	info := Format{}.Info()
	if n := len(s.Teams); n < info.MinEntries || n > info.MaxEntries {
		return nil, fmt.Errorf("a team league takes %d to %d teams, not %d", info.MinEntries, info.MaxEntries, n)
	}
	if s.Terms.Cycles < 1 || s.Terms.Cycles > info.MaxCycles {
		return nil, fmt.Errorf("a team league has 1 to %d cycles, not %d", info.MaxCycles, s.Terms.Cycles)
	}
	l := &League{
		sheet: s, entry: map[string]league.Entry{}, team: map[string]int{}, board: map[seat]string{}, out: make([]league.Exit, len(s.Teams)), at: make(map[league.Key]league.Fixture, len(s.Fixtures)),
	}
	for i, id := range s.Teams {
		l.team[id] = i
	}
	for _, e := range s.Entries {
		if _, ok := l.team[e.Team]; !ok {
			return nil, fmt.Errorf("%q plays for %q, which is no team", e.Player, e.Team)
		}
		l.entry[e.Player], l.board[seat{e.Team, e.Board}] = e, e.Player
	}
	for i, id := range s.Teams {
		l.out[i] = l.exitOf(id)
	}
	l.schedule()
	return l, l.results()
}
