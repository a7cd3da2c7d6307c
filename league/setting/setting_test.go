package setting_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/png"
	"math"
	"strings"
	"testing"

	"kickabout/league"
	"kickabout/league/setting"
)

// tried is, for every setting, what is typed and what is kept of it, and what is refused with words of the reason.
var tried = map[setting.Key]struct {
	typed, kept string
	refused     map[string]string
}{
	setting.Name:       {"  Street\n League ", "Street League", map[string]string{" ": "Type a name", strings.Repeat("x", 41): "At most 40"}},
	setting.Tagline:    {"Soccer\tfor all", "Soccer for all", map[string]string{strings.Repeat("x", 161): "At most 160"}},
	setting.Accent:     {" 0A6B5D", "#0a6b5d", map[string]string{"#ff0000": "hard to read on a light ground: its contrast is 3.4", "#12": "six digits", "red": "six digits", "": "six digits"}},
	setting.AccentDark: {"#5fd", "#55ffdd", map[string]string{"#0a6b5d": "on a dark ground", "#g00000": "six digits"}},
	setting.Imprint:    {"# Us\r\n\r\n  - we \r\n", "# Us\n\n  - we", map[string]string{strings.Repeat("x\n", 6001): "At most 12000 letters. This has 12001."}},
	setting.Privacy:    {"a\u202eb", "ab", map[string]string{strings.Repeat("x", 12_001): "At most 12000", "\xff": "letters"}},
	setting.Terms:      {"", "", map[string]string{strings.Repeat("x", 12_001): "At most 12000"}},
	setting.Contact:    {"me", "me", map[string]string{strings.Repeat("x", 12_001): "At most 12000"}},
	setting.SignUp:     {"invited", "invited", map[string]string{"": "open, invited, closed", "Open": "open, invited, closed"}},
	setting.Logo: {pngOf(1920, 96), kept(1920, 96, 480, 24), map[string]string{
		"": "format PNG", "x": "format PNG", "GIF89a": "format PNG", pngOf(8, 8)[:60]: "format PNG", declared(50_000, 50_000): "50000 × 50000 pixels. 480 × 96 are enough",
		pngOf(8, 8) + strings.Repeat("x", setting.MostPicture): "At most 512 kB. This file has 513.",
	}},
	setting.Guests:   {"off", "off", map[string]string{"no": "on, off"}},
	setting.Indexing: {"off", "off", map[string]string{"true": "on, off"}},
}

// pngOf is a file with a picture in which each pixel has a colour of its own.
func pngOf(width, height int) string {
	p := image.NewNRGBA(image.Rect(0, 0, width, height))
	for i := range p.Pix {
		p.Pix[i] = byte(i / 7)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, p); err != nil {
		panic(err)
	}
	return b.String()
}

// declared is the head of a picture that says how large it is, and nothing else.
func declared(width, height uint32) string {
	file := []byte(pngOf(1, 1))
	binary.BigEndian.PutUint32(file[16:], width)
	binary.BigEndian.PutUint32(file[20:], height)
	binary.BigEndian.PutUint32(file[29:], crc32.ChecksumIEEE(file[12:29]))
	return string(file)
}

// kept is what is kept of such a picture; it has the size wanted, or the test panics.
func kept(width, height, wantWidth, wantHeight int) string {
	d, err := setting.Find(setting.Logo)
	if err != nil {
		panic(err)
	}
	value, err := d.Clean(pngOf(width, height))
	if w, h := setting.PictureSize(value); err != nil || w != wantWidth || h != wantHeight {
		panic(fmt.Sprint(w, h, err))
	}
	return value
}

// TestOfAPictureItsPixelsAloneAreKept hides a text in a file, in a chunk of its own and behind the end.
func TestOfAPictureItsPixelsAloneAreKept(t *testing.T) {
	t.Parallel()
	file := pngOf(40, 20)
	chunk := []byte("tEXtComment\x00<script>alert(1)</script>")
	var text bytes.Buffer
	binary.Write(&text, binary.BigEndian, uint32(len(chunk)-4))
	text.Write(chunk)
	binary.Write(&text, binary.BigEndian, crc32.ChecksumIEEE(chunk))
	d, err := setting.Find(setting.Logo)
	if err != nil {
		t.Fatal(err)
	}
	value, err := d.Clean(file[:33] + text.String() + file[33:] + "<script>alert(2)</script>")
	if err != nil {
		t.Fatal(err)
	}
	is := (setting.Values{setting.Logo: value}).Picture(setting.Logo)
	if bytes.Contains(is, []byte("script")) {
		t.Error("the text is kept")
	}
	got, err := png.Decode(bytes.NewReader(is))
	if err != nil {
		t.Fatal(err)
	}
	sent, err := png.Decode(strings.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	for y := range 20 {
		for x := range 40 {
			if got.At(x, y) != sent.At(x, y) {
				t.Fatalf("at %d, %d there is %v, want %v", x, y, got.At(x, y), sent.At(x, y))
			}
		}
	}
	for _, size := range [][4]int{{480, 96, 480, 96}, {960, 96, 480, 48}, {100, 960, 10, 96}, {2000, 1, 480, 1}, {1, 1, 1, 1}} {
		kept(size[0], size[1], size[2], size[3])
	}
	for _, none := range []string{"", "x", "iVBORw0KGgo="} {
		if w, h := setting.PictureSize(none); w != 0 || h != 0 || setting.PictureText(none) != "not set" {
			t.Errorf("%q is %d × %d pixels", none, w, h)
		}
	}
}

func TestEverySettingTakesAndRefusesWhatItSays(t *testing.T) {
	t.Parallel()
	for _, d := range setting.All() {
		row, ok := tried[d.Key]
		if !ok || len(row.refused) == 0 {
			t.Errorf("%s stands not in the table of this test", d.Key)
			continue
		}
		if d.Label == "" || d.Hint == "" || d.Kind == setting.Choice && len(d.Options) < 2 {
			t.Errorf("%s says too little: %+v", d.Key, d)
		}
		if got, err := d.Clean(d.Default); d.Default != "" && (err != nil || got != d.Default) {
			t.Errorf("%s: as it is by itself it becomes %q, %v", d.Key, got, err)
		}
		if got := (setting.Values{}).Of(d.Key); got != d.Default {
			t.Errorf("%s is %q where nothing is set", d.Key, got)
		}
		got, err := d.Clean(row.typed)
		if err != nil || got != row.kept {
			t.Errorf("%s: %q becomes %q, %v; want %q", d.Key, row.typed, got, err, row.kept)
		}
		if again, err := d.Clean(got); err != nil || again != got {
			t.Errorf("%s: what is kept becomes %q, %v", d.Key, again, err)
		}
		if (setting.Values{d.Key: "x"}).Of(d.Key) != "x" {
			t.Errorf("%s is not what is set", d.Key)
		}
		for typed, words := range row.refused {
			if _, err := d.Clean(typed); league.Fields(err)[setting.Field] == nil || !strings.Contains(league.Fields(err)[setting.Field].Error(), words) {
				t.Errorf("%s: %.20q is refused with %v, want %q", d.Key, typed, err, words)
			}
		}
	}
	if _, err := setting.Find("colour"); league.KindOf(err) != league.NotFound || !strings.Contains(err.Error(), "name, tagline") {
		t.Errorf("what there is not: %v", err)
	}
}

// Examples of WCAG: https://www.w3.org/WAI/GL/wiki/Relative_luminance and the black and white of 21 to 1.
func TestContrastIsThatOfWCAG(t *testing.T) {
	t.Parallel()
	for pair, want := range map[[2]string]float64{
		{"#000000", "#ffffff"}: 21, {"#ffffff", "#ffffff"}: 1, {"#777777", "#ffffff"}: 4.48, {"#ffffff", "#0000ff"}: 8.59, {"#ff0000", "#ffffff"}: 4.0,
	} {
		if got := setting.Contrast(pair[0], pair[1]); math.Abs(got-want) > 0.005 {
			t.Errorf("%v: %.3f, want %.2f", pair, got, want)
		}
	}
}
