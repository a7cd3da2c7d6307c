package engine_test

import (
	"errors"
	"io"
	"reflect"
	"testing"

	"kickabout/engine"
	"kickabout/engine/enginetest"
)

func TestALogIsRebuiltEventByEvent(t *testing.T) {
	script := enginetest.Script(t, 2, 3)
	want := move(t, drive(t, begin(t, enginetest.Runners{}), script), script, "walk")
	if _, err := want.Throw(script); !errors.Is(err, engine.ErrIllegal) {
		t.Errorf("a throw that is not due: %v", err)
	}
	n := 0
	got, err := engine.Rebuild(enginetest.Runners{}, "short", func(sofar *engine.Record) (engine.Event, error) {
		if len(sofar.Log) != n {
			t.Errorf("after %d events there are %d", n, len(sofar.Log))
		}
		if n == len(want.Log) {
			return engine.Event{}, io.EOF
		}
		n++
		return want.Log[n-1], nil
	})
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v", got, err)
	}
	if _, err := engine.Rebuild(enginetest.Runners{}, "short", func(*engine.Record) (engine.Event, error) {
		return engine.Event{}, io.ErrClosedPipe
	}); err != io.ErrClosedPipe {
		t.Errorf("the error is %v", err)
	}
	if _, err := engine.Rebuild(enginetest.Runners{}, "short", func(*engine.Record) (engine.Event, error) {
		return engine.Event{Seq: 1, Act: engine.ActRoll}, nil
	}); !errors.Is(err, engine.ErrParse) {
		t.Errorf("a log without seats: %v", err)
	}
}
