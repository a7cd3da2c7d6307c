package webtest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"kickabout/league"
	"kickabout/league/odds"
	"kickabout/league/play"
)

// GoToTime turns the clock on to a moment and lets the site's competitions go on. Members whose sessions have ended
// meanwhile sign in again.
func (w *World) GoToTime(at time.Time) {
	w.T.Helper()
	span := at.Sub(w.Clock())
	w.Wait(span)
	for _, m := range w.members {
		if span > 60*24*time.Hour {
			m.SignIn()
		}
	}
	if err := w.Working().AdvanceCompetitions(w.T.Context()); err != nil {
		w.T.Fatal(err)
	}
}

// Championship opens the first season with members who have entered it by the form.
func (w *World) Championship(t *testing.T, names ...string) (people []*Member, entry string) {
	w.T.Helper()
	w.GoToTime(w.Clock())
	w.Browser().Get("/championship/streetsoccer/lg").Want(t, http.StatusOK, "Sign up to enter", "November 2026")
	for _, name := range names {
		p := w.Member(name)
		body := p.Get("/championship/streetsoccer/lg").Body
		_, after, _ := strings.Cut(body, `action="/tournaments/`)
		id, _, _ := strings.Cut(after, "/")
		entry = "/tournaments/" + id
		p.Post(entry+"/entry", nil).Want(t, http.StatusSeeOther)
		people = append(people, p)
	}
	return people, entry
}

// QueueAt returns the address of the first edition that a page lets somebody enter.
func QueueAt(t *testing.T, page, heading string) string {
	t.Helper()
	_, after, _ := strings.Cut(page, heading)
	_, after, _ = strings.Cut(after, `action="/tournaments/`)
	id, _, ok := strings.Cut(after, "/")
	if !ok {
		t.Fatalf("nothing behind %q can be entered", heading)
	}
	return "/tournaments/" + id
}

// Street is a ladder of all tests.
var Street = league.Competition{Format: "ladder", Game: "streetsoccer", Variant: "lg"}

// LaddersOpen opens the ladders and returns the address of one, and that of its tournament.
func (w *World) LaddersOpen() (ladder, cup string) {
	w.T.Helper()
	if err := w.Working().AdvanceCompetitions(w.T.Context()); err != nil {
		w.T.Fatal(err)
	}
	v, err := w.Office.Ladder(w.T.Context(), league.Player{}, Street)
	if err != nil {
		w.T.Fatal(err)
	}
	return "/ladder/streetsoccer/lg", "/tournaments/" + v.Tournament.ID
}

// Climbers enter the ladder one after the other.
func (w *World) Climbers(names ...string) (ladder string, people []*Member) {
	w.T.Helper()
	ladder, cup := w.LaddersOpen()
	people = w.People(names...)
	for _, p := range people {
		w.Accepted(p.Post(cup+"/entry", nil))
		w.Accepted(p.Post(ladder+"/settings", url.Values{"setting": {"manual"}}))
	}
	return ladder, people
}

// A LadderScene is a ladder with those who climb it, or not.
type LadderScene struct {
	Ladder, Cup string
	People      []*Member
	Guest       *Browser
	Member      *Member
}

// NewLadderScene has two on the ladder.
func (w *World) NewLadderScene() (s LadderScene) {
	w.T.Helper()
	s.Ladder, s.People = w.Climbers("entrant", "organiser")
	_, s.Cup = w.LaddersOpen()
	s.Guest, s.Member = w.Browser(), w.People("member")[0]
	s.Guest.Begin()
	return s
}

// EndedMonth returns a month that has ended since the ladders opened; it waits for the first.
func (w *World) EndedMonth() string {
	w.T.Helper()
	for range 2 {
		v, err := w.Office.Ladder(w.T.Context(), league.Player{}, Street)
		if err != nil {
			w.T.Fatal(err)
		}
		if len(v.Months) > 0 {
			return v.Months[0].Format("2006-01")
		}
		w.Wait(32 * 24 * time.Hour)
	}
	w.T.Fatal("no month ends")
	return ""
}

// LuckLines are the lines of a page's table of luck and skill, their cells parted by bars.
func LuckLines(page string) (lines []string) {
	_, section, _ := strings.Cut(page, `id="luck"`)
	section, _, _ = strings.Cut(section, "</section>")
	for _, row := range strings.Split(section, "<tr")[1:] {
		var cells []string
		for _, cell := range regexp.MustCompile(`(?s)<t[hd][ >].*?</t[hd]>`).FindAllString(row, -1) {
			cells = append(cells, strings.Join(strings.Fields(regexp.MustCompile("<[^>]*>").ReplaceAllString(cell, " ")), " "))
		}
		lines = append(lines, strings.Join(cells, "|"))
	}
	return lines[min(1, len(lines)):]
}

// Publish stores a model that comes from some matches.
func (w *World) Publish(month string, matches int) {
	w.T.Helper()
	prior := odds.Prior()
	err := w.Store.PutModelFit(w.T.Context(), odds.ModelFit{
		Pool: league.Pool{Game: "streetsoccer", Variant: "lg"}, Month: month, Matches: matches, Rated: true,
		Cuts: prior.Cuts, Slope: prior.Slope, LogLoss: 0.75, Base: 1.25, Fitted: w.Clock(),
	})
	if err != nil {
		w.T.Fatal(err)
	}
}

// Ordered are rules with standing orders: for the keepers of One-Two-Fun, who follow
// the markers unless they are told otherwise.
const Ordered = "onetwofun/professional"

// Without fails the test if an answer holds words.
func (a Answer) Without(t *testing.T, words ...string) Answer {
	t.Helper()
	for _, word := range words {
		if strings.Contains(a.Body, word) {
			t.Errorf("%q is there", word)
		}
	}
	return a
}

// Team does something in a team by its form, and returns the answer.
func (m *Member) Team(cup string, fields ...string) Answer {
	m.World.T.Helper()
	form := url.Values{}
	for i := 0; i < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	return m.Post(cup+"/teams", form)
}

// Founded lets the first of some players found a team by the pages and the others join it, and
// returns the path of its page.
func (w *World) Founded(cup, name string, players []*Member) string {
	w.T.Helper()
	captain := players[0]
	page := w.Accepted(captain.Team(cup, "act", "found", "name", name)).Header.Get("Location")
	team := page[strings.LastIndexByte(page, '/')+1:]
	for _, p := range players[1:] {
		w.Accepted(p.Team(cup, "act", "ask", "team", team))
		w.Accepted(captain.Team(cup, "act", "take", "team", team, "player", p.Player.ID))
	}
	return page
}

// CupForm is the form of a tournament of three that starts when its organiser says.
func (w *World) CupForm() url.Values {
	return url.Values{
		"reservation": {w.Office.ReserveTournament()}, "format": {"roundrobin"}, "name": {"Spring Cup"}, "rules": {"streetsoccer/lg"},
		"places": {"4"}, "cycles": {"1"}, "control": {"live"}, "start": {"organiser"}, "playing": {"1"}, "bots": {"4"},
	}
}

// Cup opens a tournament by its form and returns its path.
func (m *Member) Cup(change func(url.Values)) string {
	m.World.T.Helper()
	form := m.World.CupForm()
	if change != nil {
		change(form)
	}
	return m.World.Accepted(m.Post("/tournaments", form)).Header.Get("Location")
}

// Accepted sees that a form was carried out.
func (w *World) Accepted(a Answer) Answer {
	w.T.Helper()
	if a.Status != http.StatusSeeOther {
		w.T.Fatalf("%d %.300s", a.Status, a.Body)
	}
	return a
}

// People are somebody new of every name.
func (w *World) People(names ...string) []*Member {
	w.Knocks++
	people := make([]*Member, len(names))
	for i, name := range names {
		people[i] = w.Member(fmt.Sprintf("%s%d", name, w.Knocks))
	}
	return people
}

// A CupScene is a tournament with those who have to do with it, or not.
type CupScene struct {
	ID     string
	People []*Member // the organiser, two who have entered, one who has not
	Guest  *Browser
}

// NewCupScene makes a tournament that is open or running.
func (w *World) NewCupScene(state string) CupScene {
	w.T.Helper()
	s := CupScene{People: w.People("organiser", "entrant", "another", "member"), Guest: w.Browser()}
	cup := s.People[0].Cup(nil)
	w.Accepted(s.People[1].Post(cup+"/entry", nil))
	w.Accepted(s.People[2].Post(cup+"/entry", nil))
	if state == "running" {
		w.Accepted(s.People[0].Post(cup+"/start", nil))
	}
	s.Guest.Begin()
	s.ID = strings.TrimPrefix(cup, "/tournaments/")
	return s
}

// AnalyseAll makes all analyses that are due.
func AnalyseAll(t testing.TB, w *World) {
	t.Helper()
	for worked := true; worked; {
		var err error
		if worked, err = w.Office.AnalyseNext(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

// AllResign ends every match that is being played: one player wins all of theirs.
func (w *World) AllResign(star league.Player) {
	w.T.Helper()
	running, err := w.Store.Running(w.T.Context(), league.Site(), 1<<20)
	if err != nil {
		w.T.Fatal(err)
	}
	for _, m := range running {
		loser := m.Seats[0].Player
		if loser.ID == star.ID {
			loser = m.Seats[1].Player
		}
		if _, err := w.Working().Resign(context.Background(), loser, m.ID, w.Office.Now()); league.KindOf(err) == league.Internal && err != nil {
			w.T.Fatal(err)
		}
	}
}

// Moves lets the sides of a match make some moves of chance.
func (w *World) Moves(id string, moves int) {
	w.T.Helper()
	random := rand.New(rand.NewPCG(3, 8))
	for range moves {
		v := w.View(id)
		mover, ok := v.Match.Mover()
		if !ok {
			return
		}
		if _, err := w.Working().Play(w.T.Context(), mover, play.Turn{Match: id, Seen: v.Record.Seq, Move: v.Record.Position.Random(random), Arrived: w.Clock()}); err != nil {
			w.T.Fatal(err)
		}
	}
}
