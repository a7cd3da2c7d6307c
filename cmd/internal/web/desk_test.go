package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"kickabout/league"
)

// TestTwoDirectorsShareADesk has one of them act by a page that the other one has outdated.
func TestTwoDirectorsShareADesk(t *testing.T) { // R-UT-7, R-FF-10
	w := newWorld(t)
	ann, bob, cleo := w.member("Ann"), w.member("Bob"), w.member("Cleo")
	cup := ann.cup(nil)
	act := func(pairs ...string) url.Values {
		form := url.Values{}
		for i := 0; i < len(pairs); i += 2 {
			form.Set(pairs[i], pairs[i+1])
		}
		return form
	}
	desk := cup + "/desk"
	ann.get(cup).want(t, http.StatusOK, desk)
	ann.post(desk, act("act", "appoint", "player", "Bob")).want(t, http.StatusSeeOther)
	bob.get(cup).want(t, http.StatusOK, desk)
	page := bob.get(desk).want(t, http.StatusOK, "Ann appointed Bob", "Invite a player").Body
	for _, organisers := range []string{"Cancel the tournament", "Change the terms", "Let somebody direct it too"} {
		if strings.Contains(page, organisers) {
			t.Errorf("who directs it too is offered: %s", organisers)
		}
	}
	bob.post(desk, act("act", "cancel", "text", "x")).want(t, http.StatusForbidden, "Only Ann")
	_, rest, _ := strings.Cut(page, `name="seen" value="`)
	seen, _, _ := strings.Cut(rest, `"`)
	ann.post(desk, act("act", "announce", "text", "We start on Sunday")).want(t, http.StatusSeeOther)
	answer := bob.post(desk, act("act", "invite", "seen", seen, "player", "Cleo", "text", "<b>come")).
		want(t, http.StatusConflict, "Ann has done something here since you looked", ">new<", `value="Cleo"`, "&lt;b&gt;come", "<details open")
	_, rest, _ = strings.Cut(answer.Body, `name="seen" value="`)
	seen, _, _ = strings.Cut(rest, `"`)
	bob.post(desk, act("act", "invite", "seen", seen, "player", "Cleo", "text", "<b>come")).want(t, http.StatusSeeOther)
	cleo.get(cup).want(t, http.StatusOK, "You are invited", "We start on Sunday", "Bob invited Cleo")
	cleo.get(desk).want(t, http.StatusForbidden, "sits at its desk")
	bob.post(desk, act("act", "ban", "player", "Nobody", "text", "was rude")).want(t, http.StatusUnprocessableEntity, "no player of this name", `value="was rude"`, `aria-describedby="ban-player-error"`)
	starts := w.clock().Add(48 * time.Hour)
	dan := w.member("Dan")
	dan.post(cup+"/entry", nil).want(t, http.StatusSeeOther)
	terms := act("act", "change", "name", "Bowl", "places", "4", "profile", "std", "waiting", "1", "starts", starts.Format(league.TermsTime), "checkin", "72")
	ann.post(desk, terms).want(t, http.StatusSeeOther)
	terms.Set("places", "77")
	ann.post(desk, terms).want(t, http.StatusUnprocessableEntity, "from 3 to 12", `value="77"`)
	for _, m := range []*member{bob, cleo} {
		m.post(cup+"/entry", nil).want(t, http.StatusSeeOther)
	}
	eve := w.member("Eve")
	eve.post(cup+"/entry", nil).want(t, http.StatusSeeOther)
	eve.get(cup).want(t, http.StatusOK, "You are number 1 on the waiting list")
	dan.get(cup).want(t, http.StatusOK, "Check in between", "I am there")
	dan.post(cup+"/check-in", nil).want(t, http.StatusSeeOther)
	dan.get(cup).want(t, http.StatusOK, "is there", "Dan checked in")
	ann.post(desk, act("act", "check-in", "player", ann.player.ID)).want(t, http.StatusSeeOther)
	ann.get(desk).want(t, http.StatusOK, "waits, number 1", "is there")
	ann.post(desk, act("act", "remove", "player", cleo.player.ID, "text", "asked me")).want(t, http.StatusSeeOther)
	dan.get(cup).want(t, http.StatusOK, "Ann took out Cleo: asked me")
	ann.post(cup+"/start", nil).want(t, http.StatusSeeOther)
	ann.post(desk, act("act", "pause", "text", "the hall is flooded")).want(t, http.StatusSeeOther)
	page = dan.get(cup).want(t, http.StatusOK, "This tournament is paused", "all clocks stand still", "the hall is flooded").Body
	_, rest, _ = strings.Cut(page, `href="/matches/`)
	match, _, _ := strings.Cut(rest, `"`)
	dan.get("/matches/"+match).want(t, http.StatusOK, "stands still while the tournament is paused")
	ann.post(desk, act("act", "resume")).want(t, http.StatusSeeOther)
	if body := dan.get("/matches/"+match).want(t, http.StatusOK).Body; strings.Contains(body, "stands still") {
		t.Error("a clock stands still after the pause")
	}
	ann.post(desk, act("act", "cancel", "text", "no pitch")).want(t, http.StatusSeeOther)
	dan.get(cup).want(t, http.StatusOK, "Games that were running are void", "Ann cancelled the tournament: no pitch")
}

// TestADeskByProgram directs a tournament without its pages.
func TestADeskByProgram(t *testing.T) { // R-UT-7
	w := newWorld(t)
	ann, bob := w.program("Ann"), w.program("Bob")
	made := object{"name": "Spring Cup", "format": "roundrobin", "game": "streetsoccer", "variant": "lg", "clock": "lg", "places": 4, "cycles": 1, "start": "organiser", "playing": true}
	cup := "/tournaments/" + ann.post("/tournaments", made).want(t, 201).Body["id"].(string)
	ann.post(cup+"/desk", object{"act": "change", "terms": object{"name": "Bowl"}}).want(t, 200, `"name":"Bowl"`, `"places":4`)
	ann.post(cup+"/desk", object{"act": "change", "terms": object{"places": "99"}}).want(t, 422, "3 to 12")
	ann.post(cup+"/desk", object{"act": "dance"}).want(t, 422)
	bob.post(cup+"/desk", object{"act": "announce", "text": "Hello"}).want(t, 403)
	bob.put(cup+"/check-in").want(t, 409, "You are not in this tournament")
}
