package rating

import (
	"math"
	"slices"
	"time"

	"kickabout/league"
)

// A PairBudget bounds what a player can win from one opponent in a pool: net, by Elo, within the shorter
// span and within the longer one (R-RA-9). It is on points and not on wins: of two whose ratings are right
// each wins back what they lose, so that it stops none of them.
type PairBudget struct {
	Most     league.Elo
	Span     time.Duration
	MostYear league.Elo // within 365 days
}

// StandardBudget is 60 points in 90 days and 120 in a year.
func StandardBudget() PairBudget {
	return PairBudget{Most: 60 * league.EloPoint, Span: 90 * 24 * time.Hour, MostYear: 120 * league.EloPoint}
}

// Unbounded is no bound at all.
func Unbounded() PairBudget { return PairBudget{Most: math.MaxInt / 4, MostYear: math.MaxInt / 4} }

// Active counts who has had a match that counted within a year.
func Active(rated []league.Rated, now time.Time) (n int) {
	for _, r := range rated {
		if now.Sub(r.Standing.Last) < league.RatedYear {
			n++
		}
	}
	return n
}

// Won is what a player has won from an opponent, net: within the span of a budget, and within 365 days.
type Won struct{ Span, Year league.Elo }

// Sum adds up what the meetings of a player with one opponent in one pool have brought them by a moment.
func (b PairBudget) Sum(meetings []league.Meeting, now time.Time) (w Won) {
	for _, m := range meetings {
		ago := now.Sub(m.Ended)
		if ago < b.Span {
			w.Span += m.Gain
		}
		if ago < league.RatedYear {
			w.Year += m.Gain
		}
	}
	return w
}

// Left is how much more a player can win from the opponent; 0: nothing.
func (b PairBudget) Left(w Won) league.Elo { return max(0, min(b.Most-w.Span, b.MostYear-w.Year)) }

// history is what counted lately: of each player by opponent, and who was active.
type history struct {
	met    map[holder]map[string][]league.Meeting // in order
	active map[league.Pool][]league.Active        // the latest of each player, the earliest first, as many as are asked for
}

func newHistory() history {
	return history{map[holder]map[string][]league.Meeting{}, map[league.Pool][]league.Active{}}
}

// put notes a meeting; older ones of the two are forgotten.
func (h history) put(m league.Meeting) {
	of := holder{m.Pool, m.Player}
	if h.met[of] == nil {
		h.met[of] = map[string][]league.Meeting{}
	}
	list := slices.DeleteFunc(h.met[of][m.Opponent], func(old league.Meeting) bool { return m.Ended.Sub(old.Ended) >= league.RatedYear })
	h.met[of][m.Opponent] = append(list, m)
}

// between returns the meetings of a player with an opponent.
func (h history) between(pool league.Pool, player, opponent string) []league.Meeting {
	return h.met[holder{pool, player}][opponent]
}

// faced counts whom a player has met in the year up to a moment so that it counted for both.
func (h history) faced(pool league.Pool, player string, now time.Time) (n int) {
	for _, list := range h.met[holder{pool, player}] {
		if slices.ContainsFunc(list, func(m league.Meeting) bool { return m.Both && now.Sub(m.Ended) < league.RatedYear }) {
			n++
		}
	}
	return n
}

// play notes that a player was active. Of a pool no more than keep are remembered, those who were so last:
// whether fewer were active within a year than that follows from these alone.
func (h history) play(a league.Active, keep int) {
	list := slices.DeleteFunc(h.active[a.Pool], func(old league.Active) bool { return old.Player == a.Player })
	list = append(list, a)
	h.active[a.Pool] = list[max(0, len(list)-keep):]
}

// others counts who was active in a pool within the year up to a moment besides a player, up to those who
// are remembered.
func (h history) others(pool league.Pool, player string, now time.Time) (n int) {
	for _, a := range h.active[pool] {
		if a.Player != player && now.Sub(a.Last) < league.RatedYear {
			n++
		}
	}
	return n
}
