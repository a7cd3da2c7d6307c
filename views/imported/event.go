// Package imported is the pages of tournaments that were played elsewhere. Their players are names, and lead nowhere.
package imported

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/elsewhere"
	"kickabout/views/ui"
)

// mostCrossed is up to how many players there is a crosstable: a larger one tells nobody anything.
const mostCrossed = 16

// EventInput is what the page of an event is built from.
type EventInput struct {
	ui.Frame
	Games   []engine.Game
	Event   elsewhere.Event
	Results elsewhere.Results
	Admin   bool // the viewer may take down what others have imported
	Reason  string
	Errors  map[string]string
}

// EventPage is the page of an event.
type EventPage struct {
	ui.Frame
	URL, Name string
	Facts     []string
	Source    string
	Private   bool
	Standings Standings
	TRF       bool // it can be downloaded as a tournament file
	Own       bool
	Admin     bool
	Reason    string
	Errors    map[string]string
}

// Standings is what the results of an event come to, on its page and in the preview.
type Standings struct {
	Heads  []Head
	Rows   []Row
	Played bool
	Breaks []ui.BreakLine
	Why    []string
	Cross  bool
	Rounds []Round
}

// Head is the head of a column: a tie-break.
type Head struct{ Code, Name string }

// Row is a player.
type Row struct {
	Rank, Name, Points string
	Played             string
	Record             string // "3–0–1"
	Goals              string
	Values             []string
	Cells              []string // against each of the others, in the order of the table
}

// Round is the games of a round; Name is "" where the file names none.
type Round struct {
	Name  string
	Games []Game
}

// Game is a result.
type Game struct{ First, Second, Result, Points, Bye string }

// NewEventPage builds the page.
func NewEventPage(in EventInput) EventPage {
	e := in.Event
	in.Title = e.Name
	in.Description = "A tournament that was played elsewhere: not rated, not checked by this site."
	p := EventPage{
		Frame: in.Frame, URL: ui.ImportedURL(e.ID), Name: e.Name, Source: e.Source, Private: e.Private, Standings: NewStandings(in.Results),
		Own: in.Viewer.ID != "" && in.Viewer.ID == e.Importer.ID, Reason: in.Reason, Errors: in.Errors,
	}
	p.Admin = in.Admin && !p.Own
	_, err := in.Results.TRF(e.Name)
	p.TRF = err == nil
	p.Facts = append(p.Facts, DaysText(e.About))
	if e.Place != "" {
		p.Facts = append(p.Facts, "Played at: "+e.Place)
	}
	if e.Game != "" {
		p.Facts = append(p.Facts, ui.GameRules(in.Games, e.Game, e.Variant))
	}
	p.Facts = append(p.Facts, ui.CountText(e.Players, "player", "players")+", "+ui.CountText(e.Games, "game", "games"), CountText(e.Count, in.Results.Played),
		"Imported by "+e.Importer.Name+" on "+ui.DayText(e.Imported))
	if e.Changed.After(e.Imported) {
		p.Facts = append(p.Facts, "Corrected on "+ui.DayText(e.Changed))
	}
	return p
}

// DaysText says when an event was played.
func DaysText(a elsewhere.About) string {
	if a.First == a.Last {
		return ui.DayText(a.First.Time())
	}
	return ui.DayText(a.First.Time()) + " to " + ui.DayText(a.Last.Time())
}

// CountText says what games pay.
func CountText(c elsewhere.Count, played bool) string {
	switch {
	case c == elsewhere.ThreeOne:
		return "A win pays 3, a draw 1"
	case c == elsewhere.OneHalf:
		return "A win pays 1, a draw ½"
	case c == elsewhere.CloseWin:
		return "A win pays 5, 4 or 3, a target win by one goal 4"
	case played:
		return "A win pays 5, 4 or 3"
	}
	return "Points as the file says"
}

// NewStandings builds what results come to.
func NewStandings(r elsewhere.Results) Standings {
	s := Standings{Played: r.Played, Cross: len(r.Players) <= mostCrossed}
	for _, b := range r.Table.Order()[1:] { // points have a column of their own
		s.Heads = append(s.Heads, Head{b.Code, ui.Upper(b.Name)})
	}
	told := ui.NewGroupTable(ui.GroupInput{Table: r.Table, Plain: true, Player: func(name string) league.Player { return league.Player{ID: name, Name: name} }})
	s.Breaks = told.Breaks
	pairs := map[[2]string][]string{}
	for _, g := range r.Games {
		pairs[[2]string{g.First, g.Second}] = append(pairs[[2]string{g.First, g.Second}], ui.PointsText(g.Points[0]))
		pairs[[2]string{g.Second, g.First}] = append(pairs[[2]string{g.Second, g.First}], ui.PointsText(g.Points[1]))
	}
	rows := r.Table.Rows()
	for i, row := range rows {
		line := Row{
			Rank: strconv.Itoa(row.Rank), Name: row.Player, Points: ui.PointsText(row.Points), Played: strconv.Itoa(row.Played),
			Record: fmt.Sprintf("%d–%d–%d", row.Won, row.Drawn, row.Lost), Goals: ui.GoalsText(row.Goals, row.Against),
		}
		for k, b := range r.Table.Order()[1:] {
			line.Values = append(line.Values, "–")
			if v := row.Values[k+1]; v.Counts {
				line.Values[k] = b.Show(v.Number)
			}
		}
		for _, other := range rows {
			line.Cells = append(line.Cells, strings.Join(pairs[[2]string{row.Player, other.Player}], " "))
		}
		s.Rows = append(s.Rows, line)
		if why := told.Rows[i].Why; why != "" {
			s.Why = append(s.Why, why)
		}
	}
	s.Rounds = rounds(r)
	return s
}

func rounds(r elsewhere.Results) (all []Round) {
	names := r.Rounds
	if names == nil {
		names = []string{""}
	}
	for _, name := range names {
		round := Round{Name: name}
		for _, g := range r.InRound(name) {
			points := ui.PointsText(g.Points[0]) + " : " + ui.PointsText(g.Points[1])
			shown := Game{First: g.First, Second: g.Second, Points: points}
			if r.Played {
				shown.Result = ui.ScoreText(g.Outcome.Score) + ", " + string(g.Outcome.Ending)
			}
			if g.Forfeit {
				shown.Bye = "Forfeited"
			}
			round.Games = append(round.Games, shown)
		}
		for _, b := range r.ByesIn(name) {
			round.Games = append(round.Games, Game{First: b.Player, Points: ui.PointsText(b.Points), Bye: byeNames[b.Kind]})
		}
		all = append(all, round)
	}
	return all
}

// byeNames say how somebody spent a round without an opponent.
var byeNames = map[elsewhere.ByeKind]string{
	elsewhere.PairedBye: "Bye: their number was odd", elsewhere.FullBye: "Bye with the points of a win", elsewhere.HalfBye: "Bye with the points of a draw",
	elsewhere.AbsentBye: "Absent", elsewhere.WonBye: "Won without an opponent", elsewhere.LostBye: "Lost without an opponent",
}

// roundTitle names a round: "Round 3", or by its name.
func roundTitle(name string) string {
	if _, err := strconv.Atoi(name); err == nil {
		return "Round " + name
	}
	return cmp.Or(name, "Results")
}

// ListInput is what the list of events is built from.
type ListInput struct {
	ui.Frame
	Games  []engine.Game
	Events []elsewhere.Event // the latest first
	Game   string            // what alone is asked for; "": any
	Next   string            // address of the next page; "": there is none
}

// ListPage is the list of events.
type ListPage struct {
	ui.Frame
	Games    []ui.Option
	Lines    []Line
	Filtered bool
	Next     string
}

// Line is an event in the list.
type Line struct{ URL, Name, Winners, Shape, Facts string }

// NewListPage builds the list.
func NewListPage(in ListInput) ListPage {
	in.Title = "Tournaments played elsewhere"
	in.Description = "Tournaments that were played over the board or in other leagues, as members have brought them: not rated, not checked by this site."
	p := ListPage{Frame: in.Frame, Filtered: in.Game != "", Next: in.Next, Games: []ui.Option{{Name: "Any game"}}}
	for _, g := range in.Games {
		p.Games = append(p.Games, ui.Option{ID: g.Info().ID, Name: g.Info().Name})
	}
	ui.ChooseOption(p.Games, in.Game)
	for _, e := range in.Events {
		facts := []string{DaysText(e.About)}
		if e.Place != "" {
			facts = append(facts, e.Place)
		}
		if e.Game != "" {
			facts = append(facts, ui.GameRules(in.Games, e.Game, e.Variant))
		}
		facts = append(facts, "imported by "+e.Importer.Name)
		if e.Private {
			facts = slices.Insert(facts, 0, "Only you see it")
		}
		p.Lines = append(p.Lines, Line{
			URL: ui.ImportedURL(e.ID), Name: e.Name, Winners: e.Winners, Shape: ui.CountText(e.Players, "player", "players") + ", " + ui.CountText(e.Games, "game", "games"),
			Facts: strings.Join(facts, " · "),
		})
	}
	return p
}
