package storetest_test

import (
	"slices"
	"testing"
	"time"

	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

// TestAClosedAccountIsFoundByItsAddress: by the hash alone, from a moment on, until the step is undone or it is forgotten; with
// a step that is refused nothing is kept.
func TestAClosedAccountIsFoundByItsAddress(t *testing.T) { // R-RA-7
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann, bob, cleo := signUp(t, s, "ann").Player.ID, signUp(t, s, "bob").Player.ID, signUp(t, s, "cleo").Player.ID
		one, other := []byte("one"), []byte("other")
		closes := func(player string, kind league.SanctionKind, hash []byte, at time.Time) {
			t.Helper()
			i := against("closed "+player, kind, player)
			i.At, i.Notices = at, nil
			if kind == league.SanctionProgram {
				i.Name, i.Keys = player+" BOT", []string{player + "bot"}
			}
			must(t, s.Expel(t.Context(), i, hash))
		}
		found := func(hash []byte, since time.Time, want ...string) {
			t.Helper()
			list, err := s.ClosedAt(t.Context(), hash, since)
			var got []string
			for _, p := range list {
				got = append(got, p.ID)
			}
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("found are %v, %v, not %v", got, err, want)
			}
		}
		closes(ann, league.SanctionExpel, one, noon)
		closes(bob, league.SanctionProgram, one, noon.Add(time.Hour))
		closes(cleo, league.SanctionExpel, nil, noon)
		again := against("again", league.SanctionExpel, ann)
		wantKind(t, s.Expel(t.Context(), again, other), league.Stale)
		found(one, noon, bob, ann)
		found(one, noon.Add(time.Minute), bob)
		found(other, noon)
		undo := against("closed "+bob, league.SanctionProgram, bob)
		undo.Subject, undo.Keys, undo.Lifted = "bob", []string{bob + "bot"}, league.Verdict{At: noon, Why: "a mistake"}
		must(t, s.Lift(t.Context(), undo))
		found(one, noon, ann)
		must(t, s.ForgetClosed(t.Context(), noon))
		found(one, noon, ann)
		must(t, s.ForgetClosed(t.Context(), noon.Add(time.Hour)))
		found(one, noon)
	})
}
