package formatstest

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/span"
)

// Rolling is a rolling tournament being played. Its decisions go through the tournament's
// own Add, so what a format rules must be what a log can hold.
type Rolling struct {
	Format     league.Format
	Rand       *rand.Rand
	Tournament league.Tournament
	Fixtures   []league.Fixture // all that ever began
	Now        time.Time
	Moved      map[string]time.Time // by player: their last move
	Away       map[string]bool
	// Watch sees each decision with what was before and what is after it.
	Watch func(before, after league.Tournament, d league.Decision) error

	entered int
}

// NewRolling opens a rolling tournament. It is the same for the same seed.
func NewRolling(f league.Format, seed uint64) (*Rolling, error) {
	r := &Rolling{
		Format: f, Rand: rand.New(rand.NewPCG(seed, 0x4c41)), Now: time.Date(2027, 3, 1, 9, 0, 0, 0, time.UTC),
		Moved: map[string]time.Time{}, Away: map[string]bool{},
	}
	terms := league.TournamentTerms{
		Name: "Rolling", Format: f.Info().ID, Game: "streetsoccer", Variant: "lg", Control: "lg", Places: league.AnyNumber, Cycles: 1, Rolling: true,
	}
	return r, r.Decide(league.Decision{By: league.Player{ID: "site", Name: "Site"}, Act: league.ActCreated, Text: terms.String()})
}

// ConformRolling plays rolling tournaments, as many as seeds, with random entries, results
// and absences, and checks what the league promises of every rolling format: what is
// carried out is not planned again; nobody is on both sides, and only entrants meet; the
// log takes every ruling; a match is counted once, after its end; the table ranks all entries
// by their places; neither plan nor table depends on the order of the results; each player
// is First nearly as often as Second. Each act of more is called now and then.
func ConformRolling(t *testing.T, f league.Format, seeds int, more ...func(*Rolling) error) {
	t.Helper()
	for seed := range uint64(seeds) {
		r, err := NewRolling(f, seed)
		for step := 0; err == nil && step < 60; step++ {
			err = r.step(more)
		}
		if err == nil {
			err = r.even()
		}
		if err != nil {
			t.Fatalf("tournament %d, %s: %v", seed, r.Now.Format(time.DateTime), err)
		}
	}
}

// step lets something happen, and the format answer.
func (r *Rolling) step(more []func(*Rolling) error) error {
	r.Now = r.Now.Add(time.Duration(r.Rand.IntN(int(3 * 24 * time.Hour)))).Truncate(time.Millisecond)
	for _, e := range r.Tournament.Entries {
		switch r.Rand.IntN(8) {
		case 0, 1, 2:
			r.Moved[e.Player.ID] = r.Now
		case 3:
			r.Away[e.Player.ID] = r.Rand.IntN(4) == 0
		}
	}
	n := r.Rand.IntN(5 + len(more))
	var err error
	switch {
	case n == 0 || len(r.Tournament.Entries) < 5:
		err = r.Enter(fmt.Sprintf("p%d", r.entered+1))
	case n >= 5:
		err = more[n-5](r)
	default:
		for range n {
			r.End(Outcome(r.Rand))
		}
	}
	if err != nil {
		return err
	}
	return r.Plan()
}

// Enter lets a player in.
func (r *Rolling) Enter(id string) error {
	r.entered++
	p := league.Player{ID: id, Name: id, Kind: league.Member}
	return r.Decide(league.Decision{By: p, Act: league.ActEntered, Player: p})
}

// End ends one of the running matches, if there is one.
func (r *Rolling) End(o engine.Outcome) {
	var running []int
	for i, f := range r.Fixtures {
		if !f.Outcome.Over() {
			running = append(running, i)
		}
	}
	if len(running) == 0 {
		return
	}
	f := &r.Fixtures[running[r.Rand.IntN(len(running))]]
	f.Outcome, f.Ended, f.Seq = o, r.Now, 1+r.Rand.IntN(90)
}

// Sheet returns what a format may know now, in random order where the order is not to
// matter.
func (r *Rolling) Sheet() league.Sheet {
	s := r.Tournament.Sheet("", nil, r.Now)
	for i := range s.Entries {
		e := &s.Entries[i]
		if e.Active, e.Away = r.Moved[e.Player], r.Away[e.Player]; e.Away {
			e.Active = r.Now
		}
		if e.Active.Before(e.Entered) {
			e.Active = e.Entered
		}
	}
	s.Waits = span.Sets{}
	for _, f := range r.Fixtures {
		if !f.Outcome.Over() { // all of them wait for First
			s.Waits[f.First] = s.Waits[f.First].And(span.Set{{From: f.Began, Until: span.Ever}})
		}
		if !f.Outcome.Over() || !f.Counted || f.Ended.After(r.Now.Add(-league.RecentSpan)) {
			s.Fixtures = append(s.Fixtures, f)
		}
	}
	r.Rand.Shuffle(len(s.Fixtures), func(i, j int) { s.Fixtures[i], s.Fixtures[j] = s.Fixtures[j], s.Fixtures[i] })
	return s
}

// Decide adds decisions to the log.
func (r *Rolling) Decide(decisions ...league.Decision) error {
	for _, d := range decisions {
		d.Seq, d.At = r.Tournament.Last+1, r.Now
		if e, ok := r.Tournament.Entrant(d.Player.ID); ok {
			d.Player = e.Player
		}
		after, err := r.Tournament.Add(d)
		if err == nil && r.Watch != nil {
			err = r.Watch(r.Tournament, after, d)
		}
		if err != nil {
			return fmt.Errorf("%s %s %q: %w", d.Act, d.Player.ID, d.Text, err)
		}
		r.Tournament = after
		if d.Act == league.ActCounted {
			if err := r.count(d); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *Rolling) count(d league.Decision) error {
	i := slices.IndexFunc(r.Fixtures, func(f league.Fixture) bool {
		var key string
		_, err := fmt.Sscan(d.Text, &key)
		return err == nil && f.Key == league.Key(key)
	})
	if i < 0 || r.Fixtures[i].Counted || !r.Fixtures[i].Outcome.Over() {
		return fmt.Errorf("%q counts what is not to be counted", d.Text)
	}
	r.Fixtures[i].Counted = true
	return nil
}

// Begin begins fixtures.
func (r *Rolling) Begin(fixtures ...league.Fixture) error {
	for _, f := range fixtures {
		_, in := r.Tournament.Entrant(f.First)
		_, in2 := r.Tournament.Entrant(f.Second)
		switch {
		case !in || !in2 || f.First == f.Second || f.Outcome.Over():
			return fmt.Errorf("fixture %s: %s and %s do not meet", f.Key, f.First, f.Second)
		case slices.ContainsFunc(r.Fixtures, func(g league.Fixture) bool { return g.Key == f.Key }):
			return fmt.Errorf("fixture %s is drawn twice", f.Key)
		case f.Key.Group() != "":
			return fmt.Errorf("fixture %s is in a group", f.Key)
		}
		f.Began, f.Match = r.Now, fmt.Sprint("m", len(r.Fixtures))
		r.Fixtures = append(r.Fixtures, f)
	}
	return nil
}

// Plan asks the format what is to be done, does it, and checks what it promises.
func (r *Rolling) Plan() error {
	s := r.Sheet()
	plan, err := r.Format.Plan(s)
	if err != nil {
		return err
	}
	slices.SortFunc(s.Fixtures, func(a, b league.Fixture) int { return a.Ended.Compare(b.Ended) })
	if other, err := r.Format.Plan(s); err != nil || !reflect.DeepEqual(plan, other) {
		return fmt.Errorf("the plan depends on the order of the fixtures: %v and %v, %v", plan, other, err)
	}
	if plan.Finished || len(plan.Acts) > 0 {
		return fmt.Errorf("it ends, or acts: %v", plan)
	}
	if err := r.Decide(plan.Rulings...); err != nil {
		return err
	}
	if err := r.Begin(plan.Fixtures...); err != nil {
		return err
	}
	again, err := r.Format.Plan(r.Sheet())
	if err != nil || len(again.Fixtures)+len(again.Rulings) > 0 {
		return fmt.Errorf("what was carried out is planned again: %v, %v", again, err)
	}
	return r.table()
}

// table checks that the table is the order of the places.
func (r *Rolling) table() error {
	rows, err := r.Format.Table(r.Sheet(), "")
	if err != nil {
		return err
	}
	if len(rows) != len(r.Tournament.Entries) {
		return fmt.Errorf("the table has %d rows, there are %d entries", len(rows), len(r.Tournament.Entries))
	}
	for i, e := range r.Tournament.Entries {
		if e.Seed != i+1 || rows[i].Player != e.Player.ID || rows[i].Rank != e.Seed {
			return fmt.Errorf("%s has place %d, row %d is %+v", e.Player.ID, e.Seed, i+1, rows[i])
		}
	}
	return nil
}

// evenWithin is by how much the numbers of kick-offs may differ: whoever is drawn cannot
// always be given the one that they lack, since the other one may lack it more.
const evenWithin = 4

// even checks that the kick-offs are shared out.
func (r *Rolling) even() error {
	balance := map[string]int{}
	for _, f := range r.Fixtures {
		balance[f.First]++
		balance[f.Second]--
	}
	for p, b := range balance {
		if b < -evenWithin || b > evenWithin {
			return fmt.Errorf("%s is First %+d times more often than Second", p, b)
		}
	}
	return nil
}
