// Package leaguetest is for tests of what is driven by the tables of package league.
package leaguetest

import (
	"slices"
	"testing"

	"kickabout/league"
	"kickabout/league/internal/invented"
)

// Invent adds a term to all others until a test ends, which sees that everything takes it that is
// driven by their table. Such a test cannot run beside others.
func Invent(t *testing.T, term league.Term) {
	was := invented.Terms
	invented.Terms = append(slices.Clone(was), term)
	t.Cleanup(func() { invented.Terms = was })
}
