package bot_test

import (
	"slices"
	"testing"

	"kickabout/engine/bot"
)

func TestWeightsAreKeptToAStep(t *testing.T) {
	kept := [][2]float32{{0, 1}, {-1, 0.5}, {1.0 / 8192, -1.0 / 8192}, {4, -9}, {0.00001, -0.00007}}
	want := [][2]float32{{0, 1}, {-1, 0.5}, {1.0 / 8192, -1.0 / 8192}, {32767.0 / 8192, -4}, {0, -1.0 / 8192}}
	file := bot.PackWeights(kept)
	if got := bot.UnpackWeights[[2]float32](file); len(file) != 4*len(kept) || !slices.Equal(got, want) {
		t.Errorf("%d bytes hold %v, want %v", len(file), got, want)
	}
	if file[0] != 0 || file[2] != 0x00 || file[3] != 0x20 {
		t.Errorf("the file begins with % x", file[:4])
	}
}
