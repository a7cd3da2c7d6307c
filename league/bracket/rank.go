package bracket

import (
	"cmp"
	"slices"

	"kickabout/league"
	"kickabout/league/table"
)

// Rows ranks everybody by the round that they have reached: those who lose in the same round
// share a rank, as 1, 2, 3, 3, 5; but who wins the third place stands before who loses it. Within a rank they stand in the order of the profile, and
// then by seed. Points and goals are those of all matches of the knock-out.
func (b *Bracket) Rows() ([]league.Row, error) {
	t, err := table.New(b.tallied())
	if err != nil {
		return nil, err
	}
	reached, open := b.reached(), b.open()
	rows := slices.Clone(t.Rows())
	slices.SortStableFunc(rows, func(x, y league.Row) int { return cmp.Compare(reached[y.Player], reached[x.Player]) })
	for i := range rows {
		r := &rows[i]
		r.Open, r.Above, r.Below = open[r.Player], league.Parted{}, league.Parted{}
		if r.Rank = i + 1; i > 0 && reached[r.Player] == reached[rows[i-1].Player] {
			r.Rank = rows[i-1].Rank
		}
	}
	b.bound(rows)
	return rows, nil
}

// tallied is the sheet of what counts in the rows: the matches of the knock-out that are over.
// Nothing is void because somebody has left: the ties stand.
func (b *Bracket) tallied() league.Sheet {
	s := b.sheet
	s.Entries, s.Fixtures, s.Lot = nil, nil, nil
	for _, player := range b.draw.Seeds {
		if player != "" {
			s.Entries = append(s.Entries, league.Entry{Player: player})
		}
	}
	for _, t := range b.Ties() {
		for _, f := range t.Games {
			if f.Outcome.Over() && b.seeds[f.First] > 0 && b.seeds[f.Second] > 0 {
				s.Fixtures = append(s.Fixtures, f)
			}
		}
	}
	return s
}

// open counts everybody's matches that are not over.
func (b *Bracket) open() map[string]int {
	open := map[string]int{}
	for _, fixtures := range b.played {
		for _, f := range fixtures {
			if b.seeds[f.First] > 0 && b.seeds[f.Second] > 0 && !f.Outcome.Over() {
				open[f.First]++
				open[f.Second]++
			}
		}
	}
	return open
}

// reached says how far everybody is: twice the round that they lost in or play in, and one more
// while they have not lost. The winner is past the final, and who wins the third place past the semi-finals.
func (b *Bracket) reached() map[string]int {
	reached := map[string]int{}
	for _, round := range b.Rounds {
		for _, t := range round.Ties {
			for i, seat := range t.Seats {
				if seat.Player == "" {
					continue
				}
				reached[seat.Player] = 2 * t.Round
				if !t.Decided || t.Winner == i {
					reached[seat.Player]++
				}
			}
		}
	}
	if t := b.Third; t != nil && t.Decided && t.Winner != Nobody {
		reached[t.Seats[t.Winner].Player]++
	}
	return reached
}

// bound gives every row the best and the worst rank that its player can still have.
func (b *Bracket) bound(rows []league.Row) {
	at := map[string]*league.Row{}
	for i := range rows {
		at[rows[i].Player] = &rows[i]
	}
	for _, round := range b.Rounds {
		further := 0 // who is past this round, or can be
		for _, t := range round.Ties {
			if !t.Decided || t.Winner != Nobody {
				further++
			}
		}
		for _, t := range round.Ties {
			for i, seat := range t.Seats {
				r := at[seat.Player]
				switch {
				case r == nil:
				case !t.Decided:
					r.Best, r.Worst = 1, further+1
				case t.Winner == i:
					r.Best, r.Worst = 1, 1 // until a later round says otherwise
				default:
					r.Best, r.Worst = 1+b.past(t.Round), further+1
				}
			}
		}
	}
	b.boundThird(at)
}

// boundThird parts the losers of the semi-finals, who would share a rank without their tie.
func (b *Bracket) boundThird(at map[string]*league.Row) {
	t := b.Third
	if t == nil || t.Decided && t.Winner == Nobody {
		return
	}
	for _, semi := range b.Rounds[t.Round-2].Ties {
		for i, seat := range semi.Seats {
			r, lost := at[seat.Player], semi.Decided && semi.Winner != i
			switch {
			case r == nil || semi.Decided && !lost:
			case !t.Decided:
				r.Worst++
			case t.Seats[t.Winner].Player != seat.Player:
				r.Best, r.Worst = r.Best+1, r.Worst+1
			}
		}
	}
}

// past counts who is certainly past a round.
func (b *Bracket) past(round int) int {
	n := 0
	for _, t := range b.Rounds[round-1].Ties {
		if t.Decided && t.Winner != Nobody {
			n++
		}
	}
	return n
}
