package storetest_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/odds"
	"kickabout/store"
	"kickabout/store/storetest"
)

// over is a match that has ended at a moment.
func over(n int, at time.Time, change func(*league.Match)) league.Match {
	m := newMatch(n)
	m.State.ToMove, m.State.Deadline, m.State.Moved = engine.NoSide, time.Time{}, at
	m.State.Outcome = engine.Outcome{Ending: engine.SuddenDeath, Winner: engine.First, Score: [2]int{2, 1}}
	m.State.Score = m.State.Outcome.Score
	change(&m)
	return m
}

func TestWhatWasDecidedBetweenPeople(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		robot := league.Player{ID: "bot-r", Name: "Robot", Kind: league.Bot, Created: noon}
		must(t, s.PutBots(t.Context(), []league.Player{robot}))
		hour := func(n int) time.Time { return noon.Add(time.Duration(n) * time.Hour) }
		for _, m := range []league.Match{
			over(1, hour(3), func(m *league.Match) { m.Rated, m.State.First = true, 1 }),
			over(2, hour(2), func(m *league.Match) { m.Rated = true }),
			over(3, hour(1), func(m *league.Match) { m.State.Outcome = engine.Outcome{Ending: engine.Void, Score: m.State.Score} }),
			over(4, hour(1), func(m *league.Match) { m.Variant = "board" }),
			over(5, hour(1), func(m *league.Match) { m.Seats[1].Player = robot }),
			over(6, hour(1), func(m *league.Match) { m.Seats[1].Player = m.Seats[0].Player }),
			over(7, hour(9), func(m *league.Match) {}),
			newMatch(8),
		} {
			create(t, s, m)
		}
		pool := league.Pool{Game: "streetsoccer", Variant: "lg"}
		standing := func(games int, rating league.Rating) league.Standing {
			return league.Standing{Games: games, Strength: league.Strength{Rating: rating, Deviation: 100, Volatility: 0.06}}
		}
		change := func(match string, seat int, player string, at time.Time, why league.Uncounted, before, after league.Standing) league.Change {
			return league.Change{Match: match, Seat: seat, Player: person(player).ID, Pool: pool, Ended: at, Why: why, Before: before, After: after}
		}
		must(t, s.Weigh(t.Context(), league.Weighed{Changes: []league.Change{
			change("m000002", 0, "ann", hour(2), league.TooEarly, standing(0, 1500), standing(0, 1500)),
			change("m000002", 1, "bob", hour(2), league.TooEarly, standing(0, 1500), standing(0, 1500)),
			change("m000001", 0, "ann", hour(3), "", standing(0, 1500), standing(1, 1450)),
			change("m000001", 1, "bob", hour(3), "", standing(0, 1501), standing(1, 1550)),
		}}))
		ann, bob := person("ann").ID, person("bob").ID
		sudden := engine.Outcome{Ending: engine.SuddenDeath, Winner: engine.First, Score: [2]int{2, 1}}
		want := []odds.Decided{
			{Match: "m000003", Ended: hour(1), Players: [2]string{ann, bob}, Outcome: engine.Outcome{Ending: engine.Void, Score: [2]int{2, 1}}},
			{Match: "m000002", Ended: hour(2), Players: [2]string{ann, bob}, Outcome: sudden},
			{
				Match: "m000001", Ended: hour(3), Players: [2]string{bob, ann}, Outcome: sudden, Counted: true,
				Before: [2]league.Rating{1501, 1500}, After: [2]league.Rating{1550, 1450},
			},
		}
		got, err := s.Decided(t.Context(), pool, hour(9))
		must(t, err)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("decided (-want +got):\n%s", diff)
		}
		for at, want := range map[time.Time]map[string]league.Rating{
			hour(1): {},
			hour(2): {ann: 1500, bob: 1500},
			hour(3): {ann: 1450, bob: 1550},
		} {
			got, err := s.StrengthsAt(t.Context(), pool, []string{ann, bob, "id-cleo"}, at)
			must(t, err)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("strengths at %v (-want +got):\n%s", at, diff)
			}
		}
		now, err := s.Strengths(t.Context(), pool, []string{bob, "id-cleo"})
		must(t, err)
		if diff := cmp.Diff(map[string]league.Rating{bob: 1550}, now); diff != "" {
			t.Errorf("strengths now (-want +got):\n%s", diff)
		}
	})
}

func TestAModelIsFittedOnceAMonth(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		lg, board := league.Pool{Game: "streetsoccer", Variant: "lg"}, league.Pool{Game: "streetsoccer", Variant: "board"}
		fit := func(pool league.Pool, month string, matches int) odds.ModelFit {
			return odds.ModelFit{
				Pool: pool, Month: month, Matches: matches, Rated: matches > 300, Cuts: [6]float64{-2.5, -1, -0.125, 0, 1, 3}, Slope: 0.0058, LogLoss: 1.25, Base: 1.5, Fitted: noon,
			}
		}
		for _, f := range []odds.ModelFit{fit(lg, "2027-05", 310), fit(lg, "2027-06", 400), fit(board, "2027-05", 12), fit(lg, "2027-06", 999)} {
			must(t, s.PutModelFit(t.Context(), f))
		}
		all, err := s.ModelFits(t.Context())
		must(t, err)
		if diff := cmp.Diff([]odds.ModelFit{fit(board, "2027-05", 12), fit(lg, "2027-06", 400)}, all); diff != "" {
			t.Errorf("the latest of each (-want +got):\n%s", diff)
		}
		one, err := s.ModelFit(t.Context(), lg)
		must(t, err)
		none, err := s.ModelFit(t.Context(), league.Pool{Game: "onetwofun", Variant: "basic"})
		must(t, err)
		if one.Matches != 400 || none.Month != "" {
			t.Errorf("%+v, %+v", one, none)
		}
		wrong := fit(lg, "2027-07", 1)
		wrong.Cuts[3] = wrong.Cuts[2]
		if err := s.PutModelFit(t.Context(), wrong); err == nil {
			t.Error("a model may have cuts that do not ascend")
		}
	})
}
