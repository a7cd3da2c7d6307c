package request_test

import (
	"errors"
	"maps"
	"net/http"
	"testing"

	"kickabout/cmd/internal/web/request"
	"kickabout/league"
)

func TestAFormSaysWhyItWasRefused(t *testing.T) {
	broken := errors.New("the disk is gone")
	for _, c := range []struct {
		refused error
		status  int
		fields  map[string]string
		err     bool
	}{
		{nil, http.StatusOK, nil, false},
		{league.FieldErrorf("reason", "Give a reason."), http.StatusUnprocessableEntity, map[string]string{"reason": "Give a reason."}, false},
		{
			errors.Join(league.FieldErrorf("reason", "Give a reason."), league.FieldErrorf("now", "Choose one.")),
			http.StatusUnprocessableEntity,
			map[string]string{"reason": "Give a reason.", "now": "Choose one."},
			false,
		},
		{league.Errorf(league.Stale, "Somebody else was quicker."), http.StatusConflict, map[string]string{"": "Somebody else was quicker."}, false},
		{league.Errorf(league.Forbidden, "This is for directors."), 0, nil, true},
		{league.Errorf(league.NotFound, "There is no such match."), 0, nil, true},
		{broken, 0, nil, true},
	} {
		status, fields, err := request.RefusedForm(c.refused)
		if status != c.status || !maps.Equal(fields, c.fields) || (err != nil) != c.err || c.err && !errors.Is(err, c.refused) {
			t.Errorf("%v: %d, %v, %v", c.refused, status, fields, err)
		}
	}
}
