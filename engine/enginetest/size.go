// Package enginetest holds what tests of games share: scripted dice, the
// conformance suite every game must pass, and perft.
package enginetest

import "os"

// Size returns how often a long proof repeats: full times when the environment
// says KICKABOUT_PROVE=1, else a twentieth, but at least once.
func Size(full int) int {
	if os.Getenv("KICKABOUT_PROVE") == "1" {
		return full
	}
	return max(1, full/20)
}
