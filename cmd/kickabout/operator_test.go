package main

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/contact"
	"kickabout/league/core"
	membersleague "kickabout/league/members"
	"kickabout/league/moderation"
	"kickabout/league/play"
	"kickabout/league/reach"
	"kickabout/league/tournaments"
	"kickabout/store/storetest"
)

// ordered is a site without a server, on which an operator gives orders.
type ordered struct {
	*stillSite
	people map[string]league.Player
	tokens map[string]string // of their sessions
}

// newOrdered makes such a site with some members.
func newOrdered(t *testing.T, names ...string) *ordered {
	t.Helper()
	folder := t.TempDir()
	s := &ordered{&stillSite{t: t, folder: folder, url: filepath.Join(folder, "kickabout.db"), now: time.Now()}, map[string]league.Player{}, map[string]string{}}
	s.open()
	t.Cleanup(func() { s.close() })
	for _, name := range names {
		p, token, err := s.office.SignUp(t.Context(), membersleague.Credentials{Name: name, Password: secretWords})
		s.must(err)
		s.people[name], s.tokens[name] = p, token
	}
	return s
}

// order runs a command, which ends with a code and says something.
func (s *ordered) order(code int, says string, args ...string) {
	s.t.Helper()
	out, complaint, got := kickabout(s.t, "", append(args, "--data", s.folder)...)
	if got != code || !strings.Contains(out+complaint, says) {
		s.t.Errorf("%q ends with %d and says %q, %q; want %d and %q", args, got, out, complaint, code, says)
	}
}

// inForce lists what holds against a member.
func (s *ordered) inForce(name string) string {
	s.t.Helper()
	list, err := s.store.SanctionsOf(s.t.Context(), s.people[name].ID)
	s.must(err)
	var kinds []string
	for _, x := range list {
		if x.Lifted.At.IsZero() {
			kinds = append([]string{string(x.Kind)}, kinds...)
		}
	}
	return strings.Join(kinds, " ")
}

func TestTheOperatorTakesStepsByCommands(t *testing.T) {
	t.Parallel()
	s := newOrdered(t, "Ann", "Bob")
	holds := func(want string) {
		t.Helper()
		if got := s.inForce("Bob"); got != want {
			t.Errorf("what holds is %q, want %q", got, want)
		}
	}
	signedIn := func(want bool) {
		t.Helper()
		if visit, err := s.office.Visit(t.Context(), s.tokens["Bob"]); (err == nil && visit.Player.ID != "") != want {
			t.Errorf("Bob’s session leads to %q, %v", visit.Player.Name, err)
		}
	}
	s.order(0, "Make the first admin", "user", "roles")
	s.order(0, "Ann is admin of this site. They sign in again.", "user", "role", "Ann", "admin")
	s.order(1, "Ann has this role already.", "user", "role", "Ann", "admin")
	s.order(0, "admin  ", "user", "roles")
	s.order(0, "Ann has no role.", "user", "role", "Ann", "none")
	s.order(0, "Nothing was done about Bob.", "user", "show", "Bob")
	s.order(0, "Bob: warn, since", "user", "warn", "Bob", "--reason", "rude")
	s.order(1, "Choose 1, 7 or 30 days.", "user", "mute", "Bob", "--days", "3", "--reason", "rude")
	s.order(0, ", until ", "user", "mute", "Bob", "--days", "7", "--reason", "rude")
	s.order(0, "Bob: restrict", "user", "restrict", "Bob", "--days", "90", "--reason", "rude")
	holds("warn mute restrict")
	signedIn(true)
	s.order(0, "Bob: member since", "user", "show", "Bob")
	s.order(0, "1 sessions, 0 tokens, 0 recovery codes", "user", "show", "Bob")
	s.order(0, "Bob is signed out everywhere.", "user", "end-sessions", "Bob", "--reason", "stolen")
	signedIn(false)
	s.order(0, "\nBob", "user", "list", "bo")
	s.order(0, "not signed in", "user", "list")
	s.order(1, "There is no player of this name.", "user", "reset", "Nobody")
	out, _, _ := kickabout(t, "", "user", "reset", "Bob", "--url", "https://kickabout.example/", "--data", s.folder)
	link, ok := strings.CutPrefix(strings.SplitN(out, "\n", 2)[0], "https://kickabout.example/recover/")
	if who, err := s.office.RecoverByLink(t.Context(), link, "some tall ships", ""); !ok || err != nil || who.Name != "Bob" {
		t.Errorf("the link %q opens the account of %q, %v", link, who.Name, err)
	}
	s.mailed()
	s.order(0, "Bob: lock", "user", "lock", "Bob", "--reason", "stolen")
	s.order(0, "The account is locked.", "user", "reset", "Bob")
	s.order(0, "(Bob)", "user", "rename", "Bob", "--to", "Robert", "--reason", "an advertisement")
	s.order(0, "Robert: mute", "user", "show", "Robert")
	holds("warn mute restrict lock rename")
	s.order(0, "Robert: lock, since", "user", "undo", "Robert", "--step", "lock", "--reason", "it is Bob")
	s.order(0, "Robert: lock", "user", "lock", "Robert", "--reason", "stolen again")
	s.order(0, "Robert has another password, and is signed out everywhere.\nThe account was locked, and is open again.\n", "password", "Robert", "--password-file", pathOf(t, "two tall ships"))
	if _, _, err := s.office.SignIn(t.Context(), membersleague.Credentials{Name: "Robert", Password: "two tall ships"}); err != nil {
		t.Errorf("who has another password does not get in: %v", err)
	}
	s.order(0, "rename", "user", "undo", "Robert", "--reason", "no advertisement")
	holds("warn mute restrict")
	s.order(0, "Bob: expel", "user", "expel", "Bob", "--reason", "two accounts")
	s.order(1, "closed", "user", "warn", "Bob", "--reason", "rude")
	s.order(0, "undone", "user", "show", "Bob")
	s.order(0, "Undone", "user", "undo", "Bob", "--step", "expel", "--reason", "one account")
	holds("warn mute restrict")
	s.order(misconfigured, "missing flags: --reason", "user", "warn", "Bob")
	s.order(1, "There is no player of this name.", "user", "warn", "Nobody", "--reason", "rude")
}

// TestTheOperatorDecidesAboutReportsByCommands: all that the page of reports can do, about lines of a chat, requests for
// rulings and appeals.
func TestTheOperatorDecidesAboutReportsByCommands(t *testing.T) {
	t.Parallel()
	s := newOrdered(t, "Ann", "Bob", "Cleo")
	ctx, ann, bob, cleo := t.Context(), s.people["Ann"], s.people["Bob"], s.people["Cleo"]
	cup, err := s.office.CreateTournament(ctx, ann, tournaments.TournamentProposal{
		Reservation: s.office.ReserveTournament(), Name: "A cup", Format: "roundrobin", Rules: "streetsoccer/lg", Places: "4", Cycles: "1", Control: "lg",
		Start: tournaments.StartOrganiser, Playing: true,
	})
	s.must(err)
	s.must(s.office.EnterTournament(ctx, bob, cup.ID))
	s.must(s.office.EnterTournament(ctx, cleo, cup.ID))
	s.must(s.office.StartTournament(ctx, ann, cup.ID))
	s.askForRuling(bob, cleo, cup.ID)
	s.must(s.office.ReportRequest(ctx, ann, cup.ID, s.reached(cup.ID), "not nice"))
	request := fmt.Sprintf("r%d", s.reached(cup.ID))
	running, err := s.store.Running(ctx, league.Site(), 99)
	s.must(err)
	match := running[slices.IndexFunc(running, func(m league.Match) bool {
		return m.SideOf(ann.ID) != engine.NoSide && m.SideOf(bob.ID) != engine.NoSide
	})].ID
	for _, text := range []string{"a bad word", "a worse one"} {
		s.must(s.office.Say(ctx, ann, membersleague.Saying{Match: match, Text: text, Arrived: s.now}))
	}
	s.must(s.office.Report(ctx, bob, match, 1, "it hurts"))

	stands := func(reader league.Player, want string) {
		t.Helper()
		standing, err := s.office.Moderation.Standing(ctx, reader)
		s.must(err)
		var got []string
		for _, r := range standing.Reports {
			state := map[bool]string{true: "taken", false: "open"}[!r.Taken.At.IsZero()]
			if !r.Closed.At.IsZero() {
				state = map[bool]string{true: "upheld: ", false: "dismissed: "}[r.Upheld] + r.Closed.Why
			}
			got = append(got, fmt.Sprintf("%s, hidden %v", state, r.Line.Hidden))
		}
		if all := strings.Join(got, "; "); all != want {
			t.Errorf("%s reads of their reports %q, want %q", reader.Name, all, want)
		}
	}
	s.order(0, "tournament "+cup.ID+", request "+request+"\n  Bob wrote at ", "reports")
	s.order(0, "Cleo reports: noise\n  open\n", "reports")
	s.order(0, "The report is yours.", "reports", "take", cup.ID, request, "Cleo")
	s.order(0, "Cleo reports: noise\n  open; the operator is dealing with it\n", "reports")
	stands(cleo, "taken, hidden false")
	s.order(misconfigured, "missing flags: --reason", "reports", "decide", cup.ID, request, "Cleo", "dismiss")
	s.order(misconfigured, "must be one of", "reports", "decide", cup.ID, request, "Cleo", "perhaps", "--reason", "so")
	s.order(0, "The report is dismissed.", "reports", "decide", cup.ID, request, "Cleo", "dismiss", "--reason", "that is said here")
	s.order(1, "decided already", "reports", "decide", cup.ID, request, "Cleo", "uphold", "--reason", "after all")
	stands(cleo, "dismissed: that is said here, hidden false")
	s.order(0, "The report is upheld: what was written is hidden.", "reports", "decide", cup.ID, request, "Ann", "uphold", "--reason", "it is not")
	s.order(0, "request "+request+" (hidden)\n", "reports")
	s.order(0, "upheld by the operator: it is not\n", "reports")
	stands(ann, "upheld: it is not, hidden true")
	s.order(0, "The report is upheld", "reports", "decide", match, "1", "Bob", "uphold", "--reason", "it does")
	stands(bob, "upheld: it does, hidden true")
	s.order(1, "decided already", "reports", "take", match, "1", "Bob")
	s.order(1, "There is no player of this name.", "reports", "take", match, "1", "Nobody")

	s.order(0, "The line is hidden.", "reports", "hide", match, "2") // of which nobody has complained
	s.must(s.office.RequestRuling(ctx, cleo, running[slices.IndexFunc(running, func(m league.Match) bool {
		return m.SideOf(ann.ID) != engine.NoSide && m.SideOf(cleo.ID) != engine.NoSide
	})].ID, "is anybody there?"))
	request = fmt.Sprintf("r%d", s.reached(cup.ID))
	s.order(0, "The request is hidden.", "reports", "hide", cup.ID, request)
	s.order(1, "have removed", "reports", "hide", cup.ID, request)
	for number, says := range map[string]string{"r1": "There is no such request.", "9": "There is no such line.", "x": "no number of a line", "r": "no number of a line", "0": "no number of a line"} {
		of := map[bool]string{true: cup.ID, false: match}[strings.HasPrefix(number, "r")]
		s.order(1, says, "reports", "hide", of, number)
	}
	if _, err := s.office.RulingRequest(ctx, league.Of(ann), cup.ID, s.reached(cup.ID)); league.KindOf(err) != league.NotFound {
		t.Errorf("the request is still read: %v", err)
	}

	for verdict, holds := range map[string]string{"refuse": "warn", "grant": ""} {
		step, err := s.office.Moderation.Impose(ctx, conduct.Operator(), moderation.Order{Kind: league.SanctionWarn, Player: cleo.ID, Reason: "rude"})
		s.must(err)
		s.must(s.office.Moderation.Appeal(ctx, cleo, step.ID, "I was not"))
		s.order(0, step.ID+"  Cleo: warn, since ", "reports")
		s.order(0, ": rude; appeal: I was not\n", "reports")
		s.order(0, "The appeal is "+verdict, "reports", "answer", step.ID, verdict, "--reason", "I have looked")
		s.order(1, "", "reports", "answer", step.ID, verdict, "--reason", "once more")
		if got, err := s.store.Sanction(ctx, step.ID); err != nil || got.Appeal.Answer.Why != "I have looked" || got.Lifted.At.IsZero() != (holds != "") {
			t.Errorf("after %s it is %+v, %v", verdict, got, err)
		}
		if out, _, _ := kickabout(t, "", "reports", "--data", s.folder); strings.Contains(out, "I was not") {
			t.Errorf("the appeal is still listed: %s", out)
		}
	}
}

// reached is the number of the last event of a tournament.
func (s *ordered) reached(tournament string) int {
	s.t.Helper()
	t, err := s.store.Tournament(s.t.Context(), league.Site(), tournament)
	s.must(err)
	return t.Last
}

// mailed settles Bob's address, takes it away, and sees that each act of the operator was told.
func (s *ordered) mailed() {
	s.t.Helper()
	bob, err := s.office.PlayerByName(s.t.Context(), "Bob")
	if err != nil {
		s.t.Fatal(err)
	}
	at := func(want string) {
		s.t.Helper()
		if a, err := s.office.Addresses.Address(s.t.Context(), bob.ID); err != nil || a.Address != want || a.Open() != (want != "") {
			s.t.Errorf("Bob gets mail at %q (%+v), %v; want %q", a.Address, a, err, want)
		}
	}
	s.order(0, "Bob gets mail at the address.", "user", "mail", "Bob", "Bob@Example.org")
	at("bob@example.org")
	s.order(1, "This is no mail address.", "user", "mail", "Bob", "bob at home")
	s.order(misconfigured, "say an address, or --clear", "user", "mail", "Bob")
	s.order(0, "Bob gets no mail.", "user", "mail", "Bob", "--clear")
	at("")
	s.order(0, "0 passkeys of Bob are forgotten.", "user", "drop-passkeys", "Bob")
	events, err := s.office.SecurityOf(s.t.Context(), bob, 20)
	acts := map[string]bool{}
	for _, e := range events {
		acts[e.Act] = true
	}
	for _, act := range []string{"link", "mail", "no mail", "passkeys"} {
		if !acts["operator: "+act] {
			s.t.Errorf("the log does not say %s: %v, %v", act, acts, err)
		}
	}
	notices, err := s.office.Notices(s.t.Context(), bob.ID, 0, 100)
	told := 0
	for _, n := range notices {
		if n.Event == league.SecurityOperator {
			told++
		}
	}
	if err != nil || told < 4 {
		s.t.Errorf("Bob was told %d times of what the operator did, %v", told, err)
	}
}

// TestAReportOfAMailServerIsReadByACommand, from the standard input, as a mail server hands it over. Only a letter that the
// site has sent there counts: anybody can write to its sender.
func TestAReportOfAMailServerIsReadByACommand(t *testing.T) {
	t.Parallel()
	s := newOrdered(t, "Bob")
	ctx, bob := t.Context(), s.people["Bob"]
	s.must(s.office.Addresses.PutAddress(ctx, bob, "bob@example.org"))
	letter := contact.Letter{Key: "mail:" + bob.ID + ":1", Player: bob.ID, Channel: reach.MailChannel, Event: league.OfferInvited, N: 1, Since: s.now, Due: s.now}
	s.must(s.store.PutLetters(ctx, letter))
	claimed, err := s.store.ClaimLetters(ctx, reach.MailChannel, "here", s.now, time.Minute, 1)
	s.must(err)
	s.must(s.store.EndLetter(ctx, claimed[0], contact.LetterSent, s.now, ""))
	report := func(id string) string {
		return strings.ReplaceAll("From: MAILER-DAEMON@mail.example.org\nMIME-Version: 1.0\nContent-Type: multipart/report; report-type=delivery-status; boundary=\"x\"\n\n"+
			"--x\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mail.example.org\n\nFinal-Recipient: rfc822; bob@example.org\nAction: failed\nStatus: 5.1.1\n\n"+
			"--x\nContent-Type: text/rfc822-headers\n\nMessage-ID: <"+id+"@kickabout.example>\n\n--x--\n", "\n", "\r\n")
	}
	for _, c := range []struct {
		stdin, says string
		code        int
		open        bool
	}{
		{"Subject: hello\r\n\r\nthis is no report\r\n", "no report of a mail server", 1, true},
		{report(strings.Repeat("0", 64)), "Noted of 0 letters", 0, true},
		{report(core.MailID(letter.Key)), "Noted of 1 letters", 0, false},
	} {
		out, complaint, code := kickabout(t, c.stdin, "mail", "bounce", "--data", s.folder)
		if code != c.code || !strings.Contains(out+complaint, c.says) {
			t.Errorf("it ends with %d and says %q, %q; want %d and %q", code, out, complaint, c.code, c.says)
		}
		if a, err := s.office.Addresses.Address(ctx, bob.ID); err != nil || a.Open() != c.open {
			t.Errorf("after %q: %+v, %v", c.says, a, err)
		}
	}
}

func TestTheOperatorSettlesByCommands(t *testing.T) {
	t.Parallel()
	s := newOrdered(t)
	s.order(0, "streetsoccer/lg          open    open", "games")
	s.order(0, "onetwofun/basic          open    -  ", "games", "list")
	s.order(0, "", "games", "open", "onetwofun/basic", "ladder", "championship", "--reason", "four of us")
	s.order(0, "onetwofun/basic          open    open          open    -  ", "games")
	s.order(0, "", "games", "close", "all", "all")
	s.order(0, "streetsoccer/lg          -       -  ", "games")
	s.order(1, "There is no", "games", "open", "chess/lg", "ladder")
	s.order(1, "games list", "games", "open", "streetsoccer/lg", "swiss")
	s.order(0, "", "games", "open", "all", "all")
	s.order(0, "sign-up ", "settings")
	s.order(0, "Kickabout\n", "settings", "get", "name")
	s.order(0, "", "settings", "set", "name", "Street League")
	s.order(0, "Street League\n", "settings", "get", "name")
	s.order(1, "accent: ", "settings", "set", "accent", "#ffffff")
	s.order(0, "#0b655e\n", "settings", "get", "accent")
	s.order(0, "", "settings", "unset", "name")
	s.order(0, "Kickabout\n", "settings", "get", "name")
	picture := filepath.Join(s.folder, "logo.png")
	var badge bytes.Buffer
	s.must(png.Encode(&badge, image.NewGray(image.Rect(0, 0, 960, 96))))
	s.must(os.WriteFile(picture, badge.Bytes(), 0o600))
	s.order(1, "no such file", "settings", "set", "logo", picture+".not")
	s.order(1, "format PNG", "settings", "set", "logo", filepath.Join(s.folder, "dice.key"))
	s.order(0, "", "settings", "set", "logo", picture)
	s.order(0, "480 × 48 pixels", "settings")
	s.order(1, "not by invitation", "user", "invite")
	s.order(0, "", "settings", "set", "sign-up", "invited")
	s.order(0, "https://kickabout.example/signup?invitation=", "user", "invite", "--url", "https://kickabout.example/")
	for _, args := range [][]string{{"get", "colour"}, {"set", "colour", "red"}, {"unset", "colour"}} {
		s.order(1, "colour", append([]string{"settings"}, args...)...)
	}
}

func TestTheOperatorPutsDamagedGamesRightByCommands(t *testing.T) {
	t.Parallel()
	s := newOrdered(t, "Ann", "Bob")
	ctx := t.Context()
	begin := func() string {
		offer, err := s.office.Propose(ctx, s.people["Ann"], play.Proposal{Reservation: s.office.Reserve().ID, Rules: "streetsoccer/lg", Kickoff: league.KickoffLot, Control: "lg"})
		s.must(err)
		m, err := s.office.Accept(ctx, s.people["Bob"], offer.Offer.ID, "", false, s.now)
		s.must(err)
		for range 4 {
			s.move(m.ID)
		}
		return m.ID
	}
	whole, kept, lost := begin(), begin(), begin()
	copies := filepath.Join(s.folder, "copies")
	s.order(0, "", "backup", "--to", copies)
	files, err := filepath.Glob(filepath.Join(copies, "*.kab"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%v, %v", files, err)
	}
	s.order(0, "No game is in quarantine.", "quarantine")
	s.move(whole)
	s.order(0, "The site goes on from it", "backup", "verify", files[0], "--against")
	s.close()
	db := storetest.OpenDB(t, storetest.Database{URL: s.url})
	storetest.Unguard(t, storetest.Over(db), "events")
	s.must(db.Bare(ctx).Exec("UPDATE events SET at_ms = at_ms + 1 WHERE match_id IN (?, ?) AND seq = 4", kept, lost).Error)
	s.must(db.Close())
	s.open()
	s.order(1, "2 matches are in quarantine", "jobs", "run", "damage")
	for _, id := range []string{kept, lost} {
		s.order(0, "match "+id, "quarantine", "list")
	}
	s.order(2, "2 games are locked because the record is damaged.", "doctor")
	export := filepath.Join(s.folder, "site.jsonl")
	damaged := func() int {
		text, err := os.ReadFile(export)
		s.must(err)
		if !strings.Contains(string(text), whole) {
			t.Error("a game that is whole is not in the export")
		}
		s.must(os.Remove(export))
		return strings.Count(string(text), `"type":"damaged"`)
	}
	s.order(1, "match "+kept+" is in quarantine: its record is damaged", "recompute", "--check")
	s.order(leftOut, "2", "export", "--out", export)
	s.order(0, "warning: match "+kept+" is not in the file, since its record was damaged", "import", export, "--check")
	if n := damaged(); n != 2 {
		t.Errorf("the export has %d lines about damage", n)
	}
	s.order(1, "", "quarantine", "restore", kept) // as it is stored it is damaged still
	s.order(0, "Match "+kept+" is what was written, and goes on.", "quarantine", "restore", kept, "--from", files[0])
	s.order(0, "Match "+lost+" is over: ", "quarantine", "adjudicate", lost, "void")
	s.order(0, "No game is in quarantine.", "quarantine", "list")
	s.order(0, "", "export", "--out", export)
	if n := damaged(); n != 0 {
		t.Errorf("the export has %d lines about damage, and there is none", n)
	}
	s.order(misconfigured, "must be one of", "quarantine", "adjudicate", lost, "nobody")
}
