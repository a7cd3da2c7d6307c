package conduct_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/span"
)

// at reads a moment of 2027: "5-03 10:00" is 3 May.
func at(t testing.TB, text string) time.Time {
	t.Helper()
	m, err := time.Parse("2006-1-02 15:04", "2027-"+text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// away is losses on time at some moments.
func away(t testing.TB, moments ...string) (losses []conduct.Loss) {
	t.Helper()
	for _, m := range moments {
		losses = append(losses, conduct.Loss{Match: "m" + m, At: at(t, m)})
	}
	return losses
}

func moves(t testing.TB, moments ...string) (all []time.Time) {
	t.Helper()
	for _, m := range moments {
		all = append(all, at(t, m))
	}
	return all
}

func nothing(conduct.Absence) bool { return false }

// TestWhatIsOneAbsence has the vectors of the rule.
func TestWhatIsOneAbsence(t *testing.T) { // R-FF-7
	var weeks []string // 16 games of a group and 2 of a ladder
	for day := 3; day <= 19; day++ {
		weeks = append(weeks, time.Date(2027, 5, day, 8, 0, 0, 0, time.UTC).Format("1-02 15:04"))
	}
	weeks = append(weeks, "5-19 09:00")
	for _, c := range []struct {
		name   string
		losses []conduct.Loss
		moves  []time.Time
		want   []int // how many losses each has
	}{
		{"nothing lost", nil, moves(t, "5-01 10:00"), nil},
		{"three weeks away", away(t, weeks...), moves(t, "5-01 10:00", "6-02 10:00"), []int{18}},
		{"a move between, and another three weeks later", away(t, append(slices.Clone(weeks), "6-09 10:00")...), moves(t, "6-02 10:00"), []int{18, 1}},
		{"47 hours apart, a move between", away(t, "5-01 10:00", "5-03 09:00"), moves(t, "5-01 20:00"), []int{2}},
		{"a minute less than 72 hours apart", away(t, "5-01 10:00", "5-04 09:59"), moves(t, "5-01 20:00"), []int{2}},
		{"72 hours apart", away(t, "5-01 10:00", "5-04 10:00"), moves(t, "5-01 20:00"), []int{1, 1}},
		{"months apart without a move", away(t, "2-01 10:00", "9-04 10:00"), moves(t, "1-31 20:00", "9-05 10:00"), []int{2}},
		{"a move at the moment of the first loss is none after it", away(t, "5-01 10:00", "5-09 10:00"), moves(t, "5-01 10:00"), []int{2}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []int
			for _, a := range conduct.Absences(c.losses, c.moves, nil) {
				got = append(got, len(a.Losses))
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}

// TestWhatAbsencesCost has the ladder of bans: warning, 30, 90, 180 days within 365.
func TestWhatAbsencesCost(t *testing.T) { // R-FF-11
	ends := func(moments ...string) (list []string) {
		return moments
	}
	for _, c := range []struct {
		name   string
		losses []conduct.Loss
		struck string // the match whose absence was struck out
		want   []string
	}{
		{"the vector", away(t, "5-19 09:00", "6-09 10:00"), "", ends("1", "2 until 2027-07-09 10:00")},
		{"four, and a fifth", away(t, "1-01 10:00", "2-01 10:00", "3-01 10:00", "4-01 10:00", "5-01 10:00"), "", ends(
			"1", "2 until 2027-03-03 10:00", "3 until 2027-05-30 10:00", "4 until 2027-09-28 10:00", "5 until 2027-10-28 10:00")},
		{"one that was struck out is none", away(t, "1-01 10:00", "2-01 10:00", "3-01 10:00"), "m2-01 10:00", ends("1", "0", "2 until 2027-03-31 10:00")},
	} {
		t.Run(c.name, func(t *testing.T) {
			var between []time.Time
			for _, l := range c.losses {
				between = append(between, l.At.Add(time.Hour))
			}
			var got []string
			for _, a := range conduct.Weigh(conduct.Absences(c.losses, between, nil), func(a conduct.Absence) bool { return a.Of(c.struck) }, time.Time{}) {
				text := strings.TrimRight(conduct.Ordinal(a.Nth), "sthndr")
				if !a.Ban.IsZero() {
					text += a.Ban.Format(" until 2006-01-02 15:04")
				}
				got = append(got, text)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
	first := conduct.Loss{Match: "a", At: noon}
	for apart, want := range map[time.Duration]int{365*day - time.Minute: 2, 365 * day: 1} {
		all := conduct.Weigh(conduct.Absences([]conduct.Loss{first, {Match: "b", At: noon.Add(apart)}}, []time.Time{noon.Add(time.Hour)}, nil), nothing, time.Time{})
		if all[1].Nth != want {
			t.Errorf("%v apart the second one is the %d.", apart, all[1].Nth)
		}
	}
}

// TestOneAbsenceDoesNotCostHalfAYear is the attack: three weeks away once a year, with 18 games open.
func TestOneAbsenceDoesNotCostHalfAYear(t *testing.T) { // R-FF-7, R-FF-11
	var losses []conduct.Loss
	var back []time.Time
	for year := range 5 {
		for game := range 18 {
			losses = append(losses, conduct.Loss{At: noon.Add(time.Duration(366*year)*day + time.Duration(game)*27*time.Hour)})
		}
		back = append(back, noon.Add(time.Duration(366*year+25)*day))
	}
	all := conduct.Weigh(conduct.Absences(losses, back, nil), nothing, time.Time{})
	if len(all) != 5 {
		t.Errorf("%d absences in five years", len(all))
	}
	for _, a := range all {
		if a.Nth != 1 || !a.Ban.IsZero() {
			t.Errorf("the %d. absence bans until %v", a.Nth, a.Ban)
		}
	}
}

func TestARunningBanBecomesWhatTheRuleGivesAndNeverLonger(t *testing.T) { // R-TM-1
	from := noon.Add(400 * day)
	three := func(begin time.Duration) (l []conduct.Loss) {
		for i := range 3 {
			l = append(l, conduct.Loss{At: noon.Add(begin + time.Duration(i)*20*day)})
		}
		return l
	}
	back := []time.Time{noon.Add(80 * day), noon.Add(200 * day), noon.Add(280 * day)}
	for _, c := range []struct {
		name   string
		losses []conduct.Loss
		nth    int
		most   time.Duration // since noon
	}{
		{"one silence was half a year and is a warning", three(300 * day), 1, 0},
		{"two losses in a row were none", three(300 * day)[:2], 0, 0},
		{"the fourth is half a year from the third loss as it was", slices.Concat(three(0), three(90*day), three(210*day), three(300*day),
			[]conduct.Loss{{At: noon.Add(399 * day)}}), 4, (340 + 180) * day},
		{"after the day one loss is an absence", []conduct.Loss{{At: from}}, 1, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			all := conduct.Weigh(conduct.Absences(c.losses, back, nil), nothing, from)
			last := all[len(all)-1]
			want := time.Time{}
			if c.most > 0 {
				want = noon.Add(c.most)
			}
			if last.Nth != c.nth || !last.Ban.Equal(want) {
				t.Errorf("%d. until %v, want %d. until %v", last.Nth, last.Ban, c.nth, want)
			}
		})
	}
}

// TestAbsencesDoNotHangOnTheOrder: however what was lost and moved is given, however often a move is repeated, the
// absences are the same, have each loss once, and no two of them could be one.
func TestAbsencesDoNotHangOnTheOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		moment := rapid.Map(rapid.IntRange(0, 60), func(n int) time.Time { return noon.Add(time.Duration(n) * 12 * time.Hour) })
		var losses []conduct.Loss
		for i, at := range rapid.SliceOf(moment).Draw(t, "losses") {
			losses = append(losses, conduct.Loss{Match: string(rune('a' + i)), At: at})
		}
		moves := rapid.SliceOf(moment).Draw(t, "moves")
		all := conduct.Weigh(conduct.Absences(losses, moves, nil), nothing, time.Time{})
		n := 0
		for i, a := range all {
			n += len(a.Losses)
			if a.Nth < 1 || a.Nth > i+1 || (a.Nth > 1) != !a.Ban.IsZero() || a.Ban.After(a.Last().Add(180*day)) {
				t.Fatalf("%+v", a)
			}
			if i > 0 && a.First().Sub(all[i-1].Last()) < conduct.AbsenceApart {
				t.Fatalf("%v and %v are no two absences", all[i-1], a)
			}
		}
		if n != len(losses) {
			t.Fatalf("%d of %d losses are in an absence", n, len(losses))
		}
		seed := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		seed.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
		again := conduct.Weigh(conduct.Absences(losses, append(moves, moves...), nil), nothing, time.Time{})
		if !slices.EqualFunc(all, again, func(a, b conduct.Absence) bool {
			return a.Nth == b.Nth && a.Ban.Equal(b.Ban) && a.First().Equal(b.First()) && a.Last().Equal(b.Last())
		}) {
			t.Fatalf("%v, and %v", all, again)
		}
	})
}

// banned is the step of a second absence, whose ban runs for 30 days from noon on.
func banned() league.Sanction {
	return league.Sanction{Kind: league.SanctionAbsence, At: noon.Add(-5 * day), Ends: noon.Add(365 * day), Ban: noon.Add(30 * day), Player: "ann"}
}

// siteAway is when a site was away for so many days from a day after noon on.
func siteAway(from, days time.Duration) span.Set {
	return span.Of(span.Span{From: noon.Add(from * day), Until: noon.Add((from + days) * day)})
}

func TestUntilWhenAnAbsenceBans(t *testing.T) { // R-FF-11, R-FF-12
	appealed := func(s league.Sanction, after time.Duration, answered bool) league.Sanction {
		s.Appeal = league.Appeal{Text: "ill", At: noon.Add(after)}
		if answered {
			s.Appeal.Answer.At = noon.Add(after + 9*day)
		}
		return s
	}
	shortened, struck, warning, mute := banned(), banned(), banned(), taken(league.SanctionMute, 30)
	shortened.Short, struck.Lifted.At, warning.Ban = noon.Add(10*day), noon.Add(time.Hour), time.Time{}
	mute.Ban = noon.Add(30 * day)
	for _, c := range []struct {
		name string
		s    league.Sanction
		now  time.Duration
		want time.Duration // since noon; 0: it does not
	}{
		{"while it runs", banned(), day, 30 * day},
		{"at its last moment", banned(), 30*day - time.Second, 30 * day},
		{"then no more", banned(), 30 * day, 0},
		{"a warning", warning, day, 0},
		{"what is no absence", mute, day, 0},
		{"struck out", struck, day, 0},
		{"shortened", shortened, day, 10 * day},
		{"shortened, and over", shortened, 10 * day, 0},
		{"an appeal of a week", appealed(banned(), day, false), 8 * day, 30 * day},
		{"an appeal that is open for longer", appealed(banned(), day, false), 8*day + time.Second, 0},
		{"one that was answered", appealed(banned(), day, true), 12 * day, 30 * day},
		{"a week without two days in which the site was away", appealed(banned(), 14*day, false), 23 * day, 30 * day}, // R-TC-4
		{"which are over", appealed(banned(), 14*day, false), 23*day + time.Second, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			want := time.Time{}
			if c.want > 0 {
				want = noon.Add(c.want)
			}
			now := noon.Add(c.now)
			if got := conduct.BannedUntil(c.s, now, siteAway(18, 2)); !got.Equal(want) {
				t.Errorf("until %v, want %v", got, want)
			}
			err := conduct.MayEnter([]league.Sanction{warning, c.s}, now, siteAway(18, 2))
			if (err != nil) != (c.want > 0) || err != nil && (league.KindOf(err) != league.Forbidden || !strings.Contains(err.Error(), want.Format("2 Jan 2006"))) {
				t.Errorf("entering: %v", err)
			}
			if c.s.Kind == league.SanctionAbsence && (conduct.MayBegin([]league.Sanction{c.s}, now) != nil || conduct.MayTalk([]league.Sanction{c.s}, now) != nil) {
				t.Error("casual games and chats do not go on")
			}
		})
	}
	if err := conduct.MayEnter([]league.Sanction{taken(league.SanctionRestrict, 7)}, noon, nil); league.KindOf(err) != league.Forbidden {
		t.Errorf("who may begin no games: %v", err)
	}
}

func TestAnAbsenceIsAppealedForThirtyDays(t *testing.T) { // R-FF-12
	for after, want := range map[time.Duration]league.Kind{0: "", 30 * day: "", 30*day + time.Second: league.Late} {
		if err := conduct.MayAppeal(banned(), noon.Add(after), nil); (want == "") != (err == nil) || err != nil && league.KindOf(err) != want {
			t.Errorf("after %v: %v", after, err)
		}
	}
	for after, want := range map[time.Duration]league.Kind{33 * day: "", 33*day + time.Second: league.Late} { // R-TC-4
		if err := conduct.MayAppeal(banned(), noon.Add(after), siteAway(10, 3)); (want == "") != (err == nil) || err != nil && league.KindOf(err) != want {
			t.Errorf("after %v, three days of which the site was away: %v", after, err)
		}
	}
	if err := conduct.MayAppeal(banned(), noon.Add(33*day-time.Second), siteAway(29, 3)); err != nil {
		t.Errorf("on the first day back: %v", err)
	}
	if err := conduct.MayUndo(banned(), noon.Add(364*day)); err != nil {
		t.Errorf("while it counts it can be struck out: %v", err)
	}
}

func TestABanOnlyBecomesShorter(t *testing.T) { // R-FF-12
	struck := banned()
	struck.Lifted.At = noon
	for _, c := range []struct {
		s    league.Sanction
		days int
		want bool
	}{
		{banned(), 0, true},
		{banned(), 29, true},
		{banned(), 30, false},
		{banned(), 31, false},
		{banned(), -1, false},
		{struck, 1, false},
		{taken(league.SanctionRestrict, 30), 1, false},
	} {
		if err := conduct.MayShorten(c.s, noon.Add(time.Duration(c.days)*day), noon, nil); (err == nil) != c.want {
			t.Errorf("to %d days: %v", c.days, err)
		}
	}
}

func TestWhatTheNextLossWouldCome(t *testing.T) { // R-FF-11
	struck := banned()
	struck.Lifted.At = noon
	for _, c := range []struct {
		name      string
		list      []league.Sanction
		moved, at time.Duration
		nth       int
		goesOn    bool
	}{
		{"the first", nil, 0, day, 1, false},
		{"the second", []league.Sanction{banned()}, day, 9 * day, 2, false},
		{"the same: no move since", []league.Sanction{banned()}, 0, 9 * day, 1, true},
		{"the same: less than 72 hours", []league.Sanction{banned()}, day, 2 * day, 1, true},
		{"the same: less than 72 hours but for when the site was away", []league.Sanction{banned()}, day, 5*day - time.Second, 1, true}, // R-TC-4
		{"the second: 72 hours but for that", []league.Sanction{banned()}, day, 5 * day, 2, false},
		{"a year later", []league.Sanction{banned()}, day, 365 * day, 1, false},
		{"what was struck out is none", []league.Sanction{struck, taken(league.SanctionWarn, 0)}, day, 9 * day, 1, false},
	} {
		if nth, goesOn := conduct.NextAbsence(c.list, noon.Add(c.moved), noon.Add(c.at), siteAway(1, 2)); nth != c.nth || goesOn != c.goesOn {
			t.Errorf("%s: %d., %v", c.name, nth, goesOn)
		}
	}
}
