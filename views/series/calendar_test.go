package series

import (
	"slices"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/games/streetsoccer"
	"kickabout/league"
	"kickabout/league/formats/championship"
	"kickabout/league/formats/monthlycup"
	"kickabout/views/tournament"
	"kickabout/views/ui"
	"kickabout/views/viewstest"
)

// dated lists the dates of a calendar that is looked at on a day, each with its day.
func dated(now time.Time, tournaments ...league.Tournament) (list []string) {
	in := CalendarInput{Frame: ui.Frame{Now: now}, Games: []engine.Game{streetsoccer.Game{}}, Tournaments: tournaments, Since: now.AddDate(0, -1, 0)}
	in.Competitions = []league.Competition{{Format: "ladder", Game: "streetsoccer", Variant: "lg"}}
	for _, d := range in.dates() {
		list = append(list, d.At.Format(time.DateOnly)+" "+d.Name+" "+d.What)
	}
	return list
}

func TestTheCalendarHasTheMonthEndsOfLadders(t *testing.T) {
	for now, want := range map[string]string{"2027-05-31": "2027-06-01", "2027-12-01": "2028-01-01"} {
		at, _ := time.Parse(time.DateOnly, now)
		want += " Ladder StreetSoccer, Little Golem rules ends its month of " + at.Format("January 2006")
		if list := dated(at); !slices.Equal(list, []string{want}) {
			t.Errorf("on %s: %q", now, list)
		}
	}
}

func TestTheCalendarHasTheEntryOfAChampionship(t *testing.T) { // R-CH-4
	season := mayAt(league.Running)
	season.Started = time.Date(2027, 5, 1, 0, 0, 0, 0, time.UTC)
	opens := "2027-08-01 " + season.Name + " opens entries for the season after it"
	if list := dated(season.Started.AddDate(0, 0, 1), season); !slices.Contains(list, opens) {
		t.Errorf("a day after the start: %q", list)
	}
	if list := dated(season.Started.AddDate(0, 4, 0), season); slices.Contains(list, opens) {
		t.Errorf("long after it is open: %q", list)
	}
	next := viewstest.Edition(championship.ID, "2027-11", league.Registration, nil)
	next.Closes = next.Created.AddDate(0, 2, 0)
	for _, want := range []string{next.Created.Format(time.DateOnly) + " " + next.Name + " opened for entries", next.Closes.Format(time.DateOnly) + " " + next.Name + " closes for entries"} {
		if list := dated(next.Created, next); !slices.Contains(list, want) {
			t.Errorf("%q is not among %q", want, list)
		}
	}
}

func TestARoundOfSeveralGroupsShowsItsTables(t *testing.T) { // R-MO-2
	round := viewstest.Edition("monthlycup", "2027-05-r2", league.Finished, map[league.Group][]string{"d2/g1": {"ann", "bob", "cleo"}, "d2/g2": {"dan", "eve", "fay"}})
	for i, e := range round.Entries {
		round.Entries[i].Group = e.Group[len("d2/"):]
	}
	round.Cycles, round.Name = 1, "Monthly cup 2027-05, round 2"
	in := tournament.Input{Frame: ui.Frame{Now: viewstest.Today}, Games: []engine.Game{streetsoccer.Game{}}, Tournament: round, Format: monthlycup.Format{}.Info()}
	for _, g := range []league.Group{"g1", "g2"} {
		standings, matches := viewstest.PlayedGroup(t, monthlycup.Format{}, round, g, 3)
		in.Groups = append(in.Groups, tournament.GroupOf{Group: g, Table: standings, Matches: matches})
		in.Matches = append(in.Matches, matches...)
	}
	if zones := in.PartInput(in.Groups[0]).Zones; zones != nil {
		t.Errorf("what comes of a group's ranks is said to be %v", zones)
	}
	p := tournament.NewPage(in)
	var titles []string
	for _, g := range p.Groups {
		titles = append(titles, g.Title)
		if len(g.Rows) != 3 {
			t.Errorf("%s has %d rows", g.Title, len(g.Rows))
		}
	}
	if !slices.Equal(titles, []string{"Group 1", "Group 2"}) {
		t.Errorf("its tables are %q", titles)
	}
}
