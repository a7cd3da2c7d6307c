package viewstest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"kickabout/league/odds"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/table"
)

// Competitor is somebody with an account, by their id.
func Competitor(id string) league.Player {
	return league.Player{ID: id, Name: strings.ToUpper(id[:1]) + id[1:], Kind: league.Member}
}

// results are those that the scenes give the matches of a group, again and again.
var results = []engine.Outcome{
	{Ending: engine.FullTime, Winner: engine.First, Score: [2]int{3, 1}},
	{Ending: engine.SuddenDeath, Winner: engine.Second, Score: [2]int{1, 2}},
	{Ending: engine.LastGoal, Winner: engine.First, Score: [2]int{2, 2}},
	{Ending: engine.Goalless},
	{Ending: engine.Timeout, Winner: engine.First},
	{Ending: engine.FullTime, Winner: engine.Second, Score: [2]int{0, 4}},
	{Ending: engine.Adjudication, Winner: engine.First, Score: [2]int{2, 1}},
}

// Planner is what the scenes need of a format.
type Planner interface {
	league.Format
	Standings(league.Sheet) (*table.Table, error)
}

// PlayedGroup draws a group of a tournament by its format and ends so many of its matches.
func PlayedGroup(t testing.TB, format Planner, c league.Tournament, g league.Group, done int) (*table.Table, []league.Match) {
	t.Helper()
	sheet := c.Sheet(g, nil, Today)
	sheet.Lot = []byte("seed")
	plan, err := format.Plan(sheet)
	if err != nil {
		t.Fatal(err)
	}
	var matches []league.Match
	for i, f := range plan.Fixtures {
		m := league.Match{ID: fmt.Sprintf("%s%d", c.ID, i+1), Tournament: c.ID, Fixture: string(f.Key), Control: c.Control, Game: c.Game, Variant: c.Variant}
		m.Seats = [2]league.Seat{{Player: Competitor(f.First)}, {Player: Competitor(f.Second)}}
		m.State = league.State{ToMove: engine.First, Deadline: Today.AddDate(0, 0, i+1)}
		if i < done {
			f.Outcome = results[i%len(results)]
			m.State = league.State{Outcome: f.Outcome, Score: f.Outcome.Score}
		}
		sheet.Fixtures = append(sheet.Fixtures, f)
		matches = append(matches, m)
	}
	standings, err := format.Standings(sheet)
	if err != nil {
		t.Fatal(err)
	}
	return standings, matches
}

// Edition is an edition of a competition, with players in its groups.
func Edition(format, name string, state league.TournamentState, groups map[league.Group][]string) league.Tournament {
	c := league.Competition{Format: format, Game: "streetsoccer", Variant: "lg"}
	t := league.Tournament{ID: format + "-" + name, State: state, Created: KickedOff, TournamentTerms: league.TournamentTerms{
		Name: name, Format: format, Game: c.Game, Variant: c.Variant, Competition: c.ID(), Edition: name, Control: "fast", Profile: "std", Cycles: 2, Places: league.AnyNumber,
	}}
	if state != league.Registration {
		t.Started = KickedOff
	}
	if state == league.Finished {
		t.Ended = Today.AddDate(0, 0, -1)
	}
	for _, g := range []league.Group{"", "d1/g1", "d2/g1", "d2/g2"} {
		for _, id := range groups[g] {
			t.Entries = append(t.Entries, league.Entrant{Player: Competitor(id), Seq: len(t.Entries) + 2, Seed: len(t.Entries) + 1, Entered: KickedOff, Group: g})
		}
	}
	return t
}

// Cup is a tournament of Ann's with these names in it, told up to an event; from
// the start on the seeds are in the order of the names.
func Cup(t testing.TB, whenFull bool, places int, acts ...league.TournamentAct) league.Tournament {
	t.Helper()
	member := func(name string) league.Player {
		return league.Player{ID: strings.ToLower(name), Name: name, Kind: league.Member}
	}
	organiser := member("Ann")
	terms := league.TournamentTerms{
		Name: "Spring Cup", Format: "roundrobin", Game: "streetsoccer", Variant: "lg", Control: "fast", Places: places, Cycles: 1, WhenFull: whenFull, Profile: "std",
	}
	log := []league.Decision{
		{By: organiser, Act: league.ActCreated, Text: terms.String()},
		{By: organiser, Act: league.ActEntered, Player: organiser},
		{By: organiser, Act: league.ActEntered, Player: league.Player{ID: "bot:greedy", Name: "Greedy", Kind: league.Bot}},
		{By: member("Cleo"), Act: league.ActEntered, Player: member("Cleo")},
		{By: member("Cleo"), Act: league.ActLeft, Player: member("Cleo")},
		{By: member("Bob"), Act: league.ActEntered, Player: member("Bob")},
	}
	for _, act := range acts {
		d := league.Decision{Act: act}
		switch act {
		case league.ActStarted:
			d.Text = "ann bot:greedy bob; 3 2; " + strings.Repeat("ab", 32)
		case league.ActFinished:
			d.Text = "bob"
		case league.ActCancelled:
			d.By = organiser
		}
		log = append(log, d)
	}
	for i := range log {
		log[i].Seq, log[i].At = i+1, KickedOff.Add(time.Duration(i)*time.Minute)
	}
	c, err := league.ReplayTournament("cup1", [16]byte{1}, [32]byte{0xcd}, log)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// WorkedPlayer is a player of the worked example of league rules 3, by the first letter of the name.
func WorkedPlayer(id string) league.Player {
	return league.Player{ID: id, Name: map[string]string{"a": "Ann", "b": "Bob", "c": "Cleo", "d": "Dan"}[id], Kind: league.Member}
}

// WorkedGroup is the group of the worked example of league rules 3; the last match may be open.
func WorkedGroup(t *testing.T, profile string, last engine.Outcome) (*table.Table, []league.Match) {
	t.Helper()
	s := league.Sheet{Terms: league.TournamentTerms{Cycles: 2, Profile: profile}, Lot: []byte("seed"), Scoring: league.Standard()}
	var matches []league.Match
	for _, id := range []string{"d", "c", "b", "a"} {
		s.Entries = append(s.Entries, league.Entry{Player: id})
	}
	for i, m := range []struct {
		pair   string
		score  [2]int
		ending engine.Ending
		winner engine.Side
	}{
		{"ab", [2]int{3, 1}, engine.FullTime, engine.First},
		{"ba", [2]int{2, 1}, engine.SuddenDeath, engine.First},
		{"ac", [2]int{2, 2}, engine.LastGoal, engine.Second},
		{"ca", [2]int{0, 1}, engine.FullTime, engine.Second},
		{"ad", [2]int{4, 0}, engine.FullTime, engine.First},
		{"da", [2]int{3, 2}, engine.FullTime, engine.First},
		{"bc", [2]int{1, 0}, engine.SuddenDeath, engine.First},
		{"cb", [2]int{0, 0}, engine.Goalless, engine.NoSide},
		{"bd", [2]int{2, 0}, engine.FullTime, engine.First},
		{"db", [2]int{1, 1}, engine.LastGoal, engine.Second},
		{"cd", [2]int{5, 2}, engine.FullTime, engine.First},
		{"dc", [2]int{}, engine.Forfeit, engine.Second},
	} {
		o := engine.Outcome{Ending: m.ending, Winner: m.winner, Score: m.score}
		if i == 11 {
			o = last
		}
		key := fmt.Sprint("c1/r", i, "/b1")
		s.Fixtures = append(s.Fixtures, league.Fixture{Key: league.Key(key), First: m.pair[:1], Second: m.pair[1:], Outcome: o})
		match := league.Match{ID: "m" + m.pair, Fixture: key, Seats: [2]league.Seat{{Player: WorkedPlayer(m.pair[:1])}, {Player: WorkedPlayer(m.pair[1:])}}}
		match.State = league.State{Outcome: o, Score: o.Score}
		if !o.Over() {
			match.State.ToMove = engine.First
		}
		matches = append(matches, match)
	}
	standings, err := table.New(s, 1)
	if err != nil {
		t.Fatal(err)
	}
	return standings, matches
}

// Given is the last match of the worked example.
var Given = engine.Outcome{Ending: engine.Forfeit, Winner: engine.Second}

// Foretold is how a group may end, all players of the same strength.
func Foretold(t testing.TB, group *table.Table) *odds.Group {
	t.Helper()
	f, err := odds.Simulate(group, nil, odds.Prior(), 1000, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	return &odds.Group{Forecast: f, Fit: ModelFits()[0]}
}
