package lot

import (
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kickabout/engine/dice"
	"kickabout/engine/dice/tbd2"
)

// TestTextsAreReadAsTheyWereWritten reads back what closed and began, and nothing that differs by a character.
func TestTextsAreReadAsTheyWereWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var entries []tbd2.Entry
		for i := range rapid.IntRange(0, 4).Draw(t, "entries") {
			entries = append(entries, tbd2.Entry{
				Player:       rapid.SampledFrom([]string{"ann", "bot:greedy", "x7"}).Draw(t, "player") + strings.Repeat("a", i),
				Contribution: rapid.StringN(0, 12, 64).Draw(t, "gave"),
			})
		}
		c := Close("7", dice.Digest{1, byte(len(entries))}, entries)
		if got, err := ParseClosing(c.String()); err != nil || !reflect.DeepEqual(got, c) {
			t.Fatalf("%s is read as %+v: %v", c, got, err)
		}
		p := c.Begin("7", [32]byte{9}, rapid.Uint64().Draw(t, "round"), []byte{1, 2, 3})
		if got, err := ParsePublic(p.String()); err != nil || !reflect.DeepEqual(got, p) {
			t.Fatalf("%s is read as %+v: %v", p, got, err)
		}
		if p.Tour == c.Tour || p.Tour != tbd2.Entries("7", c.Commitment, entries, p.Beacon()) {
			t.Error("the public value is not bound")
		}
	})
}

// TestOtherTextsAreRefused are those that say less than they must, or something else.
func TestOtherTextsAreRefused(t *testing.T) {
	t.Parallel()
	c := Close("7", dice.Digest{1}, []tbd2.Entry{{Player: "ann", Contribution: "x"}, {Player: "bob"}})
	p := c.Begin("7", [32]byte{9}, 4711, []byte{1, 2, 3})
	for _, text := range []string{"", "; ", "ann=78", c.String()[1:], c.String() + " ", c.String() + "=", strings.ToUpper(c.String()), strings.Replace(c.String(), "=78", "=7", 1), p.String()} {
		if got, err := ParseClosing(text); err == nil {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
	for _, text := range []string{"", p.String()[1:], p.String() + " ", strings.Replace(p.String(), " 4711 ", " 04711 ", 1), strings.Replace(p.String(), " 4711 ", " x ", 1), c.String()} {
		if got, err := ParsePublic(text); err == nil {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
}

// TestALotMayHaveFewerInItsOrderThanWereDrawn: who left in between is in the throws alone.
func TestALotMayHaveFewerInItsOrderThanWereDrawn(t *testing.T) {
	t.Parallel()
	order, draws, link, err := tbd2.Lot(tbd2.Key{1}, tbd2.LotGiven{}, 4)
	if err != nil || len(order) != 4 {
		t.Fatal(err)
	}
	l := Lot{Seeds: []string{"a", "b", "c"}, Draws: draws, Link: link}
	if got, err := Parse(l.String()); err != nil || !reflect.DeepEqual(got, l) {
		t.Errorf("%s is read as %+v: %v", l, got, err)
	}
}
