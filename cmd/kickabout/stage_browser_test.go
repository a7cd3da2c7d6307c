package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/browser"
	"kickabout/engine"
	"kickabout/league"
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
		{"cufootball/culica", []engine.BeatKind{engine.BeatThrow, engine.BeatRun, engine.BeatFlight, engine.BeatDraw, engine.BeatGoal, engine.BeatSetUp}},
	} {
		left := slices.Clone(c.kinds)
		for matches := 0; len(left) > 0; {
			if matches++; matches > 5 {
				t.Fatalf("five matches of %s are over without %v", c.rules, left)
			}
			v.beginWith(c.rules)
			if c.rules == "cufootball/culica" {
				v.setsUpAgain()
			}
			for view := r.settledTurn(v.id); len(left) > 0 && !view.Record.Next().Over(); view = r.settledTurn(v.id) {
				told := sinceMine(view)
				if c.rules == "cufootball/culica" {
					setUpsFollow(t, told)
				}
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

// setUpsFollow sees to it that a goal of CuFootball is followed by the set-ups of both sides, in one replay.
func setUpsFollow(t *testing.T, told []studyview.BeatBody) {
	t.Helper()
	goal := slices.IndexFunc(told, func(b studyview.BeatBody) bool { return b.Kind == engine.BeatGoal })
	if goal < 0 {
		return
	}
	var sides []string
	for _, b := range told[goal:] {
		if b.Kind == engine.BeatSetUp {
			sides = append(sides, b.Side)
		}
	}
	if len(sides) != 2 || sides[0] == sides[1] {
		t.Errorf("after a goal %q set up", sides)
	}
}

// setsUpAgain orders that the visitor's team is set up again after each goal, so that nobody waits for it.
func (v *visitor) setsUpAgain() {
	v.r.t.Helper()
	player := v.r.match(v.id).Match.Seats[0].Player
	if _, err := v.r.server.office.Order(v.r.t.Context(), player, v.id, "ask", time.Now()); err != nil {
		v.r.t.Fatal(err)
	}
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

// TestWhatWasSeenIsNotShownAgain: looking at a page marks nothing; once its replay is over the server is told, once, and no
// device shows that again. Who watches tells nobody, and is brought to the newest board by Live.
func TestWhatWasSeenIsNotShownAgain(t *testing.T) {
	r, b := serve(t), browser.Start(t)
	phone := browser.Options{Width: 390, Height: 844, Phone: true, ReducedMotion: true}
	v, w := r.visitor(b, "greedy", phone), r.visitor(b, "greedy", phone)
	v.beginWith("streetsoccer/lg")
	view := r.settledTurn(v.id)
	play := func() {
		view = v.sends(view, v.thinks.Move(view.Record.Position, v.rand))
	}
	for range 3 {
		play()
	}
	path, me := r.address+"/matches/"+v.id, view.Match.Seats[0].Player
	w.Open(path)
	count := func(p *browser.Page) {
		browser.Eval[bool](p, `(() => {
			const get = window.fetch;
			window.posts = 0;
			window.fetch = (where, ...rest) => (window.posts += String(where).endsWith("/seen"), get(where, ...rest));
			return true;
		})()`)
	}
	posts := func(p *browser.Page, want int) {
		if n := browser.Eval[int](p, `window.posts`); n != want {
			t.Errorf("the server was told %d times, want %d", n, want)
		}
	}
	count(w.Page)
	seen := func() int {
		v, err := r.server.office.Match(t.Context(), league.Of(me), view.Match.ID)
		if err != nil {
			t.Fatal(err)
		}
		return v.Reading.Seen
	}
	for range 2 {
		v.Open(path)
		v.WaitFor("#match.replaying .caption")
	}
	if got := seen(); got != 0 {
		t.Errorf("looking has marked event %d as seen", got)
	}
	count(v.Page)
	for range 2 {
		caughtUp(v.Page)
		posts(v.Page, 1)
		v.Click("[data-replay]")
		v.WaitFor("#match.replaying .caption")
	}
	for last := len(view.Record.Log); seen() != last; time.Sleep(5 * time.Millisecond) {
		if t.Context().Err() != nil {
			t.Fatalf("event %d is marked as seen, want %d", seen(), last)
		}
	}
	browser.Eval[bool](v.Page, `(localStorage.clear(), true)`) // as another device is
	v.Open(path)
	if v.Exists("#match.replaying") {
		t.Error("what was seen is shown again")
	}

	all := 0
	for _, e := range studyview.NewBeats(view.Record, 1, len(view.Record.Log)).Events {
		all += len(e.Beats)
	}
	browser.Eval[bool](v.Page, `(s => { const d = JSON.parse(s.textContent); d.since = 1; d.events.splice(0, 1); s.textContent = JSON.stringify(d); return true; })(document.getElementById("beats"))`)
	v.Click("[data-replay]")
	v.WaitUntil(fmt.Sprintf(`(s => s !== null && Number(s.max) === %d)(document.querySelector("[data-play=scrub]"))`, all-1))

	w.WaitFor(".on-air")
	if w.Exists("#match.replaying") {
		t.Error("who comes to watch is shown a replay")
	}
	play()
	w.WaitUntil(fmt.Sprintf(`document.querySelector("#match.replaying[data-seq='%d']") !== null`, view.Record.Seq))
	w.WaitForText("[data-play=skip]", "Live")
	w.Click("[data-play=skip]")
	w.WaitFor("#match:not(.replaying) .on-air")
	posts(w.Page, 0)

	// Confetti falls when the winner first sees their win, and lies there from then on.
	over, err := resign(r.server.office, t.Context(), view.Match.Seats[1].Player, v.id, view.Match.State.Moved)
	if err != nil {
		t.Fatal(err)
	}
	v.Open(path)
	caughtUp(v.Page)
	v.WaitFor("#match.cheering .scrap")
	for seen() != over.Record.Seq {
		if t.Context().Err() != nil {
			t.Fatalf("a win is seen up to event %d of %d", seen(), over.Record.Seq)
		}
		time.Sleep(5 * time.Millisecond)
	}
	v.Open(path)
	v.WaitFor("#match:not(.replaying) .scrap")
	if v.Exists("#match.cheering") {
		t.Error("the confetti falls again")
	}
	v.quiet()
	w.quiet()
}

// sinceMine are the beats that the visitor, who has the first seat, finds when they come back:
// from their last move on; none before their first.
func sinceMine(view play.View) (list []studyview.BeatBody) {
	made := view.Record.Chosen[view.Record.SideOf(0)-1]
	if made == 0 {
		return nil
	}
	for _, e := range studyview.NewBeats(view.Record, made, len(view.Record.Log)).Events {
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
		if b.Kind == engine.BeatGoal {
			sides := view.Record.Game.Info().Sides
			kit := map[string]string{"first": sides[0], "second": sides[1]}[b.Side]
			if !v.Exists(".turn .caption .shout." + strings.ToLower(kit)) {
				t.Errorf("beat %d: no banner in %s tells the goal", i+1, kit)
			}
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
	v.WaitUntil(`window.beats.length > 0 && document.querySelector("#match.replaying") === null`)
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

// TestAReplayIsFlippedWhereItIs: by the link beside its words and by a key, there and back, it goes on with the same beat.
func TestAReplayIsFlippedWhereItIs(t *testing.T) {
	r := serve(t)
	v := r.visitor(browser.Start(t), "greedy", browser.Options{Width: 390, Height: 844, Phone: true, ReducedMotion: true})
	v.beginWith("streetsoccer/lg")
	view := r.settledTurn(v.id)
	for range 3 {
		view = v.sends(view, v.thinks.Move(view.Record.Position, v.rand))
	}
	v.Open(r.address + "/matches/" + v.id)
	v.WaitFor("#match.replaying .caption")
	v.Click("[data-play=next]")
	v.WaitUntil(`document.querySelector("[data-play=scrub]").value === "1"`)
	told, rows := v.Text(".caption"), browser.Eval[string](v.Page, stageRows)
	for _, flip := range []struct {
		how  func()
		then string
	}{
		{func() { v.Follow(".turn [data-flip-board]") }, "?flip=1"},
		{func() { v.Press("f") }, ""},
	} {
		flip.how()
		v.WaitUntil(fmt.Sprintf(`location.search === %q && document.querySelector("#match.replaying .caption") !== null`, flip.then))
		if turned := v.Exists("#match[data-turned]"); turned != (flip.then != "") {
			t.Errorf("%q: the board is turned: %t", flip.then, turned)
		}
		if at, now := browser.Eval[string](v.Page, `document.querySelector("[data-play=scrub]").value`), v.Text(".caption"); at != "1" || now != told {
			t.Errorf("%q: the replay is at beat %s, %q; it was at 1, %q", flip.then, at, now, told)
		}
		if now := browser.Eval[string](v.Page, stageRows); now != rows {
			t.Errorf("%q: the rows lie at %s, before at %s", flip.then, now, rows)
		}
	}
	v.quiet()
}

// TestASecondTouchLeadsNowhere: what comes to stand under the thumb when a match is over leads elsewhere, and hears no
// touch for half a second, so that one meant for what stood there before stays on the page.
func TestASecondTouchLeadsNowhere(t *testing.T) {
	r := serve(t)
	v := r.visitor(browser.Start(t), "greedy", browser.Options{Width: 390, Height: 844, Phone: true, ReducedMotion: true})
	v.beginWith("streetsoccer/lg")
	if _, err := resign(r.server.office, t.Context(), r.match(v.id).Match.Seats[0].Player, v.id, time.Now()); err != nil {
		t.Fatal(err)
	}
	v.Open(r.address + "/matches/" + v.id)
	caughtUp(v.Page)
	v.WaitFor(".bar > .main")
	touched := browser.Eval[[]bool](v.Page, `(() => {
		const way = document.querySelector(".bar > .main"), r = way.getBoundingClientRect();
		const touched = () => way.contains(document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2));
		const [deaf] = way.getAnimations();
		if (!deaf) return [touched()];
		return [0, 490, 500].map(ms => {
			deaf.pause();
			deaf.currentTime = ms;
			return touched();
		});
	})()`)
	if !slices.Equal(touched, []bool{false, false, true}) {
		t.Errorf("at once, after 490 and 500 ms it is touched: %v", touched)
	}
}
