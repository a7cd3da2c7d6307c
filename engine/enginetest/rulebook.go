package enginetest

import (
	"strings"
	"testing"

	"kickabout/engine"
)

// Chapter returns the rules of a game under a title.
func Chapter(t testing.TB, g engine.Game, title string) engine.Section {
	t.Helper()
	book := g.Rules()
	for _, s := range append(book.Sections, book.Notation...) {
		if s.Title == title {
			return s
		}
	}
	t.Fatalf("there is no chapter %q", title)
	return engine.Section{}
}

// Prose returns all texts of a chapter, lines parted.
func Prose(s engine.Section) string {
	var lines []string
	for _, b := range s.Blocks {
		lines = append(lines, b.Text)
		lines = append(lines, b.List...)
		if b.Table != nil {
			for _, row := range b.Table.Rows {
				lines = append(lines, strings.Join(row, " | "))
			}
		}
		if b.Example != nil {
			lines = append(lines, b.Example.Caption)
		}
		if b.Walkthrough != nil {
			lines = append(lines, b.Walkthrough.Caption)
		}
	}
	return strings.Join(lines, "\n")
}
