package help

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kickabout/views/ui"
	"kickabout/views/viewstest"
)

// TestEveryManualIsAPage renders each: whole, without HTML that stood in the Markdown, and with links that lead
// somewhere.
func TestEveryManualIsAPage(t *testing.T) {
	id, link := regexp.MustCompile(`\sid="([^"]+)"`), regexp.MustCompile(`href="(/help[^"#]*)?(#[^"]*)?"`)
	all, err := parsed()
	if err != nil {
		t.Fatal(err)
	}
	for _, topic := range Topics() {
		page, err := NewManualPage(ui.Frame{}, topic.Name)
		if err != nil {
			t.Fatal(err)
		}
		html := viewstest.Rendered(t, Manual(page))
		viewstest.Tree(t, html)
		if strings.Contains(html, "raw HTML omitted") {
			t.Errorf("%s.md holds HTML", topic.Name)
		}
		var ids []string
		for _, m := range id.FindAllStringSubmatch(html, -1) {
			if slices.Contains(ids, m[1]) {
				t.Errorf("%s.md has two headings %q", topic.Name, m[1])
			}
			ids = append(ids, m[1])
		}
		if page.Text.Title == "" || len(page.Text.Chapters) == 0 {
			t.Errorf("%s.md has the title %q and %d chapters", topic.Name, page.Text.Title, len(page.Text.Chapters))
		}
		for _, m := range link.FindAllStringSubmatch(page.Text.HTML, -1) {
			to, anchor := topic.Name, strings.TrimPrefix(m[2], "#")
			if m[1] != "" {
				to = strings.TrimPrefix(m[1], "/help/")
			}
			if _, there := all[to]; !there || anchor != "" && !all[to].Has(anchor) {
				t.Errorf("%s.md has a link to %s%s, which leads nowhere", topic.Name, m[1], m[2])
			}
		}
	}
}

// TestEveryFileIsATopic finds a manual that nobody would see.
func TestEveryFileIsATopic(t *testing.T) {
	names, err := fs.Glob(files, "*.md")
	if err != nil {
		t.Fatal(err)
	}
	list := viewstest.Rendered(t, List(NewListPage(ui.Frame{})))
	viewstest.Tree(t, list)
	for _, name := range names {
		if !strings.Contains(list, `href="/help/`+strings.TrimSuffix(name, ".md")+`"`) {
			t.Errorf("%s is no topic", name)
		}
	}
	if len(names) != len(Topics()) {
		t.Errorf("%d files, %d topics", len(names), len(Topics()))
	}
}

func TestAManualThatIsNone(t *testing.T) {
	for _, name := range []string{"", "players", "../help.go", "player.md"} {
		if _, err := Markdown(name); err == nil {
			t.Errorf("there is a manual %q", name)
		}
		if _, err := NewManualPage(ui.Frame{}, name); err == nil {
			t.Errorf("there is a page %q", name)
		}
	}
}
