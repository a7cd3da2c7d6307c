package office_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league"
	playing "kickabout/league/play"
	"kickabout/league/tournaments"
	"kickabout/league/vacation"
	"kickabout/store"
	"kickabout/store/storetest"
)

// bound begins a match like another, in which vacation is bound, at a clock.
func (c *club) bound(m league.Match, control string) string {
	c.t.Helper()
	r := c.Reserve()
	m.ID, m.GID, m.Head, m.Dice, m.DaysBound, m.Control = r.ID, r.GID, r.Head, r.Dice, true, control
	m.Chain = nil // of another match
	v, err := c.Replay(m)
	c.must(err)
	m.State = v.Match.State
	c.must(c.store.CreateMatch(context.Background(), m))
	return m.ID
}

// moves makes any move of a player.
func (c *club) moves(p league.Player, id string) playing.View {
	c.t.Helper()
	v := c.mustMatch(id)
	v, err := c.Play(c.t.Context(), p, playing.Turn{Match: id, Seen: v.Record.Seq, Move: anyMove(v), Arrived: c.clock()})
	c.must(err)
	return v
}

// TestVacationStopsAGameOfAnEventOnlySoLong is the vector of R-VA-7: three planned days, then two automatic ones, then lost.
func TestVacationStopsAGameOfAnEventOnlySoLong(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.signedUps("Ann", "Bob", "Cleo")
		c.wait(100 * day) // eleven days of vacation
		id := c.started(people, func(p *tournaments.TournamentProposal) { p.Places, p.Control = "3", "fast" })
		began := c.clock()
		at := slices.IndexFunc(c.tournament(id).Matches, func(m league.Match) bool { return m.State.ToMove != engine.NoSide })
		m := c.tournament(id).Matches[at]
		mover, _ := m.Mover()
		if !m.DaysBound || m.NoVacation {
			t.Fatalf("in its matches vacation is not bound: %+v", m)
		}
		c.must(c.PlanVacation(t.Context(), mover, plan(1, "", 3), c.clock()))
		c.must(c.ApplyDueVacations(t.Context()))
		v := c.whole(m.ID)
		if got := v.Clocks.Deadline(); !got.Equal(began.Add(6 * day)) {
			t.Errorf("with the planned days the deadline is after %v", got.Sub(began))
		}
		if o, err := c.VacationOutlook(t.Context(), v); err != nil || !o.Latest.Equal(began.Add(8*day)) || o.Spent {
			t.Errorf("vacation can put it off to %v after the start, %+v, %v", o.Latest.Sub(began), o, err)
		}
		for d := range 8 {
			c.setTime(began.Add(time.Duration(d)*day + 13*time.Hour))
			c.must(c.ApplyDueVacations(t.Context()))
			c.must(c.Sweep(t.Context()))
		}
		v = c.whole(m.ID)
		if o, err := c.VacationOutlook(t.Context(), v); err != nil || !o.Latest.Equal(v.Clocks.Deadline()) || !o.Spent {
			t.Errorf("vacation that is used up can put it off to %v, %+v, %v", o.Latest, o, err)
		}
		c.setTime(began.Add(9 * day))
		c.must(c.Sweep(t.Context()))
		v = c.whole(m.ID)
		last := v.Record.Log[len(v.Record.Log)-1]
		if v.Record.Outcome().Ending != engine.Timeout || !last.At.Equal(began.Add(8*day)) || strings.Count(told(v), "time "+v.Match.SideOf(mover.ID).String()+" 86400") != 2 || c.left(mover) < 1 {
			t.Errorf("it ended with %v after %v, with %d days left: %s", v.Record.Outcome(), last.At.Sub(began), c.left(mover), told(v))
		}
	})
}

func TestAGameAtItsBoundGetsNoDayThatAnotherUses(t *testing.T) { // R-VA-7
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		ann, bob := c.signedUp("Ann"), c.signedUp("Bob")
		c.wait(100 * day)
		casual := c.between(ann, bob)
		one, two := c.bound(casual.Match, "fast"), c.bound(casual.Match, "fast")
		began := c.clock()
		after := func(d time.Duration) {
			c.setTime(began.Add(d))
			c.must(c.Sweep(t.Context()))
		}
		for d := range 5 {
			after(3*day + time.Duration(d)*day + time.Hour)
		}
		_, err := c.GiveTime(t.Context(), bob, one, 3, "k", c.clock())
		c.must(err)
		c.moves(ann, two)
		c.moves(bob, two) // and Ann has 23 + 12 hours
		after(9 * day)
		if got := told(c.whole(one)); strings.Count(got, "time first 86400") != 5 {
			t.Errorf("the game at its bound: %s", got)
		}
		if got := told(c.whole(two)); strings.Count(got, "time first 86400") != 6 {
			t.Errorf("the game in which she has moved: %s", got)
		}
		if got := told(c.whole(casual.Match.ID)); strings.Count(got, "time first 86400") != 6 {
			t.Errorf("a game of no event: %s", got)
		}
	})
}

// TestAVacationIsBoundInEachTurn has a vacation begin in the opponent's turn: it takes nothing of what is allowed until they have
// moved, and a new row begins with each move of the player.
func TestAVacationIsBoundInEachTurn(t *testing.T) { // R-VA-7
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		ann, bob := c.signedUp("Ann"), c.signedUp("Bob")
		c.wait(240 * day)
		id := c.bound(c.between(bob, ann).Match, "fast")
		began := c.clock()
		c.must(c.PlanVacation(t.Context(), ann, plan(1, "", 16), began))
		rests := func(when string, until time.Duration) {
			t.Helper()
			if v := c.whole(id); !v.Clocks.Rest[1].Equal(began.Add(until)) {
				t.Errorf("%s: the clock rests until %v: %s", when, v.Clocks.Rest[1].Sub(began), told(v))
			}
		}
		rests("in Bob's turn", 16*day)
		c.wait(2 * day)
		c.moves(bob, id)
		rests("in hers", 7*day)
		c.wait(4 * day)
		c.moves(ann, id)
		c.wait(day)
		c.moves(bob, id)
		rests("in her next", 12*day)
		c.wait(3 * day)
		c.moves(ann, id)
		c.wait(day)
		c.moves(bob, id) // 4 + 3 days are used: three are left in all
		rests("in the one after that", 14*day)
		c.wait(day)
		c.must(c.EndVacation(t.Context(), ann, c.clock()))
		rests("after its end", 12*day)
		book, err := c.store.VacationBook(t.Context(), ann.ID)
		c.must(err)
		if had := vacation.HadIn(book, c.mustMatch(id).Record, engine.Second, nil, c.clock()); had != (vacation.Had{Row: day, All: 8 * day}) {
			t.Errorf("it has had %+v", had)
		}
	})
}

// unboundYet is a site on which R-VA-7 does not hold yet.
type unboundYet struct{ noneYet }

func (unboundYet) RuleDays(context.Context) (league.RuleDays, error) {
	return league.RuleDays{league.VacationBounds: time.Date(2099, 1, 1, 0, 0, 0, 0, time.UTC)}, nil
}

func TestEventsThatRunKeepTheirVacation(t *testing.T) { // R-TM-1
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	days := c.Days
	people := c.members("Ann", "Bob", "Cleo")
	for _, x := range []struct {
		control       string
		old           bool
		bound, strict bool
	}{{"fast", true, false, false}, {"live", true, false, false}, {"fast", false, true, false}, {"live", false, true, true}} {
		if c.Days = days; x.old {
			c.Days = unboundYet{}
		}
		id := c.started(people, func(p *tournaments.TournamentProposal) { p.Places, p.Control = "3", x.control })
		for _, m := range c.tournament(id).Matches {
			if m.DaysBound != x.bound || m.NoVacation != x.strict {
				t.Errorf("%+v: bound %t, without vacation %t", x, m.DaysBound, m.NoVacation)
			}
		}
	}
}

// TestAnOutageIsNoPartOfAPlannedVacation has the site be away for two days of a vacation of three: it ends two days later, and
// uses three days all the same; every clock that it stopped stands still for two days longer, or has them.
func TestAnOutageIsNoPartOfAPlannedVacation(t *testing.T) { // R-TC-4
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		ann, bob := c.signedUp("Ann"), c.signedUp("Bob")
		c.wait(30 * day)
		mine, theirs := c.between(ann, bob), c.between(bob, ann)
		c.must(c.RecordHeartbeat(t.Context()))
		had, began := c.left(ann), c.clock()
		c.must(c.PlanVacation(t.Context(), ann, plan(1, "", 3), began))
		awake := func(d time.Duration) {
			for until := c.clock().Add(d); c.clock().Before(until); c.must(c.RecordHeartbeat(t.Context())) {
				c.sleep(min(until.Sub(c.clock()), league.Outage))
			}
			c.must(c.ApplyDueVacations(t.Context()))
		}
		awake(12 * time.Hour)
		c.sleep(2 * day)
		c.must(c.RecordHeartbeat(t.Context()))
		c.must(c.ApplyVacations(t.Context(), ann.ID, "")) // as what the outage has raised asks for
		if v, on, err := c.OnVacation(t.Context(), ann.ID); err != nil || !on || !v.Ends.Equal(began.Add(5*day)) {
			t.Errorf("it ends after %v, %v", v.Ends.Sub(began), err)
		}
		v := c.whole(mine.Match.ID)
		if got := v.Clocks.Deadline().Sub(mine.Clocks.Deadline()); got != 5*day {
			t.Errorf("her deadline is put off by %v: %s", got, told(v))
		}
		for range 2 {
			if v = c.whole(theirs.Match.ID); !v.Clocks.Rest[1].Equal(began.Add(5*day)) || strings.Count(told(v), "rest") != 2 {
				t.Errorf("in Bob's turn her clock rests for %v: %s", v.Clocks.Rest[1].Sub(began), told(v))
			}
			c.must(c.ApplyVacations(t.Context(), ann.ID, ""))
		}
		awake(day)
		if n := c.left(ann); n != had-2 {
			t.Errorf("%d days are used on the second day", had-n)
		}
		awake(day + 13*time.Hour)
		if _, on, err := c.OnVacation(t.Context(), ann.ID); on || err != nil {
			t.Errorf("it still lasts, %v", err)
		}
		if n := c.left(ann); n != had-3 {
			t.Errorf("%d days are used in all", had-n)
		}
	})
}

// TestATurnBeginsInAVacationThatNoJobHasSeen has the opponent move when a vacation has begun and the clocks were not stopped yet.
func TestATurnBeginsInAVacationThatNoJobHasSeen(t *testing.T) { // R-VA-7
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		ann, bob := c.signedUp("Ann"), c.signedUp("Bob")
		c.wait(240 * day)
		id, began := c.bound(c.between(bob, ann).Match, "fast"), c.clock()
		c.must(c.store.PlanVacation(t.Context(), vacation.Vacation{Player: ann.ID, N: 1, Asked: began, Begins: began, Ends: began.Add(16 * day)}))
		c.setTime(began.Add(time.Hour))
		c.moves(bob, id)
		for range 2 {
			if v := c.whole(id); !v.Clocks.Rest[1].Equal(began.Add(5*day+time.Hour)) || strings.Count(told(v), "rest") != 1 {
				t.Errorf("her clock rests for %v: %s", v.Clocks.Rest[1].Sub(began), told(v))
			}
			c.must(c.ApplyDueVacations(t.Context()))
		}
	})
}
