package formatstest_test

import (
	"slices"
	"strings"
	"testing"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/formats/formatstest"
	"kickabout/league/formats/roundrobin"
)

// broken is a round robin with a fault.
type broken struct {
	roundrobin.Format
	plan  func(league.Sheet, league.Plan) league.Plan
	table func(league.Sheet, []league.Row) []league.Row
	loose bool // takes sizes that Info does not name
}

func (b broken) Plan(s league.Sheet) (league.Plan, error) {
	p, err := b.Format.Plan(s)
	if b.loose {
		err = nil
	}
	if err == nil && b.plan != nil {
		p = b.plan(s, p)
	}
	return p, err
}

func (b broken) Table(s league.Sheet, g league.Group) ([]league.Row, error) {
	rows, err := b.Format.Table(s, g)
	if err == nil && b.table != nil && len(rows) > 0 {
		rows = b.table(s, rows)
	}
	return rows, err
}

// each changes every fixture of a plan.
func each(change func(league.Sheet, *league.Fixture)) func(league.Sheet, league.Plan) league.Plan {
	return func(s league.Sheet, p league.Plan) league.Plan {
		for i := range p.Fixtures {
			change(s, &p.Fixtures[i])
		}
		return p
	}
}

func TestFaultsAreFound(t *testing.T) {
	for _, c := range []struct {
		name  string
		fault broken
		want  string
	}{
		{"sizes beyond Info are taken", broken{loose: true}, "against Info"},
		{"what is drawn is drawn again", broken{plan: func(s league.Sheet, p league.Plan) league.Plan {
			if !p.Finished && len(p.Fixtures) == 0 {
				again, _ := roundrobin.Format{}.Plan(league.Sheet{Terms: s.Terms, Entries: s.Entries, Scoring: s.Scoring})
				p.Fixtures = again.Fixtures[:1]
			}
			return p
		}}, "draws again"},
		{"two fixtures have one key", broken{plan: each(func(_ league.Sheet, f *league.Fixture) { f.Key = "c1/r1/b1" })}, "drawn twice"},
		{"a plan carried out in part is forgotten", broken{plan: func(s league.Sheet, p league.Plan) league.Plan {
			if len(s.Fixtures) > 0 {
				p.Fixtures = nil
			}
			return p
		}}, "in part"},
		{"somebody is on both sides", broken{plan: each(func(_ league.Sheet, f *league.Fixture) { f.Second = f.First })}, "is on both sides"},
		{"who left is drawn", broken{plan: each(func(s league.Sheet, f *league.Fixture) {
			for _, e := range s.Entries {
				if e.Left {
					f.First = e.Player
				}
			}
		})}, "not both to be drawn"},
		{"a result is drawn", broken{plan: each(func(_ league.Sheet, f *league.Fixture) { f.Outcome.Ending = engine.Void })}, "with a result"},
		{"the first of two kicks off", broken{plan: each(func(_ league.Sheet, f *league.Fixture) {
			f.First, f.Second = min(f.First, f.Second), max(f.First, f.Second)
		})}, "more often than Second"},
		{"it never ends", broken{plan: func(_ league.Sheet, p league.Plan) league.Plan {
			return league.Plan{Fixtures: p.Fixtures}
		}}, "neither goes on nor ends"},
		{"it ends too early", broken{plan: func(s league.Sheet, p league.Plan) league.Plan {
			if len(s.Fixtures) > 0 {
				p.Finished, p.Winners = true, s.Players()[:1]
			}
			return p
		}}, "is not over"},
		{"it ends without a winner", broken{plan: func(_ league.Sheet, p league.Plan) league.Plan {
			p.Winners = nil
			return p
		}}, "without a winner"},
		{"one of several first ranks is left out, or a second one let in", broken{plan: func(s league.Sheet, p league.Plan) league.Plan {
			if p.Finished {
				p.Winners = s.Players()
			}
			return p
		}}, "and the winners are"},
		{"a player is not ranked", broken{table: func(_ league.Sheet, rows []league.Row) []league.Row {
			return rows[:len(rows)-1]
		}}, "the entries are"},
		{"level players are numbered on", broken{table: func(_ league.Sheet, rows []league.Row) []league.Row {
			rows[len(rows)-1].Rank++
			return rows
		}}, "has rank"},
		{"the table is upside down", broken{table: func(_ league.Sheet, rows []league.Row) []league.Row {
			slices.Reverse(rows)
			for i := range rows {
				rows[i].Rank = i + 1
			}
			return rows
		}}, "more points"},
		{"matches are lost in the count", broken{table: func(_ league.Sheet, rows []league.Row) []league.Row {
			rows[0].Lost++
			return rows
		}}, "has played"},
		{"the last result counts more", broken{table: func(s league.Sheet, rows []league.Row) []league.Row {
			if n := len(s.Fixtures); n > 0 {
				for i := range rows {
					if rows[i].Player == s.Fixtures[n-1].First {
						rows[i].SON++
					}
				}
			}
			return rows
		}}, "order of the results"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := formatstest.Check(c.fault)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}
