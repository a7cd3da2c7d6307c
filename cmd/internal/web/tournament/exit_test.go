package tournament_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/engine"
	"kickabout/league"
)

// TestAStrikeIsPutRightWhenAllIsOver: by an admin, after a look at what it would change, and back again.
func TestAStrikeIsPutRightWhenAllIsOver(t *testing.T) { // R-CO-1, R-CO-2
	w := webtest.New(t)
	ann, bob, ada := w.Member("Ann"), w.Member("Bob"), w.Officer("Ada", league.Admin)
	cup, m := cupOfThree(w, ann, bob)
	ann.Post(cup+"/strike", url.Values{"player": {bob.Player.ID}, "reason": {"a rumour"}}).Want(t, http.StatusSeeOther)
	ada.Get(cup+"/exits").Want(t, http.StatusConflict, "is not over")
	v, err := w.Office.Tournament(t.Context(), league.Site(), strings.TrimPrefix(cup, "/tournaments/"))
	if err != nil {
		t.Fatal(err)
	}
	for _, left := range v.Matches {
		if left.State.ToMove != engine.NoSide && left.SideOf(ann.Player.ID) != engine.NoSide {
			ann.Post("/matches/"+left.ID+"/resignation", nil).Want(t, http.StatusSeeOther)
		}
	}
	if bob.Get(cup+"/exits").Status != http.StatusForbidden || ann.Get(cup+"/exits").Status != http.StatusForbidden {
		t.Error("somebody who is no admin may")
	}
	ada.Get("/matches/"+m.ID+"/correction").Want(t, http.StatusOK, cup+"/exits", "Correct how they count")
	ada.Get(cup+"/exits").Want(t, http.StatusOK, "Bob (out, and no result counts)", "/rules/league#R-CO-1")
	ada.Get(cup+"/exits?player=nosuch").Want(t, http.StatusUnprocessableEntity, "Choose somebody who was taken out")
	ada.Get(cup+"/exits?player="+bob.Player.ID+"&now=voided").Want(t, http.StatusUnprocessableEntity, "They count so already")
	ask := cup + "/exits?player=" + bob.Player.ID + "&now=in"
	shown := ada.Get(ask).Want(t, http.StatusOK, "What it would change", "Bob: in, with all results.", `name="was" value="voided"`, "Correct it")
	if strings.Contains(shown.Body, "Undo the correction") {
		t.Error("nothing stands that could be undone")
	}
	form := url.Values{"player": {bob.Player.ID}, "now": {"in"}, "was": {"voided"}}
	ada.Post(cup+"/exits", form).Want(t, http.StatusUnprocessableEntity, "Say why", `name="now" value="in"`)
	form.Set("reason", "it was a rumour")
	ann.Post(cup+"/exits", form).Want(t, http.StatusForbidden)
	ada.Post(cup+"/exits", form).Want(t, http.StatusSeeOther)
	ada.Post(cup+"/exits", form).Want(t, http.StatusConflict, "has been corrected since you looked")
	bob.Get(cup).Want(t, http.StatusOK, "Ada corrected how Bob counts", "it was a rumour").Without(t, ">struck<")
	page := ada.Get(cup+"/exits?player="+bob.Player.ID).Want(t, http.StatusOK, "Undo the correction", "Ada corrected it", "Bob: out, and no result counts.")
	undo := url.Values{"player": {bob.Player.ID}, "event": {eventIn(page.Body)}}
	ada.Post(cup+"/exits/undo", url.Values{"player": {bob.Player.ID}, "event": {"1"}}).Want(t, http.StatusConflict, "does not stand")
	bob.Post(cup+"/exits/undo", undo).Want(t, http.StatusForbidden)
	ada.Post(cup+"/exits/undo", undo).Want(t, http.StatusSeeOther)
	bob.Get(cup).Want(t, http.StatusOK, ">struck<", "Ada undid the correction of how Bob counts")
}
