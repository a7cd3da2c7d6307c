package league

import (
	"testing"

	"kickabout/league/lot"
)

// What is read as the terms of a tournament is written in the same way.
func FuzzTerms(f *testing.F) {
	for _, text := range []string{
		"roundrobin streetsoccer/lg slow 4 1 full Spring Cup", "roundrobin onetwofun/basic,goals=3 lg 4 2 organiser x",
		"      ", "a b c 1 1 full ", "a b/c/d e -1 +1 full x", everyTerm.String(),
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if terms, err := ParseTerms(text); err == nil && terms.String() != text {
			t.Errorf("%q is written as %q", text, terms)
		}
	})
}

// What is read as a lot is written in the same way.
func FuzzLot(f *testing.F) {
	for _, text := range []string{
		"bob ann cleo; 2 2; 0f", "; ; ", "a; 1; " + (Lot{}).String()[4:], "a b; 1; 00", "a b; 1 1 1 1; ", "a b; -1; zz", "a  b; 1; ",
		Lot{Seeds: []string{"bob", "ann"}}.String(),
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if l, err := lot.Parse(text); err == nil && l.String() != text {
			t.Errorf("%q is written as %q", text, l)
		}
	})
}
