package league_test

import (
	"errors"
	"fmt"
	"testing"

	"kickabout/league"
)

func TestFieldsFindsEveryFieldOfJoinedErrors(t *testing.T) {
	err := fmt.Errorf("starting: %w", errors.Join(
		league.FieldErrorf("clock", "No such clock."),
		league.Errorf(league.Stale, "Not about a field."),
		fmt.Errorf("deeper: %w", league.FieldErrorf("rules", "No such rules.")),
	))
	got := league.Fields(err)
	if len(got) != 2 || got["clock"] != "No such clock." || got["rules"] != "No such rules." {
		t.Errorf("got %v", got)
	}
	if league.Fields(errors.New("x")) != nil {
		t.Error("an error without fields has some")
	}
	if league.KindOf(err) != league.Invalid || league.KindOf(errors.New("x")) != league.Internal {
		t.Error("kinds are lost")
	}
}
