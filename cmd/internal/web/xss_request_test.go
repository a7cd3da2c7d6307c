package web_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/league"
)

// TestProofNoRequestForARulingBecomesMarkup is S3 for what a player says who asks for a ruling: what comes back because it is too
// long, and what stays where the players, the organiser and the moderators read it.
func TestProofNoRequestForARulingBecomesMarkup(t *testing.T) {
	s := newStage(t)
	mo := s.w.Officer("Mo", league.Moderator)
	// said opens a tournament in which somebody asks for a ruling with a text, and returns what shows it.
	said := func(text string) map[string]*httptest.ResponseRecorder {
		cup, match, asker, id := s.asked()
		long := strings.Repeat("x", league.LongestRequest) + text
		pages := map[string]*httptest.ResponseRecorder{"refused": asker.Ask(http.MethodPost, match+"/request", url.Values{"text": {long}})}
		if got := asker.Ask(http.MethodPost, match+"/request", url.Values{"text": {text}}); got.Code != http.StatusSeeOther {
			t.Fatalf("%q: %d", text, got.Code)
		}
		for _, path := range []string{match, cup, cup + "/desk", "/inbox"} {
			pages[strings.NewReplacer(match, "match", cup, "cup").Replace(path)] = s.member.Ask(http.MethodGet, path, nil)
		}
		pages["export"] = s.stranger.Ask(http.MethodGet, cup+"/export.jsonl", nil)
		pages["moderators"] = mo.Ask(http.MethodGet, "/admin/users/"+id, nil)
		return pages
	}
	for range 20 { // the lists are full from here on
		said("for luck")
	}
	harmless := map[string]webtest.Model{}
	for path, answer := range said("for luck") {
		if want := map[string]int{"refused": http.StatusUnprocessableEntity}[path]; answer.Code != max(want, http.StatusOK) {
			t.Errorf("%s: %d", path, answer.Code)
		}
		harmless[path] = webtest.NewModel(answer)
	}
	stored := 0
	for _, text := range webtest.Share(webtest.AllPayloads(t), 5) {
		clean, err := league.CleanText("text", text, league.LongestRequest)
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
