package league

import (
	"slices"

	"kickabout/engine/dice"
)

// Run is what one run of the dice of a match hangs on, under the second scheme.
type Run struct {
	Base          uint32      // dice events before it
	Prior         dice.Digest // T that it goes on from; zero in run 0
	Head          dice.Link
	Dice          Commitment
	Contributions [2]string // of the seats
}

// Renewal is that the dice of a match are made anew: what is added to its log, and all runs from then on.
type Renewal struct {
	Progress Progress
	Runs     []Run
}

// RunsOf returns all runs of the dice of a match, in their order.
func RunsOf(m Match) []Run {
	if len(m.Runs) > 0 {
		return m.Runs
	}
	return []Run{{Head: m.Head, Dice: m.Dice, Contributions: [2]string{m.Seats[0].Contribution, m.Seats[1].Contribution}}}
}

// WithRuns returns a match with these runs of its dice, of which the last is the present one.
func (m Match) WithRuns(runs []Run) Match {
	last := runs[len(runs)-1]
	m.Runs, m.Head, m.Dice = slices.Clone(runs), last.Head, last.Dice
	for i, c := range last.Contributions {
		m.Seats[i].Contribution = c
	}
	return m
}
