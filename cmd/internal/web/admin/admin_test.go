package admin_test

import (
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/league"
)

var (
	stepField   = regexp.MustCompile(`name="step" value="([^"]+)"`)
	ticketField = regexp.MustCompile(`name="ticket" value="([^"]+)"`)
	lineFields  = regexp.MustCompile(`name="line" value="([^"]+)"[^>]*>\s*<input type="hidden" name="reader" value="([^"]+)"`)
)

// field finds what a form has in a field.
func field(t *testing.T, of *regexp.Regexp, a webtest.Answer) []string {
	t.Helper()
	m := of.FindStringSubmatch(a.Body)
	if m == nil {
		t.Fatalf("no %s in\n%s", of, webtest.Excerpt(a.Body))
	}
	return m[1:]
}

func TestAReportGoesItsWayFromALineToTheAnswer(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	mo, ann, bob := w.Officer("Mo", league.Moderator), w.Member("Ann"), w.Member("Bob")
	match := w.Match(ann, bob)
	ann.Say(match, "you lose")
	bob.Post("/matches/"+match+"/reports", url.Values{"line": {"1"}, "reason": {"rude"}}).Want(t, 303)
	mo.Get("/admin").Want(t, 200, "1 open report")
	queue := mo.Get("/admin/reports").Want(t, 200, "you lose", "rude", "Bob", "Take")
	names := field(t, lineFields, queue)
	form := url.Values{"line": {names[0]}, "reader": {names[1]}, "verdict": {"upheld"}}
	mo.Post("/admin/reports/take", form).Want(t, 303)
	mo.Get("/admin/reports").Want(t, 200, "Mo is dealing with it.")
	bob.Get("/standing").Want(t, 200, "a moderator is dealing with it")
	mo.Post("/admin/reports/decide", form).Want(t, 422, "Say why")
	form.Set("reason", "that was rude")
	mo.Post("/admin/reports/decide", form).Want(t, 303)
	mo.Get("/admin/reports").Want(t, 200, "No reports are open.")
	if page := bob.Get("/matches/"+match).Want(t, 200); strings.Contains(page.Body, "you lose") {
		t.Error("the line is still there")
	}
	bob.Get("/standing").Want(t, 200, "you were right", "that was rude")
	ann.Get("/standing").Want(t, 200, "Line hidden", "that was rude")
}

func TestAStepIsTakenReadAppealedAgainstAndUndone(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ada, mo, bob := w.Officer("Ada", league.Admin), w.Officer("Mo", league.Moderator), w.Member("Bob")
	mo.Get("/admin/users?q=BO").Want(t, 200, "/admin/users/"+bob.Player.ID)
	of := "/admin/users/" + bob.Player.ID
	mo.Post(of+"/steps", url.Values{"kind": {"mute"}, "days": {"3"}, "reason": {"rude"}}).Want(t, 422, "Choose 1, 7 or 30 days.", `value="rude"`, `value="3"`)
	mo.Post(of+"/steps", url.Values{"kind": {"expel"}, "reason": {"rude"}}).Want(t, 403)
	mo.Post(of+"/steps", url.Values{"kind": {"rename"}, "name": {"Mo"}, "reason": {"rude"}}).Want(t, 422, "taken")
	mo.Post(of+"/steps", url.Values{"kind": {"mute"}, "days": {"7"}, "reason": {"rude"}}).Want(t, 303)
	mo.Get(of).Want(t, 200, "Mute", "in force", "By Mo", "rude")
	step := field(t, stepField, bob.Get("/standing").Want(t, 200, "Mute", "rude", "8 May 2026", "write in the chat of any game", "Send appeal"))[0]
	bob.Post("/standing/appeal", url.Values{"step": {step}, "text": {" "}}).Want(t, 422, "Say why the step was wrong.")
	bob.Post("/standing/appeal", url.Values{"step": {step}, "text": {"I was not"}}).Want(t, 303)
	bob.Post("/standing/appeal", url.Values{"step": {step}, "text": {"I was not"}}).Want(t, 409)
	mo.Get("/admin/reports").Want(t, 200, "I was not")
	answer := url.Values{"step": {step}, "verdict": {"granted"}, "reason": {"you were not"}}
	mo.Post("/admin/appeals", answer).Want(t, 403) // their own step, and there is Ada
	ada.Post("/admin/appeals", answer).Want(t, 303)
	bob.Get("/standing").Want(t, 200, "undone", "you were not")
	ada.Get("/admin/log").Want(t, 200, "Answer appeal", "granted", "Undo mute", "7 days")
}

func TestWhoCannotSignInReadsWhyAndAppeals(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ada, bob := w.Officer("Ada", league.Admin), w.Member("Bob")
	ada.Post("/admin/users/"+bob.Player.ID+"/steps", url.Values{"kind": {"expel"}, "reason": {"two accounts"}}).Want(t, 303)
	b := w.Browser()
	who := url.Values{"name": {"Bob"}, "password": {webtest.MemberWords}}
	b.Post("/signin", who).Want(t, 422, "/standing")
	b.Get("/standing").Want(t, 200, "Sign in here")
	b.Post("/standing", url.Values{"name": {"Bob"}, "password": {"no"}}).Want(t, 422, "Name or password is wrong.", `value="Bob"`)
	page := b.Post("/standing", who).Want(t, 200, "Account closed", "two accounts")
	if cookies := page.Header.Get("Set-Cookie"); strings.Contains(b.Get("/account").Body, "Bob") {
		t.Errorf("he is signed in: %s", cookies)
	}
	form := url.Values{"step": field(t, stepField, page), "ticket": field(t, ticketField, page), "text": {"I have one"}}
	forged := url.Values{"step": form["step"], "ticket": {strings.Replace(form.Get("ticket"), bob.Player.ID, ada.Player.ID, 1)}, "text": {"I have one"}}
	b.Post("/standing/appeal", forged).Want(t, 403)
	b.Post("/standing/appeal", url.Values{"step": form["step"], "text": {"I have one"}}).Want(t, 404)
	b.Post("/standing/appeal", form).Want(t, 200, "Your appeal has been sent.", "I have one")
	w.Wait(time.Hour)
	b.Post("/standing/appeal", form).Want(t, 403, "more than an hour ago")
	ada.Get("/admin").Want(t, 303) // the password again
	undo := url.Values{"step": form["step"], "reason": {"a mistake"}}
	ada.Post("/admin/users/"+bob.Player.ID+"/undo", undo).Want(t, 403, "Confirm that it is you", `name="reason" value="a mistake"`)
	undo.Set("proof", "no")
	ada.Post("/admin/users/"+bob.Player.ID+"/undo", undo).Want(t, 422, "This is not your password.", `value="a mistake"`)
	w.Browser().Post("/signin", who).Want(t, 422)
	undo.Set("proof", webtest.MemberWords)
	ada.Post("/admin/users/"+bob.Player.ID+"/undo", undo).Want(t, 303)
	w.Browser().Post("/signin", who).Want(t, 303)
}

func TestSessionsAndRolesAreEndedOnThePages(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ada, bob, cleo := w.Officer("Ada", league.Admin), w.Member("Bob"), w.Member("Cleo")
	ada.Post("/admin/users/"+bob.Player.ID+"/sessions", url.Values{"reason": {"stolen"}}).Want(t, 303)
	bob.Get("/account").Want(t, 303)
	cleo.Get("/account").Want(t, 200)
	ada.Post("/admin/users/"+cleo.Player.ID+"/role", url.Values{"role": {"moderator"}, "reason": {"kind"}}).Want(t, 303)
	cleo.Get("/account").Want(t, 303) // a role begins with a new session
	cleo.SignIn()
	cleo.Get("/admin").Want(t, 200, "moderator since")
	ada.Post("/admin/users/"+cleo.Player.ID+"/role", url.Values{"role": {"none"}, "reason": {"tired"}}).Want(t, 303)
	cleo.SignIn() // and ends with one
	cleo.Get("/admin").Want(t, 403)
	ada.Post("/admin/sessions", url.Values{"reason": {""}}).Want(t, 422, "Say why")
	ada.Post("/admin/sessions", url.Values{"reason": {"a break-in"}}).Want(t, 303)
	cleo.Get("/account").Want(t, 303)
	ada.Get("/admin/log").Want(t, 200, "End all sessions", "a break-in")
}
