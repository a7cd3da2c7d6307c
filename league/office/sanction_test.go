package office_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/members"
	"kickabout/league/moderation"
	"kickabout/league/offers"
	playing "kickabout/league/play"
	"kickabout/store"
	"kickabout/store/storetest"
)

// impose takes a step against a player, by the operator.
func (c *club) impose(p league.Player, o moderation.Order) league.Sanction {
	c.t.Helper()
	defer c.delivered()
	o.Player = p.ID
	if o.Reason == "" {
		o.Reason = "because"
	}
	s, err := c.Moderation.Impose(c.t.Context(), conduct.Operator(), o)
	if err != nil {
		c.t.Fatal(err)
	}
	return s
}

// undo undoes a step, by the operator.
func (c *club) undo(s league.Sanction) {
	c.t.Helper()
	defer c.delivered()
	if err := c.Moderation.Undo(c.t.Context(), conduct.Operator(), s.ID, "enough"); err != nil {
		c.t.Fatal(err)
	}
}

// may tries what somebody can do: to write, to begin games in each way, to enter, to sign in.
func (c *club) may(p, other league.Player, match string) map[string]bool {
	c.t.Helper()
	ctx := c.t.Context()
	proposal := func(opponent string) playing.Proposal {
		return playing.Proposal{Reservation: c.Reserve().ID, Rules: "streetsoccer/lg", Opponent: opponent, Kickoff: league.KickoffMe, Control: "lg"}
	}
	withdraw := func(by league.Player, made offers.Proposed, err error) error {
		if err == nil && made.Offer.ID != "" {
			_, err = c.Withdraw(ctx, by, made.Offer.ID)
		}
		return err
	}
	propose := func(by league.Player, opponent string) error {
		made, err := c.Propose(ctx, by, proposal(opponent))
		return withdraw(by, made, err)
	}
	his, err := c.Propose(ctx, other, proposal(""))
	c.must(err)
	_, accept := c.Accept(ctx, p, his.Offer.ID, "", false, c.Now())
	if accept != nil {
		c.must(withdraw(other, his, nil))
	}
	_, _, signIn := c.SignIn(ctx, members.Credentials{Name: p.Name, Password: secretWords})
	can := map[string]bool{}
	for what, err := range map[string]error{
		"talk": c.Say(ctx, p, members.Saying{Match: match, Text: "hello", Arrived: c.Now()}), "offer": propose(p, ""), "invite": propose(p, other.Name),
		"bot": propose(p, "bot:greedy"), "accept": accept, "enter": c.EnterTournament(ctx, p, c.opened(other, nil)), "sign in": signIn,
	} {
		if can[what] = err == nil; err != nil && league.KindOf(err) == league.Internal {
			c.t.Errorf("%s: %v", what, err)
		}
	}
	c.wait(time.Minute) // to write again
	return can
}

// TestEachStepForbidsWhatItSaysAndNoMore takes each step, looks what it forbids, undoes it, and looks again.
func TestEachStepForbidsWhatItSaysAndNoMore(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		begins := []string{"offer", "invite", "bot", "accept", "enter"}
		for kind, forbids := range map[league.SanctionKind][]string{
			league.SanctionWarn: nil, league.SanctionMute: {"talk"}, league.SanctionRestrict: append([]string{"talk"}, begins...),
			league.SanctionLock: append([]string{"talk", "sign in"}, begins...),
		} {
			ann, bob := c.officer("Ann "+string(kind), league.NoRole), c.officer("Bob "+string(kind), league.NoRole)
			match := c.between(ann, bob).Match.ID
			check := func(when string, forbidden []string) {
				t.Helper()
				for what, can := range c.may(ann, bob, match) {
					if can == slices.Contains(forbidden, what) {
						t.Errorf("%s, %s: %s is %v", kind, when, what, can)
					}
				}
			}
			check("before", nil)
			order := moderation.Order{Kind: kind}
			if conduct.TakesDays(kind) {
				order.Days = 7
			}
			s := c.impose(ann, order)
			check("in force", forbids)
			c.undo(s)
			check("undone", nil)
			if conduct.TakesDays(kind) {
				s = c.impose(ann, order)
				c.wait(7*24*time.Hour - 2*time.Minute)
				check("at its end", forbids)
				c.wait(2 * time.Minute)
				c.must(c.Sweep(t.Context()))
				match = c.between(ann, bob).Match.ID
				check("over", nil)
			}
			if c.undoes(s) == nil {
				t.Errorf("%s is undone although it is over", kind)
			}
		}
	})
}

// undoes tries to undo a step.
func (c *club) undoes(s league.Sanction) error {
	return c.Moderation.Undo(c.t.Context(), conduct.Operator(), s.ID, "enough")
}

func TestGamesOfWhoBeginsNoNewOnesArePlayedOn(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	ann, bob := c.officer("Ann", league.NoRole), c.officer("Bob", league.NoRole)
	v := c.between(ann, bob)
	offer, err := c.Propose(t.Context(), ann, playing.Proposal{Reservation: c.Reserve().ID, Rules: "streetsoccer/lg", Kickoff: league.KickoffMe, Control: "lg"})
	c.must(err)
	c.impose(ann, moderation.Order{Kind: league.SanctionRestrict, Days: 90})
	if _, err := c.Accept(t.Context(), bob, offer.Offer.ID, "", false, c.Now()); league.KindOf(err) != league.Forbidden || strings.Contains(err.Error(), "90") {
		t.Errorf("an offer that was open begins a game: %v", err)
	}
	seq := v.Record.Seq
	mover := v.Match.Seats[v.Record.SeatOf(v.Record.Next().Side)].Player
	if mover.ID != ann.ID {
		t.Fatal("it is not her turn")
	}
	if _, err := c.Play(t.Context(), ann, playing.Turn{Match: v.Match.ID, Seen: seq, Move: v.Record.Position.Random(rand.New(rand.NewPCG(1, 1))), Arrived: c.Now()}); err != nil {
		t.Errorf("she cannot move: %v", err)
	}
}

func TestClocksOfALockedAccountStandStill(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	ann, bob := c.officer("Ann", league.NoRole), c.officer("Bob", league.NoRole)
	id := c.between(ann, bob).Match.ID
	left := func() time.Duration {
		t.Helper()
		v, err := c.Match(t.Context(), league.Site(), id)
		c.must(err)
		return v.Clocks.Left(v.Match.SideOf(ann.ID), c.Now())
	}
	before := left()
	lock := c.impose(ann, moderation.Order{Kind: league.SanctionLock})
	c.wait(3 * 24 * time.Hour)
	if got := left(); got != before {
		t.Errorf("after 3 days %v are left of %v", got, before)
	}
	_, _, err := c.SignIn(t.Context(), members.Credentials{Name: "Ann", Password: secretWords})
	if text := league.Fields(err)["name"]; text == nil || !strings.Contains(text.Error(), "/standing") {
		t.Errorf("she is told %v", err)
	}
	c.undo(lock)
	c.wait(time.Hour)
	if got := left(); got != before-time.Hour {
		t.Errorf("an hour after she was let in %v are left of %v", got, before)
	}
	before = left()
	c.impose(ann, moderation.Order{Kind: league.SanctionLock})
	c.wait(7*24*time.Hour + time.Hour)
	if got := left(); got != before-time.Hour {
		t.Errorf("an hour after a week %v are left of %v", got, before)
	}
}

func TestWhoWasExpelledCanComeBackFor30Days(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		ann := c.officer("Ann", league.Moderator)
		ada, mo := c.officer("Ada", league.Admin), c.officer("Mo", league.Moderator)
		expel := moderation.Order{Kind: league.SanctionExpel, Player: ann.ID, Reason: "two accounts"}
		if _, err := c.Moderation.Impose(t.Context(), conduct.As(mo), expel); league.KindOf(err) != league.Forbidden {
			t.Errorf("a moderator expels: %v", err)
		}
		s, err := c.Moderation.Impose(t.Context(), conduct.As(ada), expel)
		c.must(err)
		c.delivered()
		signIn := func() error {
			_, _, err := c.SignIn(t.Context(), members.Credentials{Name: "Ann", Password: secretWords})
			return err
		}
		wantFields(t, signIn(), "name")
		if who, err := c.Identify(t.Context(), "Ann", secretWords); err != nil || who.Kind != league.Expelled {
			t.Errorf("she is not known to be %+v: %v", who, err)
		}
		if err := c.Moderation.Undo(t.Context(), conduct.As(mo), s.ID, "please"); league.KindOf(err) != league.Forbidden {
			t.Errorf("a moderator takes it back: %v", err)
		}
		c.wait(29 * 24 * time.Hour)
		c.must(c.Moderation.Undo(t.Context(), conduct.As(ada), s.ID, "a mistake"))
		c.must(signIn())
		if role, err := c.Moderation.RoleOf(t.Context(), ann); err != nil || role != league.Moderator {
			t.Errorf("her role is %q, %v", role, err)
		}
		s, err = c.Moderation.Impose(t.Context(), conduct.As(ada), expel)
		c.must(err)
		c.delivered()
		c.wait(30 * 24 * time.Hour)
		if err := c.Moderation.Undo(t.Context(), conduct.As(ada), s.ID, "a mistake"); league.KindOf(err) != league.Late {
			t.Errorf("after 30 days: %v", err)
		}
	})
}

// TestWhoComesBackUnderAnotherNameIsFoundByTheAddress: those who look after the site see on the page of an account that one of
// the same mail address was closed, for a year; nobody else does, and of who gave no address nothing is known.
func TestWhoComesBackUnderAnotherNameIsFoundByTheAddress(t *testing.T) { // R-RA-7
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		db := open()
		c := newClub(t, db)
		ann, bob, cleo := c.officer("Ann", league.NoRole), c.officer("Bob", league.NoRole), c.officer("Cleo", league.NoRole)
		mo := c.officer("Mo", league.Moderator)
		c.must(db.PutAddress(t.Context(), ann.ID, "ann@example.org", c.Now(), 3))
		s := c.impose(ann, moderation.Order{Kind: league.SanctionExpel})
		c.impose(cleo, moderation.Order{Kind: league.SanctionExpel})
		closed := func() string {
			t.Helper()
			f, err := c.Moderation.User(t.Context(), conduct.As(mo), bob.ID)
			c.must(err)
			var names []string
			for _, p := range f.Before {
				names = append(names, p.Name)
			}
			return strings.Join(names, " ")
		}
		if got := closed(); got != "" {
			t.Errorf("without an address it is said to be that of %q", got)
		}
		c.must(db.PutAddress(t.Context(), bob.ID, "ann@example.org", c.Now(), 3))
		if got := closed(); got != "Ann" {
			t.Errorf("the address is that of %q", got)
		}
		if _, err := c.Moderation.User(t.Context(), conduct.As(bob), bob.ID); league.KindOf(err) != league.Forbidden {
			t.Errorf("a member sees it: %v", err)
		}
		if f, err := c.Moderation.User(t.Context(), conduct.As(mo), ann.ID); err != nil || len(f.Before) > 0 {
			t.Errorf("her own account is one before hers: %v, %v", f.Before, err)
		}
		c.wait(20 * 24 * time.Hour)
		c.must(c.Moderation.Undo(t.Context(), conduct.Operator(), s.ID, "a mistake"))
		if got := closed(); got != "" {
			t.Errorf("with the step undone it is that of %q", got)
		}
		c.impose(ann, moderation.Order{Kind: league.SanctionExpel})
		c.wait(364 * 24 * time.Hour)
		c.must(c.Forget(t.Context()))
		if got := closed(); got != "Ann" {
			t.Errorf("within the year the address is that of %q", got)
		}
		c.wait(2 * 24 * time.Hour)
		if got := closed(); got != "" {
			t.Errorf("after a year it is that of %q", got)
		}
		c.must(c.Forget(t.Context()))
		sum := c.Core.Site.Mix("closed address", "ann@example.org")
		if left, err := db.ClosedAt(t.Context(), sum[:], time.Time{}); err != nil || len(left) > 0 {
			t.Errorf("after a year it is kept: %v, %v", left, err)
		}
	})
}

func TestWhoeverGetsAnotherName(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		ann := c.officer("Ann", league.NoRole)
		c.officer("Bob", league.NoRole)
		_, err := c.Moderation.Impose(t.Context(), conduct.Operator(), moderation.Order{Kind: league.SanctionRename, Player: ann.ID, Name: "Bob", Reason: "rude"})
		wantFields(t, err, "name")
		s := c.impose(ann, moderation.Order{Kind: league.SanctionRename, Name: "Player 7"})
		if s.Subject != "Ann" {
			t.Errorf("the name before was %q", s.Subject)
		}
		for _, name := range []string{"Ann", "player 7"} { // she signs in by both
			if who, err := c.PlayerByName(t.Context(), name); err != nil || who.ID != ann.ID || who.Name != "Player 7" {
				t.Errorf("%s is %+v, %v", name, who, err)
			}
		}
		_, _, err = c.SignUp(t.Context(), members.Credentials{Name: "ann", Password: secretWords})
		wantFields(t, err, "name")
		c.undo(s)
		if who, err := c.PlayerByName(t.Context(), "Ann"); err != nil || who.Name != "Ann" {
			t.Errorf("she is %+v, %v", who, err)
		}
		if _, err := c.PlayerByName(t.Context(), "Player 7"); league.KindOf(err) != league.NotFound {
			t.Errorf("the other name is not free: %v", err)
		}
	})
}

func TestNobodyActsOnThemselvesOrOnThoseAbove(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	ada, eve := c.officer("Ada", league.Admin), c.officer("Eve", league.Admin)
	mo, ned := c.officer("Mo", league.Moderator), c.officer("Ned", league.Moderator)
	ann := c.officer("Ann", league.NoRole)
	for _, x := range []struct {
		by, who league.Player
		want    bool
	}{{mo, ann, true}, {mo, ned, false}, {mo, mo, false}, {mo, ada, false}, {ada, mo, true}, {ada, eve, false}, {ada, ada, false}, {ann, ned, false}, {league.Player{}, ann, false}} {
		_, err := c.Moderation.Impose(t.Context(), conduct.As(x.by), moderation.Order{Kind: league.SanctionWarn, Player: x.who.ID, Reason: "because"})
		if (err == nil) != x.want || err != nil && league.KindOf(err) != league.Forbidden {
			t.Errorf("%s warns %s: %v", x.by.Name, x.who.Name, err)
		}
		err = c.Moderation.EndSessions(t.Context(), conduct.As(x.by), x.who.ID, "because")
		if (err == nil) != x.want || err != nil && league.KindOf(err) != league.Forbidden {
			t.Errorf("%s signs %s out: %v", x.by.Name, x.who.Name, err)
		}
	}
	_, err := c.Moderation.Impose(t.Context(), conduct.As(mo), moderation.Order{Kind: league.SanctionWarn, Player: ann.ID, Reason: " "})
	wantFields(t, err, "reason")
}

func TestAnAppealGoesToSomebodyElse(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		mo, ann, bob := c.officer("Mo", league.Moderator), c.officer("Ann", league.NoRole), c.officer("Bob", league.NoRole)
		mute := moderation.Order{Kind: league.SanctionMute, Player: ann.ID, Days: 7, Reason: "rude"}
		s, err := c.Moderation.Impose(t.Context(), conduct.As(mo), mute)
		c.must(err)
		standing, err := c.Moderation.Standing(t.Context(), ann)
		if err != nil || len(standing.Sanctions) != 1 || standing.Sanctions[0].Reason != "rude" || !standing.Sanctions[0].Ends.Equal(c.Now().Add(7*24*time.Hour)) {
			t.Errorf("she reads %+v, %v", standing, err)
		}
		if c.noticedOf(ann, league.StandingNotice) != 1 {
			t.Error("she is not told")
		}
		for _, who := range []league.Player{bob, {}} {
			if err := c.Moderation.Appeal(t.Context(), who, s.ID, "no"); league.KindOf(err) != league.NotFound {
				t.Errorf("%s appeals for her: %v", who.Name, err)
			}
		}
		wantFields(t, c.Moderation.Appeal(t.Context(), ann, s.ID, " "), "text")
		c.must(c.Moderation.Appeal(t.Context(), ann, s.ID, "I was not"))
		if err := c.Moderation.Appeal(t.Context(), ann, s.ID, "I was not"); league.KindOf(err) != league.Stale {
			t.Errorf("twice: %v", err)
		}
		if _, err := c.Moderation.Appeals(t.Context(), conduct.As(ann)); league.KindOf(err) != league.Forbidden {
			t.Errorf("she reads the appeals: %v", err)
		}
		ned := c.officer("Ned", league.Moderator)
		if err := c.Moderation.AnswerAppeal(t.Context(), conduct.As(mo), s.ID, false, "you were"); league.KindOf(err) != league.Forbidden {
			t.Errorf("who took the step answers: %v", err)
		}
		if open, err := c.Moderation.Appeals(t.Context(), conduct.As(ned)); err != nil || len(open) != 1 {
			t.Errorf("open are %+v, %v", open, err)
		}
		c.must(c.Moderation.AnswerAppeal(t.Context(), conduct.As(ned), s.ID, true, "you were not"))
		standing, err = c.Moderation.Standing(t.Context(), ann)
		if got := standing.Sanctions[0]; err != nil || got.Lifted.By != ned.ID || got.Appeal.Answer.Why != "you were not" {
			t.Errorf("it is %+v, %v", got, err)
		}

		// Nobody else is there: it is heard by whoever took the step.
		c.must(c.Moderation.SetRole(t.Context(), conduct.Operator(), "Ned", league.NoRole, "enough"))
		c.wait(time.Minute) // the later step stands first
		s, err = c.Moderation.Impose(t.Context(), conduct.As(mo), mute)
		c.must(err)
		c.must(c.Moderation.Appeal(t.Context(), ann, s.ID, "I was not"))
		c.must(c.Moderation.AnswerAppeal(t.Context(), conduct.As(mo), s.ID, false, "you were"))
		if standing, err = c.Moderation.Standing(t.Context(), ann); err != nil || !conduct.InForce(standing.Sanctions[0], c.Now()) {
			t.Errorf("it is %+v, %v", standing.Sanctions[0], err)
		}
	})
}

func TestAReportIsDecidedAndItsReaderTold(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		mo, ann, bob := c.officer("Mo", league.Moderator), c.officer("Ann", league.NoRole), c.officer("Bob", league.NoRole)
		match := c.between(ann, bob).Match.ID
		for i, text := range []string{"you lose", "good luck"} {
			c.must(c.Say(t.Context(), ann, members.Saying{Match: match, Text: text, Arrived: c.Now()}))
			c.must(c.Report(t.Context(), bob, match, i+1, "rude"))
		}
		if _, err := c.Moderation.OpenReports(t.Context(), conduct.As(bob), 0); league.KindOf(err) != league.Forbidden {
			t.Errorf("he reads the queue: %v", err)
		}
		queue, err := c.Moderation.OpenReports(t.Context(), conduct.As(mo), 0)
		waiting := queue.Reports
		if err != nil || len(waiting) != 2 || queue.Next != 0 {
			t.Fatalf("open are %+v, %v", queue, err)
		}
		first, last := moderation.LineName(waiting[0].Line), moderation.LineName(waiting[1].Line)
		c.must(c.Moderation.TakeReport(t.Context(), conduct.As(mo), first, bob.ID))
		wantFields(t, c.Moderation.DecideReport(t.Context(), conduct.As(mo), first, bob.ID, true, ""), "reason")
		c.must(c.Moderation.DecideReport(t.Context(), conduct.As(mo), first, bob.ID, true, "that was rude"))
		c.must(c.Moderation.DecideReport(t.Context(), conduct.As(mo), last, bob.ID, false, "that was not"))
		if err := c.Moderation.DecideReport(t.Context(), conduct.As(mo), last, bob.ID, true, "or was it"); league.KindOf(err) != league.Stale {
			t.Errorf("twice: %v", err)
		}
		lines, _, err := c.Lines(t.Context(), league.Of(bob), match, 0)
		if err != nil || len(lines) != 2 || !lines[0].Hidden || lines[1].Hidden {
			t.Errorf("the chat is %+v, %v", lines, err)
		}
		his, err := c.Moderation.Standing(t.Context(), bob)
		if err != nil || len(his.Reports) != 2 || len(his.Sanctions) != 0 || c.noticedOf(bob, league.StandingNotice) != 2 {
			t.Errorf("he reads %+v, %v", his, err)
		}
		hers, err := c.Moderation.Standing(t.Context(), ann)
		if err != nil || len(hers.Sanctions) != 1 || hers.Sanctions[0].Reason != "that was rude" || len(hers.Reports) != 0 {
			t.Errorf("she reads %+v, %v", hers, err)
		}
	})
}

// TestWhoLooksAfterTheSiteIsTouchedFromAboveAlone tries what touches somebody, by each role to each.
func TestWhoLooksAfterTheSiteIsTouchedFromAboveAlone(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	ctx := t.Context()
	roles := conduct.Roles()
	var officers, targets []league.Player
	for i, role := range roles {
		officers = append(officers, c.officer("Officer "+string(rune('A'+i)), role))
		targets = append(targets, c.officer("Target "+string(rune('A'+i)), role))
	}
	for i, by := range officers {
		for j, who := range targets {
			lifted, answered := c.impose(who, moderation.Order{Kind: league.SanctionWarn}), c.impose(who, moderation.Order{Kind: league.SanctionWarn})
			c.must(c.Moderation.Appeal(ctx, who, answered.ID, "it was not so"))
			actor := conduct.As(by)
			_, warned := c.Moderation.Impose(ctx, actor, moderation.Order{Kind: league.SanctionWarn, Player: who.ID, Reason: "because"})
			for what, err := range map[string]error{
				"a step": warned, "undoing one": c.Moderation.Undo(ctx, actor, lifted.ID, "enough"),
				"an answer": c.Moderation.AnswerAppeal(ctx, actor, answered.ID, false, "it was"), "the end of sessions": c.Moderation.EndSessions(ctx, actor, who.ID, "because"),
			} {
				if may := err == nil; may != (i > j) || !may && league.KindOf(err) != league.Forbidden {
					t.Errorf("%s by %q to %q: %v", what, roles[i], roles[j], err)
				}
			}
		}
	}
}

func TestALongQueueHasPagesAndEachReportOfItIsDecided(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	mo, ann, bob := c.officer("Mo", league.Moderator), c.officer("Ann", league.NoRole), c.officer("Bob", league.NoRole)
	match := c.between(ann, bob).Match.ID
	const all = 53
	for n := range all {
		c.wait(10 * time.Second) // to write again
		c.must(c.Say(t.Context(), ann, members.Saying{Match: match, Text: "you lose", Arrived: c.Now()}))
		c.must(c.Report(t.Context(), bob, match, n+1, "rude"))
	}
	first, err := c.Moderation.OpenReports(t.Context(), conduct.As(mo), 0)
	c.must(err)
	second, err := c.Moderation.OpenReports(t.Context(), conduct.As(mo), first.Next)
	c.must(err)
	if n := len(first.Reports); n != first.Next || n+len(second.Reports) != all || second.Next != 0 || first.Reports[n-1].Line.N+1 != second.Reports[0].Line.N {
		t.Errorf("pages of %d and %d reports, the second after %d", n, len(second.Reports), first.Next)
	}
	c.must(c.Moderation.DecideReport(t.Context(), conduct.As(mo), moderation.LineName(second.Reports[2].Line), bob.ID, false, "it was not"))
	for _, gone := range []string{moderation.LineName(second.Reports[2].Line), match + "/99"} {
		c.refused(c.Moderation.TakeReport(t.Context(), conduct.As(mo), gone, bob.ID), league.Stale, "decided already")
	}
}
