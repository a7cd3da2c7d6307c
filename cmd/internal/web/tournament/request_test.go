package tournament_test

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/moderation"
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
	bob.Get(page).Want(t, 200, "Ask for a ruling", "What is the organiser to decide?")
	ann.Get(page).Want(t, 200).Without(t, "Ask for a ruling") // she does not play in it
	asks(bob, id, " ").Want(t, 422, "Say in a sentence", `<details class="all" id="request" open>`, `id="request-text-error"`)
	asks(bob, id, "<b>"+strings.Repeat("x", league.LongestRequest)).Want(t, 422, "At most 300 letters. This has 303.", "\n&lt;b&gt;xxx", `aria-invalid`)
	asks(ann, id, "me too").Want(t, 403, "Only who plays a game of a tournament")
	asks(bob, id, "cleo is <silent>").Want(t, 303)
	asks(cleo, id, "no, he is").Want(t, 409, "already", `role="alert" id="request"`, "bob has asked for a ruling", `class="scoreboard"`)
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

// TestARequestIsReported: whoever reads what somebody wrote in a request can tell the moderators, who read it in their queue and
// take it away there or not; the reader is told either way.
func TestARequestIsReported(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann, bob, cleo, dan, mo := w.Member("ann"), w.Member("bob"), w.Member("cleo"), w.Member("dan"), w.Officer("Mo", league.Moderator)
	cup := ann.Cup(nil)
	for _, m := range []*webtest.Member{bob, cleo} {
		w.Accepted(m.Post(cup+"/entry", nil))
	}
	w.Accepted(ann.Post(cup+"/start", nil))
	running, err := w.Store.Running(t.Context(), league.Site(), 99)
	if err != nil {
		t.Fatal(err)
	}
	match := running[slices.IndexFunc(running, func(m league.Match) bool { return m.SideOf(bob.Player.ID) != 0 && m.SideOf(cleo.Player.ID) != 0 })].ID
	asks(bob, match, "cleo is a <dunce>").Want(t, 303)
	at := regexp.MustCompile(cup + `/requests/\d+`).FindString(cleo.Get("/matches/"+match).Want(t, 200, "Report").Body)
	if at == "" {
		t.Fatal("her opponent cannot report it")
	}
	for _, path := range []string{cup, cup + "/desk", "/matches/" + match} {
		ann.Get(path).Want(t, 200, `href="`+at+`"`)
	}
	dan.Get(cup).Want(t, 200, `href="`+at+`"`)
	for _, m := range []*webtest.Browser{bob.Browser, w.Browser()} { // it is his own; nobody has no account
		m.Get(cup).Want(t, 200, "cleo is a &lt;dunce&gt;").Without(t, at)
	}
	bob.Get(at).Want(t, 200, "This request is your own.").Without(t, "<form class")
	bob.Post(at+"/reports", url.Values{"reason": {"rude"}}).Want(t, 422, "your own")
	w.Browser().Get(at).Want(t, 200, "Sign up").Without(t, "What is wrong with it?")
	w.Browser().Post(at+"/reports", url.Values{"reason": {"rude"}}).Want(t, 403)
	cleo.Get(at).Want(t, 200, "What is wrong with it?", "cleo is a &lt;dunce&gt;", "Report this request")
	cleo.Post(at+"/reports", url.Values{"reason": {" "}}).Want(t, 422, "Say in a few words", `aria-invalid`)
	cleo.Post(at+"/reports", url.Values{"reason": {"<b>" + strings.Repeat("x", 200)}}).Want(t, 422, "At most 200 letters", "&lt;b&gt;xxx")
	for _, none := range []string{"0", "1", "-1", "x", "99999", "99999999999999999999"} { // 1: it was opened
		cleo.Get(cup+"/requests/"+none).Want(t, 404)
		cleo.Post(cup+"/requests/"+none+"/reports", url.Values{"reason": {"rude"}}).Want(t, 404)
	}
	told := cleo.Post(at+"/reports", url.Values{"reason": {"he calls me <names>"}}).Want(t, 303).Header.Get("Location")
	cleo.Get(told).Want(t, 200, "The moderators will look at it.").Without(t, "What is wrong with it?")
	cleo.Post(at+"/reports", url.Values{"reason": {"again"}}).Want(t, 409, "reported this already")
	dan.Post(at+"/reports", url.Values{"reason": {"so he does"}}).Want(t, 303)

	mo.Get("/admin").Want(t, 200, "2 open reports")
	mo.Get("/admin/reports").Want(t, 200, "cleo is a &lt;dunce&gt;", "he calls me &lt;names&gt;", "Request for a ruling by", "/matches/"+match, "Hide the request")
	seq := at[strings.LastIndexByte(at, '/')+1:]
	form := func(m *webtest.Member) url.Values {
		return url.Values{"line": {strings.TrimPrefix(cup, "/tournaments/") + "/r" + seq}, "reader": {m.Player.ID}, "verdict": {"dismissed"}, "reason": {"that is said here"}}
	}
	mo.Post("/admin/reports/take", form(cleo)).Want(t, 303)
	cleo.Get("/standing").Want(t, 200, "a moderator is dealing with it")
	mo.Post("/admin/reports/decide", form(dan)).Want(t, 303)
	dan.Get("/standing").Want(t, 200, "the request stays", "that is said here")
	ann.Get(cup).Want(t, 200, "cleo is a &lt;dunce&gt;")
	w.Accepted(ann.Post(cup+"/desk", url.Values{"act": {"change"}, "name": {"Spring Cup"}, "profile": {"std"}, "private": {"1"}}))
	cleo.Get(at).Want(t, 200)
	dan.Get(at).Want(t, 404).Without(t, "dunce") // he may not know of it any more
	dan.Post(at+"/reports", url.Values{"reason": {"rude"}}).Want(t, 404)
	upheld := form(cleo)
	upheld.Set("verdict", "upheld")
	upheld.Set("reason", "that is not")
	mo.Post("/admin/reports/decide", upheld).Want(t, 303)
	mo.Post("/admin/reports/decide", upheld).Want(t, 409)
	mo.Get("/admin/reports").Want(t, 200, "No reports are open.")
	cleo.Get("/standing").Want(t, 200, "you were right: the request is hidden", "that is not")
	bob.Get("/standing").Want(t, 200, "that is not")
	for _, path := range []string{cup, cup + "/desk", "/matches/" + match} {
		ann.Get(path).Want(t, 200).Without(t, "dunce", at)
	}
	for _, m := range []*webtest.Member{ann, cleo} { // there is nothing to report any more
		m.Get(at).Want(t, 404, "have removed")
		m.Post(at+"/reports", url.Values{"reason": {"rude"}}).Want(t, 404)
	}
}

// TestAModeratorRemovesARequest: what a player said when they asked for a ruling goes as a line of a chat does, by a step that
// is logged, told and undone; the log of the tournament itself stays, and whoever takes it out gets it without those words.
func TestAModeratorRemovesARequest(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann, bob, cleo, mo := w.Member("ann"), w.Member("bob"), w.Member("cleo"), w.Officer("Mo", league.Moderator)
	cup := ann.Cup(nil)
	for _, m := range []*webtest.Member{bob, cleo} {
		w.Accepted(m.Post(cup+"/entry", nil))
	}
	w.Accepted(ann.Post(cup+"/start", nil))
	running, err := w.Store.Running(t.Context(), league.Site(), 99)
	if err != nil {
		t.Fatal(err)
	}
	match := running[slices.IndexFunc(running, func(m league.Match) bool { return m.SideOf(bob.Player.ID) != 0 && m.SideOf(cleo.Player.ID) != 0 })].ID
	asks(bob, match, "cleo is a dunce").Want(t, 303)
	places := map[string]string{ // where it was read, with what stands there afterwards
		"/matches/" + match: "bob has asked for a ruling. The moderators have removed what they wrote.",
		cup:                 "The moderators have removed what they wrote.",
		cup + "/desk":       "bob in the game against cleo",
	}
	for path := range places {
		ann.Get(path).Want(t, 200, "cleo is a dunce")
	}
	exports := func() string { return cleo.Get(cup+"/export.jsonl").Want(t, 200).Body }
	if !strings.Contains(exports(), "cleo is a dunce") {
		t.Error("the export has no requests")
	}

	of := "/admin/users/" + bob.Player.ID
	name := regexp.MustCompile(`name="line" value="([^"]+)"`).FindStringSubmatch(mo.Get(of).Want(t, 200, "Requests for rulings", "cleo is a dunce").Body)
	if name == nil {
		t.Fatal("there is no form")
	}
	step := func(line, reason string) url.Values {
		return url.Values{"kind": {"hide"}, "line": {line}, "reason": {reason}}
	}
	cleo.Post(of+"/steps", step(name[1], "rude")).Want(t, 403)
	mo.Post(of+"/steps", step(name[1], "")).Want(t, 422, "Say why")
	for _, other := range []string{match + "/1", "", strings.TrimPrefix(cup, "/tournaments/") + "/r1", cup + "/r999", name[1] + "x"} { // r1 is no request
		if got := mo.Post(of+"/steps", step(other, "rude")); got.Status < 400 || got.Status >= 500 {
			t.Errorf("%q is removed: %d", other, got.Status)
		}
	}
	mo.Post("/admin/users/"+cleo.Player.ID+"/steps", step(name[1], "rude")).Want(t, 404) // it is not hers
	ann.Get("/matches/"+match).Want(t, 200, "cleo is a dunce")
	mo.Post(of+"/steps", step(name[1], "that was rude")).Want(t, 303)

	for path, stands := range places {
		for _, reader := range []*webtest.Member{ann, bob, mo} {
			if path == cup+"/desk" && reader != ann || path == "/matches/"+match && reader == mo {
				continue // it never stood there for them
			}
			reader.Get(path).Want(t, 200, stands).Without(t, "dunce")
		}
	}
	if got := exports(); strings.Contains(got, "dunce") || !strings.Contains(got, league.RemovedText) {
		t.Error("the export has what was removed")
	}
	mo.Get(of).Want(t, 200, "Line hidden", league.RemovedText).Without(t, "dunce").Without(t, `value="`+name[1]+`"`)
	bob.Get("/standing").Want(t, 200, "that was rude")
	log, err := w.Office.Moderation.Log(t.Context(), conduct.Operator(), 0, 9)
	if err != nil || !slices.ContainsFunc(log, func(e moderation.Entry) bool {
		return e.Act == string(conduct.Hide) && e.Detail == name[1] && e.Reason == "that was rude"
	}) {
		t.Errorf("the log of the site has %+v, %v", log, err)
	}
	if problems, err := w.Office.RecountTournaments(t.Context()); err != nil || len(problems) > 0 { // the log still comes to the same
		t.Errorf("%v, %v", problems, err)
	}

	id := regexp.MustCompile(`name="step" value="([^"]+)"`).FindStringSubmatch(mo.Get(of).Body)[1]
	mo.Post(of+"/undo", url.Values{"step": {id}, "reason": {"too hard"}}).Want(t, 303)
	ann.Get("/matches/"+match).Want(t, 200, "cleo is a dunce")
	if !strings.Contains(exports(), "cleo is a dunce") {
		t.Error("what was given back is not in the export")
	}
}
