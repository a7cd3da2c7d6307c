package picture

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"kickabout/engine"
)

// A canvas fills pixels. Shapes come in the lengths of boards; scale makes pixels of them.
// It is no picture itself: what draws on any picture pixel by pixel fills an *image.RGBA at once.
type canvas struct {
	pixels  *image.RGBA
	colours colouring
	scale   float64
	origin  point                 // of the shapes, in pixels
	faces   map[writing]font.Face // made so far
	sprites map[sprite]*image.RGBA
	pen     *vector.Rasterizer
}

// writing is a face as it is asked for.
type writing struct {
	bold bool
	size float64
}

func newCanvas(width, height int, scale float64, colours colouring) *canvas {
	c := &canvas{
		pixels: image.NewRGBA(image.Rect(0, 0, width, height)), colours: colours, scale: scale,
		faces: map[writing]font.Face{}, sprites: map[sprite]*image.RGBA{}, pen: &vector.Rasterizer{},
	}
	draw.Draw(c.pixels, c.pixels.Bounds(), image.NewUniform(colours[Paper]), image.Point{}, draw.Src)
	return c
}

// at returns a canvas of the same pixels whose shapes begin elsewhere.
func (c *canvas) at(x, y float64) *canvas {
	other := *c
	other.origin = point{c.origin.x + x*c.scale, c.origin.y + y*c.scale}
	return &other
}

// shapes draws shapes.
func (c *canvas) shapes(list []shape) {
	for _, s := range list {
		lines := s.path.turned(c.scale, c.origin.x, c.origin.y).lines()
		if s.fill != None {
			c.fill(lines, c.ink(s.fill, s.opacity()))
		}
		if s.stroke == None {
			continue
		}
		alpha := s.opacity()
		if s.fill != None {
			alpha = 1
		}
		width := s.width * c.scale
		if s.dash != [2]float64{} {
			lines = dashes(lines, s.dash[0]*c.scale, s.dash[1]*c.scale)
		}
		c.fill(outlines(lines, max(width, 0.6)), c.ink(s.stroke, alpha))
	}
}

// ink returns a colour that lets through what is below.
func (c *canvas) ink(i Ink, alpha float64) color.RGBA {
	full := c.colours[i]
	part := func(v uint8) uint8 { return uint8(math.Round(float64(v) * alpha)) }
	return color.RGBA{part(full.R), part(full.G), part(full.B), part(0xff)}
}

// fill fills the areas that lines go round; where two that turn the same way lie over
// each other, it is filled once.
func (c *canvas) fill(lines [][]point, ink color.RGBA) {
	low, high := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, line := range lines {
		for _, p := range line {
			low, high = point{min(low.x, p.x), min(low.y, p.y)}, point{max(high.x, p.x), max(high.y, p.y)}
		}
	}
	if !(low.x < high.x) {
		return
	}
	area := image.Rect(int(math.Floor(low.x)), int(math.Floor(low.y)), int(math.Ceil(high.x))+1, int(math.Ceil(high.y))+1).Intersect(c.pixels.Bounds())
	if area.Empty() {
		return
	}
	c.pen.Reset(area.Dx(), area.Dy())
	x, y := float32(area.Min.X), float32(area.Min.Y)
	for _, line := range lines {
		for i, p := range line {
			if i == 0 {
				c.pen.MoveTo(float32(p.x)-x, float32(p.y)-y)
			} else {
				c.pen.LineTo(float32(p.x)-x, float32(p.y)-y)
			}
		}
		c.pen.ClosePath()
	}
	c.pen.Draw(c.pixels, area, image.NewUniform(ink), image.Point{})
}

// outlines returns what a pen of a width covers along lines: a strip for each piece and a
// round spot at each corner, all of which turn the same way.
func outlines(lines [][]point, width float64) [][]point {
	var all [][]point
	r := width / 2
	for _, line := range lines {
		for i, p := range line {
			all = append(all, round(p, r))
			if i == 0 || line[i-1] == p {
				continue
			}
			from := line[i-1]
			d := from.distance(p)
			dx, dy := (p.x-from.x)/d*r, (p.y-from.y)/d*r
			all = append(all, []point{{from.x + dy, from.y - dx}, {p.x + dy, p.y - dx}, {p.x - dy, p.y + dx}, {from.x - dy, from.y + dx}})
		}
	}
	return all
}

// round is a disc.
func round(p point, r float64) []point {
	n := max(8, min(32, int(3*r)+6))
	disc := make([]point, n)
	for i := range disc {
		angle := 2 * math.Pi * float64(i) / float64(n)
		disc[i] = point{p.x + r*math.Cos(angle), p.y + r*math.Sin(angle)}
	}
	return disc
}

// dashes parts lines into dashes with gaps.
func dashes(lines [][]point, dash, gap float64) [][]point {
	var all [][]point
	for _, line := range lines {
		var one []point // the dash that is being drawn
		rest, on := dash, true
		for i := 1; i < len(line); i++ {
			from := line[i-1]
			for length := from.distance(line[i]); length > 0; length = from.distance(line[i]) {
				if on && one == nil {
					one = []point{from}
				}
				walked := min(rest, length)
				from = from.to(line[i], walked/length)
				if rest -= walked; on {
					one = append(one, from)
				}
				if rest <= 0 {
					if on {
						all, one = append(all, one), nil
					}
					on = !on
					rest = map[bool]float64{true: dash, false: gap}[on]
				}
				if walked == length {
					break
				}
			}
		}
		if one != nil {
			all = append(all, one)
		}
	}
	return all
}

// An anchor says where a text stands by its place.
type anchor float64

const (
	begins anchor = 0
	mids   anchor = 0.5
	ends   anchor = 1
)

// text writes on a line; size and place are in the lengths of shapes. What the fonts lack
// is shown as a box.
func (c *canvas) text(text string, bold bool, size float64, x, y float64, by anchor, ink Ink) {
	key := writing{bold, size * c.scale}
	if c.faces[key] == nil {
		c.faces[key] = face(bold, key.size)
	}
	d := font.Drawer{Dst: c.pixels, Src: image.NewUniform(c.colours[ink]), Face: c.faces[key]}
	x, y = x*c.scale+c.origin.x, y*c.scale+c.origin.y
	x -= float64(d.MeasureString(text)) / 64 * float64(by)
	d.Dot = fixed.Point26_6{X: fixed.Int26_6(math.Round(x * 64)), Y: fixed.Int26_6(math.Round(y * 64))}
	d.DrawString(text)
}

// A sprite is a piece drawn, by how it looks and where in a pixel its middle is.
type sprite struct {
	costume costume
	label   string
	part    point
}

// spriteReach is how far a piece may reach from its middle.
const spriteReach = 60

// pieces draws the pieces of a board, those that are nobody's on top.
func (c *canvas) pieces(d engine.Diagram) {
	for _, above := range []bool{false, true} {
		for _, p := range d.Pieces {
			if (p.Side == engine.NoSide) == above {
				c.piece(p)
			}
		}
	}
}

// piece draws a piece; one that looks alike is drawn once and copied.
func (c *canvas) piece(p engine.Piece) {
	at := place(p).turned(c.scale, c.origin)
	whole := point{math.Floor(at.x), math.Floor(at.y)}
	key := sprite{costumeOf(p), p.Label, point{at.x - whole.x, at.y - whole.y}}
	reach := int(math.Ceil(spriteReach * c.scale))
	picture := c.sprites[key]
	if picture == nil {
		own := *c
		own.pixels = image.NewRGBA(image.Rect(-reach, -reach, reach+1, reach+1))
		own.origin = key.part
		own.shapes(key.costume.shapes())
		if p.Label != "" {
			own.text(p.Label, true, 34, 0, 12, mids, key.costume.ink())
		}
		picture = own.pixels
		c.sprites[key] = picture
	}
	area := picture.Bounds().Add(image.Pt(int(whole.x), int(whole.y)))
	draw.Draw(c.pixels, area, picture, picture.Bounds().Min, draw.Over)
}
