package web_test

import (
	"slices"
	"strings"
	"testing"
)

// inTeam does something in a tournament of teams by the API, twice: what was done is not done
// again.
func (p *program) inTeam(cup string, body object) said {
	p.w.t.Helper()
	first := p.post("/tournaments/"+cup+"/teams", body).want(p.w.t, 200)
	again := p.post("/tournaments/"+cup+"/teams", body).want(p.w.t, 200)
	if first.Body["last"] != again.Body["last"] {
		p.w.t.Errorf("%v is done twice", body)
	}
	return again
}

// teamCalled is a team of a tournament as programs see it.
func teamCalled(t *testing.T, s said, name string) object {
	t.Helper()
	for _, team := range s.Body["teams"].(object)["table"].([]any) {
		if team.(object)["name"] == name {
			return team.(object)
		}
	}
	t.Fatalf("no team is called %s: %v", name, s.Body["teams"])
	return nil
}

// boardsIn lists the players of a team by boards.
func boardsIn(team object) string {
	var names []string
	for _, p := range team["players"].([]any) {
		names = append(names, p.(object)["player"].(string))
	}
	return strings.Join(names, " ")
}

func TestALeagueOfTeamsByPrograms(t *testing.T) { // R-TE-1 to R-TE-4
	w := newWorld(t)
	var people []*program
	for _, name := range strings.Fields("Abe Bob Cleo Dan Eve Fay Gil Hal Ida Jan Kim Lou Mia") {
		people = append(people, w.program(name))
	}
	abe := people[0]
	cup := abe.post("/tournaments", object{"name": "Team Cup", "format": "teams", "game": "streetsoccer", "variant": "lg", "clock": "lg", "places": 3, "cycles": 1, "start": "organiser"}).want(t, 201).Body["id"].(string)
	var owls string
	for i, name := range []string{"Night Owls", "Larks", "Robins"} {
		players := people[4*i : 4*i+4]
		captain := players[0]
		team := teamCalled(t, captain.inTeam(cup, object{"act": "found", "name": name}), name)["team"].(string)
		if i == 0 {
			owls, players = team, append(slices.Clone(players), people[12])
		}
		for n, p := range players[1:] {
			if n%2 == 0 {
				p.inTeam(cup, object{"act": "ask", "team": team})
				captain.inTeam(cup, object{"act": "take", "team": team, "player": p.player.Name})
				continue
			}
			called := captain.inTeam(cup, object{"act": "call", "team": team, "player": p.player.Name})
			if got := teamCalled(t, called, name)["called"].([]any); len(got) != 1 || got[0] != p.player.Name {
				t.Errorf("invited are %v", got)
			}
			p.inTeam(cup, object{"act": "join", "team": team})
		}
	}
	call := func(p *program, body object, status int, says string) {
		t.Helper()
		body["team"] = owls
		p.post("/tournaments/"+cup+"/teams", body).want(t, status, says)
	}
	call(people[4], object{"act": "release", "player": "Mia"}, 403, "Only the captain")
	call(abe, object{"act": "take", "player": "Nobody"}, 422, "Choose one of the players")
	call(abe, object{"act": "line-up", "boards": []string{"Abe", "Fay"}}, 422, "Fay does not play for this team")
	call(abe, object{"act": "line-up", "boards": []string{"Abe", "Abe"}}, 422, "named twice")
	call(abe, object{"act": "line-up", "boards": []string{"Abe"}}, 422, "a number from 1 to 5")
	set := abe.inTeam(cup, object{"act": "line-up", "team": owls, "boards": []string{"Bob", "Abe", "Cleo", "Dan", "Mia"}})
	if got := boardsIn(teamCalled(t, set, "Night Owls")); got != "Bob Abe Cleo Dan Mia" {
		t.Errorf("the boards are %s", got)
	}
	people[12].inTeam(cup, object{"act": "release", "team": owls})
	if got := boardsIn(teamCalled(t, people[12].inTeam(cup, object{"act": "ask", "team": owls}), "Night Owls")); got != "Bob Abe Cleo Dan" {
		t.Errorf("who has left plays: %s", got)
	}
	abe.inTeam(cup, object{"act": "take", "team": owls, "player": "Mia"})

	abe.post("/tournaments/"+cup+"/start", nil).want(t, 200)
	call(abe, object{"act": "field", "player": "Mia", "board": 9, "reason": "Bob is away"}, 422, "from 1 to 4")
	fielded := abe.inTeam(cup, object{"act": "field", "team": owls, "player": "Mia", "board": 1, "reason": "Bob is away"})
	if got := boardsIn(teamCalled(t, fielded, "Night Owls")); got != "Mia Abe Cleo Dan Bob" {
		t.Errorf("the boards are %s", got)
	}
}

func TestWhoSaysNoToATeamOfAPrivateTournamentIsTold(t *testing.T) {
	w := newWorld(t)
	abe, bob := w.program("Abe"), w.program("Bob")
	cup := abe.post("/tournaments", object{"name": "Team Cup", "format": "teams", "game": "streetsoccer", "variant": "lg", "clock": "lg", "places": 3, "cycles": 1, "start": "organiser", "private": true}).want(t, 201).Body["id"].(string)
	bob.get("/tournaments/"+cup).want(t, 404)
	team := teamCalled(t, abe.inTeam(cup, object{"act": "found", "name": "Night Owls"}), "Night Owls")["team"].(string)
	abe.inTeam(cup, object{"act": "call", "team": team, "player": "Bob"})
	bob.get("/tournaments/"+cup).want(t, 200)
	bob.post("/tournaments/"+cup+"/teams", object{"act": "release", "team": team}).want(t, 200)
	bob.get("/tournaments/"+cup).want(t, 404)
}
