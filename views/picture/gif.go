package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"math"
	"slices"

	"kickabout/engine"
)

// The greatest size of a board in a GIF, in pixels.
const (
	gifWidth  = 360
	gifHeight = 480
)

// The time that a board is shown in a GIF, in hundredths of a second, and the last one,
// before it begins again.
const (
	gifLong  = 110
	gifShort = 50
	gifEnd   = 600
)

// GIF writes a film as a GIF that has one picture for each frame.
func (f Film) GIF() ([]byte, error) {
	d, s := f.Frames[0].Diagram, sheetOf(f.Frames[0].Diagram)
	light, _ := colours(f.Sides)
	scale := math.Floor(min(gifWidth/d.Width, gifHeight/d.Height)) / cell
	stage := newCanvas(int(math.Ceil(s.width*scale)), int(math.Ceil(s.height*scale)), scale, light)
	f.scenery(stage, s)
	out := &gif.GIF{Config: image.Config{Width: stage.pixels.Bounds().Dx(), Height: stage.pixels.Bounds().Dy()}}
	var before *image.RGBA
	var colours *mixer
	delay := min(gifLong, max(gifShort, 100*filmLength/len(f.Frames)))
	for i, frame := range f.Frames {
		c := *stage
		c.pixels = image.NewRGBA(stage.pixels.Bounds())
		copy(c.pixels.Pix, stage.pixels.Pix)
		f.act(&c, s, i, frame)
		if colours == nil {
			last := *stage
			last.pixels = image.NewRGBA(stage.pixels.Bounds())
			copy(last.pixels.Pix, stage.pixels.Pix)
			f.act(&last, s, len(f.Frames)-1, f.Frames[len(f.Frames)-1])
			colours = newMixer(c.pixels, last.pixels)
		}
		out.Image = append(out.Image, colours.paint(before, c.pixels))
		out.Delay = append(out.Delay, delay)
		out.Disposal = append(out.Disposal, gif.DisposalNone)
		before = c.pixels
	}
	out.Delay[len(out.Delay)-1] = gifEnd
	out.Config.ColorModel = colours.palette
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, out); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// scenery draws what never changes.
func (f Film) scenery(c *canvas, s sheet) {
	for i, side := range []engine.Side{engine.First, engine.Second} {
		c.shapes([]shape{s.badge(side)})
		c.text(s.name(f.Names[i]), true, s.nameSize(), margin+s.unit, s.base(i), begins, Text)
	}
	c.at(s.left, s.top).shapes(ground(f.Frames[0].Diagram))
	y, height := s.height-0.3*s.unit, 6.0
	c.shapes([]shape{{path: box(margin, y, s.wide(), height), fill: Line}})
}

// act draws what a frame adds.
func (f Film) act(c *canvas, s sheet, i int, frame Frame) {
	for side, goals := range frame.Diagram.Score {
		c.text(number(float64(goals)), true, s.nameSize(), s.width-margin, s.base(side), ends, Text)
	}
	text := frame.Caption
	if i == len(f.Frames)-1 {
		text = f.End
	}
	c.text(s.caption(text), false, s.captionSize(), margin, s.below(), begins, Quiet)
	if i > 0 {
		gone := float64(i) / float64(len(f.Frames)-1)
		c.shapes([]shape{{path: box(margin, s.height-0.3*s.unit, s.wide()*gone, 6), fill: Accent}})
	}
	board := c.at(s.left, s.top)
	cells, ways := frame.trace()
	board.shapes([]shape{touched(cells), went(ways)})
	board.pieces(frame.Diagram)
}

// changed returns the part in which two pictures differ: all where there is none before, and
// a single pixel where they do not.
func changed(before, after *image.RGBA) image.Rectangle {
	if before == nil {
		return after.Bounds()
	}
	var area image.Rectangle
	for y := range after.Bounds().Dy() {
		from, to := y*after.Stride, (y+1)*after.Stride
		a, b := before.Pix[from:to], after.Pix[from:to]
		if bytes.Equal(a, b) {
			continue
		}
		left, right := 0, len(a)
		for a[left] == b[left] {
			left++
		}
		for a[right-1] == b[right-1] {
			right--
		}
		area = area.Union(image.Rect(left/4, y, (right+3)/4, y+1))
	}
	if area.Empty() {
		return image.Rect(0, 0, 1, 1)
	}
	return area
}

// gifColours is how many colours a GIF has.
const gifColours = 64

// A mixer finds for each colour the nearest one of a palette.
type mixer struct {
	palette color.Palette
	near    map[color.RGBA]uint8
}

// newMixer takes the colours that pictures have most of.
func newMixer(pictures ...*image.RGBA) *mixer {
	count := map[color.RGBA]int{}
	for _, p := range pictures {
		for i := 0; i < len(p.Pix); i += 4 {
			count[color.RGBA{p.Pix[i], p.Pix[i+1], p.Pix[i+2], 0xff}]++
		}
	}
	list := make([]color.RGBA, 0, len(count))
	for c := range count {
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b color.RGBA) int {
		if count[a] != count[b] {
			return count[b] - count[a]
		}
		return int(a.R)<<16 + int(a.G)<<8 + int(a.B) - int(b.R)<<16 - int(b.G)<<8 - int(b.B)
	})
	m := &mixer{palette: color.Palette{color.Transparent}, near: map[color.RGBA]uint8{}}
	m.take(list[:min(len(list), gifColours/3)], 4) // those that most of it is made of
	for apart := 40; apart > 0; apart /= 2 {       // and far ones, so that nothing loses its colour
		m.take(list, apart)
	}
	return m
}

// take adds colours that are farther than that from what is there, while there is room.
func (m *mixer) take(list []color.RGBA, apart int) {
	for _, c := range list {
		known := m.palette[clear+1:]
		if len(m.palette) == gifColours {
			return
		}
		if len(known) == 0 || distance(c, known[known.Index(c)].(color.RGBA)) > apart {
			m.palette = append(m.palette, c)
		}
	}
}

// distance is how far two colours are from each other.
func distance(a, b color.RGBA) int {
	far := func(x, y uint8) int { return max(int(x)-int(y), int(y)-int(x)) }
	return far(a.R, b.R) + far(a.G, b.G) + far(a.B, b.B)
}

// clear is the place of the palette that lets through what was there before.
const clear = 0

// paint returns what is new in a picture in the colours of the palette.
func (m *mixer) paint(before, after *image.RGBA) *image.Paletted {
	area := changed(before, after)
	out := image.NewPaletted(area, m.palette)
	for y := area.Min.Y; y < area.Max.Y; y++ {
		line := out.Pix[out.PixOffset(area.Min.X, y):]
		for x := range area.Dx() {
			i := after.PixOffset(area.Min.X+x, y)
			if before != nil && [3]byte(before.Pix[i:]) == [3]byte(after.Pix[i:]) {
				continue // clear
			}
			line[x] = m.index(color.RGBA{after.Pix[i], after.Pix[i+1], after.Pix[i+2], 0xff})
		}
	}
	return out
}

// index returns the place of the nearest colour.
func (m *mixer) index(c color.RGBA) uint8 {
	index, ok := m.near[c]
	if !ok {
		index = uint8(m.palette[clear+1:].Index(c)) + clear + 1
		m.near[c] = index
	}
	return index
}
