package storetest_test

import (
	"bytes"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kickabout/league"
	"kickabout/league/vacation"
	"kickabout/store"
	"kickabout/store/storetest"
)

// TestTheHeadOfAMatchSaysWhichLogIsItsOwn: with its log it is what a whole read gives, and the value that it tells is
// that of the last event of its state, also when more has been stored meanwhile.
func TestTheHeadOfAMatchSaysWhichLogIsItsOwn(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann := signUp(t, s, "ann").Player
		admit(t, s, "bob")
		m := newMatch(1)
		m.Seats[0].Player = ann
		m.Chain = [][]byte{bytes.Repeat([]byte{1}, 32), bytes.Repeat([]byte{2}, 32)}
		create(t, s, m)
		head, err := s.Head(t.Context(), league.Of(ann), m.ID)
		must(t, err)
		if !bytes.Equal(head.Chain, m.Chain[1]) || head.Away || head.Match.Log != nil || head.Match.Chain != nil {
			t.Errorf("the head is %+v", head)
		}
		must(t, raw(s).Exec("INSERT INTO events VALUES (?, 3, 1, 0, 'move', 'x', NULL)", m.ID).Error)
		whole, err := s.WithLog(t.Context(), head.Match)
		must(t, err)
		if diff := cmp.Diff(m, whole); diff != "" {
			t.Errorf("with its log it differs (-want +got):\n%s", diff)
		}

		must(t, s.PlanVacation(t.Context(), vacation.Vacation{Player: ann.ID, N: 1, Asked: noon, Begins: noon.Add(time.Hour), Ends: noon.Add(2 * day)}))
		if head, err = s.Head(t.Context(), league.Public(), m.ID); err != nil || !head.Away {
			t.Errorf("with a vacation ahead the head is %+v, %v", head, err)
		}
		must(t, raw(s).Exec("UPDATE matches SET last_seq = 3 WHERE id = ?", m.ID).Error)
		if head, err = s.Head(t.Context(), league.Public(), m.ID); err != nil || head.Chain != nil {
			t.Errorf("behind an event without a value it is %+v, %v", head, err)
		}
		wantKind(t, second(s.Head(t.Context(), league.Public(), "no match")), league.NotFound)
		if _, err := s.Head(t.Context(), league.Viewer{}, m.ID); err == nil {
			t.Error("who forgets to say who reads is told")
		}
	})
}
