package web_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/league"
)

// importer is a member who imports for a while: each may do so some times a day.
type importer struct {
	s    *stage
	who  *webtest.Browser
	used int
}

// ask sends a form, as somebody else before their budget is spent.
func (i *importer) ask(form url.Values) *httptest.ResponseRecorder {
	if i.used++; i.who == nil || i.used%9 == 0 {
		i.who, _ = i.s.w.SignedUp("importer " + fmt.Sprint(i.used))
	}
	return i.who.Ask(http.MethodPost, "/tournaments/import", form)
}

// fileOf is results in which a text is the name of a player and of a round.
func fileOf(text string) string {
	quoted := `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
	return "round,first,second,first_points,second_points\n" + quoted + "," + quoted + ",John,1,0\n"
}

// TestProofNoTextOfAnImportBecomesMarkup is S3 for what a file and a form say of a tournament that was played elsewhere:
// what comes back at once, and what is stored.
func TestProofNoTextOfAnImportBecomesMarkup(t *testing.T) {
	s := newStage(t)
	by := &importer{s: s}
	guest, _ := s.w.SignedUp("Eve")
	form := func(field, text string) url.Values {
		f := url.Values{"name": {"Open"}, "first": {"2020-05-30"}, "text": {fileOf("Jane")}}
		f.Set(field, text)
		if field == "file" {
			f.Set("text", fileOf(text))
		}
		return f
	}
	answers, stored := 0, 0
	for n, field := range []string{"name", "first", "last", "place", "source", "count", "game", "text", "file", "event", "seen"} {
		harmless := map[string]webtest.Model{}
		for _, text := range webtest.Share(webtest.AllPayloads(t), n) {
			for _, do := range []string{"", "import"} {
				f, calm := form(field, text), form(field, twin(text))
				f.Set("do", do)
				got := by.ask(f)
				same := fmt.Sprint(twin(text), do, got.Code)
				if do == "import" && got.Code == http.StatusSeeOther {
					stored++
					page := got.Header().Get("Location")
					e, _, err := s.w.Office.Imported.Event(t.Context(), league.Site(), strings.TrimPrefix(page, "/tournaments/archive/"))
					if err != nil {
						t.Fatal(err)
					}
					for _, path := range []string{page, "/tournaments/archive", "/tournaments/import?event=" + e.ID} {
						shown := by.who.Ask(http.MethodGet, path, nil)
						if answers++; strings.Contains(shown.Body.String(), "<script>") || strings.Contains(strings.ToLower(shown.Body.String()), "<img src") || strings.Contains(shown.Body.String(), "href=\"javascript:") {
							t.Errorf("%s of %q as %s has markup", path, text, field)
						}
					}
					if kind := guest.Ask(http.MethodGet, "/api/v1/archives/"+e.ID, nil).Header().Get("Content-Type"); kind != "application/json" {
						t.Errorf("programs get %q", kind)
					}
					if got := guest.Ask(http.MethodGet, page+"/results.csv", nil); !strings.HasPrefix(got.Header().Get("Content-Disposition"), "attachment") || strings.Contains(got.Body.String(), "\n=") || strings.Contains(got.Body.String(), ",=") {
						t.Errorf("the download of %q: %v\n%s", text, got.Header(), got.Body)
					}
					continue
				}
				if _, known := harmless[same]; !known {
					calm.Set("do", do)
					answer := by.ask(calm)
					if answer.Code != got.Code {
						continue // refused for what it says
					}
					harmless[same] = webtest.NewModel(answer)
				}
				if answers++; got.Code >= 500 {
					t.Errorf("%q as %s is answered with %d", text, field, got.Code)
				}
				if why := webtest.AnswerHarm(got, harmless[same]); why != "" && got.Code != http.StatusOK {
					t.Errorf("%q as %s: %s", text, field, why)
				}
			}
		}
	}
	if stored == 0 {
		t.Error("nothing was stored")
	}
	t.Logf("%d answers, %d stored", answers, stored)
}
