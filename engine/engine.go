// Package engine says what a turn-based match with dice is: its rules, its
// positions, its moves and its log. It knows no clock, no randomness and no
// storage; everything in it is a value or a pure function.
//
// A position says what it waits for: a roll, a move by one side, or nothing any
// more. That is the usual form of a game with chance (chance node, decision
// node, terminal node), and it is all that the rest of the program relies on.
package engine

import (
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"strings"
)

// Side is one of the two sides of a match. First is the side that moves first
// by the rules of the game; which player sits there is said by the log.
type Side uint8

// The sides. NoSide is the platform, nobody, or a match without a winner.
const (
	NoSide Side = iota
	First
	Second
)

// Other returns the opponent of s; of NoSide it is NoSide.
func (s Side) Other() Side {
	switch s {
	case First:
		return Second
	case Second:
		return First
	}
	return NoSide
}

// String returns "first", "second" or "", the words of protocol and files.
func (s Side) String() string {
	switch s {
	case First:
		return "first"
	case Second:
		return "second"
	}
	return ""
}

// ParseSide undoes Side.String.
func ParseSide(text string) (Side, error) {
	switch text {
	case "":
		return NoSide, nil
	case "first":
		return First, nil
	case "second":
		return Second, nil
	}
	return NoSide, fmt.Errorf("%w: %q is no side", ErrParse, text)
}

// Errors that callers tell apart. Errors about input wrap one of them and carry
// a sentence for people; see Reason.
var (
	ErrIllegal = errors.New("illegal")    // a move or throw that the rules or the moment forbid
	ErrParse   = errors.New("unreadable") // a text that is no position, log or step
	ErrUnknown = errors.New("unknown")    // a game or variant that is not in the catalogue
)

// Illegal returns an error that wraps ErrIllegal; the text is a whole sentence
// for the player.
func Illegal(format string, args ...any) error {
	return sentence{ErrIllegal, fmt.Sprintf(format, args...)}
}

// Unreadable returns an error that wraps ErrParse; the text is a whole sentence.
func Unreadable(format string, args ...any) error {
	return sentence{ErrParse, fmt.Sprintf(format, args...)}
}

// sentence is an error whose text is meant for people, under a kind for code.
type sentence struct {
	kind error
	text string
}

func (s sentence) Error() string { return s.text }
func (s sentence) Unwrap() error { return s.kind }

// Reason returns the sentence for people inside err, or "" if it has none.
func Reason(err error) string {
	var s sentence
	if errors.As(err, &s) {
		return s.text
	}
	return ""
}

// Info describes a game for catalogues, forms and credits.
type Info struct {
	ID       string // "streetsoccer"
	Name     string // "StreetSoccer"
	Summary  string // what it is, one short sentence
	Short    string // the same in a few words: "Five a side, one die"
	Variants []Variant
	Options  []Option  // what may be played with other numbers; empty if nothing
	Endings  []Ending  // those of the game itself, without the platform's
	Sides    [2]string // what the game calls First and Second: "Yellow", "Red"
	Turns    int       // turns of a side in normal time; 0: no limit
	// ExtraTurns is how many turns of a side may follow upon normal time at most.
	ExtraTurns int
	// CloseWin says that a tournament may pay less for a win against all goals but one (R-PT-3).
	CloseWin bool
	Pegs     []string // where throws are coloured pegs drawn from a bag: the colours, face 1 first; nil: dice
	Credits  string   // who made the game, one sentence or two
	Links    []Link   // to its makers, and where else it is played
}

// A Link leads to a page elsewhere.
type Link struct{ Text, URL string }

// A Game is a set of rules. Its methods are pure: no clock, no dice, no I/O.
type Game interface {
	Info() Info
	// Rules returns the rules for players.
	Rules() Rulebook
	// Start returns the position a match begins with. Options are part of the
	// variant: "basic,goals=3", see Info.Ruleset. An unknown variant wraps ErrUnknown.
	Start(variant string) (Position, error)
	// Parse reads what Position.String wrote; the text holds no variant. A text
	// that is no position of the game wraps ErrParse.
	Parse(variant, text string) (Position, error)
}

// A Position is one state of a match. It never changes: Roll and Play return another.
type Position interface {
	// Next says what the position waits for: a roll, a side, or nothing (zero).
	Next() Next
	// Roll answers a wait for dice with the faces thrown, in order, each
	// 1..Sides. A throw that is not due or not on the dice wraps ErrIllegal.
	Roll(throw ...int) (Position, error)
	// Check returns nil if m is legal here; else an error that wraps ErrIllegal
	// and says why, for people.
	Check(m Move) error
	// Play returns the position after m, or Check's error.
	Play(m Move) (Position, error)
	// Count returns how many legal moves there are; 0 unless a side must move.
	Count() int
	// Moves yields each legal move once, in byte order. It may be long: nothing
	// on a page, in a bot or in a test may need the whole of it.
	Moves() iter.Seq[Move]
	// Random returns a legal move without listing all of them; "" unless a side
	// must move. Every legal move has a chance.
	Random(r *rand.Rand) Move
	// Steps returns one way to enter a legal m by touches and choices, the
	// squares it passes in the order in which they matter; or Check's error.
	Steps(m Move) ([]Step, error)
	// Continue returns the steps that may come after done, and the move that
	// done already spells (else ""). Steps that lead nowhere give neither.
	Continue(done []Step) (next []Step, m Move)
	// Outcome is zero while the match goes on.
	Outcome() Outcome
	// Diagram returns the board as data, for whoever draws it: after the steps done of
	// a move that is being entered, so that its pieces stand where done brings them
	// and the task says what is left to do. Steps that lead nowhere are left out. The
	// spots and what lies on the ground stay as they are, but for marks of kind "aim".
	Diagram(done ...Step) Diagram
	// String is complete: everything the rules need, in every waiting state.
	// Two positions are equal exactly when their texts are.
	String() string
}

// An Auto is a game that can decide by standing order.
type Auto interface {
	// Auto returns the move that the order calls for in p, whose side must move;
	// false if the order leaves the decision to the player.
	Auto(p Position, order string) (Move, bool)
}

// A Bounded is a game that knows what the board can still come to.
type Bounded interface {
	// Worst returns how a match that is at p ends for a side if all goes against it; the score is left open. Of one
	// that is over it is the outcome.
	Worst(p Position, side Side) Outcome
}

// Move is one whole decision of one side in the game's notation, in the one
// canonical form that the game accepts.
type Move string

// Cell names a place of a board in the game's notation, without blanks or commas.
type Cell string

// A Step is a cell touched or a labelled choice made: exactly one of the two.
type Step struct {
	Cell   Cell
	Choice string
}

// String returns the cell, or the choice behind an equals sign: "c5", "=goal".
func (s Step) String() string {
	if s.Choice != "" {
		return "=" + s.Choice
	}
	return string(s.Cell)
}

// ParseStep undoes Step.String.
func ParseStep(text string) Step {
	if choice, ok := strings.CutPrefix(text, "="); ok && choice != "" {
		return Step{Choice: choice}
	}
	return Step{Cell: Cell(text)}
}

// FormatSteps writes steps as one text, parted by commas: "c5,d5,=goal".
func FormatSteps(steps []Step) string {
	texts := make([]string, len(steps))
	for i, s := range steps {
		texts[i] = s.String()
	}
	return strings.Join(texts, ",")
}

// ParseSteps undoes FormatSteps; "" is no steps.
func ParseSteps(text string) []Step {
	if text == "" {
		return nil
	}
	var steps []Step
	for t := range strings.SplitSeq(text, ",") {
		steps = append(steps, ParseStep(t))
	}
	return steps
}

// Next is what a position waits for.
type Next struct {
	Dice   Dice // Count > 0: these must be rolled
	Side   Side // else this side must move; NoSide: the match is over, or Sealed
	Sealed Side // the side whose move is in, and is shown later; of records alone
}

// Over says that the position waits for nothing.
func (n Next) Over() bool { return n.Dice.Count == 0 && n.Side == NoSide && n.Sealed == NoSide }

// Dice are uniform: Count dice of Sides faces, thrown in order and all shown.
// A throw that the rules throw again leads to a position that asks again.
type Dice struct {
	Label string // what fair dice derive the throw from: "die", "kickoff", "restart"
	Count int
	Sides int
	After bool // they say what becomes of the move before: records write the throw behind it
}

// Ending names how a match ended, in code, protocol and files.
type Ending string

// The endings that games know. Which of them a game uses is in its Info.
const (
	FullTime    Ending = "full time"    // a leader when the time was up
	Target      Ending = "target"       // the goals that were played for
	SuddenDeath Ending = "sudden death" // the first goal after a level normal time
	LastGoal    Ending = "last goal"    // level to the end; the winner scored last
	Goalless    Ending = "goalless"     // level to the end without a goal
)

// The endings that the platform adds.
const (
	Resignation   Ending = "resignation"
	Timeout       Ending = "timeout"
	Forfeit       Ending = "forfeit"
	DoubleForfeit Ending = "double forfeit"
	Adjudication  Ending = "adjudication"
	SlowPlay      Ending = "slow play" // adjudicated against the side that used up nearly all the time
	Void          Ending = "void"
)

// PlatformEndings lists the endings that any match may have whatever its game.
func PlatformEndings() []Ending {
	return []Ending{Resignation, Timeout, Forfeit, DoubleForfeit, Adjudication, SlowPlay, Void}
}

// Outcome is how a match ended, in the game's own terms; the league prices the
// ending. Score is First's and Second's goals.
type Outcome struct {
	Ending Ending
	Winner Side
	Score  [2]int
}

// Over says that there is an outcome.
func (o Outcome) Over() bool { return o.Ending != "" }
