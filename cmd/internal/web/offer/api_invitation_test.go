package offer_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"kickabout/cmd/internal/web/webtest"
)

func TestAProgramOffersSeveralSeatsAndFindsThem(t *testing.T) {
	w := webtest.New(t)
	ann, bob := w.Program("Ann"), w.Program("Bob")
	reserved := ann.Post("/matches/reservations", nil).Want(t, 201).Body
	offer := ann.Proposal(reserved["id"].(string))
	delete(offer, "opponent")
	offer["slots"], offer["legs"], offer["days"], offer["window"], offer["clock"], offer["rated"] = 2, 2, 3, webtest.Object{"from": 1400, "to": 1600}, "fast", false
	made := ann.Post("/matches", offer).Want(t, 201, `"slots":2`, `"legs":2`, `"window":{"from":1400,"to":1600}`).Body
	id := made["id"].(string)
	further := made["further"].([]any)
	for i, seal := range further {
		if head := seal.(webtest.Object)["head"]; head != reserved["further"].([]any)[i] {
			t.Errorf("match %d has the head %v, which was not shown before", i+2, head)
		}
	}
	if len(further) != 3 {
		t.Errorf("%d further matches", len(further))
	}
	for query, found := range map[string]bool{
		"": true, "?game=streetsoccer": true, "?game=streetsoccer&variant=lg&clock=fast&rated=unrated&free=true": true,
		"?game=onetwofun": false, "?clock=lg": false, "?rated=rated": false, "?game=streetsoccer&variant=board": false,
	} {
		if got := bob.Get("/offers"+query).Want(t, 200); strings.Contains(got.Text, id) != found {
			t.Errorf("%s: %s", query, got.Text)
		}
	}
	bob.Get("/offers?rated=perhaps").Want(t, 422)
	bob.Post("/matches/"+id+"/acceptance", nil).Want(t, 201)
	bob.Get("/offers/"+id).Want(t, 200, `"given":1`, `"obstacle":"You have a seat of this offer already."`, `"matches":["`+id+`"`)
	bob.Get("/offers").Want(t, 200, `"obstacle":"You have a seat of this offer already."`)
	if got := bob.Get("/offers?free=true").Want(t, 200); strings.Contains(got.Text, id) {
		t.Error("what he may not take is shown as free")
	}
	for field, wrong := range map[string]any{"slots": 11, "legs": 3, "days": 31, "window": webtest.Object{"from": 1600, "to": 1400}} {
		body := ann.Proposal(w.Office.Reserve().ID)
		delete(body, "opponent")
		body[field] = wrong
		ann.Post("/matches", body).Want(t, 422)
	}
}

func TestAProgramPassesALinkOnAndAnswersWithOtherTerms(t *testing.T) {
	w := webtest.New(t)
	ann, bob, eve := w.Program("Ann"), w.Program("Bob"), w.Program("Eve")
	body := ann.Proposal(w.Office.Reserve().ID)
	delete(body, "opponent")
	body["link"] = true
	made := ann.Post("/matches", body).Want(t, 201, `"linked":true`).Body
	link, id := made["link"].(string), made["id"].(string)
	bob.Get("/offers/"+id).Want(t, 404)
	if got := bob.Get("/invitations/"+url.PathEscape(link)).Want(t, 200, id, `"author":"Ann"`); slices.Contains(strings.Split(got.Text, `"`), "link") {
		t.Error("who has not made it is shown the link")
	}
	bob.Post("/invitations/"+link+"0/acceptance", nil).Want(t, 404)
	bob.Post("/invitations/"+link+"/acceptance", webtest.Object{"contribution": "mine"}).Want(t, 201, `"id":"`+id)
	eve.Post("/invitations/"+link+"/acceptance", nil).Want(t, 409, "Somebody else has taken this seat")

	invitation := ann.Invite("Bob")
	terms := webtest.Object{"id": w.Office.Reserve().ID, "game": "streetsoccer", "variant": "mastermove", "clock": "live", "kickoff": "lot", "legs": 2, "days": 2, "message": "Rather so."}
	eve.Post("/offers/"+invitation+"/counter", terms).Want(t, 404)
	answer := bob.Post("/offers/"+invitation+"/counter", terms).Want(t, 201, `"counters":"`+invitation, `"turn":1`, `"author":"Bob"`, `"opponent":"Ann"`, `"legs":2`).Body["id"].(string)
	ann.Get("/offers/"+invitation).Want(t, 200, `"state":"declined"`, `"counter":"`+answer)
	ann.Post("/offers/"+answer+"/refusal", webtest.Object{"message": strings.Repeat("x", 201)}).Want(t, 422)
	ann.Post("/offers/"+answer+"/refusal", webtest.Object{"message": "Not now."}).Want(t, 200, `"answer":"Not now."`)
	bob.Get("/offers/"+answer).Want(t, 200, `"state":"declined"`, `"answer":"Not now."`)
}
