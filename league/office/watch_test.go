package office_test

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kickabout/engine"
	"kickabout/engine/bot"
	"kickabout/engine/enginetest"
	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/office"
	playing "kickabout/league/play"
	"kickabout/store"
	"kickabout/store/storetest"
)

func TestAnOutageIsGivenBack(t *testing.T) { // R-TC-4
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		c.must(c.RecordHeartbeat(t.Context()))
		v, idle := c.mustBegin(c.guest()), c.mustBegin(c.guest())
		c.wait(30 * time.Second)
		c.must(c.RecordHeartbeat(t.Context()))
		stopped := c.clock()
		c.setTime(v.Clocks.Deadline().Add(3 * day)) // long after all time has run out
		nodes, there := []*office.Office{c.node(), c.node()}, []*helpers{{}, {}}
		for i, o := range nodes {
			o.Hub.Others = there[i]
		}
		var all sync.WaitGroup
		for _, o := range nodes {
			all.Go(func() { c.must(o.RecordHeartbeat(t.Context())) })
		}
		all.Wait()
		if told := slices.Concat(there[0].told, there[1].told); !slices.Equal(told, []string{"all"}) {
			t.Errorf("other nodes are told %q", told)
		}
		gap := c.clock().Sub(stopped)
		for _, x := range []playing.View{v, idle} {
			after := c.whole(x.Match.ID)
			if got := after.Clocks.Deadline().Sub(x.Clocks.Deadline()); got != gap || after.Record.Next().Over() {
				t.Errorf("the deadline is put off by %v, want %v: %s", got, gap, told(after))
			}
		}
		notices, err := c.SiteNotices(t.Context(), time.Time{})
		want := []league.SiteNotice{{Kind: league.OutageNotice, From: stopped, Until: c.clock()}}
		if err != nil || !slices.Equal(notices, want) {
			t.Errorf("the notices are %v, %v, want %v", notices, err, want)
		}
	})
}

// TestNobodyRunsOutOfTimeOnTheFirstDayBack has somebody with little time left get the move on the first day after a long
// outage: the flag does not fall before that day is over, and no day of vacation is used for it.
func TestNobodyRunsOutOfTimeOnTheFirstDayBack(t *testing.T) { // R-TC-4
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := runners(t, open())
		ann, bob := c.signedUp("Ann"), c.signedUp("Bob")
		m, err := c.accept(bob, c.mustPropose(ann, func(p *playing.Proposal) { p.Rules, p.Opponent, p.Control = "runners/short", "Bob", "live" }).ID)
		c.must(err)
		walks := func(p league.Player) {
			_, err := c.Play(t.Context(), p, playing.Turn{Match: m.ID, Seen: c.mustMatch(m.ID).Record.Seq, Move: "walk", Arrived: c.clock()})
			c.must(err)
		}
		awake := func(d time.Duration) {
			for until := c.clock().Add(d); c.clock().Before(until); c.must(c.RecordHeartbeat(t.Context())) {
				c.sleep(min(until.Sub(c.clock()), league.Outage))
			}
		}
		c.sleep(20 * time.Hour)
		walks(ann) // who has 4 hours left, and gets 4 more
		c.must(c.RecordHeartbeat(t.Context()))
		c.sleep(30 * time.Hour)
		c.must(c.RecordHeartbeat(t.Context()))
		back := c.clock()
		awake(time.Hour)
		walks(bob)
		if deadline := c.mustMatch(m.ID).Clocks.Deadline(); !deadline.Equal(back.Add(9 * time.Hour)) {
			t.Fatalf("Ann has until %v after the return", deadline.Sub(back))
		}
		awake(9 * time.Hour)
		for what, v := range map[string]playing.View{"shown": c.mustMatch(m.ID), "stored": c.whole(m.ID)} {
			if deadline := v.Clocks.Deadline(); v.Record.Next().Over() || !deadline.Equal(back.Add(day)) || c.left(ann) != 3 {
				t.Errorf("%s: Ann has until %v after the return, with %d days of vacation left: %s", what, deadline.Sub(back), c.left(ann), told(v))
			}
		}
		awake(15 * time.Hour)
		if v := c.whole(m.ID); !v.Clocks.Deadline().Equal(back.Add(2*day)) || c.left(ann) != 2 {
			t.Errorf("when the day is over Ann has until %v after the return, and %d days left: %s", v.Clocks.Deadline().Sub(back), c.left(ann), told(v))
		}
	})
}

func TestAShortSilenceIsNoOutage(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	c.must(c.RecordHeartbeat(t.Context()))
	v := c.mustBegin(c.guest())
	c.wait(league.Outage)
	c.must(c.RecordHeartbeat(t.Context()))
	if after := c.whole(v.Match.ID); told(after) != "" {
		t.Errorf("after five minutes there were %s", told(after))
	}
	c.wait(league.Outage + time.Millisecond)
	c.must(c.RecordHeartbeat(t.Context()))
	if after := c.whole(v.Match.ID); told(after) != "time first 301" {
		t.Errorf("a moment longer there were %q", told(after))
	}
}

func TestAClockThatJumpsAheadIsAnOutage(t *testing.T) { // R9
	for name, look := range map[string]func(c *club, id string, p league.Player){
		"a look":  func(c *club, id string, p league.Player) { c.mustMatch(id) },
		"a sweep": func(c *club, id string, p league.Player) { c.must(c.Sweep(context.Background())) },
		"a move": func(c *club, id string, p league.Player) {
			v, err := c.store.Match(context.Background(), league.Site(), id)
			c.must(err)
			_, err = c.Play(context.Background(), p, playing.Turn{Match: id, Seen: v.State.Last, Move: "walk", Arrived: c.clock()})
			c.must(err)
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := runners(t, storetest.Open(t, storetest.SQLite(t)))
			ann, bob, v := c.track("Ann", "Bob")
			mover, _ := v.Match.Mover()
			other := ann
			if mover.ID == ann.ID {
				other = bob
			}
			c.must(c.RecordHeartbeat(t.Context()))
			bank := v.Clocks.Bank[0]
			c.sleep(12 * day)
			look(c, v.Match.ID, mover)
			after := c.whole(v.Match.ID)
			if after.Record.Next().Over() || after.Clocks.Bank[v.Match.SideOf(mover.ID)-1] < bank || c.left(mover) < 3 || c.left(other) < 3 {
				t.Errorf("it has cost %v: %v, %s", mover.Name, after.Clocks, told(after))
			}
			c.sleep(-12 * day) // the clock is put right
			c.must(c.RecordHeartbeat(t.Context()))
			c.must(c.Sweep(t.Context()))
			if later := c.whole(v.Match.ID); later.Match.State.Last != after.Match.State.Last {
				t.Errorf("putting the clock right adds %s", told(later))
			}
			c.wait(2 * league.Outage)
			c.must(c.RecordHeartbeat(t.Context()))
			if later := c.whole(v.Match.ID); later.Match.State.Last != after.Match.State.Last+1 {
				t.Error("after the clock was put right no outage is noticed any more")
			}
		})
	}
}

// TestAJumpThatTheDatabaseDoesNotShareDecidesNothing has a clock that jumps ahead alone, and a
// database that says so.
func TestAJumpThatTheDatabaseDoesNotShareDecidesNothing(t *testing.T) { // R9
	c := runners(t, storetest.Open(t, storetest.SQLite(t)))
	_, _, v := c.track("Ann", "Bob")
	mover, _ := v.Match.Mover()
	was := c.clock()
	c.Witness = func(context.Context) (time.Time, error) { return was, nil }
	c.must(c.RecordHeartbeat(t.Context()))
	c.sleep(12 * day)
	c.refused(c.Sweep(t.Context()), league.Busy, "not sure what time it is")
	c.refused(c.RecordHeartbeat(t.Context()), league.Busy, "not sure what time it is")
	if shown, err := c.Match(t.Context(), league.Site(), v.Match.ID); err != nil || shown.Record.Next().Over() {
		t.Errorf("shown is %+v, %v", shown.Match.State, err)
	}
	if stored, err := c.store.Match(t.Context(), league.Site(), v.Match.ID); err != nil || stored.State.Last != v.Match.State.Last || c.left(mover) < 3 {
		t.Errorf("it has come to event %d: %v", stored.State.Last, err)
	}
	if notices, err := c.SiteNotices(t.Context(), time.Time{}); err != nil || len(notices) > 0 {
		t.Errorf("there are notices %v, %v", notices, err)
	}
	was = c.clock().Add(-league.Outage) // now they agree: it was an outage
	c.must(c.Sweep(t.Context()))
	if after := c.whole(v.Match.ID); after.Record.Next().Over() || after.Clocks.Deadline().Sub(v.Clocks.Deadline()) != 12*day {
		t.Errorf("the outage is not given back: %s", told(after))
	}
}

func TestTheDatabaseTellsTheTime(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		before := time.Now()
		at, err := open().Clock(t.Context())
		if err != nil || at.Before(before.Add(-time.Second)) || at.After(time.Now().Add(time.Second)) {
			t.Errorf("it is %v, %v", at, err)
		}
	})
}

func TestAServerWhoseClockGoesBehindDisturbsNobody(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		v := c.mustBegin(c.guest())
		slow := office.New(office.Over(c.store), core.Keys{Dealer: dealer{}, Site: dealer{}, Passwords: hasher{}}, c.Games(), bot.All(), func() time.Time { return c.clock().Add(-20 * time.Minute) }, c.log)
		c.must(slow.RecordHeartbeat(t.Context()))
		c.must(c.RecordHeartbeat(t.Context())) // once it takes the difference for an outage
		before := c.whole(v.Match.ID).Match.State.Last
		for range 10 {
			c.wait(30 * time.Second)
			c.must(slow.RecordHeartbeat(t.Context()))
			c.must(c.RecordHeartbeat(t.Context()))
		}
		if after := c.whole(v.Match.ID); after.Match.State.Last != before {
			t.Errorf("there were %s", told(after))
		}
	})
}

// node returns another server over the same database and clock.
func (c *club) node() *office.Office {
	return office.New(office.Over(c.store), core.Keys{Dealer: dealer{}, Site: dealer{}, Passwords: hasher{}}, c.Games(), bot.All(), c.clock, slog.New(slog.DiscardHandler))
}

// A watched match is what the site must have in mind about one match if it is fair.
type watched struct {
	id     string
	seen   int           // its last throw, move or end
	budget time.Duration // what the side to move has for its turn
	passed time.Duration // while the site was awake and the turn ran
	events int
	over   engine.Outcome
}

// world plays the site's life: it is what TestTimeIsFairWhateverHappens draws its steps for.
type world struct {
	club    *club
	t       *rapid.T
	nodes   []*office.Office
	people  []league.Player
	matches []*watched
	slack   time.Duration // silences too short to be given back
	steps   []string
}

// awake lets time pass while the site beats.
func (w *world) awake(d time.Duration) {
	for d > 0 {
		step := min(d, 4*time.Minute)
		w.club.wait(step)
		for _, m := range w.matches {
			m.passed += step
		}
		w.club.must(w.nodes[0].RecordHeartbeat(context.Background()))
		d -= step
	}
}

// both lets both servers do something at the same time.
func (w *world) both(act func(o *office.Office) error) {
	var all sync.WaitGroup
	for _, o := range w.nodes {
		all.Go(func() { w.club.must(act(o)) })
	}
	all.Wait()
}

// step does one thing that may happen.
func (w *world) step() {
	t, ctx := w.t, context.Background()
	node := w.nodes[rapid.IntRange(0, 1).Draw(t, "node")]
	m := w.matches[rapid.IntRange(0, len(w.matches)-1).Draw(t, "match")]
	ann := w.people[0]
	what := rapid.SampledFrom([]string{"wait", "wait", "wait", "long", "long", "stop", "jump", "move", "move", "gift", "plan", "end"}).Draw(t, "what")
	w.steps = append(w.steps, what)
	switch what {
	case "wait":
		w.awake(time.Duration(rapid.IntRange(1, 180).Draw(t, "minutes")) * time.Minute)
	case "long":
		w.awake(20 * time.Hour)
	case "stop":
		d := time.Duration(rapid.SampledFrom([]int{2, 4, 7, 60, 6 * 60, 3 * 24 * 60}).Draw(t, "minutes")) * time.Minute
		w.club.sleep(d)
		w.slack += min(d, 5*time.Minute)
		w.nodes = []*office.Office{w.club.node(), w.club.node()}
		w.both(func(o *office.Office) error { return o.RecordHeartbeat(ctx) })
	case "jump":
		d := rapid.SampledFrom([]time.Duration{time.Hour, day, -time.Hour, -day}).Draw(t, "by")
		w.club.sleep(d)
		if rapid.Bool().Draw(t, "noticed by the job") {
			w.both(func(o *office.Office) error { return o.RecordHeartbeat(ctx) })
		}
	case "move":
		v, err := node.Match(ctx, league.Site(), m.id)
		w.club.must(err)
		if mover, ok := v.Match.Mover(); ok {
			_, err := node.Play(ctx, mover, playing.Turn{Match: m.id, Seen: v.Record.Seq, Move: "walk", Arrived: w.club.clock()})
			if kind := league.KindOf(err); err != nil && kind != league.Late {
				t.Fatal(err)
			}
		}
	case "gift":
		v, err := node.Match(ctx, league.Site(), m.id)
		w.club.must(err)
		if mover, ok := v.Match.Mover(); ok {
			giver := v.Match.Seats[1-v.Match.SeatOf(v.Match.SideOf(mover.ID))].Player
			_, err := node.GiveTime(ctx, giver, m.id, 1, fmt.Sprint(len(w.steps)), w.club.clock())
			if kind := league.KindOf(err); err != nil && kind != league.Late && kind != league.Illegal {
				t.Fatal(err)
			}
			if err == nil {
				m.budget += day
			}
		}
	case "plan":
		view, err := node.Vacation(ctx, ann)
		w.club.must(err)
		err = node.PlanVacation(ctx, ann, plan(len(view.Book.Planned)+1, "", 1), w.club.clock())
		if err != nil && league.KindOf(err) == league.Internal {
			t.Fatal(err)
		}
	case "end":
		w.club.must(node.EndVacation(ctx, ann, w.club.clock()))
	}
	w.both(func(o *office.Office) error { return o.Sweep(ctx) })
	w.both(func(o *office.Office) error { return o.ApplyDueVacations(ctx) })
}

// expire lets days pass until the match, which has no vacation, is over.
func (w *world) expire(m *watched) {
	for range 30 {
		if m.over.Over() {
			return
		}
		w.steps = append(w.steps, "expire")
		w.awake(20 * time.Hour)
		w.both(func(o *office.Office) error { return o.Sweep(context.Background()) })
		w.look()
	}
	w.t.Fatalf("%q: after 25 days nobody has lost on time", w.steps)
}

// look compares every match with what is fair.
func (w *world) look() {
	for _, m := range w.matches {
		v := w.club.whole(m.id)
		if m.over.Over() && (v.Record.Outcome() != m.over || len(v.Record.Log) != m.events) {
			w.t.Fatalf("%q: a match that was over has gone on: %v, %d events", w.steps, v.Record.Outcome(), len(v.Record.Log))
		}
		if out := v.Record.Outcome(); out.Ending == engine.Timeout && !m.over.Over() && m.passed+w.slack < m.budget {
			w.t.Fatalf("%q: lost on time after %v of %v: %s", w.steps, m.passed, m.budget, told(v))
		}
		m.over, m.events = v.Record.Outcome(), len(v.Record.Log)
		if v.Record.Seq != m.seen && !m.over.Over() {
			m.seen, m.passed, m.budget = v.Record.Seq, 0, v.Clocks.Bank[v.Clocks.Running-1]
		}
	}
	for _, p := range w.people {
		view, err := w.club.Vacation(context.Background(), p)
		w.club.must(err)
		var last time.Time
		for _, d := range view.Book.Days {
			if d.Vacation > 0 {
				continue
			}
			if !last.IsZero() && d.At.Sub(last) < 20*time.Hour { // each gives all matches a day
				w.t.Fatalf("%q: days of vacation were used at %v and %v", w.steps, last, d.At)
			}
			last = d.At
		}
	}
}

// TestTimeIsFairWhateverHappens is R8 and R9: two servers stop, go on, have their clocks jump, sweep
// at the same time; players move, give time and go on vacation. Nobody loses but by his
// own time, what is over stays over, two matches that expire together use one day, and
// what is stored follows from the logs.
func TestTimeIsFairWhateverHappens(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		c := newClubOf(t, open(), enginetest.Runners{})
		names := 0
		var timeouts, days int
		worlds(t, 100)
		rapid.Check(t, func(rt *rapid.T) {
			names++
			w := &world{club: c, t: rt, nodes: []*office.Office{c.node(), c.node()}}
			c.must(w.nodes[0].RecordHeartbeat(t.Context()))
			w.both(func(o *office.Office) error { return o.RecordHeartbeat(t.Context()) })
			for _, name := range []string{"Ann", "Bob"} {
				w.people = append(w.people, c.signedUp(fmt.Sprintf("%s %s", name, letters(names))))
			}
			for i := range 3 {
				o := c.mustPropose(w.people[i%2], func(p *playing.Proposal) {
					p.Rules, p.Opponent, p.Control = "runners/short", w.people[1-i%2].Name, "live"
				})
				m, err := c.accept(w.people[1-i%2], o.ID)
				c.must(err)
				w.matches = append(w.matches, &watched{id: m.ID})
				if i == 2 {
					w.matches = append(w.matches, &watched{id: c.without(m)})
				}
			}
			w.look()
			for range rapid.IntRange(5, 25).Draw(rt, "steps") {
				w.step()
				w.look()
			}
			w.expire(w.matches[len(w.matches)-1]) // so that no world says nothing of time that runs out
			for _, m := range w.matches {
				if m.over.Ending == engine.Timeout {
					timeouts++
				}
			}
			for _, p := range w.people {
				view, err := c.Vacation(t.Context(), p)
				c.must(err)
				days += len(view.Book.Days)
			}
		})
		t.Logf("%d worlds, %d matches lost on time, %d days of vacation", names, timeouts, days)
		if timeouts == 0 || days == 0 {
			t.Error("this proves nothing of time that runs out")
		}
	})
}

// worlds sets how many worlds rapid draws in a proof, a few in a check, and undoes it.
func worlds(t *testing.T, n int) {
	checks := flag.Lookup("rapid.checks").Value
	before := checks.String()
	t.Cleanup(func() { checks.Set(before) })
	if err := checks.Set(strconv.Itoa(enginetest.Sized(3, n))); err != nil {
		t.Fatal(err)
	}
}

// letters writes a number in letters, for names.
func letters(n int) (text string) {
	for ; n > 0; n /= 10 {
		text = string(rune('a'+n%10)) + text
	}
	return text
}
