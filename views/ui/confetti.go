package ui

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"

	"kickabout/engine"
)

// A Scrap is a piece of confetti: where it lies, as a transform, and its classes.
type Scrap struct{ At, Class string }

// How much confetti there is, and how it falls, in units of the drawing: the style sheet says the same.
const (
	scraps    = 72
	shortFall = 24
	longFall  = 120
	scrapSize = 9 // from its middle, however it is turned
)

// Scatter throws confetti on the asphalt round a court, the same for the same seed. None lies or falls on the court or in
// a goal, whichever way the board lies: courts look the same from both ends.
func Scatter(d engine.Diagram, seed string) (list []Scrap) {
	plane, frame := PlaneOf(d, false), frameOf(d)
	played := []engine.Box{courtOf(d)}
	for _, m := range d.Marks {
		var left, line, back, right float64
		if n, _ := fmt.Sscanf(m.Path, "M%g %gV%gH%g", &left, &line, &back, &right); m.Kind == "goal" && n == 4 {
			played = append(played, engine.Box{X: left, Y: min(line, back), W: right - left, H: max(line, back) - min(line, back)})
		}
	}
	sum := fnv.New64a()
	sum.Write([]byte(seed))
	r := rand.New(rand.NewPCG(sum.Sum64(), scraps))
	for range 40 * scraps {
		if len(list) == scraps {
			break
		}
		at := Point{frame.X + frame.W*r.Float64(), frame.Y + frame.H*r.Float64()}
		turn, fall := r.IntN(90), ""
		switch {
		case plane.falls(at, longFall, played):
			fall = " far"
		case !plane.falls(at, shortFall, played):
			continue
		}
		list = append(list, Scrap{
			At:    fmt.Sprintf("translate(%s %s) rotate(%d)", plane.Length(at.X), plane.Length(at.Y), turn),
			Class: fmt.Sprintf("scrap c%d%s", len(list)%4, fall),
		})
	}
	return list
}

// falls says that confetti comes down to a place from so many units above it without touching some boxes.
func (p Plane) falls(to Point, units float64, boxes []engine.Box) bool {
	room := scrapSize / p.unit
	for _, b := range boxes {
		if to.X+room > b.X && to.X-room < b.X+b.W && to.Y+room > b.Y && to.Y-units/p.unit-room < b.Y+b.H {
			return false
		}
	}
	return true
}
