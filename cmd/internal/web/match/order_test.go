package match_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/engine"
)

// checked is how a chosen radio button is written.
func checked(value string) string { return `name="order" value="` + value + `" checked` }

func TestAPlayerGivesAStandingOrderOnThePage(t *testing.T) {
	w := webtest.New(t)
	w.Rules = webtest.Ordered
	mover, opponent, watcher := w.Browser(), w.Browser(), w.Browser()
	id := w.Between(mover, opponent)
	for _, b := range []*webtest.Browser{mover, opponent} {
		b.Get("/matches/"+id).Want(t, 200, "Your standing order", checked("track"), `action="/matches/`+id+`/orders"`)
	}
	if page := watcher.Get("/matches/" + id); strings.Contains(page.Body, "standing order") {
		t.Error("somebody who watches is offered standing orders")
	}
	opponent.Post("/matches/"+id+"/orders", url.Values{"order": {"ask"}}).Want(t, http.StatusSeeOther)
	opponent.Get("/matches/"+id).Want(t, 200, checked("ask"))
	mover.Get("/matches/"+id).Want(t, 200, checked("track"))
	opponent.Post("/matches/"+id+"/orders", url.Values{"order": {"sleep"}}).Want(t, 422, "There is no standing order", "there are track, stay, ask.", checked("ask"))
	watcher.Post("/matches/"+id+"/orders", url.Values{"order": {"stay"}}).Want(t, 403)

	// Moves are made until the opponent's keeper is asked about, and then they are told to stay.
	auto := w.View(id).Record.Game.(engine.Auto)
	for {
		v := w.View(id)
		side := v.Record.Next().Side
		if _, ok := auto.Auto(v.Record.Position, "stay"); ok && side == engine.Second {
			break
		}
		who := map[engine.Side]*webtest.Browser{engine.First: mover, engine.Second: opponent}[side]
		who.Post("/matches/"+id+"/moves", w.Turn(id)).Want(t, http.StatusSeeOther)
	}
	before := w.View(id)
	opponent.Post("/matches/"+id+"/orders", url.Values{"order": {"stay"}}).Want(t, http.StatusSeeOther)
	log := w.View(id).Record.Log[len(before.Record.Log):]
	if len(log) < 2 || log[0].Act != engine.ActOrder || log[1].Act != engine.ActMove || log[1].By != engine.Second {
		t.Errorf("the order to stay is followed by %+v", log)
	}
	mover.Post("/matches/"+id+"/resignation", nil).Want(t, http.StatusSeeOther)
	if page := opponent.Get("/matches/" + id); strings.Contains(page.Body, "standing order") {
		t.Error("orders are offered after the end")
	}
}

func TestAGameWithoutStandingOrdersOffersNone(t *testing.T) {
	w := webtest.New(t)
	b := w.Browser()
	id := b.Begin()
	if page := b.Get("/matches/" + id); strings.Contains(page.Body, "standing order") {
		t.Error("standing orders are offered")
	}
	b.Post("/matches/"+id+"/orders", url.Values{"order": {"stay"}}).Want(t, 422, "This game has no standing orders.")
}

func TestAProgramGivesAStandingOrder(t *testing.T) {
	w := webtest.New(t)
	w.Rules = webtest.Ordered
	ann, bob := w.Program("Ann"), w.Program("Bob")
	id := w.Duel(ann, bob)
	give := func(p *webtest.Program, order string) webtest.Said {
		return p.Do(http.MethodPut, "/api/v1/matches/"+id+"/order", webtest.Object{"order": order}, nil)
	}
	ann.Get("/matches/"+id).Want(t, 200, `"orders":["track","track"]`)
	seq := give(bob, "ask").Want(t, 200, `"orders":["track","ask"]`).Body["seq"]
	if again := give(bob, "ask").Want(t, 200).Body; again["seq"] != seq || len(again["log"].([]any)) != len(w.View(id).Record.Log) {
		t.Errorf("the same order again gives %v", again)
	}
	give(bob, "sleep").Want(t, 422, "there are track, stay, ask")
	give(w.Program("Eve"), "stay").Want(t, 403, "do not play in this game")
	ann.Post("/matches/"+id+"/resignation", nil).Want(t, 201)
	give(bob, "stay").Want(t, 410)
}
