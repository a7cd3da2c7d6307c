package cufootball_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kickabout/engine"
	"kickabout/engine/enginetest"
	"kickabout/engine/games/cufootball"
)

// An oracle compares the real rules with the slow ones, position by position.
type oracle struct {
	t       *testing.T
	r       sampler
	variant string
	met     map[string]int // how many positions there were of which kind
}

// same sees that both wait for the same.
func (o *oracle) same(how string, p engine.Position, m model) {
	o.t.Helper()
	if p.String() != m.text() {
		o.t.Fatalf("%s: %s\n%s, but by the slow rules\n%s", o.variant, how, p, m.text())
	}
	want := engine.Next{Side: m.waits()}
	if label := m.label(); label != "" {
		want.Dice = engine.Dice{Label: label, Count: 1, Sides: 4, After: m.phase != "move"}
	}
	if p.Next() != want {
		o.t.Fatalf("%s: %s waits for %+v, by the slow rules %+v", o.variant, p, p.Next(), want)
	}
	if p.Outcome() != m.outcome() {
		o.t.Fatalf("%s: %s: outcome %+v, by the slow rules %+v", o.variant, p, p.Outcome(), m.outcome())
	}
	o.met[m.phase]++
	if m.chain.act != "" {
		o.met[m.phase+": "+m.chain.due]++
	}
	if m.phase == "over" {
		o.met[string(m.outcome().Ending)]++
	}
}

// parsed returns the real position of a slow one.
func (o *oracle) parsed(m model) engine.Position {
	o.t.Helper()
	p, err := cufootball.Game{}.Parse(o.variant, m.text())
	if err != nil {
		o.t.Fatalf("%s: %s: %v", o.variant, m.text(), err)
	}
	o.same("read", p, m)
	return p
}

// moves sees that both know the same moves.
func (o *oracle) moves(p engine.Position, m model) {
	o.t.Helper()
	if m.phase == "move" && m.allowance() > 2 || m.phase == "setup" {
		o.samples(p, m)
		return
	}
	want := m.choices()
	got := make([]string, 0, len(want))
	for move := range p.Moves() {
		got = append(got, string(move))
	}
	if !slices.Equal(got, want) {
		o.t.Fatalf("%s: %s: moves\n%v, but by the slow rules\n%v", o.variant, p, got, want)
	}
	if p.Count() != len(want) {
		o.t.Fatalf("%s: %s: Count is %d, but there are %d moves", o.variant, p, p.Count(), len(want))
	}
	if o.r.IntN(4) > 0 {
		return
	}
	for _, text := range texts(m) {
		if _, found := slices.BinarySearch(want, text); found != (p.Check(engine.Move(text)) == nil) {
			o.t.Fatalf("%s: %s: %s is legal: %v, by the slow rules %v", o.variant, p, text, !found, found)
		}
	}
}

// texts returns what looks like a move in the phase.
func texts(m model) []string {
	texts := []string{"", "M", "M G22", "D-", "O", "S"}
	for _, name := range names {
		texts = append(texts, "D>"+name, "T"+name+"0", "T"+name+"4")
		for _, man := range slices.Concat(m.men[0], m.men[1], []spot{m.ball}) {
			texts = append(texts, "K"+man.text()+">"+name)
		}
		for length := 1; length <= 3; length++ {
			texts = append(texts, fmt.Sprintf("T%s%d", name, length))
		}
	}
	for column := range 11 {
		for dx := -2; dx <= 2; dx++ {
			texts = append(texts, fmt.Sprintf("Q%d,%d,+", column, dx), fmt.Sprintf("Q%d,%d,-", column, dx), fmt.Sprintf("Q%d,%d", column, dx))
		}
	}
	return texts
}

// samples sees that both judge moves alike where there are too many to list.
func (o *oracle) samples(p engine.Position, m model) {
	o.t.Helper()
	for range 4 {
		drawn := string(p.Random(o.r.Rand))
		if !m.legal(drawn) {
			o.t.Fatalf("%s: %s: %s is drawn, but illegal by the slow rules", o.variant, p, drawn)
		}
		text := o.r.spoilt(drawn)
		if o.r.IntN(4) > 0 {
			text = o.candidate(m)
		}
		legal := m.legal(text)
		if legal != (p.Check(engine.Move(text)) == nil) {
			o.t.Fatalf("%s: %s: %s is legal: %v, by the slow rules %v", o.variant, p, text, !legal, legal)
		}
		o.met[fmt.Sprintf("%s that is legal: %v", m.phase, legal)]++
	}
}

// candidate returns what may be a move.
func (o *oracle) candidate(m model) string {
	if m.phase == "setup" {
		return o.r.anySetUp(m)
	}
	return o.r.walk(m)
}

// spoilt returns a text with one letter replaced by another of it.
func (r sampler) spoilt(text string) string {
	letters := []byte(text)
	letters[r.IntN(len(letters))] = letters[r.IntN(len(letters))]
	return string(letters)
}

// choose returns a legal move, of kicks rather those that lead into a goal.
func (o *oracle) choose(p engine.Position, m model) string {
	if m.phase == "move" && o.r.IntN(4) == 0 {
		return "M"
	}
	if m.phase != "kick" || o.r.IntN(2) == 0 {
		return string(p.Random(o.r.Rand))
	}
	texts := m.choices()
	forward := slices.DeleteFunc(slices.Clone(texts), func(text string) bool {
		_, name, _ := strings.Cut(text, ">")
		return wayOf(name).y != upward[m.side]
	})
	if len(forward) > 0 {
		texts = forward
	}
	return texts[o.r.IntN(len(texts))]
}

// next plays one legal move or draw, seeing that every draw leads to the same.
func (o *oracle) next(p engine.Position, m model) (engine.Position, model) {
	o.t.Helper()
	if m.label() == "" {
		o.moves(p, m)
		text := o.choose(p, m)
		after, err := p.Play(engine.Move(text))
		if err != nil {
			o.t.Fatalf("%s: %s: %s: %v", o.variant, p, text, err)
		}
		slow := m.play(text)
		o.same(p.String()+" with "+text+" becomes", after, slow)
		if m.phase == "move" && m.side != m.owner && slow.label() == "attack" {
			o.met["nothing to be done with the ball, "+m.mode]++
		}
		return after, slow
	}
	chosen := 1 + o.r.IntN(4)
	var after engine.Position
	for face := 1; face <= 4; face++ {
		rolled, err := p.Roll(face)
		if err != nil {
			o.t.Fatalf("%s: %s: %d: %v", o.variant, p, face, err)
		}
		o.same(fmt.Sprintf("%s with %d becomes", p, face), rolled, m.roll(face))
		if face == chosen {
			after = rolled
		}
	}
	return after, m.roll(chosen)
}

// variants are the sets of rules that are compared.
var variants = []string{
	"classic", "classic,goals=1", "classic,goals=5,clock=60", "classic,clock=120", "classic,goals=0,clock=60",
	"culica", "culica,half=1", "culica,miss=1", "culica,dribble=2", "culica,miss=1,dribble=3", "culica,fouls=1", "culica,goals=0,clock=120,half=1,miss=1,dribble=3,fouls=1",
}

func newOracle(t *testing.T, seed uint64) *oracle {
	return &oracle{t: t, r: sampler{rand.New(rand.NewPCG(seed, seed))}, met: map[string]int{}}
}

// lacks fails the test if kinds of positions have not been met.
func (o *oracle) lacks(kinds ...string) {
	o.t.Helper()
	o.t.Log(o.met)
	for _, kind := range kinds {
		if o.met[kind] == 0 {
			o.t.Errorf("no position was of the kind %q", kind)
		}
	}
}

func TestFastAgreesWithSlow(t *testing.T) {
	o := newOracle(t, 7)
	for range enginetest.Size(60_000) {
		o.variant = variants[o.r.IntN(len(variants))]
		m := o.r.sample(o.variant)
		p := o.parsed(m)
		for range 2 {
			if p.Next().Over() {
				break
			}
			p, m = o.next(p, m)
			for m.chain.act != "" { // to the end of the move
				o.parsed(m)
				p, m = o.next(p, m)
			}
		}
	}
	o.lacks("plus", "kick: miss", "kick: turn", "kick: foul", "throw: foul", "goalkick: foul")
	o.lacks("setup", "kickoff: kick", "kickoff: rest", "move", "kick", "kick: kick", "kick: pass", "kick: rest", "kick: save", "dribble",
		"throw", "throw: pass", "throw: rest", "goalkick", "goalkick: kick", "goalkick: pass", "goalkick: rest",
		"nothing to be done with the ball, free", "nothing to be done with the ball, in", "nothing to be done with the ball, keeper",
		"target", "full time", "last goal", "goalless",
		"move that is legal: true", "move that is legal: false", "setup that is legal: true", "setup that is legal: false")
}

func TestWholeMatchesAgreeWithSlow(t *testing.T) {
	o := newOracle(t, 8)
	for n := range enginetest.Size(100) {
		o.variant = variants[n%len(variants)]
		start, err := cufootball.Game{}.Start(o.variant)
		if err != nil {
			t.Fatal(err)
		}
		m := slowStart(0, 0)
		m.options = optionsOf(o.variant)
		o.same("at the start", start, m)
		for p := start; !p.Next().Over(); {
			p, m = o.next(p, m)
			o.parsed(m)
		}
	}
	o.lacks("target")
}

// Green and blue pegs allow too many movements to list in each position; in some
// they are counted, or listed.
func TestLongMovementsAgreeWithSlow(t *testing.T) {
	o := newOracle(t, 9)
	for n := range enginetest.Size(300) {
		o.variant = "classic"
		m := o.r.laid(optionsOf(o.variant))
		m.phase, m.draw = "move", "3"
		if n%10 == 0 {
			m.draw = "4"
		}
		p := o.parsed(m)
		want := m.choices()
		if p.Count() != len(want) {
			t.Fatalf("%s: Count is %d, but there are %d moves", p, p.Count(), len(want))
		}
		i := 0
		for move := range p.Moves() {
			if i >= len(want) || string(move) != want[i] {
				t.Fatalf("%s: move %d is %s, but by the slow rules %v", p, i, move, want[i:min(len(want), i+1)])
			}
			i++
		}
		for range 20 {
			if text := o.r.walk(m); slices.Contains(want, text) != m.mayMove(text) {
				t.Fatalf("%s: the slow rules do not agree with themselves about %s", p, text)
			}
		}
	}
}

func TestSetUpsAreCounted(t *testing.T) {
	o := newOracle(t, 10)
	for _, m := range []model{slowStart(3, 90), slowStart(3, 90).play("S" + o.r.setUp(optionsOf("classic"), 0, true))} {
		o.variant = "classic"
		if p := o.parsed(m); p.Count() != m.setUps() {
			t.Errorf("%s: %d set-ups, by the slow rules %d", p, p.Count(), m.setUps())
		}
	}
}

// A text that is nearly one of a match may be a position too, or be refused; what
// is read plays on by the slow rules.
func TestWhatIsReadPlaysOn(t *testing.T) {
	o := newOracle(t, 11)
	for range enginetest.Size(2_000) {
		o.variant = variants[o.r.IntN(len(variants))]
		m := o.r.sample(o.variant)
		p := o.parsed(m)
		for n := o.r.IntN(4); n > 0 && !p.Next().Over(); n-- {
			p, m = o.next(p, m)
		}
		for range 20 {
			text := o.r.spoilt(m.text())
			p, err := cufootball.Game{}.Parse(o.variant, text)
			if err != nil {
				o.met["refused"]++
				continue
			}
			o.met["read"]++
			m := modelBy(o.variant, text)
			o.same("read", p, m)
			if !p.Next().Over() {
				o.next(p, m)
			}
		}
	}
	o.lacks("refused", "read", "kick: pass", "kick: rest", "kick: save", "dribble")
}

func TestPerftAgreesWithSlow(t *testing.T) {
	cases, err := enginetest.PerftCases("testdata/perft.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if got := modelOf(3, 90, c.Position).perft(c.Depth); got != c.Count {
			t.Errorf("%s: perft %d is %d by the slow rules, %d in the file", c.Position, c.Depth, got, c.Count)
		}
	}
}
