// Package series is the pages of competitions that the site itself goes on with: championships,
// ladders, mini cups and monthly cups, and the calendar of them all.
package series

import (
	"fmt"
	"strconv"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/formats/championship"
	"kickabout/league/formats/ladder"
	"kickabout/league/formats/minicup"
	"kickabout/league/formats/monthlycup"
	"kickabout/views/tournament"
	"kickabout/views/ui"
)

// CompetitionsInput is what the page of all competitions is built from.
type CompetitionsInput struct {
	ui.Frame
	Games    []engine.Game
	All      []league.Competition
	Editions []league.Tournament // of all of them: what is open or being played
	Seats    []Seat              // the viewer's
	Open     []league.Tournament // users' tournaments that take entries
	Running  []league.Tournament // users' tournaments that are being played
}

// CompetitionsPage is the page of all competitions: what the viewer plays in, and all as one matrix of rule sets by
// competitions.
type CompetitionsPage struct {
	ui.Frame
	Yours   []SeatRow
	Road    *Road // nil if the viewer plays in no championship
	Kinds   []CompetitionKind
	Games   []CompetitionsOf
	Open    []OpenTournament
	Running []OpenTournament
}

// CompetitionKind is a column of the matrix.
type CompetitionKind struct{ Name, URL string }

// CompetitionsOf is a row of the matrix: the competitions of a variant of a game, by the kinds.
type CompetitionsOf struct {
	ID, Game, Name, Rules string        // "streetsoccer", "StreetSoccer", "Little Golem rules"
	Board                 *ui.Thumbnail // nil if there is no picture of the game
	Cells                 []CompetitionCell
}

// CompetitionCell is one competition: a number, and the one thing to know.
type CompetitionCell struct {
	URL   string // "" where there is none
	Kind  string
	Value string // "42", "2/3"; "–" where nobody is
	Unit  string // what the number counts: "players", "places taken"
	Note  string // "3rd", "join", "1 Dec", "from 5 players", "closed"
	Class string // "mine", "closed", "none" or ""
}

// OpenTournament is a tournament of a user in the list.
type OpenTournament struct {
	URL, Name, Rules string
	Left             string // "5 places left"
}

// kinds are the columns of the matrix.
var kinds = []struct{ format, name string }{
	{championship.ID, "Championship"}, {"ladder", "Ladder"}, {"minicup", "Mini cup"}, {"monthlycup", "Monthly cup"},
}

// tournamentsNamed is how many tournaments of users the page names of each state.
const tournamentsNamed = 3

// NewCompetitionsPage builds the page of all competitions.
func NewCompetitionsPage(in CompetitionsInput) CompetitionsPage {
	in.Title = "Leagues and cups"
	in.Description = "Championships, ladders, mini cups and monthly cups of all games: what is open and what is being played."
	p := CompetitionsPage{Frame: in.Frame}
	for _, k := range kinds {
		p.Kinds = append(p.Kinds, CompetitionKind{k.name, "/" + k.format})
	}
	for _, g := range in.Games {
		for _, v := range g.Info().Variants {
			if row, ok := in.rowOf(g, v.ID); ok {
				row.ID = fmt.Sprintf("game-%d", len(p.Games)+1)
				p.Games = append(p.Games, row)
			}
		}
	}
	p.Yours = SeatRows(in.Games, in.Viewer.ID, in.Seats, in.Editions)
	for _, s := range in.Seats {
		if p.Road == nil {
			p.Road = newRoad(s, in.Viewer.ID, in.levelsOf(s.Tournament.ID))
		}
	}
	p.Open, p.Running = in.named(in.Open), in.named(in.Running)
	return p
}

// levelsOf is how many levels a season has.
func (in CompetitionsInput) levelsOf(id string) (levels int) {
	for _, t := range in.Editions {
		if t.ID != id {
			continue
		}
		for _, g := range t.Groups() {
			level, _ := championship.ParseGroup(g)
			levels = max(levels, level)
		}
	}
	return levels
}

// named lists a few tournaments of users.
func (in CompetitionsInput) named(all []league.Tournament) (list []OpenTournament) {
	for _, t := range all[:min(tournamentsNamed, len(all))] {
		line := OpenTournament{URL: ui.TournamentURL(t.ID), Name: tournament.Starred(t.Name, t), Rules: ui.GameRules(in.Games, t.Game, t.Variant)}
		if free := t.Places - len(t.Entries); t.State == league.Registration && free > 0 {
			line.Left = placesLeft(free)
		}
		list = append(list, line)
	}
	return list
}

// placesLeft says how many places are left.
func placesLeft(n int) string { return ui.CountText(n, "place", "places") + " left" }

// rowOf is the row of a variant; false if there is no competition of it.
func (in CompetitionsInput) rowOf(g engine.Game, variant string) (CompetitionsOf, bool) {
	row := CompetitionsOf{Game: g.Info().ID, Name: g.Info().Name, Board: ui.SamplePicture(g)}
	if rules, err := g.Info().Ruleset(variant); err == nil {
		row.Rules = rules.Title()
	}
	any := false
	for _, k := range kinds {
		cell := CompetitionCell{Kind: k.name, Value: "–", Class: "none"}
		for _, c := range in.All {
			if c.Format == k.format && c.Game == g.Info().ID && c.Variant == variant {
				cell, any = in.cell(c, k.name), true
			}
		}
		row.Cells = append(row.Cells, cell)
	}
	return row, any
}

// cell sums up a competition.
func (in CompetitionsInput) cell(c league.Competition, kind string) CompetitionCell {
	var editions []league.Tournament
	for _, t := range in.Editions {
		if t.Competition == c.ID() {
			editions = append(editions, t)
		}
	}
	cell := CompetitionCell{URL: ui.CompetitionURL(c), Kind: kind}
	switch c.Format {
	case championship.ID:
		in.season(&cell, editions)
	case (ladder.Format{}).Info().ID:
		in.ladder(&cell, editions)
	default:
		in.queue(&cell, c.Format, editions)
	}
	if cell.Value == "" {
		cell.Value, cell.Unit, cell.Class = "–", "", "none"
	}
	if !in.Site.Runs(c) {
		cell.Note, cell.Class = "closed", "closed"
	}
	return cell
}

// mine makes a cell one that the viewer is in.
func (cell *CompetitionCell) mine(note string) { cell.Note, cell.Class = note, "mine" }

// players counts those who are in an edition.
func (cell *CompetitionCell) players(n int) {
	if n > 0 {
		cell.Value, cell.Unit = strconv.Itoa(n), ui.Plural(n, "player", "players")
	}
}

// season sums up a championship: the season that is played, else the one that takes entries.
func (in CompetitionsInput) season(cell *CompetitionCell, editions []league.Tournament) {
	cell.Note = fromPlayers(championship.Format{}.Info().MinEntries)
	for _, t := range editions {
		e, entered := t.Entrant(in.Viewer.ID)
		switch {
		case t.State == league.Running:
			cell.players(len(t.Entries))
			cell.Note = "being played"
			if entered && !t.Waits(e) {
				cell.mine(in.standing(t))
			}
		case t.State == league.Registration && entered:
			if cell.Class == "" {
				cell.mine("entered")
			}
			if cell.Value == "" {
				cell.players(len(t.Entries))
			}
		case t.State == league.Registration && cell.Class == "":
			switch {
			case cell.Value != "":
				cell.Note = "join the next season"
			case len(t.Entries) > 0:
				cell.players(len(t.Entries))
				cell.Note = "join"
			}
		}
	}
}

// standing is where the viewer stands in a season: "3rd in Division 2".
func (in CompetitionsInput) standing(t league.Tournament) string {
	for _, s := range in.Seats {
		if r, ok := s.row(in.Viewer.ID); ok && s.Tournament.ID == t.ID && r.Played > 0 {
			level, _ := championship.ParseGroup(s.Group)
			return fmt.Sprintf("%s in Division %d", ui.Ordinal(r.Rank), level)
		}
	}
	return "you play"
}

// ladder sums up a ladder.
func (in CompetitionsInput) ladder(cell *CompetitionCell, editions []league.Tournament) {
	cell.Note = "be the first"
	for _, t := range editions {
		cell.players(len(t.Entries))
		if e, there := t.Entrant(in.Viewer.ID); there {
			cell.mine(ui.Ordinal(e.Seed))
		} else if len(t.Entries) > 0 {
			cell.Note = "join"
		}
	}
}

// queue sums up a cup whose groups start when they are full: the fullest group of the lowest level that takes entries,
// else those who play.
func (in CompetitionsInput) queue(cell *CompetitionCell, format string, editions []league.Tournament) {
	playing, waiting, there := 0, 0, ""
	for _, t := range editions {
		_, entered := t.Entrant(in.Viewer.ID)
		if entered {
			there = map[league.TournamentState]string{league.Registration: "you wait", league.Running: "you play"}[t.State]
		}
		level, _, levelled := minicup.Level(t.Edition)
		switch {
		case t.State == league.Running:
			playing += len(t.Entries)
		case t.State == league.Registration && t.WhenFull && (!levelled || level == 0):
			cell.Value, cell.Unit, cell.Note = fmt.Sprintf("%d/%d", len(t.Entries), t.Places), "places taken", "join"
			if waiting = len(t.Entries); waiting == 0 {
				cell.Note = "be the first"
			}
		}
	}
	switch {
	case waiting == 0 && playing > 0:
		cell.players(playing)
		if cell.Note = "join"; format == "monthlycup" {
			cell.Note = in.nextRound()
		}
	case waiting == 0 && format == "monthlycup":
		cell.Value, cell.Note = "", fromPlayers(monthlySize)
	case cell.Value == "":
		cell.Note = fromPlayers(miniSize)
	}
	if there != "" {
		cell.mine(there)
	}
}

// The sizes of the groups of cups.
const (
	miniSize    = 3
	monthlySize = 5
)

// nextRound is when the winners of a month meet.
func (in CompetitionsInput) nextRound() string {
	return monthlycup.RoundStarts(monthlycup.MonthAt(in.Now)).Format("2 Jan")
}

// fromPlayers says how many are needed.
func fromPlayers(n int) string { return fmt.Sprintf("from %d players", n) }
