package series

import (
	"strings"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/games/streetsoccer"
	"kickabout/league"
	"kickabout/league/formats/championship"
	"kickabout/views/ui"
	"kickabout/views/viewstest"
)

var streetChampionship = league.Competition{Format: championship.ID, Game: "streetsoccer", Variant: "lg"}

// nextMay is a season that takes entries until 30 April, with Ann in it.
func nextMay(note string) league.Tournament {
	starts := time.Date(2027, 5, 1, 0, 0, 0, 0, time.UTC)
	return league.Tournament{
		ID: "season", State: league.Registration,
		TournamentTerms: league.TournamentTerms{
			Format: championship.ID, Game: "streetsoccer", Variant: "lg", Competition: streetChampionship.ID(), Edition: "2027-05",
			Cycles: 2, Profile: "std", Starts: starts, Closes: starts.Add(-24 * time.Hour),
		},
		Entries: []league.Entrant{{Player: league.Player{ID: "ann", Name: "Ann", Kind: league.Member}, Seq: 2, Note: note}},
	}
}

// TestTheLogOfASeasonTellsOfAnOutage, which put its dates off (R-TC-4).
func TestTheLogOfASeasonTellsOfAnOutage(t *testing.T) {
	season := nextMay("")
	season.State, season.Started, season.Last = league.Running, season.Starts, 2
	away := league.SiteNotice{Kind: league.OutageNotice, From: season.Starts.Add(50 * time.Hour), Until: season.Starts.Add(100 * time.Hour)}
	season, ok := season.Delay(away)
	if !ok {
		t.Fatal("the outage moves nothing")
	}
	lines := SeasonInput{Tournament: season}.log(func(league.Decision) bool { return true })
	if len(lines) != 1 || lines[0].Text != "The site was away for 50 hours, so all dates that were still to come are later by as much." || !lines[0].At.Equal(away.Until) {
		t.Errorf("the log says %+v", lines)
	}
}

// TestAChampionshipSaysWhatItsReaderCanDo goes through the states of the next season and
// the people who may look at it (R-CH-4).
func TestAChampionshipSaysWhatItsReaderCanDo(t *testing.T) {
	ann, bob := league.Player{ID: "ann", Name: "Ann", Kind: league.Member}, league.Player{ID: "bob", Name: "Bob", Kind: league.Member}
	april, closed := time.Date(2027, 4, 1, 0, 0, 0, 0, time.UTC), time.Date(2027, 4, 30, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name    string
		viewer  league.Player
		now     time.Time
		seasons []league.Tournament
		says    []string
		not     []string
	}{
		{"nobody may sign up", league.Player{}, april, []league.Tournament{nextMay("")}, []string{"Sign up to enter", "1 player has entered"}, []string{">Enter<", ">Leave<"}},
		{"a member may enter", bob, april, []league.Tournament{nextMay("")}, []string{">Enter<", "at least 3 players"}, []string{">Leave<", "Keep my place", "Sign up"}},
		{"who is in may leave", ann, april, []league.Tournament{nextMay("")}, []string{"You are in.", ">Leave<"}, []string{">Enter<", "Keep my place"}},
		{"who is renewed is told why", ann, april, []league.Tournament{nextMay(championship.NoteRenewed)}, []string{"entered again by the site", ">Leave<"}, []string{"Keep my place"}},
		{"who is asked may stay", ann, april, []league.Tournament{nextMay(championship.NoteAsked)}, []string{"Keep your place?", `action="/tournaments/season/confirmation"`, ">Leave<"}, nil},
		{"nobody enters once it is closed", bob, closed, []league.Tournament{nextMay("")}, []string{"Entries have closed"}, []string{">Enter<", "Sign up"}},
		{"nobody is asked once it is closed", ann, closed, []league.Tournament{nextMay(championship.NoteAsked)}, []string{">Leave<"}, []string{"Keep my place"}},
		{"before the first season it says so", bob, april, nil, []string{"Entries open soon", "No season has ended yet"}, []string{"This season"}},
	} {
		p := NewChampionshipPage(ChampionshipInput{
			Frame: ui.Frame{Viewer: c.viewer, Now: c.now}, Games: []engine.Game{streetsoccer.Game{}}, Competition: streetChampionship, Seasons: c.seasons,
		})
		html := viewstest.Rendered(t, Championship(p))
		for _, want := range c.says {
			if !strings.Contains(html, want) {
				t.Errorf("%s: the page does not say %q", c.name, want)
			}
		}
		for _, wrong := range c.not {
			if strings.Contains(html, wrong) {
				t.Errorf("%s: the page says %q", c.name, wrong)
			}
		}
	}
}

func TestAGroupIsNamedTheSameInAddresses(t *testing.T) {
	for _, g := range []league.Group{"d1/g1", "d2/g2", "d11/g1024"} {
		if got := ui.GroupOfURL(ui.GroupPath(g)); got != g {
			t.Errorf("%s comes back as %s", g, got)
		}
	}
	for _, wrong := range []string{"", "d1", "d1-g", "d0-g1", "d1-g0", "d01-g1", "g1-d1", "d1-g1-g2", "d1/g1/g2", "d١-g1"} {
		if level, _ := championship.ParseGroup(ui.GroupOfURL(wrong)); level != 0 {
			t.Errorf("%q is read as a group", wrong)
		}
	}
}

func TestWhoIsLevelHasNoPointsAhead(t *testing.T) {
	if got := gapText(0, "ahead in the race for the title"); got != "Level on points, ahead in the race for the title" {
		t.Error(got)
	}
	if got := gapText(10, "from safety"); got != "1 point from safety" {
		t.Error(got)
	}
}
