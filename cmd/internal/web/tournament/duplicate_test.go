package tournament_test

import (
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/engine"
	"kickabout/engine/dice"
	"kickabout/league"
	"kickabout/league/tournaments"
)

// duplicateCup opens a round robin of three in which both games of a pair have the same dice, and starts it.
func duplicateCup(m *webtest.Member, others ...*webtest.Member) string {
	m.World.T.Helper()
	cup := m.Cup(func(f url.Values) {
		f.Set("places", "3")
		f.Set("cycles", "2")
		f.Set("duplicate", "1")
		f.Set("playing", "1")
		f.Set("start", tournaments.StartFull)
	})
	for _, o := range others {
		m.World.Accepted(o.Post(cup+"/entry", nil))
	}
	return strings.TrimPrefix(cup, "/tournaments/")
}

// heard gathers what a stream sends.
type heard struct {
	mu   sync.Mutex
	text strings.Builder
}

func (h *heard) listen(s *webtest.Streaming) {
	for s.Lines.Scan() {
		h.mu.Lock()
		h.text.WriteString(s.Lines.Text() + "\n")
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
	w := webtest.New(t)
	ann, bob, cleo := w.Member("Ann"), w.Member("Bob"), w.Member("Cleo")
	cup := duplicateCup(ann, bob, cleo)
	v, err := w.Office.Tournament(t.Context(), league.Site(), cup)
	if err != nil {
		t.Fatal(err)
	}
	var pair [2]string
	var links []dice.Link
	for _, m := range v.Matches {
		if m.SideOf(ann.Player.ID) != engine.NoSide && m.SideOf(bob.Player.ID) != engine.NoSide {
			pair, links = [2]string{m.ID, m.Twin}, w.AllLinks(m, 60)
		}
	}
	outlets := w.NewOutlets(ann, bob, map[string][]string{"matches": pair[:], "tournaments": {cup}})
	streams := map[string]*heard{}
	for _, path := range []string{"/tournaments/" + cup + "/stream?after=0.0", "/matches/" + pair[0] + "/stream?after=0.0", "/matches/" + pair[1] + "/stream?after=0.0"} {
		h := &heard{}
		s := cleo.Follow(path, "")
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
			v := w.MustMatch(id)
			last = max(last, dice.LastEvent(v.Record.Log))
			if v.Match.State.Held {
				waited++
			}
		}
		for _, id := range pair {
			if v := w.MustMatch(id); v.Record.Next().Side != engine.NoSide && dice.LastEvent(v.Record.Log) < last {
				t.Fatalf("%s decides after dice event %d of %d", id, dice.LastEvent(v.Record.Log), last)
			}
		}
		if n%4 == 3 {
			for _, n := range outlets.Read(t, func(what, answer string) { webtest.NoLinkBeyond(t, links[last:], what, answer) }) {
				asked += n
			}
			for path, h := range streams {
				webtest.NoLinkBeyond(t, links[last:], path, h.String())
			}
			for _, path := range []string{"/tournaments/" + cup + "?whatif=" + pair[0], "/api/v1/tournaments/" + cup + "/what-if/" + pair[0]} {
				webtest.NoLinkBeyond(t, links[last:], path, cleo.Get(path).Body)
			}
		}
		w.TurnOf(pair[n/2%2], r)
	}
	if waited == 0 || asked < 100 {
		t.Errorf("a match waited %d times; %d answers were read", waited, asked)
	}
	for path, h := range streams {
		if strings.Contains(path, "/matches/") && h.String() == "" {
			t.Errorf("%s has sent nothing", path)
		}
	}
	cleo.Get("/tournaments/"+cup).Want(t, http.StatusOK, "Both games of a pair have the same dice", "duplicate dice")
	cleo.Get("/matches/"+pair[0]).Want(t, http.StatusOK, `href="/matches/`+pair[1]+`"`, "the other game of this pair")
}

// The form is sent without any script. What is wrong is said beside the box, which stays ticked, and all
// that was typed is still there.
func TestTheOrganiserChoosesDuplicateDice(t *testing.T) {
	w := webtest.New(t)
	ann := w.Member("Ann")
	ann.Get("/tournaments/new").Want(t, http.StatusOK, `name="duplicate" value="1"`, "Duplicate dice: both games of a pair have the same dice")
	form := w.CupForm()
	for field, value := range map[string]string{"name": "Mirror Cup", "duplicate": "1", "cycles": "1", "round_days": "30"} {
		form.Set(field, value)
	}
	ann.Post("/tournaments", form).Want(t, http.StatusUnprocessableEntity, `id="duplicate-error"`, "let each pair meet twice", `value="Mirror Cup"`,
		`name="duplicate" value="1" checked`, `<details class="more" open>`)
	if list, err := w.Office.Tournaments(t.Context(), league.Site(), league.Registration, 9); err != nil || len(list) != 0 {
		t.Errorf("%d tournaments, %v", len(list), err)
	}
	form.Set("cycles", "2")
	form.Set("do", "preview")
	preview := ann.Post("/tournaments", form).Want(t, http.StatusOK, "With 4 players: 6 games for each, 12 games in all.").Body
	form.Del("duplicate")
	if plain := ann.Post("/tournaments", form).Body; outlookOf(plain) == outlookOf(preview) {
		t.Error("games that wait for each other are said to take no longer")
	}
	form.Set("duplicate", "1")
	form.Set("do", "open")
	at := w.Accepted(ann.Post("/tournaments", form)).Header.Get("Location")
	w.Browser().Get(at).Want(t, http.StatusOK, "Both games of a pair have the same dice, with the sides swapped.", "Each pair meets twice, duplicate dice")
	w.Browser().Get("/tournaments").Want(t, http.StatusOK, "each pair meets twice, duplicate dice")
	ann.Get("/tournaments/new?clone="+strings.TrimPrefix(at, "/tournaments/")).Want(t, http.StatusOK, `name="duplicate" value="1" checked`)
}

// outlookOf returns what a page says that a tournament comes to.
func outlookOf(page string) string {
	_, from, _ := strings.Cut(page, `id="foresight"`)
	text, _, _ := strings.Cut(from, "</div>")
	return text
}

func TestDuplicateDiceByPrograms(t *testing.T) {
	w := webtest.New(t)
	ann, bob := w.Program("Ann"), w.Program("Bob")
	cup := webtest.Object{"name": "Spring Cup", "format": "roundrobin", "game": "streetsoccer", "variant": "lg", "clock": "fast", "places": 3, "cycles": 2, "start": "full", "playing": true, "bots": 1, "duplicate": true}
	wrong := maps.Clone(cup)
	wrong["cycles"] = 3
	ann.Post("/tournaments", wrong).Want(t, 422, "body.duplicate", "let each pair meet twice")
	wrong = maps.Clone(cup)
	wrong["clock"] = "slow"
	ann.Post("/tournaments", wrong).Want(t, 422, "body.duplicate", "Choose the fast or the live clock")
	at := strings.TrimPrefix(ann.Post("/tournaments", cup).Want(t, 201, `"duplicate":true`).Header.Get("Location"), "/api/v1")
	bob.Put(at+"/entry").Want(t, 200)
	drawn := ann.Put(at+"/bots/bot:random").Want(t, 200, `"state":"running"`, `"duplicate":true`).Body["fixtures"].([]any)
	twin := ann.Get("/matches/"+drawn[0].(webtest.Object)["match"].(webtest.Object)["id"].(string)).Want(t, 200, `"twin":"`).Body["twin"].(string)
	ann.Get("/matches/"+twin).Want(t, 200, `"twin":"`+drawn[0].(webtest.Object)["match"].(webtest.Object)["id"].(string)+`"`)
	if len(drawn) != 6 {
		t.Errorf("%d matches were drawn", len(drawn))
	}
}
