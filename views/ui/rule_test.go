package ui

import (
	"strings"
	"testing"

	"kickabout/views/viewstest"
)

func TestRuleLink(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"no rule", "Nothing <b>here</b>.", "Nothing &lt;b&gt;here&lt;/b&gt;."},
		{"in brackets", "It is over (R-CH-11).", `It is over (<a class="rule" href="/rules/league#R-CH-11">R-CH-11</a>).`},
		{"in front, as logs have it", "R-UT-1: late", `<a class="rule" href="/rules/league#R-UT-1">R-UT-1</a>: late`},
		{"several", "R-CH-6, R-CH-8", `<a class="rule" href="/rules/league#R-CH-6">R-CH-6</a>, <a class="rule" href="/rules/league#R-CH-8">R-CH-8</a>`},
		{"a part of a rule", "by R-TB-1.8.", `by <a class="rule" href="/rules/league#R-TB-1">R-TB-1.8</a>.`},
		{"one that there is not", "by R-CH\u002d99", "by R-CH\u002d99"},
		{"part of a word", "XR-CH-6 and R-CH-6x", "XR-CH-6 and R-CH-6x"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := viewstest.Rendered(t, RuleLink(c.text)); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestWithoutRules(t *testing.T) {
	for text, want := range map[string]string{
		"Ann struck Bob: R-UT-1: never answers.":  "Ann struck Bob: never answers.",
		"Bob is out (R-CH-6, R-CH-8). It counts.": "Bob is out. It counts.",
		"By a part (R-TB-1.8).":                   "By a part.",
		"A cup R-rated.":                          "A cup R-rated.",
	} {
		if got := WithoutRules(text); got != want {
			t.Errorf("%q became %q", text, got)
		}
	}
}

func TestAllRulesThatAreBuiltCanBeLinked(t *testing.T) {
	if _, err := LeagueRules(); err != nil {
		t.Fatal(err)
	}
	for _, id := range strings.Fields("R-PT-1 R-CH-12 R-TB-1 R-FF-10 R-LA-12 R-MC-6 R-MO-4 R-UT-7 R-WR-4 R-RA-8 R-TC-7 R-VA-6 R-TE-4 R-FD-6 R-JB-3") {
		if RuleURL(id) == "" {
			t.Errorf("%s leads nowhere", id)
		}
	}
}
