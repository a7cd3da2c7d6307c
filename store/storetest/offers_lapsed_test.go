package storetest_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

// TestOffersLapseWithTheirTimeAndTheirPlayers: as long as they are marked as open, those that ran out first first.
func TestOffersLapseWithTheirTimeAndTheirPlayers(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		signedUp(t, s, "ann", "bob", "cleo", "dan")
		at := noon.Add(2 * day)
		anybody := league.Player{}
		put := func(o league.Offer, expires time.Time) league.Offer {
			t.Helper()
			o.Expires = expires
			must(t, s.PutOffer(t.Context(), o, limits))
			return o
		}
		put(offerBy(1, "ann", anybody), at.Add(time.Millisecond))
		put(offerBy(2, "ann", of("bob")), at.Add(time.Hour))
		put(offerBy(3, "bob", anybody), at)
		several := several(20, 2, 2)
		several = put(several, at.Add(-2*time.Hour))
		put(offerBy(5, "bob", of("ann")), at.Add(-2*time.Hour))
		put(offerBy(6, "cleo", anybody), at.Add(3*time.Hour))
		put(offerBy(7, "ann", of("dan")), at.Add(2*time.Hour))
		for n, state := range map[int]league.OfferState{8: league.OfferWithdrawn, 9: league.OfferDeclined} {
			put(offerBy(n, "ann", of("bob")), at.Add(-time.Hour))
			must(t, s.CloseOffer(t.Context(), newMatch(n).ID, state, noon))
		}
		put(offerBy(10, "ann", anybody), at.Add(-time.Hour))
		must(t, s.CloseOffer(t.Context(), newMatch(10).ID, league.OfferExpired, at))
		expel(t, s, of("cleo").ID)
		expel(t, s, of("dan").ID)

		for n, variant := range map[int]string{50: "board", 51: "board,back=1", 52: "boards"} {
			o := offerBy(n, "bob", anybody)
			o.Variant = variant
			put(o, at.Add(24*time.Hour))
		}
		retired, err := s.LapsedOffers(t.Context(), at.Add(-24*time.Hour), []string{"onetwofun/basic", "streetsoccer/board"}, 9)
		must(t, err)
		wantLines(t, "by retired rules", offerIDs(slices.DeleteFunc(retired, func(o league.Offer) bool { return !strings.HasPrefix(o.Variant, "board") })), newMatch(50).ID, newMatch(51).ID)

		want := []string{newMatch(5).ID, several.ID, newMatch(3).ID, newMatch(7).ID, newMatch(6).ID}
		for limit := 1; limit <= len(want)+1; limit++ {
			lapsed, err := s.LapsedOffers(t.Context(), at, nil, limit)
			must(t, err)
			wantLines(t, "lapsed", offerIDs(lapsed), want[:min(limit, len(want))]...)
			if limit > 1 {
				if diff := gocmp.Diff(several, lapsed[1]); diff != "" {
					t.Errorf("it is not read as it was made (-want +got):\n%s", diff)
				}
			}
		}
	})
}
