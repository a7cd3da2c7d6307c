package league

import (
	"slices"
	"strings"
	"testing"

	"kickabout/engine"
	"kickabout/engine/dice"
	"kickabout/league/lot"
)

func TestALotIsReadBack(t *testing.T) { // R-FD-6
	want := Lot{Seeds: []string{"bob", "ann", "cleo"}, Draws: []engine.Draw{dice.SeedDraw(3, 0, 2), dice.SeedDraw(3, 1, 2)}, Link: dice.Link{0x0f, 31: 1}}
	link := "0f" + strings.Repeat("00", 30) + "01"
	text := "bob ann cleo; 2 2; " + link
	if want.String() != text {
		t.Errorf("%q", want)
	}
	if got, err := lot.Parse(text); err != nil || !slices.Equal(got.Seeds, want.Seeds) || !slices.Equal(got.Draws, want.Draws) || got.Link != want.Link {
		t.Errorf("%+v, %v", got, err)
	}
	for _, wrong := range []string{
		"", "bob ann cleo", "bob ann cleo; 2 2", text + "; ", "bob  ann cleo; 2 2; " + link, "bob ann cleo; 2 two; " + link,
		"bob ann cleo; 2 +2; " + link, "bob ann cleo; 2 2; " + link[2:], text + "00", "bob ann cleo; 2 2; zz" + link[2:], "bob ann cleo; 2 99999999999999999999; " + link,
	} {
		if got, err := lot.Parse(wrong); err == nil || got.Seeds != nil {
			t.Errorf("%q was read as %+v, %v", wrong, got, err)
		}
	}
	started := append(entered("ann", "bob", "cleo"), by("", ActStarted, "", text))
	cup, err := directed(t, desk, started...)
	if got, ok := cup.Lot(); err != nil || !ok || got.String() != text || order(cup) != "bob ann cleo" {
		t.Errorf("%+v, %t, %v", got, ok, err)
	}
	if open, err := directed(t, desk, entered("ann")...); err != nil {
		t.Error(err)
	} else if _, ok := open.Lot(); ok {
		t.Error("what has not started has a lot")
	}
	if drawn, err := directed(t, desk, begun("ann", "bob", "cleo")...); err != nil {
		t.Error(err)
	} else if _, ok := drawn.Lot(); ok {
		t.Error("a draw of groups is a lot")
	}
}

func TestADrawIsReadBack(t *testing.T) {
	for text, want := range map[string][]Drawn{
		": ann bob":                           {{"", []string{"ann", "bob"}}},
		"d1/g1: ann bob cleo; d2/g1: dan eve": {{"d1/g1", []string{"ann", "bob", "cleo"}}, {"d2/g1", []string{"dan", "eve"}}},
		"g1: ; g2: ann":                       {{"g1", nil}, {"g2", []string{"ann"}}},
	} {
		got, err := parseDraw(text)
		same := slices.EqualFunc(got, want, func(a, b Drawn) bool { return a.Group == b.Group && slices.Equal(a.Players, b.Players) })
		if err != nil || !same || DrawText(want) != text {
			t.Errorf("%q: %+v, %v, written %q", text, got, err, DrawText(want))
		}
	}
	for _, wrong := range []string{"g1: ann  bob", "g1: ann; bob", "g1: ann; "} {
		if got, err := parseDraw(wrong); err == nil {
			t.Errorf("%q was read as %+v", wrong, got)
		}
	}
}

func TestARuleForAPairIsReadBack(t *testing.T) {
	for text, want := range map[string]PairRule{"r3 ann bob": {3, "ann", "bob"}, "never ann bob": {0, "ann", "bob"}} {
		if got, err := ParsePairRule(text); err != nil || got != want || want.String() != text {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
	for _, wrong := range []string{"", "r1 ann", "r1 ann bob cleo", "r0 ann bob", "r-1 ann bob", "3 ann bob", "often ann bob", "r1  ann bob", "r1 ann ann", "r99999999999999999999 ann bob"} {
		if got, err := ParsePairRule(wrong); err == nil {
			t.Errorf("%q was read as %+v", wrong, got)
		}
	}
}
