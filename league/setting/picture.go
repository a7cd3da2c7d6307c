package setting

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"strings"

	"golang.org/x/image/draw"

	"kickabout/league"
)

// Bounds of a picture. One that is sent may be larger than one that is kept; its pixels are counted before they are read, since
// a file of some bytes may say that it has thousands of millions.
const (
	mostPixels    = 4 << 20 // that are sent
	pictureWidth  = 480     // within which it is kept: three times as large as pages show it
	pictureHeight = 96
)

// MostPicture is how many bytes the file of a picture may have.
const MostPicture = 512 << 10

// cleanPicture reads a PNG, as its bytes or in base64, and writes its pixels into a PNG of its own, in base64: of what else
// there was in the file nothing is kept.
func cleanPicture(_ Descriptor, typed string) (string, error) {
	file := typed
	if kept, err := base64.StdEncoding.DecodeString(strings.TrimSpace(typed)); err == nil {
		file = string(kept)
	}
	if len(file) > MostPicture {
		return "", league.FieldErrorf(Field, "At most %d kB. This file has %d.", MostPicture>>10, (len(file)+1<<10-1)>>10)
	}
	wrong := league.FieldErrorf(Field, "Choose a picture in the format PNG.")
	head, err := png.DecodeConfig(strings.NewReader(file))
	if err != nil {
		return "", wrong
	}
	if head.Width*head.Height > mostPixels || head.Width < 1 || head.Height < 1 {
		return "", league.FieldErrorf(Field, "This picture has %d × %d pixels. %d × %d are enough.", head.Width, head.Height, pictureWidth, pictureHeight)
	}
	sent, err := png.Decode(strings.NewReader(file))
	if err != nil {
		return "", wrong
	}
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, fitted(sent)); err != nil {
		return "", err
	}
	return base64.StdEncoding.EncodeToString(b.Bytes()), nil
}

// fitted is a picture as large as it is kept at most.
func fitted(sent image.Image) image.Image {
	size := sent.Bounds().Size()
	if size.X > pictureWidth {
		size = image.Pt(pictureWidth, max(1, size.Y*pictureWidth/size.X))
	}
	if size.Y > pictureHeight {
		size = image.Pt(max(1, size.X*pictureHeight/size.Y), pictureHeight)
	}
	kept := image.NewNRGBA(image.Rectangle{Max: size})
	if size != sent.Bounds().Size() {
		draw.CatmullRom.Scale(kept, kept.Bounds(), sent, sent.Bounds(), draw.Src, nil)
		return kept
	}
	for y := range size.Y {
		for x := range size.X { // pixel by pixel, so that what is seen through keeps its colours
			kept.Set(x, y, color.NRGBAModel.Convert(sent.At(sent.Bounds().Min.X+x, sent.Bounds().Min.Y+y)))
		}
	}
	return kept
}

// Picture returns the PNG that is kept under a key; nil if none is.
func (v Values) Picture(key Key) []byte {
	file, _ := base64.StdEncoding.DecodeString(v.Of(key)) // as Clean wrote it
	return file
}

// headOfPicture is how many bytes of a PNG, in base64, say how large it is.
const headOfPicture = 44

// PictureSize returns the width and the height of a picture that is kept, in pixels; 0, 0 of what is none.
func PictureSize(value string) (width, height int) {
	head, err := base64.StdEncoding.DecodeString(value[:min(len(value), headOfPicture)])
	if err != nil {
		return 0, 0
	}
	c, err := png.DecodeConfig(bytes.NewReader(head))
	if err != nil {
		return 0, 0
	}
	return c.Width, c.Height
}

// PictureText says of a picture that is kept how large it is.
func PictureText(value string) string {
	width, height := PictureSize(value)
	if width == 0 {
		return "not set"
	}
	return fmt.Sprintf("%d × %d pixels", width, height)
}
