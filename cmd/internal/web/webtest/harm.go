package webtest

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"html"
	"image/gif"
	"image/png"
	"io"
	"mime"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"kickabout/engine/enginetest"
	"kickabout/engine/games"
)

// ARecord is the beginning of a match, as somebody has it at home.
const ARecord = `Game: streetsoccer/lg
Event: A friendly
Yellow: Ann
Red: Bob
Begun: 2027-05-01T12:00:00.000Z
Result: 0:0
Ending: resignation
Winner: Yellow

  1. Yellow [4 2] Pd3e1f6
  2. Red          Pb1c2e8 {aside}
  3. Yellow       Be6
  4. Red    [6]   Me8e6|Bb7
            [2]
     Red          R
`

// drawn are the elements that an SVG of ours has.
var drawn = strings.Fields("svg title desc style defs g path rect use text set animate animateTransform")

// PictureHarm says what is wrong with a picture; "" if nothing. An SVG has no elements but
// ours, runs nothing and asks for nothing.
func PictureHarm(got *httptest.ResponseRecorder) string {
	var err error
	switch kind := got.Header().Get("Content-Type"); kind {
	case "image/svg+xml; charset=utf-8":
		return SVGHarm(got.Body.String())
	case "image/gif":
		_, err = gif.DecodeAll(bytes.NewReader(got.Body.Bytes()))
	case "image/png":
		_, err = png.Decode(bytes.NewReader(got.Body.Bytes()))
	default:
		return "it is sent as " + kind
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

// SVGHarm returns what is wrong with a picture; nothing if it draws and no more.
func SVGHarm(svg string) string {
	decoder := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			return ""
		}
		if err != nil {
			return err.Error()
		}
		switch t := token.(type) {
		case xml.StartElement:
			if !slices.Contains(drawn, t.Name.Local) {
				return fmt.Sprintf("it has a %s", t.Name.Local)
			}
			for _, a := range t.Attr {
				if strings.HasPrefix(a.Name.Local, "on") || a.Name.Local == "style" || a.Name.Local == "href" && !strings.HasPrefix(a.Value, "#") || strings.Contains(a.Value, "url(") {
					return fmt.Sprintf("%s has %s=%q", t.Name.Local, a.Name.Local, a.Value)
				}
			}
		case xml.ProcInst, xml.Directive, xml.Comment:
			return fmt.Sprintf("it has %T", t)
		case xml.CharData:
			if strings.Contains(string(t), "@import") || strings.Contains(string(t), "url(") {
				return "its style asks for something"
			}
		}
	}
}

// WholeLines says whether a stream consists of lines of JSON.
func WholeLines(body string) bool {
	for line := range strings.Lines(body) {
		if !json.Valid([]byte(line)) {
			return false
		}
	}
	return strings.HasSuffix(body, "\n")
}

// voids are the elements of the site's pages that have no end.
var voids = []string{"!", "base", "meta", "link", "input", "br"}

// WholePage says what is wrong with a page; the parts that a page fetches have no
// frame around them.
func WholePage(page string) string {
	var open []string
	for _, t := range PageTags(page) {
		name, closes := strings.CutPrefix(t.name, "/")
		switch {
		case t.danger() != "":
			return t.danger()
		case closes && (len(open) == 0 || open[len(open)-1] != name):
			return fmt.Sprintf("%v closes %v", t, open)
		case closes:
			open = open[:len(open)-1]
		case !slices.Contains(voids, name):
			open = append(open, name)
		}
	}
	part := strings.HasPrefix(page, `<div id="watch"`) || strings.HasPrefix(page, `<div id="match"`) || strings.HasPrefix(page, "<title>") || strings.HasPrefix(page, `<figure class="example"`) || strings.HasPrefix(page, `<p>`) || strings.HasPrefix(page, `<ul class="mine-rows"`)
	framed := strings.HasPrefix(page, doctype) && strings.HasSuffix(strings.TrimSpace(page), "</html>")
	switch {
	case len(open) > 0:
		return fmt.Sprintf("%v stay open", open)
	case !utf8.ValidString(page):
		return "it is no UTF-8"
	case !part && !framed:
		return fmt.Sprintf("no whole page: %.100q", page)
	}
	return ""
}

//go:embed testdata/payloads.txt
var payloads string

// Payloads returns the hostile texts of testdata by the headings they stand under.
func Payloads(t testing.TB) map[string][]string {
	t.Helper()
	texts, heading := map[string][]string{}, ""
	for line := range strings.Lines(payloads) {
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

// AllPayloads returns them in a row.
func AllPayloads(t testing.TB) []string {
	t.Helper()
	var all []string
	for _, texts := range Payloads(t) {
		all = append(all, texts...)
	}
	slices.Sort(all)
	return all
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
var addresses = strings.Fields("href src action formaction data poster srcset ping background cite xlink:href hx-get hx-post data-hx-get data-hx-post data-src data-url data-waiting")

// Here matches the addresses that stay on this site.
var Here = regexp.MustCompile(`^([?#]|/$|/[^/\\])`)

// authors are the pages that the rules of the games link to.
var authors = sync.OnceValue(func() (pages []string) {
	for _, g := range games.All() {
		for _, l := range g.Info().Links {
			pages = append(pages, html.EscapeString(l.URL))
		}
	}
	return pages
})

// danger says what in a tag this site never writes; "" if nothing.
func (t tag) danger() string {
	for _, a := range t.attributes {
		switch {
		case strings.HasPrefix(a.name, "on"), strings.HasPrefix(strings.TrimPrefix(a.name, "data-"), "hx-on"), a.name == "style", a.name == "srcdoc", a.name == "http-equiv":
			return fmt.Sprintf("%v has %s=%q", t, a.name, a.value)
		case t.name == "a" && a.name == "href" && slices.Contains(authors(), a.value):
			// the pages of those whom the games belong to are in the program, and nobody types them
		case slices.Contains(addresses, a.name) && !Here.MatchString(a.value):
			return fmt.Sprintf("%v leads away: %s=%q", t, a.name, a.value)
		}
	}
	switch {
	case t.name == "base" && (len(t.attributes) != 1 || t.attributes[0].name != "target"): // it says where links open, and not where they lead
		return fmt.Sprintf("%v is nothing that this site writes", t)
	case t.name == "!" || t.name == "style":
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

// Harm says in what a page differs from the tags of one that shows a harmless text
// in the same place, or what in it is dangerous in any case; "" if nothing.
func Harm(page string, want []tag) string {
	tags := PageTags(page)
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
var pip = regexp.MustCompile(`<circle class="pip( one)?"[^>]*></circle>`)

// told is a sentence on what has happened, with its board. How many there are the dice decide, too: a
// throw for the first kick-off is made again while it is level.
var told = regexp.MustCompile(`<li><a href="/matches/[a-z0-9]+\?at=[0-9]+(&amp;flip=1)?">[^<>]*</a></li>`)

// PageTags takes a page apart.
func PageTags(page string) []tag {
	page = pip.ReplaceAllLiteralString(strings.TrimPrefix(page, doctype), "")
	return dissect(told.ReplaceAllLiteralString(page, ""))
}

// A Model is the answer to a harmless text.
type Model struct {
	*httptest.ResponseRecorder
	tags []tag
}

// NewModel keeps an answer to compare others with.
func NewModel(answer *httptest.ResponseRecorder) Model {
	body := answer.Body.String()
	if answer.Header().Get("Content-Type") == "text/event-stream" {
		body = Streamed(body)
	}
	return Model{answer, PageTags(body)}
}

// Streamed returns the HTML that the events of a stream hold, as a browser reads them;
// fields that no event of the site has come back as a comment, which is harm.
func Streamed(stream string) string {
	var html strings.Builder
	for _, line := range regexp.MustCompile(`\r\n|\r|\n`).Split(stream, -1) {
		name, value, _ := strings.Cut(line, ":")
		switch name {
		case "data":
			html.WriteString(strings.TrimPrefix(value, " ") + "\n")
		case "", "id", "retry":
		case "event":
			if value == " waiting" || value == " bell" {
				continue
			}
			fallthrough
		default:
			html.WriteString("<!-- " + name + " -->")
		}
	}
	return html.String()
}

// AnswerHarm is harm of whole answers: the kind of content is looked at as well.
func AnswerHarm(got *httptest.ResponseRecorder, harmless Model) string {
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
	case got.Header().Get("Location") != "" && !Here.MatchString(got.Header().Get("Location")):
		return "it leads to " + got.Header().Get("Location")
	}
	switch {
	case got.Body.Len() == 0:
		return ""
	case kind == "text/html; charset=UTF-8":
		return Harm(got.Body.String(), harmless.tags)
	case kind == "text/event-stream":
		return Harm(Streamed(got.Body.String()), harmless.tags)
	case media == "application/json" && !json.Valid(got.Body.Bytes()):
		return "it is no JSON"
	case kind == "text/calendar; charset=UTF-8":
		return calendarHarm(got.Body.String())
	case strings.HasPrefix(kind, "image/"):
		return PictureHarm(got)
	case media == "application/x-ndjson" && !WholeLines(got.Body.String()):
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

// Share returns every sixtieth of some texts, others for each number, or all of
// them when it is to be proved.
func Share(texts []string, number int) (some []string) {
	step := 1
	if enginetest.Size(len(texts)) < len(texts) {
		step = 60
	}
	for i, text := range texts {
		if (i+number)%step == 0 {
			some = append(some, text)
		}
	}
	return some
}
