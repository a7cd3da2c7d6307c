package games_test

import (
	"fmt"
	"math"
	"slices"

	"kickabout/engine"
)

// rulesOf looks at the ways of a move by the rules of each game, from the board before it and the
// notation of the move alone: the games' own searches are not asked.
var rulesOf = map[string]func(p engine.Position, m engine.Move, before engine.Frame, beats []engine.Beat) string{
	"streetsoccer": soccerWays,
	"onetwofun":    funWays,
	"cufootball":   cubeWays,
}

// cellsBetween returns the steps of a straight line, the larger of its two sides.
func cellsBetween(a, b engine.Point) (x, y, n int) {
	dx, dy := math.Round(b[0]-a[0]), math.Round(b[1]-a[1])
	return int(dx), int(dy), int(max(math.Abs(dx), math.Abs(dy)))
}

// spotAt returns the spot in which a place lies.
func spotAt(d engine.Diagram, at engine.Point) engine.Spot {
	for _, s := range d.Spots {
		if s.X <= at[0] && at[0] <= s.X+s.W && s.Y <= at[1] && at[1] <= s.Y+s.H {
			return s
		}
	}
	return engine.Spot{}
}

// middle is where a spot has its middle.
func middle(s engine.Spot) engine.Point { return engine.Point{s.X + s.W/2, s.Y + s.H/2} }

// soccerWays sees that the steps of a walk and the length of its kick come from the die, and that
// the ball goes by legs with one bend of 45 degrees each, over no figure but those that play it on.
func soccerWays(p engine.Position, m engine.Move, before engine.Frame, beats []engine.Beat) string {
	d := p.Diagram()
	if len(d.Throw) == 0 {
		return ""
	}
	die, length, frame := d.Throw[0], d.Throw[0], before
	for _, b := range beats {
		switch b.Kind {
		case engine.BeatRun:
			steps := len(b.Path) - 1
			length = die - steps + 1
			if kicks := slices.ContainsFunc(beats, func(b engine.Beat) bool { return b.Kind == engine.BeatFlight }); !kicks && steps != die {
				return fmt.Sprintf("a walk of %d steps with a %d", steps, die)
			}
			for i := 1; i <= steps; i++ {
				if x, y, _ := cellsBetween(b.Path[i-1], b.Path[i]); x != 0 && y != 0 {
					return "a slanting step"
				}
			}
		case engine.BeatFlight:
			if why := soccerFlight(d, frame, b, length); why != "" {
				return why
			}
		}
		frame = frame.After(b)
	}
	return ""
}

// soccerFlight looks at one kick.
func soccerFlight(d engine.Diagram, frame engine.Frame, b engine.Beat, length int) string {
	figure := func(at engine.Point) (engine.Piece, bool) {
		i := slices.IndexFunc(frame, func(p engine.Piece) bool { return p.Kind != engine.KindBall && p.At() == at })
		if i < 0 {
			return engine.Piece{}, false
		}
		return frame[i], true
	}
	path := slices.Clone(b.Path)
	path[0] = middle(spotAt(d, path[0])) // it lay aside of its figure
	last := path[len(path)-1]
	scores := spotAt(d, last).Zone == "goal"
	legs := path
	if scores {
		legs = path[:len(path)-1]
		if mouth := spotAt(d, legs[len(legs)-1]); mouth.Zone != "keeper" || mouth.Owner == b.Side {
			return fmt.Sprintf("a goal from %v", mouth)
		}
	}
	steps, passes, bends := 0, 0, 0
	var x0, y0 int // the direction before
	for i := 1; i < len(legs); i++ {
		x, y, n := cellsBetween(legs[i-1], legs[i])
		if n == 0 || x != 0 && y != 0 && x*x != y*y {
			return fmt.Sprintf("no leg from %v to %v", legs[i-1], legs[i])
		}
		x, y = x/n, y/n
		if i > 1 {
			if _, plays := figure(legs[i-1]); plays {
				passes, bends = passes+1, 0
			} else if turn := x*x0 + y*y0; turn != 1 || x == x0 && y == y0 || bends > 0 {
				return fmt.Sprintf("a bend of %d, %d after %d, %d", x, y, x0, y0)
			} else {
				bends++
			}
		}
		x0, y0 = x, y
		for k := 1; k <= n; k++ {
			at := engine.Point{legs[i-1][0] + float64(k*x), legs[i-1][1] + float64(k*y)}
			if p, stands := figure(at); stands && (k < n || p.Side != b.Side || i == len(legs)-1 && !scores) {
				return fmt.Sprintf("the ball meets %s on %v", p.Label, at)
			}
		}
		steps += n
	}
	if scores {
		if _, plays := figure(legs[len(legs)-1]); plays && len(legs) > 1 {
			passes++
		}
		if steps+1 > length+passes {
			return fmt.Sprintf("%d steps and into the goal with a kick of %d", steps, length)
		}
		return ""
	}
	if steps != length+passes {
		return fmt.Sprintf("%d steps with a kick of %d and %d passes", steps, length, passes)
	}
	return ""
}

// funWays sees that markers go where the steps of the move say, by the dice.
func funWays(p engine.Position, m engine.Move, _ engine.Frame, beats []engine.Beat) string {
	steps, err := p.Steps(m)
	if err != nil {
		return err.Error()
	}
	var cells []engine.Point
	d := p.Diagram()
	for _, step := range steps {
		if spot, ok := d.SpotOf(step); ok {
			cells = append(cells, middle(spot))
		}
	}
	for _, b := range beats {
		if b.Kind != engine.BeatRun && b.Kind != engine.BeatFlight || b.Piece != engine.KindMarker {
			continue
		}
		if len(cells) < 2 {
			return "more ways than steps"
		}
		if x, y, n := cellsBetween(b.Path[0], cells[0]); n != 0 {
			return fmt.Sprintf("a way begins %d, %d beside %v", x, y, cells[0])
		}
		end := b.Path[len(b.Path)-1]
		goal := spotAt(d, cells[1]).Zone == "goal"
		if goal && spotAt(d, end).Zone != "goal" || !goal && end != cells[1] {
			return fmt.Sprintf("a way ends on %v, not on %v", end, cells[1])
		}
		cells = cells[2:]
		total := 0
		var x0, y0 int
		for i := 1; i < len(b.Path); i++ {
			x, y, n := cellsBetween(b.Path[i-1], b.Path[i])
			if n == 0 || x != 0 && y != 0 && x*x != y*y {
				return fmt.Sprintf("no line from %v to %v", b.Path[i-1], b.Path[i])
			}
			if x, y = x/n, y/n; i > 1 && (x != x0 || y != y0) && i < len(b.Path)-1 {
				return "a way with a corner"
			}
			x0, y0 = x, y
			total += n
		}
		if faces := d.Throw; !slices.Contains([]int{faces[0], faces[1], faces[0] + faces[1]}, total) && !goal {
			return fmt.Sprintf("%d points with %v", total, faces)
		}
	}
	return ""
}

// cubeWays sees that a movement costs no more than the peg allows: side by side 1, diagonally 2.
func cubeWays(p engine.Position, _ engine.Move, _ engine.Frame, beats []engine.Beat) string {
	d := p.Diagram()
	cost := 0
	for _, b := range beats {
		if b.Kind != engine.BeatRun {
			continue
		}
		for i := 1; i < len(b.Path); i++ {
			x, y, _ := cellsBetween(b.Path[i-1], b.Path[i])
			cost += max(x, -x) + max(y, -y)
		}
	}
	if len(d.Throw) == 1 && cost > d.Throw[0] {
		return fmt.Sprintf("%d spaces with a peg of %d", cost, d.Throw[0])
	}
	return ""
}
