package web_test

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"mime/multipart"
	"net/http"
	"net/url"
	"regexp"
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
	visitor.Get("/.well-known/security.txt").Want(t, 200, "/contact\n", "Expires: 2027-04-30T12:00:00Z")
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
	says("/", "Full game", true)
	says("/play", "Play now", true)
	set(setting.SignUp, setting.Closed)
	says("/signin", "No account yet?", false)
	says("/offers", "Sign up to take a seat", false)
	w.Wait(2 * time.Second) // strangers share what the page shows
	says("/", "Sign up to take a seat", false)
	visitor.Get("/signup").Want(t, 200, "no new accounts")
	if got := visitor.Post("/signup", ann); got.Status == 201 {
		t.Error("an account is made where sign-up is closed")
	}
	set(setting.Indexing, setting.Off)
	visitor.Get("/robots.txt").Want(t, 200, "Disallow: /\n")
	visitor.Get("/").Want(t, 200, `content="noindex"`)
	set(setting.Guests, setting.Off)
	visitor.Post("/matches", url.Values{}).Want(t, 403, "Sign in first")
	w.Wait(2 * time.Second) // strangers share what the page shows
	says("/", "Full game", false)
	says("/play", "Play now", false)
	says("/play", "Playing here takes an account.", true)
	says("/", "Playing here takes an account.", true)
	says("/", `class="button" href="/signup"`, false)
	set(setting.SignUp, setting.Open)
	visitor.Post("/signup", ann).Want(t, 201)
}

// pictured is a form with a file.
func pictured(t *testing.T, file []byte) (body string, header http.Header) {
	t.Helper()
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	part, err := form.CreateFormFile("value", "logo.png")
	if err != nil {
		t.Fatal(err)
	}
	part.Write(file)
	for name, value := range map[string]string{"key": "logo", "reason": "our badge", "act": "set"} {
		if err := form.WriteField(name, value); err != nil {
			t.Fatal(err)
		}
	}
	form.Close()
	return b.String(), http.Header{"Content-Type": {form.FormDataContentType()}}
}

// TestAnAdminGivesTheSiteALogo sends pictures and what is none.
func TestAnAdminGivesTheSiteALogo(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ada, visitor := w.Officer("Ada", league.Admin), w.Browser()
	var badge bytes.Buffer
	if err := png.Encode(&badge, image.NewGray(image.Rect(0, 0, 960, 96))); err != nil {
		t.Fatal(err)
	}
	send := func(file []byte) webtest.Answer {
		t.Helper()
		body, header := pictured(t, file)
		return ada.Send(http.MethodPost, "/admin/settings", body, header)
	}
	visitor.Get("/logo.png").Want(t, 404)
	send([]byte("<svg onload='x()'/>")).Want(t, 422, "Choose a picture in the format PNG.", `value="our badge"`)
	send(bytes.Repeat([]byte("x"), 2<<20)).Want(t, 413)
	visitor.Get("/logo.png").Want(t, 404)
	send(badge.Bytes()).Want(t, 303)
	ada.Get("/admin/settings").Want(t, 200, "480 × 48 pixels", `enctype="multipart/form-data"`)
	ada.Get("/admin/log").Want(t, 200, "logo", "not set → 480 × 48 pixels", "our badge")
	page := visitor.Get("/rules").Want(t, 200, `width="480" height="48"`).Body
	at := regexp.MustCompile(`src="(/logo\.png\?v=[0-9a-f]+)"`).FindStringSubmatch(page)
	if at == nil {
		t.Fatal("the page shows no logo")
	}
	got := visitor.Get(at[1]).Want(t, 200)
	if kept, err := png.DecodeConfig(strings.NewReader(got.Body)); err != nil || kept.Width != 480 || got.Header.Get("Content-Type") != "image/png" || !strings.Contains(got.Header.Get("Cache-Control"), "immutable") {
		t.Errorf("the logo is %+v, %v, with %v", kept, err, got.Header)
	}
	// Who has to type the password again chooses the file again.
	w.Wait(15 * time.Minute)
	send(badge.Bytes()).Want(t, 403, `name="key" value="logo"`, `name="reason" value="our badge"`)
	ada.Post("/admin/settings", url.Values{"key": {"logo"}, "reason": {"our badge"}, "proof": {webtest.MemberWords}}).Want(t, 422, "Choose a picture in the format PNG.")
	ada.Post("/admin/settings", url.Values{"key": {"logo"}, "act": {"unset"}, "reason": {"so"}}).Want(t, 303)
	visitor.Get("/logo.png").Want(t, 404)
}

// TestASiteTakesNewAccountsByInvitation has a moderator invite, and tries links that are none, of others and of last week.
func TestASiteTakesNewAccountsByInvitation(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	mo, ada := w.Officer("Mo", league.Moderator), w.Officer("Ada", league.Admin)
	invite := func() webtest.Answer {
		t.Helper()
		return mo.Post("/admin/invitations", url.Values{"reason": {"friends of the club"}})
	}
	invite().Want(t, 409, "Sign-up is not by invitation")
	if page := mo.Get("/admin/users").Body; strings.Contains(page, "Invite people") {
		t.Error("there is a form to invite where everybody may come")
	}
	if err := w.Office.Moderation.Set(t.Context(), conduct.Operator(), setting.SignUp, setting.Invited, "so"); err != nil {
		t.Fatal(err)
	}
	mo.Get("/admin/users").Want(t, 200, "Invite people")
	mo.Post("/admin/invitations", url.Values{}).Want(t, 422, "Say why")
	page := invite().Want(t, 200, "it is not shown again").Body
	at := regexp.MustCompile(`value="[^"]+/signup\?invitation=([^"]+)"`).FindStringSubmatch(page)
	if at == nil {
		t.Fatal("there is no link")
	}
	link := at[1]
	ada.Get("/admin/log").Want(t, 200, "Invite", "friends of the club", "until 2026-05-08T12:00:00Z")
	if log := ada.Get("/admin/log").Body; strings.Contains(log, link) {
		t.Error("the link stands in the log")
	}

	people := 0
	signUp := func(link string) webtest.Answer {
		t.Helper()
		people++
		return w.Browser().Post("/signup", url.Values{"name": {fmt.Sprint("Friend ", people)}, "password": {webtest.MemberWords}, "invitation": {link}})
	}
	visitor := w.Browser()
	visitor.Get("/signup").Want(t, 200, "New accounts are by invitation here")
	signUp("").Want(t, 403, "New accounts are by invitation here")
	visitor.Get("/signup?invitation="+link).Want(t, 200, `name="invitation" value="`+link+`"`, `name="password"`)
	signUp(link).Want(t, 201)
	signUp(link).Want(t, 201) // it is good for everybody who has it
	ends, signature, _ := strings.Cut(link, ".")
	for _, wrong := range []string{ends, ends + ".", "zzzzzz." + signature, link[:len(link)-1], "." + signature, "x"} {
		visitor.Get("/signup?invitation="+url.QueryEscape(wrong)).Want(t, 200, "This invitation has expired")
		signUp(wrong).Want(t, 403, "This invitation has expired")
	}
	w.Wait(7 * 24 * time.Hour)
	signUp(link).Want(t, 403, "This invitation has expired")
	if err := w.Office.Moderation.Set(t.Context(), conduct.Operator(), setting.SignUp, setting.Closed, "so"); err != nil {
		t.Fatal(err)
	}
	signUp(link).Want(t, 403, "no new accounts")
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
