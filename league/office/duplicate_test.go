package office_test

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/dice/tbd2"
	"kickabout/engine/games"
	"kickabout/league"
	"kickabout/league/archive"
	deskleague "kickabout/league/desk"
	playing "kickabout/league/play"
	"kickabout/league/tournaments"
	"kickabout/store"
	"kickabout/store/storetest"
)

// twice proposes a tournament of a format in which both games of a pair have the same dice.
func twice(format string, more ...func(*tournaments.TournamentProposal)) func(*tournaments.TournamentProposal) {
	return func(p *tournaments.TournamentProposal) {
		p.Format, p.Places, p.Cycles = format, "8", "2"
		p.Tick("duplicate", true)
		for _, change := range more {
			change(p)
		}
	}
}

// twins returns the duplicate pairs among all matches that a tournament has ever had, each once, and
// fails if one match of a pair knows of what the other does not, or if they have other dice than
// their place says.
func (c *club) twins(id string) (pairs [][2]string, alone []string) {
	c.t.Helper()
	matches, err := c.store.Fixtures(context.Background(), league.Site(), id)
	c.must(err)
	at := map[string]league.Match{}
	for _, m := range matches {
		at[m.ID] = m
	}
	for _, m := range matches {
		key := league.Key(m.Fixture)
		if m.Twin == "" {
			alone = append(alone, m.Fixture)
			continue
		}
		twin, _ := key.Twin()
		other := at[m.Twin]
		if other.Fixture != string(twin) || other.Twin != m.ID || other.GID != m.GID || other.Head != m.Head || m.GID != tbd2.MatchGID(league.ScopeText(m.Dice.Scope), league.DiceKey(key, true, 0)) {
			c.t.Fatalf("%s is a pair with %q: %+v and %+v", m.Fixture, other.Fixture, m, other)
		}
		if m.Seats[m.SeatOf(engine.First)].Player.ID == other.Seats[other.SeatOf(engine.First)].Player.ID {
			c.t.Fatalf("%s and %s have the same First", m.Fixture, other.Fixture)
		}
		if m.ID < other.ID {
			pairs = append(pairs, [2]string{m.ID, other.ID})
		}
	}
	return pairs, alone
}

// Bots alone play a Swiss and a knock-out to their ends. After every few moves nobody could know a throw before
// its time, and at the end all dice can be checked.
func TestATournamentWithDuplicateDiceIsPlayedToItsEnd(t *testing.T) { // R-UT-4, R-UT-5
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		ann := c.member("Ann")
		for _, format := range []string{"swiss", "knockout"} {
			id := c.mustOpen(ann, twice(format, func(p *tournaments.TournamentProposal) {
				p.Rules, p.Playing = "onetwofun/basic,goals=3", false
				p.Set("rounds", "2")
			})).ID
			for _, bot := range []string{"bot:random", "bot:greedy", "bot:easy", "bot:medium"} {
				c.must(c.InviteBot(t.Context(), ann, id, bot))
			}
			c.must(c.StartTournament(t.Context(), ann, id))
			waited := false
			for n := 0; c.tournament(id).Tournament.State != league.Finished; n++ {
				if n > 2000 {
					t.Fatalf("the %s does not end", format)
				}
				c.wait(10 * time.Minute)
				c.must(c.MoveBots(t.Context()))
				pairs, _ := c.twins(id)
				for _, p := range pairs {
					if n%20 < 3 {
						c.inStep(p)
					}
					m, _ := c.stored(p[n%2])
					waited = waited || m.State.Held
				}
			}
			pairs, _ := c.twins(id)
			for _, p := range pairs {
				c.inStep(p)
				c.verified(p[0])
				c.verified(p[1])
			}
			if !waited || len(pairs) < 3 {
				t.Errorf("in the %s some game waited: %t; there were %d pairs", format, waited, len(pairs))
			}
			c.again(id)
		}
		c.recounted()
	})
}

// Every format begins its pairs in twos.
func TestInEveryFormatTheGamesOfAPairBeginTogether(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	people := c.members("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")
	for format, pairs := range map[string]int{"swiss": 4, "knockout": 4, "roundrobin": 28, "groups": 12, "simultaneous": 12} {
		id := c.started(people, twice(format))
		got, alone := c.twins(id)
		if len(got) != pairs || len(alone) != 0 {
			t.Errorf("a %s begins with %d pairs, %v", format, len(got), alone)
		}
	}
	id, _, team := c.teamLeague(func(t *league.TournamentTerms) { t.Duplicate = true })
	c.must(c.StartTournament(t.Context(), team[0], id))
	if pairs, alone := c.twins(id); len(pairs) != 4 || len(alone) != 0 {
		t.Errorf("a team league begins with %d pairs, %v", len(pairs), alone)
	}
}

func TestDuplicateDiceTakeTwoGamesOfAPair(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	ann := c.member("Ann")
	for _, p := range []struct {
		format, cycles string
		may            bool
	}{
		{"roundrobin", "1", false},
		{"roundrobin", "2", true},
		{"roundrobin", "3", false},
		{"swiss", "1", false},
		{"knockout", "1", false},
		{"groups", "1", false},
		{"simultaneous", "1", false},
		{"teams", "1", true},
		{"teams", "2", true},
	} {
		terms, err := c.TournamentTerms(c.cup(twice(p.format, func(o *tournaments.TournamentProposal) { o.Cycles = p.cycles })))
		if p.may != (err == nil) || p.may != (league.Fields(err)["duplicate"] == nil) || !terms.Duplicate {
			t.Errorf("%s, %s: %v", p.format, p.cycles, err)
		}
	}
	_, err := c.CreateTournament(t.Context(), ann, c.cup(func(p *tournaments.TournamentProposal) { p.Tick("duplicate", true) }))
	c.refused(err, league.Invalid, "let each pair meet twice")
	if id := c.mustOpen(ann, twice("roundrobin")).ID; !strings.Contains(c.logText(id), ",duplicate,berger,earned,bots=8 ") {
		t.Errorf("the log says %s", c.logText(id))
	}
}

// What decides a tie has dice of its own.
func TestTheGameThatDecidesATieIsInNoPair(t *testing.T) { // R-UT-4
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		id := c.started(c.members("Ann", "Bob", "Cleo", "Dan"), twice("knockout"))
		for _, m := range c.running(id) { // who goes first gives up: once each
			_, err := c.Resign(t.Context(), m.Seats[m.SeatOf(engine.First)].Player, m.ID, c.clock())
			c.must(err)
		}
		pairs, alone := c.twins(id)
		if len(pairs) != 2 || fmt.Sprint(alone) != "[r1/t1/b3 r1/t2/b3]" {
			t.Errorf("%d pairs, and alone %v", len(pairs), alone)
		}
		for _, m := range c.running(id) {
			for _, p := range pairs {
				if over, _ := c.stored(p[0]); over.GID == m.GID {
					t.Errorf("%s has the dice of a pair", m.Fixture)
				}
			}
		}
	})
}

// waits plays a match of a pair until it waits for the other one.
func (c *club) waits(id string, r *rand.Rand) {
	c.t.Helper()
	for {
		v := c.mustMatch(id)
		side := v.Record.Next().Side
		if side == engine.NoSide {
			break
		}
		_, err := c.Play(c.t.Context(), v.Match.Seats[v.Record.SeatOf(side)].Player, playing.Turn{Match: id, Seen: v.Record.Seq, Move: v.Record.Position.Random(r), Arrived: c.clock()})
		c.must(err)
	}
	if m, _ := c.stored(id); !m.State.Held {
		c.t.Fatalf("%s does not wait", id)
	}
}

// pairsOf returns the duplicate pairs of a player that run.
func (c *club) pairsOf(id string, p league.Player) (his [][2]string) {
	c.t.Helper()
	pairs, _ := c.twins(id)
	for _, pair := range pairs {
		one, _ := c.stored(pair[0])
		other, _ := c.stored(pair[1])
		if one.SideOf(p.ID) != engine.NoSide && one.State.ToMove != engine.NoSide && other.State.ToMove != engine.NoSide {
			his = append(his, pair)
		}
	}
	return his
}

func TestASubstituteBeginsBothGamesOfAPairAnew(t *testing.T) { // R-CH-10
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.members("Ann", "Bob", "Cleo", "Dan", "Eve")
		ann, dan, eve := people[0], people[3], people[4]
		id := c.opened(ann, func(t *league.TournamentTerms) { t.Cycles, t.Duplicate = 2, true })
		c.enter(id, people...)
		c.must(c.StartTournament(t.Context(), ann, id))
		before := c.pairsOf(id, dan)
		c.waits(before[0][0], rand.New(rand.NewPCG(5, 5)))
		c.wait(time.Hour)
		c.desk(ann, id, deskleague.DeskForm{Act: "substitute", Player: eve.ID, Other: dan.ID, Text: "is ill"})
		after := c.pairsOf(id, eve)
		if len(before) != 3 || len(after) != 3 || len(c.pairsOf(id, dan)) != 0 {
			t.Fatalf("Dan had %d pairs, Eve has %d, Dan still %d", len(before), len(after), len(c.pairsOf(id, dan)))
		}
		old, _ := c.stored(before[0][0])
		for _, pair := range after {
			m, _ := c.stored(pair[0])
			if !strings.HasSuffix(m.Fixture, ".2") || m.GID == old.GID {
				t.Errorf("Eve plays %s with the dice %x", m.Fixture, m.GID)
			}
			c.waits(pair[1], rand.New(rand.NewPCG(6, 6)))
			c.inStep(pair)
		}
		c.recounted()
	})
}

// Of a pair one game of which was played to an end, the other alone is played again when a strike is undone,
// with new dice: the old ones are known. Of a pair that ended by the strike both are.
func TestWhenAStrikeIsUndoneAPairGoesOnIfItEndedByThat(t *testing.T) { // R-UT-7
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.members("Ann", "Bob", "Cleo")
		ann, bob := people[0], people[1]
		id := c.started(people, twice("roundrobin", func(p *tournaments.TournamentProposal) { p.Places = "3" }))
		his := c.pairsOf(id, bob)
		r := rand.New(rand.NewPCG(7, 1))
		c.waits(his[0][0], r)
		_, err := c.Resign(t.Context(), bob, his[0][1], c.clock())
		c.must(err)
		if m, _ := c.stored(his[0][0]); m.State.Held || m.State.ToMove == engine.NoSide {
			t.Errorf("its twin is over, and the game is %+v", m.State)
		}
		c.waits(his[1][0], r)
		c.wait(time.Hour)
		c.must(c.Strike(t.Context(), ann, id, bob.ID, "was rude"))
		for _, pair := range his {
			for _, match := range pair {
				if m, _ := c.stored(match); m.State.ToMove != engine.NoSide || m.State.Held {
					t.Errorf("%s goes on: %+v", m.Fixture, m.State)
				}
			}
		}
		c.wait(time.Hour)
		c.desk(ann, id, deskleague.DeskForm{Act: "undo", Event: c.eventOf(id, league.ActStruck), Text: "a mistake"})
		pairs, alone := c.twins(id)
		if len(pairs) != 4 || len(alone) != 1 || !strings.HasSuffix(alone[0], ".2") {
			t.Errorf("there are %d pairs, and alone are %v", len(pairs), alone)
		}
		for _, m := range c.running(id) {
			if m.Twin == "" && m.GID == tbd2.MatchGID(league.ScopeText(m.Dice.Scope), league.DiceKey(league.Key(m.Fixture).Fixture(), true, 0)) {
				t.Errorf("%s has the dice of the game that it is played instead of", m.Fixture)
			}
		}
		c.recounted()
	})
}

// While a tournament is paused no clock runs, in a game that waits for its twin neither; when it goes on all do.
func TestAPauseIsOverForAGameThatWaitedInIt(t *testing.T) { // R-UT-7
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.members("Ann", "Bob", "Cleo", "Dan")
		id := c.started(people, twice("knockout"))
		pairs, _ := c.twins(id)
		pair, other := pairs[0], pairs[1]
		r := rand.New(rand.NewPCG(8, 1))
		c.waits(pair[0], r)
		c.waits(other[0], r)
		c.wait(time.Hour)
		c.desk(people[0], id, deskleague.DeskForm{Act: "pause", Text: "a flood"})
		c.must(c.Advance(t.Context()))
		c.must(c.Advance(t.Context()))
		c.waits(other[1], r) // who wants to play may
		if m, _ := c.stored(other[0]); m.State.Held || m.State.Deadline.Before(league.Halt) {
			t.Errorf("in the pause it is %+v", m.State)
		}
		c.wait(30 * 24 * time.Hour)
		c.must(c.Sweep(t.Context()))
		c.desk(people[0], id, deskleague.DeskForm{Act: "resume"})
		c.must(c.Advance(t.Context()))
		if m, _ := c.stored(pair[0]); !m.State.Held || !m.State.Deadline.Equal(league.NoDeadline) {
			t.Fatalf("after the pause it is %+v", m.State)
		}
		c.waits(pair[1], r) // which lets the first go on
		m, _ := c.stored(pair[0])
		if m.State.Held || m.State.Deadline.After(c.clock().Add(24*time.Hour)) || !m.State.Deadline.After(c.clock()) {
			t.Errorf("it goes on with %+v", m.State)
		}
		c.inStep(pair)
	})
}

// A Swiss is killed at any of its writes and goes on: each game begins once, and knows its twin.
func TestATournamentWithDuplicateDiceThatIsKilledGoesOn(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		r := rand.New(rand.NewPCG(22, 5))
		m := newMortal(open())
		c := newClubOver(t, m.store)
		id := c.started(c.members("Ann", "Bob", "Cleo", "Dan"), twice("swiss", func(p *tournaments.TournamentProposal) { p.Set("rounds", "3") }))
		kills := m.playedKilled(c, id, r)
		pairs, alone := c.twins(id)
		if kills == 0 || len(pairs) != 6 || len(alone) != 0 || c.tournament(id).Tournament.State != league.Finished {
			t.Errorf("killed %d times, it has %d pairs, and alone %v", kills, len(pairs), alone)
		}
		c.recounted()
	})
}

// What is exported of a running tournament can be checked, names both twins, and is played on by another site.
func TestATournamentWithDuplicateDiceMovesToAnotherSite(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.members("Ann", "Bob", "Cleo")
		id := c.started(people, twice("roundrobin", func(p *tournaments.TournamentProposal) { p.Places = "3" }))
		pair := c.pairsOf(id, people[0])[0]
		r := rand.New(rand.NewPCG(11, 1))
		c.waits(pair[0], r)
		file := c.taken(func(ctx context.Context, w io.Writer) error {
			return c.Export(ctx, w, archive.Scope{Holds: archive.Site, Secrets: true})
		})
		c.taken(func(ctx context.Context, w io.Writer) error {
			return c.ExportTournament(ctx, league.Of(people[1]), id, "", w)
		})
		for old, with := range map[string]string{`"fixture":"c1/r1/b1"`: `"fixture":"c1/r9/b1"`, `"tournament":"` + id: `"tournament":"x` + id} {
			if _, err := archive.Verify(strings.NewReader(strings.Replace(file, old, with, 1)), games.ByID, tbd2.Evidence{}); err == nil || !strings.Contains(err.Error(), "is expected to be") {
				t.Errorf("with %s it holds: %v", with, err)
			}
		}

		d := storetest.SQLite(t)
		into, err := store.Open(t.Context(), store.Options{URL: d.URL, Relaxed: true, Importing: true})
		c.must(err)
		o := newRival(c, into)
		_, sum, err := o.CheckImport(t.Context(), strings.NewReader(file))
		c.must(err)
		_, err = o.Import(t.Context(), strings.NewReader(file), sum)
		c.must(err)
		c.must(into.Close())
		there := newClub(t, storetest.Open(t, d))
		there.setTime(c.clock())
		if m, _ := there.stored(pair[0]); !m.State.Held || m.Twin != pair[1] {
			t.Errorf("there it is %+v", m)
		}
		there.twins(id)
		there.waits(pair[1], r)
		there.inStep(pair)
		if m, _ := there.stored(pair[0]); m.State.Held {
			t.Error("there it waits for ever")
		}
	})
}

// One game of a pair that is ruled void, or lost, lets the other one go on alone (R-FF-10).
func TestARulingInOneGameOfAPairLetsTheOtherGoOn(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		people := c.members("Ann", "Bob", "Cleo", "Dan", "Eve")
		id := c.mustOpen(people[4], twice("knockout", func(p *tournaments.TournamentProposal) { p.Playing = false })).ID
		c.enter(id, people[:4]...)
		c.must(c.StartTournament(t.Context(), people[4], id))
		r := rand.New(rand.NewPCG(12, 1))
		pairs, _ := c.twins(id)
		for i, ruling := range []league.Ruling{league.RuleVoid, league.RuleBoth} {
			pair := pairs[i]
			c.waits(pair[0], r)
			c.must(c.RuleMatch(t.Context(), people[4], pair[1], ruling, "the rules say so"))
			m, record := c.stored(pair[0])
			if m.State.Held || record.Next().Side == engine.NoSide {
				t.Errorf("after %s the other is %+v", ruling, m.State)
			}
			for c.step(pair, r) {
			}
			if v := c.verified(pair[0]); !v.Record.Next().Over() {
				t.Errorf("after %s the other does not end", ruling)
			}
		}
	})
}

// On the last day of a round a game that waits for its twin is adjudicated as any other.
func TestOnTheLastDayOfARoundAGameThatWaitsIsAdjudicated(t *testing.T) { // R-UT-4, R-CH-9
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		id := c.started(c.members("Ann", "Bob", "Cleo", "Dan"), twice("knockout", func(p *tournaments.TournamentProposal) { p.Set("round_days", "2") }))
		pairs, _ := c.twins(id)
		r := rand.New(rand.NewPCG(13, 1))
		c.waits(pairs[0][0], r)
		c.waits(pairs[1][1], r)
		c.wait(2*24*time.Hour + time.Minute)
		c.must(c.Advance(t.Context()))
		for _, pair := range pairs {
			for _, match := range pair {
				if m, _ := c.stored(match); !m.State.Outcome.Over() || m.State.Held {
					t.Errorf("%s is %+v", m.Fixture, m.State)
				}
			}
		}
		c.again(id)
	})
}

// Who takes over a board of a team plays on in both games of a pair, with the same dice.
func TestAReserveTakesOverBothGamesOfAPair(t *testing.T) { // R-TE-3
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		id, _, people := c.teamLeague(func(t *league.TournamentTerms) { t.AtOnce, t.Control, t.Duplicate = true, "lg", true })
		c.must(c.StartTournament(t.Context(), people[0], id))
		his := c.pairsOf(id, people[1])
		r := rand.New(rand.NewPCG(14, 1))
		_, err := c.Resign(t.Context(), people[1], his[0][0], c.clock())
		c.must(err)
		c.waits(his[1][0], r)
		c.team(people[0], id, tournaments.TeamForm{Act: "field", Player: people[4].ID, Board: "2", Text: "is ill"})
		c.must(c.Advance(t.Context()))
		if left := c.pairsOf(id, people[1]); len(left) != 0 {
			t.Errorf("he still plays %v", left)
		}
		hers := c.pairsOf(id, people[4])
		if len(his) != 2 || len(hers) != 1 || hers[0] != his[1] {
			t.Fatalf("he had %v, the reserve has %v", his, hers)
		}
		if m, _ := c.stored(his[0][1]); m.SideOf(people[4].ID) == engine.NoSide || m.State.Held {
			t.Errorf("the game whose twin is over is %+v", m)
		}
		for range 12 {
			c.step(hers[0], r)
			c.inStep(hers[0])
		}
		c.verified(hers[0][0])
	})
}
