package web_test

import (
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"kickabout/engine"
	"kickabout/engine/dice"
	"kickabout/league"
	"kickabout/league/office"
)

// duplicateCup opens a round robin of three in which both games of a pair have the same dice, and starts it.
func (m *member) duplicateCup(others ...*member) string {
	m.w.t.Helper()
	cup := m.cup(func(f url.Values) {
		f.Set("places", "3")
		f.Set("cycles", "2")
		f.Set("duplicate", "1")
		f.Set("playing", "1")
		f.Set("start", office.StartFull)
	})
	for _, o := range others {
		m.w.accepted(o.post(cup+"/entry", nil))
	}
	return strings.TrimPrefix(cup, "/tournaments/")
}

// heard gathers what a stream sends.
type heard struct {
	mu   sync.Mutex
	text strings.Builder
}

func (h *heard) listen(s *streaming) {
	for s.lines.Scan() {
		h.mu.Lock()
		h.text.WriteString(s.lines.Text() + "\n")
		h.mu.Unlock()
	}
}

func (h *heard) String() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.text.String()
}

// TestNothingOfATournamentShowsAThrowOfAPairBeforeItIsDue plays one pair of a tournament, and asks as its players, as
// one who plays others and as a stranger: what is stored, every route that names a match or the
// tournament, and their streams hold no link beyond the last throw that was made, and neither game has
// a throw to which the other has not come.
func TestNothingOfATournamentShowsAThrowOfAPairBeforeItIsDue(t *testing.T) {
	w := newWorld(t)
	ann, bob, cleo := w.member("Ann"), w.member("Bob"), w.member("Cleo")
	cup := ann.duplicateCup(bob, cleo)
	v, err := w.office.Tournament(t.Context(), cup)
	if err != nil {
		t.Fatal(err)
	}
	var pair [2]string
	var gid dice.GID
	for _, m := range v.Matches {
		if m.SideOf(ann.player.ID) != engine.NoSide && m.SideOf(bob.player.ID) != engine.NoSide {
			pair, gid = [2]string{m.ID, m.Twin}, m.GID
		}
	}
	links := w.dealer.Links(gid, 60)
	outlets := w.newOutlets(ann, bob, map[string][]string{"matches": pair[:], "tournaments": {cup}})
	streams := map[string]*heard{}
	for _, path := range []string{"/tournaments/" + cup + "/stream?after=0.0", "/matches/" + pair[0] + "/stream?after=0.0", "/matches/" + pair[1] + "/stream?after=0.0"} {
		h := &heard{}
		s := cleo.follow(path, "")
		if s.StatusCode != http.StatusOK {
			t.Fatalf("%s answers %d", path, s.StatusCode)
		}
		streams[path] = h
		go h.listen(s)
	}
	r := rand.New(rand.NewPCG(4, 4))
	waited, asked := 0, 0
	for n := range 10 {
		last := uint32(0)
		for _, id := range pair {
			v := w.mustMatch(id)
			last = max(last, dice.LastEvent(v.Record.Log))
			if v.Match.State.Held {
				waited++
			}
		}
		for _, id := range pair {
			if v := w.mustMatch(id); v.Record.Next().Side != engine.NoSide && dice.LastEvent(v.Record.Log) < last {
				t.Fatalf("%s decides after dice event %d of %d", id, dice.LastEvent(v.Record.Log), last)
			}
		}
		if n%4 == 3 {
			for _, n := range outlets.read(t, func(what, answer string) { noLinkBeyond(t, links[last:], what, answer) }) {
				asked += n
			}
			for path, h := range streams {
				noLinkBeyond(t, links[last:], path, h.String())
			}
			for _, path := range []string{"/tournaments/" + cup + "?whatif=" + pair[0], "/api/v1/tournaments/" + cup + "/what-if/" + pair[0]} {
				noLinkBeyond(t, links[last:], path, cleo.get(path).Body)
			}
		}
		w.turnOf(pair[n/2%2], r)
	}
	if waited == 0 || asked < 100 {
		t.Errorf("a match waited %d times; %d answers were read", waited, asked)
	}
	for path, h := range streams {
		if strings.Contains(path, "/matches/") && h.String() == "" {
			t.Errorf("%s has sent nothing", path)
		}
	}
	cleo.get("/tournaments/"+cup).want(t, http.StatusOK, "Both games of a pair have the same dice", "duplicate dice")
	cleo.get("/matches/"+pair[0]).want(t, http.StatusOK, `href="/matches/`+pair[1]+`"`, "the other game of this pair")
}

// The form is sent without any script. What is wrong is said beside the box, which stays ticked, and all
// that was typed is still there.
func TestTheOrganiserChoosesDuplicateDice(t *testing.T) {
	w := newWorld(t)
	ann := w.member("Ann")
	ann.get("/tournaments/new").want(t, http.StatusOK, `name="duplicate" value="1"`, "Duplicate dice: both games of a pair have the same dice")
	form := w.cupForm()
	for field, value := range map[string]string{"name": "Mirror Cup", "duplicate": "1", "cycles": "1", "round_days": "30"} {
		form.Set(field, value)
	}
	ann.post("/tournaments", form).want(t, http.StatusUnprocessableEntity, `id="duplicate-error"`, "let each pair meet twice", `value="Mirror Cup"`,
		`name="duplicate" value="1" checked`, `<details class="more" open>`)
	if list, err := w.office.Tournaments(t.Context(), league.Registration, 9); err != nil || len(list) != 0 {
		t.Errorf("%d tournaments, %v", len(list), err)
	}
	form.Set("cycles", "2")
	form.Set("do", "preview")
	preview := ann.post("/tournaments", form).want(t, http.StatusOK, "With 4 players: 6 games for each, 12 games in all.").Body
	form.Del("duplicate")
	if plain := ann.post("/tournaments", form).Body; outlookOf(plain) == outlookOf(preview) {
		t.Error("games that wait for each other are said to take no longer")
	}
	form.Set("duplicate", "1")
	form.Set("do", "open")
	at := w.accepted(ann.post("/tournaments", form)).Header.Get("Location")
	w.browser().get(at).want(t, http.StatusOK, "Both games of a pair have the same dice, with the sides swapped.", "Each pair meets twice, duplicate dice")
	w.browser().get("/tournaments").want(t, http.StatusOK, "each pair meets twice, duplicate dice")
	ann.get("/tournaments/new?clone="+strings.TrimPrefix(at, "/tournaments/")).want(t, http.StatusOK, `name="duplicate" value="1" checked`)
}

// outlookOf returns what a page says that a tournament comes to.
func outlookOf(page string) string {
	_, from, _ := strings.Cut(page, `id="foresight"`)
	text, _, _ := strings.Cut(from, "</div>")
	return text
}

func TestDuplicateDiceByPrograms(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.program("Ann"), w.program("Bob")
	cup := object{"name": "Spring Cup", "format": "roundrobin", "game": "streetsoccer", "variant": "lg", "clock": "lg", "places": 3, "cycles": 2, "start": "full", "playing": true, "duplicate": true}
	wrong := maps.Clone(cup)
	wrong["cycles"] = 3
	ann.post("/tournaments", wrong).want(t, 422, "body.duplicate", "let each pair meet twice")
	at := strings.TrimPrefix(ann.post("/tournaments", cup).want(t, 201, `"duplicate":true`).Header.Get("Location"), "/api/v1")
	bob.put(at+"/entry").want(t, 200)
	drawn := ann.put(at+"/bots/bot:random").want(t, 200, `"state":"running"`, `"duplicate":true`).Body["fixtures"].([]any)
	twin := ann.get("/matches/"+drawn[0].(object)["match"].(object)["id"].(string)).want(t, 200, `"twin":"`).Body["twin"].(string)
	ann.get("/matches/"+twin).want(t, 200, `"twin":"`+drawn[0].(object)["match"].(object)["id"].(string)+`"`)
	if len(drawn) != 6 {
		t.Errorf("%d matches were drawn", len(drawn))
	}
}
