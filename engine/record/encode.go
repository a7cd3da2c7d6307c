package record

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"kickabout/engine"
)

// moment is how a file writes a moment: UTC, to the millisecond.
const moment = "2006-01-02T15:04:05.000Z"

// Encode writes a match as text. Its headers must be Valid, and the moments of its
// log in the years 1 to 9999.
func Encode(m Match) string {
	var b strings.Builder
	lines := Lines(m.Record)
	derived := m.derived()
	for _, name := range m.order() {
		value := derived[name]
		if !follows(name) {
			value = m.Headers[name]
		}
		if value == "" {
			continue
		}
		if !plain(value) {
			value = strconv.Quote(value)
		}
		b.WriteString(name + ": " + value + "\n")
	}
	w := writer{sides: m.Record.Game.Info().Sides}
	if len(m.Record.Log) > 0 {
		w.at = m.Record.Log[0].At
	}
	b.WriteString("\n")
	for _, l := range lines {
		b.WriteString(w.line(l) + "\n")
	}
	return b.String()
}

// derived returns the headers that follow from the log; "" stands for none.
func (m Match) derived() map[string]string {
	r := m.Record
	info := r.Game.Info()
	h := map[string]string{game: info.ID + "/" + r.Variant, result: "*", seats: seatsText(r)}
	if len(r.Log) > 0 && !r.Log[0].At.IsZero() {
		h[begun] = r.Log[0].At.UTC().Format(moment)
	}
	if o := r.Outcome(); o.Over() {
		h[result], h[ending] = scoreText(o.Score), string(o.Ending)
		if o.Winner != engine.NoSide {
			h[winner] = info.Sides[o.Winner-1]
		}
	}
	return h
}

const byLot = ", by lot"

// seatsText says which sides seats 0 and 1 have; "" where seat 0 is First and no lot
// decided that.
func seatsText(r engine.Record) string {
	lot := len(r.Log) > 0 && len(r.Log[0].Draws) > 0
	if r.First == 0 && !lot {
		return ""
	}
	sides := r.Game.Info().Sides
	text := sides[r.First] + ", " + sides[1-r.First]
	if lot {
		text += byLot
	}
	return text
}

// A writer writes lines, and moments where they differ from the one before.
type writer struct {
	sides    [2]string
	at       time.Time
	timeless bool // no moments
}

// The columns of a line: the number, the side, the throws.
const (
	numberWidth = 4
	throwsWidth = 5
)

func (w *writer) line(l Line) string {
	number := ""
	if l.Number > 0 {
		number = fmt.Sprintf("%3d.", l.Number)
	}
	width := max(len([]rune(w.sides[0])), len([]rune(w.sides[1])))
	text := fmt.Sprintf("%-*s %-*s %-*s", numberWidth, number, width, l.Side, throwsWidth, w.throws(l.Before))
	if l.Text != "" {
		text += " " + l.Text + w.moment(l.At)
	}
	if len(l.After) > 0 {
		text += " " + w.throws(l.After)
	}
	if l.Score != "" {
		text += " {" + l.Score + "}"
	}
	return strings.TrimRight(text, " ")
}

// throws writes throws in brackets: a new pair where the moment is another one, a
// semicolon between dice of different kinds, or between throws of several dice.
func (w *writer) throws(list []Throw) string {
	var b strings.Builder
	for i, t := range list {
		switch {
		case i == 0:
			b.WriteString("[")
		case !t.At.Equal(list[i-1].At):
			b.WriteString("]" + w.moment(list[i-1].At) + " [")
		case t.Label != list[i-1].Label || len(t.Faces) > 1:
			b.WriteString("; ")
		default:
			b.WriteString(" ")
		}
		b.WriteString(strings.Trim(fmt.Sprint(t.Faces), "[]"))
	}
	if len(list) > 0 {
		b.WriteString("]" + w.moment(list[len(list)-1].At))
	}
	return b.String()
}

// moment writes the moment of what stands before it, if it is not known already.
func (w *writer) moment(at time.Time) string {
	if at.Equal(w.at) || w.timeless {
		return ""
	}
	w.at = at
	return " @" + at.UTC().Format(moment)
}
