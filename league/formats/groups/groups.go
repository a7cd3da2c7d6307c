// Package groups is the format of two stages: groups in which each player meets each other, and
// then a knock-out of the first ones of each group (R-UT-3, R-UT-4). With one of each group it
// is "groups and final".
package groups

import (
	"cmp"
	"fmt"

	"kickabout/league"
	"kickabout/league/bracket"
	"kickabout/league/outlook"
	"kickabout/league/pairing"
	"kickabout/league/table"
)

const (
	size    = 4 // of a group where the terms say nothing
	through = 2 // likewise: how many of each go on
	least   = 3 // no group is smaller
)

// Format is groups and knock-out. Its cycles are those of the groups, and the legs of a tie.
type Format struct{}

// Info describes it.
func (Format) Info() league.FormatInfo {
	return league.FormatInfo{
		ID: "groups", Name: "Groups and knock-out", Kind: league.GroupsAndKnockOut, MinEntries: 2 * least, MaxEntries: 64, MaxCycles: 2,
		About: "Small groups first; the best of each go on to a knock-out.", Legs: "How often each pair of a group meets, and games of a tie", Twice: 2,
		RoundDays: 45, Terms: []string{"round_days", "group_size", "through", "third_place"},
	}
}

// Outlook counts the groups and, each tie with its decider, the knock-out.
func (f Format) Outlook(players int, t league.TournamentTerms) outlook.Outlook {
	n := count(players, cmp.Or(t.GroupSize, size))
	small := players / n
	large := small + min(1, players%n)
	smallest, largest := (small-1)*t.Cycles, (large-1)*t.Cycles
	matches := ((n-players%n)*small*smallest + players%n*large*largest) / 2
	goOn := n * Through(t.Through, small)
	final := bracket.Outlook(goOn, t.Cycles, t.ThirdPlace)
	return outlook.Outlook{
		Matches: matches + final.Matches, Least: smallest, Most: largest + final.Most,
		Rounds: 1 + final.Rounds, Chain: 1 + final.Chain,
	}
}

// Plan plays the groups, and as soon as all are decided the knock-out.
func (f Format) Plan(s league.Sheet) (league.Plan, error) {
	d, err := f.draw(s)
	if err != nil {
		return league.Plan{}, err
	}
	plan, over, err := d.first()
	if err != nil || !over {
		return plan, err
	}
	seeds := d.noted()
	if len(seeds) == 0 {
		if seeds, err = d.qualified(); err != nil {
			return plan, err
		}
		if len(seeds) == 0 { // all have left, or have nothing
			return league.Plan{Finished: true}, nil
		}
	}
	plan = d.second(seeds).Plan()
	plan.Rulings = d.rulings(seeds)
	return plan, nil
}

// Bracket returns that of the second stage; nil before it is drawn.
func (f Format) Bracket(s league.Sheet) (*bracket.Bracket, error) {
	d, err := f.draw(s)
	if err != nil {
		return nil, err
	}
	if seeds := d.noted(); len(seeds) > 0 {
		return d.second(seeds), nil
	}
	return nil, nil
}

// Groups lists the groups of the first stage.
func (f Format) Groups(s league.Sheet) []league.Group {
	d, err := f.draw(s)
	if err != nil {
		return nil
	}
	names := make([]league.Group, len(d.groups))
	for i := range names {
		names[i] = name(i)
	}
	return names
}

// Part returns the sheet of a group.
func (f Format) Part(s league.Sheet, g league.Group) league.Sheet {
	if d, err := f.draw(s); err == nil {
		for i := range d.groups {
			if name(i) == g {
				return d.part(i)
			}
		}
	}
	s.Group, s.Entries, s.Fixtures, s.Lot = g, nil, nil, nil
	return s
}

// Standings returns the table of a group, from its own sheet. A lot is drawn for each place
// from which a player goes on.
func (f Format) Standings(s league.Sheet) (*table.Table, error) {
	cuts := make([]int, most(s, len(s.Entries)))
	for i := range cuts {
		cuts[i] = i + 1
	}
	return table.New(s, cuts...)
}

// Table ranks a group, or with the group "" everybody: by the knock-out, and behind it by the
// place in the group.
func (f Format) Table(s league.Sheet, g league.Group) ([]league.Row, error) {
	if g != "" {
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
	d, err := f.draw(s)
	if err != nil {
		return nil, err
	}
	return d.rows()
}

// Exit says how a player leaves: as R-FF-5 has it within their group, until the knock-out is
// drawn; from then on what they have reached stays theirs.
func (f Format) Exit(s league.Sheet, player string) league.Exit {
	d, err := f.draw(s)
	if err != nil || len(d.noted()) > 0 {
		return league.Forfeited
	}
	return league.ExitOf(d.part(d.of[player]).Share(player))
}

// name is that of a group, by its number from 0.
func name(i int) league.Group { return league.Group(fmt.Sprintf("s1/g%d", i+1)) }

// most returns how many of a group of so many players go on.
func most(s league.Sheet, players int) int { return Through(s.Terms.Through, players) }

// Through returns how many of a group of so many players go on, by what the terms say (0:
// nothing): never all of them.
func Through(terms, players int) int {
	return max(1, min(cmp.Or(terms, through), players-1))
}

// schedule returns all fixtures of a group.
func (f Format) schedule(part league.Sheet) ([]league.Fixture, error) {
	info := league.FormatInfo{Name: "group", MinEntries: least, MaxEntries: f.Info().MaxEntries, MaxCycles: f.Info().MaxCycles}
	return pairing.RoundRobin(info, part, part.Terms.Cycles)
}
