package office_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/clock"
	"kickabout/engine/dice"
	"kickabout/engine/enginetest"
	"kickabout/league"
	"kickabout/league/office"
	playing "kickabout/league/play"
	"kickabout/league/tournaments"
	"kickabout/league/vacation"
	"kickabout/store"
	"kickabout/store/storetest"
)

const day = 24 * time.Hour

// between begins a match of two members in which the first one moves first.
func (c *club) between(first, second league.Player) playing.View {
	c.t.Helper()
	o := c.mustPropose(first, func(p *playing.Proposal) { p.Opponent, p.Kickoff = second.Name, league.KickoffMe })
	m, err := c.accept(second, o.ID)
	c.must(err)
	return c.mustMatch(m.ID)
}

// left returns the days of vacation of a member.
func (c *club) left(p league.Player) int {
	c.t.Helper()
	view, err := c.Vacation(c.t.Context(), p)
	c.must(err)
	return view.Balance
}

// whole checks that what is stored beside a log follows from it.
func (c *club) whole(id string) playing.View {
	c.t.Helper()
	c.swept()
	m, err := c.store.Match(c.t.Context(), league.Site(), id)
	c.must(err)
	v := c.mustMatch(id)
	if m.State.Last != v.Match.State.Last {
		if m, err = c.store.Match(c.t.Context(), league.Site(), id); err != nil {
			c.t.Fatal(err)
		}
	}
	if m.State.Deadline != v.Clocks.Deadline() || m.State.Moved != v.Match.State.Moved || m.State.Due != v.Match.State.Due || m.State.Last != len(v.Record.Log) {
		c.t.Errorf("stored is %+v, by the log it is %+v", m.State, v.Match.State)
	}
	return v
}

// told lists the events of a log that are beside the play, without their moments.
func told(v playing.View) string {
	var list []string
	for _, e := range v.Record.Log {
		if e.Act.Aside() {
			text, _, _ := strings.Cut(e.Text, "T")
			list = append(list, strings.TrimSpace(e.By.String()+" "+string(e.Act)+" "+text))
		}
	}
	return strings.Join(list, ", ")
}

func TestADayOfVacationIsUsedWhenTimeRunsOut(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		ann, bob := c.signedUp("Ann"), c.signedUp("Bob")
		v := c.between(ann, bob)
		c.wait(time.Hour)
		other, waiting := c.between(ann, bob), c.between(bob, ann)
		bot := c.mustBegin(ann)
		deadline := v.Clocks.Deadline()
		c.setTime(deadline.Add(clock.Grace + time.Millisecond))
		c.must(c.Sweep(t.Context()))
		v = c.whole(v.Match.ID)
		if got := v.Clocks.Deadline(); !got.Equal(deadline.Add(day)) {
			t.Errorf("the deadline is put off by %v", got.Sub(deadline))
		}
		if last := v.Record.Log[len(v.Record.Log)-1]; !last.At.Equal(deadline) || last.By != engine.NoSide {
			t.Errorf("the day is %+v, want it at the deadline by the platform", last)
		}
		for _, x := range []playing.View{other, bot, waiting} {
			side := x.Match.SideOf(ann.ID)
			if after := c.whole(x.Match.ID); after.Clocks.Bank[side-1] != x.Clocks.Bank[side-1]+day || told(after) != "time "+side.String()+" 86400" {
				t.Errorf("the bank in another match went from %v to %v: %s", x.Clocks.Bank, after.Clocks.Bank, told(after))
			}
		}
		if n := c.left(ann); n != 2 {
			t.Errorf("%d days are left, want 2", n)
		}
		if n := c.left(bob); n != 3 {
			t.Errorf("the opponent has %d days, want 3", n)
		}
	})
}

// daysTold returns what a player was told of his days of vacation.
func (c *club) daysTold(p league.Player) (told []league.Notice) {
	c.t.Helper()
	all, err := c.Notices(c.t.Context(), p.ID, 0, 100)
	c.must(err)
	for _, n := range all {
		if n.Kind == league.VacationNotice {
			told = append(told, n)
		}
	}
	return told
}

func TestAPlayerIsToldOfADayThatIsUsed(t *testing.T) { // R-VA-6
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		ann, bob := c.signedUp("Ann"), c.signedUp("Bob")
		one, two := c.between(ann, bob), c.between(ann, bob)
		c.setTime(two.Clocks.Deadline().Add(clock.Grace + time.Hour))
		wake, stop := c.ListenPlayer(ann.ID)
		defer stop()
		c.must(c.Sweep(t.Context()))
		select {
		case <-wake:
		default:
			t.Error("her pages were not woken")
		}
		told := c.daysTold(ann)
		if len(told) != 1 || told[0].Seq != 1 || told[0].Subject != one.Match.ID && told[0].Subject != two.Match.ID || !told[0].At.Equal(c.clock()) {
			t.Errorf("she was told %+v", told)
		}
		if told := c.daysTold(bob); len(told) != 0 {
			t.Errorf("her opponent was told %+v", told)
		}
		// A day whose number is taken is not used, and nobody hears of it.
		again := league.Notice{Player: ann.ID, At: c.clock(), Kind: league.VacationNotice, Seq: 1}
		c.refused(c.store.UseDay(t.Context(), vacation.Day{Player: ann.ID, N: 1, At: c.clock(), Vacation: 1}, 0, nil, again), league.Stale, "used already")
		if n := len(c.daysTold(ann)); n != 1 {
			t.Errorf("then there are %d notices", n)
		}
		c.setTime(c.clock().Add(time.Hour))
		c.must(c.PlanVacation(t.Context(), ann, plan(1, "", 1), c.clock()))
		if told := c.daysTold(ann); len(told) != 2 || told[1].Seq != 2 || told[1].Subject != "" {
			t.Errorf("of a planned day she was told %+v", told)
		}
	})
}

func TestADayThatWasUsedIsShownForAWeek(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	ann, bob := c.signedUp("Ann"), c.signedUp("Bob")
	v := c.between(ann, bob)
	deadline := v.Clocks.Deadline()
	c.setTime(deadline.Add(clock.Grace + time.Hour))
	c.must(c.Sweep(t.Context()))
	for _, test := range []struct {
		name   string
		player league.Player
		after  time.Duration
		used   bool
	}{
		{"hers", ann, day, true},
		{"not her opponent's", bob, day, false},
		{"not that of a guest", league.Player{ID: ann.ID, Kind: league.Guest}, day, false},
		{"hers for a week", ann, 7*day - time.Second, true},
		{"and no longer", ann, 7 * day, false},
	} {
		c.setTime(deadline.Add(test.after))
		d, used, err := c.UsedDay(t.Context(), test.player)
		if err != nil || used != test.used || used && (d.Match != v.Match.ID || !d.At.Equal(deadline)) {
			t.Errorf("%s: %+v, %t, %v", test.name, d, used, err)
		}
	}
}

func TestTwoMatchesThatExpireTogetherUseOneDay(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		ann, bob := c.signedUp("Ann"), c.signedUp("Bob")
		one, two := c.between(ann, bob), c.between(ann, bob)
		c.setTime(two.Clocks.Deadline().Add(clock.Grace + time.Hour))
		c.must(c.Sweep(t.Context()))
		for _, v := range []playing.View{one, two} {
			if after := c.whole(v.Match.ID); told(after) != "time first 86400" {
				t.Errorf("there were %s", told(after))
			}
		}
		if n := c.left(ann); n != 2 {
			t.Errorf("%d days are left, want 2", n) // R-VA-3
		}
	})
}

func TestDaysAreUsedOneAfterTheOtherUntilNoneIsLeft(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		ann, bob := c.signedUp("Ann"), c.signedUp("Bob")
		v := c.between(ann, bob)
		deadline := v.Clocks.Deadline()
		c.setTime(deadline.Add(2*day + time.Hour))
		if v = c.whole(v.Match.ID); told(v) != "time first 86400, time first 86400, time first 86400" {
			t.Errorf("after two days there were %s", told(v))
		}
		if !v.Clocks.Deadline().Equal(deadline.Add(3 * day)) {
			t.Errorf("the deadline is put off by %v", v.Clocks.Deadline().Sub(deadline))
		}
		c.setTime(deadline.Add(9 * day)) // a fourth day was earned after 12.17 of them
		v = c.mustMatch(v.Match.ID)
		last := v.Record.Log[len(v.Record.Log)-1]
		if v.Record.Outcome().Ending != engine.Timeout || !last.At.Equal(deadline.Add(4*day)) {
			t.Errorf("it ended with %v at %v", v.Record.Outcome(), last.At)
		}
	})
}

func TestAMoveAfterTheDeadlineIsMadeInTheDayThatIsLeft(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		ann, bob := c.signedUp("Ann"), c.signedUp("Bob")
		v := c.between(ann, bob)
		arrived := v.Clocks.Deadline().Add(time.Hour)
		c.setTime(arrived)
		turn := playing.Turn{Match: v.Match.ID, Seen: v.Record.Seq, Move: anyMove(v), Key: "k", Arrived: arrived}
		for range 2 {
			after, err := c.Play(t.Context(), ann, turn)
			c.must(err)
			if told(after) != "time first 86400" || after.Record.Next().Side != engine.Second {
				t.Errorf("there were %s, next is %v", told(after), after.Record.Next())
			}
			if bank := after.Clocks.Bank[0]; bank != 23*time.Hour+36*time.Hour {
				t.Errorf("%v are left", bank)
			}
		}
		if n := c.left(ann); n != 2 {
			t.Errorf("%d days are left, want 2", n)
		}
	})
}

// strict begins a match in which no vacation helps, and the first one moves first.
func (c *club) strict(first, second league.Player) string {
	c.t.Helper()
	return c.without(c.between(first, second).Match)
}

// without begins a match like another, but without vacation.
func (c *club) without(m league.Match) string {
	c.t.Helper()
	r := c.Reserve()
	m.ID, m.GID, m.Head, m.Dice, m.NoVacation = r.ID, r.GID, r.Head, r.Dice, true
	m.Chain = nil // of another match
	c.must(c.store.CreateMatch(context.Background(), m))
	return m.ID
}

func TestAPlannedVacationDoesNotStopAMatchWithoutVacation(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	ann, bob := c.signedUp("Ann"), c.signedUp("Bob")
	id := c.strict(ann, bob)
	c.must(c.PlanVacation(t.Context(), ann, plan(1, "", 2), c.clock()))
	if after := c.whole(id); told(after) != "" {
		t.Errorf("there were %s", told(after))
	}
}

func TestASeasonAllowsNoVacationInTheTwoWeeksBeforeItsSoftEnd(t *testing.T) { // R-VA-4
	for name, want := range map[string]time.Duration{"std": day, "lg": 2 * day} {
		c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
		ann, bob := c.signedUp("Ann"), c.signedUp("Bob")
		match := c.inSeason(c.between(ann, bob).Match, 135*day, name)
		begins := c.clock()
		c.must(c.PlanVacation(t.Context(), ann, plan(1, "", 2), begins))
		if rest := c.whole(match).Clocks.Rest[0]; !rest.Equal(begins.Add(want)) {
			t.Errorf("%s: it rests until %v, want %v", name, rest, begins.Add(want))
		}
	}
}

// inSeason begins a match like another in a season that started some time ago.
func (c *club) inSeason(m league.Match, ago time.Duration, profile string) string {
	c.t.Helper()
	began := c.clock().Add(-ago)
	terms := league.TournamentTerms{
		Name: "Season", Format: "championship", Game: m.Game, Variant: m.Variant, Control: m.Control, Places: league.AnyNumber, Cycles: 2,
		Competition: "championship/streetsoccer/lg", Edition: profile, Profile: profile,
	}
	ids := []string{m.Seats[0].Player.ID, m.Seats[1].Player.ID}
	season, err := league.ReplayTournament("season", dice.TournamentGID("season"), dice.Link{1}, []league.Decision{
		{Seq: 1, At: began, By: league.Player{ID: "site", Kind: league.SiteItself}, Act: league.ActCreated, Text: terms.String()},
		{Seq: 2, At: began, Act: league.ActEntered, Player: m.Seats[0].Player, Text: "R-CH-4: played last season"},
		{Seq: 3, At: began, Act: league.ActEntered, Player: m.Seats[1].Player, Text: "R-CH-4: played last season"},
		{Seq: 4, At: began, Act: league.ActStarted, Text: league.DrawText([]league.Drawn{{Group: "d1/g1", Players: ids}})},
	})
	c.must(err)
	r := c.Reserve()
	m.ID, m.GID, m.Head, m.Dice, m.Tournament, m.Fixture = r.ID, r.GID, r.Head, r.Dice, season.ID, "d1/g1/c1/r1/b1"
	m.Chain = nil // of another match
	c.must(c.store.CreateTournament(context.Background(), season, []league.Match{m}, nil))
	return m.ID
}

func TestVacationHelpsNobodyElse(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		ann, bob := c.signedUp("Ann"), c.signedUp("Bob")
		guest := c.mustBegin(c.guest())
		v := c.between(ann, bob)
		without := c.strict(ann, bob)
		c.setTime(v.Clocks.Deadline().Add(clock.Grace + time.Hour))
		c.must(c.Sweep(t.Context()))
		for name, id := range map[string]string{"a guest's match": guest.Match.ID, "a match without vacation": without} {
			if after := c.whole(id); after.Record.Outcome().Ending != engine.Timeout || told(after) != "" {
				t.Errorf("%s ended with %v: %s", name, after.Record.Outcome(), told(after))
			}
		}
		if after := c.whole(v.Match.ID); told(after) != "time first 86400" {
			t.Errorf("the member's match: %s", told(after))
		}
	})
}

// plan is what somebody types who goes away.
func plan(n int, begins string, days int) playing.VacationPlan {
	return playing.VacationPlan{N: fmt.Sprint(n), Begins: begins, Days: fmt.Sprint(days)}
}

func TestAPlannedVacationStopsTheClocks(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		ann, bob := c.signedUp("Ann"), c.signedUp("Bob")
		v, theirs := c.between(ann, bob), c.between(bob, ann)
		c.wait(time.Hour)
		began := c.clock()
		for range 2 { // a double click
			c.must(c.PlanVacation(t.Context(), ann, plan(1, "", 2), c.clock()))
		}
		for _, x := range []playing.View{v, theirs} {
			after := c.whole(x.Match.ID)
			if side := after.Match.SideOf(ann.ID); !after.Clocks.Rest[side-1].Equal(began.Add(2*day)) || told(after) != "rest "+side.String()+" 2026-05-03" {
				t.Errorf("%v rests until %v: %s", side, after.Clocks.Rest, told(after))
			}
		}
		if got, want := c.mustMatch(v.Match.ID).Clocks.Deadline(), v.Clocks.Deadline().Add(2*day); !got.Equal(want) {
			t.Errorf("the deadline is %v, want %v", got, want)
		}
		if got, want := c.mustMatch(theirs.Match.ID).Clocks.Deadline(), theirs.Clocks.Deadline(); !got.Equal(want) {
			t.Errorf("the opponent's deadline is %v, want %v", got, want)
		}
		if n := c.left(ann); n != 2 {
			t.Errorf("%d days are left on the first day, want 2", n)
		}
		c.wait(day + time.Minute)
		c.must(c.ApplyDueVacations(t.Context()))
		c.must(c.ApplyDueVacations(t.Context()))
		if n := c.left(ann); n != 1 {
			t.Errorf("%d days are left on the second day, want 1", n)
		}
		c.wait(day)
		if away, on, err := c.OnVacation(t.Context(), ann.ID); on || err != nil {
			t.Errorf("it still lasts: %+v, %v", away, err)
		}
		c.must(c.ApplyDueVacations(t.Context()))
		view, err := c.Vacation(t.Context(), ann)
		c.must(err)
		if _, ok := view.Book.Open(); ok || view.Balance != 1 {
			t.Errorf("the vacation is not over, or %d days are left", view.Balance)
		}
	})
}

func TestATournamentThatStartsInAVacationWaits(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		ann, bob := c.signedUp("Ann"), c.signedUp("Bob")
		c.must(c.PlanVacation(t.Context(), ann, plan(1, "", 2), c.clock()))
		ends := c.clock().Add(2 * day)
		c.wait(time.Hour)
		id := c.started([]league.Player{ann, bob, c.signedUp("Cleo")}, func(p *tournaments.TournamentProposal) { p.Places, p.Control = "3", "slow" })
		for range 2 {
			c.wait(time.Minute)
			c.must(c.ApplyDueVacations(t.Context()))
		}
		matches := c.tournament(id).Matches
		if len(matches) == 0 {
			t.Fatal("it has no matches")
		}
		for _, m := range matches {
			v := c.whole(m.ID)
			if side := v.Match.SideOf(ann.ID); side != engine.NoSide && (!v.Clocks.Rest[side-1].Equal(ends) || strings.Count(told(v), "rest") != 1) {
				t.Errorf("the clock of %v rests until %v: %s", side, v.Clocks.Rest, told(v))
			}
		}
	})
}

func TestAVacationEndsByItsButton(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		ann, bob := c.signedUp("Ann"), c.signedUp("Bob")
		v := c.between(ann, bob)
		c.must(c.PlanVacation(t.Context(), ann, plan(1, "", 3), c.clock()))
		c.wait(time.Hour)
		turn := playing.Turn{Match: v.Match.ID, Seen: v.Record.Seq, Move: anyMove(v), Arrived: c.clock()}
		v, err := c.Play(t.Context(), ann, turn)
		c.must(err)
		if away, on, err := c.OnVacation(t.Context(), ann.ID); !on || err != nil || away.Player != ann.ID {
			t.Errorf("a move has ended it: %v", err) // R-VA-2
		}
		c.wait(time.Hour)
		ended := c.clock()
		for range 2 {
			c.must(c.EndVacation(t.Context(), ann, c.clock()))
		}
		v = c.whole(v.Match.ID)
		if rest := v.Clocks.Rest[0]; !rest.Equal(ended) {
			t.Errorf("the clock rests until %v, want %v", rest, ended)
		}
		if _, on, _ := c.OnVacation(t.Context(), ann.ID); on {
			t.Error("it is not over")
		}
		if n := c.left(ann); n != 2 {
			t.Errorf("%d days are left, want 2: the day that had begun is used", n)
		}
		c.wait(3 * day)
		c.must(c.ApplyDueVacations(t.Context()))
		if n := c.left(ann); n != 2 {
			t.Errorf("later %d days are left", n)
		}
	})
}

func TestAVacationThatIsPlannedAheadBeginsByTheJob(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open()) // 1 May 2026, noon
		ann, bob := c.signedUp("Ann"), c.signedUp("Bob")
		v := c.between(ann, bob)
		c.must(c.PlanVacation(t.Context(), ann, plan(1, "2026-05-03", 1), c.clock()))
		c.must(c.ApplyDueVacations(t.Context()))
		if v = c.mustMatch(v.Match.ID); told(v) != "" {
			t.Errorf("before it begins there were %s", told(v))
		}
		c.setTime(time.Date(2026, 5, 3, 0, 0, 30, 0, time.UTC))
		c.must(c.ApplyDueVacations(t.Context()))
		v = c.whole(v.Match.ID)
		begins := time.Date(2026, 5, 3, 0, 0, 0, 0, time.UTC)
		if last := v.Record.Log[len(v.Record.Log)-1]; !last.At.Equal(begins) || !v.Clocks.Rest[0].Equal(begins.Add(day)) {
			t.Errorf("it begins with %+v", last)
		}
		c.refused(func() error { _, err := c.propose(ann, nil); return err }(), league.Forbidden, "until 4 May 2026")
		offer := c.mustPropose(bob, nil)
		_, err := c.accept(ann, offer.ID)
		c.refused(err, league.Forbidden, "You are on vacation")
		if _, err := c.begin(ann, nil); err != nil {
			t.Errorf("a match against a bot is refused: %v", err)
		}
	})
}

func TestAVacationThatBeginsInOneMatchStopsTheOthers(t *testing.T) { // before the job comes to it
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open()) // 1 May 2026, noon
		ann, bob := c.signedUp("Ann"), c.signedUp("Bob")
		c.must(c.PlanVacation(t.Context(), ann, plan(1, "2026-05-03", 1), c.clock()))
		c.wait(time.Hour)
		v := c.between(ann, bob)
		c.wait(10 * time.Hour)
		other := c.between(bob, ann)
		c.setTime(v.Clocks.Deadline().Add(clock.Grace + time.Millisecond))
		_, err := c.Resign(t.Context(), bob, v.Match.ID, c.clock())
		c.must(err)
		for id, want := range map[string]string{v.Match.ID: "rest first 2026-05-04", other.Match.ID: "rest second 2026-05-04"} {
			if got := told(c.mustMatch(id)); got != want {
				t.Errorf("there were %s, want %s", got, want)
			}
		}
		if n := c.left(ann); n != 2 {
			t.Errorf("%d days are left, want 2", n)
		}
	})
}

func TestPlansThatAreRefused(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	ann := c.signedUp("Ann")
	field := func(err error, name, part string) {
		t.Helper()
		if got := league.Fields(err)[name]; !strings.Contains(fmt.Sprint(got), part) {
			t.Errorf("%v, want %q of %s", err, part, name)
		}
	}
	at := c.clock()
	field(c.PlanVacation(t.Context(), ann, plan(1, "", 4), at), "days", "You have 3 days")
	field(c.PlanVacation(t.Context(), ann, plan(1, "", 0), at), "days", "at least 1")
	field(c.PlanVacation(t.Context(), ann, plan(1, "yesterday", 1), at), "begins", "Choose a day")
	field(c.PlanVacation(t.Context(), ann, plan(1, "2026-04-30", 1), at), "begins", "has passed")
	field(c.PlanVacation(t.Context(), ann, plan(1, "2027-06-01", 1), at), "begins", "more than a year")
	c.refused(c.PlanVacation(t.Context(), c.guest(), plan(1, "", 1), at), league.Forbidden, "account")
	c.must(c.PlanVacation(t.Context(), ann, plan(1, "2026-06-01", 5), at)) // by then two more are earned
	c.refused(c.PlanVacation(t.Context(), ann, plan(2, "", 1), at), league.Forbidden, "already")
	c.must(c.EndVacation(t.Context(), ann, at))
	c.must(c.PlanVacation(t.Context(), ann, plan(2, "", 1), at))
	c.Office.VacationRule = vacation.LG
	c.refused(c.PlanVacation(t.Context(), c.signedUp("Bob"), plan(1, "", 1), at), league.Forbidden, "cannot be planned")
}

func TestTheOpponentGivesTime(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		ann, bob := c.signedUp("Ann"), c.signedUp("Bob")
		v := c.between(ann, bob)
		for range 2 { // a double click
			after, err := c.GiveTime(t.Context(), bob, v.Match.ID, 3, "k", c.clock())
			c.must(err)
			if got := after.Clocks.Deadline().Sub(v.Clocks.Deadline()); got != 3*day || told(after) != "second time first 259200" {
				t.Errorf("the deadline is put off by %v: %s", got, told(after))
			}
		}
		c.whole(v.Match.ID)
		give := func(p league.Player, days int, key string, at time.Time) error {
			_, err := c.GiveTime(t.Context(), p, v.Match.ID, days, key, at)
			return err
		}
		c.refused(give(c.signedUp("Cleo"), 1, "k", c.clock()), league.Forbidden, "not play")
		c.refused(give(bob, 2, "l", c.clock()), league.Invalid, "one day or three")
		c.refused(give(bob, 1, "", c.clock()), league.Invalid, "key")
		c.refused(give(bob, 1, "k", c.clock()), league.Stale, "another")
		for i := range 6 {
			c.must(give(bob, 3, fmt.Sprint("m", i), c.clock()))
		}
		c.refused(give(bob, 1, "n", c.clock()), league.Illegal, "30 days")
	})
}

// TestAMoveAndADayOfVacationAtOnce is R6 with vacation: two tabs move, two servers sweep
// and one looks in the same instant, around the deadline of two matches. The move is made
// once, and the other match uses one day, whoever is first.
func TestAMoveAndADayOfVacationAtOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		bob := c.signedUp("Bob")
		nodes := []*office.Office{c.node(), c.node()}
		late := 0
		for i := range enginetest.Size(300) {
			ann := c.signedUp("Ann " + letters(i+1))
			v, other := c.between(ann, bob), c.between(ann, bob)
			deadline := v.Clocks.Deadline()
			arrived := deadline.Add(time.Duration(i%3-1) * time.Millisecond)
			c.setTime(deadline.Add(clock.Grace + time.Millisecond))
			turn := playing.Turn{Match: v.Match.ID, Seen: v.Record.Seq, Move: anyMove(v), Arrived: arrived, Page: true}
			barrier := make(chan struct{})
			var all sync.WaitGroup
			for k := range 5 {
				all.Go(func() {
					<-barrier
					var err error
					switch o := nodes[k%2]; k {
					case 0, 1:
						_, err = o.Play(context.Background(), ann, turn)
					case 2, 3:
						err = o.Sweep(context.Background())
					default:
						_, err = o.Match(context.Background(), league.Site(), other.Match.ID)
					}
					if err != nil {
						t.Error(err)
					}
				})
			}
			close(barrier)
			all.Wait()
			v, other = c.whole(v.Match.ID), c.whole(other.Match.ID)
			moves := 0
			for _, e := range v.Record.Log {
				if e.Act == engine.ActMove {
					moves++
				}
			}
			if told(v) != "time first 86400" || told(other) != "time first 86400" || moves != 1 || c.left(ann) != 2 {
				t.Fatalf("race %d: %d moves, %d days left; %s; %s", i, moves, c.left(ann), told(v), told(other))
			}
			if at := slices.IndexFunc(v.Record.Log, func(e engine.Event) bool { return e.Act == engine.ActTime }); v.Record.Log[len(v.Record.Log)-1].Act != engine.ActTime && v.Record.Log[at+1].Act == engine.ActMove {
				late++
			}
			for _, id := range []string{v.Match.ID, other.Match.ID} { // so that Bob has time for the others
				_, err := c.Resign(t.Context(), bob, id, c.clock())
				c.must(err)
			}
		}
		t.Logf("the day came first %d times", late)
	})
}

func TestATournamentWithoutVacationSaysSoInItsMatches(t *testing.T) { // R-VA-4
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.members("Ann", "Bob", "Cleo")
		for _, strict := range []bool{false, true} {
			id := c.started(people, func(p *tournaments.TournamentProposal) {
				p.Places, p.Control = "3", "slow"
				p.Tick("no_vacation", strict)
			})
			v := c.tournament(id)
			if v.Tournament.NoVacation != strict || v.Matches[0].NoVacation != strict {
				t.Errorf("without vacation: %t, its matches: %t, want %t", v.Tournament.NoVacation, v.Matches[0].NoVacation, strict)
			}
		}
	})
}
