package office_test

import (
	"context"
	"errors"
	"math"
	"reflect"
	"sync/atomic"
	"testing"
	"time"

	"kickabout/league"
	"kickabout/league/odds"
	"kickabout/league/office"
	"kickabout/store/storetest"
)

// counting counts how often the odds of a group are computed, each of which asks for strengths.
type counting struct {
	store     *altered
	simulated atomic.Int64
	broken    atomic.Bool
	read      atomic.Int64 // how often the matches of a pool were
}

func newCounting(s Store) *counting {
	n := &counting{}
	n.store = &altered{
		Store: s,
		decided: func(ctx context.Context, pool league.Pool, before time.Time) ([]odds.Decided, error) {
			n.read.Add(1)
			return s.Decided(ctx, pool, before)
		},
		strengthsAt: func(ctx context.Context, pool league.Pool, players []string, at time.Time) (map[string]league.Rating, error) {
			n.simulated.Add(1)
			if n.broken.Load() {
				return nil, errors.New("the database is away")
			}
			return s.StrengthsAt(ctx, pool, players, at)
		},
	}
	return n
}

// history stores and rates rated matches of members in the variants lg and book.
func (c *club) history(n int, people []league.Player) {
	c.t.Helper()
	for _, m := range c.career(n, people) {
		c.must(c.store.CreateMatch(context.Background(), m))
	}
	c.must(c.Rate(context.Background()))
}

func TestAModelIsFittedToTheMatchesBeforeEachMonth(t *testing.T) {
	s := newCounting(storetest.Open(t, storetest.SQLite(t)))
	c := newClubOver(t, s.store)
	ctx := t.Context()
	c.history(80, c.members("Ann", "Bob", "Cleo", "Dan"))
	c.wait(20 * 24 * time.Hour)
	c.must(c.FitModels(ctx)) // in the month in which they ended
	if fits, err := c.ModelFits(ctx); err != nil || len(fits) != 0 {
		t.Fatalf("matches of the month itself count: %+v, %v", fits, err)
	}
	c.setTime(time.Date(2026, 6, 1, 0, 0, 1, 0, time.UTC))
	c.must(c.FitModels(ctx))
	first, err := c.ModelFits(ctx)
	c.must(err)
	if len(first) != 2 || first[0].Pool.Variant != "book" || first[1].Month != "2026-06" || first[1].Rated || first[1].Matches+first[0].Matches < 60 {
		t.Fatalf("%+v", first)
	}
	decided, err := s.store.Decided(ctx, first[1].Pool, c.Now())
	c.must(err)
	matches, _ := odds.Gather(decided)
	want := odds.FitTo(matches)
	if first[1].Cuts != want.Model.Cuts || first[1].Slope != want.Model.Slope || first[1].LogLoss != want.LogLoss || first[1].Base != want.Base {
		t.Errorf("stored is %+v, and fitted %+v", first[1], want)
	}
	c.wait(12 * 24 * time.Hour)
	s.read.Store(0)
	c.must(c.FitModels(ctx))
	if n := s.read.Load(); n != 0 {
		t.Errorf("the matches of a month that has its model were read %d times", n)
	}
	if again, err := c.ModelFits(ctx); err != nil || !reflect.DeepEqual(again, first) {
		t.Errorf("the second time it is %+v, %v", again, err)
	}
	c.wait(20 * 24 * time.Hour)
	c.must(c.FitModels(ctx))
	if next, err := c.ModelFits(ctx); err != nil || len(next) != 2 || next[0].Month != "2026-07" || next[0].Cuts != first[0].Cuts {
		t.Errorf("in July it is %+v, %v", next, err)
	}
}

func TestTheOddsOfARunningGroup(t *testing.T) {
	s := newCounting(storetest.Open(t, storetest.SQLite(t)))
	c := newClubOver(t, s.store)
	ctx := t.Context()
	people := c.members("Ann", "Bob", "Cleo", "Dan")
	begun := func(bot bool) string {
		cup := c.mustOpen(people[0], nil)
		for _, p := range people[1:3] {
			c.must(c.EnterTournament(ctx, p, cup.ID))
		}
		if bot {
			c.must(c.InviteBot(ctx, people[0], cup.ID, "bot:random"))
		}
		c.must(c.StartTournament(ctx, people[0], cup.ID))
		return cup.ID
	}
	given := func(o *office.Office, id string) *odds.Group {
		t.Helper()
		v, err := o.Tournament(ctx, league.Site(), id)
		c.must(err)
		g, err := o.Odds(ctx, v.Tournament, v.Groups[0])
		c.must(err)
		return g
	}
	c.history(200, people) // of two variants
	c.setTime(time.Date(2026, 6, 2, 0, 0, 0, 0, time.UTC))
	c.must(c.FitModels(ctx))
	id := begun(false)
	if g := given(c.Office, id); g != nil {
		t.Errorf("%d matches are enough for odds", g.Fit.Matches)
	}
	fit, err := s.store.ModelFit(ctx, league.Pool{Game: "streetsoccer", Variant: "lg"})
	c.must(err)
	fit.Month, fit.Matches = "2026-07", odds.Enough
	c.must(s.store.PutModelFit(ctx, fit))
	s.broken.Store(true)
	v := c.tournament(id)
	if _, err := c.Odds(ctx, v.Tournament, v.Groups[0]); err == nil {
		t.Error("without strengths there are odds")
	}
	s.broken.Store(false)
	s.simulated.Store(0)
	g := given(c.Office, id) // what went wrong is not kept
	if g == nil || len(g.Forecast.Chances) != 3 || g.Fit.Month != "2026-07" {
		t.Fatalf("%+v", g)
	}
	for place := range 3 {
		sum := 0.0
		for _, chance := range g.Forecast.Chances {
			sum += chance.Places[place]
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Errorf("place %d sums to %v", place+1, sum)
		}
	}
	if again := given(c.Office, id); !reflect.DeepEqual(again, g) || s.simulated.Load() != 1 {
		t.Errorf("looked at twice, the odds were computed %d times", s.simulated.Load())
	}
	if other := given(newRival(c, s.store), id); !reflect.DeepEqual(other, g) || s.simulated.Load() != 2 {
		t.Errorf("another node has %+v, and this one %+v", other, g)
	}
	match := c.tournament(id).Matches[0]
	_, err = c.Resign(ctx, match.Seats[0].Player, match.ID, c.Now())
	c.must(err)
	if after := given(c.Office, id); reflect.DeepEqual(after, g) || s.simulated.Load() != 3 {
		t.Errorf("after a match ended the odds are %+v", after)
	}
	for _, m := range c.tournament(id).Matches[1:] {
		_, err = c.Resign(ctx, m.Seats[0].Player, m.ID, c.Now())
		c.must(err)
	}
	if end := given(c.Office, id); end != nil {
		t.Errorf("at its end a group has odds: %+v", end)
	}
	if robot := given(c.Office, begun(true)); robot != nil {
		t.Errorf("with a bot a group has odds: %+v", robot)
	}
}
