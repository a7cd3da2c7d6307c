package webtest

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"net/http"
	"regexp"
	"slices"
	"strings"
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

// Document reads the document that the site serves, once.
func (w *World) Document() *document {
	w.T.Helper()
	if w.described == nil {
		a := w.Browser().Get("/api/v1/openapi.json")
		w.described = &document{}
		if err := json.Unmarshal([]byte(a.Body), w.described); err != nil {
			w.T.Fatal(err)
		}
	}
	return w.described
}

var pathParameter = regexp.MustCompile(`\\\{\w+\\\}`)

// Operation finds what the document says of a method and path. What a path says by itself goes before a parameter, as for
// the router, which gives what is left of a path to a parameter that ends it, blanks, strokes and all.
func (d *document) Operation(method, path string) (describedOperation, bool) {
	patterns := slices.SortedFunc(maps.Keys(d.Paths), func(a, b string) int { return strings.Count(a, "{") - strings.Count(b, "{") })
	for _, last := range []string{"[^/]+", ".+"} {
		for _, pattern := range patterns {
			methods := d.Paths[pattern]
			form := pathParameter.ReplaceAllString(regexp.QuoteMeta(pattern), "[^/]+")
			if ends, ok := strings.CutSuffix(form, "[^/]+"); ok {
				form = ends + last
			}
			if op, ok := methods[strings.ToLower(method)]; ok && regexp.MustCompile("^"+form+"$").MatchString(path) {
				return op, true
			}
		}
	}
	return describedOperation{}, false
}

// Breach says what an answer does against the document; "" if nothing. What the
// document does not describe may only be a problem.
func (d *document) Breach(method, path string, s Said) string {
	op, known := d.Operation(method, path)
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
		return d.checkItems(s, v, at)
	case Object:
		return d.checkFields(s, v, at)
	}
	return ""
}

// checkItems checks a list likewise.
func (d *document) checkItems(s schema, items []any, at string) string {
	if s.MinItems != nil && len(items) < *s.MinItems || s.MaxItems != nil && len(items) > *s.MaxItems {
		return fmt.Sprintf("%s has %d items", at, len(items))
	}
	for i, item := range items {
		if s.Items == nil {
			break // of any kind
		}
		if why := d.check(*s.Items, item, fmt.Sprintf("%s[%d]", at, i)); why != "" {
			return why
		}
	}
	return ""
}

// checkFields checks an object likewise.
func (d *document) checkFields(s schema, fields Object, at string) string {
	for _, name := range s.Required {
		if _, ok := fields[name]; !ok {
			return at + " lacks " + name
		}
	}
	for name, field := range fields {
		of, ok := s.Properties[name]
		if !ok && s.AdditionalProperties == false {
			return at + " has an odd field " + name
		}
		if why := d.check(of, field, at+"."+name); why != "" {
			return why
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
