package storetest_test

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"testing"
	"time"

	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

// against is a step against a player, with a notice and a line of the log.
func against(id string, kind league.SanctionKind, player string) league.Imposition {
	return league.Imposition{
		Sanction: league.Sanction{ID: id, Player: player, Kind: kind, Reason: "because", By: "id-mo", At: noon},
		Notices:  []league.Notice{{Player: player, At: noon, Kind: league.StandingNotice, Subject: id}},
		Line:     logged(string(kind), player),
	}
}

// hide takes a line away, which may be away already.
func hide(t *testing.T, s *store.Store, l league.Line) {
	t.Helper()
	before, err := s.SanctionsOf(t.Context(), l.Author)
	must(t, err)
	i := against(fmt.Sprint("hide ", len(before)), league.SanctionHide, l.Author)
	i.Subject = fmt.Sprintf("%s/%d", l.Match, l.N)
	must(t, s.Impose(t.Context(), i))
}

// expel closes the account of a player, unless it is closed.
func expel(t *testing.T, s *store.Store, player string) {
	t.Helper()
	i := against("expel "+player, league.SanctionExpel, player)
	i.Notices = nil
	if err := s.Impose(t.Context(), i); league.KindOf(err) != league.Stale {
		must(t, err)
	}
}

func TestStepsAgainstSomePlayersAreThoseAgainstEach(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann, bob, cleo := signUp(t, s, "ann").Player.ID, signUp(t, s, "bob").Player.ID, signUp(t, s, "cleo").Player.ID
		for i, player := range []string{ann, bob, cleo, bob, ann} {
			step := against("w"+strconv.Itoa(i), league.SanctionWarn, player)
			step.At = noon.Add(time.Duration(i) * time.Hour)
			must(t, s.Impose(t.Context(), step))
		}
		list, err := s.SanctionsOfAll(t.Context(), ann, bob)
		var got []string
		for _, step := range list {
			got = append(got, step.Player+" "+step.ID)
		}
		if want := []string{ann + " w4", bob + " w3", bob + " w1", ann + " w0"}; err != nil || !slices.Equal(got, want) {
			t.Errorf("got %v, %v, want %v", got, err, want)
		}
		if list, err := s.SanctionsOfAll(t.Context()); err != nil || len(list) > 0 {
			t.Errorf("against nobody: %v, %v", list, err)
		}
	})
}

func TestAStepIsTakenOnceAndUndoneOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann := signUp(t, s, "ann").Player
		mute := against("m1", league.SanctionMute, ann.ID)
		mute.Ends = noon.Add(day)
		must(t, s.Impose(t.Context(), mute))
		again := against("m2", league.SanctionMute, ann.ID)
		wantKind(t, s.Impose(t.Context(), again), league.Stale)
		again.At = noon.Add(day) // it has ended
		must(t, s.Impose(t.Context(), again))
		must(t, s.Impose(t.Context(), against("w1", league.SanctionWarn, ann.ID)))
		must(t, s.Impose(t.Context(), against("w2", league.SanctionWarn, ann.ID)))

		list, err := s.SanctionsOf(t.Context(), ann.ID)
		if err != nil || len(list) != 4 || list[0].ID != "m2" {
			t.Fatalf("they are %+v, %v", list, err)
		}
		got, err := s.Sanction(t.Context(), "m1")
		if err != nil || got != mute.Sanction {
			t.Errorf("the first is %+v, %v", got, err)
		}
		wantKind(t, second(s.Sanction(t.Context(), "none")), league.NotFound)

		lift := against("m2", league.SanctionMute, ann.ID)
		lift.Lifted = league.Verdict{By: "id-ada", At: noon.Add(2 * day), Why: "enough"}
		must(t, s.Lift(t.Context(), lift))
		wantKind(t, s.Lift(t.Context(), lift), league.Stale)
		if got, err := s.Sanction(t.Context(), "m2"); err != nil || got.Lifted != lift.Lifted {
			t.Errorf("it is lifted by %+v, %v", got.Lifted, err)
		}
		notices, err := s.Notices(t.Context(), ann.ID, 0, 99)
		if err != nil || len(notices) != 5 || notices[4].Kind != league.StandingNotice || notices[4].Subject != "m2" {
			t.Errorf("she is told %+v, %v", notices, err)
		}
		if log, err := s.AuditLog(t.Context(), ann.ID, math.MaxInt32, 99); err != nil || len(log) != 5 {
			t.Errorf("%d lines of the log, %v", len(log), err) // none of what was refused
		}
	})
}

func TestALockShutsOutUntilItIsUndone(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann, bob := signUp(t, s, "ann"), signUp(t, s, "bob")
		for _, a := range []league.Account{ann, bob} {
			must(t, s.AddToken(t.Context(), league.Token{Hash: sessionOf("token of " + a.Player.Name), Player: a.Player.ID, Created: noon}, 9))
		}
		lock := against("l", league.SanctionLock, ann.Player.ID)
		lock.Facts = []league.Fact{{Kind: league.PlayerLocked, Subject: ann.Player.ID}}
		must(t, s.Impose(t.Context(), lock))
		for player, want := range map[string]int{ann.Player.ID: 0, bob.Player.ID: 1} {
			sessions, err := s.Sessions(t.Context(), player)
			must(t, err)
			tokens, err := s.Tokens(t.Context(), player)
			if err != nil || len(sessions) != want || len(tokens) != want {
				t.Errorf("%s has %d sessions and %d tokens, %v", player, len(sessions), len(tokens), err)
			}
		}
		if _, err := s.OpenFact(t.Context(), lock.Facts[0]); err != nil {
			t.Errorf("nobody is told to stop the clocks: %v", err)
		}
		wantKind(t, s.SignIn(t.Context(), ann, session("ann", "two"), sessionOf("none")), league.Stale)
		must(t, s.SignIn(t.Context(), bob, session("bob", "bob two"), sessionOf("none")))
		lock.Lifted = league.Verdict{At: noon, Why: "found"}
		must(t, s.Lift(t.Context(), lock))
		must(t, s.SignIn(t.Context(), ann, session("ann", "two"), sessionOf("none")))
	})
}

func TestWhoIsExpelledComesBackWithAccountAndRole(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann := signUp(t, s, "ann")
		must(t, s.SetRole(t.Context(), ann.Player.ID, league.NoRole, league.Moderator, logged("set role", ann.Player.ID)))
		expel(t, s, ann.Player.ID)
		wantKind(t, s.SignIn(t.Context(), ann, session("ann", "two"), sessionOf("none")), league.Stale)
		undo := against("expel "+ann.Player.ID, league.SanctionExpel, ann.Player.ID)
		undo.Lifted = league.Verdict{At: noon, Why: "a mistake"}
		must(t, s.Lift(t.Context(), undo))
		if p, err := s.Player(t.Context(), ann.Player.ID); err != nil || p.Kind != league.Member {
			t.Errorf("she is %+v, %v", p, err)
		}
		if role, err := s.Role(t.Context(), ann.Player.ID); err != nil || role != league.Moderator {
			t.Errorf("she is %q, %v", role, err)
		}
		must(t, s.SignIn(t.Context(), ann, session("ann", "two"), sessionOf("none")))
	})
}

func TestAnotherNameReservesTheOneBefore(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann := signUp(t, s, "ann").Player
		signUp(t, s, "bob")
		rename := against("r", league.SanctionRename, ann.ID)
		rename.Subject, rename.Name, rename.Keys = "ann", "bob", []string{"bob"}
		wantKind(t, s.Impose(t.Context(), rename), league.Stale)
		rename.Name, rename.Keys = "cleo", []string{"cleo", "cle0"}
		must(t, s.Impose(t.Context(), rename))
		owner := func(key, want string) {
			t.Helper()
			a, err := s.Account(t.Context(), key)
			if want == "" {
				wantKind(t, err, league.NotFound)
			} else if err != nil || a.Player.Name != want {
				t.Errorf("%s is the name of %+v, %v", key, a.Player, err)
			}
		}
		owner("ann", "cleo")
		owner("cle0", "cleo")
		if found, err := s.FindUsers(t.Context(), "nn", 9); err != nil || len(found) != 1 || found[0].Name != "cleo" {
			t.Errorf("by the name before: %+v, %v", found, err)
		}
		rename.Lifted = league.Verdict{At: noon, Why: "a mistake"}
		must(t, s.Lift(t.Context(), rename))
		owner("ann", "ann")
		owner("cleo", "")
	})
}

func TestALineIsHiddenAndShownAgain(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann := signUp(t, s, "ann").Player
		signUp(t, s, "bob")
		m := create(t, s, newMatch(1))
		must(t, second(s.Say(t.Context(), league.Line{Match: m.ID, Author: ann.ID, At: noon, Text: "you lose"}, nil, noon, 9)))
		hidden := func(want bool) {
			t.Helper()
			lines, err := s.Lines(t.Context(), league.Site(), m.ID, 0, 9)
			if err != nil || len(lines) != 1 || lines[0].Hidden != want {
				t.Errorf("%+v, %v", lines, err)
			}
		}
		hide := against("h", league.SanctionHide, ann.ID)
		for _, subject := range []string{"", m.ID, m.ID + "/2", "other/1"} {
			hide.Subject = subject
			wantKind(t, s.Impose(t.Context(), hide), league.NotFound)
		}
		hidden(false)
		hide.Subject = m.ID + "/1"
		must(t, s.Impose(t.Context(), hide))
		hidden(true)
		hide.Lifted = league.Verdict{At: noon, Why: "harmless"}
		must(t, s.Lift(t.Context(), hide))
		hidden(false)
	})
}

func TestAnAppealIsMadeAndAnsweredOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann := signUp(t, s, "ann").Player
		warn := against("w", league.SanctionWarn, ann.ID)
		must(t, s.Impose(t.Context(), warn))
		wantKind(t, s.AnswerAppeal(t.Context(), warn), league.Stale) // there is none
		must(t, s.Appeal(t.Context(), "w", "I did not", noon))
		wantKind(t, s.Appeal(t.Context(), "w", "I really did not", noon), league.Stale)
		open1, err := s.OpenAppeals(t.Context())
		if err != nil || len(open1) != 1 || open1[0].Appeal.Text != "I did not" {
			t.Errorf("open are %+v, %v", open1, err)
		}
		warn.Appeal.Answer = league.Verdict{By: "id-ada", At: noon, Why: "you did"}
		must(t, s.AnswerAppeal(t.Context(), warn))
		wantKind(t, s.AnswerAppeal(t.Context(), warn), league.Stale)
		if open, err := s.OpenAppeals(t.Context()); err != nil || len(open) != 0 {
			t.Errorf("open are %+v, %v", open, err)
		}
		if got, err := s.Sanction(t.Context(), "w"); err != nil || got.Appeal.Answer != warn.Appeal.Answer {
			t.Errorf("answered with %+v, %v", got.Appeal, err)
		}
	})
}

func TestReportsAreTakenAndDecidedOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann, bob := signUp(t, s, "ann").Player, signUp(t, s, "bob").Player
		m := create(t, s, newMatch(1))
		line, err := s.Say(t.Context(), league.Line{Match: m.ID, Author: ann.ID, At: noon, Text: "you lose"}, nil, noon, 9)
		must(t, err)
		report := league.Report{Line: line, Reader: bob.ID, At: noon, Reason: "rude"}
		must(t, s.Report(t.Context(), report))
		report.Taken = league.Verdict{By: "id-mo", At: noon}
		must(t, s.TakeReport(t.Context(), report, logged("take report", "it")))
		open1, err := s.OpenReports(t.Context(), 0, 9)
		if err != nil || len(open1) != 1 || open1[0] != report {
			t.Errorf("open are %+v, %v", open1, err)
		}
		if beyond, err := s.OpenReports(t.Context(), 1, 9); err != nil || len(beyond) != 0 {
			t.Errorf("behind the only one are %+v, %v", beyond, err)
		}
		report.Upheld, report.Closed = true, league.Verdict{By: "id-mo", At: noon, Why: "it is hidden now"}
		told := league.Notice{Player: bob.ID, At: noon, Kind: league.StandingNotice, Subject: "it"}
		must(t, s.CloseReport(t.Context(), report, logged("decide report", "it"), told))
		wantKind(t, s.CloseReport(t.Context(), report, logged("decide report", "it"), told), league.Stale)
		wantKind(t, s.TakeReport(t.Context(), report, logged("take report", "it")), league.Stale)
		if open, err := s.OpenReports(t.Context(), 0, 9); err != nil || len(open) != 0 {
			t.Errorf("open are %+v, %v", open, err)
		}
		if his, err := s.ReportsBy(t.Context(), bob.ID, 9); err != nil || len(his) != 1 || his[0] != report {
			t.Errorf("his are %+v, %v", his, err)
		}
		if hers, err := s.ReportsBy(t.Context(), ann.ID, 9); err != nil || len(hers) != 0 {
			t.Errorf("hers are %+v, %v", hers, err)
		}
		if n, err := s.LastNotice(t.Context(), bob.ID); err != nil || n != 1 {
			t.Errorf("he is told %d times, %v", n, err)
		}
	})
}

func TestSessionsOfOneAndOfAllAreEnded(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann, bob := signUp(t, s, "ann").Player, signUp(t, s, "bob").Player
		admit(t, s, "eve") // a guest
		must(t, s.AddToken(t.Context(), league.Token{Hash: sessionOf("token"), Player: ann.ID, Created: noon}, 9))
		has := func(player string, want int) {
			t.Helper()
			if sessions, err := s.Sessions(t.Context(), player); err != nil || len(sessions) != want {
				t.Errorf("%s has %d sessions, %v", player, len(sessions), err)
			}
		}
		must(t, s.EndSessionsOf(t.Context(), bob.ID, false, logged("end sessions", bob.ID)))
		has(bob.ID, 0)
		has(ann.ID, 1)
		must(t, s.EndAllSessions(t.Context(), sessionOf("ann first"), logged("end all sessions", "")))
		has(ann.ID, 1)
		must(t, s.EndAllSessions(t.Context(), sessionOf("another"), logged("end all sessions", "")))
		has(ann.ID, 0)
		has(person("eve").ID, 1)
		if tokens, err := s.Tokens(t.Context(), ann.ID); err != nil || len(tokens) != 1 {
			t.Errorf("%d tokens, %v", len(tokens), err)
		}
		must(t, s.EndSessionsOf(t.Context(), ann.ID, true, logged("end sessions", ann.ID)))
		if tokens, err := s.Tokens(t.Context(), ann.ID); err != nil || len(tokens) != 0 {
			t.Errorf("%d tokens, %v", len(tokens), err)
		}
	})
}
