package tournaments

import (
	"testing"

	"kickabout/league"
)

// TestDiceHangOnThePublicValueOnlyIfAllThatWasGivenWasBound: whoever came later, or gave something else, knew the value.
func TestDiceHangOnThePublicValueOnlyIfAllThatWasGivenWasBound(t *testing.T) {
	t.Parallel()
	bound := map[string]string{"ann": "a", "bob": "b", "bot:x": ""}
	for what, c := range map[string]struct {
		bound         map[string]string
		first, second string
		given         [2]string
		want          bool
	}{
		"both gave what was bound":    {bound, "ann", "bob", [2]string{"a", "b"}, true},
		"one is a bot":                {bound, "bot:x", "bob", [2]string{"", "b"}, true},
		"the first gave something":    {bound, "ann", "bob", [2]string{"A", "b"}, false},
		"the second gave something":   {bound, "ann", "bob", [2]string{"a", ""}, false},
		"the first entered later":     {bound, "cleo", "bob", [2]string{"", "b"}, false},
		"the second entered later":    {bound, "ann", "cleo", [2]string{"a", "c"}, false},
		"there is no public value":    {nil, "ann", "bob", [2]string{"a", "b"}, false},
		"there is none, nor anything": {nil, "ann", "bob", [2]string{}, false},
	} {
		if got := hangs(c.bound, league.Fixture{First: c.first, Second: c.second}, c.given); got != c.want {
			t.Errorf("%s: %v", what, got)
		}
	}
}
