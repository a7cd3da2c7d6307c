package swiss

import (
	"fmt"
	"slices"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/tiebreak"
)

// event is a tournament as its sheet tells it.
type event struct {
	sheet  league.Sheet
	seats  []seat // by seed
	at     map[string]int
	total  int // rounds
	rounds [][]board
}

// seat is a player.
type seat struct {
	id     string
	out    bool // they have left
	silent bool // they are absent now (R-FF-7)
	note   Note
}

// board is a pair in a round; its games are by leg.
type board struct {
	number int
	first  int // kicks off in the first leg
	second int
	games  []league.Fixture
}

// read reads a sheet.
func (f Format) read(s league.Sheet) (*event, error) {
	e := &event{sheet: s, at: map[string]int{}}
	start := 0
	for _, entry := range s.Entries {
		if entry.Left {
			continue
		}
		p := seat{entry.Player, entry.Out != league.Stays, !entry.Silent.IsZero(), ParseNote(entry.Note)}
		if p.note.From <= 1 {
			start++
		}
		e.at[p.id] = len(e.seats)
		e.seats = append(e.seats, p)
	}
	if err := f.checked(s, len(e.seats)); err != nil {
		return nil, err
	}
	e.total = Rounds(start, s.Terms.Rounds)
	for _, fixture := range s.Fixtures {
		if err := e.add(fixture); err != nil {
			return nil, err
		}
	}
	for _, round := range e.rounds {
		slices.SortFunc(round, func(a, b board) int { return a.number - b.number })
	}
	return e, nil
}

// key is that of a leg of a board.
func key(leg, round, number int) league.Key {
	return league.Key(fmt.Sprintf("c%d/r%d/b%d", leg, round, number))
}

func (e *event) add(f league.Fixture) error {
	var leg, round, number int
	if _, err := fmt.Sscanf(string(f.Key), "c%d/r%d/b%d", &leg, &round, &number); err != nil || leg < 1 || leg > e.sheet.Terms.Cycles || round < 1 {
		return fmt.Errorf("fixture %s is none of a Swiss", f.Key)
	}
	first, ok := e.at[f.First]
	second, ok2 := e.at[f.Second]
	if !ok || !ok2 {
		return fmt.Errorf("fixture %s: %q and %q do not both play here", f.Key, f.First, f.Second)
	}
	if leg == 2 {
		first, second = second, first
	}
	for len(e.rounds) < round {
		e.rounds = append(e.rounds, nil)
	}
	i := slices.IndexFunc(e.rounds[round-1], func(b board) bool { return b.number == number })
	if i < 0 {
		i = len(e.rounds[round-1])
		e.rounds[round-1] = append(e.rounds[round-1], board{number: number, first: first, second: second, games: make([]league.Fixture, e.sheet.Terms.Cycles)})
	}
	e.rounds[round-1][i].games[leg-1] = f
	return nil
}

// over says that nothing of the last round is running.
func (e *event) over() bool { return len(e.rounds) == 0 || roundOver(e.rounds[len(e.rounds)-1]) }

func roundOver(round []board) bool {
	for _, b := range round {
		for _, f := range b.games {
			if f.Key != "" && !f.Outcome.Over() {
				return false
			}
		}
	}
	return true
}

// in says that a player could be paired in a round.
func (e *event) in(i, round int) bool {
	p := e.seats[i]
	return !p.out && p.note.From <= round && !slices.Contains(p.note.Away, round)
}

// left counts the players who can still be paired.
func (e *event) left() int {
	n := 0
	for i := range e.seats {
		if e.in(i, len(e.rounds)+1) {
			n++
		}
	}
	return n
}

// ended says that no round is to come.
func (e *event) ended() bool { return len(e.rounds) >= e.total || e.left() < 2 }

// ends returns when what is running of a round is adjudicated; zero: never.
func (e *event) ends(round []board) time.Time {
	var began time.Time
	for _, b := range round {
		for _, f := range b.games {
			if f.Key != "" && !f.Outcome.Over() && (began.IsZero() || f.Began.Before(began)) {
				began = f.Began
			}
		}
	}
	return e.sheet.Ends(began)
}

// points returns what a board has paid so far, its first player's points first.
func (e *event) points(b board) (sum [2]league.Points) {
	for leg, f := range b.games {
		if !f.Outcome.Over() {
			continue
		}
		p, _ := e.sheet.Scoring.Points(f.Outcome)
		sum[0] += p[leg%2]
		sum[1] += p[1-leg%2]
	}
	return sum
}

// played says that a board was played: at least one of its matches, over, is neither void nor
// forfeited (R-FF-3).
func (e *event) played(b board) bool {
	return slices.ContainsFunc(b.games, func(f league.Fixture) bool {
		return f.Outcome.Over() && !tiebreak.Unplayed(f.Outcome.Ending) && !e.void(b.first) && !e.void(b.second)
	})
}

// void says that nothing of a player counts.
func (e *event) void(i int) bool {
	return slices.ContainsFunc(e.sheet.Entries, func(entry league.Entry) bool {
		return entry.Player == e.seats[i].id && entry.Out == league.Voided
	})
}

// bye returns how a player spent a round without a match.
func (e *event) bye(i, round int) league.Bye {
	p := e.seats[i]
	legs := league.Points(e.sheet.Terms.Cycles)
	b := league.Bye{Player: p.id, Kind: league.Withdrawn}
	switch {
	case slices.Contains(p.note.Byes, round):
		b.Kind, b.Points = league.PairingBye, legs*e.sheet.Scoring[engine.FullTime].Win
	case p.note.Off == round:
		b.Kind, b.Points = league.AskedBye, legs*e.sheet.Scoring[engine.Goalless].Draw
	case p.note.From > round || !p.out:
		b.Kind = league.Missed
	}
	return b
}
