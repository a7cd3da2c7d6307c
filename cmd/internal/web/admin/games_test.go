package admin_test

import (
	"net/url"
	"strings"
	"testing"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/league"
	"kickabout/league/setting"
)

// newSite is a world of which nothing is settled.
func newSite(t *testing.T) *webtest.World {
	t.Helper()
	w := webtest.New(t)
	w.Office.Site.Locked = nil
	w.Office.Site.Forget()
	if err := w.Office.AdvanceCompetitions(t.Context()); err != nil {
		t.Fatal(err)
	}
	return w
}

func TestAdminsOpenAndCloseGamesOnThePage(t *testing.T) {
	t.Parallel()
	w := newSite(t)
	ada, mo, ann := w.Officer("Ada", league.Admin), w.Officer("Mo", league.Moderator), w.Member("Ann")
	const ladder, offers = "ladder/onetwofun/basic", "offers/streetsoccer/mastermove"
	box := func(value string) string { return `name="open" value="` + value + `"` }
	page := ada.Get("/admin/games").Want(t, 200, box(ladder), box(offers)+" checked", `name="was" value="`+offers+`"`)
	if strings.Contains(page.Body, box(ladder)+" checked") || strings.Contains(page.Body, `name="was" value="`+ladder+`"`) {
		t.Error("what is closed has a tick")
	}
	mo.Get("/admin/games").Want(t, 403)
	change := url.Values{"open": {ladder}, "was": {offers}}
	mo.Post("/admin/games", change).Want(t, 403)
	refused := ada.Post("/admin/games", change).Want(t, 422, "Say why", box(ladder)+" checked", box(offers)+">")
	if got := strings.Count(refused.Body, `name="was"`); got != strings.Count(page.Body, `name="was"`) {
		t.Errorf("the form that comes back was made for %d open parts", got)
	}
	change.Set("reason", "four of us")
	ada.Post("/admin/games", url.Values{"open": {"ladder/chess"}, "reason": {"so"}}).Want(t, 422, "There is no")
	ada.Post("/admin/games", change).Want(t, 303)
	ada.Get("/admin/games?done=games").Want(t, 200, "Saved.", box(ladder)+" checked", box(offers)+">")
	ada.Get("/admin/log").Want(t, 200, "Change games", "four of us", "streetsoccer/mastermove offers off, onetwofun/basic ladder on")

	// A form that is older than this change leaves it alone.
	ada.Post("/admin/games", url.Values{"open": {offers, "minicup/onetwofun/basic"}, "was": {offers}, "reason": {"more"}}).Want(t, 303)
	ada.Get("/admin/games").Want(t, 200, box(ladder)+" checked", box(offers)+">", box("minicup/onetwofun/basic")+" checked")

	for _, form := range []string{"/play", "/offers/new"} {
		page := ann.Get(form).Want(t, 200, `value="streetsoccer/lg"`, `value="onetwofun/basic"`)
		if strings.Contains(page.Body, `value="streetsoccer/mastermove"`) {
			t.Errorf("%s offers what is closed", form)
		}
	}
	ann.Post("/offers", url.Values{"rules": {"streetsoccer/mastermove"}, "opponent": {"anyone"}, "kickoff": {"me"}, "control": {"lg"}, "legs": {"1"}}).
		Want(t, 422, "This site begins no new games of StreetSoccer, Mastermove rules at the moment. Choose other rules from the list.")
	ann.Browser.Get("/offers/new?rematch="+w.Match(ann, w.Member("Bob"))).Want(t, 200)
}

func TestPagesShowWhatIsOpenAndTheArchivesOfWhatWas(t *testing.T) {
	t.Parallel()
	w := newSite(t)
	ada, ann := w.Officer("Ada", league.Admin), w.Member("Ann")
	ann.Get("/competitions").Want(t, 200, "StreetSoccer", "Little Golem rules", "Mini cup")
	for _, list := range []string{"/competitions", "/championship", "/ladder", "/minicup", "/monthlycup"} {
		page := ann.Get(list).Want(t, 200, "Little Golem")
		if strings.Contains(page.Body, "One-Two-Fun, ") || strings.Contains(page.Body, "Mastermove") {
			t.Errorf("%s lists what is closed and never was", list)
		}
	}
	// The ladder and the cups have been open; then they are closed.
	var shut []string
	for _, p := range setting.Parts() {
		shut = append(shut, setting.Cell{Rules: setting.MainRules, Part: p}.Text())
	}
	ada.Post("/admin/games", url.Values{"was": shut, "reason": {"a break"}}).Want(t, 303)
	ann.Get("/competitions").Want(t, 200, "Little Golem", "closed")
	for _, path := range []string{"/championship", "/ladder", "/minicup", "/monthlycup"} {
		ann.Get(path).Want(t, 200, "Little Golem", "Closed")
		page := ann.Get(path+"/streetsoccer/lg").Want(t, 200, "what is being played is played to its end, and nothing new begins")
		if strings.Contains(page.Body, ">Enter<") || strings.Contains(page.Body, ">Enter at the bottom<") || strings.Contains(page.Body, "opens within the hour") {
			t.Errorf("%s lets somebody in", path)
		}
	}
	for path, text := range map[string]string{"/": "Play a bot", "/play": "Play now"} {
		if page := ann.Get(path).Want(t, 200, text); strings.Contains(page.Body, "Open for entry") || strings.Contains(page.Body, `value="streetsoccer/lg"`) {
			t.Errorf("%s lets somebody in", path)
		}
	}
	var offers []string
	for _, rules := range w.Office.RuleSets() {
		offers = append(offers, setting.Cell{Rules: rules, Part: setting.Offers}.Text())
	}
	ada.Post("/admin/games", url.Values{"was": offers, "reason": {"a break"}}).Want(t, 303)
	for path, text := range map[string]string{"/": "No new games begin on this site at the moment.", "/play": "No new games begin on this site at the moment.", "/offers/new": "No new games begin on this site at the moment."} {
		if page := ann.Get(path).Want(t, 200, text); strings.Contains(page.Body, "Play now") || strings.Contains(page.Body, "Play a bot</button>") {
			t.Errorf("%s offers a game", path)
		}
	}
}
