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

// TestEachNameDrawsItsOwnSample draws from a list for many names: each gets its share, and none is left out.
func TestEachNameDrawsItsOwnSample(t *testing.T) {
	all, seen := []string{"a", "b", "c", "d", "e", "f", "g"}, map[string]bool{}
	t.Setenv("KICKABOUT_PROVE", "1")
	if got := enginetest.Sample(3, all, "x"); len(got) != len(all) {
		t.Errorf("a proof draws %v", got)
	}
	t.Setenv("KICKABOUT_PROVE", "")
	for i := range 50 {
		some := enginetest.Sample(3, all, "route", strconv.Itoa(i))
		if len(some) < 2 || len(some) > 3 {
			t.Errorf("one in three of %d is %v", len(all), some)
		}
		for _, one := range some {
			seen[one] = true
		}
	}
	if len(seen) != len(all) {
		t.Errorf("only %v are ever drawn", seen)
	}
	for _, all := range [][]string{{"a"}, {"a", "b"}} {
		if some := enginetest.Sample(3, all, "y"); len(some) != 1 {
			t.Errorf("one in three of %v is %v", all, some)
		}
	}
}
