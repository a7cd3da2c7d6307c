package views

import (
	"flag"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden pages")

// Pages are compared as trees, not as bytes: a tag or text a line, by depth. The
// inside of the boards is compared on the scenes that are nothing but a board.
func TestPagesAreAsTheirGoldenFiles(t *testing.T) {
	for name, page := range scenes(t) {
		t.Run(name, func(t *testing.T) {
			html := rendered(t, page)
			if !strings.HasPrefix(name, "board") {
				html = board.ReplaceAllString(html, "$1$2")
			}
			got := tree(t, html)
			file := filepath.Join("testdata", name+".html")
			if *update {
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
		})
	}
	files, err := filepath.Glob("testdata/*.html")
	if err != nil || len(files) != len(scenes(t)) {
		t.Errorf("%d golden files for %d scenes, %v", len(files), len(scenes(t)), err)
	}
}

var (
	board   = regexp.MustCompile(`(?s)(<svg class="board[^>]*>).*?(</svg>)`)
	tokens  = regexp.MustCompile(`<[^>]*>|[^<]+`)
	tagName = regexp.MustCompile(`^</?([a-zA-Z!][a-zA-Z0-9]*)`)
	version = regexp.MustCompile(`\?v=[0-9a-f]{10}`)
	void    = regexp.MustCompile(`^<(!doctype|!DOCTYPE|meta|link|input|br|img)\b`)
)

// tree writes HTML with one tag or text a line, indented by depth, and fails if
// the tags do not match. Versions of static files are left out.
func tree(t *testing.T, html string) string {
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
func TestPagesHoldNothingThatTheContentPolicyForbids(t *testing.T) {
	forbidden := map[string]*regexp.Regexp{
		"a style attribute":     regexp.MustCompile(`<[^>]*\sstyle=`),
		"a style element":       regexp.MustCompile(`<style`),
		"an event attribute":    regexp.MustCompile(`<[^>]*\son[a-z]+=`),
		"a script in the page":  regexp.MustCompile(`<script(?:\s+(?:type="(?:module|text/javascript)"|defer))*\s*>`),
		"something from abroad": regexp.MustCompile(`<(?:script|link|img)[^>]*(?:src|href)="https?:`),
		"a javascript address":  regexp.MustCompile(`javascript:`),
	}
	for name, page := range scenes(t) {
		html := rendered(t, page)
		for what, pattern := range forbidden {
			if found := pattern.FindString(html); found != "" {
				t.Errorf("%s has %s: %s", name, what, found)
			}
		}
	}
}

func TestEveryStaticFileThatAPageNamesIsThere(t *testing.T) {
	address := regexp.MustCompile(`"/(static/[^"?]+)(\?v=[0-9a-f]{10})?"`)
	for name, page := range scenes(t) {
		for _, m := range address.FindAllStringSubmatch(rendered(t, page), -1) {
			if _, err := Static.ReadFile(m[1]); err != nil {
				t.Errorf("%s names %s: %v", name, m[1], err)
			}
			if m[2] == "" {
				t.Errorf("%s names %s without its version", name, m[1])
			}
		}
	}
}

func TestIdsAreUniqueAndWhatPointsToThemExists(t *testing.T) {
	id := regexp.MustCompile(`\sid="([^"]+)"`)
	pointer := regexp.MustCompile(`\s(?:for|aria-labelledby)="([^"]+)"|href="#([^"]+)"`)
	for name, page := range scenes(t) {
		html := rendered(t, page)
		ids := map[string]int{}
		for _, m := range id.FindAllStringSubmatch(html, -1) {
			ids[m[1]]++
		}
		for _, text := range slices.Sorted(maps.Keys(ids)) {
			if ids[text] > 1 {
				t.Errorf("%s has the id %q %d times", name, text, ids[text])
			}
		}
		for _, m := range pointer.FindAllStringSubmatch(html, -1) {
			if ids[m[1]+m[2]] == 0 {
				t.Errorf("%s points to %q, which is not there", name, m[1]+m[2])
			}
		}
	}
}

func TestHostileNamesStayText(t *testing.T) {
	in := seen(t, played(t, 14), "ann")
	in.Match.Seats[0].Player.Name = `<script>alert("x")</script>`
	in.Match.Seats[1].Player.Name = `" onclick="alert(1)`
	in.Error, in.Tried = `<img src=x>`, `<b>`
	in.Key = `</script><script>`
	worth, coach := weighed(t, ann), guessing(t, ann, "")
	worth.Match.Seats, coach.Match.Seats, coach.Error = in.Match.Seats, in.Match.Seats, `<img src=x>`
	for name, html := range map[string]string{
		"page": rendered(t, Match(NewMatchPage(in))), "live": rendered(t, MatchLive(NewMatchPage(in))),
		"worth": rendered(t, Worth(NewWorthPage(worth))), "coach": rendered(t, Coach(NewCoachPage(coach))),
	} {
		for _, bad := range []string{"<script>", `" onclick="alert`, "<img", "<b></b>"} {
			if strings.Contains(html, bad) {
				t.Errorf("%s lets through %q", name, bad)
			}
		}
		tree(t, html)
	}
}

func TestAssetsCarryAVersionOfTheirContent(t *testing.T) {
	if got := Asset("site.css"); !regexp.MustCompile(`^/static/site\.css\?v=[0-9a-f]{10}$`).MatchString(got) {
		t.Errorf("Asset(site.css) = %q", got)
	}
	if Asset("site.css")[len("/static/site.css"):] == Asset("site.js")[len("/static/site.js"):] {
		t.Error("two files have one version")
	}
	if got := Asset("none.css"); got != "/static/none.css" {
		t.Errorf("Asset of a file that is not there = %q", got)
	}
}
