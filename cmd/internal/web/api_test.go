package web_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/league/core"
	"kickabout/store"

	"kickabout/cmd/internal/web"
	"kickabout/cmd/internal/web/webtest"
	"kickabout/engine/games"
	"kickabout/league"
	membersleague "kickabout/league/members"
	"kickabout/league/office"
)

// keyed is move under a key.
func keyed(p *webtest.Program, key, id string, body webtest.Object) webtest.Said {
	return p.Do(http.MethodPost, "/api/v1/matches/"+id+"/moves", body, http.Header{"Idempotency-Key": {key}})
}

func TestAProgramPlaysAWholeMatch(t *testing.T) {
	w := webtest.New(t)
	p := w.Program("Ann")
	reserved := p.Post("/matches/reservations", nil).Want(t, 201).Body
	begun := p.Post("/matches", p.Proposal(reserved["id"].(string))).Want(t, 201, `"state":"running"`)
	for _, name := range []string{"gid", "head"} {
		if dice := begun.Body["dice"].(webtest.Object); dice[name] != reserved[name] {
			t.Errorf("the %s was %v and became %v", name, reserved[name], dice[name])
		}
	}
	if at := begun.Header.Get("Location"); at != "/api/v1/matches/"+reserved["id"].(string) {
		t.Errorf("the match is said to be at %q", at)
	}
	now := begun.Body
	for moves := 0; now["state"] == "running"; moves++ {
		if now["next"].(webtest.Object)["side"] != now["you"] {
			w.BotMoves()
			now = p.Get("/matches/"+now["id"].(string)).Want(t, 200).Body
			continue
		}
		if moves > 200 {
			t.Fatal("it does not end")
		}
		var move string
		switch listed := now["moves"].(type) {
		case []any:
			if n := int(now["count"].(float64)); n != len(listed) || n > 1000 {
				t.Errorf("%d moves are listed of %d", len(listed), n)
			}
			move = listed[moves%len(listed)].(string)
		default:
			if now["count"].(float64) <= 1000 {
				t.Errorf("%v moves are not listed", now["count"])
			}
			move = stepped(p, now["id"].(string))
		}
		now = p.Move(now["id"].(string), webtest.Object{"seq": now["seq"], "move": move}).Want(t, 201).Body
	}
	outcome := now["outcome"].(webtest.Object)
	if points := outcome["points"].([]any); points[0].(float64)+points[1].(float64) < 4 {
		t.Errorf("the outcome is %v", outcome)
	}
	if len(now["next"].(webtest.Object)) > 0 || now["count"].(float64) != 0 || now["moves"] == nil {
		t.Errorf("after the end it waits for %v, %v moves, %v", now["next"], now["count"], now["moves"])
	}
	p.Get("/matches?turn=over").Want(t, 200, now["id"].(string))
}

// stepped enters a turn step by step, always taking the last that is offered.
func stepped(p *webtest.Program, id string) string {
	p.World.T.Helper()
	var done []string
	for range 20 {
		steps := p.Get("/matches/"+id+"/steps?done="+strings.Join(done, ",")).Want(p.World.T, 200).Body
		if steps["move"] != "" {
			return steps["move"].(string)
		}
		next := steps["next"].([]any)
		if len(next) == 0 {
			break
		}
		done = append(done, next[len(next)-1].(string))
	}
	p.World.T.Fatalf("the steps %v spell no move", done)
	return ""
}

func TestAMatchIsToldAsItIs(t *testing.T) {
	w := webtest.New(t)
	ann, bob, eve := w.Program("Ann"), w.Program("Bob"), w.Program("Eve")
	id := w.Duel(ann, bob)
	ann.Move(id, w.Legal(id)).Want(t, 201)
	w.Wait(time.Hour)
	v := w.View(id)
	for _, c := range []struct {
		who *webtest.Program
		you string
	}{{ann, "first"}, {bob, "second"}, {eve, ""}} {
		got := c.who.Get("/matches/"+id).Want(t, 200).Body
		if got["you"] != c.you {
			t.Errorf("%s is told to be %q", c.who.Player.Name, got["you"])
		}
		next := got["next"].(webtest.Object)
		if next["side"] != "second" || next["player"] != "Bob" {
			t.Errorf("it waits for %v", next)
		}
		players := got["players"].([]any)
		if one := players[0].(webtest.Object); one["name"] != "Ann" || one["side"] != "first" || one["kind"] != "member" {
			t.Errorf("seat 0 has %v", one)
		}
		clocks := got["clocks"].(webtest.Object)
		left := clocks["left"].([]any)
		if left[0].(float64) != float64(v.Clocks.Bank[0].Milliseconds()) || left[1].(float64) != float64((v.Clocks.Bank[1]-time.Hour).Milliseconds()) {
			t.Errorf("left are %v", left)
		}
		if deadline, err := time.Parse(time.RFC3339, clocks["deadline"].(string)); err != nil || !deadline.Equal(v.Clocks.Deadline()) {
			t.Errorf("the deadline is %v, %v", clocks["deadline"], err)
		}
		if got["seq"].(float64) != float64(v.Record.Seq) || got["position"] != v.Record.Position.String() || len(got["log"].([]any)) != len(v.Record.Log) {
			t.Errorf("seq %v, position %v", got["seq"], got["position"])
		}
		if links := got["dice"].(webtest.Object)["links"].([]any); len(links) != len(w.Office.Links(v)) || len(links) == 0 {
			t.Errorf("%d links are shown", len(links))
		}
	}
	ann.Get("/matches/none").Want(t, 404, "There is no such match.")
	ann.Get("/matches/none/steps").Want(t, 404, "There is no such match.")
}

// condition is something that may be wrong with a move, with its place in the order in
// which it is looked for.
type condition int

const (
	noToken condition = iota
	noSuchMatch
	keyOfAnother
	overAlready
	movedOn
	notYours
	illegal
	conditions
)

// TestTheChecksOfAMoveComeInTheirOrder breaks each pair of conditions at once: the
// answer is about the one that is looked for first.
func TestTheChecksOfAMoveComeInTheirOrder(t *testing.T) {
	status := [conditions]int{401, 404, 409, 410, 409, 403, 422}
	words := [conditions]string{"token", "There is no such match", "already sent another move", "This game is over", "The game has moved on", "", "is no move"}
	w := webtest.New(t)
	ann, bob := w.Program("Ann"), w.Program("Bob")
	pairs := 0
	for one := range conditions {
		for other := one; other < conditions; other++ {
			broken := func(c condition) bool { return c == one || c == other }
			id, sender, header := w.Duel(ann, bob), *ann, http.Header{}
			if broken(notYours) {
				sender = *bob
			}
			if broken(keyOfAnother) { // of a move that this sender made in another match
				before := w.Duel(&sender, w.Program(fmt.Sprintf("Cleo%d%d", one, other)))
				header.Set("Idempotency-Key", before)
				keyed(&sender, before, before, w.Legal(before)).Want(t, 201)
			}
			body := w.Legal(id)
			if broken(movedOn) {
				ann.Move(id, body).Want(t, 201)
				bob.Move(id, w.Legal(id)).Want(t, 201)
			}
			if broken(overAlready) {
				bob.Post("/matches/"+id+"/resignation", nil).Want(t, 201)
				if !broken(movedOn) {
					body["seq"] = w.View(id).Record.Seq
				}
			}
			if broken(illegal) {
				body["move"] = "Zz9"
			}
			if broken(noSuchMatch) {
				id = "none"
			}
			if broken(noToken) {
				sender.Token = "kab_none"
			}
			got := sender.Do(http.MethodPost, "/api/v1/matches/"+id+"/moves", body, header)
			if got.Status != status[one] || !strings.Contains(got.Text, words[one]) && one != illegal {
				t.Errorf("conditions %d and %d: %d, want %d %q: %s", one, other, got.Status, status[one], words[one], got.Text)
			}
			pairs++
		}
	}
	t.Logf("%d pairs", pairs)
}

func TestTheSameKeyGetsTheSameAnswer(t *testing.T) {
	w := webtest.New(t)
	ann, bob := w.Program("Ann"), w.Program("Bob")
	id := w.Duel(ann, bob)
	body := w.Legal(id)
	first := keyed(ann, "one", id, body).Want(t, 201)
	w.Wait(time.Hour)
	bob.Move(id, w.Legal(id)).Want(t, 201)
	for _, later := range []time.Duration{0, time.Hour, 20 * 24 * time.Hour} {
		w.Wait(later)
		forget(w)
		if again := keyed(ann, "one", id, body).Want(t, 201); again.Text != first.Text {
			t.Errorf("after %v the answer was\n%s\nand is\n%s", later, first.Text, again.Text)
		}
		keyed(ann, "one", id, webtest.Object{"seq": body["seq"], "move": "Zz9"}).Want(t, 409, "another move")
	}
	keyed(bob, "one", id, body).Want(t, 410) // it never was a key of theirs
	w.Wait(20 * 24 * time.Hour)
	forget(w)
	keyed(ann, "one", id, body).Want(t, 410) // after 30 days it is known no more
}

// forget lets the site forget what is old.
func forget(w *webtest.World) {
	w.T.Helper()
	if err := w.Office.Forget(w.T.Context()); err != nil {
		w.T.Fatal(err)
	}
}

func TestWithoutAKeyTheSameMoveIsStale(t *testing.T) {
	w := webtest.New(t)
	p := w.Program("Ann")
	id := p.Begin()
	body := w.Legal(id)
	p.Move(id, body).Want(t, 201)
	p.Move(id, body).Want(t, 409, "The game has moved on")
}

func TestAKeyIsASmallText(t *testing.T) {
	w := webtest.New(t)
	p := w.Program("Ann")
	id := p.Begin()
	for _, key := range []string{strings.Repeat("k", 65), "a\xffb", "a\tb"} {
		keyed(p, key, id, w.Legal(id)).Want(t, 422, "key")
	}
	keyed(p, strings.Repeat("k", 64), id, w.Legal(id)).Want(t, 201)
}

func TestACookieIsNoToken(t *testing.T) {
	w := webtest.New(t)
	p := w.Program("Ann")
	_, session, err := w.Office.SignIn(t.Context(), membersleague.Credentials{Name: "Ann", Password: "correct horse battery"})
	if err != nil {
		t.Fatal(err)
	}
	for _, authorization := range [][]string{nil, {""}, {"Bearer"}, {"Bearer "}, {"Basic " + p.Token}, {p.Token}, {"Bearer " + session}, {"Bearer kab_" + strings.Repeat("A", 52)}} {
		got := p.Do(http.MethodPost, "/api/v1/matches/reservations", nil, http.Header{"Authorization": authorization, "Cookie": {"__Host-session=" + session}})
		got.Want(t, 401, "token")
		if got.Header.Get("WWW-Authenticate") != "Bearer" {
			t.Errorf("%q is not told how to do it", authorization)
		}
	}
	p.Do(http.MethodPost, "/api/v1/matches/reservations", nil, http.Header{"Authorization": {"bearer " + p.Token}}).Want(t, 201)
	tokens, err := w.Office.Tokens(t.Context(), p.Player)
	if err != nil || len(tokens) != 1 {
		t.Fatal(tokens, err)
	}
	if err := w.Office.EndToken(t.Context(), p.Player, fmt.Sprintf("%x", tokens[0].Hash)); err != nil {
		t.Fatal(err)
	}
	p.Get("/matches").Want(t, 401, "ended")
}

func TestWhatIsWrongWithAProposalIsNamedByItsField(t *testing.T) {
	w := webtest.New(t)
	p := w.Program("Ann")
	id := p.Post("/matches/reservations", nil).Body["id"].(string)
	for field, c := range map[string]struct {
		value  any
		status int
		at     string
	}{
		"id": {"mine", 422, "body.id"}, "game": {"chess", 422, "body.game"}, "variant": {"tiny", 422, "body.game"},
		"clock": {"never", 422, "body.clock"}, "kickoff": {"them", 422, "body.kickoff"}, "opponent": {"bot:none", 422, "body.opponent"},
		"contribution": {strings.Repeat("ä", 40), 422, "body.contribution"}, "rated": {"yes", 422, "body.rated"}, "extra": {1, 422, "body.extra"},
	} {
		body := p.Proposal(id)
		body[field] = c.value
		got := p.Post("/matches", body).Want(t, c.status)
		errors, _ := got.Body["errors"].([]any)
		if len(errors) != 1 || errors[0].(webtest.Object)["location"] != c.at {
			t.Errorf("%s: %s", field, got.Text)
		}
	}
	p.Post("/matches", webtest.Object{}).Want(t, 422, "Expected required property id to be present.")
	p.Post("/matches", p.Proposal(id)).Want(t, 201)
	p.Post("/matches", p.Proposal(id)).Want(t, 201) // the same again is the same match
	w.Program("Bob").Post("/matches", p.Proposal(id)).Want(t, 409, "already begun")
}

func TestWhatIsNoRequestIsAProblem(t *testing.T) {
	w := webtest.New(t)
	p := w.Program("Ann")
	id := p.Begin()
	const root = "/api/v1"
	for name, c := range map[string]struct {
		method, path string
		body         any
		header       http.Header
		status       int
	}{
		"nothing there":             {"GET", root + "/nothing", nil, nil, 404},
		"nothing there, other root": {"GET", "/api/v2/matches", nil, nil, 404},
		"another method":            {"PUT", root + "/matches", nil, nil, 405},
		"no JSON":                   {"POST", root + "/matches", "{", nil, 400},
		"two values":                {"POST", root + "/matches", "{} {}", nil, 400},
		"no object":                 {"POST", root + "/matches", "[]", nil, 422},
		"no body":                   {"POST", root + "/matches", nil, nil, 400},
		"a form":                    {"POST", root + "/matches", "id=1", http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}, 415},
		"much too long":             {"POST", root + "/matches", `{"id":"` + strings.Repeat("x", 70_000) + `"}`, nil, 413},
		"too long, unannounced":     {"POST", root + "/matches", strings.NewReader(strings.Repeat("x", 70_000)), nil, 413},
		"a move without a seq":      {"POST", root + "/matches/" + id + "/moves", `{"move":"x"}`, nil, 422},
		"a seq that is no number":   {"POST", root + "/matches/" + id + "/moves", `{"seq":"3","move":"x"}`, nil, 422},
		"a seq too great":           {"POST", root + "/matches/" + id + "/moves", `{"seq":1e99,"move":"x"}`, nil, 422},
		"one field twice":           {"POST", root + "/matches/" + id + "/moves", `{"seq":1,"seq":99,"move":"x"}`, nil, 409},
		"an odd list":               {"GET", root + "/matches?turn=ours", nil, nil, 422},
		"an odd limit":              {"GET", root + "/matches?limit=0", nil, nil, 422},
		"an odd cursor":             {"GET", root + "/matches?cursor=x%00", nil, nil, 422},
		"a cursor of our form":      {"GET", root + "/matches?cursor=MSAA", nil, nil, 422},
		"a match of no name":        {"GET", root + "/matches/%00", nil, nil, 404},
		"a match of no text":        {"GET", root + "/matches/%ff", nil, nil, 404},
		"an event to come":          {"GET", root + "/events?after=99", nil, nil, 422},
	} {
		got := p.Do(c.method, c.path, c.body, c.header)
		if got.Status != c.status || got.Header.Get("Content-Type") != "application/problem+json" || got.Body["detail"] == nil {
			t.Errorf("%s: %d, want %d: %s %s", name, got.Status, c.status, got.Header.Get("Content-Type"), got.Text)
		}
	}
}

func TestMatchesComePageByPage(t *testing.T) {
	w := webtest.New(t)
	p := w.Program("Ann")
	var want []string
	for range 7 {
		want = append(want, p.Begin())
		w.Wait(time.Minute)
	}
	var got []string
	for cursor := ""; ; {
		page := p.Get("/matches?turn=mine&limit=3&cursor="+cursor).Want(t, 200).Body
		for _, m := range page["matches"].([]any) {
			got = append(got, m.(webtest.Object)["id"].(string))
		}
		next, more := page["next"].(string)
		if !more {
			break
		}
		cursor = next
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	p.Move(want[0], w.Legal(want[0])).Want(t, 201)
	p.Post("/matches/"+want[1]+"/resignation", nil).Want(t, 201)
	for part, ids := range map[string][]string{"theirs": want[:1], "over": want[1:2], "mine": want[2:]} {
		list := p.Get("/matches?turn="+part).Want(t, 200).Body["matches"].([]any)
		if len(list) != len(ids) || list[0].(webtest.Object)["id"] != ids[0] {
			t.Errorf("%s: %v, want %v", part, list, ids)
		}
	}
	w.Wait(300 * 24 * time.Hour) // all are lost on time by now
	if left := p.Get("/matches?turn=mine").Want(t, 200).Body["matches"].([]any); len(left) > 0 {
		t.Errorf("%d matches that are lost on time wait all the same", len(left))
	}
}

func TestAResignationThroughTheAPI(t *testing.T) {
	w := webtest.New(t)
	ann, bob := w.Program("Ann"), w.Program("Bob")
	id := w.Duel(ann, bob)
	w.Program("Eve").Post("/matches/"+id+"/resignation", nil).Want(t, 403, "do not play in this game")
	first := bob.Post("/matches/"+id+"/resignation", nil).Want(t, 201, `"ending":"resignation"`, `"winner":"first"`, `"points":[5,0]`)
	w.Wait(time.Hour)
	if again := bob.Post("/matches/"+id+"/resignation", nil).Want(t, 201); again.Text != first.Text {
		t.Errorf("the same again is answered with %s", again.Text)
	}
	ann.Post("/matches/"+id+"/resignation", nil).Want(t, 410)
	ann.Post("/matches/none/resignation", nil).Want(t, 404)
}

func TestTwoProgramsMeetByAnInvitation(t *testing.T) {
	w := webtest.New(t)
	ann, bob, eve := w.Program("Ann"), w.Program("Bob"), w.Program("Eve")
	reserved := ann.Post("/matches/reservations", nil).Want(t, 201).Body
	body := ann.Proposal(reserved["id"].(string))
	body["opponent"], body["message"], body["rated"] = "bob", "A quick one?", true
	offer := ann.Post("/matches", body).Want(t, 201, `"state":"offered"`, `"opponent":"Bob"`, `"contribution":"for luck"`).Body
	id := offer["id"].(string)
	if offer["head"] != reserved["head"] || offer["gid"] != reserved["gid"] {
		t.Errorf("%v was reserved, %v is offered", reserved, offer)
	}
	ann.Post("/matches", body).Want(t, 201, `"state":"offered"`) // the same again is the same offer
	ann.Get("/offers").Want(t, 200, id)
	seen := bob.Get("/offers").Want(t, 200, id, "A quick one?")
	if strings.Contains(seen.Text, "for luck") {
		t.Error("the author's contribution is shown before the match")
	}
	if got := eve.Get("/offers").Want(t, 200); strings.Contains(got.Text, id) {
		t.Error("an invitation is shown to a third player")
	}
	ann.Post("/matches/"+id+"/acceptance", nil).Want(t, 403, "your own offer")
	eve.Post("/matches/"+id+"/acceptance", nil).Want(t, 404)
	bob.Post("/matches/"+id+"/acceptance", webtest.Object{"contribution": strings.Repeat("x", 65)}).Want(t, 422, "body.contribution")
	begun := bob.Post("/matches/"+id+"/acceptance", webtest.Object{"contribution": "mine"}).Want(t, 201, `"you":"second"`, `"contributions":["for luck","mine"]`).Body
	if begun["dice"].(webtest.Object)["head"] != reserved["head"] || begun["id"] != id || begun["rated"] != true {
		t.Errorf("%v has become %v", reserved, begun)
	}
	bob.Post("/matches/"+id+"/acceptance", webtest.Object{"contribution": "mine"}).Want(t, 201) // they have it already
	ann.Get("/matches?turn=mine").Want(t, 200, id)
	ann.Get("/offers/"+id).Want(t, 200, `"state":"accepted"`)
}

func TestAnOfferIsTakenOnceAndCanBeEnded(t *testing.T) {
	w := webtest.New(t)
	ann, bob, eve := w.Program("Ann"), w.Program("Bob"), w.Program("Eve")
	open := func() string {
		body := ann.Proposal(w.Office.Reserve().ID)
		delete(body, "opponent")
		return ann.Post("/matches", body).Want(t, 201).Body["id"].(string)
	}
	id := open()
	bob.Get("/offers").Want(t, 200, id)
	bob.Post("/matches/"+id+"/acceptance", nil).Want(t, 201)
	eve.Post("/matches/"+id+"/acceptance", nil).Want(t, 409, "Somebody else has taken this seat")
	id = open()
	eve.Remove("/offers/"+id).Want(t, 403)
	ann.Remove("/offers/"+id).Want(t, 204)
	ann.Remove("/offers/"+id).Want(t, 204)
	bob.Post("/matches/"+id+"/acceptance", nil).Want(t, 409, "withdrawn")
	id = ann.Invite("Bob")
	bob.Remove("/offers/"+id).Want(t, 204)
	ann.Get("/offers/"+id).Want(t, 200, `"state":"declined"`)
	ann.Remove("/offers/"+id).Want(t, 409, "declined")
}

func TestTheTwoOfAMatchTalkByProgram(t *testing.T) {
	w := webtest.New(t)
	ann, bob, eve := w.Program("Ann"), w.Program("Bob"), w.Program("Eve")
	id := w.Duel(ann, bob)
	ann.Post("/matches/"+id+"/chat", webtest.Object{"text": "Hello."}).Want(t, 204)
	for range 2 {
		bob.Do(http.MethodPost, "/api/v1/matches/"+id+"/chat", webtest.Object{"text": "Hi."}, http.Header{"Idempotency-Key": {"hi"}}).Want(t, 204)
	}
	eve.Post("/matches/"+id+"/chat", webtest.Object{"text": "Me too."}).Want(t, 403)
	ann.Post("/matches/"+id+"/chat", webtest.Object{"text": strings.Repeat("x", 501)}).Want(t, 422, "body.text")
	chat := eve.Get("/matches/"+id+"/chat").Want(t, 200, `"author":"Ann","text":"Hello."`, `"author":"Bob","text":"Hi."`).Body
	if len(chat["lines"].([]any)) != 2 || chat["last"].(float64) != 2 {
		t.Errorf("the chat is %v", chat)
	}
	if after := eve.Get("/matches/"+id+"/chat?after=1").Want(t, 200).Body; len(after["lines"].([]any)) != 1 {
		t.Errorf("after line 1 came %v", after)
	}
	eve.Get("/players/ann").Want(t, 200, `"name":"Ann"`, `"kind":"member"`)
	eve.Get("/players/bot:greedy").Want(t, 200, `"kind":"bot"`)
	eve.Get("/players/bot:none").Want(t, 404)
	eve.Get("/players/nobody").Want(t, 404)
}

func TestATournamentByPrograms(t *testing.T) {
	w := webtest.New(t)
	ann, bob := w.Program("Ann"), w.Program("Bob")
	cup := webtest.Object{"name": "Spring Cup", "format": "roundrobin", "game": "streetsoccer", "variant": "lg", "clock": "lg", "places": 3, "cycles": 1, "start": "full", "playing": true, "bots": 1}
	made := ann.Post("/tournaments", cup).Want(t, 201, `"state":"registration"`, `"entries":["Ann"]`)
	at := strings.TrimPrefix(made.Header.Get("Location"), "/api/v1")
	bob.Get("/tournaments").Want(t, 200, made.Body["id"].(string))
	bob.Put(at+"/entry").Want(t, 200, `"entries":["Ann","Bob"]`)
	bob.Put(at+"/entry").Want(t, 409, "You are in this tournament already.")
	bob.Remove(at+"/entry").Want(t, 200, `"entries":["Ann"]`)
	bob.Put(at+"/entry").Want(t, 200)
	bob.Put(at+"/bots/bot:random").Want(t, 403)
	ann.Put(at+"/bots/bot:none").Want(t, 422, "body.bot")
	started := ann.Put(at+"/bots/bot:random").Want(t, 200, `"state":"running"`).Body
	if n := len(started["fixtures"].([]any)); n != 3 {
		t.Errorf("%d matches were drawn", n)
	}
	bob.Remove(at+"/entry").Want(t, 409)
	running := ann.Get("/matches?turn=mine").Want(t, 200).Body["matches"].([]any)
	running = append(running, bob.Get("/matches?turn=mine").Want(t, 200).Body["matches"].([]any)...)
	match := running[0].(webtest.Object)["id"].(string)
	branches := ann.Get(at+"/what-if/"+match).Want(t, 200, `"points":[4,1]`, `"score":[1,0]`).Body["branches"].([]any)
	best := branches[0].(webtest.Object)
	if len(branches) != 7 || len(best["table"].([]any)) != 3 || len(best["moved"].([]any)) == 0 || best["table"].([]any)[0].(webtest.Object)["points"].(float64) != 5 {
		t.Errorf("the branches are %v", branches)
	}
	ann.Get(at+"/what-if/nosuch").Want(t, 404)
	for _, p := range []*webtest.Program{ann, bob} {
		for _, part := range []string{"mine", "theirs"} {
			for _, m := range p.Get("/matches?turn="+part).Want(t, 200).Body["matches"].([]any) {
				p.Post("/matches/"+m.(webtest.Object)["id"].(string)+"/resignation", nil).Want(t, 201)
			}
		}
	}
	ann.Get(at+"/what-if/"+match).Want(t, 409, "That game is over")
	over := ann.Get(at).Want(t, 200, `"state":"finished"`, `"order":["TP","SON","DE","NW","GD","GF","TO","LOT"]`, `"best":1,"worst":1`, `"SON":`, `"DE":null`, `"code":"TP"`).Body
	if table := over["table"].([]any); len(table) != 3 || table[0].(webtest.Object)["points"].(float64) != 10 || len(over["winners"].([]any)) != 1 {
		t.Errorf("the table is %v, the winners are %v", table, over["winners"])
	}
	wrong := maps.Clone(cup)
	wrong["name"], wrong["places"], wrong["start"] = "x", 99, "now"
	wrong["profile"] = "best"
	ann.Post("/tournaments", wrong).Want(t, 422, "body.name", "body.places", "body.start", "body.profile")
}

func TestProgramsAreHeldToTheirRate(t *testing.T) {
	w := webtest.New(t)
	site, err := web.New(w.Office, web.Options{Log: w.Log, Limits: web.Limits{Requests: web.Rate{Count: 3, Per: time.Minute}}})
	if err != nil {
		t.Fatal(err)
	}
	w.Server.Config.Handler = site
	ann, bob := w.Program("Ann"), w.Program("Bob")
	w.Document() // takes no token, so it is not counted
	for range 3 {
		ann.Get("/matches").Want(t, 200)
	}
	if wait := ann.Get("/matches").Want(t, 429, "Go on in 20 s.").Header.Get("Retry-After"); wait != "20" {
		t.Errorf("Retry-After is %q", wait)
	}
	bob.Get("/matches").Want(t, 200)
	w.Wait(20 * time.Second)
	ann.Get("/matches").Want(t, 200)
	ann.Get("/matches").Want(t, 429)
}

// ill is a store that cannot list matches.
type ill struct{ *store.Store }

func (ill) PartOf(context.Context, league.Viewer, string, league.Part, league.Place, int) ([]league.Match, error) {
	return nil, errors.New("the secret of the database")
}

func TestAFaultOfTheSiteIsAProblemWithANumber(t *testing.T) {
	w := webtest.New(t)
	p := w.Program("Ann")
	var log bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&log, nil))
	site, err := web.New(office.New(office.Over(ill{w.Store}), core.Keys{Dealer: w.Dealer, Site: w.Site, Passwords: w.Hasher}, games.All(), nil, w.Clock, logger), web.Options{Log: logger})
	if err != nil {
		t.Fatal(err)
	}
	w.Document()
	w.Server.Config.Handler = site
	got := p.Get("/matches").Want(t, 500, "a fault of the site")
	number := regexp.MustCompile(`Quote (\w+)`).FindStringSubmatch(got.Text)
	if strings.Contains(got.Text, "secret") || number == nil || !strings.Contains(log.String(), "id="+number[1]) || !strings.Contains(log.String(), "secret") {
		t.Errorf("the answer is %s, the log says %s", got.Text, log.String())
	}
}
