package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"math"

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
			colours = newMixer(color.Palette{clear: color.Transparent}, gifColours, c.pixels, last.pixels)
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

// gifColours is how many colours a GIF has, with the one that lets through what was there before.
const (
	gifColours = 64
	clear      = 0
)
