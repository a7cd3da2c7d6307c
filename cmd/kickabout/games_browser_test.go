package main

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kickabout/cmd/internal/browser"
	"kickabout/engine"
	"kickabout/engine/enginetest"
	"kickabout/engine/games"
	"kickabout/league/play"
)

// shortest returns a variant with the options by which a match is over soonest.
func shortest(t *testing.T, info engine.Info, variant string) string {
	t.Helper()
	rules, err := info.Ruleset(variant)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range rules.Options() {
		least := o.Values[0]
		for _, value := range o.Values {
			least = min(least, value)
		}
		rules, _ = rules.With(o.ID, least)
	}
	return rules.String()
}

// beginWith starts a match against a bot by other rules than the first ones.
func (v *visitor) beginWith(rules string) {
	v.r.t.Helper()
	v.begin()
	player := v.r.match(v.id).Match.Seats[0].Player
	m, err := v.r.server.office.Begin(v.r.t.Context(), player, play.Proposal{
		Reservation: v.r.server.office.Reserve().ID, Rules: rules, Opponent: "bot:greedy", Kickoff: "me", Control: "live",
	})
	if err != nil {
		v.r.t.Fatal(err)
	}
	v.id = m.ID
}

// TestEveryGameIsPlayedToItsEndInABrowser plays a whole match of every game and variant
// against a bot: by clicks on the board, and by links alone. In a short run each game is played
// by clicks, in one of its variants. The first turn of each kind is entered by them, and one turn in 24;
// the others are sent while nobody looks at the page, which is opened again for the next one and at the
// end: what they would show of clicks those turns have shown.
func TestEveryGameIsPlayedToItsEndInABrowser(t *testing.T) {
	whole := enginetest.Proving()
	n := 0
	for _, g := range games.All() {
		info := g.Info()
		for _, variant := range info.Live() {
			for _, script := range []bool{true, false} {
				n++
				if info.ID == "streetsoccer" && variant.ID == "lg" || !whole && n%4 != 3 {
					continue // the first variant has its own tests
				}
				rules := info.ID + "/" + shortest(t, info, variant.ID)
				t.Run(rules+map[bool]string{true: " by clicks", false: " by links"}[script], func(t *testing.T) {
					t.Parallel()
					playedOut(t, rules, script)
				})
			}
		}
	}
}

// playedOut plays a match and looks at each kind of decision once: what the script shows
// while it is entered is what the server shows, and no page has defects.
func playedOut(t *testing.T, rules string, script bool) {
	r := serve(t)
	v := r.visitor(browser.Start(t), "greedy", browser.Options{Width: 390, Height: 844, NoJavaScript: !script, ReducedMotion: true})
	v.beginWith(rules)
	var server *browser.Page
	if script {
		server = v.Tab(t)
	}
	begun, turns, entered, seen, away, whole := time.Now(), 0, 0, map[string]bool{}, false, enginetest.Proving()
	end := v.r.settledTurn(v.id)
	v.Open(v.r.address + "/matches/" + v.id)
	for !end.Record.Next().Over() {
		kind, _, _ := strings.Cut(end.Record.Position.String(), " ")
		byHand := whole || !seen[kind] || turns%24 == 0
		if byHand && away {
			v.Open(v.r.address + "/matches/" + v.id)
			away = false
		}
		if script && !seen[kind] {
			v.agrees(end, server)
			if len(seen) == 0 || whole {
				v.flawlessOnAll(server) // it stands at the start of this turn again
			}
		}
		seen[kind] = true
		if turns++; byHand {
			entered++
			end = v.turn(end)
		} else {
			if !away {
				v.Open("about:blank")
				away = true
			}
			end = v.sends(end, v.thinks.Move(end.Record.Position, v.rand))
		}
	}
	if away {
		v.Open(v.r.address + "/matches/" + v.id)
	}
	v.shows(end)
	if !end.Record.Outcome().Over() {
		t.Fatalf("the match ended as %+v", end.Record.Outcome())
	}
	if v.Exists("#confirm") {
		t.Error("a finished match takes moves")
	}
	if script {
		v.flawlessOnAll(v.Page)
	}
	t.Logf("%d decisions, %d of them entered, in %s, %+v, seen %v", turns, entered, time.Since(begun).Round(time.Second), end.Record.Outcome(), seen)
	v.quiet()
}

// flawlessOnAll looks at a page as it stands on every screen.
func (v *visitor) flawlessOnAll(p *browser.Page) {
	for _, screen := range screens {
		v.r.flawless(p, "a match of "+v.r.match(v.id).Match.Game, screen)
	}
}

// state is all that a match page shows of a move that is being entered.
const state = `JSON.stringify((m => ({
	pieces: [...m.querySelectorAll("g.pieces > g")].map(g => [g.getAttribute("class"), g.getAttribute("transform"), g.textContent.trim()].join("|")).sort(),
	spots: [...m.querySelectorAll("a.spot")].map(a => [a.getAttribute("class"), a.getAttribute("aria-label"), decodeURIComponent(a.getAttribute("href") || "").replaceAll("+", " ")].join("|")),
	spare: [...m.querySelectorAll("#spare a")].map(a => [a.className, a.textContent, decodeURIComponent(a.getAttribute("href")).replaceAll("+", " "), a.getAttribute("aria-current")].join("|")),
	ghosts: [...m.querySelectorAll("g.ghosts > g")].map(g => [g.getAttribute("class"), g.getAttribute("transform"), g.textContent.trim()].join("|")).sort(),
	notes: [...m.querySelectorAll("g.notes > g")].map(g => [g.getAttribute("transform"), g.textContent.trim()].join("|")),
	walk: m.querySelector("path.done").getAttribute("d"), flight: m.querySelector(".over > path.flight").getAttribute("d"), aim: m.querySelector("path.aim").getAttribute("d"),
	dice: [...m.querySelectorAll(".bar .dice-of")].map(d => d.textContent.trim()),
	kicking: m.querySelector(".stage .board").classList.contains("kicking"), hint: m.querySelector("#hint").textContent.trim(),
	words: m.querySelector("#words").textContent.trim(), task: m.querySelector("#task").textContent,
	move: m.querySelector("#confirm [name=move]").value, ready: !m.querySelector("#confirm button").disabled,
	undo: decodeURIComponent(m.querySelector("#undo").getAttribute("href") || "").replaceAll("+", " "),
}))(document.querySelector("#match")), null, 1)`

// agrees enters a move step by step with the script, and takes it back: at each point the
// page shows what the server shows on the page of those steps.
func (v *visitor) agrees(view play.View, server *browser.Page) {
	v.r.t.Helper()
	m := v.thinks.Move(view.Record.Position, v.rand)
	steps, err := view.Record.Position.Steps(m)
	if err != nil {
		v.r.t.Fatal(err)
	}
	wanted := make([]string, len(steps)+1) // what the server shows after so many steps
	compare := func(n int) {
		if wanted[n] == "" {
			query := ""
			if n > 0 {
				query = "?do=" + engine.FormatSteps(steps[:n])
			}
			server.Open(v.r.address + "/matches/" + v.id + query)
			wanted[n] = browser.Eval[string](server, state)
		}
		want := wanted[n]
		v.entered(steps[:n])
		if got := browser.Eval[string](v.Page, state); got != want {
			diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n"))
			v.r.t.Errorf("%s: after %q the script shows something else (-server +script):\n%s", view.Record.Position, engine.FormatSteps(steps[:n]), diff)
		}
	}
	caughtUp(v.Page)
	for n, step := range steps {
		v.Click(`[data-step=` + strconv.Quote(step.String()) + `][href]`)
		compare(n + 1)
	}
	for n := len(steps) - 1; n >= 0; n-- {
		v.Click("#undo")
		compare(n)
	}
}
