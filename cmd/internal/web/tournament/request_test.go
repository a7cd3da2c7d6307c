package tournament_test

import (
	"net/url"
	"strings"
	"testing"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/league"
)

// asks asks for a ruling in a match.
func asks(m *webtest.Member, match, text string) webtest.Answer {
	return m.Post("/matches/"+match+"/request", url.Values{"text": {text}})
}

// TestARulingIsAskedForAndAnswered: one open request a game, which the desk, the page of the game and the inbox of who directs
// it show until they answer; not more than three in a week.
func TestARulingIsAskedForAndAnswered(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann, bob, cleo := w.Member("ann"), w.Member("bob"), w.Member("cleo")
	cup := ann.Cup(func(f url.Values) { f.Set("control", "slow") })
	for _, m := range []*webtest.Member{bob, cleo} {
		w.Accepted(m.Post(cup+"/entry", nil))
	}
	w.Accepted(ann.Post(cup+"/start", nil))
	var id string // of the match of bob and cleo
	running, err := w.Store.Running(t.Context(), league.Site(), 99)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range running {
		if m.SideOf(bob.Player.ID) != 0 && m.SideOf(cleo.Player.ID) != 0 {
			id = m.ID
		}
	}
	page := "/matches/" + id
	bob.Get(page).Want(t, 200, "Ask for a ruling", "What is the director to decide?")
	ann.Get(page).Want(t, 200).Without(t, "Ask for a ruling") // she does not play in it
	asks(bob, id, " ").Want(t, 422, "Say in a sentence", `<details class="all" id="request" open>`, `id="request-text-error"`)
	asks(bob, id, "<b>"+strings.Repeat("x", league.LongestRequest)).Want(t, 422, "At most 300 letters. This has 303.", "\n&lt;b&gt;xxx", `aria-invalid`)
	asks(ann, id, "me too").Want(t, 403, "Only who plays a game of a tournament")
	asks(bob, id, "cleo is <silent>").Want(t, 303)
	asks(cleo, id, "no, he is").Want(t, 409, "already")
	bob.Get(page).Want(t, 200, "bob has asked for a ruling", "cleo is &lt;silent&gt;").Without(t, "Ask for a ruling")
	ann.Get(page).Want(t, 200, "cleo is &lt;silent&gt;", cup+"/desk#rulings")
	ann.Get(cup+"/desk").Want(t, 200, "Rulings asked for", "bob in the game against cleo", "cleo is &lt;silent&gt;", page+"/ruling")
	ann.Get("/inbox").Want(t, 200, "bob asks for a ruling in a game of Spring Cup.")
	ann.Get("/").Want(t, 200)
	bob.Get("/inbox").Want(t, 200).Without(t, "asks for a ruling")
	bell := func(m *webtest.Member, want bool) {
		t.Helper()
		answers, err := w.Office.Reach.Answers(t.Context(), m.Player)
		g, failed := w.Office.Reach.Glance(t.Context(), m.Player)
		if err != nil || failed != nil || (len(answers) > 0) != want || (g.Bell > 0) != want {
			t.Errorf("%s has %d answers to give, the bell shows %d, %v, %v", m.Player.Name, len(answers), g.Bell, err, failed)
		}
	}
	bell(ann, true)
	bell(bob, false)
	answer := func(text string) url.Values { return url.Values{"act": {"answer"}, "other": {id}, "text": {text}} }
	bob.Post(cup+"/desk", answer("all is well")).Want(t, 403)
	ann.Post(cup+"/desk", answer("")).Want(t, 422, "Write what you answer")
	w.Accepted(ann.Post(cup+"/desk", answer("give her two days")))
	ann.Post(cup+"/desk", answer("again")).Want(t, 409, "has been answered already")
	ann.Get(cup+"/desk").Want(t, 200, "ann answered bob, who had asked for a ruling: “give her two days”").Without(t, "Rulings asked for")
	bell(ann, false)
	notices, err := w.Store.Notices(t.Context(), bob.Player.ID, 0, 99)
	if err != nil || len(notices) == 0 || notices[len(notices)-1].Event != league.TournamentRuled {
		t.Errorf("bob is not told of the answer: %+v, %v", notices, err)
	}

	for range 2 {
		asks(bob, id, "she still is").Want(t, 303)
		w.Accepted(ann.Post(cup+"/desk", answer("wait")))
	}
	asks(bob, id, "a fourth").Want(t, 422, "as many as one may", "\na fourth</textarea>", `id="request-text-error"`)
	asks(cleo, id, "what does he want?").Want(t, 303)
	w.Accepted(ann.Post(page+"/ruling", url.Values{"ruling": {"void"}, "reason": {"they quarrel"}}))
	bell(ann, false) // a game that is over needs no answer
	ann.Get(cup+"/desk").Want(t, 200).Without(t, "Rulings asked for")
	asks(cleo, id, "but why?").Want(t, 409)
	if err := w.Office.Desks.Look(t.Context()); err != nil {
		t.Error(err)
	}
}
