package office

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"kickabout/league"
	"kickabout/league/rating"
)

// Ratings keeps what matches did to the ratings of their players.
type Ratings interface {
	// Weighing returns what it takes to rate the next matches, or to make the next refunds, at
	// most limit of them; without any if all are weighed. Late goes back for a span.
	Weighing(ctx context.Context, limit int, span time.Duration) (league.Weighing, error)
	// Weigh writes ratings in place of all from a moment on. If anybody else has written
	// ratings since the epoch was read, the error is of kind league.Stale and nothing is
	// written.
	Weigh(ctx context.Context, w league.Weighed) error

	// RatingsOf returns what a match did, by seat; nothing if it is not weighed.
	RatingsOf(ctx context.Context, match string) ([]league.Change, error)
	// PlayersRatings returns a player's latest rating in each pool.
	PlayersRatings(ctx context.Context, player string) ([]league.Change, error)
	// RatingHistory returns a player's ratings in a pool, the latest first.
	RatingHistory(ctx context.Context, player string, pool league.Pool, limit int) ([]league.Change, error)
	// RatedPlayers returns everybody who has a rating in a pool, the highest Elo first.
	RatedPlayers(ctx context.Context, pool league.Pool) ([]league.Rated, error)
	// Strengths returns the ratings by Glicko-2 that players have in a pool; who has none is
	// left out.
	Strengths(ctx context.Context, pool league.Pool, players []string) (map[string]league.Rating, error)
	// GivenUp lists the rated matches that counted and that their losers resigned after fewer
	// than so many moves, since a moment.
	GivenUp(ctx context.Context, since time.Time, moves int) ([]league.GivenUp, error)
	// Pools lists the pools in which somebody has a rating.
	Pools(ctx context.Context) ([]league.PoolSize, error)
}

// rateAtOnce is how many matches are rated in one transaction.
const rateAtOnce = 100

// Rate rates the finished matches that wait for it, in the order of their end (R-RA-6). It
// is level-triggered, and several nodes may do it at once. A match may end before others that are
// rated already, since time-outs count from the deadline: then these are rated again,
// so that all numbers are always those of rating everything in its order.
func (o *Office) Rate(ctx context.Context) error {
	refused := 0
	for {
		w, err := o.store.Weighing(ctx, rateAtOnce, o.Ratings.LateSpan)
		if err != nil || len(w.Matches)+len(w.Refunds) == 0 {
			return err
		}
		err = o.store.Weigh(ctx, o.weighed(w))
		switch {
		case league.KindOf(err) == league.Stale:
			if refused++; refused == rateTries {
				return fmt.Errorf("rating matches: others got in first %d times in a row", refused)
			}
		case err != nil:
			return err
		default:
			refused = 0
		}
	}
}

// rateTries is how often in a row others may get in first. Each time that happens they
// have rated what there was.
const rateTries = 50

// weighed rates matches, or makes refunds.
func (o *Office) weighed(w league.Weighing) league.Weighed {
	book := rating.NewBook(o.Ratings)
	for _, c := range w.Before {
		book.Put(c.Pool, c.Player, c.After)
	}
	for _, c := range w.Late {
		book.PutLate(c.Player, c.Ended)
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

// rateEnded rates a match that has just ended. What goes wrong here is made good by the
// job.
func (o *Office) rateEnded(ctx context.Context, m league.Match) {
	if !m.Rated {
		return
	}
	if err := o.Rate(o.apart(ctx)); err != nil {
		o.log.Error("rating", "match", m.ID, "err", err)
	}
}

// RatingsOf returns what a match did to the ratings of its players, by seat; nothing if it
// was not rated, or not yet.
func (o *Office) RatingsOf(ctx context.Context, match string) ([]league.Change, error) {
	return o.store.RatingsOf(ctx, match)
}

// RatingHistory returns a player's ratings in a pool, the latest first, at most limit of
// them, those of matches that did not count too.
func (o *Office) RatingHistory(ctx context.Context, player string, pool league.Pool, limit int) ([]league.Change, error) {
	return o.store.RatingHistory(ctx, player, pool, limit)
}

// Pools lists the pools in which somebody has a rating.
func (o *Office) Pools(ctx context.Context) ([]league.PoolSize, error) { return o.store.Pools(ctx) }

// RatingList returns all ratings of a pool: first those who are listed, then the others, by
// Elo each (R-RA-4). Who was expelled has no place there (R-FF-9).
func (o *Office) RatingList(ctx context.Context, pool league.Pool) ([]league.RatingLine, error) {
	rated, err := o.store.RatedPlayers(ctx, pool)
	if err != nil {
		return nil, err
	}
	now := o.Now()
	var listed, others []league.RatingLine
	for _, r := range rated {
		if r.Player.Kind == league.Expelled {
			continue
		}
		line, isListed := o.ratingLine(r.Player, pool, r.Standing, now)
		if !isListed {
			others = append(others, line)
			continue
		}
		line.Place = len(listed) + 1
		if n := len(listed); n > 0 && listed[n-1].Standing.Elo == line.Standing.Elo {
			line.Place = listed[n-1].Place
		}
		listed = append(listed, line)
	}
	return append(listed, others...), nil
}

// botsLately is how many of each bot's latest finished matches its rating follows from.
const botsLately = 1000

// BotRatings returns the ratings of the bots in a pool, by Elo: a list of their own (R-RA-8),
// in which whoever plays a bot counts as a newcomer and nobody's rating changes. It is
// computed from the bots' latest matches each time.
func (o *Office) BotRatings(ctx context.Context, pool league.Pool) ([]league.RatingLine, error) {
	ctx = o.store.Seen(ctx, func() string { return "" }) // what everybody may know of: the list is the same for all
	played := map[string]league.Match{}
	for _, b := range o.bots {
		matches, err := o.store.PartOf(ctx, playerOf(b).ID, league.Over, league.Place{}, botsLately)
		if err != nil {
			return nil, err
		}
		for _, m := range matches {
			if m.Game == pool.Game && m.Variant == pool.Variant {
				played[m.ID] = m
			}
		}
	}
	book := rating.NewBook(o.Ratings)
	for _, m := range slices.SortedFunc(maps.Values(played), league.ByEnd) {
		for i := range m.Seats {
			m.Seats[i].Player.Kind = league.Member // here bots count
		}
		book.Add(&m)
	}
	var lines []league.RatingLine
	for _, b := range o.bots {
		p := playerOf(b)
		if s := book.Standing(pool, p.ID); s.Games > 0 {
			line, _ := o.ratingLine(p, pool, s, o.Now())
			lines = append(lines, line)
		}
	}
	slices.SortStableFunc(lines, func(a, b league.RatingLine) int { return cmp.Compare(b.Standing.Elo, a.Standing.Elo) })
	return lines, nil
}

// PlayersRatings returns a player's rating in each pool in which a match of his counted,
// without places.
func (o *Office) PlayersRatings(ctx context.Context, player league.Player) ([]league.RatingLine, error) {
	changes, err := o.store.PlayersRatings(ctx, player.ID)
	if err != nil {
		return nil, err
	}
	lines := make([]league.RatingLine, len(changes))
	for i, c := range changes {
		lines[i], _ = o.ratingLine(player, c.Pool, c.After, o.Now())
	}
	return lines, nil
}

func (o *Office) ratingLine(p league.Player, pool league.Pool, s league.Standing, now time.Time) (line league.RatingLine, listed bool) {
	line = league.RatingLine{Player: p, Pool: pool, Standing: s, Deviation: o.Ratings.Now(s, now).Deviation}
	listed, line.Provisional = o.Ratings.Place(s, now)
	return line, listed
}
