package web_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/a-h/templ"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/engine/dice"
	"kickabout/league"
)

// twin returns the harmless text that a payload is compared with: one that a form
// says the same about.
func twin(text string) string {
	if strings.TrimSpace(text) == "" { // a form takes it for nothing
		return text
	}
	same := "x"
	if strings.ContainsFunc(text, unicode.IsControl) {
		same += "\x01"
	}
	if !utf8.ValidString(text) {
		same += "\xff"
	}
	if len(text) > dice.MaxContribution {
		same = strings.Repeat("x", dice.MaxContribution) + same
	}
	return same
}

// stage is what texts are tried on: a match that waits for its first move.
type stage struct {
	w               *webtest.World
	mover, stranger *webtest.Browser
	member          *webtest.Browser // has an account and a token
	id              string
	taken           string             // address of an offer that somebody else has taken
	invitation      string             // address of one that invites the member
	asks            []*webtest.Browser // of those who ask for rulings
	askers          []league.Player
}

func newStage(t testing.TB) *stage {
	w := webtest.New(t)
	s := &stage{w: w, mover: w.Browser(), stranger: w.Browser()}
	s.id = s.mover.Begin()
	s.stranger.Begin()
	s.member, _ = w.SignedUp("Ann")
	s.member.Post("/account/tokens", url.Values{"label": {"a label"}, "days": {"30"}})
	author, _ := w.SignedUp("Bob")
	taker, _ := w.SignedUp("Cleo")
	s.taken = author.Offers("anyone", "")
	taker.Post(s.taken+"/acceptance", url.Values{})
	s.invitation = author.Offers("person", "Ann")
	return s
}

// A place is where in a request a visitor can put a text.
type place struct {
	name string
	send func(text string) *httptest.ResponseRecorder
}

// places are all of them. What a text meets there is refused or ignored, so that
// the stage stays as it is.
func (s *stage) places() (all []place) {
	match := "/matches/" + s.id
	start, turn := s.mover.StartForm(), s.w.Turn(s.id)
	turn.Set("move", "Pc3b7") // no figure may be placed there
	in := func(name string, send func(string) *httptest.ResponseRecorder) { all = append(all, place{name, send}) }
	form := func(b *webtest.Browser, path string, form url.Values, fields ...string) {
		for _, field := range fields {
			in("POST "+path+" "+field, func(text string) *httptest.ResponseRecorder {
				filled := url.Values{}
				for name, values := range form {
					filled[name] = values
				}
				filled.Set(field, text)
				return b.Ask(http.MethodPost, path, filled)
			})
		}
	}
	query := func(path string, names ...string) {
		for _, name := range names {
			b := s.mover
			if strings.HasPrefix(path, "/offers") {
				b = s.member
			}
			in("GET "+path+" "+name, func(text string) *httptest.ResponseRecorder {
				return b.Ask(http.MethodGet, path+"?"+url.Values{name: {text}}.Encode(), nil)
			})
		}
	}
	form(s.mover, "/matches", start, "reservation", "rules", "opponent", "kickoff", "control")
	start.Set("control", "never") // so that the contribution comes back
	form(s.mover, "/matches", start, "contribution", "other")
	form(s.mover, match+"/moves", turn, "move", "seq", "key", "other")
	form(s.stranger, match+"/moves", turn, "move", "seq", "key")
	form(s.mover, match+"/orders", turn, "order", "other")
	form(s.stranger, match+"/resignation", turn, "seq", "key")
	offer := s.member.OfferForm("person", "Nobody")
	form(s.member, "/offers", offer, "reservation", "rules", "opponent", "name", "kickoff", "control", "rated", "message", "contribution", "legs", "slots", "days", "from", "to", "around", "other")
	counter := maps.Clone(offer)
	counter.Set("kickoff", "them") // so that it comes back
	form(s.member, s.invitation+"/counter", counter, "reservation", "rules", "kickoff", "control", "message", "contribution", "legs", "days")
	query("/offers", "rules", "control", "rated")
	form(s.member, s.taken+"/acceptance", url.Values{}, "contribution", "other")
	form(s.stranger, s.taken+"/withdrawal", url.Values{}, "other")
	query("/offers/new", "opponent", "to", "rematch")
	query("/", "do", "rematch")
	query(match, "do", "at", "resign", "seq")
	query(match+"/stream", "after")
	query(match+"/steps", "seq", "do")
	query(match+"/beats", "from", "to")
	query("/static/none", "v")
	query("/ratings", "rules", "sort", "page")
	query("/ratings/list.csv", "rules")
	query("/ratings/list.json", "rules")
	query("/ratings/what-if", "rules", "own", "opponent")
	query("/rules/streetsoccer", "example", "do", "roll", "play")
	query("/rules/streetsoccer/examples/1", "ask", "do", "roll", "play")
	query("/try", "rules", "position", "do", "move", "start", "bot", "onetwofun.goals")
	for _, path := range []string{"/%s", "/%s/x", "/matches/%s", "/matches/%s/stream", "/matches/%s/steps", "/matches/%s/beats", "/matches/%s/match.json", "/matches/%s/receipt.txt", "/log/tile/%s", "/log/checkpoint?size=%s", "/matches/%s/record.txt", "/matches/%s/record.json", "/matches/%s/replay.svg", "/matches/%s/replay.gif", "/matches/%s/preview.png", "/matches/%s/analysis", "/matches/%s/coach", "/rules/%s", "/rules/streetsoccer/examples/%s", "/static/%s", "/offers/%s", "/offers/%s/counter", "/oauth/authorize?client_id=%s", "/oauth/authorize?redirect_uri=%s", "/invited/%s", "/feeds/%s", "/feeds/%s.ics", "/players/%s/feed.atom", "/players/%s", match + "/%s"} {
		in("GET "+path, func(text string) *httptest.ResponseRecorder {
			return s.mover.Ask(http.MethodGet, fmt.Sprintf(path, url.PathEscape(text)), nil)
		})
	}
	refused := url.Values{"name": {"Guest"}, "password": {"goats"}}
	form(s.mover, "/signup", refused, "next", "other")
	form(s.mover, "/signin", refused, "name", "password", "next", "other")
	in("POST /signup name", func(text string) *httptest.ResponseRecorder {
		return s.mover.Ask(http.MethodPost, "/signup", url.Values{"name": {"Guest " + text}, "password": {"goats"}})
	})
	in("POST /account/tokens label", func(text string) *httptest.ResponseRecorder {
		return s.member.Ask(http.MethodPost, "/account/tokens", url.Values{"label": {strings.Repeat("x", 50) + text}, "days": {text}, "scopes": {text}})
	})
	form(s.member, "/account/password", url.Values{"old": {"not it"}, "password": {"goats"}}, "old", "other")
	form(s.member, "/account/deletion", url.Values{"gone": {"not it"}}, "gone", "other")
	form(s.member, "/account/sessions/end", url.Values{}, "session")
	form(s.member, "/account/tokens/end", url.Values{}, "token")
	form(s.member, "/account/feeds/end", url.Values{}, "feed")
	form(s.member, "/account/webhooks", url.Values{"url": {"http://no"}, "format": {"json"}}, "url", "format")
	form(s.member, "/account/apps", url.Values{"name": {"x"}, "site": {"http://no"}, "redirects": {"http://no"}}, "site", "redirects")
	form(s.member, "/account/bots/mark", url.Values{"code": {"x"}, "plays": {""}, "site": {"http://no"}, "sure": {"1"}}, "code", "plays", "site")
	form(s.member, "/account/bots", url.Values{"name": {"x"}, "plays": {""}, "site": {"http://no"}}, "name", "plays", "site")
	form(s.member, "/account/apps/end", url.Values{}, "grant")
	form(s.member, "/account/apps/removal", url.Values{}, "app")
	form(s.member, "/account/webhooks/end", url.Values{}, "hook")
	form(s.member, "/account/devices", url.Values{}, "endpoint", "p256dh", "auth")
	form(s.member, "/account/devices/test", url.Values{}, "device")
	in("POST /account/apps name", func(text string) *httptest.ResponseRecorder {
		return s.member.Ask(http.MethodPost, "/account/apps", url.Values{"name": {strings.Repeat("x", 50) + text}, "site": {"http://no"}, "redirects": {"http://no"}})
	})
	in("POST /account/webhooks label", func(text string) *httptest.ResponseRecorder {
		return s.member.Ask(http.MethodPost, "/account/webhooks", url.Values{"url": {"http://no"}, "label": {strings.Repeat("x", 50) + text}})
	})
	in("POST /account/feeds label", func(text string) *httptest.ResponseRecorder {
		return s.member.Ask(http.MethodPost, "/account/feeds", url.Values{"label": {strings.Repeat("x", 50) + text}})
	})
	form(s.member, "/account/dice", url.Values{}, "contribution", "word")
	form(s.member, "/account/formations/end", url.Values{}, "game", "name")
	form(s.member, match+"/formations", url.Values{"name": {"Wings"}, "move": {"Pa3b7f3"}}, "name", "move")
	form(s.member, "/account/tokens/wake", url.Values{}, "token")
	form(s.member, "/vacation", url.Values{"n": {"1"}, "days": {"99"}}, "n", "begins", "days", "other")
	form(s.member, "/vacation/end", url.Values{}, "other")
	form(s.stranger, match+"/time", url.Values{"days": {"2"}}, "key", "days", "other")
	in("GET /vacation done", func(text string) *httptest.ResponseRecorder {
		return s.member.Ask(http.MethodGet, "/vacation?"+url.Values{"done": {text}}.Encode(), nil)
	})
	query("/notices", "other")
	whole := url.Values{"text": {webtest.ARecord}, "at": {"1"}}
	form(s.stranger, "/analysis", whole, "text", "at", "file", "match", "other")
	for name, old := range map[string]string{"names": "Ann", "headers": "A friendly"} { // quoted, so that they can be read
		in("POST /analysis "+name, func(text string) *httptest.ResponseRecorder {
			value := strconv.Quote(strings.ToValidUTF8(text, "?"))
			return s.stranger.Ask(http.MethodPost, "/analysis", url.Values{"text": {strings.Replace(webtest.ARecord, old, value, 1)}})
		})
	}
	for name, old := range map[string]string{"moves": "Pd3e1f6", "moments": "2027"} {
		in("POST /analysis "+name, func(text string) *httptest.ResponseRecorder {
			return s.stranger.Ask(http.MethodPost, "/analysis", url.Values{"text": {strings.Replace(webtest.ARecord, old, text, 1)}})
		})
	}
	query("/analysis", "match", "at", "text")
	query("/signup", "next", "name")
	query("/signin", "next", "done")
	in("GET /account done", func(text string) *httptest.ResponseRecorder {
		return s.member.Ask(http.MethodGet, "/account?"+url.Values{"done": {text}}.Encode(), nil)
	})
	for _, name := range []string{"Cookie", "Origin", "Host", "others"} {
		in("POST "+match+"/moves "+name, func(text string) *httptest.ResponseRecorder { return s.withHeader(match+"/moves", name, text) })
	}
	return all
}

// withHeader sends a text as a header, or as each of the others that programs
// between a browser and a site read.
func (s *stage) withHeader(path, name, text string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader("move=x"))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	switch name {
	case "Host":
		r.Host = text
	case "Cookie":
		r.Header[name] = []string{"__Host-session=" + text}
	case "others":
		for _, name := range strings.Fields("Referer User-Agent Accept-Language X-Forwarded-Host X-Forwarded-For X-Forwarded-Proto X-Original-Url Hx-Request Hx-Current-Url X-Request-Id") {
			r.Header[name] = []string{text}
		}
	default:
		r.Header[name] = []string{text}
	}
	answer := httptest.NewRecorder()
	s.w.Echo.ServeHTTP(answer, r)
	return answer
}

// TestProofNoTextBecomesMarkup is S3 for what comes back at once: every payload in
// every place of a request where a visitor can put a text.
func TestProofNoTextBecomesMarkup(t *testing.T) {
	s := newStage(t)
	texts := webtest.AllPayloads(t)
	if len(texts) < 300 {
		t.Errorf("%d payloads are too few", len(texts))
	}
	places, answers, statuses := s.places(), 0, map[int]int{}
	before := s.w.View(s.id).Record.Seq
	for i, p := range places {
		harmless := map[string]webtest.Model{}
		for _, text := range webtest.Share(texts, i) {
			same := twin(text)
			if _, known := harmless[same]; !known {
				harmless[same] = webtest.NewModel(p.send(same))
			}
			got := p.send(text)
			answers++
			statuses[got.Code]++
			if why := webtest.AnswerHarm(got, harmless[same]); why != "" {
				t.Errorf("%s: %q: %s", p.name, text, why)
			}
		}
	}
	if after := s.w.View(s.id).Record.Seq; after != before {
		t.Errorf("the match went on from %d to %d: the places were not the same for all texts", before, after)
	}
	t.Logf("%d payloads, %d places, %d answers %v", len(texts), len(places), answers, statuses)
}

// storable returns a payload as a contribution to the dice can be: cut to the bytes
// that it may have; "" if it cannot be one.
func storable(text string) string {
	for len(text) > dice.MaxContribution {
		_, n := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-n]
	}
	if !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl) {
		return ""
	}
	return text
}

// TestProofNoStoredTextBecomesMarkup is S3 for what stays: the contribution to the
// dice is the one text of a visitor's that the site keeps and shows.
func TestProofNoStoredTextBecomesMarkup(t *testing.T) {
	w := webtest.New(t)
	author, stranger := w.Browser(), w.Browser()
	// begun starts a match and returns what every page shows that could show it.
	begun := func(text string) map[string]*httptest.ResponseRecorder {
		form := foundForm(author)
		form.Set("contribution", text)
		answer := author.Ask(http.MethodPost, "/matches", form)
		match := answer.Header().Get("Location")
		if answer.Code != http.StatusSeeOther {
			t.Fatalf("%q: %d", text, answer.Code)
		}
		pages := map[string]*httptest.ResponseRecorder{}
		look := func(b *webtest.Browser, who string, paths ...string) {
			for _, path := range paths {
				pages[strings.NewReplacer(match, "", strings.TrimPrefix(match, "/matches/"), "").Replace(path)+" "+who] = b.Ask(http.MethodGet, path, nil)
			}
		}
		look(author, "by the author", "/", match, match+"?resign=1", match+"?at=1", match+"/stream", match+"/steps?seq=1")
		look(stranger, "by a stranger", "/", "/watch", match, match+"/stream", match+"/match.json", match+"/record.txt", match+"/record.json", "/analysis?match="+strings.TrimPrefix(match, "/matches/"))
		if answer := author.Ask(http.MethodPost, match+"/resignation", url.Values{}); answer.Code != http.StatusSeeOther {
			t.Fatalf("resigning: %d", answer.Code)
		}
		look(stranger, "afterwards", "/", match, match+"/replay.svg", match+"/replay.gif", match+"/preview.png", match+"/match.json", match+"/record.txt", match+"/record.json", "/analysis?match="+strings.TrimPrefix(match, "/matches/"))
		return pages
	}
	for range 10 { // the lists of the front page are full from here on
		begun("for luck")
	}
	harmless := map[string]webtest.Model{}
	for path, answer := range begun("for luck") {
		harmless[path] = webtest.NewModel(answer)
	}
	texts, answers := webtest.Share(webtest.AllPayloads(t), 0), 0
	for _, text := range texts {
		stored := storable(text)
		if stored == "" {
			continue
		}
		for path, got := range begun(stored) {
			answers++
			if why := webtest.AnswerHarm(got, harmless[path]); why != "" {
				t.Errorf("%s: %q: %s", path, stored, why)
			}
			if strings.Contains(path, "match.json") && !holds(got.Body.Bytes(), stored) {
				t.Errorf("%s: %q is not there as it was typed", path, stored)
			}
		}
	}
	t.Logf("%d payloads, %d answers", len(texts), answers)
}

// TestProofNoNameBecomesMarkup is S3 for names. The rules of names let no markup through;
// the pages must not need that, so the names here come in behind the rules' back, with labels of
// tokens and User-Agents.
func TestProofNoNameBecomesMarkup(t *testing.T) {
	w := webtest.New(t)
	stranger := w.Browser()
	stranger.SignUp("Stranger")
	n := 0
	// known makes a member of a name and returns what every page shows of them.
	known := func(name string) map[string]*httptest.ResponseRecorder {
		n++
		token := w.Office.NewToken()
		p := league.Player{ID: fmt.Sprintf("member%d", n), Name: name, Kind: league.Member, Created: w.Clock()}
		session := league.Session{Hash: sha256.Sum256([]byte(token)), Player: p.ID, Created: p.Created, Seen: p.Created, Browser: name}
		if err := w.Store.SignUp(t.Context(), league.Account{Player: p, Password: "x", Created: p.Created}, []string{p.ID}, session); err != nil {
			t.Fatal(err)
		}
		if err := w.Store.AddToken(t.Context(), league.Token{Hash: session.Hash, Player: p.ID, Label: name, Created: p.Created}, 1); err != nil {
			t.Fatal(err)
		}
		b := w.Browser()
		b.Plant(token)
		match := b.Ask(http.MethodPost, "/matches", b.StartForm()).Header().Get("Location")
		pages := map[string]*httptest.ResponseRecorder{}
		look := func(b *webtest.Browser, who string, paths ...string) {
			for _, path := range paths {
				pages[strings.NewReplacer(match, "", strings.TrimPrefix(match, "/matches/"), "", p.ID, ":id").Replace(path)+" "+who] = b.Ask(http.MethodGet, path, nil)
			}
		}
		look(b, "by himself", "/", "/account", "/account/download.jsonl", "/vacation", "/vacation/statement.csv", "/notices", "/matches", "/offers", "/offers/new", "/tournaments", "/players/"+p.ID, match, match+"?resign=1", "/nowhere", "/dice")
		look(stranger, "by another", "/", "/watch", "/players/"+p.ID, match, match+"/stream", match+"/match.json", match+"/record.txt", match+"/record.json", "/analysis?match="+strings.TrimPrefix(match, "/matches/"))
		if answer := b.Ask(http.MethodPost, match+"/resignation", url.Values{}); answer.Code != http.StatusSeeOther {
			t.Fatalf("resigning: %d", answer.Code)
		}
		look(stranger, "afterwards", "/", "/players/"+p.ID, match, match+"/analysis", match+"/replay.svg", match+"/replay.gif", match+"/preview.png")
		return pages
	}
	for range 10 { // the lists of the front page are full from here on
		known("Somebody")
	}
	harmless := map[string]webtest.Model{}
	for path, answer := range known("Somebody") {
		harmless[path] = webtest.NewModel(answer)
	}
	texts, answers := webtest.Share(webtest.AllPayloads(t), 0), 0
	for _, text := range texts {
		if text = strings.ToValidUTF8(text, ""); text == "" || strings.Contains(text, "\x00") {
			continue // no database has such a text
		}
		for path, got := range known(text) {
			answers++
			if why := webtest.AnswerHarm(got, harmless[path]); why != "" {
				t.Errorf("%s: %q: %s", path, text, why)
			}
		}
	}
	t.Logf("%d payloads, %d answers", len(texts), answers)
}

// holds reports whether a string somewhere in a JSON document is the text.
func holds(document []byte, text string) bool {
	var value any
	if err := json.Unmarshal(document, &value); err != nil {
		return false
	}
	var in func(any) bool
	in = func(value any) bool {
		switch v := value.(type) {
		case string:
			return v == text
		case []any:
			return slices.ContainsFunc(v, in)
		case map[string]any:
			for _, inner := range v {
				if in(inner) {
					return true
				}
			}
		}
		return false
	}
	return in(value)
}

// careless are pages that forget to escape, by the heading of the payloads that
// are made for them.
var careless = []struct{ heading, before, after string }{
	{"in an element", "<p>", "</p>"},
	{"in an attribute in double quotes", `<p><input value="`, `"></p>`},
	{"in an attribute in single quotes", `<p><input value='`, `'></p>`},
	{"in an attribute without quotes", `<p><input value=`, `></p>`},
	{"in a data block", `<script type="application/json">["`, `"]</script>`},
	{"in a comment", "<!-- ", " --><p></p>"},
	{"in a title", "<title>", "</title>"},
	{"in a text area", "<textarea>", "</textarea>"},
	{"in a list of choices", "<select><option>", "</option></select>"},
	{"in a style", "<style>", "</style>"},
	{"in noscript", "<noscript>", "</noscript>"},
	{"in svg", "<svg><text>", "</text></svg>"},
	{"in math", "<math><mi>", "</mi></math>"},
	{"in a CDATA section", "<svg><desc>", "</desc></svg>"},
	{"tags as browsers forgive them", "<p>", "</p>"},
}

// TestACarelessPageIsCaught is the control: harm sees each payload on a page that
// has its place wrong, and none where the text was escaped.
func TestACarelessPageIsCaught(t *testing.T) {
	texts := webtest.Payloads(t)
	for _, c := range careless {
		tried, missed := 0, 0
		for _, text := range texts[c.heading] {
			if len(text) < 2 || !strings.ContainsAny(text, "<>") {
				continue // dangerous in other places only
			}
			tried++
			show := func(text string) string { return c.before + text + c.after }
			if webtest.Harm(show(text), webtest.PageTags(show(twin(text)))) == "" {
				missed++
				t.Errorf("%s: %q was not caught", c.heading, text)
			}
		}
		t.Logf("%s: %d payloads, %d missed", c.heading, tried, missed)
	}
	for _, text := range texts["attributes more in a tag that stays"] {
		if !slices.ContainsFunc([]string{`"`, `'`, ``}, func(quote string) bool {
			show := func(text string) string { return "<input value=" + quote + "a" + text + quote + ">" }
			return webtest.Harm(show(text), webtest.PageTags(show(twin(text)))) != ""
		}) {
			t.Errorf("%q was not caught in any kind of quotes", text)
		}
	}
	for _, text := range texts["addresses"] {
		link := `<a href="` + templ.EscapeString(text) + `">`
		if strings.Contains(text, "pwn") && !strings.HasPrefix(text, "/") && webtest.Harm(link, webtest.PageTags(link)) == "" {
			t.Errorf("a link to %q was not caught", text)
		}
	}
	for _, text := range webtest.AllPayloads(t) {
		show := func(text string) string {
			return `<p title="` + templ.EscapeString(text) + `">` + templ.EscapeString(text) + "</p>"
		}
		if why := webtest.Harm(show(text), webtest.PageTags(show(twin(text)))); why != "" {
			t.Errorf("%q was caught though it was escaped: %s", text, why)
		}
	}
}
