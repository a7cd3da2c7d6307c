package web_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/dice"
	"kickabout/league"
	"kickabout/league/office"
)

// cupForm is the form of a tournament of three that starts when its organiser says.
func (w *world) cupForm() url.Values {
	return url.Values{
		"reservation": {w.office.ReserveTournament()}, "format": {"roundrobin"}, "name": {"Spring Cup"}, "rules": {"streetsoccer/lg"},
		"places": {"4"}, "cycles": {"1"}, "control": {"live"}, "start": {"organiser"}, "playing": {"1"},
	}
}

// cup opens a tournament by its form and returns its path.
func (m *member) cup(change func(url.Values)) string {
	m.w.t.Helper()
	form := m.w.cupForm()
	if change != nil {
		change(form)
	}
	return m.w.accepted(m.post("/tournaments", form)).Header.Get("Location")
}

// accepted sees that a form was carried out.
func (w *world) accepted(a answer) answer {
	w.t.Helper()
	if a.Status != http.StatusSeeOther {
		w.t.Fatalf("%d %.300s", a.Status, a.Body)
	}
	return a
}

// people are somebody new of every name.
func (w *world) people(names ...string) []*member {
	w.knocks++
	people := make([]*member, len(names))
	for i, name := range names {
		people[i] = w.member(fmt.Sprintf("%s%d", name, w.knocks))
	}
	return people
}

// ranks gives every role in a tournament its answer: nobody, a guest, a member who
// is not in it, one who is, the organiser.
func ranks(nobody, guest, member, entrant, organiser int) map[string]int {
	return map[string]int{"nobody": nobody, "guest": guest, "member": member, "entrant": entrant, "organiser": organiser}
}

// members is ranks where who has no account is refused.
func members(member, entrant, organiser int) map[string]int {
	return ranks(403, 403, member, entrant, organiser)
}

func everybody(status int) map[string]int { return ranks(status, status, status, status, status) }

// expectedOfTournaments continues the table of access.
var expectedOfTournaments = map[string]map[string]map[string]int{
	"GET /tournaments":                         {"open": everybody(200)},
	"GET /tournaments/new":                     {"open": everybody(200)},
	"GET /tournaments/outlook":                 {"open": everybody(200)},
	"POST /tournaments/drafts/:draft/removal":  {"open": members(303, 303, 303)},
	"POST /tournaments":                        {"open": members(303, 303, 303)},
	"GET /tournaments/:id":                     {"open": everybody(200), "running": everybody(200), "unknown": everybody(404)},
	"GET /tournaments/:id/stream":              {"open": everybody(200), "running": everybody(200), "unknown": everybody(404)},
	"GET /tournaments/:id/table.csv":           {"open": everybody(200), "running": everybody(200), "unknown": everybody(404)},
	"GET /tournaments/:id/luck.csv":            {"open": everybody(200), "running": everybody(200), "unknown": everybody(404)},
	"GET /tournaments/:id/luck.json":           {"open": everybody(200), "running": everybody(200), "unknown": everybody(404)},
	"GET /tournaments/:id/table.json":          {"open": everybody(200), "running": everybody(200), "unknown": everybody(404)},
	"GET /tournaments/:id/seeding.json":        {"open": everybody(404), "running": everybody(200), "unknown": everybody(404)},
	"POST /tournaments/:id/entry":              {"open": members(303, 409, 409), "running": members(409, 409, 409), "unknown": everybody(404)},
	"POST /tournaments/:id/confirmation":       {"open": members(409, 409, 409), "running": members(409, 409, 409), "unknown": everybody(404)},
	"POST /tournaments/:id/agreement":          {"open": members(422, 422, 422), "running": members(422, 422, 422), "unknown": everybody(404)},
	"POST /tournaments/:id/withdrawal":         {"open": members(409, 303, 303), "running": members(409, 409, 409), "unknown": everybody(404)},
	"POST /tournaments/:id/bots":               {"open": members(403, 403, 303), "running": members(403, 403, 409), "unknown": everybody(404)},
	"POST /tournaments/:id/bots/removal":       {"open": members(403, 403, 409), "running": members(403, 403, 409), "unknown": everybody(404)},
	"POST /tournaments/:id/start":              {"open": members(403, 403, 303), "running": members(403, 403, 409), "unknown": everybody(404)},
	"GET /tournaments/:id/withdrawal":          {"open": ranks(403, 403, 403, 409, 409), "running": ranks(403, 403, 403, 200, 200), "unknown": everybody(404)},
	"GET /tournaments/:id/strike":              {"open": ranks(403, 403, 403, 403, 409), "running": ranks(403, 403, 403, 403, 200), "unknown": everybody(404)},
	"POST /tournaments/:id/strike":             {"open": members(403, 403, 409), "running": members(403, 403, 303), "unknown": everybody(404)},
	"GET /tournaments/:id/time":                {"open": ranks(403, 403, 403, 403, 200), "running": ranks(403, 403, 403, 403, 200), "unknown": everybody(404)},
	"POST /tournaments/:id/time":               {"open": members(403, 403, 409), "running": members(403, 403, 303), "unknown": everybody(404)},
	"GET /tournaments/:id/desk":                {"open": ranks(403, 403, 403, 403, 200), "running": ranks(403, 403, 403, 403, 200), "unknown": everybody(404)},
	"POST /tournaments/:id/desk":               {"open": members(403, 403, 303), "running": members(403, 403, 303), "unknown": ranks(403, 403, 404, 404, 404)},
	"POST /tournaments/:id/teams":              {"open": members(422, 422, 422), "running": members(422, 422, 422), "unknown": ranks(403, 403, 404, 404, 404)},
	"GET /tournaments/:id/teams/:team":         {"open": everybody(404), "running": everybody(404), "unknown": everybody(404)}, // see TestALeagueOfTeamsByItsPages
	"GET /tournaments/:id/team-matches/:match": {"open": everybody(404), "running": everybody(404), "unknown": everybody(404)},
	"POST /tournaments/:id/check-in":           {"open": members(409, 409, 409), "running": members(409, 409, 409), "unknown": everybody(404)},
	"POST /tournaments/:id/rest":               {"open": members(422, 422, 422), "running": members(422, 422, 422), "unknown": everybody(404)},
	"GET /tournaments/:id/report.trf":          {"open": everybody(404), "running": everybody(404), "unknown": everybody(404)},
	"POST /tournaments/:id/cancellation":       {"open": members(403, 403, 303), "running": members(403, 403, 422), "unknown": everybody(404)},
}

// A cupScene is a tournament with those who have to do with it, or not.
type cupScene struct {
	id     string
	people []*member // the organiser, two who have entered, one who has not
	guest  *browser
}

// newCupScene makes a tournament that is open or running.
func (w *world) newCupScene(state string) cupScene {
	w.t.Helper()
	s := cupScene{people: w.people("organiser", "entrant", "another", "member"), guest: w.browser()}
	cup := s.people[0].cup(nil)
	w.accepted(s.people[1].post(cup+"/entry", nil))
	w.accepted(s.people[2].post(cup+"/entry", nil))
	if state == "running" {
		w.accepted(s.people[0].post(cup+"/start", nil))
	}
	s.guest.begin()
	s.id = strings.TrimPrefix(cup, "/tournaments/")
	return s
}

// knockAtTournament is knock for a route of tournaments: three have entered one of
// four places.
func (w *world) knockAtTournament(method, path, state, role string) int {
	w.t.Helper()
	s := kept(w, state+" tournament", func() cupScene { return w.newCupScene(state) })
	people, guest := s.people, s.guest
	who := map[string]*browser{
		"nobody": w.browser(), "guest": guest, "member": people[3].browser, "entrant": people[1].browser, "organiser": people[0].browser,
	}[role]
	id := s.id
	if state == "unknown" {
		id = "nosuchcup"
	}
	form := url.Values{"bot": {"bot:greedy"}, "player": {people[1].player.ID}, "reason": {"asked for it"}, "days": {"2"}, "act": {"announce"}, "text": {"Hello"}}
	if path == "/tournaments" {
		form = w.cupForm()
	}
	if method != http.MethodPost {
		form = nil
	}
	return who.ask(method, strings.Replace(path, ":id", id, 1), form).Code
}

func TestATournamentIsOpenedEnteredAndPlayedByForms(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.member("Ann"), w.member("Bob")
	if got := w.browser().get("/tournaments/new"); !strings.Contains(got.Body, "Sign up first") || !strings.Contains(got.Body, `href="/signup"`) {
		t.Error("nobody is not told to sign up")
	}
	form := w.cupForm()
	form.Set("name", "x")
	form.Set("places", "99")
	ann.post("/tournaments", form).want(t, http.StatusUnprocessableEntity, "at least 3 letters", "3 to 12 players", `value="99"`, `value="x"`)
	cup := ann.cup(func(f url.Values) { f.Set("start", "full") })
	ann.get(cup).want(t, http.StatusOK, "3 places are free", "You organise this", "Invite the bot Greedy")
	w.browser().get(cup).want(t, http.StatusOK, "Sign up to enter")
	ann.post(cup+"/start", nil).want(t, http.StatusUnprocessableEntity, "at least 3 players to start. There are 1 so far.")
	ann.post(cup+"/bots", url.Values{"bot": {"bot:greedy"}}).want(t, http.StatusSeeOther)
	ann.post(cup+"/bots", url.Values{"bot": {"bot:random"}}).want(t, http.StatusSeeOther)
	ann.post(cup+"/bots", url.Values{"bot": {"bot:none"}}).want(t, http.StatusUnprocessableEntity, "There is no such bot")
	bob.get("/tournaments").want(t, http.StatusOK, "Spring Cup", "3 of 4 places taken")
	bob.get("/").want(t, http.StatusOK, "Tournaments open for entry", "Spring Cup")
	bob.post(cup+"/entry", nil).want(t, http.StatusSeeOther)
	bob.post(cup+"/entry", nil).want(t, http.StatusConflict, "You are in this tournament already")
	bob.post(cup+"/withdrawal", nil).want(t, http.StatusConflict, "nobody can leave it any more")
	w.member("Cleo").post(cup+"/entry", nil).want(t, http.StatusConflict, "The last place has just been taken")
	page := bob.get(cup).want(t, http.StatusOK, "All games have begun", "0 games of 6 over", "The tournament was full and started")
	if n := strings.Count(page.Body, `class="result playing"`); n != 12+1 {
		t.Errorf("%d results are shown as being played", n)
	}

	v, err := w.office.Tournament(t.Context(), strings.TrimPrefix(cup, "/tournaments/"))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range v.Matches {
		match := "/matches/" + m.ID
		w.browser().get(match).want(t, http.StatusOK, "Of the tournament", cup, "Spring Cup", "round ")
		for _, p := range []*member{ann, bob} {
			if m.SideOf(p.player.ID) != 0 {
				p.post(match+"/resignation", nil)
			}
		}
	}
	for range 300 {
		w.botMoves()
	}
	w.browser().get(cup).want(t, http.StatusOK, "Finished", " wins", "The last game ended")
	w.browser().get("/tournaments").want(t, http.StatusOK, "No", "Finished", "4 players")

	got := w.browser().get(cup+"/table.csv").want(t, http.StatusOK, "Rank,Player,Points,SON")
	if kind := got.Header.Get("Content-Type"); kind != "text/csv; charset=UTF-8" || !strings.Contains(got.Header.Get("Content-Disposition"), "table.csv") {
		t.Errorf("the table is sent as %q", kind)
	}
	var table struct{ Table []struct{ Rank int } }
	if err := json.Unmarshal([]byte(w.browser().get(cup+"/table.json").Body), &table); err != nil || len(table.Table) != 4 {
		t.Errorf("%v, %v", table, err)
	}
	if _, err := dice.VerifySeeding([]byte(w.browser().get(cup + "/seeding.json").Body)); err != nil {
		t.Error(err)
	}
}

func TestTheStreamOfATournamentSendsWhatIsNew(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.member("Ann"), w.member("Bob")
	cup := ann.cup(nil)
	if got := bob.ask(http.MethodGet, cup+"/stream?after=2.0", nil).Body.String(); strings.Contains(got, "data:") {
		t.Errorf("who has seen it all gets %q", got)
	}
	got := bob.ask(http.MethodGet, cup+"/stream?after=1.0", nil).Body.String()
	if !strings.Contains(got, "id: 2.0\n") || !strings.Contains(streamed(got), ` action="`+cup+`/entry">`) {
		t.Errorf("who has not gets %q", got)
	}
}

// TestProofNoNameOfATournamentBecomesMarkup is S3 for the one text of theirs.
func TestProofNoNameOfATournamentBecomesMarkup(t *testing.T) {
	w := newWorld(t)
	organisers := w.people(strings.Fields("amber birch cedar dune ember fern grove heath iris jade kelp lotus")...)
	nobody, n := w.browser(), 0
	// opened opens a tournament, plays it to its end, and returns every page that shows it.
	opened := func(name string) map[string]*httptest.ResponseRecorder {
		people := []*member{organisers[n%12], organisers[(n+1)%12], organisers[(n+2)%12]}
		n++
		t1, err := w.office.CreateTournament(context.Background(), people[0].player, office.TournamentProposal{
			Reservation: w.office.ReserveTournament(), Name: name, Format: "roundrobin", Rules: "streetsoccer/lg", Places: "3", Cycles: "1",
			Control: "live", Start: office.StartFull, Playing: true,
		})
		if league.Fields(err) != nil {
			return nil // nothing that could be stored
		}
		if err != nil {
			t.Fatal(err)
		}
		cup, pages := "/tournaments/"+t1.ID, map[string]*httptest.ResponseRecorder{}
		look := func(when string, paths ...string) {
			for _, path := range paths {
				pages[when+" "+strings.TrimPrefix(path, cup)] = nobody.ask(http.MethodGet, path, nil)
			}
		}
		look("open", "/", "/tournaments", "/calendar", "/calendar.ics", cup, cup+"/stream", cup+"/table.json", cup+"/table.csv")
		for _, p := range people[1:] {
			p.post(cup+"/entry", nil).want(t, http.StatusSeeOther)
		}
		v, err := w.office.Tournament(context.Background(), t1.ID)
		if err != nil {
			t.Fatal(err)
		}
		match := nobody.ask(http.MethodGet, "/matches/"+v.Matches[0].ID, nil) // no two boards have the same tags
		if why := wholePage(match.Body.String()); why != "" {
			t.Errorf("match: %q: %s", name, why)
		}
		for _, m := range v.Matches {
			if _, err := w.office.Resign(context.Background(), m.Seats[0].Player, m.ID, w.office.Now()); err != nil {
				t.Fatal(err)
			}
		}
		look("over", "/tournaments", "/calendar", "/calendar.ics", cup, cup+"/table.json", cup+"/table.csv", cup+"/seeding.json")
		return pages
	}
	for range tournamentsShown {
		opened("for luck") // the list is full from here on
	}
	harmless := map[string]model{}
	for path, answer := range opened("for luck") {
		harmless[path] = newModel(answer)
	}
	answers := 0
	for _, text := range share(allPayloads(t), 3) {
		for path, got := range opened(text) {
			answers++
			if why := answerHarm(got, harmless[path]); why != "" {
				t.Errorf("%s: %q: %s", path, text, why)
			}
		}
	}
	t.Logf("%d answers", answers)
	if answers == 0 {
		t.Error("no name could be stored")
	}
}

// tournamentsShown is how many finished tournaments the list shows at most.
const tournamentsShown = 50

// cupOfThree is a tournament of an organiser, another member and a bot that is being
// played, and the first of its matches.
func (w *world) cupOfThree(organiser, other *member) (cup string, m league.Match) {
	w.t.Helper()
	cup = organiser.cup(nil)
	w.accepted(other.post(cup+"/entry", nil))
	w.accepted(organiser.post(cup+"/bots", url.Values{"bot": {"bot:random"}}))
	w.accepted(organiser.post(cup+"/start", nil))
	v, err := w.office.Tournament(w.t.Context(), strings.TrimPrefix(cup, "/tournaments/"))
	if err != nil {
		w.t.Fatal(err)
	}
	for _, m = range v.Matches { // which one it is the lot decides
		if m.SideOf(organiser.player.ID) != engine.NoSide && m.SideOf(other.player.ID) != engine.NoSide {
			break
		}
	}
	return cup, m
}

func TestATableIsAskedBySortingAndByWhatIf(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.member("Ann"), w.member("Bob")
	cup, m := w.cupOfThree(ann, bob)
	nobody := w.browser()
	nobody.get(cup+"?sort=goals").want(t, http.StatusOK, `aria-sort="descending"`, "if="+m.ID+"%3A5-0&amp;sort=goals")
	nobody.get(cup+"?if="+m.ID+":4-1").want(t, http.StatusOK, "It has not happened", "4–1", `aria-current="true"`, "The table as it stands")
	nobody.get(cup+"?if="+m.ID+":9-9").want(t, http.StatusOK, "can no longer end so")
	nobody.get(cup+"?if=nosuch:4-1").want(t, http.StatusOK, "There is no such game in this table")
	ann.get(cup).want(t, http.StatusOK, "What you need", "8 points more make sure that you are first")
	page := nobody.get(cup+"/table.json").want(t, http.StatusOK, `"order": [`, `"best": 1`, `"worst": 3`)
	if strings.Contains(page.Body, `"above": {`+"\n"+`   "player": ""`) {
		t.Error("a first row is parted from somebody")
	}
	nobody.get(cup+"/table.csv").want(t, http.StatusOK, "Best,Worst,DE,NW,GD,GF,TO,LOT")
}

func TestAPlayerIsStruckAfterALookAtWhatItWouldDo(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.member("Ann"), w.member("Bob")
	cup, _ := w.cupOfThree(ann, bob)
	ann.get(cup).want(t, http.StatusOK, "You direct this", cup+"/desk")
	if page := bob.get(cup); strings.Contains(page.Body, cup+"/desk") {
		t.Error("a player is offered the desk")
	}
	ann.get(cup+"/strike").want(t, http.StatusOK, "Show what it would do")
	ann.get(cup+"/strike?player=nosuch").want(t, http.StatusUnprocessableEntity, "Choose one of the players")
	ask := "?player=" + bob.player.ID + "&reason=away"
	ann.get(cup+"/strike"+ask).want(t, http.StatusOK, "Bob has finished 0 of 2 games, less than half", "Strike Bob for good", `value="away"`)
	if page := ann.get(cup + "/table.json"); strings.Contains(page.Body, `"struck": true`) {
		t.Error("looking at it struck him")
	}
	form := url.Values{"player": {bob.player.ID}, "reason": {""}}
	ann.post(cup+"/strike", form).want(t, http.StatusUnprocessableEntity, "Say why")
	form.Set("reason", "away for good")
	ann.post(cup+"/strike", form).want(t, http.StatusSeeOther)
	ann.get(cup).want(t, http.StatusOK, "away for good", ">struck<")
	ann.post(cup+"/strike", form).want(t, http.StatusConflict, "is out of this tournament already")
	ann.get(cup+"/strike"+ask).want(t, http.StatusConflict, "has been struck already")
}

func TestADirectorRulesInAGameAfterALookAtWhatItWouldDo(t *testing.T) { // R-FF-6, R-FF-10
	w := newWorld(t)
	ann, bob := w.member("Ann"), w.member("Bob")
	cup, m := w.cupOfThree(ann, bob)
	match := "/matches/" + m.ID
	ann.get(match).want(t, http.StatusOK, match+"/ruling")
	if page := bob.get(match); strings.Contains(page.Body, "/ruling") {
		t.Error("a player is offered to rule")
	}
	bob.get(match+"/ruling").want(t, http.StatusForbidden, "Only who directs")
	ann.get(match+"/ruling").want(t, http.StatusOK, "What each would do", "Both lose", "Board decides", "loses it by forfeit")
	form := url.Values{"ruling": {"draw"}, "reason": {"the server was down"}}
	ann.post(match+"/ruling", form).want(t, http.StatusUnprocessableEntity, "Choose what is to become of the game", "the server was down")
	form = url.Values{"ruling": {"void"}, "reason": {""}}
	ann.post(match+"/ruling", form).want(t, http.StatusUnprocessableEntity, "Say why", `value="void" checked`)
	form.Set("reason", "the server was down")
	bob.post(match+"/ruling", form).want(t, http.StatusForbidden, "Only who directs")
	ann.post(match+"/ruling", form).want(t, http.StatusSeeOther)
	ann.post(match+"/ruling", form).want(t, http.StatusConflict, "its result stands")
	ann.get(match+"/ruling").want(t, http.StatusConflict, "its result stands")
	ann.get(cup).want(t, http.StatusOK, "void: the server was down")
}

func TestADirectorGivesTimeByAForm(t *testing.T) { // R-TC-7
	w := newWorld(t)
	ann, bob := w.member("Ann"), w.member("Bob")
	cup, m := w.cupOfThree(ann, bob)
	ann.get(cup+"/desk").want(t, http.StatusOK, cup+"/time")
	bob.get(cup+"/time").want(t, http.StatusForbidden, "Only who directs")
	ann.get(cup+"/time?player="+bob.player.ID).want(t, http.StatusOK, `value="`+bob.player.ID+`" selected`, `name="seen"`)
	left := func() time.Duration {
		v := w.view(m.ID)
		return v.Clocks.Left(v.Match.SideOf(bob.player.ID), w.clock())
	}
	before := left()
	v, err := w.office.Tournament(t.Context(), strings.TrimPrefix(cup, "/tournaments/"))
	if err != nil {
		t.Fatal(err)
	}
	form := url.Values{"player": {bob.player.ID}, "days": {"-3"}, "reason": {"the server was slow"}, "seen": {fmt.Sprint(v.Tournament.Last)}}
	ann.post(cup+"/time", form).want(t, http.StatusUnprocessableEntity, "You can give 1 to 14 days", `value="-3"`, "the server was slow")
	form.Set("days", "3")
	ann.post(cup+"/time", form).want(t, http.StatusSeeOther)
	ann.post(cup+"/time", form).want(t, http.StatusSeeOther)
	if got := left() - before; got != 3*24*time.Hour {
		t.Errorf("Bob got %v", got)
	}
	ann.get(cup).want(t, http.StatusOK, "3 days more for Bob: the server was slow")
}

func TestAPlayerWithdrawsAfterALookAtWhatItDoes(t *testing.T) { // R-FF-7
	w := newWorld(t)
	ann, bob := w.member("Ann"), w.member("Bob")
	cup, _ := w.cupOfThree(ann, bob)
	bob.get(cup).want(t, http.StatusOK, cup+"/withdrawal")
	bob.get(cup+"/withdrawal").want(t, http.StatusOK, "Bob has finished 0 of 2 games, less than half", "Withdraw for good")
	bob.post(cup+"/withdrawal", nil).want(t, http.StatusConflict, "nobody can leave it any more")
	bob.post(cup+"/withdrawal", url.Values{"sure": {"1"}}).want(t, http.StatusSeeOther)
	page := bob.get(cup).want(t, http.StatusOK, "R-FF-7: withdrew")
	if strings.Contains(page.Body, cup+"/withdrawal") {
		t.Error("who is out is asked again")
	}
	bob.post(cup+"/withdrawal", url.Values{"sure": {"1"}}).want(t, http.StatusConflict, "is out of this tournament already")
	bob.get(cup+"/withdrawal").want(t, http.StatusConflict)
}

func TestTheOrderOfTheTableIsChosen(t *testing.T) {
	w := newWorld(t)
	ann := w.member("Ann")
	for given, want := range map[string]string{"": "std", "lg": "lg", "football": "football"} {
		cup := ann.cup(func(f url.Values) { f.Set("profile", given) })
		v, err := w.office.Tournament(t.Context(), strings.TrimPrefix(cup, "/tournaments/"))
		if err != nil || v.Tournament.Profile != want {
			t.Errorf("%q gives %q, %v", given, v.Tournament.Profile, err)
		}
	}
	form := w.cupForm()
	form.Set("profile", "best")
	ann.post("/tournaments", form).want(t, http.StatusUnprocessableEntity, "There is no such order")
}
