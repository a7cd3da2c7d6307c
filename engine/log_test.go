package engine_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/enginetest"
	"kickabout/engine/games/streetsoccer"
)

// at returns the moment n seconds into a match.
func at(n int) time.Time { return time.Date(2027, 5, 1, 12, 0, n, 0, time.UTC) }

// begin returns a match of Runners or StreetSoccer with seat 0 First.
func begin(t testing.TB, g engine.Game) engine.Record {
	t.Helper()
	r, err := engine.Begin(g, g.Info().Variants[0].ID, at(0), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// next returns the event that comes next in a match.
func next(r engine.Record, by engine.Side, act engine.Act, text string) engine.Event {
	return engine.Event{Seq: len(r.Log) + 1, At: at(len(r.Log)), By: by, Act: act, Text: text}
}

// add adds an event that must be accepted.
func add(t testing.TB, r engine.Record, by engine.Side, act engine.Act, text string) engine.Record {
	t.Helper()
	after, err := r.Add(next(r, by, act, text))
	if err != nil {
		t.Fatalf("%s %q: %v", act, text, err)
	}
	return after
}

// move adds a move of the side that must move, then drives.
func move(t testing.TB, r engine.Record, src engine.Source, m string) engine.Record {
	t.Helper()
	return drive(t, add(t, r, r.Next().Side, engine.ActMove, m), src)
}

// drive makes what needs no player.
func drive(t testing.TB, r engine.Record, src engine.Source) engine.Record {
	t.Helper()
	after, _, err := r.Drive(at(len(r.Log)), src)
	if err != nil {
		t.Fatal(err)
	}
	return after
}

// draws writes the throws of a log: "1 kickoff 0:6 1:4" for E, label, and each K
// with its face.
func draws(log []engine.Event) []string {
	var texts []string
	for _, e := range log {
		if len(e.Draws) == 0 {
			continue
		}
		text := fmt.Sprintf("%d %s", e.Draws[0].E, e.Draws[0].Label)
		for _, d := range e.Draws {
			text += fmt.Sprintf(" %d:%d", d.K, d.Face)
		}
		texts = append(texts, text)
	}
	return texts
}

// sameDraws compares the throws of a log.
func sameDraws(t *testing.T, log []engine.Event, want ...string) {
	t.Helper()
	if got := draws(log); !slices.Equal(got, want) {
		t.Errorf("throws\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestKickOffTiesCountOn(t *testing.T) {
	r := drive(t, begin(t, streetsoccer.Game{}), enginetest.Script(t, 3, 3, 5, 5, 6, 4))
	sameDraws(t, r.Log, "1 kickoff 0:3 1:3", "1 kickoff 2:5 3:5", "1 kickoff 4:6 5:4")
	if want := "place Y c1d5 d0c6 d5 2 1 0:0 -"; r.Position.String() != want {
		t.Errorf("the position is %q, want %q", r.Position, want)
	}
}

func TestALotForTheSeatsSharesTheFirstDiceEvent(t *testing.T) {
	lot := engine.SeatsDraw()
	lot.Face = 2
	r, err := engine.Begin(streetsoccer.Game{}, "lg", at(0), 0, &lot)
	if err != nil {
		t.Fatal(err)
	}
	if r.First != 1 || r.SideOf(1) != engine.First || r.SideOf(0) != engine.Second ||
		r.SeatOf(engine.First) != 1 || r.SeatOf(engine.Second) != 0 || r.SeatOf(engine.NoSide) != -1 {
		t.Errorf("face 2 makes seat %d First", r.First)
	}
	r = drive(t, r, enginetest.Script(t, 6, 4))
	sameDraws(t, r.Log, "1 seats 0:2", "1 kickoff 0:6 1:4")
}

func TestADiceEventEndsWithTheFirstOtherEvent(t *testing.T) {
	src := enginetest.Script(t, 6, 4, 2, 5)
	r := drive(t, begin(t, streetsoccer.Game{}), src)
	for _, m := range []string{"Pb7c3e8", "Pb3d8e4", "Bf5", "Me4f5|Be4"} {
		r = move(t, r, src, m)
	}
	sameDraws(t, r.Log, "1 kickoff 0:6 1:4", "2 die 0:2", "3 die 0:5")
}

func TestARestartThrownAgainStaysInItsDiceEvent(t *testing.T) {
	src := enginetest.Script(t, 5, 6, 6, 1, 5)
	r := drive(t, begin(t, streetsoccer.Game{}), src)
	for _, m := range []string{"Pb2b4d7", "Pa5c8f5", "Be6", "Mc6e6|B##"} {
		r = move(t, r, src, m)
	}
	sameDraws(t, r.Log, "1 kickoff 0:5 1:6", "2 die 0:6", "3 restart 0:1", "3 restart 1:5")
	if r.Score() != [2]int{0, 1} || r.Next().Side != engine.First {
		t.Errorf("score %v, next %+v", r.Score(), r.Next())
	}
}

func TestLabelsCountEachForItselfInADiceEvent(t *testing.T) {
	src := enginetest.Script(t, 1, 3, 3, 2, 2)
	r := drive(t, begin(t, enginetest.Runners{}), src)
	r = move(t, r, src, "jump") // thrown again twice, then on, and the same side throws again
	sameDraws(t, r.Log, "1 die 0:1", "2 jump 0:3", "2 jump 1:3", "2 jump 2:2", "2 die 0:2")
	if r.Next().Side != engine.First {
		t.Errorf("next is %+v, want the same side", r.Next())
	}
}

func TestOrdersAndGivenTimeEndADiceEventButMakeNoMoveStale(t *testing.T) {
	r := begin(t, enginetest.Runners{})
	r = add(t, r, engine.Second, engine.ActOrder, "ask")
	if r.Seq != 1 {
		t.Errorf("an order raises Seq to %d", r.Seq)
	}
	src := enginetest.Script(t, 2, 1, 4)
	r = drive(t, r, src)
	if r.Seq != 3 {
		t.Errorf("after a throw Seq is %d, want 3", r.Seq)
	}
	r = add(t, r, engine.NoSide, engine.ActTime, "second 86400")
	r = add(t, r, engine.First, engine.ActOrder, "ask")
	r = add(t, r, engine.Second, engine.ActTime, "first 60")
	r = add(t, r, engine.NoSide, engine.ActRest, engine.RestText(engine.First, at(9999)))
	r = add(t, r, engine.NoSide, engine.ActControl, "fast")
	if r.Seq != 3 {
		t.Errorf("given time, an order, a rest and a control raise Seq to %d", r.Seq)
	}
	r = add(t, r, engine.First, engine.ActMove, "jump")
	if r.Seq != 9 {
		t.Errorf("after a move Seq is %d, want 9", r.Seq)
	}
	again := next(r, engine.NoSide, engine.ActRoll, "3") // thrown again, but something comes in between
	again.Draws = []engine.Draw{{E: 2, Label: "jump", K: 0, Sides: 3, Face: 3}}
	r, err := r.Add(again)
	if err != nil {
		t.Fatal(err)
	}
	r = add(t, r, engine.NoSide, engine.ActTime, "first 0")
	r = drive(t, r, src)
	sameDraws(t, r.Log, "1 die 0:2", "2 jump 0:3", "3 jump 0:1", "3 die 0:4")
}

func TestAddLeavesTheReceiverAlone(t *testing.T) {
	src := enginetest.Script(t, 2, 1)
	r := drive(t, begin(t, enginetest.Runners{}), src)
	for range 3 { // so that the log has room behind it
		r = add(t, r, engine.First, engine.ActOrder, "ask")
	}
	log := slices.Clone(r.Log)
	walk := add(t, r, engine.First, engine.ActMove, "walk")
	jump := add(t, r, engine.First, engine.ActMove, "jump")
	driven := drive(t, walk, src)
	otherwise := drive(t, walk, enginetest.Script(t, 4))
	resigned := add(t, walk, engine.First, engine.ActResign, "")
	if n := len(log); walk.Log[n].Text != "walk" || jump.Log[n].Text != "jump" {
		t.Errorf("the logs hold %q and %q", walk.Log[n].Text, jump.Log[n].Text)
	}
	if n := len(walk.Log); driven.Log[n].Text != "1" || otherwise.Log[n].Text != "4" || resigned.Log[n].Act != engine.ActResign {
		t.Errorf("the logs hold throws of %q and %q and a %q", driven.Log[n].Text, otherwise.Log[n].Text, resigned.Log[n].Act)
	}
	if !slices.EqualFunc(r.Log, log, sameEvent) || r.Position.String() != "first 0 0 2 move" {
		t.Errorf("the receiver has become %v at %q", r.Log, r.Position)
	}
}

// sameEvent compares events, throws and all.
func sameEvent(a, b engine.Event) bool {
	return a.Seq == b.Seq && a.At.Equal(b.At) && a.By == b.By && a.Act == b.Act && a.Text == b.Text && slices.Equal(a.Draws, b.Draws)
}

func TestEventsThatMayNotStandWhereTheyDo(t *testing.T) {
	src := enginetest.Script(t, 2)
	start := begin(t, enginetest.Runners{}) // a throw is due
	ready := drive(t, start, src)           // First must move
	over := add(t, ready, engine.First, engine.ActResign, "")
	sealed := add(t, ready, engine.First, engine.ActSeal, "")
	die := []engine.Draw{{E: 1, Label: "die", K: 0, Sides: 4, Face: 2}}
	changed := func(change func(*engine.Draw)) []engine.Draw {
		draw := die[0]
		change(&draw)
		return []engine.Draw{draw}
	}
	for _, c := range []struct {
		name  string
		r     engine.Record
		event engine.Event
		kind  error
	}{
		{"a number left out", ready, engine.Event{Seq: 4, At: at(9), By: engine.First, Act: engine.ActMove, Text: "walk"}, engine.ErrParse},
		{"a number given twice", ready, engine.Event{Seq: 2, At: at(9), By: engine.First, Act: engine.ActMove, Text: "walk"}, engine.ErrParse},
		{"an event older than the last", ready, engine.Event{Seq: 3, At: at(-9), By: engine.First, Act: engine.ActMove, Text: "walk"}, engine.ErrParse},
		{"seats again", ready, next(ready, engine.NoSide, engine.ActSeats, "0 runners/short"), engine.ErrParse},
		{"an unknown act", ready, next(ready, engine.NoSide, "dance", ""), engine.ErrParse},
		{"no act", ready, next(ready, engine.NoSide, "", ""), engine.ErrParse},
		{"a move of the other side", ready, next(ready, engine.Second, engine.ActMove, "walk"), engine.ErrIllegal},
		{"a move of nobody", ready, next(ready, engine.NoSide, engine.ActMove, "walk"), engine.ErrParse},
		{"a move that is none", ready, next(ready, engine.First, engine.ActMove, "fly"), engine.ErrIllegal},
		{"a move before the throw", start, next(start, engine.First, engine.ActMove, "walk"), engine.ErrIllegal},
		{"a move after the end", over, next(over, engine.First, engine.ActMove, "walk"), engine.ErrIllegal},
		{"a move with throws", ready, engine.Event{Seq: 3, At: at(9), By: engine.First, Act: engine.ActMove, Text: "walk", Draws: die}, engine.ErrParse},
		{"a throw of a player", start, engine.Event{Seq: 2, At: at(9), By: engine.First, Act: engine.ActRoll, Text: "2", Draws: die}, engine.ErrParse},
		{"a throw that is not due", ready, engine.Event{Seq: 3, At: at(9), Act: engine.ActRoll, Text: "2", Draws: die}, engine.ErrIllegal},
		{"a throw without draws", start, engine.Event{Seq: 2, At: at(9), Act: engine.ActRoll, Text: "2"}, engine.ErrParse},
		{"a throw too many", start, engine.Event{Seq: 2, At: at(9), Act: engine.ActRoll, Text: "2 2", Draws: append(die, die...)}, engine.ErrParse},
		{"a text that is not that of the throw", start, engine.Event{Seq: 2, At: at(9), Act: engine.ActRoll, Text: "3", Draws: die}, engine.ErrParse},
		{"another dice event", start, engine.Event{Seq: 2, At: at(9), Act: engine.ActRoll, Text: "2", Draws: changed(func(d *engine.Draw) { d.E = 2 })}, engine.ErrParse},
		{"another label", start, engine.Event{Seq: 2, At: at(9), Act: engine.ActRoll, Text: "2", Draws: changed(func(d *engine.Draw) { d.Label = "jump" })}, engine.ErrParse},
		{"another index", start, engine.Event{Seq: 2, At: at(9), Act: engine.ActRoll, Text: "2", Draws: changed(func(d *engine.Draw) { d.K = 1 })}, engine.ErrParse},
		{"another die", start, engine.Event{Seq: 2, At: at(9), Act: engine.ActRoll, Text: "2", Draws: changed(func(d *engine.Draw) { d.Sides = 6 })}, engine.ErrParse},
		{"a face that is not on the die", start, engine.Event{Seq: 2, At: at(9), Act: engine.ActRoll, Text: "5", Draws: changed(func(d *engine.Draw) { d.Face = 5 })}, engine.ErrIllegal},
		{"a seal of the other side", ready, next(ready, engine.Second, engine.ActSeal, ""), engine.ErrIllegal},
		{"a seal of nobody", ready, next(ready, engine.NoSide, engine.ActSeal, ""), engine.ErrParse},
		{"a seal with a text", ready, next(ready, engine.First, engine.ActSeal, "walk"), engine.ErrParse},
		{"a seal before the throw", start, next(start, engine.First, engine.ActSeal, ""), engine.ErrIllegal},
		{"a second seal", sealed, next(sealed, engine.First, engine.ActSeal, ""), engine.ErrIllegal},
		{"a move of the other side after a seal", sealed, next(sealed, engine.Second, engine.ActMove, "walk"), engine.ErrIllegal},
		{"a time-out after a seal", sealed, next(sealed, engine.NoSide, engine.ActTimeout, "first"), engine.ErrIllegal},
		{"an unknown order", ready, next(ready, engine.Second, engine.ActOrder, "run"), engine.ErrIllegal},
		{"an order of nobody", ready, next(ready, engine.NoSide, engine.ActOrder, "walk"), engine.ErrParse},
		{"an order after the end", over, next(over, engine.First, engine.ActOrder, "walk"), engine.ErrIllegal},
		{"a resignation with a text", ready, next(ready, engine.First, engine.ActResign, "sorry"), engine.ErrParse},
		{"a resignation of nobody", ready, next(ready, engine.NoSide, engine.ActResign, ""), engine.ErrParse},
		{"a second resignation", over, next(over, engine.Second, engine.ActResign, ""), engine.ErrIllegal},
		{"a time-out of the side that waits", ready, next(ready, engine.NoSide, engine.ActTimeout, "second"), engine.ErrIllegal},
		{"a time-out while a throw is due", start, next(start, engine.NoSide, engine.ActTimeout, "first"), engine.ErrIllegal},
		{"a time-out of nobody", ready, next(ready, engine.NoSide, engine.ActTimeout, ""), engine.ErrParse},
		{"a time-out that a player claims", ready, next(ready, engine.Second, engine.ActTimeout, "first"), engine.ErrParse},
		{"time taken away", ready, next(ready, engine.NoSide, engine.ActTime, "first -1"), engine.ErrParse},
		{"time for nobody", ready, next(ready, engine.NoSide, engine.ActTime, " 60"), engine.ErrParse},
		{"time without a number", ready, next(ready, engine.NoSide, engine.ActTime, "first"), engine.ErrParse},
		{"time with a sign", ready, next(ready, engine.NoSide, engine.ActTime, "first +5"), engine.ErrParse},
		{"time with zeros in front", ready, next(ready, engine.NoSide, engine.ActTime, "first 007"), engine.ErrParse},
		{"time in other units", ready, next(ready, engine.NoSide, engine.ActTime, "first 1h"), engine.ErrParse},
		{"time that a player gives himself", ready, next(ready, engine.First, engine.ActTime, "first 60"), engine.ErrParse},
		{"time given after the end", over, next(over, engine.First, engine.ActTime, "second 60"), engine.ErrIllegal},
		{"a rest into the past", ready, next(ready, engine.NoSide, engine.ActRest, engine.RestText(engine.First, at(0))), engine.ErrParse},
		{"a rest of nobody", ready, next(ready, engine.NoSide, engine.ActRest, " 2027-07-01T00:00:00Z"), engine.ErrParse},
		{"a rest without an end", ready, next(ready, engine.NoSide, engine.ActRest, "first"), engine.ErrParse},
		{"a rest in another zone", ready, next(ready, engine.NoSide, engine.ActRest, "first 2027-07-01T00:00:00+02:00"), engine.ErrParse},
		{"a rest that a player takes", ready, next(ready, engine.First, engine.ActRest, "first 2027-07-01T00:00:00Z"), engine.ErrParse},
		{"a control of a player", ready, next(ready, engine.First, engine.ActControl, "fast"), engine.ErrParse},
		{"a control without a name", ready, next(ready, engine.NoSide, engine.ActControl, ""), engine.ErrParse},
		{"a control that is no name", ready, next(ready, engine.NoSide, engine.ActControl, "72 + 12"), engine.ErrParse},
		{"slow play that nobody wins", ready, next(ready, engine.NoSide, engine.ActAdjudicate, " slow"), engine.ErrParse},
		{"slow play of another kind", ready, next(ready, engine.NoSide, engine.ActAdjudicate, "first slowly"), engine.ErrParse},
		{"an adjudication to no side", ready, next(ready, engine.NoSide, engine.ActAdjudicate, "Amber"), engine.ErrParse},
		{"a forfeit of nobody", ready, next(ready, engine.NoSide, engine.ActForfeit, ""), engine.ErrParse},
		{"a void match with a text", ready, next(ready, engine.NoSide, engine.ActVoid, "why"), engine.ErrParse},
		{"a void match that was over", over, next(over, engine.NoSide, engine.ActVoid, ""), engine.ErrIllegal},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := c.r.Position.String()
			if _, err := c.r.Add(c.event); !errors.Is(err, c.kind) || engine.Reason(err) == "" {
				t.Errorf("Add gives %v, want a sentence that wraps %q", err, c.kind)
			}
			log := append(slices.Clone(c.r.Log), c.event)
			if _, err := engine.Replay(c.r.Game, c.r.Variant, log); !errors.Is(err, c.kind) || !strings.HasPrefix(err.Error(), fmt.Sprintf("event %d: ", c.event.Seq)) {
				t.Errorf("Replay gives %v, want one that names the event and wraps %q", err, c.kind)
			}
			if c.r.Position.String() != before {
				t.Errorf("the receiver has become %q", c.r.Position)
			}
		})
	}
}

func TestTheFirstEventIsSeats(t *testing.T) {
	lot := engine.Draw{E: 1, Label: "seats", K: 0, Sides: 2, Face: 2}
	for _, c := range []struct {
		name  string
		event engine.Event
	}{
		{"a move", engine.Event{Seq: 1, By: engine.First, Act: engine.ActMove, Text: "walk"}},
		{"a seat that is none", engine.Event{Seq: 1, Act: engine.ActSeats, Text: "2 runners/short"}},
		{"another game", engine.Event{Seq: 1, Act: engine.ActSeats, Text: "0 streetsoccer/lg"}},
		{"another variant", engine.Event{Seq: 1, Act: engine.ActSeats, Text: "0 runners/long"}},
		{"no game", engine.Event{Seq: 1, Act: engine.ActSeats, Text: "0"}},
		{"seats by a player", engine.Event{Seq: 1, By: engine.First, Act: engine.ActSeats, Text: "0 runners/short"}},
		{"a lot that says the other seat", engine.Event{Seq: 1, Act: engine.ActSeats, Text: "0 runners/short", Draws: []engine.Draw{lot}}},
		{"two lots", engine.Event{Seq: 1, Act: engine.ActSeats, Text: "1 runners/short", Draws: []engine.Draw{lot, lot}}},
		{"a lot of another dice event", engine.Event{Seq: 1, Act: engine.ActSeats, Text: "1 runners/short", Draws: []engine.Draw{{E: 2, Label: "seats", Sides: 2, Face: 2}}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if r, err := engine.Replay(enginetest.Runners{}, "short", []engine.Event{c.event}); err == nil {
				t.Errorf("the log is accepted: %+v", r)
			}
		})
	}
	if _, err := engine.Begin(enginetest.Runners{}, "long", at(0), 0, nil); !errors.Is(err, engine.ErrUnknown) {
		t.Errorf("an unknown variant gives %v", err)
	}
	if _, err := engine.Begin(enginetest.Runners{}, "short", at(0), 2, nil); !errors.Is(err, engine.ErrParse) {
		t.Errorf("an unknown seat gives %v", err)
	}
}

func TestThePlatformEndsAMatch(t *testing.T) {
	src := enginetest.Script(t, 2)
	ready := drive(t, begin(t, enginetest.Runners{}), src)
	for _, c := range []struct {
		by   engine.Side
		act  engine.Act
		text string
		want engine.Outcome
	}{
		{engine.First, engine.ActResign, "", engine.Outcome{Ending: engine.Resignation, Winner: engine.Second}},
		{engine.Second, engine.ActResign, "", engine.Outcome{Ending: engine.Resignation, Winner: engine.First}}, // out of turn
		{engine.NoSide, engine.ActTimeout, "first", engine.Outcome{Ending: engine.Timeout, Winner: engine.Second}},
		{engine.NoSide, engine.ActAdjudicate, "first", engine.Outcome{Ending: engine.Adjudication, Winner: engine.First}},
		{engine.NoSide, engine.ActAdjudicate, "", engine.Outcome{Ending: engine.Adjudication}},
		{engine.NoSide, engine.ActAdjudicate, engine.AgainstSlowPlay(engine.Second), engine.Outcome{Ending: engine.SlowPlay, Winner: engine.Second}},
		{engine.NoSide, engine.ActForfeit, "first", engine.Outcome{Ending: engine.Forfeit, Winner: engine.Second}},
		{engine.NoSide, engine.ActForfeit, "both", engine.Outcome{Ending: engine.DoubleForfeit}},
		{engine.NoSide, engine.ActVoid, "", engine.Outcome{Ending: engine.Void}},
	} {
		r := add(t, ready, c.by, c.act, c.text)
		if r.Outcome() != c.want || !r.Next().Over() {
			t.Errorf("%s %q: %+v, waiting for %+v, want %+v", c.act, c.text, r.Outcome(), r.Next(), c.want)
		}
		if ready.Outcome().Over() {
			t.Fatalf("%s %q has ended the receiver", c.act, c.text)
		}
		if after, events, err := r.Drive(at(9), src); err != nil || len(events) != 0 || after.Seq != r.Seq {
			t.Errorf("%s: Drive makes %v, %v of a match that is over", c.act, events, err)
		}
	}
}

func TestDrivePlaysStandingOrders(t *testing.T) {
	r := begin(t, enginetest.Runners{})
	if r.Orders != [2]string{"ask", "ask"} {
		t.Errorf("a match begins with the orders %q", r.Orders)
	}
	r = add(t, r, engine.Second, engine.ActOrder, "walk")
	src := enginetest.Script(t, 1, 2, 3)
	r = drive(t, r, src)
	after, events, err := add(t, r, engine.First, engine.ActMove, "walk").Drive(at(9), src)
	if err != nil {
		t.Fatal(err)
	}
	var acts []string
	for _, e := range events {
		acts = append(acts, fmt.Sprintf("%d %s %s %s", e.Seq, e.By, e.Act, e.Text))
		if !e.At.Equal(at(9)) {
			t.Errorf("event %d is stamped %v", e.Seq, e.At)
		}
	}
	if want := []string{"5  roll 2", "6 second move walk", "7  roll 3"}; !slices.Equal(acts, want) {
		t.Errorf("Drive makes %q, want %q", acts, want)
	}
	if after.Position.String() != "first 1 2 3 move" || after.Seq != 7 {
		t.Errorf("the position is %q, Seq %d", after.Position, after.Seq)
	}
	sameDraws(t, after.Log, "1 die 0:1", "2 die 0:2", "3 die 0:3")
}

func TestDriveEndsAMatchThatBothLeaveToOrders(t *testing.T) {
	r := begin(t, enginetest.Runners{})
	r = add(t, r, engine.First, engine.ActOrder, "walk")
	r = add(t, r, engine.Second, engine.ActOrder, "walk")
	r = drive(t, r, enginetest.Script(t, 4, 1, 4, 1, 4))
	if want := (engine.Outcome{Ending: engine.Target, Winner: engine.First, Score: [2]int{1, 0}}); r.Outcome() != want {
		t.Errorf("%+v, want %+v", r.Outcome(), want)
	}
}

func TestDriveSaysWhichThrowFailed(t *testing.T) {
	_, _, err := begin(t, enginetest.Runners{}).Drive(at(0), enginetest.Script(t))
	if err == nil || !strings.Contains(err.Error(), "throwing die 0 of event 1") {
		t.Errorf("Drive gives %v", err)
	}
}

func TestWholeLogsReplay(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for _, g := range []engine.Game{enginetest.Runners{}, streetsoccer.Game{}} {
		for range enginetest.Size(50) {
			record := drive(t, begin(t, g), thrower{r})
			for !record.Next().Over() {
				m := record.Position.Random(r)
				record = move(t, record, thrower{r}, string(m))
			}
			again, err := engine.Replay(g, record.Variant, record.Log)
			if err != nil {
				t.Fatal(err)
			}
			if again.Position.String() != record.Position.String() || again.Outcome() != record.Outcome() ||
				again.Seq != record.Seq || !slices.EqualFunc(again.Log, record.Log, sameEvent) {
				t.Fatalf("%q with %+v is replayed to %q with %+v", record.Position, record.Outcome(), again.Position, again.Outcome())
			}
			if _, err := record.Add(next(record, engine.First, engine.ActResign, "")); !errors.Is(err, engine.ErrIllegal) {
				t.Fatalf("a resignation after the end gives %v", err)
			}
			if len(record.Log) != len(again.Log) || record.Score() != record.Outcome().Score {
				t.Fatalf("score %v, outcome %+v", record.Score(), record.Outcome())
			}
		}
	}
}

// A thrower throws whatever comes.
type thrower struct{ *rand.Rand }

func (s thrower) Draw(_ uint32, _ string, _, sides int) (int, error) { return 1 + s.IntN(sides), nil }

// TestASealedMoveWaits: what a match waits for while a move is in and not shown.
func TestASealedMoveWaits(t *testing.T) {
	ready := drive(t, begin(t, enginetest.Runners{}), enginetest.Script(t, 2))
	sealed := add(t, ready, engine.First, engine.ActSeal, "")
	if next := sealed.Next(); next.Over() || next.Side != engine.NoSide || next.Sealed != engine.First || sealed.Seq != ready.Seq || sealed.Moves() != ready.Moves() {
		t.Errorf("after a seal: %+v, %d after %d", next, sealed.Seq, ready.Seq)
	}
	shown := add(t, sealed, engine.First, engine.ActMove, "walk")
	if shown.Sealed != engine.NoSide || shown.Next().Dice.Count != 1 || shown.Chosen != [2]int{len(shown.Log), 0} {
		t.Errorf("shown it is %+v", shown)
	}
	if over := add(t, sealed, engine.First, engine.ActResign, ""); over.Sealed != engine.NoSide || !over.Next().Over() {
		t.Errorf("at the end %q is sealed", over.Sealed)
	}
}
