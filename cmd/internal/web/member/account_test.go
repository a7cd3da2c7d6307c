package member_test

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

	"kickabout/cmd/internal/admission"
	"kickabout/cmd/internal/web"
	"kickabout/cmd/internal/web/webtest"
	"kickabout/league"
	"kickabout/league/archive"
	"kickabout/store/storetest"
)

func signIn(b *webtest.Browser, name, password string) webtest.Answer {
	return b.Post("/signin", url.Values{"name": {name}, "password": {password}, "stay": {"1"}})
}

// session returns the cookie that the browser has.
func session(b *webtest.Browser) string {
	u, err := url.Parse(b.World.Server.URL)
	if err != nil {
		b.World.T.Fatal(err)
	}
	for _, c := range b.Client.Jar.Cookies(u) {
		if c.Name == "__Host-session" {
			return c.Value
		}
	}
	return ""
}

// viewer returns who the site takes a session for.
func viewer(w *webtest.World, session string) league.Player {
	w.T.Helper()
	p, err := w.Office.Visitor(w.T.Context(), session)
	if err != nil {
		w.T.Fatal(err)
	}
	return p
}

// TestSessions is S5.
func TestSessions(t *testing.T) {
	w := webtest.New(t)
	planted := w.Office.NewToken() // the attacker's own visit gave them this one
	victim := w.Browser()
	victim.Plant(planted)
	victim.SignUp("Victor")
	if session(victim) == planted || viewer(w, planted).ID != "" || viewer(w, session(victim)).Name != "Victor" {
		t.Error("a session that was planted before signing up has become an account's")
	}
	other := w.Browser()
	other.Plant(planted)
	signIn(other, "Victor", webtest.SecretWords).Want(t, http.StatusSeeOther)
	if session(other) == planted || viewer(w, planted).ID != "" || viewer(w, session(other)).Name != "Victor" {
		t.Error("a session that was planted before signing in has become an account's")
	}

	guest := w.Browser()
	guest.Begin()
	before := session(guest)
	guest.SignUp("Guido")
	if after := session(guest); after == before || viewer(w, before).ID != "" || viewer(w, after).Name != "Guido" {
		t.Error("a guest's session outlives his signing up")
	}
	again := session(guest)
	signIn(guest, "Guido", webtest.SecretWords).Want(t, http.StatusSeeOther)
	if session(guest) == again || viewer(w, again).ID != "" {
		t.Error("signing in keeps the session, or leaves the old one alive")
	}

	copied := session(victim)
	victim.Post("/signout", url.Values{}).Want(t, http.StatusSeeOther)
	if viewer(w, copied).ID != "" || viewer(w, session(victim)).ID != "" || session(victim) == copied {
		t.Error("a session outlives signing out")
	}

	signIn(victim, "Victor", webtest.SecretWords)
	one, two := session(victim), session(other)
	victim.Post("/account/password", url.Values{"old": {webtest.SecretWords}, "password": {"four small goats"}}).Want(t, http.StatusSeeOther)
	if viewer(w, one).ID != "" || viewer(w, two).ID != "" || viewer(w, session(victim)).Name != "Victor" {
		t.Error("after another password the old sessions live on, or the new one does not")
	}

	signIn(other, "Victor", "four small goats").Want(t, http.StatusSeeOther)
	page := victim.Get("/account/security").Want(t, 200, "this browser", "Another program")
	ids := regexp.MustCompile(`name="session" value="([0-9a-f]{64})"`).FindAllStringSubmatch(page.Body, -1)
	if len(ids) != 1 {
		t.Fatalf("%d sessions can be ended one by one", len(ids))
	}
	guest.Post("/account/sessions/end", url.Values{"session": {ids[0][1]}}).Want(t, http.StatusSeeOther)
	if viewer(w, session(other)).Name != "Victor" {
		t.Error("somebody else ended Victor's session")
	}
	victim.Post("/account/sessions/end", url.Values{"session": {ids[0][1]}}).Want(t, http.StatusSeeOther)
	if viewer(w, session(other)).ID != "" {
		t.Error("a session was ended and goes on")
	}
	signIn(other, "Victor", "four small goats")
	victim.Post("/account/sessions/end", url.Values{"session": {"others"}}).Want(t, http.StatusSeeOther)
	if viewer(w, session(other)).ID != "" || viewer(w, session(victim)).Name != "Victor" {
		t.Error("not all others have ended, or this one has")
	}

	brief := w.Browser().Post("/signin", url.Values{"name": {"Victor"}, "password": {"four small goats"}}).Want(t, http.StatusSeeOther).Header.Values("Set-Cookie")
	if len(brief) != 2 || strings.Contains(brief[0], "Max-Age") {
		t.Errorf("whoever does not stay signed in gets the cookie %q", brief)
	}
	cookie := signIn(victim, "Victor", "four small goats").Header.Values("Set-Cookie")
	if len(cookie) != 2 || !strings.HasPrefix(cookie[1], "__Host-device=") { // the other tells only whether the browser is known
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
	if err := w.Office.Export(t.Context(), &stored, archive.Scope{Holds: archive.Site, Secrets: true}); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(stored.String(), session(victim)) || !strings.Contains(stored.String(), `{"type":"session"`) {
		t.Error("a token itself is stored")
	}

	w.Wait(time.Hour)
	if fresh := victim.Get("/").Header.Get("Set-Cookie"); !strings.Contains(fresh, session(victim)) {
		t.Errorf("the cookie is not renewed by a visit: %q", fresh)
	}
	if again := victim.Get("/").Header.Get("Set-Cookie"); again != "" {
		t.Errorf("the cookie is renewed by every visit: %q", again)
	}
}

func TestWrongCredentialsAreSaidBesideTheirFieldsAndTheNameIsKept(t *testing.T) {
	w := webtest.New(t)
	w.Browser().SignUp("Paula")
	b := w.Browser()
	wrong := regexp.MustCompile(`id="(\w*)-error" role="alert">([^<]*)<`)
	for _, c := range []struct{ path, name, password, field, says string }{
		{"/signup", "Paula", webtest.SecretWords, "name", "taken"},
		{"/signup", "pau1a", webtest.SecretWords, "name", "taken"},
		{"/signup", "Раula", webtest.SecretWords, "name", "one alphabet"},
		{"/signup", "Paul@", webtest.SecretWords, "name", "“@” cannot stand"},
		{"/signup", "Guest 1", webtest.SecretWords, "name", "reserved"},
		{"/signup", "Petra", "goats", "password", "at least 8"},
		{"/signup", "Petra", "password123", "password", "among the first"},
		{"/signup", "Petra", strings.Repeat("goat ", 60), "password", "at most 256"},
		{"/signup", "Petronella", "petronella", "password", "your name"},
		{"/signin", "Paula", "three big goats", "password", "Name or password is wrong."},
		{"/signin", "Petra", webtest.SecretWords, "password", "Name or password is wrong."},
		{"/signin", "", "", "password", "Name or password is wrong."},
	} {
		got := b.Post(c.path, url.Values{"name": {c.name}, "password": {c.password}, "next": {"/dice"}}).Want(t, http.StatusUnprocessableEntity, "</html>")
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
	if viewer(w, session(b)).ID != "" {
		t.Error("somebody is signed in")
	}
}

// TestAnUnknownNameAndAWrongPasswordGetTheSameBytes is the half of S7 without a clock.
func TestAnUnknownNameAndAWrongPasswordGetTheSameBytes(t *testing.T) {
	w := webtest.New(t)
	w.Browser().SignUp("Known")
	b := w.Browser()
	b.Get("/") // has its cookie
	known, unknown := signIn(b, "Known", "some wrong words"), signIn(b, "Unknown", "some wrong words")
	known.Body = strings.ReplaceAll(known.Body, `"Known"`, `"Unknown"`)
	for _, own := range []string{"Date", "X-Request-Id", "Content-Length"} { // the name comes back
		known.Header.Del(own)
		unknown.Header.Del(own)
	}
	if known.Status != unknown.Status || known.Body != unknown.Body || fmt.Sprint(known.Header) != fmt.Sprint(unknown.Header) {
		t.Errorf("the answers differ:\n%+v\n%+v", known, unknown)
	}
}

// TestFieldsThatNoFormHasChangeNothing is S14.
func TestFieldsThatNoFormHasChangeNothing(t *testing.T) {
	w := webtest.New(t)
	victim := w.Browser()
	victim.SignUp("Victor")
	id := viewer(w, session(victim)).ID
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
	b := w.Browser()
	b.Post("/signup", extra(url.Values{"name": {"Mallory"}, "password": {webtest.SecretWords}})).Want(t, http.StatusCreated)
	mallory := viewer(w, session(b))
	if mallory.ID == id || mallory.Kind != league.Member || !mallory.Created.Equal(w.Clock()) {
		t.Errorf("Mallory is %+v", mallory)
	}
	for _, path := range []string{"/account/tokens", "/account/sessions/end", "/account/tokens/end", "/account/password", "/signin", "/signout"} {
		signIn(b, "Mallory", webtest.SecretWords)
		form := w.AccountForm(path)
		if path == "/account/password" {
			form.Set("password", webtest.SecretWords)
		}
		b.Post(path, extra(form))
	}
	if p := viewer(w, session(victim)); p.ID != id || p.Name != "Victor" || p.Kind != league.Member {
		t.Errorf("Victor is %+v now", p)
	}
	if tokens, err := w.Office.Tokens(t.Context(), league.Player{ID: id}); err != nil || len(tokens) != 0 {
		t.Errorf("Victor has %d tokens, %v", len(tokens), err)
	}
	if _, err := w.Office.PlayerByName(t.Context(), "Mallory"); err != nil {
		t.Error(err)
	}
}

func TestAGuestSignsUpInTheMiddleOfAGameAndGoesOn(t *testing.T) {
	w := webtest.New(t)
	b := w.Browser()
	id := b.Begin()
	b.Get("/").Want(t, 200, "Sign up</a> and they stay yours")
	b.Get("/signup?next=/matches/"+id).Want(t, 200, "stays yours")
	got := b.Post("/signup", url.Values{"name": {"Stella"}, "password": {webtest.SecretWords}, "next": {"/matches/" + id}}).Want(t, http.StatusCreated, `<a class="button main" href="/matches/`+id+`">Go on</a>`)
	if n := len(recoveryCode.FindAllString(got.Body, -1)); n != 8 {
		t.Errorf("%d recovery codes are shown", n)
	}
	b.Get("/matches/"+id).Want(t, 200, "Stella", "Your turn")
	b.Post("/matches/"+id+"/moves", w.Turn(id)).Want(t, http.StatusSeeOther)
	b.Get("/").Want(t, 200, `<a href="/account" title="Your account"><bdi>Stella</bdi></a>`)

	c := w.Browser()
	as := c.Begin()
	signIn(c, "stella", webtest.SecretWords).Want(t, http.StatusSeeOther)
	c.Get("/matches/"+as).Want(t, 200, "Stella", "Your turn")
	c.Post("/matches/"+as+"/moves", w.Turn(as)).Want(t, http.StatusSeeOther)
}

func TestATokenIsShownOnceAndEnds(t *testing.T) {
	w := webtest.New(t)
	b := w.Browser()
	b.SignUp("Tom")
	got := b.Post("/account/tokens", url.Values{"label": {"my bot"}, "scopes": {"play", "enter"}, "days": {"30"}}).Want(t, http.StatusCreated, "my bot", "not shown again")
	secret := regexp.MustCompile(`kab_[A-Z2-7]{52}`).FindString(got.Body)
	if p, err := w.Office.PlayerByToken(t.Context(), secret, league.ScopeRead); err != nil || p.Name != "Tom" {
		t.Fatalf("the token %q acts for %+v, %v", secret, p, err)
	}
	page := b.Get("/account").Want(t, 200, "my bot", "last used", "read play enter, ", "31 May 2026")
	if strings.Contains(page.Body, secret) {
		t.Error("the secret is shown again")
	}
	id := regexp.MustCompile(`name="token" value="([0-9a-f]{64})"`).FindStringSubmatch(page.Body)[1]
	other := w.Browser()
	other.SignUp("Eve")
	other.Post("/account/tokens/end", url.Values{"token": {id}}).Want(t, http.StatusSeeOther)
	if _, err := w.Office.PlayerByToken(t.Context(), secret, league.ScopeRead); err != nil {
		t.Errorf("Eve ended Tom's token: %v", err)
	}
	if strings.Contains(page.Body, "Wake") {
		t.Error("a token that is awake can be woken")
	}
	if err := storetest.Below(w.Store).Bare(t.Context()).Exec("UPDATE tokens SET asleep = 1").Error; err != nil { // as a restoration does
		t.Fatal(err)
	}
	if _, err := w.Office.PlayerByToken(t.Context(), secret, league.ScopeRead); league.KindOf(err) != league.Forbidden {
		t.Errorf("a token that sleeps acts: %v", err)
	}
	b.Get("/account").Want(t, 200, "restored from a backup", "asleep", `action="/account/tokens/wake"`)
	other.Post("/account/tokens/wake", url.Values{"token": {id}}).Want(t, http.StatusSeeOther)
	if _, err := w.Office.PlayerByToken(t.Context(), secret, league.ScopeRead); league.KindOf(err) != league.Forbidden {
		t.Errorf("Eve woke Tom's token: %v", err)
	}
	b.Post("/account/tokens/wake", url.Values{"token": {id}}).Want(t, http.StatusSeeOther)
	if p, err := w.Office.PlayerByToken(t.Context(), secret, league.ScopeRead); err != nil || p.Name != "Tom" {
		t.Errorf("the token that was woken acts for %+v, %v", p, err)
	}
	b.Post("/account/tokens/end", url.Values{"token": {id}}).Want(t, http.StatusSeeOther)
	if _, err := w.Office.PlayerByToken(t.Context(), secret, league.ScopeRead); league.KindOf(err) != league.NotFound {
		t.Errorf("the token lives on: %v", err)
	}
	b.Post("/account/tokens", url.Values{"label": {strings.Repeat("x", 41)}, "scopes": {"enter"}, "days": {"365"}}).
		Want(t, http.StatusUnprocessableEntity, "label-error", strings.Repeat("x", 41), `value="enter" checked`, `value="365" selected`)
	b.Post("/account/tokens", url.Values{"days": {"31"}}).Want(t, http.StatusUnprocessableEntity, "30, 90 or 365 days")
	b.Post("/account/tokens", url.Values{"scopes": {"admin"}, "days": {"30"}}).Want(t, http.StatusUnprocessableEntity, "There is no scope")
	b.Post("/account/tokens/end", url.Values{"token": {"zero"}}).Want(t, http.StatusNotFound)
}

func TestTheDownloadHoldsWhatIsThePlayersAndNothingOfOthers(t *testing.T) {
	w := webtest.New(t)
	b, other := w.Browser(), w.Browser()
	b.SignUp("Dora")
	id := b.Begin()
	other.SignUp("Otto")
	other.Begin()
	got := b.Get("/account/download.jsonl").Want(t, 200)
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
		if n := len(l.Record.Events); l.Type == "match" && (l.ID != id || n != len(w.View(id).Record.Log)) {
			t.Errorf("match %s has %d events", l.ID, n)
		}
	}
	if want := map[string]int{"export": 1, "player": 2, "name": 1, "account": 1, "session": 1, "recovery_code": 8, "security": 1, "match": 1, "notice": 1, "hours": 1, "end": 1}; !maps.Equal(counts, want) {
		t.Errorf("the download is %s", got.Body)
	}
	for _, secret := range []string{"Otto", "argon2id", session(b)} {
		if strings.Contains(got.Body, secret) {
			t.Errorf("the download holds %q", secret)
		}
	}
	if kind := got.Header.Get("Content-Disposition"); !strings.HasPrefix(kind, "attachment") {
		t.Errorf("it is sent as %q", kind)
	}
}

func TestADeletedAccountLeavesTheBrowserNobodys(t *testing.T) {
	w := webtest.New(t)
	b := w.Browser()
	b.SignUp("Gerda")
	id := b.Begin()
	b.Post("/account/deletion", url.Values{"gone": {"not it"}}).Want(t, http.StatusUnprocessableEntity, "This is not your password.", "<details open")
	before := session(b)
	got := b.Post("/account/deletion", url.Values{"gone": {webtest.SecretWords}}).Want(t, http.StatusSeeOther)
	b.Get(got.Header.Get("Location")).Want(t, 200, "Your account is deleted")
	if viewer(w, before).ID != "" || viewer(w, session(b)).ID != "" || session(b) == before {
		t.Error("somebody is still signed in")
	}
	if page := b.Get("/matches/"+id).Want(t, 200, "deleted-", "resigned"); strings.Contains(page.Body, "Gerda") {
		t.Error("the name is still on the match's page")
	}
	signIn(b, "Gerda", webtest.SecretWords).Want(t, http.StatusUnprocessableEntity)
}

// TestNextLeadsNowhereElse is S11.
func TestNextLeadsNowhereElse(t *testing.T) {
	w := webtest.New(t)
	w.Browser().SignUp("Nina")
	for next, want := range map[string]string{
		"/dice": "/dice", "/matches/7f3?at=3": "/matches/7f3?at=3", "": "/", "//evil.example": "/", "/\\evil.example": "/", "https://evil.example/": "/",
		"/\t/evil.example": "/", "\n//evil.example": "/", "javascript:alert(1)": "/", "evil.example": "/", "/%2f/x": "/%2f/x", "/x\x00": "/", "///evil.example": "/",
		" /dice": "/", "\\\\evil.example": "/", "/" + strings.Repeat("x", 2000): "/", "/%zz": "/", "?x": "/", "#x": "/",
	} {
		got := w.Browser().Post("/signin", url.Values{"name": {"Nina"}, "password": {webtest.SecretWords}, "next": {next}}).Want(t, http.StatusSeeOther)
		if to := got.Header.Get("Location"); to != want {
			t.Errorf("%q leads to %q, want %q", next, to, want)
		}
	}
	b := w.Browser()
	from := func(referer string) string {
		page := b.Do(http.MethodGet, "/signin", nil, http.Header{"Referer": {referer}}).Body
		if found := regexp.MustCompile(`name="next" value="([^"]*)"`).FindStringSubmatch(page); found != nil {
			return found[1]
		}
		return ""
	}
	if got := from(w.Server.URL + "/matches/7f3?at=3"); got != "/matches/7f3?at=3" {
		t.Errorf("from a page of this site it leads to %q", got)
	}
	for _, referer := range []string{"https://evil.example/x", w.Server.URL + "/signup", w.Server.URL + "//evil.example", "x", ""} {
		if got := from(referer); got != "" {
			t.Errorf("from %q it leads to %q", referer, got)
		}
	}
	if got := w.Browser().Get("/account").Header.Get("Location"); got != "/signin?next=%2Faccount" {
		t.Errorf("who is not signed in is led to %q", got)
	}
}

// limited is a world with rates; each browser says by X-Forwarded-For where it is.
func limited(t *testing.T, limits web.Limits) *webtest.World {
	w := webtest.New(t)
	site, err := web.New(w.Office, web.Options{Log: w.Log, Limits: limits, Proxies: admission.Near()})
	if err != nil {
		t.Fatal(err)
	}
	w.Echo = site
	w.Server.Config.Handler = site
	return w
}

// tries sends a form from an address and returns the status.
func tries(b *webtest.Browser, path, from string, form url.Values) webtest.Answer {
	return b.Do(http.MethodPost, path, form, http.Header{"X-Forwarded-For": {from}})
}

func TestSignUpsAreLimitedByNeighbourhood(t *testing.T) {
	w := limited(t, web.Limits{SignUps: web.Rate{Count: 2, Per: time.Hour}})
	form := func() url.Values { return w.AccountForm("/signup") }
	bad := url.Values{"name": {"Guest"}, "password": {webtest.SecretWords}}
	for range 5 { // what came to nothing does not count
		tries(w.Browser(), "/signup", "192.0.2.1", bad).Want(t, http.StatusUnprocessableEntity)
	}
	tries(w.Browser(), "/signup", "192.0.2.1", form()).Want(t, http.StatusCreated)
	tries(w.Browser(), "/signup", "192.0.2.200", form()).Want(t, http.StatusCreated)
	late := url.Values{"name": {"Latecomer"}, "password": {webtest.SecretWords}}
	got := tries(w.Browser(), "/signup", "192.0.2.3", late).Want(t, http.StatusTooManyRequests, "Try again in 30 minutes", `value="Latecomer"`)
	if got.Header.Get("Retry-After") != "1800" {
		t.Errorf("Retry-After: %q", got.Header.Get("Retry-After"))
	}
	tries(w.Browser(), "/signup", "192.0.3.1", form()).Want(t, http.StatusCreated)
	for i, from := range []string{"2001:db8::1", "2001:db8::ffff:1", "2001:db8:0:0:1::"} {
		want := http.StatusCreated
		if i == 2 {
			want = http.StatusTooManyRequests
		}
		tries(w.Browser(), "/signup", from, form()).Want(t, want)
	}
	tries(w.Browser(), "/signup", "2001:db8:0:1::1", form()).Want(t, http.StatusCreated)
	w.Wait(30 * time.Minute)
	tries(w.Browser(), "/signup", "192.0.2.3", late).Want(t, http.StatusCreated)
}

// TestGamesAgainstBotsAreLimitedByNeighbourhood: twenty for each account that may be made there.
func TestGamesAgainstBotsAreLimitedByNeighbourhood(t *testing.T) {
	w := limited(t, web.Limits{SignUps: web.Rate{Count: 2, Per: time.Hour}})
	begins := func(from string) webtest.Answer {
		b := w.Browser()
		return tries(b, "/matches", from, b.StartForm())
	}
	for range 5 { // what came to nothing does not count
		tries(w.Browser(), "/matches", "192.0.2.1", url.Values{}).Want(t, http.StatusUnprocessableEntity)
	}
	for i := range 40 {
		begins([]string{"192.0.2.1", "192.0.2.77"}[i%2]).Want(t, http.StatusSeeOther)
	}
	begins("192.0.2.3").Want(t, http.StatusTooManyRequests, "Try again in")
	begins("192.0.3.1").Want(t, http.StatusSeeOther)
	w.Wait(10 * time.Minute)
	begins("192.0.2.3").Want(t, http.StatusSeeOther)
}

func TestAStrangerWhoGuessesShutsNobodyOut(t *testing.T) {
	w := limited(t, web.Limits{SignIns: web.Rate{Count: 30, Per: 10 * time.Minute}, Tries: web.Rate{Count: 3, Per: 10 * time.Minute}})
	w.Browser().SignUp("Honest")
	w.Browser().SignUp("Other")
	wrong := url.Values{"name": {"honest"}, "password": {"a wrong guess"}}
	right := url.Values{"name": {"Honest"}, "password": {webtest.SecretWords}}
	for range 3 {
		tries(w.Browser(), "/signin", "198.51.100.1", wrong).Want(t, http.StatusUnprocessableEntity)
	}
	tries(w.Browser(), "/signin", "198.51.100.2", wrong).Want(t, http.StatusTooManyRequests, "Try again in 4 minutes", `value="honest"`)
	tries(w.Browser(), "/signin", "198.51.100.2", right).Want(t, http.StatusTooManyRequests) // the guesser's lucky day comes too late
	nobody := url.Values{"name": {"Nobody"}, "password": {"a wrong guess"}}
	for range 3 {
		tries(w.Browser(), "/signin", "198.51.100.1", nobody).Want(t, http.StatusUnprocessableEntity)
	}
	tries(w.Browser(), "/signin", "198.51.100.1", nobody).Want(t, http.StatusTooManyRequests, "Try again in 4 minutes")

	// From elsewhere the right password lets in, as often as one likes.
	for range 40 {
		tries(w.Browser(), "/signin", "203.0.113.1", right).Want(t, http.StatusSeeOther)
	}
	// The same neighbourhood may still sign in to other accounts.
	other := url.Values{"name": {"Other"}, "password": {webtest.SecretWords}}
	tries(w.Browser(), "/signin", "198.51.100.1", other).Want(t, http.StatusSeeOther)

	// Thousands of neighbourhoods make answers slow and nothing worse.
	for i := range 30 {
		tries(w.Browser(), "/signin", fmt.Sprintf("10.0.0.1, 100.64.%d.1", i), wrong).Want(t, http.StatusUnprocessableEntity)
	}
	began := time.Now()
	tries(w.Browser(), "/signin", "203.0.113.1", right).Want(t, http.StatusSeeOther)
	if took := time.Since(began); took < 500*time.Millisecond || took > 20*time.Second {
		t.Errorf("the answer took %v", took)
	}

	// One neighbourhood that tries all names is stopped as a whole.
	codes := map[int]int{}
	for i := range 40 {
		codes[tries(w.Browser(), "/signin", "192.0.2.7", url.Values{"name": {fmt.Sprintf("Name %d", i)}, "password": {"a wrong guess"}}).Status]++
	}
	if codes[http.StatusUnprocessableEntity] != 30 || codes[http.StatusTooManyRequests] != 10 {
		t.Errorf("40 names from one neighbourhood: %v", codes)
	}
}

func TestPasswordsOnTheAccountPageAreLimitedToo(t *testing.T) {
	w := limited(t, web.Limits{Tries: web.Rate{Count: 3, Per: 10 * time.Minute}})
	b := w.Browser()
	b.SignUp("Honest")
	change := func(old, password string) webtest.Answer {
		return b.Post("/account/password", url.Values{"old": {old}, "password": {password}})
	}
	for range 5 { // a new password that will not do is no guess
		change(webtest.SecretWords, "goats").Want(t, http.StatusUnprocessableEntity, "at least 8")
	}
	for range 3 {
		change("a wrong guess", "four small goats").Want(t, http.StatusUnprocessableEntity, "This is not your password.")
	}
	change(webtest.SecretWords, "four small goats").Want(t, http.StatusTooManyRequests, "That was too often")
	b.Post("/account/deletion", url.Values{"gone": {webtest.SecretWords}}).Want(t, http.StatusTooManyRequests, "That was too often")
	w.Wait(10 * time.Minute)
	change(webtest.SecretWords, "four small goats").Want(t, http.StatusSeeOther)
}

func TestWithoutAProxyNobodySaysWhereHeIs(t *testing.T) {
	w := webtest.New(t)
	site, err := web.New(w.Office, web.Options{Log: w.Log, Limits: web.Limits{SignUps: web.Rate{Count: 1, Per: time.Hour}}})
	if err != nil {
		t.Fatal(err)
	}
	w.Server.Config.Handler = site
	tries(w.Browser(), "/signup", "192.0.2.1", w.AccountForm("/signup")).Want(t, http.StatusCreated)
	tries(w.Browser(), "/signup", "203.0.113.1", w.AccountForm("/signup")).Want(t, http.StatusTooManyRequests)
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
	w := webtest.New(t)
	b := w.Browser()
	b.SignUp("Ina")
	for _, path := range []string{"/signup", "/signin"} {
		if to := b.Get(path).Want(t, http.StatusSeeOther).Header.Get("Location"); to != "/account" {
			t.Errorf("%s leads to %q", path, to)
		}
	}
	b.Post("/signup", w.AccountForm("/signup")).Want(t, http.StatusForbidden, "You have an account already")
	w.Browser().Post("/account/tokens", url.Values{}).Want(t, http.StatusForbidden, `href="/signup"`, `href="/signin"`)
}
