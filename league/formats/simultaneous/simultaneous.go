// Package simultaneous is the form of a Swiss without rounds to wait for (R-UT-5): groups in
// which all matches begin at once, the winners of which meet in groups again, until one group is
// left.
//
// Players are dealt into groups in snake order of their seeds: 1 2 2 1 …. Groups of like strength
// would make one strong group of those of whom most should go on.
package simultaneous

import (
	"cmp"
	"fmt"

	"kickabout/league"
	"kickabout/league/outlook"
	"kickabout/league/pairing"
	"kickabout/league/table"
)

const (
	size    = 6 // of a group at most, where the terms say nothing
	through = 1 // likewise: how many of each go on
)

// Format is groups of stage after stage. Its cycles are those of the groups.
type Format struct{}

// Info describes it.
func (Format) Info() league.FormatInfo {
	return league.FormatInfo{
		ID: "simultaneous", Name: "Stages of groups", Kind: league.GroupStages, MinEntries: 8, MaxEntries: 200, MaxCycles: 2,
		About: "Groups of up to six, all games at once; the winners meet in groups again, until one is left.", Legs: "How often each pair of a group meets", Twice: 2,
		RoundDays: 45, Terms: []string{"round_days", "group_size", "through"},
	}
}

// Stages returns how many groups each stage has for so many players; the last one has one.
func Stages(players int, t league.TournamentTerms) (stages []int) {
	for {
		groups := (players + most(t.GroupSize) - 1) / most(t.GroupSize)
		stages = append(stages, groups)
		if groups <= 1 {
			return stages
		}
		players = groups * Through(t.Through, players/groups)
	}
}

func most(terms int) int { return cmp.Or(terms, size) }

// Through returns how many of a group go on, of which the smallest of its stage has so many players:
// never all of them.
func Through(terms, smallest int) int { return max(1, min(cmp.Or(terms, through), smallest-1)) }

// Outlook counts the groups of all stages.
func (f Format) Outlook(players int, t league.TournamentTerms) outlook.Outlook {
	stages := Stages(players, t)
	o := outlook.Outlook{Rounds: len(stages), Chain: len(stages), Least: (players/stages[0] - 1) * t.Cycles}
	for _, groups := range stages {
		small, large := players/groups, players%groups // so many are one larger
		o.Matches += ((groups-large)*small*(small-1) + large*(small+1)*small) / 2 * t.Cycles
		o.Most += (small + min(1, large) - 1) * t.Cycles
		players = groups * Through(t.Through, small)
	}
	return o
}

// Plan plays the groups of a stage, and draws the next one when all of them are over.
func (f Format) Plan(s league.Sheet) (league.Plan, error) {
	e, err := f.read(s)
	if err != nil {
		return league.Plan{}, err
	}
	last := e.stages[len(e.stages)-1]
	plan, over, err := last.play()
	if err != nil || !over {
		return plan, err
	}
	if len(last.groups) == 1 {
		plan.Finished = true
		plan.Winners, err = last.winners()
		return plan, err
	}
	seeds, err := last.goOn()
	if err != nil || len(seeds) < 2 {
		return league.Plan{Finished: true, Winners: seeds}, err // the others have left
	}
	next := e.stage(seeds)
	plan, _, err = next.play()
	plan.Rulings = next.noted()
	return plan, err
}

// Groups lists the groups of all stages that are drawn, the last stage first.
func (f Format) Groups(s league.Sheet) []league.Group {
	e, err := f.read(s)
	if err != nil {
		return nil
	}
	var names []league.Group
	for i := len(e.stages) - 1; i >= 0; i-- {
		for g := range e.stages[i].groups {
			names = append(names, e.stages[i].name(g))
		}
	}
	return names
}

// Part returns the sheet of a group.
func (f Format) Part(s league.Sheet, g league.Group) league.Sheet {
	if e, err := f.read(s); err == nil {
		if st, i, ok := e.find(g); ok {
			return st.part(i)
		}
	}
	s.Group, s.Entries, s.Fixtures, s.Lot = g, nil, nil, nil
	return s
}

// Standings returns the table of a group, from its own sheet. A lot is drawn for each place
// from which a player goes on.
func (f Format) Standings(s league.Sheet) (*table.Table, error) {
	cuts := make([]int, Through(s.Terms.Through, len(s.Entries)))
	for i := range cuts {
		cuts[i] = i + 1
	}
	return table.New(s, cuts...)
}

// Table ranks a group, or with the group "" everybody: by the stage that they have reached, and
// then by their place in its group.
func (f Format) Table(s league.Sheet, g league.Group) ([]league.Row, error) {
	if g == "" {
		e, err := f.read(s)
		if err != nil {
			return nil, err
		}
		return e.rows()
	}
	if s.Group == "" {
		s = f.Part(s, g)
	}
	if s.Group != g || len(s.Entries) == 0 {
		return nil, nil
	}
	t, err := f.Standings(s)
	if err != nil {
		return nil, err
	}
	return t.Rows(), nil
}

// Exit says how a player leaves: as R-FF-5 has it within their group of the first stage; later
// what they have played stands.
func (f Format) Exit(s league.Sheet, player string) league.Exit {
	e, err := f.read(s)
	if err != nil || len(e.stages) > 1 {
		return league.Forfeited
	}
	for i, group := range e.stages[0].groups {
		for _, p := range group {
			if p == player {
				return league.ExitOf(e.stages[0].part(i).Share(player))
			}
		}
	}
	return league.Forfeited
}

// schedule returns all fixtures of a group.
func (f Format) schedule(part league.Sheet) ([]league.Fixture, error) {
	info := league.FormatInfo{Name: "group", MinEntries: 2, MaxEntries: f.Info().MaxEntries, MaxCycles: f.Info().MaxCycles}
	return pairing.RoundRobin(info, part, part.Terms.Cycles)
}

// checked refuses sheets that make no tournament.
func (f Format) checked(s league.Sheet, players int) error {
	info := f.Info()
	if players < info.MinEntries || players > info.MaxEntries {
		return fmt.Errorf("stages of groups take %d to %d players, not %d", info.MinEntries, info.MaxEntries, players)
	}
	if s.Terms.Cycles < 1 || s.Terms.Cycles > info.MaxCycles {
		return fmt.Errorf("groups have 1 to %d cycles, not %d", info.MaxCycles, s.Terms.Cycles)
	}
	return nil
}
