package minicup_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kickabout/engine/enginetest"
	"kickabout/league"
	"kickabout/league/formats/formatstest"
	"kickabout/league/formats/minicup"
)

const day = 24 * time.Hour

var start = time.Date(2027, 12, 30, 0, 0, 0, 0, time.UTC)

func member(id string) league.Player {
	return league.Player{ID: id, Name: strings.ToUpper(id), Kind: league.Member}
}

func world(t interface {
	Errorf(string, ...any)
}, seed uint64,
) *formatstest.World {
	return &formatstest.World{
		Series: minicup.Format{}, Now: start, Rand: rand.New(rand.NewPCG(seed, 1)), Known: map[string]league.Known{},
		Strange: func(what string, args ...any) { t.Errorf(what, args...) },
	}
}

// queueOf returns the edition of a level that takes entries.
func queueOf(w *formatstest.World, level int) *formatstest.Playing {
	for _, e := range w.Editions {
		if l, _, ok := minicup.Level(e.Edition); ok && l == level && e.State == league.Registration {
			return e
		}
	}
	return nil
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestAQueueStartsWithThreeAndTheNextOneOpens(t *testing.T) {
	w := world(t, 1)
	must(t, w.Advance())
	if len(w.Editions) != 1 || w.Editions[0].Edition != "l0-0001" || w.Editions[0].Places != 3 {
		t.Fatalf("it opens with %+v", w.Editions)
	}
	for _, p := range []string{"ann", "bob", "cleo"} {
		must(t, w.Enter(member(p), queueOf(w, 0)))
	}
	must(t, w.Advance())
	if e := w.Find("l0-0001"); e.State != league.Running || len(e.Fixtures) != 6 {
		t.Errorf("with three it is %s with %d matches", e.State, len(e.Fixtures))
	}
	if q := queueOf(w, 0); q == nil || q.Edition != "l0-0002" {
		t.Errorf("the next queue is %v", q)
	}
	must(t, w.Enter(member("ann"), queueOf(w, 0)))
	if err := w.Enter(member("ann"), queueOf(w, 0)); league.KindOf(err) != league.Stale {
		t.Errorf("twice in one queue: %v", err)
	}
}

// edition is one at some moments, in days: started 0 is not yet.
func edition(level, n, started int, up map[string]int, players ...string) league.Tournament {
	t := league.Tournament{TournamentTerms: league.TournamentTerms{Edition: minicup.Edition(level, n)}, State: league.Registration}
	if started > 0 {
		t.Started, t.State = start.Add(time.Duration(started)*day), league.Running
	}
	for i, p := range players {
		e := league.Entrant{Player: member(p)}
		if started > 0 {
			e.Seed = i + 1
		}
		if at := up[p]; at > 0 {
			e.Qualified = start.Add(time.Duration(at) * day)
		}
		t.Entries = append(t.Entries, e)
	}
	return t
}

func TestWhoHasTheRightToALevel(t *testing.T) {
	up := func(at int) map[string]int { return map[string]int{"ann": at} }
	for _, c := range []struct {
		name     string
		level    int
		editions []league.Tournament
		want     bool
	}{
		{"everybody has that of level 0", 0, nil, true},
		{"nobody has that of a level below", -1, nil, false},
		{"level 1 has to be earned", 1, []league.Tournament{edition(0, 1, 1, nil, "ann")}, false},
		{"by going up from level 0", 1, []league.Tournament{edition(0, 1, 1, up(5), "ann")}, true},
		{"which is no right to level 2", 2, []league.Tournament{edition(0, 1, 1, up(5), "ann")}, false},
		{"nor for anybody else", 1, []league.Tournament{edition(0, 1, 1, map[string]int{"bob": 5}, "ann", "bob")}, false},
		{"waiting does not use it up", 1, []league.Tournament{edition(0, 1, 1, up(5), "ann"), edition(1, 1, 0, nil, "ann")}, true},
		{"starting does", 1, []league.Tournament{edition(0, 1, 1, up(5), "ann"), edition(1, 1, 6, nil, "ann")}, false},
		{"two before the start are one", 1, []league.Tournament{edition(0, 1, 1, up(5), "ann"), edition(0, 2, 1, up(6), "ann"), edition(1, 1, 7, nil, "ann")}, false},
		{"earned again after the start it is kept", 1, []league.Tournament{edition(0, 1, 1, up(5), "ann"), edition(1, 1, 6, nil, "ann"), edition(0, 2, 1, up(7), "ann")}, true},
		{"also in the very moment of the start", 1, []league.Tournament{edition(0, 1, 1, up(5), "ann"), edition(1, 1, 6, nil, "ann"), edition(0, 2, 1, up(6), "ann")}, true},
		{"and used once more", 1, []league.Tournament{edition(0, 1, 1, up(5), "ann"), edition(1, 1, 6, nil, "ann"), edition(0, 2, 1, up(7), "ann"), edition(1, 2, 8, nil, "ann")}, false},
		{"a group that started without him changes nothing", 1, []league.Tournament{edition(0, 1, 1, up(5), "ann"), edition(1, 1, 6, nil, "bob")}, true},
		{"taking over a seat uses it too, though the group started before", 1, []league.Tournament{edition(0, 1, 1, up(5), "ann"), entered(6, edition(1, 1, 3, nil, "ann"))}, false},
		{"earned again afterwards it is kept", 1, []league.Tournament{edition(0, 1, 1, up(5), "ann"), entered(6, edition(1, 1, 3, nil, "ann")), edition(0, 2, 1, up(7), "ann")}, true},
		{"unused for a year it is lost", 1, []league.Tournament{edition(0, 1, 1, map[string]int{"ann": -340}, "ann"), edition(0, 2, 1, nil, "ann")}, false},
		{"an edition with another name counts for nothing", 1, []league.Tournament{{TournamentTerms: league.TournamentTerms{Edition: "l00-0001"}, Entries: edition(0, 1, 1, up(5), "ann").Entries}}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := minicup.Right(c.editions, "ann", c.level, start.Add(30*day)); got != c.want {
				t.Errorf("%v", got)
			}
			var ch league.SeriesState
			ch.Now = start.Add(30 * day)
			for _, e := range c.editions {
				ch.Editions = append(ch.Editions, league.Edition{Tournament: e})
			}
			if err := (minicup.Format{}).May(ch, minicup.Edition(max(0, c.level), 9), member("ann")); c.level >= 0 && (err == nil) != c.want {
				t.Errorf("he may enter: %v", err)
			}
		})
	}
	old := edition(0, 1, 1, up(1), "ann")
	if minicup.Right([]league.Tournament{old}, "ann", 1, start.Add(367*day)) || !minicup.Right([]league.Tournament{old}, "ann", 1, start.Add(366*day)) {
		t.Error("a right does not last for a year")
	}
}

// entered is an edition all of whose players have entered on one day.
func entered(at int, t league.Tournament) league.Tournament {
	for i := range t.Entries {
		t.Entries[i].Entered = start.Add(time.Duration(at) * day)
	}
	return t
}

func TestARightIsUsedByPlayingOnly(t *testing.T) { // R-CO-3, R-MC-3
	up := edition(0, 1, 1, map[string]int{"ann": 5}, "ann")
	for name, next := range map[string]struct {
		edition league.Tournament
		used    bool
	}{
		"a group that started with her":               {edition(1, 1, 6, nil, "ann"), true},
		"a group that had started before she went up": {edition(1, 1, 3, nil, "ann"), false},
		"a seat that she has taken over there":        {entered(6, edition(1, 1, 3, nil, "ann")), true},
		"a queue in which she waits":                  {entered(6, edition(1, 1, 0, nil, "ann")), false},
	} {
		if got := (minicup.Format{}).Used([]league.Tournament{next.edition}, up, "ann"); got != next.used {
			t.Errorf("%s uses it: %v", name, got)
		}
	}
}

func TestWhoGivesNoSignOfLifeIsTakenOut(t *testing.T) {
	w := world(t, 1)
	must(t, w.Advance())
	for _, p := range []string{"ann", "bob"} {
		must(t, w.Enter(member(p), queueOf(w, 0)))
	}
	w.Known["ann"] = league.Known{Member: true}
	w.Known["bob"] = league.Known{Member: true, Seen: start.Add(10 * day)}
	in := func() (names string) {
		for _, e := range queueOf(w, 0).Entries {
			names += e.Player.ID
		}
		return names
	}
	for _, at := range []struct {
		day  int
		want string
	}{{59, "annbob"}, {60, "bob"}, {69, "bob"}, {70, ""}} {
		w.Now = start.Add(time.Duration(at.day) * day)
		must(t, w.Advance())
		if got := in(); got != at.want {
			t.Errorf("on day %d there wait %q, want %q", at.day, got, at.want)
		}
	}
	must(t, w.Enter(member("cleo"), queueOf(w, 0)))
	must(t, w.Enter(member("dan"), queueOf(w, 0)))
	w.Known["cleo"] = league.Known{Member: true, Away: true}
	w.Known["dan"] = league.Known{Seen: w.Now}
	w.Now = w.Now.Add(61 * day)
	must(t, w.Advance())
	if got := in(); got != "cleo" {
		t.Errorf("with a vacation and a closed account there wait %q", got)
	}
}

func TestTwoMayAgreeToStartAlone(t *testing.T) {
	w := world(t, 1)
	must(t, w.Advance())
	q := queueOf(w, 0)
	must(t, w.Enter(member("ann"), q))
	w.Now = w.Now.Add(5 * day)
	must(t, w.Enter(member("bob"), q))
	agree := func(p string) error {
		d, err := minicup.Format{}.Agree(q.Tournament, member(p), w.Now)
		if err == nil {
			err = w.Do(q, d)
		}
		return err
	}
	w.Now = w.Now.Add(30*day - time.Second)
	if err := agree("ann"); league.KindOf(err) != league.Stale {
		t.Errorf("too early: %v", err)
	}
	w.Now = w.Now.Add(time.Second)
	if err := agree("zoe"); league.KindOf(err) != league.Forbidden {
		t.Errorf("somebody else: %v", err)
	}
	must(t, agree("ann"))
	must(t, w.Advance())
	if q.State != league.Registration {
		t.Fatal("one alone has started it")
	}
	must(t, agree("bob"))
	must(t, w.Advance())
	if q.State != league.Running || len(q.Fixtures) != 4 {
		t.Errorf("it is %s with %d matches", q.State, len(q.Fixtures))
	}
	if err := agree("ann"); league.KindOf(err) != league.Stale {
		t.Errorf("after the start: %v", err)
	}
}

func TestTheHonourListOfAYear(t *testing.T) {
	// The new year begins on day 2.
	editions := []league.Tournament{
		edition(0, 1, 1, map[string]int{"ann": 1, "bob": 4}, "ann", "bob", "cleo"),
		edition(1, 1, 3, map[string]int{"dan": 9}, "ann", "dan", "eve"),
		edition(0, 2, 5, nil, "ann", "bob"),
		edition(0, 3, 0, nil, "fay"),
	}
	got := ""
	for _, h := range minicup.Honours(editions, 2028) {
		got += fmt.Sprintf("%s %d %d %d; ", h.Player.ID, h.Level, h.At.Sub(start)/day, h.Groups)
	}
	if want := "dan 2 9 1; ann 1 3 2; eve 1 3 1; bob 1 4 1; "; got != want {
		t.Errorf("2028: %s, want %s", got, want)
	}
	if list := minicup.Honours(editions, 2027); len(list) != 3 || list[0].Player.ID != "ann" || list[0].Level != 1 || list[2].Level != 0 {
		t.Errorf("2027: %+v", list)
	}
}

// TestLevelsAndRightsAddUp lets people enter, leave and go silent for a year of mini cups,
// and looks at the whole afterwards.
func TestLevelsAndRightsAddUp(t *testing.T) {
	const hard = 313 // somebody goes up in the instant in which their group above starts
	for seed := range uint64(enginetest.Size(1000)) + 1 {
		if seed == uint64(enginetest.Size(1000)) {
			seed = hard
		}
		w := world(t, seed)
		people := make([]league.Player, 4+w.Rand.IntN(8))
		for i := range people {
			people[i] = member(fmt.Sprintf("p%02d", i))
			w.Known[people[i].ID] = league.Known{Member: true}
		}
		must(t, w.Advance())
		for range 60 {
			for _, p := range people {
				w.Known[p.ID] = league.Known{Member: true, Seen: w.Now}
				visit(t, w, p)
			}
			if err := w.Turn(time.Duration(1+w.Rand.IntN(6)) * day); err != nil {
				t.Fatalf("world %d: %v", seed, err)
			}
			oneQueueEach(t, w)
		}
		for range 60 { // nobody comes any more, and all is played out
			if err := w.Turn(2 * day); err != nil {
				t.Fatalf("world %d: %v", seed, err)
			}
		}
		accounts(t, w, people)
		if t.Failed() {
			t.Fatalf("world %d", seed)
		}
	}
}

// visit lets a player do something by chance.
func visit(t *testing.T, w *formatstest.World, p league.Player) {
	level := w.Rand.IntN(3)
	q := queueOf(w, level)
	switch {
	case q == nil:
	case w.Rand.IntN(6) == 0:
		err := w.Do(q, league.Decision{By: p, Act: league.ActLeft, Player: p})
		if _, in := q.Entrant(p.ID); in || err != nil && league.KindOf(err) != league.Stale {
			t.Errorf("%s leaves: %v", p.ID, err)
		}
	case w.Rand.IntN(3) == 0 && minicup.Right(w.Tournaments(), p.ID, level, w.Now):
		if err := w.Enter(p, q); err != nil && league.KindOf(err) != league.Stale {
			t.Errorf("%s enters: %v", p.ID, err)
		}
		if err := w.Advance(); err != nil {
			t.Fatal(err)
		}
	}
}

// oneQueueEach sees that each level that was ever open takes entries in one edition.
func oneQueueEach(t *testing.T, w *formatstest.World) {
	open, ever := map[int]int{}, map[int]bool{}
	for _, e := range w.Editions {
		level, _, _ := minicup.Level(e.Edition)
		if ever[level] = true; e.State == league.Registration {
			open[level]++
		}
	}
	for level := range ever {
		if open[level] != 1 {
			t.Errorf("level %d has %d queues", level, open[level])
		}
	}
}

// accounts sees that all is over, and that nobody started above without having gone up.
func accounts(t *testing.T, w *formatstest.World, people []league.Player) {
	for _, e := range w.Editions {
		if e.State == league.Running {
			t.Errorf("%s is still being played: %+v", e.Edition, e.Fixtures)
		}
		if n := len(e.Entries); e.State == league.Finished && n != 3 && n != 2 {
			t.Errorf("%s was played by %d", e.Edition, n)
		}
	}
	for _, p := range people {
		ups, starts := map[int]int{}, map[int]int{}
		waits := map[int]bool{}
		for _, e := range w.Editions {
			level, _, _ := minicup.Level(e.Edition)
			x, in := e.Entrant(p.ID)
			switch {
			case !in:
				continue
			case e.State == league.Registration:
				waits[level] = true
				continue
			}
			if starts[level]++; !x.Qualified.IsZero() {
				ups[level+1]++
			}
		}
		for level := 1; level < 9; level++ {
			right := minicup.Right(w.Tournaments(), p.ID, level, w.Now)
			if starts[level] > ups[level] || right && starts[level] == ups[level] || waits[level] && !right {
				t.Errorf("%s: %d times up to level %d, %d groups there, waits %v, right %v", p.ID, ups[level], level, starts[level], waits[level], right)
			}
			if ups[level] > 0 && starts[level] == 0 && !right {
				t.Errorf("%s has lost his right to level %d", p.ID, level)
			}
		}
	}
}

func TestEditionsNameLevelAndNumber(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		level, n := rapid.IntRange(0, 40).Draw(t, "level"), rapid.IntRange(1, 99999).Draw(t, "n")
		if l, m, ok := minicup.Level(minicup.Edition(level, n)); l != level || m != n || !ok {
			t.Fatalf("%s is read as %d, %d, %v", minicup.Edition(level, n), l, m, ok)
		}
	})
	for _, name := range []string{"", "l1", "l1-1", "l1-0001x", "L1-0001", "g0001", "l-1-0001"} {
		if _, _, ok := minicup.Level(name); ok {
			t.Errorf("%q is an edition", name)
		}
	}
}

// TestARightThatWasEarnedByRetiredRulesHolds: who has gone up there finds a queue of the next level here, and may enter it
// (rules 1.2 of StreetSoccer).
func TestARightThatWasEarnedByRetiredRulesHolds(t *testing.T) {
	state := league.SeriesState{
		Now: start.Add(30 * day), Known: map[string]league.Known{},
		Before: []league.Edition{{Tournament: edition(0, 1, 1, map[string]int{"ann": 20}, "ann", "bob", "cleo")}},
	}
	steps, err := minicup.Format{}.Next(state)
	must(t, err)
	var opened []string
	for _, s := range steps {
		if s.Open != nil {
			opened = append(opened, s.Edition)
		}
	}
	if want := []string{"l0-0001", "l1-0001"}; !slices.Equal(opened, want) {
		t.Errorf("the queues %v open, want %v", opened, want)
	}
	must(t, minicup.Format{}.May(state, "l1-0001", member("ann")))
	if err := (minicup.Format{}).May(state, "l1-0001", member("bob")); league.KindOf(err) != league.Forbidden {
		t.Errorf("who has not gone up: %v", err)
	}
	state.Now = start.Add(400 * day)
	if err := (minicup.Format{}).May(state, "l1-0001", member("ann")); league.KindOf(err) != league.Forbidden {
		t.Errorf("a right that is forgotten: %v", err)
	}
}
