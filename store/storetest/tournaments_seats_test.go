package storetest_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gorm.io/gorm"

	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

// atEachPart has something done in each transaction that writes some of the seats of a draw, behind its check of the tournament.
// They are counted from 1.
func atEachPart(t *testing.T, s *store.Store) (do func(func(tx *gorm.DB, n int))) {
	t.Helper()
	var n int
	var now func(*gorm.DB, int)
	must(t, raw(s).Callback().Update().After("gorm:update").Register("test:part", func(tx *gorm.DB) {
		if text := tx.Statement.SQL.String(); now != nil && strings.Contains(strings.NewReplacer("`", "", `"`, "").Replace(text), "SET drawing=") {
			n++
			now(tx, n)
		}
	}))
	return func(then func(*gorm.DB, int)) { n, now = 0, then }
}

// TestAStartThatIsCutShortHasNotHappened ends a start of many between any two of its transactions: nobody sees a seat, and another
// draw, of those who are left, starts the season as if nothing had been.
func TestAStartThatIsCutShortHasNotHappened(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		players, each := crowd(t, s, 2500), atEachPart(t, s)
		for cut := 1; cut <= 3; cut++ {
			cup := season(t, s, fmt.Sprintf("2027-0%d", cut), players[0], players)
			read := func() league.Tournament {
				got, err := s.Tournament(t.Context(), league.Site(), cup.ID)
				must(t, err)
				return got
			}
			before := read()
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			each(func(_ *gorm.DB, n int) {
				if n == cut {
					stop()
				}
			})
			if err := s.AppendTournament(ctx, started(t, cup)); err == nil {
				t.Fatal("it was not cut short")
			}
			each(nil)
			var seated int64
			must(t, raw(s).Table("entries").Where("tournament_id = ? AND group_id <> ''", cup.ID).Count(&seated).Error)
			if want := min(cut*1000, 2500); int(seated) != want {
				t.Fatalf("%d seats are written, want %d", seated, want)
			}
			got := read()
			if why := before.Differs(got); why != "" || got.Last != before.Last {
				t.Fatalf("after %d parts somebody sees half of it: %s", cut, why)
			}
			left := league.TournamentProgress{Seen: got.Last, Was: got.Entries, WasRoles: got.Roles}
			var err error
			left.Tournament, err = got.Add(league.Decision{Seq: got.Last + 1, At: noon, Act: league.ActLeft, Player: players[3], Text: "R-UT-1: did not check in"})
			must(t, err)
			must(t, s.AppendTournament(t.Context(), left))
			got = read()
			got.Entries = slices.Clone(got.Entries)
			slices.Reverse(got.Entries)
			p := started(t, got)
			must(t, s.AppendTournament(t.Context(), p))
			got = read()
			if why := p.Tournament.Differs(got); why != "" || len(got.Entries) != 2499 {
				t.Errorf("another draw after %d parts of one: %s", cut, why)
			}
			wantKind(t, s.AppendTournament(t.Context(), started(t, cup)), league.Stale)
		}
	})
}

// TestOfTwoDrawsOneCounts has another draw begin between two parts of one: that one is not the start.
func TestOfTwoDrawsOneCounts(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		players, each := crowd(t, s, 2500), atEachPart(t, s)
		for at := 1; at <= 3; at++ {
			cup := season(t, s, fmt.Sprintf("2027-0%d", at), players[0], players)
			each(func(tx *gorm.DB, n int) {
				if n == at {
					must(t, tx.Session(&gorm.Session{NewDB: true}).Exec("UPDATE tournaments SET drawing = 'another' WHERE id = ?", cup.ID).Error)
				}
			})
			wantKind(t, s.AppendTournament(t.Context(), started(t, cup)), league.Stale)
			each(nil)
			got, err := s.Tournament(t.Context(), league.Site(), cup.ID)
			must(t, err)
			if why := cup.Differs(got); why != "" {
				t.Errorf("behind part %d the season has begun by a draw of which some seats are another's: %s", at, why)
			}
		}
	})
}

// TestASmallDrawTakesBackWhatAnotherHasLeft: those who have no seat by it have none.
func TestASmallDrawTakesBackWhatAnotherHasLeft(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		players := crowd(t, s, 18)
		cup := season(t, s, "2027-05", players[0], players)
		must(t, raw(s).Exec("UPDATE tournaments SET drawing = 'another'").Error)
		must(t, raw(s).Exec("UPDATE entries SET seed = 7, group_id = 'd9/g9' WHERE player_id = 'm5'").Error)
		got, err := s.Tournament(t.Context(), league.Site(), cup.ID)
		must(t, err)
		if why := cup.Differs(got); why != "" {
			t.Fatal(why)
		}
		p := league.TournamentProgress{Seen: got.Last, Was: got.Entries, WasRoles: got.Roles}
		got.Waiting, got.Places = true, 17
		drawn := league.Drawn{Group: "d1/g1"}
		for _, e := range got.Entries {
			if e.Player.ID != "m5" {
				drawn.Players = append(drawn.Players, e.Player.ID)
			}
		}
		p.Tournament, err = got.Add(league.Decision{Seq: got.Last + 1, At: noon, Act: league.ActStarted, Text: league.DrawText([]league.Drawn{drawn})})
		must(t, err)
		must(t, s.AppendTournament(t.Context(), p))
		got, err = s.Tournament(t.Context(), league.Site(), cup.ID)
		must(t, err)
		if why := p.Tournament.Differs(got); why != "" {
			t.Error(why)
		}
		if e, _ := got.Entrant("m5"); e.Seed != 0 || e.Group != "" {
			t.Errorf("who has no seat has one: %+v", e)
		}
	})
}

// TestWhereSomebodyWasBefore asks for the groups of the edition that began last before.
func TestWhereSomebodyWasBefore(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		players := crowd(t, s, 30)
		for i, id := range []string{"2026-05", "2026-11"} {
			p := started(t, season(t, s, id, players[0], players[i*10:i*10+18]))
			p.Tournament.Started = noon.AddDate(0, i, 0)
			must(t, s.AppendTournament(t.Context(), p))
		}
		next := season(t, s, "2027-05", players[0], players)
		got, err := s.GroupsBefore(t.Context(), next, noon.AddDate(-1, 0, 0), []string{"m1", "m11", "m20", "m28", "m30"})
		must(t, err)
		if want := map[string]league.Group{"m11": "d1/g1", "m20": "d1/g2", "m28": "d1/g2"}; fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%v, want %v", got, want)
		}
		must(t, raw(s).Exec("UPDATE tournaments SET state = 'finished', ended_ms = ? WHERE id = '2026-11'", noon.AddDate(0, 2, 0).UnixMilli()).Error)
		if got, err = s.GroupsBefore(t.Context(), next, noon.AddDate(0, 3, 0), []string{"m1", "m11"}); err != nil || fmt.Sprint(got) != "map[m1:d1/g1 m11:d1/g2]" {
			t.Errorf("once that is forgotten: %v, %v", got, err)
		}
		other := next
		other.Competition = "championship/onetwofun/basic"
		if got, err = s.GroupsBefore(t.Context(), other, noon, []string{"m1"}); err != nil || len(got) > 0 {
			t.Errorf("in another competition: %v, %v", got, err)
		}
	})
}
