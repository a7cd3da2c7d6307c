package league_test

import (
	"testing"
	"time"

	"kickabout/league/contact"
)

func TestAWebhookThatFailsForDaysIsSwitchedOff(t *testing.T) {
	at := time.Date(2027, time.May, 1, 12, 0, 0, 0, time.UTC)
	fail := func(h contact.Hook, times int, every time.Duration) contact.Hook {
		for range times {
			h = h.Answered(at, false, false, "no")
			at = at.Add(every)
		}
		return h
	}
	if h := fail(contact.Hook{}, 100, time.Minute); !h.Off.IsZero() || h.Failures != 100 {
		t.Errorf("100 failures in an hour: %+v", h)
	}
	if h := fail(contact.Hook{}, 19, 12*time.Hour); !h.Off.IsZero() {
		t.Errorf("19 failures in 9 days: %+v", h)
	}
	h := fail(contact.Hook{}, 20, 4*time.Hour)
	if h.Off.IsZero() || h.Said != "no" {
		t.Errorf("20 failures in 76 hours: %+v", h)
	}
	off := h.Off
	if h = fail(h, 1, 0); !h.Off.Equal(off) {
		t.Errorf("it is off anew: %+v", h)
	}
	if h = h.Answered(at, true, false, "yes"); !h.Off.IsZero() || h.Failures != 0 || !h.Failing.IsZero() || h.Said != "yes" {
		t.Errorf("after it has worked: %+v", h)
	}
	h = fail(contact.Hook{}, 19, 12*time.Hour)
	h = h.Answered(at, true, false, "yes")
	if h = fail(h, 1, 0); !h.Off.IsZero() || h.Failures != 1 || !h.Failing.Equal(at) {
		t.Errorf("a failure after it has worked: %+v", h)
	}
	if h = (contact.Hook{}).Answered(at, false, true, "gone"); h.Off.IsZero() {
		t.Errorf("who wants no more: %+v", h)
	}
}
