package enginetest

import "math"

// A Trial is what replies to a position come to when each is played on many times with the same throws, in points of
// who replies.
type Trial struct {
	Gain   float64 // of the best reply over the first
	Margin float64 // of the first over the second
}

// Try plays some replies on, each so many times. The first is the one that is measured, the second any move, so that it
// is seen whether the measure sees anything. One half of the throws says which reply is best, the other what it gains:
// chance gains nothing.
func Try(replies, throws int, play func(reply, throw int) float64) Trial {
	sums := make([][2]float64, replies)
	best := 0
	for i := range sums {
		for k := range throws {
			sums[i][k%2] += play(i, k) / float64(throws/2)
		}
		if sums[i][0] > sums[best][0] {
			best = i
		}
	}
	return Trial{Gain: sums[best][1] - sums[0][1], Margin: sums[0][1] - sums[1][1]}
}

// Mean returns the mean of a list and its standard error.
func Mean(list []float64) (mean, e float64) {
	var sum, squares float64
	for _, v := range list {
		sum += v
		squares += v * v
	}
	n := float64(len(list))
	mean = sum / n
	return mean, math.Sqrt(max(0, squares/n-mean*mean) / n)
}
