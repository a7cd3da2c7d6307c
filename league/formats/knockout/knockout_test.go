package knockout_test

import (
	"testing"

	"kickabout/engine/enginetest"
	"kickabout/league/formats/formatstest"
	"kickabout/league/formats/knockout"
)

func TestAnyKnockOutIsPlayedByItsRules(t *testing.T) { // R-UT-4, R-FF-8
	formatstest.ConformStaged(t, knockout.Format{}, enginetest.Size(1000), func(s *formatstest.Stages) error {
		return formatstest.KnockOut(s, "", s.Sheet.Players())
	})
}
