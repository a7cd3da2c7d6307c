package simultaneous_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kickabout/engine/enginetest"
	"kickabout/league"
	"kickabout/league/formats/formatstest"
	"kickabout/league/formats/simultaneous"
)

func TestAnyStagesOfGroupsArePlayedByTheirRules(t *testing.T) { // R-UT-5
	formatstest.ConformStaged(t, sized{}, enginetest.Size(500), dealt, wonOn)
}

// sized has no more than sixty players, so that many are played.
type sized struct{ simultaneous.Format }

func (sized) Info() league.FormatInfo {
	info := simultaneous.Format{}.Info()
	info.MaxEntries = 60
	return info
}

func (f sized) Plan(s league.Sheet) (league.Plan, error) {
	if n := len(s.Players()); n > 60 {
		return league.Plan{}, fmt.Errorf("%d are too many", n)
	}
	return f.Format.Plan(s)
}

// dealt checks that the groups of each stage are as even as can be, none larger than it may be,
// and that everybody is in one group of a stage.
func dealt(s *formatstest.Stages) error {
	size := s.Sheet.Terms.GroupSize
	if size == 0 {
		size = 6
	}
	of := map[string][]int{} // sizes by stage
	in := map[string]bool{}
	for _, g := range s.Format.Groups(s.Sheet) {
		stage, _, _ := strings.Cut(string(g), "/")
		part := s.Format.Part(s.Sheet, g)
		of[stage] = append(of[stage], len(part.Entries))
		for _, e := range part.Entries {
			if in[stage+e.Player] {
				return fmt.Errorf("%s is in two groups of %s", e.Player, stage)
			}
			in[stage+e.Player] = true
		}
	}
	for stage, sizes := range of {
		if least, most := slices.Min(sizes), slices.Max(sizes); least < 2 || most > size || most-least > 1 {
			return fmt.Errorf("%s has groups of %v", stage, sizes)
		}
	}
	return nil
}

// wonOn checks that where nobody left, who goes on is among the first of their group, and that the
// winner of the last group wins.
func wonOn(s *formatstest.Stages) error {
	if !s.Calm {
		return nil
	}
	groups := s.Format.Groups(s.Sheet)
	for _, g := range groups {
		rows, err := s.Format.Table(s.Sheet, g)
		if err != nil {
			return err
		}
		var stage int
		fmt.Sscanf(string(g), "s%d/", &stage)
		for i, r := range rows {
			e := s.Sheet.Entries[slices.IndexFunc(s.Sheet.Entries, func(e league.Entry) bool { return e.Player == r.Player })]
			on := strings.Contains(" "+e.Note, fmt.Sprintf(" %d:", stage+1))
			if through := max(1, s.Sheet.Terms.Through); on && i >= through {
				return fmt.Errorf("%s goes on from %s, where he has place %d of %d", r.Player, g, i+1, through)
			}
			if on != slices.ContainsFunc(s.Sheet.Fixtures, func(f league.Fixture) bool {
				return (f.First == r.Player || f.Second == r.Player) && strings.HasPrefix(string(f.Key), fmt.Sprintf("s%d/", stage+1))
			}) {
				return fmt.Errorf("%s goes on from %s: %t, and plays otherwise", r.Player, g, on)
			}
			if len(s.Winners) > 0 && g == groups[0] && (i == 0) != slices.Contains(s.Winners, r.Player) {
				return fmt.Errorf("%s has place %d of the last group, and the winners are %v", r.Player, i+1, s.Winners)
			}
		}
	}
	return nil
}

func TestHowManyStagesThereAre(t *testing.T) {
	for _, c := range []struct {
		players int
		terms   league.TournamentTerms
		want    string
	}{
		{8, league.TournamentTerms{}, "[2 1]"},
		{36, league.TournamentTerms{}, "[6 1]"},
		{37, league.TournamentTerms{}, "[7 2 1]"},
		{200, league.TournamentTerms{}, "[34 6 1]"},
		{8, league.TournamentTerms{GroupSize: 3, Through: 4}, "[3 1]"},
		{60, league.TournamentTerms{GroupSize: 5, Through: 2}, "[12 5 2 1]"},
		{8, league.TournamentTerms{GroupSize: 8}, "[1]"},
	} {
		if got := fmt.Sprint(simultaneous.Stages(c.players, c.terms)); got != c.want {
			t.Errorf("%d players, %+v: %s, want %s", c.players, c.terms, got, c.want)
		}
	}
}
