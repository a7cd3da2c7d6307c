package web_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"kickabout/league"
)

func TestWhoMayWriteBesideAMatch(t *testing.T) {
	w := newWorld(t)
	ann, bob, eve := w.member("Ann"), w.member("Bob"), w.member("Eve")
	guest := w.browser()
	duel, bots := w.match(ann, bob), guest.begin()
	if got := ann.post("/matches", ann.startForm()); got.Status != http.StatusSeeOther {
		t.Fatal(got.Status)
	}
	mine := w.matchOf(ann)
	line := url.Values{"text": {"hello"}}
	for _, c := range []struct {
		name, match string
		who         *browser
		status      int
		says        string
	}{
		{"a player", duel, ann.browser, 303, ""},
		{"the other", duel, bob.browser, 303, ""},
		{"another member", duel, eve.browser, 403, "Only the two players write here"},
		{"a guest", duel, guest, 403, "Only the two players write here"},
		{"nobody", duel, w.browser(), 403, "Only the two players write here"},
		{"a member who plays a bot", mine, ann.browser, 403, "Bots do not talk"},
		{"a guest who plays a bot", bots, guest, 403, "Bots do not talk"},
		{"beside no match", "none", ann.browser, 404, "There is no such match"},
	} {
		t.Run(c.name, func(t *testing.T) { c.who.post("/matches/"+c.match+"/chat", line).want(t, c.status, c.says) })
	}
	one, other := w.browser(), w.browser() // two guests cannot meet, but might have
	one.post("/matches/"+w.between(one, other)+"/chat", line).want(t, 403, "Sign up first")

	for who, page := range map[string]string{"eve": eve.get("/matches/" + duel).Body, "nobody": w.browser().get("/matches/" + duel).Body} {
		if !strings.Contains(page, "hello") || strings.Contains(page, `id="say"`) || !strings.Contains(page, "Everybody can read along") {
			t.Errorf("%s sees %s", who, excerpt(page))
		}
	}
	if strings.Contains(ann.get("/matches/"+mine).Body, `id="chat"`) {
		t.Error("there is a chat with a bot")
	}
}

// matchOf returns the id of a member's latest match against a bot.
func (w *world) matchOf(m *member) string {
	w.t.Helper()
	matches, err := w.office.MatchesOf(w.t.Context(), m.player.ID, 10)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, x := range matches {
		if x.Seats[1].Player.Kind == league.Bot {
			return x.ID
		}
	}
	w.t.Fatal("no match")
	return ""
}

func TestAWrongLineIsSaidBesideItsFieldAndKept(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.member("Ann"), w.member("Bob")
	id := w.match(ann, bob)
	long := strings.Repeat("ab ", 167) + "x"
	for _, c := range []struct{ name, text, says string }{
		{"nothing", "", "Write something first."},
		{"blanks", " \t\u200b ", "Write something first."},
		{"too long", long, "At most 500 letters"},
		{"no text", "a\xff", "Use letters"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := ann.post("/matches/"+id+"/chat", url.Values{"text": {c.text}}).want(t, 422, c.says, `id="text-error"`, "<svg")
			if c.name == "too long" && !strings.Contains(got.Body, `value="`+long+`"`) {
				t.Error("what was typed is gone")
			}
			// The script gets the form alone.
			part := ann.do(http.MethodPost, "/matches/"+id+"/chat", url.Values{"text": {c.text}}, http.Header{"Hx-Request": {"true"}})
			part.want(t, 422, c.says)
			if !strings.HasPrefix(part.Body, "<form") {
				t.Errorf("the script gets %.100q", part.Body)
			}
		})
	}
	form := url.Values{"text": {"  good\u202e   luck "}, "key": {"one"}}
	for range 2 { // a double click
		got := ann.post("/matches/"+id+"/chat", form).want(t, 303)
		if at := got.Header.Get("Location"); at != "/matches/"+id+"#chat" {
			t.Errorf("it leads to %s", at)
		}
	}
	form.Set("text", "another")
	ann.post("/matches/"+id+"/chat", form).want(t, 422, "already sent another line")
	form.Set("key", strings.Repeat("k", 65))
	ann.post("/matches/"+id+"/chat", form).want(t, 422, "at most 64 characters")
	part := ann.do(http.MethodPost, "/matches/"+id+"/chat", url.Values{"text": {"second"}, "key": {"two"}}, http.Header{"Hx-Request": {"true"}}).want(t, 200, `id="say"`)
	if strings.Contains(part.Body, "second") {
		t.Error("the form that the script gets is not empty")
	}
	for i := range 8 {
		ann.post("/matches/"+id+"/chat", url.Values{"text": {fmt.Sprint("line ", i)}}).want(t, 303)
	}
	ann.post("/matches/"+id+"/chat", url.Values{"text": {"one too many"}}).want(t, 422, "You write very fast", `value="one too many"`)
	bob.post("/matches/"+id+"/chat", url.Values{"text": {"slowly"}}).want(t, 303)
	w.wait(time.Minute + time.Millisecond)
	ann.post("/matches/"+id+"/chat", url.Values{"text": {"after a minute"}}).want(t, 303)
	lines, last, err := w.office.Lines(t.Context(), "", id, 0)
	if err != nil || last != 12 || lines[0].Text != "good luck" || lines[0].Author != ann.player.ID {
		t.Errorf("%d lines were said: %+v, %v", last, lines, err)
	}
}

func TestALongChatIsReadPageByPage(t *testing.T) {
	w := newWorld(t)
	w.office.LinesAMinute = 1000
	ann, bob := w.member("Ann"), w.member("Bob")
	id := w.match(ann, bob)
	for i := range 230 {
		ann.say(id, fmt.Sprintf("line %d.", i+1))
	}
	earlier := regexp.MustCompile(`href="([^"]+)">Earlier lines`)
	seen, at := map[string]bool{}, "/matches/"+id
	for pages := 1; ; pages++ {
		page := bob.get(at).want(t, 200).Body
		for _, l := range regexp.MustCompile(`>line \d+\.<`).FindAllString(page, -1) {
			if seen[l] {
				t.Errorf("%s stands on two pages", l)
			}
			seen[l] = true
		}
		if live := strings.Contains(page, `id="live"`); live != (pages == 1) {
			t.Errorf("page %d follows the match: %t", pages, live)
		}
		next := earlier.FindStringSubmatch(page)
		if next == nil {
			break
		}
		at = strings.TrimSuffix(strings.ReplaceAll(next[1], "&amp;", "&"), "#chat")
	}
	if len(seen) != 230 {
		t.Errorf("%d lines were seen", len(seen))
	}
}

func TestALineIsReportedOnceAndBySomebodyElse(t *testing.T) {
	w := newWorld(t)
	ann, bob, guest := w.member("Ann"), w.member("Bob"), w.browser()
	guest.begin()
	id := w.match(ann, bob)
	ann.say(id, "something bad")
	at := "/matches/" + id + "/reports"
	bob.get("/matches/"+id+"?report=1").want(t, 200, `id="report"`, "<q>something bad</q>")
	for _, none := range []string{"0", "2", "-1", "x", ""} {
		if strings.Contains(bob.get("/matches/"+id+"?report="+none).Body, `id="report"`) {
			t.Errorf("there is a form for line %q", none)
		}
		bob.post(at, url.Values{"line": {none}, "reason": {"x"}}).want(t, 404, "There is no such line")
	}
	bob.post(at, url.Values{"line": {"1"}, "reason": {" "}}).want(t, 422, "Say in a few words", "<q>something bad</q>")
	bob.post(at, url.Values{"line": {"1"}, "reason": {strings.Repeat("x", 201)}}).want(t, 422, "At most 200 letters", strings.Repeat("x", 201))
	ann.post(at, url.Values{"line": {"1"}, "reason": {"x"}}).want(t, 422, "This line is your own")
	guest.post(at, url.Values{"line": {"1"}, "reason": {"x"}}).want(t, 403, "Sign up first")
	if got := bob.post(at, url.Values{"line": {"1"}, "reason": {"it hurts"}}).want(t, 303); got.Header.Get("Location") != "/matches/"+id+"?told=1#chat" {
		t.Errorf("it leads to %s", got.Header.Get("Location"))
	}
	bob.get("/matches/"+id+"?told=1").want(t, 200, "will look at the line")
	bob.post(at, url.Values{"line": {"1"}, "reason": {"it hurts"}}).want(t, 409, "You have reported this line already")
	if err := w.store.Hide(t.Context(), id, 1); err != nil {
		t.Fatal(err)
	}
	page := bob.get("/matches/"+id).want(t, 200, "This line was removed").Body
	if strings.Contains(page, "something bad") || strings.Contains(bob.ask(http.MethodGet, "/matches/"+id+"/stream", nil).Body.String(), "something bad") {
		t.Error("a hidden line is shown")
	}
	bob.post(at, url.Values{"line": {"1"}, "reason": {"again"}}).want(t, 404)
}

func TestMutingTakesAnAccountAndSomebodyWhoWrites(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.member("Ann"), w.member("Bob")
	ann.post("/players/"+ann.player.ID+"/mute", url.Values{}).want(t, 422, "You cannot mute yourself")
	ann.post("/players/bot:greedy/mute", url.Values{}).want(t, 422, "Bots do not talk")
	ann.post("/players/nobody/mute", url.Values{}).want(t, 404, "There is no such player")
	for range 2 {
		if got := ann.post("/players/"+bob.player.ID+"/mute", url.Values{}).want(t, 303); got.Header.Get("Location") != "/players/"+bob.player.ID {
			t.Errorf("it leads to %s", got.Header.Get("Location"))
		}
	}
	ann.get("/players/"+bob.player.ID).want(t, 200, "You have muted Bob", "Read Bob again")
	bob.get("/players/"+ann.player.ID).want(t, 200, ">Mute<")
	if got := ann.post("/players/"+bob.player.ID+"/unmute", url.Values{"match": {"//evil.example"}}).want(t, 303); !here.MatchString(got.Header.Get("Location")) || !strings.HasPrefix(got.Header.Get("Location"), "/matches/%2F%2Fevil") {
		t.Errorf("it leads to %s", got.Header.Get("Location"))
	}
	ann.get("/players/"+bob.player.ID).want(t, 200, ">Mute<")
}

func TestAMoveAgainstAPersonLeadsToTheNextMatchThatWaits(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.member("Ann"), w.member("Bob")
	first, second := w.match(ann, bob), w.match(ann, bob)
	w.wait(time.Hour)
	bots := ann.begin()
	leads := func(id, to string) {
		t.Helper()
		got := ann.post("/matches/"+id+"/moves", w.turn(id)).want(t, 303)
		if at := got.Header.Get("Location"); at != "/matches/"+to {
			t.Errorf("it leads to %s, want %s", at, to)
		}
	}
	leads(bots, bots) // the bot answers at once
	w.botMoves()
	leads(first, second+"?moved=1") // which has less time left than the bot's
	ann.get("/matches/"+second+"?moved=1").want(t, 200, "Your move is made")
	leads(second, bots+"?moved=1")
	bob.post("/matches/"+first+"/moves", w.turn(first)).want(t, 303)
	ann.post("/matches/"+bots+"/resignation", url.Values{}).want(t, 303)
	leads(first, first) // nothing else waits
}

func TestMyGamesAndAPlayersPage(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.member("Ann"), w.member("Bob")
	w.browser().get("/matches").want(t, 200, "You have no games yet")
	ann.get("/matches").want(t, 200, "No game waits for you", "You wait for nobody", "No game has ended yet")
	ann.get("/players/"+bob.player.ID).want(t, 200, "No game has ended yet", "/offers/new?opponent=Bob")
	waits, theirs := w.match(ann, bob), w.match(bob, ann)
	for range 45 {
		id := w.match(ann, bob)
		w.wait(time.Second)
		bob.post("/matches/"+id+"/resignation", url.Values{}).want(t, 303)
	}
	mine := ann.get("/matches").want(t, 200, `href="/matches/`+waits+`"`, `href="/matches/`+theirs+`"`).Body
	if strings.Index(mine, waits) > strings.Index(mine, theirs) {
		t.Error("what waits does not stand first")
	}
	older := regexp.MustCompile(`href="([^"]+)">Earlier games`)
	for _, first := range []string{"/matches", "/players/" + ann.player.ID} {
		seen := map[string]bool{}
		for at := first; at != ""; {
			page := ann.get(strings.TrimSuffix(at, "#over")).want(t, 200).Body
			for _, m := range regexp.MustCompile(`<li><a(?: class="first-[a-z]+ second-[a-z]+")? href="(/matches/[^"]+)">`).FindAllStringSubmatch(page, -1) {
				if seen[m[1]] {
					t.Errorf("%s stands on two pages", m[1])
				}
				seen[m[1]] = true
			}
			at = ""
			if next := older.FindStringSubmatch(page); next != nil {
				at = next[1]
			}
		}
		if len(seen) != 45 {
			t.Errorf("%s: %d finished games were seen", first, len(seen))
		}
	}
	ann.get("/players/"+bob.player.ID).want(t, 200, "45 games: 0 won, 0 drawn, 45 lost; goals 0:0.", "Against you: 45 games", "<th scope=\"row\">Resignation</th><td>0</td><td>0</td><td>45</td>")
	bob.get("/players/"+ann.player.ID).want(t, 200, "45 games: 45 won")
	w.browser().get("/players/bot:greedy").want(t, 200, "Greedy", "bot")
	for _, nonsense := range []string{"x", "1.", ".a", "99999999999999999999.a", "-1.a"} {
		ann.get("/matches?over="+nonsense).want(t, 200)
	}
}

func TestACountOfTwo(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.member("Ann"), w.member("Bob")
	w.match(ann, bob)
	id := w.match(ann, bob)
	for _, path := range []string{"/dice", "/matches", "/matches/" + id} {
		ann.get(path).want(t, 200, "<title>(2) ", "favicon-waiting.svg?v=", " games wait for you")
	}
	if body := bob.get("/dice").Body; strings.Contains(body, "<title>(") {
		t.Errorf("Bob's title has a number: %.300s", body)
	}
}

// TestProofNoLineBecomesMarkup is S3 for what is said beside matches, in pages and in
// their streams, and for why it is reported.
func TestProofNoLineBecomesMarkup(t *testing.T) {
	w := newWorld(t)
	w.office.LinesAMinute = 1 << 30
	ann, bob, eve := w.member("Ann"), w.member("Bob"), w.member("Eve")
	// looks says something in a new match and returns what others see of it.
	looks := func(text string) map[string]*httptest.ResponseRecorder {
		id := w.match(ann, bob)
		match := "/matches/" + id
		form := url.Values{"text": {text}}
		if got := ann.ask(http.MethodPost, match+"/chat", form); got.Code != http.StatusSeeOther {
			t.Fatalf("%q: %d", text, got.Code)
		}
		pages := map[string]*httptest.ResponseRecorder{
			"the author's page": ann.ask(http.MethodGet, match, nil), "a player's page": bob.ask(http.MethodGet, match, nil),
			"another's page": eve.ask(http.MethodGet, match, nil), "the form to report": bob.ask(http.MethodGet, match+"?report=1", nil),
			"a player's stream": bob.ask(http.MethodGet, match+"/stream", nil), "another's stream": eve.ask(http.MethodGet, match+"/stream", nil),
			"lines alone": bob.ask(http.MethodGet, match+"/stream?after="+mark{w, id}.String()[:2]+"0", nil),
		}
		long := url.Values{"line": {"1"}, "reason": {text + strings.Repeat("x", 200)}}
		pages["a reason too long"] = bob.ask(http.MethodPost, match+"/reports", long)
		pages["a line too long"] = ann.ask(http.MethodPost, match+"/chat", url.Values{"text": {text + strings.Repeat("x", 500)}})
		if _, err := w.office.Resign(t.Context(), bob.player, id, w.clock()); err != nil {
			t.Fatal(err)
		}
		return pages
	}
	harmless := map[string]model{}
	for name, page := range looks("harmless") {
		harmless[name] = newModel(page)
	}
	texts, answers := share(allPayloads(t), 3), 0
	for _, text := range texts {
		clean, err := league.CleanText("text", text, 200)
		if err != nil || clean == "" {
			continue
		}
		for name, page := range looks(text) {
			answers++
			if why := answerHarm(page, harmless[name]); why != "" {
				t.Errorf("%s: %q: %s", name, text, why)
			}
		}
	}
	t.Logf("%d payloads, %d answers", len(texts), answers)
}

func TestAKeyThatIsNoTextIsRefusedBesideAChat(t *testing.T) {
	w := newWorld(t)
	ann := w.browser()
	ann.post("/matches/nosuchmatch/chat", url.Values{"text": {"Hello."}, "key": {"a\x00b"}}).
		want(t, http.StatusUnprocessableEntity, "The key of a request is a text of at most 64 characters.")
}
