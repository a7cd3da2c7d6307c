package scheduler

import (
	"fmt"
	"strings"
	"time"
)

// Schedule says when a job is due: every so often, or at a time of day. All of it is UTC,
// which has no summer time, in which an hour is left out or comes twice.
type Schedule struct {
	span  time.Duration // between two runs
	after time.Duration // since midnight
}

// Every is a schedule with a period, which is in whole seconds and at least one. All nodes
// count it from the same moment, so that it does not matter which of them runs a job.
func Every(period time.Duration) Schedule { return Schedule{span: period} }

// Daily is a schedule of once a day.
func Daily(hour, minute int) Schedule {
	return Schedule{24 * time.Hour, time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute}
}

// Next returns the first moment after another at which the schedule is due.
func (s Schedule) Next(after time.Time) time.Time {
	grid := after.UTC().Add(-s.after).Truncate(s.span) // counts from a midnight long ago
	return grid.Add(s.span + s.after)
}

// Daily tells whether the schedule is one of a time of day.
func (s Schedule) Daily() bool { return s.span == 24*time.Hour }

// String says when in words: "every 1m", "daily at 03:30".
func (s Schedule) String() string {
	if s.Daily() {
		return fmt.Sprintf("daily at %02d:%02d", int(s.after.Hours()), int(s.after.Minutes())%60)
	}
	text := s.span.String()
	for _, idle := range []string{"m0s", "h0m"} {
		if strings.HasSuffix(text, idle) {
			text = text[:len(text)-2]
		}
	}
	return "every " + text
}
