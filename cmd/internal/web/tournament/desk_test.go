package tournament_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/league"
)

// TestTwoDirectorsShareADesk has one of them act by a page that the other one has outdated.
func TestTwoDirectorsShareADesk(t *testing.T) { // R-UT-7, R-FF-10
	w := webtest.New(t)
	ann, bob, cleo := w.Member("Ann"), w.Member("Bob"), w.Member("Cleo")
	cup := ann.Cup(nil)
	act := func(pairs ...string) url.Values {
		form := url.Values{}
		for i := 0; i < len(pairs); i += 2 {
			form.Set(pairs[i], pairs[i+1])
		}
		return form
	}
	desk := cup + "/desk"
	ann.Get(cup).Want(t, http.StatusOK, desk)
	ann.Post(desk, act("act", "appoint", "player", "Bob")).Want(t, http.StatusSeeOther)
	bob.Get(cup).Want(t, http.StatusOK, desk)
	page := bob.Get(desk).Want(t, http.StatusOK, "Ann appointed Bob", "Invite a player").Body
	for _, organisers := range []string{"Cancel the tournament", "Change the terms", "Let somebody direct it too"} {
		if strings.Contains(page, organisers) {
			t.Errorf("who directs it too is offered: %s", organisers)
		}
	}
	bob.Post(desk, act("act", "cancel", "text", "x")).Want(t, http.StatusForbidden, "Only Ann")
	_, rest, _ := strings.Cut(page, `name="seen" value="`)
	seen, _, _ := strings.Cut(rest, `"`)
	ann.Post(desk, act("act", "announce", "text", "We start on Sunday")).Want(t, http.StatusSeeOther)
	answer := bob.Post(desk, act("act", "invite", "seen", seen, "player", "Cleo", "text", "<b>come")).
		Want(t, http.StatusConflict, "Ann has done something here since you looked", ">new<", `value="Cleo"`, "&lt;b&gt;come", "<details open")
	_, rest, _ = strings.Cut(answer.Body, `name="seen" value="`)
	seen, _, _ = strings.Cut(rest, `"`)
	bob.Post(desk, act("act", "invite", "seen", seen, "player", "Cleo", "text", "<b>come")).Want(t, http.StatusSeeOther)
	cleo.Get(cup).Want(t, http.StatusOK, "You are invited", "We start on Sunday", "Bob invited Cleo")
	cleo.Get(desk).Want(t, http.StatusForbidden, "can open its organiser page")
	bob.Post(desk, act("act", "ban", "player", "Nobody", "text", "was rude")).Want(t, http.StatusUnprocessableEntity, "no player of this name", `value="was rude"`, `aria-describedby="ban-player-error"`)
	starts := w.Clock().Add(48 * time.Hour)
	dan := w.Member("Dan")
	dan.Post(cup+"/entry", nil).Want(t, http.StatusSeeOther)
	terms := act("act", "change", "name", "Bowl", "places", "4", "profile", "std", "waiting", "1", "starts", starts.Format(league.TermsTime), "checkin", "72")
	ann.Post(desk, terms).Want(t, http.StatusSeeOther)
	terms.Set("places", "77")
	ann.Post(desk, terms).Want(t, http.StatusUnprocessableEntity, "from 3 to 12", `value="77"`)
	for _, m := range []*webtest.Member{bob, cleo} {
		m.Post(cup+"/entry", nil).Want(t, http.StatusSeeOther)
	}
	eve := w.Member("Eve")
	eve.Post(cup+"/entry", nil).Want(t, http.StatusSeeOther)
	eve.Get(cup).Want(t, http.StatusOK, "You are 1st on the waiting list")
	dan.Get(cup).Want(t, http.StatusOK, "Check in between", "I am there")
	dan.Post(cup+"/check-in", nil).Want(t, http.StatusSeeOther)
	dan.Get(cup).Want(t, http.StatusOK, "is there", "Dan checked in")
	ann.Post(desk, act("act", "check-in", "player", ann.Player.ID)).Want(t, http.StatusSeeOther)
	ann.Get(desk).Want(t, http.StatusOK, "1st on the waiting list", "is there")
	ann.Post(desk, act("act", "remove", "player", cleo.Player.ID, "text", "asked me")).Want(t, http.StatusSeeOther)
	dan.Get(cup).Want(t, http.StatusOK, "Ann took out Cleo: asked me")
	ann.Post(cup+"/start", nil).Want(t, http.StatusSeeOther)
	ann.Post(desk, act("act", "pause", "text", "the hall is flooded")).Want(t, http.StatusSeeOther)
	page = dan.Get(cup).Want(t, http.StatusOK, "This tournament is paused", "all clocks stand still", "the hall is flooded").Body
	_, rest, _ = strings.Cut(page, `href="/matches/`)
	match, _, _ := strings.Cut(rest, `"`)
	dan.Get("/matches/"+match).Want(t, http.StatusOK, "stands still while the tournament is paused")
	ann.Post(desk, act("act", "resume")).Want(t, http.StatusSeeOther)
	if body := dan.Get("/matches/"+match).Want(t, http.StatusOK).Body; strings.Contains(body, "stands still") {
		t.Error("a clock stands still after the pause")
	}
	ann.Post(desk, act("act", "cancel", "text", "no pitch")).Want(t, http.StatusSeeOther)
	dan.Get(cup).Want(t, http.StatusOK, "Games that were running are void", "Ann cancelled the tournament: no pitch")
}

// TestADeskByProgram directs a tournament without its pages.
func TestADeskByProgram(t *testing.T) { // R-UT-7
	w := webtest.New(t)
	ann, bob := w.Program("Ann"), w.Program("Bob")
	made := webtest.Object{"name": "Spring Cup", "format": "roundrobin", "game": "streetsoccer", "variant": "lg", "clock": "lg", "places": 4, "cycles": 1, "start": "organiser", "playing": true}
	cup := "/tournaments/" + ann.Post("/tournaments", made).Want(t, 201).Body["id"].(string)
	ann.Post(cup+"/desk", webtest.Object{"act": "change", "terms": webtest.Object{"name": "Bowl"}}).Want(t, 200, `"name":"Bowl"`, `"places":4`)
	ann.Post(cup+"/desk", webtest.Object{"act": "change", "terms": webtest.Object{"places": "99"}}).Want(t, 422, "3 to 12")
	ann.Post(cup+"/desk", webtest.Object{"act": "dance"}).Want(t, 422)
	bob.Post(cup+"/desk", webtest.Object{"act": "announce", "text": "Hello"}).Want(t, 403)
	bob.Put(cup+"/check-in").Want(t, 409, "You are not in this tournament")
}
