package main

import (
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/browser"
	"kickabout/engine"
	"kickabout/league"
)

// TestATableAnswersWhatItIsAsked looks at the table of a tournament that is being
// played, sorted, as it would be, and before a strike, by its links and forms.
func TestATableAnswersWhatItIsAsked(t *testing.T) {
	r := serve(t)
	b := browser.Start(t)
	ann, bob := r.signedUp(b, "Ann", browser.Options{NoJavaScript: true}), r.signedUp(b, "Bob", browser.Options{NoJavaScript: true})
	ann.Open(r.address + "/tournaments/new")
	ann.Click(".wizard .more > summary")
	ann.noDefects("the form of a tournament with all its choices")
	browser.Eval[bool](ann.Page, `(() => { document.querySelector("#cycles").value = "2"; document.querySelector("#bots").value = "2"; return true })()`)
	ann.fill(".sheet .go button", [2]string{"#name", "Spring Cup"})
	cup := ann.URL()
	ann.invites("bot:mascot")
	ann.invites("bot:trainee")
	bob.Open(cup)
	bob.Follow(`form[action$="/entry"] button`)
	id := cup[strings.LastIndex(cup, "/")+1:]
	open := r.someOver(id)

	for _, screen := range screens {
		ann.As(screen)
		ann.Open(cup)
		ann.Click("details.why summary")
		ann.Click("details.what summary")
		r.flawless(ann.Page, "a table with all that it tells", screen)
		ann.Click("details.all-columns summary")
		ann.Follow(".cross:not(.values) th:nth-child(5) a")
		ann.WaitFor(`.cross:not(.values) th[aria-sort="descending"]`)
		ann.Open(cup)
		ann.Click("details.what summary")
		ann.Follow(`.what a[href*="` + open.ID + `"].result`)
		ann.WaitForText(".what-if", "It has not happened")
		r.flawless(ann.Page, "a table as it would be", screen)
		ann.Follow(".what-if a")
		ann.Follow(`a[href$="/desk"]`)
		r.flawless(ann.Page, "the desk of a tournament that is being played", screen)
		ann.Follow(`a[href$="/strike"]`)
		ann.Type("#reason", "away")
		ann.Follow(".sheet .go button")
		ann.WaitForText("main", "What it would do")
		r.flawless(ann.Page, "a strike before it is done", screen)
	}
	ann.Open(cup + "/strike?reason=away&player=" + r.playerIn(id, "Bob"))
	ann.Follow("button.danger")
	ann.WaitForText(".standings .out", "struck")
	r.flawless(ann.Page, "a table with a player who is struck", screens[0])
	ann.quiet()
}

// someOver waits until the bots have played some matches of a tournament, lets Bob
// resign one of theirs with Ann, and returns the other, which nobody plays.
func (r *running) someOver(id string) league.Match {
	r.t.Helper()
	var between []league.Match
	for _, m := range r.tournament(id).Matches {
		if m.Seats[0].Player.Kind != league.Bot && m.Seats[1].Player.Kind != league.Bot {
			between = append(between, m)
		}
	}
	for _, seat := range between[0].Seats {
		if seat.Player.Name == "Bob" {
			if _, err := resign(r.server.office, r.t.Context(), seat.Player, between[0].ID, time.Now()); err != nil {
				r.t.Fatal(err)
			}
		}
	}
	for {
		over := 0
		for _, m := range r.tournament(id).Matches {
			if m.State.ToMove == engine.NoSide {
				over++
			}
		}
		if over > 2 {
			return between[1]
		}
		select {
		case <-r.t.Context().Done():
			r.t.Fatal("the bots do not play")
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// playerIn returns the id of a player in a tournament by their name.
func (r *running) playerIn(id, name string) string {
	for _, e := range r.tournament(id).Tournament.Entries {
		if e.Player.Name == name {
			return e.Player.ID
		}
	}
	r.t.Fatalf("%s is not in it", name)
	return ""
}
