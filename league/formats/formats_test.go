package formats_test

import (
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
