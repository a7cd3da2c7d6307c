package web_test

import (
	"encoding/json"
	"html"
	"net/http"
	"strings"
	"testing"

	"kickabout/cmd/internal/web/webtest"
)

func TestTheDocumentIsServedByTheSite(t *testing.T) {
	w := webtest.New(t)
	b := w.Browser()
	asJSON := b.Get("/api/v1/openapi.json").Want(t, 200, `"openapi":"3.1.0"`, `"bearer"`)
	if kind := asJSON.Header.Get("Content-Type"); kind != "application/openapi+json" {
		t.Errorf("it comes as %s", kind)
	}
	b.Get("/api/v1/openapi.yaml").Want(t, 200, "openapi: 3.1.0")
	for method, path := range map[string]string{
		"post": "/api/v1/matches/reservations", "get": "/api/v1/matches/{id}", "POST": "/api/v1/matches/{id}/moves", "GET": "/api/v1/events",
	} {
		if op := w.Document().Paths[path][strings.ToLower(method)]; op.OperationID == "" {
			t.Errorf("%s %s is not described", method, path)
		}
	}
}

func TestEveryRouteOfTheAPIIsDescribed(t *testing.T) {
	w := webtest.New(t)
	described := 0
	for _, r := range w.Echo.Routes() {
		path, ok := strings.CutPrefix(r.Path, "/api/v1/")
		if !ok || r.Method == http.MethodHead || strings.HasPrefix(path, "openapi.") {
			continue
		}
		if _, ok := w.Document().Operation(r.Method, strings.ReplaceAll(r.Path, ":id", "x")); !ok {
			t.Errorf("%s %s is not described", r.Method, r.Path)
		}
		described++
	}
	if described < 8 {
		t.Errorf("only %d routes were found", described)
	}
}

// TestEveryOperationIsToldWhole: each belongs to a chapter, each parameter is described, and the page tells them all.
func TestEveryOperationIsToldWhole(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	var document struct {
		Paths map[string]map[string]struct {
			Summary    string
			Tags       []string
			Parameters []struct{ Name, Description string }
		}
	}
	if err := json.Unmarshal([]byte(w.Browser().Get("/api/v1/openapi.json").Body), &document); err != nil {
		t.Fatal(err)
	}
	page, told := html.UnescapeString(w.Browser().Get("/api").Want(t, 200, "<h1>The API</h1>").Body), 0
	for path, methods := range document.Paths {
		for method, op := range methods {
			if len(op.Tags) != 1 || op.Summary == "" {
				t.Errorf("%s %s has the tags %v and the summary %q", method, path, op.Tags, op.Summary)
			}
			for _, p := range op.Parameters {
				if p.Description == "" {
					t.Errorf("%s %s does not say what %s is", method, path, p.Name)
				}
			}
			if told++; !strings.Contains(page, "<code>"+strings.ToUpper(method)+" "+path+"</code>") {
				t.Errorf("the page does not tell %s %s", method, path)
			}
		}
	}
	if told < 70 {
		t.Errorf("only %d operations are told", told)
	}
}

func TestBreachesOfTheDocumentAreSeen(t *testing.T) {
	w := webtest.New(t)
	p := w.Program("Ann")
	right := p.Get("/matches/" + p.Begin())
	for name, spoil := range map[string]func(s *webtest.Said){
		"another status":     func(s *webtest.Said) { s.Status = 204 },
		"another type":       func(s *webtest.Said) { s.Header.Set("Content-Type", "text/html") },
		"no JSON":            func(s *webtest.Said) { s.Text = "{" },
		"a field missing":    func(s *webtest.Said) { s.Text = strings.Replace(s.Text, `"seq":`, `"sequel":`, 1) },
		"a field of a type":  func(s *webtest.Said) { s.Text = strings.Replace(s.Text, `"rated":false`, `"rated":"no"`, 1) },
		"a field none knows": func(s *webtest.Said) { s.Text = strings.Replace(s.Text, `"rated":false`, `"rated":false,"x":1`, 1) },
		"an odd choice":      func(s *webtest.Said) { s.Text = strings.Replace(s.Text, `"state":"running"`, `"state":"so so"`, 1) },
		"too many items":     func(s *webtest.Said) { s.Text = strings.Replace(s.Text, `"score":[0,0]`, `"score":[0,0,0]`, 1) },
	} {
		spoiled := right
		spoiled.Header = right.Header.Clone()
		spoil(&spoiled)
		if why := w.Document().Breach("GET", "/api/v1/matches/x", spoiled); why == "" {
			t.Errorf("%s is not seen", name)
		}
	}
	if why := w.Document().Breach("GET", "/api/v1/matches/x", right); why != "" {
		t.Errorf("what is right is refused: %s", why)
	}
}
