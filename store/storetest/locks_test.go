package storetest_test

import (
	"bytes"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

// chained is a match whose events have the values 1, 2, … of a chain.
func chained(m league.Match) league.Match {
	m.Chain = nil
	for i := range m.Log {
		m.Chain = append(m.Chain, value(i+1))
	}
	return m
}

func value(n int) []byte { return bytes.Repeat([]byte{byte(n)}, 32) }

func TestEventsKeepTheirValuesInTheChain(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		m := create(t, s, chained(newMatch(1)))
		p := move(m, "Mc2c5", noon)
		p.Chain = [][]byte{value(3), value(4)}
		must(t, s.Append(t.Context(), p))
		more := move(after(m, p), "Mc2c5", noon) // by a program that knows no chain
		must(t, s.Append(t.Context(), more))
		got, err := s.Match(t.Context(), league.Site(), m.ID)
		must(t, err)
		if diff := cmp.Diff([][]byte{value(1), value(2), value(3), value(4)}, got.Chain); diff != "" {
			t.Errorf("the values (-want +got):\n%s", diff)
		}

		must(t, s.FillChain(t.Context(), m.ID, [][]byte{value(9), value(9), value(9), value(9), value(5), value(6)}))
		got, err = s.Match(t.Context(), league.Site(), m.ID)
		must(t, err)
		if diff := cmp.Diff([][]byte{value(1), value(2), value(3), value(4), value(5), value(6)}, got.Chain); diff != "" {
			t.Errorf("the values after the missing ones were filled in (-want +got):\n%s", diff)
		}
	})
}

// A value is given once, and with it nothing else is changed.
func TestAValueInTheChainIsGivenOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		create(t, s, newMatch(1))
		step(t, s, cupBy(t, s, "cup", ""), league.ActStarted, starts)
		for _, table := range []string{"events", "tournament_events"} {
			must(t, raw(s).Exec("UPDATE "+table+" SET chain = ? WHERE chain IS NULL", value(1)).Error)
			for _, set := range []string{"chain = NULL", "chain = ?", "text = 'x'"} {
				if err := raw(s).Exec("UPDATE "+table+" SET "+set, value(2)).Error; err == nil {
					t.Errorf("%s took SET %s", table, set)
				}
			}
		}
		create(t, s, newMatch(2))
		for _, set := range []string{"text = 'x'", "seq = seq + 10", "at_ms = at_ms + 1", "side = 1 - side", "act = 'void'"} {
			if err := raw(s).Exec("UPDATE events SET chain = ?, "+set+" WHERE match_id = 'm000002'", value(2)).Error; err == nil {
				t.Errorf("events took %s with a value", set)
			}
		}
	})
}

func TestALockedMatchTakesNothingAndHasNoClock(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		m, other := create(t, s, newMatch(1)), create(t, s, newMatch(2))
		lock := league.Lock{Match: m.ID, Found: noon, Reason: "event 2 is not what was written"}
		must(t, s.Lock(t.Context(), lock))
		must(t, s.Lock(t.Context(), league.Lock{Match: m.ID, Found: noon.Add(time.Hour), Reason: "another"}))

		wantKind(t, s.Append(t.Context(), move(m, "Mc2c5", noon)), league.Damaged)
		must(t, s.Append(t.Context(), move(other, "Mc2c5", noon)))
		locks, err := s.Locked(t.Context())
		if diff := cmp.Diff([]league.Lock{lock}, locks); diff != "" || err != nil {
			t.Errorf("%v, in quarantine are (-want +got):\n%s", err, diff)
		}
		if n, err := s.CountLocked(t.Context()); n != 1 || err != nil {
			t.Errorf("%d are in quarantine, %v", n, err)
		}
		got, err := s.Match(t.Context(), league.Site(), m.ID)
		if err != nil || !got.Locked || got.State.Last != m.State.Last {
			t.Errorf("the match is read as %+v, %v", got, err)
		}
		overdue, err := s.Overdue(t.Context(), league.Site(), noon.Add(1000*day), 10)
		if err != nil || len(overdue) != 1 || overdue[0].ID != other.ID {
			t.Errorf("overdue are %v, %v", ids(overdue), err)
		}
		due, err := s.Due(t.Context(), league.Site(), noon.Add(1000*day), []string{person("ann").ID, person("bob").ID}, 10)
		if err != nil || len(due) != 0 {
			t.Errorf("due are %v, %v", ids(due), err)
		}
		must(t, s.RecordHeartbeat(t.Context(), time.Time{}, noon))
		if n, err := s.Credit(t.Context(), league.SiteNotice{Kind: league.OutageNotice, From: noon, Until: noon.Add(day)}); n != 1 || err != nil {
			t.Errorf("after an outage %d matches got time, %v", n, err)
		}
		mine, err := s.PartOf(t.Context(), league.Site(), person("ann").ID, league.Mine, league.Place{}, 10)
		if err != nil || len(mine) != 0 {
			t.Errorf("it is ann's turn in %v, %v", ids(mine), err)
		}
	})
}

func TestALockedMatchThatWasOverStaysSo(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		m := create(t, s, over(1, noon, func(*league.Match) {}))
		must(t, s.Lock(t.Context(), league.Lock{Match: m.ID, Found: noon, Reason: "x"}))
		got, err := s.Match(t.Context(), league.Site(), m.ID)
		if err != nil || !got.Locked || got.State.Outcome != m.State.Outcome {
			t.Errorf("it is read as %+v, %v", got, err)
		}
		list, err := s.Latest(t.Context(), league.Site(), 0, 10)
		if err != nil || len(list) != 1 || !list[0].Locked {
			t.Errorf("listed is %+v, %v", list, err)
		}
	})
}

func TestARecordIsMendedOnceItIsLocked(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		m := create(t, s, newMatch(1))
		p := move(m, "Mc2c5", noon)
		must(t, s.Append(t.Context(), p))
		m = chained(after(m, p))
		wantKind(t, s.Mend(t.Context(), m), league.NotFound)

		must(t, s.Lock(t.Context(), league.Lock{Match: m.ID, Found: noon, Reason: "x"}))
		if err := raw(s).Exec("DELETE FROM rolls WHERE match_id = ?", m.ID).Error; err == nil {
			t.Error("the record of a locked match can be changed by anybody")
		}
		must(t, s.Mend(t.Context(), m))
		got, err := s.Match(t.Context(), league.Site(), m.ID)
		must(t, err)
		if diff := cmp.Diff(m, got); diff != "" {
			t.Errorf("mended it is (-want +got):\n%s", diff)
		}
		if got.State.ToMove == engine.NoSide || got.Locked {
			t.Errorf("it does not go on: %+v", got)
		}
		must(t, s.Append(t.Context(), move(m, "Mc2c5", noon.Add(time.Hour))))
		if err := raw(s).Exec("DELETE FROM rolls WHERE match_id = ?", m.ID).Error; err == nil {
			t.Error("the record of a mended match can be changed by anybody")
		}
	})
}

func TestWhatIsLeftOfARecordCanBeRead(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		m := create(t, s, chained(newMatch(1)))
		p := move(m, "Mc2c5", noon)
		p.Chain = [][]byte{value(3), value(4)}
		must(t, s.Append(t.Context(), p))
		storetest.Unguard(t, s, "events")
		storetest.Unguard(t, s, "rolls")
		must(t, raw(s).Exec("DELETE FROM events WHERE seq = 2").Error)
		wantKind(t, second(s.Match(t.Context(), league.Site(), m.ID)), league.Damaged)
		wantKind(t, second(s.MatchHead(t.Context(), "nowhere")), league.NotFound)

		head, err := s.MatchHead(t.Context(), m.ID)
		if err != nil || head.State.Last != 4 || head.GID != m.GID || head.Seats != m.Seats {
			t.Errorf("its head is %+v, %v", head, err)
		}
		log, chain, err := s.StoredLog(t.Context(), m.ID)
		must(t, err)
		whole := after(m, p).Log
		if diff := cmp.Diff([]engine.Event{whole[0], whole[2], whole[3]}, log); diff != "" {
			t.Errorf("left are (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([][]byte{value(1), value(3), value(4)}, chain); diff != "" {
			t.Errorf("their values (-want +got):\n%s", diff)
		}
	})
}
