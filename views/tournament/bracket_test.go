package tournament

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/a-h/templ"

	"kickabout/engine"
	"kickabout/engine/games/streetsoccer"
	"kickabout/league"
	"kickabout/league/bracket"
	"kickabout/league/formats/groups"
	"kickabout/league/formats/knockout"
	"kickabout/league/table"
	"kickabout/views/ui"
	"kickabout/views/viewstest"
)

// staged is a tournament of a format with rounds or stages, of players p1, p2, … by seed.
type staged struct {
	format league.Staged
	league.Tournament
	matches []league.Match
}

func newStaged(t testing.TB, format league.Staged, players, cycles int) *staged {
	t.Helper()
	organiser := league.Player{ID: "p1", Name: "Ann", Kind: league.Member}
	terms := league.TournamentTerms{
		Name: "Autumn Knock-out", Format: format.Info().ID, Game: "streetsoccer", Variant: "lg", Control: "fast", Places: players, Cycles: cycles, Profile: "std", RoundDays: 45,
	}
	log := []league.Decision{{By: organiser, Act: league.ActCreated, Text: terms.String()}}
	var seeds []string
	for i := range players {
		p := league.Player{ID: fmt.Sprintf("p%d", i+1), Name: fmt.Sprintf("Player %d", i+1), Kind: league.Member}
		if i == 0 {
			p = organiser
		}
		log, seeds = append(log, league.Decision{By: p, Act: league.ActEntered, Player: p}), append(seeds, p.ID)
	}
	log = append(log, league.Decision{Act: league.ActStarted, Text: strings.Join(seeds, " ") + "; " + strings.TrimSpace(strings.Repeat("1 ", players-1)) + "; " + strings.Repeat("ab", 32)})
	s := &staged{format: format}
	for i := range log {
		log[i].Seq, log[i].At = i+1, viewstest.KickedOff.Add(time.Duration(i)*time.Minute)
	}
	var err error
	if s.Tournament, err = league.ReplayTournament("cup2", [16]byte{1}, [32]byte{0xcd}, log); err != nil {
		t.Fatal(err)
	}
	return s
}

// sheet is what the format sees.
func (s *staged) sheet() league.Sheet {
	sheet := s.Sheet("", s.matches, viewstest.KickedOff)
	sheet.Lot = []byte("lot")
	return sheet
}

// play lets so many plans be carried out and played by the results; what is begun after that
// is open.
func (s *staged) play(t testing.TB, plans int, result func(n int, m league.Match) engine.Outcome) *staged {
	t.Helper()
	for n := range plans + 1 {
		plan, err := s.format.Plan(s.sheet())
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range plan.Rulings {
			e, _ := s.Entrant(d.Player.ID)
			s.decide(t, league.Decision{Act: d.Act, Player: e.Player, Text: d.Text})
		}
		for i, f := range plan.Fixtures {
			a, _ := s.Entrant(f.First)
			b, _ := s.Entrant(f.Second)
			m := league.Match{
				ID: "m-" + strings.ReplaceAll(string(f.Key), "/", ""), Tournament: s.ID, Fixture: string(f.Key), Created: viewstest.KickedOff,
				Seats: [2]league.Seat{{Player: a.Player}, {Player: b.Player}},
			}
			m.State = league.State{ToMove: engine.First, Score: [2]int{1, 0}}
			if n < plans {
				o := result(i, m)
				m.State = league.State{Outcome: o, Score: o.Score}
			}
			s.matches = append(s.matches, m)
		}
		if plan.Finished {
			s.decide(t, league.Decision{Act: league.ActFinished, Text: strings.Join(plan.Winners, " ")})
			return s
		}
	}
	return s
}

func (s *staged) decide(t testing.TB, d league.Decision) {
	t.Helper()
	d.Seq, d.At = s.Last+1, s.Changed.Add(time.Minute)
	next, err := s.Add(d)
	if err != nil {
		t.Fatal(err)
	}
	s.Tournament = next
}

// better lets the better seed win; every fifth match has no goal.
func (s *staged) better(n int, m league.Match) engine.Outcome {
	first, _ := s.Entrant(m.Seats[0].Player.ID)
	second, _ := s.Entrant(m.Seats[1].Player.ID)
	switch {
	case n%5 == 4:
		return engine.Outcome{Ending: engine.Goalless}
	case first.Seed < second.Seed:
		return engine.Outcome{Ending: engine.FullTime, Winner: engine.First, Score: [2]int{3, 1}}
	}
	return engine.Outcome{Ending: engine.SuddenDeath, Winner: engine.Second, Score: [2]int{1, 2}}
}

func nobodyScores(int, league.Match) engine.Outcome { return engine.Outcome{Ending: engine.Goalless} }

// input is the page as somebody sees it.
func (s *staged) input(t testing.TB, viewer league.Player) Input {
	t.Helper()
	in := Input{
		Frame: ui.Frame{Viewer: viewer, Now: viewstest.KickedOff}, Games: []engine.Game{streetsoccer.Game{}}, Tournament: s.Tournament, Format: s.format.Info(), Matches: s.matches,
	}
	var err error
	if in.Rows, err = s.format.Table(s.sheet(), ""); err != nil {
		t.Fatal(err)
	}
	if format, ok := s.format.(bracket.Bracketed); ok {
		if in.Bracket, err = format.Bracket(s.sheet()); err != nil {
			t.Fatal(err)
		}
	}
	for _, g := range s.format.Groups(s.sheet()) {
		part := s.format.Part(s.sheet(), g)
		standings, err := s.format.(table.Ranked).Standings(part)
		if err != nil {
			t.Fatal(err)
		}
		of := GroupOf{Group: g, Table: standings}
		for _, m := range s.matches {
			if league.Key(m.Fixture).Group() == g {
				of.Matches = append(of.Matches, m)
			}
		}
		in.Groups = append(in.Groups, of)
	}
	return in
}

// bracketScenes are the pages of knock-outs.
func bracketScenes(t testing.TB) map[string]templ.Component {
	ann := league.Player{ID: "p1", Name: "Ann", Kind: league.Member}
	page := func(s *staged) templ.Component { return View(NewPage(s.input(t, ann))) }
	begun := newStaged(t, knockout.Format{}, 6, 2).play(t, 0, nil)
	running := newStaged(t, knockout.Format{}, 6, 2)
	running.play(t, 1, running.better)
	left := newStaged(t, knockout.Format{}, 4, 1)
	left.decide(t, league.Decision{By: left.Organiser, Act: league.ActStruck, Player: left.Entries[3].Player, Text: "forfeited was rude"})
	left.play(t, 2, nobodyScores)
	over := newStaged(t, knockout.Format{}, 4, 1).play(t, 9, nobodyScores)
	third := newStaged(t, knockout.Format{}, 8, 2)
	third.ThirdPlace = true
	third.play(t, 2, third.better)
	thirdOver := newStaged(t, knockout.Format{}, 4, 1)
	thirdOver.ThirdPlace = true
	thirdOver.play(t, 9, nobodyScores)
	inGroups := newStaged(t, groups.Format{}, 6, 1).play(t, 0, nil)
	drawn := newStaged(t, groups.Format{}, 8, 1)
	drawn.play(t, 1, drawn.better)
	preview := StrikeInput{Frame: ui.Frame{Viewer: ann, Now: viewstest.KickedOff}, Tournament: begun.Tournament, Player: "p4", Reason: "was rude", Strike: begun.without(t, "p4")}
	return map[string]templ.Component{
		"knockout-strike": Strike(NewStrikePage(preview)),
		"knockout-begun":  page(begun), "knockout-running": page(running), "knockout-left": page(left), "knockout-over": page(over), "knockout-third": page(third), "knockout-third-over": page(thirdOver),
		"groups-begun": page(inGroups), "groups-drawn": page(drawn),
	}
}

// without is what striking a player does, who has not played yet.
func (s *staged) without(t testing.TB, player string) *table.Strike {
	t.Helper()
	strike := table.Strike{Prescribed: league.Forfeited}
	sheet := s.sheet()
	var err, err2 error
	strike.Before, err = s.format.Table(sheet, "")
	for i, e := range sheet.Entries {
		if e.Player == player {
			sheet.Entries[i].Out = league.Forfeited
		}
	}
	if strike.Forfeited, err2 = s.format.Table(sheet, ""); err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	return &strike
}

func TestTheThirdPlaceIsWrittenForPrograms(t *testing.T) {
	s := newStaged(t, knockout.Format{}, 4, 1)
	s.ThirdPlace = true
	s.play(t, 9, s.better)
	rounds := JSONRounds(s.Tournament, s.input(t, league.Player{}).Bracket)
	if len(rounds) != 2 || rounds[0].Third != nil || rounds[1].Third == nil || len(rounds[1].Ties) != 1 {
		t.Fatalf("got %+v", rounds)
	}
	if third := rounds[1].Third; third.Key != "r2/t2" || third.Winner != "p3" || third.Seats[0].Player != "p4" || third.Seats[1].Player != "p3" {
		t.Errorf("the third place is %+v", third)
	}
}

func TestABracketIsWrittenForPrograms(t *testing.T) {
	s := newStaged(t, knockout.Format{}, 6, 2)
	s.play(t, 1, s.better)
	text, err := TableJSON(s.input(t, league.Player{}))
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Rounds []struct {
			Name string
			Ties []struct {
				Key, Winner, How string
				Seats            [2]struct {
					Player, Name string
					Seed         int
					Points       float64
				}
			}
		}
		Table []struct{ Rank int }
	}
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Rounds) != 3 || len(got.Rounds[0].Ties) != 4 || len(got.Table) != 6 {
		t.Fatalf("got %+v", got)
	}
	if tie := got.Rounds[0].Ties[1]; tie.Winner != "p4" || tie.How != "points" || tie.Seats[0].Points != 9 || tie.Seats[1].Seed != 5 {
		t.Errorf("the tie is %+v", tie)
	}
	if bye := got.Rounds[0].Ties[0]; bye.Winner != "p1" || bye.How != "bye" || bye.Seats[1].Player != "" || bye.Seats[0].Name != "Ann" {
		t.Errorf("the bye is %+v", bye)
	}
}

// TestAPendingGameOfATieSaysSo is of one whose record is damaged.
func TestAPendingGameOfATieSaysSo(t *testing.T) {
	s := newStaged(t, knockout.Format{}, 4, 1).play(t, 0, nil)
	s.matches[0].Locked = true
	tie := bracket.Tie{Seats: [2]bracket.Seat{{Player: s.matches[0].Seats[0].Player.ID}, {Player: s.matches[0].Seats[1].Player.ID}}}
	got := BracketInput{}.game(tie, 0, s.matches[0])
	if got.Text != "pending" || got.Label != "Game 1, "+s.matches[0].Seats[s.matches[0].SeatOf(engine.First)].Player.Name+" went first: pending, since its record is damaged" {
		t.Errorf("%+v", got)
	}
}
