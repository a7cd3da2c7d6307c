package enginetest

import (
	"slices"
	"strings"
	"testing"

	"kickabout/engine"
)

const (
	cards       = 6    // of a lesson
	cardLetters = 170  // of a text of a card
	cardNodes   = 5000 // steps that are gone through to find the move of a card
)

// Lesson sees that a game has a lesson, and that it holds to the game: every position is
// one, every move is legal and goes on from what is entered with what answers, and no
// touch stays without its reason.
func Lesson(t *testing.T, g engine.Game) {
	t.Helper()
	lesson := g.Rules().Lesson
	if len(lesson) != cards {
		t.Errorf("the lesson has %d cards, want %d", len(lesson), cards)
	}
	for i, c := range lesson {
		p, err := g.Parse(c.Variant, c.Position)
		if err != nil || p.String() != c.Position {
			t.Errorf("card %d: %q: %v", i+1, c.Position, err)
			continue
		}
		l := lessonCheck{t: t, card: c, n: i + 1, p: p}
		l.texts()
		l.move()
		l.touches()
	}
}

type lessonCheck struct {
	t    *testing.T
	card engine.Card
	n    int // from 1
	p    engine.Position
}

func (l lessonCheck) errorf(format string, args ...any) {
	l.t.Helper()
	l.t.Errorf("card %d: "+format, append([]any{l.n}, args...)...)
}

// texts sees that each text is a short sentence.
func (l lessonCheck) texts() {
	c := l.card
	texts := []string{c.Text, c.Ask, c.Says, c.Else}
	if c.Legal != "" {
		texts = append(texts, c.Legal)
	}
	for _, r := range c.Wrong {
		texts = append(texts, r.Says)
	}
	for _, text := range texts {
		if !strings.HasSuffix(text, ".") || len(text) > cardLetters {
			l.errorf("%q is no short sentence", text)
		}
	}
	if !strings.HasPrefix(c.Text, "*") || strings.Count(c.Text, "*") != 2 {
		l.errorf("%q does not begin with its idea between asterisks", c.Text)
	}
}

// move sees that the move is legal, and found by going on from what is entered.
func (l lessonCheck) move() {
	c := l.card
	if err := l.p.Check(c.Move); err != nil {
		l.errorf("%s: %v", c.Move, err)
	}
	if len(c.Right) == 0 {
		l.errorf("nothing answers it")
		return
	}
	nodes := cardNodes
	if !l.leads(append(slices.Clone(c.Done), c.Right[0]), &nodes) {
		l.errorf("%s does not go on from %s with %s", c.Move, engine.FormatSteps(c.Done), c.Right[0])
	}
}

func (l lessonCheck) leads(done []engine.Step, nodes *int) bool {
	*nodes--
	next, move := l.p.Continue(done)
	if move == l.card.Move {
		return true
	}
	return *nodes > 0 && slices.ContainsFunc(next, func(s engine.Step) bool {
		return l.leads(append(done[:len(done):len(done)], s), nodes)
	})
}

// touches sees that what answers is legal and shown, and that any other legal touch has a
// reason of its own.
func (l lessonCheck) touches() {
	c, d := l.card, l.p.Diagram(l.card.Done...)
	shown := map[engine.Step]bool{}
	top, bottom := c.View(d)
	for _, s := range d.Spots {
		middle := s.Y + s.H/2
		shown[s.Step] = top <= middle && middle <= bottom
	}
	next, _ := l.p.Continue(c.Done)
	for _, s := range c.Right {
		if !slices.Contains(next, s) || !shown[s] {
			l.errorf("%s answers, and is not legal or not shown", s)
		}
	}
	var told []engine.Step
	for _, r := range c.Wrong {
		told = append(told, r.Steps...)
	}
	for _, s := range told {
		if slices.Contains(c.Right, s) || !shown[s] {
			l.errorf("%s is called wrong, and answers or is not shown", s)
		}
	}
	missed := slices.IndexFunc(next, func(s engine.Step) bool {
		return shown[s] && !slices.Contains(c.Right, s) && !slices.Contains(told, s)
	})
	if (missed >= 0) != (c.Legal != "") {
		l.errorf("%q is said of touches that the rules allow and that do not answer; such are %s", c.Legal, engine.FormatSteps(next))
	}
}
