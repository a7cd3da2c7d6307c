package main

import (
	"fmt"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"kickabout/cmd/internal/browser"
	"kickabout/league"
	membersleague "kickabout/league/members"
	"kickabout/league/series"
)

// TestAClimberReadsTheLadderAndChallengesFromIt enters a ladder by the form, challenges from
// their range, wins, and reads what became of it, with JavaScript and without.
func TestAClimberReadsTheLadderAndChallengesFromIt(t *testing.T) {
	for name, o := range someOf(t, map[string]browser.Options{
		"without JavaScript": {NoJavaScript: true, Width: 1280, Height: 800},
		"on a phone":         {Width: 390, Height: 844, Phone: true, ReducedMotion: true},
		"in the dark":        {Width: 1280, Height: 800, Dark: true},
	}) {
		t.Run(name, func(t *testing.T) {
			var now atomic.Int64
			now.Store(time.Date(2027, 2, 1, 9, 0, 0, 0, time.UTC).Unix())
			r := serveAt(t, &now)
			b := browser.Start(t)
			ladder := league.Competition{Format: "ladder", Game: "streetsoccer", Variant: "lg"}
			people := r.onLadder(ladder, 6)
			ann := r.member(b, "Ann", o)
			ann.Open(r.address + "/ladder")
			ann.noDefects("the ladders")
			ann.Follow(`a.cup[href="/ladder/streetsoccer/lg"]`)
			ann.WaitForText(".now", "as number 7")
			ann.noDefects("the ladder, as a reader sees it")
			ann.Follow(`form[action$="/entry"] button`)
			ann.WaitForText(".now", "You are 7th of 7")
			ann.Follow("text=Choose my opponents myself")
			ann.WaitForText(".now", "You choose your opponents yourself")
			ann.noDefects("the ladder, entered")
			ann.Follow(".climb form button")
			ann.WaitFor(".scoreboard")
			match := ann.URL()
			ann.Open(r.address + "/ladder/streetsoccer/lg")
			ann.WaitForText("section[aria-labelledby=range]", "Your own challenge is still being played")
			ann.noDefects("the ladder, while a challenge is played")

			now.Add(3600)
			if _, err := resign(r.server.office, t.Context(), people[3], filepath.Base(match), r.server.office.Now()); err != nil {
				t.Fatal(err)
			}
			now.Store(time.Date(2027, 3, 2, 9, 0, 0, 0, time.UTC).Unix())
			ann.Open(r.address + "/ladder/streetsoccer/lg")
			ann.WaitForText(".now", "You are 4th of 7")
			ann.WaitForText(".log", "is now 4th")
			ann.noDefects("the ladder, after a win")
			ann.Follow(`.standings a.sort[href*="sort=player"]`)
			ann.WaitForText(".standings", "Ann")
			ann.Follow("text=February 2027")
			ann.WaitForText(".places", "Ann")
			ann.noDefects("the end of a month")
			ann.Follow(".places tr:nth-child(4) a")
			ann.WaitForText("main", "Place 4 of 7")
			ann.noDefects("a player's way")
			if scroll := browser.Eval[bool](ann.Page, `document.documentElement.scrollWidth > document.documentElement.clientWidth`); scroll {
				t.Error("the page scrolls sideways")
			}
			ann.quiet()
		})
	}
}

// onLadder opens the ladders and lets members enter one, who choose their opponents themselves.
func (r *running) onLadder(c league.Competition, n int) []league.Player {
	r.t.Helper()
	ctx := r.t.Context()
	must := func(err error) {
		r.t.Helper()
		if err != nil {
			r.t.Fatal(err)
		}
	}
	must(r.server.office.AdvanceCompetitions(ctx))
	v, err := r.server.office.Ladder(ctx, league.Player{}, c)
	must(err)
	var people []league.Player
	for i := range n {
		p, _, err := r.server.office.SignUp(ctx, membersleague.Credentials{Name: fmt.Sprintf("%s %d", []string{"Bea", "Cem", "Dag", "Eli"}[i%4], i+1), Password: "a horse in the rain"})
		must(err)
		must(r.server.office.EnterTournament(ctx, p, v.Tournament.ID))
		must(r.server.office.SetLadder(ctx, p, c, series.LadderManual))
		people = append(people, p)
	}
	_, err = r.server.office.Challenge(ctx, people[5], c, people[2].ID)
	must(err)
	return people
}
