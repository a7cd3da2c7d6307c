// Package table computes the standings of a group (R-TB-1 to R-TB-5): who has which
// rank and why, which ranks are still possible, what a result would change, and what
// striking a player would (R-FF-6).
package table

import (
	"fmt"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/tiebreak"
)

// A Table is the standings of one group at one moment. It never changes.
type Table struct {
	sheet   league.Sheet
	order   []tiebreak.Break
	cuts    []int
	down    int           // the cut behind which one is relegated; 0: there is none
	full    league.Points // what the best win pays
	players []string      // who is ranked, by seed; they go by their numbers here
	struck  []string      // with void results
	open    [][2]int      // matches to come, by players' numbers
	cross   *tiebreak.Cross
	drawing *league.Drawing // of a tournament that is drawn round by round; else nil
	undrawn []int           // of it: matches of everybody that are not drawn yet
	line    []int           // the players in the order of the rows
	rows    []league.Row
}

// Ranked is a format whose groups have such a table.
type Ranked interface {
	// Standings returns the table of a sheet's group.
	Standings(league.Sheet) (*Table, error)
}

// New computes the table of a sheet's group, in the order of its profile. The
// fixtures must be the whole schedule: those not drawn yet are open ones. A cut is
// the last rank of a zone that matters, as 1 for a title or 2 for promotion: only
// where one parts players who are level on everything the lot is drawn (R-TB-1.8).
// Of a player who is out with void results nothing counts; one who is out with
// forfeits loses what is not over (R-FF-5).
func New(s league.Sheet, cuts ...int) (*Table, error) {
	profile, ok := tiebreak.ProfileByID(s.Terms.Profile)
	if !ok {
		return nil, fmt.Errorf("there is no order of tie-breaks %q", s.Terms.Profile)
	}
	return Ordered(s, profile.Order, cuts...)
}

// Divided is New of a group from which one is relegated who comes in behind a rank. That is the one cut for which the lot
// is drawn among those without a point, too: whoever falls needs none (R-TB-6).
func Divided(s league.Sheet, down int, cuts ...int) (*Table, error) {
	profile, ok := tiebreak.ProfileByID(s.Terms.Profile)
	if !ok {
		return nil, fmt.Errorf("there is no order of tie-breaks %q", s.Terms.Profile)
	}
	t := &Table{sheet: s, order: profile.Order, cuts: append(cuts, down), down: down}
	return t, t.compute()
}

// with returns the table of another sheet of the same group.
func (t *Table) with(s league.Sheet) (*Table, error) {
	then := &Table{sheet: s, order: t.order, cuts: t.cuts, down: t.down}
	return then, then.compute()
}

// Ordered is New with any order of tie-breaks; the sheet's profile does not matter.
func Ordered(s league.Sheet, order []tiebreak.Break, cuts ...int) (*Table, error) {
	t := &Table{sheet: s, order: order, cuts: cuts}
	return t, t.compute()
}

// OrderedInRounds is InRounds with any order of tie-breaks.
func OrderedInRounds(s league.Sheet, d league.Drawing, order []tiebreak.Break, cuts ...int) (*Table, error) {
	t := &Table{sheet: s, order: order, cuts: cuts, drawing: &d}
	return t, t.compute()
}

// InRounds is New of a tournament that is drawn round by round (R-TB-4). Its fixtures are those
// of the rounds that are drawn; byes pay, and those of rounds to come widen the bounds.
func InRounds(s league.Sheet, d league.Drawing, cuts ...int) (*Table, error) {
	profile, ok := tiebreak.ProfileByID(s.Terms.Profile)
	if !ok {
		return nil, fmt.Errorf("there is no order of tie-breaks %q", s.Terms.Profile)
	}
	t := &Table{sheet: s, order: profile.Order, cuts: cuts, drawing: &d}
	return t, t.compute()
}

func (t *Table) compute() error {
	for _, award := range t.sheet.Scoring {
		t.full = max(t.full, award.Win, award.Loss, award.Draw)
	}
	if err := t.count(); err != nil {
		return err
	}
	t.rank()
	t.bound()
	return nil
}

// Rows returns the table, the first rank first; who shares a rank stands by seed.
// Struck players stand last.
func (t *Table) Rows() []league.Row { return t.rows }

// Order returns the tie-breaks of the table, the first one first.
func (t *Table) Order() []tiebreak.Break { return t.order }

// Lot returns the seed of the lot; nil as long as it is secret.
func (t *Table) Lot() []byte { return t.sheet.Lot }

// count reads the sheet's fixtures.
func (t *Table) count() error {
	number := make(map[string]int, len(t.sheet.Entries))
	forfeited := make([]bool, 0, len(t.sheet.Entries))
	for _, e := range t.sheet.Entries {
		switch {
		case e.Left:
		case e.Out == league.Voided:
			number[e.Player] = -1
			t.struck = append(t.struck, e.Player)
		default:
			number[e.Player] = len(t.players)
			t.players = append(t.players, e.Player)
			forfeited = append(forfeited, e.Out == league.Forfeited)
		}
	}
	t.cross = tiebreak.NewCross(len(t.players), len(t.sheet.Fixtures), t.full)
	t.cross.Draw(t.sheet.Lot, t.players)
	if t.drawing != nil {
		t.inRounds(number)
	}
	t.open = make([][2]int, 0, len(t.sheet.Fixtures))
	for i := range t.sheet.Fixtures {
		f := &t.sheet.Fixtures[i]
		first, ok := number[f.First]
		second, ok2 := number[f.Second]
		if !ok || !ok2 {
			return fmt.Errorf("fixture %s: %q and %q do not both play here", f.Key, f.First, f.Second)
		}
		o := &f.Outcome
		switch {
		case first < 0 || second < 0 || o.Ending == engine.Void:
			continue
		case !o.Over() && (forfeited[first] || forfeited[second]):
			o = forfeit(forfeited[first], forfeited[second])
		case !o.Over():
			t.cross.AddOpen(first, second)
			t.open = append(t.open, [2]int{first, second})
			continue
		}
		points, ok := t.sheet.Scoring.Points(*o)
		if !ok {
			return fmt.Errorf("fixture %s: the ending %q has no price", f.Key, o.Ending)
		}
		t.cross.Add(first, second, o, points)
	}
	return nil
}

// forfeit is how a match ends that is not over when one side, or both, are out.
func forfeit(first, second bool) *engine.Outcome {
	switch {
	case first && second:
		return &engine.Outcome{Ending: engine.DoubleForfeit}
	case first:
		return &engine.Outcome{Ending: engine.Forfeit, Winner: engine.Second}
	}
	return &engine.Outcome{Ending: engine.Forfeit, Winner: engine.First}
}
