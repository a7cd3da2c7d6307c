package imported_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/league"
	"kickabout/league/elsewhere"
)

const results = "round,first,second,first_points,second_points\n1,Jane Doe,John Doe,1,0\n2,John Doe,Jane Doe,0.5,0.5\n"

// form is that of an event, with some fields otherwise.
func form(pairs ...string) url.Values {
	f := url.Values{"name": {"Spring Open"}, "first": {"2020-05-30"}, "text": {results}, "place": {"Essen"}, "source": {"https://club.example/open"}}
	for i := 0; i < len(pairs); i += 2 {
		f.Set(pairs[i], pairs[i+1])
	}
	return f
}

// stored counts the events of the whole site.
func stored(t *testing.T, w *webtest.World) int {
	t.Helper()
	list, err := w.Office.Imported.Events(context.WithoutCancel(t.Context()), league.Site(), elsewhere.List{Limit: 5000})
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}

func TestResultsArePreviewedAndImported(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	w.Browser().Get("/tournaments/import").Want(t, http.StatusOK, "Sign up first")
	ann.Get("/tournaments").Want(t, http.StatusOK, `href="/tournaments/archive"`)
	ann.Get("/tournaments/new").Want(t, http.StatusOK, `href="/tournaments/import"`)
	ann.Get("/tournaments/archive").Want(t, http.StatusOK, "None yet.")
	ann.Get("/tournaments/import").Want(t, http.StatusOK, "Show what it comes to")

	for _, do := range []string{"", "import"} {
		ann.Post("/tournaments/import", form("text", strings.Replace(results, "1,0\n", "one,0\n", 1), "name", "Spring & Open", "do", do)).Want(t, http.StatusUnprocessableEntity,
			"Line 2, column 4 (first_points): there should be a number of points", "Spring &amp; Open", "John Doe,Jane Doe,0.5", "Nothing can be imported before")
		ann.Post("/tournaments/import", form("source", "javascript:alert(1)", "first", "2999-01-01", "do", do)).Want(t, http.StatusUnprocessableEntity, "It begins with https://.", "This day is still to come")
	}
	ann.Post("/tournaments/import", form("text", results+"2,John Doe,Jane Doe,0,1\n", "do", "import")).Want(t, http.StatusUnprocessableEntity, "contradicts line 3")
	ann.Post("/tournaments/import", form()).Want(t, http.StatusOK, "2 results of 2 players read. Nothing is stored yet.", "Jane Doe is 1st", "Crosstable", ">Import<")
	if n := stored(t, w); n != 0 {
		t.Fatalf("%d events are stored by previews", n)
	}
	page := w.Accepted(ann.Post("/tournaments/import", form("do", "import"))).Header.Get("Location")
	w.Browser().Get(page).Want(t, http.StatusOK, "Spring Open", "Played elsewhere: not rated, not checked by this site.", "Imported by Ann on", "Played at: Essen",
		`href="https://club.example/open" rel="nofollow ugc noopener noreferrer"`, "Round 2", "Jane Doe is 1st", "results.csv", "results.trf")
	w.Browser().Get("/tournaments/archive").Want(t, http.StatusOK, page, "Spring Open", "2 players, 2 games")
	ann.Get("/tournaments/archive?game=streetsoccer").Want(t, http.StatusOK, "None of this game.")
	ann.Post("/tournaments/import", form("do", "import")).Want(t, http.StatusConflict, "You have imported this event already.")
	if got := ann.Get(page + "/results.csv"); got.Body != results {
		t.Errorf("the download is %q", got.Body)
	}
	trf := ann.Get(page+"/results.trf").Want(t, http.StatusOK, "012 Spring Open").Body
	ann.Post("/tournaments/import", form("text", trf)).Want(t, http.StatusOK, "2 results of 2 players read")

	id := strings.TrimPrefix(page, "/tournaments/archive/")
	bob.Get("/tournaments/import?event="+id).Want(t, http.StatusForbidden, "Only who imported this event can change it.")
	again := ann.Get("/tournaments/import?event="+id).Want(t, http.StatusOK, "Import results again", "Essen")
	_, rest, _ := strings.Cut(again.Body, `name="seen" value="`)
	seen, _, _ := strings.Cut(rest, `"`)
	bob.Post("/tournaments/import", form("event", id, "seen", seen, "do", "import")).Want(t, http.StatusForbidden)
	ann.Post("/tournaments/import", form("event", id, "seen", "1", "do", "import")).Want(t, http.StatusConflict, "changed or taken down meanwhile")
	ann.Post("/tournaments/import", form("event", id, "seen", seen, "name", "Summer Open", "private", "1", "do", "import")).Want(t, http.StatusSeeOther)
	ann.Get(page).Want(t, http.StatusOK, "Summer Open", "Only you see this page.", "Corrected on")
	for _, b := range []*webtest.Browser{bob.Browser, w.Browser()} {
		for _, path := range []string{page, page + "/results.csv", page + "/results.trf"} {
			b.Get(path).Want(t, http.StatusNotFound)
		}
		if strings.Contains(b.Get("/tournaments/archive").Body, "Summer Open") {
			t.Error("a private event is listed for others")
		}
	}
	bob.Post(page+"/removal", nil).Want(t, http.StatusNotFound)
	ann.Post(page+"/removal", nil).Want(t, http.StatusSeeOther)
	ann.Get(page).Want(t, http.StatusNotFound)
}

func TestAnAdminTakesAnEventDown(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann, max, mod := w.Member("Ann"), w.Officer("Max", league.Admin), w.Officer("Mia", league.Moderator)
	page := w.Accepted(ann.Post("/tournaments/import", form("do", "import"))).Header.Get("Location")
	removal := "/admin" + strings.TrimPrefix(page, "/tournaments") + "/removal"
	max.Get(page).Want(t, http.StatusOK, removal)
	if strings.Contains(mod.Get(page).Body, removal) {
		t.Error("a moderator is offered it")
	}
	mod.Post(removal, url.Values{"reason": {"fake"}}).Want(t, http.StatusForbidden)
	ann.Post(removal, url.Values{"reason": {"fake"}}).Want(t, http.StatusForbidden)
	max.Post(removal, nil).Want(t, http.StatusUnprocessableEntity, "Say why: it stands in the log.")
	max.Post(removal, url.Values{"reason": {"it never was"}}).Want(t, http.StatusSeeOther)
	ann.Get(page).Want(t, http.StatusNotFound)
	max.Get("/admin/log").Want(t, http.StatusOK, "Remove event", "it never was", "Spring Open")
}

func TestImportsHaveABudget(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann := w.Member("Ann")
	for n := range 10 {
		ann.Post("/tournaments/import", form("name", fmt.Sprint("Open ", n), "do", "import")).Want(t, http.StatusSeeOther)
	}
	ann.Post("/tournaments/import", form("name", "One more", "do", "import")).Want(t, http.StatusForbidden, "You have imported 10 events within 24 hours", "One more")
	if n := stored(t, w); n != 10 {
		t.Errorf("%d are stored", n)
	}
}

func TestAFileThatIsTooLarge(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann := w.Member("Ann")
	send := func(content string) webtest.Answer {
		var body bytes.Buffer
		f := multipart.NewWriter(&body)
		_ = f.WriteField("name", "Spring Open")
		_ = f.WriteField("first", "2020-05-30")
		file, _ := f.CreateFormFile("file", "results.csv")
		_, _ = file.Write([]byte(content))
		_ = f.Close()
		return ann.Send(http.MethodPost, "/tournaments/import", body.String(), http.Header{"Content-Type": {f.FormDataContentType()}})
	}
	send("\ufeff"+strings.ReplaceAll(results, "\n", "\r\n")).Want(t, http.StatusOK, "2 results of 2 players read")
	send(results+strings.Repeat("3,Jane Doe,John Doe,1,0\n", 2200)).Want(t, http.StatusUnprocessableEntity, "more than 48 kB")
}

func TestProgramsImportResults(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann := w.Program("Ann")
	body := func(change map[string]any) webtest.Object {
		b := webtest.Object{"name": "Spring Open", "first": "2020-05-30", "file": results, "game": "streetsoccer/lg"}
		for k, v := range change {
			b[k] = v
		}
		return b
	}
	ann.Post("/archives?preview=true", body(nil)).Want(t, http.StatusOK)
	if n := stored(t, w); n != 0 {
		t.Fatalf("%d are stored by a preview", n)
	}
	wrong := ann.Post("/archives", body(map[string]any{"file": "first,second\n", "last": "2020-05-01"})).Want(t, http.StatusUnprocessableEntity)
	if text := fmt.Sprint(wrong.Body["errors"]); !strings.Contains(text, "body.file") || !strings.Contains(text, "Line 1, column") || !strings.Contains(text, "body.last") {
		t.Errorf("the problem is %v", wrong.Body)
	}
	made := ann.Post("/archives", body(nil)).Want(t, http.StatusCreated).Body
	ann.Post("/archives", body(nil)).Want(t, http.StatusConflict)
	w.Wait(time.Second)
	ann.Post("/archives", body(map[string]any{"name": "Hidden", "private": true})).Want(t, http.StatusCreated)
	b := w.Browser()
	b.Get("/api/v1/archives").Want(t, http.StatusOK, `"Spring Open"`)
	if got := b.Get("/api/v1/archives").Body; strings.Contains(got, "Hidden") {
		t.Errorf("anybody is told of %s", got)
	}
	got := ann.Do(http.MethodGet, "/api/v1/archives?limit=1", nil, nil).Want(t, http.StatusOK).Body
	if next, _ := got["next"].(string); next == "" {
		t.Errorf("there is no next page in %v", got)
	} else if second := ann.Do(http.MethodGet, "/api/v1/archives?limit=1&cursor="+next, nil, nil).Want(t, http.StatusOK).Body; !strings.Contains(fmt.Sprint(second), "Spring Open") {
		t.Errorf("the next page is %v", second)
	}
	one := b.Get("/api/v1/archives/"+made["id"].(string)).Want(t, http.StatusOK, `"file":"round,first`, `"rated":false`, `"Jane Doe"`)
	if one.Header.Get("ETag") == "" || one.Header.Get("Access-Control-Allow-Origin") != "*" {
		t.Errorf("the headers are %v", one.Header)
	}
}

// TestMutatedFilesAreNeverStored sends files in which something is wrong, or not, with another thing that is wrong: none
// ever breaks the site or stays.
func TestMutatedFilesAreNeverStored(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	r, statuses := rand.New(rand.NewPCG(1, 2)), map[int]int{}
	trf := "012 Open\n001    1      Jane Doe                                                              1.0    1     2 w 1\n001    2      John Doe                                                              0.0    2     1 b 0\n"
	var ann *webtest.Member
	for n := range 1000 {
		if n%50 == 0 {
			ann = w.Member(fmt.Sprint("Ann ", n)) // each may look so often an hour
		}
		text := []byte([]string{results, trf, strings.ReplaceAll(results, ",", ";")}[r.IntN(3)])
		for range r.IntN(3) {
			switch at := r.IntN(len(text)); r.IntN(3) {
			case 0:
				text[at] = byte(r.IntN(256))
			case 1:
				text = append(text[:at], text[min(len(text), at+1+r.IntN(9)):]...)
			default:
				text = append(text[:at:at], append([]byte(text[at/2:at]), text[at:]...)...)
			}
			if len(text) == 0 {
				text = []byte("x")
			}
		}
		got := ann.Post("/tournaments/import", form("text", string(text), "count", string(elsewhere.Counts()[r.IntN(4)])))
		if statuses[got.Status]++; got.Status != http.StatusOK && got.Status != http.StatusUnprocessableEntity {
			t.Errorf("%q is answered with %d", text, got.Status)
		}
	}
	if n := stored(t, w); n != 0 {
		t.Errorf("%d are stored", n)
	}
	if statuses[http.StatusOK] == 0 || statuses[http.StatusUnprocessableEntity] == 0 {
		t.Errorf("the answers are %v", statuses)
	}
	t.Logf("the answers are %v", statuses)
}
