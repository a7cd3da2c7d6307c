package picture

import (
	"image"
	"image/color"
	"math"
	"slices"
)

// A mixer finds for each colour the nearest one of a palette.
type mixer struct {
	palette color.Palette
	paints  []color.RGBA // the end of the palette, to paint with
	most    int          // that the palette may have
	near    map[color.RGBA]uint8
}

// newMixer fills up a palette to at most 256 with the colours that pictures have most of. It never
// paints with what was there before.
func newMixer(palette color.Palette, most int, pictures ...*image.RGBA) *mixer {
	list := coloursOf(pictures)
	m := &mixer{palette: palette, most: most, near: map[color.RGBA]uint8{}}
	m.take(list[:min(len(list), most/3)], 4) // those that most of it is made of
	for apart := 40; apart > 0; apart /= 2 { // and far ones, so that nothing loses its colour
		m.take(list, apart)
	}
	return m
}

// coloursOf lists the colours of pictures, those first that they have most of.
func coloursOf(pictures []*image.RGBA) []color.RGBA {
	count := map[color.RGBA]int{}
	for _, p := range pictures {
		for from, to := 0, 0; from < len(p.Pix); from = to { // a run of one colour is counted at once
			for to = from + 4; to < len(p.Pix) && [4]byte(p.Pix[to:]) == [4]byte(p.Pix[from:]); to += 4 {
			}
			count[opaque(p.Pix[from:])] += (to - from) / 4
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
	return list
}

// opaque is the colour of the pixel that some bytes begin with.
func opaque(pixel []byte) color.RGBA { return color.RGBA{pixel[0], pixel[1], pixel[2], 0xff} }

// take adds colours that are farther than that from what is there, while there is room.
func (m *mixer) take(list []color.RGBA, apart int) {
	for _, c := range list {
		if len(m.palette) == m.most {
			return
		}
		if len(m.paints) == 0 || distance(c, m.paints[nearest(m.paints, c)]) > apart {
			m.palette, m.paints = append(m.palette, c), append(m.paints, c)
		}
	}
}

// distance is how far two colours are from each other.
func distance(a, b color.RGBA) int {
	far := func(x, y uint8) int { return max(int(x)-int(y), int(y)-int(x)) }
	return far(a.R, b.R) + far(a.G, b.G) + far(a.B, b.B)
}

// paint returns what is new in a picture in the colours of the palette.
func (m *mixer) paint(before, after *image.RGBA) *image.Paletted {
	area := changed(before, after)
	out := image.NewPaletted(area, m.palette)
	for y := area.Min.Y; y < area.Max.Y; y++ {
		line := out.Pix[out.PixOffset(area.Min.X, y):]
		var last color.RGBA // and what it is painted with: most pixels are like their neighbours
		var paint uint8
		for x := range area.Dx() {
			i := after.PixOffset(area.Min.X+x, y)
			if before != nil && [3]byte(before.Pix[i:]) == [3]byte(after.Pix[i:]) {
				continue // clear
			}
			if c := opaque(after.Pix[i:]); c != last {
				last, paint = c, m.index(c)
			}
			line[x] = paint
		}
	}
	return out
}

// index returns the place of the nearest colour.
func (m *mixer) index(c color.RGBA) uint8 {
	index, ok := m.near[c]
	if !ok {
		index = uint8(len(m.palette) - len(m.paints) + nearest(m.paints, c))
		m.near[c] = index
	}
	return index
}

// nearest is color.Palette.Index of opaque colours, which are looked at as they lie.
func nearest(paints []color.RGBA, c color.RGBA) (index int) {
	square := func(x, y uint8) uint32 { d := 0x101 * (uint32(x) - uint32(y)); return d * d >> 2 }
	best := uint32(math.MaxUint32)
	for i, p := range paints {
		if d := square(c.R, p.R) + square(c.G, p.G) + square(c.B, p.B); d < best {
			if index, best = i, d; d == 0 {
				break
			}
		}
	}
	return index
}
