package web_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"
)

// expectedOfCups says what each role gets of the pages of cups and of the calendar.
var expectedOfCups = map[string]map[string]map[string]int{
	"GET /competitions":                          {"running": all(200)},
	"GET /minicup":                               {"running": all(200)},
	"GET /minicup/:game/:variant":                {"running": all(200)},
	"GET /minicup/:game/:variant/honours.csv":    {"running": all(200)},
	"GET /minicup/:game/:variant/honours.json":   {"running": all(200)},
	"GET /monthlycup":                            {"running": all(200)},
	"GET /monthlycup/:game/:variant":             {"running": all(200)},
	"GET /monthlycup/:game/:variant/months.csv":  {"running": all(200)},
	"GET /monthlycup/:game/:variant/months.json": {"running": all(200)},
	"GET /calendar":                              {"running": all(200)},
	"GET /api/v1/minicups/:game/:variant":        {"running": tokens(200, nil)},
	"GET /api/v1/monthlycups/:game/:variant":     {"running": tokens(200, nil)},
	"GET /api/v1/calendar":                       {"running": tokens(200, nil)},
	"PUT /api/v1/tournaments/:id/agreement":      {"running": tokens(422, nil), "finished": tokens(422, nil), "unknown": tokens(404, nil)},
	"GET /calendar.ics":                          {"running": all(200)},
}

// queueAt returns the address of the first edition that a page lets somebody enter.
func queueAt(t *testing.T, page, heading string) string {
	t.Helper()
	_, after, _ := strings.Cut(page, heading)
	_, after, _ = strings.Cut(after, `action="/tournaments/`)
	id, _, ok := strings.Cut(after, "/")
	if !ok {
		t.Fatalf("nothing behind %q can be entered", heading)
	}
	return "/tournaments/" + id
}

func TestAMiniCupIsEnteredAndReadAsItIsPlayed(t *testing.T) {
	const home = "/minicup/streetsoccer/lg"
	w := newWorld(t)
	nobody := w.browser()
	nobody.get(home).want(t, http.StatusOK, "opens within the hour", "No group is being played", "No group has begun")
	w.goToTime(w.clock())
	nobody.get(home).want(t, http.StatusOK, "Level 0", "3 players are missing", "Sign in to enter")
	nobody.get("/minicup").want(t, http.StatusOK, home, "Nobody waits yet", ">Enter<")
	nobody.get("/minicup/streetsoccer/none").want(t, http.StatusNotFound, "There is no such competition.")
	nobody.get("/competitions").want(t, http.StatusOK, home, "/monthlycup/streetsoccer/lg", "/championship/streetsoccer/lg")
	var people []*member
	entry := ""
	for i, name := range []string{"Ann", "Bob", "Cleo"} {
		p := w.member(name)
		entry = queueAt(t, p.get(home).Body, "Level 0")
		p.post(entry+"/entry", nil).want(t, http.StatusSeeOther)
		if i < 2 {
			p.get(home).want(t, http.StatusOK, "Leave")
			p.post(entry+"/entry", nil).want(t, http.StatusConflict, "You are in this tournament already.", home)
			p.post(entry+"/agreement", nil).want(t, http.StatusConflict, "both have waited for 30 days")
		}
		people = append(people, p)
	}
	w.member("Dan").post(entry+"/entry", nil).want(t, http.StatusConflict, "The next one takes entries already", home)
	ann := people[0]
	ann.get(home).want(t, http.StatusOK, "Mini cup level 0, no. 1", "Crosstable of Mini cup level 0, no. 1", "3 players are missing", "/players/")
	w.publish("2026-05", 300)
	ann.get(home).want(t, http.StatusOK, "How it may end", "Odds, Crosstable of Mini cup level 0, no. 1")
	ann.get("/minicup").want(t, http.StatusOK, "You are in", "1 group is being played")
	ann.get(home+"/honours.csv").want(t, http.StatusOK, "Player,Level,Reached,Groups", "Ann,0,")
	var list struct {
		Honours []struct{ Name string }
	}
	if err := json.Unmarshal([]byte(ann.get(home+"/honours.json").Body), &list); err != nil || len(list.Honours) != 3 {
		t.Errorf("%+v, %v", list, err)
	}
	year := w.clock().Year()
	nobody.get(home+"?year="+itoa(year-1)).want(t, http.StatusOK, "Levels reached in "+itoa(year-1), "No group has begun")
	nobody.get(home+"?year=17").want(t, http.StatusOK, "Levels reached in "+itoa(year))
	nobody.get("/calendar").want(t, http.StatusOK, "Mini cup level 0, no. 1", "started", "Monthly cup StreetSoccer")
}

func TestTwoAgreeByTheForm(t *testing.T) {
	const home = "/minicup/streetsoccer/lg"
	w := newWorld(t)
	w.goToTime(w.clock())
	ann, bob := w.member("Ann"), w.member("Bob")
	entry := queueAt(t, ann.get(home).Body, "Level 0")
	ann.post(entry+"/entry", nil).want(t, http.StatusSeeOther)
	bob.post(entry+"/entry", nil).want(t, http.StatusSeeOther)
	w.wait(30 * 24 * time.Hour)
	ann.get(home).want(t, http.StatusOK, "Start with two")
	ann.post(entry+"/agreement", nil).want(t, http.StatusSeeOther)
	bob.get(home).want(t, http.StatusOK, "Ann agrees to start with two.", "Start with two")
	bob.post(entry+"/agreement", nil).want(t, http.StatusSeeOther)
	bob.get(entry).want(t, http.StatusOK, "Being played")
}

func TestAMonthlyCupIsEnteredFromTheFrontPage(t *testing.T) {
	const home = "/monthlycup/streetsoccer/lg"
	w := newWorld(t)
	w.browser().get(home).want(t, http.StatusOK, "opens within the hour", "Nobody has won a month", "No year has its winner")
	w.goToTime(w.clock())
	entry := queueAt(t, w.browser().get(home).Body+w.member("Zoe").get(home).Body, "The next group")
	for _, name := range []string{"Ann", "Bob", "Cleo", "Dan", "Eve"} {
		p := w.member(name)
		p.get("/").want(t, http.StatusOK, "Open for entry", "Monthly cup, group 1", entry+"/entry")
		p.post(entry+"/entry", nil).want(t, http.StatusSeeOther)
	}
	nobody := w.browser()
	nobody.get(home).want(t, http.StatusOK, "1 is being played now", "Crosstable of Monthly cup, group 1", "Monthly cup, group 2", "Final of "+itoa(w.clock().Year()))
	nobody.get(home+"/months.csv").want(t, http.StatusOK, "Month,Groups,Winner", w.clock().Format("2006-01")+",1,")
	nobody.get(home+"/months.json").want(t, http.StatusOK, w.clock().Format("2006-01"))
	nobody.get("/monthlycup").want(t, http.StatusOK, home)
}

func TestTheCalendarForPrograms(t *testing.T) {
	w := newWorld(t)
	w.goToTime(w.clock())
	ics := w.browser().get("/calendar.ics").want(t, http.StatusOK, "BEGIN:VCALENDAR", "Monthly cup", "END:VCALENDAR")
	if got := ics.Header.Get("Content-Type"); got != "text/calendar; charset=UTF-8" {
		t.Errorf("it is %q", got)
	}
	for line := range strings.SplitSeq(strings.TrimSuffix(ics.Body, "\r\n"), "\r\n") {
		if len(line) > 75 || strings.ContainsAny(line, "\r\n") {
			t.Errorf("the line %q is too long or torn", line)
		}
	}
	one := w.browser().get("/calendar.ics?game=streetsoccer").Body
	if strings.Count(one, "BEGIN:VEVENT") == 0 || strings.Count(one, "BEGIN:VEVENT") >= strings.Count(ics.Body, "BEGIN:VEVENT") {
		t.Error("the dates of one game are not a part of all")
	}
	if again := w.browser().get("/calendar.ics").Body; again != ics.Body {
		t.Error("asked again it is another one")
	}
	w.browser().get("/calendar?game=chess").want(t, http.StatusOK, "Nothing is fixed at the moment")
	w.browser().get("/calendar?game=streetsoccer").want(t, http.StatusOK, "Monthly cup StreetSoccer", "/calendar.ics?game=streetsoccer")
}
