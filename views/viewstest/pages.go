package viewstest

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/a-h/templ"
	"github.com/google/go-cmp/cmp"

	"kickabout/views"
)

// CheckPages compares pages with their golden files in testdata, and tests on them what every
// page promises. With update the files are written first.
func CheckPages(t *testing.T, pages map[string]templ.Component, update bool) {
	t.Run("golden", func(t *testing.T) { golden(t, pages, update) })
	t.Run("policy", func(t *testing.T) { fitsPolicy(t, pages) })
	t.Run("static files", func(t *testing.T) { staticFiles(t, pages) })
	t.Run("ids", func(t *testing.T) { ids(t, pages) })
	t.Run("rules are linked", func(t *testing.T) { rulesLinked(t, pages) })
	t.Run("passwords", func(t *testing.T) { passwords(t, pages) })
}

// ruleIDs finds the ids of rules of the league.
var ruleIDs = regexp.MustCompile(`\bR-[A-Z]{2}-\d+(?:\.\d+)?\b`)

// rulesLinked wants the id of every rule that a page shows to be a link, or the place that links lead to.
func rulesLinked(t *testing.T, pages map[string]templ.Component) {
	known := regexp.MustCompile(`<a [^>]*#R-[A-Z]{2}-\d+">R-[^<]*</a>|<strong id="[^"]*">[^<]*</strong>`)
	for name, page := range pages {
		text := tokens.ReplaceAllStringFunc(known.ReplaceAllString(Rendered(t, page), ""), func(token string) string {
			if strings.HasPrefix(token, "<") {
				return ""
			}
			return token
		})
		if id := ruleIDs.FindString(text); id != "" {
			t.Errorf("%s shows %s without a link", name, id)
		}
	}
}

// golden compares pages as trees, not as bytes: a tag or text a line, by depth. Of a page it is the
// title and what is in the frame; the frame itself is on the scenes of that name, and what the pages
// give to it stands in one file for all. The inside of the boards is compared on the scenes that are
// nothing but a board.
func golden(t *testing.T, pages map[string]templ.Component, update bool) {
	var heads strings.Builder
	for _, name := range slices.Sorted(maps.Keys(pages)) {
		html := Rendered(t, pages[name])
		keep(t, name, html)
		if !strings.HasPrefix(name, "board") {
			html = board.ReplaceAllString(html, "$1$2")
		}
		got := Tree(t, html)
		if !strings.HasPrefix(name, "frame") && framed.MatchString(html) {
			got = Tree(t, framed.ReplaceAllString(html, "$1$2"))
			heads.WriteString(name + "\n" + head(html))
		}
		t.Run(name, func(t *testing.T) { compare(t, name+".html", got, update) })
	}
	if heads.Len() > 0 {
		compare(t, "heads.txt", heads.String(), update)
	}
	files, err := filepath.Glob("testdata/*.html")
	if err != nil || len(files) != len(pages) {
		t.Errorf("%d golden files for %d scenes, %v", len(files), len(pages), err)
	}
}

// keep writes a whole page as it is into the folder that KICKABOUT_PAGES names, for checkers that are no Go; without it
// nothing is kept.
func keep(t *testing.T, name, html string) {
	t.Helper()
	folder := os.Getenv("KICKABOUT_PAGES")
	if folder == "" || !strings.Contains(html, "<html") {
		return
	}
	area, err := os.Getwd()
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, filepath.Base(area)+"-"+name+".html"), []byte(html), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// compare compares with a golden file, which with update is written first.
func compare(t *testing.T, name, got string, update bool) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
}

// framed is a page in its frame: the title, and what is in it.
var framed = regexp.MustCompile(`(?s)^.*?(<title>.*?</title>).*(<main .*</main>).*$`)

// given is what a page gives to its frame.
var given = []struct {
	what    string
	pattern *regexp.Regexp
}{
	{"description", regexp.MustCompile(`<meta name="description" content="([^"]*)">`)},
	{"image", regexp.MustCompile(`<meta property="og:image" content="([^"]*)">`)},
	{"which shows", regexp.MustCompile(`<meta property="og:image:alt" content="([^"]*)">`)},
	{"script", regexp.MustCompile(`<script src="/static/([^?]*)[^>]*>`)},
	{"here", regexp.MustCompile(`<a href="([^"]*)" aria-current`)},
	{"viewer", regexp.MustCompile(`(?s)<p class="viewer">(.*?)</p>`)},
	{"waiting", regexp.MustCompile(`<span id="count" class="count">(\d+)`)},
}

// head lists it, a line each.
func head(html string) string {
	around, _, _ := strings.Cut(html, "<main ")
	var b strings.Builder
	for _, g := range given {
		for _, m := range g.pattern.FindAllStringSubmatch(around, -1) {
			b.WriteString(" " + g.what + ": " + strings.Join(strings.Fields(tags.ReplaceAllString(m[1], " ")), " ") + "\n")
		}
	}
	return b.String()
}

var (
	board   = regexp.MustCompile(`(?s)(<svg class="board[^>]*>).*?(</svg>)`)
	tags    = regexp.MustCompile(`<[^>]*>`)
	tokens  = regexp.MustCompile(`<[^>]*>|[^<]+`)
	tagName = regexp.MustCompile(`^</?([a-zA-Z!][a-zA-Z0-9]*)`)
	version = regexp.MustCompile(`\?v=[0-9a-f]{10}`)
	void    = regexp.MustCompile(`^<(!doctype|!DOCTYPE|meta|link|input|br|img)\b`)
)

// Tree writes HTML with one tag or text a line, indented by depth, and fails if
// the tags do not match. Versions of static files are left out.
func Tree(t *testing.T, html string) string {
	t.Helper()
	var b strings.Builder
	var open []string
	for _, token := range tokens.FindAllString(version.ReplaceAllString(html, "?v="), -1) {
		token = strings.Join(strings.Fields(token), " ")
		if token == "" {
			continue
		}
		name := ""
		if m := tagName.FindStringSubmatch(token); m != nil {
			name = m[1]
		}
		if strings.HasPrefix(token, "</") {
			if len(open) == 0 || open[len(open)-1] != name {
				t.Fatalf("%s closes where %v is open", token, open)
			}
			open = open[:len(open)-1]
			continue
		}
		b.WriteString(strings.Repeat(" ", len(open)) + token + "\n")
		if name != "" && !void.MatchString(token) {
			open = append(open, name)
		}
	}
	if len(open) > 0 {
		t.Fatalf("never closed: %v", open)
	}
	return b.String()
}

// What the site's content security policy forbids is on no page: the browser
// would leave it out and the page would be broken.
func fitsPolicy(t *testing.T, pages map[string]templ.Component) {
	forbidden := map[string]*regexp.Regexp{
		"a style attribute":     regexp.MustCompile(`<[^>]*\sstyle=`),
		"a style element":       regexp.MustCompile(`<style`),
		"an event attribute":    regexp.MustCompile(`<[^>]*\son[a-z]+=`),
		"a script in the page":  regexp.MustCompile(`<script(?:\s+(?:type="(?:module|text/javascript)"|defer))*\s*>`),
		"something from abroad": regexp.MustCompile(`<(?:script|link|img)[^>]*(?:src|href)="https?:`),
		"a javascript address":  regexp.MustCompile(`javascript:`),
	}
	for name, page := range pages {
		html := Rendered(t, page)
		for what, pattern := range forbidden {
			if found := pattern.FindString(html); found != "" {
				t.Errorf("%s has %s: %s", name, what, found)
			}
		}
	}
}

// staticFiles finds every static file that a page names.
func staticFiles(t *testing.T, pages map[string]templ.Component) {
	address := regexp.MustCompile(`"/static/([^"?]+)(\?v=[0-9a-f]{10})?"`)
	for name, page := range pages {
		for _, m := range address.FindAllStringSubmatch(Rendered(t, page), -1) {
			if _, ok := views.Static(m[1]); !ok {
				t.Errorf("%s names %s, which is not served", name, m[1])
			}
			if m[2] == "" {
				t.Errorf("%s names %s without its version", name, m[1])
			}
		}
	}
}

// ids are unique, and what points to them exists.
func ids(t *testing.T, pages map[string]templ.Component) {
	id := regexp.MustCompile(`\sid="([^"]+)"`)
	pointer := regexp.MustCompile(`\s(?:for|aria-labelledby)="([^"]+)"|href="#([^"]+)"`)
	for name, page := range pages {
		html := Rendered(t, page)
		found := map[string]int{}
		for _, m := range id.FindAllStringSubmatch(html, -1) {
			found[m[1]]++
		}
		for _, text := range slices.Sorted(maps.Keys(found)) {
			if found[text] > 1 {
				t.Errorf("%s has the id %q %d times", name, text, found[text])
			}
			if strings.ContainsFunc(text, unicode.IsSpace) {
				t.Errorf("%s has the id %q, and ids have no blanks", name, text)
			}
		}
		for _, m := range pointer.FindAllStringSubmatch(html, -1) {
			if strings.HasPrefix(m[2], "kit-") && !strings.Contains(html, "<html") {
				continue // a part of a page: the pieces are drawn with what its frame defines
			}
			if found[m[1]+m[2]] == 0 {
				t.Errorf("%s points to %q, which is not there", name, m[1]+m[2])
			}
		}
	}
}

// NoMarkup fails if a page lets markup through that somebody typed.
func NoMarkup(t *testing.T, pages map[string]string) {
	t.Helper()
	for name, html := range pages {
		for _, bad := range []string{"<script>", `" onclick="alert`, "<img", "<b></b>"} {
			if strings.Contains(html, bad) {
				t.Errorf("%s lets through %q", name, bad)
			}
		}
		Tree(t, html)
	}
}

// Rendered returns the HTML of a component.
func Rendered(t testing.TB, c templ.Component) string {
	t.Helper()
	var b strings.Builder
	if err := c.Render(context.Background(), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// passwords finds pages that repeat one.
func passwords(t *testing.T, pages map[string]templ.Component) {
	for name, page := range pages {
		html := Rendered(t, page)
		for _, field := range strings.Split(html, "<input")[1:] {
			field, _, _ = strings.Cut(field, ">")
			if strings.Contains(field, `type="password"`) && strings.Contains(field, "value=") {
				t.Errorf("%s has a password in <input%s>", name, field)
			}
		}
	}
}
