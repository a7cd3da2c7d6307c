package tournament

import (
	"fmt"
	"strconv"

	"kickabout/league"
	"kickabout/league/roster"
	"kickabout/views/ui"
)

// RosterInput is what the page is built from on which a director brings a list of players.
type RosterInput struct {
	ui.Frame
	Tournament league.Tournament
	Text       string // the list as it was sent
	Message    string
	Preview    *roster.Preview // nil as long as nothing was sent
	Errors     map[string]string
}

// RosterPage is the page on which a director brings a list of players.
type RosterPage struct {
	ui.Frame
	URL, Name     string // of the tournament
	Text, Message string
	Seen          int
	Errors        map[string]string
	Closed        string // why nobody can be invited any more
	ByHand        bool   // seeds are given by hand
	Limits        string
	Preview       *RosterPreview
}

// RosterPreview is what a list would come to.
type RosterPreview struct {
	Summary  string
	Problems []string
	Rows     []RosterRow
	Invites  bool
	Seeds    string // what would be seeded; "": nothing
	Button   string // "": nothing can be done
}

// RosterRow is a line of a list.
type RosterRow struct {
	Line, Typed, Seed string
	Name, URL         string // of the member; "" if there is none
	Stands            string
	New               bool
}

// NewRosterPage builds the page.
func NewRosterPage(in RosterInput) RosterPage {
	t := in.Tournament
	in.Title = "A list of players for " + t.Name
	p := RosterPage{
		Frame: in.Frame, URL: ui.TournamentURL(t.ID), Name: t.Name, Text: in.Text, Message: in.Message, Seen: t.Last, Errors: in.Errors,
		ByHand: t.Seeding == league.SeedHand && t.State == league.Registration,
		Limits: fmt.Sprintf("At most %s players and %d kB, in UTF-8.", ui.Thousands(roster.MaxLines), roster.MaxBytes>>10),
	}
	if !t.Enterable(in.Now) && !t.Private {
		p.Closed = "Nobody can enter this tournament any more, so nobody is invited to it."
	}
	if in.Preview != nil {
		p.Preview = newRosterPreview(*in.Preview, p.Closed == "")
	}
	return p
}

func newRosterPreview(r roster.Preview, open bool) *RosterPreview {
	p := &RosterPreview{}
	for _, problem := range r.Problems {
		p.Problems = append(p.Problems, problem.Error())
	}
	for _, row := range r.Rows {
		shown := RosterRow{Line: strconv.Itoa(row.Line), Typed: row.Name, Seed: numberText(row.Seed), Stands: rosterStanding(row), New: row.Standing == roster.New && open}
		if row.Standing != roster.Unknown {
			shown.Name, shown.URL = row.Member.Name, ui.PlayerURL(row.Member)
		}
		p.Rows = append(p.Rows, shown)
	}
	invited := len(r.New())
	if !open {
		invited = 0
	}
	p.Summary = fmt.Sprintf("%s read; %s would be invited.", ui.CountText(len(r.Rows), "line", "lines"), ui.CountText(invited, "player", "players"))
	if len(r.Problems) > 0 {
		p.Summary = "Nothing can be done with this list before it is put right."
		return p
	}
	p.Invites = invited > 0
	if len(r.Seeds) > 0 {
		p.Seeds = fmt.Sprintf("Seed the %s of this list who have a place, in place of all seeds given so far", ui.CountText(len(r.Seeds), "player", "players"))
	}
	switch {
	case invited > 0:
		p.Button = "Invite " + ui.CountText(invited, "player", "players")
	case p.Seeds != "":
		p.Button = "Seed"
	}
	return p
}

func rosterStanding(r roster.Row) string {
	switch r.Standing {
	case roster.New:
		return "invite"
	case roster.Twice:
		return fmt.Sprintf("as in line %d", r.Before)
	case roster.Entered:
		return "has entered"
	case roster.Organises:
		return "organises it"
	case roster.Banned:
		return "is banned"
	case roster.Invited:
		return "is invited already"
	default:
		return "not found"
	}
}
