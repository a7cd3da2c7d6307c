package main

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/browser"
	"kickabout/engine"
	"kickabout/league/play"
)

// TestADuplicatePairIsOfferedAndPlayed offers two games with the same dice by the form, takes them, and looks at
// both while one of them waits and when they are over: with JavaScript on a desk, without it on a phone.
func TestADuplicatePairIsOfferedAndPlayed(t *testing.T) {
	r := serve(t)
	b := browser.Start(t)
	for name, o := range map[string]browser.Options{
		"Desk":  {Width: 1280, Height: 900, ReducedMotion: true},
		"Phone": {Width: 390, Height: 844, NoJavaScript: true},
	} {
		ann, bob := r.member(b, "Ann"+name, o), r.member(b, "Bob"+name, o)
		ann.Open(r.address + "/offers/new")
		ann.Click(`[name=legs][value=pair]`)
		ann.Click(`[name=kickoff][value=me]`)
		ann.Click(`[name=control][value=fast]`)
		ann.Follow("text=Offer the game")
		ann.WaitForText("h1", "Your offer")
		bob.Open(r.address + "/offers")
		bob.Follow(".offer .button")
		bob.WaitForText("main", "Two games with the same throws")
		bob.Follow("text=Take the seat")
		id, ok := strings.CutPrefix(bob.URL(), r.address+"/matches/")
		if !ok {
			t.Fatalf("taking the seat led to %s", bob.URL())
		}
		pair := [2]string{id, r.match(id).Match.Twin}

		held := r.playUntilHeld(pair)
		free := pair[0]
		if held == free {
			free = pair[1]
		}
		for _, page := range []struct{ id, says string }{{held, "It is shown once the other game gets this far"}, {free, "the other game of this pair"}} {
			ann.Open(r.address + "/matches/" + page.id)
			// Who wants no motion leaves the replay of what they have not seen by its button.
			ann.WaitUntil(`(document.querySelector("[data-play=skip]")?.click(), document.querySelector("main").innerText.includes(` + strconv.Quote(page.says) + `))`)
			if !ann.Exists(`main a[href="/matches/` + r.match(page.id).Match.Twin + `"]`) {
				t.Errorf("%s: nothing leads from %s to its twin", name, page.id)
			}
			r.flawless(ann.Page, name+", of a pair, "+page.says, o)
		}
		for _, m := range pair {
			if _, err := resign(r.server.office, t.Context(), bob.player, m, time.Now()); err != nil {
				t.Fatal(err)
			}
		}
		bob.Open(r.address + "/matches/" + held)
		bob.WaitForText("main", "the other game of this pair")
		r.flawless(bob.Page, name+", a pair that is over", o)
	}
}

// playUntilHeld makes moves in the first match of a pair, or in its twin where it waits for that, until one
// waits, and returns that one.
func (r *running) playUntilHeld(pair [2]string) string {
	r.t.Helper()
	random := rand.New(rand.NewPCG(5, 5))
	for range 100 {
		v := r.match(pair[0])
		if v.Match.State.Held {
			return pair[0]
		}
		side := v.Record.Next().Side
		if side == engine.NoSide {
			break
		}
		turn := play.Turn{Match: pair[0], Seen: v.Record.Seq, Move: v.Record.Position.Random(random), Arrived: time.Now()}
		if _, err := r.server.office.Play(r.t.Context(), v.Match.Seats[v.Record.SeatOf(side)].Player, turn); err != nil {
			r.t.Fatal(err)
		}
	}
	r.t.Fatal("no match of the pair waits")
	return ""
}
