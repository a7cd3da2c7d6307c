package record

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"kickabout/engine"
)

// A prefix is how a line begins: its number and its side, if they are there.
type prefix struct {
	number    int // 0: none
	numberPos int
	side      string // "": none
	pos       int    // of the side
}

// skip goes on to the next thing that is no blank and no comment, and reads the
// prefix of each line that it comes to.
func (p *parser) skip() error {
	for p.pos < len(p.text) {
		switch c := p.text[p.pos]; {
		case c == '\n':
			p.line = prefix{}
			p.pos++
			p.prefix()
		case c == ' ' || c == '\t':
			p.pos++
		case c == ';':
			p.pos += len(p.rest())
		case c == '{':
			end := strings.IndexByte(p.text[p.pos:], '}')
			if end < 0 {
				return p.unreadable(p.pos, "A comment that begins with a brace ends with one.")
			}
			p.pos += end + 1
		default:
			return nil
		}
	}
	return nil
}

// rest is the rest of the line.
func (p *parser) rest() string {
	line, _, _ := strings.Cut(p.text[p.pos:], "\n")
	return line
}

// prefix reads the number and the side at the beginning of a line.
func (p *parser) prefix() {
	p.blanks()
	word := p.word()
	if digits, ok := strings.CutSuffix(word, "."); ok {
		if n, err := strconv.Atoi(digits); err == nil && n > 0 {
			p.line.number, p.line.numberPos = n, p.pos
			p.pos += len(word)
			p.blanks()
			word = p.word()
		}
	}
	sides := p.game.Info().Sides
	for _, name := range []string{sides[0], sides[1], bothWord, nobodyWord} {
		if strings.EqualFold(word, name) {
			p.line.side, p.line.pos = name, p.pos
			p.pos += len(word)
		}
	}
}

func (p *parser) blanks() {
	for p.pos < len(p.text) && (p.text[p.pos] == ' ' || p.text[p.pos] == '\t') {
		p.pos++
	}
}

func (p *parser) word() string {
	if end := strings.IndexAny(p.rest(), " \t"); end >= 0 {
		return p.rest()[:end]
	}
	return p.rest()
}

// bracket reads throws: faces in brackets, parted by blanks or semicolons, and their
// moment.
func (p *parser) bracket() error {
	inside, _, closed := strings.Cut(p.rest(), "]")
	if !closed {
		return p.unreadable(p.pos, "Throws that begin with a bracket end with one on the same line.")
	}
	for i := 1; i < len(inside); {
		end := i
		for end < len(inside) && !strings.ContainsRune(" \t;", rune(inside[end])) {
			end++
		}
		if end > i {
			face, err := strconv.Atoi(inside[i:end])
			if err != nil {
				return p.unreadable(p.pos+i, "%q is no face of a die.", inside[i:end])
			}
			p.faces = append(p.faces, shown{face, p.pos + i})
		}
		i = end + 1
	}
	p.pos += len(inside) + 1
	return p.stamp()
}

// stamp reads the moment behind what has just been read, if there is one.
func (p *parser) stamp() (err error) {
	p.blanks()
	if word, ok := strings.CutPrefix(p.word(), "@"); ok {
		if p.at, err = p.moment(word, p.pos); err == nil {
			p.pos += len(word) + 1
		}
	}
	return err
}

// decision reads a move or what else somebody decided; a forced pass is no event.
func (p *parser) decision(sofar *engine.Record) (engine.Event, error) {
	text := p.rest()
	for _, end := range []string{" [", " {", " ;", " @", "\t"} {
		text, _, _ = strings.Cut(text, end)
	}
	p.pos += len(text)
	text = strings.TrimRight(text, " ")
	if text == passWord {
		return engine.Event{}, p.forced()
	}
	e, err := p.event(text, sofar)
	if err != nil {
		return engine.Event{}, err
	}
	p.passed = false
	e.Seq = len(sofar.Log) + 1
	err = p.stamp()
	e.At = p.at
	return e, err
}

// forced checks a forced pass.
func (p *parser) forced() error {
	if !p.passed {
		return p.illegal(p.bad, "Nobody has to pass here.")
	}
	p.passed = false
	return cmp.Or(p.numbered(p.number), p.turn(p.passer))
}

// numbered checks the number of the line, if it has one.
func (p *parser) numbered(want int) error {
	if got := p.line.number; got != 0 && got != want {
		return p.illegal(p.line.numberPos, "This is move %d, not %d.", want, got)
	}
	return nil
}

// turn checks the side of the line, if it names one.
func (p *parser) turn(want engine.Side) error {
	if p.line.side == "" || want == engine.NoSide {
		return nil
	}
	if name := p.game.Info().Sides[want-1]; p.line.side != name {
		return p.illegal(p.line.pos, "It is the turn of %s.", name)
	}
	return nil
}

// event reads one decision.
func (p *parser) event(text string, sofar *engine.Record) (engine.Event, error) {
	word, rest, _ := strings.Cut(text, " ")
	switch {
	case text == resignWord:
		return p.by(engine.ActResign, "", sofar)
	case text == sealWord:
		return p.by(engine.ActSeal, "", sofar)
	case word == orderWord:
		return p.by(engine.ActOrder, rest, sofar)
	case text == timeoutWord:
		return p.about(engine.ActTimeout, sofar)
	case word == timeWord:
		e, err := p.about(engine.ActTime, sofar)
		e.Text += " " + rest
		return e, err
	case word == giftWord:
		e, err := p.about(engine.ActTime, sofar)
		to, _ := engine.ParseSide(e.Text)
		e.By = to.Other()
		e.Text += " " + rest
		return e, err
	case word == restWord:
		e, err := p.about(engine.ActRest, sofar)
		e.Text += " " + rest
		return e, err
	case word == controlWord:
		return engine.Event{Act: engine.ActControl, Text: rest}, nil
	case word == breakWord:
		return engine.Event{Act: engine.ActBreak, Text: rest}, nil
	case text == forfeitWord && p.line.side == bothWord:
		return engine.Event{Act: engine.ActForfeit, Text: bothWord}, nil
	case text == forfeitWord:
		return p.about(engine.ActForfeit, sofar)
	case text == rulingWord && p.line.side == nobodyWord:
		return engine.Event{Act: engine.ActAdjudicate}, nil
	case text == rulingWord:
		return p.about(engine.ActAdjudicate, sofar)
	case text == slowWord:
		e, err := p.about(engine.ActAdjudicate, sofar)
		winner, _ := engine.ParseSide(e.Text)
		e.Text = engine.AgainstSlowPlay(winner)
		return e, err
	case text == voidWord:
		return engine.Event{Act: engine.ActVoid}, nil
	}
	return p.move(text, sofar)
}

// side returns the side that the line names; if it names none, the one to move.
func (p *parser) side(sofar *engine.Record) (engine.Side, error) {
	sides := p.game.Info().Sides
	if i := slices.Index(sides[:], p.line.side); i >= 0 {
		return engine.Side(i + 1), nil
	}
	if side := sofar.Next().Side; side != engine.NoSide && p.line.side == "" {
		return side, nil
	}
	return engine.NoSide, p.unreadable(p.bad, "Before this stands the side it is about: %s or %s.", sides[0], sides[1])
}

// by returns an event that comes from a side.
func (p *parser) by(act engine.Act, text string, sofar *engine.Record) (engine.Event, error) {
	side, err := p.side(sofar)
	return engine.Event{Act: act, By: side, Text: text}, err
}

// about returns an event of the platform that concerns a side.
func (p *parser) about(act engine.Act, sofar *engine.Record) (engine.Event, error) {
	side, err := p.side(sofar)
	return engine.Event{Act: act, Text: side.String()}, err
}

// move returns the event of a move, in the one form that the game accepts.
func (p *parser) move(text string, sofar *engine.Record) (engine.Event, error) {
	side := max(sofar.Next().Side, sofar.Next().Sealed)
	switch {
	case sofar.Next().Over():
		return engine.Event{}, p.illegal(p.bad, "The match is over here; nothing may follow.")
	case side == engine.NoSide:
		return engine.Event{}, p.illegal(p.bad, "Before this, dice must be thrown; a throw stands in brackets.")
	}
	p.number++
	if err := cmp.Or(p.numbered(p.number), p.turn(side)); err != nil {
		return engine.Event{}, err
	}
	m := engine.Move(text)
	if err := sofar.Position.Check(m); err != nil {
		other, ok := normal(sofar.Position, text)
		if !ok {
			return engine.Event{}, err
		}
		m = other
	}
	return engine.Event{Act: engine.ActMove, By: side, Text: string(m)}, nil
}

// normal looks for the move that somebody wrote with its places in another order: it
// enters them in that order, and takes what they spell if it has the same letters.
func normal(p engine.Position, text string) (engine.Move, bool) {
	var done []engine.Step
	cells := map[string]bool{}
	width := 0
	for _, s := range p.Diagram().Spots {
		cells[string(s.Step.Cell)] = s.Step.Cell != ""
		width = max(width, len(s.Step.Cell))
	}
	for i := 0; i < len(text); i++ {
		for n := min(width, len(text)-i); n > 0; n-- {
			if cells[text[i:i+n]] {
				done = append(done, engine.Step{Cell: engine.Cell(text[i : i+n])})
				i += n - 1
				break
			}
		}
	}
	_, m := p.Continue(done)
	return m, m != "" && letters(string(m)) == letters(text)
}

// letters sorts the bytes of a text.
func letters(text string) string {
	b := []byte(text)
	slices.Sort(b)
	return string(b)
}
