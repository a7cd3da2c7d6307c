package simultaneous

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kickabout/league"
	"kickabout/league/pairing"
)

// event is a tournament with the stages that are drawn.
type event struct {
	Format
	sheet  league.Sheet
	order  map[string]int // of the seeds at the start
	stages []*stage
}

// stage is one of them.
type stage struct {
	*event
	number int        // 1, 2, …
	seeds  []string   // players' ids
	groups [][]string // likewise, by seed
}

// read reads a sheet. Who is in a later stage was noted when it was drawn, as "2:1 3:4": seed 1 of
// the second stage, seed 4 of the third.
func (f Format) read(s league.Sheet) (*event, error) {
	players := s.Players()
	if err := f.checked(s, len(players)); err != nil {
		return nil, err
	}
	e := &event{Format: f, sheet: s, order: map[string]int{}}
	for i, p := range players {
		e.order[p] = i
	}
	for seeds := players; len(seeds) > 0; seeds = e.inStage(len(e.stages) + 1) {
		e.stages = append(e.stages, e.stage(seeds))
	}
	return e, nil
}

// Reached reads from the note of a player which stage they have reached, and as which of its seeds;
// false if they are in none but the first.
func Reached(note string) (stage, seed int, ok bool) {
	words := strings.Fields(note)
	if len(words) == 0 {
		return 0, 0, false
	}
	_, err := fmt.Sscanf(words[len(words)-1], "%d:%d", &stage, &seed)
	return stage, seed, err == nil
}

// inStage returns the seeds of a stage as they were noted; none if it is not drawn.
func (e *event) inStage(number int) []string {
	seed := map[string]int{}
	var seeds []string
	for _, entry := range e.sheet.Entries {
		for word := range strings.FieldsSeq(entry.Note) {
			stage, n, _ := strings.Cut(word, ":")
			if stage == strconv.Itoa(number) && !entry.Left {
				seed[entry.Player], _ = strconv.Atoi(n)
				seeds = append(seeds, entry.Player)
			}
		}
	}
	slices.SortFunc(seeds, func(a, b string) int { return seed[a] - seed[b] })
	return seeds
}

// stage deals players into the groups of the next stage in snake order.
func (e *event) stage(seeds []string) *stage {
	n := (len(seeds) + most(e.sheet.Terms.GroupSize) - 1) / most(e.sheet.Terms.GroupSize)
	st := &stage{event: e, number: len(e.stages) + 1, seeds: seeds, groups: make([][]string, n)}
	for i, player := range seeds {
		g := i % n
		if i/n%2 == 1 {
			g = n - 1 - g
		}
		st.groups[g] = append(st.groups[g], player)
	}
	return st
}

// name is that of a group, by its number from 0.
func (st *stage) name(i int) league.Group {
	return league.Group(fmt.Sprintf("s%d/g%d", st.number, i+1))
}

func (e *event) find(g league.Group) (*stage, int, bool) {
	for _, st := range e.stages {
		for i := range st.groups {
			if st.name(i) == g {
				return st, i, true
			}
		}
	}
	return nil, 0, false
}

// part returns the sheet of a group.
func (st *stage) part(i int) league.Sheet {
	var entries []league.Entry
	for _, player := range st.groups[i] {
		at := slices.IndexFunc(st.sheet.Entries, func(e league.Entry) bool { return e.Player == player })
		entries = append(entries, st.sheet.Entries[at])
	}
	return st.sheet.Part(st.name(i), entries)
}

// play plans the groups of a stage, and says whether all are over. On its last day what is still
// running is adjudicated.
func (st *stage) play() (plan league.Plan, over bool, err error) {
	over = true
	for i := range st.groups {
		part := st.part(i)
		schedule, err := st.schedule(part)
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

// goOn returns who goes on from a stage that is over, by seed: the first of each group, then the
// second; those of one place by their points for each match, their goals for each match, and
// their seed at the start. Who has left does not, nor who has nothing (R-TB-6).
func (st *stage) goOn() ([]string, error) {
	tiers := make([][]league.Row, Through(st.sheet.Terms.Through, len(st.seeds)/len(st.groups)))
	for i := range st.groups {
		t, err := st.Standings(st.part(i))
		if err != nil {
			return nil, err
		}
		place := 0
		for _, r := range t.Rows() {
			if place < len(tiers) && !r.Nothing && !st.left(r.Player) {
				tiers[place] = append(tiers[place], r)
				place++
			}
		}
	}
	var seeds []string
	for _, tier := range tiers {
		slices.SortFunc(tier, func(x, y league.Row) int {
			played, other := max(1, x.Played), max(1, y.Played)
			return cmp.Or(
				cmp.Compare(int(y.Points)*played, int(x.Points)*other),
				cmp.Compare((y.Goals-y.Against)*played, (x.Goals-x.Against)*other),
				st.order[x.Player]-st.order[y.Player],
			)
		})
		for _, r := range tier {
			seeds = append(seeds, r.Player)
		}
	}
	return seeds, nil
}

func (e *event) left(player string) bool {
	return slices.ContainsFunc(e.sheet.Entries, func(entry league.Entry) bool { return entry.Player == player && entry.Out != league.Stays })
}

// winners returns who shares the first rank of the last group and is still there.
func (st *stage) winners() (winners []string, err error) {
	t, err := st.Standings(st.part(0))
	if err != nil {
		return nil, err
	}
	for _, r := range t.Rows() {
		if r.Wins() && !st.left(r.Player) {
			winners = append(winners, r.Player)
		}
	}
	return winners, nil
}

// noted notes who is in a stage that begins, once: what becomes of earlier results later changes
// nothing in it.
func (st *stage) noted() []league.Decision {
	rulings := []league.Decision{{Act: league.ActRuled, Text: textStage.Of(st.number, len(st.seeds))}}
	for i, player := range st.seeds {
		at := slices.IndexFunc(st.sheet.Entries, func(e league.Entry) bool { return e.Player == player })
		note := strings.TrimSpace(fmt.Sprintf("%s %d:%d", st.sheet.Entries[at].Note, st.number, i+1))
		rulings = append(rulings, league.Decision{Act: league.ActNoted, Player: league.Player{ID: player}, Text: note})
	}
	return rulings
}
