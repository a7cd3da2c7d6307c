package web_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/web"
	"kickabout/engine"
	"kickabout/engine/games"
	"kickabout/league"
	"kickabout/league/office"
	"kickabout/store"
)

func itoa(n int) string { return strconv.Itoa(n) }

// want checks a status and words that the page must have.
func (a answer) want(t *testing.T, status int, words ...string) answer {
	t.Helper()
	if a.Status != status {
		t.Errorf("status %d, want %d", a.Status, status)
	}
	for _, w := range words {
		if !strings.Contains(a.Body, w) {
			t.Errorf("the page does not say %q:\n%s", w, excerpt(a.Body))
		}
	}
	return a
}

func excerpt(page string) string {
	if i := strings.Index(page, "<main"); i >= 0 {
		page = page[i:]
	}
	return page[:min(len(page), 1500)]
}

func TestAMoveIsPlayedAndTheBotAnswers(t *testing.T) {
	w := newWorld(t)
	b := w.browser()
	id := b.begin()
	b.get("/matches/"+id).want(t, 200, "Place three figures")
	b.post("/matches/"+id+"/moves", w.turn(id)).want(t, http.StatusSeeOther)
	w.botMoves()
	v := w.view(id)
	if side := v.Record.Next().Side; side != engine.First {
		t.Fatalf("after the bot's placing %q is to move", side)
	}
	b.post("/matches/"+id+"/moves", w.turn(id)).want(t, http.StatusSeeOther)
}

func TestTheSameMoveSentTwiceCountsOnce(t *testing.T) {
	w := newWorld(t)
	b := w.browser()
	id := b.begin()
	form := w.turn(id)
	form.Set("key", "one")
	for range 3 {
		b.post("/matches/"+id+"/moves", form).want(t, http.StatusSeeOther)
	}
	form.Del("key")
	b.post("/matches/"+id+"/moves", form).want(t, http.StatusSeeOther)
	moves := 0
	for _, e := range w.view(id).Record.Log {
		if e.Act == engine.ActMove {
			moves++
		}
	}
	if moves != 1 {
		t.Errorf("%d moves were made", moves)
	}
}

func TestAnOldPageGetsThePresentBoard(t *testing.T) {
	w := newWorld(t)
	b := w.browser()
	id := b.begin()
	old := w.turn(id)
	b.post("/matches/"+id+"/moves", old)
	w.botMoves()
	other := url.Values{"seq": old["seq"], "move": {"Pa1a2f9"}}
	b.post("/matches/"+id+"/moves", other).want(t, http.StatusConflict, "The game has moved on", "<svg")
	other.Set("seq", "a lot")
	b.post("/matches/"+id+"/moves", other).want(t, http.StatusConflict, "The game has moved on")
}

func TestAKeyServesOneMoveOnly(t *testing.T) {
	w := newWorld(t)
	b := w.browser()
	id := b.begin()
	form := w.turn(id)
	form.Set("key", "one")
	b.post("/matches/"+id+"/moves", form).want(t, http.StatusSeeOther)
	w.botMoves()
	next := w.turn(id)
	next.Set("key", "one")
	b.post("/matches/"+id+"/moves", next).want(t, http.StatusConflict, "already sent another move")
}

func TestAKeyHasALimitedLength(t *testing.T) {
	w := newWorld(t)
	b := w.browser()
	id := b.begin()
	form := w.turn(id)
	form.Set("key", strings.Repeat("k", 65))
	b.post("/matches/"+id+"/moves", form).want(t, http.StatusUnprocessableEntity, "at most 64 characters")
	form.Set("key", strings.Repeat("k", 64))
	b.post("/matches/"+id+"/moves", form).want(t, http.StatusSeeOther)
}

func TestWrongMovesAreRefusedWithAReason(t *testing.T) {
	w := newWorld(t)
	b := w.browser()
	id := b.begin()
	for _, move := range []string{"", "x", "Pc3b7", "Pc5d5e5", "Mc1c2", "-", "R", strings.Repeat("P", 5000), "P\x00\xff<script>alert(1)</script>", "Ｐa2b3c7"} {
		form := url.Values{"seq": {itoa(w.view(id).Record.Seq)}, "move": {move}}
		got := b.post("/matches/"+id+"/moves", form).want(t, http.StatusUnprocessableEntity, "<svg")
		if strings.Contains(got.Body, "<script>alert") {
			t.Errorf("the page carries what was typed as it was typed")
		}
	}
}

func TestNobodyMovesForAnother(t *testing.T) {
	w := newWorld(t)
	mover, opponent, stranger := w.browser(), w.browser(), w.browser()
	id := w.between(mover, opponent)
	stranger.begin()
	form := w.turn(id)
	opponent.post("/matches/"+id+"/moves", form).want(t, http.StatusForbidden, "It is not your turn")
	stranger.post("/matches/"+id+"/moves", form).want(t, http.StatusForbidden, "You do not play in this game")
	stranger.post("/matches/"+id+"/resignation", url.Values{}).want(t, http.StatusForbidden, "You do not play in this game")
	form.Set("key", "the mover's")
	mover.post("/matches/"+id+"/moves", form).want(t, http.StatusSeeOther)
	// Who sends the very same again is told that it was done only if he did it.
	mover.post("/matches/"+id+"/moves", form).want(t, http.StatusSeeOther)
	for _, other := range []*browser{opponent, stranger, w.browser()} {
		other.post("/matches/"+id+"/moves", form).want(t, http.StatusConflict, "The game has moved on")
	}
}

func TestAMoveInTimeCountsAndALateOneDoesNot(t *testing.T) {
	for _, c := range []struct {
		name   string
		after  time.Duration // past the deadline
		status int
	}{
		{"a moment before the deadline", -time.Millisecond, http.StatusSeeOther},
		{"exactly at the deadline", 0, http.StatusSeeOther},
		{"a moment after it", time.Millisecond, http.StatusGone},
		{"within the grace", 59 * time.Second, http.StatusGone},
		{"after the grace", 2 * time.Minute, http.StatusGone},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			b := w.browser()
			id := b.begin()
			form := w.turn(id)
			w.wait(w.view(id).Clocks.Deadline().Sub(w.clock()) + c.after)
			b.post("/matches/"+id+"/moves", form).want(t, c.status)
			over := w.view(id).Record.Outcome().Ending == engine.Timeout
			if late := c.after > time.Minute; over != late {
				t.Errorf("lost on time: %v, want %v", over, late)
			}
		})
	}
}

func TestAFinishedMatchTakesNothingMore(t *testing.T) {
	w := newWorld(t)
	b := w.browser()
	id := b.begin()
	form := w.turn(id)
	b.get("/matches/"+id+"?resign=1").want(t, 200, "5")
	b.post("/matches/"+id+"/resignation", url.Values{}).want(t, http.StatusSeeOther)
	b.post("/matches/"+id+"/resignation", url.Values{}).want(t, http.StatusSeeOther) // a double click
	b.post("/matches/"+id+"/moves", form).want(t, http.StatusGone, "This game is over", "<svg")
}

func TestUnknownThingsAreAFriendly404(t *testing.T) {
	w := newWorld(t)
	b := w.browser()
	id := b.begin()
	for _, path := range []string{"/nothing", "/matches/none", "/matches/none/stream", "/matches/none/steps", "/matches/none/match.json",
		"/matches/none/record.txt", "/rules/chess", "/static/none.css", "/static/", "/static/../views.go", "/static/%2e%2e/views.go",
		"/matches/" + id + "?at=0", "/matches/" + id + "?at=999", "/matches/" + id + "?at=x", "/matches/%00", "/matches/%ff%fe"} {
		b.get(path).want(t, http.StatusNotFound, "<html", "</html>")
	}
	b.do(http.MethodDelete, "/matches/"+id, nil, nil).want(t, http.StatusMethodNotAllowed, "<html")
}

func TestAHugeBodyIsRefused(t *testing.T) {
	w := newWorld(t)
	b := w.browser()
	id := b.begin()
	huge := url.Values{"seq": {"1"}, "move": {strings.Repeat("x", 100_000)}}
	for _, path := range []string{"/matches", "/matches/" + id + "/moves", "/matches/" + id + "/resignation"} {
		b.post(path, huge).want(t, http.StatusRequestEntityTooLarge, "<html")
	}
}

func TestABodyThatIsNoFormIsRefused(t *testing.T) {
	w := newWorld(t)
	b := w.browser()
	id := b.begin()
	for name, c := range map[string]struct {
		kind   string
		body   io.Reader
		status int
	}{
		"a long body of unknown length": {"application/x-www-form-urlencoded", io.MultiReader(strings.NewReader("move="), strings.NewReader(strings.Repeat("x", 100_000))), 413},
		"an escape that is none":        {"application/x-www-form-urlencoded", strings.NewReader("seq=%zz&move=x"), 400},
		"a body of another kind":        {"application/json", strings.NewReader(`{"seq":3}`), 409},
		"a form in parts":               {"multipart/form-data; boundary=x", strings.NewReader("--x\r\nContent-Disposition: form-data; name=\"seq\"\r\n\r\n3\r\n--x--"), 409},
		"a kind that is none":           {"a/b; =;;", strings.NewReader("seq=3"), 400},
		"nothing":                       {"", nil, 409},
	} {
		req, err := http.NewRequest(http.MethodPost, w.server.URL+"/matches/"+id+"/moves", c.body)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", c.kind)
		resp, err := b.client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != c.status {
			t.Errorf("%s: %d, want %d", name, resp.StatusCode, c.status)
		}
	}
}

func TestABodyThatDoesNotArriveIsAnsweredAllTheSame(t *testing.T) {
	w := newWorld(t)
	slow := httptest.NewUnstartedServer(w.echo)
	slow.Config.ReadTimeout = 200 * time.Millisecond
	slow.Start()
	defer slow.Close()
	line, err := net.Dial("tcp", slow.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer line.Close()
	fmt.Fprint(line, "POST /matches HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\nmove=")
	resp, err := http.ReadResponse(bufio.NewReader(line), nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	answer{resp.StatusCode, resp.Header, string(text)}.want(t, http.StatusBadRequest, "did not arrive whole", "</html>")
}

func TestWrongFormValuesAreSaidBesideTheirFieldsAndKept(t *testing.T) {
	w := newWorld(t)
	b := w.browser()
	for _, c := range []struct{ field, value, sentence string }{
		{"rules", "chess/lg", "There is no game with these rules"},
		{"opponent", "bot:<b>deep</b>", "There is no such opponent"},
		{"kickoff", "them", "Choose who goes first"},
		{"control", "never", "There is no such clock"},
		{"contribution", strings.Repeat("ä", 40), "At most 64 characters"},
		{"contribution", "a\x00b", "Use letters, digits and signs only"},
		{"contribution", "a\nb", "Use letters, digits and signs only"},
		{"contribution", "a\xffb", "Use letters, digits and signs only"},
		{"reservation", "mine", "This form is out of date"},
	} {
		form := b.startForm()
		form.Set(c.field, c.value)
		if c.field != "contribution" {
			form.Set("contribution", "typed with love")
		}
		got := b.post("/matches", form).want(t, http.StatusUnprocessableEntity, c.sentence)
		if kept := strings.ToValidUTF8(form.Get("contribution"), "\uFFFD"); !strings.Contains(got.Body, kept) {
			t.Errorf("%s: what was typed is lost", c.field)
		}
		if strings.Contains(got.Body, "<b>deep") {
			t.Error("what was typed became HTML")
		}
	}
	b.post("/matches", url.Values{}).want(t, http.StatusUnprocessableEntity, "Choose who goes first", "There is no such clock", "There is no such opponent")
}

func TestAReservationBeginsOneMatch(t *testing.T) {
	w := newWorld(t)
	b := w.browser()
	form := b.foundForm()
	first := b.post("/matches", form).want(t, http.StatusSeeOther)
	again := b.post("/matches", form).want(t, http.StatusSeeOther)
	if first.Header.Get("Location") != again.Header.Get("Location") {
		t.Error("a double click began two matches")
	}
	w.browser().post("/matches", form).want(t, http.StatusConflict, "already begun")
}

func TestPostsFromOtherSitesAreRefused(t *testing.T) {
	w := newWorld(t)
	b := w.browser()
	id := b.begin()
	cases, wrong := 0, 0
	for _, path := range []string{"/matches", "/matches/" + id + "/moves", "/matches/" + id + "/resignation"} {
		for name, header := range map[string]http.Header{
			"foreign origin":           {"Origin": {"https://evil.example"}},
			"null origin":              {"Origin": {"null"}},
			"another port":             {"Origin": {"http://127.0.0.1:1"}},
			"cross-site fetch":         {"Sec-Fetch-Site": {"cross-site"}},
			"sibling subdomain":        {"Sec-Fetch-Site": {"same-site"}},
			"cross-site with override": {"Sec-Fetch-Site": {"cross-site"}, "X-Http-Method-Override": {"GET"}},
			"plain text body":          {"Sec-Fetch-Site": {"cross-site"}, "Content-Type": {"text/plain"}},
		} {
			cases++
			if got := b.do(http.MethodPost, path, w.turn(id), header); got.Status != http.StatusForbidden {
				wrong++
				t.Errorf("%s to %s: %d", name, path, got.Status)
			}
		}
	}
	b.do(http.MethodPost, "/matches/"+id+"/moves", w.turn(id), http.Header{"Origin": {w.server.URL}, "Sec-Fetch-Site": {"same-origin"}}).want(t, http.StatusSeeOther)
	t.Logf("%d cases, %d accepted wrongly", cases, wrong)
}

func TestNothingChangesByReading(t *testing.T) {
	w := newWorld(t)
	b := w.browser()
	id := b.begin()
	before := w.view(id).Match.State
	for _, path := range []string{"/", "/watch", "/matches/" + id, "/matches/" + id + "?do=b2,c3,f8&resign=1", "/matches/" + id + "/moves"} {
		b.get(path)
	}
	if after := w.view(id).Match.State; after != before {
		t.Errorf("reading changed %+v to %+v", before, after)
	}
	stranger := w.browser()
	stranger.get("/")
	if p, err := w.office.MatchesOf(t.Context(), "", 1); err != nil || p != nil {
		t.Errorf("a visit left matches behind: %v, %v", p, err)
	}
}

func TestEveryAnswerCarriesTheSecurityHeaders(t *testing.T) {
	w := newWorld(t)
	b := w.browser()
	id := b.begin()
	answers := map[string]answer{
		"page": b.get("/"), "match": b.get("/matches/" + id), "static": b.get("/static/site.css"), "json": b.get("/matches/" + id + "/match.json"),
		"text": b.get("/matches/" + id + "/record.txt"), "404": b.get("/none"), "405": b.do(http.MethodPut, "/", nil, nil),
		"413": b.post("/matches", url.Values{"x": {strings.Repeat("x", 100_000)}}),
		"403": b.do(http.MethodPost, "/matches", nil, http.Header{"Origin": {"https://evil.example"}}),
		"303": b.post("/matches", b.startForm()), "422": b.post("/matches", url.Values{}),
	}
	for name, a := range answers {
		for header, want := range map[string]string{
			"Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
				"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
			"X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin",
			"Cross-Origin-Resource-Policy": "same-origin", "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
			"Cache-Control": map[bool]string{true: "no-cache", false: "no-store"}[name == "static"],
		} {
			if got := a.Header.Get(header); got != want {
				t.Errorf("%s (%d) has %s: %q", name, a.Status, header, got)
			}
		}
		if a.Header.Get("Server") != "" || a.Header.Get("X-Powered-By") != "" {
			t.Errorf("%s tells what it runs on", name)
		}
	}
	cookie := w.browser().get("/").Header.Get("Set-Cookie")
	for _, part := range []string{"__Host-session=", "Path=/", "Secure", "HttpOnly", "SameSite=Lax"} {
		if !strings.Contains(cookie, part) {
			t.Errorf("the cookie %q lacks %s", cookie, part)
		}
	}
}

func TestASiteBehindAPublicAddressTrustsItAndStaysSecure(t *testing.T) {
	w := newWorld(t)
	site, err := web.New(w.office, web.Options{Public: &url.URL{Scheme: "https", Host: "kickabout.example"}, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	for origin, status := range map[string]int{
		"https://kickabout.example": http.StatusUnprocessableEntity, "http://kickabout.example": http.StatusForbidden,
		"https://kickabout.example.evil.example": http.StatusForbidden, "https://evil.example": http.StatusForbidden,
	} {
		r := httptest.NewRequest(http.MethodPost, "/matches", nil) // as a proxy passes it on, to a host of its own
		r.Header.Set("Origin", origin)
		got := httptest.NewRecorder()
		site.ServeHTTP(got, r)
		if got.Code != status {
			t.Errorf("from %s: %d, want %d", origin, got.Code, status)
		}
		if strict := got.Header().Get("Strict-Transport-Security"); strict != "max-age=31536000; includeSubDomains" {
			t.Errorf("from %s: Strict-Transport-Security: %q", origin, strict)
		}
	}
}

// faulty is a store in which looking up a match goes wrong.
type faulty struct {
	*store.Store
	fault func() error
}

func (f faulty) Match(context.Context, string) (league.Match, error) {
	return league.Match{}, f.fault()
}

func TestAFaultOfTheSiteIsAPageWithANumber(t *testing.T) {
	for name, c := range map[string]struct {
		fault  func() error
		status int
	}{
		"an error":        {func() error { return errors.New("secret table is gone") }, http.StatusInternalServerError},
		"a panic":         {func() error { panic("secret index out of range") }, http.StatusInternalServerError},
		"a busy database": {func() error { return fmt.Errorf("secret lock: %w", context.DeadlineExceeded) }, http.StatusServiceUnavailable},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			var log bytes.Buffer
			logger := slog.New(slog.NewTextHandler(&log, nil))
			site, err := web.New(office.New(faulty{w.store, c.fault}, w.dealer, w.hasher, games.All(), nil, w.clock, logger), web.Options{Log: logger})
			if err != nil {
				t.Fatal(err)
			}
			got := httptest.NewRecorder()
			site.ServeHTTP(got, httptest.NewRequest(http.MethodGet, "/matches/x", nil))
			a := answer{got.Code, got.Header(), got.Body.String()}.want(t, c.status, "</html>")
			if strings.Contains(a.Body, "secret") || !strings.Contains(log.String(), "secret") {
				t.Errorf("what went wrong belongs in the log alone:\n%s\n%s", excerpt(a.Body), log.String())
			}
			if a.Header.Get("Content-Security-Policy") == "" || a.Header.Get("X-Content-Type-Options") != "nosniff" {
				t.Errorf("headers are missing: %v", a.Header)
			}
			quoted := regexp.MustCompile(`quote <code>(\w+)</code>`).FindStringSubmatch(a.Body)
			if c.status != http.StatusInternalServerError {
				if a.Header.Get("Retry-After") == "" {
					t.Error("nothing says when to try again")
				}
			} else if quoted == nil || !strings.Contains(log.String(), "id="+quoted[1]) {
				t.Errorf("the page quotes %v, the log says\n%s", quoted, log.String())
			}
		})
	}
}
