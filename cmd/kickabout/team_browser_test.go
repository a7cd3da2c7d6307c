package main

import (
	"strings"
	"testing"

	"kickabout/cmd/internal/browser"
	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/tournaments"
)

// TestTwoCaptainsAndTheirTeams has two captains found teams, one on a phone without JavaScript:
// they take in who asks, invite, set the boards, and let a reserve play (R-TE-1, R-TE-3, R-TE-4).
func TestTwoCaptainsAndTheirTeams(t *testing.T) {
	r := serve(t)
	b := browser.Start(t)
	ann := r.member(b, "Ann", browser.Options{Width: 1280, Height: 900, ReducedMotion: true})
	bob := r.member(b, "Bob", browser.Options{NoJavaScript: true, Width: 390, Height: 844, Phone: true})
	people := r.signUps(strings.Fields("Cleo Dan Eve Fay Gil Hal Ida Jan Kim Lou Mia")...)
	o := r.server.office
	cup, err := o.CreateTournament(t.Context(), ann.player, tournaments.TournamentProposal{
		Reservation: o.ReserveTournament(), Name: "Spring League", Format: "teams", Rules: "streetsoccer/lg", Places: "3", Cycles: "1",
		Control: "lg", Start: tournaments.StartOrganiser,
	})
	if err != nil {
		t.Fatal(err)
	}
	page := r.address + "/tournaments/" + cup.ID
	do := func(p league.Player, f tournaments.TeamForm) {
		t.Helper()
		if err := o.InTeam(t.Context(), p, cup.ID, f); err != nil {
			t.Fatal(err)
		}
	}
	ann.Open(page)
	ann.WaitForText("#teams + .empty", "No team so far")
	ann.noDefects("a league without teams")
	ann.fill(".found button", [2]string{"#team-name", "Night Owls"})
	ann.WaitForText("h1", "Night Owls")
	bob.Open(page)
	bob.fill(".found button", [2]string{"#team-name", "night owls"})
	bob.WaitForText("#name-error", "There is a team of this name already")
	bob.noDefects("a team, refused")
	empty(bob, "#team-name")
	bob.fill(".found button", [2]string{"#team-name", "Larks"})
	bob.WaitForText("h1", "Larks")

	owls, larks := teamOf(r, cup.ID, ann.player), teamOf(r, cup.ID, bob.player)
	for i, p := range people[:3] { // four players and, below, a reserve
		do(p, tournaments.TeamForm{Act: "ask", Team: owls})
		do(people[i+4], tournaments.TeamForm{Act: "ask", Team: larks})
	}
	ann.Reload()
	for _, p := range people[:3] {
		ann.Follow(`form:has(input[name=act][value=take]):has(input[value="` + p.ID + `"]) button`)
	}
	ann.fill(`form:has(input[name=act][value=call]) button`, [2]string{"#call", people[3].Name})
	ann.WaitForText(".tools", "No longer invite "+people[3].Name)
	do(people[3], tournaments.TeamForm{Act: "join", Team: owls})
	ann.Reload()
	ann.noDefects("a captain's tools")
	bob.Reload()
	bob.noDefects("a captain's tools on a phone")
	for _, p := range people[4:7] {
		bob.Follow(`form:has(input[name=act][value=take]):has(input[value="` + p.ID + `"]) button`)
	}
	bob.WaitForText(".state", "Complete")
	empty(bob, "table input")
	bob.fill(`form:has(input[name=act][value=line-up]) .go button`,
		[2]string{`[name="board-` + bob.player.ID + `"]`, "2"}, [2]string{`[name="board-` + people[4].ID + `"]`, "1"},
		[2]string{`[name="board-` + people[5].ID + `"]`, "3"}, [2]string{`[name="board-` + people[6].ID + `"]`, "4"})
	bob.WaitForText("tbody tr:first-child", people[4].Name)

	do(people[7], tournaments.TeamForm{Act: "found", Name: "Robins"})
	robins := teamOf(r, cup.ID, people[7])
	for _, p := range people[8:] {
		do(p, tournaments.TeamForm{Act: "ask", Team: robins})
		do(people[7], tournaments.TeamForm{Act: "take", Team: robins, Player: p.ID})
	}
	ann.Open(page)
	ann.WaitForText(".now", "3 of 3 teams, 3 of them complete")
	ann.noDefects("three teams")
	ann.Follow(`form[action$="/start"] button`)
	ann.WaitForText("#team-table", "Table")
	ann.noDefects("a league that is being played")

	ann.Open(page + "/teams/" + owls)
	ann.fill(`form:has(input[name=act][value=field]) button`, [2]string{"#text", "Ann is away"})
	ann.WaitForText("table", "replaced")
	ann.noDefects("a team that is being played")
	bob.Open(page)
	bob.Follow(`.team-matches a`)
	bob.WaitForText(".now", "0 of 8 games over")
	bob.noDefects("a team match on a phone")
	if wide := browser.Eval[int](ann.Page, "document.documentElement.scrollWidth"); wide > 1280 {
		t.Errorf("the page is %d wide", wide)
	}
	ann.Open(page)
	for r.tournament(cup.ID).Tournament.State != league.Finished {
		for _, m := range r.tournament(cup.ID).Matches {
			if m.State.ToMove != engine.NoSide {
				if _, err := resign(o, t.Context(), m.Seats[len(m.Fixture)%2].Player, m.ID, o.Now()); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	ann.WaitForText(".now h2", "wins") // by itself
	bob.Open(page)
	bob.WaitForText(".log", "The last game ended")
	bob.noDefects("the end on a phone")
	ann.quiet()
	bob.quiet("422")
}

// teamOf returns the id of a player's team.
func teamOf(r *running, cup string, p league.Player) string {
	e, _ := r.tournament(cup).Tournament.Entrant(p.ID)
	return e.Team
}

// empty clears fields, into which Type only adds.
func empty(v *member, fields string) {
	browser.Eval[bool](v.Page, `document.querySelectorAll("`+fields+`").forEach(f => f.value = "") || true`)
}
