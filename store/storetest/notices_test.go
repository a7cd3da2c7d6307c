package storetest_test

import (
	"sync"
	"testing"
	"time"

	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

// TestNoticesAreCommittedInTheOrderOfTheirNumbers writes notices for two players from
// many sides at once, while one reader per player asks again and again for what came
// after the last one they saw: they must see each number once, in order, and all of them.
func TestNoticesAreCommittedInTheOrderOfTheirNumbers(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		const writers, each = 8, 25
		notice := func(name string, seq int) league.Notice {
			return league.Notice{Player: person(name).ID, At: noon, Kind: league.MatchNotice, Subject: "m", Seq: seq}
		}
		var writing, reading sync.WaitGroup
		for w := range writers {
			writing.Go(func() {
				for i := range each {
					m := newMatch(w*each + i)
					// In either order: the store takes the players' rows in one order all the same.
					notices := []league.Notice{notice("ann", i), notice("bob", i)}
					if w%2 == 1 {
						notices[0], notices[1] = notices[1], notices[0]
					}
					if err := s.CreateMatch(t.Context(), m, notices...); err != nil {
						t.Error(err)
					}
				}
			})
		}
		for _, name := range []string{"ann", "bob"} {
			reading.Go(func() {
				for seen := 0; seen < writers*each; {
					list, err := s.Notices(t.Context(), person(name).ID, seen, 10)
					if err != nil {
						t.Error(err)
						return
					}
					for _, n := range list {
						if n.N != seen+1 {
							t.Errorf("after notice %d of %s came %d", seen, name, n.N)
							return
						}
						seen = n.N
					}
				}
			})
		}
		writing.Wait()
		reading.Wait()
		last, err := s.LastNotice(t.Context(), person("ann").ID)
		must(t, err)
		if last != writers*each {
			t.Errorf("%d notices are numbered up to %d", writers*each, last)
		}
	})
}

func TestANoticeIsWrittenWithItsMoveOrNotAtAll(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		m := create(t, s, newMatch(1))
		p := move(m, "Mc1c2", noon.Add(time.Hour))
		p.Notices = []league.Notice{{Player: person("bob").ID, At: noon, Kind: league.MatchNotice, Subject: m.ID, Seq: p.State.Last}}
		must(t, s.Append(t.Context(), p))
		wantKind(t, s.Append(t.Context(), p), league.Stale)
		list, err := s.Notices(t.Context(), person("bob").ID, 0, 10)
		must(t, err)
		if len(list) != 1 || list[0].N != 1 || list[0].Seq != p.State.Last || !list[0].At.Equal(noon) || list[0].Subject != m.ID {
			t.Errorf("one move and one refused left the notices %+v", list)
		}
	})
}

func TestWhatIsOldIsForgotten(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		m := create(t, s, newMatch(1))
		for i, at := range []time.Time{noon, noon.Add(time.Hour)} {
			p := move(m, "Mc1c2", at)
			p.Answer = &league.Answer{Player: person("ann").ID, Key: []string{"old", "new"}[i], Match: m.ID, At: at}
			p.Notices = []league.Notice{{Player: person("ann").ID, At: at, Kind: league.MatchNotice, Subject: m.ID, Seq: p.State.Last}}
			must(t, s.Append(t.Context(), p))
			m = after(m, p)
		}
		must(t, s.Forget(t.Context(), noon.Add(time.Minute)))
		list, err := s.Notices(t.Context(), person("ann").ID, 0, 10)
		must(t, err)
		if len(list) != 1 || list[0].N != 2 {
			t.Errorf("of two notices are left %+v", list)
		}
		_, err = s.Answer(t.Context(), person("ann").ID, "old")
		wantKind(t, err, league.NotFound)
		must(t, second(s.Answer(t.Context(), person("ann").ID, "new")))
		if last, err := s.LastNotice(t.Context(), person("ann").ID); err != nil || last != 2 {
			t.Errorf("after forgetting, the last number is %d, %v", last, err)
		}
	})
}
