package formats_test

import (
	"slices"
	"testing"

	"kickabout/league"
	"kickabout/league/formats"
	"kickabout/league/formats/formatstest"
	"kickabout/league/formats/ladder"
)

func TestEveryFormatConforms(t *testing.T) {
	for _, f := range formats.All() {
		t.Run(f.Info().ID, func(t *testing.T) {
			if _, rolls := f.(ladder.Format); rolls {
				formatstest.ConformRolling(t, f, 10)
				return
			}
			if staged, ok := f.(league.Staged); ok {
				formatstest.ConformStaged(t, staged, 10)
				return
			}
			if f.Info().Boards > 0 {
				formatstest.ConformTeams(t, f, 10)
				return
			}
			formatstest.Conform(t, f)
		})
	}
}

func TestAFormatIsFoundByItsID(t *testing.T) {
	if f, ok := formats.ByID("roundrobin"); !ok || f.Info().ID != "roundrobin" {
		t.Error("the round robin is not found")
	}
	if _, ok := formats.ByID("melee"); ok {
		t.Error("a format that is not there is found")
	}
}

// Pages tell by the kind of a format how it goes: one without any would be told as nothing.
func TestEveryFormatIsOfAKind(t *testing.T) {
	for _, f := range formats.All() {
		info := f.Info()
		if !slices.Contains(league.FormatKinds(), info.Kind) {
			t.Errorf("%s is of the kind %q", info.ID, info.Kind)
		}
		if teams := info.Kind == league.TeamLeague; teams != (info.Boards > 0) {
			t.Errorf("%s is of the kind %q and has %d boards", info.ID, info.Kind, info.Boards)
		}
	}
}
