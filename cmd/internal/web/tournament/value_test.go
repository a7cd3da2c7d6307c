package tournament_test

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/engine/dice/tbd2"
	"kickabout/league"
)

// noSource is a source of public values that cannot be reached.
type noSource struct{}

func (noSource) Round(context.Context, uint64) ([]byte, error) {
	return nil, errors.New("the network is away")
}

// signature is what the network signed of round 1000, from the vectors of the scheme.
const signature = "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39"

// TestAnAdminEntersTheValueThatADrawAwaits, from the page of the tournament, and nobody else does; what was wrong stays typed.
func TestAnAdminEntersTheValueThatADrawAwaits(t *testing.T) { // R-FD-6
	w := webtest.New(t)
	w.Office.Beacon = noSource{}
	round1000 := time.Unix(tbd2.QuicknetStart+999*tbd2.QuicknetPeriod, 0).UTC()
	w.Wait(round1000.Add(-tbd2.StartAfter * time.Second).Sub(w.Clock()))
	ann, bob, ada := w.Member("Ann"), w.Member("Bob"), w.Officer("Ada", league.Admin)
	cup := ann.Cup(func(f url.Values) { f.Set("places", "3") })
	page := cup + "/value"
	ada.Get(page).Want(t, http.StatusConflict, "awaits no public value")
	ada.Get(cup).Want(t, http.StatusOK).Without(t, page)
	for _, m := range []*webtest.Member{bob, ada} {
		m.Post(cup+"/entry", nil).Want(t, http.StatusSeeOther)
	}
	ann.Post(cup+"/start", nil).Want(t, http.StatusSeeOther)
	ada.Get(page).Want(t, http.StatusOK, "fixed in a minute or two").Without(t, "<textarea")
	if err := w.Office.DiceLog.AppendToLog(t.Context()); err != nil {
		t.Fatal(err)
	}
	ada.Get(page).Want(t, http.StatusOK, "public value 1000", "Nobody can know it before").Without(t, "<textarea")
	form := url.Values{"round": {"1000"}, "signature": {signature}}
	ada.Post(page, form).Want(t, http.StatusConflict, "Nobody can know the public value of this draw yet.")
	w.Wait(10 * time.Minute)
	ada.Get(cup).Want(t, http.StatusOK, page, "You look after this site")
	ada.Get(page).Want(t, http.StatusOK, "<textarea", `name="round" value="1000"`, "/public/1000")
	for _, who := range []*webtest.Browser{ann.Browser, bob.Browser, w.Officer("Mo", league.Moderator).Browser, w.Browser()} {
		who.Get(cup).Want(t, http.StatusOK).Without(t, page)
		who.Get(page).Want(t, http.StatusForbidden, "Only the admins")
		who.Post(page, form).Want(t, http.StatusForbidden)
	}
	for typed, want := range map[string]string{
		"":                         "Paste the signature of this round.",
		"<b>x":                     "only the digits",
		signature[2:]:              "has 96 digits and letters. This has 94.",
		"b44678" + signature[6:]:   "not what the network signed for round 1000",
		strings.Repeat("0", 96):    "not what the network signed",
		signature + signature[:96]: "This has 192",
	} {
		got := ada.Post(page, url.Values{"round": {"1000"}, "signature": {typed}}).Want(t, http.StatusUnprocessableEntity, want, ">"+strings.ReplaceAll(typed, "<b>", "&lt;b&gt;")+"</textarea>")
		got.Without(t, "<b>x")
	}
	ada.Post(page, url.Values{"round": {"999"}, "signature": {signature}}).Want(t, http.StatusConflict, "another public value by now: 1000", ">"+signature+"</textarea>")
	ada.Post(page, form).Want(t, http.StatusSeeOther)
	ada.Post(page, form).Want(t, http.StatusConflict, "awaits no public value")
	w.Browser().Get(cup).Want(t, http.StatusOK, "Ada entered public value 1000 of drand", "The tournament started").Without(t, "Enter the public value")
	w.Browser().Get(cup+"/seeding.json").Want(t, http.StatusOK, signature)
	ada.Get("/admin/log").Want(t, http.StatusOK, "Enter public value", "round 1000", cup)
}

// TestTheDeskLeadsToTheValue those who direct a tournament and are admins.
func TestTheDeskLeadsToTheValue(t *testing.T) {
	w := webtest.New(t)
	w.Office.Beacon = noSource{}
	ada, ann := w.Officer("Ada", league.Admin), w.Member("Ann")
	for organiser, leads := range map[*webtest.Member]bool{ada: true, ann: false} {
		cup := organiser.Cup(func(f url.Values) { f.Set("places", "3") })
		organiser.Get(cup+"/desk").Want(t, http.StatusOK).Without(t, cup+"/value")
		for _, m := range []*webtest.Member{w.Member(w.NewName()), w.Member(w.NewName())} {
			m.Post(cup+"/entry", nil).Want(t, http.StatusSeeOther)
		}
		organiser.Post(cup+"/start", nil).Want(t, http.StatusSeeOther)
		if desk := organiser.Get(cup+"/desk").Want(t, http.StatusOK, "Who plays"); strings.Contains(desk.Body, cup+"/value") != leads {
			t.Errorf("the desk of %s leads there: %v", organiser.Player.Name, !leads)
		}
	}
}
