package chain_test

import (
	"errors"
	"fmt"
	"testing"

	"kickabout/league/chain"
)

// a log of five lines, the third without a value.
func sample() []chain.Line {
	v := chain.Start("tournament", "t1")
	var lines []chain.Line
	for n := 1; n <= 5; n++ {
		l := chain.Line{N: n, Fields: []string{fmt.Sprint(n), "entered", "player " + fmt.Sprint(n)}}
		v = v.Next(l.Fields...)
		if n != 3 {
			l.Stored = append([]byte{}, v[:]...)
		}
		lines = append(lines, l)
	}
	return lines
}

func TestALogThatNobodyTouchedHolds(t *testing.T) {
	t.Parallel()
	lines := sample()
	last, err := chain.Check(chain.Start("tournament", "t1"), lines)
	if stored, ok := chain.ValueOf(lines[4].Stored); err != nil || !ok || last != stored {
		t.Errorf("it is %x, %v", last, err)
	}
}

func TestEveryBitOfALogCounts(t *testing.T) {
	t.Parallel()
	from := chain.Start("tournament", "t1")
	flips := 0
	for i := range sample() {
		for f := range sample()[i].Fields {
			for bit := range 8 * len(sample()[i].Fields[f]) {
				lines := sample()
				text := []byte(lines[i].Fields[f])
				text[bit/8] ^= 1 << (bit % 8)
				lines[i].Fields[f] = string(text)
				flips++
				if _, err := chain.Check(from, lines); err == nil {
					t.Errorf("field %d of line %d with another bit %d passes", f, i+1, bit)
				}
			}
		}
		for bit := range 8 * len(sample()[i].Stored) {
			lines := sample()
			lines[i].Stored[bit/8] ^= 1 << (bit % 8)
			flips++
			if _, err := chain.Check(from, lines); err == nil {
				t.Errorf("the value of line %d with another bit %d passes", i+1, bit)
			}
		}
	}
	if flips < 1000 {
		t.Errorf("only %d bits were tried", flips)
	}
}

func TestALineTakenOutPutInOrMovedIsFound(t *testing.T) {
	t.Parallel()
	from := chain.Start("tournament", "t1")
	for name, change := range map[string]func([]chain.Line) []chain.Line{
		"taken out":   func(l []chain.Line) []chain.Line { return append(l[:1:1], l[2:]...) },
		"put in":      func(l []chain.Line) []chain.Line { return append(l[:2:2], append([]chain.Line{l[1]}, l[2:]...)...) },
		"moved":       func(l []chain.Line) []chain.Line { l[0], l[1] = l[1], l[0]; return l },
		"another log": func(l []chain.Line) []chain.Line { from = chain.Start("tournament", "t2"); return l },
	} {
		lines := change(sample())
		_, err := chain.Check(from, lines)
		var damage *chain.Damage
		if !errors.As(err, &damage) {
			t.Errorf("a line %s: %v", name, err)
		}
	}
}

func TestFieldsDoNotRunIntoEachOther(t *testing.T) {
	t.Parallel()
	v := chain.Start("a", "b")
	if v.Next("ab", "c") == v.Next("a", "bc") || v.Next("a") == v.Next("a", "") || chain.Start("ab", "") == chain.Start("a", "b") {
		t.Error("two lists of fields have the same value")
	}
}

func TestASealNeedsItsSaltAndItsText(t *testing.T) {
	t.Parallel()
	salt := make([]byte, chain.SaltLength)
	seal := chain.Seal(salt, "Good game!")
	other := append([]byte{1}, salt[1:]...)
	if seal == chain.Seal(other, "Good game!") || seal == chain.Seal(salt, "Good game") || seal != chain.Seal(salt, "Good game!") {
		t.Error("a seal does not bind its salt and its text")
	}
}
