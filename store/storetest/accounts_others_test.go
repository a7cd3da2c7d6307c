package storetest_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kickabout/league"
	"kickabout/league/vacation"
	"kickabout/store"
	"kickabout/store/storetest"
)

// TestErasingOneLeavesTheOthers: all that they hold and said, although it is of the same kinds.
func TestErasingOneLeavesTheOthers(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann := signUp(t, s, "ann")
		for _, name := range []string{"bob", "cleo", "dan"} {
			signUp(t, s, name)
		}
		for n, name := range []string{"ann", "bob"} {
			one := person(name).ID
			fill(t, s, n, one)
		}
		theirs := func() []map[string][]map[string]any {
			cleos := held(t, s, person("cleo").ID)
			for _, kind := range []string{"player", "invitation", "mute", "match"} { // in these Cleo had to do with Ann
				delete(cleos, kind)
			}
			return []map[string][]map[string]any{held(t, s, person("bob").ID), cleos}
		}
		before := theirs()
		for _, kind := range []string{"account", "name", "session", "token", "answer", "notice", "offer", "invitation", "block", "line", "report", "mute", "vacation", "vacation_day", "draft"} {
			if len(before[0][kind]) == 0 {
				t.Errorf("Bob holds no %s: %v", kind, before[0])
			}
		}
		must(t, s.Erase(t.Context(), ann, "deleted-ann"))
		wantKind(t, mayMeet(t, s, of("bob"), of("dan")), league.Forbidden)
		if diff := cmp.Diff(before, theirs()); diff != "" {
			t.Errorf("what others hold (-before +after):\n%s", diff)
		}
		if muted, err := s.Muted(t.Context(), person("cleo").ID); err != nil || !slices.Equal(muted, []string{person("bob").ID}) {
			t.Errorf("Cleo mutes %v, %v", muted, err)
		}
		reports, err := s.Reports(t.Context(), 9)
		must(t, err)
		for _, r := range reports {
			if others := r.Line.Author != person("ann").ID; others != (r.Line.Text != "") {
				t.Errorf("reported of %s is %q", r.Line.Author, r.Line.Text)
			}
		}
	})
}

// fill gives a member one of everything that a player may hold; n tells two of them apart.
func fill(t *testing.T, s *store.Store, n int, player string) {
	t.Helper()
	ctx, cleo := t.Context(), person("cleo").ID
	one := league.Player{ID: player}
	must(t, s.AddToken(ctx, league.Token{Hash: sessionOf("token of " + player), Player: player, Label: "a bot", Created: noon}, 2))
	m := newMatch(10 + n)
	m.Seats[0].Player, m.Seats[1].Player = one, of("cleo")
	create(t, s, m)
	p := move(m, "Mc2c5", noon)
	p.Answer = answer(m, "key")
	p.Answer.Player = player
	p.Notices = []league.Notice{{Player: player, At: noon, Kind: league.MatchNotice, Subject: m.ID}}
	must(t, s.Append(ctx, p))
	mine := newOffer(20+n, of("cleo"))
	mine.Author = one
	must(t, s.PutOffer(ctx, mine, limits))
	theirs := newOffer(30+n, one)
	theirs.Author = of("cleo")
	must(t, s.PutOffer(ctx, theirs, limits))
	must(t, s.DeclineOffer(ctx, theirs.ID, "not today", noon.Add(time.Minute)))
	said := league.Line{Match: m.ID, Author: player, At: noon, Text: "hello"}
	line, err := s.Say(ctx, said, nil, noon, 10)
	must(t, err)
	must(t, s.Report(ctx, league.Report{Line: line, Reader: cleo, At: noon, Reason: "noise"}))
	said.Author = cleo
	other, err := s.Say(ctx, said, nil, noon, 10)
	must(t, err)
	must(t, s.Report(ctx, league.Report{Line: other, Reader: player, At: noon, Reason: "noise"}))
	must(t, s.Mute(ctx, player, cleo, noon))
	must(t, s.Mute(ctx, cleo, player, noon))
	must(t, s.Block(ctx, league.Block{Player: one, Other: of("dan"), At: noon}))
	must(t, s.Block(ctx, league.Block{Player: of("dan"), Other: one, At: noon}))
	must(t, s.PlanVacation(ctx, vacation.Vacation{Player: player, N: 1, Asked: noon, Begins: noon.Add(day), Ends: noon.Add(2 * day)}))
	must(t, s.UseDay(ctx, vacation.Day{Player: player, N: 1, At: noon, Vacation: 1}, 0, nil, league.Notice{Player: player, At: noon, Kind: league.VacationNotice}))
	must(t, s.PutDraft(ctx, league.Draft{ID: "draft of " + player, Player: player, Name: "Cup", Form: "n=1", Changed: noon}, 9))
}

// TestWhatIsDoneToOneAccountIsDoneToNoOther: of members with the same password.
func TestWhatIsDoneToOneAccountIsDoneToNoOther(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann, bob := signUp(t, s, "ann"), signUp(t, s, "bob")
		must(t, s.SetPassword(t.Context(), bob.Player.ID, bob.Password, ann.Password))
		must(t, s.SetPassword(t.Context(), ann.Player.ID, ann.Password, "another"))
		if a, err := s.Account(t.Context(), "bob"); err != nil || a.Password != ann.Password {
			t.Errorf("Bob's password is %q, %v", a.Password, err)
		}
		must(t, s.EndOtherSessions(t.Context(), ann.Player.ID, sessionOf("ann first")))
		must(t, third(s.Session(t.Context(), sessionOf("ann first"))))
		must(t, third(s.Session(t.Context(), sessionOf("bob first"))))

		anns := league.Token{Hash: sessionOf("one"), Player: ann.Player.ID, Created: noon}
		bobs := league.Token{Hash: sessionOf("two"), Player: bob.Player.ID, Created: noon}
		must(t, s.AddToken(t.Context(), anns, 1))
		must(t, s.AddToken(t.Context(), bobs, 1)) // Ann's does not count
		must(t, s.UseToken(t.Context(), anns.Hash, noon.Add(time.Hour)))
		if got, _, err := s.Token(t.Context(), bobs.Hash); err != nil || !got.Used.IsZero() {
			t.Errorf("Bob's token was used at %v, %v", got.Used, err)
		}

		cleo := signUp(t, s, "cleo").Player
		for _, p := range []league.Player{ann.Player, bob.Player} {
			must(t, s.Block(t.Context(), league.Block{Player: p, Other: cleo, At: noon}))
		}
		must(t, s.Unblock(t.Context(), ann.Player.ID, cleo.ID))
		must(t, mayMeet(t, s, ann.Player, cleo))
		wantKind(t, mayMeet(t, s, bob.Player, cleo), league.Forbidden)
		must(t, mayMeet(t, s, bob.Player, ann.Player)) // whomever else they have blocked

		some := []string{ann.Player.ID, cleo.ID}
		players, err := s.Players(t.Context(), some)
		must(t, err)
		known, err := s.Known(t.Context(), some, noon)
		if err != nil || len(players) != 2 || len(known) != 2 || players[cleo.ID] != cleo {
			t.Errorf("got %v and %v, %v", players, known, err)
		}

		m := newMatchOf(1, "ann", "bob")
		create(t, s, m)
		p := move(m, "Mc2c5", noon)
		p.Notices = []league.Notice{{Player: ann.Player.ID, At: noon, Kind: league.MatchNotice, Subject: m.ID}}
		must(t, s.Append(t.Context(), p))
		for id, want := range map[string]int{ann.Player.ID: 1, bob.Player.ID: 0} {
			if n, err := s.LastNotice(t.Context(), id); err != nil || n != want {
				t.Errorf("the last notice of %s is %d, %v, want %d", id, n, err, want)
			}
		}
	})
}

// TestWhoSignsInTakesOverHisOwnAlone: matches and remembered requests of the guest in their browser.
func TestWhoSignsInTakesOverHisOwnAlone(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann := signUp(t, s, "ann")
		guest := person("guest")
		must(t, second(s.Admit(t.Context(), session("guest", "guest"), guest)))
		admit(t, s, "bob", "cleo")
		for n, seats := range [][2]string{{"guest", "bob"}, {"cleo", "bob"}} {
			m := newMatch(n + 1)
			m.Seats[0].Player, m.Seats[1].Player = person(seats[0]), person(seats[1])
			create(t, s, m)
			p := move(m, "Mc2c5", noon)
			p.Answer = answer(m, "key of "+seats[0])
			p.Answer.Player = person(seats[0]).ID
			must(t, s.Append(t.Context(), p))
		}
		must(t, s.SignIn(t.Context(), ann, session("ann", "new"), sessionOf("guest")))
		for n, want := range [][2]string{{ann.Player.ID, person("bob").ID}, {person("cleo").ID, person("bob").ID}} {
			m, err := s.Match(t.Context(), league.Site(), newMatch(n+1).ID)
			if got := [2]string{m.Seats[0].Player.ID, m.Seats[1].Player.ID}; err != nil || got != want {
				t.Errorf("match %d is of %v, %v, want %v", n+1, got, err, want)
			}
		}
		must(t, second(s.Answer(t.Context(), ann.Player.ID, "key of guest")))
		must(t, second(s.Answer(t.Context(), person("cleo").ID, "key of cleo")))
		wantKind(t, second(s.Answer(t.Context(), ann.Player.ID, "key of cleo")), league.NotFound)
	})
}
