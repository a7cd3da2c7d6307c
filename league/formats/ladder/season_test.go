package ladder_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/engine/enginetest"
	"kickabout/league"
	"kickabout/league/formats/formatstest"
	"kickabout/league/formats/ladder"
)

// seasons is how many random ladders are played.
func seasons() int { return enginetest.Size(1000) }

// acts are what players may do besides playing.
func acts(t *testing.T) []func(*formatstest.Rolling) error {
	return []func(*formatstest.Rolling) error{challenges(t), withdraws, comesBack, picks, holds}
}

func someone(r *formatstest.Rolling) league.Entrant {
	return r.Tournament.Entries[r.Rand.IntN(len(r.Tournament.Entries))]
}

// challenges lets somebody challenge everybody they may, until it is refused.
func challenges(t *testing.T) func(*formatstest.Rolling) error {
	return func(r *formatstest.Rolling) error {
		l, err := ladder.Format{}.Open(r.Sheet())
		if err != nil {
			return err
		}
		me := someone(r).Player.ID
		for _, c := range l.Range(me) {
			plan, err := l.Challenge(me, c.Player)
			if (err == nil) != (c.Reason == ladder.Possible) && len(plan.Fixtures) == 0 {
				return fmt.Errorf("%s, who is told %q about %s, is told %v by the challenge", me, c.Reason, c.Player, err)
			}
			if err != nil {
				continue
			}
			if err := r.Decide(plan.Rulings...); err != nil {
				return err
			}
			if err := r.Begin(plan.Fixtures...); err != nil {
				return err
			}
			for _, c := range l.Range(me) {
				if c.Reason == ladder.Possible {
					return fmt.Errorf("%s may challenge %s, too", me, c.Player)
				}
			}
			return nil
		}
		return nil
	}
}

func change(r *formatstest.Rolling, e league.Entrant, to func(*ladder.Note)) error {
	n, err := ladder.ParseNote(e.Note)
	if err != nil {
		return err
	}
	to(&n)
	return r.Decide(league.Decision{By: e.Player, Act: league.ActNoted, Player: e.Player, Text: n.String()})
}

func withdraws(r *formatstest.Rolling) error {
	return change(r, someone(r), func(n *ladder.Note) { n.Leaving = true })
}

func comesBack(r *formatstest.Rolling) error {
	for _, f := range r.Fixtures {
		for _, p := range []string{f.First, f.Second} {
			if _, in := r.Tournament.Entrant(p); !in {
				return r.Enter(p)
			}
		}
	}
	return nil
}

func picks(r *formatstest.Rolling) error {
	return change(r, someone(r), func(n *ladder.Note) { n.Manual = !n.Manual })
}

func holds(r *formatstest.Rolling) error {
	return change(r, someone(r), func(n *ladder.Note) {
		if from, ok := n.MayHold(r.Now); n.Hold.IsZero() && ok && !r.Now.Before(from) {
			n.Hold, n.Whole = r.Now, true
		}
	})
}

func TestAThousandLaddersKeepWhatRollingFormatsPromise(t *testing.T) {
	formatstest.ConformRolling(t, ladder.Format{}, seasons(), acts(t)...)
}

// R-LA, properties to test: the places are 1 … n after every event.
func TestThePlacesAreAPermutationAfterEveryEvent(t *testing.T) {
	every(t, func(_, after league.Tournament, d league.Decision) error {
		seen := map[string]bool{}
		for i, e := range after.Entries {
			if e.Seed != i+1 || seen[e.Player.ID] {
				return fmt.Errorf("%s is on place %d in row %d", e.Player.ID, e.Seed, i+1)
			}
			seen[e.Player.ID] = true
		}
		return nil
	}, nil)
}

// R-LA, properties to test: a defender who never plays can only fall. What lifts them is
// that somebody above leaves or falls by absence, and nothing else.
func TestWhoWinsNothingCanOnlyFallByResults(t *testing.T) {
	results := 0
	every(t, func(before, after league.Tournament, d league.Decision) error {
		if d.Act != league.ActPlaced || !strings.Contains(d.Text, "R-LA-5") {
			return nil
		}
		results++
		for _, e := range after.Entries {
			was, _ := before.Entrant(e.Player.ID)
			if e.Player.ID != d.Player.ID && e.Seed != was.Seed && e.Seed != was.Seed+1 {
				return fmt.Errorf("%s comes from %d to %d because %s won", e.Player.ID, was.Seed, e.Seed, d.Player.ID)
			}
		}
		return nil
	}, nil)
	if results == 0 {
		t.Error("nobody ever climbed")
	}
}

// R-LA-2, and the properties to test: never more than one outgoing and two incoming.
func TestNobodyHasMoreThanOneOutgoingAndTwoIncomingMatches(t *testing.T) {
	full := 0
	every(t, nil, func(r *formatstest.Rolling) error {
		outgoing, incoming := map[string]int{}, map[string]int{}
		for _, f := range r.Fixtures {
			if !f.Outcome.Over() {
				a, b := ladder.Challenged(f)
				outgoing[a]++
				incoming[b]++
			}
		}
		for p, n := range outgoing {
			if n > 1 {
				return fmt.Errorf("%s challenges %d times", p, n)
			}
		}
		for p, n := range incoming {
			if n > 2 {
				return fmt.Errorf("%s is challenged %d times", p, n)
			}
			if n+outgoing[p] == 3 {
				full++
			}
		}
		return nil
	})
	if full == 0 {
		t.Error("nobody ever had three matches")
	}
}

// R-LA-3: the same pair again only 14 days after its last match ended.
func TestAPairRestsAFortnight(t *testing.T) {
	again := 0
	every(t, nil, func(r *formatstest.Rolling) error {
		last := map[[2]string]league.Fixture{}
		for _, f := range r.Fixtures { // as they began
			pair := [2]string{min(f.First, f.Second), max(f.First, f.Second)}
			if before, ok := last[pair]; ok {
				again++
				if before.Ended.IsZero() || f.Began.Before(before.Ended.Add(14*24*time.Hour)) {
					return fmt.Errorf("%v meet on %v and again on %v", pair, before.Ended, f.Began)
				}
			}
			last[pair] = f
		}
		return nil
	})
	if again == 0 {
		t.Error("nobody ever met twice")
	}
}

// A plan that is carried out in parts comes to the same: after the first matches of it,
// the rest is planned.
func TestAPlanCarriedOutInPartsIsThePlan(t *testing.T) {
	cuts := 0
	every(t, nil, func(r *formatstest.Rolling) error {
		s := r.Sheet()
		for i := range s.Entries { // everybody is free again
			s.Entries[i].Note = ""
		}
		s.Fixtures = nil
		s.Waits = nil
		whole, err := ladder.Format{}.Plan(s)
		if err != nil || len(whole.Fixtures) < 2 {
			return err
		}
		cut := 1 + r.Rand.IntN(len(whole.Fixtures)-1)
		at, begun := 0, 0
		for begun < cut {
			if whole.Rulings[at].Act == league.ActRuled {
				begun++
			}
			if d := whole.Rulings[at]; d.Act == league.ActNoted {
				i := slices.IndexFunc(s.Entries, func(e league.Entry) bool { return e.Player == d.Player.ID })
				s.Entries[i].Note = d.Text
			}
			at++
		}
		s.Fixtures = whole.Fixtures[:cut]
		rest, err := ladder.Format{}.Plan(s)
		if err != nil || !slices.Equal(rest.Fixtures, whole.Fixtures[cut:]) || fmt.Sprint(rest.Rulings) != fmt.Sprint(whole.Rulings[at:]) {
			return fmt.Errorf("after %d of %v comes %v, %v", cut, whole, rest, err)
		}
		cuts++
		return nil
	})
	if cuts == 0 {
		t.Error("no plan had two matches")
	}
}

// every plays random ladders and looks at each decision and at each moment.
func every(t *testing.T, watch func(before, after league.Tournament, d league.Decision) error, look func(*formatstest.Rolling) error) {
	t.Helper()
	wrap := acts(t)
	begin := func(r *formatstest.Rolling) error {
		r.Watch = watch
		if look != nil {
			return look(r)
		}
		return nil
	}
	for i, act := range wrap {
		wrap[i] = func(r *formatstest.Rolling) error {
			if err := begin(r); err != nil {
				return err
			}
			return act(r)
		}
	}
	formatstest.ConformRolling(t, ladder.Format{}, max(20, seasons()/5), wrap...)
}

// The annals are the log once more: the places of every player at every change.
func TestTheAnnalsTellWhatTheLogTells(t *testing.T) {
	for seed := range uint64(max(20, seasons()/5)) {
		var annals ladder.Annals
		paths := map[string][]int{}
		r, err := formatstest.NewRolling(ladder.Format{}, seed)
		if err != nil {
			t.Fatal(err)
		}
		if err := annals.Add(r.Tournament.Log[0]); err != nil {
			t.Fatal(err)
		}
		r.Watch = func(before, after league.Tournament, d league.Decision) error {
			for _, e := range append(slices.Clone(before.Entries), after.Entries...) {
				now, _ := after.Entrant(e.Player.ID) // place 0 once they have left
				p := paths[e.Player.ID]
				if len(p) == 0 || p[len(p)-1] != now.Seed {
					paths[e.Player.ID] = append(p, now.Seed)
				}
			}
			return annals.Add(d)
		}
		var top []string
		for range 80 {
			r.Now = r.Now.Add(20 * time.Hour)
			switch {
			case len(r.Tournament.Entries) < 8:
				err = r.Enter(fmt.Sprint("p", len(paths)))
			case r.Rand.IntN(9) == 0:
				err = comesBack(r)
			case r.Rand.IntN(9) == 0:
				err = withdraws(r)
			default:
				for _, e := range r.Tournament.Entries[r.Rand.IntN(3):] {
					r.Moved[e.Player.ID] = r.Now
				}
				r.End(formatstest.Outcome(r.Rand))
			}
			if err == nil {
				err = r.Plan()
			}
			if err != nil {
				t.Fatal(err)
			}
			if now := r.Tournament.Entries[0].Player.ID; len(top) == 0 || top[len(top)-1] != now {
				top = append(top, now)
			}
		}
		for p, want := range paths {
			var got []int
			for _, s := range annals.Path(p) {
				got = append(got, s.Place)
			}
			if !slices.Equal(got, want) {
				t.Fatalf("ladder %d: %s went %v, the annals tell %v", seed, p, want, got)
			}
		}
		reigned := time.Duration(0)
		for _, reign := range annals.Reigns(r.Now) {
			reigned += reign.Length(r.Now)
		}
		if first := r.Tournament.Entries[0]; reigned > r.Now.Sub(r.Tournament.Started) || len(top) < 2 {
			t.Fatalf("ladder %d: on top were %v, now %s, for %v in all", seed, top, first.Player.ID, reigned)
		}
	}
}
