package record

import (
	"errors"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"kickabout/engine"
)

// Games finds a game by its id; an unknown one wraps engine.ErrUnknown.
type Games func(id string) (engine.Game, error)

// Read reads a match from a file, text or JSON.
func Read(data []byte, games Games) (Match, error) {
	if IsJSON(data) {
		return DecodeJSON(data, games)
	}
	return Decode(string(data), games)
}

// Decode reads what Encode wrote, or somebody by hand: there, headers may be missing
// but for the game, numbers, sides, forced passes and moments may be left out, and
// comments stand in braces or behind a semicolon at the beginning of a line or after a
// blank. An error is a Fault.
func Decode(text string, games Games) (Match, error) {
	p := &parser{text: clean(text)}
	if err := p.bounds(text); err != nil {
		return Match{}, err
	}
	fields, err := p.headers()
	if err != nil {
		return Match{}, err
	}
	head, err := p.understand(fields, games)
	if err != nil {
		return Match{}, err
	}
	r, err := engine.Rebuild(p.game, head.variant, p.next)
	if err != nil {
		return Match{}, p.faulty(err)
	}
	m := Match{Headers: head.others, Record: r}
	return m, p.agree(fields, m.derived())
}

// clean takes away what editors put in front of a text and at the ends of its lines.
func clean(text string) string {
	return strings.ReplaceAll(strings.TrimPrefix(text, "\uFEFF"), "\r\n", "\n")
}

func (p *parser) bounds(text string) error {
	if len(text) > MaxBytes {
		return p.unreadable(0, "The record has %d bytes; at most %d are read.", len(text), MaxBytes)
	}
	if !utf8.ValidString(text) {
		at := 0
		for r, n := utf8.DecodeRuneInString(p.text); r != utf8.RuneError || n != 1; r, n = utf8.DecodeRuneInString(p.text[at:]) {
			at += n
		}
		return p.unreadable(at, "This is no text in UTF-8.")
	}
	return nil
}

// A parser reads the text of a match; places in it are offsets.
type parser struct {
	text string
	pos  int
	game engine.Game

	first  engine.Event // the seats
	at     time.Time    // of the event read last
	faces  []shown      // read and not thrown yet
	number int          // of the last move, forced passes counted
	passed bool         // the last throw forced a pass, which has not been said yet
	passer engine.Side  // by this side, if any other throw allowed it a move
	line   prefix       // how the present line begins
	bad    int          // where what is being read begins
}

// shown is a face and where it stands.
type shown struct{ face, pos int }

// next reads the next event; it is what engine.Rebuild asks.
func (p *parser) next(sofar *engine.Record) (engine.Event, error) {
	switch {
	case len(sofar.Log) == 0:
		p.prefix() // there may be no empty line before the log
		return p.first, nil
	case len(sofar.Log) == MaxEvents:
		return engine.Event{}, p.unreadable(p.pos, "A record has at most %d events.", MaxEvents)
	}
	for {
		due := sofar.Next().Dice.Count
		if len(p.faces) > 0 && (due == 0 || len(p.faces) >= due) {
			return p.throw(sofar)
		}
		if err := p.skip(); err != nil {
			return engine.Event{}, err
		}
		switch bracket := strings.HasPrefix(p.text[p.pos:], "["); {
		case len(p.faces) > 0 && !bracket:
			return engine.Event{}, p.illegal(p.faces[0].pos, "%d dice are thrown here, and only %d of them shows.", due, len(p.faces))
		case p.pos == len(p.text):
			return engine.Event{}, io.EOF
		case bracket:
			if err := p.bracket(); err != nil {
				return engine.Event{}, err
			}
		case p.text[p.pos] == '@':
			return engine.Event{}, p.unreadable(p.pos, "A moment stands behind the throw, move or end whose moment it is.")
		default:
			p.bad = p.pos
			if e, err := p.decision(sofar); err != nil || e.Act != "" {
				return e, err
			}
		}
	}
}

// throw makes an event of the faces that are due.
func (p *parser) throw(sofar *engine.Record) (engine.Event, error) {
	p.bad = p.faces[0].pos
	dice := sofar.Next().Dice
	if dice.Count == 0 {
		return engine.Event{}, p.illegal(p.bad, "No throw is due here.")
	}
	hand := hand{}
	for _, f := range p.faces[:dice.Count] {
		hand = append(hand, f.face)
	}
	p.faces = p.faces[dice.Count:]
	led, err := sofar.Position.Roll(hand...)
	if err != nil {
		return engine.Event{}, err
	}
	if p.passed = engine.Passed(sofar.Position, led); p.passed {
		p.number++
		p.passer = passer(sofar.Position)
	}
	e, err := sofar.Throw(&hand)
	e.At = p.at
	return e, err
}

// A hand of dice shows its faces one after the other.
type hand []int

func (h *hand) Draw(uint32, string, int, int) (int, error) {
	face := (*h)[0]
	*h = (*h)[1:]
	return face, nil
}

// agree compares the headers that follow from the log with what the log says.
func (p *parser) agree(fields []field, derived map[string]string) error {
	for _, f := range fields {
		if !follows(f.name) || f.name == seats || f.name == begun || f.value == derived[f.name] {
			continue
		}
		if derived[f.name] == "" {
			return p.illegal(f.pos, "By the log there is no %s yet.", strings.ToLower(f.name))
		}
		return p.illegal(f.pos, "By the log it is %q.", derived[f.name])
	}
	return nil
}

// faulty says where an error arose, unless it says so itself.
func (p *parser) faulty(err error) error {
	var f *Fault
	if errors.As(err, &f) {
		return err
	}
	return p.fault(p.bad, err)
}
