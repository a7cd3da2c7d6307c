package tournaments

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"kickabout/engine/dice"
	"kickabout/league"
	"kickabout/league/correction"
)

// logAtOnce is how many events of a tournament's log one read takes.
const logAtOnce = 10_000

// RecountTournaments computes every tournament from its log and compares that with what
// is stored beside the log. It returns a line for each tournament that differs.
func (s *Upkeep) RecountTournaments(ctx context.Context) ([]string, error) {
	ids, err := s.store.TournamentIDs(ctx)
	if err != nil {
		return nil, err
	}
	var differ []string
	for _, id := range ids {
		why, err := s.recount(ctx, id)
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
func (s *Upkeep) recount(ctx context.Context, id string) (string, error) {
	stored, err := s.store.Tournament(ctx, league.Site(), id)
	if unreadable := (*league.Unreadable)(nil); errors.As(err, &unreadable) {
		return fmt.Sprintf("it cannot be read: %v", unreadable.Why), nil
	}
	if err != nil {
		return "", err
	}
	computed := league.Tournament{ID: id, GID: stored.GID, Head: stored.Head, Serial: stored.Serial, Dice: stored.Dice}
	computed.Dice.Tour = dice.Digest{} // by the log
	var counted []string
	var acts []league.Decision        // by which results were corrected
	for computed.Last < stored.Last { // what came after stored was read is left out
		log, err := s.store.TournamentLog(ctx, league.Site(), id, computed.Last, min(logAtOnce, stored.Last-computed.Last))
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
			if d.Act == league.ActCorrected || d.Act == league.ActUndone {
				acts = append(acts, d)
			}
		}
	}
	if why := computed.Differs(stored); why != "" {
		return why, nil
	}
	return s.recountFixtures(ctx, stored, counted, acts)
}

// recountFixtures compares which matches of a rolling tournament have had their effect, and by which corrections matches
// count, with what the log says.
func (s *Upkeep) recountFixtures(ctx context.Context, t league.Tournament, counted []string, acts []league.Decision) (string, error) {
	matches, err := s.store.Fixtures(ctx, league.Site(), t.ID)
	if err != nil {
		return "", err
	}
	standing, err := correction.Standing(acts)
	if err != nil {
		return fmt.Sprintf("%v", err), nil
	}
	slices.Sort(counted)
	for _, m := range matches {
		if by, was := correction.By(standing[league.Key(m.Fixture)]), m.Corrected; by != was {
			return fmt.Sprintf("fixture %s counts by a correction: %+v, by the log: %+v", m.Fixture, was, by), nil
		}
		if _, ok := slices.BinarySearch(counted, m.Fixture); t.Rolling && ok != m.Counted {
			return fmt.Sprintf("fixture %s is counted: %t, by the log: %t", m.Fixture, m.Counted, ok), nil
		}
	}
	return "", nil
}
