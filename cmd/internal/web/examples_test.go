package web_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/web/api"
	"kickabout/cmd/internal/web/webtest"
)

var updateExamples = flag.Bool("update", false, "write the examples of the API anew")

// examples collects an exchange for each operation of the API.
type examples struct {
	t    *testing.T
	w    *webtest.World
	told map[string]api.Example
	sent int
	made []call
}

// call is a request that has succeeded.
type call struct {
	by           *webtest.Program
	method, path string
	body         any
}

// do sends a request that must succeed, and keeps the first exchange of its operation.
func (e *examples) do(p *webtest.Program, method, path string, body any) webtest.Said {
	e.t.Helper()
	e.sent++
	got := p.Do(method, api.Root+path, body, http.Header{"Idempotency-Key": {"request-" + webtest.Itoa(e.sent)}})
	if got.Status >= 300 {
		e.t.Fatalf("%s %s: %d %.600s", method, path, got.Status, got.Text)
	}
	e.made = append(e.made, call{p, method, path, body})
	first, _, _ := strings.Cut(strings.TrimSpace(got.Text), "\n")
	e.keep(method, path, body, first)
	return got
}

func (e *examples) get(p *webtest.Program, path string) webtest.Said {
	e.t.Helper()
	return e.do(p, http.MethodGet, path, nil)
}

func (e *examples) post(p *webtest.Program, path string, body any) webtest.Said {
	e.t.Helper()
	return e.do(p, http.MethodPost, path, body)
}

func (e *examples) put(p *webtest.Program, path string, body any) webtest.Said {
	e.t.Helper()
	return e.do(p, http.MethodPut, path, body)
}

func (e *examples) remove(p *webtest.Program, path string) webtest.Said {
	e.t.Helper()
	return e.do(p, http.MethodDelete, path, nil)
}

// follow opens a stream, does something, and keeps the first object that comes.
func (e *examples) follow(p *webtest.Program, path string, act func()) {
	e.t.Helper()
	ctx, leave := context.WithTimeout(e.t.Context(), time.Minute)
	defer leave()
	asked, err := http.NewRequestWithContext(ctx, http.MethodGet, e.w.Server.URL+api.Root+path, nil)
	if err != nil {
		e.t.Fatal(err)
	}
	asked.Header.Set("Authorization", "Bearer "+p.Token)
	got, err := http.DefaultClient.Do(asked)
	if err != nil {
		e.t.Fatal(err)
	}
	defer got.Body.Close()
	if got.StatusCode != http.StatusOK {
		e.t.Fatalf("%s: %s", path, got.Status)
	}
	act()
	address, _, _ := strings.Cut(path, "?")
	lines := bufio.NewScanner(got.Body)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if lines.Text() != "" {
			said := webtest.Said{Status: got.StatusCode, Header: got.Header, Text: lines.Text()}
			if why := e.w.Document().Breach(http.MethodGet, api.Root+address, said); why != "" {
				e.t.Errorf("%s: %s: %.300s", path, why, said.Text)
			}
			e.made = append(e.made, call{p, http.MethodGet, path, nil})
			e.keep(http.MethodGet, address, nil, lines.Text())
			return
		}
	}
	e.t.Fatalf("nothing came of %s: %v", path, lines.Err())
}

// keep notes an exchange, lists of its answer cut short.
func (e *examples) keep(method, path string, body any, answer string) {
	e.t.Helper()
	address, _, _ := strings.Cut(path, "?")
	op, known := e.w.Document().Operation(method, api.Root+address)
	if !known {
		e.t.Fatalf("no operation is described for %s %s", method, path)
	}
	if _, kept := e.told[op.OperationID]; kept {
		return
	}
	made := api.Example{Path: api.Root + path}
	if body != nil {
		made.Body = written(e.t, body)
	}
	if answer != "" {
		var v any
		if err := json.Unmarshal([]byte(answer), &v); err != nil {
			e.t.Fatalf("%s: %v: %.200s", path, err, answer)
		}
		made.Answer = written(e.t, shortened(v))
	}
	e.told[op.OperationID] = made
}

// written is a value as JSON, its signs as they are.
func written(t *testing.T, v any) json.RawMessage {
	t.Helper()
	var b bytes.Buffer
	if err := api.Marshal(&b, v); err != nil {
		t.Fatal(err)
	}
	return bytes.TrimSpace(b.Bytes())
}

// exampleSchema stands in examples for the version of the tables, which each release has another of.
const exampleSchema = 100

// shortened is a value whose lists have two elements at most: more say no more. Of the version of the tables there is an
// example, too.
func shortened(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = shortened(v[i])
		}
		return v[:min(len(v), 2)]
	case map[string]any:
		for name := range v {
			v[name] = shortened(v[name])
		}
		if _, has := v["schema"]; has {
			v["schema"] = exampleSchema
		}
	}
	return v
}

// turn is the body of the legal move that is due in a match, and whoever is to make it.
func (e *examples) turn(id string, players ...*webtest.Program) (*webtest.Program, webtest.Object) {
	e.t.Helper()
	mover, ok := e.w.View(id).Match.Mover()
	if at := slices.IndexFunc(players, func(p *webtest.Program) bool { return p.Player.ID == mover.ID }); ok && at >= 0 {
		return players[at], e.w.Legal(id)
	}
	e.t.Fatal("nobody of them is to move")
	return nil, nil
}

// callEvery calls each operation of the API so that it succeeds.
func callEvery(t *testing.T, w *webtest.World) *examples {
	t.Helper()
	e := &examples{t: t, w: w, told: map[string]api.Example{}}
	w.GoToTime(w.Clock())
	ann, bob, cleo := w.Program("Ann"), w.Program("Bob"), w.Program("Cleo")
	e.games(ann)
	e.offers(ann, bob)
	e.matches(ann, bob)
	e.vacations(ann)
	e.tournaments(ann, bob, cleo)
	e.ladders(ann, bob)
	e.cups(ann, bob)
	e.championships(ann, bob, cleo)
	e.archives(ann)
	return e
}

// TestEveryOperationHasAnExample calls each operation of the API so that it succeeds. What the document shows as its
// example is such an exchange: right by the document, with a body that has the fields of the one that is sent here.
func TestEveryOperationHasAnExample(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	e := callEvery(t, w)
	for id := range e.told {
		if _, kept := api.Examples()[id]; !kept && !*updateExamples {
			t.Errorf("%s has no example: go run ./cmd/dev golden", id)
		}
	}
	operations := map[string]bool{}
	for _, methods := range w.Document().Paths {
		for _, op := range methods {
			operations[op.OperationID] = true
			if _, told := e.told[op.OperationID]; !told {
				t.Errorf("%s was not called", op.OperationID)
			}
		}
	}
	if *updateExamples {
		file, err := json.MarshalIndent(e.told, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile("api/examples.json", append(file, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	for id, kept := range api.Examples() {
		if want, got := schemaOf(t, e.told[id].Answer), schemaOf(t, kept.Answer); want != got {
			t.Errorf("the example of %s has tables of version %v; %v stands for it in examples", id, got, want)
		}
		if !operations[id] {
			t.Errorf("there is an example of %s, which is no operation", id)
		}
		if want, got := fieldsOf(t, e.told[id].Body), fieldsOf(t, kept.Body); !slices.Equal(want, got) {
			t.Errorf("the example of %s sends %v; what succeeds here sends %v", id, got, want)
		}
	}
}

// schemaOf returns what an answer says of the version of the tables; nil: nothing.
func schemaOf(t *testing.T, answer json.RawMessage) any {
	t.Helper()
	var o struct{ Schema any }
	if len(answer) > 0 && answer[0] == '{' {
		if err := json.Unmarshal(answer, &o); err != nil {
			t.Fatal(err)
		}
	}
	return o.Schema
}

// fieldsOf lists the fields of a body.
func fieldsOf(t *testing.T, body json.RawMessage) []string {
	t.Helper()
	if body == nil {
		return nil
	}
	var o map[string]any
	if err := json.Unmarshal(body, &o); err != nil {
		t.Fatal(err)
	}
	return slices.Sorted(maps.Keys(o))
}

// TestExamplesAreRightByTheDocument has each answer that is shown be one that the document allows.
func TestExamplesAreRightByTheDocument(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	seen := 0
	for path, methods := range w.Document().Paths {
		for method, op := range methods {
			kept, known := api.Examples()[op.OperationID]
			address, _, _ := strings.Cut(kept.Path, "?")
			found, right := w.Document().Operation(strings.ToUpper(method), address)
			if !known || !right || found.OperationID != op.OperationID {
				t.Errorf("%s %s: the example is of %q", method, path, kept.Path)
				continue
			}
			seen++
			for status, response := range op.Responses {
				if status >= "300" || len(response.Content) == 0 {
					continue
				}
				code, err := strconv.Atoi(status)
				if err != nil {
					t.Fatal(err)
				}
				var answer bytes.Buffer // the document is held against a line
				if err := json.Compact(&answer, kept.Answer); err != nil {
					t.Errorf("%s: %v", op.OperationID, err)
				}
				kind := api.KindOfExample(slices.Collect(maps.Keys(response.Content)))
				said := webtest.Said{Status: code, Header: http.Header{"Content-Type": {kind}}, Text: answer.String()}
				if why := w.Document().Breach(strings.ToUpper(method), address, said); why != "" {
					t.Errorf("%s: %s: %.200s", op.OperationID, why, said.Text)
				}
			}
		}
	}
	if seen < 70 {
		t.Errorf("%d examples were looked at", seen)
	}
}

// games reads what can be played, and what there is on a new site.
func (e *examples) games(ann *webtest.Program) {
	for _, path := range []string{"/games", "/calendar", "/championships", "/ladders", "/ratings/streetsoccer/lg/bots", "/players/bot:greedy"} {
		e.get(ann, path)
	}
	e.get(ann, "/ladders/streetsoccer/lg")
	e.get(ann, "/minicups/streetsoccer/lg")
	e.get(ann, "/monthlycups/streetsoccer/lg")
}

// offers makes, answers and withdraws offers, and begins a match against a bot.
func (e *examples) offers(ann, bob *webtest.Program) {
	reserved := func() string { return e.post(ann, "/matches/reservations", nil).Body["id"].(string) }
	e.post(ann, "/matches", ann.Proposal(reserved()))
	invitation := ann.Invite("Bob")
	e.get(bob, "/offers/"+invitation)
	e.get(bob, "/offers")
	counter := e.post(bob, "/offers/"+invitation+"/counter", webtest.Object{
		"id": e.post(bob, "/matches/reservations", nil).Body["id"], "game": "streetsoccer", "variant": "mastermove", "clock": "live", "kickoff": "lot", "message": "Rather so.",
	}).Body["id"].(string)
	e.post(ann, "/offers/"+counter+"/refusal", webtest.Object{"message": "Not now."})
	e.remove(ann, "/offers/"+ann.Invite("Bob"))
	body := ann.Proposal(reserved())
	delete(body, "opponent")
	body["link"] = true
	link := url.PathEscape(ann.Post("/matches", body).Want(e.t, 201).Body["link"].(string))
	e.get(bob, "/invitations/"+link)
	e.post(bob, "/invitations/"+link+"/acceptance", webtest.Object{"contribution": "mine"})
}

// matches plays, speaks, saves set-ups and gives up.
func (e *examples) matches(ann, bob *webtest.Program) {
	id := ann.Invite("Bob")
	e.post(bob, "/matches/"+id+"/acceptance", webtest.Object{"contribution": "mine"})
	at := "/matches/" + id
	mover, body := e.turn(id, ann, bob)
	e.post(mover, at+"/formations", webtest.Object{"name": "Two wings", "move": body["move"]})
	e.post(mover, "/contributions", webtest.Object{"values": []string{"3f1c9e0a7b5d4826c1e0f7a9b8d36245"}})
	e.put(mover, "/contributions/word", webtest.Object{"word": "seven green kites over the harbour"})
	e.get(mover, "/contributions")
	e.get(mover, "/formations")
	e.remove(mover, "/formations/streetsoccer/Two%20wings")
	e.follow(mover, at+"/stream", func() {})
	e.follow(mover, "/events", func() { e.post(ann, at+"/chat", webtest.Object{"text": "Good luck."}) })
	e.get(ann, at+"/chat")
	for range 4 {
		mover, body = e.turn(id, ann, bob)
		e.post(mover, at+"/moves", body)
	}
	for _, path := range []string{at, at + "/steps", at + "/beats", "/matches"} {
		e.get(ann, path)
	}
	e.post(bob, at+"/time", webtest.Object{"days": 3})
	e.w.Rules = webtest.Ordered
	e.put(ann, "/matches/"+e.w.Duel(ann, bob)+"/order", webtest.Object{"order": "stay"})
	e.w.Rules = ""
	e.post(bob, at+"/resignation", nil)
	webtest.AnalyseAll(e.t, e.w)
	e.get(ann, at+"/analysis")
	e.w.Wait(4 * time.Minute)
	first := e.get(ann, "/finished").Body["matches"].([]any)
	if len(first) == 0 {
		e.t.Fatal("nothing is listed as finished")
	}
	e.follow(ann, "/finished/stream?after="+api.WritePlace(1, ""), func() {})
	for _, path := range []string{"/players/Ann/ratings", "/players/Ann/ratings/streetsoccer/lg", "/ratings/streetsoccer/lg", "/players/Ann/export"} {
		e.get(ann, path)
	}
}

// vacations plans a vacation and ends it.
func (e *examples) vacations(ann *webtest.Program) {
	e.post(ann, "/vacation", webtest.Object{"n": 1, "days": 2})
	e.get(ann, "/vacation")
	e.remove(ann, "/vacation")
}

// tournaments opens and directs some.
func (e *examples) tournaments(ann, bob, cleo *webtest.Program) {
	cup := webtest.Object{
		"name": "Spring Cup", "format": "roundrobin", "game": "streetsoccer", "variant": "lg", "clock": "lg", "places": 4, "cycles": 1, "start": "day", "playing": true, "bots": 2,
		"starts": e.w.Clock().Add(48 * time.Hour).UTC().Format(time.RFC3339), "check_in": 72,
	}
	open := func() string { return "/tournaments/" + e.post(ann, "/tournaments", cup).Body["id"].(string) }
	e.remove(ann, open())
	at := open()
	e.put(bob, at+"/entry", nil)
	e.remove(bob, at+"/entry")
	for _, p := range []*webtest.Program{bob, cleo} {
		e.put(p, at+"/entry", nil)
	}
	e.put(ann, at+"/bots/bot:random", nil)
	e.post(ann, at+"/bots", webtest.Object{"most": 3})
	e.put(bob, at+"/consent", webtest.Object{"agree": true})
	e.remove(ann, at+"/bots/bot:random")
	e.post(ann, at+"/desk", webtest.Object{"act": "announce", "text": "We start on Sunday."})
	for _, p := range []*webtest.Program{ann, bob, cleo} {
		e.put(p, at+"/check-in", nil)
	}
	started := e.post(ann, at+"/start", nil).Body
	e.get(ann, "/tournaments")
	e.get(ann, at)
	e.follow(ann, at+"/stream", func() {})
	fixtures := started["fixtures"].([]any) // whoever is taken out plays in it, so that another one is still played
	of := slices.IndexFunc(fixtures, func(f any) bool { return strings.Contains(fmt.Sprint(f), cleo.Player.Name) })
	match := fixtures[of].(webtest.Object)["match"].(webtest.Object)["id"].(string)
	for _, path := range []string{"/what-if/" + match, "/odds", "/luck"} {
		e.get(ann, at+path)
	}
	e.post(ann, at+"/time", webtest.Object{"days": 1, "reason": "The hall was flooded.", "seen": 0})
	e.post(ann, "/matches/"+match+"/ruling", webtest.Object{"ruling": "void", "reason": "A fault of the site."})
	e.post(ann, at+"/strikes", webtest.Object{"player": "Cleo", "reason": "Asked to be taken out."})
	e.get(ann, at+"/substitutes/Cleo")
	dan := e.w.Program("Dan")
	for _, answer := range []func(){func() { e.remove(dan, at+"/seat") }, func() { e.put(dan, at+"/seat", nil) }} {
		e.post(ann, at+"/desk", webtest.Object{"act": "seek", "player": "Dan", "other": cleo.Player.ID, "text": "Cleo is ill."})
		answer()
	}
	e.get(ann, at+"/export")

	cup = webtest.Object{"name": "Spring Swiss", "format": "swiss", "game": "streetsoccer", "variant": "lg", "clock": "lg", "places": 6, "cycles": 1, "start": "organiser", "rounds": 4, "round_days": 28}
	at = open()
	for _, p := range []*webtest.Program{bob, cleo, dan, e.w.Program("Eve")} {
		e.put(p, at+"/entry", nil)
	}
	e.post(ann, at+"/start", nil)
	e.put(bob, at+"/rest", nil)
	e.remove(bob, at+"/rest")

	cup = webtest.Object{"name": "Team Cup", "format": "teams", "game": "streetsoccer", "variant": "lg", "clock": "lg", "places": 3, "cycles": 1, "start": "organiser"}
	at = open()
	e.post(bob, at+"/teams", webtest.Object{"act": "found", "name": "Night Owls"})
}

// ladders climbs one.
func (e *examples) ladders(ann, bob *webtest.Program) {
	_, cup := e.w.LaddersOpen()
	const at = "/ladders/streetsoccer/lg"
	for _, p := range []*webtest.Program{ann, bob} {
		e.put(p, cup+"/entry", nil)
		e.put(p, at+"/setting", webtest.Object{"setting": "manual"})
	}
	e.post(bob, at+"/challenges", webtest.Object{"opponent": "Ann"})
	e.get(bob, at+"/luck")
}

// cups has two agree to start alone.
func (e *examples) cups(ann, bob *webtest.Program) {
	queue := webtest.QueueAt(e.t, e.w.Member("Fay").Get("/minicup/streetsoccer/lg").Body, "Level 0")
	for _, p := range []*webtest.Program{ann, bob} {
		e.put(p, queue+"/entry", nil)
	}
	e.w.Wait(30 * 24 * time.Hour)
	e.put(ann, queue+"/agreement", nil)
}

// championships plays into a season and reads it.
func (e *examples) championships(players ...*webtest.Program) {
	home := "/championship/streetsoccer/lg"
	_, after, _ := strings.Cut(e.w.Member("Gus").Get(home).Body, `action="/tournaments/`)
	id, _, _ := strings.Cut(after, "/")
	for _, name := range []string{"Hal", "Ida"} {
		players = append(players, e.w.Program(name))
	}
	for _, p := range players {
		e.put(p, "/tournaments/"+id+"/entry", nil)
	}
	e.put(players[0], "/tournaments/"+id+"/confirmation", nil)
	e.w.GoToTime(time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC))
	for _, path := range []string{"", "/luck", "/d1-g1", "/d1-g1/luck", "/d1-g1/odds"} {
		e.get(players[0], "/championships/streetsoccer/lg/2026-11"+path)
	}
	e.get(players[0], "/competitions/championship/streetsoccer/lg/export")
}

// archives imports results from elsewhere.
func (e *examples) archives(ann *webtest.Program) {
	made := e.post(ann, "/archives", webtest.Object{
		"name": "Club Evening", "game": "streetsoccer/lg", "first": "2026-04-30", "file": "round,first,second,first_points,second_points\n1,Mia,Tom,5,0\n1,Pia,Max,4,1\n",
	})
	e.get(ann, "/archives")
	e.get(ann, "/archives/"+made.Body["id"].(string))
}
