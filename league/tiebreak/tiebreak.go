// Package tiebreak counts what ranks the players of a table, and what parts
// those who are level.
//
//	code  FIDE  what                                                       rule
//	TP          points of the tournament                                   R-TB-1.1
//	SON         points times the opponent's points, summed                 R-TB-1.2
//	DE    DE    points from the matches among the tied, again among those  R-TB-1.3
//	            who stay tied
//	NW          wins on the board, kind N                                  R-TB-1.4
//	GD          goal difference                                            R-TB-1.5
//	GF          goals for                                                  R-TB-1.6
//	TO          fewer own time-outs                                        R-TB-1.7
//	LOT         the lot, where a place depends on it                       R-TB-1.8
//	DTP         points from the matches among the tied                     R-TB-2
//	DGD         goal difference in the matches among the tied              R-TB-2
//	SB    SB    points of those beaten, and half of those drawn with       R-TB-2
//	KS    KS    points against those with at least half of theirs (Koya)   R-TB-3
//	WIN   WIN   wins of any kind                                           R-TB-2
//	BH-C1 BH-C1 points of the opponents without the least of them          R-TB-4
//
// Each is one value of the list in All; a new one is one value more. What counts
// of a match is said in Cross: void ones do not, and forfeits count as played
// ones with the goals of R-FF-1, but are no wins on the board. In a tournament that is drawn
// round by round they do not count for SON either (R-FF-3), and points without a match are
// counted as R-TB-4 has it.
package tiebreak

import (
	"slices"
	"strconv"
	"strings"

	"kickabout/engine"
	"kickabout/league"
)

// A Break is one criterion: it counts something for each player, and who has
// more stands above.
type Break struct {
	Code  string
	Name  string // as players say it: "direct encounter"
	Means string // what is counted, for players
	Unit  int    // of what is counted, what is shown as 1: 10 for points, which are tenths
	Fewer bool   // fewer is better
	Sign  bool   // shown with a sign
	Among bool   // counts only what happened among those who are level
	Again bool   // is applied again to those who stay level, until nothing changes
	Place bool   // is applied only where a place that counts depends on it

	Ready func(c *Cross, tied []int) bool         // nil: always. Not ready, it parts nobody
	Count func(c *Cross, tied []int, one int) int // what one of the tied has
}

// all is the list of the tie-breaks. Its order means nothing; that of a table is
// its Profile's.
var all = []Break{
	{
		Code: "TP", Name: "points", Means: "points of all games that are over", Unit: 10,
		Count: func(c *Cross, _ []int, i int) int { return int(c.tally[i].Points) },
	},
	{
		Code: "SON", Name: "SON", Means: "points taken from each opponent times that opponent’s points, added up", Unit: 100,
		Count: func(c *Cross, _ []int, i int) int { return c.SON(i) },
	},
	{
		Code: "DE", Name: "direct encounter", Means: "points from the games among those who are level, once all of these are over; then again among those who still are", Unit: 10,
		Among: true, Again: true, Ready: allOver, Count: directPoints,
	},
	{
		Code: "NW", Name: "wins on the board", Means: "games won in normal time; won by resignation, time-out or forfeit does not count", Unit: 1,
		Count: func(c *Cross, _ []int, i int) int { return c.tally[i].BoardWins },
	},
	{
		Code: "GD", Name: "goal difference", Means: "goals scored less goals of the opponents; a game given up counts 0:3 unless the winner led by more", Unit: 1, Sign: true,
		Count: func(c *Cross, _ []int, i int) int { return c.tally[i].Goals - c.tally[i].Against },
	},
	{
		Code: "GF", Name: "goals", Means: "goals scored", Unit: 1,
		Count: func(c *Cross, _ []int, i int) int { return c.tally[i].Goals },
	},
	{
		Code: "TO", Name: "time-outs", Means: "games lost on time; who has fewer stands above", Unit: 1, Fewer: true,
		Count: func(c *Cross, _ []int, i int) int { return c.tally[i].Timeouts },
	},
	{
		Code: "LOT", Name: "random draw", Means: "a random draw from dice fixed before the start, drawn only where a place that counts depends on it", Unit: 1, Fewer: true,
		Place: true, Ready: drawable, Count: lotPlace,
	},
	{
		Code: "DTP", Name: "direct points", Means: "points from the games among those who are level", Unit: 10,
		Among: true, Count: directPoints,
	},
	{
		Code: "DGD", Name: "direct goal difference", Means: "goal difference in the games among those who are level", Unit: 1, Sign: true,
		Among: true, Count: directGoals,
	},
	{
		Code: "SB", Name: "Sonneborn-Berger", Means: "points of the opponents beaten, and half of the points of those drawn with", Unit: 20,
		Count: sonnebornBerger,
	},
	{
		Code: "KS", Name: "Koya", Means: "points taken from opponents who have at least half of what they could have", Unit: 10,
		Count: koya,
	},
	{
		Code: "WIN", Name: "wins", Means: "games won in any way", Unit: 1,
		Count: func(c *Cross, _ []int, i int) int { return c.tally[i].Won },
	},
	{
		Code: "BH-C1", Name: "Buchholz cut 1", Means: "points of all opponents but the one with the fewest; a round without play counts as one against somebody with as many points as one’s own", Unit: 10,
		Count: func(c *Cross, _ []int, i int) int { return int(c.buchholz(i)) },
	},
}

// All lists the tie-breaks.
func All() []Break { return slices.Clone(all) }

// A Profile is an order of tie-breaks that a table may follow.
type Profile struct {
	ID, Name string
	Order    []Break // the first one first
}

// profiles are the orders of R-TB-1, R-TB-2 and R-TB-4. The one without an id is that of
// tournaments which were announced with points and SON alone.
var profiles = []Profile{
	{"std", "Recommended", order("TP", "SON", "DE", "NW", "GD", "GF", "TO", "LOT")},
	{"lg", "Little Golem", order("TP", "SON", "LOT")},
	{"football", "Football", order("TP", "DTP", "DGD", "GD", "GF", "LOT")},
	{"swiss", "Swiss", order("TP", "SON", "BH-C1", "DE", "NW", "LOT")},
	{"fide-rr", "Chess", order("TP", "DE", "SB", "KS", "WIN")},
	{"", "Points and SON", order("TP", "SON")},
}

func order(codes ...string) (breaks []Break) {
	for _, code := range codes {
		b, _ := ByCode(code)
		breaks = append(breaks, b)
	}
	return breaks
}

// Profiles lists the orders that a table may have.
func Profiles() []Profile { return slices.Clone(profiles) }

// ProfileByID finds a profile, or makes one of an order of somebody's own, which begins with
// points: "tp+son+de".
func ProfileByID(id string) (Profile, bool) {
	i := slices.IndexFunc(profiles, func(p Profile) bool { return p.ID == id })
	if i < 0 {
		return own(id)
	}
	return profiles[i], true
}

// own reads the codes of an order of somebody's own, in small letters and each once.
func own(id string) (Profile, bool) {
	p := Profile{ID: id, Name: "An order of its own"}
	for code := range strings.SplitSeq(id, "+") {
		b, ok := ByCode(strings.ToUpper(code))
		if !ok || code != strings.ToLower(code) || slices.ContainsFunc(p.Order, func(o Break) bool { return o.Code == b.Code }) {
			return Profile{}, false
		}
		p.Order = append(p.Order, b)
	}
	return p, p.Order[0].Code == "TP"
}

// ByCode finds a tie-break.
func ByCode(code string) (Break, bool) {
	i := slices.IndexFunc(all, func(b Break) bool { return b.Code == code })
	if i < 0 {
		return Break{}, false
	}
	return all[i], true
}

// Show writes what is counted as players read it: "18", "2.5", "+3".
func (b Break) Show(number int) string {
	text := strconv.FormatFloat(float64(number)/float64(b.Unit), 'f', -1, 64)
	if b.Sign && number > 0 {
		return "+" + text
	}
	return text
}

func directPoints(c *Cross, tied []int, i int) (sum int) {
	row := c.Row(i)
	for _, j := range tied {
		sum += int(row[j])
	}
	return sum
}

// allOver says that no match among the tied is still to come. Where not everybody meets
// everybody, all of them must have met.
func allOver(c *Cross, tied []int) bool {
	for _, i := range tied {
		for _, j := range tied {
			if c.open[i*len(c.tally)+j] > 0 || i != j && c.rounds != nil && !c.met(i, j) {
				return false
			}
		}
	}
	return true
}

func directGoals(c *Cross, tied []int, i int) (sum int) {
	for _, r := range c.results {
		switch {
		case r.First == i && slices.Contains(tied, r.Second):
			sum += r.Goals[0] - r.Goals[1]
		case r.Second == i && slices.Contains(tied, r.First):
			sum += r.Goals[1] - r.Goals[0]
		}
	}
	return sum
}

// sonnebornBerger counts twice what it shows, so that halves are whole.
func sonnebornBerger(c *Cross, _ []int, i int) (sum int) {
	for _, r := range c.results {
		other, side := r.Second, engine.First
		if r.Second == i {
			other, side = r.First, engine.Second
		}
		switch {
		case r.First != i && r.Second != i || r.Outcome.Ending == engine.DoubleForfeit:
		case r.Outcome.Winner == side:
			sum += 2 * int(c.tally[other].Points)
		case r.Outcome.Winner == engine.NoSide:
			sum += int(c.tally[other].Points)
		}
	}
	return sum
}

// koya takes a half of what can be won at the most, not of what was paid (R-PT-2).
func koya(c *Cross, _ []int, i int) (sum int) {
	for j, p := range c.Row(i) {
		if t := c.tally[j]; 2*t.Points >= c.Full*league.Points(t.Played) {
			sum += int(p)
		}
	}
	return sum
}
