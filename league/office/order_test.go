package office_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/clock"
	"kickabout/engine/enginetest"
	"kickabout/league"
	"kickabout/league/office"
	playing "kickabout/league/play"
	"kickabout/store"
	"kickabout/store/storetest"
)

// runners is a club that plays enginetest.Runners, whose standing order "walk"
// decides every turn.
func runners(t *testing.T, s Store) *club {
	return newClubOf(t, s, enginetest.Runners{})
}

// track begins a match of Runners between two members; the first has the first move.
func (c *club) track(first, second string) (one, two league.Player, v playing.View) {
	c.t.Helper()
	one, two = c.signedUp(first), c.signedUp(second)
	o := c.mustPropose(one, func(p *playing.Proposal) { p.Rules, p.Opponent = "runners/short", two.Name })
	m, err := c.accept(two, o.ID)
	if err != nil {
		c.t.Fatal(err)
	}
	return one, two, c.mustMatch(m.ID)
}

// acts lists what happened after an event: "first order walk".
func acts(v playing.View, after int) []string {
	var list []string
	for _, e := range v.Record.Log[after:] {
		if e.Act != engine.ActRoll {
			list = append(list, e.By.String()+" "+string(e.Act)+" "+e.Text)
		}
	}
	return list
}

func TestAnOrderDecidesAtOnceAndFromThenOn(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := runners(t, open())
		one, two, v := c.track("Ann", "Bob")
		c.wait(time.Hour)
		after, err := c.Order(t.Context(), one, v.Match.ID, "walk", c.clock())
		if err != nil {
			t.Fatal(err)
		}
		if got, want := acts(after, len(v.Record.Log)), []string{"first order walk", "first move walk"}; !reflect.DeepEqual(got, want) {
			t.Fatalf("what followed is %v, want %v", got, want)
		}
		if after.Record.Next().Side != engine.Second || after.Clocks.Running != engine.Second {
			t.Fatalf("the match waits for %+v, the clock of %s runs", after.Record.Next(), after.Clocks.Running)
		}
		c.wait(time.Minute)
		next, err := c.Play(t.Context(), two, playing.Turn{Match: v.Match.ID, Seen: after.Record.Seq, Move: "walk", Arrived: c.clock()})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := acts(next, len(after.Record.Log)), []string{"second move walk", "first move walk"}; !reflect.DeepEqual(got, want) {
			t.Errorf("what followed is %v, want %v", got, want)
		}
		if stored := c.mustMatch(v.Match.ID); !reflect.DeepEqual(stored, next) {
			t.Errorf("stored is\n%+v, answered\n%+v", stored, next)
		}
	})
}

func TestAnOrderOutOfTurnStopsNoClockAndMakesNoMoveStale(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := runners(t, open())
		one, two, v := c.track("Ann", "Bob")
		known := c.noticedOf(one, league.MatchNotice)
		c.wait(time.Hour)
		after, err := c.Order(t.Context(), two, v.Match.ID, "walk", c.clock())
		if err != nil {
			t.Fatal(err)
		}
		if after.Clocks != v.Clocks || !after.Match.State.Deadline.Equal(v.Match.State.Deadline) || after.Record.Seq != v.Record.Seq {
			t.Errorf("the clocks are %+v, were %+v; the deadline is %s, was %s; what is to be seen is %d, was %d",
				after.Clocks, v.Clocks, after.Match.State.Deadline, v.Match.State.Deadline, after.Record.Seq, v.Record.Seq)
		}
		if n := c.noticedOf(one, league.MatchNotice); n != known {
			t.Errorf("%d notices of an order that decided nothing", n-known)
		}
		c.wait(time.Hour)
		next, err := c.Play(t.Context(), one, playing.Turn{Match: v.Match.ID, Seen: v.Record.Seq, Move: "walk", Key: "k", Arrived: c.clock()})
		if err != nil {
			t.Fatalf("the move of a page from before the order: %v", err)
		}
		if got, want := acts(next, len(after.Record.Log)), []string{"first move walk", "second move walk"}; !reflect.DeepEqual(got, want) {
			t.Errorf("what followed is %v, want %v", got, want)
		}
		control, _ := clock.ByID("lg")
		if want := [2]time.Duration{control.Cap, control.Cap}; next.Clocks.Bank != want {
			t.Errorf("the banks are %v, want %v", next.Clocks.Bank, want)
		}
		if n := c.noticedOf(one, league.MatchNotice); n != known+1 {
			t.Errorf("%d notices of the moves, want 1", n-known)
		}
		again, err := c.Play(t.Context(), one, playing.Turn{Match: v.Match.ID, Seen: v.Record.Seq, Move: "walk", Key: "k", Arrived: c.clock()})
		if err != nil || !reflect.DeepEqual(again, next) {
			t.Errorf("the same move again is answered with\n%+v, %v, want\n%+v", again, err, next)
		}
	})
}

// noticedOf counts a player's notices of a kind.
func (c *club) noticedOf(p league.Player, kind league.NoticeKind) int {
	c.t.Helper()
	notices, err := c.Notices(c.t.Context(), p.ID, 0, 1000)
	if err != nil {
		c.t.Fatal(err)
	}
	n := 0
	for _, notice := range notices {
		if notice.Kind == kind {
			n++
		}
	}
	return n
}

func TestAnOrderMayBeTakenBackAndGivenAgain(t *testing.T) {
	c := runners(t, storetest.Open(t, storetest.SQLite(t)))
	_, two, v := c.track("Ann", "Bob")
	for i, order := range []string{"ask", "walk", "walk", "ask", "walk", "walk"} {
		after, err := c.Order(t.Context(), two, v.Match.ID, order, c.clock())
		if err != nil || after.Record.Orders[1] != order {
			t.Fatalf("order %d: %q holds, %v", i, after.Record.Orders, err)
		}
	}
	got, want := acts(c.mustMatch(v.Match.ID), len(v.Record.Log)), []string{"second order walk", "second order ask", "second order walk"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the log has %v, want %v: the order that holds is none", got, want)
	}
}

func TestTwoOrdersPlayAMatchToItsEnd(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := runners(t, open())
		one, two, v := c.track("Ann", "Bob")
		if _, err := c.Order(t.Context(), two, v.Match.ID, "walk", c.clock()); err != nil {
			t.Fatal(err)
		}
		over, err := c.Order(t.Context(), one, v.Match.ID, "walk", c.clock())
		if err != nil || over.Record.Outcome().Ending != engine.Target {
			t.Fatalf("the match came to %+v, %v", over.Record.Outcome(), err)
		}
		if stored := c.mustMatch(v.Match.ID); !reflect.DeepEqual(stored, over) || stored.Match.State.Outcome != over.Record.Outcome() {
			t.Errorf("stored is\n%+v, answered\n%+v", stored, over)
		}
		if _, err := c.Order(t.Context(), one, v.Match.ID, "ask", c.clock()); league.KindOf(err) != league.Late {
			t.Errorf("an order after the end: %v", err)
		}
	})
}

func TestABotPlaysAgainstAnOrder(t *testing.T) {
	c := runners(t, storetest.Open(t, storetest.SQLite(t)))
	p := c.guest()
	m, err := c.begin(p, func(p *playing.Proposal) { p.Rules = "runners/short" })
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Order(t.Context(), p, m.ID, "walk", c.clock()); err != nil {
		t.Fatal(err)
	}
	for range 100 {
		if c.mustMatch(m.ID).Record.Next().Over() {
			return
		}
		c.wait(time.Second)
		if err := c.MoveBots(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	t.Errorf("the match does not end: %v", acts(c.mustMatch(m.ID), 0))
}

func TestOrdersThatAreRefused(t *testing.T) {
	c := newClubOf(t, storetest.Open(t, storetest.SQLite(t)), enginetest.Runners{}, newClub(t, storetest.Open(t, storetest.SQLite(t))).Games()[0])
	one, two, v := c.track("Ann", "Bob")
	soccer := c.mustBegin(one)
	visitor := c.guest() // has no vacation
	overdue := c.mustBegin(visitor)
	before := len(v.Record.Log)
	for _, x := range []struct {
		name      string
		player    league.Player
		id, order string
		after     time.Duration
		want      league.Kind
	}{
		{"of somebody who watches", c.guest(), v.Match.ID, "walk", 0, league.Forbidden},
		{"of nobody", league.Player{}, v.Match.ID, "walk", 0, league.Forbidden},
		{"that the game does not have", one, v.Match.ID, "run", 0, league.Illegal},
		{"without a name", two, v.Match.ID, "", 0, league.Illegal},
		{"in a game without orders", one, soccer.Match.ID, "walk", 0, league.Illegal},
		{"without a name in a game without orders", one, soccer.Match.ID, "", 0, league.Illegal},
		{"in a match that is none", one, "none", "walk", 0, league.NotFound},
		{"after the deadline", visitor, overdue.Match.ID, "walk", overdue.Clocks.Deadline().Sub(c.clock()) + time.Millisecond, league.Late},
	} {
		if _, err := c.Order(t.Context(), x.player, x.id, x.order, c.clock().Add(x.after)); league.KindOf(err) != x.want {
			t.Errorf("an order %s: %v, want %s", x.name, err, x.want)
		}
	}
	if v := c.mustMatch(v.Match.ID); len(v.Record.Log) != before {
		t.Errorf("refused orders left %v", acts(v, before))
	}
}

// TestAnOrderAndAMoveAtOnce lets a page move, two give the same order and a sweep look
// in the same instant, on two nodes: the order holds in the end, the turn that all had
// seen is decided once, and the log is whole. Whoever got in first starts later the next
// time, the more so the longer it kept winning: a machine on which one of the two is
// always quicker sees both outcomes as well.
func TestAnOrderAndAMoveAtOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		c := runners(t, s)
		nodes := []*office.Office{c.Office, newRival(c, s)}
		p, moved := c.guest(), 0
		var lead, step time.Duration // how long the move waits for the others; less than 0: they wait
		n := enginetest.Size(400)
		for range n {
			m, err := c.begin(p, func(p *playing.Proposal) { p.Rules = "runners/short" })
			if err != nil {
				t.Fatal(err)
			}
			v := c.mustMatch(m.ID)
			barrier := make(chan struct{})
			var all sync.WaitGroup
			for k := range 4 {
				o := nodes[k%2]
				all.Go(func() {
					<-barrier
					var err error
					switch k {
					case 0:
						time.Sleep(lead)
						_, err = o.Play(context.Background(), p, playing.Turn{Match: m.ID, Seen: v.Record.Seq, Move: "jump", Arrived: c.clock()})
						if league.KindOf(err) == league.Stale || league.KindOf(err) == league.Late {
							err = nil
						}
					case 1, 2:
						time.Sleep(-lead)
						_, err = o.Order(context.Background(), p, m.ID, "walk", c.clock())
						if league.KindOf(err) == league.Late { // the jump and the order behind it won the match
							err = nil
						}
					default:
						time.Sleep(-lead)
						err = o.Sweep(context.Background())
					}
					if err != nil {
						t.Error(err)
					}
				})
			}
			close(barrier)
			all.Wait()
			after := c.mustMatch(m.ID)
			jumps, orders, decided := 0, 0, ""
			for _, e := range after.Record.Log[v.Record.Seq:] {
				switch {
				case e.Act == engine.ActOrder:
					orders++
				case e.Act == engine.ActMove && decided == "":
					decided = e.Text
				}
				if e.Text == "jump" {
					jumps++
				}
			}
			if orders != 1 || after.Record.Orders[0] != "walk" || jumps > 1 || (jumps == 1) != (decided == "jump") {
				t.Fatalf("the match has %v", acts(after, 0))
			}
			if after.Match.State.Last != len(after.Record.Log) || after.Match.State.Position != after.Record.Position.String() {
				t.Fatalf("the state is %+v of a log of %d events at %q", after.Match.State, len(after.Record.Log), after.Record.Position)
			}
			moved += jumps
			if jumps == 1 {
				step = max(2*step, 50*time.Microsecond)
			} else {
				step = min(2*step, -50*time.Microsecond)
			}
			lead += step
		}
		t.Logf("%d of %d matches: the move got in first", moved, n)
		if moved == 0 || moved == n {
			t.Errorf("the move got in first %d of %d times: the race was none", moved, n)
		}
	})
}

// TestAMatchEndsUnderEveryOrder plays a match of every variant that has standing orders
// for each of these, given by both sides at the start: what they decide is decided in
// the same moment, nobody is asked for it, and the log replays.
func TestAMatchEndsUnderEveryOrder(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	ann, bob := c.signedUp("Ann"), c.signedUp("Bob")
	r := rand.New(rand.NewPCG(14, 14))
	for _, g := range c.Games() {
		for _, v := range g.Info().Live() {
			rules, err := g.Info().Ruleset(v.ID)
			if err != nil {
				t.Fatal(err)
			}
			for _, o := range rules.Options() { // a short match will do
				rules, _ = rules.With(o.ID, slices.Min(o.Values))
			}
			decided := 0
			for _, order := range v.Orders {
				t.Run(g.Info().ID+"/"+rules.String()+" "+order.ID, func(t *testing.T) {
					offer := c.mustPropose(ann, func(p *playing.Proposal) { p.Rules, p.Opponent = g.Info().ID+"/"+rules.String(), bob.Name })
					if _, err := c.accept(bob, offer.ID); err != nil {
						t.Fatal(err)
					}
					decided += c.underOrder(t, offer.ID, order.ID, []league.Player{ann, bob}, r)
				})
			}
			if len(v.Orders) > 0 && decided == 0 {
				t.Errorf("no order of %s/%s decides anything", g.Info().ID, v.ID)
			}
		}
	}
}

// underOrder plays a match at random to its end and returns how many moves the order
// decided.
func (c *club) underOrder(t *testing.T, id, order string, seats []league.Player, r *rand.Rand) int {
	t.Helper()
	for _, p := range seats {
		if _, err := c.Order(t.Context(), p, id, order, c.clock()); err != nil {
			t.Fatal(err)
		}
	}
	auto, made := c.mustMatch(id).Record.Game.(engine.Auto), 0
	for v := c.mustMatch(id); !v.Record.Next().Over(); made++ {
		side := v.Record.Next().Side
		if m, ok := auto.Auto(v.Record.Position, order); ok {
			t.Fatalf("the match waits for %s, which the order decides in %s", m, v.Record.Position)
		}
		c.wait(time.Second)
		var err error
		if v, err = c.Play(t.Context(), seats[v.Record.SeatOf(side)], playing.Turn{Match: id, Seen: v.Record.Seq, Move: v.Record.Position.Random(r), Arrived: c.clock()}); err != nil {
			t.Fatal(err)
		}
	}
	over := c.mustMatch(id)
	again, err := engine.Replay(over.Record.Game, over.Match.Variant, over.Record.Log)
	if err != nil || again.Position.String() != over.Match.State.Position {
		t.Errorf("the log comes to %v, %v, want %s", again.Position, err, over.Match.State.Position)
	}
	decided := -made
	for i, e := range over.Record.Log {
		if e.Act == engine.ActMove {
			decided++
		}
		if i > 0 && e.At.Sub(over.Record.Log[i-1].At) > time.Second {
			t.Errorf("event %d comes %v after the one before", e.Seq, e.At.Sub(over.Record.Log[i-1].At))
		}
	}
	t.Logf("%d moves were made, the order decided %d, and it ended %v", made, decided, over.Record.Outcome())
	return decided
}
