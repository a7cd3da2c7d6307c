package office_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kickabout/engine"
	"kickabout/engine/bot"
	"kickabout/engine/clock"
	"kickabout/engine/enginetest"
	"kickabout/engine/games"
	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/office"
	playing "kickabout/league/play"
	"kickabout/league/setting"
	"kickabout/league/transcript"
	"kickabout/store"
	"kickabout/store/storetest"
)

// onDatabases is storetest.Each for what the services decide, which is the same on every database: a
// proof runs such a test on each, a check runs it on a file, and about one in sixteen on PostgreSQL as
// well, always the same ones. What the services ask of a database is tested on each below them (store/storetest),
// and what happens at the same moment, or behind the store's back, is here, by storetest.Each.
func onDatabases(t *testing.T, test func(t *testing.T, open func() *store.Store)) {
	t.Helper()
	if enginetest.InSample(16, t.Name()) {
		storetest.Each(t, test)
		return
	}
	t.Run("sqlite", func(t *testing.T) {
		d := storetest.SQLite(t)
		test(t, func() *store.Store { return storetest.Open(t, d) })
	})
}

// club is an office on a real database, whose clock the test turns.
type club struct {
	*office.Office
	t       testing.TB
	store   Store
	log     *slog.Logger
	deliver func(*club) // what an act has raised; nil: as a server does
	fails   bool        // on purpose: what cannot be delivered is no failure of the test

	mu  sync.Mutex
	now time.Time
}

// newClub is an office on a database. That this is a Store is said here once: the compiler takes hundredths of a second to
// see it, at each call that would hand one over.
func newClub(t testing.TB, s *store.Store) *club {
	t.Helper()
	return newClubOver(t, s)
}

// newClubOver is newClub with a store of which a test does some things itself.
func newClubOver(t testing.TB, s Store) *club {
	t.Helper()
	return newClubOf(t, s, games.All()...)
}

// newClubOf is newClub with other games to play.
func newClubOf(t testing.TB, s Store, list ...engine.Game) *club {
	t.Helper()
	c := &club{t: t, store: s, log: slog.New(slog.DiscardHandler), now: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)}
	c.Office = office.New(office.Over(s), core.Keys{Dealer: dealer{}, Site: dealer{}, Passwords: hasher{}}, list, bot.All(), c.clock, c.log)
	c.Site.Locked = setting.AllGames()
	if err := c.PutBots(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.recognised)
	return c
}

func (c *club) clock() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *club) setTime(now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = now
}

// sleep lets time pass on a site that is not: nothing is swept.
func (c *club) sleep(d time.Duration) { c.setTime(c.clock().Add(d)) }

// wait lets time pass on a site that is awake: what falls is swept.
func (c *club) wait(d time.Duration) {
	c.t.Helper()
	c.setTime(c.clock().Add(d))
	c.swept()
}

// guest makes a player.
func (c *club) guest() league.Player {
	c.t.Helper()
	p, err := c.Admit(context.Background(), c.NewToken())
	if err != nil {
		c.t.Fatal(err)
	}
	return p
}

// begin starts a match of a player against the weakest bot; change alters what is asked for.
func (c *club) begin(p league.Player, change func(*playing.Proposal)) (league.Match, error) {
	proposal := playing.Proposal{
		Reservation: c.Reserve().ID, Rules: "streetsoccer/lg", Opponent: "bot:random",
		Kickoff: league.KickoffMe, Control: "lg", Contribution: "luck",
	}
	if change != nil {
		change(&proposal)
	}
	return c.Begin(context.Background(), p, proposal)
}

func (c *club) mustBegin(p league.Player) playing.View {
	c.t.Helper()
	m, err := c.begin(p, nil)
	if err != nil {
		c.t.Fatal(err)
	}
	return c.mustMatch(m.ID)
}

func (c *club) mustMatch(id string) playing.View {
	c.t.Helper()
	v, err := c.Match(context.Background(), league.Site(), id)
	if err != nil {
		c.t.Fatal(err)
	}
	return v
}

// anyMove returns a legal move of a match as it stands.
func anyMove(v playing.View) engine.Move {
	for m := range v.Record.Position.Moves() {
		return m
	}
	return ""
}

func TestBotsPlayAMatchToItsEndByThemselves(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		if err := c.BeginDemo(t.Context()); err != nil {
			t.Fatal(err)
		}
		running, err := c.Running(t.Context(), league.Site(), 5)
		if err != nil || len(running) != 1 {
			t.Fatalf("running: %v, %v", running, err)
		}
		id := running[0].ID
		for moves := 0; ; moves++ {
			v := c.mustMatch(id)
			if v.Record.Next().Over() {
				break
			}
			if moves > 1000 { // the longest of some thousand had 358
				t.Fatal("the match does not end")
			}
			if err := c.MoveBots(t.Context()); err != nil {
				t.Fatal(err)
			}
			if after := c.mustMatch(id); after.Record.Seq != v.Record.Seq {
				t.Fatal("bots move before their ten seconds are over")
			}
			c.wait(10 * time.Second)
			if err := c.MoveBots(t.Context()); err != nil {
				t.Fatal(err)
			}
			if after := c.mustMatch(id); after.Record.Seq == v.Record.Seq {
				t.Fatal("no bot moved")
			}
		}
		over := c.mustMatch(id)
		if _, ok := league.Standard().Points(over.Record.Outcome()); !ok {
			t.Errorf("the ending %q has no price", over.Record.Outcome().Ending)
		}
		proof, err := c.Proof(t.Context(), over)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := transcript.Read(proof.Encode(), games.ByID); err != nil {
			t.Errorf("the dice do not hold: %v", err)
		}
		_, finished, err := c.Latest(t.Context(), league.Site(), 0, 5)
		if err != nil || len(finished) != 1 || finished[0].State.Outcome != over.Record.Outcome() {
			t.Errorf("finished: %v, %v", finished, err)
		}
	})
}

func TestThereIsAlwaysSomethingToWatchAndNeverTooMuch(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	for range 10 {
		if err := c.BeginDemo(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if running, err := c.Running(t.Context(), league.Site(), 100); err != nil || len(running) != 3 {
		t.Errorf("%d demo matches, %v", len(running), err)
	}
}

func TestWhatThereIsToWatchGoesRoundTheGamesAndVariants(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	seen := map[string]int{}
	for range 20 {
		now := map[string]bool{}
		for range 3 {
			if err := c.BeginDemo(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		running, err := c.Running(t.Context(), league.Site(), 100)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range running {
			now[m.Game+"/"+m.Variant] = true
			seen[m.Game+"/"+m.Variant]++
		}
		if len(now) != 3 {
			t.Errorf("at one time there is only %v to watch", now)
		}
		c.wait(1000 * 24 * time.Hour) // all are lost on time
		if err := c.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for _, g := range c.Games() {
		for _, v := range g.Info().Live() {
			if seen[g.Info().ID+"/"+v.ID] == 0 {
				t.Errorf("%s/%s was never to be watched: %v", g.Info().ID, v.ID, seen)
			}
		}
	}
}

func TestALotForTheKickOffFollowsFromTheDice(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	p := c.guest()
	first := map[int]int{}
	for range 30 {
		m, err := c.begin(p, func(p *playing.Proposal) { p.Kickoff = league.KickoffLot })
		if err != nil {
			t.Fatal(err)
		}
		v := c.mustMatch(m.ID)
		first[v.Record.First]++
		if len(m.Log[0].Draws) != 1 || m.Log[0].Draws[0].E != 1 || m.Log[1].Draws[0].E != 1 {
			t.Fatalf("the lot and the kick-off throw are not one event: %+v", m.Log[:2])
		}
		proof, err := c.Proof(t.Context(), v)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := transcript.Read(proof.Encode(), games.ByID); err != nil {
			t.Fatal(err)
		}
	}
	if first[0] == 0 || first[1] == 0 {
		t.Errorf("30 lots fell %v", first)
	}
}

func TestTheHeadIsFixedBeforeTheContribution(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	r := c.Reserve()
	m, err := c.begin(c.guest(), func(p *playing.Proposal) { p.Reservation = r.ID })
	if err != nil {
		t.Fatal(err)
	}
	if m.ID != r.ID || m.GID != r.GID || m.Head != r.Head {
		t.Error("the match is not the one that was reserved")
	}
	for i := range r.ID {
		forged := r.ID[:i] + string(r.ID[i]^1) + r.ID[i+1:]
		if _, err := c.begin(c.guest(), func(p *playing.Proposal) { p.Reservation = forged }); league.Fields(err)["reservation"] == nil {
			t.Fatalf("a reservation changed at %d is taken: %v", i, err)
		}
	}
}

func TestTheSweepEndsWhatIsOverdueAndNothingElse(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		p := c.guest()
		late := c.mustBegin(p)
		c.wait(time.Hour)
		soon := c.mustBegin(p)
		for _, step := range []struct {
			name         string
			now          time.Time
			late, ending engine.Ending
		}{
			{"at the deadline", late.Clocks.Deadline(), "", ""},
			{"within the grace", late.Clocks.Deadline().Add(clock.Grace), "", ""},
			{"after the grace", late.Clocks.Deadline().Add(clock.Grace + time.Millisecond), engine.Timeout, ""},
			{"an hour later, twice over", soon.Clocks.Deadline().Add(2 * clock.Grace), engine.Timeout, engine.Timeout},
		} {
			c.setTime(step.now)
			for range 2 {
				if err := c.Sweep(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			for id, want := range map[string]engine.Ending{late.Match.ID: step.late, soon.Match.ID: step.ending} {
				m, err := c.store.Match(t.Context(), league.Site(), id)
				if err != nil {
					t.Fatal(err)
				}
				if m.State.Outcome.Ending != want {
					t.Errorf("%s: %q, want %q", step.name, m.State.Outcome.Ending, want)
				}
			}
		}
		v := c.mustMatch(late.Match.ID)
		last := v.Record.Log[len(v.Record.Log)-1]
		if last.Act != engine.ActTimeout || !last.At.Equal(late.Clocks.Deadline()) || v.Record.Outcome().Winner != engine.Second {
			t.Errorf("the end is %+v, %+v", last, v.Record.Outcome())
		}
	})
}

func TestReadingAnOverdueMatchShowsItFallenAndWritesNothing(t *testing.T) {
	first := func(list []league.Match, err error) (league.State, error) { return list[0].State, err }
	for name, read := range map[string]func(*club, league.Player, string) (league.State, error){
		"by its page": func(c *club, _ league.Player, id string) (league.State, error) {
			v, err := c.Match(c.t.Context(), league.Site(), id)
			return v.Match.State, err
		},
		"by a list": func(c *club, p league.Player, _ string) (league.State, error) {
			return first(c.MatchesOf(c.t.Context(), league.Site(), p.ID, 9))
		},
		"by watching": func(c *club, _ league.Player, _ string) (league.State, error) {
			return first(c.Running(c.t.Context(), league.Site(), 9))
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
			p := c.guest()
			v := c.mustBegin(p)
			c.setTime(v.Clocks.Deadline().Add(2 * clock.Grace))
			shown, err := read(c, p, v.Match.ID)
			c.must(err)
			if shown.Outcome.Ending != engine.Timeout {
				t.Errorf("shown is %+v", shown)
			}
			m, err := c.store.Match(t.Context(), league.Site(), v.Match.ID)
			if err != nil || m.State.Last != v.Match.State.Last {
				t.Errorf("written is %+v, %v", m.State, err)
			}
			c.must(c.Sweep(t.Context()))
			if m, err = c.store.Match(t.Context(), league.Site(), v.Match.ID); err != nil || !cmp.Equal(m.State, shown) {
				t.Errorf("swept is %+v, shown was %+v, %v", m.State, shown, err)
			}
		})
	}
}

func TestALateActSettlesAMatch(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	p := c.guest()
	v := c.mustBegin(p)
	c.setTime(v.Clocks.Deadline().Add(2 * clock.Grace))
	_, _ = c.Resign(t.Context(), p, v.Match.ID, c.Now())
	if m, err := c.store.Match(t.Context(), league.Site(), v.Match.ID); err != nil || m.State.Outcome.Ending != engine.Timeout {
		t.Errorf("%+v, %v", m.State.Outcome, err)
	}
}

func TestAMoveThatArrivedInTimeCountsHoweverLateItIsProcessed(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	p := c.guest()
	v := c.mustBegin(p)
	deadline := v.Clocks.Deadline()
	turn := playing.Turn{Match: v.Match.ID, Seen: v.Record.Seq, Move: anyMove(v), Arrived: deadline}
	c.setTime(deadline.Add(time.Hour)) // the queue was long, and the sweep was late as well
	after, err := c.Play(t.Context(), p, turn)
	if err != nil {
		t.Fatal(err)
	}
	if after.Clocks.Bank[0] != 36*time.Hour {
		t.Errorf("who moved at his deadline has %v, want the increment alone", after.Clocks.Bank[0])
	}
}

func TestAVisitKeepsNothing(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	token := c.NewToken()
	if p, err := c.Visitor(t.Context(), token); err != nil || p.ID != "" {
		t.Errorf("%v, %v", p, err)
	}
	first, err := c.Admit(t.Context(), token)
	if err != nil {
		t.Fatal(err)
	}
	again, err := c.Admit(t.Context(), token)
	if err != nil || again.ID != first.ID {
		t.Errorf("the same token is %v and then %v, %v", first, again, err)
	}
	for _, forged := range []string{"", "x", token + "0", strings.Replace(token, ".", "", 1), "A" + token} {
		if _, err := c.Admit(t.Context(), forged); league.KindOf(err) != league.Forbidden {
			t.Errorf("the token %q is taken: %v", forged, err)
		}
	}
}

func TestTheSameTokenTwiceAtOnceIsOneGuest(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		for range 20 {
			token := c.NewToken()
			var ids [4]string
			var all sync.WaitGroup
			for i := range ids {
				all.Go(func() {
					p, err := c.Admit(context.Background(), token)
					if err != nil {
						t.Error(err)
					}
					ids[i] = p.ID
				})
			}
			all.Wait()
			if ids[0] == "" || fmt.Sprint(ids) != fmt.Sprint([4]string{ids[0], ids[0], ids[0], ids[0]}) {
				t.Fatalf("four players: %v", ids)
			}
		}
	})
}
