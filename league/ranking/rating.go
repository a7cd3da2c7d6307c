package ranking

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/rating"
)

// rateAtOnce is how many matches are rated in one transaction.
const rateAtOnce = 100

// Rate rates the finished matches that wait for it, in the order of their end (R-RA-6). It
// is level-triggered, and several nodes may do it at once. A match may end before others that are
// rated already, since time-outs count from the deadline: then these are rated again,
// so that all numbers are always those of rating everything in its order.
func (s *Ranking) Rate(ctx context.Context) error {
	system, err := s.core.System(ctx)
	if err != nil {
		return err
	}
	refused := 0
	for {
		w, err := s.store.Weighing(ctx, league.Site(), rateAtOnce, s.core.Ratings.LateSpan)
		if err != nil || len(w.Matches)+len(w.Refunds) == 0 {
			return err
		}
		err = s.store.Weigh(ctx, weigh(system, w))
		switch {
		case league.KindOf(err) == league.Stale:
			if refused++; refused == RateTries {
				return fmt.Errorf("rating matches: others got in first %d times in a row", refused)
			}
		case err != nil:
			return err
		default:
			refused = 0
		}
	}
}

// RateTries is how often in a row others may get in first. Each time that happens they
// have rated what there was.
const RateTries = 50

// weigh rates matches, or makes refunds.
func weigh(system rating.System, w league.Weighing) league.Weighed {
	book := rating.NewBook(system)
	for _, c := range w.Before {
		book.Put(c.Pool, c.Player, c.After)
	}
	for _, c := range w.Late {
		book.PutLate(c.Player, c.Ended)
	}
	for _, m := range w.Year {
		book.PutMeeting(m)
	}
	for _, a := range w.Active {
		book.PutActive(a)
	}
	for _, c := range w.Refunded {
		book.PutRefund(c)
	}
	done := league.Weighed{Epoch: w.Epoch}
	if len(w.Refunds) > 0 {
		done.From = w.Refunds[0].Moment()
	} else {
		done.From = w.Matches[0].Moment()
	}
	for _, r := range w.Refunds {
		done.Changes = append(done.Changes, book.Refund(r))
	}
	for i := range w.Matches {
		changes := book.Add(&w.Matches[i])
		done.Changes = append(done.Changes, changes[:]...)
	}
	return done
}

// RatingsOf returns what a match did to the ratings of its players, by seat; nothing if it
// was not rated, or not yet.
func (s *Ranking) RatingsOf(ctx context.Context, viewer league.Viewer, match string) ([]league.Change, error) {
	return s.store.RatingsOf(ctx, viewer, match)
}

// RatingHistory returns a player's ratings in pools, the latest first, at most limit of each
// pool, those of matches that did not count too.
func (s *Ranking) RatingHistory(ctx context.Context, viewer league.Viewer, player string, limit int, pools ...league.Pool) ([]league.Change, error) {
	return s.store.RatingHistory(ctx, viewer, player, limit, pools...)
}

// Pools lists the pools in which somebody has a rating.
func (s *Ranking) Pools(ctx context.Context) ([]league.PoolSize, error) { return s.store.Pools(ctx) }

// RatingList returns all ratings of a pool: first those who are listed, then the others, by
// Elo each (R-RA-4, R-RA-10). Who was expelled has no place there (R-FF-9).
func (s *Ranking) RatingList(ctx context.Context, pool league.Pool) ([]league.RatingLine, error) {
	rated, err := s.store.RatedPlayers(ctx, pool)
	if err != nil {
		return nil, err
	}
	system, err := s.core.System(ctx)
	if err != nil {
		return nil, err
	}
	now := s.core.Now()
	others := rating.Active(rated, now) - 1
	var listed, rest []league.RatingLine
	for _, r := range rated {
		if r.Player.Kind == league.Expelled {
			continue
		}
		line, isListed := ratingLine(system, r.Player, league.PoolRating{Pool: pool, Standing: r.Standing, Others: others}, now)
		if !isListed {
			rest = append(rest, line)
			continue
		}
		line.Place = len(listed) + 1
		if n := len(listed); n > 0 && listed[n-1].Standing.Elo == line.Standing.Elo {
			line.Place = listed[n-1].Place
		}
		listed = append(listed, line)
	}
	return append(listed, rest...), nil
}

// botsLately is how many of each bot's latest finished matches its rating follows from.
const botsLately = 1000

// botsKept is how long the ratings of the bots are kept if no match of theirs ends: a match may cease to count meanwhile.
const botsKept = 5 * time.Minute

// A botList is the ratings of the bots in a pool as they were at a moment, after some matches.
type botList struct {
	after string
	until time.Time
	lines []league.RatingLine
}

// BotRatings returns the ratings of the bots in a pool, by Elo: a list of their own (R-RA-8, R-BO-2), of the site's bots
// and of BOT accounts that are not closed. Whoever plays one of the site's counts as a newcomer there, and nobody else's
// rating changes; a BOT account is rated by its games with other bots, and those that people said help (R-BO-4). It is computed from the bots' latest matches
// whenever one has ended.
func (s *Ranking) BotRatings(ctx context.Context, pool league.Pool) ([]league.RatingLine, error) {
	programs, err := s.programs.Programs(ctx, "")
	if err != nil {
		return nil, err
	}
	division := make([]league.Player, len(s.core.Bots), len(s.core.Bots)+len(programs))
	owners := map[string]string{}
	for i, b := range s.core.Bots {
		division[i] = core.PlayerOf(b)
	}
	for _, p := range programs {
		owners[p.Player.ID] = p.Owner.ID
		if p.Closed.IsZero() {
			division = append(division, p.Player)
		}
	}
	last, err := s.latest(ctx, division, 1)
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(last))
	for i, m := range last {
		ids[i] = m.ID
	}
	slices.Sort(ids)
	after, now := strings.Join(ids, " "), s.core.Now()
	s.mu.Lock()
	kept := s.bots[pool]
	s.mu.Unlock()
	if kept.after == after && now.Before(kept.until) {
		return slices.Clone(kept.lines), nil
	}
	matches, err := s.latest(ctx, division, botsLately)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(matches, league.ByEnd)
	matches = countForBots(matches, owners)
	lines, err := s.rateBots(ctx, pool, division, matches)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bots[pool] = botList{after, now.Add(botsKept), lines}
	return slices.Clone(lines), nil
}

// latest lists the matches that each of some players finished last, each match once.
func (s *Ranking) latest(ctx context.Context, players []league.Player, limit int) (all []league.Match, err error) {
	seen := map[string]bool{}
	for some := range slices.Chunk(players, 50) { // of one statement
		ids := make([]string, len(some))
		for i, p := range some {
			ids[i] = p.ID
		}
		matches, err := s.store.LatestOver(ctx, league.Public(), ids, limit)
		if err != nil {
			return nil, err
		}
		for _, m := range matches {
			if !seen[m.ID] {
				seen[m.ID], all = true, append(all, m)
			}
		}
	}
	return all, nil
}

// Helping games of one person that count for one BOT account, within a span (R-BO-4).
const (
	mostHelping = 2
	helpingSpan = 7 * 24 * time.Hour
)

// A helper is a person and the BOT account that they help to rate.
type helper struct{ person, bot string }

// countForBots leaves those of the matches, in the order of their end, that count in the bots' list, by whose each BOT
// account is: those of one owner do not rate each other (R-BO-2), and people rate them in games that they said help, were
// played out, and are no more than mostHelping of one person; nobody does so for their own (R-BO-4).
func countForBots(matches []league.Match, owners map[string]string) []league.Match {
	lately := map[helper][]time.Time{}
	return slices.DeleteFunc(matches, func(m league.Match) bool {
		a, b := m.Seats[0].Player, m.Seats[1].Player
		switch {
		case a.Kind != league.Program && b.Kind != league.Program:
			return false
		case a.Machine() && b.Machine():
			return owners[a.ID] != "" && owners[a.ID] == owners[b.ID]
		}
		h := helper{a.ID, b.ID}
		if a.Machine() {
			h = helper{b.ID, a.ID}
		}
		if !m.Helps || slices.Contains(engine.PlatformEndings(), m.State.Outcome.Ending) || owners[h.bot] == h.person {
			return true
		}
		ended := m.State.Moved
		lately[h] = slices.DeleteFunc(lately[h], func(t time.Time) bool { return ended.Sub(t) >= helpingSpan })
		if len(lately[h]) >= mostHelping {
			return true
		}
		lately[h] = append(lately[h], ended)
		return false
	})
}

// rateBots rates bots in a pool by matches.
func (s *Ranking) rateBots(ctx context.Context, pool league.Pool, division []league.Player, matches []league.Match) ([]league.RatingLine, error) {
	played := slices.DeleteFunc(matches, func(m league.Match) bool { return m.Game != pool.Game || m.Variant != pool.Variant })
	system, err := s.core.System(ctx)
	if err != nil {
		return nil, err
	}
	system.Pair, system.Testers = rating.Unbounded(), 0 // nobody gains what a program loses
	book := rating.NewBook(system)
	for _, m := range played {
		for i := range m.Seats {
			m.Seats[i].Player.Kind = league.Member // here bots count
		}
		book.Add(&m)
	}
	var lines []league.RatingLine
	for _, p := range division {
		if standing := book.Standing(pool, p.ID); standing.Games > 0 {
			line, _ := ratingLine(system, p, league.PoolRating{Pool: pool, Standing: standing}, s.core.Now())
			lines = append(lines, line)
		}
	}
	slices.SortStableFunc(lines, func(a, b league.RatingLine) int { return cmp.Compare(b.Standing.Elo, a.Standing.Elo) })
	return lines, nil
}

// PlayersRatings returns a player's rating in each pool in which a match of theirs counted,
// without places.
func (s *Ranking) PlayersRatings(ctx context.Context, player league.Player) ([]league.RatingLine, error) {
	lines, _, err := s.lines(ctx, player)
	return lines, err
}

// lines returns a player's rating in each pool, and whether they are listed there.
func (s *Ranking) lines(ctx context.Context, player league.Player) (lines []league.RatingLine, listed []bool, err error) {
	system, err := s.core.System(ctx)
	if err != nil {
		return nil, nil, err
	}
	now := s.core.Now()
	ratings, err := s.store.PlayersRatings(ctx, player.ID, now.Add(-league.RatedYear))
	for _, r := range ratings {
		line, in := ratingLine(system, player, r, now)
		lines, listed = append(lines, line), append(listed, in)
	}
	return lines, listed, err
}

func ratingLine(system rating.System, p league.Player, r league.PoolRating, now time.Time) (line league.RatingLine, listed bool) {
	line = league.RatingLine{
		Player: p, Pool: r.Pool, Standing: r.Standing, Deviation: system.Now(r.Standing, now).Deviation, Others: min(r.Others, system.Testers),
	}
	listed, line.Provisional = system.Place(r.Standing, r.Others, now)
	return line, listed
}

// Peaks returns the ratings of players in pools, by their ids; who has none counts as one who is about to begin.
func (s *Ranking) Peaks(ctx context.Context, players map[league.Pool][]string) (map[league.Pool]map[string]league.Peak, error) {
	peaks, err := s.store.PeakRatings(ctx, players, s.core.Now().AddDate(-1, 0, 0))
	if err != nil {
		return nil, err
	}
	start := s.core.Ratings.Fresh().Elo
	for pool, ids := range players {
		for _, id := range ids {
			if _, rated := peaks[pool][id]; !rated {
				peaks[pool][id] = league.Peak{Now: start, Highest: start}
			}
		}
	}
	return peaks, nil
}

// PeakAtEntry is the rating of whoever enters a tournament: below an upper limit nobody who is not listed does (R-RA-7).
// Offers let them in, or nobody who has just come could take one.
func (s *Ranking) PeakAtEntry(ctx context.Context, player league.Player, pool league.Pool) (league.Peak, error) {
	peaks, err := s.Peaks(ctx, map[league.Pool][]string{pool: {player.ID}})
	if err != nil {
		return league.Peak{}, err
	}
	peak := peaks[pool][player.ID]
	days, err := s.core.RuleDays(ctx)
	if err != nil || !days.Hold(league.FairRatings, s.core.Now()) {
		return peak, err
	}
	lines, listed, err := s.lines(ctx, player)
	peak.Unlisted = true
	for i, l := range lines {
		if l.Pool == pool {
			peak.Unlisted = !listed[i]
		}
	}
	return peak, err
}

// DirectsSite says whether a player is one of those who direct the site's own competitions.
func (s *Ranking) DirectsSite(player league.Player) bool {
	return player.Kind == league.Member && slices.Contains(s.core.Directors, player.Name)
}

// Drops lists the sudden rating drops by early resignations of the last months, for the site's
// directors alone (R-RA-7). It is found anew each time, and nothing follows from it by itself.
func (s *Ranking) Drops(ctx context.Context, viewer league.Player) ([]rating.Drop, error) {
	if !s.DirectsSite(viewer) {
		return nil, league.Errorf(league.Forbidden, "Only those who direct the site can see this.")
	}
	rule := rating.StandardDrop()
	matches, err := s.store.GivenUp(ctx, league.Of(viewer), s.core.Now().Add(-rule.Back), rule.Moves)
	return rule.Drops(matches), err
}

// RefundLeft gives others back what they have lately lost to a player who was expelled.
func (s *Ranking) RefundLeft(ctx context.Context, id, _ string) error {
	player, err := s.store.Player(ctx, id)
	if err != nil || player.Kind != league.Expelled {
		return err
	}
	now := s.core.Now()
	victims, err := s.store.Refund(ctx, id, now.Add(-s.core.Ratings.RefundSpan), now)
	if err != nil {
		return err
	}
	s.core.Notify(victims)
	return s.Rate(ctx)
}
