package season

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"kickabout/engine"
	"kickabout/engine/bot"
	"kickabout/league"
	"kickabout/league/play"
)

// style is how somebody plays.
type style struct {
	skill   float64       // how often they make a good move instead of any
	pace    time.Duration // what a move takes them, about
	resigns float64       // how often they give up when they are far behind
	gives   int           // by which of their decisions they give up whatever happens; 0: by none
	copies  engine.Move   // what they play instead of a move of their own, if the rules allow it; "": none
}

// lost is how many goals behind one may give up.
const lost = 4

// greedy makes the good moves.
var greedy = func() bot.Bot {
	b, _ := bot.ByID("greedy") // the quick ones do for a season
	return b
}()

// chance returns randomness for a moment of a match: the same, however often it is asked.
func (s *Site) chance(match string, at int) *rand.Rand {
	seed := s.site.Mix("season", fmt.Sprintf("%s/%d", match, at))
	return rand.New(rand.NewChaCha8(seed))
}

// choose is what somebody does in a position.
func (y style) choose(r engine.Record, random *rand.Rand) engine.Event {
	side := r.Next().Side
	if y.gives > 0 && moved(r.Log, side)+1 >= y.gives {
		return engine.Event{By: side, Act: engine.ActResign}
	}
	score := r.Score()
	if score[side.Other()-1]-score[side-1] >= lost && random.Float64() < y.resigns {
		return engine.Event{By: side, Act: engine.ActResign}
	}
	e := engine.Event{By: side, Act: engine.ActMove}
	if y.copies != "" && r.Position.Check(y.copies) == nil {
		e.Text = string(y.copies)
		return e
	}
	if random.Float64() < y.skill {
		e.Text = string(greedy.Move(r.Position, random))
	} else {
		e.Text = string(r.Position.Random(random))
	}
	return e
}

// moved counts the moves of a side.
func moved(log []engine.Event, side engine.Side) (n int) {
	for _, e := range log {
		if e.Act == engine.ActMove && e.By == side {
			n++
		}
	}
	return n
}

// hands are the players of matches: how each plays a match, and when they move who is
// ready to at a moment.
type hands interface {
	style(v play.View, player string) style
	moves(v play.View, player string, ready time.Time) time.Time
}

// playOn plays a match on until the present. It returns when the next move is due; zero once
// the match is over.
func (s *Site) playOn(ctx context.Context, id string, h hands) (play.View, time.Time, error) {
	var due time.Time
	v, err := s.office.PlayOut(ctx, id, func(v play.View) (engine.Event, bool) {
		r := v.Record
		last := r.Log[len(r.Log)-1]
		random := s.chance(id, last.Seq)
		player := v.Match.Seats[r.SeatOf(r.Next().Side)].Player.ID
		y := h.style(v, player)
		ready := last.At.Add(time.Duration(float64(y.pace) * (0.5 + random.Float64()))).Truncate(time.Millisecond)
		if due = h.moves(v, player, ready); due.After(s.Now()) {
			return engine.Event{}, false
		}
		e := y.choose(r, random)
		e.At = due
		return e, true
	})
	if err == nil {
		err = s.Delivered(ctx)
	}
	if err == nil && v.Record.Next().Over() {
		due = time.Time{}
	}
	return v, due, err
}

// usual are players of middling skill, all alike, who move when it says of one who is ready to at a moment.
type usual func(v play.View, player string, ready time.Time) time.Time

func (usual) style(play.View, string) style { return style{skill: 0.6, pace: 8 * time.Hour} }

func (u usual) moves(v play.View, player string, ready time.Time) time.Time {
	return u(v, player, ready)
}

// PlayMatch plays a match on until the present with players of middling skill, who move when moves says of one who
// is ready to at a moment. It returns when the next move is due; zero once the match is over.
func (s *Site) PlayMatch(ctx context.Context, id string, moves func(v play.View, player string, ready time.Time) time.Time) (play.View, time.Time, error) {
	return s.playOn(ctx, id, usual(moves))
}

// tries is how many ways of playing a match on are looked through for an outcome.
const tries = 50_000

// Force plays a match to an outcome, now: it looks for moves that lead there, with the dice
// as they fall.
func (s *Site) Force(ctx context.Context, m league.Match, fits, possible func(engine.Record) bool) error {
	v, err := s.office.Match(ctx, league.Site(), m.ID)
	if err != nil {
		return err
	}
	if m.Twin != "" {
		return fmt.Errorf("match %s is one of a duplicate pair, which no script plays to an outcome alone", m.ID)
	}
	source := s.dealer.Source(m.GID, [2]string{m.Seats[0].Contribution, m.Seats[1].Contribution})
	if m.Dice.Second() {
		source = s.dealer.Throws(m.Dice, league.Given(m))
	}
	for try := range tries {
		random := s.chance(m.ID, -try)
		sides := [2]style{{skill: random.Float64()}, {skill: random.Float64()}}
		r := v.Record
		var moves []engine.Event
		for !r.Next().Over() && possible(r) {
			e := sides[r.Next().Side-1].choose(r, random)
			e.Seq, e.At = len(r.Log)+1, later(s.Now(), r)
			if r, err = r.Add(e); err != nil {
				return err
			}
			if r, _, err = r.Drive(e.At, source); err != nil {
				return err
			}
			moves = append(moves, e)
		}
		if r.Next().Over() && fits(r) {
			_, err := s.office.PlayOut(ctx, m.ID, func(play.View) (engine.Event, bool) {
				if len(moves) == 0 {
					return engine.Event{}, false
				}
				e := moves[0]
				moves = moves[1:]
				return e, true
			})
			return errors.Join(err, s.Delivered(ctx))
		}
	}
	return fmt.Errorf("match %s: no way to that outcome was found in %d tries", m.ID, tries)
}

// later returns a moment, but none before the last event of a record.
func later(at time.Time, r engine.Record) time.Time {
	if last := r.Log[len(r.Log)-1].At; at.Before(last) {
		return last
	}
	return at
}
