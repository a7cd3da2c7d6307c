package bot

import (
	"encoding/binary"
	"math"
)

// weightScale is what a weight of 1 is in a file.
const weightScale = 8192

// PackWeights returns the file in which the learnt weights of a judge are embedded: two
// numbers of 16 bits for each, little-endian, in steps of 1/8192 from -4 to 4.
func PackWeights[W ~[2]float32](weights []W) []byte {
	file := make([]byte, 0, 4*len(weights))
	for _, pair := range weights {
		for _, w := range pair {
			n := math.Round(max(math.MinInt16, min(math.MaxInt16, float64(w)*weightScale)))
			file = binary.LittleEndian.AppendUint16(file, uint16(int16(n)))
		}
	}
	return file
}

// UnpackWeights undoes PackWeights, but for what is smaller than a step.
func UnpackWeights[W ~[2]float32](file []byte) []W {
	weights := make([]W, len(file)/4)
	for i := range weights {
		for k := range weights[i] {
			weights[i][k] = float32(int16(binary.LittleEndian.Uint16(file[4*i+2*k:]))) / weightScale
		}
	}
	return weights
}
