package play

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strconv"
	"time"

	"kickabout/engine"
	"kickabout/engine/clock"
	"kickabout/engine/dice"
	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/correction"
)

// View is a match as it stands: what is stored, its log replayed, its clocks.
type View struct {
	Match   league.Match
	Record  engine.Record
	Clocks  clock.Clocks
	Reading league.Reading // of the player for whom it was read; the zero value for who does not play in it
	Away    bool           // one of its players has planned a vacation that has not ended
	Sealed  engine.Move    // that is in and not shown yet, of the player for whom it was read
}

// playerOf returns the id of the player of a side; "" of none.
func (v View) playerOf(side engine.Side) string {
	if side == engine.NoSide {
		return ""
	}
	return v.Match.Seats[v.Record.SeatOf(side)].Player.ID
}

// Turn is a move as a player sends it.
type Turn struct {
	Match   string
	Seen    int // the number of the last throw, move or end that the player saw
	Move    engine.Move
	Key     string    // names the request, so that it can be sent again; may be empty
	Page    bool      // sent by a page: the very move that was made already is no error, whatever its key
	Arrived time.Time // when it reached the site, however long it waited after that
}

// Match returns a match with all that is due in it; nothing of that is written.
func (s *Matches) Match(ctx context.Context, viewer league.Viewer, id string) (View, error) {
	v, err := s.read(ctx, viewer, id)
	if err != nil {
		return View{}, err
	}
	return s.asDue(ctx, v)
}

// Load reads and replays a match for who writes, with the time that it gets back after an outage.
func (s *Matches) Load(ctx context.Context, viewer league.Viewer, id string) (View, error) {
	if err := s.watch.ensureHeartbeat(ctx); err != nil {
		return View{}, err
	}
	return s.read(ctx, viewer, id)
}

// read reads and replays a match as it is stored.
func (s *Matches) read(ctx context.Context, viewer league.Viewer, id string) (View, error) {
	head, err := s.store.Head(ctx, viewer, id)
	if err != nil {
		return View{}, err
	}
	v, err := s.whole(ctx, head)
	if err != nil {
		return View{}, err
	}
	side := v.Match.SideOf(viewer.Player())
	if v.Away = head.Away; side != engine.NoSide {
		v.Reading = head.Reading
	}
	if side == engine.NoSide || side != v.Record.Sealed {
		return v, nil
	}
	sealed, err := s.store.SealedMove(ctx, id)
	v.Sealed = engine.Move(sealed)
	return v, err
}

// whole returns a match of which the head was read, with its record: one that is kept, or what is stored.
func (s *Matches) whole(ctx context.Context, head league.Head) (View, error) {
	if kept, ok := s.records.of(head); ok && !head.Match.Locked {
		head.Match.Chain = kept.chain
		return s.View(head.Match, kept.record)
	}
	m, err := s.store.WithLog(ctx, head.Match)
	if league.KindOf(err) == league.Damaged {
		return View{}, s.lock(ctx, head.Match.ID, err)
	}
	if err != nil {
		return View{}, err
	}
	v, err := s.sound(ctx, m)
	if err == nil {
		s.records.keep(v)
	}
	return v, err
}

// Replay returns what the log of a match says, whatever is stored beside it.
func (s *Matches) Replay(m league.Match) (View, error) {
	g, err := s.core.Game(m.Game)
	if err != nil {
		return View{}, fmt.Errorf("match %s: %w", m.ID, err)
	}
	r, err := engine.Replay(g, m.Variant, m.Log)
	if err != nil {
		return View{}, fmt.Errorf("replaying match %s: %w", m.ID, err)
	}
	return s.View(m, r)
}

// View returns a match whose log is that of a record, with all that follows from it.
func (s *Matches) View(m league.Match, r engine.Record) (View, error) {
	control, err := clock.ByID(m.Control)
	if err != nil {
		return View{}, fmt.Errorf("match %s: %w", m.ID, err)
	}
	m.Log, m.State = r.Log, StateOf(m, r, control)
	m.Chain = m.Chain[:min(len(m.Chain), len(r.Log))]
	return View{Match: m, Record: r, Clocks: clock.Read(control, r)}, nil
}

// Attempts is how often an act is tried anew when another one got in first. Each
// try starts from what is stored then, so that two are enough for all but a
// storm of simultaneous requests.
const Attempts = 4

// Play makes a move. The errors, in the order in which they are looked for: not
// found; the same request again (no error: the view as it was after the move; with
// another body, stale); over or too late (late); moved on (stale); not the player's
// match or turn (forbidden); against the rules (illegal). With an error of a kind
// other than not found comes the view as it is.
func (s *Matches) Play(ctx context.Context, player league.Player, t Turn) (View, error) {
	answer := league.Answer{
		Player: player.ID, Key: t.Key, Match: t.Match, At: t.Arrived,
		Body: sha256.Sum256([]byte(t.Match + "\n" + strconv.Itoa(t.Seen) + "\n" + string(t.Move))),
	}
	v, again, err := s.Act(ctx, league.Of(player), t.Match, t.Arrived, answer, func(v View) (engine.Event, error) {
		side := v.Match.SideOf(player.ID)
		if t.Page && (played(v.Record, side, t) || v.Sealed != "" && v.Sealed == t.Move) {
			return engine.Event{}, ErrDone
		}
		if err := Late(v, t.Arrived); err != nil {
			return engine.Event{}, err
		}
		if t.Seen != v.Record.Seq {
			return engine.Event{}, league.Errorf(league.Stale, "The game has moved on since you looked at it.")
		}
		if err := mayMove(v, side); err != nil {
			return engine.Event{}, err
		}
		return engine.Event{By: side, Act: engine.ActMove, Text: string(t.Move)}, nil
	})
	if err != nil || !again {
		return v, err
	}
	return s.after(v, t.Seen)
}

// after returns a match as it was once the move had been made that followed on
// what its player saw. Nothing needs to be remembered for it: the throws and standing
// orders after a move follow from the log and the dice.
func (s *Matches) after(v View, seen int) (View, error) {
	at := seen
	for act := v.Record.Log[at].Act; act != engine.ActMove && act != engine.ActSeal; act = v.Record.Log[at].Act { // orders and given time came in between
		at++
	}
	move := v.Record.Log[at]
	r, err := engine.Replay(v.Record.Game, v.Match.Variant, v.Record.Log[:move.Seq])
	if err != nil {
		return View{}, fmt.Errorf("replaying match %s: %w", v.Match.ID, err)
	}
	source := paced(v.Match, upTo{s.reservations.source(v.Match), dice.LastEvent(v.Match.Log)}, moves(v.Record))
	if r, _, err = r.Drive(move.At, source); err != nil {
		return View{}, fmt.Errorf("driving match %s: %w", v.Match.ID, err)
	}
	return s.View(v.Match, r)
}

// Resign gives the match up for a player, whoever is to move.
func (s *Matches) Resign(ctx context.Context, player league.Player, id string, arrived time.Time) (View, error) {
	v, _, err := s.Act(ctx, league.Of(player), id, arrived, league.Answer{}, func(v View) (engine.Event, error) {
		side := v.Match.SideOf(player.ID)
		if out := v.Record.Outcome(); side != engine.NoSide && out.Ending == engine.Resignation && out.Winner == side.Other() {
			return engine.Event{}, ErrDone
		}
		if err := Late(v, arrived); err != nil {
			return engine.Event{}, err
		}
		if side == engine.NoSide {
			return engine.Event{}, ErrNotYours()
		}
		return engine.Event{By: side, Act: engine.ActResign}, nil
	})
	return v, err
}

// ErrDone says that an act needs nothing more: it has been carried out before.
var ErrDone = errors.New("done before")

// ErrNotYours refuses who does not play in a match.
func ErrNotYours() error {
	return league.Errorf(league.Forbidden, "You do not play in this game. You can watch it.")
}

// mayMove is the policy of making a move: it takes the side whose turn it is.
func mayMove(v View, side engine.Side) error {
	switch side {
	case engine.NoSide:
		return ErrNotYours()
	case v.Record.Next().Side:
		return nil
	case v.Record.Sealed:
		return league.Errorf(league.Stale, "Your move is in and cannot be changed. It is shown when the other game of the pair has come as far.")
	}
	return league.Errorf(league.Forbidden, "It is not your turn.")
}

// Late refuses what reaches a match after its end or after the deadline (R-TC-3).
func Late(v View, arrived time.Time) error {
	if v.Record.Next().Over() {
		return league.Errorf(league.Late, "This game is over.")
	}
	if v.Overdue(arrived) {
		return league.Errorf(league.Late, "The time ran out before this reached us.")
	}
	return nil
}

// played reports whether the very move that t asks for is what followed after
// what its player saw: a double click, or the same page sent again.
func played(r engine.Record, side engine.Side, t Turn) bool {
	for _, e := range r.Log[min(max(t.Seen, 0), len(r.Log)):] {
		if e.Act.Aside() {
			continue
		}
		return e.Act == engine.ActMove && side != engine.NoSide && e.By == side && e.Text == string(t.Move)
	}
	return false
}

// Act carries out what a player asks: it finds the event by the match as it
// stands, and stores it with what follows from it. If another act got in first,
// it looks again. What has been carried out before is left as it is: again.
func (s *Matches) Act(ctx context.Context, viewer league.Viewer, id string, arrived time.Time, answer league.Answer, event func(View) (engine.Event, error)) (_ View, again bool, _ error) {
	for range Attempts {
		v, err := s.Load(ctx, viewer, id)
		if err != nil {
			return View{}, false, err
		}
		again, err := s.isRepeated(ctx, answer)
		if err != nil {
			return v, false, err
		}
		if again { // perhaps since the match was read
			v, err = s.Load(ctx, viewer, id)
			return v, true, err
		}
		if v, err = s.extendDeadline(ctx, v, arrived); err != nil {
			return v, false, err
		}
		e, err := event(v)
		if errors.Is(err, ErrDone) {
			return v, true, nil
		}
		if err != nil {
			v, err = s.afterRefusal(ctx, v, err)
			return v, false, err
		}
		next, err := s.add(ctx, v, e, arrived, answer)
		if league.FaultOf(err) != "" {
			if after, done := s.isDone(ctx, viewer, id, answer, event); done {
				return after, true, nil
			}
		}
		if league.KindOf(err) != league.Stale {
			return next, false, err
		}
	}
	return View{}, false, fmt.Errorf("match %s: others got in first %d times", id, Attempts)
}

// isDone reports whether an act has been carried out whose answer was a fault: where the database is lost
// during the commit only reading tells. Then those who wait are woken, as after any act.
func (s *Matches) isDone(ctx context.Context, viewer league.Viewer, id string, answer league.Answer, event func(View) (engine.Event, error)) (View, bool) {
	repeated, err := s.isRepeated(ctx, answer)
	v, unread := s.Load(ctx, viewer, id) // afterwards, so that it holds what has been repeated
	if unread != nil {
		return View{}, false
	}
	if err != nil || !repeated {
		if _, err = event(v); !errors.Is(err, ErrDone) {
			return View{}, false
		}
	}
	s.bots.Wake(v.Match)
	s.core.Hub.Say(core.MatchTopic + v.Match.ID)
	return v, true
}

// isRepeated reports whether the same request has been carried out before. Another
// request under the same key is stale.
func (s *Matches) isRepeated(ctx context.Context, want league.Answer) (bool, error) {
	if want.Key == "" || want.Player == "" {
		return false, nil
	}
	have, err := s.store.Answer(ctx, want.Player, want.Key)
	if league.KindOf(err) == league.NotFound {
		return false, nil
	}
	if err == nil && have.Body != want.Body {
		err = league.Errorf(league.Stale, "You have already sent another move in its place.")
	}
	return true, err
}

// afterRefusal returns the view to show beside a refusal: a match that is found
// overdue is settled by whoever touches it.
func (s *Matches) afterRefusal(ctx context.Context, v View, refusal error) (View, error) {
	settled, err := s.settle(ctx, v)
	if err != nil {
		return View{}, err
	}
	return settled, refusal
}

// add stores one event with the throws and standing orders that follow from it, and with what else has
// happened by it.
func (s *Matches) add(ctx context.Context, v View, e engine.Event, arrived time.Time, answer league.Answer, facts ...league.Fact) (View, error) {
	last := v.Record.Log[len(v.Record.Log)-1]
	e.Seq, e.At = last.Seq+1, arrived.Truncate(time.Millisecond) // as it is stored, and read again
	if e.At.Before(last.At) {                                    // clocks of two nodes may differ a little
		e.At = last.At
	}
	r, err := v.Record.Add(e)
	if err != nil {
		if why := engine.Reason(err); why != "" {
			return v, league.Errorf(league.Illegal, "%s", why)
		}
		return v, fmt.Errorf("adding to match %s: %w", v.Match.ID, err)
	}
	source, err := s.pairs.Throws(ctx, v.Match)
	if err != nil {
		return v, err
	}
	e, move := Seal(e, v.Record, source)
	if move != "" {
		if r, err = v.Record.Add(e); err != nil {
			return v, fmt.Errorf("sealing a move of match %s: %w", v.Match.ID, err)
		}
	}
	if r, _, err = r.Drive(e.At, source); err != nil {
		return v, fmt.Errorf("driving match %s: %w", v.Match.ID, err)
	}
	next, err := s.vacations.Turned(ctx, v, r)
	if err != nil {
		return v, err
	}
	progress := league.Progress{Match: v.Match.ID, Seen: last.Seq, Arrived: arrived, Events: next.Record.Log[last.Seq:], State: next.Match.State, Seal: SealOf(v.Record, next.Record, move)}
	if e.By == engine.NoSide {
		progress.Arrived = time.Time{} // the platform is never late
	}
	if e.Act == engine.ActMove || e.Act == engine.ActSeal {
		progress.Movers = map[string]time.Time{v.playerOf(e.By): next.Match.State.Moved}
	}
	if answer.Key != "" && answer.Player != "" {
		progress.Answer = &answer
	}
	if next.Record.Seq != v.Record.Seq { // an order that decides nothing yet is no news
		progress.Notices = core.NoticesOf(v.Match, EventOf(next), v.playerOf(e.By), s.core.Now(), next.Record.Seq)
	}
	progress.Facts = append(FactsOf(next), facts...)
	if next, err = s.AppendProgress(ctx, next, progress); err != nil {
		return v, err
	}
	next.Sealed = engine.Move(move)
	return next, nil
}

// AppendProgress stores what leads to a match as it is next, and wakes those who
// wait for it. Those who watch a match see its end when it has been rated. It returns the match as it is
// next, with the values of what was added.
func (s *Matches) AppendProgress(ctx context.Context, next View, p league.Progress) (_ View, err error) {
	if p.Chain, err = s.chainAfter(next.Match, p.Seen, next.Record); err != nil {
		return next, fmt.Errorf("chaining match %s: %w", p.Match, err)
	}
	if err := s.core.Note(s.store.Append(ctx, p), p.Facts...); err != nil {
		return next, err
	}
	next.Match.Chain = joined(next.Match.Chain, p.Seen, p.Chain)
	s.records.keep(next)
	for _, e := range p.Events {
		if e.Act == engine.ActMove && s.OnMove != nil {
			s.OnMove(next.Match.Game)
		}
	}
	s.bots.Wake(next.Match)
	s.core.Notify(p.Notices)
	if !next.Record.Next().Over() {
		s.core.Hub.Say(core.MatchTopic + next.Match.ID)
	}
	return next, nil
}

// EventOf is what is news of a match that has moved on.
func EventOf(next View) league.EventName {
	if next.Record.Next().Over() {
		return league.MatchOver
	}
	return league.MatchMoved
}

// FactsOf is what has happened once a match has come to be as it is.
func FactsOf(next View) (facts []league.Fact) {
	m, out := next.Match, next.Record.Outcome()
	if m.Twin != "" {
		facts = append(facts, league.Fact{Kind: league.PairMoved, Subject: min(m.ID, m.Twin)})
	}
	if !out.Over() {
		return facts
	}
	facts = append(facts, league.Fact{Kind: league.MatchEnded, Subject: m.ID})
	if m.Tournament != "" {
		facts = append(facts, league.Fact{Kind: league.GroupMoved, Subject: m.Tournament, Part: string(league.Key(m.Fixture).Group())})
	}
	if out.Ending == engine.Timeout {
		if loser := m.Seats[next.Record.SeatOf(out.Winner.Other())].Player; loser.Kind == league.Member {
			facts = append(facts, league.Fact{Kind: league.PlayerSilent, Subject: loser.ID})
		}
	}
	return facts
}

// StateOf computes what is stored beside the log.
func StateOf(m league.Match, r engine.Record, control clock.Control) league.State {
	last := r.Log[len(r.Log)-1]
	s := league.State{
		Last: last.Seq, Position: r.Position.String(), First: r.First, ToMove: r.Next().Side,
		Score: r.Score(), Moves: r.Moves(), Moved: last.At, Outcome: r.Outcome(),
	}
	if r.Next().Over() {
		return correction.Counting(s, m.Corrected)
	}
	clocks := clock.Read(control, r)
	if clocks.Control.ID != m.Control {
		s.Control = clocks.Control.ID
	}
	if s.ToMove == engine.NoSide { // its twin has not come as far as the throw that is due, or the move that is in
		s.ToMove, s.Held, s.Deadline = engine.First, true, league.NoDeadline
		return s
	}
	s.Deadline = clocks.Deadline()
	if m.Seats[r.SeatOf(s.ToMove)].Player.Kind == league.Bot {
		s.Due = s.Moved
		if m.Seats[0].Player.Kind == league.Bot && m.Seats[1].Player.Kind == league.Bot && m.Tournament == "" {
			s.Due = s.Moved.Add(demoPace)
		}
	}
	return s
}

// Order gives a player's side a standing order, at any time while the match runs. If
// the decision that the match waits for is one that the order makes, it is made at
// once, with all that follows. The order that holds already is no error. The errors,
// in the order in which they are looked for: not found; over or too late (late); not
// the player's match (forbidden); no order of the game (illegal). With an error of a
// kind other than not found comes the view as it is.
func (s *Matches) Order(ctx context.Context, player league.Player, id, order string, arrived time.Time) (View, error) {
	v, _, err := s.Act(ctx, league.Of(player), id, arrived, league.Answer{}, func(v View) (engine.Event, error) {
		side := v.Match.SideOf(player.ID)
		if err := Late(v, arrived); err != nil {
			return engine.Event{}, err
		}
		if side == engine.NoSide {
			return engine.Event{}, ErrNotYours()
		}
		if v.Record.Orders[side-1] == order && order != "" {
			return engine.Event{}, ErrDone
		}
		return engine.Event{By: side, Act: engine.ActOrder, Text: order}, nil
	})
	return v, err
}
