package match_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/moderation"
	"kickabout/league/oneline"
)

func TestWhoMayWriteBesideAMatch(t *testing.T) {
	w := webtest.New(t)
	ann, bob, eve := w.Member("Ann"), w.Member("Bob"), w.Member("Eve")
	guest := w.Browser()
	duel, bots := w.Match(ann, bob), guest.Begin()
	if got := ann.Post("/matches", ann.StartForm()); got.Status != http.StatusSeeOther {
		t.Fatal(got.Status)
	}
	mine := matchOf(w, ann)
	line := url.Values{"text": {"hello"}}
	for _, c := range []struct {
		name, match string
		who         *webtest.Browser
		status      int
		says        string
	}{
		{"a player", duel, ann.Browser, 303, ""},
		{"the other", duel, bob.Browser, 303, ""},
		{"another member", duel, eve.Browser, 403, "Only the two players write here"},
		{"a guest", duel, guest, 403, "Only the two players write here"},
		{"nobody", duel, w.Browser(), 403, "Only the two players write here"},
		{"a member who plays a bot", mine, ann.Browser, 403, "Bots do not talk"},
		{"a guest who plays a bot", bots, guest, 403, "Bots do not talk"},
		{"beside no match", "none", ann.Browser, 404, "There is no such match"},
	} {
		t.Run(c.name, func(t *testing.T) { c.who.Post("/matches/"+c.match+"/chat", line).Want(t, c.status, c.says) })
	}
	one, other := w.Browser(), w.Browser() // two guests cannot meet, but might have
	one.Post("/matches/"+w.Between(one, other)+"/chat", line).Want(t, 403, "Sign up first")

	for who, page := range map[string]string{"eve": eve.Get("/matches/" + duel).Body, "nobody": w.Browser().Get("/matches/" + duel).Body} {
		if !strings.Contains(page, "hello") || strings.Contains(page, `id="say"`) || !strings.Contains(page, "Everybody can read along") {
			t.Errorf("%s sees %s", who, webtest.Excerpt(page))
		}
	}
	if strings.Contains(ann.Get("/matches/"+mine).Body, `id="chat"`) {
		t.Error("there is a chat with a bot")
	}
}

// matchOf returns the id of a member's latest match against a bot.
func matchOf(w *webtest.World, m *webtest.Member) string {
	w.T.Helper()
	matches, err := w.Office.MatchesOf(w.T.Context(), league.Site(), m.Player.ID, 10)
	if err != nil {
		w.T.Fatal(err)
	}
	for _, x := range matches {
		if x.Seats[1].Player.Kind == league.Bot {
			return x.ID
		}
	}
	w.T.Fatal("no match")
	return ""
}

func TestMyGamesMarksChatThatIsNotRead(t *testing.T) {
	w := webtest.New(t)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	id, quiet := w.Match(ann, bob), w.Match(bob, ann)
	for _, duel := range []string{id, quiet} {
		ann.Say(duel, "hello")
	}
	if _, err := w.Office.Reach.FanOut(t.Context()); err != nil {
		t.Fatal(err)
	}
	marks := func() int { return strings.Count(bob.Get("/matches").Body, "New message") }
	if got := marks(); got != 2 {
		t.Errorf("%d games of two are marked", got)
	}
	bob.Post("/inbox/read", url.Values{"topic": {"chat:" + quiet}}).Want(t, 303)
	if got := marks(); got != 1 {
		t.Errorf("%d games are marked of which one is read", got)
	}
	if page := ann.Get("/matches").Body; strings.Contains(page, "New message") {
		t.Error("who wrote it has news")
	}
}

func TestAWrongLineIsSaidBesideItsFieldAndKept(t *testing.T) {
	w := webtest.New(t)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	id := w.Match(ann, bob)
	long := strings.Repeat("ab ", 167) + "x"
	for _, c := range []struct{ name, text, says string }{
		{"nothing", "", "Write something first."},
		{"blanks", " \t\u200b ", "Write something first."},
		{"too long", long, "At most 500 letters"},
		{"no text", "a\xff", "Use letters"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := ann.Post("/matches/"+id+"/chat", url.Values{"text": {c.text}}).Want(t, 422, c.says, `id="text-error"`, "<svg")
			if c.name == "too long" && !strings.Contains(got.Body, `value="`+long+`"`) {
				t.Error("what was typed is gone")
			}
			// The script gets the form alone.
			part := ann.Do(http.MethodPost, "/matches/"+id+"/chat", url.Values{"text": {c.text}}, http.Header{"Hx-Request": {"true"}})
			part.Want(t, 422, c.says)
			if !strings.HasPrefix(part.Body, "<form") {
				t.Errorf("the script gets %.100q", part.Body)
			}
		})
	}
	form := url.Values{"text": {"  good\u202e   luck "}, "key": {"one"}}
	for range 2 { // a double click
		got := ann.Post("/matches/"+id+"/chat", form).Want(t, 303)
		if at := got.Header.Get("Location"); at != "/matches/"+id+"#chat" {
			t.Errorf("it leads to %s", at)
		}
	}
	form.Set("text", "another")
	ann.Post("/matches/"+id+"/chat", form).Want(t, 422, "already sent another line")
	form.Set("key", strings.Repeat("k", 65))
	ann.Post("/matches/"+id+"/chat", form).Want(t, 422, "at most 64 characters")
	part := ann.Do(http.MethodPost, "/matches/"+id+"/chat", url.Values{"text": {"second"}, "key": {"two"}}, http.Header{"Hx-Request": {"true"}}).Want(t, 200, `id="say"`)
	if strings.Contains(part.Body, "second") {
		t.Error("the form that the script gets is not empty")
	}
	for i := range 8 {
		ann.Post("/matches/"+id+"/chat", url.Values{"text": {fmt.Sprint("line ", i)}}).Want(t, 303)
	}
	ann.Post("/matches/"+id+"/chat", url.Values{"text": {"one too many"}}).Want(t, 422, "You write very fast", `value="one too many"`)
	bob.Post("/matches/"+id+"/chat", url.Values{"text": {"slowly"}}).Want(t, 303)
	w.Wait(time.Minute + time.Millisecond)
	ann.Post("/matches/"+id+"/chat", url.Values{"text": {"after a minute"}}).Want(t, 303)
	lines, last, err := w.Office.Lines(t.Context(), league.Public(), id, 0)
	if err != nil || last != 12 || lines[0].Text != "good luck" || lines[0].Author != ann.Player.ID {
		t.Errorf("%d lines were said: %+v, %v", last, lines, err)
	}
}

func TestALongChatIsReadPageByPage(t *testing.T) {
	w := webtest.New(t)
	w.Office.LinesAMinute = 1000
	ann, bob := w.Member("Ann"), w.Member("Bob")
	id := w.Match(ann, bob)
	for i := range 230 {
		ann.Say(id, fmt.Sprintf("line %d.", i+1))
	}
	earlier := regexp.MustCompile(`href="([^"]+)">Earlier lines`)
	seen, at := map[string]bool{}, "/matches/"+id
	for pages := 1; ; pages++ {
		page := bob.Get(at).Want(t, 200).Body
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
	w := webtest.New(t)
	ann, bob, guest := w.Member("Ann"), w.Member("Bob"), w.Browser()
	guest.Begin()
	id := w.Match(ann, bob)
	ann.Say(id, "something bad")
	at := "/matches/" + id + "/reports"
	bob.Get("/matches/"+id+"?report=1").Want(t, 200, `id="report"`, "<q>something bad</q>")
	for _, none := range []string{"0", "2", "-1", "x", ""} {
		if strings.Contains(bob.Get("/matches/"+id+"?report="+none).Body, `id="report"`) {
			t.Errorf("there is a form for line %q", none)
		}
		bob.Post(at, url.Values{"line": {none}, "reason": {"x"}}).Want(t, 404, "There is no such line")
	}
	bob.Post(at, url.Values{"line": {"1"}, "reason": {" "}}).Want(t, 422, "Say in a few words", "<q>something bad</q>")
	bob.Post(at, url.Values{"line": {"1"}, "reason": {strings.Repeat("x", 201)}}).Want(t, 422, "At most 200 letters", strings.Repeat("x", 201))
	ann.Post(at, url.Values{"line": {"1"}, "reason": {"x"}}).Want(t, 422, "This line is your own")
	guest.Post(at, url.Values{"line": {"1"}, "reason": {"x"}}).Want(t, 403, "Sign up first")
	if got := bob.Post(at, url.Values{"line": {"1"}, "reason": {"it hurts"}}).Want(t, 303); got.Header.Get("Location") != "/matches/"+id+"?told=1#chat" {
		t.Errorf("it leads to %s", got.Header.Get("Location"))
	}
	bob.Get("/matches/"+id+"?told=1").Want(t, 200, "will look at the line")
	bob.Post(at, url.Values{"line": {"1"}, "reason": {"it hurts"}}).Want(t, 409, "You have reported this line already")
	if _, err := w.Office.Moderation.Impose(t.Context(), conduct.Operator(), moderation.Order{Kind: league.SanctionHide, Player: ann.Player.ID, Line: id + "/1", Reason: "rude"}); err != nil {
		t.Fatal(err)
	}
	page := bob.Get("/matches/"+id).Want(t, 200, "This line was removed").Body
	if strings.Contains(page, "something bad") || strings.Contains(bob.Ask(http.MethodGet, "/matches/"+id+"/stream", nil).Body.String(), "something bad") {
		t.Error("a hidden line is shown")
	}
	bob.Post(at, url.Values{"line": {"1"}, "reason": {"again"}}).Want(t, 404)
}

func TestMutingTakesAnAccountAndSomebodyWhoWrites(t *testing.T) {
	w := webtest.New(t)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	ann.Post("/players/"+ann.Player.ID+"/mute", url.Values{}).Want(t, 422, "You cannot mute yourself")
	ann.Post("/players/bot:greedy/mute", url.Values{}).Want(t, 422, "Bots do not talk")
	ann.Post("/players/nobody/mute", url.Values{}).Want(t, 404, "There is no such player")
	for range 2 {
		if got := ann.Post("/players/"+bob.Player.ID+"/mute", url.Values{}).Want(t, 303); got.Header.Get("Location") != "/players/"+bob.Player.ID {
			t.Errorf("it leads to %s", got.Header.Get("Location"))
		}
	}
	ann.Get("/players/"+bob.Player.ID).Want(t, 200, "You have muted Bob", "Read Bob again")
	bob.Get("/players/"+ann.Player.ID).Want(t, 200, ">Mute<")
	if got := ann.Post("/players/"+bob.Player.ID+"/unmute", url.Values{"match": {"//evil.example"}}).Want(t, 303); !webtest.Here.MatchString(got.Header.Get("Location")) || !strings.HasPrefix(got.Header.Get("Location"), "/matches/%2F%2Fevil") {
		t.Errorf("it leads to %s", got.Header.Get("Location"))
	}
	ann.Get("/players/"+bob.Player.ID).Want(t, 200, ">Mute<")
}

func TestAMoveAgainstAPersonLeadsWhereThePlayerLikes(t *testing.T) {
	w := webtest.New(t)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	first, second := w.Match(ann, bob), w.Match(ann, bob)
	w.Wait(time.Hour)
	bots := ann.Begin()
	leads := func(id, to string) {
		t.Helper()
		got := ann.Post("/matches/"+id+"/moves", w.Turn(id)).Want(t, 303)
		if at := got.Header.Get("Location"); at != "/matches/"+to {
			t.Errorf("it leads to %s, want %s", at, to)
		}
	}
	leads(bots, bots) // the bot answers at once
	w.BotMoves()
	other := w.Match(ann, bob)
	ann.Get("/account").Want(t, 200, `value="" checked`)
	leads(other, other) // one stays unless one likes something else
	ann.Get("/matches/"+other).Want(t, 200, ">Next game (3)<")
	ann.Post("/account/after-move", url.Values{"after": {"nowhere"}}).Want(t, 422)
	ann.Post("/account/after-move", url.Values{"after": {"next"}}).Want(t, 303)
	ann.Get("/account").Want(t, 200, `value="next" checked`)
	leads(first, second+"?moved=1") // which has less time left than the bot's
	ann.Get("/matches/"+second+"?moved=1").Want(t, 200, "Your move is made")
	leads(second, bots+"?moved=1")
	bob.Post("/matches/"+first+"/moves", w.Turn(first)).Want(t, 303)
	ann.Post("/matches/"+bots+"/resignation", url.Values{}).Want(t, 303)
	leads(first, first) // nothing else waits
	ann.Post("/account/after-move", url.Values{"after": {"mine"}}).Want(t, 303)
	bob.Post("/matches/"+first+"/moves", w.Turn(first)).Want(t, 303)
	if at := ann.Post("/matches/"+first+"/moves", w.Turn(first)).Want(t, 303).Header.Get("Location"); at != "/matches" {
		t.Errorf("it leads to %s", at)
	}
}

func TestMyGamesAndAPlayersPage(t *testing.T) {
	w := webtest.New(t)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	w.Browser().Get("/matches").Want(t, 200, "You have no games yet")
	ann.Get("/matches").Want(t, 200, "No game waits for you", "Find an opponent", "No game waits for another player's move", "No game has ended yet")
	ann.Get("/players/"+bob.Player.ID).Want(t, 200, "No game has ended yet", "/offers/new?opponent=Bob")
	waits, theirs := w.Match(ann, bob), w.Match(bob, ann)
	for range 45 {
		id := w.Match(ann, bob)
		w.Wait(time.Second)
		bob.Post("/matches/"+id+"/resignation", url.Values{}).Want(t, 303)
	}
	mine := ann.Get("/matches").Want(t, 200, `href="/matches/`+waits+`"`, `href="/matches/`+theirs+`"`).Body
	if strings.Index(mine, waits) > strings.Index(mine, theirs) {
		t.Error("what waits does not stand first")
	}
	older := regexp.MustCompile(`href="([^"]+)">Earlier games`)
	for _, first := range []string{"/matches", "/players/" + ann.Player.ID + "/games"} {
		seen := map[string]bool{}
		for at := first; at != ""; {
			page := ann.Get(strings.TrimSuffix(at, "#over")).Want(t, 200).Body
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
	ann.Get("/players/"+bob.Player.ID+"/record").Want(t, 200, "45 games: 0 won, 0 drawn, 45 lost; goals 0:0.", "45 games: you won 45, Bob won 0, 0 drawn; goals 0:0.", "<th scope=\"row\">Resignation</th><td>0</td><td>0</td><td>45</td>")
	bob.Get("/players/"+ann.Player.ID+"/record").Want(t, 200, "45 games: 45 won")
	w.Browser().Get("/players/bot:greedy").Want(t, 200, "Greedy", "bot")
	for _, nonsense := range []string{"x", "1.", ".a", "99999999999999999999.a", "-1.a"} {
		ann.Get("/matches?over="+nonsense).Want(t, 200)
	}
}

func TestACountOfTwo(t *testing.T) {
	w := webtest.New(t)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	w.Match(ann, bob)
	id := w.Match(ann, bob)
	for _, path := range []string{"/dice", "/matches", "/matches/" + id} {
		ann.Get(path).Want(t, 200, "<title>(2) ", "favicon-waiting.svg?v=", " games wait for you")
	}
	if body := bob.Get("/dice").Body; strings.Contains(body, "<title>(") {
		t.Errorf("Bob's title has a number: %.300s", body)
	}
}

// TestProofNoLineBecomesMarkup is S3 for what is said beside matches, in pages and in
// their streams, and for why it is reported.
func TestProofNoLineBecomesMarkup(t *testing.T) {
	w := webtest.New(t)
	w.Office.LinesAMinute = 1 << 30
	ann, bob, eve := w.Member("Ann"), w.Member("Bob"), w.Member("Eve")
	// looks says something in a new match and returns what others see of it.
	looks := func(text string) map[string]*httptest.ResponseRecorder {
		id := w.Match(ann, bob)
		match := "/matches/" + id
		form := url.Values{"text": {text}}
		if got := ann.Ask(http.MethodPost, match+"/chat", form); got.Code != http.StatusSeeOther {
			t.Fatalf("%q: %d", text, got.Code)
		}
		pages := map[string]*httptest.ResponseRecorder{
			"the author's page": ann.Ask(http.MethodGet, match, nil), "a player's page": bob.Ask(http.MethodGet, match, nil),
			"another's page": eve.Ask(http.MethodGet, match, nil), "the form to report": bob.Ask(http.MethodGet, match+"?report=1", nil),
			"a player's stream": bob.Ask(http.MethodGet, match+"/stream", nil), "another's stream": eve.Ask(http.MethodGet, match+"/stream", nil),
			"lines alone": bob.Ask(http.MethodGet, match+"/stream?after="+webtest.Mark{World: w, ID: id}.String()[:2]+"0", nil),
		}
		long := url.Values{"line": {"1"}, "reason": {text + strings.Repeat("x", 200)}}
		pages["a reason too long"] = bob.Ask(http.MethodPost, match+"/reports", long)
		pages["a line too long"] = ann.Ask(http.MethodPost, match+"/chat", url.Values{"text": {text + strings.Repeat("x", 500)}})
		if _, err := w.Working().Resign(t.Context(), bob.Player, id, w.Clock()); err != nil {
			t.Fatal(err)
		}
		return pages
	}
	harmless := map[string]webtest.Model{}
	for name, page := range looks("harmless") {
		harmless[name] = webtest.NewModel(page)
	}
	texts, answers := webtest.Share(webtest.AllPayloads(t), 3), 0
	for _, text := range texts {
		clean, err := oneline.Clean("text", text, 200)
		if err != nil || clean == "" {
			continue
		}
		for name, page := range looks(text) {
			answers++
			if why := webtest.AnswerHarm(page, harmless[name]); why != "" {
				t.Errorf("%s: %q: %s", name, text, why)
			}
		}
	}
	t.Logf("%d payloads, %d answers", len(texts), answers)
}

func TestAKeyThatIsNoTextIsRefusedBesideAChat(t *testing.T) {
	w := webtest.New(t)
	ann := w.Browser()
	ann.Post("/matches/nosuchmatch/chat", url.Values{"text": {"Hello."}, "key": {"a\x00b"}}).
		Want(t, http.StatusUnprocessableEntity, "The key of a request is a text of at most 64 characters.")
}
