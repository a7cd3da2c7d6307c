package vacation_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"kickabout/engine/clock"
	"kickabout/engine/games"
	"kickabout/engine/record"
	"kickabout/league"
	"kickabout/league/vacation"
)

var joined = time.Date(2027, 3, 1, 12, 0, 0, 0, time.UTC)

// days returns a book in which days were used so long after the account was made.
func days(after ...time.Duration) vacation.Book {
	book := vacation.Book{Since: joined}
	for i, d := range after {
		book.Days = append(book.Days, vacation.Day{N: i + 1, At: joined.Add(d), Match: "m"})
	}
	return book
}

// TestDaysOfVacation is R-VA-1.
func TestDaysOfVacation(t *testing.T) {
	const day = 24 * time.Hour
	const earns = 292 * time.Hour
	for _, c := range []struct {
		name string
		rule vacation.Rule
		book vacation.Book
		at   time.Duration
		want int
	}{
		{"a new account has three", vacation.Std, days(), 0, 3},
		{"and one more after 12.17 days", vacation.Std, days(), earns, 4},
		{"not a moment before", vacation.Std, days(), earns - 1, 3},
		{"thirty in a year", vacation.Std, days(0, 0, 0), 365 * day, 30},
		{"and no more than thirty", vacation.Std, days(), 1000 * day, 30},
		{"what was not earned does not come back", vacation.Std, days(400*day, 400*day), 400 * day, 28},
		{"after that days are earned again", vacation.Std, days(400*day, 400*day), 400*day + earns, 29},
		{"a day used later is gone earlier too", vacation.Std, days(2 * day), day, 2},
		{"and none goes below nothing", vacation.Std, days(20*day, 20*day, 20*day, 20*day), day, 0},
		{"before the account there is none", vacation.Std, days(), -1, 0},
		{"without an account there is none", vacation.Std, vacation.Book{}, 1000 * day, 0},
		{"five in a calendar year", vacation.LG, days(), 0, 5},
		{"less those that were used", vacation.LG, days(day, 2*day), 300 * day, 3},
		{"five again on 1 January", vacation.LG, days(day, 2*day), 306 * day, 5},
		{"not more, though none was used", vacation.LG, days(), 3 * 365 * day, 5},
		{"a day used next year is not of this one", vacation.LG, days(310 * day), 300 * day, 5},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.rule.Balance(c.book, joined.Add(c.at)); got != c.want {
				t.Errorf("%d days, want %d", got, c.want)
			}
		})
	}
}

// TestTheStatementExplainsEveryDay is R-VA-6: the lines are in order, each balance follows
// from the one before, and the last one is what is left.
func TestTheStatementExplainsEveryDay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rule := rapid.SampledFrom([]vacation.Rule{vacation.Std, vacation.LG}).Draw(t, "rule")
		book := vacation.Book{Since: joined}
		at := joined
		for n := range rapid.IntRange(0, 40).Draw(t, "days") {
			at = at.Add(time.Duration(rapid.IntRange(0, 900).Draw(t, "hours")) * time.Hour)
			if rule.Balance(book, at) > 0 {
				book.Days = append(book.Days, vacation.Day{N: len(book.Days) + 1, At: at, Vacation: n % 2})
			}
		}
		until := at.Add(time.Duration(rapid.IntRange(0, 9000).Draw(t, "later")) * time.Hour)
		balance, used := 0, 0
		before := joined
		for _, l := range rule.Statement(book, until) {
			if l.At.Before(before) || l.Balance != balance+l.Days || l.Balance < 0 || l.Balance > 30 {
				t.Fatalf("after %d on %v comes %+v", balance, before, l)
			}
			if balance, before = l.Balance, l.At; l.Days < 0 && l.Why != vacation.Reset {
				used++
			}
		}
		if used != len(book.Days) {
			t.Errorf("%d of %d used days are in the statement", used, len(book.Days))
		}
		if got := rule.Balance(book, until); got != balance {
			t.Errorf("%d days are left, by the statement %d", got, balance)
		}
	})
}

// TestAPlannedVacationStopsAMatchOnlySoLong is R-VA-4.
func TestAPlannedVacationStopsAMatchOnlySoLong(t *testing.T) {
	const day = 24 * time.Hour
	now := time.Date(2027, 5, 20, 0, 0, 0, 0, time.UTC)
	off := vacation.Vacation{Begins: now, Ends: now.Add(20 * day)}
	rests := func(from, until time.Time) string {
		return "Yellow rest " + until.Format(time.RFC3339) + " @" + from.Format("2006-01-02T15:04:05.000Z") + "\n"
	}
	for _, c := range []struct {
		name    string
		log     string
		match   league.Match
		control string
		want    time.Duration
	}{
		{"a match of its own: all of it", "", league.Match{}, "lg", 20 * day},
		{"a tournament: fourteen days", "", league.Match{Tournament: "t"}, "lg", 14 * day},
		{"no vacation there at all", "", league.Match{Tournament: "t", NoVacation: true}, "lg", 0},
		{"less than a day left: three days", "Red time 864000\nYellow time 345599\n", league.Match{}, "short", 3 * day},
		{"a day left is enough", "Red time 864000\nYellow time 345600\n", league.Match{}, "short", 20 * day},
		{"nine days of another vacation just before", rests(now.Add(-10*day), now.Add(-day)), league.Match{Tournament: "t"}, "lg", 5 * day},
		{"more than a day before: a new row", rests(now.Add(-10*day), now.Add(-day-time.Second)), league.Match{Tournament: "t"}, "lg", 14 * day},
		{"nor does a row before that one", rests(now.Add(-18*day), now.Add(-15*day)) + rests(now.Add(-5*day), now.Add(-day)), league.Match{Tournament: "t"}, "lg", 10 * day},
		{
			"what was cut short does not count", rests(now.Add(-10*day), now.Add(50*day)) + rests(now.Add(-9*day), now.Add(-9*day)) + rests(now.Add(-9*day), now.Add(-day)),
			league.Match{Tournament: "t"},
			"lg", 5 * day,
		},
		{"fourteen days in a row are enough", rests(now.Add(-14*day), now), league.Match{Tournament: "t"}, "lg", 0},
		{"rests of the other do not count", "Red" + rests(now.Add(-14*day), now)[len("Yellow"):], league.Match{Tournament: "t"}, "lg", 14 * day},
	} {
		t.Run(c.name, func(t *testing.T) {
			head := "Game: streetsoccer/lg\nBegun: 2027-05-01T00:00:00.000Z\n\n[4 2]\n"
			m, err := record.Decode(head+c.log, games.ByID)
			if err != nil {
				t.Fatal(err)
			}
			control := clock.Controls()[0]
			if c.control == "short" { // Yellow has been to move for 19 days
				control = clock.Control{Bank: 16 * day, Increment: day, Cap: 20 * day}
			} else {
				control.Bank = 100 * day
			}
			clocks := clock.Read(control, m.Record)
			side, _ := m.Record.Next().Side, 0
			until := vacation.RestUntil(off, vacation.Book{}, c.match, m.Record, clocks, side, nil, now)
			if got := until.Sub(now); got != c.want {
				t.Errorf("the clock stands still for %v, want %v", got, c.want)
			}
		})
	}
}

func TestAVacationSaysWhenItComesToAnEnd(t *testing.T) {
	t.Parallel()
	asked := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	at := func(hours int) time.Time { return asked.Add(time.Duration(hours) * time.Hour) }
	long := vacation.Vacation{N: 1, Asked: asked, Begins: at(72), Ends: at(144)}
	short, near, ended := long, long, long
	short.Ends = at(96)
	near.Begins = at(24)
	ended.Ended = at(10)
	for _, x := range []struct {
		name  string
		v     vacation.Vacation
		hours int
		want  league.EventName
	}{
		{"more than a day before it begins", long, 47, ""},
		{"a day before it begins", long, 48, league.VacationBegins},
		{"an hour before it begins", long, 71, league.VacationBegins},
		{"when it begins", long, 72, ""},
		{"more than a day before it ends", long, 119, ""},
		{"a day before it ends", long, 120, league.VacationEnds},
		{"when it ends", long, 144, ""},
		{"planned for the next day", near, 1, ""},
		{"a single day that begins", short, 71, league.VacationBegins},
		{"a single day", short, 80, ""},
		{"called off", ended, 71, ""},
		{"none", vacation.Vacation{}, 0, ""},
	} {
		if got := x.v.Soon(at(x.hours)); got != x.want {
			t.Errorf("%s: %q, want %q", x.name, got, x.want)
		}
	}
}
