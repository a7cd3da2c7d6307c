package tournament

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/a-h/templ"

	"kickabout/engine"
	"kickabout/engine/games/onetwofun"
	"kickabout/engine/games/streetsoccer"
	"kickabout/league"
	"kickabout/league/assessment"
	"kickabout/league/formats/roundrobin"
	matchview "kickabout/views/match"
	"kickabout/views/ui"
	"kickabout/views/viewstest"
)

// fixtures are the three matches of the cup that has started: Ann beat Greedy in
// sudden death, Bob beat Ann, and the third is what it is.
func fixtures(c league.Tournament, third engine.Outcome) []league.Match {
	pair := func(key, first, second string, o engine.Outcome) league.Match {
		a, _ := c.Entrant(first)
		b, _ := c.Entrant(second)
		m := league.Match{ID: "m-" + strings.ReplaceAll(key, "/", ""), Tournament: c.ID, Fixture: key, Seats: [2]league.Seat{{Player: a.Player}, {Player: b.Player}}}
		m.State = league.State{Outcome: o, Score: o.Score}
		if !o.Over() {
			m.State.ToMove, m.State.Score = engine.First, [2]int{1, 0}
		}
		return m
	}
	return []league.Match{
		pair("c1/r1/b1", "ann", "bot:greedy", engine.Outcome{Ending: engine.SuddenDeath, Winner: engine.First, Score: [2]int{2, 1}}),
		pair("c1/r2/b1", "bob", "ann", engine.Outcome{Ending: engine.Resignation, Winner: engine.First, Score: [2]int{0, 0}}),
		pair("c1/r3/b1", "bot:greedy", "bob", third),
	}
}

// cupInput is the page's input as a player sees a tournament.
func cupInput(t testing.TB, c league.Tournament, viewer league.Player, third engine.Outcome) Input {
	t.Helper()
	in := Input{
		Frame: ui.Frame{Viewer: viewer, Now: viewstest.Today}, Games: []engine.Game{streetsoccer.Game{}}, Tournament: c, Format: roundrobin.Format{}.Info(),
		Bots: []league.Player{{ID: "bot:greedy", Name: "Greedy", Kind: league.Bot}, {ID: "bot:random", Name: "Random", Kind: league.Bot}},
	}
	if !c.Started.IsZero() {
		in.Matches = fixtures(c, third)
		in.Worth = []assessment.PlayerLuck{
			{Player: viewstest.Bob, LuckSum: assessment.LuckSum{Matches: 2, Points: 7500, Adjusted: 6900, Squares: 3400*3400 + 3500*3500, Cost: 1830, Decisions: 44}},
			{Player: viewstest.Ann, LuckSum: assessment.LuckSum{Matches: 1, Points: 3500, Adjusted: -120}},
		}
		var err error
		if in.Table, err = (roundrobin.Format{}).Standings(c.Sheet("", in.Matches, viewstest.Today)); err != nil {
			t.Fatal(err)
		}
	}
	return in
}

// goalless is how the third match of the cup ends.
var goalless = engine.Outcome{Ending: engine.Goalless}

// tournamentScenes are the scenes of the pages of tournaments.
func tournamentScenes(t testing.TB) map[string]templ.Component {
	t.Helper()
	organiser := league.Player{ID: "ann", Name: "Ann", Kind: league.Member}
	stranger := league.Player{ID: "dan", Name: "Dan", Kind: league.Member}
	page := func(c league.Tournament, viewer league.Player, third engine.Outcome) templ.Component {
		return View(NewPage(cupInput(t, c, viewer, third)))
	}
	running, finished := viewstest.Cup(t, true, 3, league.ActStarted), viewstest.Cup(t, true, 3, league.ActStarted, league.ActFinished)
	refused := cupInput(t, viewstest.Cup(t, true, 4), stranger, goalless)
	refused.Error = "The last place has just been taken: this tournament is full."
	open := WizardInput{Frame: ui.Frame{Viewer: organiser, Now: viewstest.Today}, Games: refused.Games, Formats: []league.FormatInfo{refused.Format}, Reservation: "token"}
	wrong := open
	wrong.Form = url.Values{"name": {`"><b>`}, "places": {"13"}, "cycles": {"3"}, "control": {"lg"}, "start": {"organiser"}, "rules": {"streetsoccer/lg"}, "rating_from": {`"><b>`}, "profile": {"own"}, "order": {"son+tp"}}
	wrong.Drafts, wrong.Draft = []league.Draft{{ID: "d1", Name: "<i>Autumn</i>", Changed: viewstest.Today}, {ID: "d2", Changed: viewstest.Today}}, "d1"
	wrong.Foresight = Foresee(roundrobin.Format{}, refused.Games[0].Info(), league.TournamentTerms{Places: 8, Cycles: 2, Control: "fast", Starts: viewstest.Today}, viewstest.Today, true)
	wrong.Errors = map[string]string{"": "You have 5 tournaments open.", "name": "Give it a name.", "places": "It takes 3 to 12 players.", "start": "Choose.", "order": "There is no such order."}
	closely := viewstest.Cup(t, true, 4)
	closely.Game, closely.Variant, closely.Pays = "onetwofun", "basic", league.CloseWinScoring
	closelyOpen := open
	closelyOpen.Games, closelyOpen.Form = []engine.Game{streetsoccer.Game{}, onetwofun.Game{}}, CloneForm(closely)
	asking := cupInput(t, running, organiser, engine.Outcome{})
	asking.Ask = ui.TableAsk{Sort: "goals", If: "m-c1r3b1:4-1"}
	directing := cupInput(t, running, organiser, engine.Outcome{})
	directing.Directs = true
	strike := StrikeInput{Frame: ui.Frame{Viewer: organiser, Now: viewstest.Today}, Tournament: running}
	chosen := strike
	chosen.Player, chosen.Reason = "bot:greedy", `said "<b>"`
	preview, err := directing.Table.Strike("bot:greedy")
	if err != nil {
		t.Fatal(err)
	}
	chosen.Strike = &preview
	unsaid := strike
	unsaid.Player, unsaid.Errors = "bob", map[string]string{"reason": "Say why: everybody in the tournament can read it."}
	return map[string]templ.Component{
		"tournament-if":             View(NewPage(asking)),
		"tournament-directed":       View(NewPage(directing)),
		"tournament-strike":         Strike(NewStrikePage(strike)),
		"tournament-strike-preview": Strike(NewStrikePage(chosen)),
		"tournament-strike-wrong":   Strike(NewStrikePage(unsaid)),
		"tournaments": Tournaments(NewTournamentsPage(TournamentsInput{
			Frame: ui.Frame{Viewer: organiser, Now: viewstest.Today}, Games: refused.Games,
			Open: []league.Tournament{viewstest.Cup(t, true, 4)}, Running: []league.Tournament{running}, Finished: []league.Tournament{finished},
		})),
		"tournaments-empty":     Tournaments(NewTournamentsPage(TournamentsInput{Frame: ui.Frame{Now: viewstest.Today}})),
		"tournament-new":        Wizard(NewWizardPage(open)),
		"tournament-new-wrong":  Wizard(NewWizardPage(wrong)),
		"tournament-new-close":  Wizard(NewWizardPage(closelyOpen)),
		"tournament-close":      page(closely, stranger, goalless),
		"tournament-new-nobody": NeedsAccount(NewNeedsAccount(ui.Frame{Now: viewstest.Today})),
		"desk":                  Desk(NewDeskPage(deskInput(t, viewstest.Cup(t, false, 4), organiser, false))),
		"roster":                Roster(NewRosterPage(rosterInput(t, organiser, "name;seed\nbob;1\nZoe;2\nNobody;\nZOE;\n"))),
		"roster-wrong":          Roster(NewRosterPage(rosterInput(t, organiser, "name;seed\nZoe;one\n"))),
		"desk-running":          Desk(NewDeskPage(deskInput(t, running, organiser, true))),
		"tournament-organiser":  page(viewstest.Cup(t, false, 4), organiser, goalless),
		"tournament-open":       page(viewstest.Cup(t, true, 4), stranger, goalless),
		"tournament-guest":      page(viewstest.Cup(t, true, 4), league.Player{}, goalless),
		"tournament-refused":    View(NewPage(refused)),
		"tournament-cancelled":  page(viewstest.Cup(t, true, 4, league.ActCancelled), organiser, goalless),
		"tournament-running":    page(running, organiser, engine.Outcome{}),
		"tournament-finished":   page(finished, league.Player{}, goalless),
		"tournament-live":       Live(NewPage(cupInput(t, running, stranger, engine.Outcome{}))),
	}
}

func TestTheCrosstableShowsWhoTookWhatFromWhom(t *testing.T) {
	c := viewstest.Cup(t, true, 3, league.ActStarted)
	table := ui.NewGroupTable(cupInput(t, c, league.Player{}, engine.Outcome{}).groupInput())
	var got []string
	for _, r := range table.Rows {
		line := fmt.Sprintf("%s %s %s SON %s %d-%d-%d", r.Rank, r.Name, r.Points, r.SON, r.Won, r.Drawn, r.Lost)
		for _, cell := range r.Cells {
			for _, res := range cell {
				line += " [" + res.Text + " " + res.Label + "]"
			}
		}
		got = append(got, line)
	}
	want := []string{
		"1 Bob 5 SON 20 1-0-0 [5 5 points against Ann, went first: 0–0, resignation] [• Against Greedy, second: being played, 0–1 so far]",
		"2 Ann 4 SON 4 1-0-1 [0 0 points against Bob, second: 0–0, resignation] [4 4 points against Greedy, went first: 2–1, sudden death]",
		"3 Greedy 1 SON 4 0-0-1 [• Against Bob, went first: being played, 1–0 so far] [1 1 point against Ann, second: 1–2, sudden death]",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestTheTableAsCSVHoldsNoFormulas(t *testing.T) {
	c := viewstest.Cup(t, true, 3, league.ActStarted)
	for i, name := range []string{"=1+1", "@SUM(A1)", "\"quoted\", \nwith a comma"} {
		c.Entries[i].Player.Name = name
	}
	in := cupInput(t, c, league.Player{}, engine.Outcome{})
	text := string(TableCSV(in))
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := "Rank Player Points SON Won Drawn Lost Open Goals Against Best Worst DE NW GD GF TO LOT"
	if got := strings.Join(rows[0][:18], " "); got != want || len(rows) != 4 {
		t.Errorf("got the head %q and %d rows", got, len(rows))
	}
	for _, row := range rows {
		for _, cell := range row {
			if _, err := strconv.Atoi(cell); cell != "" && err != nil && strings.ContainsAny(cell[:1], "=+-@\t\r\n") {
				t.Errorf("the cell %q can be a formula", cell)
			}
		}
	}
	if !strings.Contains(text, "'=1+1") || !strings.Contains(text, "'@SUM(A1)") {
		t.Errorf("the names are lost:\n%s", text)
	}
	if rows[1][14] != "3" || rows[1][12] != "" {
		t.Errorf("goal difference and direct encounter of the first are %q and %q", rows[1][14], rows[1][12])
	}
	if rows[1][18] != "x" || rows[1][19] != "5" || rows[1][20] != "" {
		t.Errorf("the results of the first are %q", rows[1][18:])
	}
}

func TestTheTableAsJSONIsWhole(t *testing.T) {
	text, err := TableJSON(cupInput(t, viewstest.Cup(t, true, 3, league.ActStarted, league.ActFinished), league.Player{}, goalless))
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		State string
		Table []struct {
			Rank   int
			Player string
			Points float64
			Winner bool
		}
		Matches []struct {
			Fixture string
			Points  []float64
		}
	}
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	if got.State != "finished" || len(got.Table) != 3 || len(got.Matches) != 3 || !got.Table[0].Winner || got.Table[0].Points != 7 || got.Matches[2].Points[0] != 2 {
		t.Errorf("got %s", text)
	}
}

func TestResultsSayWhatTheirMatchPays(t *testing.T) { // R-PT-3
	m := league.Match{ID: "m", Game: "onetwofun", State: league.State{
		Score: [2]int{7, 6}, Outcome: engine.Outcome{Ending: engine.Target, Winner: engine.First, Score: [2]int{7, 6}},
	}}
	for _, on := range []bool{false, true} {
		line, mine, theirs := "5–0 points", "5", "0"
		if on {
			m.Pays = league.CloseWinScoring
			line, mine, theirs = "4–1 points", "4", "1"
		}
		if got := matchview.NewResult(nil, m).Points; got != line {
			t.Errorf("close wins %t: the list says %q", on, got)
		}
		for side, want := range map[engine.Side]string{engine.First: mine, engine.Second: theirs} {
			if got := ui.NewCrossResult(m, side, league.Player{}).Text; got != want {
				t.Errorf("close wins %t: the table says %q of %s, want %q", on, got, side, want)
			}
		}
	}
}

// TestThePageSaysWhoCanWinAndWhoHas, and that there is no winner where nobody has a point.
func TestThePageSaysWhoCanWinAndWhoHas(t *testing.T) { // R-TB-6, R-CH-11
	running := viewstest.Cup(t, true, 3, league.ActStarted)
	running.Earned = true
	if p := NewPage(cupInput(t, running, viewstest.Ann, engine.Outcome{})); p.Headline != "All games have begun" || !strings.Contains(p.Next, "2 games of 3 over. Bob and Greedy can win.") {
		t.Errorf("while three can win it says %q, %q", p.Headline, p.Next)
	}
	in := cupInput(t, running, viewstest.Ann, engine.Outcome{Ending: engine.Resignation, Winner: engine.Second})
	in.Matches = in.Matches[1:] // the first game is open, and Bob has ten points
	in.Matches = append(in.Matches, fixtures(running, engine.Outcome{})[0])
	in.Matches[2].State = league.State{ToMove: engine.First}
	var err error
	if in.Table, err = (roundrobin.Format{}).Standings(running.Sheet("", in.Matches, viewstest.Today)); err != nil {
		t.Fatal(err)
	}
	if p := NewPage(in); p.Headline != "Bob has won" || !strings.Contains(p.Next, "2 games of 3 over. The rest") {
		t.Errorf("when it is settled it says %q, %q", p.Headline, p.Next)
	}
	over := viewstest.Cup(t, true, 3, league.ActStarted, league.ActFinished)
	over.Earned, over.Entries = true, append([]league.Entrant(nil), over.Entries...)
	for i := range over.Entries {
		over.Entries[i].Winner = false
	}
	if p := NewPage(cupInput(t, over, viewstest.Ann, goalless)); p.Headline != noWinner || strings.Contains(viewstest.Rendered(t, Live(p)), `class="trophy"`) || !strings.Contains(p.Next, "at least one point") {
		t.Errorf("without a winner it says %q, %q", p.Headline, p.Next)
	}
}
