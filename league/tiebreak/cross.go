package tiebreak

import (
	"bytes"
	"crypto/sha256"
	"slices"

	"kickabout/engine"
	"kickabout/league"
)

// Cross is what counts of the results among players who go by numbers from 0: the
// crosstable, the single matches, and what each player has in sum. Void matches,
// and those of players who are struck, are not added to it.
type Cross struct {
	Full league.Points // what the best win pays

	points  []league.Points // taken by one from another: points[one*n+other]
	open    []int           // matches between them that are not over
	tally   []Tally
	results []Result
	rounds  [][]Round       // by player; nil where everybody meets everybody
	drawn   league.Points   // what a round pays in which nobody wins
	gifts   []league.Points // like points: those of matches that were not played
	players []string        // ids; of a lot
	seed    []byte
	lot     []int // places in the lot from 1; nil until somebody asks
}

// Result is one match that is over.
type Result struct {
	First, Second int // players' numbers
	Outcome       *engine.Outcome
	Goals         [2]int // R-FF-1
}

// Tally is what one player has in sum.
type Tally struct {
	Points         league.Points
	Played         int // matches that are over
	Won            int
	Drawn          int
	Lost           int // both sides of a double forfeit have lost
	Open           int // matches that are not over
	BoardWins      int // kind N
	Timeouts       int // their own
	Goals, Against int
}

// NewCross returns the crosstable of n players without any result, with room for
// the results of some matches.
func NewCross(n, matches int, full league.Points) *Cross {
	return &Cross{
		Full: full, points: make([]league.Points, n*n), open: make([]int, n*n), tally: make([]Tally, n), results: make([]Result, 0, matches),
	}
}

// Draw gives the crosstable the seed of its lot and the players' ids, on which
// the lot depends (R-TB-1.8). Without a seed no lot is drawn.
func (c *Cross) Draw(seed []byte, players []string) { c.seed, c.players = seed, players }

// Add counts a match that is over. It keeps the outcome.
func (c *Cross) Add(first, second int, o *engine.Outcome, points [2]league.Points) {
	r := Result{first, second, o, Goals(*o)}
	c.results = append(c.results, r)
	n := len(c.tally)
	c.points[first*n+second] += points[0]
	c.points[second*n+first] += points[1]
	if c.rounds != nil && Unplayed(o.Ending) {
		c.gifts[first*n+second] += points[0]
		c.gifts[second*n+first] += points[1]
	}
	c.tally[first].add(&r, engine.First, points[0])
	c.tally[second].add(&r, engine.Second, points[1])
}

// AddOpen counts a match that is not over, or not even drawn.
func (c *Cross) AddOpen(first, second int) {
	n := len(c.tally)
	c.open[first*n+second]++
	c.open[second*n+first]++
	c.tally[first].Open++
	c.tally[second].Open++
}

// Tally returns what a player has in sum.
func (c *Cross) Tally(i int) Tally { return c.tally[i] }

// Open returns how many matches between two players are not over.
func (c *Cross) Open(i, j int) int { return c.open[i*len(c.tally)+j] }

// SON returns the sum over the opponents j of s(i,j) times T(j), in hundredths, since
// points are tenths. It is Sonneborn-Berger for 1, 1/2 and 0.
//
// Of rounds it counts what was played (R-TB-4): neither byes nor forfeits (R-FF-3).
func (c *Cross) SON(i int) (sum int) {
	for j, p := range c.Row(i) {
		if c.rounds != nil {
			p -= c.gifts[i*len(c.tally)+j]
		}
		sum += int(p) * int(c.tally[j].Points)
	}
	return sum
}

// Row returns what a player took from each of the others, by their numbers.
func (c *Cross) Row(i int) []league.Points { return c.points[i*len(c.tally) : (i+1)*len(c.tally)] }

// add counts a match from the view of one of its sides.
func (t *Tally) add(r *Result, side engine.Side, points league.Points) {
	t.Played++
	t.Points += points
	t.Goals += r.Goals[side-1]
	t.Against += r.Goals[2-side]
	o := r.Outcome
	switch {
	case o.Winner == side:
		t.Won++
		if o.Ending == engine.FullTime || o.Ending == engine.Target {
			t.BoardWins++
		}
	case o.Winner == engine.NoSide && o.Ending != engine.DoubleForfeit:
		t.Drawn++
	default:
		t.Lost++
		if o.Ending == engine.Timeout {
			t.Timeouts++
		}
	}
}

// Goals returns the goals that count of a match: those on the board, but 3:0 for
// one that was given up, lost on time or forfeited, unless its winner already led
// by three (R-FF-1), and none of a double forfeit.
func Goals(o engine.Outcome) [2]int {
	switch o.Ending {
	case engine.DoubleForfeit, engine.Void:
		return [2]int{}
	case engine.Resignation, engine.Timeout, engine.Forfeit:
		if o.Winner == engine.First && o.Score[0]-o.Score[1] < 3 {
			return [2]int{3, 0}
		}
		if o.Winner == engine.Second && o.Score[1]-o.Score[0] < 3 {
			return [2]int{0, 3}
		}
	}
	return o.Score
}

// drawable says that a lot may be drawn: everything is over, and there is a seed.
func drawable(c *Cross, _ []int) bool {
	return len(c.seed) > 0 && !slices.ContainsFunc(c.tally, func(t Tally) bool { return t.Open > 0 })
}

// lotPlace returns a player's place among all players in the lot: in ascending
// order of SHA-256(seed || id).
func lotPlace(c *Cross, _ []int, i int) int {
	if len(c.seed) == 0 {
		return 0
	}
	if c.lot == nil {
		c.lot = Lot(c.seed, c.players)
	}
	return c.lot[i]
}

// Lot returns each player's place in the lot, from 1.
func Lot(seed []byte, players []string) []int {
	sums := make([][sha256.Size]byte, len(players))
	order := make([]int, len(players))
	for i, p := range players {
		sums[i], order[i] = sha256.Sum256(append(bytes.Clone(seed), p...)), i
	}
	slices.SortFunc(order, func(a, b int) int { return bytes.Compare(sums[a][:], sums[b][:]) })
	places := make([]int, len(players))
	for place, i := range order {
		places[i] = place + 1
	}
	return places
}

// Closed returns a copy in which no match is open, with room for the results of some more,
// and without a lot.
func (c *Cross) Closed(matches int) *Cross {
	closed := &Cross{
		Full: c.Full, points: slices.Clone(c.points), open: make([]int, len(c.open)), tally: slices.Clone(c.tally),
		results: append(make([]Result, 0, len(c.results)+matches), c.results...),
		rounds:  c.rounds, drawn: c.drawn, gifts: slices.Clone(c.gifts),
	}
	for i := range closed.tally {
		closed.tally[i].Open = 0
	}
	return closed
}
