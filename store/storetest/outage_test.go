package storetest_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

// TestNothingFallsDueWhileTheSiteIsAwayOrOnTheFirstDayBack holds every stored deadline to R-TC-4, for outages of many lengths:
// none lies in the outage afterwards, none on the first day after one of more than a day, none became earlier, and
// of those that were further off each is later by the outage. Crediting it again changes nothing.
func TestNothingFallsDueWhileTheSiteIsAwayOrOnTheFirstDayBack(t *testing.T) { // R-TC-4
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		s := storetest.Open(t, d)
		signedUp(t, s, "ann", "bob")
		match := create(t, s, newMatch(1)).ID
		cup := cupBy(t, s, "cup", "")
		running := step(t, s, cupBy(t, s, "run", ""), league.ActStarted, starts)
		must(t, s.PutOffer(t.Context(), newOffer(7, league.Player{}), limits))
		invitation := newOffer(7, league.Player{}).ID
		at := noon
		must(t, s.RecordHeartbeat(t.Context(), time.Time{}, at))
		dice := rand.New(rand.NewPCG(1, 2))
		for _, length := range []time.Duration{6 * time.Minute, time.Hour, 20 * time.Hour, day, day + time.Second, 9 * day, 223 * day} {
			for range 3 {
				gone := outage(at, length+time.Duration(dice.IntN(1000))*time.Millisecond)
				near := gone.From.Add(time.Duration(dice.Int64N(int64(2 * length))))
				must(t, raw(s).Exec("UPDATE matches SET deadline_ms = ? WHERE id = ?", near.UnixMilli(), match).Error)
				must(t, raw(s).Exec("UPDATE offers SET expires_ms = ? WHERE id = ?", near.UnixMilli(), invitation).Error)
				restart(t, s, cup.ID, near)
				before := deadlines(t, s, match, cup.ID, invitation)
				if _, err := s.Credit(t.Context(), gone); err != nil {
					t.Fatal(err)
				}
				after := deadlines(t, s, match, cup.ID, invitation)
				for what, was := range before {
					is := after[what]
					first := gone.Until
					if gone.Until.Sub(gone.From) > day {
						first = first.Add(day)
					}
					switch {
					case is.Before(first):
						t.Errorf("after %v %s falls due %v after the return", length, what, is.Sub(gone.Until))
					case what != "start" && is.Before(was.Add(gone.Until.Sub(gone.From))):
						t.Errorf("after %v %s was put off by %v only", length, what, is.Sub(was))
					case what == "start" && was.After(gone.Until.Add(day)) && !is.Equal(was):
						t.Errorf("after %v a start that was far moved by %v", length, is.Sub(was))
					}
				}
				if _, err := s.Credit(t.Context(), gone); league.KindOf(err) != league.Stale {
					t.Errorf("the same outage again: %v", err)
				}
				if again := deadlines(t, s, match, cup.ID, invitation); again["offer"] != after["offer"] || again["match"] != after["match"] || again["start"] != after["start"] {
					t.Errorf("again it moved %v to %v", after, again)
				}
				at = gone.Until
			}
		}
		got, err := s.Tournament(t.Context(), league.Site(), running.ID)
		must(t, err)
		log, err := s.TournamentLog(t.Context(), league.Site(), running.ID, running.Last, 100)
		if err != nil || len(log) != 21 || len(got.Rests) != 21 || !got.Rests[0].Away || log[0].Act != league.ActDelayed {
			t.Errorf("what is played had %d events, %d rests, %v", len(log), len(got.Rests), err)
		}
		if found, err := s.CheckTournamentLogs(t.Context()); err != nil || len(found) > 0 {
			t.Errorf("the logs are damaged: %v, %v", found, err)
		}
	})
}

// restart sets the day on which a tournament starts.
func restart(t *testing.T, s *store.Store, id string, at time.Time) {
	t.Helper()
	cup, err := s.Tournament(t.Context(), league.Site(), id)
	must(t, err)
	step(t, s, cup, league.ActChanged, func(c *league.Tournament) {
		c.Starts, c.Log[0].At = at.Truncate(time.Millisecond), c.Changed
		c.Log[0].Text = c.TournamentTerms.String()
	})
}

// deadlines reads what falls due in a database.
func deadlines(t *testing.T, s *store.Store, match, cup, offer string) map[string]time.Time {
	t.Helper()
	m, err := s.Match(t.Context(), league.Site(), match)
	must(t, err)
	c, err := s.Tournament(t.Context(), league.Site(), cup)
	must(t, err)
	o, err := s.Offer(t.Context(), offer)
	must(t, err)
	if last := m.Log[len(m.Log)-1]; last.Act != engine.ActTime && last.Seq > 3 {
		t.Errorf("the last event is %v", last)
	}
	return map[string]time.Time{"match": m.State.Deadline, "start": c.Starts, "offer": o.Expires}
}
