package web_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// document is the OpenAPI document, read as any client would read it.
type document struct {
	Paths      map[string]map[string]describedOperation
	Components struct{ Schemas map[string]schema }
}

type describedOperation struct {
	OperationID string
	Responses   map[string]struct {
		Content map[string]struct{ Schema schema }
	}
}

// schema is as much of JSON Schema as the document uses; more is a failure of the test
// that reads it.
type schema struct {
	Ref                  string `json:"$ref"`
	Type                 any
	Enum                 []any
	OneOf                []schema
	Properties           map[string]schema
	Required             []string
	AdditionalProperties any
	Items                *schema
	MinItems, MaxItems   *int
}

// document reads the document that the site serves, once.
func (w *world) document() *document {
	w.t.Helper()
	if w.described == nil {
		a := w.browser().get("/api/v1/openapi.json")
		w.described = &document{}
		if err := json.Unmarshal([]byte(a.Body), w.described); err != nil {
			w.t.Fatal(err)
		}
	}
	return w.described
}

var pathParameter = regexp.MustCompile(`\\\{\w+\\\}`)

// operation finds what the document says of a method and path.
func (d *document) operation(method, path string) (describedOperation, bool) {
	for pattern, methods := range d.Paths {
		form := "^" + pathParameter.ReplaceAllString(regexp.QuoteMeta(pattern), "[^/]+") + "$"
		if op, ok := methods[strings.ToLower(method)]; ok && regexp.MustCompile(form).MatchString(path) {
			return op, true
		}
	}
	return describedOperation{}, false
}

// breach says what an answer does against the document; "" if nothing. What the
// document does not describe may only be a problem.
func (d *document) breach(method, path string, s said) string {
	op, known := d.operation(method, path)
	if !known {
		if s.Status < 400 && method != http.MethodHead {
			return "the document knows no such operation"
		}
		return ""
	}
	response, known := op.Responses[fmt.Sprint(s.Status)]
	if !known {
		return fmt.Sprintf("the document has no such status for %s, only %v", op.OperationID, slices.Sorted(maps.Keys(op.Responses)))
	}
	if len(response.Content) == 0 {
		if s.Text != "" {
			return "there should be no body"
		}
		return ""
	}
	kind := s.Header.Get("Content-Type")
	content, known := response.Content[kind]
	if !known {
		return fmt.Sprintf("a body of %q, want %v", kind, slices.Collect(maps.Keys(response.Content)))
	}
	for line := range strings.Lines(strings.TrimSpace(s.Text)) {
		var v any
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			return err.Error()
		}
		if why := d.check(content.Schema, v, "body"); why != "" {
			return why
		}
	}
	return ""
}

// check says what is wrong with a value; "" if nothing.
func (d *document) check(s schema, v any, at string) string {
	if s.Ref != "" {
		return d.check(d.Components.Schemas[strings.TrimPrefix(s.Ref, "#/components/schemas/")], v, at)
	}
	if len(s.OneOf) > 0 {
		fits := 0
		for _, one := range s.OneOf {
			if d.check(one, v, at) == "" {
				fits++
			}
		}
		if fits != 1 {
			return fmt.Sprintf("%s is %d of its %d kinds", at, fits, len(s.OneOf))
		}
		return ""
	}
	if s.Type != nil && !slices.ContainsFunc(types(s.Type), func(name string) bool { return is(name, v) }) {
		return fmt.Sprintf("%s is %v, no %v", at, v, s.Type)
	}
	if len(s.Enum) > 0 && !slices.Contains(s.Enum, v) {
		return fmt.Sprintf("%s is %q, none of %q", at, v, s.Enum)
	}
	switch v := v.(type) {
	case []any:
		if s.MinItems != nil && len(v) < *s.MinItems || s.MaxItems != nil && len(v) > *s.MaxItems {
			return fmt.Sprintf("%s has %d items", at, len(v))
		}
		for i, item := range v {
			if s.Items == nil {
				break // of any kind
			}
			if why := d.check(*s.Items, item, fmt.Sprintf("%s[%d]", at, i)); why != "" {
				return why
			}
		}
	case object:
		for _, name := range s.Required {
			if _, ok := v[name]; !ok {
				return at + " lacks " + name
			}
		}
		for name, field := range v {
			of, ok := s.Properties[name]
			if !ok && s.AdditionalProperties == false {
				return at + " has an odd field " + name
			}
			if why := d.check(of, field, at+"."+name); why != "" {
				return why
			}
		}
	}
	return ""
}

// types are the types that a schema allows.
func types(t any) (names []string) {
	if one, ok := t.(string); ok {
		return []string{one}
	}
	for _, name := range t.([]any) {
		names = append(names, name.(string))
	}
	return names
}

func is(name string, v any) bool {
	switch v := v.(type) {
	case nil:
		return name == "null"
	case bool:
		return name == "boolean"
	case string:
		return name == "string"
	case float64:
		return name == "number" || name == "integer" && v == math.Trunc(v)
	case []any:
		return name == "array"
	}
	return name == "object"
}

func TestTheDocumentIsServedByTheSite(t *testing.T) {
	w := newWorld(t)
	b := w.browser()
	asJSON := b.get("/api/v1/openapi.json").want(t, 200, `"openapi":"3.1.0"`, `"bearer"`)
	if kind := asJSON.Header.Get("Content-Type"); kind != "application/openapi+json" {
		t.Errorf("it comes as %s", kind)
	}
	b.get("/api/v1/openapi.yaml").want(t, 200, "openapi: 3.1.0")
	for method, path := range map[string]string{
		"post": "/api/v1/matches/reservations", "get": "/api/v1/matches/{id}", "POST": "/api/v1/matches/{id}/moves", "GET": "/api/v1/events",
	} {
		if op := w.document().Paths[path][strings.ToLower(method)]; op.OperationID == "" {
			t.Errorf("%s %s is not described", method, path)
		}
	}
}

func TestEveryRouteOfTheAPIIsDescribed(t *testing.T) {
	w := newWorld(t)
	described := 0
	for _, r := range w.echo.Routes() {
		path, ok := strings.CutPrefix(r.Path, "/api/v1/")
		if !ok || r.Method == http.MethodHead || strings.HasPrefix(path, "openapi.") {
			continue
		}
		if _, ok := w.document().operation(r.Method, strings.ReplaceAll(r.Path, ":id", "x")); !ok {
			t.Errorf("%s %s is not described", r.Method, r.Path)
		}
		described++
	}
	if described < 8 {
		t.Errorf("only %d routes were found", described)
	}
}

func TestBreachesOfTheDocumentAreSeen(t *testing.T) {
	w := newWorld(t)
	p := w.program("Ann")
	right := p.get("/matches/" + p.begin())
	for name, spoil := range map[string]func(s *said){
		"another status":     func(s *said) { s.Status = 204 },
		"another type":       func(s *said) { s.Header.Set("Content-Type", "text/html") },
		"no JSON":            func(s *said) { s.Text = "{" },
		"a field missing":    func(s *said) { s.Text = strings.Replace(s.Text, `"seq":`, `"sequel":`, 1) },
		"a field of a type":  func(s *said) { s.Text = strings.Replace(s.Text, `"rated":false`, `"rated":"no"`, 1) },
		"a field none knows": func(s *said) { s.Text = strings.Replace(s.Text, `"rated":false`, `"rated":false,"x":1`, 1) },
		"an odd choice":      func(s *said) { s.Text = strings.Replace(s.Text, `"state":"running"`, `"state":"so so"`, 1) },
		"too many items":     func(s *said) { s.Text = strings.Replace(s.Text, `"score":[0,0]`, `"score":[0,0,0]`, 1) },
	} {
		spoiled := right
		spoiled.Header = right.Header.Clone()
		spoil(&spoiled)
		if why := w.document().breach("GET", "/api/v1/matches/x", spoiled); why == "" {
			t.Errorf("%s is not seen", name)
		}
	}
	if why := w.document().breach("GET", "/api/v1/matches/x", right); why != "" {
		t.Errorf("what is right is refused: %s", why)
	}
}
