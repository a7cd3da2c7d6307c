package picture

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A path is what a pen does, in the words of SVG.
type path []stroke

// A stroke is one of its movements: M, L, H, V, A or Z with absolute numbers.
type stroke struct {
	do   byte
	args []float64
}

// arguments is how many numbers belong to a movement.
var arguments = map[byte]int{'M': 2, 'L': 2, 'H': 1, 'V': 1, 'A': 7, 'Z': 0}

// parsePath reads path data of SVG, of which it knows M, L, H, V, A and Z.
func parsePath(text string) (path, error) {
	var p path
	for text = strings.TrimSpace(text); text != ""; {
		do := text[0]
		n, ok := arguments[do]
		if !ok {
			return nil, fmt.Errorf("%q is no movement of a path", do)
		}
		end := strings.IndexFunc(text[1:], func(r rune) bool { return r >= 'A' && r <= 'Z' }) + 1
		if end == 0 {
			end = len(text)
		}
		words := strings.FieldsFunc(text[1:end], func(r rune) bool { return r == ' ' || r == ',' })
		if len(words) != n {
			return nil, fmt.Errorf("%c takes %d numbers, not %q", do, n, words)
		}
		s := stroke{do: do, args: make([]float64, n)}
		for i, word := range words {
			var err error
			if s.args[i], err = strconv.ParseFloat(word, 64); err != nil {
				return nil, fmt.Errorf("%q is no number", word)
			}
		}
		p, text = append(p, s), text[end:]
	}
	return p, nil
}

// mustPath is parsePath of what stands in this package.
func mustPath(text string) path {
	p, err := parsePath(text)
	if err != nil {
		panic("picture: " + err.Error())
	}
	return p
}

// polygon is a closed path through points.
func polygon(points ...point) path {
	return append(polyline(points...), stroke{do: 'Z'})
}

// polyline is an open path through points.
func polyline(points ...point) path {
	var p path
	for i, at := range points {
		do := byte('L')
		if i == 0 {
			do = 'M'
		}
		p = append(p, stroke{do, []float64{at.x, at.y}})
	}
	return p
}

// box is a rectangle.
func box(x, y, w, h float64) path {
	return path{{'M', []float64{x, y}}, {'H', []float64{x + w}}, {'V', []float64{y + h}}, {'H', []float64{x}}, {'Z', nil}}
}

// roundBox is a rectangle with round corners.
func roundBox(x, y, w, h, r float64) path {
	arc := func(x, y float64) stroke { return stroke{'A', []float64{r, r, 0, 0, 1, x, y}} }
	return path{
		{'M', []float64{x + r, y}},
		{'H', []float64{x + w - r}},
		arc(x+w, y+r),
		{'V', []float64{y + h - r}},
		arc(x+w-r, y+h),
		{'H', []float64{x + r}},
		arc(x, y+h-r),
		{'V', []float64{y + r}},
		arc(x+r, y),
		{'Z', nil},
	}
}

// circle is a circle.
func circle(x, y, r float64) path {
	arc := func(to float64) stroke { return stroke{'A', []float64{r, r, 0, 0, 1, to, y}} }
	return path{{'M', []float64{x - r, y}}, arc(x + r), arc(x - r), {'Z', nil}}
}

// turned returns the path scaled and then moved.
func (p path) turned(scale, dx, dy float64) path {
	q := make(path, len(p))
	for i, s := range p {
		args := make([]float64, len(s.args))
		for j, v := range s.args {
			switch {
			case s.do == 'A' && j >= 2 && j <= 4: // an angle and two choices
				args[j] = v
			case s.do == 'A' && j < 2:
				args[j] = v * scale
			case s.do == 'V' || s.do != 'H' && (j == len(s.args)-1):
				args[j] = v*scale + dy
			default:
				args[j] = v*scale + dx
			}
		}
		q[i] = stroke{s.do, args}
	}
	return q
}

// String writes the path for SVG, to a tenth.
func (p path) String() string {
	var b strings.Builder
	for _, s := range p {
		b.WriteByte(s.do)
		for i, v := range s.args {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(number(v))
		}
	}
	return b.String()
}

// number writes a length to a tenth.
func number(v float64) string {
	text := strconv.FormatFloat(v, 'f', 1, 64)
	text = strings.TrimSuffix(text, ".0")
	if text == "-0" {
		return "0"
	}
	return text
}

// A point is a place.
type point struct{ x, y float64 }

func (p point) to(q point, part float64) point {
	return point{p.x + (q.x-p.x)*part, p.y + (q.y-p.y)*part}
}

func (p point) turned(scale float64, d point) point { return point{p.x*scale + d.x, p.y*scale + d.y} }

func (p point) distance(q point) float64 { return math.Hypot(q.x-p.x, q.y-p.y) }

// lines returns the path as chains of points; a closed one ends where it begins.
func (p path) lines() [][]point {
	var all [][]point
	var at, start point
	for _, s := range p {
		a := s.args
		next := at
		switch s.do {
		case 'M':
			start = point{a[0], a[1]}
			at, all = start, append(all, []point{start})
			continue
		case 'L':
			next = point{a[0], a[1]}
		case 'H':
			next.x = a[0]
		case 'V':
			next.y = a[0]
		case 'Z':
			next = start
		}
		if len(all) == 0 {
			continue // nothing was begun
		}
		last := &all[len(all)-1]
		if s.do == 'A' {
			next = point{a[5], a[6]}
			*last = append(*last, bend(at, next, a[0], a[3] != 0, a[4] != 0)...)
		}
		*last = append(*last, next)
		at = next
	}
	return all
}

// bendSteps is into how many lines a half circle is parted.
const bendSteps = 24

// bend returns the points between two on a circle of a radius; boards have no ellipses.
func bend(from, to point, r float64, large, sweep bool) []point {
	half := from.distance(to) / 2
	if half == 0 {
		return nil
	}
	r = max(r, half)
	middle, rise := from.to(to, 0.5), math.Sqrt(r*r-half*half)
	if large == sweep {
		rise = -rise
	}
	centre := point{middle.x - (to.y-from.y)/(2*half)*rise, middle.y + (to.x-from.x)/(2*half)*rise}
	begin := math.Atan2(from.y-centre.y, from.x-centre.x)
	turn := math.Atan2(to.y-centre.y, to.x-centre.x) - begin
	if sweep && turn < 0 {
		turn += 2 * math.Pi
	} else if !sweep && turn > 0 {
		turn -= 2 * math.Pi
	}
	n := max(2, int(math.Ceil(math.Abs(turn)/math.Pi*bendSteps)))
	var points []point
	for i := 1; i < n; i++ {
		angle := begin + turn*float64(i)/float64(n)
		points = append(points, point{centre.x + r*math.Cos(angle), centre.y + r*math.Sin(angle)})
	}
	return points
}
