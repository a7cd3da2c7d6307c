package office_test

import (
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/bot"
	"kickabout/engine/enginetest"
	"kickabout/league"
	offering "kickabout/league/offers"
	playing "kickabout/league/play"
	"kickabout/store"
	"kickabout/store/storetest"
)

// playIn makes a move in a match for the side whose turn it is.
func (c *club) playIn(id string, move engine.Move) playing.View {
	c.t.Helper()
	v := c.mustMatch(id)
	v, err := c.Play(c.t.Context(), c.moverOf(v), playing.Turn{Match: id, Seen: v.Record.Seq, Move: move, Arrived: c.clock()})
	c.must(err)
	return v
}

func (c *club) moverOf(v playing.View) league.Player {
	return v.Match.Seats[v.Record.SeatOf(v.Record.Next().Side)].Player
}

// sealedFirst plays a pair to a moment where each match has two moves, then seals the third in the first match.
func (c *club) sealedFirst(ann, bob league.Player, r *rand.Rand) (pair [2]string, author, other league.Player, move engine.Move) {
	c.t.Helper()
	pair = c.duplicate(ann, bob, "streetsoccer/lg")
	for range 2 {
		for _, id := range pair {
			c.playIn(id, c.mustMatch(id).Record.Position.Random(r))
		}
	}
	v := c.mustMatch(pair[0])
	author, move = c.moverOf(v), v.Record.Position.Random(r)
	if other = ann; author.ID == ann.ID {
		other = bob
	}
	c.wait(5 * time.Hour)
	if v = c.playIn(pair[0], move); v.Sealed != move || v.Record.Sealed != v.Match.SideOf(author.ID) {
		c.t.Fatalf("the third move is %q of %s, and shows %q", move, v.Record.Sealed, v.Sealed)
	}
	return pair, author, other, move
}

// last returns the last event of a kind in a log.
func last(log []engine.Event, act engine.Act) (found engine.Event) {
	for _, e := range log {
		if e.Act == act {
			found = e
		}
	}
	return found
}

func TestAMoveOfAPairIsShownWhenTheSameMoveOfTheOtherGameIsIn(t *testing.T) { // R-FD-7
	each(t, func(t *testing.T, c *club, ann, bob league.Player) {
		pair, author, other, move := c.sealedFirst(ann, bob, rand.New(rand.NewPCG(3, 7)))
		sealed := c.mustMatch(pair[0])
		left := sealed.Clocks.Bank
		if since := sealed.Clocks.Since; !since.Equal(c.clock()) || sealed.Clocks.Running != engine.NoSide {
			t.Errorf("the clock of %q runs since %s", sealed.Clocks.Running, since)
		}
		for _, viewer := range []league.Viewer{league.Of(other), league.Public()} {
			v, err := c.Match(t.Context(), viewer, pair[0])
			c.must(err)
			text, err := json.Marshal(v)
			c.must(err)
			if v.Sealed != "" || strings.Contains(string(text), string(move)) {
				t.Errorf("%v is shown the move: %s", viewer, text)
			}
		}
		if v, err := c.Match(t.Context(), league.Of(author), pair[0]); err != nil || v.Sealed != move {
			t.Errorf("its author is shown %q, %v", v.Sealed, err)
		}
		for _, turn := range []struct {
			page bool
			move engine.Move
			want league.Kind
		}{{true, move, league.KindOf(nil)}, {true, "Me8e7", league.Stale}, {false, move, league.Stale}} {
			if _, err := c.Play(t.Context(), author, playing.Turn{Match: pair[0], Seen: sealed.Record.Seq, Move: turn.move, Page: turn.page, Arrived: c.clock()}); league.KindOf(err) != turn.want {
				t.Errorf("%+v again: %v", turn, err)
			}
		}
		c.wait(30 * time.Hour)
		c.playIn(pair[1], c.mustMatch(pair[1]).Record.Position.Random(rand.New(rand.NewPCG(4, 7))))
		for i, id := range pair {
			v := c.verified(id)
			made := last(v.Record.Log, engine.ActMove)
			if moves := v.Match.State.Moves; moves[0]+moves[1] != 3 || v.Record.Sealed != engine.NoSide || v.Record.Next().Side == engine.NoSide {
				t.Errorf("the match is %+v", v.Match.State)
			}
			if i == 0 && (made.Text != string(move) || !made.At.Equal(c.clock())) {
				t.Errorf("what is shown is %+v of %s", made, move)
			}
			if faces := last(v.Record.Log, engine.ActRoll); faces.Text != last(c.mustMatch(pair[1-i]).Record.Log, engine.ActRoll).Text {
				t.Errorf("the next die is %s", faces.Text)
			}
		}
		shown := c.mustMatch(pair[0])
		side := shown.Match.SideOf(author.ID)
		if want := min(left[side-1]+shown.Clocks.Control.Increment, shown.Clocks.Control.Cap); shown.Clocks.Bank[side-1] != want || !shown.Clocks.Since.Equal(c.clock()) {
			t.Errorf("the clocks are %+v, the bank should be %s", shown.Clocks, want)
		}
	})
}

func TestASealedMoveIsShownWhenTheOtherGameIsOver(t *testing.T) { // R-FD-7
	each(t, func(t *testing.T, c *club, ann, bob league.Player) {
		for _, end := range []func(id string, other league.Player){
			func(id string, _ league.Player) {
				for !c.mustMatch(id).Record.Next().Over() { // with its days of vacation
					c.wait(24 * time.Hour)
				}
			},
			func(id string, other league.Player) { c.must2(c.Resign(t.Context(), other, id, c.clock())) },
		} {
			pair, author, other, move := c.sealedFirst(ann, bob, rand.New(rand.NewPCG(5, 7)))
			end(pair[1], other)
			c.must(c.Sweep(t.Context()))
			v := c.mustMatch(pair[0])
			made := last(v.Record.Log, engine.ActMove)
			if won := c.mustMatch(pair[1]).Record.Outcome(); won.Winner != c.mustMatch(pair[1]).Match.SideOf(author.ID) || made.Text != string(move) || v.Clocks.Running == engine.NoSide {
				t.Errorf("the other game ended %+v; this one shows %+v, and the clock of %q runs", won, made, v.Clocks.Running)
			}
			c.must2(c.Resign(t.Context(), other, pair[0], c.clock()))
		}
		pair, author, _, _ := c.sealedFirst(ann, bob, rand.New(rand.NewPCG(6, 7)))
		v, err := c.Resign(t.Context(), author, pair[0], c.clock())
		if err != nil || v.Record.Outcome().Ending != engine.Resignation {
			t.Errorf("who has sealed a move resigns: %+v, %v", v.Record.Outcome(), err)
		}
		if _, err := c.store.SealedMove(t.Context(), pair[0]); league.KindOf(err) != league.NotFound {
			t.Errorf("its move is kept: %v", err)
		}
		c.verified(pair[0])
	})
}

func TestAStandingOrderInAPairIsSealedToo(t *testing.T) { // R-FD-7
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := runners(t, open())
		ann, bob := c.signedUp("Ann"), c.signedUp("Bob")
		o := c.mustPropose(ann, func(p *playing.Proposal) {
			p.Rules, p.Opponent, p.Legs, p.Control = "runners/short", bob.Name, offering.LegsPair, "live"
		})
		m, err := c.accept(bob, o.ID)
		c.must(err)
		one, two := c.mustMatch(m.ID), c.mustMatch(m.Twin)
		first := c.moverOf(one)
		c.must2(c.Order(t.Context(), first, one.Match.ID, "walk", c.clock()))
		v := c.mustMatch(one.Match.ID)
		if v.Record.Sealed != engine.First || len(v.Record.Log) != len(one.Record.Log)+2 || v.Record.Position.String() != one.Record.Position.String() {
			t.Fatalf("the order is carried out: %v", acts(v, 0))
		}
		if _, err := c.Order(t.Context(), first, one.Match.ID, "ask", c.clock()); err != nil {
			t.Error(err)
		}
		c.wait(time.Hour)
		c.playIn(two.Match.ID, "jump")
		v = c.mustMatch(one.Match.ID)
		if got := acts(v, len(one.Record.Log)); !slices.Equal(got, []string{"first order walk", "first seal ", "first order ask", "first move walk"}) {
			t.Errorf("%v", got)
		}
		if v.Record.Chosen[0] != 0 || v.Clocks.Bank[0] != v.Clocks.Control.Bank {
			t.Errorf("a move by a standing order: %v, with %s", v.Record.Chosen, v.Clocks.Bank[0])
		}
	})
}

// The copier repeats in each game of a pair what the opponent did in the twin, as soon as they see it: then both games
// are the same, and both players have the same points. Where moves are sealed there is nothing to repeat (FAIR-PLAY,
// copier).
func TestNobodyCanCopyTheMovesOfTheirTwin(t *testing.T) {
	t.Parallel()
	unseals, s := false, &altered{Store: storetest.Open(t, storetest.SQLite(t))}
	s.acceptOffer = func(ctx context.Context, a league.Acceptance) error {
		for i := range a.Matches {
			a.Matches[i].Sealing = !unseals
		}
		return s.Store.AcceptOffer(ctx, a)
	}
	c := newClubOver(t, s)
	r := rand.New(rand.NewPCG(19, 7))
	ann, bob, n := c.signedUp("Ann"), c.signedUp("Bob"), enginetest.Sized(2, 400)
	play := func(n int, sealed, copies bool) (mean, deviation float64, level, copied int) {
		unseals = !sealed
		var sum, squares float64
		for range n {
			points, repeated := c.copied(c.duplicate(ann, bob, "streetsoccer/lg"), bob, copies, r)
			if points[0] == points[1] {
				level++
			}
			ahead := points[1] - points[0]
			sum, squares, copied = sum+ahead, squares+ahead*ahead, copied+repeated
		}
		mean = sum / float64(n)
		return mean, math.Sqrt(max(0.01, squares/float64(n)-mean*mean) / float64(n)), level, copied
	}
	if mean, _, level, copied := play(max(2, n/10), false, true); level != max(2, n/10) || copied == 0 {
		t.Errorf("without seals %d pairs are level, by %.2f points and %d moves that were repeated", level, mean, copied)
	}
	copier, s1, _, copied := play(n, true, true)
	alone, s2, _, _ := play(n, true, false)
	t.Logf("of %d pairs each: the copier is %.2f ± %.2f points ahead, who thinks for themselves %.2f ± %.2f", n, copier, s1, alone, s2)
	const few = 100 // pairs, of which the deviation is a guess, and the difference says nothing
	if copied != 0 || n >= few && math.Abs(copier-alone) > 3*math.Hypot(s1, s2) {
		t.Errorf("the copier repeated %d moves, and is %.2f points ahead, who thinks for themselves %.2f", copied, copier, alone)
	}
}

// copied plays a pair out. The copier waits for the opponent's move in the other game, and repeats it where it is shown;
// where all have moved they think for themselves, as the other does, by the bot that looks one turn ahead. It returns the
// points of the two, and how many moves were repeated.
func (c *club) copied(pair [2]string, copier league.Player, copies bool, r *rand.Rand) (points [2]float64, repeated int) {
	mind, err := bot.ByID("greedy")
	c.must(err)
	for moved := true; moved; {
		moved = false
		for _, thinks := range []bool{false, true} {
			for i, id := range pair {
				v := c.mustMatch(id)
				if moved && thinks || v.Record.Next().Side == engine.NoSide {
					continue
				}
				move := engine.Move("")
				if mine := c.moverOf(v).ID == copier.ID; mine && copies {
					if move, _ = nth(c.mustMatch(pair[1-i]).Record, moveCount(v.Record)); v.Record.Position.Check(move) != nil {
						move = ""
					}
					if move != "" {
						repeated++
					}
				}
				if move == "" && (thinks || !copies || c.moverOf(v).ID != copier.ID) {
					move = mind.Move(v.Record.Position, r)
				}
				if move != "" {
					c.playIn(id, move)
					moved = true
				}
			}
		}
	}
	for _, id := range pair {
		v := c.mustMatch(id)
		got, over := v.Match.Scoring().Points(v.Record.Outcome())
		if !over {
			c.t.Fatalf("%s is not over: %+v", id, v.Match.State)
		}
		for side, p := range got {
			who := 0
			if v.Match.Seats[v.Record.SeatOf(engine.Side(side+1))].Player.ID == copier.ID {
				who = 1
			}
			points[who] += float64(p) / 10
		}
	}
	return points, repeated
}

// moveCount counts the moves of a record.
func moveCount(r engine.Record) int {
	moves := r.Moves()
	return moves[0] + moves[1]
}

// nth returns a move of a record, counted from 0; false if there is none.
func nth(r engine.Record, n int) (engine.Move, bool) {
	for _, e := range r.Log {
		if e.Act != engine.ActMove {
			continue
		}
		if n == 0 {
			return engine.Move(e.Text), true
		}
		n--
	}
	return "", false
}
