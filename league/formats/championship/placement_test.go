package championship_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"kickabout/engine/enginetest"
	"kickabout/league"
	"kickabout/league/formats/championship"
)

func TestThePyramidHoldsWhatTheRuleSays(t *testing.T) {
	want := []int{9, 27, 63, 135, 279, 567} // R-CH-1
	for i, n := range want {
		if got := championship.Capacity(i + 1); got != n {
			t.Errorf("%d levels hold %d players, want %d", i+1, got, n)
		}
	}
}

// pyramid is a season that was drawn, for tests: groups by level.
type pyramid struct {
	groups map[league.Group][]string
	level  map[string]int
}

func build(candidates []championship.Candidate) (pyramid, []league.Drawn) {
	p := pyramid{map[league.Group][]string{}, map[string]int{}}
	drawn := championship.Draw(championship.Place(candidates))
	for _, d := range drawn {
		level, _ := championship.ParseGroup(d.Group)
		p.groups[d.Group] = d.Players
		for _, player := range d.Players {
			p.level[player] = level
		}
	}
	return p, drawn
}

// played is how a season ended that was played.
func played(r *rand.Rand, drawn []league.Drawn) map[string]championship.Ended {
	ended := map[string]championship.Ended{}
	for _, d := range drawn {
		level, group := championship.ParseGroup(d.Group)
		for i, n := range r.Perm(len(d.Players)) {
			games := 2 * (len(d.Players) - 1)
			ended[d.Players[n]] = championship.Ended{
				Level: level, Group: group, Rank: i + 1, Played: games, Points: games * (40 - 3*i), SON: 1000 * (40 - 3*i),
			}
		}
	}
	return ended
}

// returning are those who played and come again, each with the same chance.
func returning(r *rand.Rand, ended map[string]championship.Ended, stay float64) (all []championship.Candidate) {
	var players []string
	for p := range ended {
		players = append(players, p)
	}
	slices.Sort(players)
	for _, p := range players {
		if r.Float64() < stay {
			all = append(all, championship.Candidate{Player: p, Rating: 1500, Last: ended[p]})
		}
	}
	return all
}

func newcomers(r *rand.Rand, n int, made *int) (all []championship.Candidate) {
	for range n {
		*made++
		all = append(all, championship.Candidate{Player: fmt.Sprintf("p%06d", *made), Rating: float64(1200 + r.IntN(900)), Away: r.IntN(4)})
	}
	return all
}

// breach says what a placement does against R-CH-6 and R-CH-7; "" if nothing.
func breach(candidates []championship.Candidate, p pyramid) string {
	if len(p.level) != len(candidates) {
		return fmt.Sprintf("%d of %d players have a place", len(p.level), len(candidates))
	}
	for _, c := range candidates {
		now, was, rank := p.level[c.Player], c.Last.Level, c.Last.Rank
		switch {
		case now == 0:
			return c.Player + " is lost"
		case was == 0:
		case rank >= 3 && rank <= 5 && now > was:
			return fmt.Sprintf("%s was to stay in level %d and is in %d", c.Player, was, now)
		case rank <= 2 && was > 1 && now != was-1:
			return fmt.Sprintf("%s was promoted from level %d and is in %d", c.Player, was, now)
		case rank <= 2 && was == 1 && now != 1:
			return fmt.Sprintf("%s was %d. in level 1 and is in %d", c.Player, rank, now)
		case now < was-1 || now > was+1:
			return fmt.Sprintf("%s moves from level %d to %d", c.Player, was, now)
		}
	}
	return ""
}

// TestPlacementKeepsItsPromises is R-CH-6 and R-CH-7 over random leagues: nobody who
// stays is moved down, nobody promoted is kept down, nobody moves two levels, nobody is
// lost, no group has more than 11 players; and the sizes are spread as the rule says.
func TestPlacementKeepsItsPromises(t *testing.T) {
	sizes, groups := map[int]int{}, 0
	for seed := range uint64(enginetest.Size(1000)) {
		r := rand.New(rand.NewPCG(seed, 6))
		made := 0
		candidates := newcomers(r, 5+r.IntN(20), &made)
		out := 0.02 + 0.28*r.Float64()
		for range 20 {
			p, drawn := build(candidates)
			if wrong := breach(candidates, p); wrong != "" {
				t.Fatalf("league %d: %s", seed, wrong)
			}
			lowest, _ := championship.ParseGroup(drawn[len(drawn)-1].Group)
			for name, players := range p.groups {
				level, _ := championship.ParseGroup(name)
				sizes[len(players)]++
				groups++
				if len(players) > 11 || len(players) < 3 {
					t.Fatalf("league %d: group %s has %d players", seed, name, len(players))
				}
				if level < lowest && len(p.inLevel(level)) != 1<<(level-1) {
					t.Fatalf("league %d: level %d has %d groups", seed, level, len(p.inLevel(level)))
				}
			}
			candidates = append(returning(r, played(r, drawn), 1-out), newcomers(r, r.IntN(26), &made)...)
			if len(candidates) < 5 {
				break
			}
		}
	}
	share := func(from, to int) float64 {
		n := 0
		for size := from; size <= to; size++ {
			n += sizes[size]
		}
		return 100 * float64(n) / float64(groups)
	}
	t.Logf("%d groups: %.2f %% have 7 to 9 players, %.2f %% exactly 9, %.2f %% 3 or 4, by size %v", groups, share(7, 9), share(9, 9), share(3, 4), sizes)
	if share(7, 9) < 88 || share(3, 4) > 0.5 {
		t.Errorf("the sizes are not spread as R-CH-7 says")
	}
}

func (p pyramid) inLevel(level int) (names []league.Group) {
	for name := range p.groups {
		if l, _ := championship.ParseGroup(name); l == level {
			names = append(names, name)
		}
	}
	return names
}

func sizes(drawn []league.Drawn) (list []int) {
	for _, d := range drawn {
		list = append(list, len(d.Players))
	}
	return list
}

func TestNewcomersFillTheLevels(t *testing.T) { // R-CH-6 b, c; R-CH-7
	for n, want := range map[int][]int{
		3: {3}, 9: {9}, 10: {10}, 11: {11}, 12: {7, 5}, 13: {8, 5}, 14: {9, 5}, 18: {9, 9}, 19: {9, 5, 5}, 27: {9, 9, 9},
		31: {9, 11, 11}, 32: {9, 9, 9, 5}, 63: {9, 9, 9, 9, 9, 9, 9}, 64: {9, 9, 9, 9, 9, 9, 10},
	} {
		made := 0
		_, drawn := build(newcomers(rand.New(rand.NewPCG(1, 1)), n, &made))
		if got := sizes(drawn); !slices.Equal(got, want) {
			t.Errorf("%d players make groups of %v, want %v", n, got, want)
		}
	}
}

// ended27 is a season of 27, whose players are named by level, group and rank: "2.1.3".
func ended27(leave ...string) (all []championship.Candidate) {
	for _, g := range [][2]int{{1, 1}, {2, 1}, {2, 2}} {
		for rank := 1; rank <= 9; rank++ {
			name := fmt.Sprintf("%d.%d.%d", g[0], g[1], rank)
			if !slices.Contains(leave, name) {
				all = append(all, championship.Candidate{Player: name, Rating: 1500, Last: championship.Ended{
					Level: g[0], Group: g[1], Rank: rank, Played: 16, Points: 800 - 50*rank + g[1], SON: 100_000,
				}})
			}
		}
	}
	return all
}

func TestALevelIsFilledInOrder(t *testing.T) { // R-CH-6 a, b
	rights := []string{"1.1.1", "1.1.2", "1.1.3", "1.1.4", "1.1.5", "2.1.1", "2.1.2", "2.2.1", "2.2.2"}
	without := func(names []string, leave ...string) []string {
		return slices.DeleteFunc(slices.Clone(names), func(n string) bool { return slices.Contains(leave, n) })
	}
	for _, c := range []struct {
		name  string
		leave []string
		fill  []string
	}{
		{"with nobody gone it is its rights", nil, nil},
		{"the best third-placed of the level below comes first", []string{"1.1.3"}, []string{"2.2.3"}},
		{"then the other one", []string{"1.1.3", "1.1.4"}, []string{"2.2.3", "2.1.3"}},
		{"then the best who would go down is reprieved", []string{"1.1.3", "1.1.4", "1.1.5"}, []string{"2.2.3", "2.1.3", "1.1.6"}},
		{"then the others", []string{"1.1.2", "1.1.3", "1.1.4", "1.1.5", "2.1.1", "2.1.2"}, []string{"2.2.3", "2.1.3", "1.1.6", "1.1.7", "1.1.8", "1.1.9"}},
		{"then the fourth-placed", []string{"1.1.3", "1.1.4", "1.1.5", "1.1.6", "1.1.7", "1.1.8", "1.1.9"}, []string{"2.2.3", "2.1.3", "2.2.4"}},
	} {
		level := championship.Place(ended27(c.leave...))[0]
		var got []string
		for _, p := range level {
			got = append(got, p.Player)
		}
		want := append(without(rights, c.leave...), c.fill...)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", c.name, got, want)
		}
	}
}

func TestAClassIsOrderedByResults(t *testing.T) { // R-CH-6
	third := func(name string, points, son, played int, rating float64) championship.Candidate {
		return championship.Candidate{Player: name, Rating: rating, Last: championship.Ended{Level: 2, Group: 1, Rank: 3, Points: points, SON: son, Played: played}}
	}
	for _, c := range []struct {
		name        string
		first, then championship.Candidate
	}{
		{"points a match", third("z", 400, 1000, 10, 1500), third("a", 600, 1000, 16, 1500)},
		{"then SON a match squared", third("z", 400, 1000, 10, 1500), third("a", 640, 2000, 16, 1500)},
		{"then rating", third("z", 400, 1000, 10, 1600), third("a", 400, 1000, 10, 1500)},
		{"then id", third("a", 400, 1000, 10, 1500), third("z", 400, 1000, 10, 1500)},
	} {
		all := append(ended27("1.1.3", "2.1.3", "2.2.3"), c.then, c.first)
		level := championship.Place(all)[0]
		if got := level[len(level)-1].Player; got != c.first.Player {
			t.Errorf("%s: %s comes up, not %s", c.name, got, c.first.Player)
		}
	}
}
