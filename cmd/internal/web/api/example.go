package api

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
)

// Example is a request as a program has sent it, and what it was answered.
type Example struct {
	Path   string          `json:"path"` // with the query, below the site's address
	Body   json.RawMessage `json:"body,omitempty"`
	Answer json.RawMessage `json:"answer,omitempty"` // of a stream, its first object; lists cut short
}

//go:embed examples.json
var examplesFile []byte

// Examples are exchanges with a site by the ids of their operations. TestEveryOperationHasAnExample writes them.
var Examples = sync.OnceValue(func() map[string]Example {
	all := map[string]Example{}
	if err := json.Unmarshal(examplesFile, &all); err != nil {
		panic("api: examples.json: " + err.Error())
	}
	return all
})

// KindOfExample returns in which of the content types of an answer its example is written.
func KindOfExample(kinds []string) string {
	for _, kind := range []string{"application/json", LineStream} {
		if slices.Contains(kinds, kind) {
			return kind
		}
	}
	return ""
}

// Exemplify puts the example of an operation into its description.
func Exemplify(path string, op *huma.Operation) {
	example, known := Examples()[op.OperationID]
	if !known {
		return
	}
	values := valuesOf(path, example.Path)
	for _, p := range op.Parameters {
		if value, given := values[p.Name]; given && p.In == "path" {
			p.Example = value
		}
	}
	if op.RequestBody != nil && example.Body != nil {
		op.RequestBody.Content["application/json"].Example = example.Body
	}
	for status, response := range op.Responses {
		if kind := KindOfExample(slices.Collect(maps.Keys(response.Content))); status < "300" && kind != "" && example.Answer != nil {
			response.Content[kind].Example = example.Answer
		}
	}
}

// valuesOf returns what stands in an address for the parameters of its path.
func valuesOf(path, address string) map[string]string {
	address, _, _ = strings.Cut(address, "?")
	given := strings.Split(address, "/")
	values := map[string]string{}
	for i, part := range strings.Split(path, "/") {
		if name, ok := strings.CutPrefix(part, "{"); ok && i < len(given) {
			value, err := url.PathUnescape(given[i])
			if err == nil {
				values[strings.TrimSuffix(name, "}")] = value
			}
		}
	}
	return values
}

// answerLines is how many lines of an answer the page shows.
const answerLines = 16

// exchange writes an example for people.
func exchange(b *strings.Builder, method string, example Example) {
	fmt.Fprintf(b, "\nFor example:\n\n```\n%s %s\n", method, example.Path)
	if example.Body != nil {
		b.WriteString(indented(example.Body) + "\n")
	}
	b.WriteString("```\n")
	if example.Answer == nil {
		return
	}
	lines := strings.Split(indented(example.Answer), "\n")
	if len(lines) > answerLines {
		lines = append(lines[:answerLines], "…")
	}
	fmt.Fprintf(b, "\nThe answer begins like this:\n\n```\n%s\n```\n", strings.Join(lines, "\n"))
}

// indented is JSON for people.
func indented(text json.RawMessage) string {
	var b bytes.Buffer
	if err := json.Indent(&b, text, "", "  "); err != nil {
		return string(text)
	}
	return b.String()
}
