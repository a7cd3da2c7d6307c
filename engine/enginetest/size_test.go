package enginetest_test

import (
	"strconv"
	"testing"

	"kickabout/engine/enginetest"
)

// TestASampleIsAPartAndAlwaysTheSame draws one name in ten, and all of them for a proof.
func TestASampleIsAPartAndAlwaysTheSame(t *testing.T) {
	drawn := func() (names []string) {
		for i := range 1000 {
			if name := strconv.Itoa(i); enginetest.InSample(10, "route", name) {
				names = append(names, name)
			}
		}
		return names
	}
	t.Setenv("KICKABOUT_PROVE", "1")
	if n := len(drawn()); n != 1000 {
		t.Errorf("a proof runs %d of 1000 parts", n)
	}
	t.Setenv("KICKABOUT_PROVE", "")
	some := drawn()
	if len(some) < 60 || len(some) > 140 {
		t.Errorf("of 1000 parts %d are in a sample of one in ten", len(some))
	}
	for i, name := range drawn() {
		if some[i] != name {
			t.Fatalf("the sample changes: %s instead of %s", name, some[i])
		}
	}
}
