package core

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"testing"
	"time"

	"kickabout/league"
)

func woken[C ~chan struct{} | <-chan struct{}](wake C) bool {
	select {
	case <-wake:
		return true
	default:
		return false
	}
}

func TestTheHubWakesThoseWhoListenAndNobodyElse(t *testing.T) {
	h := newHub()
	ann, stopAnn := h.listen("match:1", "player:ann")
	bob, stopBob := h.listen("match:2")
	h.Say("match:1", "player:ann")
	h.Say("match:1")
	if !woken(ann) {
		t.Error("who listens is not woken")
	}
	if woken(ann) {
		t.Error("three pieces of news before a look wake twice")
	}
	if woken(bob) {
		t.Error("news of another match wakes")
	}
	stopAnn()
	h.Say("match:1")
	if woken(ann) {
		t.Error("who has stopped is woken")
	}
	stopBob()
	if len(h.waiting) != 0 {
		t.Errorf("when all have stopped, %d topics are left", len(h.waiting))
	}
}

func TestNewsOnATopicAreNumbered(t *testing.T) {
	h := newHub()
	h.Say("match:1")
	_, stop := h.listen("match:1")
	first := h.latest("match:1")
	h.Say("match:2")
	if n := h.latest("match:1"); n != first {
		t.Errorf("news of another match have the number %d, before %d", n, first)
	}
	h.Say("match:1")
	second := h.latest("match:1")
	h.SayAll()
	third := h.latest("match:1")
	if first == second || second == third {
		t.Errorf("news have the numbers %d, %d, %d", first, second, third)
	}
	stop()
	h.Say("match:1") // while nobody listens
	_, stop = h.listen("match:1")
	defer stop()
	if n := h.latest("match:1"); n <= third {
		t.Errorf("who listens later is at %d, who listened before was at %d", n, third)
	}
}

// others is other nodes that note what they are told.
type others struct{ told []string }

func (o *others) Tell(topics ...string) { o.told = append(o.told, topics...) }
func (o *others) TellAll()              { o.told = append(o.told, "all") }
func (o *others) Up() bool              { return len(o.told) > 0 }

func TestWhatIsSaidHereIsToldToOthersAndNotTheOtherWayRound(t *testing.T) {
	c := New(Keys{}, nil, nil, time.Now, slog.New(slog.DiscardHandler))
	if c.Woken() {
		t.Error("a node without others is woken by them")
	}
	o := &others{}
	c.Hub.Others = o
	wake, stop := c.ListenMatch("1")
	defer stop()
	c.Hear([]string{"match:2", FactsTopic})
	if woken(wake) || len(o.told) > 0 || !woken(c.Late) {
		t.Errorf("what others say of another match wakes, is told again (%q), or their facts wake nobody", o.told)
	}
	if c.Hear([]string{"match:1"}); !woken(wake) || woken(c.Late) || c.Woken() {
		t.Error("what others say of a match does not wake, or wakes all")
	}
	if c.HearAll(); !woken(wake) || !woken(c.Late) || len(o.told) > 0 {
		t.Error("what may be anything does not wake")
	}
	if c.Hub.Say("match:1", "player:ann"); !slices.Equal(o.told, []string{"match:1", "player:ann"}) || !woken(wake) || !c.Woken() {
		t.Errorf("the others are told %q", o.told)
	}
	if c.Hub.SayAll(); o.told[2] != "all" || !woken(wake) {
		t.Errorf("the others are told %q", o.told)
	}
}

// books are how far things have come, and how often somebody has asked for some of them.
type books struct {
	far   map[string]league.Reached
	asked int
	meant func() // happens while they are read
}

func (b *books) look(_ context.Context, ids []string) (map[string]league.Reached, error) {
	b.asked++
	found := map[string]league.Reached{}
	for _, id := range ids {
		if far, ok := b.far[id]; ok {
			found[id] = far
		}
	}
	if b.meant != nil {
		b.meant()
	}
	return found, nil
}

// TestALookAsksForWhatIsFollowedAndNotForWhoFollowsIt: in blocks.
func TestALookAsksForWhatIsFollowedAndNotForWhoFollowsIt(t *testing.T) {
	const things, readers = 2*followedAtOnce + 1, 5
	h, b := newHub(), &books{far: map[string]league.Reached{}}
	h.Looks = map[string]Look{MatchTopic: b.look}
	wakes := map[string][]<-chan struct{}{}
	for i := range things {
		id := fmt.Sprint(i)
		b.far[id] = league.Reached{i, 1}
		for range readers {
			wake, stop := h.listen(MatchTopic + id)
			defer stop()
			wakes[id] = append(wakes[id], wake)
			h.Reached(MatchTopic+id, b.far[id])
		}
	}
	look := func() (who []string) {
		t.Helper()
		if err := h.LookAll(t.Context()); err != nil {
			t.Fatal(err)
		}
		for id, all := range wakes {
			for _, wake := range all {
				if woken(wake) {
					who = append(who, id)
				}
			}
		}
		return who
	}
	if who := look(); len(who) > 0 || b.asked != 3 {
		t.Errorf("nothing has happened, and %v are woken after %d statements", who, b.asked)
	}
	b.far["7"] = league.Reached{7, 2}
	delete(b.far, "8")
	who := look()
	if slices.Sort(who); !slices.Equal(who, []string{"7", "7", "7", "7", "7", "8", "8", "8", "8", "8"}) {
		t.Errorf("of one thing something new is there, one is gone, and %v are woken", who)
	}
	if who := look(); len(who) > 0 {
		t.Errorf("what is known wakes %v", who)
	}
}

// TestWhoBeginsToListenDuringALookMissesNothing: what the look brings late is older than what they have read, or newer.
func TestWhoBeginsToListenDuringALookMissesNothing(t *testing.T) {
	h, b := newHub(), &books{far: map[string]league.Reached{"1": {5}}}
	h.Looks = map[string]Look{MatchTopic: b.look}
	first, stop := h.listen(MatchTopic + "1")
	defer stop()
	h.Reached(MatchTopic+"1", b.far["1"])
	var late <-chan struct{}
	b.meant = func() { // a move is made, and somebody comes who reads it
		b.far["1"], b.meant = league.Reached{6}, nil
		var stop func()
		late, stop = h.listen(MatchTopic + "1")
		t.Cleanup(stop)
		h.Reached(MatchTopic+"1", b.far["1"])
	}
	if err := h.LookAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !woken(first) {
		t.Error("who knew too little is not woken")
	}
	b.far["1"] = league.Reached{7}
	woken(late)
	if err := h.LookAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !woken(first) || !woken(late) {
		t.Error("after the look they are not woken")
	}
}

// TestALookDoesNotAskForWhatNobodyHasFound: such as ids that somebody has made up.
func TestALookDoesNotAskForWhatNobodyHasFound(t *testing.T) {
	h, b := newHub(), &books{}
	h.Looks = map[string]Look{MatchTopic: b.look}
	_, stop := h.listen(MatchTopic + "made up")
	defer stop()
	if err := h.LookAll(t.Context()); err != nil || b.asked > 0 {
		t.Errorf("it asks %d times, %v", b.asked, err)
	}
}

// TestWhatWasReadBeforeSomebodyListensHasAnotherNumber: else they would be given what was read before another process wrote.
func TestWhatWasReadBeforeSomebodyListensHasAnotherNumber(t *testing.T) {
	h := newHub()
	_, stop := h.listen("match:1")
	before := h.latest("match:1")
	stop()
	_, stop = h.listen("match:1")
	defer stop()
	if n := h.latest("match:1"); n == before {
		t.Errorf("who listens later shares what has the number %d", n)
	}
}
