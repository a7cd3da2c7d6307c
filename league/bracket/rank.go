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
	for _, e := range b.sheet.Entries {
		if b.seeds[e.InPlaceOf] > 0 {
			s.Entries = append(s.Entries, league.Entry{Player: e.Player})
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
	last := b.lastRounds()
	for r, round := range b.Rounds {
		further := 0 // who is past this round, or can be
		for _, t := range round.Ties {
			if !t.Decided || t.Winner != Nobody {
				further++
			}
		}
		for _, t := range round.Ties {
			for i, seat := range t.Seats {
				row := at[seat.Player]
				switch {
				case row == nil:
				case !t.Decided:
					row.Best, row.Worst = 1, 1+further+since(last, r+1)
				case t.Winner == i && last[seat.Player] == r+1: // behind all who come to the next round, and who stands in is one of them
					row.Best, row.Worst = 1+b.past(r+1)+since(last, r+2), 1+further+since(last, r+2)
				case t.Winner == i:
					row.Best, row.Worst = 1, 1 // until a later round says otherwise
				default:
					row.Best, row.Worst = 1+b.past(r+1)+since(last, r+1), 1+further+since(last, r+1)
				}
			}
		}
	}
	b.boundThird(at)
}

// lastRounds returns the last round of each player in whose place somebody else plays on from the next one on (R-UT-8).
func (b *Bracket) lastRounds() map[string]int {
	sits := map[string]int{}
	for _, round := range b.Rounds {
		for _, t := range round.Ties {
			for _, seat := range t.Seats {
				sits[seat.Player] = t.Round
			}
		}
	}
	last := map[string]int{}
	for left, by := range b.stands {
		if sits[by] > sits[left] {
			last[left] = sits[left]
		}
	}
	return last
}

// since counts those whose last round is one of the rounds from one on: so many players more come to these rounds than the
// bracket has seats.
func since(last map[string]int, round int) (n int) {
	for _, r := range last {
		if r >= round {
			n++
		}
	}
	return n
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
