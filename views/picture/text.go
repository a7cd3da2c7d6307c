package picture

import (
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
)

// face returns a font in a size, in pixels. A face is for one goroutine.
func face(bold bool, size float64) font.Face {
	data := goregular.TTF
	if bold {
		data = gobold.TTF
	}
	f, err := opentype.Parse(data)
	if err != nil {
		panic("picture: " + err.Error()) // the fonts are part of the program
	}
	made, err := opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		panic("picture: " + err.Error())
	}
	return made
}

// measured is the size at which texts are measured.
const measured = 100

// A measure knows how wide texts are.
type measure struct{ font.Face }

// wide returns the width of a text. What the fonts lack may be as wide as it is high.
func (m measure) wide(text string, size float64) float64 {
	sum := 0.0
	for _, r := range text {
		sum += m.rune(r)
	}
	return sum * size / measured
}

// rune returns the width of a letter in the size that is measured.
func (m measure) rune(r rune) float64 {
	if wide, ok := m.GlyphAdvance(r); ok && r < 0x2000 {
		return float64(wide) / 64
	}
	return measured
}

// slack is for other fonts than that which is measured: an SVG is written in the reader's.
const slack = 0.92

// cut shortens a text to a width; three points say so.
func cut(text string, size, width float64) string {
	return cutter{measure{face(true, measured)}}.cut(text, size, width*slack)
}

// A cutter cuts texts.
type cutter struct{ measure }

func (c cutter) cut(text string, size, width float64) string {
	const points = '…'
	room := width * measured / size
	sum, fits := 0.0, 0 // fits is where the text is cut if it must be
	for i, r := range text {
		if sum+c.rune('M') <= room {
			fits = i
		}
		if sum += c.rune(r); sum > room {
			return text[:fits] + string(points)
		}
	}
	return text
}
