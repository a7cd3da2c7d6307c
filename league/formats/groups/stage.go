package groups

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"kickabout/league"
	"kickabout/league/bracket"
	"kickabout/league/pairing"
)

// draw is a tournament with its groups.
type draw struct {
	Format
	sheet   league.Sheet
	groups  [][]string // players' ids, by seed
	of      map[string]int
	through int // of each group
}

// draw deals the players into groups in snake order: 1 2 2 1 …
func (f Format) draw(s league.Sheet) (*draw, error) {
	info, players := f.Info(), s.Players()
	if n := len(players); n < info.MinEntries || n > info.MaxEntries {
		return nil, fmt.Errorf("groups and knock-out take %d to %d players, not %d", info.MinEntries, info.MaxEntries, n)
	}
	if s.Terms.Cycles < 1 || s.Terms.Cycles > info.MaxCycles {
		return nil, fmt.Errorf("groups have 1 to %d cycles, not %d", info.MaxCycles, s.Terms.Cycles)
	}
	n := count(len(players), cmp.Or(s.Terms.GroupSize, size))
	d := &draw{Format: f, sheet: s, groups: make([][]string, n), of: map[string]int{}, through: most(s, len(players)/n)}
	for i, player := range players {
		g := i % n
		if i/n%2 == 1 {
			g = n - 1 - g
		}
		d.groups[g], d.of[player] = append(d.groups[g], player), g
	}
	return d, nil
}

// count returns how many groups there are: as few as need be for groups of at most a size, at
// least two, and fewer where some would be of less than three.
func count(players, size int) int {
	return max(2, min((players+size-1)/size, players/least))
}

// part returns the sheet of a group.
func (d *draw) part(i int) league.Sheet {
	var entries []league.Entry
	for _, e := range d.sheet.Entries {
		if !e.Left && d.of[e.Player] == i {
			entries = append(entries, e)
		}
	}
	return d.sheet.Part(name(i), entries)
}

// first plans the groups, and says whether all are over. On the stage's last day what is still
// running is adjudicated.
func (d *draw) first() (plan league.Plan, over bool, err error) {
	over = true
	for i := range d.groups {
		part := d.part(i)
		schedule, err := d.schedule(part)
		if err != nil {
			return plan, false, err
		}
		missing, played := pairing.Missing(part, schedule)
		plan.Fixtures = append(plan.Fixtures, missing...)
		over = over && played
		plan.Acts = append(plan.Acts, part.Late()...)
	}
	return plan, over, nil
}

// noted returns the seeds of the second stage as they were noted when it was drawn; none
// before that.
func (d *draw) noted() []string {
	var seeds []string
	for _, e := range d.sheet.Entries {
		n, err := strconv.Atoi(e.Note)
		if err != nil || n < 1 || e.Left {
			continue
		}
		for len(seeds) < n {
			seeds = append(seeds, "")
		}
		seeds[n-1] = e.Player
	}
	return seeds
}

// qualified returns who goes on from the groups that are over, by seed: the first of each
// group, then the second; those of one place by their points for each match, their goals for
// each match, and their seed. Who has left does not, nor who has nothing (R-TB-6).
func (d *draw) qualified() ([]string, error) {
	tiers := make([][]league.Row, d.through)
	for i := range d.groups {
		t, err := d.Standings(d.part(i))
		if err != nil {
			return nil, err
		}
		place := 0
		for _, r := range t.Rows() {
			if place < d.through && !r.Nothing && !d.left(r.Player) {
				tiers[place] = append(tiers[place], r)
				place++
			}
		}
	}
	order := d.sheet.Players()
	var seeds []string
	for _, tier := range tiers {
		slices.SortFunc(tier, func(x, y league.Row) int {
			played, other := max(1, x.Played), max(1, y.Played)
			return cmp.Or(
				cmp.Compare(int(y.Points)*played, int(x.Points)*other),
				cmp.Compare((y.Goals-y.Against)*played, (x.Goals-x.Against)*other),
				slices.Index(order, x.Player)-slices.Index(order, y.Player),
			)
		})
		for _, r := range tier {
			seeds = append(seeds, r.Player)
		}
	}
	return seeds, nil
}

func (d *draw) left(player string) bool {
	return slices.ContainsFunc(d.sheet.Entries, func(e league.Entry) bool { return e.Player == player && e.Out != league.Stays })
}

// second returns the knock-out of those who are through.
func (d *draw) second(seeds []string) *bracket.Bracket {
	of := make([]int, len(seeds))
	for i, player := range seeds {
		of[i] = d.of[player]
	}
	return bracket.Of(d.sheet, bracket.Draw{Stage: "s2", Seeds: seeds, Slots: pairing.Apart(of), Legs: d.sheet.Terms.Cycles, ThirdPlace: d.sheet.Terms.ThirdPlace})
}

// rulings note who is through, once: what becomes of the groups' results later changes nothing
// in the knock-out.
func (d *draw) rulings(seeds []string) []league.Decision {
	if len(d.noted()) > 0 {
		return nil
	}
	rulings := []league.Decision{{Act: league.ActRuled, Text: textDrawn.Of(len(seeds))}}
	for i, player := range seeds {
		who := league.Player{ID: player}
		rulings = append(rulings,
			league.Decision{Act: league.ActNoted, Player: who, Text: strconv.Itoa(i + 1)},
			league.Decision{Act: league.ActQualified, Player: who, Text: textSeed.Of(d.of[player]+1, i+1)})
	}
	return rulings
}
