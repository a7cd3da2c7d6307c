package bracket

import (
	"slices"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/tiebreak"
)

// tie returns a tie as it stands.
func (b *Bracket) tie(round, number int, seats [2]Seat) Tie {
	t := Tie{Key: b.key(round, number), Round: round, Number: number, Seats: seats, Winner: Nobody}
	t.Games = slices.Clone(b.played[t.Key])
	slices.SortFunc(t.Games, func(x, y league.Fixture) int { return board(x) - board(y) })
	for i := range t.Games {
		b.count(&t, i)
	}
	b.decide(&t)
	if !t.Decided {
		t.Ends = b.ends(t)
	}
	return t
}

// board is the number of a match within its tie: "b2" is 2.
func board(f league.Fixture) int {
	n := 0
	for _, digit := range f.Key.Board()[1:] {
		n = 10*n + int(digit-'0')
	}
	return n
}

// count adds a leg to what both have.
func (b *Bracket) count(t *Tie, i int) {
	f := t.Games[i]
	if !f.Outcome.Over() || board(f) > b.draw.Legs {
		return
	}
	points, _ := b.sheet.Scoring.Points(f.Outcome)
	goals := tiebreak.Goals(f.Outcome)
	first := t.first(f)
	t.Seats[first].Points += points[0]
	t.Seats[first].Goals += goals[0]
	t.Seats[1-first].Points += points[1]
	t.Seats[1-first].Goals += goals[1]
}

// first returns on which seat of the tie the First of a match sits. A substitute sits where
// the player sat whose seat they took over.
func (t *Tie) first(f league.Fixture) int {
	if f.First == t.Seats[1].Player || f.Second == t.Seats[0].Player {
		return 1
	}
	return 0
}

// decide says who is through.
func (b *Bracket) decide(t *Tie) {
	upper, lower := t.Seats[0], t.Seats[1]
	if !upper.Known || !lower.Known {
		return
	}
	switch {
	case upper.Player == "" && lower.Player == "":
		t.settle(Nobody, Empty)
	case upper.Player == "" || lower.Player == "":
		how := Walkover
		if t.Round == 1 {
			how = Bye
		}
		t.settle(seatOf(lower.Player != ""), how)
	default:
		b.result(t)
		if through := b.followed(*t); through != Nobody && (!t.Decided || t.Winner != through) {
			t.settle(through, Followed)
		}
	}
}

func seatOf(lower bool) int {
	if lower {
		return 1
	}
	return 0
}

func (t *Tie) settle(winner int, how How) { t.Decided, t.Winner, t.How = true, winner, how }

// result decides a tie of two players. Who has left before it was over is not through,
// whatever they had (R-UT-4); who leaves after it stays through, and their next opponent has
// nobody to beat.
func (b *Bracket) result(t *Tie) {
	gone := [2]bool{t.gave(0), t.gave(1)}
	if gone == [2]bool{} {
		if b.byGames(t); t.Decided {
			return
		}
		gone = [2]bool{t.Seats[0].Out, t.Seats[1].Out}
	}
	switch gone {
	case [2]bool{true, true}:
		t.settle(Nobody, Empty)
	case [2]bool{true, false}:
		t.settle(1, Walkover)
	case [2]bool{false, true}:
		t.settle(0, Walkover)
	}
}

// gave says that whoever sits on a seat is out, and lost a match of this tie by that.
func (t *Tie) gave(seat int) bool {
	return t.Seats[seat].Out && slices.ContainsFunc(t.Games, func(f league.Fixture) bool {
		o := f.Outcome
		opponent := engine.Side(1 + seatOf(t.first(f) == seat)) // First where they are Second
		return o.Ending == engine.DoubleForfeit || o.Ending == engine.Forfeit && o.Winner == opponent
	})
}

// byGames decides a tie by its matches: by points, by goals, by one more match, by seed.
func (b *Bracket) byGames(t *Tie) {
	if !t.legsOver(b.draw.Legs) {
		return
	}
	upper, lower := t.Seats[0], t.Seats[1]
	switch {
	case forfeited(t.Games[:b.draw.Legs]):
		t.settle(Nobody, Empty)
	case upper.Points != lower.Points:
		t.settle(seatOf(lower.Points > upper.Points), ByPoints)
	case upper.Goals != lower.Goals:
		t.settle(seatOf(lower.Goals > upper.Goals), ByGoals)
	case len(t.Games) > b.draw.Legs:
		t.byDecider(t.Games[b.draw.Legs])
	}
}

// legsOver says that all legs are there and over.
func (t *Tie) legsOver(legs int) bool {
	return len(t.Games) >= legs && !slices.ContainsFunc(t.Games[:legs], func(f league.Fixture) bool { return !f.Outcome.Over() })
}

// forfeited says that what was played was lost by both, all of it.
func forfeited(games []league.Fixture) bool {
	some := false
	for _, f := range games {
		switch f.Outcome.Ending {
		case engine.DoubleForfeit:
			some = true
		case engine.Void:
		default:
			return false
		}
	}
	return some
}

// byDecider decides a tie by the match after its legs. Where nobody won that, the better
// seed is through.
func (t *Tie) byDecider(f league.Fixture) {
	switch o := f.Outcome; {
	case !o.Over():
	case o.Ending == engine.DoubleForfeit:
		t.settle(Nobody, Empty)
	case o.Winner != engine.NoSide:
		first := t.first(f)
		t.settle(map[engine.Side]int{engine.First: first, engine.Second: 1 - first}[o.Winner], ByDecider)
	default:
		t.settle(seatOf(t.Seats[1].Seed < t.Seats[0].Seed), BySeed)
	}
}

// followed returns on which seat sits who has begun a later round; Nobody if neither has. They
// stay there, whatever becomes of the results that led to it.
func (b *Bracket) followed(t Tie) int {
	number := t.Number
	for r := t.Round + 1; len(b.draw.Slots)>>r > 0; r++ {
		number = (number + 1) / 2
		if seat := b.begun(t, b.key(r, number)); seat != Nobody {
			return seat
		}
	}
	if semi := len(b.draw.Slots)>>t.Round == 2; semi && b.draw.ThirdPlace {
		if seat := b.begun(t, b.key(t.Round+1, 2)); seat != Nobody {
			return 1 - seat // who plays for the third place has lost
		}
	}
	return Nobody
}

// begun returns on which seat of a tie sits who has begun another one, or in whose place it was begun; Nobody if neither has.
func (b *Bracket) begun(t Tie, other league.Key) int {
	for _, f := range b.played[other] {
		for seat, s := range t.Seats {
			if by := b.plays(other, s.Player); by != "" && (by == f.First || by == f.Second) {
				return seat
			}
		}
	}
	return Nobody
}

// ends returns when the running matches of a tie are adjudicated: so many days after the
// last of them began.
func (b *Bracket) ends(t Tie) time.Time {
	var began time.Time
	for _, f := range t.Games {
		if !f.Outcome.Over() && f.Began.After(began) {
			began = f.Began
		}
	}
	return b.sheet.Ends(began)
}
