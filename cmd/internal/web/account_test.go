package web_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/web"
	"kickabout/league"
	"kickabout/league/archive"
)

const secretWords = "three small goats"

// newName returns a name that nobody has yet.
func (w *world) newName() string {
	w.names++
	name := ""
	for n := w.names; n > 0; n /= 20 {
		name += string("abdefghjknopqrstuxyz"[n%20]) // none that looks like another
	}
	return "Pat " + name + "z"
}

// signUp makes the visitor a member.
func (b *browser) signUp(name string) {
	b.w.t.Helper()
	got := b.post("/signup", url.Values{"name": {name}, "password": {secretWords}})
	if got.Status != http.StatusSeeOther {
		b.w.t.Fatalf("signing up as %q: %d\n%s", name, got.Status, excerpt(got.Body))
	}
}

func (b *browser) signIn(name, password string) answer {
	return b.post("/signin", url.Values{"name": {name}, "password": {password}})
}

// session returns the cookie that the browser has.
func (b *browser) session() string {
	u, err := url.Parse(b.w.server.URL)
	if err != nil {
		b.w.t.Fatal(err)
	}
	for _, c := range b.client.Jar.Cookies(u) {
		if c.Name == "__Host-session" {
			return c.Value
		}
	}
	return ""
}

// viewer returns who the site takes a session for.
func (w *world) viewer(session string) league.Player {
	w.t.Helper()
	p, err := w.office.Visitor(w.t.Context(), session)
	if err != nil {
		w.t.Fatal(err)
	}
	return p
}

// accountForm fills in the form of a route about accounts as it should be; nil for
// other routes.
func (w *world) accountForm(path string) url.Values {
	switch path {
	case "/signup":
		return url.Values{"name": {w.newName()}, "password": {secretWords}}
	case "/signin":
		name := w.newName()
		w.browser().signUp(name)
		return url.Values{"name": {name}, "password": {secretWords}}
	case "/signout":
		return url.Values{}
	case "/account/password":
		return url.Values{"old": {secretWords}, "password": {"four small goats"}}
	case "/account/sessions/end":
		return url.Values{"session": {"others"}}
	case "/account/tokens":
		return url.Values{"label": {"my bot"}}
	case "/account/tokens/end":
		return url.Values{"token": {strings.Repeat("0", 64)}}
	case "/account/deletion":
		return url.Values{"gone": {secretWords}}
	}
	return nil
}

// TestSessions is S5.
func TestSessions(t *testing.T) {
	w := newWorld(t)
	planted := w.office.NewToken() // the attacker's own visit gave him this one
	victim := w.browser()
	victim.plant(planted)
	victim.signUp("Victor")
	if victim.session() == planted || w.viewer(planted).ID != "" || w.viewer(victim.session()).Name != "Victor" {
		t.Error("a session that was planted before signing up has become an account's")
	}
	other := w.browser()
	other.plant(planted)
	other.signIn("Victor", secretWords).want(t, http.StatusSeeOther)
	if other.session() == planted || w.viewer(planted).ID != "" || w.viewer(other.session()).Name != "Victor" {
		t.Error("a session that was planted before signing in has become an account's")
	}

	guest := w.browser()
	guest.begin()
	before := guest.session()
	guest.signUp("Guido")
	if after := guest.session(); after == before || w.viewer(before).ID != "" || w.viewer(after).Name != "Guido" {
		t.Error("a guest's session outlives his signing up")
	}
	again := guest.session()
	guest.signIn("Guido", secretWords).want(t, http.StatusSeeOther)
	if guest.session() == again || w.viewer(again).ID != "" {
		t.Error("signing in keeps the session, or leaves the old one alive")
	}

	copied := victim.session()
	victim.post("/signout", url.Values{}).want(t, http.StatusSeeOther)
	if w.viewer(copied).ID != "" || w.viewer(victim.session()).ID != "" || victim.session() == copied {
		t.Error("a session outlives signing out")
	}

	victim.signIn("Victor", secretWords)
	one, two := victim.session(), other.session()
	victim.post("/account/password", url.Values{"old": {secretWords}, "password": {"four small goats"}}).want(t, http.StatusSeeOther)
	if w.viewer(one).ID != "" || w.viewer(two).ID != "" || w.viewer(victim.session()).Name != "Victor" {
		t.Error("after another password the old sessions live on, or the new one does not")
	}

	other.signIn("Victor", "four small goats").want(t, http.StatusSeeOther)
	page := victim.get("/account").want(t, 200, "this browser", "Another program")
	ids := regexp.MustCompile(`name="session" value="([0-9a-f]{64})"`).FindAllStringSubmatch(page.Body, -1)
	if len(ids) != 1 {
		t.Fatalf("%d sessions can be ended one by one", len(ids))
	}
	guest.post("/account/sessions/end", url.Values{"session": {ids[0][1]}}).want(t, http.StatusSeeOther)
	if w.viewer(other.session()).Name != "Victor" {
		t.Error("somebody else ended Victor's session")
	}
	victim.post("/account/sessions/end", url.Values{"session": {ids[0][1]}}).want(t, http.StatusSeeOther)
	if w.viewer(other.session()).ID != "" {
		t.Error("a session was ended and goes on")
	}
	other.signIn("Victor", "four small goats")
	victim.post("/account/sessions/end", url.Values{"session": {"others"}}).want(t, http.StatusSeeOther)
	if w.viewer(other.session()).ID != "" || w.viewer(victim.session()).Name != "Victor" {
		t.Error("not all others have ended, or this one has")
	}

	cookie := victim.signIn("Victor", "four small goats").Header.Values("Set-Cookie")
	if len(cookie) != 1 {
		t.Fatalf("signing in sets the cookies %q", cookie)
	}
	for _, part := range []string{"__Host-session=", "; Path=/;", "; HttpOnly", "; Secure", "; SameSite=Lax", "; Max-Age=34560000"} {
		if !strings.Contains(cookie[0], part) {
			t.Errorf("the cookie %q lacks %q", cookie[0], part)
		}
	}
	if strings.Contains(cookie[0], "Domain") {
		t.Errorf("the cookie %q has a domain", cookie[0])
	}
	var stored bytes.Buffer
	if err := w.office.Export(t.Context(), &stored, archive.Scope{Holds: archive.Site, Secrets: true}); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(stored.String(), victim.session()) || !strings.Contains(stored.String(), `{"type":"session"`) {
		t.Error("a token itself is stored")
	}

	w.wait(time.Hour)
	if fresh := victim.get("/").Header.Get("Set-Cookie"); !strings.Contains(fresh, victim.session()) {
		t.Errorf("the cookie is not renewed by a visit: %q", fresh)
	}
	if again := victim.get("/").Header.Get("Set-Cookie"); again != "" {
		t.Errorf("the cookie is renewed by every visit: %q", again)
	}
}

// plant gives the browser a session cookie from somewhere else.
func (b *browser) plant(session string) {
	u, err := url.Parse(b.w.server.URL)
	if err != nil {
		b.w.t.Fatal(err)
	}
	b.client.Jar.SetCookies(u, []*http.Cookie{{Name: "__Host-session", Value: session, Path: "/", Secure: true}})
}

func TestWrongCredentialsAreSaidBesideTheirFieldsAndTheNameIsKept(t *testing.T) {
	w := newWorld(t)
	w.browser().signUp("Paula")
	b := w.browser()
	wrong := regexp.MustCompile(`id="(\w*)-error" role="alert">([^<]*)<`)
	for _, c := range []struct{ path, name, password, field, says string }{
		{"/signup", "Paula", secretWords, "name", "taken"},
		{"/signup", "pau1a", secretWords, "name", "taken"},
		{"/signup", "Раula", secretWords, "name", "one alphabet"},
		{"/signup", "Paul@", secretWords, "name", "“@” cannot stand"},
		{"/signup", "Guest 1", secretWords, "name", "reserved"},
		{"/signup", "Petra", "goats", "password", "at least 8"},
		{"/signup", "Petra", "password123", "password", "among the first"},
		{"/signup", "Petra", strings.Repeat("goat ", 60), "password", "at most 256"},
		{"/signup", "Petronella", "petronella", "password", "your name"},
		{"/signin", "Paula", "three big goats", "password", "Name or password is wrong."},
		{"/signin", "Petra", secretWords, "password", "Name or password is wrong."},
		{"/signin", "", "", "password", "Name or password is wrong."},
	} {
		got := b.post(c.path, url.Values{"name": {c.name}, "password": {c.password}, "next": {"/dice"}}).want(t, http.StatusUnprocessableEntity, "</html>")
		found := wrong.FindAllStringSubmatch(got.Body, -1)
		if len(found) != 1 || found[0][1] != c.field || !strings.Contains(found[0][2], c.says) {
			t.Errorf("%s %q %q: %q", c.path, c.name, c.password, found)
		}
		if !strings.Contains(got.Body, `value="`+c.name+`"`) || !strings.Contains(got.Body, `name="next" value="/dice"`) {
			t.Errorf("%s %q: what was typed is not kept", c.path, c.name)
		}
		if c.password != "" && strings.Contains(strings.ReplaceAll(got.Body, `value="`+c.name+`"`, ""), `"`+c.password+`"`) {
			t.Errorf("%s: the password %q comes back", c.path, c.password)
		}
	}
	if w.viewer(b.session()).ID != "" {
		t.Error("somebody is signed in")
	}
}

// TestAnUnknownNameAndAWrongPasswordGetTheSameBytes is the half of S7 without a clock.
func TestAnUnknownNameAndAWrongPasswordGetTheSameBytes(t *testing.T) {
	w := newWorld(t)
	w.browser().signUp("Known")
	b := w.browser()
	b.get("/") // has its cookie
	known, unknown := b.signIn("Known", "some wrong words"), b.signIn("Unknown", "some wrong words")
	known.Body = strings.ReplaceAll(known.Body, `"Known"`, `"Unknown"`)
	known.Header.Del("Date")
	unknown.Header.Del("Date")
	known.Header.Del("Content-Length") // the name comes back
	unknown.Header.Del("Content-Length")
	if known.Status != unknown.Status || known.Body != unknown.Body || fmt.Sprint(known.Header) != fmt.Sprint(unknown.Header) {
		t.Errorf("the answers differ:\n%+v\n%+v", known, unknown)
	}
}

// TestFieldsThatNoFormHasChangeNothing is S14.
func TestFieldsThatNoFormHasChangeNothing(t *testing.T) {
	w := newWorld(t)
	victim := w.browser()
	victim.signUp("Victor")
	id := w.viewer(victim.session()).ID
	extra := func(form url.Values) url.Values {
		for name, value := range map[string]string{
			"id": id, "player": id, "player_id": id, "ID": id, "kind": "bot", "Kind": "bot", "created": "0", "created_ms": "0",
			"hash": "x", "key": "x", "Player.ID": id, "session": strings.Repeat("0", 64), "token": "x", "admin": "1", "role": "admin",
		} {
			if !form.Has(name) {
				form.Set(name, value)
			}
		}
		return form
	}
	b := w.browser()
	b.post("/signup", extra(url.Values{"name": {"Mallory"}, "password": {secretWords}})).want(t, http.StatusSeeOther)
	mallory := w.viewer(b.session())
	if mallory.ID == id || mallory.Kind != league.Member || !mallory.Created.Equal(w.clock()) {
		t.Errorf("Mallory is %+v", mallory)
	}
	for _, path := range []string{"/account/tokens", "/account/sessions/end", "/account/tokens/end", "/account/password", "/signin", "/signout"} {
		b.signIn("Mallory", secretWords)
		form := w.accountForm(path)
		if path == "/account/password" {
			form.Set("password", secretWords)
		}
		b.post(path, extra(form))
	}
	if p := w.viewer(victim.session()); p.ID != id || p.Name != "Victor" || p.Kind != league.Member {
		t.Errorf("Victor is %+v now", p)
	}
	if tokens, err := w.office.Tokens(t.Context(), league.Player{ID: id}); err != nil || len(tokens) != 0 {
		t.Errorf("Victor has %d tokens, %v", len(tokens), err)
	}
	if _, err := w.office.PlayerByName(t.Context(), "Mallory"); err != nil {
		t.Error(err)
	}
}

func TestAGuestSignsUpInTheMiddleOfAGameAndGoesOn(t *testing.T) {
	w := newWorld(t)
	b := w.browser()
	id := b.begin()
	b.get("/").want(t, 200, "Sign up</a> and they stay yours")
	b.get("/signup?next=/matches/"+id).want(t, 200, "stays yours")
	got := b.post("/signup", url.Values{"name": {"Stella"}, "password": {secretWords}, "next": {"/matches/" + id}}).want(t, http.StatusSeeOther)
	if got.Header.Get("Location") != "/matches/"+id {
		t.Errorf("it leads to %q", got.Header.Get("Location"))
	}
	b.get("/matches/"+id).want(t, 200, "Stella", "Your turn")
	b.post("/matches/"+id+"/moves", w.turn(id)).want(t, http.StatusSeeOther)
	b.get("/").want(t, 200, `<a href="/account" title="Your account">Stella</a>`)

	c := w.browser()
	as := c.begin()
	c.signIn("stella", secretWords).want(t, http.StatusSeeOther)
	c.get("/matches/"+as).want(t, 200, "Stella", "Your turn")
	c.post("/matches/"+as+"/moves", w.turn(as)).want(t, http.StatusSeeOther)
}

func TestATokenIsShownOnceAndEnds(t *testing.T) {
	w := newWorld(t)
	b := w.browser()
	b.signUp("Tom")
	got := b.post("/account/tokens", url.Values{"label": {"my bot"}}).want(t, http.StatusCreated, "my bot", "not shown again")
	secret := regexp.MustCompile(`kab_[A-Z2-7]{52}`).FindString(got.Body)
	if p, err := w.office.PlayerByToken(t.Context(), secret); err != nil || p.Name != "Tom" {
		t.Fatalf("the token %q acts for %+v, %v", secret, p, err)
	}
	page := b.get("/account").want(t, 200, "my bot", "last used")
	if strings.Contains(page.Body, secret) {
		t.Error("the secret is shown again")
	}
	id := regexp.MustCompile(`name="token" value="([0-9a-f]{64})"`).FindStringSubmatch(page.Body)[1]
	other := w.browser()
	other.signUp("Eve")
	other.post("/account/tokens/end", url.Values{"token": {id}}).want(t, http.StatusSeeOther)
	if _, err := w.office.PlayerByToken(t.Context(), secret); err != nil {
		t.Errorf("Eve ended Tom's token: %v", err)
	}
	b.post("/account/tokens/end", url.Values{"token": {id}}).want(t, http.StatusSeeOther)
	if _, err := w.office.PlayerByToken(t.Context(), secret); league.KindOf(err) != league.NotFound {
		t.Errorf("the token lives on: %v", err)
	}
	b.post("/account/tokens", url.Values{"label": {strings.Repeat("x", 41)}}).want(t, http.StatusUnprocessableEntity, "label-error", strings.Repeat("x", 41))
	b.post("/account/tokens/end", url.Values{"token": {"zero"}}).want(t, http.StatusNotFound)
}

func TestTheDownloadHoldsWhatIsThePlayersAndNothingOfOthers(t *testing.T) {
	w := newWorld(t)
	b, other := w.browser(), w.browser()
	b.signUp("Dora")
	id := b.begin()
	other.signUp("Otto")
	other.begin()
	got := b.get("/account/download.jsonl").want(t, 200)
	counts := map[string]int{}
	for line := range strings.Lines(got.Body) {
		var l struct {
			Type, ID string
			Record   struct{ Events []map[string]any }
		}
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			t.Fatal(err)
		}
		counts[l.Type]++
		if n := len(l.Record.Events); l.Type == "match" && (l.ID != id || n != len(w.view(id).Record.Log)) {
			t.Errorf("match %s has %d events", l.ID, n)
		}
	}
	if want := map[string]int{"export": 1, "player": 2, "name": 1, "account": 1, "session": 1, "match": 1, "notice": 1, "end": 1}; !maps.Equal(counts, want) {
		t.Errorf("the download is %s", got.Body)
	}
	for _, secret := range []string{"Otto", "argon2id", b.session()} {
		if strings.Contains(got.Body, secret) {
			t.Errorf("the download holds %q", secret)
		}
	}
	if kind := got.Header.Get("Content-Disposition"); !strings.HasPrefix(kind, "attachment") {
		t.Errorf("it is sent as %q", kind)
	}
}

func TestADeletedAccountLeavesTheBrowserNobodys(t *testing.T) {
	w := newWorld(t)
	b := w.browser()
	b.signUp("Gerda")
	id := b.begin()
	b.post("/account/deletion", url.Values{"gone": {"not it"}}).want(t, http.StatusUnprocessableEntity, "This is not your password.", "<details open")
	before := b.session()
	got := b.post("/account/deletion", url.Values{"gone": {secretWords}}).want(t, http.StatusSeeOther)
	b.get(got.Header.Get("Location")).want(t, 200, "Your account is deleted")
	if w.viewer(before).ID != "" || w.viewer(b.session()).ID != "" || b.session() == before {
		t.Error("somebody is still signed in")
	}
	if page := b.get("/matches/"+id).want(t, 200, "deleted-", "resigned"); strings.Contains(page.Body, "Gerda") {
		t.Error("the name is still on the match's page")
	}
	b.signIn("Gerda", secretWords).want(t, http.StatusUnprocessableEntity)
}

// TestNextLeadsNowhereElse is S11.
func TestNextLeadsNowhereElse(t *testing.T) {
	w := newWorld(t)
	w.browser().signUp("Nina")
	for next, want := range map[string]string{
		"/dice": "/dice", "/matches/7f3?at=3": "/matches/7f3?at=3", "": "/", "//evil.example": "/", "/\\evil.example": "/", "https://evil.example/": "/",
		"/\t/evil.example": "/", "\n//evil.example": "/", "javascript:alert(1)": "/", "evil.example": "/", "/%2f/x": "/%2f/x", "/x\x00": "/", "///evil.example": "/",
		" /dice": "/", "\\\\evil.example": "/", "/" + strings.Repeat("x", 2000): "/", "/%zz": "/", "?x": "/", "#x": "/",
	} {
		got := w.browser().post("/signin", url.Values{"name": {"Nina"}, "password": {secretWords}, "next": {next}}).want(t, http.StatusSeeOther)
		if to := got.Header.Get("Location"); to != want {
			t.Errorf("%q leads to %q, want %q", next, to, want)
		}
	}
	b := w.browser()
	from := func(referer string) string {
		page := b.do(http.MethodGet, "/signin", nil, http.Header{"Referer": {referer}}).Body
		if found := regexp.MustCompile(`name="next" value="([^"]*)"`).FindStringSubmatch(page); found != nil {
			return found[1]
		}
		return ""
	}
	if got := from(w.server.URL + "/matches/7f3?at=3"); got != "/matches/7f3?at=3" {
		t.Errorf("from a page of this site it leads to %q", got)
	}
	for _, referer := range []string{"https://evil.example/x", w.server.URL + "/signup", w.server.URL + "//evil.example", "x", ""} {
		if got := from(referer); got != "" {
			t.Errorf("from %q it leads to %q", referer, got)
		}
	}
	if got := w.browser().get("/account").Header.Get("Location"); got != "/signin?next=%2Faccount" {
		t.Errorf("who is not signed in is led to %q", got)
	}
}

// limited is a world with rates; each browser says by X-Forwarded-For where it is.
func limited(t *testing.T, limits web.Limits) *world {
	w := newWorld(t)
	site, err := web.New(w.office, web.Options{Log: w.log, Limits: limits, Proxied: true})
	if err != nil {
		t.Fatal(err)
	}
	w.echo = site
	w.server.Config.Handler = site
	return w
}

// tries sends a form from an address and returns the status.
func (b *browser) tries(path, from string, form url.Values) answer {
	return b.do(http.MethodPost, path, form, http.Header{"X-Forwarded-For": {from}})
}

func TestSignUpsAreLimitedByNeighbourhood(t *testing.T) {
	w := limited(t, web.Limits{SignUps: web.Rate{Count: 2, Per: time.Hour}})
	form := func() url.Values { return w.accountForm("/signup") }
	bad := url.Values{"name": {"Guest"}, "password": {secretWords}}
	for range 5 { // what came to nothing does not count
		w.browser().tries("/signup", "192.0.2.1", bad).want(t, http.StatusUnprocessableEntity)
	}
	w.browser().tries("/signup", "192.0.2.1", form()).want(t, http.StatusSeeOther)
	w.browser().tries("/signup", "192.0.2.200", form()).want(t, http.StatusSeeOther)
	late := url.Values{"name": {"Latecomer"}, "password": {secretWords}}
	got := w.browser().tries("/signup", "192.0.2.3", late).want(t, http.StatusTooManyRequests, "Try again in 30 minutes", `value="Latecomer"`)
	if got.Header.Get("Retry-After") != "1800" {
		t.Errorf("Retry-After: %q", got.Header.Get("Retry-After"))
	}
	w.browser().tries("/signup", "192.0.3.1", form()).want(t, http.StatusSeeOther)
	for i, from := range []string{"2001:db8::1", "2001:db8::ffff:1", "2001:db8:0:0:1::"} {
		want := http.StatusSeeOther
		if i == 2 {
			want = http.StatusTooManyRequests
		}
		w.browser().tries("/signup", from, form()).want(t, want)
	}
	w.browser().tries("/signup", "2001:db8:0:1::1", form()).want(t, http.StatusSeeOther)
	w.wait(30 * time.Minute)
	w.browser().tries("/signup", "192.0.2.3", late).want(t, http.StatusSeeOther)
}

func TestAStrangerWhoGuessesShutsNobodyOut(t *testing.T) {
	w := limited(t, web.Limits{SignIns: web.Rate{Count: 30, Per: 10 * time.Minute}, Tries: web.Rate{Count: 3, Per: 10 * time.Minute}})
	w.browser().signUp("Honest")
	w.browser().signUp("Other")
	wrong := url.Values{"name": {"honest"}, "password": {"a wrong guess"}}
	right := url.Values{"name": {"Honest"}, "password": {secretWords}}
	for range 3 {
		w.browser().tries("/signin", "198.51.100.1", wrong).want(t, http.StatusUnprocessableEntity)
	}
	w.browser().tries("/signin", "198.51.100.2", wrong).want(t, http.StatusTooManyRequests, "Try again in 4 minutes", `value="honest"`)
	w.browser().tries("/signin", "198.51.100.2", right).want(t, http.StatusTooManyRequests) // the guesser's lucky day comes too late
	nobody := url.Values{"name": {"Nobody"}, "password": {"a wrong guess"}}
	for range 3 {
		w.browser().tries("/signin", "198.51.100.1", nobody).want(t, http.StatusUnprocessableEntity)
	}
	w.browser().tries("/signin", "198.51.100.1", nobody).want(t, http.StatusTooManyRequests, "Try again in 4 minutes")

	// From elsewhere the right password lets in, as often as one likes.
	for range 40 {
		w.browser().tries("/signin", "203.0.113.1", right).want(t, http.StatusSeeOther)
	}
	// The same neighbourhood may still sign in to other accounts.
	other := url.Values{"name": {"Other"}, "password": {secretWords}}
	w.browser().tries("/signin", "198.51.100.1", other).want(t, http.StatusSeeOther)

	// Thousands of neighbourhoods make answers slow and nothing worse.
	for i := range 30 {
		w.browser().tries("/signin", fmt.Sprintf("10.0.0.1, 100.64.%d.1", i), wrong).want(t, http.StatusUnprocessableEntity)
	}
	began := time.Now()
	w.browser().tries("/signin", "203.0.113.1", right).want(t, http.StatusSeeOther)
	if took := time.Since(began); took < 500*time.Millisecond || took > 20*time.Second {
		t.Errorf("the answer took %v", took)
	}

	// One neighbourhood that tries all names is stopped as a whole.
	codes := map[int]int{}
	for i := range 40 {
		codes[w.browser().tries("/signin", "192.0.2.7", url.Values{"name": {fmt.Sprintf("Name %d", i)}, "password": {"a wrong guess"}}).Status]++
	}
	if codes[http.StatusUnprocessableEntity] != 30 || codes[http.StatusTooManyRequests] != 10 {
		t.Errorf("40 names from one neighbourhood: %v", codes)
	}
}

func TestPasswordsOnTheAccountPageAreLimitedToo(t *testing.T) {
	w := limited(t, web.Limits{Tries: web.Rate{Count: 3, Per: 10 * time.Minute}})
	b := w.browser()
	b.signUp("Honest")
	change := func(old, password string) answer {
		return b.post("/account/password", url.Values{"old": {old}, "password": {password}})
	}
	for range 5 { // a new password that will not do is no guess
		change(secretWords, "goats").want(t, http.StatusUnprocessableEntity, "at least 8")
	}
	for range 3 {
		change("a wrong guess", "four small goats").want(t, http.StatusUnprocessableEntity, "This is not your password.")
	}
	change(secretWords, "four small goats").want(t, http.StatusTooManyRequests, "That was too often")
	b.post("/account/deletion", url.Values{"gone": {secretWords}}).want(t, http.StatusTooManyRequests, "That was too often")
	w.wait(10 * time.Minute)
	change(secretWords, "four small goats").want(t, http.StatusSeeOther)
}

func TestWithoutAProxyNobodySaysWhereHeIs(t *testing.T) {
	w := newWorld(t)
	site, err := web.New(w.office, web.Options{Log: w.log, Limits: web.Limits{SignUps: web.Rate{Count: 1, Per: time.Hour}}})
	if err != nil {
		t.Fatal(err)
	}
	w.server.Config.Handler = site
	w.browser().tries("/signup", "192.0.2.1", w.accountForm("/signup")).want(t, http.StatusSeeOther)
	w.browser().tries("/signup", "203.0.113.1", w.accountForm("/signup")).want(t, http.StatusTooManyRequests)
}

func TestRatesAreReadAndWritten(t *testing.T) {
	for text, want := range map[string]web.Rate{"0": {}, "20/1h": {Count: 20, Per: time.Hour}, "10/10m": {Count: 10, Per: 10 * time.Minute}} {
		var r web.Rate
		if err := r.UnmarshalText([]byte(text)); err != nil || r != want {
			t.Errorf("%q is %v, %v", text, r, err)
		}
		if err := r.UnmarshalText([]byte(r.String())); err != nil || r != want {
			t.Errorf("%q read again is %v, %v", r.String(), r, err)
		}
	}
	for _, text := range []string{"", "x", "-1", "20", "20/", "/1h", "20/1", "20/-1h", "0/1h", "20/0s", "2.5/1h"} {
		var r web.Rate
		if err := r.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q is %v", text, r)
		}
	}
}

func TestWhoIsSignedInIsNotAskedToSignUp(t *testing.T) {
	w := newWorld(t)
	b := w.browser()
	b.signUp("Ina")
	for _, path := range []string{"/signup", "/signin"} {
		if to := b.get(path).want(t, http.StatusSeeOther).Header.Get("Location"); to != "/account" {
			t.Errorf("%s leads to %q", path, to)
		}
	}
	b.post("/signup", w.accountForm("/signup")).want(t, http.StatusForbidden, "You have an account already")
	w.browser().post("/account/tokens", url.Values{}).want(t, http.StatusForbidden, `href="/signup"`, `href="/signin"`)
}
