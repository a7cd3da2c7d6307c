package clock_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kickabout/engine"
	"kickabout/engine/clock"
	"kickabout/engine/enginetest"
	"kickabout/engine/games/streetsoccer"
)

var start = time.Date(2027, 3, 28, 0, 30, 0, 0, time.UTC)

// match is a match under way with its control.
type match struct {
	t       fataler
	control clock.Control
	src     engine.Source
	record  engine.Record
}

type fataler interface{ Fatal(args ...any) }

func begin(t fataler, g engine.Game, control clock.Control, src engine.Source) *match {
	r, err := engine.Begin(g, g.Info().Variants[0].ID, start, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	m := &match{t, control, src, r}
	m.drive(start)
	return m
}

// add adds an event some time after the last one, and what follows without a decision.
func (m *match) add(after time.Duration, by engine.Side, act engine.Act, text string) {
	at := m.now().Add(after)
	r, err := m.record.Add(engine.Event{Seq: len(m.record.Log) + 1, At: at, By: by, Act: act, Text: text})
	if err != nil {
		m.t.Fatal(err)
	}
	m.record = r
	m.drive(at)
}

func (m *match) drive(at time.Time) {
	r, _, err := m.record.Drive(at, m.src)
	if err != nil {
		m.t.Fatal(err)
	}
	m.record = r
}

func (m *match) now() time.Time                      { return m.record.Log[len(m.record.Log)-1].At }
func (m *match) toMove() engine.Side                 { return m.record.Next().Side }
func (m *match) clocks() clock.Clocks                { return clock.Read(m.control, m.record) }
func (m *match) walk(d time.Duration)                { m.add(d, m.toMove(), engine.ActMove, "walk") }
func (m *match) left(side engine.Side) time.Duration { return m.clocks().Left(side, m.now()) }

// small is a control with which sums are easy.
var small = clock.Control{ID: "small", Bank: 10 * time.Hour, Increment: 3 * time.Hour, Cap: 12 * time.Hour}

// want compares what both sides have left after the last event.
func (m *match) want(t *testing.T, what string, first, second time.Duration) {
	t.Helper()
	if a, b := m.left(engine.First), m.left(engine.Second); a != first || b != second {
		t.Errorf("%s: %v and %v are left, want %v and %v", what, a, b, first, second)
	}
}

func TestClocks(t *testing.T) {
	const h = time.Hour
	m := begin(t, enginetest.Runners{}, small, enginetest.Script(t, 1, 1, 1, 1, 1, 2, 1, 1))
	m.want(t, "at the start", 10*h, 10*h)
	m.walk(4 * h)
	m.want(t, "a move spends and earns", 9*h, 10*h)
	m.walk(10 * time.Minute)
	m.want(t, "a bank never passes the cap", 9*h, 12*h)
	m.add(2*h, engine.NoSide, engine.ActTime, "first 7200")
	m.want(t, "given time counts at once, and interrupts nothing", 9*h, 12*h)
	m.add(0, engine.NoSide, engine.ActTime, "first 72000")
	m.want(t, "given time may pass the cap", 29*h, 12*h)
	m.add(h, engine.First, engine.ActOrder, "ask")
	m.want(t, "an order interrupts nothing", 28*h, 12*h)
	m.walk(h)
	m.want(t, "the next own move cuts to the cap", 12*h, 12*h)
	m.walk(12 * h)
	m.want(t, "who moves in the last moment has the increment", 12*h, 3*h)
	m.add(5*h, engine.First, engine.ActMove, "jump")
	if m.toMove() != engine.First {
		t.Fatal("First has no second move")
	}
	m.want(t, "each move of a turn counts", 10*h, 3*h)
	m.walk(0)
	m.want(t, "a move made the moment it is due earns nothing", 10*h, 3*h)
	m.add(time.Minute, engine.NoSide, engine.ActTime, "second 3600")
	m.want(t, "time may be given to a running clock", 10*h, 4*h-time.Minute)
	if want := m.now().Add(4*h - time.Minute); !m.clocks().Deadline().Equal(want) {
		t.Errorf("the deadline is %v, want %v", m.clocks().Deadline(), want)
	}
	m.add(h, engine.First, engine.ActResign, "")
	m.want(t, "the clock that ran stops with a resignation", 10*h, 3*h-time.Minute)
	if c := m.clocks(); c.Running != engine.NoSide || !c.Deadline().IsZero() {
		t.Errorf("after the end %v's clock runs until %v", c.Running, c.Deadline())
	}
}

func TestARestStopsOneClock(t *testing.T) {
	const h = time.Hour
	m := begin(t, enginetest.Runners{}, small, enginetest.Script(t, 1, 1, 1, 1))
	rest := func(after time.Duration, side engine.Side, d time.Duration) {
		until := m.now().Add(after + d)
		m.add(after, engine.NoSide, engine.ActRest, engine.RestText(side, until))
		if c := m.clocks(); c.Rest[side-1] != until || c.Rests(side, m.now()) != (d > 0) || c.Rests(side, until) {
			t.Errorf("the rest of %v until %v is %v", side, until, c.Rest)
		}
	}
	rest(4*h, engine.First, 48*h)
	m.want(t, "what was used before the rest is used", 6*h, 10*h)
	if d := m.clocks().Deadline(); !d.Equal(start.Add((4 + 48 + 6) * h)) {
		t.Errorf("the deadline is %v", d.Sub(start))
	}
	rest(47*h, engine.First, 10*h)
	m.want(t, "a later rest takes the place of the first", 6*h, 10*h)
	rest(2*h, engine.First, 0)
	m.want(t, "the rest was ended", 6*h, 10*h)
	m.add(h, engine.NoSide, engine.ActTime, "first 3600")
	m.want(t, "the clock runs again", 6*h, 10*h)
	rest(0, engine.Second, 5*h)
	m.walk(h)
	m.want(t, "the rest of the other stops nothing", 8*h, 10*h)
	m.walk(5 * h)
	m.want(t, "who rests before his turn begins loses what comes after", 8*h, 12*h)
	if used, want := m.clocks().UsedBy(m.now()), [2]time.Duration{5 * h, h}; used != want {
		t.Errorf("%v are used, want %v: without rests and the hour that the platform gave", used, want)
	}
	rest(h, engine.First, 9*h)
	m.walk(3 * h)
	m.want(t, "who moves in a rest earns the increment", 10*h, 12*h)
	m.add(15*h, engine.NoSide, engine.ActTimeout, "second")
	m.want(t, "a timeout leaves nothing", 10*h, 0)
	if used, want := m.clocks().UsedBy(m.now().Add(h)), [2]time.Duration{6 * h, 16 * h}; used != want {
		t.Errorf("%v are used at the end, want %v", used, want)
	}
}

func TestAControlHoldsFromTheNextMoveOn(t *testing.T) {
	const h = time.Hour
	m := begin(t, enginetest.Runners{}, clock.Controls()[0], enginetest.Script(t, 1, 1, 1, 1))
	m.add(h, engine.NoSide, engine.ActControl, "fast")
	m.want(t, "a bank keeps what it has", 239*h, 240*h)
	if c := m.clocks().Control; c.ID != "fast" {
		t.Errorf("the control is %v", c)
	}
	m.walk(h)
	m.want(t, "until its side's next move", 120*h, 240*h)
	m.walk(200 * h)
	m.want(t, "which earns the new increment", 120*h, 52*h)
	m.add(0, engine.NoSide, engine.ActControl, "unheard")
	m.walk(10 * h)
	m.want(t, "a control that nobody knows changes nothing", 120*h, 52*h)
}

func TestTheDeadlineItselfIsInTime(t *testing.T) {
	m := begin(t, enginetest.Runners{}, small, enginetest.Script(t, 1, 1))
	c := m.clocks()
	deadline := c.Deadline()
	for _, q := range []struct {
		at   time.Time
		want time.Duration
	}{
		{deadline.Add(-time.Millisecond), time.Millisecond},
		{deadline, 0},
		{deadline.Add(time.Millisecond), 0},
		{start.Add(-time.Hour), small.Bank},
	} {
		if left := c.Left(engine.First, q.at); left != q.want {
			t.Errorf("%v is left at the deadline and %v, want %v", left, q.at.Sub(deadline), q.want)
		}
	}
	if left := c.Left(engine.Second, deadline); left != small.Bank {
		t.Errorf("the other side has %v left, want all of it", left)
	}
	m.walk(deadline.Sub(m.now()))
	if bank := m.clocks().Bank[0]; bank != small.Increment {
		t.Errorf("a move at the deadline leaves %v, want the increment", bank)
	}
}

func TestATimeoutLeavesNothing(t *testing.T) {
	for _, late := range []time.Duration{0, clock.Grace, time.Hour} {
		m := begin(t, enginetest.Runners{}, small, enginetest.Script(t, 1))
		m.add(small.Bank+late, engine.NoSide, engine.ActTimeout, "first")
		m.want(t, fmt.Sprintf("flagged %v after the deadline", late), 0, small.Bank)
		if bank := m.clocks().Bank[0]; bank != 0 {
			t.Errorf("flagged %v after the deadline, the bank is %v", late, bank)
		}
	}
}

// dice throws with a generator.
type dice struct{ *rand.Rand }

func (d dice) Draw(_ uint32, _ string, _, sides int) (int, error) { return 1 + d.IntN(sides), nil }

// TestTheLongestMatchIsThatOfTheRules plays whole matches in which every move
// comes in the last moment, and compares with the table of league rules 11.
func TestTheLongestMatchIsThatOfTheRules(t *testing.T) {
	const day = 24 * time.Hour
	want := map[string][2]time.Duration{ // for 26 and for 36 moves of each side
		"lg":   {95 * day, 125 * day},
		"slow": {81 * day, 111 * day},
		"fast": {31 * day, 41 * day},
		"live": {248 * time.Hour, 328 * time.Hour}, // 10.3 and 13.7 days
	}
	if len(clock.Controls()) != len(want) {
		t.Errorf("%d controls, want %d", len(clock.Controls()), len(want))
	}
	for _, control := range clock.Controls() {
		var seen [2]bool
		for seed := uint64(0); seen != [2]bool{true, true}; seed++ {
			r := rand.New(rand.NewPCG(seed, 1))
			m := begin(t, streetsoccer.Game{}, control, dice{r})
			moves := 0
			for ; m.toMove() != engine.NoSide; moves++ {
				move := string(m.record.Position.Random(r))
				m.add(m.left(m.toMove()), m.toMove(), engine.ActMove, move)
			}
			if moves != 52 && moves != 72 {
				continue // ended in sudden death
			}
			i := (moves - 52) / 20
			seen[i] = true
			if lasted := m.now().Sub(start); lasted != want[control.ID][i] {
				t.Errorf("%s: %d moves last %v, want %v", control.ID, moves, lasted, want[control.ID][i])
			}
		}
	}
}

func TestCatalogue(t *testing.T) {
	for _, c := range clock.Controls() {
		if found, err := clock.ByID(c.ID); found != c || err != nil {
			t.Errorf("%q is found as %v, %v", c.ID, found, err)
		}
		if c.Bank > c.Cap || c.Increment > c.Bank || c.Name == "" {
			t.Errorf("%+v makes no sense", c)
		}
	}
	if c := clock.Controls()[0]; c.ID != "lg" {
		t.Errorf("the default is %q, want lg", c.ID)
	}
	if _, err := clock.ByID("none"); !errors.Is(err, engine.ErrUnknown) {
		t.Errorf("error %v, want one that wraps ErrUnknown", err)
	}
}

// hourglasses are the clocks kept step by step while a match goes on, where Read
// has nothing but the log.
type hourglasses struct {
	control clock.Control
	bank    [2]time.Duration
	rest    [2]time.Time
}

// pass lets time go by from a moment on while a side's clock runs.
func (g *hourglasses) pass(running engine.Side, from time.Time, d time.Duration) {
	if running == engine.NoSide {
		return
	}
	if rest := g.rest[running-1].Sub(from); rest > 0 {
		d = max(0, d-rest)
	}
	g.bank[running-1] -= d
}

// TestReadingTheLogGivesTheBanks is R-TC-5: the log and its timestamps are enough.
// Whatever happens, nobody loses time but by their own turn.
func TestReadingTheLogGivesTheBanks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		control := rapid.SampledFrom(clock.Controls()).Draw(t, "control")
		m := begin(t, enginetest.Runners{}, control, dice{rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "dice"), 0))})
		glasses := hourglasses{control: control, bank: [2]time.Duration{control.Bank, control.Bank}}
		moment := func(name string, most time.Duration) time.Duration {
			return time.Duration(rapid.Int64Range(0, most.Milliseconds()).Draw(t, name)) * time.Millisecond
		}
		turn := m.clocks().Since // when the running turn began
		for m.toMove() != engine.NoSide {
			running := m.toMove()
			side := rapid.SampledFrom([]engine.Side{engine.First, engine.Second}).Draw(t, "side")
			after := moment("after", m.clocks().Deadline().Sub(m.now()))
			from, due, before, now := len(m.record.Log), turn, m.clocks(), m.now().Add(after)
			glasses.pass(running, m.now(), after)
			switch rapid.SampledFrom([]string{"move", "move", "move", "seal", "move", "time", "gift", "rest", "control", "order", "end"}).Draw(t, "what") {
			case "move":
				m.add(after, running, engine.ActMove, rapid.SampledFrom([]string{"walk", "jump"}).Draw(t, "move"))
			case "seal": // nobody's clock runs until the move is shown
				m.add(after, running, engine.ActSeal, "")
				for range rapid.IntRange(0, 2).Draw(t, "gifts") {
					m.add(moment("sealed", 100*time.Hour), engine.NoSide, engine.ActTime, side.String()+" 3600")
					glasses.bank[side-1] += time.Hour
				}
				m.add(moment("sealed", 100*time.Hour), running, engine.ActMove, "walk")
			case "time":
				gift := rapid.IntRange(0, 500_000).Draw(t, "gift")
				m.add(after, engine.NoSide, engine.ActTime, fmt.Sprintf("%s %d", side, gift))
				glasses.bank[side-1] += time.Duration(gift) * time.Second
			case "gift":
				m.add(after, side.Other(), engine.ActTime, side.String()+" 86400")
				glasses.bank[side-1] += 24 * time.Hour
			case "rest":
				glasses.rest[side-1] = now.Add(moment("rest", 100*time.Hour))
				m.add(after, engine.NoSide, engine.ActRest, engine.RestText(side, glasses.rest[side-1]))
			case "control":
				glasses.control = rapid.SampledFrom(clock.Controls()).Draw(t, "the new control")
				m.add(after, engine.NoSide, engine.ActControl, glasses.control.ID)
			case "order":
				m.add(after, side, engine.ActOrder, rapid.SampledFrom([]string{"ask", "walk"}).Draw(t, "order"))
			case "end":
				m.add(after, side, engine.ActResign, "")
			}
			sealed, free := false, false
			for _, e := range m.record.Log[from:] {
				instant := e.At.Equal(due) // as by standing order
				switch {
				case e.Act == engine.ActSeal:
					sealed, free = true, instant
					continue
				case e.Act == engine.ActMove && sealed:
					instant, sealed = free, false
				}
				if e.Act == engine.ActMove || e.Act == engine.ActRoll {
					due, turn = e.At, e.At
				}
				if e.Act == engine.ActMove && !instant {
					c := glasses.control
					glasses.bank[e.By-1] = min(glasses.bank[e.By-1]+c.Increment, c.Cap)
					if bank := m.clocks().Bank[e.By-1]; bank > c.Cap {
						t.Fatalf("after its own move %v has %v, more than the cap", e.By, bank)
					}
				}
			}
			for i, side := range []engine.Side{engine.First, engine.Second} {
				if left := m.left(side); left != glasses.bank[i] {
					t.Fatalf("after event %d %v has %v left, want %v", len(m.record.Log), side, left, glasses.bank[i])
				}
				if had := before.Left(side, now); m.left(side) < min(had, glasses.control.Cap) {
					t.Fatalf("an event takes %v from %v", had-m.left(side), side)
				}
				if used, was := m.clocks().UsedBy(now)[i], before.UsedBy(now)[i]; used > was {
					t.Fatalf("an event makes %v of %v the time that %v has used", used, was, side)
				}
			}
			c := m.clocks()
			if c.Running == engine.NoSide {
				continue
			}
			begins := m.now()
			if rest := glasses.rest[c.Running-1]; rest.After(begins) {
				begins = rest
			}
			if !c.Deadline().Equal(begins.Add(glasses.bank[c.Running-1])) {
				t.Fatalf("the deadline is %v", c.Deadline())
			}
		}
	})
}
