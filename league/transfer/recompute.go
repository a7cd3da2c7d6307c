package transfer

import (
	"context"
	"fmt"
	"strings"

	"kickabout/league"
	"kickabout/league/ranking"
	"kickabout/league/rating"
)

// recheckAtOnce is how many matches a recomputation takes up at a time.
const recheckAtOnce = 500

// RecheckMatches replays the log of every match and compares it with what is stored beside
// it. It calls differs with a line for each match in which that differs, mends it if asked
// to, and returns how many matches there are.
func (s *Recheck) RecheckMatches(ctx context.Context, mend bool, differs func(string)) (n int, err error) {
	last := ""
	for {
		ids, err := s.store.MatchIDs(ctx, last, recheckAtOnce)
		if err != nil || len(ids) == 0 {
			return n, err
		}
		for _, id := range ids {
			if err := s.recheckMatch(ctx, id, mend, differs); err != nil {
				return n, err
			}
			n++
		}
		last = ids[len(ids)-1]
	}
}

func (s *Recheck) recheckMatch(ctx context.Context, id string, mend bool, differs func(string)) error {
	m, err := s.store.Match(ctx, league.Site(), id)
	if league.KindOf(err) == league.Damaged {
		differs(fmt.Sprintf("match %s is damaged: %v", id, err))
		return nil
	}
	if err != nil {
		return err
	}
	if m.Locked {
		differs(fmt.Sprintf("match %s is in quarantine: its record is damaged", id))
		return nil
	}
	v, err := s.matches.Replay(m)
	if err != nil {
		differs(err.Error())
		return nil
	}
	fields := stateDifferences(m.State, v.Match.State)
	if len(fields) == 0 {
		return nil
	}
	differs(fmt.Sprintf("match %s: %s", id, strings.Join(fields, "; ")))
	if !mend {
		return nil
	}
	if err = s.store.Restate(ctx, id, v.Match.State); league.KindOf(err) == league.Stale {
		return nil // it has moved on, and was stated anew by that
	}
	return err
}

// stateDifferences says what is stored beside a log that does not follow from it.
func stateDifferences(stored, computed league.State) (fields []string) {
	compare := func(name string, stored, computed any) {
		if a, b := fmt.Sprint(stored), fmt.Sprint(computed); a != b {
			fields = append(fields, fmt.Sprintf("its %s is %q, by its log %q", name, a, b))
		}
	}
	compare("last event", stored.Last, computed.Last)
	compare("position", stored.Position, computed.Position)
	compare("first seat", stored.First, computed.First)
	compare("waiting for its twin", stored.Held, computed.Held)
	compare("side to move", stored.ToMove, computed.ToMove)
	compare("score", stored.Score, computed.Score)
	compare("number of moves", stored.Moves, computed.Moves)
	compare("deadline", stored.Deadline.UTC(), computed.Deadline.UTC())
	if stored.Due.IsZero() || computed.Due.IsZero() || stored.Due.Before(computed.Due) { // later: its move failed
		compare("time for a bot", stored.Due.UTC(), computed.Due.UTC())
	}
	compare("last moment", stored.Moved.UTC(), computed.Moved.UTC())
	compare("outcome", stored.Outcome, computed.Outcome)
	return fields
}

// recheckTries is how often the ratings are compared anew because they were written
// meanwhile.
const recheckTries = 3

// RecheckRatings rates all weighed matches from nothing, in memory, and compares that with
// what is stored (R-RA-6). It calls differs with a line for each rating that differs, and
// returns how many matches there are and how many still wait to be rated.
func (s *Recheck) RecheckRatings(ctx context.Context, differs func(string)) (n int, waiting int64, err error) {
	var lines []string
	for range recheckTries {
		before, err := s.store.Epoch(ctx)
		if err != nil {
			return 0, 0, err
		}
		lines = nil
		if n, err = s.compareRatings(ctx, func(line string) { lines = append(lines, line) }); err != nil {
			return 0, 0, err
		}
		after, err := s.store.Epoch(ctx)
		if err != nil {
			return 0, 0, err
		}
		if len(lines) == 0 || before == after {
			break
		}
	}
	for _, line := range lines {
		differs(line)
	}
	waiting, err = s.store.Unweighed(ctx)
	return n, waiting, err
}

// compareRatings is one pass of RecheckRatings.
func (s *Recheck) compareRatings(ctx context.Context, differs func(string)) (n int, err error) {
	refunds, err := s.store.Refunds(ctx)
	if err != nil {
		return 0, err
	}
	system, err := s.core.System(ctx)
	if err != nil {
		return 0, err
	}
	again := newRerating(rating.NewBook(system), refunds)
	latest := latestRatings{}
	var after league.Moment
	for {
		matches, err := s.store.WeighedAfter(ctx, league.Site(), after, recheckAtOnce)
		if err != nil {
			return n, err
		}
		upTo := league.Moment{}
		if len(matches) == recheckAtOnce {
			upTo = matches[len(matches)-1].Moment()
		}
		stored, err := s.store.RatingsBetween(ctx, after, upTo)
		if err != nil {
			return n, err
		}
		compareChanges(again.rate(matches, upTo), stored, latest, differs)
		n += len(matches)
		if upTo == (league.Moment{}) {
			latest.check(differs)
			return n, nil
		}
		after = upTo
	}
}

// rerating rates matches from nothing, with the refunds among them.
type rerating struct {
	book    *rating.Book
	refunds []league.Refund // that are still to come, in order
	lost    map[string][2]league.Change
}

func newRerating(book *rating.Book, refunds []league.Refund) *rerating {
	lost := map[string][2]league.Change{}
	for _, r := range refunds {
		lost[r.Match] = [2]league.Change{}
	}
	return &rerating{book, refunds, lost}
}

// rate rates the next matches, and makes the refunds up to a moment; the zero one is no bound.
func (r *rerating) rate(matches []league.Match, upTo league.Moment) (all []league.Change) {
	for i := range matches {
		all = append(all, r.refund(matches[i].Moment())...)
		both := r.book.Add(&matches[i])
		if _, refunded := r.lost[matches[i].ID]; refunded {
			r.lost[matches[i].ID] = both
		}
		all = append(all, both[:]...)
	}
	return append(all, r.refund(upTo)...)
}

// refund makes the refunds before a moment.
func (r *rerating) refund(before league.Moment) (all []league.Change) {
	for len(r.refunds) > 0 && (before == league.Moment{} || r.refunds[0].Moment().Before(before)) {
		next := r.refunds[0]
		next.Lost = r.lost[next.Match][next.Seat]
		all = append(all, r.book.Refund(next))
		r.refunds = r.refunds[1:]
	}
	return all
}

// compareChanges compares what matches and refunds come to with what is stored of them.
func compareChanges(computed, stored []league.Change, latest latestRatings, differs func(string)) {
	type key struct {
		match  string
		seat   int
		refund bool
	}
	keyOf := func(c league.Change) key { return key{c.Match, c.Seat, c.Why == league.Refunded} }
	rows := map[key]league.Change{}
	for _, c := range stored {
		rows[keyOf(c)] = c
		latest.note(c)
	}
	for _, want := range computed {
		at := keyOf(want)
		got, ok := rows[at]
		delete(rows, at)
		want.Current = got.Current
		switch {
		case !ok:
			differs(fmt.Sprintf("match %s: the rating of %s is missing", want.Match, want.Player))
		case !same(got, want):
			differs(fmt.Sprintf("match %s: the rating of %s is %+v, recomputed %+v", want.Match, want.Player, got, want))
		}
	}
	for at, c := range rows {
		differs(fmt.Sprintf("match %s: there is a rating of %s though it is not weighed", at.match, c.Player))
	}
}

// same compares all that is stored; moments may be written in different ways.
func same(a, b league.Change) bool {
	times := a.Ended.Equal(b.Ended) && a.Before.Last.Equal(b.Before.Last) && a.After.Last.Equal(b.After.Last)
	b.Ended, b.Before.Last, b.After.Last = a.Ended, a.Before.Last, a.After.Last
	return times && a == b
}

// latestRatings follows which rating of each player in each pool is the last, and which say so.
type latestRatings map[string]struct {
	last    string
	current []string
}

// note takes the ratings in their order.
func (l latestRatings) note(c league.Change) {
	key := c.Player + " in " + c.Pool.String()
	seen := l[key]
	seen.last = fmt.Sprintf("match %s, seat %d", c.Match, c.Seat)
	if c.Why == league.Refunded {
		seen.last += ", refund"
	}
	if c.Current {
		seen.current = append(seen.current, seen.last)
	}
	l[key] = seen
}

func (l latestRatings) check(differs func(string)) {
	for key, seen := range l {
		if len(seen.current) != 1 || seen.current[0] != seen.last {
			differs(fmt.Sprintf("the latest rating of %s is that of %s, but marked are %v", key, seen.last, seen.current))
		}
	}
}

// RateAgain drops all ratings and rates every match anew.
func (s *Recheck) RateAgain(ctx context.Context) error {
	for range ranking.RateTries {
		epoch, err := s.store.Epoch(ctx)
		if err != nil {
			return err
		}
		err = s.store.Weigh(ctx, league.Weighed{Epoch: epoch})
		if league.KindOf(err) == league.Stale {
			continue
		}
		if err != nil {
			return err
		}
		return s.ranking.Rate(ctx)
	}
	return fmt.Errorf("dropping all ratings: others got in first %d times in a row", ranking.RateTries)
}

// Recheck recomputes matches and ratings, mends nothing, and fails if anything differs: the
// nightly test of R-RA-6.
func (s *Recheck) Recheck(ctx context.Context) error {
	differ, first := 0, ""
	note := func(line string) {
		if differ++; differ == 1 {
			first = line
		}
	}
	if _, err := s.RecheckMatches(ctx, false, note); err != nil {
		return err
	}
	if _, _, err := s.RecheckRatings(ctx, note); err != nil {
		return err
	}
	if differ > 0 {
		return fmt.Errorf("%d of what is stored differs from what the logs say, first: %s", differ, first)
	}
	return nil
}
