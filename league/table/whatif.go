package table

import (
	"fmt"
	"slices"

	"kickabout/engine"
	"kickabout/league"
)

// Branch is the table as it would be if a match ended in one way.
type Branch struct {
	Points  [2]league.Points // of the match, First's and Second's
	Outcome engine.Outcome   // with the fewest goals that make it
	Rows    []league.Row
	Moved   []Move // whose rank it changes, by the new table
}

// Move is a change of a rank.
type Move struct {
	Player   string
	From, To int
}

// Name writes the match's points as they are asked for: "4-1".
func (b Branch) Name() string { return b.Points[0].String() + "-" + b.Points[1].String() }

// WhatIf returns a branch for each way, as far as points go, in which a match that
// is not over can end, from First's best to Second's best. The score is that on its
// board, if it is known: goals that were scored stay scored, so it may rule ways out.
func (t *Table) WhatIf(key league.Key, score [2]int) ([]Branch, error) {
	at := slices.IndexFunc(t.sheet.Fixtures, func(f league.Fixture) bool { return f.Key == key })
	if at < 0 || t.sheet.Fixtures[at].Outcome.Over() {
		return nil, fmt.Errorf("fixture %s is none that is being played", key)
	}
	var branches []Branch
	for _, o := range endings(score) {
		points, ok := t.sheet.Scoring.Points(o)
		if !ok {
			continue
		}
		sheet := t.sheet
		sheet.Lot = nil
		sheet.Fixtures = slices.Clone(sheet.Fixtures)
		sheet.Fixtures[at].Outcome = o
		then, err := New(sheet, t.cuts...)
		if err != nil {
			return nil, err
		}
		branches = append(branches, Branch{points, o, then.rows, t.moved(then)})
	}
	return branches, nil
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
