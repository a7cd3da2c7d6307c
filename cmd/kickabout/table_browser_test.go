package main

import (
	"os"
	"path/filepath"
	"strconv"
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
	ann.Click(`input[name=cycles][value="2"]`)
	ann.fill(".sheet .go button", [2]string{"#name", "Spring Cup"})
	cup := ann.URL()
	ann.Follow(`form:has(input[value="bot:random"]) button`)
	ann.Follow(`form:has(input[value="bot:greedy"]) button`)
	bob.Open(cup)
	bob.Follow(`form[action$="/entry"] button`)
	id := cup[strings.LastIndex(cup, "/")+1:]
	open := r.someOver(id)

	for _, screen := range screens {
		shot := func(name string) {
			if dir := os.Getenv("SCRATCH_SHOTS"); dir != "" {
				p := filepath.Join(dir, name+"-"+strconv.Itoa(screen.Width))
				ann.ScreenshotWhole(p + ".png")
				dark := screen
				dark.Dark = true
				ann.As(dark)
				ann.ScreenshotWhole(p + "-dark.png")
				ann.As(screen)
			}
		}
		ann.As(screen)
		ann.Open(cup)
		ann.Click("details.why summary")
		ann.Click("details.what summary")
		shot("table")
		r.flawless(ann.Page, "a table with all that it tells", screen)
		ann.Follow(".cross:not(.values) th:nth-child(5) a")
		ann.WaitFor(`.cross:not(.values) th[aria-sort="descending"]`)
		ann.Open(cup)
		ann.Click("details.what summary")
		ann.Follow(`.what a[href*="` + open.ID + `"].result`)
		ann.WaitForText(".what-if", "It has not happened")
		shot("what-if")
		r.flawless(ann.Page, "a table as it would be", screen)
		ann.Follow(".what-if a")
		ann.Follow(`a[href$="/strike"]`)
		ann.Type("#reason", "away")
		ann.Follow(".sheet .go button")
		ann.WaitForText("main", "What it would do")
		shot("strike")
		r.flawless(ann.Page, "a strike before it is done", screen)
	}
	ann.Click(`#player`)
	ann.Open(cup + "/strike?reason=away&player=" + r.playerIn(id, "Bob"))
	ann.Follow("button.danger")
	ann.WaitForText(".cross .out", "struck")
	shotOut := os.Getenv("SCRATCH_SHOTS")
	if shotOut != "" {
		ann.ScreenshotWhole(filepath.Join(shotOut, "struck.png"))
	}
	r.flawless(ann.Page, "a table with a player who is struck", screens[0])
	ann.quiet()
}

// someOver waits until the bots have played some matches of a tournament, lets Bob
// resign one, and returns one that is being played.
func (r *running) someOver(id string) league.Match {
	r.t.Helper()
	resigned := false
	for {
		v, over := r.tournament(id), 0
		var open league.Match
		for _, m := range v.Matches {
			if m.State.ToMove == engine.NoSide {
				over++
				continue
			}
			open = m
			for _, seat := range m.Seats {
				if seat.Player.Name == "Bob" && !resigned {
					resigned = true
					if _, err := r.server.office.Resign(r.t.Context(), seat.Player, m.ID, time.Now()); err != nil {
						r.t.Fatal(err)
					}
				}
			}
		}
		if over > 2 {
			return open
		}
		select {
		case <-r.t.Context().Done():
			r.t.Fatal("the bots do not play")
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// playerIn returns the id of a player in a tournament by his name.
func (r *running) playerIn(id, name string) string {
	for _, e := range r.tournament(id).Tournament.Entries {
		if e.Player.Name == name {
			return e.Player.ID
		}
	}
	r.t.Fatalf("%s is not in it", name)
	return ""
}
