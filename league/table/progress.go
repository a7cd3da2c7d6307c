package table

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"kickabout/engine"
	"kickabout/league"
)

// Progress is how a table came about, round by round in the order of the schedule.
type Progress struct {
	Rounds int // there are to be in all
	Played int // up to the last one of which something is over
	// Points are those of each player after each of the rounds played, those who are not over left out: the
	// last ones are what the table gives.
	Points map[string][]league.Points
}

// Progress returns how the table came about. Rounds need not be played in their order: what is over
// counts from its round on.
func (t *Table) Progress() Progress {
	gains := t.gains()
	p := Progress{Rounds: len(gains), Points: make(map[string][]league.Points, len(t.players))}
	for k, round := range gains {
		if round.over {
			p.Played = k + 1
		}
	}
	for i, player := range t.players {
		points, sum := make([]league.Points, p.Played), league.Points(0)
		for k := range points {
			sum += gains[k].points[i]
			points[k] = sum
		}
		p.Points[player] = points
	}
	return p
}

// gain is what a round has brought: points by player, and whether anything of it is over.
type gain struct {
	points []league.Points
	over   bool
}

// gains returns what each round has brought.
func (t *Table) gains() []gain {
	if t.drawing != nil {
		return t.gainsOfDrawing()
	}
	numbers := roundsOf(t.sheet.Fixtures)
	gains := make([]gain, 0, len(numbers))
	for range numbers {
		gains = append(gains, gain{points: make([]league.Points, len(t.players))})
	}
	for i := range t.sheet.Fixtures {
		f := &t.sheet.Fixtures[i]
		first, second := slices.Index(t.players, f.First), slices.Index(t.players, f.Second)
		o, counts := t.counted(f)
		points, priced := t.sheet.Scoring.Points(o)
		if !counts || !priced || first < 0 || second < 0 {
			continue
		}
		g := &gains[slices.Index(numbers, roundOf(f.Key))]
		g.points[first] += points[0]
		g.points[second] += points[1]
		g.over = true
	}
	return gains
}

// counted returns how a fixture ended as the table counts it; false if it is open or counts for nobody.
func (t *Table) counted(f *league.Fixture) (engine.Outcome, bool) {
	out := func(player string) bool {
		return slices.ContainsFunc(t.sheet.Entries, func(e league.Entry) bool { return e.Player == player && e.Out == league.Forfeited })
	}
	switch {
	case f.Outcome.Ending == engine.Void:
		return engine.Outcome{}, false
	case f.Outcome.Over():
		return f.Outcome, true
	case out(f.First) || out(f.Second):
		return *forfeit(out(f.First), out(f.Second)), true
	}
	return engine.Outcome{}, false
}

// gainsOfDrawing is gains of a tournament that is drawn round by round, where byes pay too.
func (t *Table) gainsOfDrawing() []gain {
	gains := make([]gain, max(t.drawing.Total, len(t.drawing.Rounds)))
	for k := range gains {
		gains[k].points = make([]league.Points, len(t.players))
	}
	add := func(k int, player string, points league.Points) {
		if i := slices.Index(t.players, player); i >= 0 {
			gains[k].points[i] += points
		}
	}
	for k, round := range t.drawing.Rounds {
		for _, b := range round.Boards {
			for seat, player := range b.Players {
				add(k, player, b.Points[seat])
			}
			gains[k].over = gains[k].over || slices.ContainsFunc(b.Games, func(f league.Fixture) bool { return f.Outcome.Over() })
		}
		for _, b := range round.Byes {
			add(k, b.Player, b.Points)
		}
	}
	return gains
}

// round numbers a round of a schedule: its cycle, and its round in that.
type round struct{ cycle, number int }

// roundsOf lists the rounds of fixtures in their order.
func roundsOf(fixtures []league.Fixture) []round {
	var list []round
	for _, f := range fixtures {
		list = append(list, roundOf(f.Key))
	}
	slices.SortFunc(list, func(a, b round) int { return cmp.Or(a.cycle-b.cycle, a.number-b.number) })
	return slices.Compact(list)
}

// roundOf reads the round of a key: {1, 2} of "d2/g3/c1/r2/b1".
func roundOf(k league.Key) (r round) {
	for part := range strings.SplitSeq(string(k), "/") {
		if n, err := strconv.Atoi(part[min(1, len(part)):]); err == nil {
			switch part[0] {
			case 'c':
				r.cycle = n
			case 'r':
				r.number = n
			}
		}
	}
	return r
}
