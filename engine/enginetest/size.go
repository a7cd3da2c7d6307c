// Package enginetest holds what tests of games share: scripted dice, the
// conformance suite every game must pass, and perft.
package enginetest

import (
	"hash/crc32"
	"os"
	"strings"
)

// Size returns how often a long proof repeats: full times when the environment
// says KICKABOUT_PROVE=1, else a twentieth, but at least once.
func Size(full int) int {
	if proving() {
		return full
	}
	return max(1, full/20)
}

// InSample says whether a part of a long proof is run: all parts when the environment says
// KICKABOUT_PROVE=1, else about one in n, by the hash of its name, so that they are always the same.
func InSample(n uint32, name ...string) bool {
	return proving() || crc32.ChecksumIEEE([]byte(strings.Join(name, "\n")))%n == 0
}

func proving() bool { return os.Getenv("KICKABOUT_PROVE") == "1" }
