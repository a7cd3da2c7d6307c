package setting_test

import (
	"fmt"
	"slices"
	"testing"

	"kickabout/league/setting"
)

// rulesOf is a catalogue of three sets of rules.
var rulesOf = []string{"streetsoccer/lg", "streetsoccer/board", "onetwofun/basic"}

// TestEachPartOfEachRulesIsOpenedAndClosedByItself goes through the whole matrix, of a new site and of an old one.
func TestEachPartOfEachRulesIsOpenedAndClosedByItself(t *testing.T) {
	t.Parallel()
	for name, site := range map[string]struct {
		set  setting.Values
		open func(rules string, p setting.Part) bool
	}{
		"new": {nil, func(rules string, p setting.Part) bool { return rules == "streetsoccer/lg" || p == setting.Offers }},
		"old": {setting.AllGames(), func(string, setting.Part) bool { return true }},
	} {
		for _, rules := range rulesOf {
			for _, part := range setting.Parts() {
				cell := setting.Cell{Rules: rules, Part: part}
				for _, to := range []string{"", setting.On, setting.Off, "nonsense"} {
					values := setting.Values{}
					for k, v := range site.set {
						values[k] = v
					}
					if to != "" {
						values[cell.Key()] = to
					}
					games := values.Games(rulesOf, nil)
					for _, r := range rulesOf {
						for _, p := range setting.Parts() {
							want := site.open(r, p)
							if r == rules && p == part && (to == setting.On || to == setting.Off) {
								want = to == setting.On
							}
							if got := games.Open(r, p); got != want {
								t.Errorf("%s site, %s %s set %q: %s %s is open: %v, want %v", name, rules, part, to, r, p, got, want)
							}
							if closed := games.Closed()[setting.Cell{Rules: r, Part: p}]; closed == want {
								t.Errorf("%s site: %s %s is listed as closed: %v", name, r, p, closed)
							}
						}
					}
				}
				wish := map[setting.Cell]bool{cell: !site.open(rules, part)}
				if got := site.set.Games(rulesOf, nil).Changes(wish); !slices.Equal(got, []setting.Cell{cell}) {
					t.Errorf("%s site: %v changes %v", name, wish, got)
				}
				wish[cell] = site.open(rules, part)
				if got := site.set.Games(rulesOf, nil).Changes(wish); got != nil {
					t.Errorf("%s site: what is so already changes %v", name, got)
				}
				if got := setting.CellOf(cell.Text()); got != cell {
					t.Errorf("%v is read as %v", cell, got)
				}
			}
		}
	}
}

// TestRetiredRulesAreClosedAndWhatWasSettledOfThemHoldsOfTheirSuccessor opens what cannot be opened.
func TestRetiredRulesAreClosedAndWhatWasSettledOfThemHoldsOfTheirSuccessor(t *testing.T) {
	t.Parallel()
	const old, heir = "streetsoccer/board", "streetsoccer/mastermove"
	ladder := func(rules string) setting.Cell { return setting.Cell{Rules: rules, Part: setting.Ladder} }
	for _, c := range []struct {
		set  setting.Values
		want bool
	}{
		{setting.Values{}, false},
		{setting.Values{ladder(old).Key(): setting.On}, true},
		{setting.Values{ladder(old).Key(): setting.On, ladder(heir).Key(): setting.Off}, false},
		{setting.Values{ladder(old).Key(): setting.Off, ladder(heir).Key(): setting.On}, true},
	} {
		games := c.set.Games([]string{"streetsoccer/lg", heir}, map[string]string{old: heir})
		if games.Open(heir, setting.Ladder) != c.want || games.Open(old, setting.Ladder) || games.Knows(ladder(old)) || !games.Closed()[ladder(old)] || slices.Contains(games.Rules(), old) {
			t.Errorf("%v: %v is open: %v; of retired rules: %v", c.set, heir, games.Open(heir, setting.Ladder), games.Open(old, setting.Ladder))
		}
	}
	if setting.AllGames().Games([]string{heir}, map[string]string{old: heir}).Open(old, setting.Offers) {
		t.Error("where all is open, retired rules are")
	}
}

func TestWhatIsNotKnownIsClosed(t *testing.T) {
	t.Parallel()
	games := setting.AllGames().Games(rulesOf, nil)
	for _, c := range []setting.Cell{
		{"streetsoccer/new", setting.Offers}, {"streetsoccer/lg", "roundrobin"}, {"streetsoccer/lg", ""}, {"", setting.Offers}, {"streetsoccer", setting.Ladder}, {},
	} {
		if games.Open(c.Rules, c.Part) || games.Knows(c) || len(games.Changes(map[setting.Cell]bool{c: true})) > 0 {
			t.Errorf("%v is known", c)
		}
	}
	if (setting.Games{}).Open("streetsoccer/lg", setting.Offers) || (setting.Games{}).Some(setting.Offers) {
		t.Error("the zero value is open")
	}
	if !games.Open("onetwofun/basic,goals=3", setting.Offers) || !games.Some(setting.Ladder) {
		t.Error("rules with options are not those without")
	}
	for _, p := range setting.Parts() {
		if p.Name() == "" {
			t.Errorf("%s has no name", p)
		}
	}
	if got := fmt.Sprint(setting.Cell{Rules: "streetsoccer/lg", Part: setting.Ladder}.Key()); got != "games/streetsoccer/lg/ladder" {
		t.Errorf("it is kept under %q", got)
	}
}
