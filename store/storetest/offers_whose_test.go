package storetest_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

// offerBy is an offer of somebody to somebody, or to anybody.
func offerBy(n int, author string, invited league.Player) league.Offer {
	o := newOffer(n, invited)
	o.Author = of(author)
	o.Created = noon.Add(time.Duration(n) * time.Minute)
	return o
}

// offerIDs returns the numbers of offers.
func offerIDs(list []league.Offer) (all []string) {
	for _, o := range list {
		all = append(all, o.ID)
	}
	return all
}

func TestInvitationsAndOffersAreListedForWhomTheyAre(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		signedUp(t, s, "ann", "bob", "cleo", "dan")
		anybody := league.Player{}
		linked := offerBy(6, "ann", anybody)
		linked.Linked = true
		for _, o := range []league.Offer{
			offerBy(1, "ann", of("bob")), offerBy(2, "cleo", of("bob")), offerBy(3, "dan", of("bob")), offerBy(4, "ann", of("cleo")),
			offerBy(5, "ann", anybody), linked, offerBy(7, "cleo", anybody), offerBy(8, "dan", anybody), offerBy(9, "bob", anybody),
		} {
			must(t, s.PutOffer(t.Context(), o, limits))
		}
		must(t, s.CloseOffer(t.Context(), newMatch(4).ID, league.OfferWithdrawn, noon.Add(time.Hour))) // and no other
		must(t, s.Block(t.Context(), league.Block{Player: of("bob"), Other: of("dan"), At: noon}))
		must(t, s.Block(t.Context(), league.Block{Player: of("cleo"), Other: of("ann"), At: noon}))
		at := noon.Add(time.Hour)
		wants := func(name string, got []league.Offer, err error, numbers ...int) {
			t.Helper()
			var want []string
			for _, n := range numbers {
				want = append(want, newMatch(n).ID)
			}
			if err != nil || !slices.Equal(offerIDs(got), want) {
				t.Errorf("%s: got %v, %v, want %v", name, offerIDs(got), err, want)
			}
		}
		invitations := func(player string, at time.Time, limit int) (to, from []league.Offer) {
			t.Helper()
			to, from, err := s.OpenInvitations(t.Context(), of(player).ID, at, limit)
			must(t, err)
			alone, err := s.OpenInvitationsTo(t.Context(), of(player).ID, at, limit)
			if err != nil || !slices.Equal(offerIDs(alone), offerIDs(to)) {
				t.Errorf("to %s alone: %v, %v, want %v", player, offerIDs(alone), err, offerIDs(to))
			}
			return to, from
		}
		to, from := invitations("bob", at, 9)
		wants("to Bob, who has blocked Dan", to, nil, 2, 1)
		wants("from Bob", from, nil)
		to, from = invitations("ann", at, 9)
		wants("to Ann", to, nil)
		wants("from Ann, one by a link, one withdrawn", from, nil, 6, 1)
		_, from = invitations("ann", at, 1)
		wants("from Ann, at most", from, nil, 6)
		to, _ = invitations("bob", noon.Add(day), 9)
		wants("to Bob, when they have run out", to, nil)
		for viewer, want := range map[string][]int{"bob": {9, 7, 5}, "ann": {9, 8, 5}, "dan": {8, 7, 5}, "cleo": {9, 8, 7}} {
			got, err := s.OpenOffers(t.Context(), of(viewer).ID, at, 9)
			wants("to anybody, for "+viewer, got, err, want...)
		}
	})
}

func TestLimitsOfOffersCountWhatIsOnesOwn(t *testing.T) { // R-WR-2
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		signedUp(t, s, "ann", "bob", "cleo")
		few := league.OfferLimits{Open: 1, Site: 3, Invited: 1, Pair: 9}
		anybody := league.Player{}
		linked := func(n int, author string) league.Offer {
			o := offerBy(n, author, anybody)
			o.Linked = true
			return o
		}
		must(t, s.PutOffer(t.Context(), offerBy(1, "ann", anybody), few))
		must(t, s.PutOffer(t.Context(), linked(2, "ann"), few)) // an invitation, though without a name
		wantKind(t, s.PutOffer(t.Context(), offerBy(3, "ann", anybody), few), league.Forbidden)
		wantKind(t, s.PutOffer(t.Context(), offerBy(4, "ann", of("bob")), few), league.Forbidden)
		must(t, s.PutOffer(t.Context(), offerBy(5, "bob", anybody), few)) // who has none yet
		must(t, s.PutOffer(t.Context(), offerBy(6, "bob", of("ann")), few))
		must(t, s.CloseOffer(t.Context(), newMatch(1).ID, league.OfferWithdrawn, noon.Add(time.Hour)))
		must(t, s.PutOffer(t.Context(), offerBy(7, "ann", anybody), few)) // what is no longer open does not count
		must(t, s.PutOffer(t.Context(), offerBy(8, "cleo", anybody), few))
		wide := few
		wide.Open = 9
		wantKind(t, s.PutOffer(t.Context(), offerBy(9, "cleo", anybody), wide), league.Forbidden) // of all players: invitations apart
		must(t, s.PutOffer(t.Context(), linked(10, "cleo"), wide))
	})
}

func TestRatedMatchesBetweenTwoAreCounted(t *testing.T) { // R-WR-2
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		signedUp(t, s, "ann", "bob", "cleo")
		step(t, s, cupBy(t, s, "cup", ""), league.ActStarted, starts)
		made := func(n int, first, second string, change func(*league.Match)) {
			m := newMatchOf(n, first, second)
			m.Rated, m.Created = true, noon.Add(time.Hour)
			change(&m)
			create(t, s, m)
		}
		made(1, "ann", "bob", func(*league.Match) {})
		made(2, "bob", "ann", func(*league.Match) {})
		made(3, "ann", "bob", func(m *league.Match) { m.Rated = false })
		made(4, "ann", "bob", func(m *league.Match) { m.Created = noon })
		made(5, "ann", "bob", func(m *league.Match) { m.Tournament, m.Fixture = "cup", "c1/r1/b1" })
		made(6, "ann", "cleo", func(*league.Match) {})
		made(7, "cleo", "bob", func(*league.Match) {})
		for _, two := range [][2]string{{"ann", "bob"}, {"bob", "ann"}} {
			if n, err := s.RatedBetween(t.Context(), of(two[0]).ID, []string{of(two[1]).ID}, noon); err != nil || len(n) != 1 || n[of(two[1]).ID] != 2 {
				t.Errorf("%v: %v, %v, want 2", two, n, err)
			}
		}
		n, err := s.RatedBetween(t.Context(), of("bob").ID, []string{of("ann").ID, of("cleo").ID, of("bob").ID}, noon)
		if err != nil || len(n) != 2 || n[of("ann").ID] != 2 || n[of("cleo").ID] != 1 {
			t.Errorf("Bob with each of the others: %v, %v", n, err)
		}
	})
}

func TestWhichOffersAPlayerHasASeatOf(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		signedUp(t, s, "ann", "bob", "cleo")
		var offers []string
		for _, o := range []league.Offer{several(1, 2, 1), several(11, 2, 2), several(21, 2, 1)} {
			must(t, s.PutOffer(t.Context(), o, limits))
			offers = append(offers, o.ID)
		}
		taken := func(player string, among ...string) string {
			t.Helper()
			list, err := s.TakenBy(t.Context(), of(player).ID, among)
			must(t, err)
			slices.Sort(list)
			return strings.Join(list, " ")
		}
		if got := taken("bob", offers...); got != "" {
			t.Errorf("before he took any: %s", got)
		}
		must(t, s.AcceptOffer(t.Context(), slotOf(several(1, 2, 1), 0, "cleo")))
		must(t, s.AcceptOffer(t.Context(), slotOf(several(1, 2, 1), 1, "bob")))  // a match that has not the offer's id
		must(t, s.AcceptOffer(t.Context(), slotOf(several(11, 2, 2), 0, "bob"))) // two matches
		if got, want := taken("bob", offers...), offers[0]+" "+offers[1]; got != want {
			t.Errorf("Bob has seats of %s, want %s", got, want)
		}
		if got := taken("cleo", offers...); got != offers[0] {
			t.Errorf("Cleo has seats of %s", got)
		}
		if got := taken("bob", offers[1:]...); got != offers[1] {
			t.Errorf("of the others Bob has seats of %s", got)
		}
		if got := taken("ann", offers...); got != "" {
			t.Errorf("the author has seats of %s", got)
		}
	})
}

func TestTheMatchesOfAnOfferComeInTheOrderOfItsSlots(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		signedUp(t, s, "ann", "bob", "cleo")
		o := several(1, 2, 1)
		must(t, s.PutOffer(t.Context(), o, limits))
		first, next := slotOf(o, 0, "bob"), slotOf(o, 1, "cleo")
		must(t, s.AcceptOffer(t.Context(), first))
		must(t, s.AcceptOffer(t.Context(), next))
		got, err := s.MatchesOfOffer(t.Context(), league.Site(), o.ID)
		want := []string{first.Matches[0].ID, next.Matches[0].ID}
		if err != nil || !slices.Equal(ids(got), want) {
			t.Errorf("got %v, %v, want %v", ids(got), err, want)
		}
		for _, m := range got {
			if len(m.Log) > 0 {
				t.Errorf("%s comes with its log", m.ID)
			}
		}
	})
}
