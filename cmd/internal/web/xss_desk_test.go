package web_test

import (
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/league"
	"kickabout/league/oneline"
	"kickabout/league/tournaments"
)

// directing are the places where who opens and directs a tournament can put a text. Nothing
// of it is done: each form is wrong in another place, so that what was typed comes back.
func (s *stage) directing(open, cup, match string) (all []place) {
	form := func(path string, form url.Values, fields ...string) {
		for _, field := range fields {
			all = append(all, place{"POST " + path + " " + form.Get("act") + " " + field, func(text string) *httptest.ResponseRecorder {
				filled := maps.Clone(form)
				if field == "name" || field == "password" { // else the harmless text is too short
					text = "Cup " + text
				}
				filled.Set(field, text)
				return s.member.Ask(http.MethodPost, path, filled)
			}})
		}
	}
	desk := open + "/desk"
	for _, act := range []string{"invite", "ban", "appoint"} {
		form(desk, url.Values{"act": {act}, "player": {"Nobody"}}, "player", "text", "seen", "other")
	}
	form(desk, url.Values{"act": {"remove"}, "player": {"nobody"}}, "player", "text")
	form(desk, url.Values{"act": {"substitute"}, "player": {"nobody"}, "text": {"left"}}, "player", "other", "text")
	for _, act := range []string{"substitute", "seek"} {
		form(cup+"/substitute", url.Values{"act": {act}, "player": {"nobody"}, "text": {"left"}}, "player", "other", "text", "act")
	}
	form(desk, url.Values{"act": {"pair"}, "player": {"nobody"}, "round": {"x"}}, "player", "other", "round")
	form(desk, url.Values{"act": {"seed"}, "seed-nobody": {"x"}}, "seed-nobody", "seed-x", "act")
	form(desk, url.Values{"act": {"undo"}, "event": {"x"}}, "event", "text", "seen")
	form(desk, url.Values{"act": {"change"}, "name": {"Cup"}, "places": {"999"}},
		"name", "places", "least", "starts", "closes", "checkin", "profile", "rounddays", "waiting", "joining", "sure")
	form(open+"/roster", url.Values{"text": {"name,seed\nNobody,1"}}, "text", "message", "seen", "other")
	form(open+"/roster", url.Values{"text": {"name,seed\nNobody,1"}, "do": {"invite"}}, "text", "message", "seed")
	form(cup+"/time", url.Values{"days": {"999"}, "reason": {"ill"}}, "player", "other", "days", "reason", "seen")
	form(match+"/ruling", url.Values{"ruling": {"never"}, "reason": {"ill"}}, "ruling", "reason", "other")
	form(match+"/correction", url.Values{"ending": {"never"}, "reason": {"ill"}}, "ending", "winner", "first", "second", "reason", "was")
	form(match+"/correction/undo", url.Values{"event": {"x"}}, "event", "reason")
	form(cup+"/exits", url.Values{"player": {"nobody"}, "reason": {"ill"}}, "player", "now", "was", "reason")
	form(cup+"/exits/undo", url.Values{"event": {"x"}}, "player", "event", "reason")
	form(open+"/value", url.Values{"round": {"1000"}, "signature": {"x"}}, "round", "signature")
	form(cup+"/strikes", url.Values{"player": {"nobody"}, "reason": {"ill"}}, "player", "reason", "other")

	wizard := s.w.CupForm()
	wizard.Set("places", "999")
	for _, do := range []string{"open", "preview"} {
		wizard := maps.Clone(wizard)
		wizard.Set("do", do)
		form("/tournaments", wizard, "reservation", "draft", "name", "format", "places", "control", "start", "starts", "closes", "check_in", "least", "cycles", "rounds", "round_days",
			"group_size", "through", "rating_from", "rating_to", "finished", "flagged", "password", "seeding", "profile", "order", "directors", "rules", "other")
	}
	for _, query := range []string{"/tournaments/new?draft=", "/tournaments/new?clone=", "/tournaments/outlook?name=", "/tournaments/outlook?format=", cup + "/time?player=", cup + "/time?other=", cup + "/strikes?player=", cup + "/substitute?other="} {
		all = append(all, place{"GET " + query, func(text string) *httptest.ResponseRecorder {
			return s.member.Ask(http.MethodGet, query+url.QueryEscape(text), nil)
		}})
	}
	return all
}

// directed opens a tournament of the stage's member that is being played by four, and returns its
// address and that of one of its matches.
func (s *stage) directed() (cup, match string) {
	s.w.T.Helper()
	form := s.w.CupForm()
	form.Set("start", tournaments.StartFull)
	cup = s.w.Accepted(s.member.Post("/tournaments", form)).Header.Get("Location")
	for _, name := range []string{"Fay", "Gil", "Hal"} {
		b, _ := s.w.SignedUp(name)
		s.w.Accepted(b.Post(cup+"/entry", nil))
	}
	v, err := s.w.Office.Tournament(s.w.T.Context(), league.Site(), strings.TrimPrefix(cup, "/tournaments/"))
	if err != nil || v.Tournament.State != league.Running {
		s.w.T.Fatalf("%s is %s, %v", cup, v.Tournament.State, err)
	}
	return cup, "/matches/" + v.Matches[0].ID
}

// TestProofNoTextOfADirectorBecomesMarkup is S3 for what comes back at once to those who open
// and direct tournaments.
func TestProofNoTextOfADirectorBecomesMarkup(t *testing.T) {
	s := newStage(t)
	cup, match := s.directed()
	texts, answers, statuses := webtest.AllPayloads(t), 0, map[int]int{}
	open := s.w.Accepted(s.member.Post("/tournaments", s.w.CupForm())).Header.Get("Location")
	places := s.directing(open, cup, match)
	for i, p := range places {
		harmless := map[string]webtest.Model{}
		for _, text := range webtest.Share(texts, i) {
			same := twin(text)
			if _, known := harmless[same]; !known {
				harmless[same] = webtest.NewModel(p.send(same))
			}
			got := p.send(text)
			answers++
			statuses[got.Code]++
			if why := webtest.AnswerHarm(got, harmless[same]); why != "" {
				t.Errorf("%s: %q: %s", p.name, text, why)
			}
		}
	}
	if statuses[http.StatusUnprocessableEntity] < answers/2 {
		t.Errorf("only %d of %d came back with a form", statuses[http.StatusUnprocessableEntity], answers)
	}
	t.Logf("%d payloads, %d places, %d answers %v", len(texts), len(places), answers, statuses)
}

// TestProofNoStoredTextOfADirectorBecomesMarkup is S3 for what stays of what a director writes:
// a tournament's name, an invitation, an announcement, a reason, the reason of a ruling.
func TestProofNoStoredTextOfADirectorBecomesMarkup(t *testing.T) {
	s := newStage(t)
	guest, _ := s.w.SignedUp("Eve")
	n := 0
	// said opens a tournament in which a text stands wherever it may, and returns what shows it.
	said := func(text string) map[string]*httptest.ResponseRecorder {
		n++
		form := s.w.CupForm()
		cup := s.w.Accepted(s.member.Post("/tournaments", form)).Header.Get("Location")
		id := strings.TrimPrefix(cup, "/tournaments/")
		act := func(fields url.Values) {
			if got := s.member.Ask(http.MethodPost, cup+"/desk", fields); got.Code != http.StatusSeeOther {
				t.Fatalf("%q as %s: %d", text, fields.Get("act"), got.Code)
			}
		}
		act(url.Values{"act": {"invite"}, "player": {"Eve"}, "text": {text}})
		act(url.Values{"act": {"announce"}, "text": {text}})
		act(url.Values{"act": {"ban"}, "player": {"Cleo"}, "text": {text}})
		act(url.Values{"act": {"cancel"}, "text": {text}})
		pages := map[string]*httptest.ResponseRecorder{}
		for _, path := range []string{cup, cup + "/desk", cup + "/table.json", "/tournaments/new?clone=" + id} {
			pages[strings.ReplaceAll(path, id, ":id")+" by the organiser"] = s.member.Ask(http.MethodGet, path, nil)
		}
		for _, path := range []string{cup, cup + "/export.jsonl", "/", "/tournaments"} {
			pages[strings.ReplaceAll(path, id, ":id")+" by a guest"] = guest.Ask(http.MethodGet, path, nil)
		}
		return pages
	}
	for range 20 { // the lists are full from here on
		said("for luck")
	}
	harmless := map[string]webtest.Model{}
	for path, answer := range said("for luck") {
		if harmless[path] = webtest.NewModel(answer); answer.Code != http.StatusOK {
			t.Errorf("%s: %d", path, answer.Code)
		}
	}
	texts, answers, stored := webtest.Share(webtest.AllPayloads(t), 3), 0, 0
	for _, text := range texts {
		clean, err := oneline.Clean("text", text, 200)
		if err != nil || clean == "" {
			continue // is refused
		}
		stored++
		for path, got := range said(clean) {
			answers++
			if why := webtest.AnswerHarm(got, harmless[path]); why != "" {
				t.Errorf("%s: %q: %s", path, clean, why)
			}
		}
	}
	t.Logf("%d of %d payloads are kept, %d answers", stored, len(texts), answers)
}
