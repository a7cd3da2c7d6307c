package championship

import (
	"fmt"
	"strconv"

	"kickabout/league"
	"kickabout/league/pairing"
)

// group is a sheet read as a double round robin.
type group struct {
	league.Sheet
	out   map[string]league.Exit // every player's; who has none plays
	slots []slot                 // all that belong to it, in the order in which they begin
}

// slot is a place in the schedule with the match that fills it.
type slot struct {
	fixture league.Fixture // as on the sheet, else as it is to be drawn
	drawn   bool
	first   int // the slot of the same pair in the first cycle
}

// read finds the match of each place of the schedule (R-CH-2). The second cycle is the
// first one with First and Second exchanged. Matches against somebody who is out with void
// results need not be drawn any more.
func read(s league.Sheet) (*group, error) {
	g := &group{Sheet: s, out: map[string]league.Exit{}}
	players, info := s.Players(), Format{}.Info()
	if n := len(players); n < info.MinEntries || n > info.MaxEntries {
		return nil, fmt.Errorf("a group of a championship has %d to %d players, not %d", info.MinEntries, info.MaxEntries, n)
	}
	if s.Terms.Cycles < 1 || s.Terms.Cycles > info.MaxCycles {
		return nil, fmt.Errorf("a championship has 1 to %d cycles, not %d", info.MaxCycles, s.Terms.Cycles)
	}
	for _, e := range s.Entries {
		if !e.Left {
			g.out[e.Player] = e.Out
		}
	}
	have := make(map[league.Key]league.Fixture, len(s.Fixtures))
	for _, f := range s.Fixtures {
		have[f.Key] = f
	}
	g.schedule(players, have)
	return g, nil
}

func (g *group) schedule(players []string, have map[league.Key]league.Fixture) {
	firsts := map[string]int{} // slot by round and board
	for c, rounds := range pairing.Cycles(len(players), g.Terms.Cycles, g.Terms.Berger) {
		for _, round := range rounds {
			for b, p := range round.Pairs {
				at := strconv.Itoa(round.Number) + "/" + strconv.Itoa(b)
				if c == 0 {
					firsts[at] = len(g.slots)
				}
				s := g.slot(fmt.Sprintf("c%d/r%d/b", c+1, round.Number), b+1, len(round.Pairs), players[p.First], players[p.Second], have)
				s.first = firsts[at]
				g.slots = append(g.slots, s)
			}
		}
	}
}

// slot finds the match of two players under the board's number, or under a number as many
// boards higher as often as a seat of it has been taken by another player (R-CH-10).
func (g *group) slot(round string, board, boards int, first, second string, have map[league.Key]league.Fixture) slot {
	for ; ; board += boards {
		key := g.Group.In(league.Key(round + strconv.Itoa(board)))
		f, ok := have[key]
		if !ok {
			return slot{fixture: league.Fixture{Key: key, First: first, Second: second}}
		}
		if f.First == first && f.Second == second {
			return slot{fixture: f, drawn: true}
		}
	}
}

// plays says that both players of a match have seats in the group.
func (g *group) plays(f league.Fixture) bool {
	_, first := g.out[f.First]
	_, second := g.out[f.Second]
	return first && second
}

// void says that nothing counts of a match, since one of the players is out that way.
func (g *group) void(f league.Fixture) bool {
	return g.out[f.First] == league.Voided || g.out[f.Second] == league.Voided
}

// due returns the matches that begin now: none of a player who has as many as they may,
// and the second one of a pair not before the first is over or 60 days have passed. Those of who had a
// seat before count as long as they run: nothing ends one that is locked.
func (g *group) due() []league.Fixture {
	open := map[string]int{}
	for _, f := range g.Fixtures {
		if !f.Outcome.Over() {
			open[f.First]++
			open[f.Second]++
		}
	}
	var due []league.Fixture
	for i, s := range g.slots {
		f := s.fixture
		if s.drawn || g.void(f) || !g.atOnce(f) && (open[f.First] >= maxOpen || open[f.Second] >= maxOpen || !g.ready(i)) {
			continue
		}
		due = append(due, f)
		open[f.First]++
		open[f.Second]++
	}
	return due
}

// atOnce says that a match does not wait for others: in the profile of Little Golem, if it
// is to be forfeited, and if it is to be adjudicated.
func (g *group) atOnce(f league.Fixture) bool {
	return g.Terms.Profile == LG || g.out[f.First] != league.Stays || g.out[f.Second] != league.Stays || g.past(hardAfter)
}

// ready says that the match of a slot need not wait for the other one of its pair.
func (g *group) ready(i int) bool {
	first := g.slots[i].first
	return first == i || g.slots[first].fixture.Outcome.Over() || !g.Started.IsZero() && g.past(reverseAfter)
}

// over says that all matches are over that count.
func (g *group) over() bool {
	for _, s := range g.slots {
		if !s.fixture.Outcome.Over() && !g.void(s.fixture) {
			return false
		}
	}
	return true
}
