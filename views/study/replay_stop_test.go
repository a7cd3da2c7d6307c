package study

import (
	"reflect"
	"testing"

	"kickabout/engine/games"
)

// TestARecordIsToldOnFromWhereItWas tells records event by event: it comes to the same as told at once, and what was told
// before, which others show, stays as it was.
func TestARecordIsToldOnFromWhereItWas(t *testing.T) {
	t.Parallel()
	for _, g := range games.All() {
		r := long(t, g, g.Info().Variants[0].ID)
		whole := tell(r)
		if whole.broken || len(whole.stops) < 10 {
			t.Fatalf("%s: a record of %d boards", g.Info().ID, len(whole.stops))
		}
		first := r
		first.Log = r.Log[:1]
		before := []telling{tell(first)}
		for n := 2; n <= len(r.Log); n++ {
			before = append(before, before[n-2].on(r.Log[:n]))
		}
		for n := 1; n <= len(r.Log); n += 1 + len(r.Log)/20 {
			part := r
			part.Log = r.Log[:n]
			if again := tell(part); !reflect.DeepEqual(before[n-1], again) {
				t.Errorf("%s: %d events told one by one are another story, or were changed behind them", g.Info().ID, n)
			}
		}
		if !reflect.DeepEqual(before[len(before)-1], whole) {
			t.Errorf("%s: told event by event it is another story", g.Info().ID)
		}
	}
}
