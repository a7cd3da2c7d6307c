package storetest_test

import (
	"testing"
	"time"

	"kickabout/league"
	"kickabout/league/odds"
	"kickabout/store"
	"kickabout/store/storetest"
)

// TestPoolsAreKeptApart: by game and by variant, for the same players.
func TestPoolsAreKeptApart(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		pools := []league.Pool{{Game: "streetsoccer", Variant: "lg"}, {Game: "streetsoccer", Variant: "board"}, {Game: "cufootball", Variant: "lg"}}
		var changes []league.Change
		rating := func(n int) league.Rating { return league.Rating(1500 + 10*n) }
		for n, pool := range pools {
			m := create(t, s, over(n+1, noon.Add(time.Duration(n)*time.Hour), func(m *league.Match) {
				m.Game, m.Variant, m.Rated = pool.Game, pool.Variant, true
			}))
			for _, c := range changesOf(m) {
				c.After = league.Standing{Elo: 1500, Games: 1, Strength: league.Strength{Rating: rating(n), Deviation: 100, Volatility: 0.06}}
				changes = append(changes, c)
			}
			must(t, s.PutModelFit(t.Context(), odds.ModelFit{
				Pool: pool, Month: "2027-05", Matches: n + 1, Cuts: [6]float64{-2.5, -1, -0.125, 0, 1, 3}, Slope: 0.0058, LogLoss: 1.25, Base: 1.5, Fitted: noon,
			}))
		}
		must(t, s.Weigh(t.Context(), league.Weighed{Changes: changes}))
		ann, late := person("ann").ID, noon.Add(9*time.Hour)
		for n, pool := range pools {
			match := newMatch(n + 1).ID
			history, err := s.RatingHistory(t.Context(), league.Site(), ann, 9, pool)
			if err != nil || len(history) != 1 || history[0].Match != match {
				t.Errorf("%s: the history is %v, %v", pool, history, err)
			}
			rated, err := s.RatedPlayers(t.Context(), pool)
			if err != nil || len(rated) != 2 || rated[0].Standing.Strength.Rating != rating(n) {
				t.Errorf("%s: rated are %v, %v", pool, rated, err)
			}
			now, err := s.Strengths(t.Context(), pool, []string{ann})
			must(t, err)
			then, err := s.StrengthsAt(t.Context(), pool, []string{ann}, late)
			if err != nil || len(now) != 1 || now[ann] != rating(n) || len(then) != 1 || then[ann] != rating(n) {
				t.Errorf("%s: strengths are %v and %v, %v", pool, now, then, err)
			}
			decided, err := s.Decided(t.Context(), pool, late)
			if err != nil || len(decided) != 1 || decided[0].Match != match {
				t.Errorf("%s: decided are %v, %v", pool, decided, err)
			}
			if fit, err := s.ModelFit(t.Context(), pool); err != nil || fit.Matches != n+1 {
				t.Errorf("%s: fitted to %d matches, %v", pool, fit.Matches, err)
			}
		}
	})
}
