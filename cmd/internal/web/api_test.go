package web_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/web"
	"kickabout/engine/games"
	"kickabout/league"
	"kickabout/league/office"
)

// program is a client of the API with a player's token. Whatever it is answered it holds
// against the OpenAPI document.
type program struct {
	w      *world
	player league.Player
	token  string
}

// program signs somebody up and makes a token.
func (w *world) program(name string) *program {
	w.t.Helper()
	player, _, err := w.office.SignUp(w.t.Context(), office.Credentials{Name: name, Password: "correct horse battery"})
	if err != nil {
		w.t.Fatal(err)
	}
	token, err := w.office.MakeToken(w.t.Context(), player, "test")
	if err != nil {
		w.t.Fatal(err)
	}
	return &program{w, player, token}
}

// object is JSON as it came.
type object = map[string]any

// said is an answer of the API.
type said struct {
	Status int
	Header http.Header
	Text   string
	Body   object // nil if it is none
}

// want checks a status and words that the answer must have.
func (s said) want(t testing.TB, status int, words ...string) said {
	t.Helper()
	if s.Status != status {
		t.Errorf("status %d, want %d: %.500s", s.Status, status, s.Text)
	}
	for _, w := range words {
		if !strings.Contains(s.Text, w) {
			t.Errorf("the answer does not say %q: %.500s", w, s.Text)
		}
	}
	return s
}

// do sends a request: body nil, a text as it is, or a value to be sent as JSON.
func (p *program) do(method, path string, body any, header http.Header) said {
	p.w.t.Helper()
	var content io.Reader
	switch b := body.(type) {
	case nil:
	case string:
		content = strings.NewReader(b)
	case io.Reader:
		content = io.MultiReader(b) // of unknown length
	default:
		text, err := json.Marshal(body)
		if err != nil {
			p.w.t.Fatal(err)
		}
		content = bytes.NewReader(text)
	}
	req, err := http.NewRequest(method, p.w.server.URL+path, content)
	if err != nil {
		p.w.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+p.token)
	req.Header.Set("Content-Type", "application/json")
	for name, values := range header {
		req.Header[name] = values
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		p.w.t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		p.w.t.Fatal(err)
	}
	s := said{Status: resp.StatusCode, Header: resp.Header, Text: string(text)}
	_ = json.Unmarshal(text, &s.Body)
	if why := p.w.document().breach(method, req.URL.Path, s); why != "" {
		p.w.t.Errorf("%s %s: %d: %s: %.300s", method, path, s.Status, why, s.Text)
	}
	return s
}

func (p *program) get(path string) said { return p.do(http.MethodGet, "/api/v1"+path, nil, nil) }
func (p *program) post(path string, body any) said {
	return p.do(http.MethodPost, "/api/v1"+path, body, nil)
}
func (p *program) move(id string, body object) said { return p.post("/matches/"+id+"/moves", body) }

// keyed is move under a key.
func (p *program) keyed(key, id string, body object) said {
	return p.do(http.MethodPost, "/api/v1/matches/"+id+"/moves", body, http.Header{"Idempotency-Key": {key}})
}

// begin starts a match against a bot and returns its id.
func (p *program) begin() string {
	p.w.t.Helper()
	id := p.post("/matches/reservations", nil).want(p.w.t, 201).Body["id"].(string)
	p.post("/matches", p.proposal(id)).want(p.w.t, 201)
	return id
}

// invite invites a player and returns the id of the invitation.
func (p *program) invite(name string) string {
	p.w.t.Helper()
	body := p.proposal(p.w.office.Reserve().ID)
	body["opponent"] = name
	return p.post("/matches", body).want(p.w.t, 201, `"state":"offered"`).Body["id"].(string)
}

func (p *program) proposal(id string) object {
	return object{"id": id, "game": "streetsoccer", "variant": "lg", "clock": "lg", "rated": false, "kickoff": "me", "contribution": "for luck", "opponent": "bot:greedy"}
}

// legal is the body of a legal move of a match as it stands.
func (w *world) legal(id string) object {
	form := w.turn(id)
	return object{"seq": w.view(id).Record.Seq, "move": form.Get("move")}
}

// duel puts two programs at one board, the first of them to move first.
func (w *world) duel(first, second *program) string {
	w.t.Helper()
	return w.seat(league.Seat{Player: first.player, Contribution: "for luck"}, league.Seat{Player: second.player})
}

func TestAProgramPlaysAWholeMatch(t *testing.T) {
	w := newWorld(t)
	p := w.program("Ann")
	reserved := p.post("/matches/reservations", nil).want(t, 201).Body
	begun := p.post("/matches", p.proposal(reserved["id"].(string))).want(t, 201, `"state":"running"`)
	for _, name := range []string{"gid", "head"} {
		if dice := begun.Body["dice"].(object); dice[name] != reserved[name] {
			t.Errorf("the %s was %v and became %v", name, reserved[name], dice[name])
		}
	}
	if at := begun.Header.Get("Location"); at != "/api/v1/matches/"+reserved["id"].(string) {
		t.Errorf("the match is said to be at %q", at)
	}
	now := begun.Body
	for moves := 0; now["state"] == "running"; moves++ {
		if now["next"].(object)["side"] != now["you"] {
			w.botMoves()
			now = p.get("/matches/"+now["id"].(string)).want(t, 200).Body
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
			move = p.stepped(now["id"].(string))
		}
		now = p.move(now["id"].(string), object{"seq": now["seq"], "move": move}).want(t, 201).Body
	}
	outcome := now["outcome"].(object)
	if points := outcome["points"].([]any); points[0].(float64)+points[1].(float64) < 4 {
		t.Errorf("the outcome is %v", outcome)
	}
	if len(now["next"].(object)) > 0 || now["count"].(float64) != 0 || now["moves"] == nil {
		t.Errorf("after the end it waits for %v, %v moves, %v", now["next"], now["count"], now["moves"])
	}
	p.get("/matches?turn=over").want(t, 200, now["id"].(string))
}

// stepped enters a turn step by step, always taking the last that is offered.
func (p *program) stepped(id string) string {
	p.w.t.Helper()
	var done []string
	for range 20 {
		steps := p.get("/matches/"+id+"/steps?done="+strings.Join(done, ",")).want(p.w.t, 200).Body
		if steps["move"] != "" {
			return steps["move"].(string)
		}
		next := steps["next"].([]any)
		if len(next) == 0 {
			break
		}
		done = append(done, next[len(next)-1].(string))
	}
	p.w.t.Fatalf("the steps %v spell no move", done)
	return ""
}

func TestAMatchIsToldAsItIs(t *testing.T) {
	w := newWorld(t)
	ann, bob, eve := w.program("Ann"), w.program("Bob"), w.program("Eve")
	id := w.duel(ann, bob)
	ann.move(id, w.legal(id)).want(t, 201)
	w.wait(time.Hour)
	v := w.view(id)
	for _, c := range []struct {
		who *program
		you string
	}{{ann, "first"}, {bob, "second"}, {eve, ""}} {
		got := c.who.get("/matches/"+id).want(t, 200).Body
		if got["you"] != c.you {
			t.Errorf("%s is told to be %q", c.who.player.Name, got["you"])
		}
		next := got["next"].(object)
		if next["side"] != "second" || next["player"] != "Bob" {
			t.Errorf("it waits for %v", next)
		}
		players := got["players"].([]any)
		if one := players[0].(object); one["name"] != "Ann" || one["side"] != "first" || one["kind"] != "member" {
			t.Errorf("seat 0 has %v", one)
		}
		clocks := got["clocks"].(object)
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
		if links := got["dice"].(object)["links"].([]any); len(links) != len(w.office.Links(v)) || len(links) == 0 {
			t.Errorf("%d links are shown", len(links))
		}
	}
	ann.get("/matches/none").want(t, 404, "There is no such match.")
	ann.get("/matches/none/steps").want(t, 404, "There is no such match.")
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
	w := newWorld(t)
	ann, bob := w.program("Ann"), w.program("Bob")
	pairs := 0
	for one := range conditions {
		for other := one; other < conditions; other++ {
			broken := func(c condition) bool { return c == one || c == other }
			id, sender, header := w.duel(ann, bob), *ann, http.Header{}
			if broken(notYours) {
				sender = *bob
			}
			if broken(keyOfAnother) { // of a move that this sender made in another match
				before := w.duel(&sender, w.program(fmt.Sprintf("Cleo%d%d", one, other)))
				header.Set("Idempotency-Key", before)
				sender.keyed(before, before, w.legal(before)).want(t, 201)
			}
			body := w.legal(id)
			if broken(movedOn) {
				ann.move(id, body).want(t, 201)
				bob.move(id, w.legal(id)).want(t, 201)
			}
			if broken(overAlready) {
				bob.post("/matches/"+id+"/resignation", nil).want(t, 201)
				if !broken(movedOn) {
					body["seq"] = w.view(id).Record.Seq
				}
			}
			if broken(illegal) {
				body["move"] = "Zz9"
			}
			if broken(noSuchMatch) {
				id = "none"
			}
			if broken(noToken) {
				sender.token = "kab_none"
			}
			got := sender.do(http.MethodPost, "/api/v1/matches/"+id+"/moves", body, header)
			if got.Status != status[one] || !strings.Contains(got.Text, words[one]) && one != illegal {
				t.Errorf("conditions %d and %d: %d, want %d %q: %s", one, other, got.Status, status[one], words[one], got.Text)
			}
			pairs++
		}
	}
	t.Logf("%d pairs", pairs)
}

func TestTheSameKeyGetsTheSameAnswer(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.program("Ann"), w.program("Bob")
	id := w.duel(ann, bob)
	body := w.legal(id)
	first := ann.keyed("one", id, body).want(t, 201)
	w.wait(time.Hour)
	bob.move(id, w.legal(id)).want(t, 201)
	for _, later := range []time.Duration{0, time.Hour, 20 * 24 * time.Hour} {
		w.wait(later)
		w.forget()
		if again := ann.keyed("one", id, body).want(t, 201); again.Text != first.Text {
			t.Errorf("after %v the answer was\n%s\nand is\n%s", later, first.Text, again.Text)
		}
		ann.keyed("one", id, object{"seq": body["seq"], "move": "Zz9"}).want(t, 409, "another move")
	}
	bob.keyed("one", id, body).want(t, 410) // it never was a key of his
	w.wait(20 * 24 * time.Hour)
	w.forget()
	ann.keyed("one", id, body).want(t, 410) // after 30 days it is known no more
}

// forget lets the site forget what is old.
func (w *world) forget() {
	w.t.Helper()
	if err := w.office.Forget(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
}

func TestWithoutAKeyTheSameMoveIsStale(t *testing.T) {
	w := newWorld(t)
	p := w.program("Ann")
	id := p.begin()
	body := w.legal(id)
	p.move(id, body).want(t, 201)
	p.move(id, body).want(t, 409, "The game has moved on")
}

func TestAKeyIsASmallText(t *testing.T) {
	w := newWorld(t)
	p := w.program("Ann")
	id := p.begin()
	for _, key := range []string{strings.Repeat("k", 65), "a\xffb", "a\tb"} {
		p.keyed(key, id, w.legal(id)).want(t, 422, "key")
	}
	p.keyed(strings.Repeat("k", 64), id, w.legal(id)).want(t, 201)
}

func TestACookieIsNoToken(t *testing.T) {
	w := newWorld(t)
	p := w.program("Ann")
	_, session, err := w.office.SignIn(t.Context(), office.Credentials{Name: "Ann", Password: "correct horse battery"})
	if err != nil {
		t.Fatal(err)
	}
	for _, authorization := range [][]string{nil, {""}, {"Bearer"}, {"Bearer "}, {"Basic " + p.token}, {p.token}, {"Bearer " + session}, {"Bearer kab_" + strings.Repeat("A", 52)}} {
		got := p.do(http.MethodPost, "/api/v1/matches/reservations", nil, http.Header{"Authorization": authorization, "Cookie": {"__Host-session=" + session}})
		got.want(t, 401, "token")
		if got.Header.Get("WWW-Authenticate") != "Bearer" {
			t.Errorf("%q is not told how to do it", authorization)
		}
	}
	p.do(http.MethodPost, "/api/v1/matches/reservations", nil, http.Header{"Authorization": {"bearer " + p.token}}).want(t, 201)
	tokens, err := w.office.Tokens(t.Context(), p.player)
	if err != nil || len(tokens) != 1 {
		t.Fatal(tokens, err)
	}
	if err := w.office.EndToken(t.Context(), p.player, fmt.Sprintf("%x", tokens[0].Hash)); err != nil {
		t.Fatal(err)
	}
	p.get("/matches").want(t, 401, "ended")
}

func TestWhatIsWrongWithAProposalIsNamedByItsField(t *testing.T) {
	w := newWorld(t)
	p := w.program("Ann")
	id := p.post("/matches/reservations", nil).Body["id"].(string)
	for field, c := range map[string]struct {
		value  any
		status int
		at     string
	}{
		"id": {"mine", 422, "body.id"}, "game": {"chess", 422, "body.game"}, "variant": {"tiny", 422, "body.game"},
		"clock": {"never", 422, "body.clock"}, "kickoff": {"them", 422, "body.kickoff"}, "opponent": {"bot:none", 422, "body.opponent"},
		"contribution": {strings.Repeat("ä", 40), 422, "body.contribution"}, "rated": {"yes", 422, "body.rated"}, "extra": {1, 422, "body.extra"},
	} {
		body := p.proposal(id)
		body[field] = c.value
		got := p.post("/matches", body).want(t, c.status)
		errors, _ := got.Body["errors"].([]any)
		if len(errors) != 1 || errors[0].(object)["location"] != c.at {
			t.Errorf("%s: %s", field, got.Text)
		}
	}
	p.post("/matches", object{}).want(t, 422, "Expected required property id to be present.")
	p.post("/matches", p.proposal(id)).want(t, 201)
	p.post("/matches", p.proposal(id)).want(t, 201) // the same again is the same match
	w.program("Bob").post("/matches", p.proposal(id)).want(t, 409, "already begun")
}

func TestWhatIsNoRequestIsAProblem(t *testing.T) {
	w := newWorld(t)
	p := w.program("Ann")
	id := p.begin()
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
		"from another site":         {"POST", root + "/matches/reservations", nil, http.Header{"Origin": {"https://evil.example"}}, 403},
	} {
		got := p.do(c.method, c.path, c.body, c.header)
		if got.Status != c.status || got.Header.Get("Content-Type") != "application/problem+json" || got.Body["detail"] == nil {
			t.Errorf("%s: %d, want %d: %s %s", name, got.Status, c.status, got.Header.Get("Content-Type"), got.Text)
		}
	}
}

func TestMatchesComePageByPage(t *testing.T) {
	w := newWorld(t)
	p := w.program("Ann")
	var want []string
	for range 7 {
		want = append(want, p.begin())
		w.wait(time.Minute)
	}
	var got []string
	for cursor := ""; ; {
		page := p.get("/matches?turn=mine&limit=3&cursor="+cursor).want(t, 200).Body
		for _, m := range page["matches"].([]any) {
			got = append(got, m.(object)["id"].(string))
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
	p.move(want[0], w.legal(want[0])).want(t, 201)
	p.post("/matches/"+want[1]+"/resignation", nil).want(t, 201)
	for part, ids := range map[string][]string{"theirs": want[:1], "over": want[1:2], "mine": want[2:]} {
		list := p.get("/matches?turn="+part).want(t, 200).Body["matches"].([]any)
		if len(list) != len(ids) || list[0].(object)["id"] != ids[0] {
			t.Errorf("%s: %v, want %v", part, list, ids)
		}
	}
	w.wait(300 * 24 * time.Hour) // all are lost on time by now
	if left := p.get("/matches?turn=mine").want(t, 200).Body["matches"].([]any); len(left) > 0 {
		t.Errorf("%d matches that are lost on time wait all the same", len(left))
	}
}

func TestAResignationThroughTheAPI(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.program("Ann"), w.program("Bob")
	id := w.duel(ann, bob)
	w.program("Eve").post("/matches/"+id+"/resignation", nil).want(t, 403, "do not play in this game")
	first := bob.post("/matches/"+id+"/resignation", nil).want(t, 201, `"ending":"resignation"`, `"winner":"first"`, `"points":[5,0]`)
	w.wait(time.Hour)
	if again := bob.post("/matches/"+id+"/resignation", nil).want(t, 201); again.Text != first.Text {
		t.Errorf("the same again is answered with %s", again.Text)
	}
	ann.post("/matches/"+id+"/resignation", nil).want(t, 410)
	ann.post("/matches/none/resignation", nil).want(t, 404)
}

func (p *program) remove(path string) said { return p.do(http.MethodDelete, "/api/v1"+path, nil, nil) }
func (p *program) put(path string) said    { return p.do(http.MethodPut, "/api/v1"+path, nil, nil) }

func TestTwoProgramsMeetByAnInvitation(t *testing.T) {
	w := newWorld(t)
	ann, bob, eve := w.program("Ann"), w.program("Bob"), w.program("Eve")
	reserved := ann.post("/matches/reservations", nil).want(t, 201).Body
	body := ann.proposal(reserved["id"].(string))
	body["opponent"], body["message"], body["rated"] = "bob", "A quick one?", true
	offer := ann.post("/matches", body).want(t, 201, `"state":"offered"`, `"opponent":"Bob"`, `"contribution":"for luck"`).Body
	id := offer["id"].(string)
	if offer["head"] != reserved["head"] || offer["gid"] != reserved["gid"] {
		t.Errorf("%v was reserved, %v is offered", reserved, offer)
	}
	ann.post("/matches", body).want(t, 201, `"state":"offered"`) // the same again is the same offer
	ann.get("/offers").want(t, 200, id)
	seen := bob.get("/offers").want(t, 200, id, "A quick one?")
	if strings.Contains(seen.Text, "for luck") {
		t.Error("the author's contribution is shown before the match")
	}
	if got := eve.get("/offers").want(t, 200); strings.Contains(got.Text, id) {
		t.Error("an invitation is shown to a third player")
	}
	ann.post("/matches/"+id+"/acceptance", nil).want(t, 403, "your own offer")
	eve.post("/matches/"+id+"/acceptance", nil).want(t, 404)
	bob.post("/matches/"+id+"/acceptance", object{"contribution": strings.Repeat("x", 65)}).want(t, 422, "body.contribution")
	begun := bob.post("/matches/"+id+"/acceptance", object{"contribution": "mine"}).want(t, 201, `"you":"second"`, `"contributions":["for luck","mine"]`).Body
	if begun["dice"].(object)["head"] != reserved["head"] || begun["id"] != id || begun["rated"] != true {
		t.Errorf("%v has become %v", reserved, begun)
	}
	bob.post("/matches/"+id+"/acceptance", object{"contribution": "mine"}).want(t, 201) // he has it already
	ann.get("/matches?turn=mine").want(t, 200, id)
	ann.get("/offers/"+id).want(t, 200, `"state":"accepted"`)
}

func TestAnOfferIsTakenOnceAndCanBeEnded(t *testing.T) {
	w := newWorld(t)
	ann, bob, eve := w.program("Ann"), w.program("Bob"), w.program("Eve")
	open := func() string {
		body := ann.proposal(w.office.Reserve().ID)
		delete(body, "opponent")
		return ann.post("/matches", body).want(t, 201).Body["id"].(string)
	}
	id := open()
	bob.get("/offers").want(t, 200, id)
	bob.post("/matches/"+id+"/acceptance", nil).want(t, 201)
	eve.post("/matches/"+id+"/acceptance", nil).want(t, 409, "Somebody else has taken this seat")
	id = open()
	eve.remove("/offers/"+id).want(t, 403)
	ann.remove("/offers/"+id).want(t, 204)
	ann.remove("/offers/"+id).want(t, 204)
	bob.post("/matches/"+id+"/acceptance", nil).want(t, 409, "withdrawn")
	id = ann.invite("Bob")
	bob.remove("/offers/"+id).want(t, 204)
	ann.get("/offers/"+id).want(t, 200, `"state":"declined"`)
	ann.remove("/offers/"+id).want(t, 409, "declined")
}

func TestTheTwoOfAMatchTalkByProgram(t *testing.T) {
	w := newWorld(t)
	ann, bob, eve := w.program("Ann"), w.program("Bob"), w.program("Eve")
	id := w.duel(ann, bob)
	ann.post("/matches/"+id+"/chat", object{"text": "Hello."}).want(t, 204)
	for range 2 {
		bob.do(http.MethodPost, "/api/v1/matches/"+id+"/chat", object{"text": "Hi."}, http.Header{"Idempotency-Key": {"hi"}}).want(t, 204)
	}
	eve.post("/matches/"+id+"/chat", object{"text": "Me too."}).want(t, 403)
	ann.post("/matches/"+id+"/chat", object{"text": strings.Repeat("x", 501)}).want(t, 422, "body.text")
	chat := eve.get("/matches/"+id+"/chat").want(t, 200, `"author":"Ann","text":"Hello."`, `"author":"Bob","text":"Hi."`).Body
	if len(chat["lines"].([]any)) != 2 || chat["last"].(float64) != 2 {
		t.Errorf("the chat is %v", chat)
	}
	if after := eve.get("/matches/"+id+"/chat?after=1").want(t, 200).Body; len(after["lines"].([]any)) != 1 {
		t.Errorf("after line 1 came %v", after)
	}
	eve.get("/players/ann").want(t, 200, `"name":"Ann"`, `"kind":"member"`)
	eve.get("/players/bot:greedy").want(t, 200, `"kind":"bot"`)
	eve.get("/players/bot:none").want(t, 404)
	eve.get("/players/nobody").want(t, 404)
}

func TestATournamentByPrograms(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.program("Ann"), w.program("Bob")
	cup := object{"name": "Spring Cup", "format": "roundrobin", "game": "streetsoccer", "variant": "lg", "clock": "lg", "places": 3, "cycles": 1, "start": "full", "playing": true}
	made := ann.post("/tournaments", cup).want(t, 201, `"state":"registration"`, `"entries":["Ann"]`)
	at := strings.TrimPrefix(made.Header.Get("Location"), "/api/v1")
	bob.get("/tournaments").want(t, 200, made.Body["id"].(string))
	bob.put(at+"/entry").want(t, 200, `"entries":["Ann","Bob"]`)
	bob.put(at+"/entry").want(t, 409, "You are in this tournament already.")
	bob.remove(at+"/entry").want(t, 200, `"entries":["Ann"]`)
	bob.put(at+"/entry").want(t, 200)
	bob.put(at+"/bots/bot:random").want(t, 403)
	ann.put(at+"/bots/bot:none").want(t, 422, "body.bot")
	started := ann.put(at+"/bots/bot:random").want(t, 200, `"state":"running"`).Body
	if n := len(started["fixtures"].([]any)); n != 3 {
		t.Errorf("%d matches were drawn", n)
	}
	bob.remove(at+"/entry").want(t, 409)
	running := ann.get("/matches?turn=mine").want(t, 200).Body["matches"].([]any)
	running = append(running, bob.get("/matches?turn=mine").want(t, 200).Body["matches"].([]any)...)
	match := running[0].(object)["id"].(string)
	branches := ann.get(at+"/what-if/"+match).want(t, 200, `"points":[4,1]`, `"score":[1,0]`).Body["branches"].([]any)
	best := branches[0].(object)
	if len(branches) != 7 || len(best["table"].([]any)) != 3 || len(best["moved"].([]any)) == 0 || best["table"].([]any)[0].(object)["points"].(float64) != 5 {
		t.Errorf("the branches are %v", branches)
	}
	ann.get(at+"/what-if/nosuch").want(t, 404)
	for _, p := range []*program{ann, bob} {
		for _, part := range []string{"mine", "theirs"} {
			for _, m := range p.get("/matches?turn="+part).want(t, 200).Body["matches"].([]any) {
				p.post("/matches/"+m.(object)["id"].(string)+"/resignation", nil).want(t, 201)
			}
		}
	}
	ann.get(at+"/what-if/"+match).want(t, 409, "That game is over")
	over := ann.get(at).want(t, 200, `"state":"finished"`, `"order":["TP","SON","DE","NW","GD","GF","TO","LOT"]`, `"best":1,"worst":1`, `"SON":`, `"DE":null`, `"code":"TP"`).Body
	if table := over["table"].([]any); len(table) != 3 || table[0].(object)["points"].(float64) != 10 || len(over["winners"].([]any)) != 1 {
		t.Errorf("the table is %v, the winners are %v", table, over["winners"])
	}
	wrong := maps.Clone(cup)
	wrong["name"], wrong["places"], wrong["start"] = "x", 99, "now"
	wrong["profile"] = "best"
	ann.post("/tournaments", wrong).want(t, 422, "body.name", "body.places", "body.start", "body.profile")
}

func TestProgramsAreHeldToTheirRate(t *testing.T) {
	w := newWorld(t)
	site, err := web.New(w.office, web.Options{Log: w.log, Limits: web.Limits{Requests: web.Rate{Count: 3, Per: time.Minute}}})
	if err != nil {
		t.Fatal(err)
	}
	w.server.Config.Handler = site
	ann, bob := w.program("Ann"), w.program("Bob")
	w.document() // takes no token, so it is not counted
	for range 3 {
		ann.get("/matches").want(t, 200)
	}
	if wait := ann.get("/matches").want(t, 429, "Go on in 20 s.").Header.Get("Retry-After"); wait != "20" {
		t.Errorf("Retry-After is %q", wait)
	}
	bob.get("/matches").want(t, 200)
	w.wait(20 * time.Second)
	ann.get("/matches").want(t, 200)
	ann.get("/matches").want(t, 429)
}

// ill is a store that cannot list matches.
type ill struct{ office.Store }

func (ill) PartOf(context.Context, string, league.Part, league.Place, int) ([]league.Match, error) {
	return nil, errors.New("the secret of the database")
}

func TestAFaultOfTheSiteIsAProblemWithANumber(t *testing.T) {
	w := newWorld(t)
	p := w.program("Ann")
	var log bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&log, nil))
	site, err := web.New(office.New(ill{w.store}, w.dealer, w.hasher, games.All(), nil, w.clock, logger), web.Options{Log: logger})
	if err != nil {
		t.Fatal(err)
	}
	w.document()
	w.server.Config.Handler = site
	got := p.get("/matches").want(t, 500, "a fault of the site")
	number := regexp.MustCompile(`Quote (\w+)`).FindStringSubmatch(got.Text)
	if strings.Contains(got.Text, "secret") || number == nil || !strings.Contains(log.String(), "id="+number[1]) || !strings.Contains(log.String(), "secret") {
		t.Errorf("the answer is %s, the log says %s", got.Text, log.String())
	}
}
