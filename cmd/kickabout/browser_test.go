package main

import (
	"context"
	"fmt"
	"hash/crc32"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/browser"
	"kickabout/cmd/internal/web"
	"kickabout/engine"
	"kickabout/engine/bot"
	"kickabout/engine/enginetest"
	"kickabout/league"
	"kickabout/league/office"
	"kickabout/league/play"
	studyview "kickabout/views/study"
)

// running is the real program on a port of its own, with its pages in a browser.
type running struct {
	t       *testing.T
	config  serveCmd
	pace    web.Pace // zero: as usual
	server  *server
	address string
	stop    func()
}

// serve starts the program; it ends with the test.
func serve(t *testing.T) *running {
	t.Helper()
	return servePaced(t, web.Pace{})
}

// servePaced is serve with streams at a pace.
func servePaced(t *testing.T, pace web.Pace) *running {
	t.Helper()
	r := &running{t: t, pace: pace, config: serveCmd{Data: t.TempDir(), Addr: "127.0.0.1:0", NoDemo: true}}
	r.start()
	t.Cleanup(func() { r.stop() })
	return r
}

func (r *running) start() {
	r.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	s, err := r.config.open(ctx)
	if err != nil {
		r.t.Fatal(err)
	}
	s.pace, s.lingers = r.pace, 0
	if err := s.assemble(ctx, office.Over(s.store)); err != nil {
		r.t.Fatal(err)
	}
	s.office.Unstudied = true // that takes longer than most matches here, and who looks at an analysis makes it
	done := make(chan error, 1)
	go func() { done <- s.run(ctx) }()
	r.server, r.address = s, s.address
	r.config.Addr = strings.TrimPrefix(s.address, "http://") // the same port after a restart
	r.stop = func() {
		cancel()
		if err := <-done; err != nil {
			r.t.Errorf("stopping: %v", err)
		}
		s.close()
		r.stop = func() {}
	}
}

// restart stops the program and starts it again on the same data.
func (r *running) restart() {
	r.t.Helper()
	r.stop()
	r.start()
}

func (r *running) match(id string) play.View {
	r.t.Helper()
	v, err := r.server.office.Match(context.Background(), league.Site(), id)
	if err != nil {
		r.t.Fatal(err)
	}
	return v
}

// movedOn waits until a match has gone on from where it was, and the bot has moved.
func (r *running) movedOn(from play.View) play.View {
	r.t.Helper()
	for r.match(from.Match.ID).Record.Seq == from.Record.Seq {
		select {
		case <-r.t.Context().Done():
			r.t.Fatal("the match does not go on")
		case <-time.After(5 * time.Millisecond):
		}
	}
	return r.settledTurn(from.Match.ID)
}

// settledTurn waits for the bot to have moved, and returns the match as it is
// then: the visitor's turn, or the end.
func (r *running) settledTurn(id string) play.View {
	r.t.Helper()
	for {
		v := r.match(id)
		if mover, ok := v.Match.Mover(); !ok || mover.Kind != league.Bot {
			return v
		}
		select {
		case <-r.t.Context().Done():
			r.t.Fatal("the bot does not move")
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// visitor is a person at a page, who plays as the bot of some name would.
type visitor struct {
	*browser.Page
	r      *running
	id     string
	thinks bot.Bot
	rand   *rand.Rand
	script bool
	heard  int // complaints of the page so far
}

func (r *running) visitor(b *browser.Browser, thinks string, o browser.Options) *visitor {
	r.t.Helper()
	o.OwnCookies = true
	mind, err := bot.ByID(thinks)
	if err != nil {
		r.t.Fatal(err)
	}
	return &visitor{Page: b.NewPage(r.t, o), r: r, thinks: mind, rand: rand.New(rand.NewPCG(1, 2)), script: !o.NoJavaScript}
}

// begin starts a match with one click on the front page.
func (v *visitor) begin() {
	v.r.t.Helper()
	v.Open(v.r.address + "/")
	v.Follow(`form[action="/matches"] button.main`)
	at, err := url.Parse(v.URL())
	if err != nil || !strings.HasPrefix(at.Path, "/matches/") {
		v.r.t.Fatalf("the start led to %s", v.URL())
	}
	v.id = strings.TrimPrefix(at.Path, "/matches/")
}

// enter touches the board step by step until a move can be confirmed.
func (v *visitor) enter(view play.View, m engine.Move) {
	v.r.t.Helper()
	caughtUp(v.Page)
	steps, err := view.Record.Position.Steps(m)
	if err != nil {
		v.r.t.Fatal(err)
	}
	for i, s := range steps {
		spot := fmt.Sprintf("[data-step=%q][href]", s.String())
		if v.script {
			v.Click(spot)
			v.entered(steps[:i+1])
		} else {
			v.Follow(spot)
		}
	}
	v.WaitFor(fmt.Sprintf("#confirm:has(input[name=move][value=%q]) button:not([disabled])", m))
}

// entered waits until the page shows what some steps have come to: the board may have
// another place then.
func (v *visitor) entered(steps []engine.Step) {
	v.r.t.Helper()
	v.WaitUntil(fmt.Sprintf(`document.querySelector("#match").dataset.steps === %q`, engine.FormatSteps(steps)))
}

// shows waits until the page shows a match as it is now.
func (v *visitor) shows(view play.View) {
	v.r.t.Helper()
	v.Text(fmt.Sprintf("#match[data-seq=%q]", strconv.Itoa(view.Record.Seq)))
	caughtUp(v.Page)
}

// caughtUp skips what a match page still has to show of what happened meanwhile.
func caughtUp(p *browser.Page) {
	browser.Eval[bool](p, `(document.querySelector("[data-play=skip]")?.click(), true)`)
}

// turn plays one turn through the page and waits until the page shows what came
// of it.
func (v *visitor) turn(view play.View) play.View {
	v.r.t.Helper()
	v.enter(view, v.thinks.Move(view.Record.Position, v.rand))
	v.Follow("#confirm button")
	after := v.r.settledTurn(v.id)
	if !v.script {
		v.Open(v.r.address + "/matches/" + v.id)
	}
	v.shows(after)
	return after
}

// sends plays one turn beside the page, as a program does, and returns what came of it.
func (v *visitor) sends(view play.View, m engine.Move) play.View {
	t := v.r.t
	t.Helper()
	_, err := v.r.server.office.Play(t.Context(), view.Match.Seats[0].Player, play.Turn{
		Match: v.id, Seen: view.Record.Seq, Move: m, Key: v.id + "/" + strconv.Itoa(view.Record.Seq), Arrived: time.Now(),
	})
	if err != nil {
		t.Fatal(err)
	}
	return v.r.settledTurn(v.id)
}

// toTheEnd plays the match to its end; between is called before each turn.
func (v *visitor) toTheEnd(between func(play.View)) play.View {
	v.r.t.Helper()
	view := v.r.settledTurn(v.id)
	v.Open(v.r.address + "/matches/" + v.id)
	for !view.Record.Next().Over() {
		between(view)
		view = v.turn(view)
	}
	return view
}

// restarts counts the restarts of the visitor, who has seat 0, and of the bot.
func restarts(view play.View) (mine, theirs int) {
	log := view.Record.Log
	for i, e := range log {
		if e.Act == engine.ActMove && i > 0 && log[i-1].Act == engine.ActRoll && log[i-1].Draws[0].Label == "restart" {
			if view.Record.SeatOf(e.By) == 0 {
				mine++
			} else {
				theirs++
			}
		}
	}
	return mine, theirs
}

// quiet fails if the page has complained since it was last asked, but about these.
func (v *visitor) quiet(but ...string) {
	v.r.t.Helper()
	all := v.ConsoleErrors()
	for _, e := range all[v.heard:] {
		if !slices.ContainsFunc(but, func(part string) bool { return strings.Contains(e, part) }) {
			v.r.t.Errorf("the page complained: %s", e)
		}
	}
	v.heard = len(all)
}

func TestAVisitorPlaysAWholeMatchWithOneClick(t *testing.T) {
	r := serve(t)
	v := r.visitor(browser.Start(t), "random", browser.Options{Width: 390, Height: 844, Phone: true, ReducedMotion: true})
	v.begin()
	if title := v.Title(); !strings.Contains(title, "Your turn") {
		t.Errorf("the title is %q", title)
	}
	turns := 0
	end := v.toTheEnd(func(view play.View) {
		switch turns++; turns {
		case 8: // a stop in the middle: nothing is lost, the page goes on
			v.quiet()
			before := view.Record.Seq
			r.restart()
			if got := r.match(v.id).Record.Seq; got != before {
				t.Fatalf("event %d became %d over a restart", before, got)
			}
		case 9: // while there was no server, the page could not follow the match
			v.quiet("/stream?after=", "htmx:sse:error", "/seen")
		}
		if strings.HasPrefix(view.Record.Position.String(), "restart") && !strings.Contains(v.Text("#task"), "keeper") {
			t.Errorf("the page asks for %q at a restart", v.Text("#task"))
		}
	})
	mine, theirs := restarts(end)
	if against := end.Record.Outcome().Score[1]; mine != against && mine != against-1 { // nobody restarts after a goal at full time
		t.Errorf("%d restarts of a visitor who plays at random: %v", mine, end.Record.Outcome())
	}
	t.Logf("%d turns, %+v, restarts: %d by the visitor, %d by the bot", turns, end.Record.Outcome(), mine, theirs)
	if text := strings.ToLower(v.Text("#match h2")); !strings.Contains(text, "win") && !strings.Contains(text, "drawn") {
		t.Errorf("at the end the page says %q", text)
	}
	events := map[uint32]bool{}
	for _, e := range end.Record.Log {
		for _, d := range e.Draws {
			events[d.E] = true
		}
	}
	if n := v.Count("#throws li"); n != len(events) {
		t.Errorf("the page shows the values of %d throws, there were %d", n, len(events))
	}
	v.Click("[data-dice-check]")
	v.WaitForText("[data-dice-result]", "All ")
	v.quiet()
}

func TestTheSameWithoutJavaScript(t *testing.T) {
	r := serve(t)
	v := r.visitor(browser.Start(t), "greedy", browser.Options{NoJavaScript: true})
	v.begin()
	turns, often, entered := 0, enginetest.Size(50), map[string]int{}
	end := v.r.settledTurn(v.id)
	for !end.Record.Next().Over() { // in a short run, what was entered often enough is sent as programs do
		turns++
		kind, _, _ := strings.Cut(end.Record.Position.String(), " ")
		if entered[kind]++; entered[kind] > often {
			end = v.sends(end, v.thinks.Move(end.Record.Position, v.rand))
			continue
		}
		v.Open(v.r.address + "/matches/" + v.id)
		end = v.turn(end)
	}
	v.Open(v.r.address + "/matches/" + v.id)
	mine, theirs := restarts(end)
	t.Logf("%d turns, %+v, restarts: %d by the visitor, %d by the bot", turns, end.Record.Outcome(), mine, theirs)
	if score := end.Record.Outcome().Score; mine+theirs < score[0]+score[1]-1 {
		t.Errorf("%d restarts, and it ended %v", mine+theirs, end.Record.Outcome())
	}
	if v.Exists("#confirm") {
		t.Error("a finished match takes moves")
	}
	v.quiet()
}

// covered lists the spots to touch that the mouse does not reach, each with what
// lies over it: it looks at the middle of a spot and near its corners.
const covered = `[...document.querySelectorAll("#match a.spot[href]")].flatMap(spot => {
	spot.scrollIntoView({block: "center", inline: "center", behavior: "instant"});
	const r = spot.querySelector(".area").getBoundingClientRect();
	return [[.5, .5], [.1, .1], [.9, .1], [.1, .9], [.9, .9]].flatMap(([x, y]) => {
		const top = document.elementFromPoint(r.x + x * r.width, r.y + y * r.height);
		return spot.contains(top) ? [] : [spot.ariaLabel + " at " + [x, y] + ": " + (top?.outerHTML ?? "nothing")];
	});
})`

// roundTrip returns a legal move that touches a spot twice, such as a figure that
// goes to the ball and kicks it to where it came from; "" if there is none.
func roundTrip(p engine.Position) engine.Move {
	if p.Count() > studyview.MostChoices {
		return ""
	}
	for m := range p.Moves() {
		if steps, err := p.Steps(m); err == nil && len(steps) == 3 && steps[0] == steps[2] {
			return m
		}
	}
	return ""
}

// TestTheMouseReachesEverySpotThatMayBeTouched looks at every kind of turn, at each
// stage of entering it, on small and large screens.
func TestTheMouseReachesEverySpotThatMayBeTouched(t *testing.T) {
	r := serve(t)
	b := browser.Start(t)
	var looks []*browser.Page
	for _, o := range []browser.Options{{}, {Width: 390, Height: 844}, {Width: 390, Height: 844, Phone: true}} {
		looks = append(looks, b.NewPage(t, o))
	}
	v := &visitor{Page: looks[0], r: r}
	v.begin()

	left := map[string]bool{"place": true, "kickoff": true, "turn": true, "restart": true, "round trip": true}
	spots := 0
	look := func(view play.View, m engine.Move) {
		steps, err := view.Record.Position.Steps(m)
		if err != nil {
			t.Fatal(err)
		}
		for n := range len(steps) + 1 {
			for _, p := range looks {
				p.Open(r.address + "/matches/" + v.id + "?do=" + engine.FormatSteps(steps[:n]))
				caughtUp(p)
				for _, line := range browser.Eval[[]string](p, covered) {
					t.Errorf("%s, after %q: %.200s", view.Record.Position, engine.FormatSteps(steps[:n]), line)
				}
				spots += p.Count("#match a.spot[href]")
			}
		}
	}
	random, matches := rand.New(rand.NewPCG(1, 2)), 1
	for len(left) > 0 {
		view := r.settledTurn(v.id)
		p := view.Record.Position
		if view.Record.Next().Over() { // its dice brought no such turn
			if matches++; matches > 5 {
				t.Fatalf("five matches are over without %v", left)
			}
			v.begin()
			continue
		}
		if m := roundTrip(p); left["round trip"] && m != "" {
			look(view, m)
			delete(left, "round trip")
		}
		m := p.Random(random)
		if kind, _, _ := strings.Cut(p.String(), " "); left[kind] {
			look(view, m)
			delete(left, kind)
		}
		v.sends(view, m)
	}
	t.Logf("%d spots", spots)
}

func TestTwoClicksTwoTabsAndTheBackButton(t *testing.T) {
	r := serve(t)
	b := browser.Start(t)
	v := r.visitor(b, "random", browser.Options{})
	v.begin()
	moves := func() (n int) {
		for _, e := range r.settledTurn(v.id).Record.Log {
			if e.Act == engine.ActMove && r.match(v.id).Record.SeatOf(e.By) == 0 {
				n++
			}
		}
		return n
	}

	view := r.settledTurn(v.id)
	v.enter(view, v.thinks.Move(view.Record.Position, v.rand))
	browser.Eval[bool](v.Page, `(() => { const f = document.querySelector("#confirm"), b = f.querySelector("button"); b.click(); b.click(); b.click(); return true })()`)
	after := r.movedOn(view)
	v.shows(after)
	if n := moves(); n != 1 {
		t.Fatalf("three clicks made %d moves", n)
	}

	v.WaitUntil(`document.readyState === "complete"`) // of three answers the last is shown

	// The same request sent again behind the page's back gets the same answer.
	fields := browser.Eval[string](v.Page, `new URLSearchParams(new FormData(document.querySelector("#confirm"))).toString()`)
	form, err := url.ParseQuery(fields)
	if err != nil {
		t.Fatal(err)
	}
	move := v.thinks.Move(after.Record.Position, v.rand)
	form.Set("move", string(move))
	send := func(form url.Values) int {
		return browser.Eval[int](v.Page, fmt.Sprintf(
			`fetch(%q, {method: "POST", redirect: "manual", body: new URLSearchParams(%q)}).then(r => r.type === "opaqueredirect" ? 303 : r.status)`,
			"/matches/"+v.id+"/moves", form.Encode()))
	}
	for range 2 {
		if got := send(form); got != http.StatusSeeOther {
			t.Errorf("the same move sent again is answered with %d", got)
		}
	}
	if n := moves(); n != 2 {
		t.Fatalf("after two moves there are %d", n)
	}

	// An old page: a touch entered there is refused with the present board.
	second := r.settledTurn(v.id)
	form.Set("key", "another")
	form.Set("move", "Mc1c2")
	if got := send(form); got != http.StatusConflict {
		t.Errorf("a move from an old page is answered with %d", got)
	}

	// Back to a page that was left: what it sends is refused or harmless, never lost or doubled.
	v.Open(r.address + "/matches/" + v.id)
	v.enter(second, v.thinks.Move(second.Record.Position, v.rand))
	v.Follow("#confirm button")
	r.settledTurn(v.id)
	v.Back()
	v.Text("#match")
	if n := moves(); n != 3 {
		t.Fatalf("going back made %d moves of 3", n)
	}
	v.Reload()
	v.shows(r.settledTurn(v.id))
}

func TestKeysAndTheListOfMovesEnterATurnToo(t *testing.T) {
	r := serve(t)
	v := r.visitor(browser.Start(t), "random", browser.Options{})
	v.begin()
	view := v.turn(r.settledTurn(v.id)) // the placing
	view = v.turn(view)                 // the kick-off
	m := v.thinks.Move(view.Record.Position, v.rand)
	steps, err := view.Record.Position.Steps(m)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range steps {
		browser.Eval[bool](v.Page, fmt.Sprintf(`(document.querySelector('[data-step=%q]').focus(), true)`, s.String()))
		v.Press("Enter")
	}
	v.WaitFor("#confirm button:not([disabled])")
	v.Press("Escape")
	v.WaitFor("#confirm button[disabled]")

	browser.Eval[bool](v.Page, `(document.querySelector("#match .all").open = true)`)
	if n := v.Count("#match .all select option[value]"); n < view.Record.Position.Count() {
		t.Errorf("the list offers %d of %d moves", n, view.Record.Position.Count())
	}
	browser.Eval[bool](v.Page, fmt.Sprintf(`(() => { const s = document.querySelector("#match .all select"); s.value = %q; return s.value === %[1]q })()`, string(m)))
	v.Follow("#match .all form button")
	after := r.settledTurn(v.id)
	if got := after.Record.Log[view.Record.Seq]; got.Text != string(m) {
		t.Errorf("the list played %q instead of %q", got.Text, m)
	}
	v.quiet()
}

// screens are what every page is looked at on.
var screens = []browser.Options{
	{Width: 390, Height: 844, Phone: true, ReducedMotion: true},
	{Width: 1280, Height: 800, ReducedMotion: true},
}

// someOf returns the readers who go the way of a test: all of them in a proof, one in a short run, whom the name of the
// test chooses. All read the same pages, and each kind of reader goes another way in every run.
func someOf(t *testing.T, readers map[string]browser.Options) map[string]browser.Options {
	names := slices.Sorted(maps.Keys(readers))
	some, first := map[string]browser.Options{}, int(crc32.ChecksumIEEE([]byte(t.Name()))%uint32(len(names)))
	for i := range enginetest.Size(len(names)) {
		name := names[(first+i)%len(names)]
		some[name] = readers[name]
	}
	return some
}

// flawless fails for every accessibility defect of the page as it stands on a screen,
// in the light or in the dark, and if the page is wider than the screen, has not one main heading, or writes over
// its footer. Of the four looks that a
// page has, its name chooses the one that axe is asked about; a proof asks about all. Axe takes
// longer than all else of a test, and hardly a defect shows in one look alone.
func (r *running) flawless(p *browser.Page, name string, screen browser.Options) {
	r.t.Helper()
	p.As(screen)
	if wide := browser.Eval[int](p, `document.documentElement.scrollWidth - document.documentElement.clientWidth`); wide > 0 {
		r.t.Errorf("%s, %d wide: %d pixels stick out to the right", name, screen.Width, wide)
	}
	if n := p.Count("h1"); n != 1 {
		r.t.Errorf("%s: %d main headings", name, n)
	}
	if over := browser.Eval[int](p, `(m => m.scrollHeight - m.clientHeight)(document.querySelector("main"))`); over > 1 {
		r.t.Errorf("%s, %d wide: the page reaches %d pixels into its footer", name, screen.Width, over)
	}
	looks := 2 * len(screens)
	first, asked := crc32.ChecksumIEEE([]byte(name)), enginetest.Size(looks)
	for i, dark := range []bool{false, true} {
		look := 2*slices.IndexFunc(screens, func(s browser.Options) bool { return s.Width == screen.Width }) + i
		if (look+int(first%uint32(looks)))%looks >= asked {
			continue
		}
		seen := screen
		seen.Dark = dark
		p.As(seen)
		for _, line := range p.Axe() {
			r.t.Errorf("%s, %d wide, dark %t: %s", name, screen.Width, dark, line)
		}
		p.As(screen)
	}
}

// TestNoPageHasAccessibilityDefects looks at every page, small and large, light and dark.
func TestNoPageHasAccessibilityDefects(t *testing.T) {
	r := serve(t)
	b := browser.Start(t)
	v := r.visitor(b, "random", browser.Options{})
	v.begin()
	view := v.turn(r.settledTurn(v.id))
	view = v.turn(view)
	m := v.thinks.Move(view.Record.Position, v.rand)
	steps, err := view.Record.Position.Steps(m)
	if err != nil {
		t.Fatal(err)
	}
	other, err := r.server.office.Begin(t.Context(), view.Match.Seats[0].Player, play.Proposal{
		Reservation: r.server.office.Reserve().ID, Rules: "streetsoccer/lg", Opponent: "bot:greedy", Kickoff: "me", Control: "live",
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := resign(r.server.office, t.Context(), view.Match.Seats[0].Player, other.ID, time.Now()); err != nil {
		t.Fatal(err)
	}
	match := "/matches/" + v.id
	mine, others, checked := v.Page, b.NewPage(t, browser.Options{OwnCookies: true}), 0
	for _, screen := range screens {
		for name, at := range map[string]struct {
			page *browser.Page
			path string
		}{
			"front page": {others, "/"}, "a match watched": {others, match}, "an earlier board": {others, match + "?at=4"}, "rules": {others, "/rules/streetsoccer"},
			"dice": {others, "/dice"}, "open dump": {others, "/dump"}, "404": {others, "/nowhere"}, "a finished match": {others, "/matches/" + other.ID},
			"my front page": {mine, "/"}, "my turn": {mine, match}, "my turn, begun": {mine, match + "?do=" + engine.FormatSteps(steps[:1])},
			"my turn, entered": {mine, match + "?do=" + engine.FormatSteps(steps)}, "resigning": {mine, match + "?resign=1"},
		} {
			at.page.Open(r.address + at.path)
			r.flawless(at.page, name, screen)
			checked++
		}
	}
	t.Logf("%d pages", checked)
}
