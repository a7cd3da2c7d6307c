package tournament

import (
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/views/ui"
)

// TournamentsInput is what the list of tournaments is built from; they come
// without logs.
type TournamentsInput struct {
	ui.Frame
	Games                   []engine.Game
	Formats                 []league.FormatInfo
	Open, Running, Finished []league.Tournament // the latest first
	Game, Format            string              // what alone is asked for; "": any
	State                   league.TournamentState
}

// TournamentsPage is the list of tournaments.
type TournamentsPage struct {
	ui.Frame
	Lists                  []TournamentList
	Games, Formats, States []ui.Option // of the filter
	Filtered               bool
}

// TournamentList is one of its lists.
type TournamentList struct {
	ID, Title string
	None      string // what is said of an empty one
	Lines     []TournamentLine
}

// TournamentLine is a tournament in a list.
type TournamentLine struct {
	URL, Name string
	Rules     string // "StreetSoccer, Little Golem"
	Shape     string // "4 players, each pair meets twice"
	Clock     string
	Organiser string
	Entered   string // "2 of 4 places taken"
	Winners   string // "Ann", of a finished one
	Star      string // explains its asterisk; "" if it has none
	Ended     time.Time
	In        bool // the viewer plays in it
}

// NewTournamentsPage builds the list of tournaments.
func NewTournamentsPage(in TournamentsInput) TournamentsPage {
	in.Title = "Tournaments"
	in.Description = "Tournaments open for entry, those being played, and who won the finished ones."
	p := TournamentsPage{
		Frame: in.Frame, Games: []ui.Option{{Name: "Any game"}}, Formats: []ui.Option{{Name: "Any format"}}, States: []ui.Option{{Name: "All"}},
		Filtered: in.Game != "" || in.Format != "" || in.State != "",
	}
	for _, l := range []struct {
		state           league.TournamentState
		id, title, none string
		list            []league.Tournament
	}{
		{league.Registration, "open", "Open for entry", "None at the moment. Open one: others will find it here.", in.Open},
		{league.Running, "running", "Being played", "None at the moment.", in.Running},
		{league.Finished, "finished", "Finished", "No tournament has ended yet.", in.Finished},
	} {
		p.States = append(p.States, ui.Option{ID: string(l.state), Name: l.title})
		if in.State != "" && in.State != l.state {
			continue
		}
		if in.Game != "" || in.Format != "" {
			l.none = "None of these."
		}
		p.Lists = append(p.Lists, TournamentList{l.id, l.title, l.none, TournamentLines(in.Games, l.list, in.Viewer.ID)})
	}
	for _, g := range in.Games {
		p.Games = append(p.Games, ui.Option{ID: g.Info().ID, Name: g.Info().Name})
	}
	for _, f := range in.Formats {
		p.Formats = append(p.Formats, ui.Option{ID: f.ID, Name: f.Name})
	}
	ui.ChooseOption(p.Games, in.Game)
	ui.ChooseOption(p.Formats, in.Format)
	ui.ChooseOption(p.States, string(in.State))
	return p
}

// TournamentLines are tournaments in a list, as a viewer sees them.
func TournamentLines(games []engine.Game, list []league.Tournament, viewer string) []TournamentLine {
	var lines []TournamentLine
	for _, t := range list {
		_, in := t.Entrant(viewer)
		line := TournamentLine{
			URL: ui.TournamentURL(t.ID), Name: t.Name, Rules: ui.GameRules(games, t.Game, t.Variant), Shape: ShapeText(t), Clock: CupClock(t.Control),
			Organiser: t.Organiser.Name, Entered: takenText(t),
			Winners: Starred(winnersText(t), t), Star: AsteriskText(t), Ended: t.Ended, In: in,
		}
		if t.State != league.Registration {
			line.Entered = ui.CountText(len(t.Entries), "player", "players")
			if t.Boards > 0 {
				line.Entered = ui.CountText(len(t.Teams), "team", "teams")
			}
		}
		lines = append(lines, line)
	}
	return lines
}
