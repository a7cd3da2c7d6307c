package tournament

import (
	"fmt"
	"slices"
	"strings"

	"kickabout/engine"
	"kickabout/league"
	matchview "kickabout/views/match"
	"kickabout/views/ui"
)

// RulingInput is what the page is built from on which a director rules in a match.
type RulingInput struct {
	ui.Frame
	Rulings league.MatchRulings
	Ruling  string // as chosen
	Reason  string // as typed
	Errors  map[string]string
}

// RulingPage is the page on which a director rules in a match.
type RulingPage struct {
	ui.Frame
	Match  matchview.CupLink
	Cup    matchview.CupLink
	URL    string
	Time   string // where time is given to the two
	Reason string
	Errors map[string]string
	Ways   []RulingWay
	Rows   []RulingRow // of the table; nil where there is none
}

// RulingWay is one of the rulings.
type RulingWay struct {
	ui.Option
	Short string // heads its column
}

// RulingRow is a player of the table before and after each ruling.
type RulingRow struct {
	Name  string
	Now   string // "2nd, 12"
	After []RulingCell
}

// RulingCell is where a player would stand.
type RulingCell struct {
	Text  string
	Moves bool // that is another rank
}

// NewRulingPage builds the page.
func NewRulingPage(in RulingInput) RulingPage {
	m, t := in.Rulings.Match, in.Rulings.Tournament
	in.Title = "Rule in a game"
	p := RulingPage{
		Frame: in.Frame, URL: ui.MatchURL(m.ID) + "/ruling", Reason: in.Reason, Errors: in.Errors,
		Match: matchview.CupLink{Name: m.Seats[0].Player.Name + " v " + m.Seats[1].Player.Name, URL: ui.MatchURL(m.ID)},
		Cup:   matchview.CupLink{Name: t.Name, URL: ui.TournamentURL(t.ID)},
	}
	p.Time = ui.GrantURL(t, m.Seats[0].Player.ID, m.Seats[1].Player.ID)
	for _, e := range in.Rulings.Effects {
		w := rulingWay(m, e)
		w.Chosen = w.ID == in.Ruling
		p.Ways = append(p.Ways, w)
	}
	for _, now := range in.Rulings.Before {
		e, _ := t.Entrant(now.Player)
		row := RulingRow{Name: e.Player.Name, Now: standsText(now)}
		for _, effect := range in.Rulings.Effects {
			text, moves := afterText(now, effect.Rows)
			row.After = append(row.After, RulingCell{text, moves})
		}
		p.Rows = append(p.Rows, row)
	}
	return p
}

// rulingWay says what a ruling does to a match.
func rulingWay(m league.Match, e league.RulingEffect) RulingWay {
	name := func(side engine.Side) string { return m.Seats[m.SeatOf(side)].Player.Name }
	w := RulingWay{Option: ui.Option{ID: string(e.Ruling)}}
	switch e.Ruling {
	case league.RuleVoid:
		w.Short, w.Name = "Void", "Void: it counts for nobody"
	case league.RuleFirst, league.RuleSecond:
		loser := name(e.Outcome.Winner.Other())
		w.Short, w.Name = loser+" loses", loser+" loses it by forfeit"
	case league.RuleBoth:
		w.Short, w.Name = "Both lose", "Both lose it: nobody gets points"
	default:
		w.Short, w.Name = "Board decides", "The board decides as it stands: a level game for the last scorer, and nobody wins without a goal"
		if e.Outcome.Winner != engine.NoSide {
			w.Name = fmt.Sprintf("The board decides as it stands: %s wins", name(e.Outcome.Winner))
		}
	}
	return w
}

// GrantInput is what the page is built from on which a director gives time.
type GrantInput struct {
	ui.Frame
	Tournament    league.Tournament
	Player, Other string // ids of who is chosen; "" for everybody, and nobody
	Days          string // as typed
	Reason        string
	Seen          int
	Errors        map[string]string
}

// GrantPage is the page on which a director gives time (R-TC-7).
type GrantPage struct {
	ui.Frame
	Name, URL       string // of the tournament
	Players, Others []ui.Option
	Days, Reason    string
	Most            int // days
	Seen            int
	Errors          map[string]string
}

// NewGrantPage builds the page.
func NewGrantPage(in GrantInput) GrantPage {
	t := in.Tournament
	in.Title = "Give time"
	p := GrantPage{
		Frame: in.Frame, Name: t.Name, URL: ui.TournamentURL(t.ID), Days: in.Days, Reason: in.Reason, Most: league.GrantDays, Seen: in.Seen, Errors: in.Errors,
		Players: []ui.Option{{Name: "Everybody", Chosen: in.Player == ""}}, Others: []ui.Option{{Name: "In all of these games", Chosen: in.Other == ""}},
	}
	entries := slices.Clone(t.Entries)
	slices.SortFunc(entries, func(a, b league.Entrant) int {
		return strings.Compare(strings.ToLower(a.Player.Name), strings.ToLower(b.Player.Name))
	})
	for _, e := range entries {
		p.Players = append(p.Players, ui.Option{ID: e.Player.ID, Name: e.Player.Name, Chosen: e.Player.ID == in.Player})
		p.Others = append(p.Others, ui.Option{ID: e.Player.ID, Name: "Against " + e.Player.Name, Chosen: e.Player.ID == in.Other})
	}
	return p
}
