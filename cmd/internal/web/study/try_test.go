package study_test

import (
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"kickabout/cmd/internal/web/webtest"
)

// tryAt is the address of a position.
func tryAt(fields ...string) string {
	query := url.Values{}
	for i := 0; i+1 < len(fields); i += 2 {
		query.Add(fields[i], fields[i+1])
	}
	return "/try?" + query.Encode()
}

const tried = "turn Y c1b7c3d5e8 d0b3c6d8e4 e7 4 5 0:0 -"

func TestAPositionIsTriedByItsAddressAlone(t *testing.T) {
	w := webtest.New(t)
	b := w.Browser()
	page := b.Get(tryAt("rules", "streetsoccer/lg", "position", tried)).Want(t, http.StatusOK, "Yellow to move", "Move a figure exactly 4 steps", tried)
	for range 3 { // figure, ball, target: touch by touch to a whole move
		next := regexp.MustCompile(`class="spot[^"]* next"[^>]*href="([^"]+)"`).FindStringSubmatch(page.Body)
		if next == nil {
			break
		}
		page = b.Get(html.UnescapeString(next[1])).Want(t, http.StatusOK, "Undo")
	}
	play := regexp.MustCompile(`href="([^"]+)">Play this move<`).FindStringSubmatch(page.Body)
	if play == nil {
		t.Fatal("three touches spell no move")
	}
	page = b.Get(html.UnescapeString(play[1])).Want(t, http.StatusOK, "A throw is due")
	throws := regexp.MustCompile(`class="throw" href="([^"]+)" aria-label="Throw (\d): (\d+) moves?"`).FindAllStringSubmatch(page.Body, -1)
	if len(throws) != 6 {
		t.Fatalf("%d throws with their moves are offered", len(throws))
	}
	b.Get(html.UnescapeString(throws[5][1])).Want(t, http.StatusOK, "Red to move", throws[5][3]+" moves to choose from, as a list")
}

func TestAFormOfAPositionLeadsToTheAddressThatIsShared(t *testing.T) {
	b := webtest.New(t).Browser()
	for _, c := range []struct{ from, to string }{
		{tryAt("rules", "streetsoccer/lg", "position", " "+tried+"\r\n"), tryAt("position", tried, "rules", "streetsoccer/lg")},
		{tryAt("rules", "streetsoccer/lg", "position", tried, "move", "Me8e7|B##"), tryAt("rules", "streetsoccer/lg", "position", "restart R c1b7c3d5e7 d0b3c6d8e4 - ? 6 1:0 Y")},
		{tryAt("rules", "streetsoccer/lg", "position", tried, "start", "1"), tryAt("rules", "streetsoccer/lg", "position", "place Y c1d5 d0c6 d5 ? 1 0:0 -")},
		{tryAt("rules", "onetwofun/basic", "onetwofun.goals", "3", "position", ""), tryAt("rules", "onetwofun/basic,goals=3", "position", "kickoff W - - 0:0 1 - - -")},
		{tryAt("rules", "onetwofun/basic,goals=7"), tryAt("rules", "onetwofun/basic", "position", "kickoff W - - 0:0 1 - - -")},
	} {
		got := b.Get(c.from).Want(t, http.StatusSeeOther).Header.Get("Location")
		address, err := url.Parse(got)
		if err != nil || address.Path+"?"+address.Query().Encode() != c.to {
			t.Errorf("%s leads to %s, want %s", c.from, got, c.to)
		}
		b.Get(strings.TrimSuffix(got, "#shown")).Want(t, http.StatusOK, "This position as text")
	}
}

func TestAWrongPositionIsSaidBesideItsFieldAndKept(t *testing.T) {
	b := webtest.New(t).Browser()
	for _, c := range []struct{ address, field, sentence, kept string }{
		{tryAt("rules", "streetsoccer/lg", "position", "turn Y zzz"), "position", "", ">turn Y zzz</textarea>"},
		{tryAt("rules", "streetsoccer/lg", "position", strings.Repeat("x", 501)), "position", "No position is as long as this.", ">" + strings.Repeat("x", 500) + "<"},
		{tryAt("rules", "chess/lg", "position", "e4"), "rules", "There is no game with these rules", ">e4</textarea>"},
		{tryAt("rules", "onetwofun/basic", "onetwofun.goals", "4"), "onetwofun-goals", "Goals to win: choose 7, 5 or 3.", `value="onetwofun/basic" checked`},
		{tryAt("rules", "streetsoccer/lg", "position", tried, "move", "Me8a1"), "move", "", `value="Me8a1"`},
	} {
		b.Get(c.address).Want(t, http.StatusUnprocessableEntity, `id="`+c.field+`-error" role="alert"`, c.sentence, c.kept)
	}
	b.Get("/try").Want(t, http.StatusOK, "A throw is due", "Little Golem rules")
}

func TestOptionsOfAGameAreChosenWithItsRules(t *testing.T) {
	w := webtest.New(t)
	b := w.Browser()
	form := b.StartForm()
	form.Set("rules", "onetwofun/professional")
	form.Set("onetwofun.goals", "3")
	match := b.Post("/matches", form).Want(t, http.StatusSeeOther).Header.Get("Location")
	if v := w.View(strings.TrimPrefix(match, "/matches/")); v.Match.Game != "onetwofun" || v.Match.Variant != "professional,goals=3" {
		t.Errorf("begun: %s/%s", v.Match.Game, v.Match.Variant)
	}
	b.Get(match).Want(t, http.StatusOK, "One-Two-Fun, Professional, goals to win: 3")

	form = b.StartForm() // another game's options do not count
	form.Set("onetwofun.goals", "3")
	match = b.Post("/matches", form).Want(t, http.StatusSeeOther).Header.Get("Location")
	if v := w.View(strings.TrimPrefix(match, "/matches/")); v.Match.Variant != "lg" {
		t.Errorf("begun: %s", v.Match.Variant)
	}

	form = b.StartForm()
	form.Set("rules", "onetwofun/basic")
	form.Set("onetwofun.goals", "4")
	b.Post("/matches", form).Want(t, http.StatusUnprocessableEntity, "Goals to win: choose 7, 5 or 3.", `value="onetwofun/basic" checked`)

	ann, _ := w.SignedUp("Ann")
	offer := ann.OfferForm("anyone", "")
	offer.Set("rules", "onetwofun/blocking")
	offer.Set("onetwofun.goals", "5")
	at := ann.Post("/offers", offer).Want(t, http.StatusSeeOther).Header.Get("Location")
	ann.Get(at).Want(t, http.StatusOK, "One-Two-Fun, Shot blocking, goals to win: 5")
	ann.Get("/offers").Want(t, http.StatusOK, "One-Two-Fun, Shot blocking, goals to win: 5")
	bob, _ := w.SignedUp("Bob")
	match = bob.Post(at+"/acceptance", url.Values{}).Want(t, http.StatusSeeOther).Header.Get("Location")
	if v := w.View(strings.TrimPrefix(match, "/matches/")); v.Match.Variant != "blocking,goals=5" {
		t.Errorf("accepted: %s", v.Match.Variant)
	}

	cup := w.CupForm()
	cup.Set("rules", "onetwofun/basic")
	cup.Set("onetwofun.goals", "3")
	at = ann.Post("/tournaments", cup).Want(t, http.StatusSeeOther).Header.Get("Location")
	ann.Get(at).Want(t, http.StatusOK, "One-Two-Fun, Basic, goals to win: 3")
	cup.Set("onetwofun.goals", "three")
	ann.Post("/tournaments", cup).Want(t, http.StatusUnprocessableEntity, "Goals to win: choose 7, 5 or 3.")
}

func TestExamplesOfTheRulesComeByThemselves(t *testing.T) {
	b := webtest.New(t).Browser()
	b.Get("/rules").Want(t, http.StatusOK, "StreetSoccer", "One-Two-Fun", `href="/rules/onetwofun"`)
	page := b.Get("/rules/streetsoccer?example=1&ask=1").Want(t, http.StatusOK, `id="example-1"`, `data-hx-get="/rules/streetsoccer/examples/1?ask=1`)
	part := b.Get("/rules/streetsoccer/examples/1?ask=1").Want(t, http.StatusOK)
	if !strings.Contains(page.Body, part.Body) {
		t.Error("the example by itself is not the one on the page")
	}
	for _, path := range []string{"/rules/streetsoccer/examples/0", "/rules/streetsoccer/examples/999", "/rules/streetsoccer/examples/x", "/rules/chess/examples/1", "/rules/chess"} {
		b.Get(path).Want(t, http.StatusNotFound)
	}
}

// editAt is the address at which a position is set up.
func editAt(position string, fields ...string) string {
	return tryAt(append([]string{"rules", "streetsoccer/lg", "position", position, "edit", "1"}, fields...)...)
}

func TestAPositionIsSetUpByLinksAlone(t *testing.T) {
	b := webtest.New(t).Browser()
	leads := func(page webtest.Answer, pattern string) string {
		t.Helper()
		found := regexp.MustCompile(pattern).FindStringSubmatch(page.Body)
		if found == nil {
			t.Fatalf("nothing is like %s", pattern)
		}
		return html.UnescapeString(found[1])
	}
	page := b.Get(tryAt("rules", "streetsoccer/lg", "position", tried)).Want(t, http.StatusOK, "Change this position")
	page = b.Get(leads(page, `href="([^"]+)">Change this position<`)).Want(t, http.StatusOK, "Set up a position", "This position can occur.", "Every piece is on the board.")
	page = b.Get(leads(page, `data-step="b7"[^>]* href="([^"]+)"`)).Want(t, http.StatusOK, "Yellow figure on b7: touch its new place.")
	page = b.Get(leads(page, `href="([^"]+)">Take it off the board<`)).Want(t, http.StatusOK, "The yellow side has 4 outfielders here, not 3.", `data-pick="figure-first"`)
	page.Without(t, "Play from here")
	page = b.Get(leads(page, `href="([^"]+)" data-pick="figure-first"`)).Want(t, http.StatusOK, "Yellow figure: touch its new place.")
	page = b.Get(leads(page, `data-step="a2"[^>]* href="([^"]+)"`)).Want(t, http.StatusOK, "This position can occur.")
	side := leads(page, `href="([^"]+)"[^>]*>Red</a>`)
	page = b.Get(side).Want(t, http.StatusSeeOther)
	page = b.Get(strings.TrimSuffix(page.Header.Get("Location"), "#shown")).Want(t, http.StatusOK, "turn R c1a2c3d5e8 d0b3c6d8e4 e7 4 6 0:0 -")
	b.Get(leads(page, `href="([^"]+)">Play from here<`)).Want(t, http.StatusOK, "Red to move")
}

func TestWhatIsDoneToAPositionIsInItsAddress(t *testing.T) {
	b := webtest.New(t).Browser()
	for _, c := range []struct {
		what string
		from string
		to   string
	}{
		{"a piece is put down", editAt(tried, "pick", "b7", "put", "a2"), "turn Y c1a2c3d5e8 d0b3c6d8e4 e7 4 5 0:0 -"},
		{"and off the board", editAt(tried, "pick", "c1", "put", "off"), "turn Y --b7c3d5e8 d0b3c6d8e4 e7 4 5 0:0 -"},
		{"one that cannot be stays", editAt(tried, "pick", "zz", "put", "<b>"), tried},
		{"several settings at once", editAt(tried, "f0", "turn", "f6", "9", "f7", "2:1", "f8", "R"), "turn Y c1b7c3d5e8 d0b3c6d8e4 e7 4 9 2:1 R"},
		{"from the start", editAt(tried, "start", "1"), "place Y c1d5 d0c6 d5 ? 1 0:0 -"},
	} {
		got := b.Get(c.from).Want(t, http.StatusSeeOther).Header.Get("Location")
		if address, err := url.Parse(got); err != nil || address.Query().Get("position") != c.to || address.Query().Get("edit") != "1" {
			t.Errorf("%s: it leads to %s, want %s", c.what, got, c.to)
		}
	}
	wrong := "turn Y --b7c3d5e8 d0b3c6d8e4 e7 4 5 0:0 -"
	page := b.Get(tryAt("rules", "streetsoccer/lg", "position", wrong)).Want(t, http.StatusUnprocessableEntity, "Set it right on the board", ">"+wrong+"</textarea>")
	page.Without(t, `data-edit`)
	b.Get(editAt(wrong)).Want(t, http.StatusOK, "The yellow keeper is not on the board.", `value="`+wrong+`"`)
	b.Get(editAt("nonsense")).Want(t, http.StatusUnprocessableEntity, ">nonsense</textarea>").Without(t, "Set it right on the board")
}
