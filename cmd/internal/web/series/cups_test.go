package series_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/web/webtest"
)

func TestAMiniCupIsEnteredAndReadAsItIsPlayed(t *testing.T) {
	const home = "/minicup/streetsoccer/lg"
	w := webtest.New(t)
	nobody := w.Browser()
	nobody.Get(home).Want(t, http.StatusOK, "opens within the hour", "No group is being played", "No group has begun")
	w.GoToTime(w.Clock())
	nobody.Get(home).Want(t, http.StatusOK, "Level 0", "3 places left", "Sign in to enter")
	nobody.Get("/minicup").Want(t, http.StatusOK, home, "Nobody is waiting yet", ">Enter<")
	nobody.Get("/minicup/streetsoccer/none").Want(t, http.StatusNotFound, "There is no such competition.")
	nobody.Get("/competitions").Want(t, http.StatusOK, home, "/monthlycup/streetsoccer/lg", "/championship/streetsoccer/lg")
	var people []*webtest.Member
	entry := ""
	for i, name := range []string{"Ann", "Bob", "Cleo"} {
		p := w.Member(name)
		entry = webtest.QueueAt(t, p.Get(home).Body, "Level 0")
		p.Post(entry+"/entry", nil).Want(t, http.StatusSeeOther)
		if i < 2 {
			p.Get(home).Want(t, http.StatusOK, "Leave")
			p.Post(entry+"/entry", nil).Want(t, http.StatusConflict, "You are in this tournament already.", home)
			p.Post(entry+"/agreement", nil).Want(t, http.StatusConflict, "both have waited for 30 days")
		}
		people = append(people, p)
	}
	w.Member("Dan").Post(entry+"/entry", nil).Want(t, http.StatusConflict, "The next one takes entries already", home)
	ann := people[0]
	ann.Get(home).Want(t, http.StatusOK, "Mini cup level 0, no. 1", "Crosstable of Mini cup level 0, no. 1", "3 places left", "/players/")
	w.Publish("2026-05", 300)
	ann.Get(home).Want(t, http.StatusOK, "How it may end", "Odds in percent, Crosstable of Mini cup level 0, no. 1")
	ann.Get("/minicup").Want(t, http.StatusOK, "You are in", "1 group is being played")
	var match string
	for id := range strings.SplitSeq(ann.Get("/matches").Body, "/matches/") {
		if id, _, _ = strings.Cut(id, "\""); strings.Contains(ann.Get("/matches/"+id).Body, "Mini cup level 0, no. 1") {
			match = "/matches/" + id
			break
		}
	}
	nobody.Get(match).Want(t, http.StatusOK, match+"/standing")
	nobody.Get(match+"/standing").Want(t, http.StatusOK, "Ann", "games to play", "% chance of the first place")
	ann.Get(home+"/honours.csv").Want(t, http.StatusOK, "Player,Level,Reached,Groups", "Ann,0,")
	var list struct {
		Honours []struct{ Name string }
	}
	if err := json.Unmarshal([]byte(ann.Get(home+"/honours.json").Body), &list); err != nil || len(list.Honours) != 3 {
		t.Errorf("%+v, %v", list, err)
	}
	year := w.Clock().Year()
	nobody.Get(home+"?year="+webtest.Itoa(year-1)).Want(t, http.StatusOK, "Levels reached in "+webtest.Itoa(year-1), "No group has begun")
	nobody.Get(home+"?year=17").Want(t, http.StatusOK, "Levels reached in "+webtest.Itoa(year))
	nobody.Get("/calendar").Want(t, http.StatusOK, "Mini cup level 0, no. 1", "started", "Monthly cup StreetSoccer")
}

func TestTwoAgreeByTheForm(t *testing.T) {
	const home = "/minicup/streetsoccer/lg"
	w := webtest.New(t)
	w.GoToTime(w.Clock())
	ann, bob := w.Member("Ann"), w.Member("Bob")
	entry := webtest.QueueAt(t, ann.Get(home).Body, "Level 0")
	ann.Post(entry+"/entry", nil).Want(t, http.StatusSeeOther)
	bob.Post(entry+"/entry", nil).Want(t, http.StatusSeeOther)
	w.Wait(30*24*time.Hour - time.Second)
	ann.Get("/inbox").Want(t, http.StatusOK, "Nothing waits for your answer.")
	w.Wait(time.Second)
	ann.Get("/inbox").Want(t, http.StatusOK, "Say whether you two start Mini cup level 0, no. 1 alone.")
	ann.Get(home).Want(t, http.StatusOK, "Start with two")
	ann.Post(entry+"/agreement", nil).Want(t, http.StatusSeeOther)
	ann.Get("/inbox").Want(t, http.StatusOK, "Nothing waits for your answer.")
	bob.Get("/inbox").Want(t, http.StatusOK, "Say whether you two start Mini cup level 0, no. 1 alone.")
	bob.Get(home).Want(t, http.StatusOK, "Ann agrees to start with two.", "Start with two")
	bob.Post(entry+"/agreement", nil).Want(t, http.StatusSeeOther)
	bob.Get(entry).Want(t, http.StatusOK, "Being played")
}

func TestAMonthlyCupIsEnteredFromTheFrontPage(t *testing.T) {
	const home = "/monthlycup/streetsoccer/lg"
	w := webtest.New(t)
	w.Browser().Get(home).Want(t, http.StatusOK, "opens within the hour", "Nobody has won a month", "No year has its winner")
	w.GoToTime(w.Clock())
	entry := webtest.QueueAt(t, w.Browser().Get(home).Body+w.Member("Zoe").Get(home).Body, "The next group")
	for _, name := range []string{"Ann", "Bob", "Cleo", "Dan", "Eve"} {
		p := w.Member(name)
		p.Get("/").Want(t, http.StatusOK, "Open for entry", "Monthly cup, group 1", entry+"/entry")
		p.Post(entry+"/entry", nil).Want(t, http.StatusSeeOther)
	}
	nobody := w.Browser()
	nobody.Get(home).Want(t, http.StatusOK, "1 is being played now", "Crosstable of Monthly cup, group 1", "Monthly cup, group 2", "Final of "+webtest.Itoa(w.Clock().Year()))
	nobody.Get(home+"/months.csv").Want(t, http.StatusOK, "Month,Groups,Winner", w.Clock().Format("2006-01")+",1,")
	nobody.Get(home+"/months.json").Want(t, http.StatusOK, w.Clock().Format("2006-01"))
	nobody.Get("/monthlycup").Want(t, http.StatusOK, home)
}

func TestTheCalendarForPrograms(t *testing.T) {
	w := webtest.New(t)
	w.GoToTime(w.Clock())
	ics := w.Browser().Get("/calendar.ics").Want(t, http.StatusOK, "BEGIN:VCALENDAR", "Monthly cup", "END:VCALENDAR")
	if got := ics.Header.Get("Content-Type"); got != "text/calendar; charset=UTF-8" {
		t.Errorf("it is %q", got)
	}
	for line := range strings.SplitSeq(strings.TrimSuffix(ics.Body, "\r\n"), "\r\n") {
		if len(line) > 75 || strings.ContainsAny(line, "\r\n") {
			t.Errorf("the line %q is too long or torn", line)
		}
	}
	one := w.Browser().Get("/calendar.ics?game=streetsoccer").Body
	if strings.Count(one, "BEGIN:VEVENT") == 0 || strings.Count(one, "BEGIN:VEVENT") >= strings.Count(ics.Body, "BEGIN:VEVENT") {
		t.Error("the dates of one game are not a part of all")
	}
	if again := w.Browser().Get("/calendar.ics").Body; again != ics.Body {
		t.Error("asked again it is another one")
	}
	w.Browser().Get("/calendar?game=chess").Want(t, http.StatusOK, "Nothing is fixed at the moment")
	w.Browser().Get("/calendar?game=streetsoccer").Want(t, http.StatusOK, "Monthly cup StreetSoccer", "/calendar.ics?game=streetsoccer")
}
