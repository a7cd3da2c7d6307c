package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/league"
	"kickabout/league/conduct"
)

// toLookAfter is what everybody without a role gets of a page, and forbidden of an act.
var toLookAfter = but(303, map[string]int{"member": 403}) // to where one signs in

// expectedOfAdmin continues the table of access; see TestEveryPageOfAdminsAnswersEveryRoleAsWritten.
var expectedOfAdmin = map[string]map[string]map[string]int{
	"GET /standing":                   {"running": all(200)},
	"POST /standing":                  {"running": all(422)}, // nobody's name and password
	"POST /standing/appeal":           {"running": all(404)},
	"GET /admin":                      {"running": toLookAfter},
	"GET /admin/log":                  {"running": toLookAfter},
	"GET /admin/reports":              {"running": toLookAfter},
	"POST /admin/reports/take":        {"running": all(403)},
	"POST /admin/reports/decide":      {"running": all(403)},
	"POST /admin/appeals":             {"running": all(403)},
	"GET /admin/users":                {"running": toLookAfter},
	"GET /admin/users/:id":            {"running": toLookAfter},
	"POST /admin/users/:id/steps":     {"running": all(403)},
	"POST /admin/users/:id/undo":      {"running": all(403)},
	"POST /admin/users/:id/sessions":  {"running": all(403)},
	"POST /admin/users/:id/role":      {"running": all(403)},
	"POST /admin/maintenance":         {"running": all(403)},
	"POST /admin/invitations":         {"running": all(403)},
	"POST /admin/sessions":            {"running": all(403)},
	"GET /admin/jobs":                 {"running": toLookAfter},
	"POST /admin/jobs":                {"running": all(403)},
	"GET /admin/backups":              {"running": toLookAfter},
	"GET /admin/quarantine":           {"running": toLookAfter},
	"GET /admin/games":                {"running": toLookAfter},
	"POST /admin/games":               {"running": all(403)},
	"POST /admin/archive/:id/removal": {"running": all(403)},
	"GET /admin/webhooks":             {"running": toLookAfter},
	"POST /admin/webhooks":            {"running": all(403)},
	"POST /admin/webhooks/test":       {"running": all(403)},
	"POST /admin/webhooks/end":        {"running": all(403)},
	"GET /admin/settings":             {"running": toLookAfter},
	"POST /admin/settings":            {"running": all(403)},
}

// officers are what those get who have a role; by the role, in the order moderator, admin. What they send is an empty
// form. Routes that are about nobody in particular take ":id" for a member.
var officers = map[string][2]int{
	"GET /admin":                      {200, 200},
	"GET /admin/log":                  {403, 200},
	"GET /admin/reports":              {200, 200},
	"POST /admin/reports/take":        {409, 409}, // there is none
	"POST /admin/reports/decide":      {409, 409},
	"POST /admin/appeals":             {404, 404},
	"GET /admin/users":                {200, 200},
	"GET /admin/users/:id":            {200, 200},
	"POST /admin/users/:id/steps":     {422, 422},
	"POST /admin/users/:id/undo":      {404, 404},
	"POST /admin/users/:id/sessions":  {422, 422},
	"POST /admin/users/:id/role":      {403, 422},
	"POST /admin/maintenance":         {403, 422},
	"POST /admin/invitations":         {409, 409}, // sign-up is open
	"POST /admin/sessions":            {403, 422},
	"GET /admin/jobs":                 {403, 200},
	"POST /admin/jobs":                {403, 404},
	"GET /admin/backups":              {403, 200},
	"GET /admin/quarantine":           {403, 200},
	"GET /admin/games":                {403, 200},
	"POST /admin/games":               {403, 422},
	"POST /admin/archive/:id/removal": {403, 404},
	"GET /admin/webhooks":             {403, 200},
	"POST /admin/webhooks":            {403, 422},
	"POST /admin/webhooks/test":       {403, 404},
	"POST /admin/webhooks/end":        {403, 303},
	"GET /admin/settings":             {403, 200},
	"POST /admin/settings":            {403, 404},
}

func TestEveryPageOfAdminsAnswersEveryRoleAsWritten(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	somebody := w.Member("Sam")
	staff := [2]*webtest.Member{w.Officer("Mo", league.Moderator), w.Officer("Ada", league.Admin)}
	seen := 0
	for _, r := range w.Echo.Routes() {
		if !strings.HasPrefix(r.Path, "/admin") || r.Method == http.MethodHead {
			continue
		}
		want, ok := officers[r.Method+" "+r.Path]
		if !ok {
			t.Errorf("%s %s has no row in the table", r.Method, r.Path)
			continue
		}
		seen++
		for i, who := range staff {
			var form url.Values
			if r.Method == http.MethodPost {
				form = url.Values{}
			}
			if got := who.Do(r.Method, strings.ReplaceAll(r.Path, ":id", somebody.Player.ID), form, nil); got.Status != want[i] {
				t.Errorf("%s %s, %s: %d, want %d", r.Method, r.Path, who.Player.Name, got.Status, want[i])
			}
		}
	}
	if seen != len(officers) {
		t.Errorf("%d routes, and %d rows", seen, len(officers))
	}
}

func TestWhoLooksAfterTheSiteTypesThePasswordAgain(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ada := w.Officer("Ada", league.Admin)
	ada.Get("/admin").Want(t, 200, "Overview", "Ada")
	w.Wait(15 * time.Minute)
	got := ada.Get("/admin/log?before=5").Want(t, 303)
	if to := got.Header.Get("Location"); to != "/account/confirm?next=%2Fadmin%2Flog%3Fbefore%3D5" {
		t.Errorf("it leads to %q", to)
	}
	ada.Get(got.Header.Get("Location")).Want(t, 200, "Confirm that it is you", `value="/admin/log?before=5"`)
	ada.Post("/account/confirm", url.Values{"next": {"/admin/log"}, "proof": {"no"}}).Want(t, 422, "This is not your password.", `value="/admin/log"`)
	ada.Get("/admin/log").Want(t, 303)
	for next, to := range map[string]string{"/admin/log": "/admin/log", "//evil.example": "/account", "/matches": "/matches", "": "/account"} {
		if got := ada.Post("/account/confirm", url.Values{"next": {next}, "proof": {webtest.MemberWords}}).Want(t, 303); got.Header.Get("Location") != to {
			t.Errorf("%q leads to %q", next, got.Header.Get("Location"))
		}
	}
	ada.Get("/admin/log").Want(t, 200, "Set role", "none → admin")
	w.Wait(15*time.Minute - time.Second)
	ada.Get("/admin/log").Want(t, 200)

	// Each browser by itself.
	other := w.Browser()
	other.Post("/signin", url.Values{"name": {"Ada"}, "password": {webtest.MemberWords}}).Want(t, 303)
	w.Wait(time.Second)
	other.Get("/admin").Want(t, 200)
	ada.Get("/admin").Want(t, 303)

	// A role that is taken away ends at once.
	if err := w.Office.Moderation.SetRole(t.Context(), conduct.Operator(), "Ada", league.NoRole, "enough"); err != nil {
		t.Fatal(err)
	}
	other.Get("/admin").Want(t, 303) // and so do the sessions
	other.Post("/signin", url.Values{"name": {"Ada"}, "password": {webtest.MemberWords}}).Want(t, 303)
	other.Get("/admin").Want(t, 403)
}
