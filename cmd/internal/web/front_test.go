package web_test

import (
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/engine"
	"kickabout/engine/games/cufootball"
	"kickabout/engine/games/onetwofun"
	"kickabout/engine/games/streetsoccer"
	scenes "kickabout/engine/scene"
	"kickabout/league"
	"kickabout/views/ui"
)

// TestASceneIsPlayedByItsAddress plays a scene as a browser without a script does, and beside it as one with a script.
func TestASceneIsPlayedByItsAddress(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	b := w.Browser()
	b.Get("/").Want(t, http.StatusOK, "Street soccer, one die at a time", "touch a figure", `action="/matches"`, "Full game")
	for _, g := range []engine.Game{streetsoccer.Game{}, onetwofun.Game{}, cufootball.Game{}} {
		id := g.Info().ID
		b.Get("/?game="+id).Want(t, http.StatusOK, `value="`+id+`"`, "Full game")
		p, err := scenes.Load(g, 2, nil)
		for r := rand.New(rand.NewPCG(3, 4)); err == nil && !p.Over(); {
			m := p.Record.Position.Random(r)
			query := "game=" + id + "&scene=2&moves=" + url.QueryEscape(ui.MovesText(p.Moves)) + "&move=" + url.QueryEscape(string(m))
			if p, err = p.Move(m); err != nil {
				break
			}
			at := ui.SceneURL(id, 2, p.Moves, nil)
			if got := b.Get("/?"+query).Want(t, http.StatusSeeOther).Header.Get("Location"); got != at {
				t.Fatalf("%s led to %s, not to %s", query, got, at)
			}
			part := b.Get("/scene?"+query).Want(t, http.StatusOK, `id="match"`, "Full game")
			part.Without(t, "<html")
			words := part.Body[strings.Index(part.Body, "<h1>"):strings.Index(part.Body, `<div class="stage`)]
			b.Get(at).Want(t, http.StatusOK, "<html", words)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if running, _, err := w.Office.Latest(t.Context(), league.Site(), 10, 0); err != nil || len(running) > 0 {
		t.Errorf("a scene left %v, %v", running, err)
	}
	w.Member("Ann").Get("/").Want(t, http.StatusOK, "No game waits for you").Without(t, `id="match"`)
}

func TestAnAddressThatIsNoSceneIsRefusedInWords(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	b := w.Browser()
	p, err := scenes.Load(streetsoccer.Game{}, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	legal := string(p.Record.Position.Random(rand.New(rand.NewPCG(1, 1))))
	many := strings.Repeat(legal+",", 2000)
	for query, status := range map[string]int{
		"game=chess": 404, "game=cufootball&scene=99": 404, "scene=0": 404, "scene=99": 404, "scene=x": 404, "scene=-1": 404, "scene=99999999999999999999": 404,
		"scene=1&moves=x": 422, "scene=1&moves=" + url.QueryEscape("Ma1a1|B##"): 422, "scene=1&moves=,": 422, "scene=1&move=%FF%00": 422,
		"scene=1&moves=" + url.QueryEscape(many): 422, "scene=1&moves=" + url.QueryEscape(legal+","+legal): 422,
	} {
		for _, path := range []string{"/?", "/scene?", "/scene/steps?"} {
			b.Get(path+query).Want(t, status, "The front page begins", `href="/"`)
		}
	}
	// Steps that lead nowhere are left out, as on the page of a match.
	b.Get("/?scene=1&do=a1,=goal,%22%3E").Want(t, http.StatusOK, "touch a figure")
	step := ui.StepsQuery([]engine.Step{firstStep(t, p.Record.Position)})
	b.Get("/?scene=1&do="+step).Want(t, http.StatusOK, "Undo")
	// The script of a page that cannot carry all moves asks for them.
	b.Get("/scene/steps?scene=1&do=").Want(t, http.StatusOK, `"next":["`, `"move":""`)
	b.Get("/scene/steps?scene=1&do="+step).Want(t, http.StatusOK, `"next":["`, `"task":`)
}

func firstStep(t *testing.T, p engine.Position) engine.Step {
	next, _ := p.Continue(nil)
	if len(next) == 0 {
		t.Fatal("nothing can be touched")
	}
	return next[0]
}

// TestWhatIsDueWaitsForNobody looks at a page between the moment at which a match has ended on time and the one at which
// that is written down.
func TestWhatIsDueWaitsForNobody(t *testing.T) {
	w := webtest.New(t)
	for name, b := range map[string]*webtest.Browser{"a member": w.Member("Ann").Browser, "a guest": w.Browser()} {
		id := b.Begin()
		for v := w.View(id); v.Record.Next().Side != v.Match.SideOf(v.Match.Seats[0].Player.ID); v = w.View(id) {
			w.BotMoves()
		}
		count := func(want string) {
			t.Helper()
			if got := b.Get("/help").Want(t, http.StatusOK).Body; !strings.Contains(got, want) {
				t.Errorf("%s is not shown %s", name, want)
			}
		}
		count(`id="count" class="count">1<`)
		for range 60 { // days, some of which are their vacation
			if w.View(id).Match.State.Outcome.Over() {
				break
			}
			count(`id="count" class="count">1<`)
			w.Wait(24 * time.Hour)
		}
		count(`id="count" class="count" hidden>0<`)
	}
}
