package rating

import (
	"slices"
	"time"

	"kickabout/engine"
	"kickabout/league"
)

// Book keeps the standings of players while matches are added in the order of
// league.Moment. What has been known of them before may be put in first.
type Book struct {
	system    System
	standings map[holder]*league.Standing
	late      map[string][]time.Time // when each player lost on time, of what counted lately
	refunded  map[refunded]refund    // what each player has got back
}

// refunded is who got something back at which moment.
type refunded struct {
	holder
	at int64 // in Unix milliseconds
}

// refund is what somebody got back.
type refund struct {
	elo    league.Elo
	rating league.Rating
}

// holder is a player in a pool.
type holder struct {
	pool   league.Pool
	player string
}

// NewBook returns a book in which everybody is fresh.
func NewBook(s System) *Book {
	return &Book{s, map[holder]*league.Standing{}, map[string][]time.Time{}, map[refunded]refund{}}
}

// Put sets what a player stood at.
func (b *Book) Put(pool league.Pool, player string, s league.Standing) {
	*b.standing(pool, player) = s
}

// PutLate says that a player lost a match on time that counted. Of each player they come in
// the order of time.
func (b *Book) PutLate(player string, at time.Time) {
	b.late[player] = append(b.late[player], at)
}

// PutRefund says that a refund has been made.
func (b *Book) PutRefund(c league.Change) {
	key := refunded{holder{c.Pool, c.Player}, c.Ended.UnixMilli()}
	got := b.refunded[key]
	b.refunded[key] = refund{got.elo + c.After.Elo - c.Before.Elo, got.rating + c.After.Strength.Rating - c.Before.Strength.Rating}
}

// Standing returns what a player stands at.
func (b *Book) Standing(pool league.Pool, player string) league.Standing {
	return *b.standing(pool, player)
}

func (b *Book) standing(pool league.Pool, player string) *league.Standing {
	key := holder{pool, player}
	s := b.standings[key]
	if s == nil {
		fresh := b.system.Fresh()
		s = &fresh
		b.standings[key] = s
	}
	return s
}

// Add rates a finished match; it returns what that does to the players of seat 0 and 1.
// Whether the match was played for ratings at all is not looked at.
func (b *Book) Add(m *league.Match) (changes [2]league.Change) {
	pool, ended := m.Pool(), m.State.Moved
	result, why := b.counts(m)
	late := m.State.Outcome.Winner.Other() // who lost it on time, if it counts
	if why != "" || m.State.Outcome.Ending != engine.Timeout {
		late = engine.NoSide
	}
	var held [2]*league.Standing // of First and Second
	for i, side := range []engine.Side{engine.First, engine.Second} {
		seat := m.SeatOf(side)
		player := m.Seats[seat].Player.ID
		held[i] = b.standing(pool, player)
		changes[seat] = league.Change{
			Match: m.ID, Seat: seat, Player: player, Pool: pool, Ended: ended,
			Why: why, Late: late == side, Before: *held[i], After: *held[i],
		}
	}
	if why != "" {
		return changes
	}
	rated := b.system.Rate([2]league.Standing{*held[0], *held[1]}, result, ended)
	for i, side := range []engine.Side{engine.First, engine.Second} {
		*held[i] = rated[i]
		changes[m.SeatOf(side)].After = rated[i]
	}
	if late != engine.NoSide {
		b.PutLate(m.Seats[m.SeatOf(late)].Player.ID, ended)
	}
	return changes
}

// counts is System.Counts with what other matches have to do with it.
func (b *Book) counts(m *league.Match) (Result, league.Uncounted) {
	result, why := b.system.Counts(m)
	o := m.State.Outcome
	if why == "" && o.Ending == engine.Timeout {
		loser := m.Seats[m.SeatOf(o.Winner.Other())].Player.ID
		if b.lostLately(loser, m.State.Moved) >= b.system.LateLosses {
			why = league.TooManyLate
		}
	}
	return result, why
}

// lostLately counts the matches that a player lost on time and that counted, within the
// span that ends now. Older ones are forgotten.
func (b *Book) lostLately(player string, now time.Time) int {
	b.late[player] = slices.DeleteFunc(b.late[player], func(t time.Time) bool { return now.Sub(t) >= b.system.LateSpan })
	return len(b.late[player])
}

// Counts returns what a finished match counts, or why it does not as far as the match
// alone can say.
func (s System) Counts(m *league.Match) (Result, league.Uncounted) {
	o := m.State.Outcome
	seats := [2]league.Player{m.Seats[0].Player, m.Seats[1].Player}
	result, ok := s.Result(o)
	switch {
	case seats[0].ID == seats[1].ID:
		return Result{}, league.AgainstHimself
	case seats[0].Kind == league.Bot || seats[1].Kind == league.Bot:
		return Result{}, league.AgainstBot
	case o.Ending == engine.Void || o.Ending == engine.DoubleForfeit:
		return Result{}, league.WasVoid
	case !ok:
		return Result{}, league.Unpriced
	case s.hardlyBegun(m):
		return Result{}, league.TooEarly
	}
	return result, ""
}

// hardlyBegun says that the loser did not play the match out and had made too few moves. A
// resignation in a tournament counts all the same: only in the waiting room could
// two players make such matches at will (R-FF-4, R-WR-4).
func (s System) hardlyBegun(m *league.Match) bool {
	o := m.State.Outcome
	switch o.Ending {
	case engine.Timeout, engine.Forfeit:
	case engine.Resignation:
		if m.Tournament != "" {
			return false
		}
	default:
		return false
	}
	return o.Winner != engine.NoSide && m.State.Moves[o.Winner.Other()-1] < s.LeastMoves
}

// Refund gives a player back what a match took from them, Elo and rating each: of all that
// is given back at one moment, which is for one who was expelled, no more than RefundMost
// points (R-FF-9). How sure their rating is, and what they have won, stays.
func (b *Book) Refund(r league.Refund) league.Change {
	held := b.standing(r.Lost.Pool, r.Lost.Player)
	c := league.Change{
		Match: r.Match, Seat: r.Seat, Player: r.Lost.Player, Pool: r.Lost.Pool, Ended: r.At,
		Why: league.Refunded, Before: *held, After: *held,
	}
	got := b.refunded[refunded{holder{c.Pool, c.Player}, r.At.UnixMilli()}]
	most := b.system.RefundMost
	elo := min(r.Lost.Before.Elo-r.Lost.After.Elo, league.Elo(most)*league.EloPoint-got.elo)
	strength := min(r.Lost.Before.Strength.Rating-r.Lost.After.Strength.Rating, league.Rating(most)-got.rating)
	c.After.Elo += max(0, elo)
	c.After.Strength.Rating += max(0, strength)
	*held = c.After
	b.PutRefund(c)
	return c
}
