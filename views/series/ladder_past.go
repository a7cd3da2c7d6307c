package series

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"kickabout/league"
	"kickabout/league/assessment"
	"kickabout/league/ladders"
	"kickabout/views/study"
	"kickabout/views/ui"
)

// LadderMonthInput is what the page of a month's end is built from.
type LadderMonthInput struct {
	ui.Frame
	Month ladders.Month
	Worth []assessment.PlayerLuck // of the matches that ended in it
	Luck  string                  // how their table is sorted: a key of luckSorts
}

// LadderMonthPage is a ladder at the end of a month.
type LadderMonthPage struct {
	ui.Frame
	Heading, Month string
	URL, Ladder    string
	Rows           []LadderLine
	Luck           *study.LuckTable
	Months         []MonthLink
}

// NewLadderMonthPage builds the page of a month's end.
func NewLadderMonthPage(in LadderMonthInput) LadderMonthPage {
	m := in.Month
	p := LadderMonthPage{
		Frame: in.Frame, Month: m.Begins.Format("January 2006"), Ladder: ui.LadderURL(m.Competition),
		URL: ui.LadderURL(m.Competition) + "/months/" + m.Begins.Format("2006-01"), Months: monthLinks(m.Competition, m.Months),
	}
	p.Heading = "Ladder: " + m.Title + ", " + p.Month
	p.Title = p.Heading
	p.Luck = study.NewLuckTable(study.LuckInput{URL: p.URL, Of: "that ended in " + p.Month, List: in.Worth, By: in.Luck, Link: ui.TableAsk{}.LuckAt(p.URL), Viewer: in.Viewer.ID})
	for i, who := range m.Players {
		p.Rows = append(p.Rows, LadderLine{Place: i + 1, Name: who.Name, URL: ui.LadderPlayerURL(m.Competition, who)})
	}
	return p
}

// LadderPathInput is what the page of a player's way is built from.
type LadderPathInput struct {
	ui.Frame
	Path ladders.Path
}

// LadderPathPage is a player's way on a ladder.
type LadderPathPage struct {
	ui.Frame
	Heading, Name, Now  string
	URL, Ladder, Player string
	Curves              []ui.Curve // one for each time that they were in, the latest first
}

// NewLadderPathPage builds the page of a player's way.
func NewLadderPathPage(in LadderPathInput) LadderPathPage {
	path := in.Path
	p := LadderPathPage{
		Frame: in.Frame, Name: path.Player.Name, URL: ui.LadderPlayerURL(path.Competition, path.Player),
		Ladder: ui.LadderURL(path.Competition), Player: ui.PlayerURL(path.Player),
	}
	p.Heading = fmt.Sprintf("%s on the %s ladder", p.Name, path.Title)
	p.Title = p.Heading
	p.Now = fmt.Sprintf("%s is not on it now.", p.Name)
	all := stays(path.Steps)
	for i, s := range slices.Backward(all) {
		until := s.left
		if until.IsZero() {
			until = in.Now
			p.Now = fmt.Sprintf("Place %d of %d.", s.steps[len(s.steps)-1].Place, path.Players)
		}
		p.Curves = append(p.Curves, *ui.NewCurve(ui.CurveInput{
			ID: fmt.Sprintf("places-%d", i+1), Title: "Place of " + p.Name, Head: "Place", Readings: readings(s.steps), Until: until, Ranks: true,
		}))
	}
	return p
}

// stay is an unbroken time on a ladder.
type stay struct {
	steps []ladders.Step
	left  time.Time // zero: they are still in
}

// stays parts a path where its player left.
func stays(steps []ladders.Step) []stay {
	var all []stay
	for i, s := range steps {
		if i == 0 || steps[i-1].Place == 0 {
			all = append(all, stay{})
		}
		last := &all[len(all)-1]
		if s.Place == 0 {
			last.left = s.At
		} else {
			last.steps = append(last.steps, s)
		}
	}
	return all
}

func readings(steps []ladders.Step) []ui.Reading {
	var all []ui.Reading
	for _, s := range steps {
		all = append(all, ui.Reading{At: s.At, Value: float64(s.Place)})
	}
	return all
}

// ladderExport is a ladder's table for programs.
type ladderExport struct {
	Ladder string             `json:"ladder"`
	Rows   []ladderExportLine `json:"rows"`
}

type ladderExportLine struct {
	Place   int     `json:"place"`
	Player  string  `json:"player"`
	Rating  float64 `json:"rating,omitempty"`
	Was     int     `json:"was,omitempty"`
	Games   int     `json:"games"`
	Locked  bool    `json:"locked,omitempty"`
	Away    bool    `json:"away,omitempty"`
	Leaving bool    `json:"leaving,omitempty"`
}

// LadderCSV writes a ladder's table for spreadsheets.
func LadderCSV(v ladders.View) []byte {
	lines := [][]string{{"place", "player", "rating", "place when the month began", "games"}}
	for _, r := range v.Rows {
		rating, was := "", ""
		if r.Elo > 0 {
			rating = r.Elo.String()
		}
		if r.Was > 0 {
			was = strconv.Itoa(r.Was)
		}
		lines = append(lines, []string{strconv.Itoa(r.Place), ui.PlainCell(r.Player.Name), rating, was, strconv.Itoa(r.Running)})
	}
	return ui.CSV(lines)
}

// LadderJSON writes a ladder's table for programs.
func LadderJSON(v ladders.View) ([]byte, error) {
	out := ladderExport{Ladder: v.Competition.ID(), Rows: []ladderExportLine{}}
	for _, r := range v.Rows {
		out.Rows = append(out.Rows, ladderExportLine{r.Place, r.Player.Name, float64(r.Elo) / float64(league.EloPoint), r.Was, r.Running, r.Locked, r.Away, r.Leaving})
	}
	return json.Marshal(out)
}

// LadderMonthCSV writes a month's end for spreadsheets.
func LadderMonthCSV(m ladders.Month) []byte {
	lines := [][]string{{"place", "player"}}
	for i, p := range m.Players {
		lines = append(lines, []string{strconv.Itoa(i + 1), ui.PlainCell(p.Name)})
	}
	return ui.CSV(lines)
}

// LadderMonthJSON writes a month's end for programs.
func LadderMonthJSON(m ladders.Month) ([]byte, error) {
	type line struct {
		Place  int    `json:"place"`
		Player string `json:"player"`
	}
	out := struct {
		Ladder string `json:"ladder"`
		Month  string `json:"month"`
		Rows   []line `json:"rows"`
	}{m.Competition.ID(), m.Begins.Format("2006-01"), []line{}}
	for i, p := range m.Players {
		out.Rows = append(out.Rows, line{i + 1, p.Name})
	}
	return json.Marshal(out)
}

// LadderPathCSV writes a player's way for spreadsheets; place 0: they left.
func LadderPathCSV(p ladders.Path) []byte {
	lines := [][]string{{"at", "place"}}
	for _, s := range p.Steps {
		lines = append(lines, []string{ui.Datetime(s.At), strconv.Itoa(s.Place)})
	}
	return ui.CSV(lines)
}

// LadderPathJSON writes a player's way for programs; place 0: they left.
func LadderPathJSON(p ladders.Path) ([]byte, error) {
	type step struct {
		At    time.Time `json:"at"`
		Place int       `json:"place"`
	}
	out := struct {
		Ladder string `json:"ladder"`
		Player string `json:"player"`
		Places []step `json:"places"`
	}{p.Competition.ID(), p.Player.Name, []step{}}
	for _, s := range p.Steps {
		out.Places = append(out.Places, step{s.At, s.Place})
	}
	return json.Marshal(out)
}
