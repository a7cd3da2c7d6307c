package web_test

import (
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/web"
	"kickabout/cmd/internal/web/webtest"
)

// anybody is a program without a token.
func anybody(w *webtest.World) *webtest.Program { return &webtest.Program{World: w} }

// elsewhere is what a browser sends for a page of another site.
var elsewhere = http.Header{"Origin": {"https://club.example"}, "Sec-Fetch-Site": {"cross-site"}}

func TestPagesOfOtherSitesReadWhatIsPublic(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann, bob := w.Program("Ann"), w.Program("Bob")
	id := w.Duel(ann, bob)
	session := w.Member("Cleo")
	got := session.Do(http.MethodGet, "/api/v1/matches/"+id, nil, elsewhere).Want(t, 200, `"you":""`)
	for name, want := range map[string]string{"Access-Control-Allow-Origin": "*", "Access-Control-Allow-Credentials": "", "Set-Cookie": "", "Cross-Origin-Resource-Policy": "cross-origin", "Cache-Control": "public, no-cache"} {
		if is := got.Header.Get(name); is != want {
			t.Errorf("%s is %q, want %q", name, is, want)
		}
	}
	session.Do(http.MethodGet, "/api/v1/matches", nil, elsewhere).Want(t, 401) // a cookie is no token
	session.Do(http.MethodPost, "/api/v1/matches/"+id+"/resignation", nil, elsewhere).Want(t, 401)
	asked := http.Header{"Origin": {"https://club.example"}, "Access-Control-Request-Method": {"POST"}, "Access-Control-Request-Headers": {"authorization,content-type"}}
	told := w.Browser().Do(http.MethodOptions, "/api/v1/matches/"+id+"/moves", nil, asked).Want(t, 204)
	if methods, headers := told.Header.Get("Access-Control-Allow-Methods"), told.Header.Get("Access-Control-Allow-Headers"); !strings.Contains(methods, "POST") || !strings.Contains(headers, "Authorization") || told.Header.Get("Access-Control-Allow-Credentials") != "" {
		t.Errorf("a page that wants to write is told %v", told.Header)
	}
	ann.Do(http.MethodPost, "/api/v1/matches/"+id+"/moves", w.Legal(id), elsewhere).Want(t, 201)
	page := w.Browser().Do(http.MethodOptions, "/matches/"+id+"/moves", nil, asked)
	if page.Header.Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("a page of the site is open to others: %d %v", page.Status, page.Header)
	}
	lan, err := web.New(w.Office, web.Options{Log: w.Log, LAN: true})
	if err != nil {
		t.Fatal(err)
	}
	w.Server.Config.Handler = lan
	if got := w.Browser().Do(http.MethodGet, "/api/v1/matches/"+id, nil, elsewhere).Want(t, 200); got.Header.Get("Access-Control-Allow-Origin") != "" {
		t.Error("a site in a network of its own is open to pages of others")
	}
}

func TestWhatHasNotChangedIsNotSentAgain(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann, bob := w.Program("Ann"), w.Program("Bob")
	id := w.Duel(ann, bob)
	at := "/api/v1/matches/" + id
	first := anybody(w).Do(http.MethodGet, at, nil, nil).Want(t, 200)
	tag := first.Header.Get("ETag")
	if !strings.HasPrefix(tag, `W/"`) {
		t.Fatalf("the tag is %q", tag)
	}
	w.Wait(time.Minute) // which runs on the clocks, and tells nothing new
	for _, known := range []string{tag, `"other", ` + tag, "*"} {
		if again := anybody(w).Do(http.MethodGet, at, nil, http.Header{"If-None-Match": {known}}).Want(t, 304); again.Text != "" || again.Header.Get("ETag") != tag || again.Header.Get("Access-Control-Allow-Origin") != "*" {
			t.Errorf("%s: %v %q", known, again.Header, again.Text)
		}
	}
	ann.Move(id, w.Legal(id)).Want(t, 201)
	if moved := anybody(w).Do(http.MethodGet, at, nil, http.Header{"If-None-Match": {tag}}).Want(t, 200); moved.Header.Get("ETag") == tag {
		t.Error("the tag stays the same over a move")
	}
	if own := ann.Get("/matches/"+id).Want(t, 200, `"you":"first"`); own.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("what somebody is shown by a token is kept: %v", own.Header)
	}
}

func TestLimitsAreToldBeforeTheyAreReached(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	site, err := web.New(w.Office, web.Options{Log: w.Log, Limits: web.Limits{Requests: web.Rate{Count: 60, Per: time.Minute}, Reads: web.Rate{Count: 3, Per: time.Minute}}})
	if err != nil {
		t.Fatal(err)
	}
	w.Server.Config.Handler = site
	w.Document()
	for _, want := range []string{"2", "1", "0"} {
		got := anybody(w).Get("/games").Want(t, 200)
		if left := got.Header.Get("RateLimit-Remaining"); left != want || got.Header.Get("RateLimit-Limit") != "3" || got.Header.Get("RateLimit-Policy") != "3;w=60" {
			t.Errorf("%q are left, want %s: %v", left, want, got.Header)
		}
	}
	refused := anybody(w).Get("/games").Want(t, 429, "without a token")
	if refused.Header.Get("Retry-After") != "20" || refused.Header.Get("RateLimit-Reset") != "60" || refused.Header.Get("Access-Control-Allow-Origin") != "*" {
		t.Errorf("it is told %v", refused.Header)
	}
	if got := w.Program("Ann").Get("/games").Want(t, 200); got.Header.Get("RateLimit-Remaining") != "59" {
		t.Errorf("who has a token is told %v", got.Header)
	}
}

// TestEveryListComesPageByPage asks for lists whole and in pages of one.
func TestEveryListComesPageByPage(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann, bob := w.Program("Ann"), w.Program("Bob")
	w.GoToTime(w.Clock())
	for _, p := range []*webtest.Program{ann, bob} {
		for range 2 {
			cup := webtest.Object{"name": "Cup of " + p.Player.Name, "format": "roundrobin", "game": "streetsoccer", "variant": "lg", "clock": "lg", "places": 3, "cycles": 1, "start": "organiser"}
			p.Post("/tournaments", cup).Want(t, 201)
			body := p.Proposal(w.Office.Reserve().ID)
			delete(body, "opponent")
			p.Post("/matches", body).Want(t, 201)
			w.Wait(time.Minute)
		}
	}
	for path, name := range map[string]string{"/tournaments": "tournaments", "/offers": "offers", "/calendar": "dates", "/championships": "championships", "/ladders": "ladders", "/games": "games"} {
		whole := anybody(w).Get(path).Want(t, 200).Body[name].([]any)
		if len(whole) < 2 {
			t.Errorf("%s lists %d, too few to tell", path, len(whole))
		}
		n := 0
		for cursor := ""; ; n++ {
			page := anybody(w).Get(path+"?limit=1&cursor="+cursor).Want(t, 200).Body
			items := page[name].([]any)
			if n >= len(whole) || len(items) != 1 || !same(items[0], whole[n]) {
				t.Errorf("page %d of %s is %v", n, path, items)
				break
			}
			next, more := page["next"].(string)
			if !more {
				n++
				break
			}
			cursor = next
		}
		if n != len(whole) {
			t.Errorf("%s has %d pages of one, and lists %d", path, n, len(whole))
		}
		anybody(w).Get(path+"?cursor=none").Want(t, 422, "cursor")
	}
}

// same says whether two pieces of JSON say the same.
func same(a, b any) bool { return reflect.DeepEqual(a, b) }
