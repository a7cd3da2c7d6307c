package tournament_test

import (
	"slices"
	"strings"
	"testing"

	"kickabout/cmd/internal/web/webtest"
)

// inTeam does something in a tournament of teams by the API, twice: what was done is not done
// again.
func inTeam(p *webtest.Program, cup string, body webtest.Object) webtest.Said {
	p.World.T.Helper()
	first := p.Post("/tournaments/"+cup+"/teams", body).Want(p.World.T, 200)
	again := p.Post("/tournaments/"+cup+"/teams", body).Want(p.World.T, 200)
	if first.Body["last"] != again.Body["last"] {
		p.World.T.Errorf("%v is done twice", body)
	}
	return again
}

// teamCalled is a team of a tournament as programs see it.
func teamCalled(t *testing.T, s webtest.Said, name string) webtest.Object {
	t.Helper()
	for _, team := range s.Body["teams"].(webtest.Object)["table"].([]any) {
		if team.(webtest.Object)["name"] == name {
			return team.(webtest.Object)
		}
	}
	t.Fatalf("no team is called %s: %v", name, s.Body["teams"])
	return nil
}

// boardsIn lists the players of a team by boards.
func boardsIn(team webtest.Object) string {
	var names []string
	for _, p := range team["players"].([]any) {
		names = append(names, p.(webtest.Object)["player"].(string))
	}
	return strings.Join(names, " ")
}

func TestALeagueOfTeamsByPrograms(t *testing.T) { // R-TE-1 to R-TE-4
	w := webtest.New(t)
	var people []*webtest.Program
	for _, name := range strings.Fields("Abe Bob Cleo Dan Eve Fay Gil Hal Ida Jan Kim Lou Mia") {
		people = append(people, w.Program(name))
	}
	abe := people[0]
	cup := abe.Post("/tournaments", webtest.Object{"name": "Team Cup", "format": "teams", "game": "streetsoccer", "variant": "lg", "clock": "lg", "places": 3, "cycles": 1, "start": "organiser"}).Want(t, 201).Body["id"].(string)
	var owls string
	for i, name := range []string{"Night Owls", "Larks", "Robins"} {
		players := people[4*i : 4*i+4]
		captain := players[0]
		team := teamCalled(t, inTeam(captain, cup, webtest.Object{"act": "found", "name": name}), name)["team"].(string)
		if i == 0 {
			owls, players = team, append(slices.Clone(players), people[12])
		}
		for n, p := range players[1:] {
			if n%2 == 0 {
				inTeam(p, cup, webtest.Object{"act": "ask", "team": team})
				inTeam(captain, cup, webtest.Object{"act": "take", "team": team, "player": p.Player.Name})
				continue
			}
			called := inTeam(captain, cup, webtest.Object{"act": "call", "team": team, "player": p.Player.Name})
			if got := teamCalled(t, called, name)["called"].([]any); len(got) != 1 || got[0] != p.Player.Name {
				t.Errorf("invited are %v", got)
			}
			inTeam(p, cup, webtest.Object{"act": "join", "team": team})
		}
	}
	call := func(p *webtest.Program, body webtest.Object, status int, says string) {
		t.Helper()
		body["team"] = owls
		p.Post("/tournaments/"+cup+"/teams", body).Want(t, status, says)
	}
	call(people[4], webtest.Object{"act": "release", "player": "Mia"}, 403, "Only the captain")
	call(abe, webtest.Object{"act": "take", "player": "Nobody"}, 422, "Choose one of the players")
	call(abe, webtest.Object{"act": "line-up", "boards": []string{"Abe", "Fay"}}, 422, "Fay does not play for this team")
	call(abe, webtest.Object{"act": "line-up", "boards": []string{"Abe", "Abe"}}, 422, "named twice")
	call(abe, webtest.Object{"act": "line-up", "boards": []string{"Abe"}}, 422, "a number from 1 to 5")
	set := inTeam(abe, cup, webtest.Object{"act": "line-up", "team": owls, "boards": []string{"Bob", "Abe", "Cleo", "Dan", "Mia"}})
	if got := boardsIn(teamCalled(t, set, "Night Owls")); got != "Bob Abe Cleo Dan Mia" {
		t.Errorf("the boards are %s", got)
	}
	inTeam(people[12], cup, webtest.Object{"act": "release", "team": owls})
	if got := boardsIn(teamCalled(t, inTeam(people[12], cup, webtest.Object{"act": "ask", "team": owls}), "Night Owls")); got != "Bob Abe Cleo Dan" {
		t.Errorf("who has left plays: %s", got)
	}
	inTeam(abe, cup, webtest.Object{"act": "take", "team": owls, "player": "Mia"})

	abe.Post("/tournaments/"+cup+"/start", nil).Want(t, 200)
	call(abe, webtest.Object{"act": "field", "player": "Mia", "board": 9, "reason": "Bob is away"}, 422, "from 1 to 4")
	fielded := inTeam(abe, cup, webtest.Object{"act": "field", "team": owls, "player": "Mia", "board": 1, "reason": "Bob is away"})
	if got := boardsIn(teamCalled(t, fielded, "Night Owls")); got != "Mia Abe Cleo Dan Bob" {
		t.Errorf("the boards are %s", got)
	}
}

func TestWhoSaysNoToATeamOfAPrivateTournamentIsTold(t *testing.T) {
	w := webtest.New(t)
	abe, bob := w.Program("Abe"), w.Program("Bob")
	cup := abe.Post("/tournaments", webtest.Object{"name": "Team Cup", "format": "teams", "game": "streetsoccer", "variant": "lg", "clock": "lg", "places": 3, "cycles": 1, "start": "organiser", "private": true}).Want(t, 201).Body["id"].(string)
	bob.Get("/tournaments/"+cup).Want(t, 404)
	team := teamCalled(t, inTeam(abe, cup, webtest.Object{"act": "found", "name": "Night Owls"}), "Night Owls")["team"].(string)
	inTeam(abe, cup, webtest.Object{"act": "call", "team": team, "player": "Bob"})
	bob.Get("/tournaments/"+cup).Want(t, 200)
	bob.Post("/tournaments/"+cup+"/teams", webtest.Object{"act": "release", "team": team}).Want(t, 200)
	bob.Get("/tournaments/"+cup).Want(t, 404)
}
