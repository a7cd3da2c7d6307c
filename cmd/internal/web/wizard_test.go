package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"kickabout/league"
)

func TestADraftIsKeptAndOpened(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.member("Ann"), w.member("Bob")
	form := w.cupForm()
	form.Set("do", "draft")
	form.Set("name", "Autumn Cup")
	form.Set("rating_from", "1400")
	form.Set("password", "sesame")
	at := w.accepted(ann.post("/tournaments", form)).Header.Get("Location")
	draft := strings.TrimPrefix(at, "/tournaments/new?draft=")
	page := ann.get(at).want(t, http.StatusOK, `value="Autumn Cup"`, `value="1400"`, `name="draft" value="`+draft+`"`, "Your drafts (1)")
	if strings.Contains(page.Body, "sesame") {
		t.Error("the word is kept")
	}
	bob.get(at).want(t, http.StatusNotFound)
	w.browser().get(at).want(t, http.StatusNotFound)
	if list, err := w.office.Tournaments(t.Context(), league.Registration, 9); err != nil || len(list) != 0 {
		t.Errorf("%d tournaments, %v", len(list), err)
	}

	form.Set("draft", draft)
	form.Set("name", "Winter Cup")
	if again := w.accepted(ann.post("/tournaments", form)).Header.Get("Location"); again != at {
		t.Errorf("kept as %s, before as %s", again, at)
	}
	ann.get("/tournaments/new").want(t, http.StatusOK, "Winter Cup", "Your drafts (1)")
	form.Set("do", "open")
	w.accepted(ann.post("/tournaments", form))
	if got := ann.get("/tournaments/new"); strings.Contains(got.Body, "Your drafts") {
		t.Error("the draft of what is open is still there")
	}
}

func TestAFormIsShownWhatItComesTo(t *testing.T) {
	w := newWorld(t)
	ann := w.member("Ann")
	form := w.cupForm()
	form.Set("do", "preview")
	form.Set("name", "")
	ann.post("/tournaments", form).want(t, http.StatusOK, "With 4 players: 3 games for each, 6 games in all.", "it ends between")
	ann.get("/tournaments/outlook?"+form.Encode()).want(t, http.StatusOK, "With 4 players: 3 games for each, 6 games in all.")
	form.Set("places", "99")
	ann.get("/tournaments/outlook?"+form.Encode()).want(t, http.StatusOK, "as soon as the choices above fit together")
}

func TestCloseWinsAreChosenAndShown(t *testing.T) { // R-PT-3
	w := newWorld(t)
	ann := w.member("Ann")
	ann.get("/tournaments/new").want(t, http.StatusOK, "In One-Two-Fun: a win against all goals but one pays 4 – 1")
	games := w.program("Bob")
	body := object{"name": "Cup", "format": "roundrobin", "game": "onetwofun", "variant": "basic", "clock": "lg", "places": 3, "cycles": 1, "start": "full", "close_win": true}
	games.post("/tournaments", body).want(t, 201, `"close_win":true`)
	body["game"], body["variant"] = "streetsoccer", "lg"
	if got := games.post("/tournaments", body).want(t, 201); got.Body["close_win"] != nil {
		t.Errorf("close wins of StreetSoccer: %v", got.Body["close_win"])
	}
	for rules, says := range map[string]bool{"onetwofun/basic": true, "streetsoccer/lg": false} {
		cup := ann.cup(func(f url.Values) { f.Set("rules", rules); f.Set("close_win", "1") })
		if page := ann.get(cup).want(t, http.StatusOK); strings.Contains(page.Body, "close wins pay 4 – 1") != says {
			t.Errorf("%s: the page says %t that close wins pay less", rules, !says)
		}
		kept := ann.get("/tournaments/new?clone="+strings.TrimPrefix(cup, "/tournaments/")).want(t, http.StatusOK)
		if strings.Contains(kept.Body, `name="close_win" value="1" checked`) != says {
			t.Errorf("%s: another one like it has %t", rules, !says)
		}
	}
	ann.get("/rules/onetwofun").want(t, http.StatusOK, "where a tournament pays less for close wins")
	for _, game := range []string{"streetsoccer", "cufootball"} {
		if page := ann.get("/rules/"+game).want(t, http.StatusOK); strings.Contains(page.Body, "close wins") {
			t.Errorf("%s has close wins", game)
		}
	}
}

func TestACloneAndAnOrderOfOnesOwn(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.member("Ann"), w.member("Bob")
	cup := ann.cup(func(f url.Values) {
		f.Set("profile", "own")
		f.Set("order", "tp+gd")
		f.Set("password", "sesame")
	})
	bob.get("/tournaments/new?clone="+strings.TrimPrefix(cup, "/tournaments/")).want(t, http.StatusOK, `value="Spring Cup"`, `value="tp+gd"`)
	bob.get("/tournaments/new?clone=nosuchcup").want(t, http.StatusNotFound)
	form := w.cupForm()
	form.Set("profile", "own")
	form.Set("order", "gd")
	ann.post("/tournaments", form).want(t, http.StatusUnprocessableEntity, `id="order-error"`, "points come first", `value="gd"`)

	bob.get(cup).want(t, http.StatusOK, "Opens with a word that Ann gives", `name="word"`)
	bob.post(cup+"/entry", url.Values{"word": {"wrong"}}).want(t, http.StatusUnprocessableEntity, "That is not the word.")
	w.accepted(bob.post(cup+"/entry", url.Values{"word": {"sesame"}}))
}
