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
	if len(got) != 2 || fmt.Sprint(got["clock"]) != "No such clock." || fmt.Sprint(got["rules"]) != "No such rules." {
		t.Errorf("got %v", got)
	}
	if league.Fields(errors.New("x")) != nil {
		t.Error("an error without fields has some")
	}
	if league.KindOf(err) != league.Invalid || league.KindOf(errors.New("x")) != league.Internal {
		t.Error("kinds are lost")
	}
}

func TestAnErrorKeepsItsFormatAndItsValues(t *testing.T) {
	err := fmt.Errorf("entering: %w", league.FieldErrorf("places", "At least %d of %s.", 3, "these"))
	var e *league.Error
	if !errors.As(err, &e) || e.Format != "At least %d of %s." || len(e.Args) != 2 || e.Args[0] != 3 || e.Args[1] != "these" {
		t.Fatalf("got %+v", e)
	}
	if e.Error() != "At least 3 of these." {
		t.Errorf("it says %q", e)
	}
	moved := league.Fields(league.AtField("text", league.Errorf(league.Busy, "Wait %d minutes.", 2)))["text"]
	if !errors.As(moved, &e) || e.Kind != league.Invalid || e.Format != "Wait %d minutes." || moved.Error() != "Wait 2 minutes." {
		t.Errorf("at a field it is %+v", moved)
	}
	if got := league.Fields(league.AtField("text", errors.New("100 %d")))["text"]; got == nil || got.Error() != "100 %d" {
		t.Errorf("an error of another kind says %v", got)
	}
}
