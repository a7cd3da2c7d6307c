package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"kickabout/engine"
)

// ordered are rules with standing orders: for the keepers of One-Two-Fun, who follow
// the markers unless they are told otherwise.
const ordered = "onetwofun/professional"

// checked is how a chosen radio button is written.
func checked(value string) string { return `name="order" value="` + value + `" checked` }

func TestAPlayerGivesAStandingOrderOnThePage(t *testing.T) {
	w := newWorld(t)
	w.rules = ordered
	mover, opponent, watcher := w.browser(), w.browser(), w.browser()
	id := w.between(mover, opponent)
	for _, b := range []*browser{mover, opponent} {
		b.get("/matches/"+id).want(t, 200, "Your standing order", checked("track"), `action="/matches/`+id+`/orders"`)
	}
	if page := watcher.get("/matches/" + id); strings.Contains(page.Body, "standing order") {
		t.Error("somebody who watches is offered standing orders")
	}
	opponent.post("/matches/"+id+"/orders", url.Values{"order": {"ask"}}).want(t, http.StatusSeeOther)
	opponent.get("/matches/"+id).want(t, 200, checked("ask"))
	mover.get("/matches/"+id).want(t, 200, checked("track"))
	opponent.post("/matches/"+id+"/orders", url.Values{"order": {"sleep"}}).want(t, 422, "There is no standing order", "there are track, stay, ask.", checked("ask"))
	watcher.post("/matches/"+id+"/orders", url.Values{"order": {"stay"}}).want(t, 403)

	// Moves are made until the opponent's keeper is asked about, and then he is told to stay.
	auto := w.view(id).Record.Game.(engine.Auto)
	for {
		v := w.view(id)
		side := v.Record.Next().Side
		if _, ok := auto.Auto(v.Record.Position, "stay"); ok && side == engine.Second {
			break
		}
		who := map[engine.Side]*browser{engine.First: mover, engine.Second: opponent}[side]
		who.post("/matches/"+id+"/moves", w.turn(id)).want(t, http.StatusSeeOther)
	}
	before := w.view(id)
	opponent.post("/matches/"+id+"/orders", url.Values{"order": {"stay"}}).want(t, http.StatusSeeOther)
	log := w.view(id).Record.Log[len(before.Record.Log):]
	if len(log) < 2 || log[0].Act != engine.ActOrder || log[1].Act != engine.ActMove || log[1].By != engine.Second {
		t.Errorf("the order to stay is followed by %+v", log)
	}
	mover.post("/matches/"+id+"/resignation", nil).want(t, http.StatusSeeOther)
	if page := opponent.get("/matches/" + id); strings.Contains(page.Body, "standing order") {
		t.Error("orders are offered after the end")
	}
}

func TestAGameWithoutStandingOrdersOffersNone(t *testing.T) {
	w := newWorld(t)
	b := w.browser()
	id := b.begin()
	if page := b.get("/matches/" + id); strings.Contains(page.Body, "standing order") {
		t.Error("standing orders are offered")
	}
	b.post("/matches/"+id+"/orders", url.Values{"order": {"stay"}}).want(t, 422, "This game has no standing orders.")
}

func TestAProgramGivesAStandingOrder(t *testing.T) {
	w := newWorld(t)
	w.rules = ordered
	ann, bob := w.program("Ann"), w.program("Bob")
	id := w.duel(ann, bob)
	give := func(p *program, order string) said {
		return p.do(http.MethodPut, "/api/v1/matches/"+id+"/order", object{"order": order}, nil)
	}
	ann.get("/matches/"+id).want(t, 200, `"orders":["track","track"]`)
	seq := give(bob, "ask").want(t, 200, `"orders":["track","ask"]`).Body["seq"]
	if again := give(bob, "ask").want(t, 200).Body; again["seq"] != seq || len(again["log"].([]any)) != len(w.view(id).Record.Log) {
		t.Errorf("the same order again gives %v", again)
	}
	give(bob, "sleep").want(t, 422, "there are track, stay, ask")
	give(w.program("Eve"), "stay").want(t, 403, "do not play in this game")
	ann.post("/matches/"+id+"/resignation", nil).want(t, 201)
	give(bob, "stay").want(t, 410)
}
