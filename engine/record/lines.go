package record

import (
	"strconv"
	"strings"
	"time"

	"kickabout/engine"
)

// A Line is a line of the log as people read it: the throws that a decision was made
// with, the decision, and the throws that it asked for. A line may lack any of them.
type Line struct {
	Number int    // of the move, forced passes counted; 0: neither
	Side   string // who decided, as the game calls them; "" if nobody did
	Before []Throw
	Text   string // the move; "-" is a forced pass, "R" a resignation
	At     time.Time
	After  []Throw
	Score  string          // the goals if they changed: "1:0"
	Board  engine.Position // what all that led to
}

// A Throw is a throw of one or several dice.
type Throw struct {
	Label string
	Faces []int
	At    time.Time
}

// The words of a log for what is no move.
const (
	passWord    = "-"
	resignWord  = "R"
	timeoutWord = "timeout"
	sealWord    = "sealed" // the move of the side is in, and stands behind it once it was shown
	orderWord   = "order"
	timeWord    = "time"
	giftWord    = "gift" // time as well, but from the other side
	restWord    = "rest"
	controlWord = "control"
	forfeitWord = "forfeit"
	rulingWord  = "adjudicated"
	slowWord    = "adjudicated slow" // for the side, because the other played too slowly
	voidWord    = "void"
	breakWord   = "dice"   // are made anew: the run, why, and what it hangs on
	bothWord    = "both"   // in the place of the side: who forfeits
	nobodyWord  = "nobody" // in the place of the side: who wins by a ruling
)

// Lines returns the log of a record line by line.
func Lines(r engine.Record) []Line {
	w := walk{game: r.Game, sides: r.Game.Info().Sides}
	var err error
	if w.position, err = r.Game.Start(r.Variant); err != nil {
		return nil
	}
	for i, e := range r.Log {
		if i > 0 && w.step(e) != nil {
			break // a record that was replayed has no such event
		}
	}
	if len(w.due) > 0 {
		w.add(Line{})
	}
	return w.lines
}

// A walk goes through a log.
type walk struct {
	game     engine.Game
	sides    [2]string
	position engine.Position
	number   int
	due      []Throw // thrown since the last line
	score    [2]int
	lines    []Line
}

func (w *walk) step(e engine.Event) error {
	switch e.Act {
	case engine.ActRoll:
		return w.roll(e)
	case engine.ActMove:
		next, err := w.position.Play(engine.Move(e.Text))
		if err != nil {
			return err
		}
		w.position = next
		w.number++
		w.add(Line{Number: w.number, Side: w.side(e.By), Text: e.Text, At: e.At})
		return nil
	}
	side, text := w.words(e)
	if len(w.due) > 0 {
		w.add(Line{})
	}
	w.add(Line{Side: side, Text: text, At: e.At})
	return nil
}

func (w *walk) roll(e engine.Event) error {
	dice := w.position.Next().Dice
	faces := make([]int, len(e.Draws))
	for i, d := range e.Draws {
		faces[i] = d.Face
	}
	next, err := w.position.Roll(faces...)
	if err != nil {
		return err
	}
	throw := Throw{Label: dice.Label, Faces: faces, At: e.At}
	pass := engine.Passed(w.position, next)
	was := w.position
	w.position = next
	switch {
	case pass:
		w.due = append(w.due, throw)
		w.number++
		w.add(Line{Number: w.number, Side: w.side(passer(was)), Text: passWord, At: e.At})
	case dice.After && len(w.due) == 0 && len(w.lines) > 0:
		last := &w.lines[len(w.lines)-1]
		last.After = append(last.After, throw)
		w.settle(last)
	default:
		w.due = append(w.due, throw)
	}
	return nil
}

// add ends a line with the throws that are due.
func (w *walk) add(l Line) {
	l.Before, w.due = w.due, nil
	w.settle(&l)
	w.lines = append(w.lines, l)
}

// settle notes what a line led to.
func (w *walk) settle(l *Line) {
	l.Board = w.position
	if score := scoreOf(w.position); score != w.score {
		w.score = score
		l.Score = scoreText(score)
	}
}

func (w *walk) side(s engine.Side) string {
	if s == engine.NoSide {
		return ""
	}
	return w.sides[s-1]
}

// words writes what is neither throw nor move.
func (w *walk) words(e engine.Event) (side, text string) {
	switch e.Act {
	case engine.ActResign:
		return w.side(e.By), resignWord
	case engine.ActSeal:
		return w.side(e.By), sealWord
	case engine.ActOrder:
		return w.side(e.By), orderWord + " " + e.Text
	case engine.ActTimeout:
		return w.named(e.Text), timeoutWord
	case engine.ActTime:
		to, given, _ := engine.ParseTime(e.Text)
		word := timeWord
		if e.By != engine.NoSide {
			word = giftWord
		}
		return w.side(to), word + " " + strconv.Itoa(int(given/time.Second))
	case engine.ActRest:
		name, until, _ := strings.Cut(e.Text, " ")
		return w.named(name), restWord + " " + until
	case engine.ActControl:
		return "", controlWord + " " + e.Text
	case engine.ActBreak:
		return "", breakWord + " " + e.Text
	case engine.ActForfeit:
		if e.Text == bothWord {
			return bothWord, forfeitWord
		}
		return w.named(e.Text), forfeitWord
	case engine.ActAdjudicate:
		if e.Text == "" {
			return nobodyWord, rulingWord
		}
		if winner, ok := strings.CutSuffix(e.Text, " slow"); ok {
			return w.named(winner), slowWord
		}
		return w.named(e.Text), rulingWord
	}
	return "", voidWord
}

// named returns what the game calls a side that an event names.
func (w *walk) named(text string) string {
	side, _ := engine.ParseSide(text)
	return w.side(side)
}

// passer returns the side that would have moved with another throw.
func passer(p engine.Position) engine.Side {
	dice := p.Next().Dice
	throw := make([]int, dice.Count)
	for i := range throw {
		throw[i] = 1
	}
	for {
		if next, err := p.Roll(throw...); err == nil && !engine.Passed(p, next) && next.Next().Side != engine.NoSide {
			return next.Next().Side
		}
		i := 0
		for ; i < len(throw) && throw[i] == dice.Sides; i++ {
			throw[i] = 1
		}
		if i == len(throw) {
			return engine.NoSide
		}
		throw[i]++
	}
}

// scoreOf returns the goals on a board.
func scoreOf(p engine.Position) [2]int {
	if o := p.Outcome(); o.Over() {
		return o.Score
	}
	return p.Diagram().Score
}

func scoreText(score [2]int) string { return strconv.Itoa(score[0]) + ":" + strconv.Itoa(score[1]) }
