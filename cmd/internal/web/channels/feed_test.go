package channels_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/views/feed/feedtest"
)

// read asks for a feed as a program does, without a cookie.
func read(w *webtest.World, path, has string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	if has != "" {
		r.Header.Set("If-None-Match", has)
	}
	a := httptest.NewRecorder()
	w.Echo.ServeHTTP(a, r)
	return a
}

var feedAddress = regexp.MustCompile(`/feeds/[A-Z2-7]{26}\.(atom|ics)`)

// makeFeed makes a feed and returns the path of its feed and of its calendar.
func makeFeed(t *testing.T, m *webtest.Member, label string) (atom, ics string) {
	t.Helper()
	page := m.Post("/account/feeds", url.Values{"label": {label}}).Want(t, http.StatusCreated, "they are not shown again")
	found := feedAddress.FindAllString(page.Body, -1)
	if len(found) < 2 {
		t.Fatalf("there is no address in %s", page.Body)
	}
	for _, f := range found {
		if strings.HasSuffix(f, ".atom") {
			atom = f
		} else {
			ics = f
		}
	}
	return atom, ics
}

func TestAMemberReadsWhatWaitsForThemInAFeedAndACalendar(t *testing.T) {
	w := webtest.New(t)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	atom, ics := makeFeed(t, ann, "my phone")
	ann.Get("/account/feeds").Want(t, http.StatusOK, "my phone", "never read").Without(t, strings.TrimSuffix(atom, ".atom"))

	entriesOf := func() []feedtest.Entry {
		t.Helper()
		a := read(w, atom, "")
		title, entries, err := feedtest.Atom(a.Body.Bytes())
		if a.Code != http.StatusOK || err != nil || !strings.Contains(title, "Ann") {
			t.Fatalf("%d, %q, %v: %s", a.Code, title, err, a.Body)
		}
		return entries
	}
	if entries := entriesOf(); len(entries) != 0 {
		t.Errorf("nothing has happened, and told are %v", entries)
	}
	cup := ann.Cup(func(f url.Values) { f.Set("name", "Spring Cup"); f.Set("start", "full"); f.Set("places", "3") })
	bob.Post(cup+"/entry", nil).Want(t, http.StatusSeeOther)
	w.Member("Cleo").Post(cup+"/entry", nil).Want(t, http.StatusSeeOther)
	var turns, news int
	for _, e := range entriesOf() {
		switch {
		case strings.HasPrefix(e.Title, "Your turn against "):
			turns++
			if !strings.Contains(e.URL, "/matches/") || !strings.Contains(e.Text, "StreetSoccer") || !strings.Contains(e.Text, "Move before ") {
				t.Errorf("a turn is told as %+v", e)
			}
		case e.Title == "Spring Cup":
			news++
		}
	}
	if turns == 0 || news == 0 {
		t.Errorf("told are %d turns and %d news of the tournament", turns, news)
	}
	a := read(w, ics, "")
	name, dates, err := feedtest.Calendar(a.Body.Bytes())
	if a.Code != http.StatusOK || err != nil || !strings.Contains(name, "Ann") {
		t.Fatalf("%d, %q, %v: %s", a.Code, name, err, a.Body)
	}
	deadlines := 0
	for _, d := range dates {
		if strings.HasPrefix(d.Summary, "Your time runs out against ") {
			deadlines++
			if len(d.Alarms) != 2 || !d.At.After(w.Clock()) {
				t.Errorf("a deadline is %+v", d)
			}
		}
	}
	if deadlines != turns {
		t.Errorf("%d turns have %d deadlines", turns, deadlines)
	}
	ann.Get("/account/feeds").Want(t, http.StatusOK, "last read")
	for path, a := range map[string]*httptest.ResponseRecorder{atom: read(w, atom, ""), ics: read(w, ics, "")} {
		tag := a.Header().Get("ETag")
		if got := read(w, path, tag); got.Code != http.StatusNotModified || got.Body.Len() != 0 {
			t.Errorf("%s, asked for again: %d", path, got.Code)
		}
		if h := a.Header(); !strings.HasPrefix(h.Get("Cache-Control"), "private") || h.Get("X-Robots-Tag") != "noindex" {
			t.Errorf("%s: %v", path, h)
		}
	}
	w.Wait(time.Hour)
	if a, b := read(w, atom, ""), read(w, atom, ""); a.Header().Get("ETag") != b.Header().Get("ETag") {
		t.Error("the feed changes while nothing happens")
	}
}

func TestAFeedIsReadByWhoKnowsItsAddressAlone(t *testing.T) {
	w := webtest.New(t)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	atom, ics := makeFeed(t, ann, "")
	for _, path := range []string{"/feeds/" + strings.Repeat("A", 26) + ".atom", strings.TrimSuffix(atom, ".atom"), strings.TrimSuffix(atom, ".atom") + ".rss", "/feeds/.atom"} {
		if a := read(w, path, ""); a.Code != http.StatusNotFound {
			t.Errorf("%s: %d", path, a.Code)
		}
	}
	page := ann.Get("/account/feeds").Want(t, http.StatusOK, "without a label")
	id := regexp.MustCompile(`name="feed" value="([0-9a-f]{64})"`).FindStringSubmatch(page.Body)[1]
	bob.Post("/account/feeds/end", url.Values{"feed": {id}}).Want(t, http.StatusSeeOther) // not his
	if a := read(w, ics, ""); a.Code != http.StatusOK {
		t.Errorf("somebody else has ended it: %d", a.Code)
	}
	ann.Post("/account/feeds/end", url.Values{"feed": {id}}).Want(t, http.StatusSeeOther)
	for _, path := range []string{atom, ics} {
		if a := read(w, path, ""); a.Code != http.StatusNotFound {
			t.Errorf("%s has ended: %d", path, a.Code)
		}
	}
	for n := range 5 {
		makeFeed(t, ann, fmt.Sprint("feed ", n))
	}
	ann.Post("/account/feeds", url.Values{"label": {"a sixth"}}).Want(t, http.StatusForbidden, "You have 5 feeds already", "a sixth")
	ann.Post("/account/feeds", url.Values{"label": {strings.Repeat("long ", 20)}}).Want(t, http.StatusUnprocessableEntity, "long long")
}

// TestASecretNeedNotBeInTheAddress: who can send a header reads the same feed by a password, at an address that everybody
// may know, and what they read does not say the secret either.
func TestASecretNeedNotBeInTheAddress(t *testing.T) {
	w := webtest.New(t)
	ann := w.Member("Ann")
	atom, ics := makeFeed(t, ann, "")
	secret := strings.TrimSuffix(strings.TrimPrefix(atom, "/feeds/"), ".atom")
	ask := func(path, password string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		if password != "" {
			r.SetBasicAuth("whoever", password)
		}
		a := httptest.NewRecorder()
		w.Echo.ServeHTTP(a, r)
		return a
	}
	for own, secretly := range map[string]string{"/feeds/own.atom": atom, "/feeds/own.ics": ics} {
		got, want := ask(own, secret), ask(secretly, "")
		if body := strings.ReplaceAll(want.Body.String(), secret, "own"); got.Code != http.StatusOK || got.Body.String() != body {
			t.Errorf("%s: %d\n%s\nat the secret address\n%s", own, got.Code, got.Body, body)
		}
		if strings.Contains(got.Body.String(), secret) {
			t.Errorf("%s says the secret:\n%s", own, got.Body)
		}
		if keep := got.Header().Get("Cache-Control"); !strings.HasPrefix(keep, "private") {
			t.Errorf("%s is kept as %q", own, keep)
		}
		for _, password := range []string{"", strings.Repeat("A", 26)} {
			if a := ask(own, password); a.Code != http.StatusUnauthorized || a.Header().Get("WWW-Authenticate") != `Basic realm="feeds"` {
				t.Errorf("%s with the password %q: %d, %v", own, password, a.Code, a.Header())
			}
		}
	}
	for range 60 {
		ask("/feeds/own.ics", secret)
	}
	if a := ask(atom, ""); a.Code != http.StatusTooManyRequests {
		t.Errorf("after sixty looks by the password the address answers %d", a.Code)
	}
}

func TestAFeedIsReadSixtyTimesAnHour(t *testing.T) {
	w := webtest.New(t)
	ann := w.Member("Ann")
	atom, _ := makeFeed(t, ann, "")
	other, _ := makeFeed(t, ann, "")
	for n := range 60 {
		if a := read(w, atom, ""); a.Code != http.StatusOK {
			t.Fatalf("look %d: %d", n+1, a.Code)
		}
	}
	a := read(w, atom, "")
	if a.Code != http.StatusTooManyRequests || a.Header().Get("Retry-After") == "" {
		t.Errorf("one look too many: %d, %v", a.Code, a.Header())
	}
	if a := read(w, other, ""); a.Code != http.StatusOK {
		t.Errorf("another feed: %d", a.Code)
	}
	w.Wait(time.Hour)
	if a := read(w, atom, ""); a.Code != http.StatusOK {
		t.Errorf("an hour later: %d", a.Code)
	}
}

func TestANewPasswordEndsFeeds(t *testing.T) {
	w := webtest.New(t)
	ann := w.Member("Ann")
	atom, _ := makeFeed(t, ann, "")
	ann.Post("/account/password", url.Values{"old": {webtest.MemberWords}, "password": {"a new one of four words"}}).Want(t, http.StatusSeeOther)
	if a := read(w, atom, ""); a.Code != http.StatusNotFound {
		t.Errorf("the feed has outlived the password: %d", a.Code)
	}
}

func TestTournamentsCompetitionsAndPlayersHaveFeeds(t *testing.T) {
	w := webtest.New(t)
	ann := w.Member("Ann")
	cup := ann.Cup(func(f url.Values) { f.Set("name", "Spring Cup") })
	private := ann.Cup(func(f url.Values) { f.Set("name", "Secret Cup"); f.Set("private", "1") })
	if err := w.Working().AdvanceCompetitions(t.Context()); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		cup + "/feed.atom":                         "Spring Cup",
		"/players/" + ann.Player.ID + "/feed.atom": "Ann: finished games",
		"/championship/streetsoccer/lg/feed.atom":  "Championship: StreetSoccer",
		"/ladder/streetsoccer/lg/feed.atom":        "Ladder: StreetSoccer",
		"/minicup/streetsoccer/lg/feed.atom":       "Mini cup: StreetSoccer",
		"/monthlycup/streetsoccer/lg/feed.atom":    "Monthly cup: StreetSoccer",
	} {
		a := read(w, path, "")
		title, entries, err := feedtest.Atom(a.Body.Bytes())
		if a.Code != http.StatusOK || err != nil || !strings.HasPrefix(title, want) {
			t.Errorf("%s: %d, %q, %v", path, a.Code, title, err)
		}
		if !strings.HasPrefix(path, "/players/") && !strings.HasPrefix(path, "/ladder/") && len(entries) == 0 {
			t.Errorf("%s tells nothing", path)
		}
		if again := read(w, path, a.Header().Get("ETag")); again.Code != http.StatusNotModified {
			t.Errorf("%s, asked for again: %d", path, again.Code)
		}
		w.Browser().Get(strings.TrimSuffix(path, "/feed.atom")).Want(t, http.StatusOK, `type="application/atom+xml"`, `href="`+path+`"`)
	}
	if a := read(w, private+"/feed.atom", ""); a.Code != http.StatusNotFound {
		t.Errorf("the private one: %d", a.Code)
	}
	ann.Get(private+"/feed.atom").Want(t, http.StatusNotFound) // not even for its organiser: a feed knows no cookie
	ann.Get(private).Want(t, http.StatusOK, "Secret Cup").Without(t, "application/atom+xml")
}
