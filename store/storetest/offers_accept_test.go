package storetest_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kickabout/engine/enginetest"
	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

// several returns newOffer with slots and legs, and the seals of all its matches: match i has the
// number n + i.
func several(n, slots, legs int) league.Offer {
	o := newOffer(n, league.Player{})
	o.Slots, o.Legs = slots, legs
	for i := 1; i < slots*legs; i++ {
		m := newMatch(n + i)
		o.Further = append(o.Further, league.Sealed{Match: m.ID, GID: m.GID, Head: m.Head})
	}
	return o
}

// slotOf is what somebody makes of a slot of an offer.
func slotOf(o league.Offer, slot int, taker string) league.Acceptance {
	a := league.Acceptance{Offer: o.ID, Slot: slot, Arrived: noon, Limits: limits}
	for _, seal := range o.Seals(slot) {
		m := newMatch(1)
		m.ID, m.GID, m.Head = seal.Match, seal.GID, seal.Head
		m.Seats[0].Player, m.Seats[1].Player = of("ann"), of(taker)
		a.Matches = append(a.Matches, m)
	}
	return a
}

func TestAnOfferOfSeveralIsReadAsItWasMade(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		signedUp(t, s, "ann", "bob")
		want := several(1, 10, 2)
		want.Window, want.Linked = league.RatingWindow{From: 1400, To: 1600}, true
		must(t, s.PutOffer(t.Context(), want, limits))
		got, err := s.Offer(t.Context(), want.ID)
		must(t, err)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		around := several(101, 3, 1)
		around.Window = league.RatingWindow{Around: 150}
		must(t, s.PutOffer(t.Context(), around, limits))
		list, err := s.OpenOffers(t.Context(), of("bob").ID, noon, 10)
		must(t, err)
		if diff := cmp.Diff([]league.Offer{around}, list); diff != "" {
			t.Errorf("the waiting room, without what is linked (-want +got):\n%s", diff)
		}
	})
}

func TestTheDiceOfFurtherMatchesServeOneOfferOrMatch(t *testing.T) { // SCHEME.md 12
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		signedUp(t, s, "ann", "bob")
		must(t, s.PutOffer(t.Context(), several(1, 3, 1), limits)) // matches 1, 2, 3
		create(t, s, newMatchOf(9, "ann", "bob"))
		for name, o := range map[string]league.Offer{
			"its own id is a further one":     several(3, 1, 1),
			"a further one is there":          several(0, 3, 1),
			"a further one is that of a game": several(8, 2, 1),
		} {
			if err := s.PutOffer(t.Context(), o, limits); league.KindOf(err) != league.Stale {
				t.Errorf("%s: %v", name, err)
			}
		}
		gid := several(50, 2, 1)
		gid.Further[0].GID = newMatch(3).GID
		wantKind(t, s.PutOffer(t.Context(), gid, limits), league.Stale)
		gid.Further[0].GID = newMatch(1).GID
		wantKind(t, s.PutOffer(t.Context(), gid, limits), league.Stale)
		wantKind(t, s.CreateMatch(t.Context(), newMatchOf(2, "ann", "bob")), league.Stale)
		other := newMatchOf(60, "ann", "bob")
		other.GID = newMatch(2).GID
		wantKind(t, s.CreateMatch(t.Context(), other), league.Stale)
	})
}

func newMatchOf(n int, first, second string) league.Match {
	m := newMatch(n)
	m.Seats[0].Player, m.Seats[1].Player = of(first), of(second)
	return m
}

// TestEverySlotIsGivenOnce is the race proof of offers of several: all players try every slot
// at once, twice each, and as many win as there are slots, each slot and each player once (R-WR-1).
func TestEverySlotIsGivenOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		names := []string{"ann", "bob", "cleo", "dan", "eve", "fay"}
		signedUp(t, s, names...)
		for run := range enginetest.Size(200) {
			slots, legs := 1+run%3, 1+run%2
			o := several(1+100*run, slots, legs)
			must(t, s.PutOffer(t.Context(), o, limits))
			given := 0
			for given < slots { // those who come too late for a slot try the next one
				stored, err := s.Offer(t.Context(), o.ID)
				must(t, err)
				var acts []func() error
				for _, name := range names[1:] {
					for range 2 {
						acts = append(acts, func() error { return s.AcceptOffer(t.Context(), slotOf(o, stored.Given, name)) })
					}
				}
				won := 0
				for _, err := range together(acts...) {
					if err == nil {
						won++
					} else if league.KindOf(err) != league.Stale {
						t.Fatalf("%v", err)
					}
				}
				if won != 1 {
					t.Fatalf("slot %d of %d was given %d times", given, slots, won)
				}
				given++
			}
			if fault := slotsAs(t, s, o); fault != "" {
				t.Fatalf("%d slots of %d legs: %s", slots, legs, fault)
			}
		}
	})
}

// slotsAs says what is wrong with an offer of which every slot was given; "" if nothing is.
func slotsAs(t *testing.T, s *store.Store, o league.Offer) string {
	stored, err := s.Offer(t.Context(), o.ID)
	must(t, err)
	if stored.State != league.OfferAccepted || stored.Given != o.Slots {
		return fmt.Sprintf("it is %s with %d given", stored.State, stored.Given)
	}
	matches, err := s.MatchesOfOffer(t.Context(), league.Site(), o.ID)
	must(t, err)
	takers := map[string]int{}
	for _, m := range matches {
		takers[m.Seats[1].Player.ID]++
	}
	if len(matches) != o.Slots*o.Legs || len(takers) != o.Slots {
		return fmt.Sprintf("%d matches of %v", len(matches), takers)
	}
	return ""
}

func TestTheLastSlotGoesToOneOfThoseWhoAcceptOrToTheAuthorWhoWithdraws(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		signedUp(t, s, "ann", "bob", "cleo", "dan")
		outcomes := map[league.OfferState]int{}
		for run := range enginetest.Size(300) {
			o := several(1+10*run, 2, 1)
			must(t, s.PutOffer(t.Context(), o, limits))
			must(t, s.AcceptOffer(t.Context(), slotOf(o, 0, "bob")))
			wantWinnersOf(t, 1, together(
				func() error { return s.AcceptOffer(t.Context(), slotOf(o, 1, "cleo")) },
				func() error { return s.AcceptOffer(t.Context(), slotOf(o, 1, "dan")) },
				func() error { return s.CloseOffer(t.Context(), o.ID, league.OfferWithdrawn, noon) },
			))
			stored, err := s.Offer(t.Context(), o.ID)
			must(t, err)
			outcomes[stored.State]++
			matches, err := s.MatchesOfOffer(t.Context(), league.Site(), o.ID)
			must(t, err)
			if taken := stored.State == league.OfferAccepted; len(matches) != stored.Given || taken != (stored.Given == 2) {
				t.Fatalf("%s with %d given and %d matches", stored.State, stored.Given, len(matches))
			}
		}
		t.Log(outcomes)
	})
}

// wantWinnersOf checks that so many got through and the others came too late.
func wantWinnersOf(t *testing.T, want int, errs []error) {
	t.Helper()
	won := 0
	for _, err := range errs {
		if err == nil {
			won++
		} else if league.KindOf(err) != league.Stale {
			t.Errorf("%v", err)
		}
	}
	if won != want {
		t.Fatalf("%d got through, want %d", won, want)
	}
}

func TestWhoHasASlotGetsNoOther(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		signedUp(t, s, "ann", "bob", "cleo")
		o := several(1, 3, 1)
		must(t, s.PutOffer(t.Context(), o, limits))
		must(t, s.AcceptOffer(t.Context(), slotOf(o, 0, "bob")))
		wantKind(t, s.AcceptOffer(t.Context(), slotOf(o, 1, "bob")), league.Stale)
		wantKind(t, s.AcceptOffer(t.Context(), slotOf(o, 2, "cleo")), league.Stale)
		if stored, err := s.Offer(t.Context(), o.ID); err != nil || stored.Given != 1 || stored.State != league.OfferOpen {
			t.Errorf("%d given, %s, %v", stored.Given, stored.State, err)
		}
	})
}

func TestTwoLegsCountTwiceForAPair(t *testing.T) { // R-WR-2
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		signedUp(t, s, "ann", "bob")
		two := limits
		two.Pair = 2
		rated := func(n, legs int) error {
			o := several(n, 1, legs)
			o.Rated = true
			must(t, s.PutOffer(t.Context(), o, limits))
			a := slotOf(o, 0, "bob")
			a.Limits = two
			for i := range a.Matches {
				a.Matches[i].Rated = true
			}
			return s.AcceptOffer(t.Context(), a)
		}
		must(t, rated(1, 1))
		wantKind(t, rated(10, 2), league.Forbidden)
		must(t, rated(20, 1))
		wantKind(t, rated(30, 1), league.Forbidden)
	})
}

func TestOnlyAnInvitationByLinkTakesAGuest(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		signedUp(t, s, "ann")
		admit(t, s, "gus")
		guest := person("gus")
		guest.Kind = league.Guest
		o := several(1, 1, 1)
		o.Linked = true
		must(t, s.PutOffer(t.Context(), o, limits))
		a := slotOf(o, 0, "ann")
		a.Matches[0].Seats[1].Player = guest
		wantKind(t, s.AcceptOffer(t.Context(), a), league.Forbidden)
		a.Guest = true
		must(t, s.AcceptOffer(t.Context(), a))
	})
}

func TestAnInvitationIsAnsweredOnceWithOtherTermsOrElse(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		signedUp(t, s, "ann", "bob")
		outcomes := map[string]int{}
		for run := range enginetest.Size(300) {
			o := newOffer(1+10*run, of("bob"))
			must(t, s.PutOffer(t.Context(), o, limits))
			back := newOffer(2+10*run, of("ann"))
			back.Author, back.Counters, back.Turn = of("bob"), o.ID, 1
			again := newOffer(3+10*run, of("ann"))
			again.Author, again.Counters, again.Turn = of("bob"), o.ID, 1
			errs := together(
				func() error { return s.CounterOffer(t.Context(), back, limits) },
				func() error { return s.CounterOffer(t.Context(), again, limits) },
				func() error { return s.AcceptOffer(t.Context(), slotOf(o, 0, "bob")) },
				func() error { return s.CloseOffer(t.Context(), o.ID, league.OfferWithdrawn, noon) },
			)
			wantWinnersOf(t, 1, errs)
			stored, err := s.Offer(t.Context(), o.ID)
			must(t, err)
			want := ""
			for i, id := range []string{back.ID, again.ID} {
				if errs[i] == nil {
					want = id
				}
			}
			if stored.Counter != want || (stored.State == league.OfferDeclined) != (want != "") {
				t.Fatalf("answered by %q, want %q; it is %s", stored.Counter, want, stored.State)
			}
			outcomes[string(stored.State)]++
			if want != "" {
				if got, err := s.Offer(t.Context(), want); err != nil || got.Counters != o.ID || got.Turn != 1 {
					t.Fatalf("the answer is %+v, %v", got, err)
				}
			}
		}
		t.Log(outcomes)
	})
}
