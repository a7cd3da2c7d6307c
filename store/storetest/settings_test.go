package storetest_test

import (
	"maps"
	"math"
	"slices"
	"testing"
	"time"

	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

func TestWhatTheSiteTellsReachesItsMembers(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann, guest := signUp(t, s, "ann").Player.ID, person("guest")
		guest.Kind = league.Guest
		must(t, second(s.Admit(t.Context(), session("guest", "guest"), guest)))
		away := league.SiteNotice{Kind: league.MaintenanceNotice, From: noon.Add(time.Hour), Until: noon.Add(2 * time.Hour)}
		terms := league.SiteNotice{Kind: league.TermsNotice, From: noon, Until: noon}
		must(t, s.Announce(t.Context(), away, logged("announce maintenance", "")))
		must(t, s.SetSettings(t.Context(), map[string]string{"terms": "Be kind."}, logged("change settings", "terms"), terms))
		away.Until = away.Until.Add(time.Hour) // it takes the place of what was said before
		must(t, s.Announce(t.Context(), away, logged("announce maintenance", "")))

		told, err := s.Notices(t.Context(), ann, 0, 9)
		if err != nil || len(told) != 3 || told[0].Event != league.SiteMaintenance || told[1].Event != league.SiteTerms || told[1].Subject != terms.Subject() || told[2].N != 3 {
			t.Errorf("ann is told %+v, %v", told, err)
		}
		if told, err := s.Notices(t.Context(), guest.ID, 0, 9); err != nil || len(told) != 0 {
			t.Errorf("a guest is told %+v, %v", told, err)
		}
		if list, err := s.SiteNotices(t.Context(), noon, 9); err != nil || !slices.Equal(list, []league.SiteNotice{away, terms}) {
			t.Errorf("everybody is told %+v, %v", list, err)
		}
	})
}

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
