package storetest_test

import (
	"slices"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/vacation"
	"kickabout/store"
	"kickabout/store/storetest"
)

func TestAVacationBookSaysAllThatAVacationFollowsFrom(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann := signUp(t, s, "ann").Player
		admit(t, s, "bob")
		vacations := s
		for _, nobody := range []string{"nobody", person("bob").ID} {
			if book, err := vacations.VacationBook(t.Context(), nobody); err != nil || !book.Since.IsZero() || len(book.Days)+len(book.Planned) > 0 {
				t.Errorf("%s has no account and the book %+v, %v", nobody, book, err)
			}
		}
		planned := vacation.Vacation{Player: ann.ID, N: 1, Asked: noon, Begins: noon.Add(day), Ends: noon.Add(3 * day)}
		must(t, vacations.PlanVacation(t.Context(), planned))
		first := vacation.Day{Player: ann.ID, N: 1, At: noon.Add(day), Vacation: 1}
		must(t, vacations.UseDay(t.Context(), first, 0, nil, league.Notice{Player: ann.ID, At: noon, Kind: league.VacationNotice}))
		if d, err := vacations.LastUsedDay(t.Context(), ann.ID, noon); err != nil || d.N != 0 { // it is of a planned vacation
			t.Errorf("used was %+v, %v", d, err)
		}
		book, err := vacations.VacationBook(t.Context(), ann.ID)
		must(t, err)
		if !book.Since.Equal(noon) || !slices.Equal(book.Days, []vacation.Day{first}) || !slices.Equal(book.Planned, []vacation.Vacation{planned}) {
			t.Errorf("Ann's book is %+v", book)
		}
	})
}

func TestADayGivesEachRunningMatchADay(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann := signUp(t, s, "ann").Player
		admit(t, s, "bob")
		vacations := s
		of := func(m league.Match) league.Match {
			m.Seats[0].Player = ann
			return create(t, s, m)
		}
		waits, other, strict := of(newMatch(1)), of(newMatch(2)), newMatch(3)
		strict.NoVacation = true
		strict = of(strict)
		ended := of(over(4, noon, func(*league.Match) {}))

		at := noon.Add(day)
		first := vacation.Day{Player: ann.ID, N: 1, At: at, Match: waits.ID}
		notice := league.Notice{Player: ann.ID, At: at, Kind: league.VacationNotice, Subject: waits.ID}
		wantKind(t, vacations.UseDay(t.Context(), first, waits.State.Last-1, nil, notice), league.Stale) // no longer at the event seen
		wantMatch(t, s, waits)

		last := func(after time.Time, want vacation.Day) {
			t.Helper()
			if d, err := vacations.LastUsedDay(t.Context(), ann.ID, after); err != nil || d != want {
				t.Errorf("the last day used since %v is %+v, %v, want %+v", after, d, err, want)
			}
		}
		last(noon, vacation.Day{})
		must(t, vacations.UseDay(t.Context(), first, waits.State.Last, nil, notice))
		last(noon, first)
		last(at.Add(-time.Millisecond), first)
		last(at, vacation.Day{}) // it is not after that
		for _, m := range []league.Match{waits, other} {
			got, err := s.Match(t.Context(), league.Site(), m.ID)
			must(t, err)
			last := got.Log[len(got.Log)-1]
			if !got.State.Deadline.Equal(m.State.Deadline.Add(day)) || last.Act != engine.ActTime || last.Text != "first 86400" || !last.At.Equal(at) {
				t.Errorf("match %s has the deadline %v and the event %+v", m.ID, got.State.Deadline, last)
			}
		}
		wantMatch(t, s, strict) // without vacation
		wantMatch(t, s, ended)
		if notices, err := s.Notices(t.Context(), ann.ID, 0, 9); err != nil || len(notices) != 1 || notices[0].Subject != waits.ID {
			t.Errorf("Ann was told %v, %v", notices, err)
		}

		second := vacation.Day{Player: ann.ID, N: 1, At: at, Match: other.ID}
		wantKind(t, vacations.UseDay(t.Context(), second, other.State.Last+1, nil, notice), league.Stale) // its number is taken
		second.N = 2
		wantKind(t, vacations.UseDay(t.Context(), second, other.State.Last, nil, notice), league.Stale)
		second.Match = strict.ID
		wantKind(t, vacations.UseDay(t.Context(), second, strict.State.Last, nil, notice), league.Stale)
		book, err := vacations.VacationBook(t.Context(), ann.ID)
		must(t, err)
		if !slices.Equal(book.Days, []vacation.Day{first}) {
			t.Errorf("what was refused is in the book: %+v", book.Days)
		}
		if notices, err := s.Notices(t.Context(), ann.ID, 0, 9); err != nil || len(notices) != 1 {
			t.Errorf("Ann was told of what was refused: %v, %v", notices, err)
		}
	})
}

func TestOneVacationIsOpenAtATime(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann, bob := signUp(t, s, "ann").Player, signUp(t, s, "bob").Player
		admit(t, s, "guest")
		vacations := s
		wants := func(name string, want []vacation.Vacation) func([]vacation.Vacation, error) {
			return func(got []vacation.Vacation, err error) {
				t.Helper()
				if err != nil || !slices.Equal(got, want) {
					t.Errorf("%s: got %v, %v, want %v", name, got, err, want)
				}
			}
		}
		planned := vacation.Vacation{Player: ann.ID, N: 1, Asked: noon, Begins: noon.Add(day), Ends: noon.Add(3 * day)}
		must(t, vacations.PlanVacation(t.Context(), planned))
		wantKind(t, vacations.PlanVacation(t.Context(), planned), league.Stale)
		next := planned
		next.N = 2
		wantKind(t, vacations.PlanVacation(t.Context(), next), league.Forbidden)
		guests := planned
		guests.Player = person("guest").ID
		wantKind(t, vacations.PlanVacation(t.Context(), guests), league.Forbidden)
		bobs := vacation.Vacation{Player: bob.ID, N: 1, Asked: noon, Begins: noon, Ends: noon.Add(2 * day)}
		must(t, vacations.PlanVacation(t.Context(), bobs))

		wants("before Ann's has begun", []vacation.Vacation{bobs})(vacations.OpenVacations(t.Context(), noon.Add(day-time.Millisecond)))
		wants("when it has", []vacation.Vacation{bobs, planned})(vacations.OpenVacations(t.Context(), noon.Add(day)))
		wants("Ann's, begun or not", []vacation.Vacation{planned})(vacations.OpenVacationsOf(t.Context(), ann.ID, "nobody"))
		wants("of both", []vacation.Vacation{planned, bobs})(vacations.OpenVacationsOf(t.Context(), bob.ID, ann.ID))

		begun := planned
		begun.Began, begun.Ends = planned.Begins, noon.Add(2*day)
		must(t, vacations.ChangeVacation(t.Context(), begun))
		later := begun
		later.Began, later.Ends = planned.Begins.Add(time.Hour), noon.Add(5*day)
		must(t, vacations.ChangeVacation(t.Context(), later)) // its end is never put off, and it has begun
		wants("afterwards", []vacation.Vacation{begun})(vacations.OpenVacationsOf(t.Context(), ann.ID))
		ended := begun
		ended.Ended = begun.Ends
		must(t, vacations.ChangeVacation(t.Context(), ended))
		wants("at its end", nil)(vacations.OpenVacationsOf(t.Context(), ann.ID))
		wantKind(t, vacations.ChangeVacation(t.Context(), ended), league.NotFound)
		must(t, vacations.PlanVacation(t.Context(), next))
	})
}

func TestAPlayerIsToldOnceOfAVacation(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann := signUp(t, s, "ann").Player
		begins := league.Notice{Player: ann.ID, At: noon, Kind: league.VacationNotice, Seq: 1, Event: league.VacationBegins}
		tells := func(n league.Notice, want bool) {
			t.Helper()
			if told, err := s.TellVacation(t.Context(), n); told != want || err != nil {
				t.Errorf("%s of vacation %d: %v, %v, want %v", n.Event, n.Seq, told, err, want)
			}
		}
		tells(begins, false) // there is no vacation
		const vacations, servers = 16, 4
		for n := 1; n <= vacations; n++ {
			begins.Seq = n
			v := vacation.Vacation{Player: ann.ID, N: n, Asked: noon, Begins: noon.Add(2 * day), Ends: noon.Add(4 * day)}
			must(t, s.PlanVacation(t.Context(), v))
			start, told := make(chan struct{}), make(chan bool, servers)
			for range servers {
				go func() {
					<-start
					yes, err := s.TellVacation(t.Context(), begins)
					told <- yes && err == nil
				}()
			}
			close(start)
			times := 0
			for range servers {
				if <-told {
					times++
				}
			}
			if times != 1 {
				t.Errorf("%d of %d servers told of vacation %d", times, servers, n)
			}
			v.Ended = v.Begins
			must(t, s.ChangeVacation(t.Context(), v))
		}
		ends := begins
		ends.Event = league.VacationEnds
		tells(ends, false) // it is over
		next := vacation.Vacation{Player: ann.ID, N: vacations + 1, Asked: noon, Begins: noon.Add(2 * day), Ends: noon.Add(4 * day)}
		must(t, s.PlanVacation(t.Context(), next))
		ends.Seq = next.N
		tells(ends, true)
		if after, err := s.LastNotice(t.Context(), ann.ID); err != nil || after != vacations+1 {
			t.Errorf("there are %d notices, want %d: %v", after, vacations+1, err)
		}
	})
}

func TestTheRunningMatchesOfAPlayer(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob", "cleo")
		later := newMatch(2)
		later.Created = noon.Add(time.Hour)
		others := newMatch(3)
		others.Seats[0].Player = person("cleo")
		for _, m := range []league.Match{newMatch(1), later, others, over(4, noon, func(*league.Match) {})} {
			create(t, s, m)
		}
		vacations := s
		for _, c := range []struct {
			player string
			since  time.Time
			want   []string
		}{
			{"ann", noon, []string{"m000001", "m000002"}},
			{"ann", noon.Add(time.Hour), []string{"m000002"}},
			{"bob", noon, []string{"m000001", "m000002", "m000003"}},
			{"cleo", noon.Add(time.Millisecond), nil},
		} {
			got, err := vacations.RunningOf(t.Context(), league.Site(), person(c.player).ID, c.since)
			if err != nil || !slices.Equal(ids(got), c.want) {
				t.Errorf("%s has %v from %v on, %v, want %v", c.player, ids(got), c.since, err, c.want)
			}
			for _, m := range got {
				if len(m.Log) > 0 {
					t.Errorf("%s comes with its log", m.ID)
				}
			}
		}
	})
}

func TestADayPassesByMatchesThatAreFull(t *testing.T) { // R-VA-7
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann := signUp(t, s, "ann").Player
		admit(t, s, "bob")
		of := func(m league.Match) league.Match {
			m.Seats[0].Player, m.DaysBound = ann, true
			return create(t, s, m)
		}
		waits, full, other := of(newMatch(1)), of(newMatch(2)), of(newMatch(3))
		d := vacation.Day{Player: ann.ID, N: 1, At: noon.Add(day), Match: waits.ID}
		notice := league.Notice{Player: ann.ID, At: d.At, Kind: league.VacationNotice, Subject: waits.ID}
		wantKind(t, s.UseDay(t.Context(), d, waits.State.Last, map[string]int{full.ID: full.State.Last + 1}, notice), league.Stale)
		wantMatch(t, s, waits)
		must(t, s.UseDay(t.Context(), d, waits.State.Last, map[string]int{full.ID: full.State.Last}, notice))
		wantMatch(t, s, full)
		for _, m := range []league.Match{waits, other} {
			if got, err := s.Match(t.Context(), league.Site(), m.ID); err != nil || !got.State.Deadline.Equal(m.State.Deadline.Add(day)) || !got.DaysBound {
				t.Errorf("match %s has the deadline %v, %v", m.ID, got.State.Deadline, err)
			}
		}
	})
}
