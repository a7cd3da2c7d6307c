package main

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"kickabout/cmd/internal/browser"
	"kickabout/engine"
	"kickabout/engine/enginetest"
	"kickabout/engine/games"
	"kickabout/engine/scene"
	"kickabout/views/ui"
)

// sceneRows are where the parts of a scene lie that may never move, once what the browser counts as shifted is told
// to window.shifted.
const sceneRows = `(() => {
	if (window.shifted === undefined) {
		window.shifted = [];
		const said = s => [s.node?.parentElement?.outerHTML.slice(0, 300), s.previousRect, s.currentRect];
		new PerformanceObserver(l => l.getEntries().forEach(e => window.shifted.push(JSON.stringify([e.value, ...e.sources.map(said)]))))
			.observe({type: "layout-shift"});
	}
	scrollTo(0, 0);
	return JSON.stringify([".turn", ".stage", ".bar"].map(s => {
		const r = document.querySelector("#match " + s).getBoundingClientRect();
		return [s, r.x, r.y, r.width, r.height];
	}));
})()`

// sceneFaults are what is wrong with a front page on a screen of its size.
const sceneFaults = `(() => {
	scrollTo(0, 0);
	const box = s => document.querySelector("#match " + s).getBoundingClientRect(), list = [];
	const stage = box(".stage"), bar = box(".bar"), start = box("#start button");
	if (innerWidth < 640 && stage.width < 0.92 * innerWidth) list.push("the stage is " + stage.width + " wide");
	if (innerWidth < 640 && start.top < innerHeight / 2) list.push("Full game is " + start.top + " from the top");
	if (start.bottom > innerHeight) list.push("Full game ends at " + start.bottom);
	if (innerWidth === 390 || innerWidth >= 960) for (const post of document.querySelectorAll("#match .post")) {
		const r = post.getBoundingClientRect();
		if (r.top < stage.top - 1 || r.bottom > stage.bottom + 1 || innerWidth === 390 && r.bottom > bar.top) list.push("a goal lies from " + r.top + " to " + r.bottom);
	}
	if (innerWidth === 390 && document.documentElement.scrollHeight > 3 * innerHeight) list.push("the page is " + document.documentElement.scrollHeight + " high");
	for (const name of document.querySelectorAll("main bdi, .card-name")) name.textContent = "W".repeat(20);
	const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
	if (wide > 0) list.push(wide + " pixels stick out to the right");
	return list;
})()`

// sceneAddress is a scene of a game, whichever the day shows by itself.
func sceneAddress(game string, n int) string { return fmt.Sprintf("/?game=%s&scene=%d", game, n) }

// TestAGuestPlaysASceneAndThenAFullGame goes through a scene of each game by touches, with a script and without one, until
// it ends; nothing moves on the way. Then one click begins a match. It is the last scene, and any of them in a proof.
func TestAGuestPlaysASceneAndThenAFullGame(t *testing.T) {
	r := serve(t)
	b := browser.Start(t)
	scripted := browser.Options{Width: 390, Height: 844, Phone: true, ReducedMotion: true}
	for game, o := range map[string]browser.Options{
		"streetsoccer": scripted, "cufootball": scripted,
		"onetwofun": {Width: 390, Height: 844, Phone: true, NoJavaScript: true},
	} {
		t.Run(game, func(t *testing.T) {
			v := r.visitor(b, "easy", o)
			v.Open(r.address + "/")
			if game != "streetsoccer" { // which the front page begins with
				v.Follow(fmt.Sprintf(".picks a[href=%q]", "/?game="+game))
			}
			if shown := v.Attribute("#confirm input[name=game]", "value"); shown != game {
				t.Fatalf("%s is shown", shown)
			}
			last := scene.Count(game)
			for n := enginetest.Sized(last, 1); n <= last; n++ {
				for _, size := range [][2]int{{320, 568}, {1280, 900}, {390, 844}} {
					o.Width, o.Height = size[0], size[1]
					v.As(o)
					v.Open(r.address + sceneAddress(game, n))
					for _, fault := range browser.Eval[[]string](v.Page, sceneFaults) {
						t.Errorf("scene %d, %v: %s", n, size, fault)
					}
				}
				v.Open(r.address + sceneAddress(game, n))
				v.playScene(t, game, n, !o.NoJavaScript)
			}
			if !o.NoJavaScript {
				v.noDefects("a scene that is over")
			}
			v.Follow("#start button")
			began, err := url.Parse(v.URL())
			if err != nil || !strings.HasPrefix(began.Path, "/matches/") {
				t.Fatalf("Full game led to %s", v.URL())
			}
			v.id = strings.TrimPrefix(began.Path, "/matches/")
			if m := r.match(v.id); m.Match.Seats[1].Player.ID != "bot:trainee" || m.Record.First != 0 || m.Match.Game != game {
				t.Errorf("a full game is one of %s against %+v", m.Match.Game, m.Match.Seats)
			}
			v.quiet()
		})
	}
}

// playScene plays the scene of the page to its end, badly at first and then as well as can be.
func (v *visitor) playScene(t *testing.T, id string, n int, script bool) {
	t.Helper()
	game, err := games.ByID(id)
	if err != nil {
		t.Fatal(err)
	}
	p, err := scene.Load(game, n, nil)
	if err != nil {
		t.Fatal(err)
	}
	var rows string
	still := func() {
		t.Helper()
		now := browser.Eval[string](v.Page, sceneRows)
		if rows != "" && now != rows {
			t.Errorf("after %v the rows lie at %s, not at %s", p.Moves, now, rows)
		}
		rows = now
	}
	still()
	for !p.Over() {
		m := v.plain(p)
		steps, err := p.Record.Position.Steps(m)
		if err != nil {
			t.Fatal(err)
		}
		for i, s := range steps {
			spot := fmt.Sprintf("[data-step=%q][href]", s.String())
			if script {
				v.Click(spot)
				v.entered(steps[:i+1])
			} else {
				v.Follow(spot)
			}
			still()
		}
		if shown := v.Text("#match .bar"); !strings.Contains(shown, "Confirm") || strings.Contains(shown, "Full game") {
			t.Errorf("a move is entered, and the bar says %q", shown)
		}
		if p, err = p.Move(m); err != nil {
			t.Fatal(err)
		}
		if script {
			v.Click("#confirm button")
		} else {
			v.Follow("#confirm button")
		}
		v.WaitUntil(fmt.Sprintf(`document.querySelector("#match").dataset.url === %q`, ui.SceneURL(id, p.N, p.Moves, nil)))
		caughtUp(v.Page)
		still()
	}
	if script {
		if shifted := browser.Eval[[]string](v.Page, `window.shifted`); len(shifted) != 0 {
			t.Errorf("the browser saw these move: %s", shifted)
		}
		if kept := browser.Eval[string](v.Page, `JSON.stringify(localStorage)`); kept != "{}" {
			t.Errorf("the scene left %s", kept)
		}
	}
	if v.Exists("#confirm") {
		t.Error("a scene that is over takes moves")
	}
	if text := v.Text("#match .turn"); text == "" {
		t.Error("nothing is said at the end")
	}
}

// plain returns a move of a scene: in its first turn one that scores no goal, then what the visitor would play.
func (v *visitor) plain(p scene.Play) engine.Move {
	if len(p.Moves) > 0 {
		return v.thinks.Move(p.Record.Position, v.rand)
	}
	for m := range p.Record.Position.Moves() {
		if after, err := p.Move(m); err == nil && !after.Over() {
			return m
		}
	}
	return p.Record.Position.Random(v.rand)
}

// nextTap is what somebody touches who has read no rules, by nothing but what is drawn: the goal if it lights up, Confirm
// if it is there to be pressed, the ball if it can be reached, else of what is ringed what lies nearest to the ball, or to
// the goal where no ball is.
const nextTap = `(() => {
	const lit = [...document.querySelectorAll("#match [data-step].next")], confirm = document.querySelector("#confirm button");
	const middle = e => { const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; };
	const posts = [...document.querySelectorAll("#match .post")].map(middle).sort((a, b) => a[1] - b[1]);
	const ball = document.querySelector("#match .spot.ball"), at = ball ? middle(ball) : posts[0];
	const far = e => Math.hypot(middle(e)[0] - at[0], middle(e)[1] - at[1]);
	const spot = e => "#match [data-step=\"" + e.dataset.step + "\"].next";
	const goal = lit.find(e => e.dataset.step === "=goal");
	if (goal) return spot(goal);
	if (confirm && !confirm.disabled) return "#confirm button";
	return spot(lit.find(e => e.matches(".ball")) || lit.sort((a, b) => far(a) - far(b))[0]);
})()`

// TestANewcomerScoresWithinFiveTaps goes from a first visit to a first goal by what is drawn on the board alone, in every
// scene that a day may show.
func TestANewcomerScoresWithinFiveTaps(t *testing.T) {
	r := serve(t)
	b := browser.Start(t)
	for id, most := range map[string]int{"streetsoccer": 4, "onetwofun": 5} { // in CuFootball it is a peg that decides
		for n := 1; n <= scene.Count(id); n++ {
			t.Run(fmt.Sprint(id, n), func(t *testing.T) {
				v := r.visitor(b, "easy", browser.Options{Width: 390, Height: 844, Phone: true})
				v.Open(r.address + sceneAddress(id, n))
				v.score(t, most)
				v.quiet()
			})
		}
	}
}

// score scores in the scene of the page, with so many taps at most.
func (v *visitor) score(t *testing.T, most int) {
	t.Helper()
	const now = `document.querySelector("#match .turn").innerText + document.querySelector("#match .bar").innerText`
	before, taps := browser.Eval[string](v.Page, now), 0
	for v.Exists("#confirm") || taps == 0 {
		if taps == most {
			t.Fatalf("after %d taps there is no goal: %s", taps, v.Text("#match .turn"))
		}
		v.WaitUntil(`document.querySelector("#match [data-step].next, #confirm button:not(:disabled)") !== null`)
		v.Click(browser.Eval[string](v.Page, nextTap))
		taps++
		if taps < most {
			v.WaitUntil(fmt.Sprintf("%s !== %q", now, before))
			before = browser.Eval[string](v.Page, now)
		} else {
			v.WaitForText("#match .turn", "GOAL")
		}
	}
}
