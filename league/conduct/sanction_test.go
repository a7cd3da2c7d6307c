package conduct_test

import (
	"testing"
	"time"

	"kickabout/league"
	"kickabout/league/conduct"
)

var noon = time.Date(2027, 5, 1, 12, 0, 0, 0, time.UTC)

const day = 24 * time.Hour

// taken is a step that was taken at noon.
func taken(kind league.SanctionKind, days int) league.Sanction {
	s := league.Sanction{Kind: kind, At: noon, By: "mo", Player: "ann"}
	if days > 0 {
		s.Ends = noon.Add(time.Duration(days) * day)
	}
	return s
}

func TestHowLongAStepLasts(t *testing.T) {
	right := map[league.SanctionKind][]int{league.SanctionMute: {1, 7, 30}, league.SanctionRestrict: {1, 2, 45, 90}}
	wrong := map[league.SanctionKind][]int{league.SanctionMute: {0, -1, 2, 8, 31, 90}, league.SanctionRestrict: {0, -1, 91}}
	for _, kind := range conduct.Kinds() {
		if conduct.TakesDays(kind) != (right[kind] != nil) {
			t.Errorf("%s takes days", kind)
		}
		if right[kind] == nil {
			right[kind], wrong[kind] = []int{0}, []int{1}
		}
		for _, days := range right[kind] {
			want := noon.Add(time.Duration(days) * day)
			if days == 0 {
				want = time.Time{}
			}
			if got, err := conduct.Ends(kind, days, noon); err != nil || !got.Equal(want) {
				t.Errorf("%s for %d days ends at %v, %v", kind, days, got, err)
			}
		}
		for _, days := range wrong[kind] {
			if _, err := conduct.Ends(kind, days, noon); league.Fields(err)["days"] == nil {
				t.Errorf("%s for %d days: %v", kind, days, err)
			}
		}
		if conduct.May(league.Admin, conduct.ActOf(kind)) == false || conduct.May(league.Admin, conduct.UndoOf(kind)) == false {
			t.Errorf("nobody may take or undo %s", kind)
		}
	}
}

// TestWhatEachStepForbids is the whole table: each step, in force, over and undone.
func TestWhatEachStepForbids(t *testing.T) {
	type may struct{ talk, begin, signIn bool }
	for kind, want := range map[league.SanctionKind]may{
		league.SanctionHide: {true, true, true}, league.SanctionWarn: {true, true, true}, league.SanctionRename: {true, true, true},
		league.SanctionMute: {false, true, true}, league.SanctionRestrict: {false, false, true},
		league.SanctionLock: {false, false, false}, league.SanctionExpel: {false, false, true}, // whoever is expelled is refused by their kind
		"of a newer program": {false, false, true},
	} {
		days := 0
		if conduct.TakesDays(kind) {
			days = 7
		}
		inForce := taken(kind, days)
		lifted := inForce
		lifted.Lifted.At = noon.Add(time.Hour)
		for _, c := range []struct {
			is   league.Sanction
			at   time.Time
			want may
		}{
			{inForce, noon, want},
			{inForce, noon.Add(7*day - time.Millisecond), want},
			{lifted, noon.Add(2 * time.Hour), may{true, true, true}},
		} {
			// A mild step beside it, and one that is over, change nothing.
			list := []league.Sanction{taken(league.SanctionWarn, 0), c.is, {Kind: league.SanctionRestrict, At: noon.Add(-2 * day), Ends: noon.Add(-day)}}
			got := may{conduct.MayTalk(list, c.at) == nil, conduct.MayBegin(list, c.at) == nil, conduct.MaySignIn(list, c.at) == nil}
			if got != c.want {
				t.Errorf("%s at %v: %+v, want %+v", kind, c.at, got, c.want)
			}
		}
		if days > 0 {
			if at := noon.Add(7 * day); conduct.MayTalk([]league.Sanction{inForce}, at) != nil || conduct.MayBegin([]league.Sanction{inForce}, at) != nil {
				t.Errorf("%s holds when it is over", kind)
			}
		}
	}
}

func TestTheLongestStepIsNamed(t *testing.T) {
	err := conduct.MayTalk([]league.Sanction{taken(league.SanctionMute, 30), taken(league.SanctionRestrict, 2)}, noon)
	if want := "You cannot write to others until 31 May 2027, 12:00 UTC. The page about your standing, /standing, says why."; err == nil || err.Error() != want {
		t.Errorf("it says %v", err)
	}
	if league.KindOf(err) != league.Forbidden {
		t.Errorf("it is of kind %s", league.KindOf(err))
	}
	err = conduct.MayBegin([]league.Sanction{taken(league.SanctionRestrict, 2), taken(league.SanctionLock, 0)}, noon)
	if want := "You cannot begin new games. The page about your standing, /standing, says why."; err == nil || err.Error() != want {
		t.Errorf("it says %v", err)
	}
}

func TestClocksOfALockedAccountStandStillForAWeek(t *testing.T) {
	lock := []league.Sanction{taken(league.SanctionLock, 0)}
	if got := conduct.LockedUntil(lock, noon.Add(day)); !got.Equal(noon.Add(7 * day)) {
		t.Errorf("until %v", got)
	}
	if got := conduct.LockedUntil(lock, noon.Add(7*day)); !got.IsZero() {
		t.Errorf("after a week still until %v", got)
	}
	lock[0].Lifted.At = noon
	if got := conduct.LockedUntil(lock, noon.Add(day)); !got.IsZero() {
		t.Errorf("of who is let in again until %v", got)
	}
}

func TestWhatCanBeUndone(t *testing.T) {
	for _, kind := range conduct.Kinds() {
		days := map[bool]int{true: 7}[conduct.TakesDays(kind)]
		s := taken(kind, days)
		if err := conduct.MayUndo(s, noon.Add(day)); err != nil {
			t.Errorf("%s cannot be undone: %v", kind, err)
		}
		if err := conduct.MayUndo(s, noon.Add(8*day)); (err == nil) != (days == 0) {
			t.Errorf("%s after 8 days: %v", kind, err)
		}
		want := kind != league.SanctionExpel && kind != league.SanctionProgram && days == 0
		if err := conduct.MayUndo(s, noon.Add(30*day)); (err == nil) != want {
			t.Errorf("%s after 30 days: %v", kind, err)
		}
		s.Lifted.At = noon
		if err := conduct.MayUndo(s, noon.Add(day)); league.KindOf(err) != league.Stale {
			t.Errorf("%s twice: %v", kind, err)
		}
	}
	if err := conduct.MayUndo(taken(league.SanctionExpel, 0), noon.Add(30*day-1)); err != nil {
		t.Errorf("on the last day: %v", err)
	}
}

func TestWhoHearsAnAppeal(t *testing.T) {
	s := taken(league.SanctionWarn, 0)
	mo, ada := conduct.As(league.Player{ID: "mo", Kind: league.Member}), conduct.As(league.Player{ID: "ada", Kind: league.Member})
	if err := conduct.MayAppeal(s, noon, nil); err != nil {
		t.Errorf("nobody may appeal: %v", err)
	}
	if err := conduct.MayAnswer(s, ada, true); league.KindOf(err) != league.NotFound {
		t.Errorf("no appeal is answered: %v", err)
	}
	s.Appeal = league.Appeal{Text: "no", At: noon}
	if err := conduct.MayAppeal(s, noon, nil); league.KindOf(err) != league.Stale {
		t.Errorf("twice: %v", err)
	}
	for _, c := range []struct {
		by     conduct.Actor
		others bool
		want   bool
	}{{mo, true, false}, {mo, false, true}, {ada, true, true}, {conduct.Operator(), true, true}} {
		if err := conduct.MayAnswer(s, c.by, c.others); (err == nil) != c.want {
			t.Errorf("%+v, others %v: %v", c.by, c.others, err)
		}
	}
	s.Appeal.Answer.At = noon
	if err := conduct.MayAnswer(s, ada, true); league.KindOf(err) != league.Stale {
		t.Errorf("answered twice: %v", err)
	}
	over := taken(league.SanctionMute, 1)
	if err := conduct.MayAppeal(over, noon.Add(day), nil); league.KindOf(err) != league.Stale {
		t.Errorf("against what is over: %v", err)
	}
}
