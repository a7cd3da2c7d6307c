package tournament

import (
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"

	"github.com/a-h/templ"

	"kickabout/engine"
	"kickabout/engine/games/streetsoccer"
	"kickabout/league"
	"kickabout/league/formats/swiss"
	"kickabout/views/ui"
	"kickabout/views/viewstest"
)

// roundsInput is the page of a Swiss as somebody sees it.
func (s *staged) roundsInput(t testing.TB, viewer league.Player) Input {
	t.Helper()
	in := Input{
		Frame: ui.Frame{Viewer: viewer, Now: viewstest.KickedOff}, Games: []engine.Game{streetsoccer.Game{}}, Tournament: s.Tournament, Format: s.format.Info(), Matches: s.matches,
	}
	f := swiss.Format{}
	drawing, err := f.Drawing(s.sheet())
	if err != nil {
		t.Fatal(err)
	}
	in.Drawing = &drawing
	if in.Standings, err = f.Standings(s.sheet()); err != nil {
		t.Fatal(err)
	}
	in.Rows = in.Standings.Rows()
	in.Rests, in.MayRest = f.Rests(s.sheet(), viewer.ID)
	return in
}

// sheetOfFive is a Swiss of five, with a wish of the second before the second round.
func sheetOfFive(t testing.TB, plans int) *staged {
	s := newStaged(t, swiss.Format{}, 5, 1)
	s.play(t, 0, nil)
	note, err := swiss.Format{}.Rest(s.sheet(), "p2", true)
	if err != nil {
		t.Fatal(err)
	}
	p2, _ := s.Entrant("p2")
	s.decide(t, league.Decision{By: p2.Player, Act: league.ActNoted, Player: p2.Player, Text: note})
	for i, m := range s.matches {
		o := s.better(i, m)
		s.matches[i].State = league.State{Outcome: o, Score: o.Score}
	}
	return s.play(t, plans, s.better)
}

func roundsScenes(t testing.TB) map[string]templ.Component {
	ann := league.Player{ID: "p1", Name: "Ann", Kind: league.Member}
	page := func(s *staged) templ.Component { return View(NewPage(s.roundsInput(t, ann))) }
	begun := newStaged(t, swiss.Format{}, 5, 2).play(t, 0, nil)
	return map[string]templ.Component{"swiss-begun": page(begun), "swiss-running": page(sheetOfFive(t, 0)), "swiss-over": page(sheetOfFive(t, 9))}
}

func TestRoundsAndByesAreWrittenForPrograms(t *testing.T) {
	in := sheetOfFive(t, 9).roundsInput(t, league.Player{})
	text, err := TableJSON(in)
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Order []string
		Drawn []JSONDrawn
		Table []struct{ Values map[string]*float64 }
	}
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Drawn) != 4 || len(got.Drawn[0].Boards) != 2 || len(got.Drawn[0].Byes) != 1 || got.Drawn[0].Byes[0].Points != 5 || got.Drawn[1].Byes[0] != (JSONBye{"p2", "asked", 2}) {
		t.Errorf("the rounds are %+v", got.Drawn)
	}
	lines, err := csv.NewReader(strings.NewReader(string(TableCSV(in)))).ReadAll()
	if err != nil || len(lines) != 6 {
		t.Fatalf("%v (%v)", lines, err)
	}
	byes := 0
	for _, line := range lines[1:] {
		for _, cell := range line {
			if cell == "bye 5" || cell == "asked 2" {
				byes++
			}
		}
	}
	if head := lines[0]; head[len(head)-1] != "Round 4" || byes < 2 {
		t.Errorf("the spreadsheet is %q", lines)
	}
}

func TestARoundThatIsBeingDrawnIsSaidToBe(t *testing.T) { // R-UT-5
	over, open := league.Fixture{Outcome: engine.Outcome{Ending: engine.FullTime, Winner: engine.First}}, league.Fixture{}
	drawing := func(last int, games ...league.Fixture) league.Drawing {
		return league.Drawing{Total: 2, Rounds: []league.Round{{Number: last, Boards: []league.Board{{Games: games}}}}}
	}
	for want, d := range map[string]league.Drawing{
		"The first round is being drawn. ":                                       {Total: 2},
		"Round 1 of 2. 1 of 2 games over. As soon as all are":                    drawing(1, over, open),
		"Round 1 of 2. 2 of 2 games over. The next round is being drawn.":        drawing(1, over, over),
		"Round 2 of 2. 2 of 2 games over. When the last one ends, the final tab": drawing(2, over, over),
	} {
		if headline, next := roundsNow(d); !strings.HasPrefix(headline+". "+next, want) {
			t.Errorf("it says %q, %q, want %q", headline, next, want)
		}
	}
}
