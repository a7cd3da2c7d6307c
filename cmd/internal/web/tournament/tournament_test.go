package tournament_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/engine"
	"kickabout/engine/dice/tbd2"
	"kickabout/league"
	"kickabout/league/tournaments"
)

func TestATournamentIsOpenedEnteredAndPlayedByForms(t *testing.T) {
	w := webtest.New(t)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	if got := w.Browser().Get("/tournaments/new"); !strings.Contains(got.Body, "Sign up first") || !strings.Contains(got.Body, `href="/signup"`) {
		t.Error("nobody is not told to sign up")
	}
	form := w.CupForm()
	form.Set("name", "x")
	form.Set("places", "99")
	ann.Post("/tournaments", form).Want(t, http.StatusUnprocessableEntity, "at least 3 letters", "3 to 12 players", `value="99"`, `value="x"`)
	cup := ann.Cup(func(f url.Values) { f.Set("start", "full") })
	ann.Get(cup).Want(t, http.StatusOK, "3 places are free", "You organise this", "Invite this bot", ">Mascot<")
	w.Browser().Get(cup).Want(t, http.StatusOK, "Sign up to enter")
	ann.Post(cup+"/start", nil).Want(t, http.StatusUnprocessableEntity, "at least 3 players to start. There are 1 so far.")
	ann.Post(cup+"/bots", url.Values{"bot": {"bot:greedy"}}).Want(t, http.StatusSeeOther)
	ann.Post(cup+"/bots", url.Values{"bot": {"bot:random"}}).Want(t, http.StatusSeeOther)
	ann.Post(cup+"/bots", url.Values{"bot": {"bot:none"}}).Want(t, http.StatusUnprocessableEntity, "There is no such bot")
	bob.Get("/tournaments").Want(t, http.StatusOK, "Spring Cup", "3 of 4 places taken")
	bob.Get("/").Want(t, http.StatusOK, "Tournaments open for entry", "Spring Cup")
	bob.Post(cup+"/entry", nil).Want(t, http.StatusSeeOther)
	bob.Post(cup+"/entry", nil).Want(t, http.StatusConflict, "You are in this tournament already")
	bob.Post(cup+"/withdrawal", nil).Want(t, http.StatusConflict, "nobody can leave it any more")
	w.Member("Cleo").Post(cup+"/entry", nil).Want(t, http.StatusConflict, "The last place has just been taken")
	page := bob.Get(cup).Want(t, http.StatusOK, "All games have begun", "0 games of 6 over", "The tournament was full and started")
	if n := strings.Count(page.Body, `class="result playing"`); n != 12+1 {
		t.Errorf("%d results are shown as being played", n)
	}

	v, err := w.Office.Tournament(t.Context(), league.Site(), strings.TrimPrefix(cup, "/tournaments/"))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range v.Matches {
		match := "/matches/" + m.ID
		w.Browser().Get(match).Want(t, http.StatusOK, "Competition", cup, "Spring Cup", "round ")
		for _, p := range []*webtest.Member{ann, bob} {
			if m.SideOf(p.Player.ID) != 0 {
				p.Post(match+"/resignation", nil)
			}
		}
	}
	for range 300 {
		w.BotMoves()
	}
	w.Browser().Get(cup).Want(t, http.StatusOK, "Finished", " wins", "The last game ended")
	w.Browser().Get("/tournaments").Want(t, http.StatusOK, "No", "Finished", "4 players")

	got := w.Browser().Get(cup+"/table.csv").Want(t, http.StatusOK, "Rank,Player,Points,SON")
	if kind := got.Header.Get("Content-Type"); kind != "text/csv; charset=UTF-8" || !strings.Contains(got.Header.Get("Content-Disposition"), "table.csv") {
		t.Errorf("the table is sent as %q", kind)
	}
	var table struct{ Table []struct{ Rank int } }
	if err := json.Unmarshal([]byte(w.Browser().Get(cup+"/table.json").Body), &table); err != nil || len(table.Table) != 4 {
		t.Errorf("%v, %v", table, err)
	}
	if report, err := tbd2.VerifyLot([]byte(w.Browser().Get(cup+"/seeding.json").Body), tbd2.Evidence{}); err != nil || !report.Holds() {
		t.Errorf("%+v, %v", report.Lines, err)
	}
}

func TestTheStreamOfATournamentSendsWhatIsNew(t *testing.T) {
	w := webtest.New(t)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	cup := ann.Cup(nil)
	if got := bob.Ask(http.MethodGet, cup+"/stream?after=2.0", nil).Body.String(); strings.Contains(got, "data:") {
		t.Errorf("who has seen it all gets %q", got)
	}
	got := bob.Ask(http.MethodGet, cup+"/stream?after=1.0", nil).Body.String()
	if !strings.Contains(got, "id: 2.0\n") || !strings.Contains(webtest.Streamed(got), ` action="`+cup+`/entry">`) {
		t.Errorf("who has not gets %q", got)
	}
}

// TestProofNoNameOfATournamentBecomesMarkup is S3 for the one text of theirs.
func TestProofNoNameOfATournamentBecomesMarkup(t *testing.T) {
	w := webtest.New(t)
	organisers := w.People(strings.Fields("amber birch cedar dune ember fern grove heath iris jade kelp lotus")...)
	nobody, n := w.Browser(), 0
	// opened opens a tournament, plays it to its end, and returns every page that shows it.
	opened := func(name string) map[string]*httptest.ResponseRecorder {
		people := []*webtest.Member{organisers[n%12], organisers[(n+1)%12], organisers[(n+2)%12]}
		n++
		t1, err := w.Office.CreateTournament(context.Background(), people[0].Player, tournaments.TournamentProposal{
			Reservation: w.Office.ReserveTournament(), Name: name, Format: "roundrobin", Rules: "streetsoccer/lg", Places: "3", Cycles: "1",
			Control: "live", Start: tournaments.StartFull, Playing: true,
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
				pages[when+" "+strings.TrimPrefix(path, cup)] = nobody.Ask(http.MethodGet, path, nil)
			}
		}
		look("open", "/", "/tournaments", "/calendar", "/calendar.ics", cup, cup+"/stream", cup+"/table.json", cup+"/table.csv")
		for _, p := range people[1:] {
			p.Post(cup+"/entry", nil).Want(t, http.StatusSeeOther)
		}
		v, err := w.Office.Tournament(context.Background(), league.Site(), t1.ID)
		if err != nil {
			t.Fatal(err)
		}
		match := nobody.Ask(http.MethodGet, "/matches/"+v.Matches[0].ID, nil) // no two boards have the same tags
		if why := webtest.WholePage(match.Body.String()); why != "" {
			t.Errorf("match: %q: %s", name, why)
		}
		for _, m := range v.Matches {
			if _, err := w.Working().Resign(context.Background(), m.Seats[0].Player, m.ID, w.Office.Now()); err != nil {
				t.Fatal(err)
			}
		}
		look("over", "/tournaments", "/calendar", "/calendar.ics", cup, cup+"/table.json", cup+"/table.csv", cup+"/seeding.json")
		return pages
	}
	for range tournamentsShown {
		opened("for luck") // the list is full from here on
	}
	harmless := map[string]webtest.Model{}
	for path, answer := range opened("for luck") {
		harmless[path] = webtest.NewModel(answer)
	}
	answers := 0
	for _, text := range webtest.Share(webtest.AllPayloads(t), 3) {
		for path, got := range opened(text) {
			answers++
			if why := webtest.AnswerHarm(got, harmless[path]); why != "" {
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
func cupOfThree(w *webtest.World, organiser, other *webtest.Member) (cup string, m league.Match) {
	w.T.Helper()
	cup = organiser.Cup(nil)
	w.Accepted(other.Post(cup+"/entry", nil))
	w.Accepted(organiser.Post(cup+"/bots", url.Values{"bot": {"bot:random"}}))
	w.Accepted(organiser.Post(cup+"/start", nil))
	v, err := w.Office.Tournament(w.T.Context(), league.Site(), strings.TrimPrefix(cup, "/tournaments/"))
	if err != nil {
		w.T.Fatal(err)
	}
	for _, m = range v.Matches { // which one it is the lot decides
		if m.SideOf(organiser.Player.ID) != engine.NoSide && m.SideOf(other.Player.ID) != engine.NoSide {
			break
		}
	}
	return cup, m
}

func TestATableIsAskedBySortingAndByWhatIf(t *testing.T) {
	w := webtest.New(t)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	cup, m := cupOfThree(w, ann, bob)
	nobody := w.Browser()
	nobody.Get(cup+"?sort=goals").Want(t, http.StatusOK, `aria-sort="descending"`, "if="+m.ID+"%3A5-0&amp;sort=goals")
	nobody.Get(cup+"?if="+m.ID+":4-1").Want(t, http.StatusOK, "It has not happened", "4–1", `aria-current="true"`, "The table as it stands")
	nobody.Get(cup+"?if="+m.ID+":9-9").Want(t, http.StatusOK, "can no longer end so")
	nobody.Get(cup+"?if=nosuch:4-1").Want(t, http.StatusOK, "There is no such game in this table")
	ann.Get(cup).Want(t, http.StatusOK, "What you need", "8 points more make sure that you are first")
	page := nobody.Get(cup+"/table.json").Want(t, http.StatusOK, `"order": [`, `"best": 1`, `"worst": 3`)
	if strings.Contains(page.Body, `"above": {`+"\n"+`   "player": ""`) {
		t.Error("a first row is parted from somebody")
	}
	nobody.Get(cup+"/table.csv").Want(t, http.StatusOK, "Best,Worst,DE,NW,GD,GF,TO,LOT")
}

func TestAPlayerIsStruckAfterALookAtWhatItWouldDo(t *testing.T) {
	w := webtest.New(t)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	cup, _ := cupOfThree(w, ann, bob)
	ann.Get(cup).Want(t, http.StatusOK, "You direct this", cup+"/desk")
	if page := bob.Get(cup); strings.Contains(page.Body, cup+"/desk") {
		t.Error("a player is offered the desk")
	}
	ann.Get(cup+"/strike").Want(t, http.StatusOK, "Show what it would do")
	ann.Get(cup+"/strike?player=nosuch").Want(t, http.StatusUnprocessableEntity, "Choose one of the players")
	ask := "?player=" + bob.Player.ID + "&reason=away"
	ann.Get(cup+"/strike"+ask).Want(t, http.StatusOK, "Bob has finished 0 of 2 games, less than half", "Strike Bob for good", `value="away"`)
	if page := ann.Get(cup + "/table.json"); strings.Contains(page.Body, `"struck": true`) {
		t.Error("looking at it struck him")
	}
	form := url.Values{"player": {bob.Player.ID}, "reason": {""}}
	ann.Post(cup+"/strike", form).Want(t, http.StatusUnprocessableEntity, "Say why")
	form.Set("reason", "away for good")
	ann.Post(cup+"/strike", form).Want(t, http.StatusSeeOther)
	ann.Get(cup).Want(t, http.StatusOK, "away for good", ">struck<")
	ann.Post(cup+"/strike", form).Want(t, http.StatusConflict, "is out of this tournament already")
	ann.Get(cup+"/strike"+ask).Want(t, http.StatusConflict, "has been struck already")
}

func TestADirectorRulesInAGameAfterALookAtWhatItWouldDo(t *testing.T) { // R-FF-6, R-FF-10
	w := webtest.New(t)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	cup, m := cupOfThree(w, ann, bob)
	match := "/matches/" + m.ID
	ann.Get(match).Want(t, http.StatusOK, match+"/ruling")
	if page := bob.Get(match); strings.Contains(page.Body, "/ruling") {
		t.Error("a player is offered to rule")
	}
	bob.Get(match+"/ruling").Want(t, http.StatusForbidden, "Only who directs")
	ann.Get(match+"/ruling").Want(t, http.StatusOK, "What each would do", "Both lose", "Board decides", "loses it by forfeit")
	form := url.Values{"ruling": {"draw"}, "reason": {"the server was down"}}
	ann.Post(match+"/ruling", form).Want(t, http.StatusUnprocessableEntity, "Choose what is to become of the game", "the server was down")
	form = url.Values{"ruling": {"void"}, "reason": {""}}
	ann.Post(match+"/ruling", form).Want(t, http.StatusUnprocessableEntity, "Say why", `value="void" checked`)
	form.Set("reason", "the server was down")
	bob.Post(match+"/ruling", form).Want(t, http.StatusForbidden, "Only who directs")
	ann.Post(match+"/ruling", form).Want(t, http.StatusSeeOther)
	ann.Post(match+"/ruling", form).Want(t, http.StatusConflict, "its result stands")
	ann.Get(match+"/ruling").Want(t, http.StatusConflict, "its result stands")
	ann.Get(cup).Want(t, http.StatusOK, "void: the server was down")
}

func TestAGameIsPlayedAgainAfterALookAtWhatThatMeans(t *testing.T) { // R-CO-1, R-FF-13
	w := webtest.New(t)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	cup, m := cupOfThree(w, ann, bob)
	match := "/matches/" + m.ID
	loser := ann
	if m.SideOf(bob.Player.ID) == engine.First {
		loser = bob
	}
	if page := ann.Get(cup + "/desk"); strings.Contains(page.Body, "Games given up") {
		t.Error("nobody has given up a game, and there is a list of them")
	}
	loser.Post(match+"/resignation", nil).Want(t, http.StatusSeeOther)
	for worked := true; worked; { // the analysis says what was given up
		var err error
		if worked, err = w.Office.AnalyseNext(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	ann.Get(cup+"/desk").Want(t, http.StatusOK, "Games given up", " resigned against ", " and gave up 2.", match+"/analysis")
	ann.Get(match+"/analysis").Want(t, http.StatusOK, "given up by the other side 2.", "gave up 2.", "neither luck nor skill")
	shown := ann.Get(match+"/correction?ending=played+again").Want(t, http.StatusOK, "no longer counts", "fresh clocks and new dice", "cannot be undone", "Play it again")
	if strings.Contains(shown.Body, "rating:") {
		t.Error("a game that no longer counts is shown as rated")
	}
	ann.Post(match+"/correction", url.Values{"ending": {"played again"}}).Want(t, http.StatusUnprocessableEntity, "Say why")
	bob.Post(match+"/correction", url.Values{"ending": {"played again"}, "reason": {"the cat"}}).Want(t, http.StatusForbidden, "Only who directs")
	ann.Post(match+"/correction", url.Values{"ending": {"played again"}, "reason": {"the cat"}}).Want(t, http.StatusSeeOther)
	bob.Get(cup).Want(t, http.StatusOK, "Ann had ", " played again", "the cat")
	if page := ann.Get(cup + "/desk"); strings.Contains(page.Body, "Games given up") {
		t.Error("a game that is played again is listed among those given up")
	}
	ann.Get(match+"/correction").Want(t, http.StatusConflict, "Another game is played in place")
}

func TestAResultIsCorrectedAfterALookAtWhatThatWouldChange(t *testing.T) { // R-CO-1, R-CO-2
	w := webtest.New(t)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	cup, m := cupOfThree(w, ann, bob)
	match := "/matches/" + m.ID
	loser, side := ann, engine.First
	if m.SideOf(bob.Player.ID) == engine.First {
		loser = bob
	}
	if m.SideOf(loser.Player.ID) != engine.First {
		t.Fatal("somebody else moves first")
	}
	if page := ann.Get(match); strings.Contains(page.Body, "/correction") {
		t.Error("a running game is offered to be corrected")
	}
	ann.Get(match+"/correction").Want(t, http.StatusConflict, "still being played")
	loser.Post(match+"/resignation", nil).Want(t, http.StatusSeeOther)
	ann.Get(match).Want(t, http.StatusOK, match+"/correction")
	if page := bob.Get(match); strings.Contains(page.Body, "/correction") {
		t.Error("a player is offered to correct")
	}
	bob.Get(match+"/correction").Want(t, http.StatusForbidden, "Only who directs")
	ann.Get(match+"/correction").Want(t, http.StatusOK, "How it ended", "Show what it would change")

	// What is wrong is said in a sentence, and what was typed stays.
	ann.Get(match+"/correction?ending=full+time&winner=second&first=2&second=1").
		Want(t, http.StatusUnprocessableEntity, "Whoever leads wins a game that ends so", `value="full time" selected`, `value="second" checked`, `name="first" value="2"`)
	ann.Get(match+"/correction?ending=full+time&winner=first&first=two&second=1").Want(t, http.StatusUnprocessableEntity, "whole number from 0 to 99", `value="two"`)
	shown := ann.Get(match+"/correction?ending=full+time&winner=first&first=2&second=1").
		Want(t, http.StatusOK, "What it would change", "1st, 5", `name="was" value="resignation:second:0-0"`, side.String())
	if strings.Count(shown.Body, "<b>") < 2 {
		t.Error("no rank changes")
	}
	if page := ann.Get(cup + "/table.json"); strings.Contains(page.Body, "full time") {
		t.Error("looking at it corrected it")
	}
	form := url.Values{"ending": {"full time"}, "winner": {"first"}, "first": {"2"}, "second": {"1"}, "reason": {""}, "was": {"resignation:second:0-0"}}
	ann.Post(match+"/correction", form).Want(t, http.StatusUnprocessableEntity, "Say why", `name="first" value="2"`)
	form.Set("reason", "the button was hit by the cat")
	bob.Post(match+"/correction", form).Want(t, http.StatusForbidden, "Only who directs")
	ann.Post(match+"/correction", form).Want(t, http.StatusSeeOther)
	ann.Post(match+"/correction", form).Want(t, http.StatusConflict, "has been corrected since you looked", "the button was hit by the cat")

	// The page of the game says so, and so do the log and the news of the other player; the record is as it was played.
	for _, page := range []string{match, cup} {
		bob.Get(page).Want(t, http.StatusOK, "Ann corrected the result", "the button was hit by the cat")
	}
	bob.Get(match+"/record.txt").Want(t, http.StatusOK, "resign")
	notices, err := w.Office.Notices(t.Context(), bob.Player.ID, 0, 100)
	if err != nil || !slices.ContainsFunc(notices, func(n league.Notice) bool { return n.Event == league.MatchRevised && n.Subject == m.ID }) {
		t.Errorf("Bob is told %+v, %v", notices, err)
	}
	ann.Get(cup+"/table.json").Want(t, http.StatusOK, "full time")
	ann.Get(cup+"/desk").Want(t, http.StatusOK, "Ann corrected the result of")

	ann.Get(match+"/correction").Want(t, http.StatusOK, "Undo the correction", "It was played so")
	undo := url.Values{"event": {eventIn(ann.Get(match + "/correction").Body)}, "reason": {"it was no cat"}}
	bob.Post(match+"/correction/undo", undo).Want(t, http.StatusForbidden, "Only who directs")
	ann.Post(match+"/correction/undo", url.Values{"event": {"1"}, "reason": {"it was no cat"}}).Want(t, http.StatusConflict, "does not stand", "it was no cat")
	ann.Post(match+"/correction/undo", undo).Want(t, http.StatusSeeOther)
	bob.Get(cup).Want(t, http.StatusOK, "Ann undid the correction of", "it was no cat")
	if page := bob.Get(match); strings.Contains(page.Body, "corrected the result") {
		t.Error("the page still says that it was corrected")
	}
}

// eventIn returns the event that a page offers to be undone.
func eventIn(page string) string {
	_, rest, _ := strings.Cut(page, `name="event" value="`)
	event, _, _ := strings.Cut(rest, `"`)
	return event
}

func TestADirectorGivesTimeByAForm(t *testing.T) { // R-TC-7
	w := webtest.New(t)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	cup, m := cupOfThree(w, ann, bob)
	ann.Get(cup+"/desk").Want(t, http.StatusOK, cup+"/time")
	bob.Get(cup+"/time").Want(t, http.StatusForbidden, "Only who directs")
	ann.Get(cup+"/time?player="+bob.Player.ID).Want(t, http.StatusOK, `value="`+bob.Player.ID+`" selected`, `name="seen"`)
	left := func() time.Duration {
		v := w.View(m.ID)
		return v.Clocks.Left(v.Match.SideOf(bob.Player.ID), w.Clock())
	}
	before := left()
	v, err := w.Office.Tournament(t.Context(), league.Site(), strings.TrimPrefix(cup, "/tournaments/"))
	if err != nil {
		t.Fatal(err)
	}
	form := url.Values{"player": {bob.Player.ID}, "days": {"-3"}, "reason": {"the server was slow"}, "seen": {fmt.Sprint(v.Tournament.Last)}}
	ann.Post(cup+"/time", form).Want(t, http.StatusUnprocessableEntity, "You can give 1 to 14 days", `value="-3"`, "the server was slow")
	form.Set("days", "3")
	ann.Post(cup+"/time", form).Want(t, http.StatusSeeOther)
	ann.Post(cup+"/time", form).Want(t, http.StatusSeeOther)
	if got := left() - before; got != 3*24*time.Hour {
		t.Errorf("Bob got %v", got)
	}
	ann.Get(cup).Want(t, http.StatusOK, "3 days more for Bob: the server was slow")
}

func TestAPlayerWithdrawsAfterALookAtWhatItDoes(t *testing.T) { // R-FF-7
	w := webtest.New(t)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	cup, _ := cupOfThree(w, ann, bob)
	bob.Get(cup).Want(t, http.StatusOK, cup+"/withdrawal")
	bob.Get(cup+"/withdrawal").Want(t, http.StatusOK, "Bob has finished 0 of 2 games, less than half", "Withdraw for good")
	bob.Post(cup+"/withdrawal", nil).Want(t, http.StatusConflict, "nobody can leave it any more")
	bob.Post(cup+"/withdrawal", url.Values{"sure": {"1"}}).Want(t, http.StatusSeeOther)
	page := bob.Get(cup).Want(t, http.StatusOK, "R-FF-7</a>: withdrew")
	if strings.Contains(page.Body, cup+"/withdrawal") {
		t.Error("who is out is asked again")
	}
	bob.Post(cup+"/withdrawal", url.Values{"sure": {"1"}}).Want(t, http.StatusConflict, "is out of this tournament already")
	bob.Get(cup+"/withdrawal").Want(t, http.StatusConflict)
}

func TestTheOrderOfTheTableIsChosen(t *testing.T) {
	w := webtest.New(t)
	ann := w.Member("Ann")
	for given, want := range map[string]string{"": "std", "lg": "lg", "football": "football"} {
		cup := ann.Cup(func(f url.Values) { f.Set("profile", given) })
		v, err := w.Office.Tournament(t.Context(), league.Site(), strings.TrimPrefix(cup, "/tournaments/"))
		if err != nil || v.Tournament.Profile != want {
			t.Errorf("%q gives %q, %v", given, v.Tournament.Profile, err)
		}
	}
	form := w.CupForm()
	form.Set("profile", "best")
	ann.Post("/tournaments", form).Want(t, http.StatusUnprocessableEntity, "There is no such order")
}
