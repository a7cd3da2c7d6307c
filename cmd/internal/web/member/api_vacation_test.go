package member_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/web/webtest"
)

// TestProgramsGoOnVacation plans a vacation by program, sees it in the match, and ends it.
func TestProgramsGoOnVacation(t *testing.T) {
	w := webtest.New(t)
	ann, bob := w.Program("Ann"), w.Program("Bob")
	id := w.Duel(ann, bob)
	if left := ann.Get("/vacation").Want(t, 200).Body["left"]; left != 3.0 {
		t.Errorf("%v days are left", left)
	}
	ann.Post("/vacation", webtest.Object{"n": 1, "days": 4}).Want(t, 422, "You have 3 days")
	ann.Post("/vacation", webtest.Object{"n": 1, "days": 2, "begins": "soon"}).Want(t, 422)
	for range 2 {
		body := ann.Post("/vacation", webtest.Object{"n": 1, "days": 2}).Want(t, 201).Body
		if planned, ok := body["planned"].(map[string]any); !ok || planned["on"] != true || body["left"] != 2.0 {
			t.Errorf("the vacation is %v", body)
		}
	}
	ann.Post("/vacation", webtest.Object{"n": 2, "days": 1}).Want(t, 403, "already")
	clocks := bob.Get("/matches/"+id).Want(t, 200).Body["clocks"].(map[string]any)
	rests := 0
	for _, until := range clocks["rest"].([]any) {
		if until == w.Clock().Add(48*time.Hour).UTC().Format("2006-01-02T15:04:05.999Z07:00") {
			rests++
		}
	}
	if rests != 1 || clocks["vacation"] != true || clocks["control"] != "lg" {
		t.Errorf("the clocks are %v", clocks)
	}
	ann.Do(http.MethodDelete, "/api/v1/vacation", nil, nil).Want(t, 200)
	body := ann.Do(http.MethodDelete, "/api/v1/vacation", nil, nil).Want(t, 200).Body
	if body["planned"] != nil || len(body["statement"].([]any)) != 2 {
		t.Errorf("afterwards it is %v", body)
	}
	bob.Do(http.MethodPost, "/api/v1/matches/"+id+"/time", webtest.Object{"days": 1}, nil).Want(t, 422)
	bob.Do(http.MethodPost, "/api/v1/matches/"+id+"/time", webtest.Object{"days": 2}, http.Header{"Idempotency-Key": {"k"}}).Want(t, 422)
	for range 2 {
		bob.Do(http.MethodPost, "/api/v1/matches/"+id+"/time", webtest.Object{"days": 3}, http.Header{"Idempotency-Key": {"k"}}).Want(t, 200)
	}
	gifts := 0
	for _, e := range ann.Get("/matches/"+id).Want(t, 200).Body["log"].([]any) {
		if e.(map[string]any)["act"] == "time" {
			gifts++
		}
	}
	if gifts != 1 {
		t.Errorf("there were %d gifts", gifts)
	}
}

// TestTheStatementIsThereForSpreadsheets looks at the page of a member and its CSV.
func TestTheStatementIsThereForSpreadsheets(t *testing.T) {
	w := webtest.New(t)
	b := w.Browser()
	b.SignUp("Ann")
	b.Post("/vacation", url.Values{"n": {"1"}, "days": {"1"}}).Want(t, http.StatusSeeOther)
	got := b.Get("/vacation/statement.csv").Want(t, http.StatusOK)
	lines := strings.Split(strings.TrimSpace(got.Body), "\n")
	if len(lines) != 3 || lines[0] != "at,reason,match,change,balance" || !strings.HasSuffix(lines[2], ",A day of your planned vacation began,,-1,2") {
		t.Errorf("the statement is %q", lines)
	}
	b.Post("/vacation", url.Values{"n": {"2"}, "days": {"1"}}).Want(t, http.StatusForbidden, "You have planned a vacation already")
	b.Post("/vacation/end", nil).Want(t, http.StatusSeeOther)
}
