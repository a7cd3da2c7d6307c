package cufootball

import (
	"strings"
	"testing"

	"kickabout/engine"
)

func TestStandingOrdersDecide(t *testing.T) {
	const (
		conceded = "setup B - - 22,22 - free/B - 12 1:0 R " + setUps // Blue kicks off, its last set-up named no side
		scorer   = "setup R - " + blueMen + " 22,22 d4 free/B - 12 1:0 R " + redMen + ";R," + blueMen + ";L"
		named    = "setup R - - 22,22 - free/R - 12 0:1 B " + setUps // Red kicked off before, the ball on the right
		useless  = "setup B - - 22,22 - free/B - 12 1:0 R " + redMen + ";R,b4b6d2d6f2f4f6g4h6i4"
		rightish = "setup B - - 22,22 - free/B - 12 1:0 R " + redMen + ";R,b6d2d4d6e4f2f6g4h6i4"
	)
	all := strings.Join([]string{orderAsk, orderSkip, orderReform, orderSkipReform}, " ")
	for _, c := range []struct{ name, text, orders, move string }{
		{"there is no set-up to make again at first", firstSetUp, "", ""},
		{"the side that kicks off, the ball left if it named no side", conceded, "ask skip", "S" + blueMen + ";L"},
		{"but right if left is not legal", rightish, "ask skip", "Sb6d2d4d6e4f2f6g4h6i4;R"},
		{"as it was named last", named, "ask skip", "S" + redMen + ";R"},
		{"the other side names none though it did last", scorer, "ask skip", "S" + redMen},
		{"the player is asked where the last set-up cannot kick off", useless, "", ""},
		{"nobody moves in defence", defend, "skip skip-reform", "M"},
		{"the side in possession moves itself", attack, "", ""},
		{"who kicks is never decided", aKick, "", ""},
		{"no order decides while a draw is due", "move B " + teams + " 22,22 e5 free/R ? 10 0:0 - " + setUps, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := parsed(t, c.text)
			for order := range strings.FieldsSeq(all) {
				m, ok := Game{}.Auto(p, order)
				want := strings.Contains(" "+c.orders+" ", " "+order+" ")
				if ok != want || ok && string(m) != c.move {
					t.Errorf("%s: %q, %v, want %q: %v", order, m, ok, c.move, want)
				}
				if ok && p.Check(m) != nil {
					t.Errorf("%s: %q is illegal: %v", order, m, p.Check(m))
				}
			}
		})
	}
}

func TestTheOrdersOfTheVariantAreTheseInThisOrder(t *testing.T) {
	rules, err := Game{}.Info().Ruleset("classic")
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, o := range rules.Orders {
		ids = append(ids, o.ID)
	}
	if got := strings.Join(ids, " "); got != "ask skip reform skip-reform" {
		t.Errorf("orders %s", got)
	}
	if _, ok := (Game{}).Auto(engine.Position(nil), orderSkip); ok {
		t.Error("an order decides in no position")
	}
}
