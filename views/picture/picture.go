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
	Street
	Asphalt
	Circle
	Penalty
	Keeper
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
		Paper: hex(0xffffff), Text: hex(0x1b2127), Quiet: hex(0x57616b), Line: hex(0xd6d5ce), Accent: hex(0x0a6b5d),
		Street: hex(0x39434c), Asphalt: hex(0x55616b), Circle: hex(0x5d6a75), Penalty: hex(0x4b5761), Keeper: hex(0x414c56),
		Chalk: hex(0xf4f4ee), Leather: hex(0xffffff), Coal: hex(0x14181c), Marker: hex(0xc3ccd4),
	}
	for i, name := range sides {
		k := kitOf(name, i)
		light[First+Ink(3*i)], light[FirstInk+Ink(3*i)], light[FirstEdge+Ink(3*i)] = k.body, k.ink, k.edge
	}
	dark = light
	dark[Paper], dark[Text], dark[Quiet], dark[Line], dark[Accent] = hex(0x1d2329), hex(0xe8ebee), hex(0xa4aeb8), hex(0x37414a), hex(0x5fd4bf)
	dark[Street], dark[Asphalt], dark[Circle], dark[Penalty], dark[Keeper] = hex(0x232a31), hex(0x3c4650), hex(0x434e58), hex(0x343d46), hex(0x2b343c)
	return light, dark
}

// A kit is what the pieces of a side wear.
type kit struct {
	name            string
	body, ink, edge color.RGBA
}

// kits are the colours that a side may be called by.
var kits = []kit{
	{"yellow", hex(0xffd02e), hex(0x332700), hex(0x332700)},
	{"red", hex(0xcf2536), hex(0xffffff), hex(0xf4f4ee)},
	{"blue", hex(0x1d56c4), hex(0xffffff), hex(0xf4f4ee)},
	{"white", hex(0xffffff), hex(0x101418), hex(0x101418)},
	{"black", hex(0x101418), hex(0xffffff), hex(0xf4f4ee)},
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
