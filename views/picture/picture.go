// Package picture draws boards that stand for themselves: the replay of a match as one
// SVG or GIF, and the picture of a position that other sites show beside a link. A
// board is described once, as shapes; one renderer writes them as SVG, another one
// fills pixels. It knows no game.
//
// Lengths are hundredths of a cell unless something else is said.
package picture

import (
	"image/color"
	"slices"
	"strings"
)

// cell is the length of a cell.
const cell = 100

// An Ink is a colour by what it is for; light and dark pictures have another one.
type Ink int

// The inks. The names are those of the site's style sheet.
const (
	None Ink = iota
	Paper
	Text
	Quiet
	Line
	Accent
	Asphalt
	Court
	Box
	Chalk
	Leather
	Coal
	Marker
	First
	FirstInk
	FirstEdge
	Second
	SecondInk
	SecondEdge
	inks // how many there are
)

// A colouring says what every ink looks like.
type colouring [inks]color.RGBA

// colours returns the inks of a light and of a dark picture in which First and Second
// wear what the game calls them: "Yellow", "Red".
func colours(sides [2]string) (light, dark colouring) {
	light = colouring{
		Paper: hex(0xfffdf8), Text: hex(0x1b1f23), Quiet: hex(0x565c63), Line: hex(0xd8d2c4), Accent: hex(0x0b655e),
		Asphalt: hex(0x4a4f54), Court: hex(0x17706f), Box: hex(0x115a5c),
		Chalk: hex(0xf7f4ea), Leather: hex(0xffffff), Coal: hex(0x16191c), Marker: hex(0xff9f45),
	}
	for i, name := range sides {
		k := kitOf(name, i)
		light[First+Ink(3*i)], light[FirstInk+Ink(3*i)], light[FirstEdge+Ink(3*i)] = k.body, k.ink, k.edge
	}
	dark = light
	dark[Paper], dark[Text], dark[Quiet], dark[Line], dark[Accent] = hex(0x1c2125), hex(0xeeebe3), hex(0xaab0b6), hex(0x343b41), hex(0x62d2c0)
	dark[Asphalt], dark[Court], dark[Box] = hex(0x26292d), hex(0x0f5053), hex(0x0b3f44)
	return light, dark
}

// A kit is what the pieces of a side wear.
type kit struct {
	name            string
	body, ink, edge color.RGBA
}

// kits are the colours that a side may be called by.
var kits = []kit{
	{"yellow", hex(0xffcb2d), hex(0x2a2000), hex(0x2a2000)},
	{"red", hex(0xd92637), hex(0xffffff), hex(0xf7f4ea)},
	{"blue", hex(0x2f63c8), hex(0xffffff), hex(0xf7f4ea)},
	{"white", hex(0xf6f2e8), hex(0x1b1f23), hex(0x1b1f23)},
	{"black", hex(0x24292e), hex(0xffffff), hex(0xf7f4ea)},
}

// kitOf returns the kit of a side; one whose name is no colour wears yellow or red.
func kitOf(name string, side int) kit {
	i := slices.IndexFunc(kits, func(k kit) bool { return k.name == strings.ToLower(name) })
	if i < 0 {
		i = side
	}
	return kits[i]
}

func hex(rgb uint32) color.RGBA {
	return color.RGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 0xff}
}

// A shape is an area or a line in one colour.
type shape struct {
	path   path
	fill   Ink
	stroke Ink
	width  float64 // of the stroke
	alpha  float64 // of whichever is drawn; 0 is as good as 1
	dash   [2]float64
}

// opacity is alpha as it is meant.
func (s shape) opacity() float64 {
	if s.alpha == 0 {
		return 1
	}
	return s.alpha
}
