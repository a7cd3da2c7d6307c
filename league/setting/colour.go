package setting

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"kickabout/league"
)

// A ground is what text stands on, of the lighter or the darker pages: the colours of the style sheet.
type ground struct {
	name, remedy string
	colours      []string
	share        float64 // of an accent in its wash
}

// Grounds lists the colours of the style sheet that text stands on, on light pages and on dark ones: the page itself, and
// what lies on it.
func Grounds() (light, dark []string) { return lightGround.colours, darkGround.colours }

// LightWash is the pale colour of what an accent marks on light pages.
func LightWash(accent string) string { return lightGround.wash(accent) }

// DarkWash is the same on dark ones.
func DarkWash(accent string) string { return darkGround.wash(accent) }

var (
	lightGround = ground{"light", "darker", []string{"#f1eee6", "#fffdf8"}, 0.1}
	darkGround  = ground{"dark", "lighter", []string{"#121518", "#1c2125"}, 0.15}
)

// leastContrast is what text must have against what it stands on to be read by people who do not see well (WCAG 2.2, 1.4.3).
const leastContrast = 4.5

// readable refuses a colour that is hard to read.
func (g ground) readable(colour string) error {
	for _, c := range append(slices.Clone(g.colours), g.wash(colour)) {
		if have := Contrast(colour, c); have < leastContrast {
			return league.FieldErrorf(Field, "%s is hard to read on a %s ground: its contrast is %.1f, and %.1f is needed. Choose a %s colour.",
				colour, g.name, math.Floor(have*10)/10, leastContrast, g.remedy)
		}
	}
	return nil
}

// wash mixes a little of a colour into what lies on the page.
func (g ground) wash(colour string) string {
	under := g.colours[len(g.colours)-1]
	mixed := "#"
	for i := 1; i < len(colour); i += 2 {
		mixed += fmt.Sprintf("%02x", int(math.Round(g.share*level(colour[i:i+2])+(1-g.share)*level(under[i:i+2]))))
	}
	return mixed
}

// level is how much there is of a part of a colour, from 0 to 255.
func level(digits string) float64 {
	n, _ := strconv.ParseUint(digits, 16, 8)
	return float64(n)
}

var hexColour = regexp.MustCompile(`^#([0-9a-f]{3}|[0-9a-f]{6})$`)

// cleanColour reads "#0A6B5D" or "#0ab", with or without the sign, as "#0a6b5d".
func cleanColour(_ Descriptor, typed string) (string, error) {
	text := "#" + strings.TrimPrefix(strings.ToLower(strings.TrimSpace(typed)), "#")
	if !hexColour.MatchString(text) {
		return "", league.FieldErrorf(Field, "Type a colour as # with six digits from 0 to f, as in #0a6b5d.")
	}
	if len(text) == len("#rgb") {
		text = "#" + strings.Repeat(text[1:2], 2) + strings.Repeat(text[2:3], 2) + strings.Repeat(text[3:4], 2)
	}
	return text, nil
}

// Contrast is how much two colours differ in brightness, from 1 to 21, as WCAG 2.2 computes it. Both are of the form
// "#0a6b5d".
func Contrast(a, b string) float64 {
	bright, dark := luminance(a), luminance(b)
	if bright < dark {
		bright, dark = dark, bright
	}
	return (bright + 0.05) / (dark + 0.05)
}

// luminance is the brightness of a colour, from 0 to 1.
func luminance(colour string) float64 {
	linear := func(digits string) float64 {
		if v := level(digits) / 255; v > 0.04045 {
			return math.Pow((v+0.055)/1.055, 2.4)
		} else {
			return v / 12.92
		}
	}
	return 0.2126*linear(colour[1:3]) + 0.7152*linear(colour[3:5]) + 0.0722*linear(colour[5:7])
}
