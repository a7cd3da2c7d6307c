package storetest_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"kickabout/engine"
	"kickabout/engine/games/streetsoccer"
	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

// seeded throws dice from a seed.
type seeded struct{ *rand.Rand }

func (s seeded) Draw(_ uint32, _ string, _, sides int) (int, error) { return 1 + s.IntN(sides), nil }

// TestRealMatchesAreReadAsTheyWerePlayed plays StreetSoccer at random, stores each
// turn as it comes, and replays what is read back.
func TestRealMatchesAreReadAsTheyWerePlayed(t *testing.T) {
	game := streetsoccer.Game{}
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		for n := range 5 {
			dice := seeded{rand.New(rand.NewPCG(uint64(n), 7))}
			lot := engine.SeatsDraw()
			lot.Face = 1 + n%2
			record, err := engine.Begin(game, "lg", noon, 0, &lot)
			must(t, err)
			record, _, err = record.Drive(noon, dice)
			must(t, err)
			m := newMatch(n)
			m.Log, m.State = record.Log, stateOf(record)
			create(t, s, m)

			for at := noon; !record.Next().Over(); {
				at = at.Add(time.Duration(dice.IntN(1_000_000)) * time.Millisecond)
				seen := len(record.Log)
				record = played(t, record, at, dice)
				p := league.Progress{Match: m.ID, Seen: seen, Arrived: at, Events: record.Log[seen:], State: stateOf(record)}
				must(t, s.Append(t.Context(), p))
				m = after(m, p)
			}
			wantMatch(t, s, m)

			got, err := s.Match(t.Context(), league.Site(), m.ID)
			must(t, err)
			again, err := engine.Replay(game, got.Variant, got.Log)
			must(t, err)
			if again.Position.String() != got.State.Position || again.Outcome() != got.State.Outcome {
				t.Errorf("the log read back comes to %q, %v; the match to %q, %v",
					again.Position, again.Outcome(), got.State.Position, got.State.Outcome)
			}
		}
	})
}

// played adds a random move, and what needs no decision after it.
func played(t *testing.T, r engine.Record, at time.Time, dice seeded) engine.Record {
	t.Helper()
	r, err := r.Add(engine.Event{
		Seq: len(r.Log) + 1, At: at, By: r.Next().Side, Act: engine.ActMove, Text: string(r.Position.Random(dice.Rand)),
	})
	must(t, err)
	r, _, err = r.Drive(at, dice)
	must(t, err)
	return r
}

// stateOf returns the state of a record; its side to move has a day from the last event.
func stateOf(r engine.Record) league.State {
	last := r.Log[len(r.Log)-1]
	s := league.State{
		Last: last.Seq, Position: r.Position.String(), First: r.First, ToMove: r.Next().Side,
		Score: r.Score(), Moved: last.At, Outcome: r.Outcome(),
	}
	if s.ToMove != engine.NoSide {
		s.Deadline = last.At.Add(day)
	}
	return s
}

// TestAnyMatchIsReadAsItWasWritten writes matches of arbitrary content, in one
// piece and event by event.
func TestAnyMatchIsReadAsItWasWritten(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob", "cleo")
		made := 0
		rapid.Check(t, func(rt *rapid.T) {
			made++
			want := anyMatch(rt, made)
			whole := rapid.IntRange(1, len(want.Log)).Draw(rt, "events written at once")
			m := want
			m.Log = want.Log[:whole]
			m.State = anyState(rt, m.Log, whole == len(want.Log))
			if err := s.CreateMatch(t.Context(), m); err != nil {
				rt.Fatal(err)
			}
			for at := whole; at < len(want.Log); {
				to := rapid.IntRange(at+1, len(want.Log)).Draw(rt, "up to")
				p := league.Progress{
					Match: m.ID, Seen: at, Events: want.Log[at:to],
					State: anyState(rt, want.Log[:to], to == len(want.Log)),
				}
				if err := s.Append(t.Context(), p); err != nil {
					rt.Fatal(err)
				}
				m, at = after(m, p), to
			}
			got, err := s.Match(t.Context(), league.Site(), m.ID)
			if err != nil {
				rt.Fatal(err)
			}
			if diff := cmp.Diff(m, got); diff != "" {
				rt.Fatalf("-written +read:\n%s", diff)
			}
		})
	})
}

// text is whatever a database may hold: any Unicode but the NUL that PostgreSQL refuses.
func text() *rapid.Generator[string] {
	return rapid.StringOf(rapid.Rune().Filter(func(r rune) bool { return r != 0 }))
}

// moments returns times in whole milliseconds.
func moments() *rapid.Generator[time.Time] {
	return rapid.Map(rapid.Int64Range(1, 4e12), func(ms int64) time.Time { return time.UnixMilli(ms).UTC() })
}

// anyMatch returns a match whose log is sound in what the store looks at, and any otherwise.
func anyMatch(rt *rapid.T, n int) league.Match {
	m := newMatch(n)
	players := []league.Player{person("ann"), person("bob"), person("cleo")}
	for i := range m.Seats {
		m.Seats[i].Player = rapid.SampledFrom(players).Draw(rt, "player")
		m.Seats[i].Contribution = string(rapid.SliceOfN(rapid.Byte(), 0, 64).Draw(rt, "contribution"))
	}
	copy(m.Head[:], rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(rt, "head"))
	m.Variant, m.Control = text().Draw(rt, "variant"), text().Draw(rt, "control")
	m.Created = moments().Draw(rt, "created")
	m.Log = nil
	for seq := range rapid.IntRange(1, 12).Draw(rt, "events") {
		m.Log = append(m.Log, anyEvent(rt, seq+1))
	}
	return m
}

// anyEvent returns an event with up to three throws.
func anyEvent(rt *rapid.T, seq int) engine.Event {
	e := engine.Event{
		Seq: seq, At: moments().Draw(rt, "at"), By: anySide(rt),
		Act:  engine.Act("a" + text().Draw(rt, "act")),
		Text: text().Draw(rt, "text"),
	}
	label, from := text().Draw(rt, "label"), rapid.IntRange(0, 9).Draw(rt, "k")
	for k := range rapid.IntRange(0, 3).Draw(rt, "throws") {
		sides := rapid.IntRange(1, 256).Draw(rt, "sides")
		e.Draws = append(e.Draws, engine.Draw{
			E: uint32(1<<32 - 1 - seq), Label: "l" + label, K: from + k, Sides: sides,
			Face: rapid.IntRange(1, sides).Draw(rt, "face"),
		})
	}
	return e
}

// anyState returns a state after a log, of a match that is over or not.
func anyState(rt *rapid.T, log []engine.Event, mayBeOver bool) league.State {
	score := rapid.IntRange(0, 99)
	s := league.State{
		Last: len(log), Position: text().Draw(rt, "position"), First: rapid.IntRange(0, 1).Draw(rt, "first"),
		Score: [2]int{score.Draw(rt, "goals"), score.Draw(rt, "goals")}, Moved: moments().Draw(rt, "moved"),
	}
	if mayBeOver && rapid.Bool().Draw(rt, "over") {
		ending := rapid.SampledFrom(slices.Concat(engine.PlatformEndings(), streetsoccer.Game{}.Info().Endings)).Draw(rt, "ending")
		s.Outcome = engine.Outcome{Ending: ending, Winner: anySide(rt), Score: s.Score}
		return s
	}
	s.ToMove = engine.Side(rapid.IntRange(1, 2).Draw(rt, "to move"))
	s.Deadline = moments().Draw(rt, "deadline")
	if rapid.Bool().Draw(rt, "a bot's turn") {
		s.Due = moments().Draw(rt, "due")
	}
	return s
}

func anySide(rt *rapid.T) engine.Side {
	return engine.Side(rapid.IntRange(0, 2).Draw(rt, "side"))
}

// A match keeps what it pays, whichever scoring terms can name.
func TestAMatchKeepsWhatItPays(t *testing.T) { // R-PT-3
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann")
		admit(t, s, "bob")
		for i, id := range league.Scorings() {
			m := newMatch(i + 1)
			m.Pays = id
			wantMatch(t, s, create(t, s, m))
		}
	})
}
