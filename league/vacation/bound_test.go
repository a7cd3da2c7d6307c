package vacation_test

import (
	"fmt"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/clock"
	"kickabout/engine/games"
	"kickabout/engine/record"
	"kickabout/league"
	"kickabout/league/span"
	"kickabout/league/vacation"
)

// TestVacationIsCountedInAGame counts by logs what vacation has given to Yellow, who moves first, on the tenth day.
func TestVacationIsCountedInAGame(t *testing.T) { // R-VA-7
	const day = vacation.DayLong
	begun := time.Date(2027, 5, 1, 0, 0, 0, 0, time.UTC)
	at := func(days float64) time.Time { return begun.Add(time.Duration(days * float64(day))) }
	stamp := func(days float64) string { return " @" + at(days).Format("2006-01-02T15:04:05.000Z") + "\n" }
	rests := func(from float64, until time.Time) string {
		return "Yellow rest " + until.Format(time.RFC3339) + stamp(from)
	}
	gets := func(days float64) string { return "Yellow time 86400" + stamp(days) }
	const yellow, red = "Yellow Pb3c3d7", "Red Pc8d8e4"
	for _, c := range []struct {
		name     string
		log      string
		planned  [][2]float64
		used     []float64 // automatic days
		away     span.Set
		row, all float64
	}{
		{name: "nothing"},
		{name: "a planned vacation in their turn", log: rests(1, at(4)), planned: [][2]float64{{1, 4}}, row: 3, all: 3},
		{name: "that lasts", log: rests(8, at(14)), planned: [][2]float64{{8, 14}}, row: 2, all: 2},
		{name: "automatic days", log: gets(3) + gets(4), used: []float64{3, 4}, row: 2, all: 2},
		{name: "both alike", log: rests(1, at(4)) + gets(5), planned: [][2]float64{{1, 4}}, used: []float64{5}, row: 4, all: 4},
		{name: "a day that was written when the game had moved on", log: "Yellow time 60" + stamp(3.001) + gets(3.001), used: []float64{3}, row: 1, all: 1},
		{name: "time of a director is no vacation", log: gets(3)},
		{name: "nor is it beside a day that the game did not get", log: "Red time 86400" + stamp(6) + gets(6), used: []float64{5}},
		{name: "nor a clock that stands still for something else", log: rests(1, at(4))},
		{name: "nor a pause", log: rests(1, league.Halt) + rests(3, at(5)), planned: [][2]float64{{1, 5}}, row: 2, all: 2},
		{name: "ended early", log: rests(1, at(9)) + rests(2, at(2)), planned: [][2]float64{{1, 2}}, row: 1, all: 1},
		{name: "the site was away meanwhile", log: rests(1, at(6)), planned: [][2]float64{{1, 6}}, away: span.Of(span.Span{From: at(2), Until: at(4)}), row: 3, all: 3},
		{name: "a move begins a new row", log: rests(1, at(3)) + gets(3) + yellow + stamp(4), planned: [][2]float64{{1, 3}}, used: []float64{3}, all: 3},
		{name: "what is given in the other's turn is in the row", log: yellow + stamp(1) + gets(2), used: []float64{2}, row: 1, all: 1},
		{name: "a vacation in the other's turn feeds nothing", log: yellow + stamp(1) + rests(2, at(5)), planned: [][2]float64{{2, 5}}},
		{name: "but from their own on", log: yellow + stamp(1) + rests(2, at(6)) + red + stamp(4), planned: [][2]float64{{2, 6}}, row: 2, all: 2},
		{name: "nothing once their move is in", log: rests(1, at(9)) + "Yellow sealed" + stamp(3) + "Red time 60" + stamp(4), planned: [][2]float64{{1, 9}}, row: 2, all: 2},
		{name: "nor until it is shown", log: rests(1, at(9)) + "Yellow sealed" + stamp(3) + "Red time 60" + stamp(4) + yellow + stamp(6), planned: [][2]float64{{1, 9}}, all: 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := record.Decode("Game: streetsoccer/lg\nBegun: "+begun.Format("2006-01-02T15:04:05.000Z")+"\n\n[4 2]\n"+c.log, games.ByID)
			if err != nil {
				t.Fatal(err)
			}
			book := vacation.Book{Since: begun}
			for _, p := range c.planned {
				book.Planned = append(book.Planned, vacation.Vacation{Begins: at(p[0]), Ends: at(p[1])})
			}
			for _, d := range c.used {
				book.Days = append(book.Days, vacation.Day{At: at(d), Match: "m"})
			}
			book.Days = append(book.Days, vacation.Day{At: at(7), Vacation: 1})
			had := vacation.HadIn(book, m.Record, engine.First, c.away, at(10))
			want := vacation.Had{Row: time.Duration(c.row * float64(day)), All: time.Duration(c.all * float64(day))}
			if had != want {
				t.Errorf("it has had %+v, want %+v", had, want)
			}
		})
	}
}

func TestVacationIsBoundByTheClock(t *testing.T) { // R-VA-7
	for control, want := range map[string]string{"lg": "336h0m0s 720h0m0s", "slow": "336h0m0s 720h0m0s", "fast": "120h0m0s 240h0m0s", "live": "0s 0s"} {
		if b := vacation.BoundOf(control); fmt.Sprint(b.Row, " ", b.All) != want {
			t.Errorf("%s: %v, want %s", control, b, want)
		}
	}
	const day = vacation.DayLong
	fast := vacation.BoundOf("fast")
	for _, c := range []struct{ row, all, left time.Duration }{{0, 0, 5 * day}, {3 * day, 3 * day, 2 * day}, {5 * day, 5 * day, 0}, {0, 8 * day, 2 * day}, {0, 10 * day, 0}, {6 * day, 11 * day, 0}} {
		if got := fast.Left(vacation.Had{Row: c.row, All: c.all}); got != c.left {
			t.Errorf("after %v and %v: %v, want %v", c.row, c.all, got, c.left)
		}
	}
	if len(clock.Controls()) != 4 {
		t.Error("a clock has no bound of its own")
	}
}

// TestAPlannedVacationLeavesOutWhatTheSiteWasAwayFor plans three days, of which the site is away from the middle of the second to
// that of the fourth.
func TestAPlannedVacationLeavesOutWhatTheSiteWasAwayFor(t *testing.T) { // R-TC-4
	const day = vacation.DayLong
	begins := time.Date(2027, 5, 1, 0, 0, 0, 0, time.UTC)
	at := func(days float64) time.Time { return begins.Add(time.Duration(days * float64(day))) }
	for _, c := range []struct {
		name string
		away span.Set
		ends float64
		now  float64
		want []float64 // when its days began
	}{
		{"no outage", nil, 3, 9, []float64{0, 1, 2}},
		{"an outage in it", span.Of(span.Span{From: at(1.5), Until: at(3.5)}), 5, 9, []float64{0, 1, 4}},
		{"so far", span.Of(span.Span{From: at(1.5), Until: at(3.5)}), 5, 3.9, []float64{0, 1}},
		{"it began in one", span.Of(span.Span{From: at(-1), Until: at(2)}), 5, 9, []float64{2, 3, 4}},
	} {
		book := vacation.Book{Since: at(-99), Planned: []vacation.Vacation{{N: 1, Begins: begins, Ends: at(c.ends)}}}
		after, v := vacation.Std.Spend(book, 1, at(c.now), c.away)
		var got []float64
		for _, d := range after.Days {
			got = append(got, d.At.Sub(begins).Hours()/24)
		}
		if fmt.Sprint(got) != fmt.Sprint(c.want) || !v.Ends.Equal(at(c.ends)) {
			t.Errorf("%s: days at %v until %v, want %v", c.name, got, v.Ends.Sub(begins), c.want)
		}
	}
}
