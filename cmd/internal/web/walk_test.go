package web_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/engine/enginetest"
	deskleague "kickabout/league/desk"
	"kickabout/store/storetest"
	"kickabout/views/feed"
	"kickabout/views/feed/feedtest"
)

// walker asks the site for anything: routes of the router with parameters, queries,
// forms, headers and cookies that are right, nearly right or nonsense.
type walker struct {
	*rand.Rand
	w       *webtest.World
	routes  []*echo.Route
	hostile []string
	people  []*webtest.Browser
	program []*webtest.Program // the first two play each other
	ids     []string           // of matches, the latest last
	offers  []string
	links   []string
	cups    []string
	started url.Values // a form that starts a match
	right   string     // a move of the latest match
}

func newWalker(t *testing.T, w *webtest.World, seed uint64) *walker {
	k := &walker{Rand: rand.New(rand.NewPCG(15, seed)), w: w, hostile: webtest.AllPayloads(t)}
	for _, r := range k.w.Echo.Routes() {
		if !strings.HasPrefix(r.Method, "echo_") {
			k.routes = append(k.routes, r)
		}
	}
	slices.SortFunc(k.routes, func(a, b *echo.Route) int { return strings.Compare(a.Path+a.Method, b.Path+b.Method) })
	k.people = []*webtest.Browser{k.w.Browser(), k.w.Browser(), k.w.Browser(), k.w.Browser()}
	k.program = []*webtest.Program{k.w.Program("Ann"), k.w.Program("Bob"), k.w.Program("Cleo")}
	k.people[2].Begin() // a guest who is in no other match; the last of these is nobody
	organiser := k.w.Member("Dora")
	for _, start := range []bool{false, true} {
		cup := organiser.Cup(nil)
		for _, bot := range []string{"bot:random", "bot:greedy"} {
			k.w.Accepted(organiser.Post(cup+"/bots", url.Values{"bot": {bot}}))
		}
		if start {
			k.w.Accepted(organiser.Post(cup+"/start", nil))
		}
		k.cups = append(k.cups, strings.TrimPrefix(cup, "/tournaments/"))
	}
	k.people = append(k.people, organiser.Browser, k.w.Member("Emma").Browser)
	k.goOn()
	return k
}

// goOn begins new matches, lets bots move and the clock turn, so that the walk
// meets matches of every age.
func (k *walker) goOn() {
	duel := k.w.Between(k.people[0], k.people[1])
	for range k.IntN(20) {
		v := k.w.View(duel)
		mover := k.people[v.Record.SeatOf(v.Record.Next().Side)]
		mover.Ask(http.MethodPost, "/matches/"+duel+"/moves", url.Values{"seq": {webtest.Itoa(v.Record.Seq)}, "move": {string(v.Record.Position.Random(k.Rand))}})
	}
	k.w.Rules = webtest.Ordered
	over := k.w.Duel(k.program[0], k.program[1])
	k.ids = append(k.ids, k.w.Between(k.people[0], k.people[1]), over)
	k.program[1].Post("/matches/"+over+"/resignation", nil)
	worked := k.w.Between(k.people[0], k.people[1]) // over, and its moves can be guessed
	plays(k.w, worked, 5)
	webtest.AnalyseAll(k.w.T, k.w)
	k.ids = append(k.ids, worked)
	k.w.Rules = ""
	k.ids = append(k.ids, k.w.Duel(k.program[k.IntN(2)], k.program[2]), k.w.Duel(k.program[0], k.program[1]), duel, k.people[0].Begin())
	k.ids = k.ids[max(0, len(k.ids)-21):]
	offer, cup := k.program[0].Proposal(k.w.Office.Reserve().ID), webtest.Object{
		"name": "Spring Cup", "format": "roundrobin", "game": "streetsoccer", "variant": "lg", "clock": "lg", "bots": 1, "places": 3, "cycles": 1, "start": "full", "playing": true,
	}
	offer["opponent"] = k.pick("Bob", "Cleo", "")
	linked := k.program[0].Proposal(k.w.Office.Reserve().ID)
	linked["link"] = true
	if link, ok := k.program[0].Post("/matches", linked).Body["link"].(string); ok || len(k.links) == 0 {
		k.links = append(k.links, link)[max(0, len(k.links)-3):]
	}
	for path, made := range map[string]*[]string{"/matches": &k.offers, "/tournaments": &k.cups} {
		body := map[string]webtest.Object{"/matches": offer, "/tournaments": cup}[path]
		if id, ok := k.program[0].Post(path, body).Body["id"].(string); ok { // else there are enough of them
			*made = append(*made, id)
			*made = (*made)[max(0, len(*made)-4):]
		}
	}
	k.started, k.right = k.people[0].StartForm(), k.w.Turn(k.ids[len(k.ids)-1]).Get("move")
	k.w.BotMoves()
	k.w.Wait(time.Duration(k.IntN(60)) * time.Hour)
}

func (k *walker) pick(texts ...string) string { return texts[k.IntN(len(texts))] }

// chance is true once in n times.
func (k *walker) chance(n int) bool { return k.IntN(n) == 0 }

func (k *walker) number() string {
	return k.pick("0", "1", "2", "-1", "3", "+3", " 3", "03", "3.0", "3e0", "0x3", "1_000", "NaN", "٣", "2147483648", "-2147483649",
		"9223372036854775807", "9223372036854775808", "-9223372036854775808", strings.Repeat("9", 400), webtest.Itoa(k.IntN(100)))
}

// nonsense is a text that nobody in their right mind sends.
func (k *walker) nonsense() string {
	switch k.IntN(8) {
	case 0:
		return k.number()
	case 1:
		return ""
	case 2:
		text := make([]byte, k.IntN(40))
		for i := range text {
			text[i] = byte(k.IntN(256))
		}
		return string(text)
	case 3:
		return strings.Repeat(k.pick("a", ",", "%", "\x00", "ä", "../", "c2,", "P"), 1<<k.IntN(13))
	case 4:
		return k.mutated(k.pick(k.match(), k.move(), "c2,c3", "streetsoccer/lg", "bot:greedy", k.started.Get("reservation")))
	}
	return k.pick(k.hostile...)
}

// mutated changes a text in one place.
func (k *walker) mutated(text string) string {
	at := k.IntN(len(text) + 1)
	switch k.IntN(4) {
	case 0:
		return text[:at]
	case 1:
		return text[:at] + k.pick("\x00", "0", "%", "é", "\xff", "/", " ", ",") + text[at:]
	case 2:
		return text + text
	}
	return strings.ToUpper(text[:at]) + text[at:]
}

func (k *walker) match() string { return k.pick(k.ids...) }

// move is one that could be right in some match.
func (k *walker) move() string {
	return k.pick("Pa2b3c7", "Pc3b3d3", "Mc1c2", "-", k.right)
}

// value is what a field is filled with: mostly what fits.
func (k *walker) value(field string) string {
	if k.chance(8) {
		return k.nonsense()
	}
	switch field {
	case "id":
		return k.match()
	case "cup":
		return k.pick(k.cups...)
	case "offer":
		return k.pick(k.offers...)
	case "link":
		return k.pick(k.links...)
	case "player":
		return k.pick(k.program[0].Player.ID, k.program[1].Player.ID, "bot:greedy")
	case "name":
		return k.pick("Ann", "bob", "Dora", "bot:greedy")
	case "act":
		return k.pick(deskleague.Acts()...)
	case "message":
		return k.pick("", "Who is in?")
	case "rated":
		return "1"
	case "reservation":
		return k.w.Office.Reserve().ID
	case "bot":
		return k.pick("bot:greedy", "bot:random")
	case "game":
		return "streetsoccer"
	case "chapter":
		return k.pick("the-pitch", "goals", "the-board", "the-end", "nothing")
	case "day":
		return k.pick("2026-11-25", "2026-04-01", "2026-02-30", "tomorrow")
	case "variant":
		return "lg"
	case "month":
		return k.pick("2026-04", "2026-05", "2026-13", "0000-01", "9999-12")
	case "setting":
		return k.pick("manual", "automatic", "hold", "resume", "sleep")
	case "page":
		return k.number()
	case "*":
		return k.pick("site.css", "board.js", "favicon.svg", "none.css", "../views.go", "")
	case "example", "card", "roll", "play":
		return webtest.Itoa(k.IntN(9))
	case "ask":
		return "1"
	case "position":
		return k.pick("", "turn Y c1b7c3d5e8 d0b3c6d8e4 e7 4 5 0:0 -", "place Y c1d5 d0c6 d5 ? 1 0:0 -", "play W e8,f8,g8 2-3 0:0 1 - - -")
	case "rules":
		return k.pick("streetsoccer/lg", "streetsoccer/lg", "streetsoccer/mastermove", "onetwofun/basic", "onetwofun/professional,goals=3")
	case "onetwofun.goals":
		return k.pick("7", "5", "3", "4")
	case "seq", "at":
		return webtest.Itoa(k.IntN(8))
	case "move":
		return k.move()
	case "turn":
		return k.pick("mine", "theirs", "over")
	case "limit":
		return k.pick("1", "2", "100")
	case "do", "done":
		return k.pick("c2", "c2,c3", "a2,b3,c7", "c1,c2,c3", ",", "keeper", "b3,b3,b3")
	case "order":
		return k.pick("track", "stay", "ask", "walk")
	case "key":
		return k.pick("", "one", "two")
	case "after":
		return k.number() + k.pick(".", "", ".1.", "-") + k.number()
	case "resign", "n":
		return "1"
	case "days":
		return k.pick("1", "3", "2")
	case "begins":
		return k.pick("", k.w.Clock().Add(time.Hour).Format(time.DateOnly), "2020-02-30")
	case "rematch", "match":
		return k.match()
	case "text":
		return k.pick(webtest.ARecord, webtest.ARecord, k.mutated(webtest.ARecord), "{"+webtest.ARecord, `{"format":"kickabout-record/1"}`, `{"transcript":"00"}`)
	case "v":
		return "0123456789"
	case "kickoff":
		return k.pick("me", "you", "lot")
	case "control":
		return k.pick("lg", "live")
	case "contribution":
		return k.pick("", "for luck")
	case "format", "places", "cycles", "start", "playing":
		return k.w.CupForm().Get(field)
	}
	return k.started.Get(field)
}

// fields are the names that forms and queries of the site know, and some others.
var fields = strings.Fields("reservation rules opponent name kickoff control rated message contribution seq move key at do resign v after example roll play ask order position onetwofun.goals to rematch setting page places cycles start playing bot format text match file n days begins _method id __proto__")

// pairs writes some fields as a query or a form: some twice, some broken.
func (k *walker) pairs(names []string) string {
	var pairs []string
	for range k.IntN(4) {
		pairs = append(pairs, url.QueryEscape(k.pick(fields...))+"="+url.QueryEscape(k.nonsense()))
	}
	for _, name := range names {
		for !k.chance(10) { // left out now and then, sent twice now and then
			value := k.value(name)
			if name == "against" { // the opponent, where it may be a person
				name, value = "opponent", k.pick("anyone", "person", "person", value)
			}
			pairs = append(pairs, name+"="+url.QueryEscape(value))
			if !k.chance(10) {
				break
			}
		}
	}
	k.Shuffle(len(pairs), func(i, j int) { pairs[i], pairs[j] = pairs[j], pairs[i] })
	if k.chance(10) {
		pairs = append(pairs, k.pick("%", "%zz=1", "a;b", "=", "&&&", "seq", "seq[]=1", "move[0]=x", k.nonsense()))
	}
	return strings.Join(pairs, "&")
}

// address fills the parameters of a route's path, and bends it now and then.
func (k *walker) address(path string) *url.URL {
	for _, name := range []string{":id", ":game", ":variant", ":season", ":group", ":month", ":example", ":card", ":chapter", ":day", ":name", ":bot", ":link", ":draft", "*"} {
		if before, after, ok := strings.Cut(path, name); ok {
			field := strings.TrimPrefix(name, ":")
			switch {
			case before == "/api/v1/tournaments/", before == "/tournaments/":
				field = "cup"
			case before == "/api/v1/offers/", before == "/offers/", after == "/acceptance":
				field = "offer"
			case before == "/players/":
				field = "player"
			}
			path = before + k.value(field) + after
		}
	}
	at := &url.URL{Path: path}
	switch k.IntN(20) {
	case 0:
		at.Path = k.pick("/", "//", "/.", "/..", "/%2e", "/\x00") + at.Path
	case 1:
		at.Path += k.pick("/", "//", "/x", "%00", "\x00", ";x", ".json", "/..")
	case 2:
		at.RawPath = strings.ReplaceAll(at.EscapedPath(), "/", "%2F")
	case 3:
		at.Path = "/" + k.nonsense()
	}
	return at
}

// request makes up one request.
func (k *walker) request() *http.Request {
	route := k.routes[k.IntN(len(k.routes))]
	r := &http.Request{
		Method: route.Method, URL: k.address(route.Path), Host: "127.0.0.1:8080", Header: http.Header{}, Body: http.NoBody,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, RemoteAddr: "127.0.0.1:5000",
	}
	if k.chance(12) {
		r.Method = k.pick("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "get", "X", "")
	}
	if !k.chance(3) {
		r.URL.RawQuery = k.pairs([]string{k.pick("do", "at", "seq", "resign", "position", "rules", "move", "example", "roll", "play", "ask", "v", "after", "done", "turn", "limit", "cursor", "name", "rematch")})
	}
	api := strings.HasPrefix(route.Path, "/api/")
	switch {
	case api && r.Method != http.MethodGet && r.Method != http.MethodHead:
		k.fillJSON(r)
	case r.Method == http.MethodPost:
		k.fill(r)
	}
	if api && !k.chance(20) {
		r.Header.Set("Authorization", "Bearer "+k.pick(k.program[0].Token, k.program[1].Token, k.program[2].Token))
	}
	k.sign(r)
	for range k.IntN(3) {
		name := k.pick(strings.Fields("Accept Accept-Encoding Accept-Language Range If-None-Match If-Modified-Since Origin Referer Sec-Fetch-Site Host Hx-Request Hx-Target " +
			"X-Forwarded-For X-Forwarded-Proto X-Http-Method-Override X-Request-Id Content-Length Content-Encoding Transfer-Encoding Expect Upgrade Connection Te Cookie Authorization Last-Event-Id")...)
		r.Header.Add(name, k.pick(k.nonsense(), "bytes=0-1", "bytes=9-1,-5,0-", "same-origin", "cross-site", "null", "http://127.0.0.1:8080", "*", "gzip", "1"))
	}
	return r
}

// fill gives a request a body.
func (k *walker) fill(r *http.Request) {
	names := []string{"seq", "move", "key", "order", "days"}
	switch r.URL.Path {
	case "/vacation":
		names = []string{"n", "days", "begins"}
	case "/matches":
		names = []string{"reservation", "rules", "onetwofun.goals", "opponent", "kickoff", "control", "contribution"}
	case "/analysis":
		names = []string{"text", "at"}
	case "/offers":
		names = []string{"reservation", "rules", "against", "name", "kickoff", "control", "rated", "message", "contribution", "legs", "slots", "days", "from", "to", "around"}
	}
	if strings.HasSuffix(r.URL.Path, "/counter") {
		names = []string{"reservation", "rules", "kickoff", "control", "rated", "message", "contribution", "legs", "days"}
	}
	if strings.HasPrefix(r.URL.Path, "/ladder") {
		names = []string{"opponent", "setting"}
	}
	if below, ok := strings.CutPrefix(r.URL.Path, "/tournaments"); ok {
		if names = []string{"bot"}; strings.HasSuffix(below, "/desk") {
			names = []string{"act", "seen", "player", "other", "text", "round", "event", "name", "places", "starts", "closes", "checkin", "least", "profile", "seed-x"}
		} else if strings.HasSuffix(below, "/teams") {
			names = []string{"act", "team", "player", "name", "word", "board", "text", "board-x"}
		} else if below == "" {
			names = []string{"format", "name", "rules", "places", "cycles", "control", "start", "playing"}
		}
	}
	body := k.pairs(names)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if k.chance(12) {
		r.Header.Set("Content-Type", k.pick("", "text/plain", "application/json", "multipart/form-data", "multipart/form-data; boundary=x", "a/b; =", k.nonsense()))
	}
	if k.chance(25) {
		body = k.pick(`{"seq":3}`, "--x\r\nContent-Disposition: form-data; name=\"seq\"\r\n\r\n3\r\n--x--", strings.Repeat("x", 70_000), strings.Repeat("a&", 30_000), k.nonsense())
	}
	r.Body, r.ContentLength = io.NopCloser(strings.NewReader(body)), int64(len(body))
	switch k.IntN(40) {
	case 0:
		r.ContentLength = -1 // it comes in chunks
	case 1:
		r.Body = io.NopCloser(io.MultiReader(strings.NewReader(body), broken{}))
	}
}

// fillJSON gives a request of the API a body.
func (k *walker) fillJSON(r *http.Request) {
	var parts []string
	known := bodyFields[path.Base(r.URL.Path)]
	for _, name := range strings.Fields("seq move id game variant clock rated kickoff contribution opponent message text order name format places cycles start playing n days begins setting legs slots link act team player word board boards reason __proto__") {
		var value string
		switch {
		case k.chance(12):
			value = k.pick("null", "[]", "{}", "true", "1e99", "-0", `"\ud800"`, `"\u0000"`, `"ÿ"`, "[[[[]]]]", "01", strings.Repeat("[", 5000), "")
		case name == "seq", name == "places", name == "cycles", name == "n", name == "days", name == "legs", name == "slots":
			value = k.pick("1", "2", "3", "4", k.number())
		case name == "rated", name == "playing", name == "link":
			value = k.pick("true", "false")
		default:
			text, _ := json.Marshal(k.field(name))
			value = string(text)
		}
		if slices.Contains(strings.Fields(known), name) != k.chance(40) {
			parts = append(parts, fmt.Sprintf("%q:%s", name, value))
		}
	}
	body := "{" + strings.Join(parts, ",") + "}"
	if k.chance(25) {
		body = k.pick("", "{", "null", "[]", `"x"`, "{}{}", strings.Repeat("x", 70_000), k.nonsense())
	}
	r.Header.Set("Content-Type", "application/json")
	if k.chance(6) {
		r.Header.Set("Content-Type", k.pick("", "text/plain", "application/json; charset=utf-8", "a+b", "+;+", "application/x-www-form-urlencoded", k.nonsense()))
	}
	if k.chance(3) {
		r.Header.Set("Idempotency-Key", k.pick("one", "two", k.nonsense()))
	}
	r.Body, r.ContentLength = io.NopCloser(strings.NewReader(body)), int64(len(body))
	if k.chance(30) {
		r.Body = io.NopCloser(io.MultiReader(strings.NewReader(body), broken{}))
	}
}

// bodyFields are what the operations know, by the end of their paths.
var bodyFields = map[string]string{
	"moves": "seq move", "acceptance": "contribution", "chat": "text", "order": "order", "time": "days", "challenges": "opponent", "setting": "setting", "vacation": "n days begins",
	"matches": "id game variant clock rated kickoff contribution opponent message legs slots days link", "refusal": "message", "counter": "id game variant clock rated kickoff contribution message legs days",
	"tournaments": "name format game variant clock places cycles start playing", "teams": "act team player name word boards board reason",
}

// field is what a field of the API is filled with: mostly what fits.
func (k *walker) field(name string) string {
	if k.chance(10) {
		return k.nonsense()
	}
	switch name {
	case "id":
		return k.w.Office.Reserve().ID
	case "variant":
		return "lg"
	case "clock":
		return k.pick("lg", "live")
	case "format":
		return "roundrobin"
	case "start":
		return k.pick("full", "organiser")
	case "act":
		return k.pick("found", "ask", "call", "join", "take", "release", "line-up", "field")
	case "name", "text", "message":
		return "Spring Cup"
	case "opponent":
		return k.pick("bot:greedy", "bot:random", "Ann", "Bob", "Cleo", "")
	}
	return k.value(name)
}

// broken is a body that ends in the middle, as when a line breaks down.
type broken struct{}

func (broken) Read([]byte) (int, error) {
	return 0, errors.Join(io.ErrUnexpectedEOF, errors.New("connection reset"))
}

// sign sends a request in somebody's name.
func (k *walker) sign(r *http.Request) {
	site, err := url.Parse(k.w.Server.URL)
	if err != nil {
		k.w.T.Fatal(err)
	}
	for _, c := range k.people[k.IntN(len(k.people))].Client.Jar.Cookies(site) {
		if k.chance(10) {
			c.Value = k.mutated(c.Value)
		}
		r.Header.Add("Cookie", c.Name+"="+c.Value)
	}
	if k.chance(10) {
		r.Header.Add("Cookie", "__Host-session="+k.nonsense())
	}
}

// whole says what is wrong with an answer, whatever was asked; "" if nothing.
func whole(r *http.Request, a *httptest.ResponseRecorder) string {
	for _, name := range strings.Fields("Content-Security-Policy X-Content-Type-Options Referrer-Policy Cross-Origin-Opener-Policy Cross-Origin-Resource-Policy Permissions-Policy Cache-Control") {
		// A file that cannot be sent in the parts asked for is not to be kept either.
		if got := len(a.Header()[name]); got != 1 && (name != "Cache-Control" || a.Code != http.StatusRequestedRangeNotSatisfiable) {
			return fmt.Sprintf("%s is %q", name, a.Header()[name])
		}
	}
	body, kind := a.Body.String(), a.Header().Get("Content-Type")
	switch {
	case a.Code == http.StatusNotImplemented && r.URL.Path == "/oembed": // so oEmbed says that there is no such format
		return webtest.WholePage(body)
	case a.Code >= http.StatusInternalServerError:
		return "a fault of the site"
	case r.Method == http.MethodHead: // a body is what the server leaves out
		return ""
	case a.Code >= 300 && a.Code < 400 || a.Code == http.StatusNoContent:
		if at := a.Header().Get("Location"); at != "" && !webtest.Here.MatchString(at) {
			return "it leads to " + at
		}
		if body != "" {
			return fmt.Sprintf("a body of %s", kind)
		}
		return ""
	case strings.HasPrefix(r.URL.Path, "/static/") && a.Code < 300, a.Code == http.StatusRequestedRangeNotSatisfiable:
		return ""
	case kind == "text/html; charset=UTF-8":
		return webtest.WholePage(body)
	case kind == "text/event-stream":
		return webtest.WholePage("<title>" + "</title>" + webtest.Streamed(body))
	case kind == "text/calendar; charset=UTF-8" && utf8.ValidString(body) && strings.HasPrefix(body, "BEGIN:VCALENDAR\r\n") && strings.HasSuffix(body, "END:VCALENDAR\r\n"):
		return ""
	case r.URL.Path == "/sw.js" && kind == "text/javascript; charset=utf-8", kind == "application/manifest+json" && json.Valid(a.Body.Bytes()):
		return ""
	case kind == feed.AtomType:
		if _, _, err := feedtest.Atom(a.Body.Bytes()); err != nil {
			return err.Error()
		}
		return ""
	case kind == "text/csv; charset=UTF-8" && utf8.ValidString(body):
		return ""
	case strings.HasPrefix(kind, "image/"):
		return webtest.PictureHarm(a)
	case strings.HasPrefix(kind, "application/openapi+"), kind == "application/schema+json" && json.Valid(a.Body.Bytes()), kind == "application/x-ndjson" && (body == "" || webtest.WholeLines(body)): // a stream may have nothing to say
		return ""
	case kind == "application/problem+json" && json.Valid(a.Body.Bytes()), kind == "application/json" && json.Valid(a.Body.Bytes()), kind == "text/plain; charset=UTF-8" && utf8.ValidString(body):
		return ""
	}
	return fmt.Sprintf("%s: %.100q", kind, body)
}

// TestProofTheSiteAnswersWhateverIsAsked is S15: no request makes the site fail,
// panic, or answer with less than a whole page and all its headers.
func TestProofTheSiteAnswersWhateverIsAsked(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) { // PostgreSQL takes fewer texts
		walk(t, newWalker(t, webtest.NewOn(t, d), 1), enginetest.Size(25_000))
	})
}

// answers are the statuses that a walk must meet.
var answers = []int{200, 201, 204, 301, 303, 400, 401, 403, 404, 405, 409, 410, 413, 415, 422}

// walk makes so many requests, and more if by then some answer has not been met.
func walk(t *testing.T, k *walker, n int) {
	statuses, wrong := map[int]int{}, 0
	var slowest time.Duration
	var slow string
	unmet := func() bool {
		return slices.ContainsFunc(answers, func(status int) bool { return statuses[status] == 0 })
	}
	for i := 0; i < n || i < 8*n && unmet(); i++ {
		if i%500 == 499 {
			k.goOn()
		}
		r := k.request()
		asked := fmt.Sprintf("request %d: %s %q, %q, header %q", i, r.Method, r.URL, r.URL.RawPath, r.Header)
		a := httptest.NewRecorder()
		began := time.Now()
		k.w.Echo.ServeHTTP(a, r)
		unpack(t, a)
		if took := time.Since(began); took > slowest {
			slowest, slow = took, r.Method+" "+r.URL.Path
		}
		statuses[a.Code]++
		why := whole(r, a)
		if why == "" && r.URL.RawPath == "" && strings.HasPrefix(r.URL.Path, "/api/v1/") && !strings.Contains(r.URL.Path, "openapi") && slices.Contains([]string{"GET", "POST", "PUT", "DELETE"}, r.Method) {
			why = k.w.Document().Breach(r.Method, r.URL.Path, webtest.Said{Status: a.Code, Header: a.Header(), Text: a.Body.String()})
		}
		if why != "" {
			if wrong++; wrong < 10 {
				t.Errorf("%.1000s: %d: %s", asked, a.Code, why)
			}
		}
	}
	t.Logf("%d requests, %d wrong; slowest: %v for %.100q", n, wrong, slowest, slow)
	for _, status := range slices.Sorted(maps.Keys(statuses)) {
		t.Logf("%d: %d", status, statuses[status])
	}
	for _, status := range answers {
		if statuses[status] == 0 {
			t.Errorf("nothing was answered with %d: the walk was too short or went round it", status)
		}
	}
}

// unpack puts the text of a compressed answer in its place.
func unpack(t *testing.T, a *httptest.ResponseRecorder) {
	t.Helper()
	if a.Header().Get("Content-Encoding") != "gzip" {
		return
	}
	packed, err := gzip.NewReader(a.Body)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(packed)
	if err != nil {
		t.Fatal(err)
	}
	a.Body = bytes.NewBuffer(text)
}
