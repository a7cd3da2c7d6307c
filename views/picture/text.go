package picture

import (
	"strings"

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

func newMeasure() measure { return measure{face(true, measured)} }

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

// dots is the width of three points.
func (m measure) dots() float64 {
	wide, _ := m.GlyphAdvance('…')
	return float64(wide) / 64
}

// slack is for other fonts than that which is measured: an SVG is written in the reader's.
const slack = 0.92

// cut shortens a text to a width; three points say so.
func (m measure) cut(text string, size, width float64) string {
	const points = "…"
	room := width * slack * measured / size
	sum, fits := 0.0, 0 // fits is where the text is cut if it must be
	for i, r := range text {
		if sum+m.dots() <= room {
			fits = i
		}
		if sum += m.rune(r); sum > room {
			return text[:fits] + points
		}
	}
	return text
}

// wrap parts a text into at most some lines of a width, at blanks; the last one holds all
// that is left.
func (m measure) wrap(text string, size, width float64, most int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		longer := strings.TrimSpace(line + " " + word)
		if line != "" && len(lines) < most-1 && m.wide(longer, size) > width*slack {
			lines, longer = append(lines, line), word
		}
		line = longer
	}
	return append(lines, line)
}
