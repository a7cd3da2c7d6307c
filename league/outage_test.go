package league

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"kickabout/league/span"
)

// TestNoLastDayFallsIntoAnOutage holds the last days of rounds and seasons to R-TC-4: whatever outages there were, none lies in
// one, none on the first day after one of more than a day, and each has all of its time.
func TestNoLastDayFallsIntoAnOutage(t *testing.T) { // R-TC-4
	rapid.Check(t, func(t *rapid.T) {
		var rests []Rest
		var away span.Set
		at := may
		for range rapid.IntRange(0, 4).Draw(t, "outages") {
			from := at.Add(time.Duration(rapid.IntRange(1, 200).Draw(t, "after")) * time.Hour)
			at = from.Add(time.Duration(rapid.IntRange(1, 100).Draw(t, "hours")) * time.Hour)
			rests = append(rests, Rest{from, at, rapid.Bool().Draw(t, "away")})
			away = append(away, span.Span{From: from, Until: at})
		}
		length := time.Duration(rapid.IntRange(1, 500).Draw(t, "length")) * time.Hour
		due := After(may, length, rests)
		if lasted := due.Sub(may) - away.Between(may, due); lasted < length {
			t.Errorf("it lasted %v of %v", lasted, length)
		}
		for _, r := range rests {
			if first := r.Until.Add(span.FirstDay); r.Away && r.Until.Sub(r.From) > span.FirstDay && due.After(r.From) && due.Before(first) {
				t.Errorf("it falls due at %v, the site was away from %v until %v", due, r.From, r.Until)
			}
		}
		if ago := away.Ago(due, length); length <= away.Ago(due, 0).Sub(ago) && away.Add(ago, length).After(due) {
			t.Errorf("what began at %v is due at %v, not at %v", ago, away.Add(ago, length), due)
		}
	})
}

func TestAnOutageMovesANearStartAndLeavesTheCalendar(t *testing.T) { // R-TC-4
	days := func(n int) time.Time { return may.AddDate(0, 0, n) }
	for _, c := range []struct {
		what                   string
		starts, closes         int
		from, until            int
		wantStarts, wantCloses int
	}{
		{"a start while it was away", 5, 4, 3, 10, 12, 11},
		{"a start on the first day back would be", 10, 9, 3, 10, 17, 16},
		{"a start that is far, with entries that closed meanwhile", 20, 5, 3, 10, 20, 12},
		{"entries never close after the start", 20, 19, 3, 10, 20, 20},
	} {
		t1 := Tournament{TournamentTerms: TournamentTerms{Starts: days(c.starts), Closes: days(c.closes)}, State: Registration, Last: 1, Changed: may}
		n := SiteNotice{OutageNotice, days(c.from), days(c.until)}
		got, moved := t1.Delay(n)
		if !moved || !got.Starts.Equal(days(c.wantStarts)) || !got.Closes.Equal(days(c.wantCloses)) {
			t.Errorf("%s: it starts on %v, entries close on %v, %v", c.what, got.Starts, got.Closes, moved)
		}
		if _, again := got.Delay(n); again {
			t.Errorf("%s: it moved twice", c.what)
		}
	}
}
