package engine

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// Act is what an event does.
type Act string

// The acts, with the text that each carries.
const (
	ActSeats      Act = "seats"      // "0 streetsoccer/lg": the seat that is First, game and variant; the first event
	ActRoll       Act = "roll"       // the faces parted by a blank: "6 4"
	ActMove       Act = "move"       // the move
	ActSeal       Act = "seal"       // ""; the move of By is in, and follows when it may be shown
	ActOrder      Act = "order"      // the id of a standing order that By gives itself
	ActResign     Act = "resign"     // ""; By gives up
	ActTimeout    Act = "timeout"    // "first" or "second": whose time ran out
	ActTime       Act = "time"       // "first 86400": the side and the seconds given, by the platform or by the opponent
	ActRest       Act = "rest"       // "first 2027-07-01T00:00:00Z": that side's clock stands still from here until then
	ActControl    Act = "control"    // "fast": the time control that increments and cap follow from here on
	ActAdjudicate Act = "adjudicate" // the winner: "first", "second" or ""; "first slow": because the other played too slowly
	ActForfeit    Act = "forfeit"    // who loses: "first", "second" or "both"
	ActVoid       Act = "void"       // ""
	ActBreak      Act = "break"      // "1 the disk broke 5f0c…": which run of the dice begins, why, and what it hangs on
	seatsLabel        = "seats"      // the lot that decides who is First
)

// Aside says that an act stands beside the play: it changes clocks, instructions or where coming throws are from and
// nothing on the board, so that it makes no move stale.
func (a Act) Aside() bool {
	return a == ActSeal || a == ActOrder || a == ActTime || a == ActRest || a == ActControl || a == ActBreak
}

// An Event is one line of a match's log.
type Event struct {
	Seq   int       // 1, 2, …
	At    time.Time // UTC, whole milliseconds
	By    Side      // NoSide: the platform
	Act   Act
	Text  string
	Draws []Draw // of a roll, and of a lot for the seats
}

// A Draw is one throw of one die.
type Draw struct {
	E     uint32 // dice event: grows with the first throw after an event that is not a throw
	Label string
	K     int // counts the throws of this label within E from 0
	Sides int
	Face  int // 1..Sides
}

// A Source throws dice. Fair dice are in engine/dice, scripted ones in engine/enginetest.
type Source interface {
	// Draw returns a face 1..sides. The same arguments give the same face.
	Draw(e uint32, label string, k, sides int) (face int, err error)
}

// ErrHeld is what a Source says of a throw that is not to be made yet: the match waits.
var ErrHeld = errors.New("held")

// A Pacer is a Source that says how far a match may go on: of a pair whose moves are shown in step.
type Pacer interface {
	// Shows says whether the nth move of the match, counted from 1 over both sides, may be shown.
	Shows(n int) bool
}

// A Record is a log replayed: what a match has come to. It is a value; Add and
// Drive return another and leave the receiver as it was.
type Record struct {
	Game     Game
	Variant  string
	Rules    Ruleset // what Variant says
	Log      []Event
	First    int       // the seat, 0 or 1, that is First
	Position Position  // after the last event
	Seq      int       // the number of the last throw, move or end: what a player must have seen to act
	Orders   [2]string // the standing orders of First and Second
	Chosen   [2]int    // the numbers of their last moves that no standing order made; 0: none
	Numbers  Numbers   // what the pieces wear by now; nil if the game knows none
	Sealed   Side      // whose move is in and not shown yet; NoSide: nobody's
	outcome  Outcome   // set when the platform ended the match
	ordered  bool      // the sealed move is that of a standing order
}

// SideOf returns the side of a seat.
func (r Record) SideOf(seat int) Side {
	if seat == r.First {
		return First
	}
	return Second
}

// SeatOf returns the seat of a side, -1 for NoSide.
func (r Record) SeatOf(side Side) int {
	switch side {
	case First:
		return r.First
	case Second:
		return 1 - r.First
	}
	return -1
}

// Outcome is zero while the match goes on.
func (r Record) Outcome() Outcome {
	if r.outcome.Over() {
		return r.outcome
	}
	return r.Position.Outcome()
}

// Next is what the match waits for: nothing once it is over, however it ended.
func (r Record) Next() Next {
	switch {
	case r.outcome.Over():
		return Next{}
	case r.Sealed != NoSide:
		return Next{Sealed: r.Sealed}
	}
	return r.Position.Next()
}

// Score returns the goals of First and Second so far.
func (r Record) Score() [2]int {
	if o := r.Outcome(); o.Over() {
		return o.Score
	}
	return r.Position.Diagram().Score
}

// Moves counts the moves of First and Second, those of standing orders too.
func (r Record) Moves() (moves [2]int) {
	for _, e := range r.Log {
		if e.Act == ActMove {
			moves[e.By-1]++
		}
	}
	return moves
}

// Begin returns the record of a match whose only event is its first one: seats.
// With draw, the seats are a lot: face 1 makes seat 0 First, face 2 seat 1, and
// first is not looked at.
func Begin(g Game, variant string, at time.Time, first int, draw *Draw) (Record, error) {
	e := Event{Seq: 1, At: at, Act: ActSeats}
	if draw != nil {
		first = draw.Face - 1
		e.Draws = []Draw{*draw}
	}
	e.Text = fmt.Sprintf("%d %s/%s", first, g.Info().ID, variant)
	return Replay(g, variant, []Event{e})
}

// SeatsDraw says which throw decides a lot for the seats.
func SeatsDraw() Draw { return Draw{E: 1, Label: seatsLabel, K: 0, Sides: 2} }

// Replay plays a log from the start. An event that may not stand where it does
// gives an error that names its number and wraps ErrIllegal or ErrParse.
func Replay(g Game, variant string, log []Event) (Record, error) {
	r, err := start(g, variant)
	if err != nil {
		return Record{}, err
	}
	r.Log = make([]Event, 0, len(log)+4)
	for _, e := range log {
		if err := r.apply(e); err != nil {
			return Record{}, fmt.Errorf("event %d: %w", e.Seq, err)
		}
	}
	return r, nil
}

// Rebuild plays a log from the start and asks for its events one by one, so that who
// reads them may look at what the match has come to so far; next must not keep that.
// It ends at io.EOF; another error of next, or why an event may not stand where it
// does, is returned as it is.
func Rebuild(g Game, variant string, next func(sofar *Record) (Event, error)) (Record, error) {
	r, err := start(g, variant)
	if err != nil {
		return Record{}, err
	}
	for {
		e, err := next(&r)
		if err == io.EOF {
			return r, nil
		}
		if err == nil {
			err = r.apply(e)
		}
		if err != nil {
			return Record{}, err
		}
	}
}

// start returns the record of a match without any event.
func start(g Game, variant string) (Record, error) {
	position, err := g.Start(variant)
	if err != nil {
		return Record{}, err
	}
	rules, err := g.Info().Ruleset(variant)
	if err != nil {
		return Record{}, err
	}
	r := Record{Game: g, Variant: variant, Rules: rules, Position: position, Numbers: NumbersOf(g, position)}
	if len(rules.Orders) > 0 {
		r.Orders = [2]string{rules.Orders[0].ID, rules.Orders[0].ID}
	}
	return r, nil
}

// Add returns the record with one more event. It is the only place that knows
// what may follow what: an event that may not wraps ErrIllegal or ErrParse.
func (r Record) Add(e Event) (Record, error) {
	r.Log = r.Log[:len(r.Log):len(r.Log)] // never write into the log of another record
	if err := r.apply(e); err != nil {
		return Record{}, err
	}
	return r, nil
}

// apply is Add in place; after an error r is not to be used.
func (r *Record) apply(e Event) error {
	if e.Seq != len(r.Log)+1 {
		return Unreadable("The log goes from event %d to event %d.", len(r.Log), e.Seq)
	}
	if len(r.Log) > 0 && e.At.Before(r.Log[len(r.Log)-1].At) {
		return Unreadable("Event %d is older than the one before it.", e.Seq)
	}
	if (e.Act == ActSeats) != (e.Seq == 1) {
		return Unreadable("The seats are the first event of a log and no other.")
	}
	if e.Seq > 1 && r.Next().Over() {
		return Illegal("This match is over.")
	}
	if len(e.Draws) > 0 && e.Act != ActRoll && e.Act != ActSeats {
		return Unreadable("An event of the kind %q has no throws.", e.Act)
	}
	if err := r.act(e); err != nil {
		return err
	}
	if !e.Act.Aside() {
		r.Seq = e.Seq
	}
	r.Log = append(r.Log, e)
	return nil
}

// act changes what the record has come to by one event.
func (r *Record) act(e Event) error {
	byPlayer := e.Act == ActMove || e.Act == ActSeal || e.Act == ActOrder || e.Act == ActResign
	if byPlayer != (e.By != NoSide) && e.Act != ActTime {
		return Unreadable("An event of the kind %q cannot come from %q.", e.Act, e.By)
	}
	switch e.Act {
	case ActSeats:
		return r.seat(e)
	case ActRoll:
		return r.roll(e)
	case ActMove:
		return r.move(e)
	case ActSeal:
		return r.seal(e)
	case ActOrder:
		return r.order(e)
	case ActTime:
		return checkGift(e)
	case ActRest:
		return r.rest(e)
	case ActControl:
		if !isName(e.Text) {
			return Unreadable("%q is no time control.", e.Text)
		}
	case ActBreak:
		_, err := ParseBreak(e.Text)
		return err
	default:
		return r.over(e)
	}
	return nil
}

// over ends the match by an event that leaves the board as it is.
func (r *Record) over(e Event) error {
	switch e.Act {
	case ActResign:
		if e.Text != "" {
			return Unreadable("A resignation has no text.")
		}
		r.end(Resignation, e.By.Other())
	case ActTimeout:
		return r.timeOut(e.Text)
	case ActAdjudicate:
		return r.adjudicate(e.Text)
	case ActForfeit:
		return r.forfeit(e.Text)
	case ActVoid:
		if e.Text != "" {
			return Unreadable("A void match has no text.")
		}
		r.end(Void, NoSide)
	default:
		return Unreadable("There is no event of the kind %q.", e.Act)
	}
	return nil
}

// move plays a move of the side whose turn it is.
func (r *Record) move(e Event) error {
	if r.Next().Side != e.By && r.Sealed != e.By {
		return Illegal("It is not your turn.")
	}
	p, err := r.Position.Play(Move(e.Text))
	if err != nil {
		return err
	}
	if !r.isOrdered(e) {
		r.Chosen[e.By-1] = e.Seq
	}
	r.Sealed, r.ordered = NoSide, false
	r.Numbers = Renumber(r.Game, r.Numbers, Change{Was: r.Position, Is: p, Move: Move(e.Text)})
	r.Position = p
	return nil
}

// seal notes that the move is in of the side whose turn it is.
func (r *Record) seal(e Event) error {
	if e.Text != "" {
		return Unreadable("A move that is sealed has no text.")
	}
	if r.Next().Side != e.By {
		return Illegal("It is not your turn.")
	}
	_, ok := r.Ordered()
	r.Sealed, r.ordered = e.By, ok && e.At.Equal(r.Log[len(r.Log)-1].At)
	return nil
}

// Ordered returns the move that a standing order makes of the side whose turn it is, or whose move is sealed; false if
// none does.
func (r Record) Ordered() (Move, bool) {
	auto, ok := r.Game.(Auto)
	side := r.Position.Next().Side
	if !ok || side == NoSide || r.outcome.Over() {
		return "", false
	}
	return auto.Auto(r.Position, r.Orders[side-1])
}

// isOrdered says that a move, which is legal, is made by a standing order: at the moment of what came before it, or
// sealed then.
func (r *Record) isOrdered(e Event) bool {
	if r.Sealed != NoSide {
		return r.ordered
	}
	m, ok := r.Ordered()
	return ok && e.At.Equal(r.Log[len(r.Log)-1].At) && string(m) == e.Text
}

// order changes a side's standing order.
func (r *Record) order(e Event) error {
	for _, o := range r.Rules.Orders {
		if o.ID == e.Text {
			r.Orders[e.By-1] = e.Text
			return nil
		}
	}
	return r.refuseOrder(e.Text)
}

// timeOut ends the match since the side to move has no time left.
func (r *Record) timeOut(text string) error {
	loser, err := ParseSide(text)
	if err != nil || loser == NoSide {
		return Unreadable("%q is no side whose time could run out.", text)
	}
	if loser != r.Next().Side {
		return Illegal("Only the side to move can run out of time.")
	}
	r.end(Timeout, loser.Other())
	return nil
}

// checkGift says what is wrong with time that is given; it changes clocks alone.
func checkGift(e Event) error {
	side, _, err := ParseTime(e.Text)
	if err == nil && e.By == side { // R-TC-7
		return Unreadable("You cannot give time to yourself.")
	}
	return err
}

// forfeit ends the match without its being played out.
func (r *Record) forfeit(text string) error {
	if text == "both" {
		r.end(DoubleForfeit, NoSide)
		return nil
	}
	loser, err := ParseSide(text)
	if err != nil || loser == NoSide {
		return Unreadable("%q is no side that could forfeit.", text)
	}
	r.end(Forfeit, loser.Other())
	return nil
}

// refuseOrder says which standing orders there are instead.
func (r *Record) refuseOrder(order string) error {
	if len(r.Rules.Orders) == 0 {
		return Illegal("This game has no standing orders.")
	}
	ids := make([]string, len(r.Rules.Orders))
	for i, o := range r.Rules.Orders {
		ids[i] = o.ID
	}
	return Illegal("There is no standing order %q in this game: there are %s.", order, strings.Join(ids, ", "))
}

// adjudicate ends the match by a ruling.
func (r *Record) adjudicate(text string) error {
	name, slow := strings.CutSuffix(text, slowSuffix)
	winner, err := ParseSide(name)
	switch {
	case err != nil || slow && winner == NoSide:
		return Unreadable("%q is no side that could win.", text)
	case slow:
		r.end(SlowPlay, winner)
	default:
		r.end(Adjudication, winner)
	}
	return nil
}

// slowSuffix stands behind the winner where the other side played too slowly.
const slowSuffix = " slow"

// AgainstSlowPlay returns the text of an ActAdjudicate event for the side that wins
// because the other played too slowly.
func AgainstSlowPlay(winner Side) string { return winner.String() + slowSuffix }

// rest checks that a clock does not stand still into the past.
func (r *Record) rest(e Event) error {
	_, until, err := ParseRest(e.Text)
	if err == nil && until.Before(e.At) {
		return Unreadable("The rest of event %d is over before it begins.", e.Seq)
	}
	return err
}

// isName says that a text is an id: small letters and digits.
func isName(text string) bool {
	other := func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }
	return text != "" && !strings.ContainsFunc(text, other)
}

// end sets the platform's outcome, with the goals as they stand.
func (r *Record) end(ending Ending, winner Side) {
	r.outcome = Outcome{Ending: ending, Winner: winner, Score: r.Score()}
	r.Sealed = NoSide // it is never shown
}

// seat reads the first event.
func (r *Record) seat(e Event) error {
	seat, rules, _ := strings.Cut(e.Text, " ")
	if seat != "0" && seat != "1" {
		return Unreadable("%q is no seat.", seat)
	}
	if want := r.Game.Info().ID + "/" + r.Variant; rules != want {
		return Unreadable("The log is of %q, not of %q.", rules, want)
	}
	r.First = int(seat[0] - '0')
	if len(e.Draws) == 0 {
		return nil
	}
	want := SeatsDraw()
	want.Face = r.First + 1
	if len(e.Draws) != 1 || e.Draws[0] != want {
		return Unreadable("The random draw of the seats does not say who is First.")
	}
	return nil
}

// roll checks that the throws are the ones that are due and plays them.
func (r *Record) roll(e Event) error {
	dice := r.Next().Dice
	if dice.Count == 0 {
		return Illegal("No throw is due.")
	}
	if len(e.Draws) != dice.Count {
		return Unreadable("%d throws are due, not %d.", dice.Count, len(e.Draws))
	}
	event, k := r.throwing(dice.Label)
	faces := make([]int, dice.Count)
	texts := make([]string, dice.Count)
	for i, d := range e.Draws {
		if want := (Draw{E: event, Label: dice.Label, K: k + i, Sides: dice.Sides, Face: d.Face}); d != want {
			return Unreadable("The throw is %v where %v is due.", d, want)
		}
		faces[i] = d.Face
		texts[i] = strconv.Itoa(d.Face)
	}
	if text := strings.Join(texts, " "); text != e.Text {
		return Unreadable("The text %q is not that of the throws, %q.", e.Text, text)
	}
	p, err := r.Position.Roll(faces...)
	if err != nil {
		return err
	}
	r.Numbers = Renumber(r.Game, r.Numbers, Change{Was: r.Position, Is: p, Faces: faces})
	r.Position = p
	return nil
}

// throwing returns the dice event of the next throw and the first K that is free
// in it for a label (SCHEME.md 4).
func (r Record) throwing(label string) (e uint32, k int) {
	last := len(r.Log) - 1
	for i := last; i >= 0; i-- {
		draws := r.Log[i].Draws
		if len(draws) == 0 {
			continue
		}
		e = draws[0].E
		if i < last { // something that is no throw came in between
			return e + 1, 0
		}
		break
	}
	if e == 0 {
		return 1, 0
	}
	for i := last; i >= 0 && len(r.Log[i].Draws) > 0; i-- {
		for _, d := range r.Log[i].Draws {
			if d.Label == label {
				k++
			}
		}
	}
	return e, k
}

// Reached returns the last dice event that the match has come to: the one of the throw that is
// due, else the one that was thrown last; 0 if there is neither.
func (r Record) Reached() uint32 {
	if dice := r.Next().Dice; dice.Count > 0 {
		e, _ := r.throwing(dice.Label)
		return e
	}
	for i := len(r.Log) - 1; i >= 0; i-- {
		if draws := r.Log[i].Draws; len(draws) > 0 {
			return draws[0].E
		}
	}
	return 0
}

// Drive makes what needs no decision of a player: the throws that are due and
// the moves of standing orders, until a side must decide, the match is over, a throw
// is held (ErrHeld), or a move is sealed: one of a standing order is if src is a Pacer that does not show it yet.
// It returns the new events, all stamped at.
func (r Record) Drive(at time.Time, src Source) (Record, []Event, error) {
	pacer, paced := src.(Pacer)
	from := len(r.Log)
	r.Log = r.Log[:from:from]
	for {
		next := r.Next()
		var e Event
		switch {
		case next.Dice.Count > 0:
			roll, err := r.Throw(src)
			if errors.Is(err, ErrHeld) {
				return r, r.Log[from:], nil
			}
			if err != nil {
				return Record{}, nil, err
			}
			e = roll
		case next.Side != NoSide:
			m, ok := r.Ordered()
			if !ok {
				return r, r.Log[from:], nil
			}
			e = Event{By: next.Side, Act: ActMove, Text: string(m)}
			if moves := r.Moves(); paced && !pacer.Shows(moves[0]+moves[1]+1) {
				e = Event{By: next.Side, Act: ActSeal}
			}
		default:
			return r, r.Log[from:], nil
		}
		e.Seq, e.At = len(r.Log)+1, at
		if err := r.apply(e); err != nil {
			return Record{}, nil, fmt.Errorf("driving event %d: %w", e.Seq, err)
		}
	}
}

// Passed says that a throw, which led from one position to another, allowed its side
// no move: a forced pass, which is no event of its own. A throw that is thrown again,
// or that says what becomes of a move, is none.
func Passed(was, is Position) bool {
	return !was.Next().Dice.After && is.String() != was.String() && len(is.Diagram().Throw) == 0
}

// Throw returns the event of the throw that is due, without its moment. Without one
// that is due the error wraps ErrIllegal; an error of src is named.
func (r Record) Throw(src Source) (Event, error) {
	dice := r.Next().Dice
	if dice.Count == 0 {
		return Event{}, Illegal("No throw is due.")
	}
	e := Event{Seq: len(r.Log) + 1, Act: ActRoll}
	event, k := r.throwing(dice.Label)
	texts := make([]string, dice.Count)
	for i := range dice.Count {
		face, err := src.Draw(event, dice.Label, k+i, dice.Sides)
		if err != nil {
			return Event{}, fmt.Errorf("throwing %s %d of event %d: %w", dice.Label, k+i, event, err)
		}
		e.Draws = append(e.Draws, Draw{E: event, Label: dice.Label, K: k + i, Sides: dice.Sides, Face: face})
		texts[i] = strconv.Itoa(face)
	}
	e.Text = strings.Join(texts, " ")
	return e, nil
}

// ParseTime reads the text of an ActTime event: a side and a number of whole
// seconds, which may not be negative (R-TC-7: nobody can take time away).
func ParseTime(text string) (Side, time.Duration, error) {
	name, number, _ := strings.Cut(text, " ")
	side, err := ParseSide(name)
	seconds, err2 := strconv.ParseInt(number, 10, 32)
	if err != nil || err2 != nil || side == NoSide || seconds < 0 || strconv.FormatInt(seconds, 10) != number {
		return NoSide, 0, Unreadable("%q is no gift of time.", text)
	}
	return side, time.Duration(seconds) * time.Second, nil
}

// restUntil is how the text of an ActRest event writes its moment: UTC, with
// milliseconds where there are some.
const restUntil = "2006-01-02T15:04:05.999Z"

// RestText returns the text of an ActRest event.
func RestText(side Side, until time.Time) string {
	return side.String() + " " + until.UTC().Format(restUntil)
}

// ParseRest reads the text of an ActRest event: a side, and until when its clock
// stands still.
func ParseRest(text string) (Side, time.Time, error) {
	name, moment, _ := strings.Cut(text, " ")
	side, err := ParseSide(name)
	until, err2 := time.Parse(restUntil, moment)
	if err != nil || err2 != nil || side == NoSide || until.IsZero() || RestText(side, until) != text {
		return NoSide, time.Time{}, Unreadable("%q is no rest of a clock.", text)
	}
	return side, until, nil
}
