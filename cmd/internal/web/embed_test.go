package web_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"kickabout/cmd/internal/web"
	"kickabout/cmd/internal/web/webtest"
)

func TestOnlyWhatIsEmbeddedMayStandInAFrame(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	id := w.Match(ann, bob)
	got := ann.Get("/embed/matches/"+id).Want(t, 200, "Ann", "Bob", `href="/matches/`+id+`"`, "StreetSoccer")
	for name, want := range map[string]string{
		"Access-Control-Allow-Origin": "*", "Access-Control-Allow-Credentials": "", "Set-Cookie": "", "Cross-Origin-Resource-Policy": "cross-origin",
		"Cache-Control": "public, max-age=10", "Kickabout-Viewer": "",
	} {
		if is := got.Header.Get(name); is != want {
			t.Errorf("%s is %q, want %q", name, is, want)
		}
	}
	if p := got.Header.Get("Content-Security-Policy"); !strings.Contains(p, "frame-ancestors *") || !strings.Contains(p, "form-action 'none'") {
		t.Errorf("the policy is %q", p)
	}
	for _, path := range []string{"/", "/matches/" + id, "/embed/matches/zzz", "/oembed"} {
		if p := ann.Get(path).Header.Get("Content-Security-Policy"); !strings.Contains(p, "frame-ancestors 'none'") {
			t.Errorf("%s may stand in a frame: %q", path, p)
		}
	}
	lan, err := web.New(w.Office, web.Options{Log: w.Log, LAN: true})
	if err != nil {
		t.Fatal(err)
	}
	w.Server.Config.Handler = lan
	inside := w.Browser().Get("/embed/matches/"+id).Want(t, 200)
	if p := inside.Header.Get("Content-Security-Policy"); !strings.Contains(p, "frame-ancestors 'none'") || inside.Header.Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("a site in a network of its own stands in frames of others: %v", inside.Header)
	}
}

// TestALadderIsEmbeddedByItsPlaces has a ladder in a frame say more than who has entered.
func TestALadderIsEmbeddedByItsPlaces(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	_, cup := w.LaddersOpen()
	w.Browser().Get("/embed"+cup).Want(t, 200, "Nobody has entered yet.", `href="/ladder/streetsoccer/lg"`)
	w.Climbers("Ann", "Bob")
	w.Browser().Get("/embed"+cup+"?fresh").Want(t, 200, "Table of the places", "Ann", "Bob", `<td class="l zone">2</td>`).Without(t, "Being played")
}

func TestWhatIsEmbeddedIsSentAgainWhenItHasChanged(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	id := w.Match(ann, bob)
	b := w.Browser()
	tag := b.Get("/embed/matches/" + id).Header.Get("ETag")
	same := func() int {
		return b.Do(http.MethodGet, "/embed/matches/"+id, nil, http.Header{"If-None-Match": {tag}}).Status
	}
	if code := same(); code != http.StatusNotModified {
		t.Errorf("what has not changed is answered with %d", code)
	}
	mover := ann
	if v := w.MustMatch(id); v.Match.SideOf(ann.Player.ID) != v.Record.Next().Side {
		mover = bob
	}
	mover.Post("/matches/"+id+"/moves", w.Turn(id)).Want(t, 303)
	if code := same(); code != http.StatusOK {
		t.Errorf("after a move it is answered with %d", code)
	}
}

func TestATournamentIsEmbeddedIfEverybodyMaySeeIt(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann := w.Member("Ann")
	public := strings.TrimPrefix(ann.Cup(func(f url.Values) { f.Set("name", "Open Cup") }), "/tournaments/")
	private := strings.TrimPrefix(ann.Cup(func(f url.Values) { f.Set("private", "1") }), "/tournaments/")
	ann.Get("/embed/tournaments/"+public).Want(t, 200, "Open Cup", "Ann", `href="/tournaments/`+public+`"`)
	for _, bot := range []string{"bot:random", "bot:greedy", "bot:medium"} {
		if err := w.Office.InviteBot(t.Context(), ann.Player, public, bot); err != nil {
			t.Fatal(err)
		}
	}
	ann.Post("/tournaments/"+public+"/start", nil).Want(t, 303)
	ann.Get("/embed/tournaments/"+public).Want(t, 200, "<table", "Last five")
	ann.Get("/embed/tournaments/"+public+"?group=d9-g9").Want(t, 404)
	ann.Get("/tournaments/"+private).Want(t, 200)
	ann.Get("/embed/tournaments/"+private).Want(t, 404)
}

func TestProgramsAreToldHowAPageIsEmbedded(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	id := w.Match(ann, bob)
	b := w.Browser()
	ask := func(query url.Values) webtest.Answer { return b.Get("/oembed?" + query.Encode()) }
	page := w.Server.URL + "/matches/" + id
	var told struct {
		Version, Type, Title, HTML string
		Width, Height              int
	}
	got := ask(url.Values{"url": {page}, "maxwidth": {"320"}, "maxheight": {"9000"}, "format": {"json"}}).Want(t, 200)
	if err := json.Unmarshal([]byte(got.Body), &told); err != nil {
		t.Fatal(err)
	}
	if told.Version != "1.0" || told.Type != "rich" || told.Title != "Ann v Bob" || told.Width != 320 || told.Height != 640 {
		t.Errorf("told %+v", told)
	}
	if !strings.Contains(told.HTML, `src="`+w.Server.URL+"/embed/matches/"+id+`"`) || !strings.Contains(told.HTML, `sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"`) {
		t.Errorf("the frame is %s", told.HTML)
	}
	b.Get("/matches/"+id).Want(t, 200, `type="application/json+oembed"`)
	for _, wrong := range []string{"", "https://club.example/matches/" + id, w.Server.URL + "/account", w.Server.URL + "/matches/zzz", page + "/moves", "http://%zz"} {
		ask(url.Values{"url": {wrong}}).Want(t, 404)
	}
	ask(url.Values{"url": {page}, "format": {"xml"}}).Want(t, 501)
}
