package storetest_test

import (
	"slices"
	"testing"
	"time"

	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

func TestCoursesRememberWhatIsDone(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		one := league.Chapter{Player: "id-ann", Game: "streetsoccer", Name: "the-pitch", Done: noon}
		again, two := one, one
		again.Done = noon.Add(time.Hour)
		two.Game, two.Done = "onetwofun", noon.Add(time.Minute)
		for _, c := range []league.Chapter{one, two, again} {
			must(t, s.PutChapter(t.Context(), c))
		}
		if got, err := s.Chapters(t.Context(), "id-ann"); err != nil || !slices.Equal(got, []league.Chapter{one, two}) {
			t.Errorf("done are %v: %v", got, err)
		}
		if got, err := s.Chapters(t.Context(), "id-bob"); err != nil || len(got) > 0 {
			t.Errorf("somebody else has done %v: %v", got, err)
		}
	})
}
