package tournament

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/a-h/templ"

	"kickabout/engine"
	"kickabout/engine/games/streetsoccer"
	"kickabout/league"
	"kickabout/league/formats/teams"
	"kickabout/league/table"
	"kickabout/views/ui"
	"kickabout/views/viewstest"
)

// teamCup is a league of the teams t1, t2 and t3, of players t1p1, t1p2, … by board. The first
// team has a reserve and is the organiser's.
type teamCup struct {
	league.Tournament
	matches []league.Match
}

func newTeamCup(t testing.TB) *teamCup {
	t.Helper()
	c := &teamCup{}
	terms := league.TournamentTerms{Name: "Autumn Teams", Format: "teams", Game: "streetsoccer", Variant: "lg", Control: "fast", Places: 4, Cycles: 1, Boards: 4, AtOnce: true}
	var err error
	c.Tournament, err = league.ReplayTournament("cup3", [16]byte{1}, [32]byte{0xcd}, []league.Decision{{Seq: 1, At: viewstest.KickedOff, By: teamMember("t1p1"), Act: league.ActCreated, Text: terms.String()}})
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{"Night Owls", "Larks", "Robins"} {
		captain := teamMember(fmt.Sprintf("t%dp1", i+1))
		c.decide(t, league.Decision{By: captain, Act: league.ActFounded, Player: captain, Text: name})
		id := c.Teams[i].ID
		for n := 2; n <= 4 || i == 0 && n == 5; n++ {
			p := teamMember(fmt.Sprintf("t%dp%d", i+1, n))
			c.decide(t, league.Decision{By: p, Act: league.ActAsked, Player: p, Text: id})
			c.decide(t, league.Decision{By: captain, Act: league.ActJoined, Player: p, Text: id})
		}
	}
	return c
}

// teamMember is the player of an id as in t1p2.
func teamMember(id string) league.Player {
	names := map[byte]string{'1': "Owl", '2': "Lark", '3': "Robin"}
	return league.Player{ID: id, Name: names[id[1]] + " " + id[3:], Kind: league.Member}
}

func (c *teamCup) decide(t testing.TB, d league.Decision) {
	t.Helper()
	d.Seq, d.At = c.Last+1, c.Changed.Add(time.Minute)
	next, err := c.Add(d)
	if err != nil {
		t.Fatal(err)
	}
	c.Tournament = next
}

// start begins all team matches. Of the first one all games are over, of the others those at
// board 1.
func (c *teamCup) start(t testing.TB) *teamCup {
	t.Helper()
	var seeds []string
	for _, e := range c.Entries {
		seeds = append(seeds, e.Player.ID)
	}
	c.decide(t, league.Decision{Act: league.ActStarted, Text: strings.Join(seeds, " ") + "; " + strings.TrimSpace(strings.Repeat("1 ", len(seeds)-1)) + "; " + strings.Repeat("ab", 32)})
	plan, err := teams.Format{}.Plan(c.Sheet("", nil, viewstest.KickedOff))
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range plan.Fixtures {
		a, _ := c.Entrant(f.First)
		b, _ := c.Entrant(f.Second)
		m := league.Match{
			ID: "m-" + strings.ReplaceAll(string(f.Key), "/", ""), Tournament: c.ID, Fixture: string(f.Key), Created: viewstest.KickedOff,
			Seats: [2]league.Seat{{Player: a.Player}, {Player: b.Player}}, State: league.State{ToMove: engine.First, Score: [2]int{1, 0}},
		}
		if f.Key.Board() == "b1" || teams.MatchOf(f.Key) == teams.MatchOf(plan.Fixtures[0].Key) {
			o := []engine.Outcome{
				{Ending: engine.FullTime, Winner: engine.First, Score: [2]int{3, 1}}, {Ending: engine.Goalless}, {Ending: engine.SuddenDeath, Winner: engine.Second, Score: [2]int{1, 2}},
			}[i%3]
			m.State = league.State{Outcome: o, Score: o.Score}
		}
		c.matches = append(c.matches, m)
	}
	return c
}

func (c *teamCup) league(t testing.TB, change func(*league.Sheet)) *teams.League {
	t.Helper()
	s := c.Sheet("", c.matches, viewstest.KickedOff)
	if change != nil {
		change(&s)
	}
	l, err := teams.Format{}.Standings(s)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// input is the page as somebody sees it.
func (c *teamCup) input(t testing.TB, viewer league.Player) Input {
	t.Helper()
	in := Input{
		Frame: ui.Frame{Viewer: viewer, Now: viewstest.KickedOff}, Games: []engine.Game{streetsoccer.Game{}}, Tournament: c.Tournament, Format: teams.Format{}.Info(), Matches: c.matches,
		Directs: viewer.ID == c.Organiser.ID,
	}
	if c.State == league.Registration {
		return in
	}
	var err error
	if in.Rows, err = (teams.Format{}).Table(c.Sheet("", c.matches, viewstest.KickedOff), ""); err != nil {
		t.Fatal(err)
	}
	in.League = c.league(t, nil)
	return in
}

func (c *teamCup) page(t testing.TB, viewer league.Player, team int) templ.Component {
	t.Helper()
	in := TeamInput{Input: c.input(t, viewer), Team: c.Teams[team].ID}
	if c.State == league.Registration {
		in.Rated = map[string]int{}
		for i, e := range c.Entries {
			in.Rated[e.Player.ID] = 1700 - 20*i
		}
	}
	page, ok := NewTeamPage(in)
	if !ok {
		t.Fatal("there is no such team")
	}
	return Team(page)
}

// without is what a team's strike would do.
func (c *teamCup) without(t testing.TB, team string) *table.Strike {
	t.Helper()
	now := c.league(t, nil)
	s := &table.Strike{Prescribed: now.Exit(team), Before: teamLines(now)}
	s.Finished, s.Scheduled = now.Share(team)
	for exit, rows := range map[league.Exit]*[]league.Row{league.Voided: &s.Voided, league.Forfeited: &s.Forfeited} {
		*rows = teamLines(c.league(t, func(s *league.Sheet) {
			for i := range s.Entries {
				if s.Entries[i].Team == team {
					s.Entries[i].Out = exit
				}
			}
		}))
	}
	return s
}

func teamLines(l *teams.League) (rows []league.Row) {
	for _, r := range l.Rows() {
		rows = append(rows, league.Row{Rank: r.Rank, Player: r.Team, Points: league.Points(10 * r.MatchPoints), Out: r.Out})
	}
	return rows
}

// teamScenes are the pages of team leagues.
func teamScenes(t testing.TB) map[string]templ.Component {
	captain, visitor := teamMember("t1p1"), teamMember("t9p1")
	visitor.Name = "Ida"
	open := newTeamCup(t)
	asks, called := visitor, league.Player{ID: "jan", Name: "Jan", Kind: league.Member}
	asks.ID, asks.Name = "hal", "Hal"
	open.decide(t, league.Decision{By: asks, Act: league.ActAsked, Player: asks, Text: open.Teams[0].ID})
	open.decide(t, league.Decision{By: captain, Act: league.ActCalled, Player: called, Text: open.Teams[0].ID})
	running := newTeamCup(t).start(t)
	sheet, ok := NewTeamMatchPage(running.input(t, visitor), ui.TeamMatchID(teams.MatchOf(league.Key(running.matches[0].Fixture))))
	if !ok {
		t.Fatal("the first team match has no sheet")
	}
	struck := running.Teams[1].ID
	strike := StrikeInput{Frame: ui.Frame{Viewer: captain, Now: viewstest.KickedOff}, Tournament: running.Tournament, Player: struck, Reason: "never plays", Strike: running.without(t, struck)}
	return map[string]templ.Component{
		"team-captain": open.page(t, captain, 0), "team-visitor": open.page(t, visitor, 0), "team-invited": open.page(t, called, 0),
		"team-running": running.page(t, captain, 0), "team-match": TeamMatch(sheet), "team-strike": Strike(NewStrikePage(strike)),
		"teams-open": View(NewPage(open.input(t, visitor))), "teams-table": View(NewPage(running.input(t, captain))),
	}
}

func TestTheTableOfTeamsAsCSVHoldsNoFormulas(t *testing.T) {
	c := newTeamCup(t).start(t)
	for i, name := range []string{"=1+1", "@SUM(A1)", "-2+3\",\n=4"} {
		c.Teams[i].Name = name
	}
	text := string(TableCSV(c.input(t, league.Player{})))
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(rows) != 4 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for _, row := range rows {
		for _, cell := range row {
			if cell != "" && strings.ContainsAny(cell[:1], "=+-@\t\r\n") {
				t.Errorf("the cell %q can be a formula", cell)
			}
		}
	}
	for _, want := range []string{"'=1+1", "v =1+1", "'@SUM(A1)", "'-2+3"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is lost:\n%s", want, text)
		}
	}
}

func TestADeskOfTeamsPutsNobodyIntoASeatWithoutATeam(t *testing.T) { // R-TE-3
	c := newTeamCup(t).start(t)
	c.Entries = append(c.Entries, league.Entrant{Player: league.Player{ID: "late", Name: "Late", Kind: league.Member}})
	for _, part := range NewDeskPage(DeskInput{Frame: ui.Frame{Viewer: c.Organiser, Now: viewstest.KickedOff}, Games: []engine.Game{streetsoccer.Game{}}, Tournament: c.Tournament, Format: league.FormatInfo{Terms: []string{"joining"}}}).Parts {
		for _, f := range part.Forms {
			if f.Act == "substitute" || f.Act == "seat" {
				t.Errorf("it offers %s", f.Act)
			}
		}
	}
}

// TestAGameWhoseRecordIsDamagedIsPending looks at every page of a league of teams that counts games.
func TestAGameWhoseRecordIsDamagedIsPending(t *testing.T) {
	c := newTeamCup(t).start(t)
	last := len(c.matches) - 1
	key := teams.MatchOf(league.Key(c.matches[last].Fixture))
	pages := func() map[string]string {
		in := c.input(t, league.Player{})
		sheet, ok := NewTeamMatchPage(in, ui.TeamMatchID(key))
		if !ok {
			t.Fatal("the team match has no sheet")
		}
		team := slices.IndexFunc(c.Teams, func(t league.Team) bool { return strings.Contains(string(key), t.ID) })
		return map[string]string{
			"sheet": viewstest.Rendered(t, TeamMatch(sheet)), "league": viewstest.Rendered(t, View(NewPage(in))), "team": viewstest.Rendered(t, c.page(t, league.Player{}, max(0, team))),
		}
	}
	for name, html := range pages() {
		if strings.Contains(html, "pending") {
			t.Errorf("%s: something is pending where nothing is damaged", name)
		}
	}
	c.matches[last].Locked = true
	got := pages()
	for name, want := range map[string][]string{
		"sheet":  {"of 8 games over, 1 pending", ">pending<", "pending, since its record is damaged", "until then the game counts for nobody"},
		"league": {"board points so far, 1 pending", "of 8 games over, 1 pending"},
		"team":   {", 1 pending"},
	} {
		for _, text := range want {
			if !strings.Contains(got[name], text) {
				t.Errorf("%s: %q is not there", name, text)
			}
		}
	}
	c.matches[last].Counted = true // it was over before, and what it came to stands
	for name, html := range pages() {
		if strings.Contains(html, "pending") {
			t.Errorf("%s: what has counted is pending", name)
		}
	}
}
