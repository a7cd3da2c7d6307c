package core

import "testing"

func woken(wake <-chan struct{}) bool {
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
