package web_test

import (
	"cmp"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/league"
	"kickabout/league/oneline"
	"kickabout/views/ui"
)

// TestProofNoRequestForARulingBecomesMarkup is S3 for what a player says who asks for a ruling: what comes back because it is too
// long, and what stays where the players, the organiser and the moderators read it.
func TestProofNoRequestForARulingBecomesMarkup(t *testing.T) {
	s := newStage(t)
	mo := s.w.Officer("Mo", league.Moderator)
	// said opens a tournament in which somebody asks for a ruling with a text, and returns the part of each page that shows it:
	// who moves first is drawn, so that the rest is not always the same.
	said := func(text string) map[string]*httptest.ResponseRecorder {
		cup, match, asker, id := s.asked()
		long := strings.Repeat("x", league.LongestRequest) + text
		pages := map[string]*httptest.ResponseRecorder{"refused": part(t, asker.Ask(http.MethodPost, match+"/request", url.Values{"text": {long}}), http.StatusUnprocessableEntity, `<details class="all" id="request"`, "</details>")}
		if got := asker.Ask(http.MethodPost, match+"/request", url.Values{"text": {text}}); got.Code != http.StatusSeeOther {
			t.Fatalf("%q: %d", text, got.Code)
		}
		get := func(b *webtest.Browser, path, from, to string) {
			name := strings.NewReplacer(match, "match", cup, "cup", id, "id").Replace(path)
			pages[name] = part(t, b.Ask(http.MethodGet, path, nil), http.StatusOK, from, to)
		}
		get(s.member, match, "<p>Fay has asked for a ruling", "</section>")
		get(s.member, cup, "Fay asked for a ruling", "</main>")
		get(s.member, cup+"/desk", `id="rulings"`, "</section>")
		get(mo.Browser, "/admin/users/"+id, `aria-label="Request in`, "</article>")
		pages["reported"] = s.reports(cup, s.asks[1], s.askers[1].ID, mo.Browser, text, pages)
		return pages
	}
	harmless := map[string]webtest.Model{}
	for path, answer := range said("x") {
		harmless[path] = webtest.NewModel(answer)
	}
	stored := 0
	for _, text := range webtest.Share(webtest.AllPayloads(t), 5) {
		clean, err := oneline.Clean("text", text, league.LongestRequest)
		if err != nil || clean == "" {
			continue // is refused
		}
		stored++
		for path, got := range said(clean) {
			if why := webtest.AnswerHarm(got, harmless[path]); why != "" {
				t.Errorf("%s: %q: %s", path, clean, why)
			}
		}
	}
	t.Logf("%d payloads are kept", stored)
}

// reports has a reader report the last request of a tournament, with a text as the reason, and a moderator read and dismiss it; it
// returns what they read, and adds what the reader does.
func (s *stage) reports(cup string, reader *webtest.Browser, id string, mo *webtest.Browser, text string, pages map[string]*httptest.ResponseRecorder) *httptest.ResponseRecorder {
	t := s.w.T.(*testing.T)
	t.Helper()
	v, err := s.w.Office.Tournament(t.Context(), league.Site(), strings.TrimPrefix(cup, "/tournaments/"))
	if err != nil {
		t.Fatal(err)
	}
	n := slices.IndexFunc(v.Tournament.Log, func(d league.Decision) bool { return d.Act == league.ActRequested })
	at := ui.RequestURL(v.Tournament.ID, v.Tournament.Log[n].Seq)
	pages["to report it"] = part(t, reader.Ask(http.MethodGet, at, nil), http.StatusOK, "<blockquote", "</main>")
	pages["a reason too long"] = part(t, reader.Ask(http.MethodPost, at+"/reports", url.Values{"reason": {strings.Repeat("x", 200) + text}}), http.StatusUnprocessableEntity, "<blockquote", "</main>")
	reason, _ := oneline.Clean("reason", text, 200)
	s.w.Accepted(reader.Post(at+"/reports", url.Values{"reason": {cmp.Or(reason, "x")}}))
	got := part(t, mo.Ask(http.MethodGet, "/admin/reports", nil), http.StatusOK, `<article class="sheet" aria-label="Report by`, "</article>")
	s.w.Accepted(mo.Post("/admin/reports/decide", url.Values{"line": {league.RequestName(v.Tournament.ID, v.Tournament.Log[n].Seq)}, "reader": {id}, "verdict": {"dismissed"}, "reason": {"no"}}))
	return got
}

// part is what of a page stands between two texts.
func part(t *testing.T, of *httptest.ResponseRecorder, status int, from, to string) *httptest.ResponseRecorder {
	t.Helper()
	_, after, ok := strings.Cut(of.Body.String(), from)
	inside, _, ended := strings.Cut(after, to)
	if !ok || !ended || of.Code != status {
		t.Fatalf("%d: there is no %q before a %q", of.Code, from, to)
	}
	p := httptest.NewRecorder()
	maps.Copy(p.Header(), of.Header())
	p.WriteHeader(of.Code)
	p.WriteString("<!doctype html><html><body><div>" + from + inside + to)
	return p
}

// asked opens a tournament of the stage's member that is being played, and returns its address, that of a match of it in which
// two others play, one of these, and their id.
func (s *stage) asked() (cup, match string, asker *webtest.Browser, id string) {
	s.w.T.Helper()
	form := s.w.CupForm()
	cup = s.w.Accepted(s.member.Post("/tournaments", form)).Header.Get("Location")
	if s.asks == nil {
		for _, name := range []string{"Fay", "Gil"} {
			b, p := s.w.SignedUp(name)
			s.asks, s.askers = append(s.asks, b), append(s.askers, p)
		}
	}
	for _, b := range s.asks {
		s.w.Accepted(b.Post(cup+"/entry", nil))
	}
	s.w.Accepted(s.member.Post(cup+"/start", nil))
	v, err := s.w.Office.Tournament(s.w.T.Context(), league.Site(), strings.TrimPrefix(cup, "/tournaments/"))
	if err != nil {
		s.w.T.Fatal(err)
	}
	i := slices.IndexFunc(v.Matches, func(m league.Match) bool { return m.SideOf(s.askers[0].ID) != 0 && m.SideOf(s.askers[1].ID) != 0 })
	return cup, "/matches/" + v.Matches[i].ID, s.asks[0], s.askers[0].ID
}
