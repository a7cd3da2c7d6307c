package picture

import (
	"bytes"
	"image"
	"image/png"

	"kickabout/engine"
)

// The size of a card, in pixels.
const (
	CardWidth  = 1200
	CardHeight = 630
)

// A Card is a match as other sites show it beside a link.
type Card struct {
	Names [2]string // of the players of First and Second: whatever they called themselves
	Sides [2]string // what the game calls them
	Rules string
	Now   string // who is to move, or how it ended
	Turn  string // "Normal time, turn 7 of 25"
	Frame Frame
}

// cardColours is how many colours a card has: a file of a palette is half as large as one of full
// colours, and most of what it shows is plain.
const cardColours = 256

// PNG draws a card.
func (d Card) PNG() ([]byte, error) {
	full := d.draw()
	var b bytes.Buffer
	if err := png.Encode(&b, newMixer(nil, cardColours, full).paint(nil, full)); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// draw draws a card in full colours.
func (d Card) draw() *image.RGBA {
	light, _ := colours(d.Sides)
	c := newCanvas(CardWidth, CardHeight, 1, light)
	const edge = 30
	board := d.Frame.Diagram
	scale := min((CardHeight-2*edge)/(board.Height*cell), 560/(board.Width*cell))
	on := *c
	on.scale = scale
	on.origin = point{edge, (CardHeight - board.Height*cell*scale) / 2}
	on.shapes(ground(board))
	cells, ways := d.Frame.trace()
	on.shapes([]shape{touched(cells), went(ways)})
	on.pieces(board)
	d.words(c, edge+board.Width*cell*scale+60)
	return c.pixels
}

// words writes beside the board, from x on.
func (d Card) words(c *canvas, x float64) {
	const right = CardWidth - 50
	wide, m := right-x, newMeasure()
	write := func(text string, bold bool, size, y float64, ink Ink) {
		c.text(m.cut(clean(text), size, wide), bold, size, x, y, begins, ink)
	}
	write(d.Rules, false, 34, 96, Quiet)
	for i, side := range []engine.Side{engine.First, engine.Second} {
		y := 210 + 100*float64(i)
		c.shapes([]shape{badge(side, x, y-46, 54)})
		c.text(m.cut(clean(d.Names[i]), 52, wide-150), true, 52, x+74, y-2, begins, Text)
		c.text(number(float64(d.Frame.Diagram.Score[i])), true, 76, right, y+4, ends, Text)
	}
	c.shapes([]shape{{path: box(x, 358, wide, 3), fill: Line}})
	for i, line := range m.wrap(d.Now, 42, wide, 2) {
		write(line, true, 42, 432+52*float64(i), Accent)
	}
	write(d.Turn, false, 32, 540, Quiet)
	write("Kickabout", true, 32, 592, Text)
}
