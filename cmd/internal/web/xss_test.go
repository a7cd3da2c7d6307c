package web_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"mime"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/a-h/templ"

	"kickabout/engine/dice"
	"kickabout/engine/enginetest"
	"kickabout/league"
)

// payloads returns the hostile texts of testdata by the headings they stand under.
func payloads(t testing.TB) map[string][]string {
	t.Helper()
	file, err := os.ReadFile("testdata/payloads.txt")
	if err != nil {
		t.Fatal(err)
	}
	texts, heading := map[string][]string{}, ""
	for line := range strings.Lines(string(file)) {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "# "); ok {
			heading = name
		} else if line != "" {
			text, err := strconv.Unquote(line)
			if err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			texts[heading] = append(texts[heading], text)
		}
	}
	return texts
}

// allPayloads returns them in a row.
func allPayloads(t testing.TB) []string {
	t.Helper()
	var all []string
	for _, texts := range payloads(t) {
		all = append(all, texts...)
	}
	slices.Sort(all)
	return all
}

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

// A tag is one piece of markup: "a", "/a", "!" for a comment or a declaration.
type tag struct {
	name       string
	attributes []attribute
	text       string // of an element that holds no tags, such as a script
}

type attribute struct{ name, value string }

// rawText are the elements whose inside a browser reads as text, up to these ends.
var rawText = map[string]*regexp.Regexp{
	"script": ending("script"), "style": ending("style"), "textarea": ending("textarea"), "title": ending("title"),
	"xmp": ending("xmp"), "iframe": ending("iframe"), "noembed": ending("noembed"), "noframes": ending("noframes"),
}

func ending(name string) *regexp.Regexp { return regexp.MustCompile(`(?i)</` + name + `[\s/>]`) }

// dissect takes a page apart into its tags as browsers do, so that of a page that
// is wrong nothing is overlooked.
func dissect(page string) (tags []tag) {
	for {
		_, rest, more := strings.Cut(page, "<")
		if !more {
			return tags
		}
		page = rest
		var t tag
		switch {
		case strings.HasPrefix(page, "!--"):
			t.name, page = "!", afterComment(page[len("!--"):])
		case isLetter(page), strings.HasPrefix(page, "/") && isLetter(page[1:]):
			t, page = readTag(page)
		case strings.IndexAny(page, "!?/") == 0:
			t.name = "!"
			_, page, _ = strings.Cut(page, ">")
		default:
			continue // a sign like any other
		}
		if end := rawText[t.name]; end != nil {
			t.text = page
			if at := end.FindStringIndex(page); at != nil {
				t.text = page[:at[0]]
			}
			page = page[len(t.text):]
		}
		tags = append(tags, t)
	}
}

func isLetter(s string) bool { return s != "" && (s[0]|0x20) >= 'a' && (s[0]|0x20) <= 'z' }

var commentEnd = regexp.MustCompile(`^-?>|--!?>`)

func afterComment(page string) string {
	if end := commentEnd.FindStringIndex(page); end != nil {
		return page[end[1]:]
	}
	return ""
}

// space is what may stand between attributes.
const space = " \t\n\f\r/"

// readTag reads a tag behind its "<"; one that the page ends within takes the rest.
func readTag(page string) (tag, string) {
	name, page := word(page, space+">", 1) // the first may be the slash of an end
	t := tag{name: strings.ToLower(name)}
	for {
		page = strings.TrimLeft(page, space)
		if page == "" || page[0] == '>' {
			return t, page[min(1, len(page)):]
		}
		var a attribute
		a.name, page = word(page, space+">=", 1) // even a "=" may begin a name
		if value, ok := strings.CutPrefix(strings.TrimLeft(page, space), "="); ok {
			a.value, page = attributeValue(strings.TrimLeft(value, " \t\n\f\r"))
		}
		a.name = strings.ToLower(a.name)
		t.attributes = append(t.attributes, a)
	}
}

func attributeValue(page string) (value, rest string) {
	if page != "" && (page[0] == '"' || page[0] == '\'') {
		value, rest, _ = strings.Cut(page[1:], page[:1])
		return value, rest
	}
	return word(page, space[:len(space)-1]+">", 0)
}

// word cuts a page where one of some signs stands, but not before the least length.
func word(page, signs string, least int) (word, rest string) {
	least = min(least, len(page))
	if end := strings.IndexAny(page[least:], signs); end >= 0 {
		return page[:least+end], page[least+end:]
	}
	return page, ""
}

// String writes a tag with the names of its attributes: what must not depend on
// what somebody typed.
func (t tag) String() string {
	var b strings.Builder
	b.WriteString("<" + t.name)
	for _, a := range t.attributes {
		b.WriteString(" " + a.name)
	}
	return b.String() + ">"
}

// addresses are the attributes that lead somewhere or fetch something.
var addresses = strings.Fields("href src action formaction data poster srcset ping background cite xlink:href hx-get hx-post data-src data-url data-waiting")

// here matches the addresses that stay on this site.
var here = regexp.MustCompile(`^([?#]|/$|/[^/\\])`)

// danger says what in a tag this site never writes; "" if nothing.
func (t tag) danger() string {
	for _, a := range t.attributes {
		switch {
		case strings.HasPrefix(a.name, "on"), strings.HasPrefix(a.name, "hx-on"), a.name == "style", a.name == "srcdoc", a.name == "http-equiv":
			return fmt.Sprintf("%v has %s=%q", t, a.name, a.value)
		case slices.Contains(addresses, a.name) && !here.MatchString(a.value):
			return fmt.Sprintf("%v leads away: %s=%q", t, a.name, a.value)
		}
	}
	switch {
	case t.name == "!" || t.name == "base" || t.name == "style":
		return fmt.Sprintf("%v is nothing that this site writes", t)
	case t.name == "script" && slices.Contains(t.attributes, attribute{"type", "application/json"}):
		if strings.Contains(t.text, "<") || !json.Valid([]byte(t.text)) {
			return fmt.Sprintf("a data block that can be broken: %.200q", t.text)
		}
	case t.name == "script" && t.text != "":
		return fmt.Sprintf("a script in the page: %.200q", t.text)
	}
	return ""
}

// doctype is the only declaration of a page; danger knows none.
const doctype = "<!doctype html>"

// harm says in what a page differs from the tags of one that shows a harmless text
// in the same place, or what in it is dangerous in any case; "" if nothing.
func harm(page string, want []tag) string {
	tags := pageTags(page)
	for i, t := range tags {
		if i >= len(want) || t.String() != want[i].String() {
			return fmt.Sprintf("tag %d of %d is %v, of %d in the harmless page", i, len(tags), t, len(want))
		}
		if d := t.danger(); d != "" {
			return d
		}
	}
	if len(tags) < len(want) {
		return fmt.Sprintf("%v is missing", want[len(tags)])
	}
	return ""
}

// pip is a dot of a die. How many there are is the one thing on a page that a
// contribution to the dice has a right to decide.
var pip = regexp.MustCompile(`<circle class="pip"[^>]*></circle>`)

func pageTags(page string) []tag {
	return dissect(pip.ReplaceAllLiteralString(strings.TrimPrefix(page, doctype), ""))
}

// A model is the answer to a harmless text.
type model struct {
	*httptest.ResponseRecorder
	tags []tag
}

func newModel(answer *httptest.ResponseRecorder) model {
	body := answer.Body.String()
	if answer.Header().Get("Content-Type") == "text/event-stream" {
		body = streamed(body)
	}
	return model{answer, pageTags(body)}
}

// streamed returns the HTML that the events of a stream hold, as a browser reads them;
// fields that no event of the site has come back as a comment, which is harm.
func streamed(stream string) string {
	var html strings.Builder
	for _, line := range regexp.MustCompile(`\r\n|\r|\n`).Split(stream, -1) {
		name, value, _ := strings.Cut(line, ":")
		switch name {
		case "data":
			html.WriteString(strings.TrimPrefix(value, " ") + "\n")
		case "", "id", "retry":
		case "event":
			if value == " waiting" {
				continue
			}
			fallthrough
		default:
			html.WriteString("<!-- " + name + " -->")
		}
	}
	return html.String()
}

// answerHarm is harm of whole answers: the kind of content is looked at as well.
func answerHarm(got *httptest.ResponseRecorder, harmless model) string {
	kind := got.Header().Get("Content-Type")
	media, _, _ := mime.ParseMediaType(kind)
	switch {
	case got.Code != harmless.Code:
		return fmt.Sprintf("status %d, harmless %d", got.Code, harmless.Code)
	case kind != harmless.Header().Get("Content-Type"):
		return fmt.Sprintf("it is sent as %q, harmless as %q", kind, harmless.Header().Get("Content-Type"))
	case got.Header().Get("X-Content-Type-Options") != "nosniff":
		return "browsers may guess what it is"
	case strings.Trim(got.Header().Get("Refresh"), "0123456789") != "": // a number alone leads to the page itself
		return "it leads to " + got.Header().Get("Refresh")
	case got.Header().Get("Location") != "" && !here.MatchString(got.Header().Get("Location")):
		return "it leads to " + got.Header().Get("Location")
	}
	switch {
	case got.Body.Len() == 0:
		return ""
	case kind == "text/html; charset=UTF-8":
		return harm(got.Body.String(), harmless.tags)
	case kind == "text/event-stream":
		return harm(streamed(got.Body.String()), harmless.tags)
	case media == "application/json" && !json.Valid(got.Body.Bytes()):
		return "it is no JSON"
	case kind == "text/calendar; charset=UTF-8":
		return calendarHarm(got.Body.String())
	case strings.HasPrefix(kind, "image/"):
		return pictureHarm(got)
	case media == "application/x-ndjson" && !wholeLines(got.Body.String()):
		return "it is no lines of JSON"
	case media == "application/json", media == "application/x-ndjson", kind == "text/plain; charset=UTF-8", kind == "text/csv; charset=UTF-8":
		return ""
	}
	return "it is sent as " + kind
}

// calendarHarm says which line of a calendar is none of those that we write: a text must not
// become a property of its own.
func calendarHarm(calendar string) string {
	for line := range strings.SplitSeq(strings.TrimSuffix(calendar, "\r\n"), "\r\n") {
		if !calendarLine.MatchString(line) {
			return fmt.Sprintf("it has a line %q", line)
		}
	}
	return ""
}

// calendarLine is a line as we write it, or the rest of one.
var calendarLine = regexp.MustCompile(`^( [^\r\n]*|(BEGIN|END):V(CALENDAR|EVENT)|(VERSION|PRODID|CALSCALE|METHOD|NAME|X-WR-CALNAME|REFRESH-INTERVAL|X-PUBLISHED-TTL|UID|DTSTAMP|DTSTART|DTEND|SUMMARY|DESCRIPTION|URL|LOCATION|TRANSP|CATEGORIES|SEQUENCE)[:;][^\r\n]*)$`)

// stage is what texts are tried on: a match that waits for its first move.
type stage struct {
	w               *world
	mover, stranger *browser
	member          *browser // has an account and a token
	id              string
	taken           string // address of an offer that somebody else has taken
	invitation      string // address of one that invites the member
}

func newStage(t testing.TB) *stage {
	w := newWorld(t)
	s := &stage{w: w, mover: w.browser(), stranger: w.browser()}
	s.id = s.mover.begin()
	s.stranger.begin()
	s.member, _ = w.signedUp("Ann")
	s.member.post("/account/tokens", url.Values{"label": {"a label"}})
	author, _ := w.signedUp("Bob")
	taker, _ := w.signedUp("Cleo")
	s.taken = author.offers("anyone", "")
	taker.post(s.taken+"/acceptance", url.Values{})
	s.invitation = author.offers("person", "Ann")
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
	start, turn := s.mover.startForm(), s.w.turn(s.id)
	turn.Set("move", "Pc3b7") // no figure may be placed there
	in := func(name string, send func(string) *httptest.ResponseRecorder) { all = append(all, place{name, send}) }
	form := func(b *browser, path string, form url.Values, fields ...string) {
		for _, field := range fields {
			in("POST "+path+" "+field, func(text string) *httptest.ResponseRecorder {
				filled := url.Values{}
				for name, values := range form {
					filled[name] = values
				}
				filled.Set(field, text)
				return b.ask(http.MethodPost, path, filled)
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
				return b.ask(http.MethodGet, path+"?"+url.Values{name: {text}}.Encode(), nil)
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
	offer := s.member.offerForm("person", "Nobody")
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
	query("/static/none", "v")
	query("/ratings", "rules", "sort", "page")
	query("/ratings/list.csv", "rules")
	query("/ratings/list.json", "rules")
	query("/ratings/what-if", "rules", "own", "opponent")
	query("/rules/streetsoccer", "example", "do", "roll", "play")
	query("/rules/streetsoccer/examples/1", "ask", "do", "roll", "play")
	query("/try", "rules", "position", "do", "move", "start", "bot", "onetwofun.goals")
	for _, path := range []string{"/%s", "/%s/x", "/matches/%s", "/matches/%s/stream", "/matches/%s/steps", "/matches/%s/match.json", "/matches/%s/record.txt", "/matches/%s/record.json", "/matches/%s/replay.svg", "/matches/%s/replay.gif", "/matches/%s/preview.png", "/matches/%s/analysis", "/matches/%s/coach", "/rules/%s", "/rules/streetsoccer/examples/%s", "/static/%s", "/offers/%s", "/offers/%s/counter", "/invited/%s", "/players/%s", match + "/%s"} {
		in("GET "+path, func(text string) *httptest.ResponseRecorder {
			return s.mover.ask(http.MethodGet, fmt.Sprintf(path, url.PathEscape(text)), nil)
		})
	}
	refused := url.Values{"name": {"Guest"}, "password": {"goats"}}
	form(s.mover, "/signup", refused, "next", "other")
	form(s.mover, "/signin", refused, "name", "password", "next", "other")
	in("POST /signup name", func(text string) *httptest.ResponseRecorder {
		return s.mover.ask(http.MethodPost, "/signup", url.Values{"name": {"Guest " + text}, "password": {"goats"}})
	})
	in("POST /account/tokens label", func(text string) *httptest.ResponseRecorder {
		return s.member.ask(http.MethodPost, "/account/tokens", url.Values{"label": {strings.Repeat("x", 50) + text}})
	})
	form(s.member, "/account/password", url.Values{"old": {"not it"}, "password": {"goats"}}, "old", "other")
	form(s.member, "/account/deletion", url.Values{"gone": {"not it"}}, "gone", "other")
	form(s.member, "/account/sessions/end", url.Values{}, "session")
	form(s.member, "/account/tokens/end", url.Values{}, "token")
	form(s.member, "/vacation", url.Values{"n": {"1"}, "days": {"99"}}, "n", "begins", "days", "other")
	form(s.member, "/vacation/end", url.Values{}, "other")
	form(s.stranger, match+"/time", url.Values{"days": {"2"}}, "key", "days", "other")
	in("GET /vacation done", func(text string) *httptest.ResponseRecorder {
		return s.member.ask(http.MethodGet, "/vacation?"+url.Values{"done": {text}}.Encode(), nil)
	})
	query("/notices", "other")
	whole := url.Values{"text": {aRecord}, "at": {"1"}}
	form(s.stranger, "/analysis", whole, "text", "at", "file", "match", "other")
	for name, old := range map[string]string{"names": "Ann", "headers": "A friendly"} { // quoted, so that they can be read
		in("POST /analysis "+name, func(text string) *httptest.ResponseRecorder {
			value := strconv.Quote(strings.ToValidUTF8(text, "?"))
			return s.stranger.ask(http.MethodPost, "/analysis", url.Values{"text": {strings.Replace(aRecord, old, value, 1)}})
		})
	}
	for name, old := range map[string]string{"moves": "Pd3e1f6", "moments": "2027"} {
		in("POST /analysis "+name, func(text string) *httptest.ResponseRecorder {
			return s.stranger.ask(http.MethodPost, "/analysis", url.Values{"text": {strings.Replace(aRecord, old, text, 1)}})
		})
	}
	query("/analysis", "match", "at", "text")
	query("/signup", "next", "name")
	query("/signin", "next", "done")
	in("GET /account done", func(text string) *httptest.ResponseRecorder {
		return s.member.ask(http.MethodGet, "/account?"+url.Values{"done": {text}}.Encode(), nil)
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
	s.w.echo.ServeHTTP(answer, r)
	return answer
}

// share returns every thirtieth of some texts, others for each number, or all of
// them when it is to be proved.
func share(texts []string, number int) (some []string) {
	step := 1
	if enginetest.Size(len(texts)) < len(texts) {
		step = 30
	}
	for i, text := range texts {
		if (i+number)%step == 0 {
			some = append(some, text)
		}
	}
	return some
}

// TestProofNoTextBecomesMarkup is S3 for what comes back at once: every payload in
// every place of a request where a visitor can put a text.
func TestProofNoTextBecomesMarkup(t *testing.T) {
	s := newStage(t)
	texts := allPayloads(t)
	if len(texts) < 300 {
		t.Errorf("%d payloads are too few", len(texts))
	}
	places, answers, statuses := s.places(), 0, map[int]int{}
	before := s.w.view(s.id).Record.Seq
	for i, p := range places {
		harmless := map[string]model{}
		for _, text := range share(texts, i) {
			same := twin(text)
			if _, known := harmless[same]; !known {
				harmless[same] = newModel(p.send(same))
			}
			got := p.send(text)
			answers++
			statuses[got.Code]++
			if why := answerHarm(got, harmless[same]); why != "" {
				t.Errorf("%s: %q: %s", p.name, text, why)
			}
		}
	}
	if after := s.w.view(s.id).Record.Seq; after != before {
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
	w := newWorld(t)
	author, stranger := w.browser(), w.browser()
	// begun starts a match and returns what every page shows that could show it.
	begun := func(text string) map[string]*httptest.ResponseRecorder {
		form := author.foundForm()
		form.Set("contribution", text)
		answer := author.ask(http.MethodPost, "/matches", form)
		match := answer.Header().Get("Location")
		if answer.Code != http.StatusSeeOther {
			t.Fatalf("%q: %d", text, answer.Code)
		}
		pages := map[string]*httptest.ResponseRecorder{}
		look := func(b *browser, who string, paths ...string) {
			for _, path := range paths {
				pages[strings.NewReplacer(match, "", strings.TrimPrefix(match, "/matches/"), "").Replace(path)+" "+who] = b.ask(http.MethodGet, path, nil)
			}
		}
		look(author, "by the author", "/", match, match+"?resign=1", match+"?at=1", match+"/stream", match+"/steps?seq=1")
		look(stranger, "by a stranger", "/", "/watch", match, match+"/stream", match+"/match.json", match+"/record.txt", match+"/record.json", "/analysis?match="+strings.TrimPrefix(match, "/matches/"))
		if answer := author.ask(http.MethodPost, match+"/resignation", url.Values{}); answer.Code != http.StatusSeeOther {
			t.Fatalf("resigning: %d", answer.Code)
		}
		look(stranger, "afterwards", "/", match, match+"/replay.svg", match+"/replay.gif", match+"/preview.png", match+"/match.json", match+"/record.txt", match+"/record.json", "/analysis?match="+strings.TrimPrefix(match, "/matches/"))
		return pages
	}
	for range 10 { // the lists of the front page are full from here on
		begun("for luck")
	}
	harmless := map[string]model{}
	for path, answer := range begun("for luck") {
		harmless[path] = newModel(answer)
	}
	texts, answers := share(allPayloads(t), 0), 0
	for _, text := range texts {
		stored := storable(text)
		if stored == "" {
			continue
		}
		for path, got := range begun(stored) {
			answers++
			if why := answerHarm(got, harmless[path]); why != "" {
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
	w := newWorld(t)
	stranger := w.browser()
	stranger.signUp("Stranger")
	n := 0
	// known makes a member of a name and returns what every page shows of him.
	known := func(name string) map[string]*httptest.ResponseRecorder {
		n++
		token := w.office.NewToken()
		p := league.Player{ID: fmt.Sprintf("member%d", n), Name: name, Kind: league.Member, Created: w.clock()}
		session := league.Session{Hash: sha256.Sum256([]byte(token)), Player: p.ID, Created: p.Created, Seen: p.Created, Browser: name}
		if err := w.store.SignUp(t.Context(), league.Account{Player: p, Password: "x", Created: p.Created}, []string{p.ID}, session); err != nil {
			t.Fatal(err)
		}
		if err := w.store.AddToken(t.Context(), league.Token{Hash: session.Hash, Player: p.ID, Label: name, Created: p.Created}, 1); err != nil {
			t.Fatal(err)
		}
		b := w.browser()
		b.plant(token)
		match := b.ask(http.MethodPost, "/matches", b.startForm()).Header().Get("Location")
		pages := map[string]*httptest.ResponseRecorder{}
		look := func(b *browser, who string, paths ...string) {
			for _, path := range paths {
				pages[strings.NewReplacer(match, "", strings.TrimPrefix(match, "/matches/"), "", p.ID, ":id").Replace(path)+" "+who] = b.ask(http.MethodGet, path, nil)
			}
		}
		look(b, "by himself", "/", "/account", "/account/download.jsonl", "/vacation", "/vacation/statement.csv", "/notices", "/matches", "/offers", "/offers/new", "/tournaments", "/players/"+p.ID, match, match+"?resign=1", "/nowhere", "/dice")
		look(stranger, "by another", "/", "/watch", "/players/"+p.ID, match, match+"/stream", match+"/match.json", match+"/record.txt", match+"/record.json", "/analysis?match="+strings.TrimPrefix(match, "/matches/"))
		if answer := b.ask(http.MethodPost, match+"/resignation", url.Values{}); answer.Code != http.StatusSeeOther {
			t.Fatalf("resigning: %d", answer.Code)
		}
		look(stranger, "afterwards", "/", "/players/"+p.ID, match, match+"/analysis", match+"/replay.svg", match+"/replay.gif", match+"/preview.png")
		return pages
	}
	for range 10 { // the lists of the front page are full from here on
		known("Somebody")
	}
	harmless := map[string]model{}
	for path, answer := range known("Somebody") {
		harmless[path] = newModel(answer)
	}
	texts, answers := share(allPayloads(t), 0), 0
	for _, text := range texts {
		if text = strings.ToValidUTF8(text, ""); text == "" || strings.Contains(text, "\x00") {
			continue // no database has such a text
		}
		for path, got := range known(text) {
			answers++
			if why := answerHarm(got, harmless[path]); why != "" {
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
	texts := payloads(t)
	for _, c := range careless {
		tried, missed := 0, 0
		for _, text := range texts[c.heading] {
			if len(text) < 2 || !strings.ContainsAny(text, "<>") {
				continue // dangerous in other places only
			}
			tried++
			show := func(text string) string { return c.before + text + c.after }
			if harm(show(text), pageTags(show(twin(text)))) == "" {
				missed++
				t.Errorf("%s: %q was not caught", c.heading, text)
			}
		}
		t.Logf("%s: %d payloads, %d missed", c.heading, tried, missed)
	}
	for _, text := range texts["attributes more in a tag that stays"] {
		if !slices.ContainsFunc([]string{`"`, `'`, ``}, func(quote string) bool {
			show := func(text string) string { return "<input value=" + quote + "a" + text + quote + ">" }
			return harm(show(text), pageTags(show(twin(text)))) != ""
		}) {
			t.Errorf("%q was not caught in any kind of quotes", text)
		}
	}
	for _, text := range texts["addresses"] {
		link := `<a href="` + templ.EscapeString(text) + `">`
		if strings.Contains(text, "pwn") && !strings.HasPrefix(text, "/") && harm(link, pageTags(link)) == "" {
			t.Errorf("a link to %q was not caught", text)
		}
	}
	for _, text := range allPayloads(t) {
		show := func(text string) string {
			return `<p title="` + templ.EscapeString(text) + `">` + templ.EscapeString(text) + "</p>"
		}
		if why := harm(show(text), pageTags(show(twin(text)))); why != "" {
			t.Errorf("%q was caught though it was escaped: %s", text, why)
		}
	}
}
