package imported

import (
	"fmt"

	"kickabout/engine"
	"kickabout/league/elsewhere"
	"kickabout/views/ui"
)

// FormInput is what the page is built from on which somebody imports an event.
type FormInput struct {
	ui.Frame
	Games   []engine.Game
	Form    elsewhere.Form
	Event   string // id of what is imported again; "": it is a new one
	Seen    string // of that: as it was seen
	Sent    bool   // it was looked at
	Results *elsewhere.Results
	Report  elsewhere.Report
	Errors  map[string]string
}

// FormPage is the page.
type FormPage struct {
	ui.Frame
	Heading   string
	Form      elsewhere.Form
	Event     string
	Seen      string
	Errors    map[string]string
	Games     []ui.Option
	Counts    []ui.Option
	Limits    string
	Problems  []string
	Notes     []string
	Summary   string
	Standings *Standings
	Button    string
}

// NewFormPage builds the page.
func NewFormPage(in FormInput) FormPage {
	p := FormPage{
		Heading: "Import results", Frame: in.Frame, Form: in.Form, Event: in.Event, Seen: in.Seen, Errors: in.Errors, Problems: in.Report.Problems, Notes: in.Report.Notes,
		Limits: fmt.Sprintf("At most %d results of %d players and %d kB, in UTF-8.", elsewhere.MaxGames, elsewhere.MaxPlayers, elsewhere.MaxBytes>>10),
		Games:  []ui.Option{{Name: "None of the games here"}}, Button: "Import",
	}
	if in.Event != "" {
		p.Heading, p.Button = "Import results again", "Replace what was imported"
	}
	p.Title = p.Heading
	for _, g := range in.Games {
		for _, v := range g.Info().Variants {
			p.Games = append(p.Games, ui.Option{ID: ui.RulesID(g.Info().ID, v.ID), Name: ui.RulesName(g.Info(), v.ID)})
		}
	}
	ui.ChooseOption(p.Games, in.Form.Game)
	for _, c := range elsewhere.Counts() {
		p.Counts = append(p.Counts, ui.Option{ID: string(c), Name: countNames[c]})
	}
	ui.ChooseOption(p.Counts, in.Form.Count)
	if in.Results != nil {
		s := NewStandings(*in.Results)
		p.Standings = &s
		p.Summary = fmt.Sprintf("%s of %s read. Nothing is stored yet.", ui.CountText(len(in.Results.Games), "result", "results"), ui.CountText(len(in.Results.Players), "player", "players"))
	} else if in.Sent {
		p.Summary = "Nothing can be imported before this is put right."
	}
	return p
}

// countNames say what games pay.
var countNames = map[elsewhere.Count]string{
	elsewhere.AsFile: "As the file says; where it says endings, 5, 4, 3 and 2 points", elsewhere.CloseWin: "The same, and a target win by one goal pays 4–1",
	elsewhere.ThreeOne: "3 for a win, 1 for a draw", elsewhere.OneHalf: "1 for a win, ½ for a draw",
}
