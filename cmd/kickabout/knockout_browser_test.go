package main

import (
	"testing"

	"kickabout/cmd/internal/browser"
	"kickabout/engine"
	"kickabout/league"
	membersleague "kickabout/league/members"
	"kickabout/league/tournaments"
)

// TestAKnockOutIsReadWhileItIsPlayed lets two people and six bots play groups and a knock-out to
// their end. Ann's page, on a wide screen, follows by itself; Bob reads it on a phone, without a
// script.
func TestAKnockOutIsReadWhileItIsPlayed(t *testing.T) {
	r := serve(t)
	b := browser.Start(t)
	ann := r.member(b, "Ann", browser.Options{Width: 1280, Height: 900, ReducedMotion: true})
	bob := r.member(b, "Bob", browser.Options{NoJavaScript: true, Width: 390, Height: 844, Phone: true})
	o := r.server.office
	cup, err := o.CreateTournament(t.Context(), ann.player, tournaments.TournamentProposal{
		Reservation: o.ReserveTournament(), Name: "Autumn Cup", Format: "groups", Rules: "streetsoccer/lg", Places: "6", Cycles: "1",
		Control: "live", Start: tournaments.StartFull, Playing: true, Typed: league.Typed{"group_size": "3", "through": "2", "round_days": "45", "bots": "6"},
	})
	if err != nil {
		t.Fatal(err)
	}
	page := r.address + "/tournaments/" + cup.ID
	ann.Open(page)
	ann.WaitForText(".now", "Then the groups are drawn")
	for _, bot := range []string{"bot:random", "bot:greedy"} {
		if err := o.InviteBot(t.Context(), ann.player, cup.ID, bot); err != nil {
			t.Fatal(err)
		}
	}
	members := []league.Player{ann.player, bob.player}
	for _, name := range []string{"Cleo", "Dan"} {
		p, _, err := o.SignUp(t.Context(), membersleague.Credentials{Name: name, Password: "a horse in the rain"})
		if err != nil {
			t.Fatal(err)
		}
		members = append(members, p)
	}
	for _, p := range members[1:] {
		if err := o.EnterTournament(t.Context(), p, cup.ID); err != nil {
			t.Fatal(err)
		}
	}
	ann.WaitForText(".now", "The groups are being played")
	ann.WaitForText("#table-s1-g2", "Group 2")
	ann.noDefects("the groups")

	giveUp := func() (open int) {
		for _, m := range r.tournament(cup.ID).Matches {
			if m.State.ToMove == engine.NoSide {
				continue
			}
			open++
			for _, p := range members { // the first of them who plays in it resigns, unless it is Ann
				if p.ID != ann.player.ID && m.SideOf(p.ID) != engine.NoSide {
					if _, err := resign(o, t.Context(), p, m.ID, o.Now()); err != nil {
						t.Fatal(err)
					}
					break
				}
			}
			if view := r.match(m.ID); view.Match.SideOf(ann.player.ID) != engine.NoSide && !view.Record.Next().Over() { // against a bot
				if _, err := resign(o, t.Context(), ann.player, m.ID, o.Now()); err != nil {
					t.Fatal(err)
				}
			}
		}
		return open
	}
	for r.tournament(cup.ID).Bracket == nil {
		giveUp()
		ann.WaitFor("#tournament")
	}
	ann.WaitForText("#bracket", "Bracket") // by itself
	if ann.Count(".round") != 2 || ann.Count(".tie") != 3 {
		t.Errorf("%d rounds with %d ties", ann.Count(".round"), ann.Count(".tie"))
	}
	ann.noDefects("the bracket")
	bob.Open(page)
	bob.WaitForText("#round-1", "Semi-finals")
	bob.Follow(`.round-links a[href="#round-2"]`)
	if wide := browser.Eval[int](ann.Page, "document.documentElement.scrollWidth"); wide > 1280 {
		t.Errorf("the page is %d wide", wide)
	}
	bob.noDefects("the bracket on a phone")
	for r.tournament(cup.ID).Tournament.State != league.Finished {
		giveUp()
	}
	winner := r.finished(cup.ID).Tournament.Winners()[0].Name
	ann.WaitForText(".now h2", winner+" wins") // by itself
	if ann.Count(".seat.through") != 3 {
		t.Errorf("%d have gone on from three ties", ann.Count(".seat.through"))
	}
	bob.Open(page)
	bob.WaitForText("#round-2 .seat.through", winner)
	bob.noDefects("the end on a phone")
	ann.quiet()
	bob.quiet()
}
