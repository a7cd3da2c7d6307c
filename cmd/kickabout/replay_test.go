package main

import (
	"bytes"
	"image/gif"
	"path/filepath"
	"strings"
	"testing"
)

// A downloaded file becomes a picture without a site.
func TestASavedMatchIsDrawn(t *testing.T) {
	text := filepath.Join(goldenMatches, "streetsoccer-lg-resignation.txt")
	svg, err := told(t, "replay", text)
	if err != nil || !strings.HasPrefix(svg, "<svg ") || !strings.HasSuffix(svg, "</svg>\n") || !strings.Contains(svg, "Bob Öberg") {
		t.Errorf("as SVG: %v, %d bytes", err, len(svg))
	}
	moving, err := told(t, "replay", "--gif", text)
	if err != nil {
		t.Fatal(err)
	}
	if g, err := gif.DecodeAll(bytes.NewReader([]byte(moving))); err != nil || len(g.Image) != 25 {
		t.Errorf("as GIF: %v, %d pictures of 24 moves", err, len(g.Image))
	}
	if svg, err := told(t, "replay", filepath.Join(goldenMatches, "onetwofun-basic-resignation.dice.json")); err != nil || !strings.Contains(svg, ">White</text>") || !strings.Contains(svg, ">Black</text>") {
		t.Errorf("a file without names: %v, %d bytes", err, len(svg))
	}
	if out, err := told(t, "replay", "none.txt"); err == nil || out != "" {
		t.Errorf("a file that is not there: %v", err)
	}
}
