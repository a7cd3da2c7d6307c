package member_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"kickabout/cmd/internal/web"
	"kickabout/cmd/internal/web/webtest"
	"kickabout/league"
)

var recoveryCode = regexp.MustCompile(`\b(?:[A-Z2-7]{5}-){4}[A-Z2-7]{6}\b`)

// recovers tries to get in by a code.
func recovers(b *webtest.Browser, name, code, password string) webtest.Answer {
	b.World.T.Helper()
	return b.Post("/recover", url.Values{"name": {name}, "code": {code}, "password": {password}})
}

// codesOf has a member make codes.
func codesOf(b *webtest.Browser) []string {
	b.World.T.Helper()
	got := b.Post("/account/codes", url.Values{})
	codes := recoveryCode.FindAllString(got.Body, -1)
	if got.Status != http.StatusCreated || len(codes) != 8 {
		b.World.T.Fatalf("making codes: %d, %q", got.Status, codes)
	}
	return codes
}

func TestACodeOpensAnAccountOnce(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann := w.Member("Ann")
	secret, err := w.Office.MakeToken(t.Context(), ann.Player, webtest.AnyToken)
	if err != nil {
		t.Fatal(err)
	}
	ann.Get("/account/security").Want(t, 200, "You have no codes.")
	void := codesOf(ann.Browser)
	codes := codesOf(ann.Browser)
	page := ann.Get("/account/security").Want(t, 200, "8 codes are left")
	if recoveryCode.MatchString(page.Body) {
		t.Error("the codes are shown again")
	}
	thief := w.Browser()
	wrong := "Name or code is wrong, or the code has been used."
	for name, code := range map[string]string{"Ann": void[0], "Bob": codes[0], "Nobody": codes[0], "ann ": "ABCDE-FGHIJ-KLMNO-PQRST-UVWXY", "": ""} {
		recovers(thief, name, code, "two tall ships").Want(t, 422, wrong)
	}
	// A password that will not do uses nothing up, and what was typed stays.
	recovers(thief, "Ann", codes[0], "goats").Want(t, 422, "at least 8 characters", `value="`+codes[0]+`"`)
	ann.Get("/account").Want(t, 200)

	friend := w.Browser()
	got := recovers(friend, "ANN", strings.ToLower(strings.ReplaceAll(codes[0], "-", " ")), "two tall ships").Want(t, 303)
	if to := got.Header.Get("Location"); to != "/signin?done=recovered" {
		t.Errorf("it leads to %q", to)
	}
	friend.Get("/account").Want(t, 303) // nobody is signed in by it
	ann.Get("/account").Want(t, 303)    // and everybody is out
	if _, err := w.Office.PlayerByToken(t.Context(), secret, league.ScopeRead); err == nil {
		t.Error("a token outlives the recovery")
	}
	signIn(friend, "Ann", webtest.MemberWords).Want(t, 422)
	signIn(friend, "Ann", "two tall ships").Want(t, 303)
	recovers(thief, "Ann", codes[0], "three tall ships").Want(t, 422, wrong)
	friend.Get("/account/security").Want(t, 200, "7 codes are left")
	recovers(w.Browser(), "Ann", codes[1], "three tall ships").Want(t, 303)
}

// TestFiftyWithOneCode is the race for a code, and for the password that it replaces.
func TestFiftyWithOneCode(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann := w.Member("Ann")
	codes := codesOf(ann.Browser)
	var all sync.WaitGroup
	won := make(chan string, 50)
	for i := range 50 {
		password := "ships of all sizes " + webtest.Itoa(i)
		all.Go(func() {
			if b := w.Browser(); b.Ask(http.MethodPost, "/recover", url.Values{"name": {"Ann"}, "code": {codes[0]}, "password": {password}}).Code == http.StatusSeeOther {
				won <- password
			}
		})
	}
	all.Wait()
	if len(won) != 1 {
		t.Fatalf("%d of 50 won", len(won))
	}
	signIn(w.Browser(), "Ann", <-won).Want(t, 303)
}

func TestGuessingCodesIsSlowedDownAsGuessingPasswordsIs(t *testing.T) {
	t.Parallel()
	w := limited(t, web.Limits{Tries: web.Rate{Count: 3, Per: 10 * time.Minute}})
	ann := w.Member("Ann")
	code := codesOf(ann.Browser)[0]
	b := w.Browser()
	for range 3 {
		recovers(b, "Ann", "nothing", "two tall ships").Want(t, 422)
	}
	recovers(b, "Ann", code, "two tall ships").Want(t, 429, "too often")
	recovers(b, "Bob", code, "two tall ships").Want(t, 422) // of another name
	w.Wait(10 * time.Minute)
	recovers(b, "Ann", code, "two tall ships").Want(t, 303)
}

func TestALinkOpensAnAccountOnceForADay(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann, b := w.Member("Ann"), w.Browser()
	link := func() string {
		t.Helper()
		secret, until, err := w.Office.MakeLink(t.Context(), "ann")
		if err != nil || !until.Equal(w.Clock().Add(24*time.Hour)) {
			t.Fatalf("until %v, %v", until, err)
		}
		return "/recover/" + secret
	}
	set := func(link, password string) webtest.Answer { return b.Post(link, url.Values{"password": {password}}) }
	first, second := link(), link()
	page := b.Get(first).Want(t, 200, "A new password for <b>Ann</b>")
	if page.Header.Get("Referrer-Policy") != "no-referrer" || strings.Contains(page.Body, strings.TrimPrefix(first, "/recover/")) {
		t.Error("the page gives its secret away")
	}
	set(first, "beatrice").Want(t, 422, "among the first")
	ann.Get("/account").Want(t, 200)
	set(first, "two tall ships").Want(t, 303)
	ann.Get("/account").Want(t, 303)
	b.Get("/account").Want(t, 303)
	for _, old := range []string{first, second} { // used, and bound to the password before
		b.Get(old).Want(t, 404, "no longer valid")
		set(old, "three tall ships").Want(t, 404)
	}
	late := link()
	w.Wait(24*time.Hour - time.Second)
	b.Get(late).Want(t, 200)
	w.Wait(time.Second)
	b.Get(late).Want(t, 404)
	set(late, "three tall ships").Want(t, 404)
	signIn(b, "Ann", "two tall ships").Want(t, 303)

	renewed := link()
	b.Post("/account/password", url.Values{"old": {"two tall ships"}, "password": {"four tall ships"}}).Want(t, 303)
	b.Get(renewed).Want(t, 404)
	b.Get("/recover/"+strings.Repeat("A", 52)).Want(t, 404)
	if _, _, err := w.Office.MakeLink(t.Context(), "Nobody"); err == nil {
		t.Error("nobody gets a link")
	}
}
