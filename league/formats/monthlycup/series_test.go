package monthlycup_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/enginetest"
	"kickabout/league"
	"kickabout/league/formats/formatstest"
	"kickabout/league/formats/monthlycup"
)

const day = 24 * time.Hour

func member(id string) league.Player {
	return league.Player{ID: id, Name: strings.ToUpper(id), Kind: league.Member}
}

// world begins in a leap year.
func world(t interface{ Errorf(string, ...any) }, seed uint64) *formatstest.World {
	return &formatstest.World{
		Series: monthlycup.Format{}, Now: date(2028, 1, 2), Rand: rand.New(rand.NewPCG(seed, 1)), Known: map[string]league.Known{},
		Strange: func(what string, args ...any) { t.Errorf(what, args...) },
		Ends:    func(*rand.Rand, league.Fixture) bool { return false },
	}
}

func date(year, month, d int) time.Time {
	return time.Date(year, time.Month(month), d, 0, 0, 0, 0, time.UTC)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// queueOf returns the group that takes entries.
func queueOf(t *testing.T, w *formatstest.World) *formatstest.Playing {
	t.Helper()
	i := slices.IndexFunc(w.Editions, func(e *formatstest.Playing) bool { return e.State == league.Registration })
	if i < 0 {
		t.Fatal("no group takes entries")
	}
	return w.Editions[i]
}

// group lets five enter at a moment.
func group(t *testing.T, w *formatstest.World, at time.Time, players string) *formatstest.Playing {
	t.Helper()
	w.Now = at
	must(t, w.Advance())
	q := queueOf(t, w)
	for _, p := range strings.Fields(players) {
		must(t, w.Enter(member(p), q))
	}
	must(t, w.Advance())
	if q.State != league.Running {
		t.Fatalf("%s is %s", q.Edition, q.State)
	}
	return q
}

// play ends all matches of an edition at a moment: who stands earlier in the list beats
// who stands later.
func play(t *testing.T, w *formatstest.World, at time.Time, e *formatstest.Playing, order string) {
	t.Helper()
	w.Now = at
	for i := range e.Fixtures {
		f := &e.Fixtures[i]
		f.Outcome, f.Ended = engine.Outcome{Ending: engine.FullTime, Winner: engine.First, Score: [2]int{1, 0}}, at
		if strings.Index(order, f.Second) < strings.Index(order, f.First) {
			f.Outcome = engine.Outcome{Ending: engine.FullTime, Winner: engine.Second, Score: [2]int{0, 1}}
		}
	}
	must(t, w.Advance())
}

// winner returns who has won a month.
func winner(w *formatstest.World, month string) string {
	for _, m := range monthlycup.Months(w.Tournaments()) {
		if m.Name == month && m.Winner != nil {
			return m.Winner.ID
		}
	}
	return ""
}

func at(t *testing.T, w *formatstest.World, now time.Time) {
	t.Helper()
	w.Now = now
	must(t, w.Advance())
}

func TestTheOnlyWinnerOfAMonthHasWonIt(t *testing.T) {
	w := world(t, 1)
	g := group(t, w, date(2028, 2, 3), "ann bob cleo dan eve")
	play(t, w, date(2028, 2, 29).Add(day-time.Millisecond), g, "cleo ann bob dan eve") // the last moment of a leap day
	if got := winner(w, "2028-02"); got != "" {
		t.Errorf("before the month is over %s has won it", got)
	}
	at(t, w, date(2028, 3, 1))
	if got := winner(w, "2028-02"); got != "cleo" {
		t.Errorf("%q has won February", got)
	}
	if w.Find(monthlycup.Round("2028-02", 2)) != nil {
		t.Error("there is a second round of one")
	}
}

func TestTheWinnersOfAMonthPlayOnTheFirst(t *testing.T) {
	w := world(t, 1)
	a := group(t, w, date(2028, 2, 3), "ann bob cleo dan eve")
	b := group(t, w, date(2028, 2, 10), "bob cleo dan eve fay")
	c := group(t, w, date(2028, 2, 20), "gus hal ida jon kim")
	play(t, w, date(2028, 2, 25), a, "ann bob cleo dan eve")
	play(t, w, date(2028, 2, 26), b, "bob cleo dan eve fay")
	at(t, w, date(2028, 3, 1).Add(-time.Millisecond))
	if w.Find(monthlycup.Round("2028-02", 2)) != nil {
		t.Fatal("the second round has begun in February")
	}
	at(t, w, date(2028, 3, 1))
	r := w.Find(monthlycup.Round("2028-02", 2))
	if r == nil || r.State != league.Running || len(r.Entries) != 2 || len(r.Fixtures) != 1 {
		t.Fatalf("the second round is %+v", r)
	}
	play(t, w, date(2028, 3, 20), r, "bob ann")
	if got := winner(w, "2028-02"); got != "bob" {
		t.Errorf("%q has won February", got)
	}
	play(t, w, date(2028, 3, 31), c, "kim jon ida hal gus")
	at(t, w, date(2028, 4, 1))
	if got := winner(w, "2028-03"); got != "kim" {
		t.Errorf("%q has won March, with a group that began in February", got)
	}
}

func TestAGroupThatNobodyCanWinAnyMoreIsDecided(t *testing.T) {
	w := world(t, 1)
	g := group(t, w, date(2028, 2, 3), "ann bob cleo dan eve")
	for i := range g.Fixtures { // ann wins all of hers, and the rest goes on
		if f := &g.Fixtures[i]; f.First == "ann" || f.Second == "ann" {
			f.Outcome = engine.Outcome{Ending: engine.Resignation, Winner: engine.First}
			if f.Second == "ann" {
				f.Outcome.Winner = engine.Second
			}
		}
	}
	at(t, w, date(2028, 2, 28))
	at(t, w, date(2028, 3, 1))
	if got := winner(w, "2028-02"); got != "ann" || g.State != league.Running {
		t.Errorf("%q has won, the group is %s", got, g.State)
	}
	play(t, w, date(2028, 3, 5), g, "bob ann cleo dan eve") // were it to come out otherwise: what was ruled stays
	if got := winner(w, "2028-02"); got != "ann" {
		t.Errorf("%q has won", got)
	}
}

func TestSevenWinnersPlayInGroupsAndAThirdRound(t *testing.T) {
	w := world(t, 1)
	for i := range 7 {
		p := fmt.Sprintf("w%d", i)
		w.Known[p] = league.Known{Member: true, Rating: float64(2000 - i)}
		g := group(t, w, date(2028, 4, 2), p+" v1 v2 v3 v4")
		play(t, w, date(2028, 4, 20), g, p+" v1 v2 v3 v4")
	}
	at(t, w, date(2028, 5, 1))
	r := w.Find(monthlycup.Round("2028-04", 2))
	if r == nil || len(r.Groups()) != 2 || len(r.Fixtures) != 6+3 {
		t.Fatalf("the second round is %+v", r)
	}
	var drawn []string
	for _, g := range r.Groups() {
		s := string(g)
		for _, e := range r.Entries {
			if e.Group == g {
				s += " " + e.Player.ID
			}
		}
		drawn = append(drawn, s)
	}
	if want := []string{"g1 w0 w3 w4", "g2 w1 w2 w5 w6"}; !slices.Equal(drawn, want) {
		t.Errorf("drawn %q, want %q", drawn, want)
	}
	play(t, w, date(2028, 5, 20), r, "w6 w5 w4 w3 w2 w1 w0")
	r3 := w.Find(monthlycup.Round("2028-04", 3))
	if r3 == nil || len(r3.Entries) != 2 {
		t.Fatalf("the third round is %+v", r3)
	}
	play(t, w, date(2028, 6, 2), r3, "w6 w4")
	if got := winner(w, "2028-04"); got != "w6" {
		t.Errorf("%q has won April", got)
	}
}

func TestSixWinnersAreOneGroup(t *testing.T) {
	w := world(t, 1)
	for i := range 6 {
		p := fmt.Sprintf("w%d", i)
		play(t, w, date(2028, 4, 20), group(t, w, date(2028, 4, 2), p+" v1 v2 v3 v4"), p+" v1 v2 v3 v4")
	}
	at(t, w, date(2028, 5, 1))
	if r := w.Find(monthlycup.Round("2028-04", 2)); r == nil || len(r.Groups()) != 1 || len(r.Fixtures) != 15 {
		t.Errorf("the second round is %+v", r)
	}
}

// months lets players win months of 2028 in their order: each plays one group.
func months(t *testing.T, w *formatstest.World, winners ...string) {
	t.Helper()
	for i, p := range winners {
		five := strings.Fields(p + strings.Replace(" x2 x3 x4 x5 x6", " "+p, "", 1))[:5]
		g := group(t, w, date(2028, i+1, 3), strings.Join(five, " "))
		play(t, w, date(2028, i+1, 20), g, strings.Join(five, " "))
	}
}

func TestTheFinalOfAYear(t *testing.T) {
	w := world(t, 1)
	months(t, w, "ann", "bob", "ann", "x2", "bob")
	dec := group(t, w, date(2028, 12, 3), "cleo x2 x3 x4 x5")
	play(t, w, date(2028, 12, 24), dec, "cleo x3 x2 x4 x5")
	at(t, w, date(2029, 1, 31).Add(day-time.Millisecond))
	if w.Find(monthlycup.Final(2028)) != nil {
		t.Fatal("the final has begun before February")
	}
	at(t, w, date(2029, 2, 1))
	f := w.Find(monthlycup.Final(2028))
	if f == nil || f.State != league.Running || f.Cycles != 2 {
		t.Fatalf("the final is %+v", f)
	}
	var in []string
	for _, e := range f.Entries {
		in = append(in, e.Player.ID)
	}
	// March is ann's again and May bob's: second was x2, who has won April themselves.
	if slices.Sort(in); !slices.Equal(in, []string{"ann", "bob", "cleo", "x2"}) || len(f.Fixtures) != 12 {
		t.Errorf("the finalists are %v in %d matches", in, len(f.Fixtures))
	}
	play(t, w, date(2029, 3, 20), f, "bob ann cleo x2")
	if got := f.Winners(); len(got) != 1 || got[0].ID != "bob" {
		t.Errorf("the year is won by %v", got)
	}
	at(t, w, date(2030, 2, 1))
}

func TestWhoWinsTwiceGivesHisPlaceToTheSecond(t *testing.T) {
	w := world(t, 1)
	months(t, w, "ann", "ann")
	at(t, w, date(2029, 2, 1))
	f := w.Find(monthlycup.Final(2028))
	if f == nil || len(f.Entries) != 2 {
		t.Fatalf("the final is %+v", f)
	}
	if list := monthlycup.Finalists(w.Tournaments(), 2028); list[1].Player.ID != "x2" || !list[1].Second || list[1].Month != "2028-02" {
		t.Errorf("the finalists are %+v", list)
	}
}

func TestTheFinalWaitsForDecember(t *testing.T) {
	w := world(t, 1)
	months(t, w, "ann", "bob")
	dec := group(t, w, date(2028, 12, 28), "cleo x2 x3 x4 x5")
	at(t, w, date(2029, 2, 1))
	if w.Find(monthlycup.Final(2028)) != nil {
		t.Fatal("the final has begun while a December group is being played")
	}
	play(t, w, date(2029, 2, 4), dec, "cleo x2 x3 x4 x5")
	at(t, w, date(2029, 2, 18).Add(-time.Second))
	if w.Find(monthlycup.Final(2028)) != nil {
		t.Fatal("the final has begun within 14 days")
	}
	at(t, w, date(2029, 2, 18))
	if f := w.Find(monthlycup.Final(2028)); f == nil || len(f.Entries) != 2 {
		t.Errorf("the final is %+v", f)
	}
	at(t, w, date(2029, 3, 1))
	if got := winner(w, "2029-02"); got != "cleo" {
		t.Errorf("%q has won February with the group of December", got)
	}
}

func TestAYearWithOneWinnerIsHis(t *testing.T) {
	w := world(t, 1)
	months(t, w, "ann")
	w.Known["x2"] = league.Known{} // has closed their account
	at(t, w, date(2029, 2, 1))
	if w.Find(monthlycup.Final(2028)) != nil {
		t.Fatal("there is a final of one")
	}
	e, _ := w.Find("g0001").Entrant("ann")
	if n := monthlycup.ParseNote(e.Note); n != (monthlycup.Note{Place: 1, Month: "2028-01", Year: "2028"}) {
		t.Errorf("noted is %+v", n)
	}
}

func TestWhoClosedHisAccountIsNotEntered(t *testing.T) {
	w := world(t, 1)
	a := group(t, w, date(2028, 2, 3), "ann bob cleo dan eve")
	b := group(t, w, date(2028, 2, 3), "fay bob cleo dan eve")
	play(t, w, date(2028, 2, 20), a, "ann bob cleo dan eve")
	play(t, w, date(2028, 2, 21), b, "fay bob cleo dan eve")
	must(t, w.Enter(member("fay"), queueOf(t, w)))
	w.Known["fay"] = league.Known{}
	at(t, w, date(2028, 3, 1))
	if got := winner(w, "2028-02"); got != "ann" {
		t.Errorf("%q has won", got)
	}
	if n := len(queueOf(t, w).Entries); n != 0 {
		t.Errorf("%d wait", n)
	}
}

// TestEachMonthHasAtMostOneWinnerAndNothingStaysOpen plays fourteen months of cups with
// what follows from them.
func TestEachMonthHasAtMostOneWinnerAndNothingStaysOpen(t *testing.T) {
	for seed := range uint64(enginetest.Size(1000)) {
		w := world(t, seed)
		slow := 1 + w.Rand.IntN(4)
		w.Ends = func(r *rand.Rand, _ league.Fixture) bool { // in the end every game does
			return r.IntN(slow) == 0 || w.Now.After(date(2030, 6, 1))
		}
		people := make([]league.Player, 5+w.Rand.IntN(20))
		for i := range people {
			people[i] = member(fmt.Sprintf("p%02d", i))
			w.Known[people[i].ID] = league.Known{Member: true, Rating: w.Rand.Float64()}
		}
		must(t, w.Advance())
		for w.Now.Before(date(2030, 9, 1)) {
			pause := time.Duration(9*24+w.Rand.IntN(48)) * time.Hour
			if w.Now.Before(date(2029, 3, 1)) {
				pause /= 2
				for range w.Rand.IntN(4) {
					p := people[w.Rand.IntN(len(people))]
					q := queueOf(t, w)
					if err := w.Enter(p, q); err != nil && league.KindOf(err) != league.Stale {
						t.Fatal(err)
					}
					if q.State == league.Running {
						must(t, w.Advance())
					}
				}
			}
			if err := w.Turn(pause); err != nil {
				t.Fatalf("world %d: %v", seed, err)
			}
		}
		closed(t, w)
		if t.Failed() {
			t.Fatalf("world %d", seed)
		}
	}
}

// closed sees that all is over and that months and years add up.
func closed(t *testing.T, w *formatstest.World) {
	won, first := map[string]int{}, map[string]bool{}
	for _, e := range w.Editions {
		if e.State == league.Running {
			t.Errorf("%s is still being played", e.Edition)
		}
		k, _ := monthlycup.KindOf(e.Edition)
		winners := map[league.Group]int{}
		for _, x := range e.Entries {
			if n := monthlycup.ParseNote(x.Note); n.Month != "" {
				won[n.Month]++
			}
			if !x.Qualified.IsZero() {
				winners[x.Group]++
				if k.Number != 0 {
					first[monthlycup.MonthAt(x.Qualified)] = true
				}
			}
		}
		for _, g := range e.Groups() {
			if e.State == league.Finished && k.Year == 0 && winners[g] != 1 {
				t.Errorf("%s, group %q has %d winners", e.Edition, g, winners[g])
			}
		}
		if k.Round == 2 && e.Started.UTC().Day() > 11 {
			t.Errorf("%s started on %v", e.Edition, e.Started)
		}
		if k.Year != 0 && (len(e.Winners()) != 1 || e.Started.Before(date(k.Year+1, 2, 1))) {
			t.Errorf("%s, started %v, is won by %v", e.Edition, e.Started, e.Winners())
		}
	}
	for month := range first {
		if won[month] != 1 {
			t.Errorf("%s has %d winners", month, won[month])
		}
	}
	for month := range won {
		if !first[month] {
			t.Errorf("%s is won without a group", month)
		}
	}
	for year := 2028; year < 2030; year++ {
		f := w.Find(monthlycup.Final(year))
		if list := monthlycup.Finalists(w.Tournaments(), year); (f != nil) != (len(list) >= 2) || f != nil && len(f.Entries) != len(list) {
			t.Errorf("%d has %d finalists and the final %v", year, len(list), f)
		}
	}
}
