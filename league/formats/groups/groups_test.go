package groups_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kickabout/engine/enginetest"
	"kickabout/league"
	"kickabout/league/formats/formatstest"
	"kickabout/league/formats/groups"
)

func TestAnyGroupsAndKnockOutArePlayedByTheirRules(t *testing.T) { // R-UT-3, R-UT-4
	formatstest.ConformStaged(t, groups.Format{}, enginetest.Size(1000), dealt, drawn, func(s *formatstest.Stages) error {
		if seeds := seedsOf(s); len(seeds) > 0 {
			return formatstest.KnockOut(s, "s2/", seeds)
		}
		return nil
	})
}

// seedsOf reads the seeds of the knock-out from what was noted.
func seedsOf(s *formatstest.Stages) []string {
	var seeds []string
	for n := 1; ; n++ {
		i := slices.IndexFunc(s.Sheet.Entries, func(e league.Entry) bool { return e.Note == fmt.Sprint(n) })
		if i < 0 {
			return seeds
		}
		seeds = append(seeds, s.Sheet.Entries[i].Player)
	}
}

// dealt checks the groups of a tournament: of three to eight players, or nine where six and
// three make one no smaller, as even as can be, and of strengths as even as a snake leaves them.
func dealt(s *formatstest.Stages) error {
	players, size := s.Sheet.Players(), s.Sheet.GroupSize
	if size == 0 {
		size = 4
	}
	names := s.Format.Groups(s.Sheet)
	fewest, most, seen := 99, 0, map[string]bool{}
	for _, g := range names {
		part := s.Format.Part(s.Sheet, g)
		fewest, most = min(fewest, len(part.Entries)), max(most, len(part.Entries))
		for i, e := range part.Entries {
			if seed := slices.Index(players, e.Player); seen[e.Player] || seed/len(names) != i {
				return fmt.Errorf("seed %d stands at %d in %s", seed, i, g)
			}
			seen[e.Player] = true
		}
		if over := !slices.ContainsFunc(part.Fixtures, func(f league.Fixture) bool { return !f.Outcome.Over() }); (over && len(part.Fixtures) > 0) != (part.Lot != nil) {
			return fmt.Errorf("the lot of %s is %x, over %t", g, part.Lot, over)
		}
	}
	if len(seen) != len(players) || most-fewest > 1 || fewest < 3 || most > max(size, 5) && len(players) >= 2*size {
		return fmt.Errorf("%d players are in groups of %d to %d, wanted %d", len(players), fewest, most, size)
	}
	return nil
}

// drawn checks who is in the knock-out: as many of each group as there should be, who are the
// first of those who had not left; no two of one group in a tie of the first round, unless half
// of all are from it.
func drawn(s *formatstest.Stages) error {
	seeds := seedsOf(s)
	if !s.Calm || len(seeds) == 0 {
		return nil
	}
	through := s.Sheet.Through
	if through == 0 {
		through = 2
	}
	var want, firsts []string
	of := map[string]league.Group{}
	for _, g := range s.Format.Groups(s.Sheet) {
		through = min(through, len(s.Format.Part(s.Sheet, g).Entries)-1)
	}
	for _, g := range s.Format.Groups(s.Sheet) {
		rows, err := s.Format.Table(s.Sheet, g)
		if err != nil {
			return err
		}
		for i, r := range rows[:through] {
			if r.Rank != i+1 {
				return fmt.Errorf("%s is through from %s on rank %d, row %d", r.Player, g, r.Rank, i+1)
			}
			want, of[r.Player] = append(want, r.Player), g
		}
		firsts = append(firsts, rows[0].Player)
	}
	for i, player := range seeds {
		if !slices.Contains(want, player) || i < len(firsts) != slices.Contains(firsts, player) {
			return fmt.Errorf("seed %d is %s; through are %v, winners %v", i+1, player, want, firsts)
		}
	}
	if len(seeds) != len(want) {
		return fmt.Errorf("%v are drawn, and %v are through", seeds, want)
	}
	for _, f := range s.Sheet.Fixtures {
		if strings.HasPrefix(string(f.Key), "s2/r1/") && of[f.First] == of[f.Second] {
			return fmt.Errorf("%s and %s come from %s and meet in %s", f.First, f.Second, of[f.First], f.Key)
		}
	}
	return nil
}
