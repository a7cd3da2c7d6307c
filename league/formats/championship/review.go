package championship

import (
	"cmp"
	"slices"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/table"
)

// Standing is a group of a season as it stands.
type Standing struct {
	Group   league.Group
	Table   *table.Table
	Matches []league.Match // of it, without logs
}

// Review is what the results of a season tell, in the order of its groups. Players and matches go by their ids; what
// somebody played who was struck with void results is left out.
type Review struct {
	Leads []Lead
	Turns []Turn // the latest first
	Moves []Mover

	Closest *Closest // nil as long as no group is over
	Climb   *Climb   // nil if nobody climbed
	Scorers *Scorers // nil without goals
	Goals   *Feat    // the match with most goals; nil without goals
	Win     *Feat    // the match that was won by most goals; nil if none was
	Run     *Run     // nil if nobody won so often in a row
}

// Lead is who stands first in a group, and the lines that are played for there.
type Lead struct {
	Group  league.Group
	First  []string // who share the first rank; nil before the first result
	Points league.Points
	Gap    league.Points // to the next rank; of one player alone in a group 0
	Next   string        // who stands there; "" if all share the first rank
	By     string        // code of the tie-break that parts the two, where points do not
	Open   int           // matches that the leader has left, or of a shared lead the one with most
	Sure   bool          // nobody else can be first
	Lines  []Line
}

// Line is what is played for in a group besides the first rank: between ranks that come to different things.
type Line struct {
	Fate  Fate // what it is about: Promoted above it, Falls below it
	Above string
	Below string
	Gap   league.Points // between the two
	By    string        // code of the tie-break that parts them, where points do not; "" if nothing does
	Sure  []string      // whose Fate is certain
	Open  []string      // who may still end on either side
}

// Turn is a result that changed the rank of one of its two players.
type Turn struct {
	Group    league.Group
	Match    string
	At       time.Time
	Player   string // who rose; who fell if the other one did not rise
	Opponent string
	Score    [2]int // goals of the two
	Outcome  engine.Outcome
	Won      bool // by Player
	Lost     bool // likewise
	From, To int
	Fate     Fate // what the new rank comes to; "" where the old one came to the same
}

// Mover is who changes the division, or is the champion, as the table stands. In the lowest division nobody goes down:
// it comes to something only if another one is formed below (R-CH-5).
type Mover struct {
	Group  league.Group
	Player string
	Rank   int
	Fate   Fate
	Sure   bool
}

// Closest is the group that is over in which the fewest points lie between the first and the last.
type Closest struct {
	Group       league.Group
	First, Last string
	Gap         league.Points
}

// Climb is by how many ranks a player rose, counting points alone after each round of the schedule.
type Climb struct {
	Group    league.Group
	Player   string
	From, To int // ranks; the worst one, and the one in the table
	Round    int // the last one after which it was the worst
}

// Scorers are who scored most, as tables count goals (R-FF-1).
type Scorers struct {
	Players []string
	Goals   int
}

// Feat is a match with something that no other one has. Goals are those on the board, the winner's first.
type Feat struct {
	Match         string
	Player, Other string
	Score         [2]int
	At            time.Time
}

// Run is the longest time for which somebody won each match, in the order in which they ended. What nobody played
// does not count.
type Run struct {
	Player  string
	Matches []string
}

const (
	turnsRead = 8 // latest results of a group that are looked at for a turn
	shortRun  = 3 // wins in a row that are worth telling
)

// ReviewOf tells a season by its groups, which stand in their order. An error says that a table does not fit its
// matches.
func ReviewOf(groups []Standing) (Review, error) {
	var r Review
	lowest := 0
	for _, g := range groups {
		level, _ := ParseGroup(g.Group)
		lowest = max(lowest, level)
	}
	for _, g := range groups {
		level, _ := ParseGroup(g.Group)
		r.Leads = append(r.Leads, g.lead(level, lowest))
		r.Moves = append(r.Moves, g.moves(level, lowest)...)
		turns, err := g.turns(level, lowest)
		if err != nil {
			return Review{}, err
		}
		r.Turns = append(r.Turns, turns...)
		r.closer(g)
		r.climb(g)
		r.score(g)
		r.feats(g)
	}
	slices.SortStableFunc(r.Turns, func(a, b Turn) int { return b.At.Compare(a.At) })
	return r, nil
}

// ranked lists the rows of who is not struck.
func (g Standing) ranked() []league.Row {
	return slices.DeleteFunc(slices.Clone(g.Table.Rows()), func(r league.Row) bool { return r.Out })
}

// counting lists the matches that count and are over, in the order in which they ended.
func (g Standing) counting() []league.Match {
	var list []league.Match
	rows := g.ranked()
	in := func(s league.Seat) bool {
		return slices.ContainsFunc(rows, func(r league.Row) bool { return r.Player == s.Player.ID })
	}
	for _, m := range g.Matches {
		if o := m.State.Outcome; o.Over() && o.Ending != engine.Void && in(m.Seats[0]) && in(m.Seats[1]) {
			list = append(list, m)
		}
	}
	slices.SortStableFunc(list, func(a, b league.Match) int { return a.State.Moved.Compare(b.State.Moved) })
	return list
}

func (g Standing) lead(level, lowest int) Lead {
	l, rows := Lead{Group: g.Group}, g.ranked()
	if !slices.ContainsFunc(rows, func(r league.Row) bool { return r.Played > 0 }) { // all share the first rank
		return l
	}
	for i, r := range rows {
		if r.Rank > 1 {
			l.Gap, l.Next = rows[0].Points-r.Points, r.Player
			if l.Gap == 0 {
				l.By = rows[i-1].Below.Code
			}
			break
		}
		l.First, l.Points, l.Open = append(l.First, r.Player), r.Points, max(l.Open, r.Open)
	}
	l.Sure = rows[0].Worst == 1 && !rows[0].Nothing && !g.Table.Unearned(rows[0])
	cuts := Cuts(level)
	if level > 1 {
		l.Lines = append(l.Lines, lineAt(rows, cuts[0], Promoted)...)
	}
	if level < lowest {
		l.Lines = append(l.Lines, lineAt(rows, cuts[1], Falls)...)
	}
	return l
}

// lineAt tells the line behind a rank; nothing where a group has no more players.
func lineAt(rows []league.Row, last int, fate Fate) []Line {
	if len(rows) <= last {
		return nil
	}
	above, below := rows[last-1], rows[last]
	l := Line{Fate: fate, Above: above.Player, Below: below.Player, Gap: above.Points - below.Points}
	if l.Gap == 0 {
		l.By = above.Below.Code
	}
	for _, r := range rows {
		switch {
		case r.Best <= last && r.Worst > last:
			l.Open = append(l.Open, r.Player)
		case (fate == Falls) == (r.Best > last):
			l.Sure = append(l.Sure, r.Player)
		}
	}
	return []Line{l}
}

func (g Standing) moves(level, lowest int) (list []Mover) {
	for _, r := range g.ranked() {
		fate := FateOfRow(level, r, r.Rank)
		if r.Played == 0 || fate == Stays || fate == Falls && level == lowest {
			continue
		}
		list = append(list, Mover{g.Group, r.Player, r.Rank, fate, FateOf(level, r.Best) == fate && FateOf(level, r.Worst) == fate && !g.Table.Unearned(r)})
	}
	return list
}

// turns goes back from the table as it stands, a result at a time.
func (g Standing) turns(level, lowest int) (list []Turn, err error) {
	over := g.counting()
	taken, now := map[league.Key]bool{}, g.Table.Rows()
	for _, m := range slices.Backward(over[max(0, len(over)-turnsRead):]) {
		taken[league.Key(m.Fixture)] = true
		before, err := g.Table.Without(func(k league.Key) bool { return taken[k] })
		if err != nil {
			return nil, err
		}
		if t, ok := turnOf(m, before, now); ok {
			t.Group = g.Group
			if was, is := FateOf(level, t.From), FateOf(level, t.To); was != is && (level < lowest || was != Falls && is != Falls) {
				t.Fate = is
			}
			list = append(list, t)
		}
		now = before
	}
	return list, nil
}

// turnOf tells what a match changed for its two; false if their ranks stayed, or meant nothing before their first
// result.
func turnOf(m league.Match, before, after []league.Row) (t Turn, ok bool) {
	rose := 0 // ranks
	for _, side := range []engine.Side{engine.First, engine.Second} {
		player := m.Seats[m.SeatOf(side)].Player.ID
		of := func(r league.Row) bool { return r.Player == player }
		was, is := before[slices.IndexFunc(before, of)], after[slices.IndexFunc(after, of)]
		if was.Played == 0 || was.Rank == is.Rank || ok && was.Rank-is.Rank <= rose {
			continue
		}
		ok, rose = true, was.Rank-is.Rank
		o := m.State.Outcome
		t = Turn{
			Match: m.ID, At: m.State.Moved, Player: player, Opponent: m.Seats[m.SeatOf(side.Other())].Player.ID, Outcome: o,
			Score: [2]int{o.Score[side-1], o.Score[side.Other()-1]}, Won: o.Winner == side, Lost: o.Winner == side.Other(), From: was.Rank, To: is.Rank,
		}
	}
	return t, ok
}

func (r *Review) closer(g Standing) {
	rows := g.ranked()
	if len(rows) < 2 || slices.ContainsFunc(rows, func(r league.Row) bool { return r.Open > 0 }) {
		return
	}
	first, last := rows[0], rows[len(rows)-1]
	if gap := first.Points - last.Points; r.Closest == nil || gap < r.Closest.Gap {
		r.Closest = &Closest{g.Group, first.Player, last.Player, gap}
	}
}

func (r *Review) climb(g Standing) {
	progress := g.Table.Progress()
	for _, row := range g.ranked() {
		c := Climb{Group: g.Group, Player: row.Player, To: row.Rank}
		for k := range progress.Played - 1 { // after the last one it is the table's
			rank := 1
			for _, points := range progress.Points {
				if points[k] > progress.Points[row.Player][k] {
					rank++
				}
			}
			if rank >= c.From {
				c.From, c.Round = rank, k+1
			}
		}
		if rose := c.From - c.To; rose > 0 && (r.Climb == nil || rose > r.Climb.From-r.Climb.To) {
			r.Climb = &c
		}
	}
}

func (r *Review) score(g Standing) {
	for _, row := range g.ranked() {
		switch {
		case row.Goals == 0 || r.Scorers != nil && row.Goals < r.Scorers.Goals:
		case r.Scorers != nil && row.Goals == r.Scorers.Goals:
			r.Scorers.Players = append(r.Scorers.Players, row.Player)
		default:
			r.Scorers = &Scorers{[]string{row.Player}, row.Goals}
		}
	}
}

// feats reads the matches that were played; of equal ones the first stays.
func (r *Review) feats(g Standing) {
	runs := map[string][]string{}
	for _, m := range g.counting() {
		o := m.State.Outcome
		if o.Ending == engine.Forfeit || o.Ending == engine.DoubleForfeit {
			continue
		}
		winner := cmp.Or(o.Winner, engine.First)
		one, other := m.Seats[m.SeatOf(winner)].Player.ID, m.Seats[m.SeatOf(winner.Other())].Player.ID
		f := Feat{m.ID, one, other, [2]int{o.Score[winner-1], o.Score[winner.Other()-1]}, m.State.Moved}
		if most := f.Score[0] + f.Score[1]; most > 0 && (r.Goals == nil || most > r.Goals.Score[0]+r.Goals.Score[1]) {
			r.Goals = &f
		}
		if by := f.Score[0] - f.Score[1]; by > 0 && (r.Win == nil || by > r.Win.Score[0]-r.Win.Score[1]) {
			r.Win = &f
		}
		runs[other] = nil
		if o.Winner == engine.NoSide {
			runs[one] = nil
			continue
		}
		runs[one] = append(runs[one], m.ID)
		if n := len(runs[one]); n >= shortRun && (r.Run == nil || n > len(r.Run.Matches)) {
			r.Run = &Run{one, slices.Clone(runs[one])}
		}
	}
}
