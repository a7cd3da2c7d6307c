package web_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/setting"
)

func TestAnAdminSettlesWhatTheSiteIs(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ada, visitor := w.Officer("Ada", league.Admin), w.Browser()
	settle := func(key, value string) {
		t.Helper()
		ada.Post("/admin/settings", url.Values{"key": {key}, "value": {value}, "reason": {"so"}}).Want(t, 303)
	}
	visitor.Get("/").Want(t, 200, "<title>Kickabout</title>")
	if page := visitor.Get("/").Body; strings.Contains(page, "colours.css") || strings.Contains(page, `href="/imprint"`) {
		t.Error("a new site shows what nobody has set")
	}
	visitor.Get("/imprint").Want(t, 404)
	visitor.Get("/.well-known/security.txt").Want(t, 404)

	settle("name", "Street & League")
	settle("tagline", "Soccer for us")
	settle("accent", "#702070")
	settle("imprint", "# We\n\n<script>x()</script> \n\n[no](javascript:x()) **bold**")
	settle("contact", "Write to us.")
	visitor.Get("/").Want(t, 200, "<title>Street &amp; League</title>", `content="Soccer for us"`, "colours.css?v=", `href="/imprint"`)
	visitor.Get("/colours.css").Want(t, 200, "--accent: #702070")
	if got := visitor.Get("/imprint").Want(t, 200, "<strong>bold</strong>"); strings.Contains(got.Body, "<script>x") || strings.Contains(got.Body, "javascript:") {
		t.Error("the imprint holds HTML of its own")
	}
	visitor.Get("/.well-known/security.txt").Want(t, 200, "/contact\n", "Expires: 2026-10-28T12:00:00Z")
	ada.Get("/admin/settings").Want(t, 200, "Street &amp; League")
	ada.Get("/admin/log").Want(t, 200, "accent", "#702070")
	if log := ada.Get("/admin/log").Body; strings.Contains(log, "Write to us.") {
		t.Error("a text stands in the log, which cannot forget it")
	}

	// What is refused changes nothing and keeps what was typed.
	ada.Post("/admin/settings", url.Values{"key": {"accent"}, "value": {"#ffff00"}, "reason": {"bright"}}).Want(t, 422, "hard to read on a light ground", `value="#ffff00"`, `value="bright"`)
	ada.Post("/admin/settings", url.Values{"key": {"name"}, "value": {"Other"}}).Want(t, 422, "Say why", `value="Other"`)
	ada.Post("/admin/settings", url.Values{"key": {"nothing"}, "value": {"Other"}, "reason": {"so"}}).Want(t, 404)
	w.Officer("Mo", league.Moderator).Post("/admin/settings", url.Values{"key": {"name"}, "value": {"Other"}, "reason": {"so"}}).Want(t, 403)
	visitor.Get("/").Want(t, 200, "<title>Street &amp; League</title>", "colours.css?v=")
	ada.Post("/admin/settings", url.Values{"key": {"name"}, "act": {"unset"}, "reason": {"so"}}).Want(t, 303)
	visitor.Get("/").Want(t, 200, "<title>Kickabout</title>")
}

func TestTheDoorOfTheSite(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	set := func(key setting.Key, value string) {
		t.Helper()
		if err := w.Office.Moderation.Set(t.Context(), conduct.Operator(), key, value, "so"); err != nil {
			t.Fatal(err)
		}
	}
	ann := url.Values{"name": {"Annabel"}, "password": {webtest.MemberWords}}
	visitor := w.Browser()
	visitor.Get("/robots.txt").Want(t, 200, "Disallow: /admin\n")
	if got := visitor.Get("/.well-known/change-password"); got.Status != 302 && got.Status != 303 && got.Status != 200 {
		t.Errorf("where one changes the password: %d", got.Status)
	}
	says := func(path, text string, want bool) {
		t.Helper()
		if page := visitor.Get(path).Want(t, 200); strings.Contains(page.Body, text) != want {
			t.Errorf("%s says %q: %v, want %v", path, text, !want, want)
		}
	}
	says("/signin", "No account yet?", true)
	says("/", "Play now", true)
	set(setting.SignUp, setting.Closed)
	says("/signin", "No account yet?", false)
	says("/offers", "Sign up to take a seat", false)
	w.Wait(2 * time.Second) // strangers share what the page shows
	says("/", "Sign up to take a seat", false)
	visitor.Get("/signup").Want(t, 200, "no new accounts")
	if got := visitor.Post("/signup", ann); got.Status == 303 {
		t.Error("an account is made where sign-up is closed")
	}
	set(setting.Indexing, setting.Off)
	visitor.Get("/robots.txt").Want(t, 200, "Disallow: /\n")
	visitor.Get("/").Want(t, 200, `content="noindex"`)
	set(setting.Guests, setting.Off)
	visitor.Post("/matches", url.Values{}).Want(t, 403, "Sign in first")
	w.Wait(2 * time.Second) // strangers share what the page shows
	says("/", "Play now", false)
	says("/", "Playing here takes an account.", true)
	says("/", `class="button" href="/signup"`, false)
	set(setting.SignUp, setting.Open)
	visitor.Post("/signup", ann).Want(t, 303)
}

func TestAFlagWinsAndShowsAsLocked(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ada := w.Officer("Ada", league.Admin)
	if err := w.Office.Site.Lock(map[string]string{"name": "x", "accent": "#ffff00"}); err == nil || !strings.Contains(err.Error(), "accent: #ffff00 is hard to read") {
		t.Errorf("a bad flag: %v", err)
	}
	if err := w.Office.Site.Lock(map[string]string{"name": "Flagged"}); err != nil {
		t.Fatal(err)
	}
	w.Office.Site.Forget()
	ada.Get("/admin/settings").Want(t, 200, "<title>Settings · Flagged</title>", `<span class="tag">locked</span>`)
	ada.Post("/admin/settings", url.Values{"key": {"name"}, "value": {"Other"}, "reason": {"so"}}).Want(t, 422, "locked")
	ada.Get("/").Want(t, 200, "<title>Flagged</title>")
}

// Another server of the site follows by itself.
func TestWhatIsSettledElsewhereHoldsWithinSeconds(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	w.Browser().Get("/").Want(t, 200, "<title>Kickabout</title>")
	if err := w.Store.SetSettings(t.Context(), map[string]string{"name": "Elsewhere"}, league.AuditLine{At: w.Clock(), Act: "change settings", Subject: "name", Reason: "so"}); err != nil {
		t.Fatal(err)
	}
	w.Wait(5 * time.Second)
	w.Browser().Get("/").Want(t, 200, "<title>Elsewhere</title>")
}
