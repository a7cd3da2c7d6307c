package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"testing"
)

func TestTheNearestColourIsThatOfAPalette(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	one := func() color.RGBA {
		v := r.Uint32()
		return color.RGBA{uint8(v), uint8(v >> 8), uint8(v >> 16), 0xff}
	}
	for range 300 {
		var palette color.Palette
		var paints []color.RGBA
		for range 1 + r.IntN(200) {
			c := one()
			palette, paints = append(palette, c), append(paints, c)
		}
		c := one()
		if r.IntN(4) == 0 {
			c = paints[r.IntN(len(paints))]
		}
		if got, want := nearest(paints, c), palette.Index(c); got != want {
			t.Fatalf("of %v, %v is nearest to %v, not %v", paints, c, palette[want], paints[got])
		}
	}
}

// A card is written in the colours of a palette: nobody sees it.
func TestACardLooksAsItWasDrawn(t *testing.T) {
	for _, moves := range []int{0, 3, 12} {
		f := kickedAbout(t, moves)
		card := Card{Names: f.Names, Sides: f.Sides, Rules: "StreetSoccer", Now: "Yellow to move", Turn: "Normal time, turn 7 of 25", Frame: f.Frames[len(f.Frames)-1]}
		data, err := card.PNG()
		if err != nil {
			t.Fatal(err)
		}
		got, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		full, off := card.draw(), 0
		p, ok := got.(*image.Paletted)
		if !ok || p.Bounds() != full.Bounds() || len(p.Palette) < 200 {
			t.Fatalf("after %d moves: %T of %v", moves, got, got.Bounds())
		}
		for i := range p.Pix {
			want := opaque(full.Pix[4*i:])
			c := p.Palette[p.Pix[i]].(color.RGBA)
			if d := distance(c, want); d > 40 {
				t.Fatalf("after %d moves: pixel %d is %v, drawn as %v", moves, i, c, want)
			} else if d > 0 {
				off++
			}
		}
		if 100*off > 3*len(p.Pix) {
			t.Errorf("after %d moves: %d of %d pixels have another colour", moves, off, len(p.Pix))
		}
	}
}
