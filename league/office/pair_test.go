package office_test

import (
	"context"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/dice"
	"kickabout/engine/enginetest"
	"kickabout/league"
	offering "kickabout/league/offers"
	playing "kickabout/league/play"
)

// duplicate begins a duplicate pair of two players.
func (c *club) duplicate(ann, bob league.Player, rules string) [2]string {
	c.t.Helper()
	offer := c.mustPropose(ann, func(p *playing.Proposal) {
		p.Rules, p.Legs, p.Opponent, p.Kickoff, p.Control = rules, offering.LegsPair, bob.Name, league.KickoffLot, "fast"
	})
	m, err := c.accept(bob, offer.ID)
	c.must(err)
	return [2]string{m.ID, m.Twin}
}

// stored returns a match of a pair as it is stored, replayed.
func (c *club) stored(id string) (league.Match, engine.Record) {
	c.t.Helper()
	m, err := c.store.Match(c.t.Context(), league.Site(), id)
	c.must(err)
	g, err := c.Game(m.Game)
	c.must(err)
	r, err := engine.Replay(g, m.Variant, m.Log)
	c.must(err)
	return m, r
}

// inStep fails if somebody could know a throw of either match before it is due there, or if the same
// throw has two faces.
func (c *club) inStep(pair [2]string) {
	c.t.Helper()
	var records [2]engine.Record
	faces := map[engine.Draw]int{}
	for i, id := range pair {
		m, r := c.stored(id)
		records[i] = r
		if held := !r.Next().Over() && r.Next().Side == engine.NoSide; held != m.State.Held || held && !m.State.Deadline.Equal(league.NoDeadline) {
			c.t.Errorf("%s waits for its twin: %t, stored is %+v", id, held, m.State)
		}
		for _, e := range m.Log {
			for _, d := range e.Draws {
				face := d.Face
				if d.Face = 0; faces[d] != 0 && faces[d] != face {
					c.t.Errorf("%v shows %d in one match and %d in the other", d, faces[d], face)
				}
				faces[d] = face
			}
		}
	}
	for i, r := range records {
		decides := r.Next().Side != engine.NoSide
		thrown, other := dice.LastEvent(r.Log), dice.LastEvent(records[1-i].Log)
		if decides && other > thrown {
			c.t.Fatalf("%s decides after dice event %d, and %s shows event %d", pair[i], thrown, pair[1-i], other)
		}
	}
}

// step makes a move, or now and then something else, in one of the matches.
func (c *club) step(pair [2]string, r *rand.Rand) (on bool) {
	for _, i := range r.Perm(2) {
		v := c.mustMatch(pair[i])
		side := v.Record.Next().Side
		if side == engine.NoSide {
			continue
		}
		player := v.Match.Seats[v.Record.SeatOf(side)].Player
		c.wait(time.Minute)
		_, err := c.Play(c.t.Context(), player, playing.Turn{Match: pair[i], Seen: v.Record.Seq, Move: v.Record.Position.Random(r), Key: "k", Arrived: c.clock()})
		if league.KindOf(err) == league.Stale { // the key was used in the other match
			_, err = c.Play(c.t.Context(), player, playing.Turn{Match: pair[i], Seen: v.Record.Seq, Move: v.Record.Position.Random(r), Arrived: c.clock()})
		}
		c.must(err)
		return true
	}
	return false
}

func TestNobodyKnowsAThrowOfADuplicatePairBeforeItIsDue(t *testing.T) {
	each(t, func(t *testing.T, c *club, ann, bob league.Player) {
		far := max(20, enginetest.Size(200))
		for n, rules := range []string{"streetsoccer/lg", "onetwofun/basic,goals=3", "cufootball/culica"} {
			for seed := range enginetest.Size(10) {
				r := rand.New(rand.NewPCG(uint64(n), uint64(seed)))
				pair := c.duplicate(ann, bob, rules)
				c.inStep(pair)
				held := 0
				for c.step(pair, r) {
					c.inStep(pair)
					for _, id := range pair {
						if m, _ := c.stored(id); m.State.Held {
							held++
						}
					}
					if held > far { // one ends early and the other goes on alone
						c.must2(c.Resign(t.Context(), bob, pair[1], c.clock()))
						c.inStepAlone(pair, r)
						break
					}
				}
				if held == 0 {
					t.Errorf("in %s no match ever waited", rules)
				}
				for _, id := range pair {
					if v := c.verified(id); !v.Record.Next().Over() {
						t.Errorf("%s, %s: is not over", rules, id)
					}
				}
			}
		}
	})
}

// inStepAlone plays what is left of a pair after one match has ended.
func (c *club) inStepAlone(pair [2]string, r *rand.Rand) {
	for c.step(pair, r) {
	}
	for _, id := range pair {
		if m, _ := c.stored(id); m.State.Held {
			c.t.Errorf("%s waits for a match that is over", id)
		}
	}
}

func (c *club) must2(_ playing.View, err error) {
	c.t.Helper()
	c.must(err)
}

func TestADuplicatePairHasOneSealAndAKickOffEach(t *testing.T) {
	each(t, func(t *testing.T, c *club, ann, bob league.Player) {
		pair := c.duplicate(ann, bob, "streetsoccer/lg")
		one, other := c.verified(pair[0]).Match, c.verified(pair[1]).Match
		if one.GID != other.GID || one.Head != other.Head || one.Twin != other.ID || other.Twin != one.ID || one.State.First == other.State.First {
			t.Errorf("the matches are %+v and %+v", one, other)
		}
		offers, _, err := c.Invitations(t.Context(), bob)
		if err != nil || len(offers) != 0 {
			t.Error(offers, err)
		}
		again := c.mustPropose(ann, func(p *playing.Proposal) { p.Legs, p.Control = offering.LegsPair, "live" })
		if seals := again.Seals(0); !again.Pairs || seals[0].GID != seals[1].GID || seals[0].Match == seals[1].Match || again.Kickoff != league.KickoffMe {
			t.Errorf("the offer is %+v", again)
		}
	})
}

// While a match waits no clock runs in it, a day of waiting costs nobody anything, and it can
// be given up (R-TC-1).
func TestAMatchThatWaitsForItsTwinCostsNoTime(t *testing.T) {
	each(t, func(t *testing.T, c *club, ann, bob league.Player) {
		pair := c.duplicate(ann, bob, "streetsoccer/lg")
		r := rand.New(rand.NewPCG(7, 7))
		v := c.mustMatch(pair[0])
		for v.Record.Next().Side != engine.NoSide {
			mover := v.Match.Seats[v.Record.SeatOf(v.Record.Next().Side)].Player
			var err error
			v, err = c.Play(t.Context(), mover, playing.Turn{Match: pair[0], Seen: v.Record.Seq, Move: v.Record.Position.Random(r), Arrived: c.clock()})
			c.must(err)
		}
		author := v.Match.Seats[v.Record.SeatOf(v.Record.Sealed)].Player
		for player, want := range map[league.Player]league.Kind{author: league.Stale, map[string]league.Player{ann.ID: bob, bob.ID: ann}[author.ID]: league.Forbidden} {
			if again, err := c.Play(t.Context(), player, playing.Turn{Match: pair[0], Seen: v.Record.Seq, Move: "Me8e7", Arrived: c.clock()}); league.KindOf(err) != want || !again.Match.State.Held {
				t.Errorf("a move of %s while the match waits: %v", player.Name, err)
			}
		}
		banks := v.Clocks.Bank
		c.wait(2 * 24 * time.Hour)
		c.must(c.Sweep(t.Context()))
		if v = c.mustMatch(pair[0]); v.Record.Next().Over() || v.Clocks.Bank != banks || !v.Match.State.Held {
			t.Errorf("after two days it is %+v with %v of %v", v.Match.State, v.Clocks.Bank, banks)
		}
		waiting, _, err := c.PartOf(t.Context(), league.Site(), ann.ID, league.Mine, league.Place{}, 10)
		theirs, _, err2 := c.PartOf(t.Context(), league.Site(), ann.ID, league.Theirs, league.Place{}, 10)
		if len(waiting)+len(theirs) != 2 || err != nil || err2 != nil {
			t.Errorf("%d wait for Ann and %d for others, %v %v", len(waiting), len(theirs), err, err2)
		}
		for _, m := range waiting {
			if m.ID == pair[0] {
				t.Error("a match that waits stands among those in which it is one's turn")
			}
		}
		c.wait(2 * 24 * time.Hour) // the time of the other match runs out
		for range 40 {             // with its days of vacation
			c.wait(24 * time.Hour)
			c.must(c.Sweep(t.Context()))
		}
		if other := c.mustMatch(pair[1]); other.Record.Outcome().Ending != engine.Timeout {
			t.Errorf("the other match ended by %q", other.Record.Outcome().Ending)
		}
		if v, _ := c.stored(pair[0]); v.State.Held {
			t.Error("it still waits for a match that is over")
		}
	})
}

func TestAMatchThatWaitsCanBeGivenUp(t *testing.T) {
	each(t, func(t *testing.T, c *club, ann, bob league.Player) {
		pair := c.duplicate(ann, bob, "streetsoccer/lg")
		r := rand.New(rand.NewPCG(8, 8))
		v := c.mustMatch(pair[0])
		for v.Record.Next().Side != engine.NoSide {
			mover := v.Match.Seats[v.Record.SeatOf(v.Record.Next().Side)].Player
			var err error
			v, err = c.Play(t.Context(), mover, playing.Turn{Match: pair[0], Seen: v.Record.Seq, Move: v.Record.Position.Random(r), Arrived: c.clock()})
			c.must(err)
		}
		v, err := c.Resign(t.Context(), ann, pair[0], c.clock())
		if err != nil || v.Record.Outcome().Ending != engine.Resignation {
			t.Errorf("giving up: %+v, %v", v.Record.Outcome(), err)
		}
	})
}

// unreleased is a store that loses what would let a twin go on, as a crash between the two does.
type unreleased struct {
	store *altered
	mu    sync.Mutex
	lost  bool
	hold  string
}

func newUnreleased(s Store) *unreleased {
	u := &unreleased{}
	u.store = &altered{Store: s, append: func(ctx context.Context, p league.Progress) error {
		u.mu.Lock()
		defer u.mu.Unlock()
		if p.Match == u.hold && p.Arrived.IsZero() {
			u.lost = true
			return league.Errorf(league.Internal, "crashed")
		}
		return s.Append(ctx, p)
	}}
	return u
}

func TestAfterACrashBetweenTwoMatchesOfAPairTheSweepLetsThemGoOn(t *testing.T) {
	each(t, func(t *testing.T, c *club, ann, bob league.Player) {
		crash := newUnreleased(c.store)
		c2 := newClubOver(t, crash.store)
		c2.fails = true
		c2.setTime(c.clock())
		pair := c2.duplicate(ann, bob, "streetsoccer/lg")
		r := rand.New(rand.NewPCG(9, 9))
		crash.hold = pair[0]
		for !crash.lost && c2.stepIn(pair, r) {
		}
		if m, _ := c.stored(pair[0]); !crash.lost || !m.State.Held {
			t.Fatalf("nothing was lost: %t, %+v", crash.lost, m.State)
		}
		c.setTime(c2.clock().Add(time.Second))
		c.must(c.Sweep(t.Context()))
		if m, _ := c.stored(pair[0]); m.State.Held {
			t.Error("it still waits")
		}
		c.inStep(pair)
	})
}

// stepIn plays in the first match until it waits, then in the second.
func (c *club) stepIn(pair [2]string, r *rand.Rand) bool {
	for _, id := range pair {
		m, record := c.stored(id)
		if side := record.Next().Side; side != engine.NoSide {
			_, _ = c.Play(c.t.Context(), m.Seats[record.SeatOf(side)].Player, playing.Turn{Match: id, Seen: record.Seq, Move: record.Position.Random(r), Arrived: c.clock()})
			return true
		}
	}
	return false
}

// Two who move in the two matches at once leave both waiting only for an instant.
func TestMovesInBothMatchesOfAPairAtOnceLeaveNeitherWaiting(t *testing.T) {
	eachAtOnce(t, func(t *testing.T, c *club, ann, bob league.Player) {
		pair := c.duplicate(ann, bob, "streetsoccer/lg")
		r := rand.New(rand.NewPCG(10, 10))
		for range 12 {
			var done sync.WaitGroup
			for _, id := range pair {
				m, record := c.stored(id)
				side := record.Next().Side
				if side == engine.NoSide {
					continue
				}
				move := record.Position.Random(r)
				done.Go(func() {
					_, err := c.Play(t.Context(), m.Seats[record.SeatOf(side)].Player, playing.Turn{Match: id, Seen: record.Seq, Move: move, Arrived: c.clock()})
					c.must(err)
				})
			}
			done.Wait()
			var held [2]bool
			for i, id := range pair {
				m, _ := c.stored(id)
				held[i] = m.State.Held
			}
			if held[0] && held[1] {
				t.Fatal("both wait for each other")
			}
			c.inStep(pair)
		}
	})
}
