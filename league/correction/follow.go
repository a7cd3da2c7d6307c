package correction

import (
	"fmt"
	"slices"
	"time"

	"kickabout/engine"
	"kickabout/league"
)

// Followed is a match that is corrected, with what has been drawn since.
type Followed struct {
	Format league.Format
	Sheet  league.Sheet          // of all that hangs together, with the match as it is to count
	Key    league.Key            // of its fixture
	Ended  time.Time             // when the match did
	Moved  func(league.Key) bool // somebody has made a move in the match of a fixture
	Last   func(league.Key) bool // the fixture is one of the last tie of a knock-out: nothing is drawn by it
	Again  bool                  // the match is played again, and has no result for now
}

// Redrawn is what is drawn anew by a correction (R-CO-3).
type Redrawn struct {
	Fixtures []league.Fixture  // by the keys under which they stand now, with who meets from now on
	Rulings  []league.Decision // what the format notes of it
	Stands   bool              // something else would have been drawn otherwise, and stands: it has a move
}

// Redrawing is a format that can draw its last round again, by the results as they are now.
type Redrawing interface {
	league.Format
	// Redraw returns that round whole, and what is to be noted; false if a fixture belongs to it itself, or to none before it.
	Redraw(s league.Sheet, key league.Key) (plan league.Plan, ok bool, err error)
}

// Placing is a format that gives places for results, once and for all.
type Placing interface {
	league.Format
	// Lift returns how places change by the corrected result of a fixture of a sheet, which counted otherwise before.
	Lift(s league.Sheet, key league.Key, was engine.Outcome) ([]league.Decision, error)
	// Lower takes back a decision of Lift, as far as nothing has been played for since. It takes any decision; of others nothing follows.
	Lower(s league.Sheet, lift league.Decision) ([]league.Decision, error)
}

// Follow says what a correction changes of what has been drawn since the match ended, and refuses one that comes too late
// (R-CO-3): somebody has been told that they go on, or the matches that were drawn would not be called for. A tie or a round
// in which somebody has moved stands, but for the last tie: that is played again.
func (f Followed) Follow() (Redrawn, error) {
	if err := Refuse(f.Format, f.Sheet); err != nil {
		return Redrawn{}, err
	}
	var r Redrawn
	var err error
	switch f.Format.Info().Kind {
	case league.KnockOut, league.GroupsAndKnockOut, league.GroupStages:
		r, err = f.ties()
	case league.SwissRounds:
		r, err = f.round()
	}
	if err == nil && f.Again && (len(r.Fixtures) > 0 || r.Stands) {
		return r, league.Errorf(league.Stale, "Other games have been drawn by its result, so this one cannot be played again. Correct its result instead.")
	}
	return r, err
}

// round draws the last round of a Swiss anew, unless somebody has moved in it.
func (f Followed) round() (r Redrawn, err error) {
	redrawing, ok := f.Format.(Redrawing)
	if !ok {
		return r, nil
	}
	plan, ok, err := redrawing.Redraw(f.Sheet, f.Key)
	if err != nil || !ok {
		return r, err
	}
	for _, p := range plan.Fixtures {
		was, there := f.Sheet.Find(p.Key)
		if !there {
			return Redrawn{Stands: true}, nil // somebody has left since it was drawn
		}
		if f.Moved(was.Key) || was.Outcome.Over() {
			r.Stands = true
		}
		if was.First != p.First || was.Second != p.Second {
			r.Fixtures = append(r.Fixtures, p)
		}
	}
	if len(r.Fixtures) == 0 {
		return Redrawn{}, nil
	}
	if r.Stands {
		return Redrawn{Stands: true}, nil
	}
	r.Rulings = plan.Rulings
	return r, nil
}

// ties draws again what began after the match had ended. Where others meet by the new result, the players of a tie change.
func (f Followed) ties() (r Redrawn, err error) {
	var drawn []league.Fixture
	then := f.Sheet
	then.Fixtures = nil
	for _, x := range f.Sheet.Fixtures {
		if x.Key != f.Key && !x.Began.Before(f.Ended) {
			drawn = append(drawn, x)
		} else {
			then.Fixtures = append(then.Fixtures, x)
		}
	}
	for len(drawn) > 0 {
		plan, err := f.Format.Plan(then)
		if err != nil {
			return r, fmt.Errorf("drawing again what followed on %s: %w", f.Key, err)
		}
		var again []league.Fixture
		for _, x := range drawn {
			i := slices.IndexFunc(plan.Fixtures, func(p league.Fixture) bool { return p.Key == x.Key })
			switch {
			case i < 0:
				again = append(again, x)
				continue
			case !sameTwo(plan.Fixtures[i], x) && f.stands(x):
				r.Stands = true
			case !sameTwo(plan.Fixtures[i], x):
				p := plan.Fixtures[i]
				r.Fixtures = append(r.Fixtures, p)
				p.Began = x.Began
				x = p
			}
			then.Fixtures = append(then.Fixtures, x)
		}
		if len(again) == len(drawn) {
			if again = f.standing(&then, again); len(again) == len(drawn) {
				return r, errDrawn()
			}
			r.Stands = true
		}
		drawn = again
	}
	return r, nil
}

// standing adds to a sheet the ties of some fixtures that stand although they are not called for, and returns the others.
func (f Followed) standing(s *league.Sheet, drawn []league.Fixture) (others []league.Fixture) {
	for _, x := range drawn {
		if f.moved(x) && x.Key.Round() != f.Key.Round() {
			s.Fixtures = append(s.Fixtures, x)
		} else {
			others = append(others, x)
		}
	}
	return others
}

// stands says that a tie stands in which others would meet: somebody has moved in it, and it is not the last one, or that is
// over.
func (f Followed) stands(x league.Fixture) bool {
	return f.moved(x) && (!f.Last(x.Key) || x.Outcome.Over())
}

// moved says that somebody has moved in the tie of a fixture.
func (f Followed) moved(x league.Fixture) bool {
	return slices.ContainsFunc(f.Sheet.Fixtures, func(leg league.Fixture) bool {
		return leg.Key.Round() == x.Key.Round() && (leg.Outcome.Over() || f.Moved(leg.Key))
	})
}

func errDrawn() error {
	return league.Errorf(league.Stale, "By this result others would have gone on, or one more game would be played, and the next games have been drawn already. It is too late to correct it.")
}

// sameTwo says that the same two meet.
func sameTwo(a, b league.Fixture) bool {
	return a.First == b.First && a.Second == b.Second || a.First == b.Second && a.Second == b.First
}

// Granting is a format from which players go on by a right that is used up when they play for it.
type Granting interface {
	league.Format
	// Memory is how long a right lasts.
	Memory() time.Duration
	// Used says that somebody has played for the right that they earned in a tournament, by the editions in which they were.
	Used(editions []league.Tournament, t league.Tournament, player string) bool
}

// Refuse refuses a correction after which it would not be certain that somebody goes on who was told so. A right that nobody
// has played for goes instead (R-CO-3).
func Refuse(format league.Format, sheet league.Sheet) error {
	if _, ok := format.(Granting); ok {
		return nil
	}
	lost, err := NoLonger(format, sheet)
	if err == nil && len(lost) > 0 {
		err = league.Errorf(league.Stale, "Somebody has been told that they go on, which would not be so by this result. It is too late to correct it.")
	}
	return err
}

// NoLonger lists those who were told that they go on, of whom a sheet does not say so.
func NoLonger(format league.Format, sheet league.Sheet) (lost []string, err error) {
	if format.Info().Kind != league.AllPlayAll {
		return nil, nil // what is drawn by it says so
	}
	then := sheet
	then.Entries = slices.Clone(sheet.Entries)
	var told []string
	for i := range then.Entries {
		if then.Entries[i].Qualified {
			told, then.Entries[i].Qualified = append(told, then.Entries[i].Player), false
		}
	}
	if len(told) == 0 {
		return nil, nil
	}
	plan, err := format.Plan(then)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(told, func(player string) bool {
		return slices.ContainsFunc(plan.Rulings, func(d league.Decision) bool { return d.Act == league.ActQualified && d.Player.ID == player })
	}), nil
}
