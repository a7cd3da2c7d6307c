package ui

import (
	"slices"

	"github.com/a-h/templ"

	"kickabout/league"
)

// A Section is a part of the site that the navigation of every page leads to.
type Section struct {
	Name    string
	URL     string
	Icon    Icon
	Current string // aria-current: "page" on its first page, "true" on its others, "" elsewhere
	Counts  bool   // it says how many games wait
	Pages   []SectionPage
}

// A SectionPage is one of several that a section has a row of links to.
type SectionPage struct {
	Link
	Current string // likewise
}

// sections are all parts of the site, with the pages that each has a row of links to.
var sections = []Section{
	{Name: "Play", Icon: IconBall, Pages: pagesOf("Play", "/", "Against a bot", "/play", "Waiting room", "/offers")},
	{Name: "Games", Icon: IconGames, Counts: true, Pages: pagesOf("Games", "/matches")},
	{Name: "Leagues", Icon: IconCup, Pages: pagesOf("Leagues and cups", "/competitions", "Tournaments", "/tournaments", "Calendar", "/calendar", "Ratings", "/ratings", "Hall of fame", "/hall")},
	{Name: "Learn", Icon: IconLearn, Pages: pagesOf("Learn", "/learn", "Daily puzzle", "/puzzle", "Rules", "/rules", "Try a position", "/try", "Analysis board", "/analysis", "Bots", "/bots", "Dice", "/dice")},
	{Name: "You", Icon: IconPerson, Pages: pagesOf("Your account", "/account")},
}

func pagesOf(texts ...string) []SectionPage {
	var list []SectionPage
	for pair := range slices.Chunk(texts, 2) {
		list = append(list, SectionPage{Link: Link{Text: pair[0], URL: pair[1]}})
	}
	return list
}

// Sections are the parts of the site as a page shows them to its viewer; here is the address of the page of a section
// that it belongs to, "" of those that belong to none.
func Sections(f Frame, here string) []Section {
	list := slices.Clone(sections)
	for i := range list {
		s := &list[i]
		s.Pages = slices.Clone(s.Pages)
		if s.Icon == IconBall && f.Viewer.Kind == league.Member { // whose front page is their games
			s.Pages = s.Pages[1:]
		}
		if s.Icon == IconPerson && f.Viewer.Kind != league.Member {
			s.Name, s.Pages = "Sign in", pagesOf("Sign in", "/signin")
		}
		s.URL = s.Pages[0].URL
		for j := range s.Pages {
			if s.Pages[j].URL != here {
				continue
			}
			s.Pages[j].Current, s.Current = "page", "true"
			if j == 0 {
				s.Current = "page"
			}
		}
	}
	return list
}

// rowOf are the links to the pages of the section that a page belongs to: none where there is one page only, and on the
// front page.
func rowOf(list []Section) Section {
	for _, s := range list {
		if s.Current != "" && len(s.Pages) > 1 && s.Pages[0].URL != "/" || s.Current == "true" {
			return s
		}
	}
	return Section{}
}

// currentOf is "page" on the page of an address.
func currentOf(here, url string) string {
	if here == url {
		return "page"
	}
	return ""
}

// current says to those who do not see it which link leads to where they are.
func current(value string) templ.Attributes {
	if value == "" {
		return nil
	}
	return templ.Attributes{"aria-current": value}
}
