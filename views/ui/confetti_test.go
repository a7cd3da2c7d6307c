package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kickabout/engine"
	"kickabout/engine/games"
	"kickabout/views/viewstest"
)

// TestConfettiFallsOnTheAsphalt: none touches the court, a goal or a place that can be touched, neither where it lies nor
// while it falls.
func TestConfettiFallsOnTheAsphalt(t *testing.T) {
	t.Parallel()
	for _, g := range games.All() {
		p, err := g.Start(g.Info().Variants[0].ID)
		if err != nil {
			t.Fatal(err)
		}
		for _, turned := range []bool{false, true} {
			d := p.Diagram()
			plane := PlaneOf(d, turned)
			list := Scatter(d, "7f3")
			if len(list) != scraps || !slices.Equal(list, Scatter(d, "7f3")) || slices.Equal(list, Scatter(d, "7f4")) {
				t.Errorf("%s, turned %t: %d scraps, or they do not follow from the seed", g.Info().ID, turned, len(list))
			}
			far := 0
			for _, s := range list {
				var x, y, turn float64
				if _, err := fmt.Sscanf(s.At, "translate(%g %g) rotate(%g)", &x, &y, &turn); err != nil {
					t.Fatal(err)
				}
				fall := float64(shortFall)
				if strings.HasSuffix(s.Class, "far") {
					fall, far = longFall, far+1
				}
				for up := 0.0; up <= fall; up += 4 {
					at := plane.At(Point{x / plane.unit, (y - up) / plane.unit}) // on the board as the game draws it
					court := courtOf(d)
					if inside(at, court) {
						t.Errorf("%s, turned %t: %s falls through %v of the court", g.Info().ID, turned, s.At, at)
						break
					}
					for _, spot := range d.Spots {
						if spot.Zone == "goal" && inside(at, engine.Box{X: spot.X, Y: spot.Y, W: spot.W, H: spot.H}) {
							t.Errorf("%s, turned %t: %s falls through %s", g.Info().ID, turned, s.At, spot.Name)
						}
					}
				}
			}
			if far == 0 {
				t.Errorf("%s, turned %t: nothing falls far", g.Info().ID, turned)
			}
		}
	}
}

func inside(p Point, b engine.Box) bool {
	return p.X > b.X && p.X < b.X+b.W && p.Y > b.Y && p.Y < b.Y+b.H
}

// A die says for which piece it is used, and keeps the room for that before.
func TestDiceWearTheLettersOfTheirMarkers(t *testing.T) {
	t.Parallel()
	throw := Throw{Faces: []Face{{N: 3}, {N: 5}}, Sides: 6}
	for _, c := range []struct {
		labels []string
		want   int
	}{{nil, 0}, {[]string{"A"}, 0}, {[]string{"", ""}, 2}, {[]string{"", "B"}, 2}} {
		marked := throw.For(c.labels)
		html := viewstest.Rendered(t, DrawDice(marked))
		if got := strings.Count(html, `class="dice-of"`); got != c.want || c.want > 0 && (marked.Faces[1].Mark != c.labels[1] || strings.Count(html, "<b>"+c.labels[1]+"</b>") == 0) {
			t.Errorf("with %q: %d places for letters in %s", c.labels, got, html)
		}
		if throw.Marked || throw.Faces[1].Mark != "" {
			t.Fatal("the throw itself was marked")
		}
	}
}
