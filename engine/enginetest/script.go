package enginetest

import (
	"fmt"
	"sync"
	"testing"

	"kickabout/engine"
)

// Script returns dice that show the given faces in this order. A throw that is
// asked for again shows the same face again. A throw beyond the last face, or of
// a die without that face, is an error. When the test ends, faces that nobody
// asked for fail it: a test that throws too rarely proves less than it says.
func Script(t testing.TB, faces ...int) engine.Source {
	s := &script{faces: faces, thrown: map[engine.Draw]int{}}
	t.Cleanup(func() {
		if left := len(s.faces) - len(s.thrown); left > 0 {
			t.Errorf("%d of the %d scripted faces were not thrown", left, len(s.faces))
		}
	})
	return s
}

// A script is a Source of faces fixed beforehand.
type script struct {
	mu     sync.Mutex
	faces  []int
	thrown map[engine.Draw]int // by the arguments of Draw
	asked  int
}

// patience is how often a script is asked for each of its faces before it takes
// that for a driver that goes round in circles.
const patience = 100

func (s *script) Draw(e uint32, label string, k, sides int) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.asked++; s.asked > patience*(len(s.faces)+1) {
		return 0, fmt.Errorf("the script is asked again and again for %s %d of dice event %d", label, k, e)
	}
	throw := engine.Draw{E: e, Label: label, K: k, Sides: sides}
	if face, ok := s.thrown[throw]; ok {
		return face, nil
	}
	n := len(s.thrown)
	if n == len(s.faces) {
		return 0, fmt.Errorf("the script of %d faces has none for %s %d of dice event %d", n, label, k, e)
	}
	if face := s.faces[n]; face < 1 || face > sides {
		return 0, fmt.Errorf("the script says %d for %s, a die of %d faces", face, label, sides)
	}
	s.thrown[throw] = s.faces[n]
	return s.faces[n], nil
}
