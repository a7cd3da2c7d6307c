package table

import (
	"slices"

	"kickabout/engine"
	"kickabout/league"
)

// Way is how a match can end, as far as points go.
type Way struct {
	Name    string           // the points of First and Second: "4-1"
	Points  [2]league.Points // the same
	Outcome engine.Outcome   // with the fewest goals that make it
}

// Branch is the table as it would be if a match ended in one way.
type Branch struct {
	Way
	Table *Table
	Moved []Move // whose rank it changes, by the new table
}

// Move is a change of a rank.
type Move struct {
	Player   string
	From, To int
}

// Ways lists how a match can end that stands at a score, from First's best to
// Second's best. Goals that were scored stay scored, so the score may rule ways out.
func (t *Table) Ways(score [2]int) []Way {
	var ways []Way
	for _, o := range endings(score) {
		if points, ok := t.sheet.Scoring.Points(o); ok {
			ways = append(ways, Way{points[0].String() + "-" + points[1].String(), points, o})
		}
	}
	return ways
}

// If returns the table as it would be if a match ended in one of its ways. A match
// that is not being played is an error of kind league.Stale.
func (t *Table) If(key league.Key, w Way) (Branch, error) {
	at := slices.IndexFunc(t.sheet.Fixtures, func(f league.Fixture) bool { return f.Key == key })
	if at < 0 || t.sheet.Fixtures[at].Outcome.Over() {
		return Branch{}, league.Errorf(league.Stale, "That game is over, or not part of this table.")
	}
	sheet := t.sheet
	sheet.Fixtures = slices.Clone(sheet.Fixtures)
	sheet.Fixtures[at].Outcome = w.Outcome
	then, err := t.with(sheet)
	if err != nil {
		return Branch{}, err
	}
	return Branch{w, then, t.moved(then)}, nil
}

// WhatIf returns a branch for each way in which a match can end that stands at a
// score.
func (t *Table) WhatIf(key league.Key, score [2]int) ([]Branch, error) {
	var branches []Branch
	for _, w := range t.Ways(score) {
		b, err := t.If(key, w)
		if err != nil {
			return nil, err
		}
		branches = append(branches, b)
	}
	return branches, nil
}

// Without returns the rows as they would be if some of what is over were not, without best and worst ranks. It is for
// a table that is not drawn round by round.
func (t *Table) Without(open func(league.Key) bool) ([]league.Row, error) {
	then := &Table{sheet: t.sheet, order: t.order, cuts: t.cuts, down: t.down, full: t.full}
	then.sheet.Fixtures = slices.Clone(t.sheet.Fixtures)
	for i := range then.sheet.Fixtures {
		if f := &then.sheet.Fixtures[i]; open(f.Key) {
			f.Outcome = engine.Outcome{}
		}
	}
	if err := then.count(); err != nil {
		return nil, err
	}
	then.rank()
	return then.rows, nil
}

// endings lists how a match can end on the board from a score, each with the fewest
// further goals.
func endings(score [2]int) []engine.Outcome {
	first, second := score[0], score[1]
	level := max(first, second)
	all := []engine.Outcome{
		{Ending: engine.FullTime, Winner: engine.First, Score: [2]int{max(first, second+1), second}},
		{Ending: engine.SuddenDeath, Winner: engine.First, Score: [2]int{level + 1, level}},
		{Ending: engine.LastGoal, Winner: engine.First, Score: [2]int{max(1, level), max(1, level)}},
	}
	if level == 0 {
		all = append(all, engine.Outcome{Ending: engine.Goalless})
	}
	return append(all,
		engine.Outcome{Ending: engine.LastGoal, Winner: engine.Second, Score: [2]int{max(1, level), max(1, level)}},
		engine.Outcome{Ending: engine.SuddenDeath, Winner: engine.Second, Score: [2]int{level, level + 1}},
		engine.Outcome{Ending: engine.FullTime, Winner: engine.Second, Score: [2]int{first, max(second, first+1)}},
	)
}

// moved lists whose rank another table changes.
func (t *Table) moved(then *Table) []Move {
	var moved []Move
	for _, r := range then.rows {
		was := t.rows[slices.IndexFunc(t.rows, func(old league.Row) bool { return old.Player == r.Player })]
		if was.Rank != r.Rank {
			moved = append(moved, Move{r.Player, was.Rank, r.Rank})
		}
	}
	return moved
}
