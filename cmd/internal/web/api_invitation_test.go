package web_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"
)

func TestAProgramOffersSeveralSeatsAndFindsThem(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.program("Ann"), w.program("Bob")
	reserved := ann.post("/matches/reservations", nil).want(t, 201).Body
	offer := ann.proposal(reserved["id"].(string))
	delete(offer, "opponent")
	offer["slots"], offer["legs"], offer["days"], offer["window"], offer["clock"], offer["rated"] = 2, 2, 3, object{"from": 1400, "to": 1600}, "fast", false
	made := ann.post("/matches", offer).want(t, 201, `"slots":2`, `"legs":2`, `"window":{"from":1400,"to":1600}`).Body
	id := made["id"].(string)
	further := made["further"].([]any)
	for i, seal := range further {
		if head := seal.(object)["head"]; head != reserved["further"].([]any)[i] {
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
		if got := bob.get("/offers"+query).want(t, 200); strings.Contains(got.Text, id) != found {
			t.Errorf("%s: %s", query, got.Text)
		}
	}
	bob.get("/offers?rated=perhaps").want(t, 422)
	bob.post("/matches/"+id+"/acceptance", nil).want(t, 201)
	bob.get("/offers/"+id).want(t, 200, `"given":1`, `"obstacle":"You have a seat of this offer already."`, `"matches":["`+id+`"`)
	bob.get("/offers").want(t, 200, `"obstacle":"You have a seat of this offer already."`)
	if got := bob.get("/offers?free=true").want(t, 200); strings.Contains(got.Text, id) {
		t.Error("what he may not take is shown as free")
	}
	for field, wrong := range map[string]any{"slots": 11, "legs": 3, "days": 31, "window": object{"from": 1600, "to": 1400}} {
		body := ann.proposal(w.office.Reserve().ID)
		delete(body, "opponent")
		body[field] = wrong
		ann.post("/matches", body).want(t, 422)
	}
}

func TestAProgramPassesALinkOnAndAnswersWithOtherTerms(t *testing.T) {
	w := newWorld(t)
	ann, bob, eve := w.program("Ann"), w.program("Bob"), w.program("Eve")
	body := ann.proposal(w.office.Reserve().ID)
	delete(body, "opponent")
	body["link"] = true
	made := ann.post("/matches", body).want(t, 201, `"linked":true`).Body
	link, id := made["link"].(string), made["id"].(string)
	bob.get("/offers/"+id).want(t, 404)
	if got := bob.get("/invitations/"+url.PathEscape(link)).want(t, 200, id, `"author":"Ann"`); slices.Contains(strings.Split(got.Text, `"`), "link") {
		t.Error("who has not made it is shown the link")
	}
	bob.post("/invitations/"+link+"0/acceptance", nil).want(t, 404)
	bob.post("/invitations/"+link+"/acceptance", object{"contribution": "mine"}).want(t, 201, `"id":"`+id)
	eve.post("/invitations/"+link+"/acceptance", nil).want(t, 409, "Somebody else has taken this seat")

	invitation := ann.invite("Bob")
	terms := object{"id": w.office.Reserve().ID, "game": "streetsoccer", "variant": "board", "clock": "live", "kickoff": "lot", "legs": 2, "days": 2, "message": "Rather so."}
	eve.post("/offers/"+invitation+"/counter", terms).want(t, 404)
	answer := bob.post("/offers/"+invitation+"/counter", terms).want(t, 201, `"counters":"`+invitation, `"turn":1`, `"author":"Bob"`, `"opponent":"Ann"`, `"legs":2`).Body["id"].(string)
	ann.get("/offers/"+invitation).want(t, 200, `"state":"declined"`, `"counter":"`+answer)
	ann.post("/offers/"+answer+"/refusal", object{"message": strings.Repeat("x", 201)}).want(t, 422)
	ann.post("/offers/"+answer+"/refusal", object{"message": "Not now."}).want(t, 200, `"answer":"Not now."`)
	bob.get("/offers/"+answer).want(t, 200, `"state":"declined"`, `"answer":"Not now."`)
}
