package storetest_test

import (
	"slices"
	"testing"

	"kickabout/league"
	"kickabout/league/vacation"
	"kickabout/store"
	"kickabout/store/storetest"
)

func TestAVacationThatHasEndedIsNoLongerOpen(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann := signUp(t, s, "ann").Player
		first := vacation.Vacation{Player: ann.ID, N: 1, Asked: noon, Begins: noon, Ends: noon.Add(day)}
		must(t, s.PlanVacation(t.Context(), first))
		first.Began, first.Ended = noon, noon.Add(day)
		must(t, s.ChangeVacation(t.Context(), first))
		if got, err := s.OpenVacations(t.Context(), noon.Add(2*day)); err != nil || len(got) > 0 {
			t.Errorf("still to end are %v, %v", got, err)
		}
		next := vacation.Vacation{Player: ann.ID, N: 2, Asked: noon.Add(day), Begins: noon.Add(2 * day), Ends: noon.Add(3 * day)}
		must(t, s.PlanVacation(t.Context(), next))
		must(t, s.UseDay(t.Context(), vacation.Day{Player: ann.ID, N: 1, At: noon, Vacation: 1}, 0, nil, league.Notice{Player: ann.ID, At: noon, Kind: league.VacationNotice}))
		must(t, s.UseDay(t.Context(), vacation.Day{Player: ann.ID, N: 2, At: noon.Add(day), Vacation: 2}, 0, nil, league.Notice{Player: ann.ID, At: noon, Kind: league.VacationNotice}))
		taken := vacation.Day{Player: ann.ID, N: 2, At: noon.Add(2 * day), Vacation: 2}
		wantKind(t, s.UseDay(t.Context(), taken, 0, nil, league.Notice{Player: ann.ID, At: noon, Kind: league.VacationNotice}), league.Stale)
		book, err := s.VacationBook(t.Context(), ann.ID)
		must(t, err)
		if !slices.Equal(book.Planned, []vacation.Vacation{first, next}) || len(book.Days) != 2 || book.Days[0].N != 1 || book.Days[1].At != noon.Add(day) {
			t.Errorf("the book is %+v", book)
		}
	})
}
