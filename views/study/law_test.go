package study

import (
	"regexp"
	"testing"

	"github.com/a-h/templ"

	"kickabout/engine/games"
	"kickabout/views/ui"
	"kickabout/views/viewstest"
)

func fullRules(t testing.TB) LawPage {
	t.Helper()
	page, err := NewFullRulesPage(ui.Frame{}, viewstest.Explained{})
	if err != nil {
		t.Fatal(err)
	}
	return page
}

// TestEveryAnchorOfTheLawIsThere follows each link with an anchor from the pages of the law, and
// from those of the games, whose decisions lead there.
func TestEveryAnchorOfTheLawIsThere(t *testing.T) {
	pages := map[string]templ.Component{}
	law := func(url string, p LawPage, err error) {
		if err != nil {
			t.Fatal(url, err)
		}
		pages[url] = Law(p)
	}
	p, err := NewLeagueRulesPage(ui.Frame{})
	law("/rules/league", p, err)
	p, err = NewDiceSchemePage(ui.Frame{})
	law("/rules/dice", p, err)
	for _, g := range games.All() {
		id := g.Info().ID
		p, err = NewFullRulesPage(ui.Frame{}, g)
		law("/rules/"+id+"/full", p, err)
		pages["/rules/"+id] = Rules(NewRulesPage(RulesInput{Game: g}))
	}
	anchor, link := regexp.MustCompile(` id="([^"]+)"`), regexp.MustCompile(` href="(/rules[^"#?]*)?(?:\?[^"#]*)?#([^"]+)"`)
	ids := map[string]bool{}
	html := map[string]string{}
	for url, page := range pages {
		html[url] = viewstest.Rendered(t, page)
		for _, id := range anchor.FindAllStringSubmatch(html[url], -1) {
			ids[url+"#"+id[1]] = true
		}
	}
	followed := 0
	for url, text := range html {
		for _, l := range link.FindAllStringSubmatch(text, -1) {
			to := l[1]
			if to == "" {
				to = url
			}
			if followed++; !ids[to+"#"+l[2]] && l[2] != "main" {
				t.Errorf("%s leads to %s#%s, which is not there", url, to, l[2])
			}
		}
	}
	if followed < 150 {
		t.Errorf("only %d links were found", followed)
	}
}
