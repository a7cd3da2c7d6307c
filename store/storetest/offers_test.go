package storetest_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gorm.io/gorm"

	"kickabout/engine/enginetest"
	"kickabout/league"
	"kickabout/store"
	"kickabout/store/matches"
	"kickabout/store/people"
	"kickabout/store/storetest"
)

// limits let everything through.
var limits = league.OfferLimits{Open: 1_000_000, Site: 1_000_000, Invited: 1_000_000, Pair: 1_000_000}

// of returns the player of an account signed up by name.
func of(name string) league.Player {
	a, _ := member(name)
	return a.Player
}

// newOffer returns an offer of Ann's that newMatch with the same number can come of.
func newOffer(n int, invited league.Player) league.Offer {
	m := newMatch(n)
	return league.Offer{
		ID: m.ID, Author: of("ann"), Invited: invited, Game: m.Game, Variant: m.Variant, Control: m.Control, Kickoff: league.KickoffMe,
		Message: "hello", Contribution: "four\x00\xff", GID: m.GID, Head: m.Head, Created: noon, Expires: noon.Add(day), State: league.OfferOpen,
		Legs: 1, Slots: 1,
	}
}

// acceptance is what Bob, or another one, makes of that offer.
func acceptance(n int, taker string, arrived time.Time) league.Acceptance {
	m := newMatch(n)
	m.Seats[0].Player, m.Seats[1].Player = of("ann"), of(taker)
	return league.Acceptance{Offer: m.ID, Matches: []league.Match{m}, Arrived: arrived, Limits: limits, Notices: []league.Notice{
		{Player: of("ann").ID, At: noon, Kind: league.MatchNotice, Subject: m.ID, Seq: 2},
		{Player: of(taker).ID, At: noon, Kind: league.MatchNotice, Subject: m.ID, Seq: 2},
	}}
}

// signedUp signs players up.
func signedUp(t *testing.T, s *store.Store, names ...string) {
	t.Helper()
	for _, name := range names {
		signUp(t, s, name)
	}
}

func TestAnOfferIsReadAsItWasMade(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		signedUp(t, s, "ann", "bob")
		for i, invited := range []league.Player{{}, of("bob")} {
			want := newOffer(i+1, invited)
			want.Rated, want.Kickoff, want.Control = i == 0, league.KickoffLot, "fast"
			must(t, s.PutOffer(t.Context(), want, limits))
			got, err := s.Offer(t.Context(), want.ID)
			must(t, err)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		}
		wantKind(t, second(s.Offer(t.Context(), "none")), league.NotFound)
		wantKind(t, s.CloseOffer(t.Context(), "none", league.OfferWithdrawn, noon), league.NotFound)
		wantKind(t, s.AcceptOffer(t.Context(), acceptance(99, "bob", noon)), league.NotFound)
	})
}

func TestAnIdOrGIDServesOneOfferOrMatch(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		signedUp(t, s, "ann", "bob")
		must(t, s.PutOffer(t.Context(), newOffer(1, league.Player{}), limits))
		match := newMatch(2)
		match.Seats[0].Player, match.Seats[1].Player = of("ann"), of("bob")
		create(t, s, match)
		for n := range 2 {
			sameID, sameGID := newOffer(n+1, league.Player{}), newOffer(n+1, league.Player{})
			sameID.GID[15] = 99
			sameGID.ID = "another"
			for _, o := range []league.Offer{sameID, sameGID} {
				wantKind(t, s.PutOffer(t.Context(), o, limits), league.Stale)
			}
			id, gid := match, match
			id.ID, gid.ID, gid.GID = newOffer(n+1, league.Player{}).ID, "another", newOffer(n+1, league.Player{}).GID
			id.GID[15] = 99
			wantKind(t, s.CreateMatch(t.Context(), id), league.Stale)
			wantKind(t, s.CreateMatch(t.Context(), gid), league.Stale)
		}
		wantKind(t, second(s.Match(t.Context(), league.Site(), newOffer(1, league.Player{}).ID)), league.NotFound)
	})
}

func TestAReservationUsedForTwoThingsAtOnceServesOne(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		signedUp(t, s, "ann", "bob")
		won := map[string]int{}
		for n := 1; n <= 100; n++ {
			m := newMatch(n)
			m.Seats[0].Player, m.Seats[1].Player = of("ann"), of("bob")
			notice := league.Notice{Player: of("ann").ID, At: noon, Kind: league.MatchNotice, Subject: m.ID}
			errs := together(
				func() error { return s.PutOffer(t.Context(), newOffer(n, league.Player{}), limits, notice) },
				func() error { return s.CreateMatch(t.Context(), m, notice) },
			)
			switch {
			case errs[0] == nil && league.KindOf(errs[1]) == league.Stale:
				won["offer"]++
			case errs[1] == nil && league.KindOf(errs[0]) == league.Stale:
				won["match"]++
			default:
				t.Fatalf("the offer: %v; the match: %v", errs[0], errs[1])
			}
		}
		t.Log(won)
	})
}

func TestAnOfferIsAnsweredBeforeItsTimeRunsOutAndMarkedAfterwards(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		signedUp(t, s, "ann", "bob")
		o := newOffer(1, of("bob"))
		must(t, s.PutOffer(t.Context(), o, limits))
		inTime := o.Expires.Add(-time.Millisecond)
		wantKind(t, s.AcceptOffer(t.Context(), acceptance(1, "bob", o.Expires)), league.Stale)
		wantKind(t, s.CloseOffer(t.Context(), o.ID, league.OfferDeclined, o.Expires), league.Stale)
		wantKind(t, s.CloseOffer(t.Context(), o.ID, league.OfferWithdrawn, o.Expires), league.Stale)
		wantKind(t, s.CloseOffer(t.Context(), o.ID, league.OfferExpired, inTime), league.Stale)
		must(t, s.AcceptOffer(t.Context(), acceptance(1, "bob", inTime)))

		o = newOffer(2, of("bob"))
		must(t, s.PutOffer(t.Context(), o, limits))
		must(t, s.CloseOffer(t.Context(), o.ID, league.OfferExpired, o.Expires))
		wantKind(t, s.AcceptOffer(t.Context(), acceptance(2, "bob", inTime)), league.Stale)
	})
}

// together lets acts loose in the same instant and returns what each said.
func together(acts ...func() error) []error {
	errs := make([]error, len(acts))
	var ready, done sync.WaitGroup
	ready.Add(len(acts))
	for i, act := range acts {
		done.Go(func() {
			ready.Done()
			ready.Wait()
			errs[i] = act()
		})
	}
	done.Wait()
	return errs
}

// answering is how an offer is accepted and closed.
type answering struct {
	accept func(context.Context, league.Acceptance) error
	close  func(context.Context, string, league.OfferState, time.Time, ...league.Notice) error
}

// seatRace lets players answer invitations in all ways at once, a millisecond before they run
// out and when they do: accepted twice, declined, withdrawn, expired. It returns how
// often each outcome came, and what was wrong.
func seatRace(t *testing.T, s *store.Store, runs int, by answering) (outcomes map[league.OfferState]int, faults []string) {
	signedUp(t, s, "ann", "bob")
	outcomes = map[league.OfferState]int{}
	for n := 1; n <= runs; n++ {
		o := newOffer(n, of("bob"))
		must(t, s.PutOffer(t.Context(), o, limits))
		before, err := s.LastNotice(t.Context(), of("ann").ID)
		must(t, err)
		inTime := o.Expires.Add(-time.Millisecond)
		notice := league.Notice{Player: of("ann").ID, At: noon, Kind: league.OfferNotice, Subject: o.ID}
		states := []league.OfferState{league.OfferAccepted, league.OfferAccepted, league.OfferDeclined, league.OfferWithdrawn, league.OfferExpired}
		acts := []func() error{
			func() error { return by.accept(t.Context(), acceptance(n, "bob", inTime)) },
			func() error { return by.accept(t.Context(), acceptance(n, "bob", inTime)) },
			func() error { return by.close(t.Context(), o.ID, league.OfferDeclined, inTime, notice) },
			func() error { return by.close(t.Context(), o.ID, league.OfferWithdrawn, inTime, notice) },
			func() error { return by.close(t.Context(), o.ID, league.OfferExpired, o.Expires, notice) },
		}
		order := []int{0, 1, 2, 3, 4}
		slices.Reverse(order[n%5:]) // no act is always let loose first
		shuffled := make([]func() error, 5)
		for i, k := range order {
			shuffled[i] = acts[k]
		}
		var winners []league.OfferState
		for i, err := range together(shuffled...) {
			switch {
			case err == nil:
				winners = append(winners, states[order[i]])
			case league.KindOf(err) != league.Stale:
				faults = append(faults, fmt.Sprintf("%s: %v", o.ID, err))
			}
		}
		if len(winners) != 1 {
			faults = append(faults, fmt.Sprintf("%s: winners %v", o.ID, winners))
			continue
		}
		outcomes[winners[0]]++
		if fault := settledAs(t, s, o.ID, winners[0], before); fault != "" {
			faults = append(faults, o.ID+": "+fault)
		}
	}
	return outcomes, faults
}

// settledAs says what of an offer is not as its outcome wants it; "" if all is.
func settledAs(t *testing.T, s *store.Store, id string, state league.OfferState, noticesBefore int) string {
	o, err := s.Offer(t.Context(), id)
	must(t, err)
	if o.State != state {
		return fmt.Sprintf("%s won, the offer is %s", state, o.State)
	}
	_, err = s.Match(t.Context(), league.Site(), id)
	if begun := err == nil; begun != (state == league.OfferAccepted) {
		return fmt.Sprintf("%s won, a match is there: %v", state, begun)
	}
	if after, err := s.LastNotice(t.Context(), of("ann").ID); err != nil || after != noticesBefore+1 {
		return fmt.Sprintf("the author was told %d times, %v", after-noticesBefore, err)
	}
	return ""
}

// TestAnOfferHasOneOutcome is the race proof of the last seat (R-WR-1).
func TestAnOfferHasOneOutcome(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		outcomes, faults := seatRace(t, s, enginetest.Sized(50, 3_000), answering{s.AcceptOffer, s.CloseOffer})
		t.Log(outcomes)
		if len(faults) > 0 {
			t.Errorf("%d faults, the first: %s", len(faults), faults[0])
		}
		if len(outcomes) < 3 {
			t.Errorf("the race was none: %v", outcomes)
		}
	})
}

// checking answers offers as AcceptOffer and CloseOffer must not: it looks whether the offer is open
// and then acts on what it saw.
func checking(s *store.Store) answering {
	checkThen := func(ctx context.Context, id string, state league.OfferState, at time.Time, act func(tx *gorm.DB) error) error {
		o, err := s.Offer(ctx, id)
		if err != nil {
			return err
		}
		if o.State != league.OfferOpen || (o.At(at).State == league.OfferExpired) != (state == league.OfferExpired) {
			return league.Errorf(league.Stale, "This offer is gone.")
		}
		return storetest.Below(s).Write(ctx, func(tx *gorm.DB) error {
			if err := tx.Table("offers").Where("id = ?", id).Update("state", state).Error; err != nil {
				return err
			}
			return act(tx)
		})
	}
	return answering{
		accept: func(ctx context.Context, a league.Acceptance) error {
			return checkThen(ctx, a.Offer, league.OfferAccepted, a.Arrived, func(tx *gorm.DB) error { return matches.Insert(tx, a.Matches) })
		},
		close: func(ctx context.Context, id string, state league.OfferState, at time.Time, notices ...league.Notice) error {
			return checkThen(ctx, id, state, at, func(tx *gorm.DB) error { return people.InsertNotices(tx, notices, nil) })
		},
	}
}

// TestTheProofOfTheLastSeatFindsMutants shows that it can fail.
func TestTheProofOfTheLastSeatFindsMutants(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		_, faults := seatRace(t, s, 60, checking(s))
		t.Logf("%d faults", len(faults))
		if len(faults) == 0 {
			t.Error("the mutant was not caught")
		}
	})
}

func TestLimitsHoldForThoseWhoComeAtOnce(t *testing.T) { // R-WR-2
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		signedUp(t, s, "ann", "bob")
		few := league.OfferLimits{Open: 3, Site: 100, Invited: 2, Pair: 2}
		puts := func(from int, invited league.Player) (acts []func() error) {
			for n := from; n < from+10; n++ {
				acts = append(acts, func() error { return s.PutOffer(t.Context(), newOffer(n, invited), few) })
			}
			return acts
		}
		wantWinners(t, few.Open, together(puts(1, league.Player{})...))
		wantWinners(t, few.Invited, together(puts(11, of("bob"))...))

		var acts []func() error
		for n := 21; n < 31; n++ {
			must(t, s.PutOffer(t.Context(), newOffer(n, league.Player{}), limits))
			acts = append(acts, func() error {
				a := acceptance(n, "bob", noon)
				a.Matches[0].Rated, a.Limits = true, few
				return s.AcceptOffer(t.Context(), a)
			})
		}
		wantWinners(t, few.Pair, together(acts...))
		rated, err := s.RatedBetween(t.Context(), of("bob").ID, []string{of("ann").ID}, noon.Add(-league.PairSpan))
		if err != nil || rated[of("ann").ID] != few.Pair {
			t.Errorf("%v rated matches are counted, %v", rated, err)
		}
		if rated, err = s.RatedBetween(t.Context(), of("bob").ID, []string{of("ann").ID}, noon); err != nil || len(rated) != 0 {
			t.Errorf("since then %v, %v", rated, err)
		}
	})
}

// wantWinners checks that so many got through and the others were forbidden to.
func wantWinners(t *testing.T, want int, errs []error) {
	t.Helper()
	won := 0
	for _, err := range errs {
		if err == nil {
			won++
		} else if league.KindOf(err) != league.Forbidden {
			t.Errorf("refused with %v", err)
		}
	}
	if won != want {
		t.Errorf("%d got through, want %d", won, want)
	}
}

func TestAnOfferLapsesWithTheAccountsOfItsPlayers(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		signedUp(t, s, "ann", "bob", "cleo")
		byAnn, toBob := newOffer(1, league.Player{}), newOffer(2, of("bob"))
		byCleo := newOffer(3, of("ann"))
		byCleo.Author = of("cleo")
		for _, o := range []league.Offer{byAnn, toBob, byCleo} {
			must(t, s.PutOffer(t.Context(), o, limits))
		}
		account, err := s.AccountOf(t.Context(), of("ann").ID)
		must(t, err)
		must(t, s.Erase(t.Context(), account, "deleted-1"))

		seats, err := s.OpenOffers(t.Context(), of("bob").ID, noon, 10)
		must(t, err)
		toBobs, _, err := s.OpenInvitations(t.Context(), of("bob").ID, noon, 10)
		must(t, err)
		_, fromCleo, err := s.OpenInvitations(t.Context(), of("cleo").ID, noon, 10)
		must(t, err)
		if len(seats)+len(toBobs)+len(fromCleo) != 0 {
			t.Errorf("still open: %v, %v, %v", seats, toBobs, fromCleo)
		}
		wantKind(t, s.AcceptOffer(t.Context(), acceptance(2, "bob", noon)), league.Forbidden)
		lapsed, err := s.LapsedOffers(t.Context(), noon, nil, 10)
		must(t, err)
		states := map[string]league.OfferState{}
		for _, o := range lapsed {
			states[o.ID] = o.At(noon).State
		}
		want := map[string]league.OfferState{byAnn.ID: league.OfferWithdrawn, toBob.ID: league.OfferWithdrawn, byCleo.ID: league.OfferDeclined}
		if diff := cmp.Diff(want, states); diff != "" {
			t.Errorf("lapsed (-want +got):\n%s", diff)
		}
	})
}

func TestListsOfOffersShowTheNewestFirstAndNoMoreThanAsked(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		signedUp(t, s, "ann", "bob")
		for n := 1; n <= 4; n++ {
			o := newOffer(n, league.Player{})
			o.Created, o.Expires = noon.Add(time.Duration(n)*time.Minute), noon.Add(time.Duration(n)*time.Hour)
			must(t, s.PutOffer(t.Context(), o, limits))
		}
		list, err := s.OpenOffers(t.Context(), "", noon.Add(time.Hour), 2) // the first has run out just now
		must(t, err)
		if len(list) != 2 || list[0].ID != newOffer(4, league.Player{}).ID || list[1].ID != newOffer(3, league.Player{}).ID {
			t.Errorf("listed: %v", list)
		}
		lapsed, err := s.LapsedOffers(t.Context(), noon.Add(2*time.Hour), nil, 10)
		must(t, err)
		if len(lapsed) != 2 || lapsed[0].ID != newOffer(1, league.Player{}).ID {
			t.Errorf("lapsed: %v", lapsed)
		}
	})
}
