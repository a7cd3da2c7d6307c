// Package bracket plays a knock-out by its rules (R-UT-4): who meets whom, who is through and
// why, what is to begin, and which rank is whose.
//
// Nothing is kept but the fixtures: the bracket is computed from the sheet of a tournament. A
// tie is "r2/t3", tie 3 of round 2; its legs are boards b1 and b2, and the match that decides
// it, if they do not, is the board after them. The losers of the semi-finals meet, where the
// terms say so, in tie 2 of the round of the final.
package bracket

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"kickabout/league"
)

// Nobody is the winner of a tie without one.
const Nobody = -1

// Draw is what a knock-out is played by.
type Draw struct {
	Stage      string   // what its keys begin with: "s2" of a second stage; "" if it is all there is
	Seeds      []string // the players' ids, the best first
	Slots      []int    // by seed from 0, as pairing.Bracket has them
	Legs       int      // of a tie: 1 or 2
	ThirdPlace bool     // the losers of the semi-finals play for it
}

// Bracket is a knock-out at one moment.
type Bracket struct {
	Rounds []Round // the final is the last one
	Third  *Tie    // of the losers of the semi-finals; nil: they do not meet

	sheet  league.Sheet
	draw   Draw
	seeds  map[string]int    // from 1
	stands map[string]string // who plays on in the place of whom, by the id of who has left it (R-UT-8)
	out    map[string]bool
	played map[league.Key][]league.Fixture // by tie
}

// Round is one round of it.
type Round struct {
	Name string // "Round of 16", "Quarter-finals", "Semi-finals", "Final"
	Ties []Tie  // of tie n of the next round, 2n-1 and 2n
}

// Tie is two seats, and what is played between them.
type Tie struct {
	Key     league.Key // "r2/t3"
	Round   int        // 1, 2, …
	Number  int        // 1, 2, … within the round
	Seats   [2]Seat    // who comes from the upper and the lower part of the bracket
	Games   []league.Fixture
	Decided bool
	Winner  int       // 0 or 1; Nobody
	How     How       // it was decided
	Ends    time.Time // when what is running is adjudicated; zero: never, or nothing is running
}

// Seat is one side of a tie.
type Seat struct {
	Known  bool   // it is certain who stands here, or that nobody does
	Player string // id; "" for nobody
	Seed   int    // 1, 2, …; 0 for nobody
	Out    bool   // they have left the tournament
	Points league.Points
	Goals  int // R-FF-1
}

// How says what decided a tie.
type How string

// What decides ties, in the order of R-UT-4.
const (
	Undecided How = ""
	Bye       How = "bye"      // nobody was drawn against them
	Walkover  How = "walkover" // the opponent is out, or there is none
	ByPoints  How = "points"   // of the legs
	ByGoals   How = "goals"    // of the legs
	ByDecider How = "decider"  // won the match after them
	BySeed    How = "seed"     // nobody won that one
	Followed  How = "followed" // the next round had begun when its results changed
	Empty     How = "nobody"   // both are out, or lost a double forfeit
)

// Bracketed is a format whose tournaments have a bracket.
type Bracketed interface {
	league.Format
	// Bracket returns it; nil as long as it is not drawn.
	Bracket(league.Sheet) (*Bracket, error)
}

// Of returns the bracket of a sheet.
func Of(s league.Sheet, d Draw) *Bracket {
	b := &Bracket{sheet: s, draw: d, seeds: map[string]int{}, stands: map[string]string{}, out: map[string]bool{}, played: map[league.Key][]league.Fixture{}}
	for i, player := range d.Seeds {
		b.seeds[player] = i + 1
	}
	for _, e := range s.Entries {
		b.out[e.Player] = e.Out != league.Stays
		if seed := b.seeds[e.InPlaceOf]; seed > 0 {
			b.stands[e.InPlaceOf], b.seeds[e.Player] = e.Player, seed
		}
	}
	for _, f := range s.Fixtures {
		key := league.Key(f.Key.Round())
		b.played[key] = append(b.played[key], f)
	}
	seats := b.slots()
	for r := 1; len(seats) > 1; r++ {
		round := Round{Name: roundName(len(seats))}
		var next []Seat
		for i := 0; i < len(seats); i += 2 {
			t := b.tie(r, i/2+1, [2]Seat{seats[i], seats[i+1]})
			round.Ties = append(round.Ties, t)
			next = append(next, b.through(t, b.key(r+1, i/4+1)))
		}
		b.Rounds = append(b.Rounds, round)
		seats = next
	}
	b.third()
	return b
}

// slots returns the seats of the first round.
func (b *Bracket) slots() []Seat {
	seats := make([]Seat, len(b.draw.Slots))
	for i, seed := range b.draw.Slots {
		seats[i].Known = true
		if seed >= 0 {
			seats[i] = b.seat(b.draw.Seeds[seed])
		}
	}
	return seats
}

func (b *Bracket) seat(player string) Seat {
	if player == "" {
		return Seat{Known: true}
	}
	return Seat{Known: true, Player: player, Seed: b.seeds[player], Out: b.out[player]}
}

// through returns the seat that a tie leads to, in another one.
func (b *Bracket) through(t Tie, next league.Key) Seat {
	switch {
	case !t.Decided:
		return Seat{}
	case t.Winner == Nobody:
		return Seat{Known: true}
	}
	return b.seat(b.plays(next, t.Seats[t.Winner].Player))
}

// plays returns who plays a tie for a player who has come to it: they do, if they have begun it, or nobody stands in for them.
func (b *Bracket) plays(tie league.Key, player string) string {
	for {
		by, left := b.stands[player]
		if !left || slices.ContainsFunc(b.played[tie], func(f league.Fixture) bool { return f.First == player || f.Second == player }) {
			return player
		}
		player = by
	}
}

// Vacant returns the round in which somebody else can play for a player who is out; else as an error why nobody can.
func (b *Bracket) Vacant(out string) (int, error) {
	var last Tie
	seat := Nobody
	for _, round := range b.Rounds {
		for _, t := range round.Ties {
			for i, s := range t.Seats {
				if s.Player == out {
					last, seat = t, i
				}
			}
		}
	}
	switch {
	case seat == Nobody || !last.Seats[seat].Out:
		return 0, league.Errorf(league.Invalid, "Only a place that somebody has left is given to another one.")
	case len(last.Games) > 0 || last.Decided && last.Winner == seat:
		return 0, league.Errorf(league.Stale, "The tie has begun, so it is too late for a substitute: the opponent goes on.")
	}
	number := last.Number
	for r := last.Round + 1; r <= len(b.Rounds); r++ {
		if number = (number + 1) / 2; len(b.played[b.key(r, number)]) > 0 {
			return 0, league.Errorf(league.Stale, "The opponent has begun a later tie, so it is too late for a substitute.")
		}
	}
	return last.Round, nil
}

// third adds the tie of those who lose the semi-finals.
func (b *Bracket) third() {
	last := len(b.Rounds)
	if !b.draw.ThirdPlace || last < 2 {
		return
	}
	var seats [2]Seat
	for i, semi := range b.Rounds[last-2].Ties {
		if semi.Decided {
			seats[i] = b.seat(semi.Loser())
		}
	}
	t := b.tie(last, 2, seats)
	b.Third = &t
}

// Ties returns all ties: by round, and that for the third place last.
func (b *Bracket) Ties() []Tie {
	var ties []Tie
	for _, round := range b.Rounds {
		ties = append(ties, round.Ties...)
	}
	if b.Third != nil {
		ties = append(ties, *b.Third)
	}
	return ties
}

// From returns the tie that decides who sits on a seat of a tie of a later round than the first.
func (b *Bracket) From(t Tie, seat int) Tie {
	before := b.Rounds[t.Round-2].Ties
	if b.IsThird(t) {
		return before[seat]
	}
	return before[2*(t.Number-1)+seat]
}

// IsThird says that a tie is the one for the third place.
func (b *Bracket) IsThird(t Tie) bool { return b.Third != nil && b.Third.Key == t.Key }

// roundName names the round of so many seats.
func roundName(seats int) string {
	switch seats {
	case 2:
		return "Final"
	case 4:
		return "Semi-finals"
	case 8:
		return "Quarter-finals"
	}
	return fmt.Sprintf("Round of %d", seats)
}

// key is that of a tie.
func (b *Bracket) key(round, number int) league.Key {
	return league.Key(strings.TrimPrefix(fmt.Sprintf("%s/r%d/t%d", b.draw.Stage, round, number), "/"))
}

// Final returns the last tie.
func (b *Bracket) Final() Tie { return b.Rounds[len(b.Rounds)-1].Ties[0] }

// Winner returns who has won the final and is still in the tournament; "" if nobody has. Where winning takes a point, who
// came through by byes and walkovers alone has not won (R-TB-6).
func (b *Bracket) Winner() string {
	final := b.Final()
	if !final.Decided || final.Winner == Nobody || final.Seats[final.Winner].Out {
		return ""
	}
	winner := final.Seats[final.Winner].Player
	if b.sheet.Terms.Earned && b.points(winner) < league.OnePoint {
		return ""
	}
	return winner
}

// points adds up what a player got in the whole tournament, in a stage before the knock-out too.
func (b *Bracket) points(player string) (sum league.Points) {
	for _, f := range b.sheet.Fixtures {
		paid, _ := b.sheet.Scoring.Points(f.Outcome)
		switch player {
		case f.First:
			sum += paid[0]
		case f.Second:
			sum += paid[1]
		}
	}
	return sum
}

// Loser returns who stands on the other side of a decided tie; "" if nobody does, or both
// have lost.
func (t Tie) Loser() string {
	if !t.Decided || t.Winner == Nobody {
		return ""
	}
	return t.Seats[1-t.Winner].Player
}
