package office_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kickabout/engine/enginetest"
	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/office"
	"kickabout/league/tournaments"
	"kickabout/store"
	"kickabout/store/storetest"
)

// What comes of an act may come twice, in another order, late or not at all, and jobs make it good.

// asRaised delivers as a server does.
func asRaised(c *club) {
	c.must(c.Deliver(context.Background(), office.Budget{}))
}

// twiceInAnyOrder delivers each fact twice, in an order by chance.
func twiceInAnyOrder(r *rand.Rand) func(*club) {
	return func(c *club) {
		for facts := c.Raised(); len(facts) > 0; facts = c.Raised() {
			r.Shuffle(len(facts), func(i, j int) { facts[i], facts[j] = facts[j], facts[i] })
			for _, f := range slices.Concat(facts, facts) {
				c.must(c.Handle(context.Background(), f))
			}
			for _, f := range facts {
				c.must(c.LookAfter(context.Background(), f))
			}
		}
	}
}

// halfLost loses every other fact, by chance.
func halfLost(r *rand.Rand) func(*club) {
	return func(c *club) {
		for facts := c.Raised(); len(facts) > 0; facts = c.Raised() {
			for _, f := range facts {
				if r.IntN(2) == 0 {
					c.must(c.LookAfter(context.Background(), f))
					continue
				}
				if open, err := c.store.OpenFact(context.Background(), f); league.KindOf(err) != league.NotFound {
					c.must(err)
					c.must(c.store.SettleFact(context.Background(), open))
				}
			}
		}
	}
}

// notYet leaves everything to the jobs.
func notYet(*club) {}

// lively plays a mini cup from level to level, and a knock-out and a tournament by rounds beside it.
// What becomes of a match follows from its id. Each step ends an hour later with a round of jobs.
func (c *club) lively(deliver func(*club), steps int) {
	c.t.Helper()
	ctx := context.Background()
	ids := 0
	c.IDs = func() string { ids++; return fmt.Sprintf("id%04d", ids) }
	c.Runs = func(of league.Competition) bool { return of == mini }
	c.must(c.AdvanceCompetitions(ctx))
	people := c.members("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")
	for i, format := range []string{"knockout", "swiss"} {
		cup := c.mustOpen(people[i], func(p *tournaments.TournamentProposal) {
			p.Format, p.Places, p.Start = format, "8", tournaments.StartFull
		})
		c.enter(cup.ID, slices.DeleteFunc(slices.Clone(people), func(p league.Player) bool { return p == people[i] })...)
	}
	c.deliver = deliver
	defer func() { c.deliver = nil }()
	for range steps {
		open, err := c.OpenEditions(ctx, league.Site(), mini)
		c.must(err)
		for _, p := range people {
			for _, e := range open {
				if err := c.EnterTournament(ctx, p, e.ID); err == nil {
					break
				}
			}
		}
		running, err := c.store.Running(ctx, league.Site(), 1<<20)
		c.must(err)
		slices.SortFunc(running, func(a, b league.Match) int { return strings.Compare(a.ID, b.ID) })
		for _, m := range running {
			if side := int(m.ID[0]+m.ID[1]) % 5; side < 4 || m.Created.Before(c.clock().Add(-12*time.Hour)) {
				_, err := c.Resign(ctx, m.Seats[side%2].Player, m.ID, c.clock())
				c.must(err)
			}
		}
		c.wait(time.Hour)
		c.deliver = nil
		for _, job := range []func(context.Context) error{c.Office.Sweep, c.Office.Advance, c.Office.Rate, c.Office.AdvanceCompetitions} {
			c.must(job(ctx))
			c.must(c.DeliverDue(ctx))
		}
		c.deliver = deliver
		c.wait(5 * time.Hour)
	}
}

// inLog is the number of an event in a log, on a line of an export.
var inLog = regexp.MustCompile(`("type":"decision","tournament_id":"\w+",)"seq":\d+,`)

// lines returns all tournaments with their logs, matches, ratings and tables, as exports write them, but
// in one order: what a group and a series write in one moment may stand either way in a log.
func (c *club) lines() []string {
	c.t.Helper()
	var out bytes.Buffer
	site := league.Site()
	c.must(c.ExportCompetition(context.Background(), site, mini.ID(), "", "", &out))
	for _, state := range []league.TournamentState{league.Running, league.Finished} {
		list, err := c.Tournaments(context.Background(), league.Site(), state, 9)
		c.must(err)
		for _, t := range list {
			c.must(c.ExportTournament(context.Background(), site, t.ID, "", &out))
		}
	}
	lines := strings.Split(inLog.ReplaceAllString(out.String(), "$1"), "\n")
	lines = slices.DeleteFunc(lines, func(line string) bool { return strings.HasPrefix(line, `{"type":"end"`) }) // with a sum over all
	slices.Sort(lines)
	return lines
}

// results returns tables, winners and ratings.
func (c *club) results() (lines []string) {
	c.t.Helper()
	ctx := context.Background()
	editions, err := c.Editions(ctx, league.Site(), mini, time.Time{})
	c.must(err)
	list, err := c.Tournaments(ctx, league.Site(), league.Finished, 9)
	c.must(err)
	for _, t := range append(editions, list...) {
		v := c.tournament(t.ID)
		lines = append(lines, fmt.Sprintf("%s %s %s", t.Name, t.Edition, v.Tournament.State))
		for _, e := range v.Tournament.Entries {
			lines = append(lines, fmt.Sprintf("%s seed %d winner %t qualified %t note %s", e.Player.Name, e.Seed, e.Winner, !e.Qualified.IsZero(), e.Note))
		}
		for _, row := range v.Rows {
			lines = append(lines, fmt.Sprintf("%d %s %s", row.Rank, row.Player, row.Points))
		}
	}
	ratings, err := c.RatingList(ctx, league.Pool{Game: mini.Game, Variant: mini.Variant})
	c.must(err)
	for _, r := range ratings {
		lines = append(lines, fmt.Sprintf("%s %v %d", r.Player.Name, r.Standing.Elo, r.Standing.Games))
	}
	return lines
}

// quiet fails the test unless everything has been looked after.
func (c *club) quiet() {
	c.t.Helper()
	if b, err := c.store.Backlog(context.Background()); err != nil || b.Facts > 0 {
		c.t.Errorf("there are %d facts, %v", b.Facts, err)
	}
}

func TestFactsTwiceAndInAnyOrderComeToTheSame(t *testing.T) {
	steps := 4 + enginetest.Size(20)
	plain := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	plain.lively(asRaised, steps)
	plain.quiet()
	want := plain.lines()
	if all := strings.Join(want, "\n"); strings.Count(all, `"type":"rating"`) < 10 || !strings.Contains(all, `"finished"`) {
		t.Errorf("too little happened:\n%.2000s", all)
	}
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		c.lively(twiceInAnyOrder(rand.New(rand.NewPCG(4, 2))), steps)
		c.quiet()
		if diff := cmp.Diff(want, c.lines()); diff != "" {
			t.Errorf("twice and in another order:\n%.3000s", diff)
		}
	})
}

func TestWhatIsLostOrLateIsMadeGoodByTheJobs(t *testing.T) {
	steps := 4 + enginetest.Size(20)
	plain := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	plain.lively(asRaised, steps)
	want := plain.results()
	for name, deliver := range map[string]func(*club){"half lost": halfLost(rand.New(rand.NewPCG(4, 2))), "an hour late": notYet} {
		t.Run(name, func(t *testing.T) {
			c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
			c.lively(deliver, steps)
			c.quiet()
			if diff := cmp.Diff(want, c.results()); diff != "" {
				t.Errorf("it came out otherwise:\n%.3000s", diff)
			}
		})
	}
}

// helpers is other nodes that note what they are told.
type helpers struct{ told []string }

func (h *helpers) Tell(topics ...string) { h.told = append(h.told, topics...) }
func (h *helpers) TellAll()              { h.told = append(h.told, "all") }
func (h *helpers) Up() bool              { return true }

// TestFactsThatARequestHasNoTimeForAreToldToOtherNodes, and those that it has time for are not.
func TestFactsThatARequestHasNoTimeForAreToldToOtherNodes(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	h := &helpers{}
	c.Hub.Others = h
	c.Core.Raised.Add(league.Fact{Kind: league.PairMoved, Subject: "1"}, league.Fact{Kind: league.PairMoved, Subject: "2"})
	c.must(c.Deliver(t.Context(), office.Budget{Facts: 1}))
	if !slices.Equal(h.told, []string{core.FactsTopic}) {
		t.Errorf("they are told %q", h.told)
	}
	c.must(c.Deliver(t.Context(), office.Budget{}))
	if len(h.told) != 1 {
		t.Errorf("when nothing is left they are told %q", h.told)
	}
}
