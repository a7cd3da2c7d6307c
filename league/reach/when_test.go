package reach

import (
	"testing"
	"time"
	_ "time/tzdata"

	"kickabout/league/contact"
)

func day(d, hour, minute int) time.Time { return time.Date(2026, 5, d, hour, minute, 0, 0, time.UTC) }

// night is a player in UTC who wants quiet from 22 to 7.
var night = contact.ReachHours{Digest: 17, QuietFrom: 22, QuietUntil: 7}

func TestAnHourComesOnceADayInEveryZone(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "Asia/Kathmandu", "America/Santiago", "Pacific/Apia", "Africa/Cairo", "Atlantic/Azores"} {
		zone, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, hour := range []int{0, 1, 2, 3, 17, 23} {
			at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
			last := ""
			for at.Year() < 2031 {
				at = At(at, hour, zone)
				local := at.In(zone)
				date := local.Format(time.DateOnly)
				if date == last {
					t.Fatalf("%s, hour %d: twice on %s", name, hour, date)
				}
				if last != "" {
					if was, _ := time.Parse(time.DateOnly, last); local.Format(time.DateOnly) != was.AddDate(0, 0, 1).Format(time.DateOnly) {
						t.Fatalf("%s, hour %d: %s comes after %s", name, hour, date, last)
					}
				}
				if got := local.Hour(); got != hour && got != hour+1 {
					t.Fatalf("%s, hour %d: it comes at %s", name, hour, local)
				}
				last = date
			}
		}
	}
}

func TestALetterGoesWhenItDisturbsNobody(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name                    string
		now, active, due, until time.Time
	}{
		{"by day, nobody there", day(3, 12, 0), day(2, 12, 0), day(3, 12, 0), time.Time{}},
		{"who was there a moment ago needs none", day(3, 12, 0), day(3, 11, 55), day(3, 12, 5), time.Time{}},
		{"at night it waits", day(3, 23, 0), time.Time{}, day(4, 7, 0), time.Time{}},
		{"after midnight too", day(3, 2, 0), time.Time{}, day(3, 7, 0), time.Time{}},
		{"as the night begins", day(3, 22, 0), time.Time{}, day(4, 7, 0), time.Time{}},
		{"as it ends", day(3, 7, 0), time.Time{}, day(3, 7, 0), time.Time{}},
		{"but not beyond a deadline", day(3, 23, 0), time.Time{}, day(3, 23, 0), day(4, 6, 0)},
		{"a later deadline has time", day(3, 23, 0), time.Time{}, day(4, 7, 0), day(4, 8, 0)},
	} {
		h := night
		h.Active = c.active
		if got := Moment(c.now, h, c.until); !got.Equal(c.due) {
			t.Errorf("%s: %s, want %s", c.name, got, c.due)
		}
	}
	if got := Moment(day(3, 23, 0), contact.ReachHours{QuietFrom: 5, QuietUntil: 5}, time.Time{}); !got.Equal(day(3, 23, 0)) {
		t.Errorf("who is never quiet waits until %s", got)
	}
}

func TestAlarms(t *testing.T) {
	t.Parallel()
	never := contact.ReachHours{}
	for _, c := range []struct {
		name            string
		began, deadline time.Time
		hours           contact.ReachHours
		want            []Timed
	}{
		{"ten days", day(1, 12, 0), day(11, 12, 0), never, []Timed{{AlarmMost, day(9, 12, 0)}, {AlarmDay, day(10, 12, 0)}, {AlarmHours, day(11, 10, 0)}}},
		{"five days: the first of two at once", day(1, 12, 0), day(6, 12, 0), never, []Timed{{AlarmMost, day(5, 12, 0)}, {AlarmHours, day(6, 10, 0)}}},
		{"a day: no day is left after it", day(1, 12, 0), day(2, 11, 0), never, []Timed{{AlarmMost, day(2, 6, 24)}, {AlarmHours, day(2, 9, 0)}}},
		{"an hour", day(1, 12, 0), day(1, 13, 0), never, []Timed{{AlarmMost, day(1, 12, 48)}}},
		{"before the night", day(1, 12, 0), day(4, 3, 0), night, []Timed{{AlarmDay, day(2, 21, 30)}, {AlarmMost, day(3, 14, 24)}, {AlarmHours, day(3, 21, 30)}}},
		{"at the night's end, where the turn began in it", day(3, 23, 0), day(4, 8, 0), night, []Timed{{AlarmMost, day(4, 7, 0)}}},
	} {
		got := Alarms(c.began, c.deadline, c.hours)
		if len(got) != len(c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
			continue
		}
		for i := range got {
			if got[i].Event != c.want[i].Event || !got[i].At.Equal(c.want[i].At) {
				t.Errorf("%s: %v, want %v", c.name, got, c.want)
			}
		}
	}
}

func TestADigestThatSaysTheSameComesSeldom(t *testing.T) {
	t.Parallel()
	now := day(20, 17, 0)
	for _, c := range []struct {
		name        string
		mark        string
		ago, unseen time.Duration
		want        bool
	}{
		{"something else", "b", 24 * time.Hour, time.Hour, true},
		{"the same next day", "a", 24 * time.Hour, time.Hour, false},
		{"the same after three days", "a", 3 * 24 * time.Hour, time.Hour, true},
		{"said twice, after three days", "c", 3 * 24 * time.Hour, time.Hour, false},
		{"said twice, after a week", "c", 7 * 24 * time.Hour, time.Hour, true},
		{"the same after a week", "a", 7 * 24 * time.Hour, time.Hour, true},
		{"the last one, for 59 and a half days", "a", 24 * time.Hour, 59*24*time.Hour + 12*time.Hour, true},
		{"nobody came for 61 days", "b", 24 * time.Hour, 61 * 24 * time.Hour, false},
	} {
		h := contact.ReachHours{DigestMark: "a", DigestSent: now.Add(-c.ago), Active: now.Add(-c.unseen)}
		if c.mark == "c" {
			h.DigestMark = "c" + unchanged
		}
		if got := Digest(now, h, c.mark); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
	if !Digest(now, contact.ReachHours{}, "a") {
		t.Error("the first one does not come")
	}
}

func TestPauses(t *testing.T) {
	t.Parallel()
	for tries, want := range []time.Duration{time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 3 * time.Hour, 6 * time.Hour, 12 * time.Hour, 12 * time.Hour} {
		if low, high := Pause(tries, 0), Pause(tries, 1); low != want*8/10 || high != want*12/10 {
			t.Errorf("after %d tries it waits %s to %s", tries, low, high)
		}
	}
}

func TestALetterIsTriedUntilItIsOfNoUse(t *testing.T) {
	t.Parallel()
	now := day(3, 12, 0)
	for _, c := range []struct{ least, pause, left, want time.Duration }{
		{time.Minute, 15 * time.Minute, time.Hour, 15 * time.Minute},
		{time.Minute, 3 * time.Hour, time.Hour, 30 * time.Minute},
		{time.Minute, 3 * time.Hour, 10 * time.Minute, 5 * time.Minute},
		{time.Minute, 3 * time.Hour, time.Minute, time.Minute}, // then it is over
		{2 * time.Hour, 3 * time.Hour, time.Hour, 2 * time.Hour},
	} {
		if got := again(now, c.least, c.pause, now.Add(c.left)).Sub(now); got != c.want {
			t.Errorf("with %v left it is tried again after %v, want %v", c.left, got, c.want)
		}
	}
}
