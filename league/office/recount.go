package office

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"kickabout/league"
)

// Recounts lists what a recomputation goes over.
type Recounts interface {
	// TournamentIDs lists the ids of all tournaments.
	TournamentIDs(ctx context.Context) ([]string, error)
}

// logAtOnce is how many events of a tournament's log one read takes.
const logAtOnce = 10_000

// RecountTournaments computes every tournament from its log and compares that with what
// is stored beside the log. It returns a line for each tournament that differs.
func (o *Office) RecountTournaments(ctx context.Context) ([]string, error) {
	ids, err := o.store.TournamentIDs(ctx)
	if err != nil {
		return nil, err
	}
	var differ []string
	for _, id := range ids {
		why, err := o.recount(ctx, id)
		if err != nil {
			return nil, fmt.Errorf("tournament %s: %w", id, err)
		}
		if why != "" {
			differ = append(differ, "tournament "+id+": "+why)
		}
	}
	return differ, nil
}

// recount says in what a stored tournament differs from its log; "" if in nothing.
func (o *Office) recount(ctx context.Context, id string) (string, error) {
	stored, err := o.store.Tournament(ctx, id)
	if err != nil {
		return "", err
	}
	computed := league.Tournament{ID: id, GID: stored.GID, Head: stored.Head}
	var counted []string
	for computed.Last < stored.Last { // what came after stored was read is left out
		log, err := o.store.TournamentLog(ctx, id, computed.Last, min(logAtOnce, stored.Last-computed.Last))
		if err != nil {
			return "", err
		}
		if len(log) == 0 {
			return fmt.Sprintf("its log ends at event %d of %d", computed.Last, stored.Last), nil
		}
		for _, d := range log {
			if computed, err = computed.Add(d); err != nil {
				return fmt.Sprintf("event %d: %v", d.Seq, err), nil
			}
			computed.Log = nil
			if d.Act == league.ActCounted {
				key, _, _ := strings.Cut(d.Text, " ")
				counted = append(counted, key)
			}
		}
	}
	if why := computed.Differs(stored); why != "" || !stored.Rolling {
		return why, nil
	}
	return o.recountFixtures(ctx, id, counted)
}

// recountFixtures compares which matches of a rolling tournament have had their effect
// with what its log says.
func (o *Office) recountFixtures(ctx context.Context, id string, counted []string) (string, error) {
	matches, err := o.store.Fixtures(ctx, id)
	if err != nil {
		return "", err
	}
	slices.Sort(counted)
	for _, m := range matches {
		if _, ok := slices.BinarySearch(counted, m.Fixture); ok != m.Counted {
			return fmt.Sprintf("fixture %s is counted: %t, by the log: %t", m.Fixture, m.Counted, ok), nil
		}
	}
	return "", nil
}
