package study_test

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/engine/games"
	"kickabout/engine/record"
	"kickabout/league"
	"kickabout/league/transcript"
)

// boards sends a record and returns the page.
func boards(b *webtest.Browser, text, at string) webtest.Answer {
	return b.Post("/analysis", url.Values{"text": {text}, "at": {at}})
}

func TestARecordIsLookedAt(t *testing.T) {
	w := webtest.New(t)
	b := w.Browser()
	for at, want := range map[string]string{
		"": "Before the first move", "0": "Before the first move", "3": "After move 3 of 4: Yellow, d5 – e6",
		"4": "After move 4 of 4: Red, thrown 6, e8 – e6 – b7", "99": "After move 4 of 4", "-1": "Before the first", "x": "Before the first",
	} {
		page := boards(b, webtest.ARecord, at)
		if page.Status != http.StatusOK || !strings.Contains(page.Body, want) || !strings.Contains(page.Body, "Analysis: Ann v Bob") {
			t.Errorf("at %q: %d, without %q", at, page.Status, want)
		}
	}
	page := boards(b, webtest.ARecord, "2")
	for _, part := range []string{"Yellow wins: Red resigned at 0–0. 5–0 points.", "A friendly", `<code tabindex="0">kickoff Y `, "/try?"} {
		if !strings.Contains(page.Body, part) {
			t.Errorf("the page does not show %q", part)
		}
	}
	// What the page carries on leads to the next board.
	carried := regexp.MustCompile(`(?s)name="text" value="([^"]*)"`).FindStringSubmatch(page.Body)
	if carried == nil {
		t.Fatal("the page does not carry the record on")
	}
	if next := boards(b, strings.NewReplacer("&#34;", `"`, "&amp;", "&", "&gt;", ">", "&#39;", "'").Replace(carried[1]), "3"); !strings.Contains(next.Body, "After move 3 of 4") {
		t.Errorf("the record that was carried on: %d", next.Status)
	}
	if _, list, err := w.Office.Latest(t.Context(), league.Site(), 0, 5); err != nil || len(list) > 0 {
		t.Errorf("a record that was looked at became %v, %v", list, err)
	}
}

func TestARecordComesAsAFile(t *testing.T) {
	w := webtest.New(t)
	m, err := record.Decode(webtest.ARecord, games.ByID)
	if err != nil {
		t.Fatal(err)
	}
	id := w.Browser().Begin()
	proof := w.Browser().Get("/matches/" + id + "/match.json").Body
	for name, c := range map[string]struct {
		content, typed string
		status         int
		says           string
	}{
		"text":                     {webtest.ARecord, "nonsense", 200, "Ann v Bob"},
		"text from Windows":        {"\uFEFF" + strings.ReplaceAll(webtest.ARecord, "\n", "\r\n"), "", 200, "Ann v Bob"},
		"JSON":                     {string(record.EncodeJSON(m)), "", 200, "Ann v Bob"},
		"a proof of dice":          {proof, "", 200, "This record has no move yet."},
		"a proof that was changed": {strings.Replace(proof, `"face": `, `"face": 7`, 1), "", 422, "by the rules"},
		"no file but text":         {"", webtest.ARecord, 200, "Ann v Bob"},
		"neither":                  {"", "", 422, "Paste a record here, or choose a file."},
		"a picture":                {"\x89PNG\r\n\x1a\n", "", 422, "UTF-8"},
		"a film":                   {strings.Repeat("film", 100_000), "", 422, "at most 262144 are read"},
	} {
		t.Run(name, func(t *testing.T) {
			var body bytes.Buffer
			form := multipart.NewWriter(&body)
			form.WriteField("text", c.typed)
			file, _ := form.CreateFormFile("file", "record.txt")
			file.Write([]byte(c.content))
			form.Close()
			r := httptest.NewRequest(http.MethodPost, "/analysis", &body)
			r.Header.Set("Content-Type", form.FormDataContentType())
			got := httptest.NewRecorder()
			w.Echo.ServeHTTP(got, r)
			if got.Code != c.status || !strings.Contains(got.Body.String(), c.says) {
				t.Errorf("%d, without %q", got.Code, c.says)
			}
		})
	}
}

// What is wrong stands beside the text, with its place, and the text is still there.
func TestARecordThatIsWrongComesBack(t *testing.T) {
	b := webtest.New(t).Browser()
	for change, says := range map[string]string{
		"Be6": "Be5", "Game": "Came", "[6]": "[9]", "resignation": "timeout",
	} {
		text := strings.Replace(webtest.ARecord, change, says, 1)
		page := boards(b, text, "")
		if page.Status != http.StatusUnprocessableEntity || !regexp.MustCompile(`role="alert">Line \d+, column \d+: [^<]+\.</p>`).MatchString(page.Body) {
			t.Errorf("%s: %d, without a place", says, page.Status)
		}
		if !strings.Contains(page.Body, "  4. Red    ") || !strings.Contains(page.Body, `aria-describedby="text-error"`) || !strings.Contains(page.Body, "^</pre>") {
			t.Errorf("%s: the text is gone", says)
		}
	}
	if huge := boards(b, strings.Repeat("x", 2<<20), ""); huge.Status != http.StatusRequestEntityTooLarge {
		t.Errorf("2 MB are answered with %d", huge.Status)
	}
	if elsewhere := b.Post("/signup", url.Values{"name": {strings.Repeat("x", 100_000)}}); elsewhere.Status != http.StatusRequestEntityTooLarge {
		t.Errorf("100 KB for another form are answered with %d", elsewhere.Status)
	}
}

// A match of the site is offered as a record that holds all of it, and is looked at on
// the same board.
func TestAMatchIsOfferedAsARecord(t *testing.T) {
	w := webtest.New(t)
	mover, opponent := w.Browser(), w.Browser()
	id := w.Between(mover, opponent)
	for _, finished := range []bool{false, true} {
		if finished {
			opponent.Post("/matches/"+id+"/resignation", url.Values{})
		}
		v := w.View(id)
		for _, form := range []string{"record.txt", "record.json"} {
			got := w.Browser().Get("/matches/" + id + "/" + form)
			m, err := transcript.Read([]byte(got.Body), games.ByID)
			if err != nil {
				t.Fatalf("%s: %v\n%s", form, err, got.Body)
			}
			want := transcript.Of(v.Match, v.Record, "", "")
			if record.Encode(m) != record.Encode(want) || len(m.Record.Log) != len(v.Record.Log) {
				t.Errorf("%s is\n%s\nnot\n%s", form, record.Encode(m), record.Encode(want))
			}
			if m.Headers[record.ID] != id || m.Headers["Yellow"] == "" || (m.Headers[record.Points] == "0:5" || m.Headers[record.Points] == "5:0") != finished {
				t.Errorf("%s says %v", form, m.Headers)
			}
		}
		if page := w.Browser().Get("/analysis?match=" + id + "&at=0"); page.Status != http.StatusOK || !strings.Contains(page.Body, "Before the first move") || !strings.Contains(page.Body, `method="get"`) {
			t.Errorf("its boards: %d", page.Status)
		}
		if page := w.Browser().Get("/matches/" + id); strings.Contains(page.Body, "/analysis?match="+id) != finished {
			t.Errorf("finished %v: the page leads to its boards, or not", finished)
		}
	}
	if page := w.Browser().Get("/analysis?match=none"); page.Status != http.StatusNotFound {
		t.Errorf("the boards of no match: %d", page.Status)
	}
}
