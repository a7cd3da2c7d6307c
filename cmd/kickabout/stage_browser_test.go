package main

import (
	"fmt"
	"slices"
	"strconv"
	"testing"

	"kickabout/cmd/internal/browser"
	"kickabout/engine"
	"kickabout/league/play"
	studyview "kickabout/views/study"
)

// fakeClock lets the replay go on at once and writes down each beat: how long it would have
// lasted, what had been said by then, what moved, and what stood where when it was over.
const fakeClock = `(() => {
	const later = window.setTimeout;
	window.beats = [];
	window.setTimeout = (f, ms, ...rest) => {
		if (!new Error().stack.includes("stage.js")) return later(f, ms, ...rest);
		window.beats.push({ms, say: document.getElementById("said").textContent, moving: document.getAnimations().length, stands: (` + standing + `)(".replay .pieces > g")});
		return later(f, 0);
	};
	return true;
})()`

// standing lists the pieces of a board with the places that they are drawn at.
const standing = `(pieces => [...document.querySelectorAll("#match " + pieces)].map(g => g.getAttribute("transform") + " " + g.textContent.trim()).sort().join("; "))`

// stageRows are where the parts of a match page lie that a replay may not move.
const stageRows = `(scrollTo(0, 0), JSON.stringify([".scoreboard", ".turn", ".stage", ".bar"].map(s => {
	const r = document.querySelector("#match " + s).getBoundingClientRect();
	return [s, r.x, r.y, r.width, r.height];
})))`

// A playedBeat is what the page did for one beat.
type playedBeat struct {
	MS     int    `json:"ms"`
	Say    string `json:"say"`
	Moving int    `json:"moving"`
	Stands string `json:"stands"`
}

// TestTheReplayTellsWhatHappened plays each game until everything that there is to see has
// happened, and opens the page after each stretch that has something new: every beat is shown in
// its order and for its time, told in its words, and the last leaves the board as it is. To who
// prefers little motion it is told still by still.
func TestTheReplayTellsWhatHappened(t *testing.T) {
	r := serve(t)
	v := r.visitor(browser.Start(t), "greedy", browser.Options{Width: 390, Height: 844, Phone: true, ReducedMotion: true})
	for _, c := range []struct {
		rules string
		kinds []engine.BeatKind
	}{
		{"streetsoccer/lg", []engine.BeatKind{engine.BeatThrow, engine.BeatRun, engine.BeatFlight, engine.BeatGoal, engine.BeatRestart}},
		{"onetwofun/professional", []engine.BeatKind{engine.BeatThrow, engine.BeatRun, engine.BeatFlight, engine.BeatGoal}},
		{"cufootball/classic", []engine.BeatKind{engine.BeatThrow, engine.BeatRun, engine.BeatFlight, engine.BeatDraw}},
	} {
		left := slices.Clone(c.kinds)
		for matches := 0; len(left) > 0; {
			if matches++; matches > 5 {
				t.Fatalf("five matches of %s are over without %v", c.rules, left)
			}
			v.beginWith(c.rules)
			for view := r.settledTurn(v.id); len(left) > 0 && !view.Record.Next().Over(); view = r.settledTurn(v.id) {
				told := sinceMine(view)
				fresh := slices.ContainsFunc(told, func(b studyview.BeatBody) bool { return slices.Contains(left, b.Kind) })
				if fresh && len(told) > 0 {
					v.replayed(view, told)
					left = slices.DeleteFunc(left, func(k engine.BeatKind) bool {
						return slices.ContainsFunc(told, func(b studyview.BeatBody) bool { return b.Kind == k })
					})
				}
				v.sends(view, v.thinks.Move(view.Record.Position, v.rand))
			}
		}
	}
	v.quiet()
}

// TestAReplayGoesOnAfterItsReaderHasPlayedElsewhere has a replay wait on its first still while its reader plays on with
// another device, past a goal: it tells what is new from where that began.
func TestAReplayGoesOnAfterItsReaderHasPlayedElsewhere(t *testing.T) {
	r := serve(t)
	v := r.visitor(browser.Start(t), "greedy", browser.Options{Width: 390, Height: 844, Phone: true, ReducedMotion: true})
	v.beginWith("streetsoccer/lg")
	view := r.settledTurn(v.id)
	play := func() {
		view = v.sends(view, v.thinks.Move(view.Record.Position, v.rand))
	}
	for range 3 {
		play()
	}
	v.Open(r.address + "/matches/" + v.id)
	caughtUp(v.Page)
	v.Click("[data-replay]")
	for restarted := 0; restarted < 2 && !view.Record.Next().Over(); {
		for range 3 { // faster than the page is told
			if !view.Record.Next().Over() {
				play()
			}
		}
		v.WaitUntil(fmt.Sprintf(`document.querySelector("#match.replaying[data-seq='%d']") !== null`, view.Record.Seq))
		if mine, theirs := restarts(view); mine+theirs > 0 {
			restarted++
		}
	}
	browser.Eval[bool](v.Page, `(s => { s.value = s.max - 1; return s.dispatchEvent(new Event("input", {bubbles: true})); })(document.querySelector("[data-play=scrub]"))`)
	v.Click("[data-play=next]")
	v.WaitUntil(`(s => s.value === s.max)(document.querySelector("[data-play=scrub]"))`)
	if got, want := browser.Eval[string](v.Page, standing+`(".replay .pieces > g")`), browser.Eval[string](v.Page, standing+`(".board > .over .pieces > g")`); got != want {
		t.Errorf("%s: the replay leaves\n%s, the board is\n%s", view.Record.Position, got, want)
	}
	v.quiet()
}

// sinceMine are the beats that the visitor, who has the first seat, finds when they come back:
// from their last move on; none before their first.
func sinceMine(view play.View) (list []studyview.BeatBody) {
	from := len(view.Record.Log) + 1
	for _, e := range view.Record.Log {
		if e.Act == engine.ActMove && view.Record.SeatOf(e.By) == 0 {
			from = e.Seq
		}
	}
	for _, e := range studyview.NewBeats(view.Record, from, len(view.Record.Log)).Events {
		list = append(list, e.Beats...)
	}
	return list
}

// replayed opens a match and lets the page show again what happened: beat by beat by hand, then
// in motion.
func (v *visitor) replayed(view play.View, told []studyview.BeatBody) {
	t := v.r.t
	t.Helper()
	still := browser.Options{Width: 390, Height: 844, Phone: true, ReducedMotion: true}
	v.As(still)
	v.Open(v.r.address + "/matches/" + v.id)
	caughtUp(v.Page)
	want := browser.Eval[string](v.Page, standing+`(".board > .over .pieces > g")`)
	before := browser.Eval[string](v.Page, stageRows)

	said := browser.Eval[string](v.Page, `document.getElementById("said").textContent`)
	v.Click("[data-replay]")
	for i, b := range told {
		v.WaitUntil(`document.querySelector("[data-play=scrub]").value === "` + strconv.Itoa(i) + `"`)
		if b.Say != "" {
			said = b.Say
		}
		if got := browser.Eval[string](v.Page, `document.getElementById("said").textContent`); got != said {
			t.Errorf("%s, beat %d of %d, %s: %q is told, want %q", v.id, i+1, len(told), b.Kind, got, said)
		}
		if n := browser.Eval[int](v.Page, `document.getAnimations().length`); n > 0 {
			t.Errorf("beat %d, %s: %d things move", i+1, b.Kind, n)
		}
		if now := browser.Eval[string](v.Page, stageRows); now != before {
			t.Errorf("beat %d, %s: the rows lie at %s, before at %s", i+1, b.Kind, now, before)
		}
		if i == len(told)-1 {
			if got := browser.Eval[string](v.Page, standing+`(".replay .pieces > g")`); got != want {
				t.Errorf("%s at the end of %s: the replay leaves\n%s, the board is\n%s", v.id, view.Record.Position, got, want)
			}
		}
		v.Click("[data-play=next]")
	}
	v.WaitGone("#match.replaying")

	moving := still
	moving.ReducedMotion = false
	v.As(moving)
	browser.Eval[bool](v.Page, fakeClock)
	said = browser.Eval[string](v.Page, `document.getElementById("said").textContent`)
	v.Click("[data-replay]")
	v.WaitGone("#match.replaying")
	seen := browser.Eval[[]playedBeat](v.Page, `window.beats`)
	if len(seen) != len(told) {
		t.Fatalf("%s: %d beats were shown, want %d", v.id, len(seen), len(told))
	}
	for i, b := range told {
		if b.Say != "" {
			said = b.Say
		}
		if seen[i].MS != b.MS || seen[i].Say != said {
			t.Errorf("%s, beat %d, %s: %d ms and %q, want %d ms and %q", v.id, i+1, b.Kind, seen[i].MS, seen[i].Say, b.MS, said)
		}
		if (b.Kind == engine.BeatRun || b.Kind == engine.BeatFlight) && seen[i].Moving == 0 {
			t.Errorf("%s, beat %d, %s: nothing moves", v.id, i+1, b.Kind)
		}
	}
	if got := seen[len(seen)-1].Stands; got != want {
		t.Errorf("%s: in motion the replay leaves\n%s, the board is\n%s", v.id, got, want)
	}
}
