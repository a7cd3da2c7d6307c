package league_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kickabout/league"
)

func points(n float64) league.Elo { return league.Elo(n * float64(league.EloPoint)) }

func TestWhoFitsIntoAWindow(t *testing.T) { // R-WR-1, R-RA-7
	for name, c := range map[string]struct {
		window       league.RatingWindow
		now, highest float64
		author       float64
		why          string
	}{
		"no window lets everybody in":                        {now: 900, highest: 3000},
		"the lower bound itself fits":                        {window: league.RatingWindow{From: 1500}, now: 1500, highest: 1500},
		"a tenth below the lower bound does not":             {window: league.RatingWindow{From: 1500}, now: 1499.9, highest: 1800, why: "1500.0 and more, and yours is 1499.9"},
		"what is shown as the bound fits":                    {window: league.RatingWindow{From: 1500}, now: 1499.96, highest: 1500},
		"what is shown as the upper bound fits too":          {window: league.RatingWindow{To: 1500}, now: 1500.04, highest: 1500.04},
		"the upper bound asks for the highest of the year":   {window: league.RatingWindow{To: 1500}, now: 1200, highest: 1500.1, why: "up to 1500.0, and yours has been 1500.1 within the last twelve months"},
		"the lower one for what it is now":                   {window: league.RatingWindow{From: 1500, To: 1900}, now: 1450, highest: 1800, why: "yours is 1450.0"},
		"around the author, both bounds move with him":       {window: league.RatingWindow{Around: 100}, author: 1620, now: 1520, highest: 1720},
		"a point too weak for what is around the author":     {window: league.RatingWindow{Around: 100}, author: 1620, now: 1519, highest: 1600, why: "1520.0 and more"},
		"who was too strong once does not fit around anyone": {window: league.RatingWindow{Around: 100}, author: 1620, now: 1600, highest: 1721, why: "up to 1720.0"},
	} {
		why := c.window.Refuse(league.Peak{Now: points(c.now), Highest: points(c.highest)}, points(c.author))
		if c.why == "" && why != "" || c.why != "" && !strings.Contains(why, c.why) {
			t.Errorf("%s: %q", name, why)
		}
	}
}

// TestNobodyUnlistedEntersBelowALimit is R-RA-7: whose rating nobody has tested could be anything.
func TestNobodyUnlistedEntersBelowALimit(t *testing.T) {
	t.Parallel()
	fresh := league.Peak{Now: points(1500), Highest: points(1500), Unlisted: true}
	for w, refused := range map[league.RatingWindow]bool{
		{}: false, {From: 1400}: false, {To: 1900}: true, {From: 1400, To: 1900}: true, {Around: 100}: true,
	} {
		if why := w.Refuse(fresh, points(1500)); (why != "") != refused || refused && !strings.Contains(why, "A rating counts once eight people have tested it") {
			t.Errorf("%q: %q", w.String(), why)
		}
	}
}

func TestAWindowThatMakesNoSenseIsRefusedBesideItsField(t *testing.T) {
	for name, c := range map[string]struct {
		window league.RatingWindow
		field  string
	}{
		"none":                     {},
		"both bounds":              {window: league.RatingWindow{From: 1000, To: 4000}},
		"one number":               {window: league.RatingWindow{From: 1500, To: 1500}},
		"a distance":               {window: league.RatingWindow{Around: 50}},
		"upside down":              {league.RatingWindow{From: 1600, To: 1500}, "to"},
		"bounds and a distance":    {league.RatingWindow{From: 1600, Around: 100}, "around"},
		"too near":                 {league.RatingWindow{Around: 49}, "around"},
		"too far":                  {league.RatingWindow{Around: 1001}, "around"},
		"below all ratings":        {league.RatingWindow{From: 999}, "from"},
		"above all ratings":        {league.RatingWindow{To: 4001}, "to"},
		"a number without meaning": {league.RatingWindow{From: -1}, "from"},
		"a lower bound alone":      {window: league.RatingWindow{From: 4000}},
		"an upper bound alone":     {window: league.RatingWindow{To: 1000}},
		"the furthest distance":    {window: league.RatingWindow{Around: 1000}},
		"an upper bound too many":  {league.RatingWindow{To: 1600, Around: 100}, "around"},
		"nothing but nonsense":     {league.RatingWindow{Around: -50}, "around"},
	} {
		fields := league.Fields(c.window.Check())
		if _, ok := fields[c.field]; ok != (c.field != "") || len(fields) > 1 || c.field == "" && len(fields) > 0 {
			t.Errorf("%s: %v", name, fields)
		}
	}
}

func TestAWindowInWords(t *testing.T) {
	for want, w := range map[string]league.RatingWindow{
		"": {}, "1500 to 1700": {From: 1500, To: 1700}, "1500 and more": {From: 1500}, "up to 1700": {To: 1700}, "within 100 points of the author": {Around: 100},
	} {
		if got := w.String(); got != want || w.Open() != (want == "") {
			t.Errorf("%q, want %q, open %t", got, want, w.Open())
		}
	}
}

// TestLosingOnPurposeOpensNoWindow: with the same highest rating a lower one now never fits
// where a higher one does not (R-RA-7).
func TestLosingOnPurposeOpensNoWindow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		elo := rapid.IntRange(1000_0000, 3000_0000)
		highest := league.Elo(elo.Draw(t, "highest"))
		now := min(highest, league.Elo(elo.Draw(t, "now")))
		lower := min(now, league.Elo(elo.Draw(t, "lower")))
		w := league.RatingWindow{From: rapid.SampledFrom([]int{0, 1200, 1500}).Draw(t, "from"), To: rapid.SampledFrom([]int{0, 1500, 1800}).Draw(t, "to")}
		if rapid.Bool().Draw(t, "around") {
			w = league.RatingWindow{Around: rapid.IntRange(50, 1000).Draw(t, "points")}
		}
		author := league.Elo(elo.Draw(t, "author"))
		if w.Refuse(league.Peak{Now: now, Highest: highest}, author) != "" && w.Refuse(league.Peak{Now: lower, Highest: highest}, author) == "" {
			t.Fatalf("%s, author %s: %s fits and %s does not, the highest being %s", w, author, lower, now, highest)
		}
	})
}

func TestWhatPassesAFilter(t *testing.T) {
	o := league.Offer{Game: "onetwofun", Variant: "basic,goals=3", Control: "fast", Rated: true}
	for name, c := range map[string]struct {
		filter league.OfferFilter
		passes bool
	}{
		"everything passes none":     {league.OfferFilter{}, true},
		"its game":                   {league.OfferFilter{Rules: "onetwofun"}, true},
		"its variant, options apart": {league.OfferFilter{Rules: "onetwofun/basic"}, true},
		"another variant":            {league.OfferFilter{Rules: "onetwofun/professional"}, false},
		"another game":               {league.OfferFilter{Rules: "streetsoccer"}, false},
		"its clock":                  {league.OfferFilter{Control: "fast"}, true},
		"another clock":              {league.OfferFilter{Control: "lg"}, false},
		"rated ones":                 {league.OfferFilter{Rated: league.RatedOnly}, true},
		"others":                     {league.OfferFilter{Rated: league.UnratedOnly}, false},
		"nonsense":                   {league.OfferFilter{Rules: "<b>"}, false},
	} {
		if c.filter.Passes(o) != c.passes {
			t.Errorf("%s: %v", name, !c.passes)
		}
	}
}
