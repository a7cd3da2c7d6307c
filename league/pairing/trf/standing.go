package trf

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kickabout/engine"
)

// Ranks returns the place of every player, in the order of the file, by the points and tie-breaks that
// the file names (FIDE C.07 of March 2026), after all rounds that are paired. Those whom nothing
// parts share a place: 1, 1, 3. What is not counted here is an error.
func (f File) Ranks() ([]int, error) {
	s := newStanding(f)
	var order []criterion
	for _, code := range f.Order {
		c, err := s.criterion(code)
		if err != nil {
			return nil, err
		}
		order = append(order, c)
	}
	all := make([]int, len(f.Players))
	for i := range all {
		all[i] = i
	}
	ranks, place := make([]int, len(f.Players)), 1
	for _, level := range parted(all, order) {
		for _, i := range level {
			ranks[i] = place
		}
		place += len(level)
	}
	return ranks, nil
}

// A criterion parts players who are level: the first group stands above the others.
type criterion func(level []int) [][]int

// parted applies the criteria one after the other, each to those who are level by all before it.
func parted(level []int, order []criterion) (groups [][]int) {
	if len(level) < 2 || len(order) == 0 {
		return [][]int{level}
	}
	for _, g := range order[0](level) {
		groups = append(groups, parted(g, order[1:])...)
	}
	return groups
}

// by is a criterion that counts something for each player; who has more stands above.
func by(count func(i int) int) criterion {
	return func(level []int) [][]int { return split(level, count) }
}

func split(level []int, count func(i int) int) (groups [][]int) {
	sorted := slices.Clone(level)
	slices.SortStableFunc(sorted, func(a, b int) int { return cmp.Compare(count(b), count(a)) })
	for k, i := range sorted {
		if k == 0 || count(i) != count(sorted[k-1]) {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], i)
	}
	return groups
}

// A standing is what tie-breaks are counted from.
type standing struct {
	File
	rounds   int
	at       map[int]int // a player's place in the file, by number
	points   []int
	adjusted []int // as opponents count them (16.3)
	all      bool  // everybody meets everybody: forfeited games count as played
}

func newStanding(f File) *standing {
	s := &standing{File: f, rounds: f.Played(), at: map[int]int{}, all: SystemOf(f.Type) == RoundRobin}
	for i, p := range f.Players {
		s.at[p.Number] = i
		s.points = append(s.points, f.Score(p, s.rounds))
	}
	for i := range f.Players {
		s.adjusted = append(s.adjusted, s.adjust(i))
	}
	return s
}

// voluntary tells whether a player could have played a round and did not (16.1.2): they asked not to, were
// away, or forfeited.
func (s *standing) voluntary(i, round int) bool {
	g := s.Players[i].game(round)
	return g.Result == '-' || g.Opponent == 0 && g.Result != 'U' && g.Result != 'F' && g.Result != '+'
}

// adjust counts the rounds that a player missed by their own choice, and none behind them that they did not, as
// drawn (16.2.5, 16.3).
func (s *standing) adjust(i int) int {
	sum := s.points[i]
	for k := s.rounds - 1; k >= 0 && s.voluntary(i, k) && !s.all; k-- {
		sum += s.Points.Draw - s.worth(s.Players[i], k)
	}
	return sum
}

// A met is what a round adds to a tie-break: how many points the opponent has, and what it paid.
type met struct {
	score, paid int
	voluntary   bool
}

// against returns a player's rounds. One without play is against a dummy with as many points as the player,
// but no more than the opponent who was to be, or than draws in all rounds would pay (16.4).
func (s *standing) against(i int) (rounds []met) {
	for k := range s.rounds {
		g := s.Players[i].game(k)
		m := met{paid: s.worth(s.Players[i], k), voluntary: s.voluntary(i, k)}
		switch {
		case g.Opponent != 0 && (g.played() || s.all):
			m.score = s.adjusted[s.at[g.Opponent]]
		case s.all:
			continue
		case g.Opponent != 0:
			m.score = min(s.points[i], s.adjusted[s.at[g.Opponent]])
		default:
			m.score = min(s.points[i], s.Points.Draw*max(s.rounds, s.Rounds))
		}
		rounds = append(rounds, m)
	}
	return rounds
}

// buchholz adds up the opponents' points, without so many of the lowest and of the highest. Rounds that
// the player missed by choice are cut first (16.5).
func (s *standing) buchholz(i, low, high int) (sum int) {
	rounds := s.against(i)
	for range min(low, len(rounds)) {
		cut := 0
		for k, m := range rounds {
			if least := rounds[cut]; m.voluntary && !least.voluntary || m.voluntary == least.voluntary && m.score < least.score {
				cut = k
			}
		}
		rounds = slices.Delete(rounds, cut, cut+1)
	}
	slices.SortFunc(rounds, func(a, b met) int { return cmp.Compare(b.score, a.score) })
	for _, m := range rounds[min(high, len(rounds)):] {
		sum += m.score
	}
	return sum
}

// sonnebornBerger adds up what each round paid times the opponent's points.
func (s *standing) sonnebornBerger(i int) (sum int) {
	for _, m := range s.against(i) {
		sum += m.paid * m.score
	}
	return sum
}

// koya counts points against opponents who have at least half of what all rounds can pay (9.2).
func (s *standing) koya(i int) (sum int) {
	for k := range s.rounds {
		g := s.Players[i].game(k)
		if g.Opponent != 0 && (g.played() || s.all) && 2*s.points[s.at[g.Opponent]] >= s.Points.Win*s.rounds {
			sum += s.worth(s.Players[i], k)
		}
	}
	return sum
}

// progress adds up the points after each round (7.5).
func (s *standing) progress(i int) (sum int) {
	for k := range s.rounds {
		sum += s.Score(s.Players[i], k+1)
	}
	return sum
}

// count returns how many rounds of a player are such.
func (s *standing) count(i int, such func(g Game, paid int) bool) (n int) {
	for k := range s.rounds {
		if such(s.Players[i].game(k), s.worth(s.Players[i], k)) {
			n++
		}
	}
	return n
}

// counted are the tie-breaks that count something for each player, by their codes.
var counted = map[string]func(s *standing, i int) int{
	"PTS": func(s *standing, i int) int { return s.points[i] },
	"SB":  (*standing).sonnebornBerger,
	"KS":  (*standing).koya,
	"PS":  (*standing).progress,
	"WIN": func(s *standing, i int) int {
		return s.count(i, func(_ Game, paid int) bool { return paid >= s.Points.Win })
	},
	"WON": func(s *standing, i int) int {
		return s.count(i, func(g Game, paid int) bool { return g.played() && paid >= s.Points.Win })
	},
	"BPG": func(s *standing, i int) int {
		return s.count(i, func(g Game, _ int) bool { return g.played() && g.Side == engine.Second })
	},
	"BWG": func(s *standing, i int) int {
		return s.count(i, func(g Game, paid int) bool { return g.played() && g.Side == engine.Second && paid >= s.Points.Win })
	},
	"TPN":  func(s *standing, i int) int { return -s.Seat(i) },
	"RTNG": func(s *standing, i int) int { return s.Players[i].Rating() },
}

// criterion returns the tie-break of a code. Buchholz may have a cut behind it: BH/C1 is without the
// lowest, BH/M1 without the lowest and the highest.
func (s *standing) criterion(code string) (criterion, error) {
	if code == "DE" {
		return s.direct, nil
	}
	if count := counted[code]; count != nil {
		return by(func(i int) int { return count(s, i) }), nil
	}
	if cut, ok := strings.CutPrefix(code, "BH"); ok {
		n, err := strconv.Atoi(strings.TrimLeft(cut, "/CM"))
		switch {
		case cut == "":
			return by(func(i int) int { return s.buchholz(i, 0, 0) }), nil
		case err == nil && strings.HasPrefix(cut, "/C"):
			return by(func(i int) int { return s.buchholz(i, n, 0) }), nil
		case err == nil && strings.HasPrefix(cut, "/M"):
			return by(func(i int) int { return s.buchholz(i, n, n) }), nil
		}
	}
	return nil, fmt.Errorf("the table goes by %s, which is not counted here", code)
}

// Rating returns the player's rating: columns 49 to 52; 0 if there is none.
func (p Player) Rating() int {
	n, _ := strconv.Atoi(columns(p.About, 49-10, 52-10))
	return n
}

// direct parts players by the games among them (6). Where all have met, by their points there, then again
// among those who stay level. Else whoever stands above the others, whatever their missing games
// would have brought, is first of them; then the same is asked of those who are left.
func (s *standing) direct(level []int) [][]int {
	points, missing := map[int]int{}, map[int]int{}
	whole := true
	for _, i := range level {
		for _, j := range level {
			if i == j {
				continue
			}
			games, paid := s.between(i, j)
			points[i] += paid
			if games == 0 {
				missing[i]++
				whole = false
			}
		}
	}
	if whole {
		groups := split(level, func(i int) int { return points[i] })
		if len(groups) == 1 {
			return groups
		}
		var again [][]int
		for _, g := range groups {
			again = append(again, s.direct(g)...)
		}
		return again
	}
	for _, i := range level {
		if !slices.ContainsFunc(level, func(j int) bool { return j != i && points[j]+missing[j]*s.Points.Win >= points[i] }) {
			rest := slices.DeleteFunc(slices.Clone(level), func(j int) bool { return j == i })
			return append([][]int{{i}}, s.direct(rest)...)
		}
	}
	return [][]int{level}
}

// between returns how many games of two players count, and what they paid the first.
func (s *standing) between(i, j int) (games, paid int) {
	for k := range s.rounds {
		if g := s.Players[i].game(k); g.Opponent == s.Players[j].Number && (g.played() || s.all) {
			games++
			paid += s.worth(s.Players[i], k)
		}
	}
	return games, paid
}
