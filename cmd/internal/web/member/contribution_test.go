package member_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"kickabout/cmd/internal/web/webtest"
)

// TestAWordIsTypedInTheSettings: its owner is shown it, and how often one was used; what was wrong stays typed, and what stood
// before still counts.
func TestAWordIsTypedInTheSettings(t *testing.T) { // SCHEME.md 3
	w := webtest.New(t)
	ann, bob, cleo := w.Member("Ann"), w.Member("Bob"), w.Member("Cleo")
	const page = "/account/dice"
	ann.Get(page).Want(t, http.StatusOK, "made by the site alone", `name="word"`).Without(t, "has been used")
	for typed, want := range map[string]string{strings.Repeat("é", 25): "At most 48 characters", "a\nb": "Use letters, digits and signs only"} {
		ann.Post(page, url.Values{"word": {typed}}).Want(t, http.StatusUnprocessableEntity, want, `id="word-error"`)
	}
	ann.Post(page, url.Values{"word": {strings.Repeat("z", 49)}}).Want(t, http.StatusUnprocessableEntity, `value="`+strings.Repeat("z", 49)+`"`)
	ann.Post(page, url.Values{"word": {"seven green kites"}}).Want(t, http.StatusSeeOther)
	ann.Get(page).Want(t, http.StatusOK, `value="seven green kites"`, "would take what follows from your word").Without(t, "has been used")
	bob.Get(page).Want(t, http.StatusOK).Without(t, "seven green kites")
	cup := ann.Cup(func(f url.Values) { f.Set("places", "3"); f.Set("start", "full") })
	for _, m := range []*webtest.Member{bob, cleo} {
		m.Post(cup+"/entry", nil).Want(t, http.StatusSeeOther)
	}
	ann.Get(page).Want(t, http.StatusOK, "A word of yours has been used 1 time.")
	w.Browser().Get(cup).Want(t, http.StatusOK).Without(t, "green kites")
	ann.Post(page, url.Values{"word": {""}}).Want(t, http.StatusSeeOther)
	ann.Get(page).Want(t, http.StatusOK, "made by the site alone", "has been used 1 time").Without(t, "green kites")
}

// TestAProgramSetsItsWord, and is told that there is one and not which.
func TestAProgramSetsItsWord(t *testing.T) {
	w := webtest.New(t)
	ann := w.Program("Ann")
	ann.Get("/contributions").Want(t, http.StatusOK, `"word":false`, `"used":0`)
	set := func(word string) webtest.Said {
		return ann.Do(http.MethodPut, "/api/v1/contributions/word", webtest.Object{"word": word}, nil)
	}
	set(strings.Repeat("x", 49)).Want(t, http.StatusUnprocessableEntity, "body.word")
	for _, said := range []webtest.Said{set("seven green kites").Want(t, http.StatusOK, `"word":true`), ann.Get("/contributions").Want(t, http.StatusOK, `"word":true`, `"waiting":0`)} {
		if strings.Contains(fmt.Sprint(said.Body), "kites") {
			t.Errorf("a program is told the word: %v", said.Body)
		}
	}
}
