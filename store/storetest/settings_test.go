package storetest_test

import (
	"maps"
	"math"
	"testing"

	"kickabout/store"
	"kickabout/store/storetest"
)

func TestSettingsAreKeptWithALineOfTheLog(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		want := func(set map[string]string, lines int) {
			t.Helper()
			got, err := s.Settings(t.Context())
			if err != nil || !maps.Equal(got, set) {
				t.Errorf("it is %v, %v, want %v", got, err, set)
			}
			if log, err := s.AuditLog(t.Context(), "", math.MaxInt32, 99); err != nil || len(log) != lines {
				t.Errorf("%d lines of the log, %v, want %d", len(log), err, lines)
			}
		}
		want(nil, 0)
		must(t, s.SetSettings(t.Context(), map[string]string{"name": "One"}, logged("change settings", "name")))
		must(t, s.SetSettings(t.Context(), map[string]string{"terms": ""}, logged("change settings", "terms")))
		want(map[string]string{"name": "One", "terms": ""}, 2)
		must(t, s.SetSettings(t.Context(), map[string]string{"name": "Two"}, logged("change settings", "name")))
		must(t, s.UnsetSetting(t.Context(), "terms", logged("change settings", "terms")))
		want(map[string]string{"name": "Two"}, 4)
		if s.SetSettings(t.Context(), map[string]string{"": "Two"}, logged("change settings", "")) == nil {
			t.Error("a setting without a key is kept")
		}
		want(map[string]string{"name": "Two"}, 4)
	})
}
