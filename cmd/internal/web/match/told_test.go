package match

import (
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/dice"
	"kickabout/engine/games/streetsoccer"
	"kickabout/league"
	"kickabout/league/play"
	"kickabout/views/study"
)

// toldView is a match of so many moves, with values that begin with a letter, on which the moves hang too.
func toldView(t *testing.T, moves int, letter byte) play.View {
	t.Helper()
	random := rand.New(rand.NewPCG(1, uint64(letter)))
	r, err := engine.Begin(streetsoccer.Game{}, "lg", time.Time{}, 0, nil)
	for range moves {
		if err != nil {
			break
		}
		if r, _, err = r.Drive(time.Time{}, lots{random}); err == nil {
			r, err = r.Add(engine.Event{Seq: len(r.Log) + 1, By: r.Next().Side, Act: engine.ActMove, Text: string(r.Position.Random(random))})
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	m := league.Match{ID: "one"}
	for i := range r.Log {
		m.Chain = append(m.Chain, append([]byte{letter, byte(i)}, make([]byte, len(dice.Digest{})-2)...))
	}
	return play.View{Match: m, Record: r}
}

// lots throws what a generator gives.
type lots struct{ *rand.Rand }

func (l lots) Draw(_ uint32, _ string, _, sides int) (int, error) { return 1 + l.IntN(sides), nil }

func TestWhatIsToldOfARecordIsKeptForThatRecordAlone(t *testing.T) {
	k := newTellings()
	short, long := toldView(t, 9, 'a'), toldView(t, 17, 'a')
	if len(short.Record.Log) >= len(long.Record.Log) {
		t.Fatalf("%d and %d events", len(short.Record.Log), len(long.Record.Log))
	}
	other, before, due := toldView(t, 17, 'b'), toldView(t, 16, 'b'), toldView(t, 17, 'b')
	due.Match.Chain = before.Match.Chain // what follows is not written yet
	for i, v := range []play.View{short, short, long, short, long, other, due, before, due, long, other} {
		told, anew := k.of(v), study.NewReplay(v.Record, v.Match.ID)
		if !reflect.DeepEqual(told.Replay.Boards(), anew.Boards()) || !reflect.DeepEqual(told.Replay.Plies(), anew.Plies()) || told.Replay.Record.Seq != v.Record.Seq {
			t.Errorf("look %d shows %d boards, not %d", i+1, told.Replay.Last(), anew.Last())
		}
	}
	nobody := long
	nobody.Match.Chain = nil
	if told := k.of(nobody); told.Choices != nil || told.Replay.Match != "" {
		t.Error("what nobody knows again is kept")
	}
	made := 0
	choices := func(v play.View, turned bool) {
		k.of(v).Choices(turned, func() study.TurnChoices { made++; return study.TurnChoices{} })
	}
	for range 2 {
		for _, v := range []play.View{short, long, other, before, due} {
			choices(v, true)
			choices(v, false)
		}
	}
	if made != 10 {
		t.Errorf("the choices of ten turns are made %d times", made)
	}
}
