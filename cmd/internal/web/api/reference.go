package api

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// methods is the order in which the operations of one path are told.
var methods = []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodDelete}

// Reference writes an API as Markdown for people: a chapter for each tag, a section for each operation with what it
// takes and what it answers.
func Reference(o *huma.OpenAPI) string {
	var b strings.Builder
	b.WriteString("# The API\n\n" + o.Info.Description + "\n\nThe same for programs: [openapi.json](" + Root + "/openapi.json), [openapi.yaml](" + Root + "/openapi.yaml). " +
		"What it takes to write one stands in the [manual](/help/api).\n")
	paths := slices.Sorted(maps.Keys(o.Paths))
	for _, tag := range o.Tags {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n", heading(tag.Name), tag.Description)
		for _, path := range paths {
			for _, method := range methods {
				if op := at(o.Paths[path], method); op != nil && slices.Contains(op.Tags, tag.Name) {
					operation(&b, o.Components.Schemas, method, path, title(op.Summary, tag.Name), op)
				}
			}
		}
	}
	return b.String()
}

// heading is a tag as the title of its chapter.
func heading(tag string) string { return strings.ToUpper(tag[:1]) + tag[1:] }

// title is what an operation does, as the title of its section: it is not that of its chapter, whose address it would take.
func title(summary, tag string) string {
	if summary == heading(tag) {
		return "All " + tag
	}
	return summary
}

// at finds what a path does by a method; nil if nothing.
func at(p *huma.PathItem, method string) *huma.Operation {
	switch method {
	case http.MethodGet:
		return p.Get
	case http.MethodPost:
		return p.Post
	case http.MethodPut:
		return p.Put
	}
	return p.Delete
}

// operation writes the section of an operation.
func operation(b *strings.Builder, r huma.Registry, method, path, title string, op *huma.Operation) {
	fmt.Fprintf(b, "\n### %s\n\n`%s %s`\n\n", title, method, path)
	scope := op.Security[len(op.Security)-1][TokenScheme][0]
	if len(op.Security[0]) == 0 {
		b.WriteString("No token is needed.\n")
	} else {
		fmt.Fprintf(b, "It takes a token with the scope `%s`.\n", scope)
	}
	var rows []string
	for _, p := range op.Parameters {
		if p.In != "header" || p.Name == "Idempotency-Key" {
			rows = append(rows, row(p.Name, p.In, p.Description+allowed(p.Schema)))
		}
	}
	if op.RequestBody != nil {
		rows = append(rows, fields(r, op.RequestBody.Content["application/json"], "body")...)
	}
	section(b, "Send", "Where", rows)
	for _, status := range slices.Sorted(maps.Keys(op.Responses)) {
		if status >= "300" {
			continue // all operations have the same problems
		}
		rows = nil
		for _, kind := range slices.Sorted(maps.Keys(op.Responses[status].Content)) {
			rows = append(rows, fields(r, op.Responses[status].Content[kind], "")...)
		}
		section(b, "Answer "+status, "Kind", rows)
		if len(rows) == 0 {
			fmt.Fprintf(b, "\nIt answers %s. %s\n", status, strings.TrimSpace(op.Responses[status].Description))
		}
	}
	if example, known := Examples()[op.OperationID]; known {
		exchange(b, method, example)
	}
}

// section writes a table, if it has rows.
func section(b *strings.Builder, head, second string, rows []string) {
	if len(rows) > 0 {
		fmt.Fprintf(b, "\n| %s | %s | What it is |\n|---|---|---|\n%s\n", head, second, strings.Join(rows, "\n"))
	}
}

// row is a line of a table.
func row(name, kind, what string) string {
	return "| `" + name + "` | " + kind + " | " + strings.NewReplacer("|", "\\|", "\n", " ").Replace(what) + " |"
}

// fields lists what a body has, each field with its kind.
func fields(r huma.Registry, m *huma.MediaType, where string) (rows []string) {
	if m == nil || m.Schema == nil {
		return nil
	}
	s := m.Schema
	if s.Ref != "" {
		s = r.SchemaFromRef(s.Ref)
	}
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		of := s.Properties[name]
		rows = append(rows, row(name, cmp.Or(where, kindOf(of)), of.Description+allowed(of)))
	}
	return rows
}

// kindOf says what a field is.
func kindOf(s *huma.Schema) string {
	if s.Ref != "" {
		return "object"
	}
	return cmp.Or(s.Type, "object")
}

// allowed says which values there are, if they are few.
func allowed(s *huma.Schema) string {
	if s == nil || len(s.Enum) == 0 {
		return ""
	}
	var values []string
	for _, v := range s.Enum {
		if text := fmt.Sprint(v); text != "" {
			values = append(values, "`"+text+"`")
		}
	}
	return " One of " + strings.Join(values, ", ") + "."
}
