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
	lately    history
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
	return &Book{s, map[holder]*league.Standing{}, map[string][]time.Time{}, map[refunded]refund{}, newHistory()}
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

// PutMeeting says what a match that counted for a player gave them. Those of a player come in the order
// of time.
func (b *Book) PutMeeting(m league.Meeting) { b.lately.put(m) }

// PutActive says when a player was last active; of a pool they come in the order of time.
func (b *Book) PutActive(a league.Active) { b.lately.play(a, b.system.Remembered()) }

// Remembered is of how many players of a pool it must be known when they were last active: of those who
// were so last.
func (s System) Remembered() int { return s.Testers + 1 }

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
	v := b.judge(m)
	for seat := range changes {
		player := m.Seats[seat].Player.ID
		held := b.standing(pool, player)
		changes[seat] = league.Change{
			Match: m.ID, Seat: seat, Player: player, Pool: pool, Ended: ended, Why: v.why[seat], Late: v.late == seat, Before: *held, After: *held,
		}
	}
	for seat := range changes {
		if v.why[seat] == "" {
			changes[seat].After = v.rated[seat]
			b.note(&changes[seat], m.Seats[1-seat].Player.ID, v.why[1-seat] == "")
		}
	}
	for seat := range changes {
		if c := &changes[seat]; c.Why == "" {
			b.lift(c)
			*b.standing(pool, c.Player) = c.After
		}
	}
	if v.late >= 0 {
		b.PutLate(m.Seats[v.late].Player.ID, ended)
	}
	return changes
}

// note enters a match that counted for a player into what they have played lately.
func (b *Book) note(c *league.Change, opponent string, both bool) {
	b.PutMeeting(league.Meeting{Pool: c.Pool, Player: c.Player, Opponent: opponent, Ended: c.Ended, Gain: c.After.Elo - c.Before.Elo, Both: both})
	b.PutActive(league.Active{Pool: c.Pool, Player: c.Player, Last: c.Ended})
	c.After.Faced = b.lately.faced(c.Pool, c.Player, c.Ended)
}

// lift gives the grades that a match has earned. Who is not listed after it earns none for now; what they
// have stays (R-RA-10).
func (b *Book) lift(c *league.Change) {
	listed, _ := b.system.Place(c.After, b.lately.others(c.Pool, c.Player, c.Ended), c.Ended)
	if listed || c.Ended.Before(b.system.Since) {
		c.After.Grade = Earned(c.Before.Grade, c.After.Elo, c.After.Wins)
	}
}

// A verdict is what a match counts, by seat.
type verdict struct {
	why   [2]league.Uncounted
	late  int // the seat that lost it on time, if it counts; else -1
	rated [2]league.Standing
}

// judge says what a match counts by its own and by what its players have played lately.
func (b *Book) judge(m *league.Match) verdict {
	v := verdict{late: -1}
	result, why := b.counts(m)
	v.why = [2]league.Uncounted{why, why}
	o, ended := m.State.Outcome, m.State.Moved
	if why == league.TooEarly && o.Ending == engine.Resignation && !ended.Before(b.system.Since) {
		v.why[m.SeatOf(o.Winner.Other())] = "" // it lowers the loser and lifts nobody (R-FF-4)
	} else if why != "" {
		return v
	}
	sides := [2]int{m.SeatOf(engine.First), m.SeatOf(engine.Second)}
	var held [2]league.Standing // of First and Second
	for i, seat := range sides {
		held[i] = *b.standing(m.Pool(), m.Seats[seat].Player.ID)
	}
	rated := b.system.Rate(held, result, ended)
	for i, seat := range sides {
		v.rated[seat] = rated[i]
	}
	if v.why[0] != v.why[1] || ended.Before(b.system.Since) {
		return v.flagged(m)
	}
	for i, seat := range sides {
		gain := rated[i].Elo - held[i].Elo
		won := b.system.Pair.Sum(b.lately.between(m.Pool(), m.Seats[seat].Player.ID, m.Seats[1-seat].Player.ID), ended)
		switch {
		case result.Halves[i] == 2 && held[1-i].Elo <= b.system.Elo.Floor:
			v.why = [2]league.Uncounted{league.AtFloor, league.AtFloor}
		case gain > b.system.Pair.Left(won):
			v.why = [2]league.Uncounted{league.OverBudget, league.OverBudget}
		}
	}
	return v.flagged(m)
}

// flagged notes who lost a match that counts on time.
func (v verdict) flagged(m *league.Match) verdict {
	if v.why == [2]league.Uncounted{} && m.State.Outcome.Ending == engine.Timeout {
		v.late = m.SeatOf(m.State.Outcome.Winner.Other())
	}
	return v
}

// counts is System.Counts with what the loser has lost on time lately.
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
	case seats[0].Machine() || seats[1].Machine():
		return Result{}, league.AgainstBot
	case o.Ending == engine.Void || o.Ending == engine.DoubleForfeit:
		return Result{}, league.WasVoid
	case !ok:
		return Result{}, league.Unpriced
	case s.hardlyBegun(m):
		return result, league.TooEarly
	}
	return result, ""
}

// hardlyBegun says that the loser did not play the match out and had made too few moves (R-FF-4). Before
// the rule was the same in every format, a resignation in a tournament counted all the same.
func (s System) hardlyBegun(m *league.Match) bool {
	o := m.State.Outcome
	switch o.Ending {
	case engine.Timeout, engine.Forfeit:
	case engine.Resignation:
		if m.Tournament != "" && m.State.Moved.Before(s.Since) {
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
