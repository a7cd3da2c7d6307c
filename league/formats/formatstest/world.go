package formatstest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"kickabout/league"
)

// World carries out in memory what a series wants done, as the office does on a site: one
// competition, with players who enter and matches that end by chance.
type World struct {
	Series   league.Series
	Now      time.Time
	Rand     *rand.Rand
	Known    map[string]league.Known
	Editions []*Playing                                // by their opening
	Ends     func(r *rand.Rand, f league.Fixture) bool // whether a running match ends now; nil: one in four
	Strange  func(what string, args ...any)            // is told what must not happen
	Start    func(league.Tournament) (order []string)  // of a lot; nil: by chance
	Log      func(edition string, d league.Decision)   // hears of each decision; may be nil
}

// Playing is an edition with its fixtures.
type Playing struct {
	league.Tournament
	Fixtures []league.Fixture
	planned  int // what had happened in it when it was planned last, counted
}

// happened counts what has happened in an edition: events, and matches that are over.
func (e *Playing) happened() int {
	n := e.Last
	for _, f := range e.Fixtures {
		if f.Outcome.Over() {
			n++
		}
	}
	return n
}

// atOnce is how many looks in a row may find something to do.
const atOnce = 200

// Find returns an edition by its name; nil if there is none.
func (w *World) Find(edition string) *Playing {
	i := slices.IndexFunc(w.Editions, func(e *Playing) bool { return e.Edition == edition })
	if i < 0 {
		return nil
	}
	return w.Editions[i]
}

// Tournaments lists all editions.
func (w *World) Tournaments() []league.Tournament {
	all := make([]league.Tournament, len(w.Editions))
	for i, e := range w.Editions {
		all[i] = e.Tournament
	}
	return all
}

// Enter lets a player enter an edition, which starts when it is full.
func (w *World) Enter(p league.Player, e *Playing) error {
	if err := w.decide(e, league.Decision{By: p, Act: league.ActEntered, Player: p}); err != nil {
		return err
	}
	if e.WhenFull && e.Full() {
		return w.decide(e, league.Decision{Act: league.ActStarted})
	}
	return nil
}

// Do makes any decision.
func (w *World) Do(e *Playing, d league.Decision) error { return w.decide(e, d) }

// decide adds a decision to an edition, unless it is refused.
func (w *World) decide(e *Playing, d league.Decision) error {
	d.Seq, d.At = e.Last+1, w.Now
	if d.Act == league.ActStarted && d.Text == "" {
		d.Text = w.lot(e.Tournament)
	}
	if d.Player.ID != "" && d.Player.Name == "" {
		d.Player = league.Player{ID: d.Player.ID, Name: d.Player.ID, Kind: league.Member}
	}
	next, err := e.Add(d)
	if err != nil {
		return err
	}
	e.Tournament = next
	if w.Log != nil {
		w.Log(e.Edition, d)
	}
	return nil
}

// lot orders the entries by chance.
func (w *World) lot(t league.Tournament) string {
	var lot league.Lot
	for _, e := range t.Entries {
		lot.Seeds = append(lot.Seeds, e.Player.ID)
	}
	if w.Start != nil {
		lot.Seeds = w.Start(t)
	} else {
		w.Rand.Shuffle(len(lot.Seeds), func(i, j int) { lot.Seeds[i], lot.Seeds[j] = lot.Seeds[j], lot.Seeds[i] })
	}
	return lot.String()
}

// Turn lets time pass, ends matches by chance and does what is due then.
func (w *World) Turn(d time.Duration) error {
	w.Now = w.Now.Add(d)
	for _, e := range w.Editions {
		if e.State != league.Running {
			continue
		}
		for i := range e.Fixtures {
			f := &e.Fixtures[i]
			if ends := w.Ends == nil && w.Rand.IntN(4) == 0 || w.Ends != nil && w.Ends(w.Rand, *f); ends && !f.Outcome.Over() {
				f.Outcome, f.Ended = Outcome(w.Rand), w.Now
			}
		}
	}
	return w.Advance()
}

// Advance lets all groups go on and does what the series wants, until there is nothing
// more to do.
func (w *World) Advance() error {
	for range atOnce {
		done := 0
		for _, e := range w.Editions {
			n, err := w.advance(e)
			if err != nil {
				return err
			}
			done += n
		}
		n, err := w.applySteps()
		if err != nil {
			return err
		}
		if done+n == 0 {
			return w.quiet()
		}
	}
	return fmt.Errorf("after %d looks there is still something to do", atOnce)
}

// applySteps does what the series wants, and counts it. A selective one is asked with what it needs,
// and with all only where that was too little, as the office does.
func (w *World) applySteps() (done int, err error) {
	c := w.state()
	if some, ok := w.Series.(league.Selective); ok {
		c.Editions = lately(c.Editions, some.Awaits())
	}
	for range 2 {
		steps, err := w.Series.Next(c)
		if err != nil {
			return done, err
		}
		known := true
		for _, s := range steps {
			known = known && (s.Open == nil || w.Find(s.Edition) == nil)
			if w.step(s) {
				done++
			}
		}
		if known {
			break
		}
		c = w.state()
	}
	return done, nil
}

// lately leaves out the editions that have ended and in which nobody was who has qualified
// somewhere and of whom one of some notes stands there.
func lately(editions []league.Edition, awaits []string) []league.Edition {
	waits := map[string]bool{}
	for _, e := range editions {
		for _, p := range e.Tournament.Entries {
			if !p.Qualified.IsZero() && slices.Contains(awaits, p.Note) {
				waits[p.Player.ID] = true
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(editions), func(e league.Edition) bool {
		return !e.Tournament.Ended.IsZero() && !slices.ContainsFunc(e.Tournament.Entries, func(p league.Entrant) bool { return waits[p.Player.ID] })
	})
}

// quiet sees that what has been done does not come again, and that nothing is left to do.
func (w *World) quiet() error {
	steps, err := w.Series.Next(w.state())
	if err == nil && len(steps) > 0 {
		err = fmt.Errorf("what was done, or cannot be, comes again: %+v", steps)
	}
	return err
}

// state is what the series may know now.
func (w *World) state() league.SeriesState {
	c := league.SeriesState{
		Now: w.Now, Profile: "std", Title: "Runners", Known: w.Known,
		Competition: league.Competition{Format: w.Series.Info().ID, Game: "runners", Variant: "classic"},
	}
	for _, e := range w.Editions {
		if e.Ended.IsZero() || e.Ended.After(w.Now.Add(-w.Series.Memory())) {
			t := e.Tournament
			t.Log = nil
			c.Editions = append(c.Editions, league.Edition{Tournament: t})
		}
	}
	return c
}

// step carries out a step, whole or not at all.
func (w *World) step(s league.Step) bool {
	e := w.Find(s.Edition)
	switch {
	case s.Open != nil && e != nil, s.Open == nil && e == nil:
		return false
	case s.Open != nil:
		terms := *s.Open
		terms.Competition, terms.Edition, terms.Game, terms.Variant = "runners", s.Edition, "runners", "classic"
		e = &Playing{Tournament: league.Tournament{ID: s.Edition}}
		site := league.Player{ID: "site", Name: "Kickabout", Kind: league.SiteItself}
		if err := w.decide(e, league.Decision{By: site, Act: league.ActCreated, Text: terms.String()}); err != nil {
			w.Strange("edition %s is opened with %q: %v", s.Edition, terms, err)
			return false
		}
	}
	was := *e
	for _, d := range s.Decisions {
		if err := w.decide(e, d); err != nil {
			if league.KindOf(err) != league.Stale {
				w.Strange("edition %s, %s %s: %v", s.Edition, d.Act, d.Player.ID, err)
			}
			*e = was
			return false
		}
	}
	if s.Open != nil {
		w.Editions = append(w.Editions, e)
	}
	return true
}

// advance lets the groups of an edition go on if something has happened there, and counts
// what was done.
func (w *World) advance(e *Playing) (done int, err error) {
	if e.State != league.Running || e.planned == e.happened() {
		return 0, nil
	}
	e.planned = e.happened()
	over, winners := true, ""
	for _, g := range e.Groups() {
		plan, err := w.Series.Plan(w.sheet(e, g))
		if err != nil {
			return done, fmt.Errorf("edition %s, group %q: %w", e.Edition, g, err)
		}
		for _, f := range plan.Fixtures {
			f.Began = w.Now
			e.Fixtures = append(e.Fixtures, f)
			done++
		}
		for _, d := range plan.Rulings {
			if err := w.decide(e, d); err != nil {
				return done, fmt.Errorf("edition %s, %s: %w", e.Edition, d.Act, err)
			}
			done++
		}
		over = over && plan.Finished
		for _, id := range plan.Winners {
			winners += " " + id
		}
	}
	if over {
		done++
		err = w.decide(e, league.Decision{Act: league.ActFinished, Text: winners})
	}
	return done, err
}

// sheet is that of a group now.
func (w *World) sheet(e *Playing, g league.Group) league.Sheet {
	s := e.Sheet(g, nil, w.Now)
	over := true
	for _, f := range e.Fixtures {
		if f.Key.Group() == g {
			s.Fixtures = append(s.Fixtures, f)
			over = over && f.Outcome.Over()
		}
	}
	if over && len(s.Fixtures) > 0 {
		s.Lot = []byte(e.Edition)
	}
	return s
}
