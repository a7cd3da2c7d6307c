package office_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/analysis"
	"kickabout/engine/bot"
	"kickabout/engine/games"
	"kickabout/engine/games/streetsoccer"
	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/insight"
	"kickabout/league/office"
	playing "kickabout/league/play"
	"kickabout/store"
	"kickabout/store/storetest"
)

// broken is a bot that finds no move.
type broken struct{ asked *atomic.Int64 }

func (broken) ID() string { return "broken" }

func (broken) Name() string { return "Broken" }

func (broken) Summary() string { return "Finds no move." }

func (b broken) Move(engine.Position, *rand.Rand) engine.Move {
	b.asked.Add(1)
	panic("no idea")
}

func TestABotThatFailsKeepsNobodyWaiting(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		bad := broken{new(atomic.Int64)}
		c := newClub(t, open())
		c.Office = office.New(office.Over(c.store), core.Keys{Dealer: dealer{}, Site: dealer{}, Passwords: hasher{}}, games.All(), append([]bot.Bot{bad}, bot.All()...), c.clock, c.log)
		c.must(c.PutBots(t.Context()))
		p := c.guest()
		var stuck []league.Match
		for range 40 { // more than one look takes up
			m, err := c.begin(p, func(p *playing.Proposal) { p.Opponent, p.Kickoff = "bot:broken", league.KickoffYou })
			c.must(err)
			stuck = append(stuck, m)
		}
		c.wait(time.Millisecond) // it is due after them all
		sound, err := c.begin(p, func(p *playing.Proposal) { p.Kickoff = league.KickoffYou })
		c.must(err)
		for range 2 {
			if err := c.MoveBots(t.Context()); err == nil {
				t.Error("nothing is said of what failed")
			}
		}
		if v := c.mustMatch(sound.ID); v.Record.Moves()[0] != 1 {
			t.Error("the bot that moves has not moved")
		}
		if n := bad.asked.Load(); n != 40 {
			t.Fatalf("the bot that fails was asked %d times, want once for each match", n)
		}
		asked := func() int64 { // in a day
			before := bad.asked.Load()
			for range 24 * 60 {
				c.wait(time.Minute)
				c.MoveBots(t.Context())
			}
			return bad.asked.Load() - before
		}
		for _, m := range stuck[1:] {
			_, err := c.Resign(t.Context(), p, m.ID, c.clock())
			c.must(err)
		}
		if n := asked(); n < 20 || n > 40 {
			t.Errorf("in the first day it is asked %d times", n)
		}
		if lines := c.recheckMatch(stuck[0].ID, false); len(lines) > 0 {
			t.Errorf("a bot that waits is taken for a mistake: %q", lines)
		}
	})
}

// thinking is StreetSoccer whose thinkers do not answer before they may.
type thinking struct {
	engine.Game
	may chan struct{}
}

func (g thinking) Start(variant string) (engine.Position, error) {
	p, err := g.Game.Start(variant)
	return thoughtful{p, g}, err
}

type thoughtful struct {
	engine.Position
	of thinking
}

func (p thoughtful) Roll(throw ...int) (engine.Position, error) {
	after, err := p.Position.Roll(throw...)
	return thoughtful{after, p.of}, err
}

func (p thoughtful) Play(m engine.Move) (engine.Position, error) {
	after, err := p.Position.Play(m)
	return thoughtful{after, p.of}, err
}

func (p thoughtful) Think(_ bot.Level, r *rand.Rand) (engine.Move, float64) {
	<-p.of.may
	return p.Random(r), 2.5
}

func TestThinkingBotsKeepNobodyWaiting(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		g := thinking{streetsoccer.Game{}, make(chan struct{})}
		c := newClubOf(t, open(), g)
		p := c.guest()
		against := func(opponent string) string {
			m, err := c.begin(p, func(p *playing.Proposal) { p.Opponent, p.Kickoff = opponent, league.KickoffYou })
			c.must(err)
			return m.ID
		}
		var slow, quick []string
		for range 3 {
			slow = append(slow, against("bot:hard"))
		}
		for range 5 {
			quick = append(quick, against("bot:random"))
		}
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { c.Work(ctx); close(done) }()
		defer func() { stop(); <-done }()

		moved := func(ids []string) (n int) {
			for _, id := range ids {
				n += c.mustMatch(id).Record.Moves()[0]
			}
			return n
		}
		until(t, "the quick bots have moved", func() bool { return moved(quick) == len(quick) })
		if n := moved(slow); n > 0 {
			t.Errorf("%d moves were made before they were thought of", n)
		}
		close(g.may)
		until(t, "the thinking ones have moved too", func() bool { return moved(slow) == len(slow) })
	})
}

// TestWhoThinksWaitsWhileSomethingIsMoreUrgent has those who answer at once go on.
func TestWhoThinksWaitsWhileSomethingIsMoreUrgent(t *testing.T) {
	t.Parallel()
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	calm := make(chan struct{})
	c.Yield = func(ctx context.Context) {
		select {
		case <-calm:
		case <-ctx.Done():
		}
	}
	p, ids := c.guest(), map[string]string{}
	for _, opponent := range []string{"bot:random", "bot:greedy", "bot:hard"} {
		m, err := c.begin(p, func(p *playing.Proposal) { p.Opponent, p.Kickoff = opponent, league.KickoffYou })
		c.must(err)
		ids[opponent] = m.ID
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { c.Work(ctx); close(done) }()
	defer func() { stop(); <-done }()
	moved := func(opponent string) bool { return c.mustMatch(ids[opponent]).Record.Moves()[0] > 0 }
	until(t, "the quick bots have moved", func() bool { return moved("bot:random") && moved("bot:greedy") })
	if moved("bot:hard") {
		t.Error("it was thought of a move all the same")
	}
	close(calm)
	until(t, "the thinking one has moved too", func() bool { return moved("bot:hard") })
}

// until waits for something to happen.
func until(t *testing.T, what string, happened func() bool) {
	t.Helper()
	for range 6000 {
		if happened() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("it never comes to it that %s", what)
}

// givenUp returns a match that a guest has resigned after a few moves.
func (c *club) givenUp(p league.Player) league.Match {
	c.t.Helper()
	m, err := c.begin(p, nil)
	c.must(err)
	for range 3 {
		v := c.mustMatch(m.ID)
		_, err := c.Play(c.t.Context(), p, playing.Turn{Match: m.ID, Seen: v.Record.Seq, Move: anyMove(v), Arrived: c.clock()})
		c.must(err)
		c.must(c.MoveBots(c.t.Context()))
	}
	v, err := c.Resign(c.t.Context(), p, m.ID, c.clock())
	c.must(err)
	return v.Match
}

// analyseAll makes the analyses that are due.
func (c *club) analyseAll() (n int) {
	c.t.Helper()
	for {
		worked, err := c.AnalyseNext(c.t.Context())
		c.must(err)
		if !worked {
			return n
		}
		n++
	}
}

func TestWhatAFinishedMatchWasWorthIsFoundOnce(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		p := c.guest()
		running := c.mustBegin(p)
		m := c.givenUp(p)
		if _, err := c.Analysis(t.Context(), league.Site(), running.Match.ID); league.KindOf(err) != league.Stale {
			t.Errorf("of a match that goes on it is said: %v", err)
		}
		if a, err := c.Analysis(t.Context(), league.Site(), m.ID); err != nil || a.State != insight.AnalysisDue {
			t.Errorf("before it is made it is %q, %v", a.State, err)
		}
		if n := c.analyseAll(); n != 1 {
			t.Errorf("%d analyses were made", n)
		}
		a, err := c.Analysis(t.Context(), league.Site(), m.ID)
		if err != nil || a.State != insight.AnalysisMade {
			t.Fatalf("it is %q, %v", a.State, err)
		}
		if want := [2]int{0, 5000}; a.Found.Points != want {
			t.Errorf("a resignation of First pays %v", a.Found.Points)
		}
		for seat, w := range a.Worth {
			side := a.Record.SideOf(seat)
			if w.Points-w.Luck-w.Given != w.Adjusted || w.Given != a.Found.Given(side) || w.Decisions != a.Found.Decisions(side) || w.Cost != a.Found.Cost(side) || w.Cost < 0 {
				t.Errorf("seat %d: %+v", seat, w)
			}
		}
		if a.Worth[0].Luck != -a.Worth[1].Luck || a.Worth[0].Decisions == 0 {
			t.Errorf("it was worth %+v", a.Worth)
		}
	})
}

func TestAnAnalysisThatFailsIsGivenUpAndABetterJudgeTriesAgain(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		var waits []time.Duration
		s := open() // nobody waits after what failed
		c := newClubOver(t, &altered{Store: s, failAnalysis: func(ctx context.Context, match string, version int, problem string, after time.Duration) error {
			waits = append(waits, after)
			return s.FailAnalysis(ctx, match, version, problem, min(after, 1))
		}})
		m := c.givenUp(c.guest())
		c.Judge.Analyse = func(engine.Record, [2]int, func()) (analysis.Analysis, error) {
			if len(waits) == 1 {
				panic("out of range")
			}
			return analysis.Analysis{}, errors.New("no judgement")
		}
		for worked := true; worked; {
			var err error
			if worked, err = c.AnalyseNext(t.Context()); worked && err == nil {
				t.Fatal("nothing is said of what failed")
			}
		}
		if want := []time.Duration{20 * time.Second, 40 * time.Second, 80 * time.Second, 0}; !slices.Equal(waits, want) {
			t.Errorf("the pauses were %v, want %v", waits, want)
		}
		if a, err := c.Analysis(t.Context(), league.Site(), m.ID); err != nil || a.State != insight.AnalysisFailed {
			t.Errorf("it is %q, %v", a.State, err)
		}
		c.Judge = insight.StandardJudge()
		c.Judge.Version++
		if n := c.analyseAll(); n != 1 {
			t.Errorf("%d analyses were made", n)
		}
		if a, err := c.Analysis(t.Context(), league.Site(), m.ID); err != nil || a.State != insight.AnalysisMade {
			t.Errorf("it is %q, %v", a.State, err)
		}
	})
}
