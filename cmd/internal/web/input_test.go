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
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/web"
	"kickabout/cmd/internal/web/webtest"
	"kickabout/engine"
	"kickabout/engine/games"
	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/office"
	"kickabout/store"
)

func TestAMoveIsPlayedAndTheBotAnswers(t *testing.T) {
	w := webtest.New(t)
	b := w.Browser()
	id := b.Begin()
	b.Get("/matches/"+id).Want(t, 200, "Place your figures")
	b.Post("/matches/"+id+"/moves", w.Turn(id)).Want(t, http.StatusSeeOther)
	w.BotMoves()
	v := w.View(id)
	if side := v.Record.Next().Side; side != engine.First {
		t.Fatalf("after the bot's placing %q is to move", side)
	}
	b.Post("/matches/"+id+"/moves", w.Turn(id)).Want(t, http.StatusSeeOther)
}

func TestTheSameMoveSentTwiceCountsOnce(t *testing.T) {
	w := webtest.New(t)
	b := w.Browser()
	id := b.Begin()
	form := w.Turn(id)
	form.Set("key", "one")
	for range 3 {
		b.Post("/matches/"+id+"/moves", form).Want(t, http.StatusSeeOther)
	}
	form.Del("key")
	b.Post("/matches/"+id+"/moves", form).Want(t, http.StatusSeeOther)
	moves := 0
	for _, e := range w.View(id).Record.Log {
		if e.Act == engine.ActMove {
			moves++
		}
	}
	if moves != 1 {
		t.Errorf("%d moves were made", moves)
	}
}

func TestAnOldPageGetsThePresentBoard(t *testing.T) {
	w := webtest.New(t)
	b := w.Browser()
	id := b.Begin()
	old := w.Turn(id)
	b.Post("/matches/"+id+"/moves", old)
	w.BotMoves()
	other := url.Values{"seq": old["seq"], "move": {"Pa1a2f9"}}
	b.Post("/matches/"+id+"/moves", other).Want(t, http.StatusConflict, "The game has moved on", "<svg")
	other.Set("seq", "a lot")
	b.Post("/matches/"+id+"/moves", other).Want(t, http.StatusConflict, "The game has moved on")
}

func TestAKeyServesOneMoveOnly(t *testing.T) {
	w := webtest.New(t)
	b := w.Browser()
	id := b.Begin()
	form := w.Turn(id)
	form.Set("key", "one")
	b.Post("/matches/"+id+"/moves", form).Want(t, http.StatusSeeOther)
	w.BotMoves()
	next := w.Turn(id)
	next.Set("key", "one")
	b.Post("/matches/"+id+"/moves", next).Want(t, http.StatusConflict, "already sent another move")
}

func TestAKeyHasALimitedLength(t *testing.T) {
	w := webtest.New(t)
	b := w.Browser()
	id := b.Begin()
	form := w.Turn(id)
	form.Set("key", strings.Repeat("k", 65))
	b.Post("/matches/"+id+"/moves", form).Want(t, http.StatusUnprocessableEntity, "at most 64 characters")
	form.Set("key", strings.Repeat("k", 64))
	b.Post("/matches/"+id+"/moves", form).Want(t, http.StatusSeeOther)
}

func TestWrongMovesAreRefusedWithAReason(t *testing.T) {
	w := webtest.New(t)
	b := w.Browser()
	id := b.Begin()
	for _, move := range []string{"", "x", "Pc3b7", "Pc5d5e5", "Mc1c2", "-", "R", strings.Repeat("P", 5000), "P\x00\xff<script>alert(1)</script>", "Ｐa2b3c7"} {
		form := url.Values{"seq": {webtest.Itoa(w.View(id).Record.Seq)}, "move": {move}}
		got := b.Post("/matches/"+id+"/moves", form).Want(t, http.StatusUnprocessableEntity, "<svg")
		if strings.Contains(got.Body, "<script>alert") {
			t.Errorf("the page carries what was typed as it was typed")
		}
	}
}

func TestNobodyMovesForAnother(t *testing.T) {
	w := webtest.New(t)
	mover, opponent, stranger := w.Browser(), w.Browser(), w.Browser()
	id := w.Between(mover, opponent)
	stranger.Begin()
	form := w.Turn(id)
	opponent.Post("/matches/"+id+"/moves", form).Want(t, http.StatusForbidden, "It is not your turn")
	stranger.Post("/matches/"+id+"/moves", form).Want(t, http.StatusForbidden, "You do not play in this game")
	stranger.Post("/matches/"+id+"/resignation", url.Values{}).Want(t, http.StatusForbidden, "You do not play in this game")
	form.Set("key", "the mover's")
	mover.Post("/matches/"+id+"/moves", form).Want(t, http.StatusSeeOther)
	// Who sends the very same again is told that it was done only if they did it.
	mover.Post("/matches/"+id+"/moves", form).Want(t, http.StatusSeeOther)
	for _, other := range []*webtest.Browser{opponent, stranger, w.Browser()} {
		other.Post("/matches/"+id+"/moves", form).Want(t, http.StatusConflict, "The game has moved on")
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
			w := webtest.New(t)
			b := w.Browser()
			id := b.Begin()
			form := w.Turn(id)
			w.Wait(w.View(id).Clocks.Deadline().Sub(w.Clock()) + c.after)
			b.Post("/matches/"+id+"/moves", form).Want(t, c.status)
			over := w.View(id).Record.Outcome().Ending == engine.Timeout
			if late := c.after > time.Minute; over != late {
				t.Errorf("lost on time: %v, want %v", over, late)
			}
		})
	}
}

func TestAFinishedMatchTakesNothingMore(t *testing.T) {
	w := webtest.New(t)
	b := w.Browser()
	id := b.Begin()
	form := w.Turn(id)
	b.Get("/matches/"+id+"?resign=1").Want(t, 200, "5")
	b.Post("/matches/"+id+"/resignation", url.Values{}).Want(t, http.StatusSeeOther)
	b.Post("/matches/"+id+"/resignation", url.Values{}).Want(t, http.StatusSeeOther) // a double click
	b.Post("/matches/"+id+"/moves", form).Want(t, http.StatusGone, "This game is over", "<svg")
}

func TestUnknownThingsAreAFriendly404(t *testing.T) {
	w := webtest.New(t)
	b := w.Browser()
	id := b.Begin()
	for _, path := range []string{
		"/nothing", "/matches/none", "/matches/none/stream", "/matches/none/steps", "/matches/none/beats", "/matches/none/match.json",
		"/matches/none/record.txt", "/rules/chess", "/static/none.css", "/static/", "/static/../views.go", "/static/%2e%2e/views.go",
		"/matches/" + id + "?at=0", "/matches/" + id + "?at=999", "/matches/" + id + "?at=x", "/matches/%00", "/matches/%ff%fe",
	} {
		b.Get(path).Want(t, http.StatusNotFound, "<html", "</html>")
	}
	b.Do(http.MethodDelete, "/matches/"+id, nil, nil).Want(t, http.StatusMethodNotAllowed, "<html")
}

func TestAHugeBodyIsRefused(t *testing.T) {
	w := webtest.New(t)
	b := w.Browser()
	id := b.Begin()
	huge := url.Values{"seq": {"1"}, "move": {strings.Repeat("x", 100_000)}}
	for _, path := range []string{"/matches", "/matches/" + id + "/moves", "/matches/" + id + "/resignation"} {
		b.Post(path, huge).Want(t, http.StatusRequestEntityTooLarge, "<html")
	}
}

func TestABodyThatIsNoFormIsRefused(t *testing.T) {
	w := webtest.New(t)
	b := w.Browser()
	id := b.Begin()
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
		req, err := http.NewRequest(http.MethodPost, w.Server.URL+"/matches/"+id+"/moves", c.body)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", c.kind)
		resp, err := b.Client.Do(req)
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
	w := webtest.New(t)
	slow := httptest.NewUnstartedServer(w.Echo)
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
	webtest.Answer{Status: resp.StatusCode, Header: resp.Header, Body: string(text)}.Want(t, http.StatusBadRequest, "did not arrive whole", "</html>")
}

func TestWrongFormValuesAreSaidBesideTheirFieldsAndKept(t *testing.T) {
	w := webtest.New(t)
	b := w.Browser()
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
		form := b.StartForm()
		form.Set(c.field, c.value)
		if c.field != "contribution" {
			form.Set("contribution", "typed with love")
		}
		got := b.Post("/matches", form).Want(t, http.StatusUnprocessableEntity, c.sentence)
		if kept := strings.ToValidUTF8(form.Get("contribution"), "\uFFFD"); !strings.Contains(got.Body, kept) {
			t.Errorf("%s: what was typed is lost", c.field)
		}
		if strings.Contains(got.Body, "<b>deep") {
			t.Error("what was typed became HTML")
		}
	}
	b.Post("/matches", url.Values{}).Want(t, http.StatusUnprocessableEntity, "Choose who goes first", "There is no such clock", "There is no such opponent")
}

func TestAReservationBeginsOneMatch(t *testing.T) {
	w := webtest.New(t)
	b := w.Browser()
	form := foundForm(b)
	first := b.Post("/matches", form).Want(t, http.StatusSeeOther)
	again := b.Post("/matches", form).Want(t, http.StatusSeeOther)
	if first.Header.Get("Location") != again.Header.Get("Location") {
		t.Error("a double click began two matches")
	}
	w.Browser().Post("/matches", form).Want(t, http.StatusConflict, "already begun")
}

func TestPostsFromOtherSitesAreRefused(t *testing.T) {
	w := webtest.New(t)
	b := w.Browser()
	id := b.Begin()
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
			if got := b.Do(http.MethodPost, path, w.Turn(id), header); got.Status != http.StatusForbidden {
				wrong++
				t.Errorf("%s to %s: %d", name, path, got.Status)
			}
		}
	}
	b.Do(http.MethodPost, "/matches/"+id+"/moves", w.Turn(id), http.Header{"Origin": {w.Server.URL}, "Sec-Fetch-Site": {"same-origin"}}).Want(t, http.StatusSeeOther)
	t.Logf("%d cases, %d accepted wrongly", cases, wrong)
}

func TestNothingChangesByReading(t *testing.T) {
	w := webtest.New(t)
	b := w.Browser()
	id := b.Begin()
	before := w.View(id).Match.State
	for _, path := range []string{"/", "/watch", "/matches/" + id, "/matches/" + id + "?do=b2,c3,f8&resign=1", "/matches/" + id + "/moves"} {
		b.Get(path)
	}
	if after := w.View(id).Match.State; after != before {
		t.Errorf("reading changed %+v to %+v", before, after)
	}
	stranger := w.Browser()
	stranger.Get("/")
	if p, err := w.Office.MatchesOf(t.Context(), league.Site(), "", 1); err != nil || p != nil {
		t.Errorf("a visit left matches behind: %v, %v", p, err)
	}
}

func TestEveryAnswerCarriesTheSecurityHeaders(t *testing.T) {
	w := webtest.New(t)
	b := w.Browser()
	id := b.Begin()
	answers := map[string]webtest.Answer{
		"page": b.Get("/"), "match": b.Get("/matches/" + id), "static": b.Get("/static/site.css"), "json": b.Get("/matches/" + id + "/match.json"),
		"text": b.Get("/matches/" + id + "/record.txt"), "404": b.Get("/none"), "405": b.Do(http.MethodPut, "/", nil, nil),
		"413": b.Post("/matches", url.Values{"x": {strings.Repeat("x", 100_000)}}),
		"403": b.Do(http.MethodPost, "/matches", nil, http.Header{"Origin": {"https://evil.example"}}),
		"303": b.Post("/matches", b.StartForm()), "422": b.Post("/matches", url.Values{}),
	}
	for name, a := range answers {
		for header, want := range map[string]string{
			"Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; manifest-src 'self'; worker-src 'self'; " +
				"connect-src 'self'; form-action 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
			"X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin",
			"Cross-Origin-Resource-Policy": map[bool]string{true: "cross-origin", false: "same-origin"}[name == "static"], // a page in a frame has a sheet
			"Permissions-Policy":           "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
			"Cache-Control":                map[string]string{"static": "no-cache", "page": "private, no-cache", "match": "private, no-cache"}[name],
		} {
			if want == "" {
				want = "no-store" // what is no page, or one that shows what went wrong
			}
			if got := a.Header.Get(header); got != want {
				t.Errorf("%s (%d) has %s: %q", name, a.Status, header, got)
			}
		}
		if a.Header.Get("Server") != "" || a.Header.Get("X-Powered-By") != "" {
			t.Errorf("%s tells what it runs on", name)
		}
	}
	cookie := w.Browser().Get("/").Header.Get("Set-Cookie")
	for _, part := range []string{"__Host-session=", "Path=/", "Secure", "HttpOnly", "SameSite=Lax"} {
		if !strings.Contains(cookie, part) {
			t.Errorf("the cookie %q lacks %s", cookie, part)
		}
	}
}

func TestASiteBehindAPublicAddressTrustsItAndStaysSecure(t *testing.T) {
	w := webtest.New(t)
	site, err := web.New(w.Office, web.Options{Public: &url.URL{Scheme: "https", Host: "kickabout.example"}, Log: slog.New(slog.DiscardHandler)})
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

func (f faulty) Head(context.Context, league.Viewer, string) (league.Head, error) {
	return league.Head{}, f.fault()
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
			w := webtest.New(t)
			var log bytes.Buffer
			logger := slog.New(slog.NewTextHandler(&log, nil))
			site, err := web.New(office.New(office.Over(faulty{w.Store, c.fault}), core.Keys{Dealer: w.Dealer, Site: w.Site, Passwords: w.Hasher}, games.All(), nil, w.Clock, logger), web.Options{Log: logger})
			if err != nil {
				t.Fatal(err)
			}
			got := httptest.NewRecorder()
			site.ServeHTTP(got, httptest.NewRequest(http.MethodGet, "/matches/x", nil))
			a := webtest.Answer{Status: got.Code, Header: got.Header(), Body: got.Body.String()}.Want(t, c.status, "</html>")
			if strings.Contains(a.Body, "secret") || !strings.Contains(log.String(), "secret") {
				t.Errorf("what went wrong belongs in the log alone:\n%s\n%s", webtest.Excerpt(a.Body), log.String())
			}
			if a.Header.Get("Content-Security-Policy") == "" || a.Header.Get("X-Content-Type-Options") != "nosniff" {
				t.Errorf("headers are missing: %v", a.Header)
			}
			quoted := regexp.MustCompile(`tell the operator of the site this: <code>(\w+)</code>`).FindStringSubmatch(a.Body)
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
