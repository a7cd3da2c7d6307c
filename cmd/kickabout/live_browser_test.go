package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/browser"
	"kickabout/cmd/internal/web"
	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/conduct"
	membersleague "kickabout/league/members"
	"kickabout/league/moderation"
	"kickabout/league/play"
	"kickabout/league/tournaments"
)

// member is a visitor with an account, signed in.
type member struct {
	*visitor
	player league.Player
	token  string
}

// member signs somebody up and opens a page for them.
func (r *running) member(b *browser.Browser, name string, o browser.Options) *member {
	r.t.Helper()
	player, token, err := r.server.office.SignUp(r.t.Context(), membersleague.Credentials{Name: name, Password: "a horse in the rain"})
	if err != nil {
		r.t.Fatal(err)
	}
	m := &member{visitor: r.visitor(b, "greedy", o), player: player, token: token}
	m.signIn(m.Page)
	return m
}

// signIn gives a page the member's session: on a page that sets no cookie itself.
func (m *member) signIn(p *browser.Page) {
	m.r.t.Helper()
	p.Open(m.r.address + "/static/site.css")
	browser.Eval[bool](p, fmt.Sprintf(`(document.cookie = "__Host-session=%s; Path=/; Secure; SameSite=Lax", true)`, m.token))
}

// signInAgain gives the member's page a new session: the one before may have ended meanwhile.
func (m *member) signInAgain() {
	m.r.t.Helper()
	_, token, err := m.r.server.office.SignIn(m.r.t.Context(), membersleague.Credentials{Name: m.player.Name, Password: "a horse in the rain"})
	if err != nil {
		m.r.t.Fatal(err)
	}
	m.token = token
	m.signIn(m.Page)
}

// between begins a match of two members, the first of whom kicks off.
func (r *running) between(first, second *member) string {
	r.t.Helper()
	o := r.server.office
	made, err := o.Propose(r.t.Context(), first.player, play.Proposal{
		Reservation: o.Reserve().ID, Rules: "streetsoccer/lg", Opponent: second.player.Name, Kickoff: league.KickoffMe, Control: "lg",
	})
	if err != nil {
		r.t.Fatal(err)
	}
	m, err := o.Accept(r.t.Context(), second.player, made.Offer.ID, "", false, time.Now())
	if err != nil {
		r.t.Fatal(err)
	}
	return m.ID
}

// at opens the page of a match.
func (m *member) at(id string) {
	m.r.t.Helper()
	m.id = id
	m.Open(m.r.address + "/matches/" + id)
}

// says writes a line through the page.
func (m *member) says(text string) {
	m.r.t.Helper()
	m.WaitFor("#say button:enabled")
	m.Type("#text", text)
	m.Click("#say button")
}

// TestTwoPeoplePlayLive is the journey of two people: the other's moves and lines
// appear by themselves, through a goal, a restart of the board and one of the server,
// until one resigns.
func TestTwoPeoplePlayLive(t *testing.T) {
	r := serve(t)
	b := browser.Start(t)
	ann := r.member(b, "Ann", browser.Options{ReducedMotion: true})
	bob := r.member(b, "Bob", browser.Options{Width: 390, Height: 844, Phone: true, ReducedMotion: true})
	people := map[string]*member{ann.player.ID: ann, bob.player.ID: bob}
	id := r.between(ann, bob)
	ann.at(id)
	bob.at(id)
	ann.WaitUntil(`document.title.startsWith("(1) Your turn, ")`) // that Bob has accepted is no news to her any more
	if title := bob.Title(); !strings.HasPrefix(title, "Waiting, ") {
		t.Errorf("Bob's title is %q", title)
	}

	turns, restarted, goalless := 0, false, 0
	for !restarted || turns < 12 {
		view := r.match(id)
		if view.Record.Next().Over() { // one of many matches ends so: they play another
			if goalless++; goalless == 3 {
				t.Fatal("three matches ended before a goal")
			}
			turns, id = 0, r.between(ann, bob)
			ann.at(id)
			bob.at(id)
			continue
		}
		mover, other := people[mustMover(view).ID], ann
		if mover == ann {
			other = bob
		}
		move := mover.thinks.Move(view.Record.Position, mover.rand)
		switch turns {
		case 3:
			halfAMoveStays(t, r, view, mover, other, move)
		case 6:
			r.restart()
			for _, p := range people {
				p.r = r
			}
		}
		mover.enter(view, move)
		mover.Follow("#confirm button")
		after := r.movedOn(view)
		mover.shows(after)
		other.shows(after)
		for _, m := range people { // the heading goes with the title, where nothing is read out
			m.WaitUntil(`document.title.replace(/^\(\d+\) /, "").startsWith(document.querySelector("h1").textContent)`)
			// A stream that is opened anew goes on behind this board: it does not bring it again, which would
			// take away what is chosen on it.
			m.WaitUntil(`document.getElementById("live").dataset.after.split(".")[0] === document.getElementById("match").dataset.seq`)
		}
		turns++
		restarted = restarted || strings.HasPrefix(after.Record.Position.String(), "restart")
		if turns > 120 {
			t.Fatal("no goal in 120 turns")
		}
	}

	// The last word, and the end.
	bob.says("well played")
	ann.WaitForText("#lines", "well played")
	bob.Open(r.address + "/matches/" + id + "?resign=1#resign")
	bob.Follow("#resign button.danger")
	ann.WaitForText("#match h2", "YOU WIN")
	ann.WaitUntil(`document.title.startsWith("Over, ")`) // what she sees is no news to her
	lines, _, err := r.server.office.Lines(t.Context(), league.Of(ann.player), id, 0)
	if err != nil || len(lines) != 3 {
		t.Errorf("%d lines were said, %v", len(lines), err)
	}
	for _, p := range people {
		p.Text("#lines .line:nth-of-type(3)")
		if n := p.Count("#lines .line"); n != 3 {
			t.Errorf("%s's page shows %d lines", p.player.Name, n)
		}
	}
	t.Logf("%d turns", turns)
}

func mustMover(v play.View) league.Player {
	p, _ := v.Match.Mover()
	return p
}

// halfAMoveStays lets the other say something, and the mover answer, while the mover has
// entered the first step of a move.
func halfAMoveStays(t *testing.T, r *running, view play.View, mover, other *member, move engine.Move) {
	t.Helper()
	steps, err := view.Record.Position.Steps(move)
	if err != nil {
		t.Fatal(err)
	}
	mover.Click(fmt.Sprintf("[data-step=%q][href]", steps[0].String()))
	mover.WaitFor("#undo[href]")
	entered := mover.Text("#words")
	other.says("<b>nice one</b>")
	mover.WaitForText("#lines", "<b>nice one</b>")
	other.WaitForText("#lines", "<b>nice one</b>")
	mover.says("thanks")
	other.WaitForText("#lines", "thanks")
	mover.WaitForText("#lines", "thanks")
	if got := mover.Text("#words"); got != entered || entered == "Touch a figure" {
		t.Errorf("%q was entered, and after two lines there is %q", entered, got)
	}
	if got := mover.Attribute("#text", "value"); got != "" {
		t.Errorf("the form that was sent still has %q", got)
	}
	mover.Click("#undo")
	mover.WaitForText("#words", "Touch a figure")
}

// TestTheBellRingsAtOnce has two browsers: what one member does reaches the bell and the title of the other within a
// second, without the page being loaded again, and what was read in one tab is read in the other.
// TestTheBellRingsAtOnce has two people in browsers of their own, and a third one who has no script: an invitation, a line, a
// request for a ruling and the ruling reach the bell and the title of whom they concern. Where there is a script they come
// by the stream that is open already, which is woken and never looks by itself here: nothing is asked for meanwhile, and the
// page is the same. How long that takes is the machine's, and logged.
func TestTheBellRingsAtOnce(t *testing.T) {
	r := servePaced(t, web.Pace{Poll: time.Hour, Rare: time.Hour, Beat: time.Hour, Send: time.Minute})
	b := browser.Start(t)
	ann := r.member(b, "Ann", browser.Options{})
	bob := r.member(b, "Bob", browser.Options{Width: 390, Height: 844, Phone: true})
	cleo := r.member(b, "Cleo", browser.Options{NoJavaScript: true})
	o := r.server.office
	cup, err := o.CreateTournament(t.Context(), ann.player, tournaments.TournamentProposal{
		Reservation: o.ReserveTournament(), Name: "Spring Cup", Format: "roundrobin", Rules: "streetsoccer/lg", Places: "3", Cycles: "1", Control: "lg", Start: tournaments.StartOrganiser,
	})
	if err != nil {
		t.Fatal(err)
	}
	r.enter(cup.ID, bob.player, cleo.player, r.signUps("Dan")[0])
	if err := o.StartTournament(t.Context(), ann.player, cup.ID); err != nil {
		t.Fatal(err)
	}
	theirs, friendly := r.gameOf(bob.player, cleo.player), r.between(bob, ann)
	for _, m := range []*member{ann, bob, cleo} { // what has happened so far is old
		r.allRead(m.player)
	}

	ann.Open(r.address + "/dice")
	bob.at(theirs)
	cleo.Open(r.address + "/dice")
	settled := func(m *member) {
		t.Helper()
		m.WaitUntil(`(window.stays = true, localStorage.getItem("stocked") !== null)`)
		for !slices.Contains(m.Requests(), r.address+"/stream") {
			m.WaitUntil(`true`)
		}
		m.WaitUntil(`document.getElementById("bell").textContent === "0"`)
	}
	settled(ann)
	rings := func(m *member, what string, f func()) {
		t.Helper()
		before, asked := m.Text("#bell"), len(m.Requests())
		browser.Eval[bool](m.Page, `(window.rang = 0, new MutationObserver(() => { window.rang = Date.now(); }).observe(document.getElementById("bell"), { childList: true }), true)`)
		began := time.Now()
		f()
		m.WaitUntil(fmt.Sprintf(`Number(document.getElementById("bell").textContent) > %s &&
			document.title.startsWith("(" + (Number(document.getElementById("bell").textContent) + Number.parseInt(document.getElementById("count").textContent, 10)) + ") ")`, before))
		t.Logf("%s: %v", what, time.UnixMilli(int64(browser.Eval[float64](m.Page, `window.rang`))).Sub(began).Round(time.Millisecond))
		if !browser.Eval[bool](m.Page, `window.stays === true`) {
			t.Errorf("%s: the page was loaded anew", what)
		}
		if more := m.Requests()[asked:]; len(more) > 0 {
			t.Errorf("%s: the page has asked for %q", what, more)
		}
	}
	invites := func(to *member) {
		_, err := o.Propose(t.Context(), bob.player, play.Proposal{Reservation: o.Reserve().ID, Rules: "streetsoccer/lg", Opponent: to.player.Name, Kickoff: league.KickoffMe, Control: "lg"})
		if err != nil {
			t.Error(err)
		}
	}
	rings(ann, "an invitation", func() { invites(ann) })
	bob.at(friendly)
	rings(ann, "a line", func() { bob.says("good luck") })
	bob.at(theirs)
	bob.Click("#request summary")
	bob.Type("#request-text", "She is silent.")
	rings(ann, "a request for a ruling", func() { bob.Click("#request button") })
	bob.WaitForText("#main", "She is silent.")
	rings(ann, "a step of a moderator", func() {
		if _, err := o.Moderation.Impose(t.Context(), conduct.Operator(), moderation.Order{Kind: league.SanctionWarn, Player: ann.player.ID, Reason: "a reason"}); err != nil {
			t.Error(err)
		}
	})
	bob.Open(r.address + "/dice")
	settled(bob)
	rings(bob, "a ruling", func() {
		if err := o.RuleMatch(t.Context(), ann.player, theirs, league.RuleVoid, "they quarrel"); err != nil {
			t.Error(err)
		}
	})

	// Who has no script finds the same on the next page that they open, whichever it is.
	sees := func(n int, path string) {
		t.Helper()
		for range 200 { // news are made a moment later
			cleo.Open(r.address + path)
			if cleo.Text("#bell") == strconv.Itoa(n) {
				break
			}
		}
		games := browser.Eval[int](cleo.Page, `Number.parseInt(document.getElementById("count").textContent, 10)`)
		if bell, title := cleo.Text("#bell"), cleo.Title(); bell != strconv.Itoa(n) || !strings.HasPrefix(title, fmt.Sprintf("(%d) ", games+n)) {
			t.Errorf("the bell shows %s and the title is %q, want %d and %d games", bell, title, n, games)
		}
	}
	sees(1, "/dice")
	invites(cleo)
	sees(2, "/rules/streetsoccer")
	if err := o.Say(t.Context(), bob.player, membersleague.Saying{Match: theirs, Text: "well then", Arrived: o.Now()}); err != nil {
		t.Fatal(err)
	}
	sees(3, "/help")
	cleo.Open(r.address + "/inbox")
	for _, news := range []string{"Bob invites you", "Your game against Bob was declared void. It does not count.", "Bob wrote to you beside your game."} {
		cleo.WaitForText("main", news)
	}

	two := ann.Tab(t)
	two.Open(r.address + "/inbox")
	two.WaitForText("main", "Bob wrote to you beside your game.")
	two.WaitForText("main", "Bob invites you")
	ann.WaitUntil(`document.getElementById("bell").textContent === "1"`) // she has seen the news; the invitation still waits for an answer
	for _, path := range []string{"/inbox", "/account/notifications"} {
		two.Open(r.address + path)
		for _, defect := range two.Axe() {
			t.Errorf("%s: %s", path, defect)
		}
	}
	for _, e := range slices.Concat(ann.ConsoleErrors(), two.ConsoleErrors(), bob.ConsoleErrors()) {
		t.Errorf("a page complained: %s", e)
	}
}

// gameOf finds the running game of two players.
func (r *running) gameOf(a, b league.Player) string {
	r.t.Helper()
	all, err := r.server.store.Running(r.t.Context(), league.Site(), 99)
	i := slices.IndexFunc(all, func(m league.Match) bool { return m.SideOf(a.ID) != engine.NoSide && m.SideOf(b.ID) != engine.NoSide })
	if err != nil || i < 0 {
		r.t.Fatalf("%s and %s do not play: %v", a.Name, b.Name, err)
	}
	return all[i].ID
}

// allRead makes news of all that was noticed so far, and has a player read them.
func (r *running) allRead(who league.Player) {
	r.t.Helper()
	for more := true; more; {
		var err error
		if more, err = r.server.office.Reach.FanOut(r.t.Context()); err != nil {
			r.t.Fatal(err)
		}
	}
	if err := r.server.office.Reach.MarkRead(r.t.Context(), who, "", 1<<30); err != nil {
		r.t.Fatal(err)
	}
}

// TestTheTitleSaysHowManyGamesWait has two tabs of one browser and no board in either. That somebody has accepted an
// invitation is news beside the game.
func TestTheTitleSaysHowManyGamesWait(t *testing.T) {
	r := serve(t)
	b := browser.Start(t)
	bob := r.member(b, "Bob", browser.Options{})
	ann := r.member(b, "Ann", browser.Options{})
	one := bob.Page
	two := one.Tab(t)
	one.Open(r.address + "/rules/streetsoccer")
	two.Open(r.address + "/dice")
	wants := func(count string) {
		t.Helper()
		for _, p := range []*browser.Page{one, two} {
			p.WaitUntil(fmt.Sprintf(`(document.title.match(/^\(\d+\) /) || [""])[0] === %q`, count))
			if icon := p.Attribute("#icon", "href"); strings.Contains(icon, "waiting") != (count != "") {
				t.Errorf("with %q in the title the icon is %s", count, icon)
			}
		}
	}
	wants("")
	first := r.between(bob, ann)
	wants("(2) ")
	second := r.between(bob, ann)
	wants("(4) ")
	if got := two.Text("#count"); !strings.HasPrefix(got, "2") {
		t.Errorf("the navigation counts %q", got)
	}
	one.Open("about:blank") // whichever tab had the stream: the other goes on
	for i, id := range []string{first, second} {
		v := r.match(id)
		if _, err := r.server.office.Play(t.Context(), bob.player, play.Turn{
			Match: id, Seen: v.Record.Seq, Move: bob.thinks.Move(v.Record.Position, bob.rand), Arrived: time.Now(),
		}); err != nil {
			t.Fatal(err)
		}
		two.WaitUntil(fmt.Sprintf(`document.title.startsWith("(%d) ")`, 3-i))
	}
	if err := r.server.office.Reach.MarkRead(t.Context(), bob.player, "", 1<<30); err != nil {
		t.Fatal(err)
	}
	two.WaitUntil(`document.title === document.title.replace(/^\(/, "")`)
	for _, e := range append(one.ConsoleErrors(), two.ConsoleErrors()...) {
		t.Errorf("a page complained: %s", e)
	}
}

// TestTheOperatorReadsReportsAndHidesLines runs the commands beside the server.
func TestTheOperatorReadsReportsAndHidesLines(t *testing.T) {
	r := serve(t)
	o := r.server.office
	var players []league.Player
	for _, name := range []string{"Ann", "Bob"} {
		p, _, err := o.SignUp(t.Context(), membersleague.Credentials{Name: name, Password: "a horse in the rain"})
		if err != nil {
			t.Fatal(err)
		}
		players = append(players, p)
	}
	id := r.between(&member{player: players[0]}, &member{player: players[1]})
	beside := func(want string, args ...string) {
		t.Helper()
		out, complaint, code := kickabout(t, "", append(args, "--data", r.config.Data)...)
		if code != 0 || !strings.Contains(out, want) {
			t.Errorf("%v ends with %d and says %q, %q; want %q", args, code, out, complaint, want)
		}
	}
	beside("Nothing has been reported.", "reports")
	if err := o.Say(t.Context(), players[0], membersleague.Saying{Match: id, Text: "something bad", Arrived: time.Now()}); err != nil {
		t.Fatal(err)
	}
	if err := o.Report(t.Context(), players[1], id, 1, "it hurts"); err != nil {
		t.Fatal(err)
	}
	beside("match "+id+", line 1\n", "reports")
	beside(": something bad\n  Bob reports: it hurts\n", "reports")
	beside("The line is hidden.", "reports", "hide", id, "1")
	beside("line 1 (hidden)", "reports")
	lines, _, err := o.Lines(t.Context(), league.Of(players[1]), id, 0)
	if err != nil || len(lines) != 1 || !lines[0].Hidden || lines[0].Text != "" {
		t.Errorf("Bob reads %+v, %v", lines, err)
	}
	if _, complaint, code := kickabout(t, "", "reports", "hide", id, "2", "--data", r.config.Data); code == 0 || !strings.Contains(complaint, "There is no such line") {
		t.Errorf("hiding a line that is not there ends with %d, %q", code, complaint)
	}
}

// TestTheChatWithoutJavaScript writes, refuses, mutes and reports by forms and links alone.
func TestTheChatWithoutJavaScript(t *testing.T) {
	r := serve(t)
	b := browser.Start(t)
	ann, bob := r.member(b, "Ann", browser.Options{NoJavaScript: true}), r.member(b, "Bob", browser.Options{NoJavaScript: true})
	match := r.between(ann, bob)
	ann.at(match)
	ann.Type("#text", "Good luck!")
	ann.Follow("#say button")
	ann.WaitForText("#lines", "Good luck!")
	bob.at(match)
	bob.WaitForText("#lines", "Good luck!")

	long := strings.Repeat("long ", league.LongestLine/5) + "line"
	bob.Type("#text", long)
	bob.Follow("#say button")
	bob.WaitForText("#text-error", strconv.Itoa(league.LongestLine))
	if kept := browser.Eval[string](bob.Page, `document.querySelector("#text").value`); kept != long {
		t.Errorf("of a line of %d letters %d are kept", len(long), len(kept))
	}

	bob.Follow(".report-link")
	bob.Type("#reason", "Luck is not good.")
	bob.Follow("#report button")
	bob.WaitForText("#chat .notice", "Thank you")
	bob.Follow("text=Mute Ann")
	ann.Type("#text", "Still there?")
	ann.Follow("#say button")
	bob.at(match)
	if text := bob.Text("#chat"); strings.Contains(text, "Still there?") || !strings.Contains(text, "You have muted Ann") {
		t.Errorf("who has muted Ann reads %q", text)
	}
	bob.Follow("text=Read Ann again")
	bob.at(match)
	bob.WaitForText("#lines", "Still there?")
}

// TestPagesOfTwoPeopleHaveNoAccessibilityDefects looks at a match with its chat, small and
// large, light and dark.
func TestPagesOfTwoPeopleHaveNoAccessibilityDefects(t *testing.T) {
	r := serve(t)
	b := browser.Start(t)
	ann, bob := r.member(b, "Ann", browser.Options{ReducedMotion: true}), r.member(b, "Bob", browser.Options{ReducedMotion: true})
	match := r.between(ann, bob)
	for n, text := range []string{"Good luck!", "A_line_without_any_blank_" + strings.Repeat("that_goes_on_and_on_", 12), "You too."} {
		m := []*member{ann, bob}[n%2]
		m.at(match)
		m.says(text)
		m.WaitForText("#lines", text)
	}
	stranger := b.NewPage(t, browser.Options{OwnCookies: true, ReducedMotion: true})
	for _, screen := range screens {
		for name, at := range map[string]struct {
			page  *browser.Page
			query string
		}{
			"my turn": {ann.Page, ""}, "the other's turn": {bob.Page, ""}, "a match watched": {stranger, ""},
			"a line reported": {bob.Page, "?report=1"}, "a line that was reported": {bob.Page, "?told=1"},
		} {
			at.page.Open(r.address + "/matches/" + match + at.query)
			r.flawless(at.page, name, screen)
		}
	}
}
