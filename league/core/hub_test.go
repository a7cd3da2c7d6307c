package core

import (
	"log/slog"
	"slices"
	"testing"
	"time"
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
