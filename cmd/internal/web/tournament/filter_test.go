package tournament_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/league"
)

// TestTheListOfTournamentsIsFiltered by game, format and how far they are, in the address.
func TestTheListOfTournamentsIsFiltered(t *testing.T) {
	w := webtest.New(t)
	ann := w.Member("Ann")
	open := func(name, format, rules string) {
		ann.Cup(func(f url.Values) {
			f.Set("reservation", w.Office.ReserveTournament())
			f.Set("name", name)
			f.Set("format", format)
			f.Set("rules", rules)
		})
	}
	open("First Cup", "roundrobin", "streetsoccer/lg")
	open("Second Cup", "knockout", "streetsoccer/lg")
	open("Third Cup", "knockout", "onetwofun/basic")
	for query, want := range map[string]string{
		"":                                   "First Second Third",
		"?game=streetsoccer":                 "First Second",
		"?format=knockout":                   "Second Third",
		"?game=onetwofun&format=knockout":    "Third",
		"?game=onetwofun&format=roundrobin":  "",
		"?state=registration":                "First Second Third",
		"?state=running":                     "",
		"?state=finished&game=streetsoccer":  "",
		"?state=nonsense&game=nonsense%3Cb>": "",
	} {
		body := w.Browser().Get("/tournaments"+query).Want(t, http.StatusOK, `aria-label="Tournaments"`).Body
		var got []string
		for _, name := range []string{"First", "Second", "Third"} {
			if strings.Contains(body, name+" Cup") {
				got = append(got, name)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q shows %v, want %s", query, got, want)
		}
		if strings.Contains(body, "Show all") != (query != "") {
			t.Errorf("%q: the way back is wrong", query)
		}
	}
	w.Browser().Get("/tournaments?format=knockout").Want(t, http.StatusOK, `<option value="knockout" selected>`)
}

// TestTheGamesOfTwoLeadToEachOther in a round robin of two cycles.
func TestTheGamesOfTwoLeadToEachOther(t *testing.T) {
	w := webtest.New(t)
	ann := w.Member("Ann")
	cup := ann.Cup(func(f url.Values) {
		f.Set("cycles", "2")
		f.Set("places", "3")
		f.Set("start", "full")
	})
	for _, m := range w.People("Bob", "Cleo") {
		w.Accepted(m.Post(cup+"/entry", nil))
	}
	v, err := w.Office.Tournament(t.Context(), league.Site(), strings.TrimPrefix(cup, "/tournaments/"))
	if err != nil || len(v.Matches) == 0 {
		t.Fatal(err)
	}
	pairs := map[string][]string{}
	for _, m := range v.Matches {
		a, b := m.Seats[0].Player.ID, m.Seats[1].Player.ID
		pairs[min(a, b)+max(a, b)] = append(pairs[min(a, b)+max(a, b)], m.ID)
	}
	for _, ids := range pairs {
		for i, id := range ids {
			body := ann.Get("/matches/"+id).Want(t, http.StatusOK).Body
			for j, other := range ids {
				if linked := strings.Contains(body, `<a href="/matches/`+other+`">`); i != j && !linked {
					t.Errorf("%s does not link %s", id, other)
				}
			}
			if strings.Count(body, "goes first, being played") != len(ids)-1 {
				t.Errorf("%d games are linked, of %d", strings.Count(body, "goes first, being played"), len(ids)-1)
			}
		}
	}
}
