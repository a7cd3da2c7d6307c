package tournament

import (
	"fmt"
	"slices"

	"kickabout/league"
	"kickabout/league/table"
	"kickabout/views/ui"
)

// StrikeInput is what the page is built from on which a director strikes a player.
type StrikeInput struct {
	ui.Frame
	Tournament league.Tournament
	Player     string        // id of who is chosen; "" for nobody yet
	Reason     string        // as typed
	Strike     *table.Strike // what it would do; nil as long as nobody is chosen
	Own        bool          // the viewer withdraws themselves
	Errors     map[string]string
}

// StrikePage is the page on which a director strikes a player.
type StrikePage struct {
	ui.Frame
	URL     string // of the tournament
	Name    string
	Lead    string // what the rule is
	Players []ui.Option
	Reason  string
	Own     bool // the viewer withdraws themselves
	Errors  map[string]string
	Preview *StrikePreview
}

// StrikePreview is what striking a player would do (R-FF-6).
type StrikePreview struct {
	ID, Name string
	Rule     string // what the rule prescribes, and why
	Voids    bool   // it prescribes to void all results
	One      bool   // there is but one treatment: what runs is lost
	Rows     []StrikeRow
	Counts   string // "Rank and points"
}

const leavesKnockOut = "A player who leaves loses the games in play, and the opponent goes on."

// leavesTeam is the rule for who leaves their team, and for a team.
const leavesTeam = "A player who leaves loses the games in play and those to come, until a reserve takes over the board (R-TE-4). A team of which fewer than half of the games are over goes with all its results; else what it has not finished is lost."

// StrikeRow is a player before and after it, by both treatments.
type StrikeRow struct {
	Name                 string
	Struck               bool
	Now, Void, Rest      string // "2nd, 12"
	VoidMoves, RestMoves bool   // the rank changes
}

// NewStrikePage builds the page.
func NewStrikePage(in StrikeInput) StrikePage {
	t := in.Tournament
	in.Title = "Strike a player"
	if in.Own {
		in.Title = "Withdraw from " + t.Name
	}
	p := StrikePage{Frame: in.Frame, URL: ui.TournamentURL(t.ID), Name: t.Name, Reason: in.Reason, Own: in.Own, Errors: in.Errors}
	switch half := "A player who has finished fewer than half of the games leaves with all results struck; otherwise the unfinished games are lost."; kindOf(t) {
	case league.KnockOut:
		p.Lead = leavesKnockOut
	case league.GroupsAndKnockOut:
		p.Lead = "In the groups: " + half + " In the knock-out: " + leavesKnockOut
	case league.TeamLeague:
		p.Lead = leavesTeam
	case league.SwissRounds:
		p.Lead = "What was played stands, what is not finished is lost, and from the next round on there are no more pairings."
	case league.GroupStages:
		p.Lead = "In the first stage: " + half + " Later: what was played stands, and what is not finished is lost."
	default:
		p.Lead = half
	}
	for _, e := range t.Entries {
		if e.Out == league.Stays && !t.Waits(e) {
			p.Players = append(p.Players, ui.Option{ID: e.Player.ID, Name: e.Player.Name, Chosen: e.Player.ID == in.Player})
		}
	}
	for _, team := range t.Teams {
		if slices.ContainsFunc(t.LineUp(team.ID), func(e league.Entrant) bool { return e.Out == league.Stays }) {
			p.Players = append(p.Players, ui.Option{ID: team.ID, Name: "The team " + team.Name, Chosen: team.ID == in.Player})
		}
	}
	e, ok := t.Entrant(in.Player)
	if team, isTeam := t.Team(in.Player); isTeam {
		e.Player, ok = league.Player{ID: team.ID, Name: team.Name}, true
	}
	if ok && in.Strike != nil {
		p.Preview = newStrikePreview(t, e.Player, *in.Strike)
	}
	return p
}

func newStrikePreview(t league.Tournament, player league.Player, s table.Strike) *StrikePreview {
	p := StrikePreview{ID: player.ID, Name: player.Name, Voids: s.Prescribed == league.Voided, Counts: "Rank and points"}
	if t.Boards > 0 {
		p.Counts = "Rank and match points"
	}
	over := fmt.Sprintf("%s has finished %d of %s", player.Name, s.Finished, ui.CountText(s.Scheduled, "game", "games"))
	p.Rule = over + ", half of them or more: what is finished counts, and what is not is lost (R-FF-5)."
	if p.Voids {
		p.Rule = over + ", less than half of them: none of these results counts (R-FF-5)."
	}
	if p.One = s.Voided == nil; p.One {
		p.Rule = "In a knock-out, a player who leaves loses the games in play, and the opponent goes on; ties that are decided stay as they are (R-UT-4)."
	}
	if p.One && t.Boards > 0 {
		p.Rule = "The games in play are lost, and those to come, until a reserve takes over the board (R-TE-4)."
	}
	for _, now := range s.Before {
		e, _ := t.Entrant(now.Player)
		if team, ok := t.Team(now.Player); ok {
			e.Player.Name = team.Name
		}
		row := StrikeRow{Name: e.Player.Name, Struck: now.Player == player.ID, Now: standsText(now)}
		if !p.One {
			row.Void, row.VoidMoves = afterText(now, s.Voided)
		}
		row.Rest, row.RestMoves = afterText(now, s.Forfeited)
		p.Rows = append(p.Rows, row)
	}
	return &p
}

// standsText writes rank and points: "2nd, 12".
func standsText(r league.Row) string {
	if r.Out {
		return "out"
	}
	return ui.Ordinal(r.Rank) + ", " + ui.PointsText(r.Points)
}

// afterText writes where a player stands in another table, and says whether that is
// another rank.
func afterText(now league.Row, rows []league.Row) (string, bool) {
	then := rows[slices.IndexFunc(rows, func(r league.Row) bool { return r.Player == now.Player })]
	return standsText(then), then.Rank != now.Rank || then.Out != now.Out
}
