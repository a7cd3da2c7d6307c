package tournament_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/league"
)

func TestADraftIsKeptAndOpened(t *testing.T) {
	w := webtest.New(t)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	form := w.CupForm()
	form.Set("do", "draft")
	form.Set("name", "Autumn Cup")
	form.Set("rating_from", "1400")
	form.Set("password", "sesame")
	at := w.Accepted(ann.Post("/tournaments", form)).Header.Get("Location")
	draft := strings.TrimPrefix(at, "/tournaments/new?draft=")
	page := ann.Get(at).Want(t, http.StatusOK, `value="Autumn Cup"`, `value="1400"`, `name="draft" value="`+draft+`"`, "Your drafts (1)")
	if strings.Contains(page.Body, "sesame") {
		t.Error("the word is kept")
	}
	bob.Get(at).Want(t, http.StatusNotFound)
	w.Browser().Get(at).Want(t, http.StatusNotFound)
	if list, err := w.Office.Tournaments(t.Context(), league.Site(), league.Registration, 9); err != nil || len(list) != 0 {
		t.Errorf("%d tournaments, %v", len(list), err)
	}

	form.Set("draft", draft)
	form.Set("name", "Winter Cup")
	if again := w.Accepted(ann.Post("/tournaments", form)).Header.Get("Location"); again != at {
		t.Errorf("kept as %s, before as %s", again, at)
	}
	ann.Get("/tournaments/new").Want(t, http.StatusOK, "Winter Cup", "Your drafts (1)")
	form.Set("do", "open")
	w.Accepted(ann.Post("/tournaments", form))
	if got := ann.Get("/tournaments/new"); strings.Contains(got.Body, "Your drafts") {
		t.Error("the draft of what is open is still there")
	}
}

func TestAFormIsShownWhatItComesTo(t *testing.T) {
	w := webtest.New(t)
	ann := w.Member("Ann")
	form := w.CupForm()
	form.Set("do", "preview")
	form.Set("name", "")
	ann.Post("/tournaments", form).Want(t, http.StatusOK, "With 4 players: 3 games for each, 6 games in all.", "it ends between")
	ann.Get("/tournaments/outlook?"+form.Encode()).Want(t, http.StatusOK, "With 4 players: 3 games for each, 6 games in all.")
	form.Set("places", "99")
	ann.Get("/tournaments/outlook?"+form.Encode()).Want(t, http.StatusOK, "as soon as the choices above fit together")
}

func TestCloseWinsAreChosenAndShown(t *testing.T) { // R-PT-3
	w := webtest.New(t)
	ann := w.Member("Ann")
	ann.Get("/tournaments/new").Want(t, http.StatusOK, "In One-Two-Fun: a win against all goals but one pays 4–1")
	games := w.Program("Bob")
	body := webtest.Object{"name": "Cup", "format": "roundrobin", "game": "onetwofun", "variant": "basic", "clock": "lg", "places": 3, "cycles": 1, "start": "full", "close_win": true}
	games.Post("/tournaments", body).Want(t, 201, `"close_win":true`)
	body["game"], body["variant"] = "streetsoccer", "lg"
	if got := games.Post("/tournaments", body).Want(t, 201); got.Body["close_win"] != nil {
		t.Errorf("close wins of StreetSoccer: %v", got.Body["close_win"])
	}
	for rules, says := range map[string]bool{"onetwofun/basic": true, "streetsoccer/lg": false} {
		cup := ann.Cup(func(f url.Values) { f.Set("rules", rules); f.Set("close_win", "1") })
		if page := ann.Get(cup).Want(t, http.StatusOK); strings.Contains(page.Body, "close wins pay 4–1") != says {
			t.Errorf("%s: the page says %t that close wins pay less", rules, !says)
		}
		kept := ann.Get("/tournaments/new?clone="+strings.TrimPrefix(cup, "/tournaments/")).Want(t, http.StatusOK)
		if strings.Contains(kept.Body, `name="close_win" value="1" checked`) != says {
			t.Errorf("%s: another one like it has %t", rules, !says)
		}
	}
	ann.Get("/rules/onetwofun").Want(t, http.StatusOK, "where a tournament pays less for close wins")
	for _, game := range []string{"streetsoccer", "cufootball"} {
		if page := ann.Get("/rules/"+game).Want(t, http.StatusOK); strings.Contains(page.Body, "close wins") {
			t.Errorf("%s has close wins", game)
		}
	}
}

func TestACloneAndAnOrderOfOnesOwn(t *testing.T) {
	w := webtest.New(t)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	cup := ann.Cup(func(f url.Values) {
		f.Set("profile", "own")
		f.Set("order", "tp+gd")
		f.Set("password", "sesame")
	})
	bob.Get("/tournaments/new?clone="+strings.TrimPrefix(cup, "/tournaments/")).Want(t, http.StatusOK, `value="Spring Cup"`, `value="tp+gd"`)
	bob.Get("/tournaments/new?clone=nosuchcup").Want(t, http.StatusNotFound)
	form := w.CupForm()
	form.Set("profile", "own")
	form.Set("order", "gd")
	ann.Post("/tournaments", form).Want(t, http.StatusUnprocessableEntity, `id="order-error"`, "points come first", `value="gd"`)

	bob.Get(cup).Want(t, http.StatusOK, "Opens with a word that Ann gives", `name="word"`)
	bob.Post(cup+"/entry", url.Values{"word": {"wrong"}}).Want(t, http.StatusUnprocessableEntity, "That is not the word.")
	w.Accepted(bob.Post(cup+"/entry", url.Values{"word": {"sesame"}}))
}
