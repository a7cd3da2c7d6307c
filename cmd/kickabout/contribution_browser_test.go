package main

import (
	"regexp"
	"testing"
	"time"

	"kickabout/cmd/internal/browser"
	"kickabout/engine/dice/tbd2"
	"kickabout/league"
	"kickabout/league/contribution"
	"kickabout/league/tournaments"
)

// TestPlayersOfATournamentGiveToItsDiceByTheirBrowsers: one gives as they enter, one is given for by what their browser keeps
// ready, and one types a part without any script. No game of theirs is the site's alone (SCHEME.md 3).
func TestPlayersOfATournamentGiveToItsDiceByTheirBrowsers(t *testing.T) {
	r := serve(t)
	b := browser.Start(t)
	desk, phone := browser.Options{Width: 1280, Height: 900}, browser.Options{Width: 390, Height: 844, Phone: true}
	bare := phone
	bare.NoJavaScript = true
	ann, bob, cleo := r.signedUp(b, "Ann", desk), r.signedUp(b, "Bob", phone), r.signedUp(b, "Cleo", bare)
	player := func(name string) league.Player {
		t.Helper()
		p, err := r.server.office.PlayerByName(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	waits := func(name string, want int) {
		t.Helper()
		for late := time.Now().Add(20 * time.Second); ; time.Sleep(20 * time.Millisecond) {
			n, err := r.server.office.Contributions.Waiting(t.Context(), player(name))
			if err != nil {
				t.Fatal(err)
			}
			if n == want {
				return
			}
			if time.Now().After(late) {
				t.Fatalf("%d of %s wait, want %d", n, name, want)
			}
		}
	}
	waits("Ann", contribution.Stock)
	waits("Bob", contribution.Stock)
	waits("Cleo", 0)
	cleo.Open(r.address + "/account")
	cleo.Follow(`a[href="/account/dice"]`)
	cleo.WaitForText("main", "None of your parts is waiting")
	cleo.fill("main .go button", [2]string{"#contribution", ""})
	cleo.WaitForText("#contribution-error", "Type something")
	cleo.noDefects("nothing typed")
	cleo.fill("main .go button", [2]string{"#contribution", "three blue whales"})
	cleo.WaitForText("main", "One of your parts is waiting")
	cleo.noDefects("a part of one's own")

	cup, err := r.server.office.CreateTournament(t.Context(), player("Ann"), tournaments.TournamentProposal{
		Reservation: r.server.office.ReserveTournament(), Name: "Spring Cup", Format: "roundrobin", Rules: "streetsoccer/lg",
		Places: "3", Cycles: "1", Control: "live", Start: tournaments.StartFull, Playing: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []*visitor{bob, cleo} {
		v.Open(r.address + "/tournaments/" + cup.ID)
		v.Follow(`form[action$="/entry"] button`)
	}
	cleo.WaitForText(".now", "All games have begun")
	given := map[string]*regexp.Regexp{"Ann": regexp.MustCompile(`^[0-9a-f]{32}$`), "Bob": regexp.MustCompile(`^[0-9a-f]{32}$`), "Cleo": regexp.MustCompile("^three blue whales$")}
	matches := r.tournament(cup.ID).Matches
	for _, m := range matches {
		for _, s := range m.Seats {
			if !given[s.Player.Name].MatchString(s.Contribution) {
				t.Errorf("%s gave %q", s.Player.Name, s.Contribution)
			}
		}
		if label := league.Given(m).Label(); label != tbd2.Contributed {
			t.Errorf("a game is %s", label)
		}
	}
	waits("Ann", contribution.Stock-1)
	waits("Bob", contribution.Stock)
	waits("Cleo", 0)
	ann.Open(r.address + "/account/dice")
	ann.WaitForText("main", "47 of your parts are waiting")
	ann.noDefects("parts that wait")
	ann.Open(r.address + "/matches/" + matches[0].ID)
	ann.WaitForText("main", tbd2.Contributed.Sentence())
	ann.quiet()
	bob.quiet()
	cleo.quiet("422")
}
