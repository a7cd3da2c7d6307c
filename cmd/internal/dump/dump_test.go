package dump_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"kickabout/cmd/internal/dump"
	"kickabout/cmd/internal/web/webtest"
)

// schema returns the schema of the lines.
func schema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(dump.Schema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("dump.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("dump.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// unpacked returns the lines of a file, each of which the schema describes.
func unpacked(t *testing.T, s *jsonschema.Schema, packed []byte) []map[string]any {
	t.Helper()
	text, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(text)
	if err != nil {
		t.Fatal(err)
	}
	var all []map[string]any
	for line := range bytes.Lines(data) {
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(line))
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Validate(doc); err != nil {
			t.Errorf("%s\n%v", line, err)
		}
		var l map[string]any
		_ = json.Unmarshal(line, &l)
		all = append(all, l)
	}
	return all
}

// types counts lines by their types.
func types(lines []map[string]any) map[string]int {
	n := map[string]int{}
	for _, l := range lines {
		n[l["type"].(string)]++
	}
	return n
}

// TestTheDumpIsServed plays two days, writes them, and takes the files as anybody may.
func TestTheDumpIsServed(t *testing.T) {
	t.Parallel()
	s, w := schema(t), webtest.New(t)
	writer := &dump.Writer{Office: w.Office, Folder: w.Dump, Most: 1 << 30}
	write := func() {
		t.Helper()
		if err := writer.Write(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	reader := w.Browser()
	write()
	reader.Get("/dump").Want(t, 200, "There are no files so far")

	ann, bob, cleo := w.Member("Ann"), w.Member("Bob"), w.Member("Cleo")
	cup := func(change func(url.Values)) string {
		path := ann.Cup(func(f url.Values) {
			if change != nil {
				change(f)
			}
		})
		for _, m := range []*webtest.Member{bob, cleo} {
			m.Post(path+"/entry", nil)
		}
		return path
	}
	open := cup(nil)
	ann.Post(open+"/start", nil).Want(t, http.StatusSeeOther)
	resign := func(who ...*webtest.Member) {
		for _, m := range who {
			page := m.Get("/").Body + m.Get("/matches").Body
			for _, part := range strings.Split(page, `href="/matches/`)[1:] {
				id, _, _ := strings.Cut(part, `"`)
				m.Post("/matches/"+id+"/resignation", url.Values{})
			}
		}
	}
	first := w.Match(ann, bob)
	bob.Post("/matches/"+first+"/resignation", url.Values{}).Want(t, http.StatusSeeOther)
	resign(bob, cleo, ann)
	day := w.Clock().UTC().Format(time.DateOnly)
	write()
	if i, _ := w.Dump.Index(); len(i.Days) != 0 {
		t.Errorf("a day is written that is not over: %+v", i)
	}
	w.Wait(24 * time.Hour)
	write()
	i, err := w.Dump.Index()
	if err != nil || len(i.Days) != 1 || i.Days[0].Name != day+".ndjson.gz" || i.Players == nil || i.Through != day {
		t.Fatalf("%+v %v", i, err)
	}
	got := reader.Get("/dump/"+i.Days[0].Name).Want(t, 200)
	sum := sha256.Sum256([]byte(got.Body))
	if hash := hex.EncodeToString(sum[:]); hash != i.Days[0].SHA256 || got.Header.Get("ETag") != `"`+hash+`"` || int64(len(got.Body)) != i.Days[0].Bytes {
		t.Errorf("the file is not what the index says: %s %s %+v", hash, got.Header.Get("ETag"), i.Days[0])
	}
	if got.Header.Get("Access-Control-Allow-Origin") != "*" || got.Header.Get("X-Robots-Tag") != "noindex" || got.Header.Get("Content-Encoding") != "" {
		t.Errorf("headers: %v", got.Header)
	}
	lines := unpacked(t, s, []byte(got.Body))
	if n := types(lines); n["match"] < 1 || len(lines) != i.Days[0].Lines || n["tournament"] != 1 || n["place"] != 3 || n["player"] != 0 {
		t.Errorf("the day has %v", n)
	}
	for _, name := range []string{"Ann", "Bob", "Cleo"} {
		for _, l := range lines {
			if text, _ := json.Marshal(l); strings.Contains(string(text), `"`+name+`"`) {
				t.Errorf("a day names %s: %s", name, text)
			}
		}
	}
	whole := got.Body
	part := reader.Do(http.MethodGet, "/dump/"+i.Days[0].Name, nil, http.Header{"Range": {"bytes=0-9"}})
	if part.Status != http.StatusPartialContent || part.Body != whole[:10] {
		t.Errorf("a part is answered with %d and %d bytes", part.Status, len(part.Body))
	}
	same := reader.Do(http.MethodGet, "/dump/"+i.Days[0].Name, nil, http.Header{"If-None-Match": {got.Header.Get("ETag")}})
	if same.Status != http.StatusNotModified {
		t.Errorf("what somebody has already is answered with %d", same.Status)
	}
	reader.Get("/dump").Want(t, 200, "Written up to "+day, i.Days[0].Name, "players.ndjson.gz")
	reader.Get("/dump/index.json").Want(t, 200, i.Days[0].SHA256)
	for _, path := range []string{"/dump/index.json.gz", "/dump/..%2fkickabout.db", "/dump/2001-01-01.ndjson.gz", "/dump/.dump-1"} {
		reader.Get(path).Want(t, http.StatusNotFound)
	}

	names := func() map[string]any {
		t.Helper()
		named := map[string]any{}
		for _, l := range unpacked(t, s, []byte(reader.Get("/dump/players.ndjson.gz").Want(t, 200).Body)) {
			named[l["id"].(string)] = l["name"]
		}
		return named
	}
	if n := names(); n[ann.Player.ID] != "Ann" || n[bob.Player.ID] != "Bob" {
		t.Errorf("the names are %v", n)
	}

	// The next day a private tournament is played, and Bob has left.
	hidden := ann.Cup(func(f url.Values) { f.Set("private", "1"); f.Set("name", "Hidden Cup") })
	ann.Post(hidden+"/roster", url.Values{"text": {"name\nBob\nCleo\n"}, "do": {"invite"}}).Want(t, http.StatusSeeOther)
	for _, m := range []*webtest.Member{bob, cleo} {
		m.Post(hidden+"/entry", nil).Want(t, http.StatusSeeOther)
	}
	ann.Post(hidden+"/start", nil).Want(t, http.StatusSeeOther)
	resign(bob, cleo, ann)
	ann.Get(hidden).Want(t, http.StatusOK, "Hidden Cup", "Finished")
	second := w.Match(ann, cleo)
	cleo.Post("/matches/"+second+"/resignation", url.Values{}).Want(t, http.StatusSeeOther)
	if err := w.Office.DeleteAccount(t.Context(), bob.Player, webtest.MemberWords, w.Clock()); err != nil {
		t.Fatal(err)
	}
	w.Wait(24 * time.Hour)
	write()
	if n := names(); n[bob.Player.ID] != nil || n[ann.Player.ID] != "Ann" {
		t.Errorf("who has left has a name: %v", n)
	}
	next, _ := w.Dump.Index()
	if len(next.Days) != 2 || next.Days[0] != i.Days[0] || reader.Get("/dump/"+i.Days[0].Name).Body != whole {
		t.Errorf("a day that is over has changed: %+v", next)
	}
	for _, l := range unpacked(t, s, []byte(reader.Get("/dump/"+next.Days[1].Name).Body)) {
		if l["name"] == "Hidden Cup" || l["tournament"] == strings.TrimPrefix(hidden, "/tournaments/") {
			t.Errorf("what is private is in the dump: %v", l)
		}
	}

	// The index is made again from the files, and the same files come of the same games.
	if err := os.Remove(filepath.Join(string(w.Dump), "index.json")); err != nil {
		t.Fatal(err)
	}
	write()
	if again, _ := w.Dump.Index(); len(again.Days) != 2 || again.Days[0] != next.Days[0] || again.Days[1].SHA256 != next.Days[1].SHA256 {
		t.Errorf("written anew the dump is %+v, it was %+v", again, next)
	}

	// Nothing is written while the disk is nearly full, and the oldest go where there is too much.
	scarce := true
	w.Office.Scarce = func() bool { return scarce }
	third := w.Match(ann, cleo)
	cleo.Post("/matches/"+third+"/resignation", url.Values{}).Want(t, http.StatusSeeOther)
	w.Wait(24 * time.Hour)
	write()
	if i, _ := w.Dump.Index(); len(i.Days) != 2 {
		t.Errorf("a nearly full disk is written to: %+v", i)
	}
	scarce, writer.Most = false, next.Days[1].Bytes+next.Players.Bytes+700
	write()
	if i, _ := w.Dump.Index(); len(i.Days) == 0 || i.Days[0].Name == next.Days[0].Name {
		t.Errorf("beyond the bound the oldest stays: %+v", i)
	}
}
