package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// TestProgramsGoOnVacation plans a vacation by program, sees it in the match, and ends it.
func TestProgramsGoOnVacation(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.program("Ann"), w.program("Bob")
	id := w.duel(ann, bob)
	if left := ann.get("/vacation").want(t, 200).Body["left"]; left != 3.0 {
		t.Errorf("%v days are left", left)
	}
	ann.post("/vacation", object{"n": 1, "days": 4}).want(t, 422, "You have 3 days")
	ann.post("/vacation", object{"n": 1, "days": 2, "begins": "soon"}).want(t, 422)
	for range 2 {
		body := ann.post("/vacation", object{"n": 1, "days": 2}).want(t, 201).Body
		if planned, ok := body["planned"].(map[string]any); !ok || planned["on"] != true || body["left"] != 2.0 {
			t.Errorf("the vacation is %v", body)
		}
	}
	ann.post("/vacation", object{"n": 2, "days": 1}).want(t, 403, "already")
	clocks := bob.get("/matches/"+id).want(t, 200).Body["clocks"].(map[string]any)
	rests := 0
	for _, until := range clocks["rest"].([]any) {
		if until == w.clock().Add(48*time.Hour).UTC().Format("2006-01-02T15:04:05.999Z07:00") {
			rests++
		}
	}
	if rests != 1 || clocks["vacation"] != true || clocks["control"] != "lg" {
		t.Errorf("the clocks are %v", clocks)
	}
	ann.do(http.MethodDelete, "/api/v1/vacation", nil, nil).want(t, 200)
	body := ann.do(http.MethodDelete, "/api/v1/vacation", nil, nil).want(t, 200).Body
	if body["planned"] != nil || len(body["statement"].([]any)) != 2 {
		t.Errorf("afterwards it is %v", body)
	}
	bob.do(http.MethodPost, "/api/v1/matches/"+id+"/time", object{"days": 1}, nil).want(t, 422)
	bob.do(http.MethodPost, "/api/v1/matches/"+id+"/time", object{"days": 2}, http.Header{"Idempotency-Key": {"k"}}).want(t, 422)
	for range 2 {
		bob.do(http.MethodPost, "/api/v1/matches/"+id+"/time", object{"days": 3}, http.Header{"Idempotency-Key": {"k"}}).want(t, 200)
	}
	gifts := 0
	for _, e := range ann.get("/matches/"+id).want(t, 200).Body["log"].([]any) {
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
	w := newWorld(t)
	b := w.browser()
	b.signUp("Ann")
	b.post("/vacation", url.Values{"n": {"1"}, "days": {"1"}}).want(t, http.StatusSeeOther)
	got := b.get("/vacation/statement.csv").want(t, http.StatusOK)
	lines := strings.Split(strings.TrimSpace(got.Body), "\n")
	if len(lines) != 3 || lines[0] != "at,reason,match,change,balance" || !strings.HasSuffix(lines[2], ",A day of your planned vacation began,,-1,2") {
		t.Errorf("the statement is %q", lines)
	}
	b.post("/vacation", url.Values{"n": {"2"}, "days": {"1"}}).want(t, http.StatusForbidden, "You have planned a vacation already")
	b.post("/vacation/end", nil).want(t, http.StatusSeeOther)
}
