package storetest_test

import (
	"fmt"
	"testing"
	"time"

	"kickabout/league"
	"kickabout/league/vacation"
	"kickabout/store/storetest"
)

// TestAnOutagePutsTheEndsOfVacationsOff has the site be away from noon for two days.
func TestAnOutagePutsTheEndsOfVacationsOff(t *testing.T) { // R-TC-4
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		s := storetest.Open(t, d)
		gone := outage(noon, 2*day)
		must(t, s.RecordHeartbeat(t.Context(), time.Time{}, noon))
		hours := func(n int) time.Time { return noon.Add(time.Duration(n) * time.Hour) }
		cases := []struct{ begins, ends, want int }{
			{-12, 12, 60}, {24, 72, 96}, {48, 72, 72}, {-24, 0, 0}, {-24, 96, 144}, // within, in it, after it, before it, around it
		}
		var players []string
		for i, c := range cases {
			p := signUp(t, s, fmt.Sprint("player", i)).Player.ID
			players = append(players, p)
			must(t, s.PlanVacation(t.Context(), vacation.Vacation{Player: p, N: 1, Asked: noon.Add(-9 * day), Begins: hours(c.begins), Ends: hours(c.ends)}))
		}
		over := signUp(t, s, "over").Player.ID
		ended := vacation.Vacation{Player: over, N: 1, Asked: noon.Add(-9 * day), Begins: hours(-48), Ends: hours(48)}
		must(t, s.PlanVacation(t.Context(), ended))
		ended.Began, ended.Ended, ended.Ends = ended.Begins, noon, noon
		must(t, s.ChangeVacation(t.Context(), ended))
		_, err := s.Credit(t.Context(), gone)
		must(t, err)
		for i, c := range cases {
			book, err := s.VacationBook(t.Context(), players[i])
			if err != nil || !book.Planned[0].Ends.Equal(hours(c.want)) || !book.Planned[0].Begins.Equal(hours(c.begins)) {
				t.Errorf("%+v: it is %+v, %v", c, book.Planned, err)
			}
		}
		if book, err := s.VacationBook(t.Context(), over); err != nil || !book.Planned[0].Ends.Equal(noon) {
			t.Errorf("one that was over ends at %+v, %v", book.Planned, err)
		}
		for i, c := range cases {
			f, err := s.OpenFact(t.Context(), league.Fact{Kind: league.VacationMoved, Subject: players[i]})
			if moved := err == nil && f.Subject != ""; moved != (c.want != c.ends) {
				t.Errorf("%+v: that it moved is raised: %t, %v", c, moved, err)
			}
		}
	})
}
