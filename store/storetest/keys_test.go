package storetest_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kickabout/engine/dice"
	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

func TestTheKeyWithTheHighestEpochCounts(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s, ctx := open(), t.Context()
		key := func(name string, epoch int, fingerprint string) league.KeyRecord {
			return league.KeyRecord{Name: name, Epoch: epoch, Fingerprint: fingerprint, Born: noon.Add(time.Duration(epoch) * time.Hour)}
		}
		must(t, s.RecordKeys(ctx, key("dice", 0, "aa"), key("site", 0, "bb")))
		wantKind(t, s.RecordKeys(ctx, key("site", 0, "cc")), league.Stale)
		must(t, s.NoteExport(ctx, noon, "dice", "site", "password-0"))
		next := key("site", 1, "dd")
		next.Reason = "lost"
		must(t, s.RecordKeys(ctx, next))
		dice := key("dice", 0, "aa")
		dice.Exported = noon
		got, err := s.Keys(ctx)
		must(t, err)
		if diff := cmp.Diff([]league.KeyRecord{dice, next}, got); diff != "" {
			t.Errorf("the keys (-want +got):\n%s", diff)
		}
		must(t, s.NoteExport(ctx, noon.Add(time.Hour), "site"))
		if got, err = s.Keys(ctx); err != nil || !got[0].Exported.Equal(noon) || !got[1].Exported.Equal(noon.Add(time.Hour)) {
			t.Errorf("exported: %+v, %v", got, err)
		}
	})
}

// TestAKeyThatWasReplacedCountsUntilItIsLost: all of a name are listed, with why each took the place of the one before.
func TestAKeyThatWasReplacedCountsUntilItIsLost(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s, ctx := open(), t.Context()
		want := []league.KeyRecord{
			{Name: "dice", Epoch: 0, Fingerprint: "aa", Born: noon},
			{Name: "dice", Epoch: 1, Fingerprint: "bb", Born: noon.Add(time.Hour), Kept: true, Reason: "yearly"},
			{Name: "dice", Epoch: 2, Fingerprint: "cc", Born: noon.Add(2 * time.Hour), Kept: true, Reason: "yearly"},
		}
		for i := range want {
			must(t, s.RecordKeys(ctx, want[len(want)-1-i]))
		}
		must(t, s.RecordKeys(ctx, league.KeyRecord{Name: "site", Fingerprint: "dd", Born: noon}))
		is := func(when string) {
			t.Helper()
			got, err := s.KeyEpochs(ctx, "dice")
			must(t, err)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", when, diff)
			}
		}
		is("at first")
		must(t, s.LoseKey(ctx, "dice", 0, "seen"))
		want[1].Kept, want[1].Reason = false, "seen"
		is("when the first is lost")
		for _, epoch := range []int{0, 2, 7} { // lost already, the present one, none
			wantKind(t, s.LoseKey(ctx, "dice", epoch, "x"), league.Stale)
		}
		is("as before")
		if none, err := s.KeyEpochs(ctx, "door"); err != nil || len(none) > 0 {
			t.Errorf("of no name: %+v, %v", none, err)
		}
	})
}

func TestHashesOfAnotherKeyAreCounted(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s, ctx := open(), t.Context()
		for i, hash := range []string{"old", "new,keyid=abc$", "gone"} {
			a, keys := member([]string{"ann", "bob", "cleo"}[i])
			a.Password = hash
			must(t, s.SignUp(ctx, a, keys, session(a.Player.Name, a.Player.Name)))
		}
		expel(t, s, person("cleo").ID)
		for text, want := range map[string]int64{",keyid=abc$": 1, ",keyid=x$": 2, "": 0} {
			if n, err := s.HashesWithout(ctx, text); err != nil || n != want {
				t.Errorf("%d hashes without %q, %v; want %d", n, text, err, want)
			}
		}
	})
}

func TestAPasswordIsResetOverTheOneBefore(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s, ctx := open(), t.Context()
		ann := signUp(t, s, "ann")
		signUp(t, s, "bob")
		wantKind(t, s.ResetPassword(ctx, ann.Player.ID, "another", "new"), league.Stale)
		if list, err := s.Sessions(ctx, ann.Player.ID); err != nil || len(list) != 1 {
			t.Errorf("after a reset that came too late: %+v, %v", list, err)
		}
		must(t, s.ResetPassword(ctx, ann.Player.ID, ann.Password, "new"))
		if a, err := s.AccountOf(ctx, ann.Player.ID); err != nil || a.Password != "new" {
			t.Errorf("the password is %q, %v", a.Password, err)
		}
		for who, want := range map[string]int{"ann": 0, "bob": 1} {
			if list, err := s.Sessions(ctx, person(who).ID); err != nil || len(list) != want {
				t.Errorf("%s has %d sessions, %v", who, len(list), err)
			}
		}
	})
}

func TestDrillsAreRemembered(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s, ctx := open(), t.Context()
		if list, err := s.LastDrills(ctx, 5); err != nil || len(list) != 0 {
			t.Errorf("there are %+v, %v", list, err)
		}
		first := league.Drill{At: noon, Problem: "there is no backup"}
		second := league.Drill{
			At: noon.AddDate(0, 0, 7), Backup: "kickabout-20261123T221500Z.kab", Taken: noon.AddDate(0, 0, 6),
			Lost: 90 * time.Second, Took: 1500 * time.Millisecond, Bytes: 7, Matches: 8, Events: 9,
		}
		must(t, s.RecordDrill(ctx, first))
		must(t, s.RecordDrill(ctx, second))
		got, err := s.LastDrills(ctx, 5)
		must(t, err)
		if diff := cmp.Diff([]league.Drill{second, first}, got); diff != "" {
			t.Errorf("the drills (-want +got):\n%s", diff)
		}
		if got, err = s.LastDrills(ctx, 1); err != nil || len(got) != 1 || got[0] != second {
			t.Errorf("the last one: %+v, %v", got, err)
		}
		must(t, s.RecordDrill(ctx, league.Drill{At: noon.AddDate(2, 0, 1)}))
		if got, err = s.LastDrills(ctx, 5); err != nil || len(got) != 2 {
			t.Errorf("two years later: %+v, %v", got, err)
		}
	})
}

func TestWhatIsStillToBeThrownIsListed(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s, ctx := open(), t.Context()
		signedUp(t, s, "ann", "bob")
		running := create(t, s, newMatch(1))
		create(t, s, over(2, noon, func(*league.Match) {}))
		offer := newOffer(3, league.Player{})
		must(t, s.PutOffer(ctx, offer, limits))
		must(t, s.PutOffer(ctx, newOffer(4, league.Player{}), limits))
		must(t, s.CloseOffer(ctx, newOffer(4, league.Player{}).ID, league.OfferWithdrawn, noon))
		coming := cupBy(t, s, "coming", "")
		step(t, s, cupBy(t, s, "going", ""), league.ActStarted, starts)

		sealed := func(id string, gid dice.GID, head dice.Link) []league.Sealed {
			return []league.Sealed{{Match: id, GID: gid, Head: head}}
		}
		want := league.OpenHeads{
			Matches: sealed(running.ID, running.GID, running.Head), Offers: sealed(offer.ID, offer.GID, offer.Head),
			Tournaments: sealed("coming", coming.GID, coming.Head),
		}
		got, err := s.OpenHeads(ctx)
		must(t, err)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("still to be thrown (-want +got):\n%s", diff)
		}

		anew := league.Sealed{Match: "coming", GID: coming.GID, Head: dice.Link{9}, Dice: league.Commitment{Epoch: 2, Scope: coming.Serial, Seal: dice.Digest{8}}}
		for _, id := range []string{"going", "nosuch"} {
			wantKind(t, s.RenewHead(ctx, league.Sealed{Match: id, Head: anew.Head, Dice: anew.Dice}), league.Stale)
		}
		must(t, s.RenewHead(ctx, anew))
		if got, err = s.OpenHeads(ctx); err != nil || got.Tournaments[0] != anew {
			t.Errorf("with other dice: %+v, %v, want %+v", got.Tournaments, err, anew)
		}
		anew.Dice = league.Commitment{}
		must(t, s.RenewHead(ctx, anew))
		if got, err = s.OpenHeads(ctx); err != nil || got.Tournaments[0] != anew {
			t.Errorf("with other dice under the first scheme: %+v, %v, want %+v", got.Tournaments, err, anew)
		}
	})
}
