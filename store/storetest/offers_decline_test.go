package storetest_test

import (
	"testing"
	"time"

	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

func TestAnInvitationIsDeclinedWithAMessage(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		signedUp(t, s, "ann", "bob")
		offers := s
		o := newOffer(1, of("bob"))
		must(t, offers.PutOffer(t.Context(), o, limits))
		wantKind(t, offers.DeclineOffer(t.Context(), o.ID, "too late", o.Expires), league.Stale)
		notice := league.Notice{Player: of("ann").ID, At: noon, Kind: league.OfferNotice, Subject: o.ID}
		inTime := o.Expires.Add(-time.Millisecond)
		must(t, offers.DeclineOffer(t.Context(), o.ID, "not today", inTime, notice))
		wantKind(t, offers.DeclineOffer(t.Context(), o.ID, "nor ever", inTime, notice), league.Stale)
		wantKind(t, offers.DeclineOffer(t.Context(), "none", "", inTime), league.NotFound)
		got, err := offers.Offer(t.Context(), o.ID)
		if err != nil || got.State != league.OfferDeclined || got.Answer != "not today" {
			t.Errorf("it is %q and says %q, %v", got.State, got.Answer, err)
		}
		if notices, err := s.Notices(t.Context(), of("ann").ID, 0, 9); err != nil || len(notices) != 1 {
			t.Errorf("Ann was told %v, %v", notices, err)
		}
	})
}
