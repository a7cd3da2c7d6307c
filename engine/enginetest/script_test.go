package enginetest_test

import (
	"testing"

	"kickabout/engine/enginetest"
)

// A watched test notes what a script does to it.
type watched struct {
	testing.TB
	cleanups []func()
	failed   bool
}

func (w *watched) Cleanup(f func())      { w.cleanups = append(w.cleanups, f) }
func (w *watched) Errorf(string, ...any) { w.failed = true }
func (w *watched) finish() (failed bool) {
	for _, f := range w.cleanups {
		f()
	}
	return w.failed
}

func TestScriptShowsItsFacesInOrder(t *testing.T) {
	src := enginetest.Script(t, 3, 5)
	for _, c := range []struct{ k, want int }{{0, 3}, {1, 5}, {0, 3}, {1, 5}} { // asked again, they are the same
		if face, err := src.Draw(1, "die", c.k, 6); err != nil || face != c.want {
			t.Errorf("throw %d is %d, %v, want %d", c.k, face, err, c.want)
		}
	}
	if face, err := src.Draw(2, "die", 0, 6); err == nil {
		t.Errorf("a throw beyond the script is %d", face)
	}
}

func TestScriptThrowsNoFaceThatIsNotOnTheDie(t *testing.T) {
	w := &watched{TB: t}
	if face, err := enginetest.Script(w, 5).Draw(1, "die", 0, 4); err == nil {
		t.Errorf("a die of four faces shows %d", face)
	}
}

func TestScriptFailsATestThatThrowsTooRarely(t *testing.T) {
	w := &watched{TB: t}
	src := enginetest.Script(w, 1, 2)
	if _, err := src.Draw(1, "die", 0, 6); err != nil {
		t.Fatal(err)
	}
	if !w.finish() {
		t.Error("a face is left over, but the test does not fail")
	}
	w = &watched{TB: t}
	src = enginetest.Script(w, 1)
	if _, err := src.Draw(1, "die", 0, 6); err != nil {
		t.Fatal(err)
	}
	if w.finish() {
		t.Error("all faces are thrown, but the test fails")
	}
}
