package oauth_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/web/oauth"
	"kickabout/cmd/internal/web/webtest"
	"kickabout/league"
	"kickabout/league/app"
)

const (
	back     = "https://scores.example/back"
	verifier = "a-verifier-of-at-least-forty-three-letters-and-digits"
)

func challengeOf(verifier string) string {
	sum := sha256.Sum256([]byte(verifier))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// A scene is an app of Ann's that asks Bob.
type scene struct {
	*webtest.World
	ann, bob *webtest.Member
	app      app.App
}

func newScene(t *testing.T) scene {
	w := webtest.New(t)
	s := scene{World: w, ann: w.Member("Ann"), bob: w.Member("Bob")}
	s.app = s.register(back + "\nhttp://127.0.0.1/done")
	return s
}

func (s scene) register(redirects string) app.App {
	s.T.Helper()
	a, err := s.Office.Apps.Register(s.T.Context(), s.ann.Player, app.Form{Name: "Scores", Site: "https://scores.example/about", Redirects: redirects})
	if err != nil {
		s.T.Fatal(err)
	}
	return a
}

// demand is what the app asks for; change alters it.
func (s scene) demand(change ...string) url.Values {
	asked := url.Values{
		"client_id": {s.app.ID}, "redirect_uri": {back}, "response_type": {"code"}, "scope": {"play"}, "state": {"st&te"},
		"code_challenge": {challengeOf(verifier)}, "code_challenge_method": {"S256"},
	}
	return changed(asked, change)
}

func changed(v url.Values, change []string) url.Values {
	for i := 0; i < len(change); i += 2 {
		if v.Set(change[i], change[i+1]); change[i+1] == "" {
			v.Del(change[i])
		}
	}
	return v
}

// sentBack returns what the app is told in the address to which a member is sent.
func sentBack(t testing.TB, a webtest.Answer, to string) url.Values {
	t.Helper()
	at, err := url.Parse(a.Header.Get("Location"))
	if err != nil || a.Status != http.StatusSeeOther || !strings.HasPrefix(a.Header.Get("Location"), to+"?") {
		t.Fatalf("answered %d %q, %v; want to be sent to %s", a.Status, a.Header.Get("Location"), err, to)
	}
	return at.Query()
}

// code has Bob allow what the app asks for.
func (s scene) code(change ...string) string {
	s.T.Helper()
	asked := changed(s.demand(change...), []string{"decision", "allow"})
	return sentBack(s.T, s.bob.Post(oauth.AuthorizePath, asked), asked.Get("redirect_uri")).Get("code")
}

type said struct {
	status int
	body   map[string]any
	header http.Header
}

// tokens asks for tokens as an app does, without a cookie and from elsewhere.
func (s scene) tokens(change ...string) said {
	s.T.Helper()
	return s.send(oauth.TokenPath, changed(url.Values{
		"grant_type": {"authorization_code"}, "client_id": {s.app.ID}, "redirect_uri": {back}, "code_verifier": {verifier},
	}, change))
}

func (s scene) send(path string, form url.Values) said {
	s.T.Helper()
	req := httptest.NewRequest(http.MethodPost, path, strings.NewReader(form.Encode()))
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Origin", "https://scores.example")
	req.Header.Set("Sec-Fetch-Site", "cross-site")
	rec := httptest.NewRecorder()
	s.Echo.ServeHTTP(rec, req)
	a := said{status: rec.Code, header: rec.Header()}
	_ = json.Unmarshal(rec.Body.Bytes(), &a.body)
	return a
}

func (s scene) refresh(token string, change ...string) said {
	s.T.Helper()
	return s.tokens(append([]string{"grant_type", "refresh_token", "refresh_token", token, "redirect_uri", "", "code_verifier", ""}, change...)...)
}

func (a said) text(name string) string { text, _ := a.body[name].(string); return text }

func (a said) want(t *testing.T, status int, wrong string) said {
	t.Helper()
	if a.status != status || a.text("error") != wrong {
		t.Errorf("answered %d %v, want %d %q", a.status, a.body, status, wrong)
	}
	return a
}

// may says whether somebody may do something by a token, by the status of an answer.
func (s scene) status(token, method, path string) int {
	s.T.Helper()
	req := httptest.NewRequest(method, path, nil)
	req.Header.Set("Authorization", "Bearer "+token)
	rec := httptest.NewRecorder()
	s.Echo.ServeHTTP(rec, req)
	return rec.Code
}

const vacation = "/api/v1/vacation"

func TestAnAppActsForWhoAllowsIt(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	page := s.bob.Get(oauth.AuthorizePath+"?"+s.demand().Encode()).Want(t, http.StatusOK, "Scores", "Ann", "scores.example", "Play: move, chat", "you return to https://scores.example").Without(t, "Open and run tournaments")
	if policy := page.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "form-action 'self' https://scores.example;") {
		t.Error("the form cannot lead back:", policy)
	}
	told := sentBack(t, s.bob.Post(oauth.AuthorizePath, changed(s.demand(), []string{"decision", "allow"})), back)
	if told.Get("state") != "st&te" || told.Get("iss") == "" || told.Get("error") != "" {
		t.Errorf("the app is told %v", told)
	}
	got := s.tokens("code", told.Get("code")).want(t, http.StatusOK, "")
	if got.text("token_type") != "Bearer" || got.body["expires_in"] != 3600.0 || got.text("scope") != "read play" || got.header.Get("Cache-Control") != "no-store" || got.header.Get("Access-Control-Allow-Origin") != "*" {
		t.Errorf("the app got %v %v", got.body, got.header)
	}
	access, refresh := got.text("access_token"), got.text("refresh_token")
	for _, secret := range []string{told.Get("code"), refresh} {
		if status := s.status(secret, http.MethodGet, vacation); status != http.StatusUnauthorized {
			t.Errorf("by %.4s… something was answered: %d", secret, status)
		}
	}
	if status := s.status(access, http.MethodGet, vacation); status != http.StatusOK {
		t.Error("by its token the app is answered", status)
	}
	if status := s.status(access, http.MethodPost, "/api/v1/tournaments"); status != http.StatusForbidden {
		t.Error("what was not allowed is answered", status)
	}
	s.bob.Get("/account/apps").Want(t, http.StatusOK, "Scores", "read play").Without(t, access, refresh)
	s.bob.Get("/account").Want(t, http.StatusOK, "You have no tokens")
	s.bob.Get("/account/security").Want(t, http.StatusOK, "App allowed")
	next := s.refresh(refresh, "scope", "read").want(t, http.StatusOK, "")
	if next.text("scope") != "read" || next.text("refresh_token") == refresh {
		t.Errorf("refreshed are %v", next.body)
	}
	if s.status(access, http.MethodGet, vacation) != http.StatusUnauthorized || s.status(next.text("access_token"), http.MethodGet, vacation) != http.StatusOK {
		t.Error("the token of before is not replaced")
	}
	s.Wait(app.AccessLasts)
	if status := s.status(next.text("access_token"), http.MethodGet, vacation); status != http.StatusUnauthorized {
		t.Error("an hour later the token is answered", status)
	}
	next = s.refresh(next.text("refresh_token")).want(t, http.StatusOK, "")
	if next.text("scope") != "read play" { // all that was allowed, once more
		t.Errorf("refreshed are %v", next.body)
	}
	s.ann.SignIn()
	s.bob.SignIn()
	grant := regexp.MustCompile(`name="grant" value="([A-Z2-7]+)"`).FindStringSubmatch(s.bob.Get("/account/apps").Body)[1]
	s.ann.Post("/account/apps/end", url.Values{"grant": {grant}}).Want(t, http.StatusSeeOther) // not hers
	if status := s.status(next.text("access_token"), http.MethodGet, vacation); status != http.StatusOK {
		t.Error("another player has ended it:", status)
	}
	s.bob.Post("/account/apps/end", url.Values{"grant": {grant}}).Want(t, http.StatusSeeOther)
	if status := s.status(next.text("access_token"), http.MethodGet, vacation); status != http.StatusUnauthorized {
		t.Error("what has ended is answered", status)
	}
	s.refresh(next.text("refresh_token")).want(t, http.StatusBadRequest, "invalid_grant")
}

// TestNobodyIsSentWhereAnAppMayNotReturn has the site lead people nowhere that is not registered (RFC 9700, 4.11).
func TestNobodyIsSentWhereAnAppMayNotReturn(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	for _, to := range []string{
		"", "https://evil.example/", back + "/", back + "?a=1", back + "#a", "https://scores.example/back/../evil", "https://scores.example.evil.example/back", "http://scores.example/back",
		"https://scores.example@evil.example/back", "//scores.example/back", "/account", "javascript:alert(1)", "https://scores.example;sandbox/back", "http://127.0.0.1.evil.example/done", "http://127.0.0.1:8080/other",
	} {
		for _, a := range []webtest.Answer{
			s.bob.Get(oauth.AuthorizePath + "?" + s.demand("redirect_uri", to).Encode()),
			s.bob.Post(oauth.AuthorizePath, s.demand("redirect_uri", to, "decision", "allow")),
		} {
			if a.Status != http.StatusBadRequest || a.Header.Get("Location") != "" || strings.Contains(a.Header.Get("Content-Security-Policy"), "example") {
				t.Errorf("%q: answered %d %q", to, a.Status, a.Header.Get("Location"))
			}
		}
	}
	for _, to := range []string{"http://127.0.0.1:4711/done", "http://127.0.0.1/done"} { // a program on one's own machine has any port
		s.tokens("code", s.code("redirect_uri", to), "redirect_uri", to).want(t, http.StatusOK, "")
	}
	s.bob.Get(oauth.AuthorizePath+"?"+s.demand("client_id", "none").Encode()).Want(t, http.StatusNotFound, "knows no such app")
}

// TestADemandThatIsWrongIsToldToTheApp goes through what an app may get wrong (RFC 6749, 4.1.2.1, RFC 7636, 4.4.1).
func TestADemandThatIsWrongIsToldToTheApp(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	for _, row := range []struct {
		change []string
		want   string
	}{
		{[]string{"code_challenge", ""}, "invalid_request"},
		{[]string{"code_challenge_method", "plain"}, "invalid_request"},
		{[]string{"code_challenge_method", ""}, "invalid_request"}, // plain is what that means
		{[]string{"code_challenge", verifier + "="}, "invalid_request"},
		{[]string{"response_type", "token"}, "unsupported_response_type"},
		{[]string{"response_type", ""}, "unsupported_response_type"},
		{[]string{"scope", "admin"}, "invalid_scope"},
	} {
		s.bob.Get(oauth.AuthorizePath+"?"+s.demand(row.change...).Encode()).Want(t, http.StatusBadRequest, "does not understand", "Return to https://scores.example").Without(t, "Allow</button>")
		for _, decision := range []string{"allow", "deny"} {
			a := s.bob.Post(oauth.AuthorizePath, changed(s.demand(row.change...), []string{"decision", decision}))
			if told := sentBack(t, a, back); told.Get("error") != row.want || told.Get("state") != "st&te" || told.Get("code") != "" {
				t.Errorf("%v: the app is told %v, want %s", row.change, told, row.want)
			}
		}
	}
	if told := sentBack(t, s.bob.Post(oauth.AuthorizePath, changed(s.demand(), []string{"decision", "deny"})), back); told.Get("error") != "access_denied" || told.Get("code") != "" {
		t.Errorf("the app is told %v", told)
	}
}

// TestStolenSecretsOfAnAppAreNoGood has a thief show what was stolen, in all ways (RFC 9700, 4.5 and 4.14).
func TestStolenSecretsOfAnAppAreNoGood(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	other := s.register("https://other.example/back\n" + back)
	for what, steal := range map[string]func() said{
		"without the verifier":     func() said { return s.tokens("code", s.code(), "code_verifier", "") },
		"with a short verifier":    func() said { return s.tokens("code", s.code(), "code_verifier", verifier[:42]) },
		"with a long verifier":     func() said { return s.tokens("code", s.code(), "code_verifier", verifier+strings.Repeat("a", 80)) },
		"with another verifier":    func() said { return s.tokens("code", s.code(), "code_verifier", verifier+"x") },
		"with the challenge":       func() said { return s.tokens("code", s.code(), "code_verifier", challengeOf(verifier)) },
		"sent elsewhere":           func() said { return s.tokens("code", s.code(), "redirect_uri", "http://127.0.0.1/done") },
		"by another app":           func() said { return s.tokens("code", s.code(), "client_id", other.ID) },
		"a code that was made up":  func() said { return s.tokens("code", "kac_"+strings.Repeat("A", 78)) },
		"a code that is cut":       func() said { return s.tokens("code", s.code()[:30]) },
		"late":                     func() said { c := s.code(); s.Wait(app.CodeLasts); return s.tokens("code", c) },
		"no such refresh token":    func() said { return s.refresh("kar_" + strings.Repeat("A", 78)) },
		"a code to refresh":        func() said { return s.refresh(s.code()) },
		"refreshed by another app": func() said { return s.refresh(s.tokens("code", s.code()).text("refresh_token"), "client_id", other.ID) },
		"refreshed after 90 days": func() said {
			r := s.tokens("code", s.code()).text("refresh_token")
			s.Wait(app.RefreshLasts)
			s.bob.SignIn()
			return s.refresh(r)
		},
		"used each month for a year": func() said {
			r := s.tokens("code", s.code()).text("refresh_token")
			for range 12 {
				s.Wait(30 * 24 * time.Hour)
				r = s.refresh(r).want(t, http.StatusOK, "").text("refresh_token")
			}
			s.Wait(6 * 24 * time.Hour)
			s.bob.SignIn()
			return s.refresh(r)
		},
		"a member whose password": func() said { return s.afterNewPassword() },
	} {
		a := steal()
		if a.status != http.StatusBadRequest || a.text("access_token") != "" || (a.text("error") != "invalid_grant" && a.text("error") != "invalid_request") {
			t.Errorf("%s: answered %d %v", what, a.status, a.body)
		}
	}
	for _, v := range []string{verifier[:42], strings.Repeat("a", 129)} { // which is what was challenged
		s.tokens("code", s.code("code_challenge", challengeOf(v)), "code_verifier", v).want(t, http.StatusBadRequest, "invalid_request")
	}
	s.tokens("client_id", "", "code", s.code()).want(t, http.StatusUnauthorized, "invalid_client")
	s.tokens("client_id", "none", "code", s.code()).want(t, http.StatusUnauthorized, "invalid_client")
	for _, grant := range []string{"password", "client_credentials", "implicit", ""} {
		if a := s.tokens("grant_type", grant); a.status != http.StatusBadRequest || a.text("access_token") != "" {
			t.Errorf("%q: answered %d %v", grant, a.status, a.body)
		}
	}
	code := s.code() // what an address says was perhaps written down
	if a := s.send(oauth.TokenPath+"?code="+code, url.Values{"grant_type": {"authorization_code"}, "client_id": {s.app.ID}, "redirect_uri": {back}, "code_verifier": {verifier}}); a.text("access_token") != "" {
		t.Error("a code in the address is exchanged")
	}
	got := s.tokens("code", code).want(t, http.StatusOK, "")
	s.refresh(got.text("refresh_token"), "scope", "organise").want(t, http.StatusBadRequest, "invalid_scope")
	s.refresh(got.text("refresh_token"), "scope", "admin").want(t, http.StatusBadRequest, "invalid_scope")
	s.refresh(got.text("refresh_token"), "scope", "play").want(t, http.StatusOK, "") // what was asked wrongly has spent nothing
}

// afterNewPassword refreshes after the member has a new password.
func (s scene) afterNewPassword() said {
	s.T.Helper()
	refresh := s.tokens("code", s.code()).text("refresh_token")
	if a := s.bob.Post("/account/password", url.Values{"old": {webtest.MemberWords}, "password": {"another horse in the rain"}}); a.Status >= 400 {
		s.T.Fatal(a.Status, webtest.Excerpt(a.Body))
	}
	defer s.bob.Post("/account/password", url.Values{"old": {"another horse in the rain"}, "password": {webtest.MemberWords}})
	return s.refresh(refresh)
}

// TestWhatComesTwiceEndsAll has the app and a thief show the same secret: nobody knows who is who, so neither goes on.
func TestWhatComesTwiceEndsAll(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	code := s.code()
	first := s.tokens("code", code).want(t, http.StatusOK, "")
	s.tokens("code", code).want(t, http.StatusBadRequest, "invalid_grant")
	if status := s.status(first.text("access_token"), http.MethodGet, vacation); status != http.StatusUnauthorized {
		t.Error("after a code came twice its token is answered", status)
	}
	s.refresh(first.text("refresh_token")).want(t, http.StatusBadRequest, "invalid_grant")
	first = s.tokens("code", s.code()).want(t, http.StatusOK, "")
	second := s.refresh(first.text("refresh_token")).want(t, http.StatusOK, "")
	s.refresh(first.text("refresh_token")).want(t, http.StatusBadRequest, "invalid_grant")
	if status := s.status(second.text("access_token"), http.MethodGet, vacation); status != http.StatusUnauthorized {
		t.Error("after a refresh token came twice the next one's token is answered", status)
	}
	s.refresh(second.text("refresh_token")).want(t, http.StatusBadRequest, "invalid_grant")
	if told := strings.Count(s.bob.Get("/account/security").Body, "App ended"); told != 2 {
		t.Errorf("the member is told %d times that an app has ended", told)
	}
}

// TestWhoIsShutOutIsShutOutOfApps closes accounts, and expels a member.
func TestWhoIsShutOutIsShutOutOfApps(t *testing.T) {
	t.Parallel()
	for what, shut := range map[string]func(s scene){
		"closed": func(s scene) {
			s.Accepted(s.bob.Post("/account/deletion", url.Values{"gone": {webtest.MemberWords}}))
		},
		"expelled": func(s scene) {
			s.Accepted(s.Officer("Mod", league.Admin).Post("/admin/users/"+s.bob.Player.ID+"/steps", url.Values{"kind": {"expel"}, "reason": {"Insults in three games."}}))
		},
		"its author is closed": func(s scene) {
			s.Accepted(s.ann.Post("/account/deletion", url.Values{"gone": {webtest.MemberWords}}))
		},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			s := newScene(t)
			got := s.tokens("code", s.code()).want(t, http.StatusOK, "")
			code := s.code()
			shut(s)
			if status := s.status(got.text("access_token"), http.MethodGet, vacation); status == http.StatusOK {
				t.Error("the app still acts")
			}
			if a := s.refresh(got.text("refresh_token")); a.status == http.StatusOK {
				t.Error("the app gets new tokens:", a.body)
			}
			if a := s.tokens("code", code); a.status == http.StatusOK {
				t.Error("a code is exchanged:", a.body)
			}
		})
	}
}

func TestATokenOfAnAppIsRevoked(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	other := s.register(back)
	for _, by := range []string{"access_token", "refresh_token"} {
		got := s.tokens("code", s.code()).want(t, http.StatusOK, "")
		s.send(oauth.RevokePath, url.Values{"token": {got.text(by)}, "client_id": {other.ID}}).want(t, http.StatusOK, "") // says nothing, and does nothing
		if status := s.status(got.text("access_token"), http.MethodGet, vacation); status != http.StatusOK {
			t.Error("another app has ended it:", status)
		}
		s.send(oauth.RevokePath, url.Values{"token": {got.text(by)}, "client_id": {s.app.ID}}).want(t, http.StatusOK, "")
		if status := s.status(got.text("access_token"), http.MethodGet, vacation); status != http.StatusUnauthorized {
			t.Error("what was revoked is answered", status)
		}
		s.refresh(got.text("refresh_token")).want(t, http.StatusBadRequest, "invalid_grant")
	}
	s.send(oauth.RevokePath, url.Values{"token": {"kab_none"}, "client_id": {s.app.ID}}).want(t, http.StatusOK, "")
	s.send(oauth.RevokePath, url.Values{}).want(t, http.StatusBadRequest, "invalid_request")
}

// TestAMemberIsAskedInPerson has others ask in the member's name, and the member come without having proved who they are.
func TestAMemberIsAskedInPerson(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	asked := changed(s.demand(), []string{"decision", "allow"})
	a := s.bob.Do(http.MethodPost, oauth.AuthorizePath, asked, http.Header{"Sec-Fetch-Site": {"cross-site"}, "Origin": {"https://scores.example"}})
	if a.Status != http.StatusForbidden || a.Header.Get("Location") != "" {
		t.Error("from another site it is answered", a.Status, a.Header.Get("Location"))
	}
	s.Wait(20 * time.Minute)
	a = s.bob.Post(oauth.AuthorizePath, asked)
	if to := a.Header.Get("Location"); a.Status != http.StatusSeeOther || !strings.HasPrefix(to, oauth.AuthorizePath+"?") || strings.Contains(to, "decision") {
		t.Error("who has not proved who they are is sent to", a.Status, to)
	}
	a = s.bob.Get(a.Header.Get("Location"))
	if a.Status != http.StatusSeeOther || !strings.HasPrefix(a.Header.Get("Location"), "/account/confirm?next=") {
		t.Error("they are not asked for the password:", a.Status, a.Header.Get("Location"))
	}
	if a := s.Browser().Get(oauth.AuthorizePath + "?" + s.demand().Encode()); a.Status != http.StatusSeeOther || !strings.HasPrefix(a.Header.Get("Location"), "/signin?next=") {
		t.Error("a stranger is sent to", a.Status, a.Header.Get("Location"))
	}
}

func TestAnAppIsRegisteredAndRemoved(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	good := url.Values{"name": {"My app"}, "site": {"https://app.example/"}, "redirects": {"https://app.example/back\nhttp://localhost/"}}
	made := s.bob.Post("/account/apps", good).Want(t, http.StatusCreated, "My app is registered", "http://localhost/")
	id := regexp.MustCompile(`name="app" value="([a-z0-9]+)"`).FindStringSubmatch(made.Body)[1]
	for _, row := range [][]string{
		{"name", "", "Enter what the app is called."},
		{"site", "http://app.example", "begins with https://"},
		{"site", "javascript:alert(1)", "begins with https://"},
		{"redirects", "", "Enter 1 to 5 addresses"},
		{"redirects", "https://app.example/#back", "Nobody is sent to"},
		{"redirects", "http://app.example/", "Nobody is sent to"},
		{"redirects", "https://app.example;sandbox/back", "Nobody is sent to"},
		{"redirects", "https://*.example/back", "Nobody is sent to"}, // which would mean something in a policy
		{"redirects", "app://back", "Nobody is sent to"},
		{"redirects", strings.Repeat(back+"\n", 6), "Enter 1 to 5 addresses"},
	} {
		form := url.Values{"name": {"My app"}, "site": {"https://app.example/"}, "redirects": {back}}
		form.Set(row[0], row[1])
		s.bob.Post("/account/apps", form).Want(t, http.StatusUnprocessableEntity, row[2])
	}
	s.ann.Post("/account/apps/removal", url.Values{"app": {id}}).Want(t, http.StatusSeeOther)
	s.bob.Get("/account/apps").Want(t, http.StatusOK, "My app")
	s.bob.Post("/account/apps/removal", url.Values{"app": {id}}).Want(t, http.StatusSeeOther)
	s.bob.Get("/account/apps").Want(t, http.StatusOK, "You have registered no app")
	got := s.tokens("code", s.code()).want(t, http.StatusOK, "")
	s.ann.Post("/account/apps/removal", url.Values{"app": {s.app.ID}}).Want(t, http.StatusSeeOther)
	if status := s.status(got.text("access_token"), http.MethodGet, vacation); status != http.StatusUnauthorized {
		t.Error("after the app is removed its token is answered", status)
	}
}
